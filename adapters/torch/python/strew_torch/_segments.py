"""pytorch_scatter's segments: the index of a slice is said by offsets (CSR), or by an index that never falls (COO).

An index or offsets of several dimensions count along their last one, as there; the others are those of src. Sums, means and extremes are
those of scatter_sum and its siblings.
"""

from __future__ import annotations

from typing import Optional, Tuple

import torch
from torch import Tensor

from ._library import ops
from ._scatter import extreme, scatter_mean, scatter_sum
from ._statistics import at_index


def rows_of(indptr: Tensor, n: int) -> Tensor:
    """The segment of each of n slices; the number of segments stands for none. STREW_OPERATOR_SEGMENT will read the offsets themselves."""
    n_segments = indptr.shape[-1] - 1
    if indptr.dim() == 1:
        return ops.expand_offsets(indptr, n, False, n_segments)
    if indptr.dim() == 0 or n_segments < 0:
        raise ValueError("indptr has no offsets, and at least 1 is needed")
    if not torch.compiler.is_compiling():
        before = torch.cat([torch.zeros_like(indptr[..., :1]), indptr[..., :-1]], -1)
        wrong = torch.nonzero((indptr < before) | (indptr > n))
        if wrong.numel() > 0:
            at = tuple(wrong[0].tolist())
            raise IndexError(f"indptr[{', '.join(map(str, at))}] is {int(indptr[at])}, outside [{int(before[at])}, {n}]")
    places = torch.arange(n, dtype=indptr.dtype).expand(*indptr.shape[:-1], n).contiguous()
    rows = torch.searchsorted(indptr[..., 1:].contiguous(), places, right=True)
    return torch.where(places < indptr[..., :1], n_segments, rows)


def _dimension(index: Tensor, src: Tensor, name: str) -> int:
    dim = index.dim() - 1
    if dim < 0 or dim >= src.dim():
        raise IndexError(f"{name} has {index.dim()} dimensions, and src {src.dim()}; it has 1 to as many")
    return dim


def _expanded(index: Tensor, src: Tensor, dim: int) -> Tensor:
    """With the first dimensions of src."""
    return index.expand(*src.shape[:dim], index.shape[-1])


def _csr(src: Tensor, indptr: Tensor) -> Tuple[Tensor, int, int]:
    dim = _dimension(indptr, src, "indptr")
    indptr = _expanded(indptr, src, dim)
    return rows_of(indptr, src.shape[dim]), dim, indptr.shape[-1] - 1


def _write(out: Optional[Tensor], result: Tensor) -> Tensor:
    return result if out is None else out.copy_(result)


def segment_sum_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tensor:
    rows, dim, n = _csr(src, indptr)
    return _write(out, scatter_sum(src, rows, dim, dim_size=n + 1).narrow(dim, 0, n))


segment_add_csr = segment_sum_csr


def segment_mean_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tensor:
    rows, dim, n = _csr(src, indptr)
    return _write(out, scatter_mean(src, rows, dim, dim_size=n + 1).narrow(dim, 0, n))


def _extreme_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor], reduce: str) -> Tuple[Tensor, Tensor]:
    rows, dim, n = _csr(src, indptr)
    result, argument = extreme(src, rows, dim, None, n + 1, reduce)
    return _write(out, result.narrow(dim, 0, n)), argument.narrow(dim, 0, n)


def segment_min_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
    """The minimum, and its position along the dimension: the size of src where a segment is empty."""
    return _extreme_csr(src, indptr, out, "amin")


def segment_max_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
    """The maximum, and its position along the dimension: the size of src where a segment is empty."""
    return _extreme_csr(src, indptr, out, "amax")


def segment_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None, reduce: str = "sum") -> Tensor:
    """The reduction of the slices indptr[i] to indptr[i + 1] - 1 for each i; 0 where there are none. `out` is overwritten."""
    if reduce in ("sum", "add"):
        return segment_sum_csr(src, indptr, out)
    if reduce == "mean":
        return segment_mean_csr(src, indptr, out)
    if reduce in ("min", "max"):
        return _extreme_csr(src, indptr, out, "a" + reduce)[0]
    raise ValueError(f'reduce is "{reduce}"; segment_csr has sum, add, mean, min and max')


def gather_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tensor:
    """The other way round: slice i of src, for each position from indptr[i] to indptr[i + 1] - 1. The first offset is 0."""
    dim = _dimension(indptr, src, "indptr")
    indptr = _expanded(indptr, src, dim)
    if indptr.shape[-1] != src.shape[dim] + 1:
        raise ValueError(f"indptr has {indptr.shape[-1]} offsets, and src {src.shape[dim]} slices; one offset more is needed")
    n = int(indptr[(0,) * dim + (-1,)]) if out is None else out.shape[dim]
    rows = rows_of(indptr, n)
    return _write(out, at_index(src, rows, src, dim) if dim == 0 else _gather(src, rows, dim))


def _gather(src: Tensor, rows: Tensor, dim: int) -> Tensor:
    """rows have the first dimensions of src."""
    whole = rows.reshape(list(rows.shape) + [1] * (src.dim() - rows.dim())).expand(*rows.shape, *src.shape[dim + 1 :])
    return ops.gather(src, dim, whole)


def segment_sum_coo(src: Tensor, index: Tensor, out: Optional[Tensor] = None, dim_size: Optional[int] = None) -> Tensor:
    dim = _dimension(index, src, "index")
    return scatter_sum(src, _expanded(index, src, dim), dim, out, dim_size)


segment_add_coo = segment_sum_coo


def segment_mean_coo(src: Tensor, index: Tensor, out: Optional[Tensor] = None, dim_size: Optional[int] = None) -> Tensor:
    dim = _dimension(index, src, "index")
    return scatter_mean(src, _expanded(index, src, dim), dim, out, dim_size)


def segment_min_coo(
    src: Tensor, index: Tensor, out: Optional[Tensor] = None, dim_size: Optional[int] = None
) -> Tuple[Tensor, Tensor]:
    dim = _dimension(index, src, "index")
    return extreme(src, _expanded(index, src, dim), dim, out, dim_size, "amin")


def segment_max_coo(
    src: Tensor, index: Tensor, out: Optional[Tensor] = None, dim_size: Optional[int] = None
) -> Tuple[Tensor, Tensor]:
    dim = _dimension(index, src, "index")
    return extreme(src, _expanded(index, src, dim), dim, out, dim_size, "amax")


def segment_coo(
    src: Tensor, index: Tensor, out: Optional[Tensor] = None, dim_size: Optional[int] = None, reduce: str = "sum"
) -> Tensor:
    """`scatter` along the last dimension of index, which need not be sorted here."""
    if reduce in ("sum", "add"):
        return segment_sum_coo(src, index, out, dim_size)
    if reduce == "mean":
        return segment_mean_coo(src, index, out, dim_size)
    if reduce == "min":
        return segment_min_coo(src, index, out, dim_size)[0]
    if reduce == "max":
        return segment_max_coo(src, index, out, dim_size)[0]
    raise ValueError(f'reduce is "{reduce}"; segment_coo has sum, add, mean, min and max')


def gather_coo(src: Tensor, index: Tensor, out: Optional[Tensor] = None) -> Tensor:
    """The slices of src that index names, along the last dimension of index."""
    dim = _dimension(index, src, "index")
    index = _expanded(index, src, dim)
    return _write(out, at_index(src, index, src, dim) if dim == 0 else _gather(src, index, dim))
