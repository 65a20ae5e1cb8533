"""PyTorch Geometric's `torch_geometric.utils.scatter`, with its order of arguments and its defaults."""

from __future__ import annotations

from typing import Optional

from torch import Tensor

from . import torch_scatter

__all__ = ["scatter"]


def scatter(src: Tensor, index: Tensor, dim: int = 0, dim_size: Optional[int] = None, reduce: str = "sum") -> Tensor:
    if index.dim() != 1:
        raise ValueError(f"The `index` argument must be one-dimensional (got {index.dim()} dimensions)")
    if reduce == "any":
        raise ValueError('reduce is "any"; scatter has sum, add, mul, mean, min and max')
    if reduce in ("min", "max"):  # the elements that attain the result share its gradient, as in PyTorch
        dim = torch_scatter._wrap(dim, src)
        base = src.new_zeros(torch_scatter._size(src, index, dim, dim_size))
        return torch_scatter._reduce(src, index, dim, base, "a" + reduce, False, False)
    if reduce == "mul":
        return torch_scatter.product(src, index, dim, None, dim_size, "prod")
    return torch_scatter.scatter(src, index, dim, None, dim_size, reduce)
