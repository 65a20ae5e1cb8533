"""NumPy's names on dask arrays: add_at and its siblings, and bincount."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, List, Optional, Tuple

import dask.array as da
import numpy as np

from .._arrays import integer
from .._at import _tuples as tuples_now
from .._at import as_operand, check_kind
from ._arrays import Array, as_dask, begins
from ._graph import Job
from ._parts import Step
from ._scatter import scatter_nd
from ._shuffle import FAN, Key
from ._tuples import Grid, OutOfBounds


def _tuples(indices: Any, a: Array) -> Any:
    """The indices as scatter_nd takes them; a dask array if one of them is."""
    arrays = indices if isinstance(indices, tuple) else (indices,)
    if not any(isinstance(array, da.Array) for array in arrays):
        return tuples_now(indices, a)
    if len(arrays) > a.ndim:
        raise IndexError(f"indices has {len(arrays)} arrays, and a has {a.ndim} dimensions")
    lazy = [array if isinstance(array, da.Array) else da.asarray(np.asarray(array)) for array in arrays]
    dtype = np.result_type(*(array.dtype for array in lazy))
    for each in (*(array.dtype for array in lazy), dtype):
        if each.kind not in "iu":
            raise IndexError(f"indices is {each}, and integers that one type holds are needed")
    lazy = [as_dask(array, "indices") for array in da.broadcast_arrays(*lazy)]
    return da.stack([array.astype(dtype) for array in lazy], axis=-1)


def _at(a: Any, indices: Any, b: Any, reduction: str) -> Array:
    a = as_dask(a, "a")
    tuples = _tuples(indices, a)
    values = b if isinstance(b, da.Array) else as_operand(b, a.dtype)
    check_kind(values.dtype, a.dtype)
    shape = (*tuples.shape[:-1], *a.shape[tuples.shape[-1] :])
    try:
        updates = da.broadcast_to(da.asarray(values).astype(a.dtype), shape)
    except ValueError:
        raise ValueError(f"b has the shape {values.shape}, and {shape} is indexed") from None
    return scatter_nd(a, tuples, updates, reduction)


_DOCUMENTATION = """strew.{name} on dask arrays, which do not change: returns a new one with the chunks of a.

    a: an array, which may be a dask array, as may the other two.
    indices: integers, or a tuple of up to a.ndim arrays of them, which are broadcast together.
    b: broadcast to a[indices].shape, and converted to a's dtype first.

    The same bits as strew.{name} on one machine.
    """


def _make(name: str, reduction: str) -> Callable[[Any, Any, Any], Array]:
    def function(a: Any, indices: Any, b: Any) -> Array:
        return _at(a, indices, b, reduction)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOCUMENTATION.format(name=name)
    return function


add_at = _make("add_at", "add")
subtract_at = _make("subtract_at", "sub")
multiply_at = _make("multiply_at", "mul")
maximum_at = _make("maximum_at", "max")
minimum_at = _make("minimum_at", "min")


def _count(n_bins: int, first: int, x: np.ndarray) -> Tuple[Optional[np.ndarray], Optional[OutOfBounds]]:
    """The counts of one block, or its first number that has no bin."""
    if x.size and (int(x.max()) >= n_bins or int(x.min()) < 0):
        at = int(np.argmax((x < 0) | (x >= n_bins)))
        return None, OutOfBounds(first + at, 0, 0, min(int(x[at]), np.iinfo(np.int64).max), 0, n_bins - 1)
    return np.bincount(x.view(np.int64) if x.dtype == np.uint64 else x, minlength=n_bins), None


def _sum(blocks: List[Tuple[Optional[np.ndarray], Optional[OutOfBounds]]]) -> Tuple[Optional[np.ndarray], Optional[OutOfBounds]]:
    faults = [fault for _, fault in blocks if fault is not None]
    if faults:
        return None, min(faults)
    return np.sum([counts for counts, _ in blocks if counts is not None], axis=0), None


def _bins_of(begin: int, end: int, total: Tuple[Optional[np.ndarray], Optional[OutOfBounds]]) -> np.ndarray:
    counts, fault = total
    if fault is not None:
        fault.throw()
    assert counts is not None
    return counts[begin:end].copy()


# The counts of a block are made in one array of all bins while that is no larger than this, or than the block.
_MAX_DENSE_BINS = 1 << 20


def _counts(x: Array, n_bins: int, chunks: Tuple[int, ...]) -> Array:
    """Sums do not depend on an order here: each block is counted by itself, and the counts are added in a tree."""
    grid, step = Grid((0,), (chunks,), "error", False, None), Step(0, 1, np.dtype(np.int64), "add")
    job = Job(da.zeros(n_bins, dtype=np.int64, chunks=(chunks,)), (x,), grid, step)
    keys: List[Key] = []
    for number, begin in enumerate(begins(x.chunks[0])):
        key: Key = (f"strew-count-{job.token}", 0, number)
        job.graph[key] = partial(_count, n_bins, begin), (x.name, number)
        keys.append(key)
    level = 0
    while len(keys) > 1:
        level += 1
        groups = [keys[i : i + FAN] for i in range(0, len(keys), FAN)]
        keys = [(f"strew-count-{job.token}", level, number) for number in range(len(groups))]
        job.graph.update({key: (_sum, group) for key, group in zip(keys, groups)})
    name = f"strew-bins-{job.token}"
    for number, (begin, size) in enumerate(zip(begins(chunks), chunks)):
        job.graph[(name, number)] = partial(_bins_of, begin, begin + size), keys[0]
    return job.array(name, (chunks,))


def bincount(x: Any, weights: Any = None, minlength: int = 0, *, chunks: Any = "auto") -> Array:
    """strew.bincount on dask arrays: how often each number from 0 on occurs in x, or the sum of its weights.

    minlength: the length of the result, which must be known before x is: a number that is not below it is an IndexOutOfBoundsError.
    chunks: those of the result, as dask spells them. Weights count as float64, complex ones as complex128, and are added in the order of
    x, so the bits are those of strew.bincount and of NumPy.
    """
    x = as_dask(x, "x")
    if x.ndim != 1:
        raise ValueError(f"x has {x.ndim} dimensions, and 1 is needed")
    if x.dtype.kind not in "biu":
        raise TypeError(f"x is {x.dtype}, and integers are needed")
    x = x.astype(np.int64) if x.dtype == np.bool_ else x
    n_bins = integer(minlength, "minlength")
    if n_bins <= 0:
        raise ValueError(f"minlength is {n_bins}, and the length of the result is needed, because x is not known yet")
    is_complex = weights is not None and (weights if isinstance(weights, da.Array) else np.asarray(weights)).dtype.kind == "c"
    dtype = np.dtype(np.int64 if weights is None else np.complex128 if is_complex else np.float64)
    zeros = da.zeros(n_bins, dtype=dtype, chunks=chunks)
    if weights is None:
        if x.size == 0:
            return zeros
        if n_bins <= max(_MAX_DENSE_BINS, min(x.chunks[0])):
            return _counts(x, n_bins, zeros.chunks[0])
        weights = da.ones(x.shape, dtype=np.int64, chunks=x.chunks)
    else:
        weights = weights if isinstance(weights, da.Array) else da.asarray(np.asarray(weights))
        if weights.shape != x.shape:
            raise ValueError(f"weights has the shape {weights.shape}, and x has {x.shape}")
        weights = weights.astype(dtype)
    return scatter_nd(zeros, x[:, None], weights, "add", negative_wrap=False)
