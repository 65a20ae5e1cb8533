"""Calls that were made before, which the extension module makes again.

It looks a call up by what it is given: the dtype, shape and strides of each array, and the words. So a call has two ways. The fast one is
that of a call that is known. Everything else, and whatever the library rejects, goes the long way, in Python, which says what is wrong. If
nothing is, the long way has the call remembered, by the arrays that the library has read: whatever is given later and becomes such arrays is
the same call.
"""

from __future__ import annotations

from ctypes import addressof
from typing import Any, Optional, Tuple

import ml_dtypes
import numpy as np

from ._errors import check
from ._library import Fault, address, native
from ._operators import FUNCTIONS, OPERATORS
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
    tensors, is_in_place = FUNCTIONS.get(name) or (OPERATORS[name].tensors, False)

    def on_fault(fault: bytes) -> None:
        check(Fault.from_buffer_copy(fault), name)

    return native.Calls(tuple(tensor for tensor in tensors if tensor[0] != without), n_entries, is_in_place, on_fault)


KNOWN = {name: calls_of(name) for name in (*OPERATORS, *FUNCTIONS)}  # those of functions


def _number(dtype: np.dtype) -> Tuple[str, int, float]:
    """How a number of Python's becomes an element: a kind, its bytes, and the largest float that has no kind in C."""
    if dtype.kind in "biuc" or dtype in (np.float32, np.float64):
        return dtype.kind, dtype.itemsize, 0.0
    try:
        return "x", dtype.itemsize, float(ml_dtypes.finfo(dtype).max)  # type: ignore[no-untyped-call]
    except (TypeError, ValueError):
        return "\0", 0, 0.0


def planned(
    lender: Lender,
    dtype: np.dtype,
    shape: Optional[Tuple[int, ...]] = None,
    *,
    prepared: int = 0,
    is_element: bool = False,
    has_components: bool = False,
) -> Any:
    """A plan as the extension module runs it, with a new output of this shape; None without the module."""
    if native is None:
        return None
    plan, run = addressof(lender.plan), address("strew_run")
    return native.Planned(lender, plan, run, prepared, lender.bytes_alone, shape, is_element, has_components, *_number(dtype))
