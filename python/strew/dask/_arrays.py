"""Arguments as dask arrays, and their chunks brought in line with those of data."""

from __future__ import annotations

import math
from typing import Any, List, Sequence, Tuple

import dask.array as da
import numpy as np
from dask.utils import parse_bytes

import dask

from .._arrays import _array
from ._tuples import Chunks

Array = Any  # dask.array.Array, whose package has no types for callers


def as_dask(value: Any, name: str) -> Array:
    """A dask array whose shape is known. What is no dask array must be one that strew can read."""
    if not isinstance(value, da.Array):
        array = _array(value, name)
        return da.from_array(array, chunks="auto" if array.size else -1)
    if not isinstance(value._meta, np.ndarray) or isinstance(value._meta, np.ma.MaskedArray):
        raise TypeError(f"{name} has chunks of {type(value._meta).__name__}, and plain NumPy arrays are needed")
    if any(math.isnan(size) for sizes in value.chunks for size in sizes):
        raise ValueError(f"{name} has chunks of unknown size: call {name}.compute_chunk_sizes() first")
    return value


def limit_bytes() -> int:
    """How large dask wants chunks to be."""
    return int(parse_bytes(dask.config.get("array.chunk-size")))


def without_empty_chunks(array: Array) -> Array:
    """For dask's reshape, which stumbles over them."""
    return array if array.size == 0 else array.rechunk(tuple(tuple(size for size in sizes if size) for sizes in array.chunks))


def flatten(array: Array, begin: int, end: int) -> Array:
    """The dimensions from begin to end as one, in row-major order."""
    shape = (*array.shape[:begin], math.prod(array.shape[begin:end]), *array.shape[end:])
    if begin == end:
        return array[(*(slice(None),) * begin, None)]
    if end - begin == 1:
        return array
    if array.size == 0:
        return da.zeros(shape, dtype=array.dtype)
    array = without_empty_chunks(array)
    first = next((axis for axis in range(begin, end - 1) if array.shape[axis] > 1), end - 1)
    row = math.prod(array.shape[first + 1 : end]) * math.prod(max(sizes) for sizes in (*array.chunks[:begin], *array.chunks[end:]))
    if row * array.dtype.itemsize <= limit_bytes():  # otherwise dask cuts within rows, and takes each row alone
        array = array.rechunk({axis: -1 for axis in range(begin, end) if axis != first})
    return array.reshape(shape)


def in_chunks(array: Array, axis: int, sizes: Sequence[int], others: Chunks) -> Array:
    """The array with chunks of these sizes along the axis, and of the others' along all others."""
    chunks = (*others[:axis], tuple(sizes), *others[axis:])
    return da.zeros(array.shape, dtype=array.dtype, chunks=chunks) if array.size == 0 else array.rechunk(chunks)


def finer(a: Tuple[int, ...], b: Tuple[int, ...]) -> Tuple[int, ...]:
    return a if len(a) >= len(b) else b


# Smaller blocks of updates are joined. A block takes several tasks, each of which costs dask about a millisecond, and a core groups and
# applies this many bytes in about as long.
JOINED_BYTES = 1 << 20


def joined(sizes: Sequence[int], tuple_bytes: int) -> Tuple[int, ...]:
    """The chunks, but neighbours as one while that is small."""
    found: List[int] = []
    for size in sizes:
        if found and (found[-1] + size) * tuple_bytes <= JOINED_BYTES:
            found[-1] += size
        else:
            found.append(size)
    return tuple(found)


def cropped(sizes: Sequence[int], size: int) -> Tuple[int, ...]:
    """The chunks, up to that size."""
    kept = []
    for each in sizes:
        if size == 0:
            break
        kept.append(min(each, size))
        size -= kept[-1]
    return tuple(kept)


def begins(sizes: Sequence[int]) -> Tuple[int, ...]:
    """Where each chunk begins."""
    return tuple(int(each) for each in np.cumsum((0, *sizes))[:-1])


def block_of(array: np.ndarray, chunks: Chunks, number: Sequence[int]) -> np.ndarray:
    """A chunk of a NumPy array that is cut as dask would."""
    starts = (begins(sizes)[i] for sizes, i in zip(chunks, number))
    return array[tuple(slice(start, start + sizes[i]) for start, sizes, i in zip(starts, chunks, number))]

