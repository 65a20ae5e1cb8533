"""The scatters on dask arrays."""

from __future__ import annotations

import math
from itertools import product
from typing import Any, Callable, Dict, Optional, Tuple, TypeVar

import dask.array as da
import numpy as np

from .._arrays import Kind, _array
from .._gather import gather
from .._plan import Plan, Words
from ._arrays import Array, as_dask, begins, block_of, cropped, finer, flatten, in_chunks, joined
from ._disk import new_folder, remove
from ._graph import Job, Slab
from ._parts import Step, is_rounded_once
from ._store import check_in_place, check_target, store
from ._tuples import Grid, tuples_of_elements, tuples_of_rows


def _combines(dtype: np.dtype, reduction: str, words: Dict[str, Any]) -> Optional[str]:
    """The reduction that may combine updates first: in exact arithmetic their grouping does not matter."""
    if reduction == "mean" or not words["include_self"] or is_rounded_once(dtype, reduction, words):
        return None
    if reduction in ("none", "min", "max"):
        return reduction
    if dtype == np.bool_:
        return reduction
    return {"add": "add", "sub": "add", "mul": "mul"}[reduction] if dtype.kind in "iu" else None


def _travel_converted(updates: np.dtype, data: np.dtype, reduction: str, words: Dict[str, Any]) -> bool:
    """Whether updates may be converted before they are combined: where data holds all their numbers, or integers wrap around in the end."""
    if reduction == "none" or np.can_cast(updates, data, "safe"):
        return True
    if words["accumulate"] is not None or updates.kind not in "biu":
        return False
    return data in (np.float32, np.float64) or (data.kind in "iu" and reduction in ("add", "sub", "mul"))


def _converted(block: np.ndarray, dtype: np.dtype, overflow: str) -> np.ndarray:
    """The block in another dtype, as the library rounds updates, and before they travel."""
    flat = block.reshape(-1)
    out = np.empty(flat.shape, dtype)
    gather(flat, np.arange(flat.size), out=out, overflow=overflow)
    return out.reshape(block.shape)


def _scatter(
    operator: str,
    data: Any,
    indices: Any,
    updates: Any,
    axis: int,
    reduction: str,
    out: Any,
    scratch: Any,
    words: Dict[str, Any],
) -> Any:
    data, updates = as_dask(data, "data"), as_dask(updates, "updates")
    indices = as_dask(indices, "indices") if isinstance(indices, da.Array) else _array(indices, "indices")
    kinds = [Kind(array.dtype, tuple(array.shape)) for array in (data, indices, updates)]
    Plan(operator, kinds[0], kinds[1], kinds[2], Words(axis, reduction=reduction, **words))  # rejects what is wrong with types, shapes and words
    if out is not None:
        check_target(out, data)
        is_idempotent = reduction in ("none", "min", "max") or not words["include_self"]
        check_in_place(out, data, (("indices", indices), ("updates", updates)), is_idempotent)
    if updates.dtype != data.dtype:
        if not _travel_converted(updates.dtype, data.dtype, reduction, words):
            raise ValueError(
                f"updates are {updates.dtype}, but data is {data.dtype}: chunks are combined in one dtype, so hand over "
                f"updates.astype(data.dtype), or data in a dtype that holds both"
            )
        updates = updates.map_blocks(_converted, data.dtype, words["overflow"], dtype=data.dtype)
    folder = None if scratch is None else new_folder(scratch)
    try:
        if indices.size == 0 and not (operator == "scatter_nd" and indices.shape[-1] == 0 and math.prod(indices.shape[:-1])):
            result = data
        elif operator == "scatter_elements":
            result = _elements(data, indices, updates, axis, reduction, folder, words)
        else:
            result = _rows(operator, data, indices, updates, axis, reduction, folder, words)
        if out is None:
            folder = None  # the result needs it
            return result
        store(result, out)
        return out
    finally:
        if folder is not None:
            remove(folder)


def _job(
    data: Array, indices: Any, updates: Array, axes: Tuple[int, ...], seen_as: Tuple[int, int], reduction: str, folder: Optional[str],
    words: Dict[str, Any],
) -> Job:
    of_grid = {name: words[name] for name in ("policy", "negative_wrap", "ignore_index")}
    of_step = {name: word for name, word in words.items() if name not in of_grid}
    grid = Grid(axes, tuple(data.chunks[axis] for axis in axes), **of_grid)
    step = Step(*seen_as, data.dtype, reduction, of_step, _combines(data.dtype, reduction, words))
    return Job(data, (indices, updates), grid, step, folder)


def _rows(
    operator: str, data: Array, indices: Any, updates: Array, axis: int, reduction: str, folder: Optional[str], words: Dict[str, Any]
) -> Array:
    """scatter_nd and scatter_update: a tuple is a row of indices, and its slice has whole dimensions."""
    if operator == "scatter_nd":
        k, first = indices.shape[-1], 0
        leading = indices.ndim - 1
    else:
        k, first = 1, axis % data.ndim
        leading = indices.ndim
    n = math.prod(indices.shape[:leading])
    axes = tuple(range(first, first + k))
    updates = flatten(updates, first, first + leading)
    others = (*data.chunks[:first], *data.chunks[first + k :])
    tuple_bytes = k * indices.dtype.itemsize + math.prod(map(max, others)) * data.dtype.itemsize
    if isinstance(indices, np.ndarray) or k == 0:  # a tuple without components has nothing to wait for
        indices = np.zeros((n, 0), np.int8) if k == 0 else indices.reshape(n, k)
        sizes = joined(updates.chunks[first], tuple_bytes)
    else:
        if operator == "scatter_nd":
            indices = flatten(indices.rechunk({leading: -1}), 0, leading)
        else:
            indices = flatten(indices, 0, leading)[:, None]
        sizes = joined(finer(updates.chunks[first], indices.chunks[0]), tuple_bytes)
        indices = indices.rechunk((sizes, (k,)))
    updates = in_chunks(updates, first, sizes, others)
    job = _job(data, indices, updates, axes, (first, k), reduction, folder, words)
    found = []
    for number, begin in enumerate(begins(sizes)):
        block = block_of(indices, (sizes, (k,)), (number, 0)) if isinstance(indices, np.ndarray) else None
        found.append(job.find(tuples_of_rows, block, (sizes[number], k), begin))
    slabs = []
    for place in product(*(range(len(each)) for each in others)):
        before, after = place[:first], place[first:]
        slabs.append(Slab(before, after, {(*before, t, *after): each for t, each in enumerate(found)}))
    return job.scattered(indices, updates, slabs, is_flat=False, folder=folder)


def _elements(
    data: Array, indices: Any, updates: Array, axis: int, reduction: str, folder: Optional[str], words: Dict[str, Any]
) -> Array:
    """scatter_elements: off the axis, the chunks of indices and updates are those of data, as far as they go."""
    axis %= data.ndim
    shape = tuple(indices.shape)
    sizes = updates.chunks[axis] if isinstance(indices, np.ndarray) else finer(updates.chunks[axis], indices.chunks[axis])
    others = [cropped(data.chunks[d], shape[d]) for d in range(data.ndim) if d != axis]
    sizes = joined(sizes, math.prod(map(max, others)) * (data.dtype.itemsize + indices.dtype.itemsize))
    chunks = (*others[:axis], sizes, *others[axis:])
    updates = updates.rechunk(chunks)
    if not isinstance(indices, np.ndarray):
        indices = indices.rechunk(chunks)
    job = _job(data, indices, updates, (axis,), (0, data.ndim), reduction, folder, words)
    starts = [begins(each) for each in chunks]
    slabs = []
    for place in product(*(range(len(each)) for d, each in enumerate(data.chunks) if d != axis)):
        before, after = place[:axis], place[axis:]
        blocks = {}
        if all(i < len(each) for i, each in zip(place, (*chunks[:axis], *chunks[axis + 1 :]))):
            of_data = tuple(data.chunks[d][i] for d, i in enumerate((*before, 0, *after)))
            for t in range(len(sizes)):
                at = (*before, t, *after)
                block = block_of(indices, chunks, at) if isinstance(indices, np.ndarray) else None
                where = tuple(start[i] for start, i in zip(starts, at))
                of_block = tuple(sizes[i] for sizes, i in zip(chunks, at))
                blocks[at] = job.find(tuples_of_elements, block, of_block, of_data, shape, where)
        slabs.append(Slab(before, after, blocks))
    return job.scattered(indices, updates, slabs, is_flat=True, folder=folder)


def _words(
    policy: str,
    negative_wrap: bool,
    nan: str,
    include_self: bool,
    mean_rounding: str,
    ignore_index: Optional[int],
    accumulate: Optional[str],
    overflow: str,
) -> Dict[str, Any]:
    return {
        "policy": policy,
        "negative_wrap": negative_wrap,
        "nan": nan,
        "include_self": include_self,
        "mean_rounding": mean_rounding,
        "ignore_index": ignore_index,
        "accumulate": accumulate,
        "overflow": overflow,
    }


_Function = TypeVar("_Function", bound=Callable[..., Any])

_SHARED = """

    data, indices, updates: dask arrays in any chunks, or arrays as strew takes them. Indices that are no dask array are grouped and
        checked at once.
    out: None for a dask array with the chunks of data, which nothing is computed for yet; or a Zarr array or NpyFile, in which the result
        is stored now, each chunk as a whole, and which is returned.
    scratch: a folder that all workers see, through files of which updates then travel; None for memory.

    The other arguments are those of strew.{name}, and so are the errors and the bits. Those of wrong types, shapes and words are raised at
    once, and an IndexOutOfBoundsError when the result is computed, before any of it is stored.
    """


def _documented(function: _Function) -> _Function:
    function.__doc__ = f"strew.{function.__name__} on dask arrays." + _SHARED.format(name=function.__name__)
    return function


@_documented
def scatter_nd(
    data: Any,
    indices: Any,
    updates: Any,
    reduction: str = "none",
    out: Any = None,
    *,
    scratch: Any = None,
    policy: str = "error",
    negative_wrap: bool = True,
    nan: str = "wins",
    include_self: bool = True,
    mean_rounding: str = "floors",
    ignore_index: Optional[int] = None,
    accumulate: Optional[str] = None,
    overflow: str = "wraps",
) -> Any:
    words = _words(policy, negative_wrap, nan, include_self, mean_rounding, ignore_index, accumulate, overflow)
    return _scatter("scatter_nd", data, indices, updates, 0, reduction, out, scratch, words)


@_documented
def scatter_update(
    data: Any,
    indices: Any,
    updates: Any,
    axis: int = 0,
    reduction: str = "none",
    out: Any = None,
    *,
    scratch: Any = None,
    policy: str = "error",
    negative_wrap: bool = True,
    nan: str = "wins",
    include_self: bool = True,
    mean_rounding: str = "floors",
    ignore_index: Optional[int] = None,
    accumulate: Optional[str] = None,
    overflow: str = "wraps",
) -> Any:
    words = _words(policy, negative_wrap, nan, include_self, mean_rounding, ignore_index, accumulate, overflow)
    return _scatter("scatter_update", data, indices, updates, axis, reduction, out, scratch, words)


@_documented
def scatter_elements(
    data: Any,
    indices: Any,
    updates: Any,
    axis: int = 0,
    reduction: str = "none",
    out: Any = None,
    *,
    scratch: Any = None,
    policy: str = "error",
    negative_wrap: bool = True,
    nan: str = "wins",
    include_self: bool = True,
    mean_rounding: str = "floors",
    ignore_index: Optional[int] = None,
    accumulate: Optional[str] = None,
    overflow: str = "wraps",
) -> Any:
    words = _words(policy, negative_wrap, nan, include_self, mean_rounding, ignore_index, accumulate, overflow)
    return _scatter("scatter_elements", data, indices, updates, axis, reduction, out, scratch, words)
