"""Gradients, shapes without values, and vmap of the operators. The gradient of a scatter is a gather, and the other way round."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, Tuple

import torch
from torch import Tensor

from ._library import ops

# ---- Shapes without values, for torch.compile and torch.export -----------------------------------------------------------------------


@torch.library.register_fake("strew::scatter_reduce")
@torch.library.register_fake("strew::index_reduce")
def _like_self(self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> Tensor:
    return self.new_empty(self.shape)


@torch.library.register_fake("strew::scatter_reduce_")
@torch.library.register_fake("strew::index_reduce_")
def _reduce_in_place(self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> None:
    pass


@torch.library.register_fake("strew::index_add_times")
def _like_self_of_times(self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Tensor) -> Tensor:
    return self.new_empty(self.shape)


@torch.library.register_fake("strew::index_add_times_")
def _times_in_place(self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Tensor) -> None:
    pass


@torch.library.register_fake("strew::arg_reduce")
def _places(self: Tensor, dim: int, index: Tensor, src: Tensor, is_maximum: bool, include_self: bool) -> Tensor:
    return self.new_empty(self.shape, dtype=torch.int64)


@torch.library.register_fake("strew::index_put")
def _like_self_of_put(self: Tensor, indices: Sequence[Optional[Tensor]], values: Tensor, accumulate: bool = False) -> Tensor:
    return self.new_empty(self.shape)


@torch.library.register_fake("strew::index_put_")
def _put_in_place(self: Tensor, indices: Sequence[Optional[Tensor]], values: Tensor, accumulate: bool = False) -> None:
    pass


@torch.library.register_fake("strew::gather")
def _like_index(self: Tensor, dim: int, index: Tensor) -> Tensor:
    return self.new_empty(index.shape)


@torch.library.register_fake("strew::index_select")
def _selected(self: Tensor, dim: int, index: Tensor) -> Tensor:
    shape = list(self.shape)
    if shape:
        shape[dim] = index.numel()
    return self.new_empty(shape)


# ---- Gradients -----------------------------------------------------------------------------------------------------------------------


class _Elements:
    """scatter_reduce and gather, which have an index for each element."""

    def __init__(self, dim: int, index: Tensor) -> None:
        self.dim, self.index = dim, index

    def gather(self, grad: Tensor) -> Tensor:
        return ops.gather(grad, self.dim, self.index)

    def scatter(self, base: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> Tensor:
        return ops.scatter_reduce(base, self.dim, self.index, src, reduce, include_self)

    def counts(self, shape: torch.Size, initial: int) -> Tensor:
        """How many indices each element of a tensor has, and how many it begins with. What an expanded index repeats is counted once."""
        index, size = self.index, list(shape)
        for d in range(index.dim()):
            if d != self.dim % index.dim() and index.stride(d) == 0 and index.shape[d] == size[d] > 0:
                index, size[d] = index.narrow(d, 0, 1), 1
        base = torch.full(size, initial, dtype=torch.int64)
        return ops.scatter_reduce(base, self.dim, index, torch.ones((), dtype=torch.int64).expand(index.shape), "sum", True)

    def part(self, src: Tensor) -> Tensor:
        """The beginning of src, which is all that is read of it."""
        if self.index.numel() == 0:
            return src.new_zeros(self.index.shape)
        for d in range(src.dim()):
            src = src.narrow(d, 0, self.index.shape[d])
        return src

    def whole(self, grad: Tensor, src_shape: torch.Size) -> Tensor:
        if grad.shape == src_shape:
            return grad
        result = grad.new_zeros(src_shape)
        if grad.numel() > 0:
            self.part(result).copy_(grad)
        return result


class _Slices(_Elements):
    """index_reduce and index_select, which have an index for each slice."""

    def gather(self, grad: Tensor) -> Tensor:
        return ops.index_select(grad, self.dim, self.index)

    def scatter(self, base: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> Tensor:
        return ops.index_reduce(base, self.dim, self.index, src, reduce, include_self)

    def counts(self, shape: torch.Size, initial: int) -> Tensor:
        size = [1] * len(shape)
        if size:
            size[self.dim] = shape[self.dim]
        base = torch.full((shape[self.dim] if shape else 1,), initial, dtype=torch.int64)
        index = self.index.reshape(-1)
        return ops.index_reduce(base, 0, index, torch.ones((), dtype=torch.int64).expand(index.shape), "sum", True).reshape(size)

    def part(self, src: Tensor) -> Tensor:
        return src

    def whole(self, grad: Tensor, src_shape: torch.Size) -> Tensor:
        return grad.reshape(src_shape)


_SUMS = ("sum", "add")
_PRODUCTS = ("prod", "mul")


def _save(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    self, ctx.dim, index, src, ctx.reduce, ctx.include_self = inputs
    ctx.src_shape = src.shape
    needs_values = ctx.reduce not in (*_SUMS, "none", "mean")
    ctx.save_for_backward(index, *((self, src, output) if needs_values else ()))


def _reduce_gradients(ctx: Any, grad: Tensor, way: _Elements) -> Tuple[Optional[Tensor], ...]:
    self_grad, src_grad = _GRADIENTS[ctx.reduce](ctx, grad, way)
    if not ctx.include_self and ctx.reduce != "none":
        self_grad = way.scatter(self_grad, torch.zeros_like(src_grad), "none")
    return self_grad, None, None, way.whole(src_grad, ctx.src_shape), None, None


def _of_sum(ctx: Any, grad: Tensor, way: _Elements) -> Tuple[Tensor, Tensor]:
    return grad, way.gather(grad)


def _of_none(ctx: Any, grad: Tensor, way: _Elements) -> Tuple[Tensor, Tensor]:
    src_grad = way.gather(grad)
    return way.scatter(grad, torch.zeros_like(src_grad), "none"), src_grad


def _of_mean(ctx: Any, grad: Tensor, way: _Elements) -> Tuple[Tensor, Tensor]:
    share = grad / way.counts(grad.shape, int(ctx.include_self)).clamp_(min=1)
    return share, way.gather(share)


def _of_extreme(ctx: Any, grad: Tensor, way: _Elements) -> Tuple[Tensor, Tensor]:
    """The elements that attain the result share its gradient, as in PyTorch. What is as large as src is made twice, and no more often."""
    _, self, src, result = ctx.saved_tensors
    src = way.part(src)
    counted = torch.float32 if grad.dtype.itemsize < 4 else grad.dtype  # bfloat16 cannot count beyond 256
    with torch.no_grad():
        is_self = (self == result) & ctx.include_self
        is_src = way.gather(result).reshape(src.shape).eq_(src)  # 0 and 1, in the dtype of src
        count = way.scatter(is_self.to(counted), is_src.to(counted), "sum")
    share = (grad / count.clamp(min=1)).to(grad.dtype)
    self_grad = torch.where(count == 0, grad, torch.where(is_self, share, 0))
    return self_grad, way.gather(share).reshape(src.shape).mul_(is_src)


def _of_product(ctx: Any, grad: Tensor, way: _Elements) -> Tuple[Tensor, Tensor]:
    """A factor's gradient is the product of the others: the result without it, if it is not zero. If it is the only zero, the product of
    the others is computed; if there are more, it is zero. The first derivative only, as in PyTorch."""
    _, self, src, result = ctx.saved_tensors
    src = way.part(src)
    zero_self = self == 0
    others = way.scatter(self.masked_fill(zero_self, 1), src, "prod", ctx.include_self)
    self_grad = grad * others / self.masked_fill(zero_self, 1)
    zero_src = src == 0
    n_zeros = way.gather(way.scatter(torch.zeros_like(grad), zero_src.to(grad.dtype), "sum")).reshape(src.shape)
    is_only_zero = zero_src & (n_zeros == 1)
    others = way.scatter(self, src.masked_fill(is_only_zero, 1), "prod", ctx.include_self)
    src_grad = torch.where(
        is_only_zero,
        way.gather(grad * others).reshape(src.shape),
        way.gather(grad * result).reshape(src.shape) / src.masked_fill(zero_src, 1),
    )
    return self_grad, src_grad


_GRADIENTS: dict[str, Callable[[Any, Tensor, _Elements], Tuple[Tensor, Tensor]]] = {
    **dict.fromkeys(_SUMS, _of_sum),
    **dict.fromkeys(_PRODUCTS, _of_product),
    **dict.fromkeys(("amin", "amax", "min", "max"), _of_extreme),
    "mean": _of_mean,
    "none": _of_none,
}


def _scatter_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    return _reduce_gradients(ctx, grad, _Elements(ctx.dim, ctx.saved_tensors[0]))


def _index_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    return _reduce_gradients(ctx, grad, _Slices(ctx.dim, ctx.saved_tensors[0]))


def _save_gather(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    self, ctx.dim, index = inputs
    ctx.shape = self.shape
    ctx.save_for_backward(index)


def _gather_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    (index,) = ctx.saved_tensors
    return ops.scatter_reduce(grad.new_zeros(ctx.shape), ctx.dim, index, grad, "sum"), None, None


def _select_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    (index,) = ctx.saved_tensors
    return ops.index_reduce(grad.new_zeros(ctx.shape), ctx.dim, index, grad, "sum"), None, None


def _save_times(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    _, ctx.dim, index, source, alpha = inputs
    ctx.src_shape = source.shape
    ctx.save_for_backward(index, alpha)


def _times_backward(ctx: Any, grad: Tensor) -> Tuple[Optional[Tensor], ...]:
    index, alpha = ctx.saved_tensors
    return grad, None, None, (ops.index_select(grad, ctx.dim, index) * alpha.conj()).reshape(ctx.src_shape), None


def _save_put(ctx: Any, inputs: Tuple[Any, ...], output: Tensor) -> None:
    self, indices, values, ctx.accumulate = inputs
    ctx.values_shape = values.shape
    ctx.present = [index is not None for index in indices]
    ctx.save_for_backward(*(index for index in indices if index is not None))


def _put_backward(ctx: Any, grad: Tensor) -> Tuple[Any, ...]:
    saved = iter(ctx.saved_tensors)
    indices = [next(saved) if present else None for present in ctx.present]
    values_grad = torch.ops.aten.index(grad, indices).sum_to_size(ctx.values_shape)
    self_grad = grad if ctx.accumulate else ops.index_put(grad, indices, grad.new_zeros(()), False)
    no_grads = [None] * len(indices) if all(ctx.present) else None  # PyTorch looks into a list only if all of it are tensors
    return self_grad, no_grads, values_grad, None


_library = torch.library.Library("strew", "IMPL")


def _count_writes(op: Any) -> None:
    """PyTorch counts how often a tensor was written. So it knows when something that a gradient needs is no longer there."""

    def write(keys: Any, self: Tensor, *arguments: Any) -> None:
        op.redispatch(keys & torch._C._after_ADInplaceOrView_keyset, self, *arguments)
        torch.autograd.graph.increment_version(self)

    _library.impl(op, write, "ADInplaceOrView", with_keyset=True)


for _op in (ops.scatter_reduce_, ops.index_reduce_, ops.index_add_times_, ops.index_put_):
    _count_writes(_op.default)

torch.library.register_autograd("strew::scatter_reduce", _scatter_backward, setup_context=_save)
torch.library.register_autograd("strew::index_reduce", _index_backward, setup_context=_save)
torch.library.register_autograd("strew::index_add_times", _times_backward, setup_context=_save_times)
torch.library.register_autograd("strew::gather", _gather_backward, setup_context=_save_gather)
torch.library.register_autograd("strew::index_select", _select_backward, setup_context=_save_gather)
torch.library.register_autograd("strew::index_put", _put_backward, setup_context=_save_put)

# ---- vmap ----------------------------------------------------------------------------------------------------------------------------


def _batched(info: Any, tensor: Tensor, batch_dim: Optional[int], rank: int) -> Tensor:
    """The batch comes first, and a scalar becomes a vector."""
    tensor = tensor.expand(info.batch_size, *tensor.shape) if batch_dim is None else tensor.movedim(batch_dim, 0)
    return tensor.unsqueeze(-1) if tensor.dim() == 1 and rank > 0 else tensor


def _rank(tensor: Tensor, batch_dim: Optional[int]) -> int:
    return tensor.dim() - (batch_dim is not None)


def _elements_vmap(op: Callable[..., Tensor]) -> Callable[..., Tuple[Tensor, int]]:
    def batch(info: Any, in_dims: Tuple[Any, ...], self: Tensor, dim: int, index: Tensor, *rest: Any) -> Tuple[Tensor, int]:
        rank = _rank(self, in_dims[0])
        dim = (dim + 1 if dim >= 0 else dim) if rank else 1
        base, indices = _batched(info, self, in_dims[0], 1), _batched(info, index, in_dims[2], 1)
        if rest:  # scatter_reduce has src, and the shape of self
            result = op(base, dim, indices, _batched(info, rest[0], in_dims[3], 1), *rest[1:])
            return (result if rank else result.squeeze(-1)), 0
        return op(base, dim, indices).reshape(info.batch_size, *_unbatched(index, in_dims[2])), 0

    return batch


def _unbatched(tensor: Tensor, batch_dim: Optional[int]) -> List[int]:
    return [size for d, size in enumerate(tensor.shape) if d != batch_dim]


def _slices_vmap(op: Callable[..., Tensor], of_elements: Callable[..., Tensor]) -> Callable[..., Tuple[Tensor, int]]:
    def batch(info: Any, in_dims: Tuple[Any, ...], self: Tensor, dim: int, index: Tensor, *rest: Any) -> Tuple[Tensor, int]:
        rank = _rank(self, in_dims[0])
        dim = dim % rank + 1 if rank else 1
        self = _batched(info, self, in_dims[0], 1)
        others = [_batched(info, rest[0], in_dims[3], 1)] if rest else []
        if in_dims[2] is None:
            result = op(self, dim, index, *others, *rest[1:])
        else:  # each member of the batch has indices of its own: one for each element, but not stored so often
            index = _batched(info, index, in_dims[2], 1)
            shape = [1] * self.dim()
            shape[0], shape[dim] = index.shape
            full = list(others[0].shape if rest else self.shape)
            full[dim] = index.shape[1]
            result = of_elements(self, dim, index.reshape(shape).expand(full), *others, *rest[1:])
        return (result if rank else result.squeeze(-1)), 0

    return batch


def _times_vmap(
    info: Any, in_dims: Tuple[Any, ...], self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Tensor
) -> Tuple[Tensor, int]:
    batch = _slices_vmap(ops.index_reduce, ops.scatter_reduce)
    return batch(info, in_dims[:4], self, dim, index, source * alpha, "sum", True)  # alpha is the same for the whole batch


def _arg_vmap(
    info: Any, in_dims: Tuple[Any, ...], self: Tensor, dim: int, index: Tensor, src: Tensor, is_maximum: bool, include_self: bool
) -> Tuple[Tensor, int]:
    """An index for each element, since members of the batch may have indices of their own."""
    rank = _rank(src, in_dims[3])
    dim = (dim % rank if rank else 0) + 1
    base, source = (_batched(info, tensor, at, 1).contiguous() for tensor, at in ((self, in_dims[0]), (src, in_dims[3])))
    index = _batched(info, index, in_dims[2], 1)
    if index.dim() < source.dim():
        index = index.reshape([info.batch_size] + [1] * (dim - 1) + [-1] + [1] * (source.dim() - dim - 1))
    index = index.expand(source.shape).contiguous()
    result = ops.arg_reduce(base, dim, index, source, is_maximum, include_self)
    return (result if rank else result.squeeze(-1)), 0


def _put_vmap(info: Any, in_dims: Tuple[Any, ...], self: Tensor, indices: Any, values: Tensor, accumulate: bool) -> Tuple[Tensor, int]:
    results = []
    for i in range(info.batch_size):  # shapes follow from masks, which differ from one member to the next
        own = [index if at is None else index.select(at, i) for index, at in zip(indices, in_dims[1] or [None] * len(indices))]
        base = self if in_dims[0] is None else self.select(in_dims[0], i)
        results.append(ops.index_put(base, own, values if in_dims[2] is None else values.select(in_dims[2], i), accumulate))
    return torch.stack(results), 0


torch.library.register_vmap("strew::scatter_reduce", _elements_vmap(ops.scatter_reduce))
torch.library.register_vmap("strew::gather", _elements_vmap(ops.gather))
torch.library.register_vmap("strew::index_reduce", _slices_vmap(ops.index_reduce, ops.scatter_reduce))
torch.library.register_vmap("strew::index_add_times", _times_vmap)
torch.library.register_vmap("strew::index_select", _slices_vmap(ops.index_select, ops.gather))
torch.library.register_vmap("strew::arg_reduce", _arg_vmap)
torch.library.register_vmap("strew::index_put", _put_vmap)
