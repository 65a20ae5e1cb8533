"""masked_scatter: updates for the places where a mask is true."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Optional, Tuple

import numpy as np

from . import _threads
from ._arrays import Kind, _array, _dense_elements, _elements, _kind
from ._call import plan_call, run, unless_dense
from ._known import KNOWN, Again, planned
from ._library import Options
from ._plan import _output
from ._tables import number_of
from ._words import OVERFLOWS


@lru_cache(maxsize=128, typed=True)
def _plan_like(data: Kind, mask: Kind, updates: Kind, output: Kind, overflow: str) -> Tuple[_threads.Lender, Again]:
    """The plan of a call, which the next call over such arrays finds here."""
    tensors = {"data": data, "mask": mask, "updates": updates, "output": unless_dense(output, data.dtype)}
    plan, call = plan_call("masked_scatter", Options(overflow=number_of(OVERFLOWS, overflow, "overflow")), tensors)
    return _threads.Lender(plan), Again(call)


def _broadcast(mask: np.ndarray, shape: Tuple[int, ...]) -> np.ndarray:
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:
        raise ValueError(f"mask has the shape {mask.shape}, which cannot be broadcast to the {shape} of data") from None


def masked_scatter(data: Any, mask: Any, updates: Any, out: Any = None, *, overflow: str = "wraps", threads: Optional[int] = 1) -> Any:
    """torch.masked_scatter: the updates, one after another, for the elements of data where mask is true.

    `out` becomes a copy of `data`; the n-th element that is true, in row-major order, gets updates.flat[n].

    data, updates: as for scatter_nd, which may have two dtypes. updates has any shape, but is contiguous in row-major order, and has as
        many elements as mask has true ones, or more; the rest is not read.
    mask: of bool, and of data's shape, or of one that broadcasts to it.
    out: None for a new NumPy array, or any array of data's shape and dtype that can be written to; data itself for
        in-place, which copies the updates alone. It must not share memory with mask or updates.
    overflow, threads: as for tensor_scatter.

    Returns out. Raises strew.ScatterError for too few updates and for what scatter_nd raises it for, TypeError and
    ValueError for arrays that are no tensors; when it raises, nothing has been written.

    >>> strew.masked_scatter(numpy.zeros(5), numpy.array([False, True, True, False, True]), numpy.array([1.0, 2.0, 3.0]))
    array([0., 1., 2., 0., 3.])
    """
    words = (overflow,)
    result = KNOWN["masked_scatter"](out, threads, words, data, mask, updates)
    if result is not NotImplemented:
        return result
    array, source = _elements(data, "data"), _dense_elements(updates, "updates")
    as_given = _array(mask, "mask")
    chosen = _broadcast(as_given, array.shape)
    written = _output(out, array)
    lender, again = _plan_like(_kind(array), _kind(chosen), Kind(source.dtype, source.shape), _kind(written), *words)
    addresses = {"output": written.ctypes.data, "data": array.ctypes.data, "mask": chosen.ctypes.data, "updates": source.ctypes.data}
    run("masked_scatter", lender.plan, lender(threads), **addresses)
    call, output = planned(lender, array.dtype, array.shape, again=again), None if out is None else written
    KNOWN["masked_scatter"].remember(call, output, words, array, as_given, source)
    return written if out is None else out
