"""Output into Zarr arrays and .npy files, chunk by chunk."""

from __future__ import annotations

import os
from typing import Any, Tuple

import dask.array as da
import numpy as np

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
        raise TypeError(f"out is a {type(out).__name__}, and a Zarr array or a strew.dask.NpyFile is needed")
    if (out.dtype, tuple(out.shape)) != (data.dtype, data.shape):
        raise ValueError(f"out is {out.dtype} of shape {tuple(out.shape)}, but data is {data.dtype} of shape {data.shape}")
    own = getattr(out, "shards", None) or getattr(out, "chunks", None)  # what a Zarr array writes at once
    for axis, size in enumerate(own or ()):
        if any(begin % size for begin in np.cumsum(data.chunks[axis])[:-1]):
            cut = f"data has chunks of {data.chunks[axis]} on axis {axis}, which cut those of out, of {size}"
            raise ValueError(f"{cut}: hand over data.rechunk(out.chunks)")


def store(result: Array, out: Any) -> None:
    da.store([result], [out], lock=False)  # each chunk of out belongs to one task
