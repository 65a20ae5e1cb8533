"""spmm, the operators of a sparse matrix whose entries are vectors: shapes without values, gradients, and vmap.

`rows` say by their form in which row an entry is: "index" has a number for each entry; "offsets" has the place where each row begins and the
last one ends, and "starts" the same without that end. Without `columns`, entry t has row t of the table.

spmm, its transpose and sddmm are each other's gradients, so they have gradients of any order. None makes a row for each entry. The library
has these gradients for real numbers; those of complex ones are made of them.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import torch
from torch import Tensor
from torch.autograd import forward_ad

from ._autograd import _register, save, saved
from ._library import ops

LINEAR = ("sum", "add", "mean")

# ---- Shapes --------------------------------------------------------------------------------------------------------------------------


def _rows(like: Tensor, n: int) -> Tensor:
    return like.new_empty(n, *like.shape[1:])


@torch.library.register_fake("strew::spmm")
def _product(table: Tensor, rows: Tensor, columns: Optional[Tensor], weights: Optional[Tensor], n_rows: int, *_: Any, **__: Any) -> Tensor:
    return _rows(table, n_rows)


@torch.library.register_fake("strew::spmm_transposed")
def _transposed(grad: Tensor, rows: Tensor, columns: Optional[Tensor], weights: Optional[Tensor], n: int, *_: Any, **__: Any) -> Tensor:
    return _rows(grad, n)


@torch.library.register_fake("strew::sddmm")
def _dot_products(
    a: Tensor, b: Tensor, rows: Tensor, columns: Optional[Tensor], size: Sequence[int], in_float32: bool = False, *_: Any, **__: Any
) -> Tensor:
    is_wide = in_float32 and a.dtype in (torch.float16, torch.bfloat16)
    n = (b if columns is None else columns).shape[0]
    return a.new_empty((n, *size), dtype=torch.float32 if is_wide else a.dtype)


@torch.library.register_fake("strew::spmm_extreme")
def _extremes(
    table: Tensor, rows: Tensor, columns: Optional[Tensor], weights: Optional[Tensor], n_rows: int, *_: Any, **__: Any
) -> Tuple[Tensor, Tensor]:
    result = _rows(table, n_rows)
    return result, result.new_empty(result.shape, dtype=torch.int64)


@torch.library.register_fake("strew::spmm_extreme_transposed")
def _of_extremes(
    grad: Tensor, places: Tensor, rows: Tensor, columns: Optional[Tensor], weights: Optional[Tensor], n: int, *_: Any, **__: Any
) -> Tensor:
    return _rows(grad, n)


# ---- Sums and means ------------------------------------------------------------------------------------------------------------------

Product = Callable[[Tensor, Optional[Tensor]], Tensor]


def _bilinear(product: Product, a: Tensor, b: Optional[Tensor]) -> Tensor:
    """Of complex numbers too, where the product has real ones alone."""
    if not a.is_complex():
        return product(a, b)
    if b is None:
        return torch.complex(product(a.real, None), product(a.imag, None))
    real = product(a.real, b.real) - product(a.imag, b.imag)
    return torch.complex(real, product(a.real, b.imag) + product(a.imag, b.real))


def _gradients(
    grad: Tensor, table: Optional[Tensor], rows: Tensor, columns: Optional[Tensor], weights: Optional[Tensor], n: int, rest: Tuple[Any, ...]
) -> Tuple[Optional[Tensor], Optional[Tensor]]:
    """Of a table with n rows and of weights; of the weights alone if n is negative, and of the table alone if there is no table."""

    def transposed(grad: Tensor, weights: Optional[Tensor]) -> Tensor:
        return ops.spmm_transposed(grad, rows, columns, weights, n, *rest)

    def dot_products(grad: Tensor, table: Optional[Tensor]) -> Tensor:
        assert weights is not None
        return ops.sddmm(grad, table, rows, columns, weights.shape[1:], weights.dtype == torch.float32, *rest)

    of_table = _bilinear(transposed, grad, None if weights is None else weights.conj()) if n >= 0 else None
    return of_table, None if table is None else _bilinear(dot_products, grad, table.conj())


def _save_spmm(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    table, rows, columns, weights, _, reduce, *_ = inputs
    if reduce not in LINEAR:
        raise NotImplementedError(f"torch.ops.strew.spmm with {reduce} has no gradient; strew_torch.spmm has one")
    ctx.n, ctx.rest, ctx.n_rows = table.shape[0], inputs[5:], inputs[4]
    needs_table = weights is not None and (ctx.needs_input_grad[3] or forward_ad._current_level >= 0)
    save(ctx, rows, columns, weights, table if needs_table else None)


def _spmm_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    rows, columns, weights, table = saved(ctx)
    assert rows is not None
    n = ctx.n if ctx.needs_input_grad[0] else -1
    of_table, of_weights = _gradients(grad, table if ctx.needs_input_grad[3] else None, rows, columns, weights, n, ctx.rest)
    return of_table, None, None, of_weights, None, None, None, None, None


def _spmm_jvp(ctx: Any, table_grad: Tensor, _rows: None, _columns: None, weights_grad: Optional[Tensor], *_: None) -> Tensor:
    rows, columns, weights, table = saved(ctx)
    result: Tensor = ops.spmm(table_grad, rows, columns, weights, ctx.n_rows, *ctx.rest)
    return result if weights_grad is None else result + ops.spmm(table, rows, columns, weights_grad, ctx.n_rows, *ctx.rest)


def _save_transposed(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    grad, rows, columns, weights, ctx.n, *rest = inputs
    ctx.n_rows, ctx.rest = grad.shape[0], tuple(rest)
    save(ctx, rows, columns, weights, grad)


def _transposed_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    rows, columns, weights, of_result = saved(ctx)
    of_grad = ops.spmm(grad, rows, columns, weights, ctx.n_rows, *ctx.rest) if ctx.needs_input_grad[0] else None
    of_weights = None
    if weights is not None and ctx.needs_input_grad[3]:
        of_weights = ops.sddmm(of_result, grad, rows, columns, weights.shape[1:], weights.dtype == torch.float32, *ctx.rest)
    return of_grad, None, None, of_weights, None, None, None, None, None


def _transposed_jvp(ctx: Any, tangent: Tensor, _rows: None, _columns: None, weights_grad: Optional[Tensor], *_: None) -> Tensor:
    rows, columns, weights, grad = saved(ctx)
    result: Tensor = ops.spmm_transposed(tangent, rows, columns, weights, ctx.n, *ctx.rest)
    return result if weights_grad is None else result + ops.spmm_transposed(grad, rows, columns, weights_grad, ctx.n, *ctx.rest)


def _save_sddmm(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    a, b, rows, columns, ctx.size, ctx.in_float32, *rest = inputs
    ctx.rest = tuple(rest)
    save(ctx, a, b, rows, columns)


def _sddmm_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    a, b, rows, columns = saved(ctx)
    assert a is not None and b is not None
    grads: List[Optional[Tensor]] = [None] * 10
    if ctx.needs_input_grad[0]:
        grads[0] = ops.spmm(b, rows, columns, grad, a.shape[0], *ctx.rest)
    if ctx.needs_input_grad[1]:
        grads[1] = ops.spmm_transposed(a, rows, columns, grad, b.shape[0], *ctx.rest)
    return tuple(grads)


def _sddmm_jvp(ctx: Any, a_grad: Tensor, b_grad: Tensor, *_: None) -> Tensor:
    a, b, rows, columns = saved(ctx)
    rest = (rows, columns, ctx.size, ctx.in_float32, *ctx.rest)
    return ops.sddmm(a_grad, b, *rest) + ops.sddmm(a, b_grad, *rest)


# ---- Minima and maxima ---------------------------------------------------------------------------------------------------------------

# The gradient of the table is an operator; those of this one, and of weights, are made of what each element is from.


def _rows_at(table: Tensor, columns: Optional[Tensor], places: Tensor) -> Tensor:
    """What the table has where each element is from, 0 if it is from nowhere."""
    if columns is not None and columns.shape[0] > 0:
        places = torch.where(places < 0, -1, columns.to(torch.int64)[places.clamp(min=0)])
    return ops.take_at(table, 0, places, -1)


def _weights_at(weights: Tensor, places: Tensor) -> Tensor:
    whole = weights.reshape(list(weights.shape) + [1] * (places.dim() - weights.dim()))
    return ops.take_at(whole.expand(-1, *places.shape[1:]), 0, places, -1)


def _weighed(values: Tensor, weights: Optional[Tensor], places: Tensor) -> Tensor:
    return values if weights is None else (values * _weights_at(weights, places)).to(values.dtype)


def _sums_of_weights(products: Tensor, weights: Tensor, places: Tensor) -> Tensor:
    """The products of each weight added up."""
    zeros = weights.new_zeros(weights.shape)
    if weights.shape[0] == 0:
        return zeros
    products = torch.where(places < 0, 0, products).to(weights.dtype)
    indices = [places.clamp(min=0)]
    for d in range(1, weights.dim()):
        each = torch.arange(weights.shape[d])
        indices.append(each.reshape([-1] + [1] * (places.dim() - 1 - d)))
    return ops.index_put(zeros, indices, products, True)


def _save_extreme(ctx: Any, inputs: Tuple[Any, ...], output: Tuple[Tensor, Tensor]) -> None:
    table, rows, columns, weights, _, *rest = inputs
    ctx.n, ctx.rest = table.shape[0], tuple(rest)
    ctx.mark_non_differentiable(output[1])
    ctx.set_materialize_grads(False)
    save(ctx, rows, columns, weights, None if weights is None else table, output[1])


def _extreme_backward(ctx: Any, grad: Optional[Tensor], _: Any) -> Tuple[Optional[Tensor], ...]:
    grads: List[Optional[Tensor]] = [None] * 10
    rows, columns, weights, table, places = saved(ctx)
    if grad is None or places is None:
        return tuple(grads)
    if ctx.needs_input_grad[0] and columns is None and weights is None:
        grads[0] = ops.put_at(grad, 0, places, ctx.n, -1)
    elif ctx.needs_input_grad[0]:
        grads[0] = ops.spmm_extreme_transposed(grad, places, rows, columns, weights, ctx.n, *ctx.rest)
    if weights is not None and table is not None and ctx.needs_input_grad[3]:
        grads[3] = _sums_of_weights(grad * _rows_at(table, columns, places), weights, places)
    return tuple(grads)


def _extreme_jvp(
    ctx: Any, table_grad: Optional[Tensor], _rows: None, _columns: None, weights_grad: Optional[Tensor], *_: None
) -> Tuple[Optional[Tensor], None]:
    columns, weights, table, places = saved(ctx)[1:]
    assert places is not None
    result = None if table_grad is None else _weighed(_rows_at(table_grad, columns, places), weights, places)
    if weights_grad is not None and table is not None:
        other = _weighed(_rows_at(table, columns, places), weights_grad, places)
        result = other if result is None else result + other
    return result, None


def _save_extreme_transposed(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    grad, places, rows, columns, weights, ctx.n, *rest = inputs
    ctx.rest = tuple(rest)
    save(ctx, grad, places, rows, columns, weights)


def _extreme_transposed_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    of_result, places, _, columns, weights = saved(ctx)
    assert of_result is not None and places is not None
    grads: List[Optional[Tensor]] = [None] * 11
    each = _rows_at(grad, columns, places)
    if ctx.needs_input_grad[0]:
        grads[0] = _weighed(each, weights, places)
    if weights is not None and ctx.needs_input_grad[4]:
        grads[4] = _sums_of_weights(of_result * each, weights, places)
    return tuple(grads)


def _extreme_transposed_jvp(
    ctx: Any, tangent: Tensor, _places: None, _rows: None, _columns: None, weights_grad: Optional[Tensor], *_: None
) -> Tensor:
    grad, places, rows, columns, weights = saved(ctx)
    result: Tensor = ops.spmm_extreme_transposed(tangent, places, rows, columns, weights, ctx.n, *ctx.rest)
    if weights_grad is None:
        return result
    return result + ops.spmm_extreme_transposed(grad, places, rows, columns, weights_grad, ctx.n, *ctx.rest)


# ---- Registration --------------------------------------------------------------------------------------------------------------------


def loop(op: Callable[..., Any]) -> Callable[..., Tuple[Any, Any]]:
    """A rule of vmap: a call for each member of the batch."""

    def batch(info: Any, in_dims: Sequence[Optional[int]], *arguments: Any) -> Tuple[Any, Any]:
        results = []
        for i in range(info.batch_size):
            pairs = zip(arguments, in_dims)
            results.append(op(*(one.select(at, i) if isinstance(one, Tensor) and at is not None else one for one, at in pairs)))
        if isinstance(results[0], Tensor):
            return torch.stack(results), 0
        return tuple(map(torch.stack, zip(*results))), (0,) * len(results[0])

    return batch


_RULES: Dict[Any, Tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]] = {
    ops.spmm: (_save_spmm, _spmm_backward, _spmm_jvp),
    ops.spmm_transposed: (_save_transposed, _transposed_backward, _transposed_jvp),
    ops.sddmm: (_save_sddmm, _sddmm_backward, _sddmm_jvp),
    ops.spmm_extreme: (_save_extreme, _extreme_backward, _extreme_jvp),
    ops.spmm_extreme_transposed: (_save_extreme_transposed, _extreme_transposed_backward, _extreme_transposed_jvp),
}
for _op, _three in _RULES.items():
    _register(_op.default, {**dict(zip(("setup_context", "backward", "jvp"), _three)), "vmap": loop(_op)})
