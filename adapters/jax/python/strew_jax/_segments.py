"""jax.ops.segment_*: reductions of the rows of data that have the same segment. The names and arguments are JAX's, and more by name alone:
row t is data[update_indices[t]], and is multiplied by weights[t]; then no row is made, and the hints count. Sums, products and means are
computed in the type `accumulate`, if it is given, and rounded once."""

from __future__ import annotations

import functools
from typing import Any, Dict, Optional

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from ._functions import Mode, _index, _jit, scatter_slices, tuples_of
from ._fused_functions import initial_of, n_of, segment
from ._primitives import Full


@functools.partial(_jit, static_argnames=("reduction", "n", "bucket_size", "mode", "accumulate"))
def _reduce(
    data: Array, ids: Array, reduction: str, n: int, bucket_size: Optional[int], mode: Mode, accumulate: Optional[str]
) -> Array:
    how: Dict[str, Any] = {"wraps": False, "include_self": reduction != "mean", "accumulate": accumulate}
    like = jax.ShapeDtypeStruct(data.shape, np.int32 if data.dtype == bool else data.dtype)  # JAX adds no bools
    jax.eval_shape(functools.partial(jax.ops.segment_sum, num_segments=n, bucket_size=bucket_size), like, ids)  # rejects what JAX rejects
    element, rows = initial_of(reduction, data.dtype), data.shape[1:]
    if bucket_size is None:
        return scatter_slices(Full(element, (n, *rows)), ids, data, "scatter_update", reduction, mode, **how)
    buckets = lax.iota(jnp.int32, ids.size) // bucket_size
    n_buckets = -(-ids.size // bucket_size)
    parts = scatter_slices(Full(element, (n_buckets, n, *rows)), tuples_of((buckets, ids)), data, "scatter_nd", reduction, mode, **how)
    return scatter_slices(Full(element, (1, n, *rows)), jnp.zeros(n_buckets, jnp.int32), parts, "scatter_update", reduction, mode, **how)[0]


def _segment(
    name: str,
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int],
    reduction: str,
    mode: Mode,
    bucket_size: Optional[int] = None,
    accumulate: Optional[str] = None,
    **fused: Any,
) -> Array:
    data, ids = jnp.asarray(data), _index(segment_ids)
    n = n_of(ids, num_segments, "num_segments", lambda: getattr(jax.ops, name)(data, ids))
    if bucket_size is not None and accumulate is not None:
        raise ValueError("bucket_size is not for accumulate: the sum of each bucket is rounded")
    if all(value is None for value in (fused["update_indices"], fused["weights"])):
        return _reduce(data, ids, reduction, n, bucket_size, mode, accumulate)
    if bucket_size is not None:
        raise ValueError("bucket_size is not for update_indices and weights: each segment is reduced in order")
    result: Array = segment(data, ids, n, reduction=reduction, mode=mode, accumulate=accumulate, **fused)  # type: ignore[assignment]
    return result


def _fused(update_indices: Optional[ArrayLike], weights: Optional[ArrayLike], is_sorted: bool, is_unique: bool) -> Dict[str, Any]:
    return {"update_indices": update_indices, "weights": weights, "indices_are_sorted": is_sorted, "unique_indices": is_unique}


def segment_sum(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: Optional[int] = None,
    mode: Mode = None,
    *,
    update_indices: Optional[ArrayLike] = None,
    weights: Optional[ArrayLike] = None,
    accumulate: Optional[str] = None,
) -> Array:
    """`jax.ops.segment_sum`; the two hints change nothing without update_indices and weights. Each bucket is summed in order, and then their sums."""
    fused = _fused(update_indices, weights, indices_are_sorted, unique_indices)
    return _segment("segment_sum", data, segment_ids, num_segments, "add", mode, bucket_size, accumulate, **fused)


def segment_prod(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: Optional[int] = None,
    mode: Mode = None,
    *,
    update_indices: Optional[ArrayLike] = None,
    weights: Optional[ArrayLike] = None,
    accumulate: Optional[str] = None,
) -> Array:
    """`jax.ops.segment_prod`"""
    fused = _fused(update_indices, weights, indices_are_sorted, unique_indices)
    return _segment("segment_prod", data, segment_ids, num_segments, "multiply", mode, bucket_size, accumulate, **fused)


def segment_min(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: Optional[int] = None,
    mode: Mode = None,
    *,
    update_indices: Optional[ArrayLike] = None,
    weights: Optional[ArrayLike] = None,
) -> Array:
    """`jax.ops.segment_min`"""
    fused = _fused(update_indices, weights, indices_are_sorted, unique_indices)
    return _segment("segment_min", data, segment_ids, num_segments, "min", mode, bucket_size, **fused)


def segment_max(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    bucket_size: Optional[int] = None,
    mode: Mode = None,
    *,
    update_indices: Optional[ArrayLike] = None,
    weights: Optional[ArrayLike] = None,
) -> Array:
    """`jax.ops.segment_max`"""
    fused = _fused(update_indices, weights, indices_are_sorted, unique_indices)
    return _segment("segment_max", data, segment_ids, num_segments, "max", mode, bucket_size, **fused)


def segment_mean(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    mode: Mode = None,
    *,
    update_indices: Optional[ArrayLike] = None,
    weights: Optional[ArrayLike] = None,
    accumulate: Optional[str] = None,
) -> Array:
    """The mean of each segment, in one pass; 0 for a segment without rows. JAX has no such function."""
    fused = _fused(update_indices, weights, False, False)
    return _segment("segment_sum", data, segment_ids, num_segments, "mean", mode, None, accumulate, **fused)
