"""pytorch_scatter's softmax, log_softmax, logsumexp and standard deviation of the elements that have the same index."""

from __future__ import annotations

from typing import Optional

import torch
from torch import Tensor

from . import _softmax  # noqa: F401
from ._functions import gather, index_select
from ._library import ops
from ._scatter import broadcast, is_half, reduce_by, scatter_sum, size_of, wrap


def at_index(values: Tensor, index: Tensor, src: Tensor, dim: int) -> Tensor:
    """What `values` has for each element of src. A vector is not expanded."""
    return index_select(values, dim, index) if index.dim() == 1 else gather(values, dim, broadcast(index, src, dim))


def _check(src: Tensor, name: str) -> None:
    if not src.is_floating_point():
        raise ValueError(f"{name} takes floating point numbers only")


def _check_eps(eps: float, name: str) -> None:
    """A sum of exponentials is at least 1, so that the eps of pytorch_scatter changes nothing where it is small."""
    if not 0 <= eps <= 1e-6:
        raise NotImplementedError(f"eps is {eps}, and {name} adds none to its sums; a number from 0 to 1e-6 makes no difference")


def _by_rows(src: Tensor, index: Tensor, dim: int, n: int, function: str) -> Tensor:
    """Of an index for each slice, in one operator."""
    return ops.softmax(src.movedim(dim, 0), index, n, function).movedim(0, dim)


def _sums(src: Tensor, index: Tensor, dim: int, n: int) -> tuple[Tensor, Tensor, Tensor]:
    """Of an index for each element: src without the maximum of its group, the maximum, and the sum of their exponentials."""
    size = list(src.shape)
    size[dim] = n
    with torch.no_grad():
        maximum = reduce_by(src, index, dim, src.new_full(size, -torch.inf), "amax", True, False)
        maximum = torch.where(maximum == -torch.inf, 0, maximum)  # of no elements, or of -infinity alone
    difference = src - at_index(maximum, index, src, dim)
    return difference, maximum, reduce_by(difference.exp(), index, dim, src.new_zeros(size), "sum", True, False)


def scatter_softmax(src: Tensor, index: Tensor, dim: int = -1, dim_size: Optional[int] = None) -> Tensor:
    """The softmax over the elements that have the same index, as graph attention needs it. That of halves is computed in float32."""
    _check(src, "scatter_softmax")
    dtype, dim = src.dtype, wrap(dim, src)
    n = size_of(src, index, dim, dim_size)[dim]
    if index.dim() == 1:
        return _by_rows(src, index, dim, n, "softmax")
    difference, _, total = _sums(src.float() if is_half(src) else src, index, dim, n)
    return (difference.exp() / at_index(total, index, src, dim)).to(dtype)


def scatter_log_softmax(
    src: Tensor, index: Tensor, dim: int = -1, eps: float = 1e-12, dim_size: Optional[int] = None
) -> Tensor:
    """The logarithm of scatter_softmax. `eps`, which pytorch_scatter adds to a sum that is at least 1, is not needed, and not added."""
    _check(src, "scatter_log_softmax")
    _check_eps(eps, "scatter_log_softmax")
    dtype, dim = src.dtype, wrap(dim, src)
    n = size_of(src, index, dim, dim_size)[dim]
    if index.dim() == 1:
        return _by_rows(src, index, dim, n, "log_softmax")
    difference, _, total = _sums(src.float() if is_half(src) else src, index, dim, n)
    return (difference - at_index(total.log(), index, src, dim)).to(dtype)


def scatter_logsumexp(
    src: Tensor,
    index: Tensor,
    dim: int = -1,
    out: Optional[Tensor] = None,
    dim_size: Optional[int] = None,
    eps: float = 1e-12,
) -> Tensor:
    """The logarithm of the sum of exponentials, with that of `out` if it is given, which is written. As in pytorch_scatter it is 0 of no
    elements, or stays what `out` has; `eps` is not added."""
    _check(src, "scatter_logsumexp")
    _check_eps(eps, "scatter_logsumexp")
    dtype, dim = src.dtype, wrap(dim, src)
    n = size_of(src, index, dim, dim_size)[dim] if out is None else out.shape[dim]
    if index.dim() == 1:
        result = _by_rows(src, index, dim, n, "logsumexp")
    else:
        _, maximum, total = _sums(src.float() if is_half(src) else src, index, dim, n)
        has_sum = total > 0
        result = torch.where(has_sum, torch.where(has_sum, total, 1).log() + maximum, total.log()).to(dtype)
    is_empty = result == -torch.inf
    result = torch.where(is_empty, 0, result)
    if out is None:
        return result
    return out.copy_(torch.where(is_empty, out, torch.logaddexp(out, result)))


def scatter_std(
    src: Tensor,
    index: Tensor,
    dim: int = -1,
    out: Optional[Tensor] = None,
    dim_size: Optional[int] = None,
    unbiased: bool = True,
) -> Tensor:
    """The standard deviation; of one element or none it is 0. As in pytorch_scatter, the sum of squares is divided by a number of elements
    that is larger by a millionth of one, and `out` is added to that sum, and written."""
    dim = wrap(dim, src)
    size = size_of(src, index, dim, dim_size)
    n = size[dim] if out is None else out.shape[dim]
    ones = src.new_ones(()).expand(index.shape)
    counts = scatter_sum(ones, index, min(dim, index.dim() - 1), dim_size=n)
    total = scatter_sum(src, index, dim, dim_size=n)
    counts = broadcast(counts, total, dim).clamp(min=1)
    square = (src - at_index(total / counts, index, src, dim)).square()
    result = scatter_sum(square, index, dim, out, dim_size=n)
    if unbiased:
        counts = (counts - 1).clamp(min=1)
    result = (result / (counts + 1e-6)).sqrt()
    return result if out is None else out.copy_(result)
