"""softmax, log_softmax and logsumexp of the rows that have the same index: an operator with its shapes, gradients and vmap."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

import torch
from torch import Tensor

from ._autograd import _register
from ._fused import loop
from ._library import ops


@torch.library.register_fake("strew::softmax")
def _shape(src: Tensor, index: Tensor, n: int, function: str) -> Tensor:
    return src.new_empty(n, *src.shape[1:]) if function == "logsumexp" else src.new_empty(src.shape)


def _sums(rows: Tensor, index: Tensor, n: int) -> Tensor:
    return ops.index_reduce(rows.new_zeros(n, *rows.shape[1:]), 0, index, rows, "sum", True)


def _save(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    src, index, ctx.n, ctx.function = inputs
    tensors = (index, output, *((src,) if ctx.function == "logsumexp" else ()))
    ctx.save_for_backward(*tensors)
    ctx.save_for_forward(*tensors)


def _shared(ctx: Any, rows: Tensor) -> Tensor:
    """The sums of rows by segment, for each row."""
    index = ctx.saved_tensors[0]
    return ops.index_select(_sums(rows, index, ctx.n), 0, index)


def _probabilities(ctx: Any) -> Tensor:
    index, output, *src = ctx.saved_tensors
    if ctx.function == "softmax":
        return output
    return torch.exp(src[0] - ops.index_select(output, 0, index) if src else output)


def _backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    probabilities = _probabilities(ctx)
    if ctx.function == "softmax":
        src_grad = probabilities * (grad - _shared(ctx, grad * probabilities))
    elif ctx.function == "log_softmax":
        src_grad = grad - probabilities * _shared(ctx, grad)
    else:
        src_grad = probabilities * ops.index_select(grad, 0, ctx.saved_tensors[0])
    return src_grad, None, None, None


def _jvp(ctx: Any, src_grad: Tensor, *_: None) -> Tensor:
    probabilities = _probabilities(ctx)
    if ctx.function == "softmax":
        return probabilities * (src_grad - _shared(ctx, src_grad * probabilities))
    if ctx.function == "log_softmax":
        return src_grad - _shared(ctx, src_grad * probabilities)
    return _sums(src_grad * probabilities, ctx.saved_tensors[0], ctx.n)


_RULES: Dict[str, Callable[..., Any]] = {"setup_context": _save, "backward": _backward, "jvp": _jvp, "vmap": loop(ops.softmax)}
_register(ops.softmax.default, _RULES)
