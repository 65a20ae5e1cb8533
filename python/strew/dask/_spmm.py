"""A sparse matrix times a table on dask arrays: the scatter of its rows."""

from __future__ import annotations

from typing import Any, Optional

import dask.array as da
import numpy as np

from .._arrays import _array, integer
from .._spmm import _entries, _Entries, _spread
from ._arrays import as_dask
from ._scatter import scatter_update


def _pair(a: Any, weights: Any, n_rows: Optional[int]) -> _Entries:
    if len(a) != 2:
        raise TypeError(f"a has {len(a)} elements, and a pair (rows, columns) is needed")
    rows, columns = (each if isinstance(each, da.Array) else _array(each, name) for each, name in zip(a, ("rows", "columns")))
    if n_rows is None:
        if isinstance(rows, da.Array):
            raise ValueError("n_rows is None, and rows are a dask array, whose largest is not known yet")
        n_rows = int(rows.max()) + 1 if rows.size and rows.dtype.kind in "iu" else 0
    return _Entries(rows, columns, weights, integer(n_rows, "n_rows"), True)


def _unsigned(columns: np.ndarray) -> np.ndarray:
    """Those of scipy's arrays never count from the end: a negative one is too large."""
    return columns.view(f"u{columns.dtype.itemsize}") if columns.dtype.kind == "i" else columns


def spmm(
    a: Any,
    table: Any,
    *,
    weights: Any = None,
    n_rows: Optional[int] = None,
    reduction: str = "add",
    accumulate: Optional[str] = None,
    out: Any = None,
    chunk_rows: Optional[int] = None,
    scratch: Any = None,
) -> Any:
    """strew.spmm on dask arrays: the edges of a graph are brought to the chunks of the result, with the bits of one machine.

    a: a pair (rows, columns) of dask arrays in any chunks, or of arrays as strew takes them; or a sparse array of scipy's, which is in memory.
    table: a dask array in any chunks.
    weights: for a pair: None, or a dask array or another, of the shape of rows, or that and the dimensions of a row.
    n_rows: the rows of the result, which a pair whose rows are a dask array must have.
    chunk_rows: how many rows a chunk of the result has; None: as many as the largest chunk of table.
    reduction, accumulate: as for strew.spmm.
    out, scratch: as for strew.dask.scatter_update, whose names of arguments errors have.

    >>> rows, columns = da.from_array([0, 2, 0], chunks=2), da.from_array([1, 0, 1], chunks=2)
    >>> strew.dask.spmm((rows, columns), da.from_array([[1.0, 2.0], [3.0, 4.0]]), n_rows=3).compute()
    array([[6., 8.],
           [0., 0.],
           [1., 2.]])
    """
    table = as_dask(table, "table")
    if not table.ndim:
        raise ValueError("table has no dimensions, and at least 1 is needed")
    entries = _pair(a, weights, n_rows) if isinstance(a, (tuple, list)) else _entries(a, weights, n_rows, table.shape[0], reduction, None)
    rows, columns, factors = entries.rows, entries.columns, entries.weights
    if entries.offsets is not None:
        first, end = int(entries.offsets[0]), int(entries.offsets[-1])
        rows, columns, factors = _spread(entries.offsets), columns[first:end], factors[first:end]
    n = entries.n_rows or 0
    if n < 0:
        raise ValueError(f"n_rows is {n}, and 0 or more is needed")
    size = max(table.chunks[0], default=1) if chunk_rows is None else integer(chunk_rows, "chunk_rows")
    if size < 1 and chunk_rows is not None:
        raise ValueError(f"chunk_rows is {size}, and 1 or more is needed")
    zeros = da.zeros((n, *table.shape[1:]), dtype=table.dtype, chunks=(max(size, 1), *table.chunks[1:]))
    begins_with_zero = reduction in ("add", "sub", "none") and entries.offsets is None  # as strew.spmm: it tells -0 from 0
    return scatter_update(
        zeros,
        rows,
        table,
        0,
        reduction,
        out,
        scratch=scratch,
        negative_wrap=entries.negative_wrap,
        include_self=begins_with_zero,
        accumulate=accumulate,
        update_indices=columns if entries.negative_wrap else _unsigned(columns),
        weights=factors,
    )
