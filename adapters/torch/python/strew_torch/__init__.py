"""strew inside PyTorch: scatter and gather on the CPU.

Three ways to use it: `strew_torch.patch()` makes PyTorch's own operators faster; the functions below do the same for one call; and
strew_torch.torch_scatter has the names of pytorch_scatter, strew_torch.pyg that of PyTorch Geometric.
"""

from . import _autograd  # noqa: F401
from ._bags import embedding_bag
from ._export import decompositions
from ._functions import (
    gather,
    index_add,
    index_add_,
    index_copy,
    index_copy_,
    index_put,
    index_put_,
    index_reduce,
    index_reduce_,
    index_select,
    scatter,
    scatter_,
    scatter_add,
    scatter_add_,
    scatter_reduce,
    scatter_reduce_,
    store_cache,
)
from ._patch import is_patched, patch, unpatch
from ._spmm import spmm

__all__ = [
    "decompositions",
    "embedding_bag",
    "gather",
    "index_add",
    "index_add_",
    "index_copy",
    "index_copy_",
    "index_put",
    "index_put_",
    "index_reduce",
    "index_reduce_",
    "index_select",
    "is_patched",
    "patch",
    "scatter",
    "scatter_",
    "scatter_add",
    "scatter_add_",
    "scatter_reduce",
    "scatter_reduce_",
    "spmm",
    "store_cache",
    "unpatch",
]
