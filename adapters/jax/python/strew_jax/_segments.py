"""jax.ops.segment_*: reductions of the rows of data that have the same segment. The names and arguments are JAX's."""

from __future__ import annotations

import functools
from typing import Any, Optional

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from ._functions import Mode, _index, _jit, scatter_slices
from ._primitives import Full


@functools.partial(_jit, static_argnames=("reduction", "n", "mode"))
def _reduce(data: Array, ids: Array, reduction: str, n: int, mode: Mode) -> Array:
    initial = Full(_initial(reduction, data.dtype), (n, *data.shape[ids.ndim :]))
    return scatter_slices(initial, ids, data, "scatter_update", reduction, mode, wraps=False, include_self=reduction != "mean")


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


def _segment(data: ArrayLike, segment_ids: ArrayLike, num_segments: Optional[int], reduction: str, mode: Mode) -> Array:
    data, ids = jnp.asarray(data), _index(segment_ids)
    if num_segments is None:
        if isinstance(ids, jax.core.Tracer):
            raise ValueError("inside of jit, num_segments must be given")
        num_segments = int(ids.max()) + 1 if ids.size else 0
    if num_segments < 0:
        raise ValueError(f"num_segments is {num_segments}; it must not be negative")
    return _reduce(data, ids, reduction, int(num_segments), mode)


def segment_sum(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Mode = None,
) -> Array:
    """`jax.ops.segment_sum`; the two hints change nothing, as strew finds out by itself."""
    return _segment(data, segment_ids, num_segments, "add", mode)


def segment_prod(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Mode = None,
) -> Array:
    """`jax.ops.segment_prod`"""
    return _segment(data, segment_ids, num_segments, "multiply", mode)


def segment_min(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Mode = None,
) -> Array:
    """`jax.ops.segment_min`"""
    return _segment(data, segment_ids, num_segments, "min", mode)


def segment_max(
    data: ArrayLike,
    segment_ids: ArrayLike,
    num_segments: Optional[int] = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Mode = None,
) -> Array:
    """`jax.ops.segment_max`"""
    return _segment(data, segment_ids, num_segments, "max", mode)


def segment_mean(data: ArrayLike, segment_ids: ArrayLike, num_segments: Optional[int] = None, mode: Mode = None) -> Array:
    """The mean of each segment, in one pass; 0 for a segment without rows. JAX has no such function."""
    return _segment(data, segment_ids, num_segments, "mean", mode)
