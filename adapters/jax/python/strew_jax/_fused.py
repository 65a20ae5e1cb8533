"""Primitives of scatters whose updates are rows of a table, weighed, and of segments. No row is made for a tuple, here or in a derivative.

    output[i[t]] = reduction(output[i[t]], w[t] * table[j[t]])

strew_fused_scatter(element, indices, updates, update_indices, weights) is the scatter into copies of one element; with offsets in place of
indices it is a segment, and has no element. The last two operands are optional. It has a second result if an arg is asked for: the tuple
that has won each element.

A sum, a mean, and, if an arg says who has won, an extreme are linear in the table and in the weights. So each of them is what
output_gradient is multiplied by in a sum over all t of output_gradient[i[t]] * w[t] * table[j[t]], and so are its derivatives:

    strew_fused_scatter or strew_picked     the factor of output_gradient
    strew_rows_gradient                     that of the table
    strew_weights_gradient                  that of the weights

Each one's derivatives are the others, to any order. Their parameters:

    operands      the names of the operands, in their order
    operator      scatter_update or segment, on axis 0
    reduction     as of strew's operators
    policy, wraps             of indices that are out of bounds or negative
    update_policy             of update indices, of which negative ones count from the end
    excludes_self, initial    what a slice has without tuples: its element is in no reduction; that of a segment is zero or identity
    accumulate                the wider type of products and sums, or an empty text
    sorted, unique            what is known of indices: nothing (an empty text), trusted or checked
    n             of the slices
    has_arg       of strew_fused_scatter
    n_updates     of strew_rows_gradient: the rows of the table
    shape, dtype  of strew_weights_gradient: those of the weights
"""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, Optional, Sequence, Tuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.extend.core import Primitive
from jax.interpreters import batching, mlir

from . import _manual
from ._primitives import _numbers, _reject, _run, gather

fused_scatter_p = Primitive("strew_fused_scatter")
fused_scatter_p.multiple_results = True
picked_p = Primitive("strew_picked")
rows_gradient_p = Primitive("strew_rows_gradient")
weights_gradient_p = Primitive("strew_weights_gradient")

Operands = Dict[str, Any]
SHARED = ("indices", "offsets", "update_indices")  # by all members of a batch, which is then one call
_DIFFERENTIABLE = ("float16", "bfloat16", "float32", "float64")


def bind(primitive: Primitive, operands: Operands, **how: Any) -> Any:
    values = _manual.varying_alike(*operands.values())
    return primitive.bind(*values, operands=tuple(operands), **how)


def arg_dtype(n_tuples: int) -> Any:
    return np.dtype(np.int32 if n_tuples <= np.iinfo(np.int32).max else np.int64)


def n_tuples(operands: Operands) -> int:
    """In a segment by offsets without update indices, those of updates."""
    for name in ("update_indices", "indices", "updates", "weights"):
        if name in operands:
            return int(operands[name].shape[0])
    raise AssertionError("a call without tuples has no gradient of its updates by offsets alone")


def _fused_scatter_abstract(*values: Any, operands: Tuple[str, ...], n: int, has_arg: bool, **_: Any) -> Sequence[Any]:
    named = dict(zip(operands, values))
    updates = named["updates"]
    output = _manual.shaped_like(updates, (n, *updates.shape[1:]))
    return [output, output.update(dtype=arg_dtype(n_tuples(named)))] if has_arg else [output]


def _picked_abstract(*values: Any, operands: Tuple[str, ...], n: int, **_: Any) -> Any:
    updates = dict(zip(operands, values))["updates"]
    return _manual.shaped_like(updates, (n, *updates.shape[1:]))


def _rows_gradient_abstract(*values: Any, operands: Tuple[str, ...], n_updates: int, **_: Any) -> Any:
    of_output = dict(zip(operands, values))["output_gradient"]
    return _manual.shaped_like(of_output, (n_updates, *of_output.shape[1:]))


def _weights_gradient_abstract(*values: Any, operands: Tuple[str, ...], shape: Tuple[int, ...], dtype: Any, **_: Any) -> Any:
    return _manual.shaped_like(dict(zip(operands, values))["output_gradient"], shape).update(dtype=np.dtype(dtype))


# ---- What has won --------------------------------------------------------------------------------------------------------------------------


def _picked(*values: Any, operands: Tuple[str, ...], **_: Any) -> Array:
    """For each element of output the weighed element of the table that has won it, and 0 where none has: as many as output has."""
    named = dict(zip(operands, values))
    arg, table = named["arg"], named["updates"]
    if 0 in table.shape or 0 in arg.shape or n_tuples(named) == 0:
        return jnp.zeros(arg.shape, table.dtype)
    tuples = jnp.maximum(arg, 0)
    rows = named["update_indices"].at[tuples].get(mode="clip") if "update_indices" in named else tuples
    flat = table.reshape(table.shape[0], -1)
    found = gather(flat, rows.reshape(rows.shape[0], -1), "gather_elements", "clamp").reshape(arg.shape)
    if "weights" in named:
        weights = named["weights"]
        places = [lax.broadcasted_iota(np.int32, arg.shape, d) if size != 1 else 0 for d, size in enumerate(weights.shape)]
        found = (found * weights.at[(tuples, *places[1:])].get(mode="clip")).astype(table.dtype)
    return jnp.where(arg >= 0, found, 0)


# ---- Lowering ------------------------------------------------------------------------------------------------------------------------------


def _attributes(operands: Tuple[str, ...], how: Dict[str, Any]) -> Dict[str, Any]:
    names = ("operator", "reduction", "policy", "wraps", "update_policy", "excludes_self", "initial", "accumulate", "sorted", "unique")
    return {"operands": " ".join(operands), **_numbers(**{name: how[name] for name in names})}


def _lower(target: str, context: Any, *values: Any, operands: Tuple[str, ...], **how: Any) -> Sequence[Any]:
    return jax.ffi.ffi_lowering(target)(context, *values, **_attributes(operands, how))


# ---- Batches -------------------------------------------------------------------------------------------------------------------------------


def _batch(primitive: Primitive, values: Sequence[Any], dims: Sequence[Optional[int]], *, operands: Tuple[str, ...], **how: Any) -> Any:
    """If all members of a batch have the same indices, they are the first dimension of each slice: one call. Otherwise each has its own."""
    named = dict(zip(operands, values))
    of_name = dict(zip(operands, dims))
    (size,) = {value.shape[dim] for value, dim in zip(values, dims) if dim is not None}
    if any(of_name.get(name) is not None for name in SHARED):
        return _one_after_the_other(primitive, named, of_name, how)
    rank = max(named[name].ndim - (of_name[name] is not None) for name in ("updates", "output_gradient") if name in named)
    wide = {name: value if name in SHARED or name == "element" else _widened(name, value, of_name[name], size, rank) for name, value in named.items()}
    narrow_shape = how.get("shape")
    if narrow_shape is not None:
        how["shape"] = (narrow_shape[0], size, *(narrow_shape[1:] or (1,) * (rank - 1)))
    result = bind(primitive, wide, **how)
    if narrow_shape is not None:
        result = result.reshape(narrow_shape[0], size, *narrow_shape[1:])
    return (result, [1] * len(result)) if primitive.multiple_results else (result, 1)


def _widened(name: str, value: Array, dim: Optional[int], size: int, rank: int) -> Array:
    """With the batch as the second dimension. Weights have either one dimension, or all of a slice, and need no copies."""
    if name == "weights":
        if dim is None:
            return value if value.ndim == 1 else jnp.expand_dims(value, 1)
        value = jnp.moveaxis(value, dim, 1)
        return value.reshape(*value.shape, *(1 for _ in range(rank + 1 - value.ndim)))
    if dim is None:
        return jnp.broadcast_to(jnp.expand_dims(value, 1), (value.shape[0], size, *value.shape[1:]))
    return jnp.moveaxis(value, dim, 1)


def _one_after_the_other(primitive: Primitive, named: Operands, dims: Dict[str, Optional[int]], how: Dict[str, Any]) -> Any:
    each = {name: jnp.moveaxis(value, dims[name], 0) for name, value in named.items() if dims[name] is not None}  # type: ignore[arg-type]
    result = lax.map(lambda own: bind(primitive, {**named, **own}, **how), each)
    return (result, [0] * len(result)) if primitive.multiple_results else (result, 0)


# ---- Calls ---------------------------------------------------------------------------------------------------------------------------------


def fused_scatter(operands: Operands, **how: Any) -> Sequence[Array]:
    """The results of a call, one or two. Its parameter `element` is what slices have that no tuple names."""
    element = how.pop("element")
    if how["operator"] == "scatter_update":
        is_array = isinstance(element, (np.ndarray, Array))
        operands = {"element": element if is_array else np.asarray(element, operands["updates"].dtype), **operands}
    return bind(fused_scatter_p, operands, **how)


def linear(operands: Operands, **how: Any) -> Array:
    """The factor of output_gradient; arg is an operand if the reduction is an extreme."""
    operands.pop("element", None)
    if "arg" in operands:
        return bind(picked_p, operands, **how)
    return fused_scatter(operands, element=0, has_arg=False, **{**how, "initial": "zero"})[0]


def _check(operands: Operands, how: Dict[str, Any]) -> None:
    dtype = operands["output_gradient"].dtype
    if dtype.name not in _DIFFERENTIABLE:
        raise NotImplementedError(f"strew_jax has no gradient of a fused {how['reduction']} of {dtype.name}; it has of {', '.join(_DIFFERENTIABLE)}")


def rows_gradient(operands: Operands, **how: Any) -> Array:
    _check(operands, how)
    return bind(rows_gradient_p, operands, **how)


def weights_gradient(operands: Operands, **how: Any) -> Array:
    _check(operands, how)
    return bind(weights_gradient_p, operands, **how)


_RULES: Tuple[Tuple[Primitive, Callable[..., Any], Callable[..., Any]], ...] = (
    (fused_scatter_p, _fused_scatter_abstract, functools.partial(_lower, "strew_fused_scatter")),
    (picked_p, _picked_abstract, mlir.lower_fun(_picked, multiple_results=False)),
    (rows_gradient_p, _rows_gradient_abstract, functools.partial(_lower, "strew_gradient")),
    (weights_gradient_p, _weights_gradient_abstract, functools.partial(_lower, "strew_gradient")),
)

for _primitive, _abstract, _to_call in _RULES:
    _primitive.def_abstract_eval(_abstract)
    _primitive.def_impl(functools.partial(_run, _primitive))
    _manual.register(_primitive)
    batching.primitive_batchers[_primitive] = functools.partial(_batch, _primitive)
    mlir.register_lowering(_primitive, _to_call, platform="cpu")
    mlir.register_lowering(_primitive, _reject)
