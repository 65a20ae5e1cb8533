"""The scatters and gathers of strew_jax: how their arguments become those of the primitives."""

from __future__ import annotations

import functools
import math
import operator as python
from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Union

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from . import _derivatives  # noqa: F401
from ._primitives import Full, gather, scatter, scatter_shape

Indices = Union[ArrayLike, Tuple[ArrayLike, ...]]
Mode = Any  # a text, jax.lax.GatherScatterMode or None

REDUCTIONS = {"set": "none", "add": "add", "subtract": "sub", "multiply": "mul", "min": "min", "max": "max", "mean": "mean"}
SCATTER_POLICIES = {"drop": "skip", "fill": "skip", "fill_or_drop": "skip", "promise_in_bounds": "skip", "clip": "clamp", "error": "error"}
GATHER_POLICIES = {**SCATTER_POLICIES, "promise_in_bounds": "clamp"}
_CALCULATES = ("int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 bool complex64 complex128 "
               "float8_e4m3fn float8_e5m2").split()  # fmt: skip
ACCUMULATIONS = {
    "float32": ("float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "float32"),
    "float64": ("float32", "float64"),
    "int64": ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
}  # the wider types, and what they are wide enough for
_MOVES = "float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e5m2fnuz float8_e4m3fnuz float8_e8m0fnu".split()


def _policy(mode: Mode, default: str, policies: dict[str, str]) -> str:
    name = default if mode is None else mode if isinstance(mode, str) else getattr(mode, "name", str(mode))
    if name.lower() not in policies:
        raise ValueError(f"mode is {mode!r}; strew has {', '.join(sorted(policies))}")
    return policies[name.lower()]


def _check_dtype(dtype: Any, reduction: str) -> None:
    allowed = [*_CALCULATES, *_MOVES] if reduction == "none" else _CALCULATES
    if dtype.name not in allowed or (reduction == "mean" and dtype == bool):
        what = "scatter or gather" if reduction == "none" else reduction
        raise TypeError(f"strew has no {what} of {dtype.name}")


def accumulation(accumulate: Optional[str], dtype: Any, reduction: str) -> str:
    """The parameter of the primitives: an empty text where a wider type changes nothing."""
    if accumulate is None:
        return ""
    if accumulate not in ACCUMULATIONS:
        raise ValueError(f"accumulate is {accumulate!r}; strew has {', '.join(ACCUMULATIONS)}")
    if reduction in ("none", "min", "max"):
        return ""
    if dtype.name not in ACCUMULATIONS[accumulate]:
        raise TypeError(f"strew accumulates no {dtype.name} in {accumulate}")
    return "" if dtype == accumulate else accumulate


def _integers(value: ArrayLike) -> Array:
    index = jnp.asarray(value)
    return index.astype(np.int32) if index.size == 0 and isinstance(value, (list, tuple)) else index  # [] is of float32


def _index(value: ArrayLike) -> Array:
    index = _integers(value)
    if not jnp.issubdtype(index.dtype, jnp.integer) or index.dtype.name not in _CALCULATES:
        raise TypeError(f"indices are {index.dtype.name}; strew takes integers of 8 to 64 bits, so use jnp.nonzero for a mask")
    return index


def _axis(axis: int, ndim: int) -> int:
    axis = python.index(axis)
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis is {axis}, outside [{-ndim}, {ndim - 1}] of an array of {ndim} dimensions")
    return axis % ndim


def tuples_of(indices: Sequence[ArrayLike]) -> Array:
    """One array for each of the first dimensions, as tuples in the last dimension of one array."""
    return jnp.stack(jnp.broadcast_arrays(*map(_index, indices)), -1)


def scatter_slices(
    data: Union[Array, Full],
    indices: Array,
    updates: ArrayLike,
    operator: str,
    reduction: str,
    mode: Mode,
    axis: int = 0,
    accumulate: Optional[str] = None,
    **how: bool,
) -> Array:
    """Everything that writes goes through here: updates are converted and broadcast as jax.numpy does."""
    name = REDUCTIONS.get(reduction, reduction)
    if name not in REDUCTIONS.values():
        raise ValueError(f"reduction is {reduction!r}; strew has {', '.join(REDUCTIONS)}")
    _check_dtype(data.dtype, name)
    wide = accumulation(accumulate, data.dtype, name)
    updates = jnp.asarray(updates)
    if updates.dtype != data.dtype:
        if jnp.result_type(data.dtype, updates) != data.dtype:
            raise TypeError(f"updates of {updates.dtype.name} would lose digits in an array of {data.dtype.name}; convert them with astype")
        updates = updates.astype(data.dtype)
    shape = scatter_shape(data, indices, operator, axis)
    try:
        updates = jnp.broadcast_to(updates, shape)
    except ValueError:
        sizes = f"data of shape {data.shape} and indices of shape {indices.shape}"
        raise ValueError(f"updates have the shape {updates.shape}; {sizes} need {shape}, or what broadcasts to it") from None
    return scatter(data, indices, updates, operator, name, _policy(mode, "drop", SCATTER_POLICIES), axis, accumulate=wide, **how)


_jit = functools.partial(jax.jit, inline=True)


@functools.partial(_jit, static_argnames=("axis", "reduction", "mode", "include_self", "wraps", "accumulate"))
def _scatter(
    operand: ArrayLike,
    indices: Indices,
    updates: ArrayLike,
    axis: int,
    reduction: str,
    mode: Mode,
    include_self: bool = True,
    wraps: bool = True,
    accumulate: Optional[str] = None,
) -> Array:
    data = jnp.asarray(operand)
    how: Dict[str, Any] = {"include_self": include_self, "wraps": wraps, "accumulate": accumulate}
    if not isinstance(indices, tuple):
        return scatter_slices(data, _index(indices), updates, "scatter_update", reduction, mode, _axis(axis, data.ndim), **how)
    if axis != 0:
        raise ValueError(f"axis is {axis}; a tuple of indices is for the first dimensions")
    return _scatter_nd(data, tuples_of(indices), updates, reduction, mode, **how)


def _scatter_nd(data: Array, tuples: Array, updates: ArrayLike, reduction: str, mode: Mode, **how: Any) -> Array:
    if tuples.ndim == 0:
        raise ValueError("indices are a number; their last dimension must have the components of each tuple")
    if tuples.shape[-1] > data.ndim:
        raise IndexError(f"tuples of {tuples.shape[-1]} indices are too long for an array of {data.ndim} dimensions")
    return scatter_slices(data, tuples, updates, "scatter_nd", reduction, mode, **how)


def scatter_add(
    operand: ArrayLike, indices: Indices, updates: ArrayLike, axis: int = 0, mode: Mode = None, *, accumulate: Optional[str] = None
) -> Array:
    """`operand.at[indices].add(updates)`: indices of an axis, or a tuple of arrays of indices of the first dimensions."""
    return _scatter(operand, indices, updates, axis, "add", mode, accumulate=accumulate)


def scatter_mul(
    operand: ArrayLike, indices: Indices, updates: ArrayLike, axis: int = 0, mode: Mode = None, *, accumulate: Optional[str] = None
) -> Array:
    """`operand.at[indices].multiply(updates)`"""
    return _scatter(operand, indices, updates, axis, "multiply", mode, accumulate=accumulate)


def scatter_min(operand: ArrayLike, indices: Indices, updates: ArrayLike, axis: int = 0, mode: Mode = None) -> Array:
    """`operand.at[indices].min(updates)`"""
    return _scatter(operand, indices, updates, axis, "min", mode)


def scatter_max(operand: ArrayLike, indices: Indices, updates: ArrayLike, axis: int = 0, mode: Mode = None) -> Array:
    """`operand.at[indices].max(updates)`"""
    return _scatter(operand, indices, updates, axis, "max", mode)


def scatter_set(operand: ArrayLike, indices: Indices, updates: ArrayLike, axis: int = 0, mode: Mode = None) -> Array:
    """`operand.at[indices].set(updates)`; of repeated indices the last one wins."""
    return _scatter(operand, indices, updates, axis, "set", mode)


def scatter_mean(
    operand: ArrayLike,
    indices: Indices,
    updates: ArrayLike,
    axis: int = 0,
    include_self: bool = True,
    mode: Mode = None,
    *,
    accumulate: Optional[str] = None,
) -> Array:
    """The mean of an old element and its updates, or with include_self=False of the updates; elements without one stay."""
    return _scatter(operand, indices, updates, axis, "mean", mode, bool(include_self), accumulate=accumulate)


@functools.partial(_jit, static_argnames=("reduction", "mode", "accumulate"))
def scatter_nd(
    operand: ArrayLike,
    indices: ArrayLike,
    updates: ArrayLike,
    reduction: str = "set",
    mode: Mode = None,
    *,
    accumulate: Optional[str] = None,
) -> Array:
    """ONNX's ScatterND, and tf.tensor_scatter_nd_*: each row of indices along its last dimension names a slice."""
    return _scatter_nd(jnp.asarray(operand), _index(indices), updates, reduction, mode, accumulate=accumulate)


@functools.partial(_jit, static_argnames=("axis", "reduction", "mode", "accumulate"))
def scatter_elements(
    operand: ArrayLike,
    indices: ArrayLike,
    updates: ArrayLike,
    axis: int = 0,
    reduction: str = "set",
    mode: Mode = None,
    *,
    accumulate: Optional[str] = None,
) -> Array:
    """ONNX's ScatterElements: an index of the axis for each element of updates. Indices may be smaller than operand, and are not broadcast."""
    data, index = jnp.asarray(operand), _index(indices)
    axis = _axis(axis, data.ndim)
    _check_elements(data, index, axis)
    return scatter_slices(data, index, updates, "scatter_elements", reduction, mode, axis, accumulate)


def _check_elements(data: Array, index: Array, axis: int) -> None:
    if index.ndim != data.ndim or any(n > m for d, (n, m) in enumerate(zip(index.shape, data.shape)) if d != axis):
        raise ValueError(f"indices have the shape {index.shape}, which must fit {data.shape} in all dimensions but {axis}")


def _fill(dtype: Any, value: Optional[ArrayLike]) -> Any:
    """What jax.numpy fills with: NaN, or the integer that is least likely to be mistaken for a value."""
    if value is not None:
        return np.asarray(value).astype(dtype)
    if jnp.issubdtype(dtype, jnp.inexact):
        return np.asarray(np.nan).astype(dtype)
    if jnp.issubdtype(dtype, jnp.signedinteger):
        return jnp.iinfo(dtype).min
    return jnp.iinfo(dtype).max if jnp.issubdtype(dtype, jnp.unsignedinteger) else True


def known(fill_value: Optional[ArrayLike]) -> Any:
    """A fill value is a part of the program, so an array becomes a number. No NaN is equal to another, but for the program they are one."""
    if not isinstance(fill_value, (jax.Array, np.ndarray)):
        return fill_value
    if isinstance(fill_value, jax.core.Tracer):
        raise TypeError("fill_value must be a number that is known when the function is traced")
    if fill_value.ndim:
        raise ValueError(f"fill_value has the shape {fill_value.shape}; it must be a number")
    number = np.asarray(fill_value)[()]
    return number if number == number else np.nan


def gather_slices(
    data: Array, indices: Array, operator: str, mode: Mode, fill_value: Optional[ArrayLike], axis: int = 0, wraps: bool = True
) -> Array:
    _check_dtype(data.dtype, "none")
    policy, fill = _policy(mode, "fill", GATHER_POLICIES), _fill(data.dtype, fill_value)
    return gather(data, indices, operator, policy, axis, wraps=wraps, fill=fill)


@functools.partial(_jit, static_argnames=("axis", "mode", "fill_value", "wraps"))
def take_slices(operand: ArrayLike, indices: ArrayLike, axis: int, mode: Mode, fill_value: Optional[ArrayLike], wraps: bool) -> Array:
    data = jnp.asarray(operand)
    return gather_slices(data, _index(indices), "gather", mode, fill_value, _axis(axis, data.ndim), wraps)


def _rejected_as_in(function: Callable[..., Array], data: Any, indices: Any, axis: Optional[int], mode: Mode) -> None:
    """A function with a name of jax.numpy's lets that reject what it would. It knows none of the modes that strew has besides."""
    name = getattr(mode, "name", mode)
    is_ours = isinstance(name, str) and name.lower() in GATHER_POLICIES
    jax.eval_shape(functools.partial(function, axis=axis, mode="fill" if is_ours else mode), data, indices)


def take(
    a: ArrayLike,
    indices: ArrayLike,
    axis: Optional[int] = None,
    out: None = None,
    mode: Mode = None,
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    fill_value: Optional[ArrayLike] = None,
) -> Array:
    """`jnp.take`: without an axis, of all elements. With the mode "clip" a negative index counts as 0, as there. The two hints change nothing."""
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.take is not supported.")
    return _take(a, indices, None if axis is None else python.index(axis), mode, known(fill_value))


@functools.partial(_jit, static_argnames=("axis", "mode", "fill_value"))
def _take(a: ArrayLike, indices: ArrayLike, axis: Optional[int], mode: Mode, fill_value: Any) -> Array:
    data, index = jnp.asarray(a), _integers(indices)
    _rejected_as_in(jnp.take, data, index, axis, mode)
    if axis is None:
        data, axis = data.ravel(), 0
    axis, wraps = _axis(axis, data.ndim), True
    if mode == "wrap":
        index, mode = index % data.shape[axis] if data.shape[axis] else index, "clip"
    elif _policy(mode, "fill", GATHER_POLICIES) == "clamp":
        wraps = False
    return gather_slices(data, _index(index), "gather", mode, fill_value, axis, wraps)


def take_along_axis(
    arr: ArrayLike,
    indices: ArrayLike,
    axis: Optional[int] = -1,
    mode: Mode = None,
    fill_value: Optional[ArrayLike] = None,
    *,
    wrap_negative_indices: Optional[bool] = None,
) -> Array:
    """`jnp.take_along_axis`: arr and indices are broadcast in all dimensions but the axis. ONNX's form of it is gather_elements."""
    return _take_along_axis(arr, indices, axis, mode, known(fill_value), wrap_negative_indices)


@functools.partial(_jit, static_argnames=("axis", "mode", "fill_value", "wraps"))
def _take_along_axis(
    arr: ArrayLike, indices: ArrayLike, axis: Optional[int], mode: Mode, fill_value: Any, wraps: Optional[bool]
) -> Array:
    data, index = jnp.asarray(arr), _integers(indices)
    _rejected_as_in(jnp.take_along_axis, data, index, axis, mode)
    if axis is None:
        data, axis = data.ravel(), 0
    axis, index = axis % data.ndim, _index(index)
    if wraps is None:
        wraps = mode != "promise_in_bounds"

    def without_axis(shape: Tuple[int, ...]) -> Tuple[int, ...]:
        return (*shape[:axis], *shape[axis + 1 :])

    if math.prod(without_axis(index.shape)) == 1 and data.shape[axis]:  # the same indices everywhere
        return gather_slices(data, index.ravel(), "gather", mode, fill_value, axis, wraps)
    others = jnp.broadcast_shapes(without_axis(data.shape), without_axis(index.shape))
    if not data.shape[axis] and mode != "error":
        return jnp.zeros((*others[:axis], index.shape[axis], *others[axis:]), data.dtype)  # as there
    data, index = (jnp.broadcast_to(each, (*others[:axis], each.shape[axis], *others[axis:])) for each in (data, index))
    return gather_slices(data, index, "gather_elements", mode, fill_value, axis, wraps)


@functools.partial(_jit, static_argnames=("axis", "mode", "fill_value"))
def _gather_elements(operand: ArrayLike, indices: ArrayLike, axis: int, mode: Mode, fill_value: Any) -> Array:
    data, index = jnp.asarray(operand), _index(indices)
    axis = _axis(axis, data.ndim)
    _check_elements(data, index, axis)
    return gather_slices(data, index, "gather_elements", mode, fill_value, axis)


def gather_elements(
    operand: ArrayLike, indices: ArrayLike, axis: int = 0, mode: Mode = None, fill_value: Optional[ArrayLike] = None
) -> Array:
    """ONNX's GatherElements: an index of the axis for each element. Indices may be smaller than operand, and are not broadcast."""
    return _gather_elements(operand, indices, axis, mode, known(fill_value))


def gather_nd(operand: ArrayLike, indices: ArrayLike, mode: Mode = None, fill_value: Optional[ArrayLike] = None) -> Array:
    """ONNX's GatherND: the slices that the rows of indices along its last dimension name."""
    return gather_tuples(operand, indices, mode, known(fill_value), True)


@functools.partial(_jit, static_argnames=("mode", "fill_value", "wraps"))
def gather_tuples(operand: ArrayLike, indices: ArrayLike, mode: Mode, fill_value: Optional[ArrayLike], wraps: bool) -> Array:
    data, tuples = jnp.asarray(operand), _index(indices)
    if tuples.ndim == 0 or tuples.shape[-1] > data.ndim:
        raise IndexError(f"indices of the shape {tuples.shape} do not name slices of an array of {data.ndim} dimensions")
    return gather_slices(data, tuples, "gather_nd", mode, fill_value, wraps=wraps)
