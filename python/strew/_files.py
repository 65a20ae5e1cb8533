"""`python -m strew run`: scatter .npy files."""

from __future__ import annotations

import argparse
import os
import time
import warnings
from pathlib import Path
from typing import Any, Optional

import numpy as np

from ._errors import ScatterError
from ._enums import Status
from ._rejection import Rejection, one_line
from ._scatter import OPERATORS, Words, plan_for
from ._tables import NUMPY_DTYPES

# How the library rejects raw elements where it needs numbers.
_ABOUT_DTYPES = (Status.UNSUPPORTED_REDUCTION, Status.PROFILE_LACKS_DTYPE, Status.DTYPE_MISMATCH)


def _load(path: Path) -> np.ndarray:
    """The array of an .npy file, contiguous and in native byte order."""
    try:
        with open(path, "rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about files that Python 2 wrote, which are read correctly
            array = np.lib.format.read_array(file, allow_pickle=False)
    except OSError as reason:
        raise Rejection(f"cannot read {path}: {one_line(reason)}") from reason
    except Exception as reason:  # the parser raises exceptions of many types
        raise Rejection(f"{path} is not a readable .npy file: {one_line(reason)}") from reason
    # This array is our own copy: unlike a caller's array it may be converted.
    return array.astype(array.dtype.newbyteorder("="), order="C", copy=False)


def _is_raw(dtype: np.dtype) -> bool:
    return dtype.type is np.void and dtype.names is None


def _view(array: np.ndarray, dtype: Optional[str], path: Path) -> np.ndarray:
    """Raw elements as what --dtype says they are, if it says so."""
    if dtype is None:
        return array
    wanted = NUMPY_DTYPES[dtype]
    if _is_raw(array.dtype) and array.itemsize == wanted.itemsize:
        return array.view(wanted)
    if array.dtype != wanted:
        raise Rejection(f"{path} is {array.dtype}, neither {dtype} nor raw elements of {wanted.itemsize} bytes")
    return array


def _raw(array: np.ndarray) -> np.ndarray:
    """Raw elements for the types of ml_dtypes: NumPy writes their names but cannot read them."""
    return array.view(f"V{array.itemsize}") if array.dtype.isbuiltin == 2 else array


def _save(path: Path, array: np.ndarray) -> None:
    """Writes an .npy file under exactly this name, whole or not at all: it may replace one of the inputs."""
    is_device = os.path.exists(path) and not os.path.isfile(path)  # such as /dev/stdout
    written = path if is_device else path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            with open(written, "wb") as file:
                np.lib.format.write_array(file, _raw(array), allow_pickle=False)
            if not is_device:
                os.replace(written, path)
        except OSError:
            if not is_device:
                written.unlink(missing_ok=True)
            raise
    except OSError as reason:
        raise Rejection(f"cannot write {path}: {one_line(reason)}") from reason


def save_picture(figure: Any, path: Path) -> None:
    """Writes a figure of matplotlib, in the format that the file's name ends in."""
    try:
        figure.savefig(path)
    except (OSError, ValueError) as reason:
        raise Rejection(f"cannot write {path}: {one_line(reason)}") from reason


def run(options: argparse.Namespace) -> int:
    if options.axis is not None and not OPERATORS[options.operator]:
        options.no_sense(f"argument --axis: {options.operator} takes none")
    data = _view(_load(options.data), options.dtype, options.data)
    indices = _load(options.indices)
    updates = _view(_load(options.updates), options.dtype, options.updates)
    try:
        words = Words(
            options.axis,
            options.reduction,
            options.policy,
            not options.no_negative_wrap,
            options.nan,
            options.profile,
            options.isa,
        )
        planned = plan_for(options.operator, data, indices, updates, words)
        output = np.empty(data.shape, data.dtype)
        start = time.perf_counter()
        planned(data, indices, updates, output)
        milliseconds = (time.perf_counter() - start) * 1e3
    except (TypeError, ValueError) as reason:
        hint = ""
        if _is_raw(data.dtype) and isinstance(reason, ScatterError) and reason.status in _ABOUT_DTYPES:
            hint = f": {options.data} holds raw elements of {data.itemsize} bytes, and --dtype says what they are"
        raise Rejection(one_line(reason) + hint) from reason
    _save(options.output, output)
    kernel = planned.kernel or "nothing to write"
    shape = f"{output.dtype} {list(output.shape)}"
    print(f"{options.operator} {options.reduction}: {shape}, {planned.isa}, {kernel}, {milliseconds:.3f} ms")
    return 0
