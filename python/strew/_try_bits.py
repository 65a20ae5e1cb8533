"""Whether two results have the same bits, for `python -m strew try`, and if they do not, by how much they differ and why that may be."""

from __future__ import annotations

from typing import NamedTuple, Optional

import numpy as np

from . import _scatter
from ._enums import Status
from ._errors import ScatterError
from ._try_operator import Problem


class Difference(NamedTuple):
    """How many elements differ, of how many, and by how much at most, where that is a number."""

    n_elements: int
    n_all: int
    largest: Optional[float]

    def __str__(self) -> str:
        much = "" if self.largest is None else f", by {self.largest:.2g} at most" if self.largest else ", in the sign of zeros alone"
        return f"{self.n_elements:,} of {self.n_all:,} elements{much}"


def _is_float(dtype: np.dtype) -> bool:
    return dtype.kind in "fc" or dtype.isbuiltin == 2  # the floats of ml_dtypes


def has_wide_sums(problem: Problem) -> bool:
    """Whether the call may be one that PyTorch computes in float32: sums and products of smaller floats."""
    is_small = _is_float(problem.data.dtype) and problem.data.dtype.itemsize < 4
    return problem.updates is not None and is_small and problem.reduction in ("add", "sub", "mul")


def difference(found: np.ndarray, expected: np.ndarray) -> Optional[Difference]:
    """None if both have the same bits. A NaN is a NaN: which one an operation makes is no promise of anybody."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return Difference(expected.size, expected.size, None)
    found, expected = np.ascontiguousarray(found).reshape(-1), np.ascontiguousarray(expected).reshape(-1)
    raw = f"V{found.dtype.itemsize}"
    differs = found.view(raw) != expected.view(raw)
    if _is_float(found.dtype):
        differs &= ~(np.isnan(found) & np.isnan(expected))
    n = int(np.count_nonzero(differs))
    if n == 0:
        return None
    largest = None
    if found.dtype.kind in "iufc" or _is_float(found.dtype):
        wide = np.complex128 if found.dtype.kind == "c" else np.float64
        with np.errstate(all="ignore"):
            largest = float(np.max(np.abs(found[differs].astype(wide) - expected[differs].astype(wide))))
        largest = None if np.isnan(largest) else largest
    return Difference(n, int(found.size), largest)


def names_twice(problem: Problem) -> bool:
    """Whether two tuples name the same slice. The library knows how to look."""
    arrays = (problem.data, problem.indices, problem.updates)
    axis = (problem.axis,) if problem.has_axis else ()
    try:
        getattr(_scatter, problem.operator)(*arrays, *axis, reduction="none", unique="checked")
    except ScatterError as error:
        if error.status != Status.NOT_UNIQUE:
            raise
        return True
    return False


def reason(problem: Problem, is_repeated: bool) -> str:
    """Why a result may have other bits than strew's, which are those of a loop over the tuples in their order."""
    if problem.updates is None:
        return "a gather only copies: please tell us"
    if not is_repeated:
        if problem.reduction in ("none", "min", "max"):
            return "no index is repeated: a zero may have another sign, or a NaN another rule"
        return "no index is repeated, so its numbers are rounded in another way"
    if problem.reduction == "none":
        return "indices are repeated: strew keeps the last update, and the other promises none"
    if problem.reduction in ("min", "max"):
        return "indices are repeated: zeros of both signs are equal to it, or a NaN has another rule"
    if not _is_float(problem.data.dtype):
        return "indices are repeated: updates were lost, or sums are rounded in another way"
    small = ", or in a wider type and rounded once" if problem.data.dtype.itemsize < 4 else ""
    return f"indices are repeated: updates are combined in another order{small}, where strew takes them in theirs"
