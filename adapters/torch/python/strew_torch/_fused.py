"""spmm and sddmm, operators of a sparse matrix whose entries are vectors: shapes without values, gradients, and vmap.

Each of the two is the gradient of the other, so they have gradients of any order. Neither makes a row for each entry.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Sequence, Tuple

import torch
from torch import Tensor
from torch.autograd import forward_ad

from ._autograd import _register
from ._library import ops

LINEAR = ("sum", "add", "mean")


@torch.library.register_fake("strew::spmm")
def _product(
    table: Tensor,
    rows: Tensor,
    columns: Tensor,
    weights: Optional[Tensor],
    n_rows: int,
    reduce: str,
    ignored_row: Optional[int] = None,
    ignored_column: Optional[int] = None,
) -> Tensor:
    return table.new_empty(n_rows, *table.shape[1:])


@torch.library.register_fake("strew::sddmm")
def _dot_products(
    a: Tensor,
    b: Tensor,
    rows: Tensor,
    columns: Tensor,
    n_kept: int,
    in_float32: bool = False,
    ignored_row: Optional[int] = None,
    ignored_column: Optional[int] = None,
) -> Tensor:
    return a.new_empty(rows.shape[0], *a.shape[1 : 1 + n_kept], dtype=_type_of_products(a, in_float32))


@torch.library.register_fake("strew::expand_offsets")
def _expanded(offsets: Tensor, n: int, end_is_implied: bool = False, nowhere: int = -1) -> Tensor:
    return offsets.new_empty(n)


@torch.library.register_fake("strew::spmm_arg")
def _winners(
    table: Tensor,
    rows: Tensor,
    columns: Tensor,
    weights: Optional[Tensor],
    n_rows: int,
    is_maximum: bool,
    ignored_row: Optional[int] = None,
    ignored_column: Optional[int] = None,
) -> Tensor:
    return table.new_empty(n_rows, *table.shape[1:], dtype=torch.int64)


def winners(
    table: Tensor,
    rows: Tensor,
    columns: Tensor,
    weights: Optional[Tensor],
    n_rows: int,
    is_maximum: bool,
    ignored_row: Optional[int] = None,
    ignored_column: Optional[int] = None,
) -> Tensor:
    """The entry that each element of a minimum or maximum is from: the first of equals, and -1 where there is none. strew_call.arg will find
    them in the same pass, without a row for each entry."""
    kept = [index != value for index, value in ((rows, ignored_row), (columns, ignored_column)) if value is not None]
    if kept:
        at = torch.nonzero(torch.stack(kept).all(0)).squeeze(1)
        found = winners(table, rows[at], columns[at], None if weights is None else weights[at], n_rows, is_maximum)
        return torch.where(found >= 0, at[found.clamp(min=0)], -1) if at.numel() else found
    each = ops.index_select(table, 0, columns)
    if weights is not None:
        each = (each * _beside(weights, table)).to(table.dtype)
    found = ops.arg_reduce(table.new_zeros(n_rows, *table.shape[1:]), 0, rows, each.contiguous(), is_maximum, False)
    return torch.where(found < rows.shape[0], found, -1)


torch.library.impl("strew::spmm_arg", "CPU", winners)

def _type_of_products(a: Tensor, in_float32: bool) -> torch.dtype:
    return torch.float32 if in_float32 and a.dtype in (torch.float16, torch.bfloat16) else a.dtype


def counts_of(index: Tensor, n: int, other: Tensor, ignored: Optional[int], ignored_other: Optional[int]) -> Tensor:
    """How many entries that are not ignored name each row."""
    ones = torch.ones((), dtype=torch.int64).expand(index.shape)
    if ignored_other is not None:
        ones = (other != ignored_other).to(torch.int64)
    if ignored is not None:
        ones = ones * (index != ignored)
    return ops.index_reduce(torch.zeros(n, dtype=torch.int64), 0, index, ones, "sum", True)


def _beside(tensor: Tensor, like: Tensor) -> Tensor:
    """With as many dimensions, of which the new ones are the last."""
    return tensor.reshape(list(tensor.shape) + [1] * (like.dim() - tensor.dim()))


def _n_kept(weights: Tensor, table: Tensor) -> Optional[int]:
    """Of how many dimensions of a slice each index has weights of its own, if these are the first ones."""
    own = [size != 1 for size in weights.shape[1:]]
    n = sum(own)
    return n if all(own[:n]) else None


def _gradient_of_weights(
    grad: Tensor, table: Tensor, rows: Tensor, columns: Tensor, weights: Tensor, ignored: Tuple[Optional[int], Optional[int]]
) -> Tensor:
    n_kept = _n_kept(weights, table)
    if n_kept is not None:
        products = ops.sddmm(grad, table, rows, columns, n_kept, weights.dtype == torch.float32, *ignored)
        return products.reshape(weights.shape)
    wide = _type_of_products(grad, weights.dtype == torch.float32)
    products = ops.index_select(grad, 0, rows).to(wide) * ops.index_select(table, 0, columns).to(wide)
    for index, value in zip((rows, columns), ignored):
        if value is not None:
            products = torch.where(_beside(index != value, products), products, 0)
    return products.sum_to_size(_beside(weights, products).shape).reshape(weights.shape).to(weights.dtype)


def _save_spmm(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    table, rows, columns, weights, ctx.n_rows, ctx.reduce, *ctx.ignored = inputs
    if ctx.reduce not in LINEAR:
        raise NotImplementedError(f"torch.ops.strew.spmm with {ctx.reduce} has no gradient; strew_torch.spmm has one")
    ctx.n_columns, ctx.has_weights = table.shape[0], weights is not None
    needs_table = weights is not None and (ctx.needs_input_grad[3] or forward_ad._current_level >= 0)
    tensors = [rows, columns] + ([weights] if weights is not None else []) + ([table] if needs_table else [])
    ctx.save_for_backward(*tensors)
    ctx.save_for_forward(*tensors)


def _spmm_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    rows, columns, *rest = ctx.saved_tensors
    weights, ignored = rest[0] if ctx.has_weights else None, ctx.ignored
    if ctx.reduce == "mean":
        counts = counts_of(rows, ctx.n_rows, columns, *ignored).clamp_(min=1)
        grad = grad / _beside(counts, grad)
    grads: list[Optional[Tensor]] = [None] * 8
    if ctx.needs_input_grad[0]:
        conjugate = None if weights is None else weights.conj()
        grads[0] = ops.spmm(grad, columns, rows, conjugate, ctx.n_columns, "sum", *reversed(ignored))
    if weights is not None and ctx.needs_input_grad[3]:
        grads[3] = _gradient_of_weights(grad, rest[1].conj(), rows, columns, weights, ignored)
    return tuple(grads)


def _spmm_jvp(ctx: Any, table_grad: Tensor, _rows: None, _columns: None, weights_grad: Optional[Tensor], *_: None) -> Tensor:
    rows, columns, *rest = ctx.saved_tensors
    weights = rest[0] if ctx.has_weights else None
    rest_of_call = (ctx.n_rows, ctx.reduce, *ctx.ignored)
    result: Tensor = ops.spmm(table_grad, rows, columns, weights, *rest_of_call)
    return result if weights_grad is None else result + ops.spmm(rest[1], rows, columns, weights_grad, *rest_of_call)


def _save_sddmm(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    a, b, rows, columns, ctx.n_kept, ctx.in_float32, *ctx.ignored = inputs
    ctx.save_for_backward(a, b, rows, columns)
    ctx.save_for_forward(a, b, rows, columns)


def _sddmm_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    a, b, rows, columns = ctx.saved_tensors
    grads: list[Optional[Tensor]] = [None] * 8
    grad = _beside(grad, a)
    if ctx.needs_input_grad[0]:
        grads[0] = ops.spmm(b.conj(), rows, columns, grad, a.shape[0], "sum", *ctx.ignored)
    if ctx.needs_input_grad[1]:
        grads[1] = ops.spmm(a.conj(), columns, rows, grad, b.shape[0], "sum", *reversed(ctx.ignored))
    return tuple(grads)


def _sddmm_jvp(ctx: Any, a_grad: Tensor, b_grad: Tensor, *_: None) -> Tensor:
    a, b, rows, columns = ctx.saved_tensors
    rest = (rows, columns, ctx.n_kept, ctx.in_float32, *ctx.ignored)
    return ops.sddmm(a_grad, b, *rest) + ops.sddmm(a, b_grad, *rest)


def loop(op: Callable[..., Tensor]) -> Callable[..., Tuple[Tensor, int]]:
    """A rule of vmap: a call for each member of the batch."""

    def batch(info: Any, in_dims: Sequence[Optional[int]], *arguments: Any) -> Tuple[Tensor, int]:
        results = []
        for i in range(info.batch_size):
            results.append(op(*(argument if at is None else argument.select(at, i) for argument, at in zip(arguments, in_dims))))
        return torch.stack(results), 0

    return batch


_RULES: Dict[Any, Dict[str, Callable[..., Any]]] = {
    ops.spmm: {"setup_context": _save_spmm, "backward": _spmm_backward, "jvp": _spmm_jvp, "vmap": loop(ops.spmm)},
    ops.sddmm: {"setup_context": _save_sddmm, "backward": _sddmm_backward, "jvp": _sddmm_jvp, "vmap": loop(ops.sddmm)},
}
for _op, _rules in _RULES.items():
    _register(_op.default, _rules)
torch.library.register_vmap("strew::expand_offsets", loop(ops.expand_offsets))  # integers, which have no gradient
torch.library.register_vmap("strew::spmm_arg", loop(ops.spmm_arg))
