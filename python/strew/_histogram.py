"""NumPy's histograms: numbers are counted, or their weights added, in bins.

NumPy makes and checks the edges. It also does the calls that nobody is in a hurry for, and those of equal bins that are so narrow that its own bin of
a number, which it computes and then compares with the two nearest edges, might be another than that between whose edges the number lies.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from math import isfinite, prod
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _threads
from ._arrays import _array
from ._dlpack import is_tensor, view
from ._library import native
from ._scatter import scatter_nd
from ._tables import best_isa

# What numbers and edges may be, by the letters of the module struct. float64 holds all but large integers.
_LETTERS = {np.dtype(name): letter for name, letter in zip(("f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), "fdbBhHiIqQ")}
_MAX_WHOLE = 2**53  # up to which float64 holds all integers

_MAX_BINS = 2**31 - 1  # of all axes together: a bin is an int32
_MAX_AXES = 32  # more have more bins
_MIN_SHARE = 1 << 16  # numbers that one thread counts while others wake

_MAX_KNOWN_BINS = 4096  # whose edges are kept: 8 MiB for those of 128 calls

# The kinds of dtypes that counts, and sums of weights, by their kind, can be added to.
_KINDS_OF_OUT = {"i": "iufc", "u": "iufc", "f": "fc", "c": "c"}


_Columns = Tuple[np.ndarray, ...]  # the numbers of each dimension

_INT64, _COUNT = np.dtype(np.int64), np.dtype(np.intp)


class _NotHere(Exception):
    """NumPy does the call, or says what is wrong with it."""


# ---- Numbers and edges ----------------------------------------------------------------------------------------------


def _as_array(value: Any, name: str) -> np.ndarray:
    if type(value) is np.ndarray:
        return value
    if is_tensor(value) and not isinstance(value, (np.ndarray, np.generic)):
        return view(value, name)
    array: np.ndarray = np.asarray(value)
    return array


class _Edges:
    """Edges of the bins of one dimension, and what follows from them for numbers of a dtype."""

    def __init__(self, array: np.ndarray, dtype: np.dtype, is_exact: Optional[bool] = None) -> None:
        """is_exact: whether NumPy's bin of a number is the one between whose edges it lies; None if that follows from the edges."""
        self.array = array
        self.n_bins = len(array) - 1
        self.is_exact = _is_exact_in_numpy(array) if is_exact is None else is_exact
        self.are_whole = self.n_bins > 0 and array.dtype in _LETTERS and _are_whole(array[0], array[-1])
        # Numbers and edges can be compared as float64, or both as float32.
        self.are_comparable = self.n_bins > 0 and dtype in _LETTERS and array.dtype in _LETTERS and self._are_exact_as_float(dtype)
        self.has_floats = dtype.kind == "f"  # as numbers
        self.is_float = dtype == array.dtype == np.float32
        self._letter = _LETTERS.get(dtype)
        self._prepared: Dict[bool, Any] = {}

    def _are_exact_as_float(self, dtype: np.dtype) -> bool:
        if self.array.dtype.kind == "f":
            return not np.isnan(self.array).any()
        return np.promote_types(dtype, self.array.dtype).kind == "f" or self.are_whole

    def prepared(self, is_float: bool) -> Any:
        """What the extension module compares numbers with, as float32 or as float64."""
        if is_float not in self._prepared:
            edges = np.ascontiguousarray(self.array, np.float64)
            self._prepared[is_float] = native.prepare_edges(edges, self._letter, is_float)
        return self._prepared[is_float]


def _are_whole(*edges: Any) -> bool:
    """Whether float64 holds all integers as large as these edges."""
    return all(-_MAX_WHOLE <= edge <= _MAX_WHOLE for edge in edges)


def _is_exact_in_numpy(edges: np.ndarray) -> bool:
    """Whether numpy.histogram finds the bin between whose edges a number lies: if it is wrong by at most a quarter of a bin at first.

    Its number of the bin is rounded four times, and an edge also as often, but relative to the largest edge. This has room for four times that.
    """
    if edges.dtype.kind != "f":
        return False
    limits, n_bins = np.finfo(edges.dtype), len(edges) - 1
    with np.errstate(over="ignore"):
        width = float(edges[-1] - edges[0])
    if not float(limits.tiny) * 2.0**30 < width / n_bins < float("inf") or not width < float("inf"):
        return False
    largest = max(abs(float(edges[0])), abs(float(edges[-1])))
    return n_bins * float(limits.eps) * (16 + 4 * largest / width) <= 0.25


def _extent(values: np.ndarray, n_threads: int) -> Optional[Tuple[Any, Any]]:
    """The least and the greatest number, in their type, for NumPy's argument range; None if NumPy must look."""
    if values.dtype not in _LETTERS or not values.size:
        return None
    if native is None or values.dtype.kind != "f":
        extent = values.min(), values.max()
    else:
        n_threads = _n_threads(n_threads, values.size)
        found = native.find_extent(values, _LETTERS[values.dtype], _has_avx2(), _pool(n_threads), n_threads)
        if found is None:
            return None
        extent = values.dtype.type(found[0]), values.dtype.type(found[1])
    return extent if isfinite(extent[0]) and isfinite(extent[1]) else None


@lru_cache(maxsize=1)
def _has_avx2() -> bool:
    return best_isa() in ("avx2", "avx512")


def _n_threads(n_threads: int, n_values: int, n_bins: int = 1) -> int:
    """How many threads have enough to do, if each has counts of its own."""
    return 1 if n_threads == 1 else max(1, min(n_threads, n_values // max(_MIN_SHARE, n_bins)))


def _pool(n_threads: int) -> int:
    """The address of a pool, or 0 for one thread."""
    return _threads.lend(n_threads, 0).pool if n_threads > 1 else 0


# ---- Bins -----------------------------------------------------------------------------------------------------------


class _Bins:
    """The bins of all dimensions together. Each has one more below its edges and one above, and those do not count."""

    def __init__(self, edges: Sequence[_Edges]) -> None:
        if not all(each.are_comparable for each in edges) or len(edges) > _MAX_AXES:
            raise _NotHere
        self.edges = edges
        self.shape = tuple(each.n_bins for each in edges)
        self._padded = tuple(n + 2 for n in self.shape)
        self._size = prod(self._padded)
        if self._size > _MAX_BINS:
            raise _NotHere
        self._is_float = all(each.is_float for each in edges)
        self._prepared: Any = None

    def count(self, columns: _Columns, n_threads: int) -> np.ndarray:
        if native is None:
            return self._inner(np.bincount(self._numbers(columns, 1), minlength=self._size)).copy()
        counts = np.zeros(self.shape, _INT64)
        self._fill(columns, "n", None, counts, _n_threads(n_threads, len(columns[0]), self._size))
        return counts

    def add(self, columns: _Columns, weights: np.ndarray, first: Optional[np.ndarray], dtype: np.dtype, n_threads: int) -> np.ndarray:
        """The weights of each bin, added in their order and as dtype, from `first` on."""
        n_threads = _n_threads(n_threads, len(weights))
        is_known = dtype.char in "dD" or dtype == _INT64
        if native is not None and n_threads == 1 and is_known:
            sums = np.zeros(self.shape, dtype) if first is None else np.array(first, dtype, order="C")
            is_float32 = weights.dtype == np.float32 and dtype == np.float64
            weights = np.ascontiguousarray(weights, np.float32 if is_float32 else dtype)
            self._fill(columns, "f" if is_float32 else "q" if dtype.kind == "i" else dtype.char, weights, sums, 1)
            return sums
        sums = np.zeros(self._size, dtype)
        inner = self._inner(sums)
        if first is not None:
            inner[...] = first
        numbers = self._numbers(columns, n_threads)
        if is_known:
            scatter_nd(sums, numbers[:, np.newaxis], np.ascontiguousarray(weights, dtype), "add", sums, threads=n_threads)
        else:
            np.add.at(sums, numbers, weights)  # a type that strew does not know
        return inner.copy()

    def _inner(self, array: np.ndarray) -> np.ndarray:
        return array.reshape(self._padded)[(slice(1, -1),) * len(self._padded)]

    def _numbers(self, columns: _Columns, n_threads: int) -> np.ndarray:
        """For each value, or each tuple of values, the number of its bin in row-major order."""
        if native is not None:
            bins = np.empty(len(columns[0]), np.int32)
            self._fill(columns, "s", None, bins, n_threads)
            return bins
        numbers: np.ndarray = np.zeros(len(columns[0]), np.int64)
        for values, edges, n in zip(columns, self.edges, self._padded):
            of_axis = np.searchsorted(edges.array, values, "right")
            of_axis[values == edges.array[-1]] = n - 2
            numbers = numbers * n + of_axis
        return numbers

    def _fill(self, columns: _Columns, kind: str, weights: Optional[np.ndarray], totals: np.ndarray, n_threads: int) -> None:
        if self._prepared is None:
            self._prepared = tuple(each.prepared(self._is_float) for each in self.edges)
        pool = _pool(n_threads)
        native.fill_bins(columns, self._prepared, self._is_float, kind, weights, totals, _has_avx2(), pool, n_threads)


@lru_cache(maxsize=128, typed=True)
def _known_bins(n_axes: int, dtype: np.dtype, bins: Any, low: Any, high: Any) -> _Bins:
    """Equal bins of one dimension, as NumPy makes them for one or for several.

    A call with the bins of an earlier one finds them here: NumPy needs longer for them than strew for thousands of numbers.
    """
    nothing = np.empty(0, dtype)
    if n_axes == 1:
        return _Bins([_Edges(np.histogram_bin_edges(nothing, bins, (low, high)), dtype)])
    return _Bins([_Edges(np.histogramdd(nothing[:, np.newaxis], [bins], [(low, high)])[1][0], dtype)])


def _equal_bins(n_axes: int, dtype: np.dtype, bins: Any, extent: Any) -> Optional[_Bins]:
    """The same; None for arguments that NumPy must see as they are."""
    if type(bins) is not int or bins > _MAX_KNOWN_BINS or type(extent) is not tuple or len(extent) != 2:
        return None
    try:
        return _known_bins(n_axes, dtype, bins, *extent)
    except (TypeError, ValueError):
        return None  # NumPy says the same of all arguments


def _sum_dtype(weights: np.dtype, out: Optional[np.ndarray]) -> np.dtype:
    """The dtype that weights are added in."""
    if weights.kind in "iu" and (out is None or out.dtype.kind in "iu"):
        return np.dtype(np.int64)
    return np.result_type(weights, np.float64 if weights.kind != "O" else weights, *([] if out is None else [out.dtype]))


# ---- Results --------------------------------------------------------------------------------------------------------


def _output(out: Any, density: Any, shape: Tuple[int, ...], kind: str) -> np.ndarray:
    """The array that counts, or sums of this kind, are added to."""
    if density:
        raise ValueError("density is of all numbers, and out is added to: divide out when all of them are in it")
    array = _array(out, "out")
    if array.shape != shape:
        raise ValueError(f"out has the shape {array.shape}, and {shape} is needed")
    if array.dtype.kind not in _KINDS_OF_OUT.get(kind, ""):
        raise TypeError(f"out is {array.dtype}, which does not hold what is added")
    if not array.flags.writeable:
        raise ValueError("out is read-only")
    return array


def _fill(bins: _Bins, columns: _Columns, weights: Optional[np.ndarray], dtype: np.dtype, density: Any, out: Any, n_threads: int) -> Any:
    """Counts, or sums of weights, as dtype, or in out."""
    written = _output(out, density, bins.shape, "i" if weights is None else weights.dtype.kind) if out is not None else None
    if weights is None:
        counts = bins.count(columns, n_threads)
        return _add(written, counts, out) if written is not None else counts if dtype is counts.dtype else counts.astype(dtype)
    sums = bins.add(columns, weights, written, _sum_dtype(weights.dtype, written), n_threads)
    if written is None:
        return sums.astype(dtype, copy=False)
    np.copyto(written, sums, "unsafe")
    return out


def _add(written: np.ndarray, found: np.ndarray, out: Any) -> Any:
    np.add(written, found, out=written, casting="unsafe")
    return out


def _weights(weights: Any, dtypes: str) -> Optional[np.ndarray]:
    """Weights of one of these dtypes."""
    if weights is None:
        return None
    array = _as_array(weights, "weights")
    if array.dtype.char not in dtypes:
        raise _NotHere
    return array


_INTEGERS_AND_REALS = "bBhHiIlLqQefd"


def histogram(
    a: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
    *,
    out: Any = None,
    threads: Optional[int] = 1,
) -> Tuple[Any, np.ndarray]:
    """numpy.histogram: how many numbers lie in each bin, or the sum of their weights, and the edges of the bins.

    a: numbers, of any shape: integers, booleans or floats. NaN is in no bin.
    bins: how many bins of equal width; or their edges, n + 1 of them, which ascend; or the name of a rule of NumPy's. A bin has its lower edge, and the
        last one its upper edge, too.
    range: the outer edges of bins of equal width. None stands for the least and the greatest number, which must be finite, and for 0 and 1 if a
        is empty.
    density: whether the result is divided by its sum and by the widths of the bins.
    weights: as many numbers, of the same shape, which may be complex.
    out: an array of n elements to add to, which is returned in place of a new one. So numbers can come in parts, with range or edges.
    threads: how many threads may share the call, or None for all cores.

    Counts are NumPy's, of int64. Weights are added in the order of a by any number of threads: floats as float64, complex ones as complex128,
    and integers modulo 2**64. NumPy adds the sums of each 65,536 numbers or, if edges are given, subtracts running sums, so that its sums of floats
    may be rounded otherwise. Sums have the dtype of weights, as in NumPy, and are rounded to it once, or those of out.

    Exceptions and warnings are NumPy's. NumPy does the call for what strew has no code for, such as numbers of float16, objects or dates, weights of
    bool, NaN as an edge, or so many bins of equal width that rounding is about a bin. What is wrong with out is a TypeError or a ValueError.

    >>> strew.histogram([1, 2, 1, 5], bins=[0, 1, 2, 3])
    (array([0, 2, 1]), array([0, 1, 2, 3]))
    >>> sums = numpy.zeros(2)
    >>> strew.histogram([0.5, 1.5, 2.0], 2, (0, 2), weights=[1, 2, 4], out=sums)
    (array([1., 6.]), array([0., 1., 2.]))
    """
    n_threads = _threads.count(threads)
    try:
        values, given = _as_array(a, "a"), None if weights is None else _as_array(weights, "weights")
        if values.dtype.char == "?":
            warnings.warn(f"Converting input from {values.dtype} to {np.uint8} for compatibility.", RuntimeWarning, stacklevel=2)
            values = values.view(np.uint8)
        if given is not None:
            if given.shape != values.shape:
                np.histogram_bin_edges(values, bins, range, given)  # says so
            given = _weights(given.reshape(-1), _INTEGERS_AND_REALS + "FDgGO")
        values = values if values.ndim == 1 else values.reshape(-1)
        has_edges = type(bins) is not int and np.ndim(bins) > 0
        extent = range if range is not None or has_edges or isinstance(bins, str) else _extent(values, n_threads)
        known = _equal_bins(1, values.dtype, bins, extent)
        if known is None:
            edges = np.histogram_bin_edges(values, bins, extent, given)
            known = _Bins([_Edges(edges, values.dtype, True if has_edges else None)])
            known_edges = known.edges[0]
        else:
            known_edges = known.edges[0]
            edges = known_edges.array.copy()
        # NumPy compares integers with a range as integers.
        is_range_exact = has_edges or range is None or known_edges.has_floats or known_edges.are_whole
        if not known_edges.is_exact or not is_range_exact:
            raise _NotHere
        found = _fill(known, (values,), given, _COUNT if given is None else given.dtype, density, out, n_threads)
    except _NotHere:
        found, edges = np.histogram(a, bins, range, None if density else density, weights)
        if out is not None:
            found = _add(_output(out, density, found.shape, found.dtype.kind), found, out)
    if density:
        found = found / np.array(np.diff(edges), float) / found.sum()
    return found, edges


# ---- More dimensions ------------------------------------------------------------------------------------------------


def _columns(sample: Any) -> List[np.ndarray]:
    """The numbers of each dimension."""
    if isinstance(sample, (list, tuple)) and all(isinstance(each, np.ndarray) and each.ndim == 1 for each in sample):
        if len({len(each) for each in sample}) == 1:
            dtype = np.result_type(*sample)
            return [each.astype(dtype, copy=False) for each in sample]
    if not hasattr(sample, "shape") and not np.iterable(sample):
        raise _NotHere
    array = _as_array(sample, "sample")
    array = array if array.ndim == 2 and hasattr(sample, "shape") else np.atleast_2d(array).T
    if array.ndim != 2 or not array.shape[1]:
        raise _NotHere
    return list(array.T)


def _edges(values: np.ndarray, bins: Any, extent: Any, n_threads: int) -> Tuple[_Edges, np.ndarray]:
    """Those of one dimension, and the array that is returned."""
    if extent is None and np.ndim(bins) == 0:
        extent = _extent(values, n_threads)
    known = _equal_bins(2, values.dtype, bins, extent)
    if known is not None:
        return known.edges[0], known.edges[0].array.copy()
    # NumPy looks at numbers that have no extent.
    looked_at = values if extent is None and np.ndim(bins) == 0 else values[:0]
    edges = np.histogramdd(looked_at[:, np.newaxis], [bins], [extent])[1][0]
    return _Edges(edges, values.dtype, True), edges


def histogramdd(
    sample: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
    *,
    out: Any = None,
    threads: Optional[int] = 1,
) -> Tuple[Any, Sequence[np.ndarray]]:
    """numpy.histogramdd: how many points lie in each bin of several dimensions, or the sum of their weights, and the edges of the bins.

    sample: an array of shape (n, d), whose strides may be any; or d sequences of n numbers, which are read where they lie if they are arrays.
    bins: as for histogram, but for rules; or a sequence of d such.
    range: None, or a sequence of d of what histogram takes.
    density: whether the result is divided by its sum and by the volumes of the bins.
    weights: n real numbers, which are added as float64 in their order, by any number of threads.
    out, threads: as for histogram; out has d dimensions.

    The same bits as NumPy's, of float64, but for the last ones with density and weights. Exceptions are NumPy's, and NumPy does the call for
    what strew has no code for; see histogram.

    >>> strew.histogramdd(numpy.array([[0.5, 0.1], [1.5, 0.2]]), bins=(2, 1), range=((0, 2), (0, 1)))[0]
    array([[1.],
           [1.]])
    """
    n_threads = _threads.count(threads)
    try:
        columns = _columns(sample)
        given = _weights(weights, _INTEGERS_AND_REALS + "?")
        if given is not None:
            if given.shape != columns[0].shape:
                raise _NotHere
            given = given.astype(np.float32 if given.dtype == np.float32 else np.float64, copy=False)
        n_axes = len(columns)
        of_axes, extents = list(bins) if np.iterable(bins) else [bins] * n_axes, list(range) if range is not None else [None] * n_axes
        if len(of_axes) != n_axes or len(extents) != n_axes:
            raise _NotHere
        try:
            of_columns = [_edges(*each, n_threads) for each in zip(columns, of_axes, extents)]
        except (TypeError, ValueError):
            raise _NotHere from None
        edges: Sequence[np.ndarray] = [array for _, array in of_columns]
        found = _fill(_Bins([each for each, _ in of_columns]), tuple(columns), given, np.dtype(np.float64), density, out, n_threads)
    except _NotHere:
        found, edges = np.histogramdd(sample, bins, range, None if density else density, weights)
        if out is not None:
            found = _add(_output(out, density, found.shape, found.dtype.kind if weights is not None else "i"), found, out)
    if density:
        total = found.sum()
        for d, each in enumerate(edges):
            found = found / np.diff(each).reshape([-1 if axis == d else 1 for axis, _ in enumerate(edges)])
        found /= total
    return found, edges


def histogram2d(
    x: Any,
    y: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
    *,
    out: Any = None,
    threads: Optional[int] = 1,
) -> Tuple[Any, np.ndarray, np.ndarray]:
    """numpy.histogram2d: histogramdd of two dimensions, which returns the edges of each.

    x, y: n numbers each.
    bins: how many bins of equal width each dimension has; or the edges of both, more than two of them; or a sequence of two such.
    range, density, weights, out, threads: as for histogramdd.

    >>> strew.histogram2d([0.5, 1.5], [0.1, 0.2], bins=(2, 1), range=((0, 2), (0, 1)))
    (array([[1.],
           [1.]]), array([0., 1., 2.]), array([0., 1.]))
    """
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    try:
        is_edges = len(bins) > 2
    except TypeError:
        is_edges = False
    if is_edges:
        bins = [np.asarray(bins)] * 2
    sample = [_as_array(x, "x"), _as_array(y, "y")]
    found, of_axes = histogramdd(sample, bins, range, density, weights, out=out, threads=threads)
    return found, of_axes[0], of_axes[1]
