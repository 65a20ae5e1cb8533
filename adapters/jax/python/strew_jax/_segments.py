"""jax.ops.segment_*: reductions of the rows of data that have the same segment. The names and arguments are JAX's."""

from __future__ import annotations

import functools
import operator as python
from typing import Any, Optional

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from ._functions import Mode, _index, _jit, scatter_slices, tuples_of
from ._primitives import Full


@functools.partial(_jit, static_argnames=("reduction", "n", "bucket_size", "mode"))
def _reduce(data: Array, ids: Array, reduction: str, n: int, bucket_size: Optional[int], mode: Mode) -> Array:
    how = {"wraps": False, "include_self": reduction != "mean"}
    like = jax.ShapeDtypeStruct(data.shape, np.int32 if data.dtype == bool else data.dtype)  # JAX adds no bools
    jax.eval_shape(functools.partial(jax.ops.segment_sum, num_segments=n, bucket_size=bucket_size), like, ids)  # rejects what JAX rejects
    element, rows = _initial(reduction, data.dtype), data.shape[1:]
    if bucket_size is None:
        return scatter_slices(Full(element, (n, *rows)), ids, data, "scatter_update", reduction, mode, **how)
    buckets = lax.iota(jnp.int32, ids.size) // bucket_size
    n_buckets = -(-ids.size // bucket_size)
    parts = scatter_slices(Full(element, (n_buckets, n, *rows)), tuples_of((buckets, ids)), data, "scatter_nd", reduction, mode, **how)
    return scatter_slices(Full(element, (1, n, *rows)), jnp.zeros(n_buckets, jnp.int32), parts, "scatter_update", reduction, mode, **how)[0]


def _initial(reduction: str, dtype: Any) -> Any:
    """What a segment without rows has."""
    if reduction in ("add", "mean"):
        return np.zeros((), dtype)
    if reduction == "multiply":
        return np.ones((), dtype)
    if jnp.issubdtype(dtype, jnp.inexact):
        return np.asarray(np.inf if reduction == "min" else -np.inf, dtype)
    if dtype == bool:
        return np.asarray(reduction == "min")
    limits = jnp.iinfo(dtype)
    return np.asarray(limits.max if reduction == "min" else limits.min, dtype)


def _segment(
    name: str,
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int],
    reduction: str,
    mode: Mode,
    bucket_size: Optional[int] = None,
) -> Array:
    data, ids = jnp.asarray(data), _index(segment_ids)
    if num_segments is None:
        if isinstance(ids, jax.core.Tracer):
            getattr(jax.ops, name)(data, ids)  # which says why it must be given
        num_segments = int(ids.max()) + 1 if ids.size else 0
    if num_segments < 0:
        raise ValueError("num_segments must be non-negative.")
    return _reduce(data, ids, reduction, python.index(num_segments), bucket_size, mode)


def segment_sum(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: Optional[int] = None,
    mode: Mode = None,
) -> Array:
    """`jax.ops.segment_sum`; the two hints change nothing, as strew finds out by itself. Each bucket is summed in order, and then their sums."""
    return _segment("segment_sum", data, segment_ids, num_segments, "add", mode, bucket_size)


def segment_prod(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: Optional[int] = None,
    mode: Mode = None,
) -> Array:
    """`jax.ops.segment_prod`"""
    return _segment("segment_prod", data, segment_ids, num_segments, "multiply", mode, bucket_size)


def segment_min(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: Optional[int] = None,
    mode: Mode = None,
) -> Array:
    """`jax.ops.segment_min`"""
    return _segment("segment_min", data, segment_ids, num_segments, "min", mode, bucket_size)


def segment_max(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: Optional[int] = None,
    mode: Mode = None,
) -> Array:
    """`jax.ops.segment_max`"""
    return _segment("segment_max", data, segment_ids, num_segments, "max", mode, bucket_size)


def segment_mean(data: ArrayLike, segment_ids: ArrayLike, num_segments: Optional[int] = None, mode: Mode = None) -> Array:
    """The mean of each segment, in one pass; 0 for a segment without rows. JAX has no such function."""
    return _segment("segment_sum", data, segment_ids, num_segments, "mean", mode)
