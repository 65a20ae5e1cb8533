"""strew on dask arrays."""
try:
    import dask.array as _
except ImportError as _reason:
    raise ImportError(f"strew.dask needs dask ({_reason}): pip install strew[dask]", name=_reason.name) from None

from ._scatter import scatter_elements, scatter_nd, scatter_update

__all__ = ["scatter_elements", "scatter_nd", "scatter_update"]
