"""Segments of the rows of a dask array."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import dask.array as da
import numpy as np

from .._arrays import _array, integer
from .. import _segment
from ._arrays import Array, as_dask


def _cuts(offsets: np.ndarray, n_rows: int) -> List[int]:
    """The segments at which a chunk begins, and the end: as many as have about so many rows, or a single one that has more."""
    cuts = [0]
    while cuts[-1] < offsets.size - 1:
        last = int(np.searchsorted(offsets, int(offsets[cuts[-1]]) + n_rows, "right")) - 1
        cuts.append(min(max(last, cuts[-1] + 1), offsets.size - 1))
    return cuts


def _reduced(rows: np.ndarray, offsets: np.ndarray, words: Any) -> np.ndarray:
    result: np.ndarray = _segment.segment(np.ascontiguousarray(rows), offsets, **words)
    return result


def segment(
    updates: Any,
    offsets: Any,
    *,
    chunk_rows: Optional[int] = None,
    reduction: str = "add",
    initial: str = "zero",
    offsets_end: str = "given",
    nan: str = "wins",
    mean_rounding: str = "floors",
    accumulate: Optional[str] = None,
    overflow: str = "wraps",
) -> Array:
    """strew.segment of a dask array, by offsets that are a NumPy array.

    The result has chunks of whole segments, so that no two chunks share one, and each row is read once: the bits are those of strew.segment.

    updates: a dask array in any chunks.
    offsets: as for strew.segment. They are checked at once. Of sorted indices, they are numpy.searchsorted(indices, numpy.arange(n + 1)).
    chunk_rows: of about so many rows the segments of a chunk are; None: as many as the largest chunk of updates has. A larger segment is a
        chunk of its own.
    initial: "zero" or "identity".
    reduction, offsets_end, nan, mean_rounding, accumulate, overflow: as for strew.segment.

    >>> rows = da.arange(6, chunks=2)
    >>> strew.dask.segment(rows, numpy.array([0, 1, 1, 5])).compute()
    array([ 0,  0, 10])
    """
    updates, at = as_dask(updates, "updates"), _array(offsets, "offsets")
    if not updates.ndim:
        raise ValueError("updates has no dimensions, and at least 1 is needed")
    words: Dict[str, Any] = {"reduction": reduction, "initial": initial, "nan": nan, "mean_rounding": mean_rounding, "accumulate": accumulate, "overflow": overflow}
    n_segments = max(at.size - (offsets_end == "given"), 0)
    n, others = updates.shape[0], updates.chunks[1:]
    # Rejects what is wrong with words and offsets; of one element of each row.
    _segment.plan_segment(n_segments, updates.dtype, n, index_dtype=at.dtype, offsets_end=offsets_end, **words).prepare(np.ascontiguousarray(at))
    if initial == "data":
        raise ValueError("initial is 'data', and only strew.segment has data")
    ends = at.astype(np.int64)
    if offsets_end == "implied":
        ends = np.append(ends, n)
    max_rows = max(updates.chunks[0], default=1) if chunk_rows is None else integer(chunk_rows, "chunk_rows")
    if max_rows < 0:
        raise ValueError(f"chunk_rows is {max_rows}, a negative number")
    pieces = []
    cuts = _cuts(ends, max_rows)
    for first, last in zip(cuts, cuts[1:]):
        begin, end = int(ends[first]), int(ends[last])
        rows = updates[begin:end].rechunk({0: -1}) if end > begin else da.zeros((0, *updates.shape[1:]), dtype=updates.dtype, chunks=((0,), *others))
        chunks = ((last - first,), *others)
        meta = np.empty((0,) * updates.ndim, updates.dtype)
        pieces.append(rows.map_blocks(_reduced, ends[first : last + 1] - begin, words, chunks=chunks, dtype=updates.dtype, meta=meta))
    if not pieces:
        return da.zeros((n_segments, *updates.shape[1:]), dtype=updates.dtype)
    return da.concatenate(pieces)
