"""pytorch_scatter's reductions by an index. See torch_scatter.py."""

from __future__ import annotations

from typing import Optional, Tuple

import torch
from torch import Tensor

from ._autograd import needs_gradient
from ._functions import index_reduce, index_reduce_, scatter_reduce, scatter_reduce_
from ._library import ops


def broadcast(index: Tensor, src: Tensor, dim: int) -> Tensor:
    """index as a view with the shape of src."""
    if index.dim() == 1:
        index = index.view([1] * dim + [-1])
    return index.view(list(index.shape) + [1] * (src.dim() - index.dim())).expand(src.shape)


def wrap(dim: int, src: Tensor) -> int:
    if not -src.dim() <= dim < src.dim():
        raise IndexError(f"dim is {dim}, outside [{-src.dim()}, {src.dim() - 1}]")
    return dim % src.dim()


def size_of(src: Tensor, index: Tensor, dim: int, dim_size: Optional[int]) -> list[int]:
    size = list(src.shape)
    size[dim] = dim_size if dim_size is not None else int(index.max()) + 1 if index.numel() > 0 else 0
    return size


def is_half(src: Tensor) -> bool:
    return src.is_floating_point() and src.dtype.itemsize < 4


def reduce_by(src: Tensor, index: Tensor, dim: int, base: Tensor, reduce: str, include_self: bool, in_place: bool) -> Tensor:
    # An index for each slice need not be expanded. PyTorch's scatter_add and scatter_reduce, which add halves in float32, have none.
    if index.dim() == 1 and not (is_half(src) and reduce in ("sum", "prod")):
        return (index_reduce_ if in_place else index_reduce)(base, dim, index, src, reduce, include_self=include_self)
    call = scatter_reduce_ if in_place else scatter_reduce
    return call(base, dim, broadcast(index, src, dim), src, reduce, include_self=include_self)


def scatter_sum(src: Tensor, index: Tensor, dim: int = -1, out: Optional[Tensor] = None, dim_size: Optional[int] = None) -> Tensor:
    dim = wrap(dim, src)
    base = src.new_zeros(size_of(src, index, dim, dim_size)) if out is None else out
    return reduce_by(src, index, dim, base, "sum", True, out is not None)


scatter_add = scatter_sum


def scatter_mul(src: Tensor, index: Tensor, dim: int = -1, out: Optional[Tensor] = None, dim_size: Optional[int] = None) -> Tensor:
    """Without any element in src, a new tensor is 0, as in pytorch_scatter; with some, elements of it without a factor are 1. A product of
    halves is rounded after every factor, as there."""
    return product(src, index, dim, out, dim_size, "mul")


def product(src: Tensor, index: Tensor, dim: int, out: Optional[Tensor], dim_size: Optional[int], reduce: str) -> Tensor:
    """`reduce` is "mul", or "prod", which PyTorch computes in float32 for halves."""
    dim = wrap(dim, src)
    base = src.new_full(size_of(src, index, dim, dim_size), int(src.numel() > 0)) if out is None else out
    return reduce_by(src, index, dim, base, reduce, True, out is not None)


def scatter_mean(src: Tensor, index: Tensor, dim: int = -1, out: Optional[Tensor] = None, dim_size: Optional[int] = None) -> Tensor:
    """Elements of a new tensor without a value are 0. As in pytorch_scatter, `out` is added, but does not count in the number of values."""
    dim = wrap(dim, src)
    if out is None:
        return reduce_by(src, index, dim, src.new_zeros(size_of(src, index, dim, dim_size)), "mean", False, False)
    scatter_sum(src, index, dim, out)
    ones = torch.ones((), dtype=torch.int64).expand(src.shape)
    counts = reduce_by(ones, index, dim, torch.zeros(out.shape, dtype=torch.int64), "sum", True, True).clamp_(min=1)
    return out.true_divide_(counts) if out.is_floating_point() else out.floor_divide_(counts)


def extreme(
    src: Tensor, index: Tensor, dim: int, out: Optional[Tensor], dim_size: Optional[int], reduce: str
) -> Tuple[Tensor, Tensor]:
    """The result, and where in src it was first found: the size of src if it is not from there. Only that element has a gradient. A NaN in
    src is passed over, as in pytorch_scatter. -inf and the smallest integer are values as any other, which pytorch_scatter takes for none."""
    dim = wrap(dim, src)
    base = src.new_zeros(size_of(src, index, dim, dim_size)) if out is None else out
    if index.dim() > 1:
        index = broadcast(index, src, dim)
    result, places = ops.arg_reduce(base, dim, index, src, reduce == "amax", out is not None)
    return (result if out is None else out.copy_(result)), places


def _in_program() -> bool:
    """Where values cannot be looked at."""
    return torch.compiler.is_compiling() or torch._C._are_functorch_transforms_active()


def is_value_enough(src: Tensor, out: Optional[Tensor]) -> bool:
    """That nobody needs to know where an extreme is from, since there is no gradient."""
    return out is None and not _in_program() and not needs_gradient(src)


def has_nan(values: Tensor) -> bool:
    return values.is_floating_point() and bool(values.isnan().any())


def may_have_nan(values: Tensor) -> bool:
    return values.is_floating_point() if _in_program() else has_nan(values)


def extreme_value(src: Tensor, index: Tensor, dim: int, out: Optional[Tensor], dim_size: Optional[int], reduce: str) -> Tensor:
    """The first result of `extreme`. A maximum in which a NaN wins is the same, if there is none in it."""
    if is_value_enough(src, out):
        dim = wrap(dim, src)
        values = reduce_by(src, index, dim, src.new_zeros(size_of(src, index, dim, dim_size)), reduce, False, False)
        if not has_nan(values):
            return values
    return extreme(src, index, dim, out, dim_size, reduce)[0]


def scatter_min(
    src: Tensor, index: Tensor, dim: int = -1, out: Optional[Tensor] = None, dim_size: Optional[int] = None
) -> Tuple[Tensor, Tensor]:
    return extreme(src, index, dim, out, dim_size, "amin")


def scatter_max(
    src: Tensor, index: Tensor, dim: int = -1, out: Optional[Tensor] = None, dim_size: Optional[int] = None
) -> Tuple[Tensor, Tensor]:
    return extreme(src, index, dim, out, dim_size, "amax")


def scatter(
    src: Tensor, index: Tensor, dim: int = -1, out: Optional[Tensor] = None, dim_size: Optional[int] = None, reduce: str = "sum"
) -> Tensor:
    if reduce in ("sum", "add"):
        return scatter_sum(src, index, dim, out, dim_size)
    if reduce == "mul":
        return scatter_mul(src, index, dim, out, dim_size)
    if reduce == "mean":
        return scatter_mean(src, index, dim, out, dim_size)
    if reduce in ("min", "max"):
        return extreme_value(src, index, dim, out, dim_size, "a" + reduce)
    raise ValueError(f'reduce is "{reduce}"; scatter has sum, add, mul, mean, min and max')
