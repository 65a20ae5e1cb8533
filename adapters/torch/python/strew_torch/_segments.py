"""pytorch_scatter's segments: the index of a slice is said by offsets (CSR), or by an index that never falls (COO).

An index or offsets of several dimensions count along their last one, as there; the others are those of src. Sums, means and extremes are
those of scatter_sum and its siblings.
"""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

import torch
from torch import Tensor

from . import _fused  # noqa: F401
from ._library import ops
from ._scatter import extreme, extreme_value, has_nan, is_value_enough, may_have_nan, scatter_mean, scatter_sum
from ._statistics import at_index


def _dimension(index: Tensor, src: Tensor, name: str) -> int:
    dim = index.dim() - 1
    if dim < 0 or dim >= src.dim():
        raise IndexError(f"{name} has {index.dim()} dimensions, and src {src.dim()}; it has 1 to as many")
    return dim


def _expanded(index: Tensor, src: Tensor, dim: int) -> Tensor:
    """With the first dimensions of src."""
    return index.expand(*src.shape[:dim], index.shape[-1])


def _check(indptr: Tensor, n: int) -> None:
    if torch.compiler.is_compiling():
        return
    before = torch.cat([torch.zeros_like(indptr[..., :1]), indptr[..., :-1]], -1)
    wrong = torch.nonzero((indptr < before) | (indptr > n))
    if wrong.numel() > 0:
        at = tuple(wrong[0].tolist())
        raise IndexError(f"indptr[{', '.join(map(str, at))}] is {int(indptr[at])}, outside [{int(before[at])}, {n}]")


# Elements of a slice from which on a gather by segments is faster than PyTorch's repeat_interleave; below it is up to 5 times as slow.
_WIDE = 32


class _Csr(NamedTuple):
    """src as rows of segments. Where indptr has several dimensions, the segments of one list follow those of the other, and between the two
    lists is one segment more, which nobody asks for."""

    rows: Tensor
    offsets: Tensor
    n_rows: int
    form: str
    dim: int
    shape: Tuple[int, ...]  # of results, with that segment

    def reduce(self, reduce: str) -> Tensor:
        return self.whole(ops.spmm(self.rows, self.offsets, None, None, self.n_rows, reduce, self.form))

    def extreme(self, is_maximum: bool, n: int) -> Tuple[Tensor, Tensor]:
        values, places = ops.spmm_extreme(self.rows, self.offsets, None, None, self.n_rows, is_maximum, True, self.form)
        if may_have_nan(values):
            values = torch.where(places < 0, 0, values)  # a NaN is the first element, and is not exceeded
        if self.dim > 0:
            size = max(n, 1)
            at = torch.arange(self.rows.shape[0] // size).reshape(*self.shape[: self.dim], *(1 for _ in self.shape[self.dim :])) * size
            values, places = self.whole(values), self.whole(places)
            return values, torch.where(places < 0, n, places - at)
        return values, torch.where(places < 0, n, places)

    def whole(self, result: Tensor) -> Tensor:
        return result if self.dim == 0 else result.reshape(self.shape).narrow(self.dim, 0, self.shape[self.dim] - 1)


def _csr(src: Tensor, indptr: Tensor) -> _Csr:
    dim = _dimension(indptr, src, "indptr")
    if indptr.shape[-1] == 0:
        raise ValueError("indptr has no offsets, and at least 1 is needed")
    if dim == 0:
        return _Csr(src, indptr, indptr.shape[0] - 1, "offsets", 0, ())
    indptr, n = _expanded(indptr, src, dim).to(torch.int64), src.shape[dim]
    _check(indptr, n)
    lists = indptr.reshape(-1, indptr.shape[-1])
    offsets = (lists + torch.arange(lists.shape[0])[:, None] * n).reshape(-1)
    shape = (*indptr.shape, *src.shape[dim + 1 :])
    return _Csr(src.reshape(lists.shape[0] * n, *src.shape[dim + 1 :]), offsets, offsets.shape[0], "starts", dim, shape)


def _write(out: Optional[Tensor], result: Tensor) -> Tensor:
    return result if out is None else out.copy_(result)


def segment_sum_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tensor:
    return _write(out, _csr(src, indptr).reduce("sum"))


segment_add_csr = segment_sum_csr


def segment_mean_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tensor:
    return _write(out, _csr(src, indptr).reduce("mean"))


def _extreme_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor], is_maximum: bool) -> Tuple[Tensor, Tensor]:
    csr = _csr(src, indptr)
    values, places = csr.extreme(is_maximum, src.shape[csr.dim])
    return _write(out, values), places


def segment_min_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
    """The minimum, and its position along the dimension: the size of src where a segment is empty."""
    return _extreme_csr(src, indptr, out, False)


def segment_max_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
    """The maximum, and its position along the dimension: the size of src where a segment is empty."""
    return _extreme_csr(src, indptr, out, True)


def segment_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None, reduce: str = "sum") -> Tensor:
    """The reduction of the slices indptr[i] to indptr[i + 1] - 1 for each i; 0 where there are none. `out` is overwritten."""
    if reduce in ("sum", "add"):
        return segment_sum_csr(src, indptr, out)
    if reduce == "mean":
        return segment_mean_csr(src, indptr, out)
    if reduce in ("min", "max"):
        if is_value_enough(src, out):
            values = _csr(src, indptr).reduce("a" + reduce)
            if not has_nan(values):
                return values
        return _extreme_csr(src, indptr, out, reduce == "max")[0]
    raise ValueError(f'reduce is "{reduce}"; segment_csr has sum, add, mean, min and max')


def gather_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tensor:
    """The other way round: slice i of src, for each position from indptr[i] to indptr[i + 1] - 1. The first offset is 0, and the last one the
    size of the result."""
    dim = _dimension(indptr, src, "indptr")
    indptr = _expanded(indptr, src, dim)
    if indptr.shape[-1] != src.shape[dim] + 1:
        raise ValueError(f"indptr has {indptr.shape[-1]} offsets, and src {src.shape[dim]} slices; one offset more is needed")
    n = int(indptr[(0,) * dim + (-1,)]) if out is None else out.shape[dim]
    _check(indptr, n)
    if not torch.compiler.is_compiling() and bool(((indptr[..., 0] != 0) | (indptr[..., -1] != n)).any()):
        raise IndexError(f"an offset is outside of [0, 0] at the beginning of indptr, or [{n}, {n}] at its end")
    if dim == 0 and src.is_floating_point() and src[:1].numel() >= _WIDE:
        return _write(out, ops.spmm_transposed(src, indptr, None, None, n, "sum", "offsets"))
    lists, rest = indptr.reshape(-1, indptr.shape[-1]), src.shape[dim + 1 :]
    slices = src.reshape(lists.shape[0] * src.shape[dim], *rest)
    result = torch.repeat_interleave(slices, lists.diff().reshape(-1), 0, output_size=lists.shape[0] * n)
    return _write(out, result.reshape(*src.shape[:dim], n, *rest))


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
    if reduce in ("min", "max"):
        dim = _dimension(index, src, "index")
        return extreme_value(src, _expanded(index, src, dim), dim, out, dim_size, "a" + reduce)
    raise ValueError(f'reduce is "{reduce}"; segment_coo has sum, add, mean, min and max')


def gather_coo(src: Tensor, index: Tensor, out: Optional[Tensor] = None) -> Tensor:
    """The slices of src that index names, along the last dimension of index."""
    dim = _dimension(index, src, "index")
    index = _expanded(index, src, dim)
    return _write(out, at_index(src, index, src, dim) if dim == 0 else _gather(src, index, dim))
