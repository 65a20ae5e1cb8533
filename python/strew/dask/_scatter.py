"""The scatters on dask arrays."""

from __future__ import annotations

import math
from functools import partial
from itertools import product
from typing import Any, Callable, Dict, Optional, Tuple, TypeVar

import dask.array as da
import numpy as np

from .._arrays import Kind, _array
from .._beside import Beside
from .._gather import gather
from .._plan import Plan, Words
from .._scatter import scatter_update as scatter_update_now
from ._arrays import Array, as_dask, begins, block_of, cropped, finer, flatten, in_chunks, joined
from ._disk import new_folder, remove
from ._graph import Job, Slab
from ._gather import gather_rows
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


def _passed_over(operator: str, sizes: Tuple[int, ...], indices: Any, words: Dict[str, Any]) -> Any:
    """Whether each tuple is passed over for its indices; None if none is."""
    components = [indices[..., c] for c in range(indices.shape[-1])] if operator == "scatter_nd" else [indices]
    found = None
    for size, component in zip(sizes, components):
        each = None if words["ignore_index"] is None else component == words["ignore_index"]
        if words["policy"] == "skip":
            is_out = (component < (-size if words["negative_wrap"] else 0)) | (component >= size)
            each = is_out if each is None else each | is_out
        found = each if found is None else found | each
    return found


def _rows_of(operator: str, data: Array, indices: Any, table: Array, rows: Array, axis: int, words: Dict[str, Any]) -> Array:
    """The updates of tuples that name rows of a table. What indices pass over is not looked at."""
    first = axis % data.ndim if operator == "scatter_update" else 0
    sizes = (data.shape[axis],) if operator != "scatter_nd" else tuple(data.shape)
    passed = _passed_over(operator, sizes, indices, words)
    if passed is not None:
        rows = da.where(passed, 0, rows).astype(rows.dtype)
    front = da.moveaxis(table, first, 0)
    gathered = gather_rows(front, rows[..., None], subject="update_indices", policy="error", negative_wrap=True, ignore_index=None)
    n = rows.ndim
    return da.moveaxis(gathered, tuple(range(n)), tuple(range(first, first + n))) if first else gathered


def _product(dtype: np.dtype, updates: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Products of a block in one dtype, as the library rounds them."""
    ordered = np.ascontiguousarray(updates).astype(dtype, copy=False).reshape(-1)
    products = np.empty(ordered.shape, dtype)
    factors = np.ascontiguousarray(weights).astype(dtype, copy=False).reshape(-1)
    scatter_update_now(products, np.arange(ordered.size), ordered, out=products, unique="trusted", sorted="trusted", weights=factors)
    return products.reshape(updates.shape)


def _weighed(operator: str, updates: Array, weights: Array, n_tuple_dims: int, axis: int, reduction: str, words: Dict[str, Any]) -> Array:
    """Updates times weights, in the type that the library computes products in."""
    if words["nan"] == "loses":
        raise ValueError("nan is 'loses', and with weights strew.dask cannot tell a NaN of updates from that of a product")
    before = axis if operator == "scatter_update" else 0
    after = updates.ndim - before - n_tuple_dims - (weights.ndim - n_tuple_dims)
    factors = da.broadcast_to(weights.reshape((*(1,) * before, *weights.shape, *(1,) * after)), updates.shape).rechunk(updates.chunks)
    is_wide = words["accumulate"] is not None and reduction in ("add", "sub", "mul", "mean")
    if is_wide and reduction == "mean" and updates.dtype.kind in "iu":
        raise ValueError(f"accumulate is {words['accumulate']!r}, and strew.dask has no mean of weighted integers in a wider type")
    dtype = np.dtype(words["accumulate"]) if is_wide else weights.dtype
    return da.map_blocks(partial(_product, dtype), updates, factors, dtype=dtype, meta=np.empty((0,) * updates.ndim, dtype))


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
    update_indices: Any = None,
    weights: Any = None,
) -> Any:
    data, updates = as_dask(data, "data"), as_dask(updates, "updates")
    indices = as_dask(indices, "indices") if isinstance(indices, da.Array) else _array(indices, "indices")
    rows = None if update_indices is None else as_dask(update_indices, "update_indices")
    factors = None if weights is None else as_dask(weights, "weights")
    kinds = [Kind(array.dtype, tuple(array.shape)) for array in (data, indices, updates)]
    of_others = (None if array is None else Kind(array.dtype, tuple(array.shape)) for array in (rows, factors))
    beside = Beside(**dict(zip(("update_indices", "weights"), of_others)))  # type: ignore[arg-type]
    # It rejects what is wrong with types, shapes and words.
    Plan(operator, kinds[0], kinds[1], kinds[2], Words(axis, reduction=reduction, **words), None, beside)
    if rows is not None:
        updates = _rows_of(operator, data, indices, updates, rows, axis, words)
    if factors is not None:
        n_tuple_dims = indices.ndim - (operator == "scatter_nd")
        updates = _weighed(operator, updates, factors, n_tuple_dims, axis % max(data.ndim, 1), reduction, words)
    if out is not None:
        check_target(out, data)
        is_idempotent = reduction in ("none", "min", "max") or not words["include_self"]
        check_in_place(out, data, (("indices", indices), ("updates", updates)), is_idempotent)
    if updates.dtype != data.dtype and _travel_converted(updates.dtype, data.dtype, reduction, words):
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
    combines = _combines(data.dtype, reduction, words) if updates.dtype == data.dtype else None
    step = Step(*seen_as, data.dtype, reduction, of_step, combines, updates.dtype)
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
    update_indices, weights: dask arrays, too. Rows of a table are gathered and weighed in chunks, and then travel as updates do; weights do not go
        with nan="loses".

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
    update_indices: Any = None,
    weights: Any = None,
) -> Any:
    words = _words(policy, negative_wrap, nan, include_self, mean_rounding, ignore_index, accumulate, overflow)
    return _scatter("scatter_nd", data, indices, updates, 0, reduction, out, scratch, words, update_indices, weights)


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
    update_indices: Any = None,
    weights: Any = None,
) -> Any:
    words = _words(policy, negative_wrap, nan, include_self, mean_rounding, ignore_index, accumulate, overflow)
    return _scatter("scatter_update", data, indices, updates, axis, reduction, out, scratch, words, update_indices, weights)


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
    update_indices: Any = None,
    weights: Any = None,
) -> Any:
    words = _words(policy, negative_wrap, nan, include_self, mean_rounding, ignore_index, accumulate, overflow)
    return _scatter("scatter_elements", data, indices, updates, axis, reduction, out, scratch, words, update_indices, weights)
