"""PyTorch Geometric's `torch_geometric.utils.scatter`, with its order of arguments and its defaults."""

from __future__ import annotations

from typing import Optional

from torch import Tensor

from . import _scatter

__all__ = ["scatter"]


def scatter(src: Tensor, index: Tensor, dim: int = 0, dim_size: Optional[int] = None, reduce: str = "sum") -> Tensor:
    if index.dim() != 1:
        raise ValueError(f"The `index` argument must be one-dimensional (got {index.dim()} dimensions)")
    if reduce == "any":
        raise ValueError('reduce is "any"; scatter has sum, add, mul, mean, min and max')
    if reduce in ("min", "max"):  # the elements that attain the result share its gradient, as in PyTorch
        dim = _scatter.wrap(dim, src)
        base = src.new_zeros(_scatter.size_of(src, index, dim, dim_size))
        return _scatter.reduce_by(src, index, dim, base, "a" + reduce, False, False)
    if reduce == "mul":
        return _scatter.product(src, index, dim, None, dim_size, "prod")
    return _scatter.scatter(src, index, dim, None, dim_size, reduce)
