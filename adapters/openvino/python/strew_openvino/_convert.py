"""Puts strew's operators in the places of OpenVINO's in a model that is loaded, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional, Union
from xml.etree import ElementTree

import openvino
from openvino import Model, Node, Output
from openvino.utils.node_factory import NodeFactory

from ._library import library_path

# Names and versions of what becomes strew's.
_SCATTERS = {
    "ScatterNDUpdate": ("opset4", "opset15"),
    "ScatterElementsUpdate": ("opset3", "opset12"),
    "ScatterUpdate": ("opset3",),
}
_GATHERS = {"GatherND": ("opset8",), "GatherElements": ("opset6",), "Gather": ("opset8",)}
_OURS = "strew"  # the version of strew's own
_ATTRIBUTES = ("reduction", "use_init_val", "axis", "batch_dims")  # of OpenVINO's operators

# What of a node's tensors keep their types, as the library numbers it.
_NOTHING, _INT64, _ALL, _ALL_TO_RESULTS = range(4)
# What OpenVINO's CPU plugin narrows. An extension can give it integers of 64 bits, but not the others, for its own operators.
_WIDE, _WIDE_IN_RESULTS = ("i64", "u64"), ("u32", "f64")

CLAIMS = ("auto", "all")
Shapes = Mapping[Any, Any]


@dataclass(frozen=True)
class Claim:
    """What becomes of a scatter or gather of a model, and why."""

    name: str
    operator: str
    is_strews: bool
    reason: str

    def __str__(self) -> str:
        return f"{'strew' if self.is_strews else 'OpenVINO'}: {self.operator} {self.name}: {self.reason}"


def _factory() -> NodeFactory:
    factory = NodeFactory()
    factory.add_extension(library_path())
    return factory


def _bodies(node: Node) -> Iterator[Model]:
    """The models inside a node."""
    kind = node.get_type_name()
    if kind == "If":
        yield from (node.get_function(0), node.get_function(1))
    elif kind == "Loop":
        yield node.get_function()
    elif kind == "TensorIterator":
        yield node.get_body()


def models_in(model: Model) -> Iterator[tuple[Model, bool]]:
    """The model and those in its branches and loops, each with whether it is such."""
    yield model, False
    for node in model.get_ordered_ops():
        for body in _bodies(node):
            yield from ((inner, True) for inner, _ in models_in(body))


def _users(node: Node) -> list[tuple[Node, int]]:
    """The nodes that use a node's output, and as which input."""
    targets = (target for output in node.outputs() for target in output.get_target_inputs())
    return [(target.get_node(), target.get_index()) for target in targets]


def _attributes(node: Node) -> dict[str, Any]:
    return {name: value for name, value in node.get_attributes().items() if name in _ATTRIBUTES}


# ---- Back to OpenVINO's operators ------------------------------------------------------------------------------------------------------


def is_ours(node: Node) -> bool:
    return str(node.get_type_info().version_id) == _OURS


def _behind(value: Output) -> Output:
    """A value before strew's operators changed its type."""
    while value.get_node().get_type_name() in ("StrewCarry", "StrewNarrow", "StrewRestore"):
        value = value.get_node().input_value(0)
    return value


def to_standard(model: Model) -> None:
    """Puts OpenVINO's operators in the places of strew's."""
    for inner, _ in models_in(model):
        nodes = [node for node in inner.get_ordered_ops() if is_ours(node)]
        for node in nodes:
            name = node.get_type_name().removeprefix("Strew")
            if name in ("Carry", "Narrow", "Restore"):
                continue
            version = {**_SCATTERS, **_GATHERS}[name][-1]
            made = NodeFactory(version).create(name, [_behind(value) for value in node.input_values()], _attributes(node))
            restores = [user for user, _ in _users(node) if user.get_type_name() == "StrewRestore"]
            made.set_friendly_name((restores or [node])[0].get_friendly_name())
            node.output(0).replace(made.output(0))
        for node in nodes:
            if node.get_type_name() in ("StrewCarry", "StrewNarrow", "StrewRestore"):
                node.output(0).replace(_behind(node.output(0)))
        inner.validate_nodes_and_infer_types()


# ---- What is claimed -------------------------------------------------------------------------------------------------------------------


def _candidates(model: Model, gather: bool) -> list[Node]:
    names = {**_SCATTERS, **_GATHERS} if gather else _SCATTERS
    return [node for node in model.get_ordered_ops() if node.get_type_name() in names]


def _exact(candidates: list[Node]) -> set[str]:
    """Those whose numbers OpenVINO would narrow on their way from inputs and constants of the model to its results."""
    types = {node.get_name(): node.get_element_type().get_type_name() for node in candidates}
    exact = {name for name, found in types.items() if found in _WIDE + _WIDE_IN_RESULTS}

    def is_whole(value: Output) -> bool:
        node = value.get_node()
        return node.get_type_name() in ("Parameter", "Constant") or node.get_name() in exact

    def reaches_results(node: Node) -> bool:
        keeps = [user.get_type_name() == "Result" or (user.get_name() in exact and at != 1) for user, at in _users(node)]
        return any(keeps) if types[node.get_name()] in _WIDE else all(keeps) and node.get_type_name() in _SCATTERS

    def is_fed(node: Node) -> bool:
        return all(is_whole(node.input_value(i)) for i in ((0, 2) if node.get_type_name() in _SCATTERS else (0,)))

    while True:
        lost = {node.get_name() for node in candidates if not is_fed(node) or not reaches_results(node)} & exact
        if not lost:
            return exact
        exact -= lost


def _carrying(claimed: list[Node]) -> dict[str, int]:
    """What of each node keeps its type: all, if its output goes to results of the model alone, perhaps by way of scatters."""
    carrying: dict[str, int] = {}
    for node in reversed(claimed):
        users = [user for user, _ in _users(node)]
        kept = [user.get_type_name() == "Result" or carrying.get(user.get_name(), _NOTHING) >= _ALL for user in users]
        name = node.get_name()
        carrying[name] = _INT64
        if node.get_type_name() in _SCATTERS and users and all(kept):
            carrying[name] = _ALL_TO_RESULTS if {user.get_type_name() for user in users} == {"Result"} else _ALL
    return carrying


def _create(factory: NodeFactory, node: Node, **hints: Any) -> Node:
    return factory.create(f"Strew{node.get_type_name()}From", node.input_values(), {**_attributes(node), **hints})


def _is_resized(node: Node) -> bool:
    return any(value.get_partial_shape().is_dynamic for value in node.input_values())


def _decide(candidates: list[Node], is_body: bool, claim: str, are_resized: list[bool]) -> list[Claim]:
    """What becomes of each candidate. What it costs and gains is decided in the library: claim.cpp."""
    factory, names = _factory(), {**_SCATTERS, **_GATHERS}
    exact = set() if is_body else _exact(candidates)
    decided = []
    for node, is_resized in zip(candidates, are_resized):
        kind = node.get_type_info()
        operator = f"{kind.name}-{kind.version_id.removeprefix('opset')}"
        said = (node.get_friendly_name(), operator)
        if kind.version_id not in names[kind.name]:
            decided.append(Claim(*said, False, "strew has other versions of this operator"))
            continue
        is_shared = len(node.input_value(0).get_target_inputs()) > 1
        hints = {"claim": claim, "shared": is_shared, "in_body": is_body, "resized": is_resized, "carrying": _NOTHING}
        hints["exact"] = int(node.get_name() in exact)
        try:
            made = _create(factory, node, **hints)
        except RuntimeError as error:
            if claim == "all":
                raise
            decided.append(Claim(*said, False, f"strew rejects it: {str(error).strip().splitlines()[-1]}"))
            continue
        decided.append(Claim(*said, made.get_type_name() != kind.name, made.get_friendly_name()))
    return decided


def checked_flag(gather: bool) -> bool:
    if not isinstance(gather, bool):
        raise TypeError(f"gather is {gather!r}; it must be True or False")
    return gather


def checked(claim: str) -> str:
    if claim not in CLAIMS:
        raise ValueError(f"claim is {claim!r}; it must be {' or '.join(map(repr, CLAIMS))}")
    return claim


def plan(model: Model, gather: bool, claim: str, shapes: Optional[Shapes], report: list[Claim]) -> list[tuple[Node, dict[str, Any]]]:
    """The scatters of a model, whose operators become all OpenVINO's, each with what the library must be told of it."""
    checked(claim)
    checked_flag(gather)
    typical = model
    if shapes is not None:
        typical = model.clone()
        typical.reshape(dict(shapes))
        to_standard(typical)
    to_standard(model)
    all_hints: list[tuple[Node, dict[str, Any]]] = []
    for (inner, is_body), (sized, _) in zip(list(models_in(model)), list(models_in(typical))):
        nodes = _candidates(inner, gather)
        decided = _decide(_candidates(sized, gather), is_body, claim, [_is_resized(node) for node in nodes])
        report.extend(decided)
        claimed = [node for node, found in zip(nodes, decided) if found.is_strews]
        carrying = {} if is_body else _carrying(claimed)
        names = {node.get_name() for node in claimed}
        for node in nodes:
            name = node.get_name()
            all_hints.append((node, {"claim": "all", "carrying": carrying.get(name, _NOTHING)} if name in names else {"claim": "none"}))
    return all_hints


def convert(
    model: Model, gather: bool = False, claim: str = "auto", shapes: Optional[Shapes] = None, report: Optional[list[Claim]] = None
) -> Model:
    """Changes scatters of a model, also those in its branches and loops, into strew's, and returns the model.

    claim   "auto": those that are faster in strew, by their sizes and by what OpenVINO would do in place, and those whose int64, uint64,
            uint32 or float64 goes from inputs to results of the model, which OpenVINO's CPU plugin would narrow. Where sizes are not
            known, the smallest counts. "all": every one but those that compute the shape of a tensor, which stay because OpenVINO infers
            shapes from them.
    gather  Gather, GatherND and GatherElements become strew's as well, by the same rule.
    shapes  typical shapes of inputs, by name or number, as Model.reshape takes them: "auto" decides for these. The model's own stay.
    report  a list that gets a Claim for each scatter (and gather, if asked for): whether it is strew's, and why.

    A model that was converted already is converted anew. What openvino.save_model writes of a converted model has operators that only a
    Core with strew's extension reads; strew_openvino.save_model keeps OpenVINO's.
    """
    factory = _factory()
    for node, hints in plan(model, gather, claim, shapes, [] if report is None else report):
        if hints["claim"] == "all":
            made = _create(factory, node, **hints)
            made.set_friendly_name(node.get_friendly_name())
            node.output(0).replace(made.output(0))
    for inner, _ in models_in(model):
        inner.validate_nodes_and_infer_types()
    return model


def claims(model: Model, gather: bool = False, claim: str = "auto", shapes: Optional[Shapes] = None) -> list[Claim]:
    """What convert would do with each scatter of a model (and gather, if asked for), and why. The model stays as it is."""
    report: list[Claim] = []
    convert(model.clone(), gather, claim, shapes, report)
    return report


def save_model(
    model: Model,
    output_model: Union[str, Path],
    compress_to_fp16: bool = True,
    gather: bool = False,
    claim: str = "auto",
    shapes: Optional[Shapes] = None,
) -> list[Claim]:
    """Saves a model as openvino.save_model does, with marks at what convert would claim, and returns what that is.

    The operators in the file are OpenVINO's, and it reads the file. A Core of C++ that has strew's extension claims what is marked. One of
    strew_openvino.core() decides by itself.
    """
    model = model.clone()
    report: list[Claim] = []
    marks = {}
    for i, (node, hints) in enumerate(plan(model, gather, claim, shapes, report)):
        marks[f"strew {i}"] = (node.get_friendly_name(), {name: str(value) for name, value in hints.items()})
        node.set_friendly_name(f"strew {i}")  # names need not be unique
    openvino.save_model(model, output_model, compress_to_fp16)
    tree = ElementTree.parse(output_model)
    for layer in tree.iter("layer"):
        if layer.get("name") in marks:
            name, hints = marks[layer.get("name", "")]
            layer.set("name", name)
            data = layer.find("data")
            if data is None:
                data = ElementTree.Element("data")
                layer.insert(0, data)
            data.attrib.update(hints)
    tree.write(output_model, "utf-8", xml_declaration=True)
    return report
