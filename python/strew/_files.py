"""`python -m strew run`: scatter .npy files."""

from __future__ import annotations

import argparse
import os
import time
import warnings
from pathlib import Path
from typing import Optional

import numpy as np

from ._refusal import Refusal, one_line
from ._scatter import plan_scatter_nd


def _load(path: Path) -> np.ndarray:
    """The array of an .npy file, contiguous and in native byte order."""
    try:
        with open(path, "rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about files of Python 2, which read well
            array = np.lib.format.read_array(file, allow_pickle=False)
    except OSError as reason:
        raise Refusal(f"cannot read {path}: {one_line(reason)}") from reason
    except Exception as reason:  # a file that is no .npy raises whatever the parser stumbled over
        raise Refusal(f"{path} is not a readable .npy file: {one_line(reason)}") from reason
    # The file's copy is ours: unlike a caller's array it may be put in order.
    return array.astype(array.dtype.newbyteorder("="), order="C", copy=False)


def _view(array: np.ndarray, dtype: Optional[str], path: Path) -> np.ndarray:
    """Raw elements, as NumPy saves types that it does not know itself, as what they are."""
    raw = array.dtype.kind == "V" and array.dtype.names is None
    if dtype is None:
        if raw and array.itemsize == 2:
            raise Refusal(f"{path} holds raw elements of 2 bytes: add --dtype bfloat16 if that is what they are")
        return array
    wanted = np.dtype(dtype)
    if raw and array.itemsize == wanted.itemsize:
        return array.view(wanted)
    if array.dtype != wanted:
        raise Refusal(f"{path} is {array.dtype}, neither {dtype} nor raw elements of {wanted.itemsize} bytes")
    return array


def _save(path: Path, array: np.ndarray) -> None:
    """Writes an .npy file under exactly this name, whole or not at all: it may replace one of the inputs."""
    is_device = path.exists() and not path.is_file()  # /dev/stdout has no neighbours to be written beside
    written = path if is_device else path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            with open(written, "wb") as file:
                np.lib.format.write_array(file, array, allow_pickle=False)
            if not is_device:
                os.replace(written, path)
        except OSError:
            if not is_device:
                written.unlink(missing_ok=True)
            raise
    except OSError as reason:
        raise Refusal(f"cannot write {path}: {one_line(reason)}") from reason


def run(options: argparse.Namespace) -> int:
    data = _view(_load(options.data), options.dtype, options.data)
    indices = _load(options.indices)
    updates = _view(_load(options.updates), options.dtype, options.updates)
    try:
        plan = plan_scatter_nd(
            data,
            indices,
            updates,
            options.reduction,
            policy=options.policy,
            negative_wrap=not options.no_negative_wrap,
            isa=options.isa,
        )
        output = np.empty(data.shape, data.dtype)
        start = time.perf_counter()
        plan.run(data, indices, updates, output)
        milliseconds = (time.perf_counter() - start) * 1e3
    except (TypeError, ValueError) as reason:
        raise Refusal(one_line(reason)) from reason
    _save(options.output, output)
    kernel = plan.kernel or "nothing to write"
    shape = f"{output.dtype} {list(output.shape)}"
    print(f"{options.operator} {options.reduction}: {shape}, {plan.isa}, {kernel}, {milliseconds:.3f} ms")
    return 0
