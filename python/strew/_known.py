"""Calls that were made before, which the extension module makes again.

It looks a call up by what it is given: the dtype, shape and strides of each array, and the words. So a call has two ways. The fast one is
that of a call that is known. Everything else, and whatever the library rejects, goes the long way, in Python, which says what is wrong. If
nothing is, the long way has the call remembered, by the arrays that the library has read: whatever is given later and becomes such arrays is
the same call.
"""

from __future__ import annotations

from ctypes import addressof
from math import prod
from typing import Any, NamedTuple, Optional, Tuple

import ml_dtypes
import numpy as np

from ._blocks import Blocks
from ._errors import check
from ._library import Call, Fault, address, lib, native
from ._operators import FUNCTIONS, OPERATORS, Function
from ._tables import BLOCK_FORMATS, PACKED_DTYPES
from ._threads import Lender

FUNCTION_ENTRIES, PLAN_ENTRIES = 128, 4  # a plan is for one kind of arrays, but a dtype may have several objects


class _NeverKnown:
    """Where the extension module is not installed."""

    def __call__(self, out: Any, threads: Any, words: Tuple[Any, ...], *tensors: Any) -> Any:
        return NotImplemented

    def remember(self, planned: Any, out: Any, words: Tuple[Any, ...], *tensors: Any) -> bool:
        return False

    def taken(self) -> int:
        return 0


NEVER_KNOWN = _NeverKnown()


def calls_of(name: str, n_entries: int = FUNCTION_ENTRIES, without: str = "") -> Any:
    """A place for the calls of one function, or of one plan, that are known; `without` is a tensor that they are not given."""
    if native is None:
        return _NeverKnown()
    row = FUNCTIONS.get(name) or Function(OPERATORS[name].tensors)
    form = row.form if n_entries > PLAN_ENTRIES else None  # the sizes of a plan are fixed

    def on_fault(fault: bytes) -> None:
        check(Fault.from_buffer_copy(fault), name)

    tensors = tuple(tensor for tensor in row.tensors if tensor[0] != without)
    return native.Calls(tensors, n_entries, row.is_in_place, (form or "\0")[0], on_fault)


def gather_known(known: Any, out: Any, threads: Any, words: Tuple[Any, ...], data: Any, *others: Any) -> Any:
    """A gather from Blocks that is known. The extension module knows Blocks by their records."""
    if not isinstance(data, Blocks):
        return NotImplemented
    result = known(_record(out), threads, words, data.records, *others)
    return result if result is NotImplemented or out is None else out


def scatter_known(known: Any, out: Any, threads: Any, words: Tuple[Any, ...], data: Any, *others: Any) -> Any:
    """A scatter into Blocks that is known. It makes no output of its own."""
    if not isinstance(data, Blocks):
        return NotImplemented
    output = Blocks(np.empty(data.array.shape, np.uint8), data.block_format) if out is None else out
    result = known(_record(output), threads, words, data.records, *map(_record, others))
    return result if result is NotImplemented else output


def given(out: Any, written: Any) -> Any:
    """What a call was given to write to. New Blocks were given, too: the extension module makes none."""
    return None if out is None and not isinstance(written, Blocks) else written


def remember(known: Any, call: Any, out: Any, words: Tuple[Any, ...], *tensors: Any) -> None:
    """Has a call remembered, by what it was given, Blocks among it."""
    known.remember(call, _record(out), words, *map(_record, tensors))


def _record(value: Any) -> Any:
    return value.records if isinstance(value, Blocks) else value


KNOWN = {name: calls_of(name) for name in (*OPERATORS, *FUNCTIONS)}  # those of functions


def _number(dtype: np.dtype) -> Tuple[str, int, float]:
    """How a number of Python's becomes an element: a kind, its bytes, and the largest float that has no kind in C."""
    if dtype.kind in "biuc" or dtype in (np.float32, np.float64):
        return dtype.kind, dtype.itemsize, 0.0
    try:
        return "x", dtype.itemsize, float(ml_dtypes.finfo(dtype).max)  # type: ignore[no-untyped-call]
    except (TypeError, ValueError):
        return "\0", 0, 0.0


MAX_REPEATED_BYTES = 512  # as python/calls.h has it


def broadcast_updates(values: np.ndarray, shape: Tuple[int, ...]) -> np.ndarray:
    """Updates of the shape. What has no dimensions becomes a few dense ones, with which a call takes less time than with strides of 0."""
    if values.ndim == 0 and values.itemsize < prod(shape) * values.itemsize <= MAX_REPEATED_BYTES and _number(values.dtype)[1]:
        return np.full(shape, values, values.dtype)
    return values if values.shape == shape else np.broadcast_to(values, shape)


class Again(NamedTuple):
    """What a call was planned from: strew_call, what it points to, and the order that the shape of a gather's output follows."""

    call: Call
    kept: Any = None
    order: Optional[str] = None


def planned(
    lender: Lender,
    dtype: np.dtype,
    shape: Optional[Tuple[int, ...]] = None,
    *,
    is_converted: bool = False,
    prepared: int = 0,
    is_element: bool = False,
    has_components: bool = False,
    n_repeats: int = 1,
    again: Optional[Again] = None,
) -> Any:
    """A plan as the extension module runs it, with a new output of this dtype and shape; None without the module.

    is_converted: whether the dtype is another than that of data.
    n_repeats: how many updates it makes of a number.

    With `again`, a call over arrays of the same dtypes and numbers of dimensions, but of other sizes, is planned there, too. Of Blocks it
    is not, for the shapes of their records count blocks.
    """
    if native is None:
        return None
    plan, run = addressof(lender.plan), address("strew_run")
    recipe = None
    if again is not None and again.call.data.dtype not in (*BLOCK_FORMATS.values(), *PACKED_DTYPES.values()):
        workspace_size = address("strew_plan_workspace_size") if lender.has_workspace else 0
        functions = address("strew_plan_call"), workspace_size, lib.strew_plan_size()
        recipe = again, addressof(again.call), *functions, (again.order or "\0")[0]
    number = *_number(dtype), n_repeats
    return native.Planned(lender, plan, run, prepared, lender.bytes_alone, shape, dtype if is_converted else None, is_element, has_components, *number, recipe)
