"""Moves the scatters of a model to the domain `strew`, whose custom operators any ONNX Runtime from 1.14 on can load."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterator, Set

import onnx

DOMAIN, VERSION = "strew", 1

SCATTERS = ("ScatterND", "ScatterElements", "Scatter", "TensorScatter")
GATHERS = ("GatherND", "GatherElements", "Gather")


def _graphs(graph: onnx.GraphProto) -> Iterator[onnx.GraphProto]:
    """A graph and those inside its nodes, such as the branches of an If. A stack, because a model may be nested deeply."""
    pending = [graph]
    while pending:
        current = pending.pop()
        yield current
        for node in current.node:
            for attribute in node.attribute:
                if attribute.HasField("g"):
                    pending.append(attribute.g)
                pending.extend(attribute.graphs)


def _names_of_strings(model: onnx.ModelProto) -> Set[str]:
    """The values that are strings, as far as ONNX can tell. Names in different graphs of one model count as the same value."""
    string = onnx.TensorProto.STRING
    names: Set[str] = set()
    for graph in _graphs(onnx.shape_inference.infer_shapes(model).graph):
        infos = (*graph.input, *graph.value_info, *graph.output)
        names |= {info.name for info in infos if info.type.tensor_type.elem_type == string}
        names |= {value.name for value in graph.initializer if value.data_type == string}
    return names


def convert(model: onnx.ModelProto, gather: bool = False) -> Dict[str, int]:
    """Changes a model in place and returns how many nodes of each operator it has moved.

    A node whose data are strings stays where it is, because strew has no strings. With `gather`, the gathers are moved too.
    """
    operators = SCATTERS + (GATHERS if gather else ())
    strings = _names_of_strings(model)
    moved: Dict[str, int] = {}
    for graph in _graphs(model.graph):
        for node in graph.node:
            if node.domain in ("", "ai.onnx") and node.op_type in operators and node.input[0] not in strings:
                node.domain = DOMAIN
                moved[node.op_type] = moved.get(node.op_type, 0) + 1
    if moved and not any(opset.domain == DOMAIN for opset in model.opset_import):
        model.opset_import.append(onnx.helper.make_opsetid(DOMAIN, VERSION))
    return moved


def convert_file(source: Path, target: Path, gather: bool = False) -> Dict[str, int]:
    """Converts a file. Data that a model keeps in other files stay there: both files must be in one folder."""
    model = onnx.load(source, load_external_data=False)
    moved = convert(model, gather)
    onnx.save(model, target)
    return moved
