"""What travels: parts of updates with the slices that they go to, cut from blocks, merged in order, applied to a chunk of data."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .._gather import gather
from .._scatter import scatter_update
from ._tuples import OutOfBounds, Tuples, plain

Find = Callable[[Any, Any], Tuples]  # of the grid and a block of indices


class Part(NamedTuple):
    """The tuples of some neighbouring chunks of data, grouped by chunk and otherwise in their order."""

    starts: np.ndarray
    slices: np.ndarray
    updates: np.ndarray  # [outer, tuples, inner]
    fault: Optional[OutOfBounds] = None  # of the indices of a block, which then has no tuples
    order: Optional[np.ndarray] = None  # where the updates of tuples are, if these are still as the block has them

    @property
    def n_tuples(self) -> int:
        return len(self.slices)


def is_rounded_once(dtype: np.dtype, reduction: str, words: Dict[str, Any]) -> bool:
    """Whether a result in a wider type is brought back into the type of data after the last update. Integers that wrap can wrap at any time."""
    if words.get("accumulate") is None or reduction not in ("add", "sub", "mul"):
        return False
    return dtype.kind not in "iu" or bool(words["overflow"] == "saturates")


@dataclass(frozen=True)
class Step:
    """How a chunk of data is seen as [outer, slices, inner], and what is done with updates."""

    n_before: int  # dimensions of data before the indexed ones
    n_indexed: int
    dtype: np.dtype
    reduction: str
    words: Dict[str, Any] = field(default_factory=dict)
    combines: Optional[str] = None  # the reduction that makes one update of several for the same slice, with the same bits
    update_dtype: Optional[np.dtype] = None  # None: that of data

    @property
    def travels_as(self) -> np.dtype:
        return self.dtype if self.update_dtype is None else self.update_dtype

    @property
    def needs_all(self) -> bool:
        """Whether all updates of a slice must be in one call."""
        is_of_all = self.reduction == "mean" or not self.words.get("include_self", True)
        return is_of_all or is_rounded_once(self.dtype, self.reduction, self.words)

    def view(self, chunk: np.ndarray) -> np.ndarray:
        array = plain(chunk, "data", self.dtype)
        return array.reshape(_three(array.shape, self.n_before, self.n_before + self.n_indexed))


def _three(shape: Sequence[int], begin: int, end: int) -> Tuple[int, int, int]:
    return math.prod(shape[:begin]), math.prod(shape[begin:end]), math.prod(shape[end:])


def combined(step: Step, part: Part) -> Part:
    """At most one update for each slice of each chunk, if that makes the part much smaller and gives the same bits."""
    n, reduction = part.n_tuples, step.combines
    if n < 2 or reduction is None:
        return part
    # Slices of several chunks are told apart by the chunk.
    n_slices = int(part.slices.max()) + 1
    keys = part.slices.astype(np.int64)
    chunk = np.repeat(np.arange(len(part.starts) - 1), np.diff(part.starts))
    keys += chunk * n_slices
    n_keys = n_slices * (len(part.starts) - 1)
    is_dense = n_keys <= 8 * n
    if is_dense:
        is_touched = np.zeros(n_keys, np.bool_)
        is_touched[keys] = True
    found = np.flatnonzero(is_touched) if is_dense else np.unique(keys)
    if 4 * len(found) > 3 * n:
        return part
    numbers = np.cumsum(is_touched)[keys] - 1 if is_dense else np.searchsorted(found, keys)
    outer, _, inner = part.updates.shape
    updates = np.zeros((outer, len(found), inner), part.updates.dtype)
    words = {} if reduction == "none" else {"include_self": False, "nan": step.words["nan"]}
    scatter_update(updates, numbers, part.updates, 1, reduction, updates, **words)
    starts = np.searchsorted(found, np.arange(len(part.starts)) * n_slices)
    return Part(starts, (found % n_slices).astype(part.slices.dtype), updates)


@dataclass(frozen=True)
class About:
    """What a task must know of its block. All tasks share the grid, so that it is not in each of them."""

    find: Find
    shape: Tuple[int, ...]  # of the updates
    path: str = ""  # of its file


def cut_block(step: Step, low: int, high: int, is_flat: bool, shape: Tuple[int, ...], tuples: Tuples, updates: np.ndarray) -> Part:
    """The part of one block for the chunks from low to high. `shape` is that of the block's updates."""
    return combined(step, cut_part(low, high, _in_block(step, is_flat, shape, tuples, updates)))


def _in_block(step: Step, is_flat: bool, shape: Tuple[int, ...], tuples: Tuples, updates: np.ndarray) -> Part:
    seen_as = (1, math.prod(shape), 1) if is_flat else _three(shape, step.n_before, step.n_before + 1)
    array = plain(updates, "updates", step.travels_as, shape).reshape(seen_as)
    return Part(tuples.starts, tuples.slices, array, tuples.fault, tuples.order)


def group_block(step: Step, is_flat: bool, about: About, grid: Any, updates: np.ndarray, indices: Any) -> Part:
    """All of a block. Its updates stay where they are until they are cut, unless there will be less of them."""
    tuples = about.find(grid, indices)
    n_parts = len(tuples.starts) - 1
    if step.combines or n_parts == 1:
        return cut_block(step, 0, n_parts, is_flat, about.shape, tuples, updates)
    return _in_block(step, is_flat, about.shape, tuples, updates)


def request_block(find: Find, first: int, grid: Any, indices: Any) -> Part:
    """Of a gather: what travels is the number of each tuple, which `first` counts from."""
    tuples = find(grid, indices)
    return Part(tuples.starts, tuples.slices, first + tuples.order.astype(np.int64).reshape(1, -1, 1), tuples.fault)


def cut_part(low: int, high: int, part: Part) -> Part:
    """The same of a part; low and high count from its own first chunk."""
    begin, end = int(part.starts[low]), int(part.starts[high])
    taken = part.updates[:, begin:end].copy() if part.order is None else gather(part.updates, part.order[begin:end], 1)
    return Part(part.starts[low : high + 1] - begin, part.slices[begin:end].copy(), taken, part.fault)


def merge(step: Step, parts: List[Part]) -> Part:
    """One part of several for the same chunks, which are in the order of their tuples."""
    if len(parts) == 1:
        return parts[0]
    n_chunks = len(parts[0].starts) - 1
    ranges = [(part, int(part.starts[i]), int(part.starts[i + 1])) for i in range(n_chunks) for part in parts]
    slices = np.concatenate([part.slices[begin:end] for part, begin, end in ranges])
    updates = np.concatenate([part.updates[:, begin:end] for part, begin, end in ranges], axis=1)
    starts = np.sum([part.starts for part in parts], axis=0)
    merged = Part(starts, slices, updates)
    return combined(step, merged)


def apply(step: Step, chunk: np.ndarray, parts: List[Part], _check: Any = None) -> np.ndarray:
    """A chunk of data with the updates of its parts, one part after the other. The chunk stays as it was."""
    return apply_all(step, chunk, parts)


def apply_all(step: Step, chunk: np.ndarray, parts: Iterable[Part]) -> np.ndarray:
    wanted: Iterable[Part] = (part for part in parts if part.n_tuples)
    if step.needs_all:
        every = list(wanted)
        wanted = [merge(step, every)] if every else []
    data = step.view(chunk)
    output = None
    for part in wanted:
        output = scatter_update(
            data if output is None else output, part.slices, part.updates, 1, step.reduction, output, negative_wrap=False, **step.words
        )
    return chunk if output is None else output.reshape(chunk.shape)
