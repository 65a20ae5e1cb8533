"""vmap: the batch becomes an outer dimension or a component of the indices, and strew is called once."""

from __future__ import annotations

import math
from typing import Any, Optional, Sequence, Tuple, Union

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.interpreters import batching

from ._primitives import Full, full_scatter_p, gather, gather_p, scatter, scatter_p

Dims = Sequence[Optional[int]]


def _in_front(value: Any, dim: Optional[int], size: int) -> Any:
    """With the batch as the first dimension, whether there was one or not."""
    if isinstance(value, Full):
        return Full(value.element, (size, *value.shape))
    return jnp.broadcast_to(value, (size, *np.shape(value))) if dim is None else jnp.moveaxis(value, dim, 0)


def with_batch_component(indices: Array) -> Array:
    """Tuples that name their batch, which is the first dimension of indices, as their first component."""
    n_batches, dtype = indices.shape[0], indices.dtype
    if n_batches > jnp.iinfo(dtype).max:
        dtype = jnp.dtype(np.int32)
    batches = lax.broadcasted_iota(dtype, (*indices.shape[:-1], 1), 0)
    return lax.concatenate([batches, indices.astype(dtype)], indices.ndim - 1)


def scatter_batches(data: Union[Array, Full], indices: Array, updates: Array, n_batch: int, axis: int, **how: Any) -> Array:
    """A scatter_update along an axis of data whose first n_batch dimensions have indices of their own."""
    outer = data.shape[:axis]
    n_outer = math.prod(outer)
    shape = (*indices.shape[:n_batch], *(1 for _ in range(axis - n_batch)), *indices.shape[n_batch:])
    tuples = jnp.broadcast_to(indices.reshape(shape), (*outer, *indices.shape[n_batch:]))
    tuples = with_batch_component(tuples.reshape(n_outer, *indices.shape[n_batch:], 1))
    flat = data.reshape(n_outer, *data.shape[axis:])
    result = scatter(flat, tuples, updates.reshape(n_outer, *updates.shape[axis:]), "scatter_nd", **how)
    return result.reshape(data.shape)


def _batch_scatter(arguments: Sequence[Any], dims: Dims, *, operator: str, axis: int, **how: Any) -> Tuple[Array, int]:
    (size,) = {value.shape[dim] for value, dim in zip(arguments, dims) if dim is not None}
    data, indices, updates = arguments
    data, updates = _in_front(data, dims[0], size), _in_front(updates, dims[2], size)
    if dims[1] is None and operator == "scatter_update":
        return scatter(data, indices, updates, operator, axis=axis + 1, **how), 0
    if dims[1] is None and operator == "scatter_nd" and indices.shape[-1] == 1:
        return scatter(data, indices.reshape(indices.shape[:-1]), updates, "scatter_update", axis=1, **how), 0
    indices = _in_front(indices, dims[1], size)
    if operator == "scatter_elements":
        return scatter(data, indices, updates, operator, axis=axis + 1, **how), 0
    if operator == "scatter_nd":
        return scatter(data, with_batch_component(indices), updates, operator, **how), 0
    return scatter_batches(data, indices, updates, 1, axis + 1, **how), 0


def _batch_full_scatter(arguments: Sequence[Any], dims: Dims, *, shape: Tuple[int, ...], **how: Any) -> Tuple[Array, int]:
    element, indices, updates = arguments  # an element is a constant
    return _batch_scatter((Full(element, shape), indices, updates), dims, **how)


def _batch_gather(arguments: Sequence[Any], dims: Dims, *, operator: str, axis: int, batch_dims: int, **how: Any) -> Tuple[Array, int]:
    (size,) = {value.shape[dim] for value, dim in zip(arguments, dims) if dim is not None}
    data, indices, how["fill"] = arguments
    if operator == "gather_elements":
        data, indices = _in_front(data, dims[0], size), _in_front(indices, dims[1], size)
        return gather(data, indices, operator, axis=axis + 1, **how), 0
    if dims[0] is None:  # the batch is one more dimension of the tuples, after those that data shares
        indices = jnp.moveaxis(indices, dims[1] or 0, batch_dims)
        return gather(data, indices, operator, axis=axis, batch_dims=batch_dims, **how), axis if operator == "gather" else batch_dims
    data = jnp.moveaxis(data, dims[0], 0)
    if dims[1] is None and batch_dims == 0 and operator == "gather":
        return gather(data, indices, operator, axis=axis + 1, **how), 0
    if dims[1] is None and batch_dims == 0 and indices.shape[-1] == 1:
        return gather(data, indices.reshape(indices.shape[:-1]), "gather", axis=1, **how), 0
    axis += operator == "gather"
    return gather(data, _in_front(indices, dims[1], size), operator, axis=axis, batch_dims=batch_dims + 1, **how), 0


batching.primitive_batchers[scatter_p] = _batch_scatter
batching.primitive_batchers[full_scatter_p] = _batch_full_scatter
batching.primitive_batchers[gather_p] = _batch_gather
