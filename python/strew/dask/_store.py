"""Output into Zarr arrays and .npy files, chunk by chunk."""

from __future__ import annotations

import os
from typing import Any, Iterator, Tuple

import dask.array as da
import numpy as np
from dask.base import get_scheduler
from dask.blockwise import Blockwise
from dask.highlevelgraph import MaterializedLayer

from .._rejection import described
from ._arrays import Array


class NpyFile:
    """A .npy file that is there already, to read from (dask.array.from_array(NpyFile(path), chunks=...)) or as `out`.

    It is opened for each chunk, so that processes on one machine, or with one file system, can share it.
    """

    def __init__(self, path: Any) -> None:
        self.path = os.path.abspath(os.fspath(path))
        array = np.load(self.path, mmap_mode="r")
        self.shape: Tuple[int, ...] = array.shape
        self.dtype: np.dtype = array.dtype
        self.ndim: int = array.ndim

    def __getitem__(self, at: Any) -> np.ndarray:
        chunk: np.ndarray = np.load(self.path, mmap_mode="r")[at]
        return chunk

    def __setitem__(self, at: Any, chunk: np.ndarray) -> None:
        array = np.load(self.path, mmap_mode="r+")
        array[at] = chunk
        array.flush()

    def __dask_tokenize__(self) -> Tuple[Any, ...]:
        status = os.stat(self.path)
        return type(self).__name__, self.path, status.st_mtime_ns, status.st_size


def check_target(out: Any, data: Array) -> None:
    """Rejects what cannot take the output chunk by chunk, before anything is computed."""
    if isinstance(out, (np.ndarray, da.Array)) or not all(hasattr(out, name) for name in ("shape", "dtype", "__setitem__")):
        raise TypeError(f"out is {described(out)}, and a Zarr array or a strew.dask.NpyFile is needed")
    if (out.dtype, tuple(out.shape)) != (data.dtype, data.shape):
        raise ValueError(f"out is {out.dtype} of shape {tuple(out.shape)}, but data is {data.dtype} of shape {data.shape}")
    own = getattr(out, "shards", None) or getattr(out, "chunks", None)  # what a Zarr array writes at once
    for axis, size in enumerate(own or ()):
        if any(begin % size for begin in np.cumsum(data.chunks[axis])[:-1]):
            cut = f"data has chunks of {data.chunks[axis]} on axis {axis}, which cut those of out, of {size}"
            raise ValueError(f"{cut}: hand over data.rechunk(out.chunks)")


def check_in_place(out: Any, data: Array, others: Tuple[Tuple[str, Any], ...], is_idempotent: bool) -> None:
    """Rejects what would read a part of `out` after that is stored, as far as graphs show who reads `out`."""
    for name, array in others:
        if isinstance(array, da.Array) and _reads(array, out):
            raise ValueError(f"{name} is computed from out, parts of which would be read after they are stored: store into another array")
    if not _reads(data, out):
        return
    if not set(data.dask.layers) <= {data.name, f"original-{data.name}"}:
        how = "hand over out itself, as dask.array.from_zarr(out) reads it, or store into another array"
        raise ValueError(f"data is computed from out, parts of which would be read after they are stored: {how}")
    scheduler = getattr(get_scheduler(collections=[data]), "__self__", None)
    if not is_idempotent and type(scheduler).__module__.partition(".")[0] == "distributed":
        why = "if a worker is lost, its tasks run again, upon what they stored"
        raise ValueError(f"data is read from out, and {why}: store into another array, or with dask.config.set(scheduler='threads')")


def _reads(array: Array, out: Any) -> bool:
    identity = _identity(out)
    return any(_identity(value) == identity for layer in array.dask.layers.values() for value in _values_of(layer))


def _values_of(layer: Any) -> Iterator[Any]:
    """What a layer of a graph has of objects that are no results of tasks."""
    if isinstance(layer, Blockwise):
        yield from (value for value, index in layer.indices if index is None)
    elif isinstance(layer, MaterializedLayer):
        for task in layer.mapping.values():
            yield from (task, getattr(task, "value", None), *getattr(task, "args", ()))


def _identity(array: Any) -> Any:
    """The same for all objects that stand for one array in files."""
    if isinstance(array, NpyFile):
        return os.path.realpath(array.path)
    place = getattr(array, "store_path", None)  # of a Zarr array
    if place is None:
        return id(array)
    root = getattr(place.store, "root", None) or getattr(place.store, "path", None)
    return str(place) if root is None else os.path.realpath(os.path.join(root, place.path))


def store(result: Array, out: Any) -> None:
    da.store([result], [out], lock=False)  # each chunk of out belongs to one task
