"""NumPy: assignment, or the ufunc's `at`; and `take`, or an index, for gathers. It has one thread."""

from __future__ import annotations

import numpy as np

from ..work import Call, Rejected, Work

NAME = "numpy"
THREADS = (1,)

UFUNCS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum}


def load() -> str:
    return np.__version__


def _index(work: Work) -> tuple[np.ndarray, ...]:
    """The slices as a NumPy index: an array for each dimension that is indexed."""
    if work.operator.endswith("_nd"):
        return tuple(np.moveaxis(work.indices, -1, 0))
    if work.operator == "scatter_update":
        return (slice(None),) * work.axis + (work.indices,)
    index = list(np.ogrid[tuple(slice(size) for size in work.indices.shape)])
    index[work.axis] = work.indices
    return tuple(index)


def _prepare_gather(work: Work) -> Call:
    """The result is a new array: with `out`, take copies once more, unless it checks no index."""
    result = work.output

    def run() -> None:
        nonlocal result
        if work.operator == "gather":
            result = np.take(work.data, work.indices, work.axis)
        elif work.operator == "gather_nd":
            result = work.data[index]
        else:
            result = np.take_along_axis(work.data, work.indices, work.axis)

    index = tuple(np.moveaxis(work.indices, -1, 0))
    run()
    return Call(run, lambda: result)


def prepare(work: Work, threads: int) -> Call:
    if work.is_gather:
        return _prepare_gather(work)
    index = _index(work)
    ufunc = UFUNCS.get(work.reduction)

    def scatter() -> None:
        if ufunc:
            ufunc.at(work.output, index, work.updates)
        else:
            work.output[index] = work.updates

    def copy_and_scatter() -> None:
        np.copyto(work.output, work.data)
        scatter()

    run = scatter if work.in_place else copy_and_scatter
    try:
        run()
    except TypeError as error:
        raise Rejected(str(error)) from error
    return Call(run, lambda: work.output)
