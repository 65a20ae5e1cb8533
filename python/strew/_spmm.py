"""A sparse matrix times a table: rows are read where they lie, weighed and combined in one pass."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from ._arrays import _array, integer
from ._beside import Beside
from ._errors import ScatterError
from ._plan import Words, _output
from ._rejection import described, in_python
from ._scatter import scatter_beside
from ._segment import Words as SegmentWords
from ._segment import segment_over

_FORMATS = ("csr", "csc", "coo")


class _Entries(NamedTuple):
    """Those of a matrix, in their order: their rows, or where each row begins. Indices of scipy's arrays never count from the end."""

    rows: Any
    columns: np.ndarray
    weights: Any
    n_rows: Optional[int]
    negative_wrap: bool
    offsets: Optional[np.ndarray] = None


def _pointers(given: Any, n: int) -> np.ndarray:
    """Where each of n lines begins. That they do not fall is checked where they are read."""
    found = _array(given, "a.indptr")
    if found.shape != (n + 1,):
        raise ValueError(f"a.indptr has the shape {found.shape}, and {(n + 1,)} is needed")
    if found.dtype.kind not in "iu":
        raise TypeError(f"a.indptr is {found.dtype}, and integers are needed")
    return found


def _spread(found: np.ndarray) -> np.ndarray:
    """The line of each entry, which the library knows of a row of CSR alone. This takes 3 of the 60 ms of 1.2 million entries times 32 numbers;
    the library's gradient of the transposed product, which takes pointers of columns, takes 95 ms, and 8 bytes for each entry."""
    falls = found[1:] < found[:-1]
    if falls.any():
        at = int(np.argmax(falls))
        raise ValueError(f"a.indptr[{at + 1}] is {found[at + 1]}, less than a.indptr[{at}] = {found[at]}")
    if found[0] < 0:
        raise ValueError(f"a.indptr[0] is {found[0]}, and 0 or more is needed")
    return np.repeat(np.arange(found.size - 1, dtype=found.dtype), np.diff(found))


def _entries_of_matrix(a: Any, reduction: str) -> _Entries:
    """Of a sparse array of scipy's, which is known by its attributes: the package does not import scipy."""
    if len(a.shape) != 2:
        raise ValueError(f"a has {len(a.shape)} dimensions, and 2 are needed")
    n_rows, n_columns = map(int, a.shape)
    values = _array(a.data, "a.data")
    if a.format == "coo":
        return _Entries(_array(a.row, "a.row"), _array(a.col, "a.col"), values, n_rows, False)
    pointers, others = _pointers(a.indptr, n_rows if a.format == "csr" else n_columns), _array(a.indices, "a.indices")
    end = int(pointers[-1])
    if min(others.size, values.size) < end:
        raise ValueError(f"a.indptr ends at {end}, but a.indices has {others.size} and a.data {values.size} elements")
    if a.format == "csr" and reduction not in ("none", "sub"):
        n = max(end, 0)
        return _Entries(None, others[:n], values[:n], n_rows, False, pointers)
    lines, first = _spread(pointers), int(pointers[0])
    others = others[first:end]
    rows, columns = (lines, others) if a.format == "csr" else (others, lines)
    return _Entries(rows, columns, values[first:end], n_rows, False)


def _entries(a: Any, weights: Any, n_rows: Optional[int], n_of_table: int, reduction: str, out: Any) -> _Entries:
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
    entries = _entries_of_matrix(a, reduction)
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
    accumulate: Optional[str] = None,
    out: Any = None,
    threads: Optional[int] = None,
) -> Any:
    """A sparse matrix times a table: for each entry in its order, out[row] = out[row] + weight * table[column].

    No rows are gathered first, and the result has the bits of that loop, on any number of threads. CSR's rows are reduced as `segment` does it, where they lie.

    a: a sparse array or matrix of scipy's in the format CSR, CSC or COO, used as it is; its values are the weights, and equal entries count
        each. Or a pair (rows, columns) of arrays of integers of one shape, of which negative ones count from the end.
    table: an array of at least one dimension, or a tensor of another library with `__dlpack__`; a row is what its first dimension counts.
    weights: for a pair: None, or an array of the shape of rows, or that and the dimensions of a row, each of which is 1 or the row's.
        Weights, and the values of a, have the dtype of table, or float32 if that is a smaller float. Each product is rounded, then each sum.
    n_rows: for a pair: the rows of the result, if not the largest of rows, and one more, or those of out.
    reduction: one of REDUCTIONS. "add" and "sub" begin with zeros, all others, and the sums of CSR, with the first entry of a row: this tells
        -0 from 0 alone. Rows without entries are zeros.
    accumulate: as for scatter_nd: the wider type of products and sums, which are rounded once.
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
    entries = _entries(a, weights, n_rows, rows_of_table.shape[0], reduction, out)
    count = entries.n_rows
    if count is None:
        has_rows = entries.rows.size and entries.rows.dtype.kind in "iu"  # the library rejects others
        count = int(entries.rows.max()) + 1 if has_rows else 0
    if count < 0:
        raise ValueError(f"n_rows is {count}, and 0 or more is needed")
    shape = (count, *rows_of_table.shape[1:])
    beside = Beside(update_indices=entries.columns, update_negative_wrap=entries.negative_wrap, weights=entries.weights).read()
    given = None if out is None else _array(out, "out")
    if given is not None and given.shape != shape:
        raise ValueError(f"out has the shape {given.shape}, but the result has {shape}")
    dtype = rows_of_table.dtype if given is None else given.dtype
    # A new array that is scattered into is zeros already; one that is given stays as it is until all is checked.
    zeros = np.zeros(shape, dtype) if given is None and entries.offsets is None else np.broadcast_to(np.zeros((), dtype), shape)
    written = _output(out, zeros) if entries.offsets is not None or given is not None else zeros
    try:
        if entries.offsets is not None:
            arrays = {"offsets": entries.offsets, "updates": rows_of_table}
            segment_over("offsets", arrays, written, threads, SegmentWords(reduction, accumulate=accumulate), beside)
        else:
            begins_with_zero = reduction in ("add", "sub", "none")
            words = Words(reduction=reduction, include_self=begins_with_zero, negative_wrap=entries.negative_wrap, accumulate=accumulate)
            arrays = {"data": zeros, "indices": entries.rows, "updates": rows_of_table}
            scatter_beside("scatter_update", arrays, written, threads, words, beside)
    except ScatterError as error:  # the library names the arguments of scatter_update
        error.args = (in_python(str(error), "spmm"),)
        raise
    return written if out is None else out
