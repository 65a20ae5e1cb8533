"""The functions of gradient.py: the gradient of an operand of a scatter or a segment, from that of what it returned."""

from __future__ import annotations

import ctypes
from ctypes import addressof, byref
from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np

from ._arrays import Components, Kind, _array, _indices, _kind, _shape, buffer_of_indices, element_bytes, integer
from ._beside import Beside
from ._call import call_of, shape_of_ordered
from ._documentation import GRADIENTS, documented
from ._errors import check
from ._library import Call, Fault, GradientBuffers, lib
from ._operators import SCATTERS
from ._rejection import described
from ._tables import REDUCTIONS, number_of
from ._threads import count, lend
from ._words import ACCUMULATIONS, GRADIENTS_OF, INITIALS, NANS, OFFSETS_ENDS, flag, options_of

_OPERATORS = {name: number for number, name in enumerate((*SCATTERS, "segment"))}


def _dense(value: Any, name: str) -> np.ndarray:
    array = _array(value, name)
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} is not contiguous in row-major order: hand over numpy.ascontiguousarray({name})")
    return array


def _indices_of(operator: str, indices: Any, offsets: Any) -> Tuple[str, Any]:
    """What says where tuples go, by the member of strew_call, as it is read."""
    if operator == "segment" and (indices is None) == (offsets is None):
        raise TypeError(f"segment has {'neither offsets nor' if offsets is None else 'both offsets and'} indices, and one of them is needed")
    if operator != "segment" and offsets is not None:
        raise TypeError(f"offsets are for segment, and the operator is {operator}")
    if offsets is not None:
        return "offsets", _array(offsets, "offsets")
    if indices is None:
        raise TypeError("indices are missing")
    return "indices", _array(indices, "indices") if operator == "segment" else _indices(operator, indices)


def _kind_of_updates(updates: Any, array: Optional[np.ndarray], operator: str, data: Kind, at: Kind, numbers: Dict[str, int]) -> Kind:
    """Of updates, of which a shape may be given, or nothing if it follows from the others."""
    if array is not None:
        return _kind(array)
    if updates is not None:
        return Kind(data.dtype, _shape(updates, "updates"))
    if operator == "segment":
        return Kind(data.dtype, (*at.shape[:1], *data.shape[1:]))
    return Kind(data.dtype, shape_of_ordered(operator, data.shape, at.shape, numbers["axis"], numbers["batch_dims"]))


def _result(out: Any, kind: Kind) -> np.ndarray:
    if out is None:
        return np.empty(kind.shape, kind.dtype)
    if isinstance(out, np.generic):
        raise TypeError("out is a NumPy scalar, which cannot be written to")
    array = _dense(out, "out")
    if (array.dtype, array.shape) != (kind.dtype, kind.shape):
        raise ValueError(f"out is {_kind(array)}, but the gradient is {Kind(kind.dtype, kind.shape)}")
    if not array.flags.writeable:
        raise ValueError("out is read-only")
    return array


def _run(call: Call, of: int, arrays: Dict[str, Any], written: np.ndarray, threads: Optional[int]) -> None:
    places = buffer_of_indices(arrays.pop("indices")) if "indices" in arrays else {}
    buffers = GradientBuffers(**places, **{name: array.ctypes.data for name, array in arrays.items()})
    n_threads = count(threads)
    lent = lend(n_threads, lib.strew_gradient_workspace_size(byref(call), of, n_threads))
    fault = Fault()
    lib.strew_gradient(written.ctypes.data, byref(call), of, byref(buffers), byref(lent), byref(fault))
    check(fault, "gradient")


def make(of: str, documentation: str) -> Callable[..., Any]:
    """The function of an operand; a table is updates with update indices."""
    operand = "updates" if of == "table" else of

    def function(
        operator: str,
        output_gradient: Any,
        indices: Any = None,
        updates: Any = None,
        *,
        offsets: Any = None,
        axis: int = 0,
        batch_dims: int = 0,
        reduction: str = "add",
        policy: str = "error",
        negative_wrap: bool = True,
        nan: str = "wins",
        include_self: bool = True,
        ignore_index: Optional[int] = None,
        accumulate: Optional[str] = None,
        alpha: Any = None,
        update_indices: Any = None,
        update_policy: str = "error",
        update_negative_wrap: bool = True,
        update_ignore_index: Optional[int] = None,
        weights: Any = None,
        arg: Any = None,
        arg_counts: str = "tuples",
        arg_fill: int = -1,
        initial: str = "zero",
        offsets_end: str = "given",
        out: Any = None,
        threads: Optional[int] = 1,
    ) -> Any:
        number_of(_OPERATORS, operator, "operator")
        if of == "table" and update_indices is None:
            raise TypeError("update_indices is missing: without a table, strew.gradient.updates has the gradient")
        if of == "updates" and update_indices is not None:
            raise TypeError("update_indices make updates a table, of which strew.gradient.table has the gradient")
        of_output = _dense(output_gradient, "output_gradient")
        data = Kind(of_output.dtype, of_output.shape)
        member, at = _indices_of(operator, indices, offsets)
        numbers = {"axis": integer(axis, "axis"), "batch_dims": integer(batch_dims, "batch_dims")}
        beside = Beside(
            update_indices=update_indices,
            update_policy=update_policy,
            update_negative_wrap=update_negative_wrap,
            update_ignore_index=update_ignore_index,
            weights=weights,
            arg=arg,
            arg_counts=arg_counts,
            arg_fill=arg_fill,
        ).read()
        is_shape = updates is None or isinstance(updates, (tuple, list, int))
        if updates is None and (member == "offsets" or beside.update_indices is not None):
            raise TypeError("updates is missing, and at least its shape is needed")
        if of == "weights" and (weights is None or is_shape):
            raise TypeError("weights is missing" if weights is None else f"updates is {described(updates)}, and the gradient of weights reads an array")
        if reduction in ("min", "max") and arg is None:
            raise TypeError(f"arg is missing: the gradient of {reduction} goes to what has won")
        given = None if is_shape else _array(updates, "updates")
        kinds = {"data": data, member: _kind(at), "updates": _kind_of_updates(updates, given, operator, data, _kind(at), numbers)}
        element = element_bytes(alpha, data.dtype, "alpha")
        factor = None if element is None else ctypes.create_string_buffer(element, len(element))
        options = options_of(
            policy,
            negative_wrap,
            ignore_index,
            nan=number_of(NANS, nan, "nan"),
            excludes_self=not flag(include_self, "include_self"),
            accumulate=0 if accumulate is None else number_of(ACCUMULATIONS, accumulate, "accumulate"),
            alpha=None if factor is None else addressof(factor),
            initial=number_of(INITIALS, initial, "initial"),
            offsets_end=number_of(OFFSETS_ENDS, offsets_end, "offsets_end"),
            **beside.members(),
        )
        call = call_of(operator, options, {**kinds, **beside.kinds().tensors}, reduction=number_of(REDUCTIONS, reduction, "reduction"), **numbers)
        operands: Dict[str, Kind] = {"updates": kinds["updates"], "weights": _kind(beside.weights) if weights is not None else data, "data": data}
        written = _result(out, operands[operand])
        arrays = {"output_gradient": of_output, member: at, "update_indices": beside.update_indices, "arg": beside.arg}
        arrays["updates"], arrays["weights"] = (given if of == "weights" else None), (beside.weights if operand == "updates" else None)
        _run(call, GRADIENTS_OF[operand], {name: array for name, array in arrays.items() if array is not None}, written, threads)
        return written if out is None else out

    function.__name__ = function.__qualname__ = of
    function.__module__ = "strew.gradient"
    function.__doc__ = documentation
    return documented(GRADIENTS)(function)
