"""ONNX models of scatter and gather nodes, read and run; what `run-onnx` and the ONNX backend share. Needs the onnx package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np
import onnx
import onnx.defs
import onnx.numpy_helper

from ._gather import GatherPlan, gather_plan_for
from ._operators import GATHERS
from ._plan import Plan, Words, plan_for
from ._rejection import Rejection, one_line
from ._tables import PROFILES, STRING
from ._tokens import tensor_scatter

# ONNX's operators, each with the operator of strew that computes it.
ONNX_OPERATORS = {
    "ScatterND": "scatter_nd",
    "ScatterElements": "scatter_elements",
    "Scatter": "scatter_elements",
    "GatherND": "gather_nd",
    "GatherElements": "gather_elements",
    "Gather": "gather",
    "TensorScatter": "tensor_scatter",
}
_DOMAINS = ("", "ai.onnx")


class OtherOperator(Rejection):
    """A model with a node of an operator that strew does not have."""


@dataclass(frozen=True)
class Node:
    """A node as a call of strew."""

    operator: str
    profile: str
    attributes: Mapping[str, Any]  # with the defaults of the node's version; the arguments of strew have the same names
    inputs: Tuple[str, ...]  # data, indices, updates of a scatter; without those at the end that are left out
    output: str
    deprecated: bool  # in the opset of its model

    @property
    def reduction(self) -> str:
        return str(self.attributes.get("reduction", "none"))

    def run(self, values: Mapping[str, np.ndarray], isa: Optional[str]) -> Tuple[str, np.ndarray]:
        """What wrote the output, and the output."""
        texts, arrays = _as_handles([values[name] for name in self.inputs])
        kernel, output = self._run_arrays(arrays, isa)
        return kernel, texts[output["address"]] if output.dtype == STRING else output

    def _run_arrays(self, arrays: List[np.ndarray], isa: Optional[str]) -> Tuple[str, np.ndarray]:
        output: np.ndarray
        if self.operator == "tensor_scatter":
            past_cache, update, *rest = (np.asarray(array, order="C") for array in arrays)
            write_indices = rest[0] if rest else None
            output = tensor_scatter(past_cache, update, write_indices, **self.attributes, profile=self.profile)
            return "needs none", output
        planned: Union[Plan, GatherPlan]
        if self.operator in GATHERS:
            numbers = tuple(self.attributes.get(name, 0) for name in GATHERS[self.operator])
            planned = gather_plan_for(self.operator, arrays[0], arrays[1], numbers, profile=self.profile, isa=isa)
        else:
            words = Words(self.attributes.get("axis", 0), reduction=self.reduction, profile=self.profile, isa=isa)
            planned = plan_for(self.operator, arrays[0], arrays[1], arrays[2], words)
        output = planned(*arrays)
        return planned.kernel or "nothing to write", output


@dataclass(frozen=True)
class Model:
    """A graph of such nodes."""

    nodes: Tuple[Node, ...]
    inputs: Tuple[str, ...]  # in the graph's order, including those that have a value in the model
    outputs: Tuple[str, ...]
    constants: Mapping[str, np.ndarray]

    def run(self, given: Mapping[str, np.ndarray], isa: Optional[str] = None) -> Tuple[List[np.ndarray], List[str]]:
        """The outputs, and what wrote that of each node."""
        values = {**self.constants, **given}
        kernels = []
        for node in self.nodes:
            kernel, values[node.output] = node.run(values, isa)
            kernels.append(kernel)
        return [values[name] for name in self.outputs], kernels


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
    inputs = tuple(node.input)
    while inputs and not inputs[-1]:  # an input that is left out may have an empty name
        inputs = inputs[:-1]
    if not schema.min_input <= len(inputs) <= schema.max_input or len(node.output) != 1:
        allowed = " or ".join(str(n) for n in range(schema.min_input, schema.max_input + 1))
        raise Rejection(f"{name} has {len(inputs)} inputs and {len(node.output)} outputs, not the {allowed} and 1 of {node.op_type}")
    given = {attribute.name: attribute for attribute in node.attribute}
    for attribute in given.values():
        expected = schema.attributes.get(attribute.name)
        if expected is None or expected.type.value != attribute.type:  # type: ignore[attr-defined]
            raise Rejection(f"{name} has the attribute {attribute.name!r}, which is none of {version}")
    values = {word: onnx.helper.get_attribute_value(given.get(word, row.default_value)) for word, row in schema.attributes.items()}
    return Node(
        operator=ONNX_OPERATORS[node.op_type],
        profile=f"ONNX {version}",
        attributes={word: value.decode(errors="replace") if isinstance(value, bytes) else value for word, value in values.items()},
        inputs=inputs,
        output=node.output[0],
        deprecated=schema.deprecated,
    )


def read_model(model: Any, name: str = "the model") -> Model:
    """A ModelProto, which rejections call `name`. Rejection if it is not made of ONNX_OPERATORS, or cannot be run."""
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
