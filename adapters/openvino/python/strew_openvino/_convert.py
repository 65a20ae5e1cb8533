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


def _convert(model: Model, factory: NodeFactory, gather: bool) -> None:
    names = {**_SCATTERS, **_GATHERS} if gather else _SCATTERS
    for node in model.get_ordered_ops():
        for body in _bodies(node):
            _convert(body, factory, gather)
        kind = node.get_type_info()
        if kind.version_id not in names.get(kind.name, ()):
            continue
        made = factory.create(f"Strew{kind.name}From", node.input_values(), node.get_attributes())
        if made.get_type_name() == kind.name:
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
    _convert(model, factory, gather)
    return model
