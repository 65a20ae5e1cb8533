"""What a call is given, for each operator and for each function with a name of NumPy's: one row.

The long way and the extension module both go by it. An operator is one of the library's, and its tensors are members of strew_call and
strew_buffers; a function of NumPy's is given the same tensors in more ways.
"""

from __future__ import annotations

from typing import Dict, Mapping, NamedTuple, Optional, Tuple

# How an argument is given: as an "array"; as an array, or as a tuple of arrays that are "components"; as what numpy.asarray makes "indices"
# of; as "places", which are both; as an "operand", a number or what becomes data's dtype by casting of the same kind; or as what can be
# "assigned" to data.
_DATA = ("data", "array")
_INDICES = ("indices", "array")
_COMPONENTS = ("indices", "components")
_UPDATES = ("updates", "array")

_Tensors = Tuple[Tuple[str, str], ...]


class Operator(NamedTuple):
    """An operator of the library.

    `numbers` are the members of strew_call that it has beside tensors. `order` names the shape of what follows the order of the tuples,
    which is updates, or the output of a gather: that of "elements" or "tuples" of indices, or of indices in place of an "axis". `names` are
    Python's for members that ONNX calls otherwise.
    """

    tensors: _Tensors
    numbers: Tuple[str, ...] = ()
    order: Optional[str] = None
    names: Mapping[str, str] = {}

    @property
    def takes_components(self) -> bool:
        return _COMPONENTS in self.tensors


OPERATORS: Dict[str, Operator] = {
    "scatter_nd": Operator((_DATA, _COMPONENTS, _UPDATES), ("batch_dims",), "tuples"),
    "scatter_elements": Operator((_DATA, _INDICES, _UPDATES), ("axis",), "elements"),
    "scatter_update": Operator((_DATA, _INDICES, _UPDATES), ("axis", "batch_dims"), "axis"),
    "put": Operator((_DATA, _INDICES, _UPDATES), (), "elements"),
    "gather_nd": Operator((_DATA, _COMPONENTS), ("batch_dims",), "tuples"),
    "gather_elements": Operator((_DATA, _INDICES), ("axis",), "elements"),
    "gather": Operator((_DATA, _INDICES), ("axis", "batch_dims"), "axis"),
    "take": Operator((_DATA, _INDICES), (), "elements"),
    "tensor_scatter": Operator(
        (_DATA, _UPDATES, ("write_indices", "array")), ("axis", "mode"), names={"data": "past_cache", "updates": "update"}
    ),
    "masked_scatter": Operator((_DATA, ("mask", "array"), _UPDATES)),
}

# Those that combine updates with elements, those that copy slices, and the names of their numbers.
SCATTERS, GATHERS = (
    {name: row.numbers for name, row in OPERATORS.items() if row.order is not None and (_UPDATES in row.tensors) is has_updates}
    for has_updates in (True, False)
)


class Function(NamedTuple):
    """A function of NumPy's, which may be in place: then data is what it writes to.

    `form` says how updates follow from what is given, for the extension module to plan calls of other sizes: they are as "given", an
    "operand" that is broadcast to what indices name, or "assigned" one after another. None: each size is planned by the long way.
    """

    tensors: _Tensors
    is_in_place: bool = False
    form: Optional[str] = "given"


FUNCTIONS: Dict[str, Function] = {
    "add_at": Function((_DATA, ("indices", "places"), ("updates", "operand")), True, "operand"),  # and its siblings
    "numpy.take": Function((_DATA, ("indices", "indices"))),
    "numpy.put": Function((_DATA, ("indices", "indices"), ("updates", "assigned")), True, "assigned"),
    "take_along_axis": Function((_DATA, _INDICES), form=None),
    "put_along_axis": Function((_DATA, _INDICES, ("updates", "assigned")), True, None),
}
