"""ONNX models of scatter nodes, read and run; what `run-onnx` and the ONNX backend share. Needs the onnx package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple

import numpy as np
import onnx
import onnx.defs
import onnx.numpy_helper

from ._rejection import Rejection, one_line
from ._scatter import OPERATORS, Plan, Words, plan_for
from ._tables import PROFILES, STRING

# ONNX's operators, each with the operator of strew that computes it.
ONNX_OPERATORS = {"ScatterND": "scatter_nd", "ScatterElements": "scatter_elements", "Scatter": "scatter_elements"}
_DOMAINS = ("", "ai.onnx")


class OtherOperator(Rejection):
    """A model with a node of an operator that strew does not have."""


@dataclass(frozen=True)
class Node:
    """A scatter node as a call of strew."""

    operator: str
    profile: str
    axis: Optional[int]
    reduction: str
    inputs: Tuple[str, ...]  # data, indices, updates
    output: str
    deprecated: bool  # in the opset of its model

    def run(self, values: Mapping[str, np.ndarray], isa: Optional[str]) -> Tuple[Plan, np.ndarray]:
        texts, (data, indices, updates) = _as_handles([values[name] for name in self.inputs])
        words = Words(self.axis, self.reduction, profile=self.profile, isa=isa)
        planned = plan_for(self.operator, data, indices, updates, words)
        output = planned(data, indices, updates)
        return planned, texts[output["address"]] if output.dtype == STRING else output


@dataclass(frozen=True)
class Model:
    """A graph of scatter nodes."""

    nodes: Tuple[Node, ...]
    inputs: Tuple[str, ...]  # in the graph's order, including those that have a value in the model
    outputs: Tuple[str, ...]
    constants: Mapping[str, np.ndarray]

    def run(self, given: Mapping[str, np.ndarray], isa: Optional[str] = None) -> Tuple[List[np.ndarray], List[Plan]]:
        """The outputs, and a plan per node."""
        values = {**self.constants, **given}
        plans = []
        for node in self.nodes:
            planned, values[node.output] = node.run(values, isa)
            plans.append(planned)
        return [values[name] for name in self.outputs], plans


def _as_handles(arrays: List[np.ndarray]) -> Tuple[np.ndarray, List[np.ndarray]]:
    """All texts in one array; and the arrays, in which a text is now a STRING with its position in the first array."""
    is_text = [array.dtype.kind in "OUS" for array in arrays]
    texts = [array.reshape(-1) for array, text in zip(arrays, is_text) if text]
    found, n_texts = [], 0
    for array, text in zip(arrays, is_text):
        if text:
            handles = np.zeros(array.shape, STRING)
            handles["address"] = np.arange(n_texts, n_texts + array.size).reshape(array.shape)
            n_texts += array.size
            array = handles
        found.append(array)
    return np.concatenate(texts) if texts else np.empty(0, object), found


def read_array(tensor: Any, name: str) -> np.ndarray:
    """A TensorProto's values, in row-major order."""
    try:
        # onnx may return a view that is not in row-major order. It is our own copy, so it may be converted.
        return np.asarray(onnx.numpy_helper.to_array(tensor), order="C")
    except Exception as reason:  # onnx raises TypeError, ValueError, KeyError or its own
        raise Rejection(f"{name} is not a tensor that can be read: {one_line(reason)}") from reason


def read_node(node: Any, opset: int, name: str) -> Node:
    """A NodeProto of a model, which rejections call `name`, in this opset."""
    if node.op_type not in ONNX_OPERATORS or node.domain not in _DOMAINS:
        raise OtherOperator(f"{name} has the node {node.op_type}, which is none of {', '.join(ONNX_OPERATORS)}")
    newest = onnx.defs.onnx_opset_version()
    if opset > newest:
        raise Rejection(f"{name} is written for opset {opset}, and the installed onnx package knows them up to {newest}")
    try:
        schema = onnx.defs.get_schema(node.op_type, opset, "")
    except onnx.defs.SchemaError:
        raise Rejection(f"{name} is written for opset {opset}, which has no {node.op_type} yet") from None
    version = f"{node.op_type}-{schema.since_version}"
    if f"ONNX {version}" not in PROFILES:
        raise Rejection(f"{name} has the node {version}, a version that strew has no profile for")
    if len(node.input) != 3 or len(node.output) != 1:
        counts = f"{len(node.input)} inputs and {len(node.output)} outputs"
        raise Rejection(f"{name} has {counts}, not the 3 and 1 of {node.op_type}")
    attributes: Dict[str, Any] = {}
    for attribute in node.attribute:
        expected = schema.attributes.get(attribute.name)
        if expected is None or expected.type.value != attribute.type:  # type: ignore[attr-defined]
            raise Rejection(f"{name} has the attribute {attribute.name!r}, which is none of {version}")
        attributes[attribute.name] = onnx.helper.get_attribute_value(attribute)
    operator = ONNX_OPERATORS[node.op_type]
    return Node(
        operator=operator,
        profile=f"ONNX {version}",
        axis=attributes.get("axis", 0) if OPERATORS[operator] else None,
        reduction=attributes.get("reduction", b"none").decode(errors="replace"),
        inputs=tuple(node.input),
        output=node.output[0],
        deprecated=schema.deprecated,
    )


def read_model(model: Any, name: str = "the model") -> Model:
    """A ModelProto, which rejections call `name`. Rejection if it is not made of scatter nodes, or cannot be run."""
    graph = model.graph
    if not graph.node:
        raise OtherOperator(f"{name} is not a model: it has no node")
    if not graph.output:
        raise Rejection(f"{name} has no output")
    opsets = [opset.version for opset in model.opset_import if opset.domain in _DOMAINS]
    if len(opsets) != 1:
        raise Rejection(f"{name} does not name the one opset that it is written for")
    if graph.sparse_initializer:
        raise Rejection(f"{name} holds sparse tensors, which strew does not take")
    nodes = tuple(read_node(node, opsets[0], name) for node in graph.node)
    constants: Dict[str, np.ndarray] = {value.name: read_array(value, name) for value in graph.initializer}
    inputs = tuple(value.name for value in graph.input)
    outputs = tuple(value.name for value in graph.output)

    known = {*inputs, *constants}
    for node in nodes:
        for value in node.inputs:
            if value not in known:
                raise Rejection(f"{name} has no input named {value!r}")
        known.add(node.output)
    for value in outputs:
        if value not in known:
            raise Rejection(f"{name} has no node that makes its output {value!r}")
    return Model(nodes, inputs, outputs, constants)
