"""A sparse matrix times a table: rows are read where they lie, weighed and combined in one pass."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Sequence, Tuple, Union

import torch
from torch import Tensor

from . import _fused  # noqa: F401
from ._autograd import is_direct, needs_gradient
from ._library import function_of, ops

_REDUCTIONS = {"sum": "sum", "add": "sum", "mean": "mean", "min": "amin", "amin": "amin", "max": "amax", "amax": "amax"}
_product = function_of("spmm", ops.spmm)  # of plain tensors without a gradient it takes a third of the time


class Entries(NamedTuple):
    """Those of a matrix, in their order: the row, the column and the value of each. Rows are said by `form`, as in _fused.py."""

    rows: Tensor
    columns: Optional[Tensor]
    weights: Optional[Tensor]
    n_rows: int
    form: str = "index"


def _parts(a: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    """The two index tensors of a sparse tensor as it stores them, and its values, which have no gradient here."""
    if a.layout == torch.sparse_coo:
        rows, columns = a._indices()
        return rows, columns, a._values()
    if a.layout == torch.sparse_csr:
        return a.crow_indices(), a.col_indices(), a.values()
    if a.layout == torch.sparse_csc:
        return a.row_indices(), a.ccol_indices(), a.values()
    raise TypeError(f"a is a tensor of layout {a.layout}; spmm takes sparse_coo, sparse_csr and sparse_csc, and pairs (rows, columns)")


class _Values(torch.autograd.Function):
    """The values of a sparse tensor. Their gradient is one with the same entries, as that of torch.sparse.mm."""

    @staticmethod
    def forward(ctx: Any, a: Tensor) -> Tensor:
        first, second, values = _parts(a)
        ctx.save_for_backward(first, second)
        ctx.layout, ctx.shape = a.layout, a.shape
        return values.view_as(values)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        first, second = ctx.saved_tensors
        if ctx.layout == torch.sparse_coo:
            return torch.sparse_coo_tensor(torch.stack([first, second]), grad, ctx.shape, check_invariants=False)
        return torch.sparse_csr_tensor(first, second, grad, ctx.shape, check_invariants=False)


def _entries_of_matrix(a: Tensor, table: Tensor) -> Entries:
    if a.dim() != 2 or a.dense_dim() != 0:
        raise ValueError(f"a has the shape {tuple(a.shape)} with {a.dense_dim()} dense dimensions; a matrix of numbers is needed")
    first, second, values = _parts(a)
    if a.shape[1] != table.shape[0]:
        raise ValueError(f"a has {a.shape[1]} columns, but table has {table.shape[0]} rows")
    if needs_gradient(a):
        values = _Values.apply(a)
    return Entries(first, second, values, a.shape[0], "index" if a.layout == torch.sparse_coo else "offsets")


def _product_of_columns(a: Tensor, table: Tensor, reduce: str) -> Tensor:
    """Of the layout CSC. Its sum is the gradient of a table of the transposed matrix, which is CSR; other reductions take CSR."""
    if needs_gradient(a):
        raise NotImplementedError("a tensor of layout sparse_csc has no gradient, for which PyTorch lacks the functions; to_sparse_csr() has one")
    if reduce != "sum" or not table.is_floating_point() or a.shape[1] != table.shape[0]:
        return combine(table, _entries_of_matrix(a.to_sparse_csr(), table), reduce)
    rows, offsets, values = _parts(a)
    return ops.spmm_transposed(table, offsets, rows, values, a.shape[0], reduce, "offsets")


def combine(
    table: Tensor, entries: Entries, reduce: str, ignored: Tuple[Optional[int], Optional[int]] = (None, None)
) -> Tensor:
    """torch.ops.strew.spmm with a gradient of every reduction: "sum", "mean", "amin" and "amax". That of an extreme goes to the entry that
    was taken, the first of equals."""
    rows, columns, weights, n_rows, form = entries
    in_transform = not torch.compiler.is_compiling() and torch._C._are_functorch_transforms_active()
    if reduce in ("amin", "amax") and (in_transform or needs_gradient(table, weights)):
        return ops.spmm_extreme(table, rows, columns, weights, n_rows, reduce == "amax", False, form, *ignored)[0]
    product = _product if is_direct(table, weights) else ops.spmm
    return product(table, rows, columns, weights, n_rows, reduce, form, *ignored)


def spmm(
    a: Union[Tensor, Sequence[Tensor]],
    table: Tensor,
    reduce: str = "sum",
    *,
    weights: Optional[Tensor] = None,
    n_rows: Optional[int] = None,
) -> Tensor:
    """A sparse matrix times a table, without a row for each entry of the matrix:

        result[rows[t]] = the reduction of weights[t] * table[columns[t]] over all entries t

    a: a sparse tensor of layout COO, CSR or CSC, whose values are the weights; or a pair (rows, columns) of vectors, or one tensor of both,
        as the indices of a COO tensor are. An `edge_index` of PyTorch Geometric is the pair (columns, rows): spmm(edge_index.flip(0), x).
    table: what the columns name rows of. A row may have any shape.
    reduce: "sum", "mean", "min" or "max"; "add", "amin" and "amax" are the same. A mean divides by the number of entries. A row without
        entries is 0.
    weights: of a pair, one for each entry, or for each entry and the first dimensions of a row: [entries, heads, 1] of a table of
        [nodes, heads, channels]. They have the type of the table, or are float32 where it is float16 or bfloat16.
    n_rows: of a pair, how many rows the result has; None: the largest that is named, and one more.

    Entries are combined in their order, with the same bits for any number of threads. Sums and means of float16 and bfloat16 are rounded
    once. Gradients of a sum and a mean are of any order, in both the table and the weights; that of a minimum or a maximum goes to the first
    entry that has it. A sparse tensor has a gradient with the same entries. An index out of bounds is an IndexError.
    """
    if reduce not in _REDUCTIONS:
        raise ValueError(f'reduce is "{reduce}"; spmm has sum, mean, min and max')
    if table.dim() == 0:
        raise ValueError("table has no dimensions; it must have rows")
    if isinstance(a, Tensor) and a.layout != torch.strided:
        if weights is not None or n_rows is not None:
            raise TypeError("weights and n_rows are for a pair (rows, columns): a sparse tensor has both")
        if a.layout == torch.sparse_csc and a.dim() == 2 and a.dense_dim() == 0:
            return _product_of_columns(a, table, _REDUCTIONS[reduce])
        entries = _entries_of_matrix(a, table)
    else:
        if len(a) != 2:
            raise TypeError(f"a has {len(a)} elements, and a pair (rows, columns) is needed")
        rows, columns = a[0], a[1]
        if n_rows is None:
            n_rows = int(rows.max()) + 1 if rows.numel() > 0 else 0
        entries = Entries(rows, columns, weights, n_rows)
    return combine(table, entries, _REDUCTIONS[reduce])
