"""strew on dask arrays: data that no memory holds, updates from many workers, and the bits of one machine.

    >>> import dask.array as da, strew.dask
    >>> data, indices = da.zeros(8, chunks=3), da.from_array([[4], [3], [4]], chunks=(2, 1))
    >>> strew.dask.scatter_nd(data, indices, da.ones(3, chunks=2), "add").compute()
    array([0., 0., 0., 1., 2., 0., 0., 0.])

The functions are lazy: they return dask arrays with the chunks of data, and nothing is computed until somebody asks. The updates of each
slice are applied in the row-major order of all tuples, so the answer does not depend on chunks or workers. An index out of bounds is an
IndexOutOfBoundsError before anything is stored. docs/scale.md has the whole story.
"""

try:
    import dask.array as _
except ImportError as _reason:
    raise ImportError(f"strew.dask needs dask ({_reason}): pip install strew[dask]", name=_reason.name) from None

from ._at import add_at, bincount, maximum_at, minimum_at, multiply_at, subtract_at
from ._gather import gather_nd
from ._histogram import histogram
from ._scatter import scatter_elements, scatter_nd, scatter_update
from ._segment import segment
from ._spmm import spmm
from ._store import NpyFile

__all__ = [
    "NpyFile",
    "add_at",
    "bincount",
    "gather_nd",
    "histogram",
    "maximum_at",
    "minimum_at",
    "multiply_at",
    "scatter_elements",
    "scatter_nd",
    "scatter_update",
    "segment",
    "spmm",
    "subtract_at",
]
