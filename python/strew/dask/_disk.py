"""The shuffle by files: each block writes its updates once, part beside part, and each chunk of data reads its own.

A file has three numbers (the bytes of a slice's number, of an update, and the parts), the starts of the parts, and for each part the
slices of its tuples and then their updates. It gets its name when it is complete, so that a task which is run twice, or is killed, leaves no
half of one.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import uuid
from typing import Any, BinaryIO, List, Optional, Set, Tuple

import numpy as np

from ._parts import About, Part, Step, apply_all, cut_block
from ._tuples import OutOfBounds, Tuples, plain

_N_NUMBERS = 3


_folders: Set[str] = set()  # of this process, which removes them when it ends


def new_folder(scratch: Any) -> str:
    """A folder of one call."""
    folder = os.path.join(os.path.abspath(os.fspath(scratch)), f"strew-{uuid.uuid4().hex}")
    os.makedirs(folder)
    _folders.add(folder)
    return folder


def remove(folder: str) -> None:
    """If a task still writes into it, it is removed when the process ends."""
    shutil.rmtree(folder, ignore_errors=True)
    if not os.path.exists(folder):
        _folders.discard(folder)


def _remove_all(process: int) -> None:
    if os.getpid() == process:  # and not a fork of it
        for folder in list(_folders):
            remove(folder)


atexit.register(_remove_all, os.getpid())


def path_of(folder: str, slab: int, number: int) -> str:
    return os.path.join(folder, f"{slab}-{number}")


def write_block(step: Step, is_flat: bool, about: About, grid: Any, updates: np.ndarray, indices: Any) -> Optional[OutOfBounds]:
    """Writes one block; memory holds the block and one of its parts. Returns what is wrong with its indices."""
    tuples = about.find(grid, indices)
    unfinished = f"{about.path}.{uuid.uuid4().hex}"
    try:
        with open(unfinished, "wb") as file:
            _write(file, step, is_flat, about.shape, tuples, updates)
        os.replace(unfinished, about.path)
    except BaseException:  # a full disk among others: the next try needs the space
        with contextlib.suppress(OSError):
            os.remove(unfinished)
        raise
    return tuples.fault


def _write(file: BinaryIO, step: Step, is_flat: bool, shape: Tuple[int, ...], tuples: Tuples, updates: np.ndarray) -> None:
    n_parts = len(tuples.starts) - 1
    starts = np.zeros(n_parts + 1, np.int64)
    update_bytes = 0
    updates = plain(updates, "updates", step.travels_as, shape)  # once for all parts
    file.seek(8 * (_N_NUMBERS + n_parts + 1))
    for number in range(n_parts):
        part = cut_block(step, number, number + 1, is_flat, shape, tuples, updates)
        starts[number + 1] = starts[number] + part.n_tuples
        outer, _, inner = part.updates.shape
        update_bytes = outer * inner * part.updates.itemsize
        file.write(_bytes_of(part.slices))
        file.write(_bytes_of(np.ascontiguousarray(part.updates)))
    file.seek(0)
    file.write(np.array([tuples.slices.itemsize, update_bytes, n_parts], np.int64).tobytes())
    file.write(starts.tobytes())


def _bytes_of(array: np.ndarray) -> Any:
    """Its memory. Not every dtype is one that Python's buffers know."""
    return array.reshape(-1).view(np.uint8).data


def _numbers(file: BinaryIO, count: int) -> List[int]:
    return list(map(int, np.frombuffer(file.read(8 * count), np.int64)))


def read_part(path: str, number: int, dtype: np.dtype, outer: int, inner: int) -> Part:
    try:
        file = open(path, "rb")
    except FileNotFoundError:
        raise FileNotFoundError(f"{path} is not there: scratch must be a folder that all workers see and nobody empties") from None
    with file:
        slice_bytes, update_bytes, n_parts = _numbers(file, _N_NUMBERS)
        file.seek(8 * (_N_NUMBERS + number))
        begin, end = _numbers(file, 2)
        n = end - begin
        file.seek(8 * (_N_NUMBERS + n_parts + 1) + begin * (slice_bytes + update_bytes))
        slices = np.frombuffer(file.read(n * slice_bytes), f"i{slice_bytes}")
        updates = np.empty((outer, n, inner), dtype)
        n_read = file.readinto(_bytes_of(updates))
    if n_read != n * update_bytes or n_read != updates.nbytes:
        raise OSError(f"{path} has {n_read} bytes of {n} updates of {update_bytes} bytes, and {updates.nbytes} are needed")
    return Part(np.array([0, n]), slices, updates)


def apply_files(step: Step, folder: str, slab: int, n_blocks: int, number: int, chunk: np.ndarray, _written: Any) -> np.ndarray:
    """A chunk of data with what the files have for it, in order; memory holds the chunk and one part."""
    outer, _, inner = step.view(chunk).shape
    return apply_all(step, chunk, (read_part(path_of(folder, slab, block), number, step.travels_as, outer, inner) for block in range(n_blocks)))
