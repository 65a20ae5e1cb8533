"""softmax, log_softmax and logsumexp of the rows of each segment, which an index names or offsets say: an operator with its shapes, gradients
and vmap."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

import torch
from torch import Tensor

from ._autograd import _register, save
from ._fused import loop
from ._library import ops


@torch.library.register_fake("strew::softmax")
def _shape(src: Tensor, index: Tensor, n: int, function: str, form: str = "index") -> Tensor:
    return src.new_empty(n, *src.shape[1:]) if function == "logsumexp" else src.new_empty(src.shape)


def _save(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    src, index, ctx.n, ctx.function, ctx.form = inputs
    ctx.n_rows = src.shape[0]
    save(ctx, index, output, src if ctx.function == "logsumexp" else None)


def _sums(ctx: Any, rows: Tensor) -> Tensor:
    """Of each segment."""
    return ops.spmm(rows, ctx.saved_tensors[0], None, None, ctx.n, "sum", ctx.form)


def _of_rows(ctx: Any, values: Tensor) -> Tensor:
    """What the segment of each row has."""
    return ops.spmm_transposed(values, ctx.saved_tensors[0], None, None, ctx.n_rows, "sum", ctx.form)


def _shared(ctx: Any, rows: Tensor) -> Tensor:
    return _of_rows(ctx, _sums(ctx, rows))


def _within(ctx: Any, rows: Tensor) -> Tensor:
    """0 for a row in no segment, whose log_softmax is 0."""
    if ctx.form == "index":
        return rows
    is_there = _of_rows(ctx, rows.new_ones(ctx.n))
    return rows * is_there.reshape([-1] + [1] * (rows.dim() - 1))


def _probabilities(ctx: Any) -> Tensor:
    _, output, *src = ctx.saved_tensors
    if ctx.function == "softmax":
        return output
    return torch.exp(src[0] - _of_rows(ctx, output) if src else output)


def _backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    probabilities = _probabilities(ctx)
    if ctx.function == "softmax":
        src_grad = probabilities * (grad - _shared(ctx, grad * probabilities))
    elif ctx.function == "log_softmax":
        src_grad = _within(ctx, grad - probabilities * _shared(ctx, grad))
    else:
        src_grad = probabilities * _of_rows(ctx, grad)
    return src_grad, None, None, None, None


def _jvp(ctx: Any, src_grad: Tensor, *_: None) -> Tensor:
    probabilities = _probabilities(ctx)
    if ctx.function == "softmax":
        return probabilities * (src_grad - _shared(ctx, src_grad * probabilities))
    if ctx.function == "log_softmax":
        return _within(ctx, src_grad - _shared(ctx, src_grad * probabilities))
    return _sums(ctx, src_grad * probabilities)


_RULES: Dict[str, Callable[..., Any]] = {"setup_context": _save, "backward": _backward, "jvp": _jvp, "vmap": loop(ops.softmax)}
_register(ops.softmax.default, _RULES)
