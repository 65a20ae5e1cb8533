"""group: equal indices together; and group_by_chunk: tuples grouped by the chunk of data that they name."""

from __future__ import annotations

from ctypes import POINTER, addressof, byref, c_int64, cast
from math import prod
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from ._arrays import Kind, _array, _kind, _Shape, _shape, _tensor, integer
from ._errors import check
from ._library import ChunkGrid, Fault, lib
from ._rejection import described
from ._tables import DTYPE_NUMBERS
from ._threads import count, lend
from ._words import options_of

# The library reads data's shape alone.
_BYTE = np.dtype(np.uint8)

# In place of the number of groups, STREW_DISTINCT_VALUES.
_DISTINCT = -1

# A call of fewer indices is over before a thread is awake.
_MIN_SHARED = 32768


def _items(value: Any, name: str, what: str) -> List[Any]:
    try:
        return list(value)
    except TypeError:
        raise TypeError(f"{name} is {described(value)}, and {what} are needed") from None


def _edges(sizes: Any, name: str) -> Tuple[int, ...]:
    """Where the chunks of these sizes begin, and where the last one ends."""
    edges = [0]
    for i, size in enumerate(_items(sizes, name, "the sizes of its chunks")):
        edges.append(integer(edges[-1] + integer(size, f"{name}[{i}]"), f"the end of {name}[{i}]"))
    return tuple(edges)


def group_by_chunk(
    shape: _Shape,
    indices: Any,
    chunks: Sequence[Sequence[int]],
    *,
    policy: str = "error",
    negative_wrap: bool = True,
    ignore_index: Optional[int] = None,
) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Groups tuples by the chunk of data that they name: a stable counting sort.

    Part p has the tuples order[starts[p]:starts[p + 1]], in row-major order, and local[starts[p]:starts[p + 1]] are their
    indices within the chunk. So a scatter of updates[order[...]] by these local indices into the chunk does what the whole
    scatter does there.

    shape: that of data.
    indices: as for scatter_nd; a tuple has k components.
    chunks: the sizes of the chunks of each of the first k dimensions, as dask writes them, such as ((4, 4, 2), (5,)). Part
        p is the chunk with this number in row-major order.
    policy: "error" rejects the call if an index is out of bounds. "skip" and "trusted" pass over its tuple, which is then in
        no part, and "clamp" takes the nearest index.
    negative_wrap, ignore_index: as for scatter_nd.

    Returns three arrays of int64: starts, of one more number than there are chunks; order, of the starts[-1] tuples that are
    in a part; and local, of the shape (starts[-1], k). Raises what scatter_nd raises.

    >>> starts, order, local = strew.group_by_chunk((10,), numpy.array([[7], [0], [-1], [4]]), [(4, 4, 2)])
    >>> starts
    array([0, 1, 3, 4])
    >>> order
    array([1, 0, 3, 2])
    >>> local.ravel()
    array([0, 3, 0, 1])
    """
    data, array = Kind(_BYTE, _shape(shape, "shape")), _array(indices, "indices")
    kind = _kind(array)
    k = array.shape[-1] if array.ndim else 0
    of_dimensions = _items(chunks, "chunks", "the sizes of the chunks of each dimension")
    if array.ndim and k <= len(data.shape) and len(of_dimensions) != k:
        raise ValueError(f"chunks has {len(of_dimensions)} dimensions, but tuples have {k} component{'s' * (k != 1)}")
    edges = [_edges(sizes, f"chunks[{c}]") for c, sizes in enumerate(of_dimensions)]
    n_tuples, n_chunks = prod(array.shape[:-1]), [len(of_dimension) - 1 for of_dimension in edges]
    starts, order = np.empty(prod(n_chunks) + 1, np.int64), np.empty(n_tuples, np.int64)
    local = np.empty((n_tuples, k), np.int64)
    numbers = [(c_int64 * len(of_dimension))(*of_dimension) for of_dimension in edges]
    pointers = (POINTER(c_int64) * len(edges))(*(cast(edge, POINTER(c_int64)) for edge in numbers))
    grid = ChunkGrid((c_int64 * len(edges))(*n_chunks), pointers)
    options = options_of(policy, negative_wrap, ignore_index)
    of_indices, fault = _tensor(kind, "indices"), Fault()
    of_indices.values = array.ctypes.data
    written = starts.ctypes.data, order.ctypes.data, local.ctypes.data
    lib.strew_group_by_chunk(*written, byref(_tensor(data, "data")), byref(of_indices), byref(grid), byref(options), byref(fault))
    check(fault, "group_by_chunk")
    n = int(starts[-1])
    return starts, order[:n], local[:n]


def group(
    indices: Any,
    n_groups: Optional[int] = None,
    *,
    policy: str = "error",
    negative_wrap: bool = True,
    ignore_index: Optional[int] = None,
    dtype: Any = np.int64,
    threads: Optional[int] = 1,
) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Groups equal indices: a stable counting sort, on any number of threads with the same result.

    Group g has the indices order[starts[g]:starts[g + 1]], by their numbers in row-major order, which ascend.

    indices: an array of integers of any shape.
    n_groups: the groups are 0 to n_groups - 1, and each index must be one of them. None: they are the distinct values of
        indices, ascending, as in numpy.unique; order is then numpy.argsort(indices, axis=None, kind="stable").
    policy: "error" rejects the call if an index is out of bounds. "skip" and "trusted" pass over it, and "clamp" takes the
        nearest group. Distinct values have no bounds.
    negative_wrap: whether a negative index counts from n_groups; as a distinct value, it is what it is.
    ignore_index: an index that is in no group.
    dtype: of order: int64, or int32 if there are fewer than 2**31 indices.
    threads: how many; None for all cores.

    Returns three arrays: order, of the indices that are in a group; starts, of int64, one more than groups; and unique, the
    groups that have members, ascending: numbers of int64, or distinct values of the dtype of indices. Raises what
    scatter_update raises.

    >>> order, starts, unique = strew.group(numpy.array([2, 0, 2, 0, 3]), 5)
    >>> order
    array([1, 3, 0, 2, 4])
    >>> starts
    array([0, 2, 2, 4, 5, 5])
    >>> unique
    array([0, 2, 3])
    """
    array = _array(indices, "indices")
    of_order = np.dtype(dtype)
    if of_order not in (np.int64, np.int32):
        raise TypeError(f"dtype is {of_order}, and int64 or int32 is needed")
    n = _DISTINCT if n_groups is None else integer(n_groups, "n_groups")
    if n_groups is not None and n < 0:
        raise ValueError(f"n_groups is {n}, a negative number")
    options = options_of(policy, negative_wrap, ignore_index)
    of_indices, fault = _tensor(_kind(array), "indices"), Fault()
    of_indices.values = array.ctypes.data
    n_threads = count(threads)
    lent = lend(n_threads if array.size >= _MIN_SHARED else 1, 0)
    n_bytes = lib.strew_group_by_index_workspace_size(byref(of_indices), n, lent.n_threads)
    lent = lend(lent.n_threads, n_bytes)
    max_groups = array.size if n_groups is None else n
    order, starts = np.empty(array.size, of_order), np.empty(max_groups + 1, np.int64)
    unique, n_unique = np.empty(min(max_groups, array.size), np.int64), c_int64()
    to = starts.ctypes.data, order.ctypes.data, DTYPE_NUMBERS[of_order], unique.ctypes.data, addressof(n_unique)
    lib.strew_group_by_index(*to, byref(of_indices), n, byref(options), lent.address, byref(fault))
    check(fault, "group")
    unique = unique[: n_unique.value]
    if n_groups is None:
        starts, unique = starts[: n_unique.value + 1].copy(), unique.astype(array.dtype)
    return order[: starts[-1]], starts, unique
