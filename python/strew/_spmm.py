"""A sparse matrix times a table: rows are read where they lie, weighed and combined in one pass."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from ._arrays import _array, integer
from ._beside import Beside
from ._errors import ScatterError
from ._rejection import described, in_python
from ._scatter import Words, _output, scatter_beside

_FORMATS = ("csr", "csc", "coo")


class _Entries(NamedTuple):
    """Those of a matrix, in their order. rows and columns of scipy's arrays never count from the end."""

    rows: np.ndarray
    columns: np.ndarray
    weights: Any
    n_rows: Optional[int]
    negative_wrap: bool


def _spread(pointers: Any, n: int) -> np.ndarray:
    """The line of each entry, of the n lines that begin where `pointers` says."""
    found = _array(pointers, "a.indptr")
    if found.shape != (n + 1,):
        raise ValueError(f"a.indptr has the shape {found.shape}, and {(n + 1,)} is needed")
    if found.dtype.kind not in "iu":
        raise TypeError(f"a.indptr is {found.dtype}, and integers are needed")
    falls = found[1:] < found[:-1]
    if falls.any():
        at = int(np.argmax(falls))
        raise ValueError(f"a.indptr[{at + 1}] is {found[at + 1]}, less than a.indptr[{at}] = {found[at]}")
    if found[0] < 0:
        raise ValueError(f"a.indptr[0] is {found[0]}, and 0 or more is needed")
    return np.repeat(np.arange(n, dtype=found.dtype), np.diff(found))


def _entries_of_matrix(a: Any) -> _Entries:
    """Of a sparse array of scipy's, which is known by its attributes: the package does not import scipy."""
    if len(a.shape) != 2:
        raise ValueError(f"a has {len(a.shape)} dimensions, and 2 are needed")
    n_rows, n_columns = map(int, a.shape)
    values = _array(a.data, "a.data")
    if a.format == "coo":
        return _Entries(_array(a.row, "a.row"), _array(a.col, "a.col"), values, n_rows, False)
    lines = _spread(a.indptr, n_rows if a.format == "csr" else n_columns)
    first = int(a.indptr[0])
    end = first + lines.size
    others, of_entries = _array(a.indices, "a.indices"), values[first:end]
    if min(others.size, values.size) < end:
        raise ValueError(f"a.indptr ends at {end}, but a.indices has {others.size} and a.data {values.size} elements")
    others = others[first:end]
    rows, columns = (lines, others) if a.format == "csr" else (others, lines)
    return _Entries(rows, columns, of_entries, n_rows, False)


def _entries(a: Any, weights: Any, n_rows: Optional[int], n_of_table: int, out: Any) -> _Entries:
    if isinstance(a, (tuple, list)):
        if len(a) != 2:
            raise TypeError(f"a has {len(a)} elements, and a pair (rows, columns) is needed")
        rows, columns = (_array(each, name) for each, name in zip(a, ("rows", "columns")))
        of_out = getattr(out, "shape", None)
        if n_rows is None and of_out:
            n_rows = int(of_out[0])
        return _Entries(rows, columns, weights, None if n_rows is None else integer(n_rows, "n_rows"), True)
    if getattr(a, "format", None) not in _FORMATS or not hasattr(a, "data"):
        what = f"a sparse {a.format} array" if isinstance(getattr(a, "format", None), str) else described(a)
        needed = f"a sparse array of scipy's in the format {', '.join(_FORMATS)}"
        raise TypeError(f"a is {what}, and {needed}, or a pair (rows, columns), is needed")
    if weights is not None:
        raise TypeError("weights are for a pair (rows, columns): those of a sparse array are its values")
    entries = _entries_of_matrix(a)
    if n_rows is not None and integer(n_rows, "n_rows") != entries.n_rows:
        raise ValueError(f"n_rows is {n_rows}, but a has {entries.n_rows} rows")
    if n_of_table != a.shape[1]:
        raise ValueError(f"table has {n_of_table} rows, but a has {a.shape[1]} columns")
    return entries


def spmm(
    a: Any,
    table: Any,
    *,
    weights: Any = None,
    n_rows: Optional[int] = None,
    reduction: str = "add",
    out: Any = None,
    threads: Optional[int] = None,
) -> Any:
    """A sparse matrix times a table: for each entry in its order, out[row] = out[row] + weight * table[column].

    No rows are gathered first, and the result has the bits of that loop, on any number of threads.

    a: a sparse array or matrix of scipy's in the format CSR, CSC or COO, used as it is; its values are the weights, and equal entries count
        each. Or a pair (rows, columns) of arrays of integers of one shape, of which negative ones count from the end.
    table: an array of at least one dimension, or a tensor of another library with `__dlpack__`; a row is what its first dimension counts.
    weights: for a pair: None, or an array of the shape of rows, or that and the dimensions of a row, each of which is 1 or the row's.
        Weights, and the values of a, have the dtype of table, or float32 if that is a smaller float. Each product is rounded, then each sum.
    n_rows: for a pair: the rows of the result, if not the largest of rows, and one more, or those of out.
    reduction: one of REDUCTIONS. "add" and "sub" begin with zeros, all others with the first entry of a row. Rows without entries are zeros.
    out: None for a new array of table's dtype, or an array that is overwritten. It must not overlap anything else.
    threads: as for scatter_nd; None is all cores.

    Raises what scatter_update raises, before anything is written.

    >>> rows, columns = numpy.array([0, 2, 0]), numpy.array([1, 0, 1])
    >>> strew.spmm((rows, columns), numpy.array([[1.0, 2.0], [3.0, 4.0]]), weights=numpy.array([1.0, 10.0, 0.5]))
    array([[ 4.5,  6. ],
           [ 0. ,  0. ],
           [10. , 20. ]])
    """
    rows_of_table = _array(table, "table")
    if not rows_of_table.ndim:
        raise ValueError("table has no dimensions, and at least 1 is needed")
    entries = _entries(a, weights, n_rows, rows_of_table.shape[0], out)
    count = entries.n_rows
    if count is None:
        has_rows = entries.rows.size and entries.rows.dtype.kind in "iu"  # the library rejects others
        count = int(entries.rows.max()) + 1 if has_rows else 0
    if count < 0:
        raise ValueError(f"n_rows is {count}, and 0 or more is needed")
    shape = (count, *rows_of_table.shape[1:])
    # A new array is zeros already; one that is given stays as it is until all is checked.
    zeros = written = np.zeros(shape, rows_of_table.dtype) if out is None else _array(out, "out")
    if written.shape != shape:
        raise ValueError(f"out has the shape {written.shape}, but the result has {shape}")
    if out is not None:
        zeros = np.broadcast_to(np.zeros((), written.dtype), shape)
        written = _output(out, zeros)
    words = Words(reduction=reduction, include_self=reduction in ("add", "sub", "none"), negative_wrap=entries.negative_wrap)
    beside = Beside(update_indices=entries.columns, update_negative_wrap=entries.negative_wrap, weights=entries.weights).read()
    try:
        scatter_beside("scatter_update", {"data": zeros, "indices": entries.rows, "updates": rows_of_table}, written, threads, words, beside)
    except ScatterError as error:  # the library names the arguments of scatter_update
        error.args = (in_python(str(error), "spmm"),)
        raise
    return written if out is None else out
