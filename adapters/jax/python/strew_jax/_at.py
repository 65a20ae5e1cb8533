"""at(x)[...]: x.at[...] of jax.numpy, for indices that strew has an operator for."""

from __future__ import annotations

from typing import Any, Callable, Optional

import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from . import _functions as f
from ._functions import Mode


class At:
    """at(x)[i] and at(x)[i, j, ...] with integers or arrays of integers, which broadcast, for the first dimensions; at(x)[:, i] with full slices
    before one array, for a later dimension."""

    def __init__(self, operand: ArrayLike) -> None:
        self._operand = jnp.asarray(operand)

    def __getitem__(self, index: Any) -> Ref:
        parts = list(index) if isinstance(index, tuple) else [index]
        while parts and (parts[-1] is Ellipsis or _is_full_slice(parts[-1])):
            parts.pop()
        n_slices = 0
        while n_slices < len(parts) and _is_full_slice(parts[n_slices]):
            n_slices += 1
        arrays = parts[n_slices:]
        if not arrays or any(part is None or part is Ellipsis or isinstance(part, slice) for part in arrays) or (n_slices and len(arrays) > 1):
            raise IndexError("at(x) takes arrays of integers for the first dimensions, or full slices and then one array; x.at has the rest")
        if len(parts) > self._operand.ndim:
            raise IndexError(f"{len(parts)} indices are too many for an array of {self._operand.ndim} dimensions")
        return Ref(self._operand, arrays[0] if len(arrays) == 1 else tuple(arrays), n_slices)


def _is_full_slice(part: Any) -> bool:
    return isinstance(part, slice) and part == slice(None)


def _computes(reduction: str) -> Callable[..., Array]:
    """A method of Ref that may compute in a wider type."""

    def method(
        self: Ref,
        values: ArrayLike,
        *,
        mode: Mode = None,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        wrap_negative_indices: bool = True,
        accumulate: Optional[str] = None,
    ) -> Array:
        return f._scatter(self._operand, self._indices, values, self._axis, reduction, mode, True, wrap_negative_indices, accumulate)

    method.__qualname__ = f"Ref.{reduction}"
    return method


def _writes(reduction: str, combine: Optional[Callable[[Array, Array], Array]] = None) -> Callable[..., Array]:
    """A method of Ref. If `combine` is given, the whole operand is combined with the product of its updates, as in jax.numpy."""

    def method(
        self: Ref,
        values: ArrayLike,
        *,
        mode: Mode = None,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        wrap_negative_indices: bool = True,
    ) -> Array:
        data = jnp.ones_like(self._operand) if combine else self._operand
        result = f._scatter(data, self._indices, values, self._axis, reduction, mode, True, wrap_negative_indices)
        return combine(self._operand, result) if combine else result

    method.__qualname__ = f"Ref.{combine.__name__ if combine else reduction}"
    return method


class Ref:
    """What an index names. The hints indices_are_sorted and unique_indices of jax.numpy are taken, and change nothing."""

    def __init__(self, operand: Array, indices: Any, axis: int) -> None:
        self._operand, self._indices, self._axis = operand, indices, axis

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"at(x)[...] has no {name}; if x.at[...] has, use that")

    def get(
        self,
        *,
        mode: Mode = None,
        fill_value: Optional[ArrayLike] = None,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        wrap_negative_indices: bool = True,
    ) -> Array:
        """As in jax.numpy, an index out of bounds is clipped if there is no mode."""
        mode, fill_value = "clip" if mode is None else mode, f.known(fill_value)
        if isinstance(self._indices, tuple):
            return f.gather_tuples(self._operand, f.tuples_of(self._indices), mode, fill_value, wrap_negative_indices)
        return f.take_slices(self._operand, self._indices, self._axis, mode, fill_value, wrap_negative_indices)

    set = _writes("set")
    add = _computes("add")
    subtract = _computes("subtract")
    multiply = mul = _computes("multiply")
    divide = _writes("multiply", jnp.divide)
    power = _writes("multiply", jnp.power)
    min = _writes("min")
    max = _writes("max")


at = At
