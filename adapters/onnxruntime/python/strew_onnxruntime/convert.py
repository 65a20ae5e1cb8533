"""Moves the scatters of a model to the domain `strew`, whose custom operators any ONNX Runtime from 1.14 on can load."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterator, List

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


def _string_names(graph: onnx.GraphProto, outer: frozenset) -> frozenset:
    """The values of a graph that are known to be strings, with those of the graphs around it."""
    string = onnx.TensorProto.STRING
    infos = [*graph.input, *graph.value_info, *graph.output]
    names = {info.name for info in infos if info.type.tensor_type.elem_type == string}
    return outer | names | {value.name for value in graph.initializer if value.data_type == string}


def convert(model: onnx.ModelProto, gather: bool = False) -> Dict[str, int]:
    """Changes a model in place and returns how many nodes of each operator it has moved.

    A node whose data are strings stays where it is, because strew has no strings. With `gather`, the gathers are moved too.
    """
    operators = SCATTERS + (GATHERS if gather else ())
    moved: Dict[str, int] = {}
    strings: frozenset = frozenset()
    graphs: List[onnx.GraphProto] = list(_graphs(model.graph))
    for graph in graphs:
        strings = _string_names(graph, strings)
    for graph in graphs:
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
    model_with_types = onnx.shape_inference.infer_shapes(model)  # it tells which values are strings
    model.graph.value_info.extend(info for info in model_with_types.graph.value_info if info not in model.graph.value_info)
    moved = convert(model, gather)
    onnx.save(model, target)
    return moved
