"""Derivatives of fused scatters, in both directions and to any order: see _fused.py."""

from __future__ import annotations

import functools
from typing import Any, Dict, List, Optional, Sequence, Tuple

from jax.extend.core import Primitive
from jax.interpreters import ad

from ._derivatives import _no_tangent
from ._fused import (
    Operands,
    fused_scatter,
    fused_scatter_p,
    linear,
    picked_p,
    rows_gradient,
    rows_gradient_p,
    weights_gradient,
    weights_gradient_p,
)

LINEAR = ("add", "mean")
EXTREMES = ("min", "max")
OWN = {"n_updates", "shape", "dtype", "has_arg"}  # parameters of some of the primitives
FACTORS = ("output_gradient", "updates", "weights")  # of which each primitive takes all but the one that it is


def _shared(how: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in how.items() if name not in OWN}


def _without(operands: Operands, *names: str) -> Operands:
    return {name: value for name, value in operands.items() if name not in names}


def _jvp_fused_scatter(primals: Sequence[Any], tangents: Sequence[Any], *, operands: Tuple[str, ...], has_arg: bool, **how: Any) -> Any:
    named, changes = dict(zip(operands, primals)), dict(zip(operands, tangents))
    element = named.pop("element", 0)
    reduction = how["reduction"]
    moving = [name for name in FACTORS if name in named and type(changes[name]) is not ad.Zero]
    needs_arg = bool(moving) and reduction in EXTREMES
    results = fused_scatter(named, element=element, has_arg=has_arg or needs_arg, **how)
    if not moving:
        return results, list(map(_no_tangent, results))
    if reduction not in LINEAR + EXTREMES:
        raise NotImplementedError(
            f"strew_jax has no derivative of a fused {reduction}; gather the rows and multiply them by their weights before a segment_prod"
        )
    beside = {"arg": results[1]} if needs_arg else {}
    change = _sum_of_changes(lambda each: linear({**each, **beside}, **_shared(how)), named, changes, moving)
    kept = results if has_arg else results[:1]
    return kept, [change, *map(_no_tangent, kept[1:])]


def _sum_of_changes(call: Any, named: Operands, changes: Operands, moving: Sequence[str]) -> Any:
    """A product changes by each of its factors."""
    parts = [call({**named, name: ad.instantiate_zeros(changes[name])}) for name in moving]
    return functools.reduce(ad.add_jaxvals, parts)


def _jvp_linear(primitive: Primitive, primals: Sequence[Any], tangents: Sequence[Any], *, operands: Tuple[str, ...], **how: Any) -> Any:
    named, changes = dict(zip(operands, primals)), dict(zip(operands, tangents))
    moving = [name for name in FACTORS if name in named and type(changes[name]) is not ad.Zero]

    def call(each: Operands) -> Any:
        return primitive.bind(*each.values(), operands=operands, **how)

    result = call(named)
    return result, _sum_of_changes(call, named, changes, moving) if moving else _no_tangent(result)


def _transpose(primitive: Primitive, ct: Any, *values: Any, operands: Tuple[str, ...], **how: Any) -> List[Optional[Any]]:
    """The cotangent is the factor that the primitive is, and the operand that is asked for becomes the result."""
    (ct,) = ct if primitive.multiple_results else (ct,)
    named = dict(zip(operands, values))
    (asked,) = [name for name in FACTORS if name in named and ad.is_undefined_primal(named[name])]
    aval = named[asked].aval
    found: Any = ad.Zero(aval)
    if type(ct) is not ad.Zero:
        is_of = {fused_scatter_p: "output_gradient", picked_p: "output_gradient", rows_gradient_p: "updates", weights_gradient_p: "weights"}
        factors = {**_without(named, asked, "element"), is_of[primitive]: ct}
        shared = _shared(how)
        if asked == "output_gradient":
            found = linear(factors, **shared)
        elif asked == "updates":
            found = rows_gradient(factors, n_updates=aval.shape[0], **shared)
        else:
            found = weights_gradient(factors, shape=aval.shape, dtype=aval.dtype.name, **shared)
    return [found if name == asked else None for name in operands]


ad.primitive_jvps[fused_scatter_p] = _jvp_fused_scatter
for _primitive in (picked_p, rows_gradient_p, weights_gradient_p):
    ad.primitive_jvps[_primitive] = functools.partial(_jvp_linear, _primitive)
for _primitive in (fused_scatter_p, picked_p, rows_gradient_p, weights_gradient_p):
    ad.primitive_transposes[_primitive] = functools.partial(_transpose, _primitive)
