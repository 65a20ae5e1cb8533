"""group_by_chunk: tuples grouped by the chunk of data that they name."""

from __future__ import annotations

from ctypes import POINTER, byref, c_int64, cast
from math import prod
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from ._arrays import Kind, _array, _kind, _Shape, _shape, _tensor, integer
from ._errors import check
from ._library import ChunkGrid, Fault, lib
from ._rejection import described
from ._words import options_of

# The library reads data's shape alone.
_BYTE = np.dtype(np.uint8)


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
