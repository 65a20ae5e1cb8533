"""Puts strew's operators in the places of OpenVINO's in a model that is loaded."""

from __future__ import annotations

from typing import Iterator

import openvino
from openvino import Model, Node
from openvino.utils import replace_node
from openvino.utils.node_factory import NodeFactory

from ._library import library_path

_SCATTERS = {
    "ScatterNDUpdate": ("opset4", "opset15"),
    "ScatterElementsUpdate": ("opset3", "opset12"),
    "ScatterUpdate": ("opset3",),
}
# What of a node's tensors keep their types, as the library numbers it, and which types OpenVINO's CPU plugin converts otherwise.
_NOTHING, _INT64, _ALL, _ALL_TO_RESULTS = range(4)
_CARRIED = ("f64", "u32", "f16", "bf16")
_GATHERS = {"GatherND": ("opset8",), "GatherElements": ("opset6",), "Gather": ("opset8",)}


def _bodies(node: Node) -> Iterator[Model]:
    """The models inside a node."""
    kind = node.get_type_name()
    if kind == "If":
        yield from (node.get_function(0), node.get_function(1))
    elif kind == "Loop":
        yield node.get_function()
    elif kind == "TensorIterator":
        yield node.get_body()


def _converted(gather: bool) -> dict[str, tuple[str, ...]]:
    """Names and versions of what becomes strew's. What the library has put into a model that was read knows nothing of the results."""
    names = {**_SCATTERS, **_GATHERS} if gather else _SCATTERS
    return {**names, **{f"Strew{name}": ("strew",) for name in names}}


def _carrying(nodes: list[Node]) -> dict[str, int]:
    """What of each node keeps its type: all, if its output goes to results of the model alone, perhaps by way of scatters."""
    carrying: dict[str, int] = {}
    for node in reversed(nodes):
        users = [target.get_node() for output in node.outputs() for target in output.get_target_inputs()]
        kinds = {user.get_type_name() for user in users}
        if node.get_type_name().removeprefix("Strew") not in _SCATTERS or not users:
            continue
        if kinds == {"Result"}:
            carrying[node.get_name()] = _ALL_TO_RESULTS
        elif all(user.get_type_name() == "Result" or user.get_name() in carrying for user in users):
            carrying[node.get_name()] = _ALL
    return carrying


def _convert(model: Model, factory: NodeFactory, names: dict[str, tuple[str, ...]], is_body: bool) -> None:
    nodes = model.get_ordered_ops()
    chosen = {} if is_body else _carrying(nodes)
    for node in nodes:
        for body in _bodies(node):
            _convert(body, factory, names, True)
        kind = node.get_type_info()
        if is_body and kind.name in ("StrewCarry", "StrewRestore"):
            node.output(0).replace(node.input_value(0))  # the library, which cannot tell a body, has put it there
        if kind.version_id not in names.get(kind.name, ()):
            continue
        carrying = _NOTHING if is_body else chosen.get(node.get_name(), _INT64)
        if kind.version_id == "strew" and (carrying < _ALL or node.get_element_type().get_type_name() not in _CARRIED):
            continue
        name = kind.name.removeprefix("Strew")
        made = factory.create(f"Strew{name}From", node.input_values(), {**node.get_attributes(), "carrying": carrying})
        if made.get_type_name() == name:
            continue  # a shape, which OpenVINO works out itself
        replace_node(node, made)
        made.set_friendly_name(node.get_friendly_name())
    model.validate_nodes_and_infer_types()


def convert(model: Model, gather: bool = False) -> Model:
    """Changes the scatters of a model, also those in its branches and loops, into strew's, and returns the model.

    With `gather`, Gather, GatherND and GatherElements become strew's as well. Scatters that compute the shape of a tensor stay, because
    OpenVINO infers shapes from them.
    """
    factory = NodeFactory()
    factory.add_extension(library_path())
    _convert(model, factory, _converted(gather), False)
    return model
