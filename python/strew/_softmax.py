"""softmax, log_softmax and logsumexp over segments of rows, as the attention of graph networks needs them."""

from __future__ import annotations

from ctypes import byref
from typing import Any, Callable, Optional, Tuple

import numpy as np

from ._arrays import Kind, _array, _kind, _tensor, integer
from ._enums import SoftmaxFunction
from ._errors import check
from ._library import Fault, Softmax, Tensor, lib
from ._threads import count, lend
from ._words import flag


def _output(out: Any, dtype: np.dtype, shape: Tuple[int, ...]) -> np.ndarray:
    """`out` as the library writes it, or a new array: its zeros are the results of rows in no segment, which the library does not write."""
    if out is None:
        return np.zeros(shape, dtype)
    if isinstance(out, np.generic):
        raise TypeError("out is a NumPy scalar, which cannot be written to")
    array = _array(out, "out")
    if (array.dtype, array.shape) != (dtype, shape):
        raise ValueError(f"out is {_kind(array)}, but the result is {Kind(dtype, shape)}")
    if not array.flags.writeable:
        raise ValueError("out is read-only")
    if not array.flags.c_contiguous:
        raise ValueError("out is not contiguous in row-major order")
    return array


def _integers(values: Any, name: str) -> Tuple[np.ndarray, Tensor]:
    array = _array(values, name)
    tensor = _tensor(_kind(array), name)
    tensor.values = array.ctypes.data
    return array, tensor


def _n_segments(indices: np.ndarray, given: Optional[int]) -> int:
    if given is not None:
        n = integer(given, "n_segments")
        if n < 0:
            raise ValueError(f"n_segments is {n}, a negative number")
        return n
    # The library rejects what is no integer, and a negative one.
    return max(int(indices.max()) + 1, 0) if indices.size and indices.dtype.kind in "iu" else 0


def _call(
    function: SoftmaxFunction,
    values: Any,
    offsets: Any,
    indices: Any,
    n_segments: Optional[int],
    end_is_implied: bool,
    out: Any,
    threads: Optional[int],
) -> Any:
    name = f"segment_{function.name.lower()}"
    rows = _array(values, "values")
    if not rows.flags.c_contiguous:
        raise ValueError("values is not contiguous in row-major order: hand over numpy.ascontiguousarray(values)")
    if (offsets is None) == (indices is None):
        raise TypeError(f"{name} has {'neither offsets nor' if offsets is None else 'both offsets and'} indices, and one of them is needed")
    if offsets is not None and n_segments is not None:
        raise TypeError("n_segments is for indices: offsets say how many segments there are")
    is_implied = flag(end_is_implied, "end_is_implied")
    if indices is not None and is_implied:
        raise TypeError("end_is_implied is for offsets")
    call = Softmax(function=function, end_is_implied=is_implied, updates=_tensor(_kind(rows), "values"))
    call.updates.values = rows.ctypes.data
    if offsets is not None:
        held, call.offsets = _integers(offsets, "offsets")
        if not held.size:
            raise ValueError("offsets has no elements, and at least 1 is needed")
        n = max(held.size - (not is_implied), 0)
    else:
        held, call.indices = _integers(indices, "indices")
        n = call.n_segments = _n_segments(held, n_segments)
    shape = (n, *rows.shape[1:]) if function == SoftmaxFunction.LOGSUMEXP else rows.shape
    written = _output(out, rows.dtype, shape)
    n_threads = count(threads)
    lent = lend(n_threads, lib.strew_segment_softmax_workspace_size(byref(call), n_threads))
    fault = Fault()
    lib.strew_segment_softmax(written.ctypes.data, byref(call), byref(lent), byref(fault))
    check(fault, "segment_softmax")
    return written if out is None else out


def _make(function: SoftmaxFunction, documentation: str) -> Callable[..., Any]:
    def segment_function(
        values: Any,
        offsets: Any = None,
        *,
        indices: Any = None,
        n_segments: Optional[int] = None,
        end_is_implied: bool = False,
        out: Any = None,
        threads: Optional[int] = 1,
    ) -> Any:
        return _call(function, values, offsets, indices, n_segments, end_is_implied, out, threads)

    segment_function.__name__ = segment_function.__qualname__ = f"segment_{function.name.lower()}"
    segment_function.__doc__ = documentation
    return segment_function


segment_softmax = _make(
    SoftmaxFunction.SOFTMAX,
    """exp(values) divided by their sum over the rows of a segment; each element of a row by itself.

    values: an array of float16, bfloat16, float32 or float64, contiguous in row-major order, or a tensor of another library with
        `__dlpack__`. A row is what its first dimension counts.
    offsets: segment s has the rows offsets[s]:offsets[s + 1], as CSR's indptr says. They do not fall, and lie from 0 to the number of
        rows. A row in no segment is not read; its result is zero, or what `out` has there.
    indices: in place of offsets, the segment of each row, in any order. A negative one does not wrap.
    n_segments: for indices, which are below it; None: the largest, and one more.
    end_is_implied: True if the last offset is left out, and stands for the number of rows.
    out: None for a new array, or an array that is written: values itself, or one that overlaps nothing else. It is contiguous.
    threads: how many; None for all cores. The bits are the same for any number, and on every CPU.

    Sums are exact enough that a result is within 3 units in the last place of the exact one, and those of halves, computed in float32,
    within 1. A NaN in a segment makes its results NaN, and so does infinity, or nothing but -infinity.

    Raises IndexOutOfBoundsError for an offset or an index, and otherwise what scatter_update raises, before anything is written.

    >>> scores, nodes = numpy.array([0, 2, 1, 0, 2], numpy.float32), numpy.array([1, 0, 1, 1, 0])
    >>> strew.segment_softmax(scores, indices=nodes, n_segments=2).round(3)
    array([0.212, 0.5  , 0.576, 0.212, 0.5  ], dtype=float32)
    """,
)
segment_log_softmax = _make(
    SoftmaxFunction.LOG_SOFTMAX,
    """The logarithm of segment_softmax. Errors are in units of max(abs(result), 1).

    values, offsets, indices, n_segments, end_is_implied, out, threads: as of segment_softmax.

    >>> strew.segment_log_softmax(numpy.array([0.0, 0.0, 5.0]), [0, 2, 3])
    Traceback (most recent call last):
    TypeError: offsets is a list, and a plain NumPy array or a DLPack tensor is needed: hand over numpy.asarray(offsets)
    >>> strew.segment_log_softmax(numpy.array([0.0, 0.0, 5.0]), numpy.array([0, 2, 3])).round(3)
    array([-0.693, -0.693,  0.   ])
    """,
)
segment_logsumexp = _make(
    SoftmaxFunction.LOGSUMEXP,
    """The logarithm of the sum of exp(values) over the rows of a segment: a row for each segment.

    Without rows it is -infinity, and so it is of nothing but -infinity; with infinity it is that. Errors are in units of
    max(abs(result), 1).

    values, offsets, indices, n_segments, end_is_implied, threads: as of segment_softmax.
    out: the same, but it must not overlap values.

    >>> strew.segment_logsumexp(numpy.array([0.0, 0.0, 5.0]), numpy.array([0, 2, 2, 3])).round(3)
    array([0.693,  -inf, 5.   ])
    """,
)
