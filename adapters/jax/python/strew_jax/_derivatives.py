"""Derivatives in both directions. A scatter that adds, one that replaces, a mean and a gather are linear in their values: the tangent is the
same call on tangents. The transpose of a scatter is a gather, and the other way round."""

from __future__ import annotations

import functools
import math
from typing import Any, List, Optional, Sequence, Tuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.interpreters import ad

from ._batching import scatter_batches, with_batch_component
from ._primitives import Full, full_scatter_p, gather, gather_p, scatter, scatter_p, scatter_shape, zeros

LINEAR = ("none", "add", "sub", "mean")


def _no_tangent(value: Any) -> Any:
    return ad.Zero(value.aval.to_tangent_aval())


def _take(data: Array, indices: Array, operator: str, axis: int, **how: Any) -> Array:
    """What each update of a scatter meets in data, and 0 for one that is skipped."""
    return gather(data, indices, operator.replace("scatter_update", "gather").replace("scatter", "gather"), axis=axis, **how)


class _Slices:
    """One element for each slice of data, to count or name the tuples of a scatter with; and how to spread it to the shapes of data and updates."""

    def __init__(self, data: Any, indices: Array, operator: str, axis: int, **how: Any) -> None:
        self.indices, self.axis, self.operator, self.how = indices, axis, operator, how
        self.data_shape, self.updates_shape = data.shape, scatter_shape(data, indices, operator, axis)
        k = indices.shape[-1] if operator == "scatter_nd" else 1
        self.shape = data.shape if operator == "scatter_elements" else data.shape[axis : axis + k]
        self.tuples = indices.shape[:-1] if operator == "scatter_nd" else indices.shape
        self.n_before, self.own_axis = (0, axis) if operator == "scatter_elements" else (axis, 0)

    def scatter(self, initial: Any, updates: Array, reduction: str) -> Array:
        initial = Full(np.asarray(initial, updates.dtype), tuple(self.shape))
        return scatter(initial, self.indices, updates, self.operator, reduction, axis=self.own_axis, **self.how)

    def take(self, values: Array, **fill: int) -> Array:
        return _take(values, self.indices, self.operator, self.own_axis, **self.how, **fill)

    def like_data(self, values: Array) -> Array:
        return lax.broadcast_in_dim(values, self.data_shape, range(self.n_before, self.n_before + values.ndim))

    def like_updates(self, values: Array) -> Array:
        return lax.broadcast_in_dim(values, self.updates_shape, range(self.n_before, self.n_before + values.ndim))

    def by_tuple(self, updates: Array) -> Array:
        """Updates with one dimension for all tuples, the first."""
        n = len(self.tuples)
        moved = jnp.moveaxis(updates, range(self.n_before, self.n_before + n), range(n))
        return moved.reshape(math.prod(self.tuples), *moved.shape[n:])

    def like_updates_again(self, by_tuple: Array) -> Array:
        n = len(self.tuples)
        return jnp.moveaxis(by_tuple.reshape(*self.tuples, *by_tuple.shape[1:]), range(n), range(self.n_before, self.n_before + n))

    def names(self) -> Array:
        """The slice of each tuple, as a number; -1 of one that is skipped."""
        return self.take(lax.iota(jnp.int32, math.prod(self.shape)).reshape(self.shape), fill=-1)

    def counts(self, include_self: bool) -> Array:
        """How many values each mean has; 1 where there are none, and the old value stays."""
        counts = self.scatter(int(include_self), jnp.ones(self.tuples, jnp.int32), "add")
        return jnp.maximum(counts, 1)

    def last(self) -> Array:
        """Whether a tuple is the last one of its slice, whose updates stay."""
        names = lax.iota(jnp.int32, math.prod(self.tuples)).reshape(self.tuples)
        return self.take(self.scatter(-1, names, "none")) == names

    def touched(self) -> Array:
        return self.scatter(False, jnp.ones(self.tuples, bool), "none")


def _jvp_scatter(primals: Sequence[Any], tangents: Sequence[Any], *, reduction: str, **how: Any) -> Tuple[Array, Any]:
    data, indices, updates = primals
    result = scatter(data, indices, updates, reduction=reduction, **how)
    d_data, _, d_updates = tangents
    if type(d_data) is ad.Zero and type(d_updates) is ad.Zero:
        return result, _no_tangent(result)
    if reduction in ("add", "sub") and type(d_updates) is ad.Zero:
        return result, d_data
    d_data, d_updates = ad.instantiate_zeros(d_data), ad.instantiate_zeros(d_updates)
    if reduction in LINEAR:
        return result, scatter(d_data, indices, d_updates, reduction=reduction, **how)
    if how["accumulate"]:
        return result, _tangent_of_wide_product((data, indices, updates), (d_data, d_updates), how)
    of_data, of_updates = _factors(data, indices, updates, result, reduction, how)
    return result, scatter(of_data * d_data, indices, of_updates * d_updates, reduction="add", **how)


def _tangent_of_wide_product(primals: Sequence[Any], tangents: Sequence[Any], how: Any) -> Array:
    """That of the same product of values in the wider type, which is rounded as the product is."""
    data, indices, updates = primals
    if jax.dtypes.canonicalize_dtype(how["accumulate"]).name != how["accumulate"]:
        raise NotImplementedError(f"the derivative of a product with accumulate='{how['accumulate']}' needs JAX's option jax_enable_x64")

    def product(*factors: Array) -> Array:
        old, new = (factor.astype(how["accumulate"]) for factor in factors)
        return scatter(old, indices, new, reduction="mul", **{**how, "accumulate": ""}).astype(updates.dtype)

    change: Array = jax.jvp(product, (data, updates), tuple(tangents))[1]
    return change


def _factors(data: Array, indices: Array, updates: Array, result: Array, reduction: str, how: Any) -> Tuple[Array, Array]:
    """What the tangents of data and updates are multiplied by."""
    place = {name: how[name] for name in ("operator", "axis", "policy", "wraps")}
    if reduction == "mul":
        return _product_factors(data, indices, updates, place)
    return _extreme_factors(data, indices, updates, result, place)


def _extreme_factors(data: Array, indices: Array, updates: Array, result: Array, place: Any) -> Tuple[Array, Array]:
    """All values that are the extreme share its derivative, as in jax.numpy."""
    is_data = (data == result).astype(data.dtype)
    is_update = (updates == _take(result, indices, **place)).astype(data.dtype)
    n = jnp.maximum(scatter(is_data, indices, is_update, reduction="add", **place), 1)
    return is_data / n, is_update / jnp.maximum(_take(n, indices, **place), 1)


@functools.partial(jax.custom_jvp, nondiff_argnums=(3,))
def _product_factors(data: Array, indices: Array, updates: Array, place: Any) -> Tuple[Array, Array]:
    """What each value is multiplied by: the product of the others, of which one may be 0. It is a quotient, if the product is a normal
    number: that of infinite values is none, nor that of finite ones if it overflows."""
    data_is_0, update_is_0 = data == 0, updates == 0
    n_zeros = scatter(data_is_0.astype(jnp.int32), indices, update_is_0.astype(jnp.int32), reduction="add", **place)
    not_0, update_not_0 = jnp.where(data_is_0, 1, data), jnp.where(update_is_0, 1, updates)
    product = scatter(not_0, indices, update_not_0, reduction="mul", **place)  # of those that are not 0

    def others(is_0: Array, value: Array, zeros: Array, whole: Array) -> Array:
        return jnp.where(zeros - is_0 == 0, whole / value, 0)

    def quotients() -> Tuple[Array, Array]:
        of_updates = others(update_is_0, update_not_0, _take(n_zeros, indices, **place), _take(product, indices, **place))
        return others(data_is_0, not_0, n_zeros, product), of_updates

    limits, size = jnp.finfo(data.dtype), jnp.abs(product)
    is_normal = ((size >= limits.tiny) & (size <= limits.max)).all()
    return lax.cond(is_normal, quotients, lambda: _products_of_others(data, indices, updates, place))


@_product_factors.defjvp
def _jvp_product_factors(place: Any, primals: Sequence[Any], tangents: Sequence[Any]) -> Tuple[Any, Any]:
    """Quotients have no derivative where a value is 0. Products have all, and take longer to make."""
    data, indices, updates = primals
    return jax.jvp(lambda d, u: _products_of_others(d, indices, u, place), (data, updates), (tangents[0], tangents[2]))


def _products_of_others(data: Array, indices: Array, updates: Array, place: Any) -> Tuple[Array, Array]:
    """The product factors, without a quotient: of the tuples of a slice, those before each one and those after it."""
    slices = _Slices(data, indices, **place)
    names = slices.names()
    updates = jnp.where(slices.like_updates(names < 0), 1, updates)
    ones = Full(np.ones((), data.dtype), data.shape)
    of_data = scatter(ones, indices, updates, reduction="mul", **place)

    order = jnp.argsort(names.ravel())
    names, values = names.ravel()[order], slices.by_tuple(updates)[order]
    is_first = (names != jnp.roll(names, 1)) | (lax.iota(jnp.int32, names.size) == 0)
    is_first = is_first.reshape(-1, *(1 for _ in values.shape[1:]))
    before = _products_before(values, is_first)
    after = _products_before(values[::-1], jnp.roll(is_first, -1, 0)[::-1])[::-1]
    of_updates = slices.like_updates_again((before * after)[jnp.argsort(order)])
    return of_data, of_updates * _take(data, indices, **place)


def _products_before(values: Array, is_first: Array) -> Array:
    """The product of the values before each one, back to the first of its slice, which has 1."""

    def combine(earlier: Tuple[Array, Array], later: Tuple[Array, Array]) -> Tuple[Array, Array]:
        return jnp.where(later[1], 1, earlier[0]) * later[0], earlier[1] | later[1]

    products, _ = lax.associative_scan(combine, (jnp.where(is_first, 1, jnp.roll(values, 1, 0)), is_first))
    return products


def _jvp_full_scatter(
    primals: Sequence[Any], tangents: Sequence[Any], *, shape: Tuple[int, ...], reduction: str, **how: Any
) -> Tuple[Array, Any]:
    element, indices, updates = primals  # an element is a constant
    data = Full(element, shape)
    result = scatter(data, indices, updates, reduction=reduction, **how)
    if type(tangents[2]) is ad.Zero:
        return result, _no_tangent(result)
    d_updates = tangents[2]
    if reduction == "mul" and how["accumulate"]:
        nothing = jnp.zeros(shape, d_updates.dtype)
        return result, _tangent_of_wide_product((data.array(), indices, updates), (nothing, d_updates), how)
    if reduction not in LINEAR:
        _, of_updates = _factors(data.array(), indices, updates, result, reduction, how)
        d_updates, reduction = of_updates * d_updates, "add"
    return result, scatter(zeros(shape, d_updates.dtype), indices, d_updates, reduction=reduction, **how)


def _zeros_or(is_linear: bool, value: Any) -> Optional[Any]:
    return ad.Zero(value.aval) if is_linear else None


def _transpose_scatter(
    ct: Any, data: Any, indices: Array, updates: Any, *, reduction: str, include_self: bool, accumulate: str, **place: Any
) -> List[Optional[Any]]:
    asks_data, asks_updates = ad.is_undefined_primal(data), ad.is_undefined_primal(updates)
    if type(ct) is ad.Zero:
        return [_zeros_or(asks_data, data), None, _zeros_or(asks_updates, updates)]
    ct_data = ct_updates = None
    if reduction == "mean":
        slices = _Slices(ct, indices, **place)
        ct = ct / slices.like_data(slices.counts(include_self)).astype(ct.dtype)
    if asks_data:
        ct_data = ct
        if reduction == "none":
            nothing = jnp.zeros(scatter_shape(ct, indices, place["operator"], place["axis"]), ct.dtype)
            ct_data = scatter(ct, indices, nothing, reduction="none", **place)
        elif reduction == "mean" and not include_self:
            ct_data = jnp.where(slices.like_data(slices.touched()), 0, ct)
    if asks_updates:
        ct_updates = _take(ct, indices, accumulate=accumulate, **place)
        if reduction == "none":
            slices = _Slices(ct, indices, **place)
            ct_updates = jnp.where(slices.like_updates(slices.last()), ct_updates, 0)
        elif reduction == "sub":
            ct_updates = -ct_updates
    return [ct_data, None, ct_updates]


def _jvp_gather(primals: Sequence[Any], tangents: Sequence[Any], **how: Any) -> Tuple[Array, Any]:
    data, indices, fill = primals
    result = gather(data, indices, fill=fill, **how)
    if type(tangents[0]) is ad.Zero:
        return result, _no_tangent(result)
    return result, gather(tangents[0], indices, **how)


def _transpose_full_scatter(
    ct: Any, element: Any, indices: Array, updates: Any, *, shape: Tuple[int, ...], **how: Any
) -> List[Optional[Any]]:
    return _transpose_scatter(ct, element, indices, updates, **how)


def _transpose_gather(
    ct: Any, data: Any, indices: Array, fill: Array, *, operator: str, axis: int, batch_dims: int, **how: Any
) -> List[Optional[Any]]:
    if type(ct) is ad.Zero:
        return [ad.Zero(data.aval), None, None]
    initial = zeros(data.aval.shape, data.aval.dtype)
    how["reduction"] = "add"
    if operator == "gather_elements":
        return [scatter(initial, indices, ct, "scatter_elements", axis=axis, **how), None, None]
    if operator == "gather":
        if batch_dims == 0:
            return [scatter(initial, indices, ct, "scatter_update", axis=axis, **how), None, None]
        return [scatter_batches(initial, indices, ct, batch_dims, axis, **how), None, None]
    if batch_dims == 0:
        return [scatter(initial, indices, ct, "scatter_nd", **how), None, None]
    n_batches = math.prod(initial.shape[:batch_dims])
    tuples = with_batch_component(indices.reshape(n_batches, *indices.shape[batch_dims:]))
    flat, updates = (value.reshape(n_batches, *value.shape[batch_dims:]) for value in (initial, ct))
    return [scatter(flat, tuples, updates, "scatter_nd", **how).reshape(initial.shape), None, None]


ad.primitive_jvps[scatter_p] = _jvp_scatter
ad.primitive_transposes[scatter_p] = _transpose_scatter
ad.primitive_jvps[full_scatter_p] = _jvp_full_scatter
ad.primitive_transposes[full_scatter_p] = _transpose_full_scatter
ad.primitive_jvps[gather_p] = _jvp_gather
ad.primitive_transposes[gather_p] = _transpose_gather
