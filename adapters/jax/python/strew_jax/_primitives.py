"""The three primitives: their shapes, and the custom calls that they become.

strew_scatter(data, indices, updates) has the shape of data. strew_full_scatter(element, indices, updates) has a shape of its own, and is the
scatter into copies of one element. strew_gather(data, indices, fill) is what indices name in data. Their parameters are those of strew's
operators, by the same names:

    operator     scatter_nd, scatter_elements or scatter_update; gather_nd, gather_elements or gather
    axis         of all operators but scatter_nd and gather_nd; it is never negative
    policy       skip, clamp or error
    wraps        whether a negative index counts from the end
    reduction    of a scatter: none, add, sub, mul, min, max or mean
    include_self of a scatter: whether the old elements take part in the reduction
    accumulate   the wider type that a scatter computes in, or an empty text; of a gather that of its transpose
    batch_dims   of gather_nd and gather
    shape        of strew_full_scatter
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Callable, Dict, Sequence, Tuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.extend.core import Primitive
from jax.interpreters import mlir

from . import _library, _manual  # noqa: F401

scatter_p = Primitive("strew_scatter")
full_scatter_p = Primitive("strew_full_scatter")
gather_p = Primitive("strew_gather")


@dataclasses.dataclass(frozen=True)
class Full:
    """Data that has the same element everywhere. strew writes it itself, into large pages and on all threads, which XLA does slower."""

    element: Any
    shape: Tuple[int, ...]

    @property
    def dtype(self) -> Any:
        return self.element.dtype

    def reshape(self, *shape: int) -> Full:
        return Full(self.element, shape)

    def array(self) -> Array:
        return jnp.full(self.shape, self.element)


def zeros(shape: Sequence[int], dtype: Any) -> Full:
    return Full(np.zeros((), dtype), tuple(shape))


def scatter(
    data: Any,
    indices: Any,
    updates: Any,
    operator: str,
    reduction: str,
    policy: str,
    axis: int = 0,
    wraps: bool = True,
    include_self: bool = True,
    accumulate: str = "",
) -> Array:
    if 0 in data.shape and policy != "error":  # no index is the nearest one in bounds
        return data.array() if isinstance(data, Full) else data
    how = {"operator": operator, "reduction": reduction, "policy": policy, "axis": axis, "wraps": wraps, "include_self": include_self}
    how["accumulate"] = accumulate
    if isinstance(data, Full):
        return full_scatter_p.bind(*_manual.varying_alike(data.element, indices, updates), shape=data.shape, **how)
    return scatter_p.bind(*_manual.varying_alike(data, indices, updates), **how)


def gather(
    data: Any,
    indices: Any,
    operator: str,
    policy: str,
    axis: int = 0,
    batch_dims: int = 0,
    wraps: bool = True,
    fill: Any = 0,
    accumulate: str = "",
) -> Array:
    if not isinstance(fill, Array):
        fill = np.asarray(fill, data.dtype)
    shape = gather_shape(data, indices, operator, axis, batch_dims)
    if 0 in shape and policy != "error":
        return jnp.zeros(shape, data.dtype)
    arguments = _manual.varying_alike(data, indices, fill)
    how = {"operator": operator, "policy": policy, "axis": axis, "batch_dims": batch_dims, "wraps": wraps, "accumulate": accumulate}
    return gather_p.bind(*arguments, **how)


def scatter_shape(data: Any, indices: Any, operator: str, axis: int) -> Tuple[int, ...]:
    """The shape that updates must have."""
    if operator == "scatter_elements":
        return tuple(indices.shape)
    if operator == "scatter_nd":
        return (*indices.shape[:-1], *data.shape[indices.shape[-1] :])
    return (*data.shape[:axis], *indices.shape, *data.shape[axis + 1 :])


def gather_shape(data: Any, indices: Any, operator: str, axis: int, batch_dims: int) -> Tuple[int, ...]:
    if operator == "gather_elements":
        return tuple(indices.shape)
    if operator == "gather_nd":
        return (*indices.shape[:-1], *data.shape[batch_dims + indices.shape[-1] :])
    return (*data.shape[:axis], *indices.shape[batch_dims:], *data.shape[axis + 1 :])


def _scatter_abstract(data: Any, indices: Any, updates: Any, **_: Any) -> Any:
    return _manual.shaped_like(data, data.shape)


def _full_scatter_abstract(element: Any, indices: Any, updates: Any, *, shape: Tuple[int, ...], **_: Any) -> Any:
    return _manual.shaped_like(element, shape)


def _gather_abstract(data: Any, indices: Any, fill: Any, *, operator: str, axis: int, batch_dims: int, **_: Any) -> Any:
    return _manual.shaped_like(data, gather_shape(data, indices, operator, axis, batch_dims))


scatter_p.def_abstract_eval(_scatter_abstract)
full_scatter_p.def_abstract_eval(_full_scatter_abstract)
gather_p.def_abstract_eval(_gather_abstract)


@functools.lru_cache(maxsize=None)
def _compiled(primitive: Primitive, parameters: Tuple[Tuple[str, Any], ...]) -> Callable[..., Array]:
    return jax.jit(functools.partial(primitive.bind, **dict(parameters)))


def _run(primitive: Primitive, *arguments: Any, **parameters: Any) -> Array:
    """Outside of jit, a call is a program of its own. It is one under jax.disable_jit() too: nothing else runs a primitive."""
    with jax.disable_jit(False):
        return _compiled(primitive, tuple(parameters.items()))(*arguments)


def _numbers(**parameters: Any) -> Dict[str, Any]:
    return {name: np.int64(value) if isinstance(value, int) else value for name, value in parameters.items()}


def _lower_scatter(context: Any, data: Any, indices: Any, updates: Any, **parameters: Any) -> Sequence[Any]:
    # XLA copies data first if anybody else still needs it. Otherwise the call works in place.
    rule = jax.ffi.ffi_lowering("strew_scatter", operand_output_aliases={0: 0})
    return rule(context, data, indices, updates, **_numbers(**parameters))


def _lower_full_scatter(
    context: Any, element: Any, indices: Any, updates: Any, *, shape: Tuple[int, ...], **parameters: Any
) -> Sequence[Any]:
    return jax.ffi.ffi_lowering("strew_scatter")(context, element, indices, updates, **_numbers(**parameters))


def _lower_gather(context: Any, data: Any, indices: Any, fill: Any, *, accumulate: str, **parameters: Any) -> Sequence[Any]:
    return jax.ffi.ffi_lowering("strew_gather")(context, data, indices, fill, **_numbers(**parameters))


def _reject(context: Any, *_: Any, **__: Any) -> Sequence[Any]:
    raise NotImplementedError("strew_jax has kernels for the CPU alone; place the arrays there, or use jax.numpy on this device")


for _primitive, _lower in ((scatter_p, _lower_scatter), (full_scatter_p, _lower_full_scatter), (gather_p, _lower_gather)):
    _primitive.def_impl(functools.partial(_run, _primitive))
    _manual.register(_primitive)
    mlir.register_lowering(_primitive, _lower, platform="cpu")
    mlir.register_lowering(_primitive, _reject)
