"""Files of commands: .npy files, and pictures."""

from __future__ import annotations

import argparse
import os
import warnings
from pathlib import Path
from typing import Any, Optional

import numpy as np

from ._rejection import Rejection, one_line
from ._tables import NUMPY_DTYPES


def path_of(name: str) -> Path:
    """As the parser of arguments reads it. Path("") would be the current folder."""
    if not name:
        raise argparse.ArgumentTypeError("'' is no name of a file or folder")
    return Path(name)


def load(path: Path) -> np.ndarray:
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


def is_raw(dtype: np.dtype) -> bool:
    return dtype.type is np.void and dtype.names is None


def view_as(dtype: Optional[str], array: np.ndarray, path: Path) -> np.ndarray:
    """Raw elements as what --dtype says they are, if it says so."""
    if dtype is None:
        return array
    wanted = NUMPY_DTYPES[dtype]
    if is_raw(array.dtype) and array.itemsize == wanted.itemsize:
        return array.view(wanted)
    if array.dtype != wanted:
        raise Rejection(f"{path} is {array.dtype}, neither {dtype} nor raw elements of {wanted.itemsize} bytes")
    return array


def _raw(array: np.ndarray) -> np.ndarray:
    """Raw elements for the types of ml_dtypes: NumPy writes their names but cannot read them."""
    return array.view(f"V{array.itemsize}") if array.dtype.isbuiltin == 2 else array


def save(path: Path, array: np.ndarray) -> None:
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


def save_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as reason:
        raise Rejection(f"cannot write {path}: {one_line(reason)}") from reason


def save_picture(figure: Any, path: Path) -> None:
    """Writes a figure of matplotlib, in the format that the file's name ends in."""
    try:
        figure.savefig(path)
    except (OSError, ValueError) as reason:
        raise Rejection(f"cannot write {path}: {one_line(reason)}") from reason
