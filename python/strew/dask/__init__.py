"""strew on dask arrays."""
try:
    import dask.array as _
except ImportError as _reason:
    raise ImportError(f"strew.dask needs dask ({_reason}): pip install strew[dask]", name=_reason.name) from None

from ._at import add_at, bincount, maximum_at, minimum_at, multiply_at, subtract_at
from ._gather import gather_nd
from ._scatter import scatter_elements, scatter_nd, scatter_update
from ._store import NpyFile

__all__ = [
    "NpyFile", "add_at", "bincount", "gather_nd", "maximum_at", "minimum_at", "multiply_at", "scatter_elements", "scatter_nd", "scatter_update",
    "subtract_at",
]  # fmt: skip
