"""Moves the scatters of a model to the domain `strew`, whose custom operators any ONNX Runtime from 1.14 on can load."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterable, Iterator, List, NamedTuple, Optional, Union

import onnx

DOMAIN, VERSION = "strew", 1

# The newest version of each operator that strew has.
SCATTERS = {"ScatterND": 18, "ScatterElements": 18, "Scatter": 11, "TensorScatter": 24}
GATHERS = {"GatherND": 13, "GatherElements": 13, "Gather": 13}

_TYPES = {
    getattr(onnx.TensorProto, name)
    for name in "FLOAT UINT8 INT8 UINT16 INT16 INT32 INT64 BOOL FLOAT16 DOUBLE UINT32 UINT64 BFLOAT16 FLOAT8E4M3FN FLOAT8E4M3FNUZ "
    "FLOAT8E5M2 FLOAT8E5M2FNUZ".split()
    if hasattr(onnx.TensorProto, name)
}

Body = Union[onnx.GraphProto, onnx.FunctionProto]
Types = Dict[str, int]  # the element types of values, as far as ONNX can tell


class Conversion(NamedTuple):
    moved: Dict[str, int]
    """How many nodes of each operator are strew's now."""
    stayed: List[str]
    """A sentence for each node of these operators that is not, with the reason."""


def _bodies(body: Body) -> Iterator[Body]:
    """A graph or function and the graphs inside its nodes, such as the branches of an If. A stack, because a model may be nested deeply."""
    pending: List[Body] = [body]
    while pending:
        current = pending.pop()
        yield current
        for node in current.node:
            for attribute in node.attribute:
                if attribute.HasField("g"):
                    pending.append(attribute.g)
                pending.extend(attribute.graphs)


def _types(graph: onnx.GraphProto) -> Types:
    """Of all values of a graph that went through inference. Names in different graphs of one model count as the same value."""
    types: Types = {}
    for inner in _bodies(graph):
        for info in (*inner.input, *inner.value_info, *inner.output):
            types[info.name] = info.type.tensor_type.elem_type
        types.update((value.name, value.data_type) for value in inner.initializer)
    return types


def _is_of(operators: Dict[str, int], node: onnx.NodeProto) -> bool:
    return node.domain in ("", "ai.onnx") and node.op_type in operators


def _inline(model: onnx.ModelProto, operators: Dict[str, int]) -> None:
    """Replaces the calls of functions in which such operators are, directly or in those that they call, by what the functions do. The runtime does
    that anyway, but before it knows the types of custom operators inside."""
    nodes = {
        (function.domain, function.name): [node for inner in _bodies(function) for node in inner.node] for function in model.functions
    }
    chosen = {key for key in nodes if any(_is_of(operators, node) for node in nodes[key])}
    n_before = -1
    while n_before != len(chosen):
        n_before = len(chosen)
        chosen |= {key for key in nodes if any((node.domain, node.op_type) in chosen for node in nodes[key])}
    if not chosen:
        return
    try:
        from onnx.inliner import inline_selected_functions
    except ImportError:  # before 1.15
        return
    model.CopyFrom(inline_selected_functions(model, sorted(chosen)))


class _Values:
    """What is known of the values of a graph or function: who makes and who uses them, and how many elements the constant ones have."""

    def __init__(self, body: Body) -> None:
        self.made_by: Dict[str, str] = {}
        self.used_by: Dict[str, List[str]] = {}
        self.sizes: Dict[str, int] = {}
        for inner in _bodies(body):
            if isinstance(inner, onnx.GraphProto):
                replaceable = {info.name for info in inner.input}
                values = (value for value in inner.initializer if value.name not in replaceable)
                self.sizes.update((value.name, _size(value.dims)) for value in values)
            for node in inner.node:
                self.made_by.update((name, node.op_type) for name in node.output)
                for name in node.input:
                    self.used_by.setdefault(name, []).append(node.op_type)
                if node.op_type == "Constant":
                    for attribute in node.attribute:
                        self.sizes[node.output[0]] = _size(attribute.t.dims) if attribute.HasField("t") else max(1, len(attribute.ints))

    def fuses(self, gather: onnx.NodeProto) -> bool:
        """Whether the runtime may make something else of a Gather and its neighbours, as claim.c says of the execution provider."""
        data, indices = gather.input[:2]
        made_by, users = self.made_by.get(data), self.used_by.get(gather.output[0], [])
        if made_by in ("DequantizeLinear", "Shape") or "QuantizeLinear" in users:
            return True
        if self.sizes.get(indices) == 1 and len(self.used_by[data]) > 1:
            return True
        return data in self.sizes and ("Add" in users or "LayerNormalization" in users)


def _size(shape: Iterable[int]) -> int:
    n = 1
    for dimension in shape:
        n *= dimension
    return n


def _why_not(node: onnx.NodeProto, opset: int, newest: int, types: Types, values: _Values) -> Optional[str]:
    kind = types.get(node.input[0], 0)
    if kind and kind not in _TYPES:
        return f"strew has no {onnx.TensorProto.DataType.Name(kind).lower()}"
    try:
        version = onnx.defs.get_schema(node.op_type, opset, "").since_version
    except onnx.defs.SchemaError:  # the package is older than the operator
        version = newest
    if version > newest:
        return f"strew has no version {version} of it"
    return "the runtime may fuse it with its neighbours" if node.op_type == "Gather" and values.fuses(node) else None


def convert(model: onnx.ModelProto, gather: bool = False, accumulate: Optional[str] = None) -> Conversion:
    """Changes a model in place. Its functions are inlined if they have such nodes.

    A node stays where it is if strew lacks its type, such as strings, or its version. With `gather`, the gathers are moved too, but for
    those that the runtime may fuse with their neighbours. `accumulate` is an attribute of scatters that add or multiply: "float32"
    computes sums and products of float16, bfloat16 and float8 in that type, and rounds once.
    """
    if not isinstance(gather, bool):
        raise TypeError(f"gather is {gather!r}, and must be True or False")
    if accumulate not in (None, "float32"):
        raise ValueError(f"accumulate is {accumulate!r}, and must be None or 'float32'")
    operators = {**SCATTERS, **(GATHERS if gather else {})}
    _inline(model, operators)
    types = _types(onnx.shape_inference.infer_shapes(model).graph)
    values = _Values(model.graph)
    opset = next((each.version for each in model.opset_import if each.domain in ("", "ai.onnx")), 1)
    moved: Dict[str, int] = {}
    stayed: List[str] = []
    for node in (node for inner in _bodies(model.graph) for node in inner.node if _is_of(operators, node)):
        reason = _why_not(node, opset, operators[node.op_type], types, values)
        if reason:
            stayed.append(f"{_name(node)} stays: {reason}")
        else:
            node.domain = DOMAIN
            if accumulate is not None and node.op_type in ("ScatterND", "ScatterElements"):
                node.attribute.append(onnx.helper.make_attribute("accumulate", accumulate))
            moved[node.op_type] = moved.get(node.op_type, 0) + 1
    for function in model.functions:
        for node in (node for inner in _bodies(function) for node in inner.node if _is_of(operators, node)):
            stayed.append(f"{_name(node)} in the function {function.name} stays: the package onnx, {onnx.__version__}, could not inline it")
    if moved and not any(each.domain == DOMAIN for each in model.opset_import):
        model.opset_import.append(onnx.helper.make_opsetid(DOMAIN, VERSION))
    return Conversion(moved, stayed)


def _name(node: onnx.NodeProto) -> str:
    return f"{node.op_type} {node.name or node.output[0]}"


def _keeps_data_elsewhere(model: onnx.ModelProto) -> bool:
    bodies = (inner for body in (model.graph, *model.functions) for inner in _bodies(body))
    for body in bodies:
        tensors = list(body.initializer) if isinstance(body, onnx.GraphProto) else []
        attributes = (attribute for node in body.node for attribute in node.attribute)
        tensors += [tensor for attribute in attributes for tensor in (attribute.t, *attribute.tensors)]
        if any(onnx.external_data_helper.uses_external_data(tensor) for tensor in tensors):
            return True
    return False


def convert_file(source: Path, target: Path, gather: bool = False, accumulate: Optional[str] = None) -> Conversion:
    """Converts a file. Data that a model keeps in other files stay there, so both files must be in one folder."""
    model = onnx.load(source, load_external_data=False)
    if source.resolve().parent != target.resolve().parent and _keeps_data_elsewhere(model):
        raise ValueError(f"it keeps data in other files, so the new model must be in its folder, {source.parent}")
    conversion = convert(model, gather, accumulate)
    onnx.save(model, target)
    return conversion
