"""Which operator three arrays are, for `python -m strew try`: a guess from their shapes, and an example where no arrays are given."""

from __future__ import annotations

from typing import Iterator, NamedTuple, Optional, Tuple

import numpy as np

from ._operators import GATHERS, SCATTERS

_Shape = Tuple[int, ...]


class Problem(NamedTuple):
    """A call: an operator and what it is given. Only gathers have no updates. An axis that data has counts from the first."""

    operator: str
    axis: int
    reduction: str
    data: np.ndarray
    indices: np.ndarray
    updates: Optional[np.ndarray]

    @property
    def has_axis(self) -> bool:
        return "axis" in {**SCATTERS, **GATHERS}[self.operator]

    def described(self) -> str:
        """In words, as a title has it."""
        where = f" along axis {self.axis}" if self.has_axis else ""
        return f"{self.operator}{where}{f', {self.reduction}' if self.updates is not None else ''}"


class Candidate(NamedTuple):
    operator: str
    axis: int


def _fits_elements(data: _Shape, indices: _Shape, axis: int, is_gather: bool) -> bool:
    """Every dimension of indices but the axis fits into data. That of a gather fills it, because rows of a table that are named by a matrix of
    words would fit into most tables, too."""
    rest = [(i, d) for k, (i, d) in enumerate(zip(indices, data)) if k != axis]
    return all(i == d if is_gather else i <= d for i, d in rest)


def candidates(data: _Shape, indices: _Shape, updates: Optional[_Shape], axis: Optional[int]) -> Iterator[Candidate]:
    """The operators that take arrays of these shapes, the most likely first. With an axis, only those that have one, along it."""
    is_gather = updates is None
    if axis is not None and not -len(data) <= axis < len(data):
        return
    axes = range(len(data)) if axis is None else [axis % len(data)]
    if 1 < len(data) == len(indices) and updates in (None, indices):
        for each in axes:
            if _fits_elements(data, indices, each, is_gather):
                yield Candidate("gather_elements" if is_gather else "scatter_elements", each)
                break
    n_components = indices[-1] if indices else 0
    is_tuples = len(indices) > 1 and 1 <= n_components <= len(data) and axis is None
    if is_gather and is_tuples:
        yield Candidate("gather_nd", 0)
    for each in axes:
        if is_gather or updates == data[:each] + indices + data[each + 1 :]:
            yield Candidate("gather" if is_gather else "scatter_update", each)
            break
    if axis is not None:
        return
    if is_tuples and updates == indices[:-1] + data[n_components:]:
        yield Candidate("scatter_nd", 0)
    if is_gather or updates == indices:
        yield Candidate("take" if is_gather else "put", 0)


def nearest(data: _Shape, indices: _Shape) -> str:
    """Of arrays that fit no operator, the one whose sentence says what does not fit."""
    return "scatter_nd" if len(indices) > 1 and 1 <= indices[-1] <= len(data) else "scatter_update"


_N_ROWS, _N_COLUMNS, _N_TUPLES = 20_000, 32, 100_000


def example(operator: str, axis: Optional[int], reduction: str) -> Problem:
    """Random rows of 32 numbers, or single numbers of a matrix."""
    rng = np.random.default_rng(1)
    shape = (_N_ROWS, _N_COLUMNS)
    along = 0 if axis is None else axis
    size = shape[along] if -2 <= along < 2 else 1
    counts: _Shape = (_N_TUPLES,)
    tuples: _Shape = (_N_TUPLES, _N_COLUMNS)
    if operator in ("scatter_elements", "gather_elements"):
        counts = tuples = (1000, _N_COLUMNS) if along in (0, -2) else (_N_ROWS, 10)
    elif operator in ("put", "take"):
        size, tuples = _N_ROWS * _N_COLUMNS, counts
    elif operator in ("scatter_nd", "gather_nd"):
        counts, size = (_N_TUPLES, 1), _N_ROWS
    elif along not in (0, -2):
        counts, tuples = (1000,), (_N_ROWS, 1000)
    data, indices = rng.random(shape, np.float32), rng.integers(0, size, counts)
    updates = rng.random(tuples, np.float32) if operator in SCATTERS else None
    return Problem(operator, along, reduction, data, indices, updates)
