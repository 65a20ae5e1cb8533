"""Where tuples go: one block of them, grouped by the chunk of data that each names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .._enums import Status
from .._errors import IndexOutOfBoundsError, check
from .._group import group_by_chunk
from .._library import Fault
from .._rejection import described

Chunks = Tuple[Tuple[int, ...], ...]


def plain(block: Any, name: str, dtype: Optional[np.dtype] = None, shape: Optional[Tuple[int, ...]] = None) -> np.ndarray:
    """A chunk, if it is what its dask array says. Otherwise a mask would be lost, bytes misread, or tuples left out."""
    array = np.asarray(block) if isinstance(block, (np.generic, bool, int, float, complex)) else block
    if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"a chunk of {name} is {described(block)}, and a plain NumPy array is needed")
    if dtype is not None and array.dtype != dtype:
        raise TypeError(f"a chunk of {name} is {array.dtype}, but its dask array says {dtype}")
    if shape is not None and array.shape != shape:
        raise ValueError(f"a chunk of {name} has the shape {array.shape}, but its dask array says {shape}")
    return np.ascontiguousarray(array).reshape(array.shape)


@dataclass(frozen=True)
class Grid:
    """The chunks of data over the axes that are indexed, and what a wrong index does."""

    axes: Tuple[int, ...]  # of data
    chunks: Chunks
    policy: str
    negative_wrap: bool
    ignore_index: Optional[int]
    subject: Optional[str] = None  # what a sentence calls the indices

    @property
    def shape(self) -> Tuple[int, ...]:
        return tuple(map(sum, self.chunks))

    @property
    def counts(self) -> Tuple[int, ...]:
        return tuple(map(len, self.chunks))

    @property
    def n_parts(self) -> int:
        return int(np.prod(self.counts, dtype=np.int64))


class OutOfBounds(NamedTuple):
    """The numbers of a sentence: a wrong index, found in one block and counted over all of them."""

    tuple: int
    component: int
    dimension: int
    value: int
    low: int
    high: int
    subject: Optional[str] = None

    def throw(self) -> None:
        subject = None if self.subject is None else self.subject.encode()
        check(Fault(status=Status.INDEX_OUT_OF_BOUNDS, **{**self._asdict(), "subject": subject}))


class Tuples(NamedTuple):
    """One block of tuples in the order of the parts that they go to; a part is a chunk of data over the indexed axes."""

    starts: np.ndarray  # n_parts + 1 of them
    order: np.ndarray  # the numbers of the tuples in their block
    slices: np.ndarray  # the slice that each names within its chunk
    fault: Optional[OutOfBounds] = None

    def is_empty(self, low: int, high: int) -> bool:
        return bool(self.starts[low] == self.starts[high])


def _empty(n_parts: int, fault: OutOfBounds) -> Tuples:
    nothing = np.zeros(0, np.int64)
    return Tuples(np.zeros(n_parts + 1, np.int64), nothing, nothing, fault)


def _chunk_sizes(grid: Grid, starts: np.ndarray) -> Tuple[np.ndarray, ...]:
    """For each tuple in order, the size of its chunk along each indexed axis."""
    parts = np.repeat(np.arange(grid.n_parts), np.diff(starts))
    numbers = np.unravel_index(parts, grid.counts)
    return tuple(np.array(sizes, np.int64)[number] for sizes, number in zip(grid.chunks, numbers))


def narrow(numbers: np.ndarray, end: int) -> np.ndarray:
    """What is kept, or sent to other workers, need not be wider than numbers below `end`."""
    return numbers.astype(np.int32) if end <= np.iinfo(np.int32).max else numbers


def tuples_of_rows(grid: Grid, indices: np.ndarray, first: int) -> Tuples:
    """Of a block of scatter_nd or scatter_update: a row for each tuple; `first` counts the tuples of the blocks before."""
    indices = np.ascontiguousarray(indices)
    try:
        starts, order, local = group_by_chunk(grid.shape, indices, grid.chunks, **_words(grid))
    except IndexOutOfBoundsError as error:
        dimension = grid.axes[error.component] if grid.subject is None else -1
        return _empty(grid.n_parts, OutOfBounds(first + error.tuple, error.component, dimension, error.value, error.low, error.high, grid.subject))
    k = len(grid.axes)
    slices = local[:, 0] if k else np.zeros(len(order), np.int64)
    if k > 1:
        sizes = _chunk_sizes(grid, starts)
        for component in range(1, k):
            slices = slices * sizes[component] + local[:, component]
    return Tuples(starts, narrow(order, len(indices)), narrow(slices, int(np.prod([max(each) for each in grid.chunks], dtype=np.int64))))


def tuples_of_elements(
    grid: Grid, indices: np.ndarray, data_block: Tuple[int, ...], indices_shape: Tuple[int, ...], begin: Tuple[int, ...]
) -> Tuples:
    """Of a block of scatter_elements: a tuple for each element.

    data_block: the sizes of the chunk of data, that on the axis excepted. begin: where in indices, of indices_shape, the block is.
    """
    (axis,) = grid.axes
    flat = np.ascontiguousarray(indices).reshape(-1, 1)
    try:
        starts, order, local = group_by_chunk(grid.shape, flat, grid.chunks, **_words(grid))
    except IndexOutOfBoundsError as error:
        at = np.unravel_index(error.tuple, indices.shape)
        number: int = 0
        for size, offset, place in zip(indices_shape, begin, at):
            number = number * size + offset + int(place)
        return _empty(grid.n_parts, OutOfBounds(number, 0, axis, error.value, error.low, error.high))
    (sizes,) = _chunk_sizes(grid, starts)
    slices: Any = np.zeros(len(order), np.int64)
    for dimension, places in enumerate(np.unravel_index(order, indices.shape)):
        is_axis = dimension == axis
        slices = slices * (sizes if is_axis else data_block[dimension]) + (local[:, 0] if is_axis else places)
    others = [size for dimension, size in enumerate(data_block) if dimension != axis]
    return Tuples(starts, narrow(order, indices.size), narrow(slices, int(np.prod(others, dtype=np.int64)) * max(grid.chunks[0])))


def _words(grid: Grid) -> Any:
    return {"policy": grid.policy, "negative_wrap": grid.negative_wrap, "ignore_index": grid.ignore_index}


def first_fault(faults: Sequence[Optional[OutOfBounds]]) -> None:
    """Raises the fault that one machine would find first, if there is any."""
    found = [fault for fault in faults if fault is not None]
    if found:
        min(found).throw()
