"""Tensors of other libraries as NumPy arrays over the same memory, through DLPack.

numpy.from_dlpack is not enough: it knows neither bfloat16 nor float8, and older NumPy makes every view read-only. So
the capsule that `__dlpack__` hands out is read here. The layouts are those of dlpack.h, version 1; a capsule of the
time before versions holds the same tensor without a header.
"""

from __future__ import annotations

import ctypes
from ctypes import c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Any, Optional, Tuple

import ml_dtypes  # noqa: F401, makes bfloat16 and float8 known to NumPy by name
import numpy as np

from ._rejection import one_line

_VERSION = (1, 0)  # the newest that is asked for; any 1.x has these layouts
_CPU = 1
_READ_ONLY, _IS_COPIED = 1, 2  # bits of _Versioned.flags
# Libraries whose arrays never change, but whose capsules have no flag to say so.
_IMMUTABLE = ("jax", "jaxlib")

# Codes of DLDataType. The first are families whose names end in the bits; each of the others is one type.
_FAMILIES = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 5: "complex"}
_SINGLES = {
    6: "bool",
    7: "float8_e3m4",
    8: "float8_e4m3",
    9: "float8_e4m3b11fnuz",
    10: "float8_e4m3fn",
    11: "float8_e4m3fnuz",
    12: "float8_e5m2",
    13: "float8_e5m2fnuz",
    14: "float8_e8m0fnu",
}


class _DataType(ctypes.Structure):
    _fields_ = [("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16)]


class _Tensor(ctypes.Structure):
    """DLTensor. Strides are in elements, and NULL stands for row-major order."""

    _fields_ = [
        ("data", c_void_p),
        ("device_type", c_int32),
        ("device_id", c_int32),
        ("ndim", c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(c_int64)),
        ("strides", ctypes.POINTER(c_int64)),
        ("byte_offset", c_uint64),
    ]


class _Versioned(ctypes.Structure):
    """DLManagedTensorVersioned."""

    _fields_ = [
        ("major", c_uint32),
        ("minor", c_uint32),
        ("manager_ctx", c_void_p),
        ("deleter", c_void_p),
        ("flags", c_uint64),
        ("tensor", _Tensor),
    ]


def _python_api(name: str, result: Any, *arguments: Any) -> Any:
    """A function of Python's own, declared for this module alone: ctypes.pythonapi is shared with everyone."""
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_is_valid = _python_api("PyCapsule_IsValid", ctypes.c_int, ctypes.py_object, ctypes.c_char_p)
_get_pointer = _python_api("PyCapsule_GetPointer", c_void_p, ctypes.py_object, ctypes.c_char_p)


class _Borrowed:
    """The memory of an array. The array holds it, and it holds the capsule, whose destructor gives the tensor back."""

    def __init__(self, capsule: object, **interface: object) -> None:
        self.capsule = capsule
        self.__array_interface__ = {"version": 3, **interface}


def is_tensor(value: Any) -> bool:
    return hasattr(value, "__dlpack__") and hasattr(value, "__dlpack_device__")


def _capsule(value: Any) -> object:
    try:
        return value.__dlpack__(max_version=_VERSION, copy=False)
    except TypeError:
        return value.__dlpack__()  # from before there were versions


def _tensor(capsule: object, name: str) -> Tuple[_Tensor, int]:
    """The tensor in a capsule, and its flags."""
    if _is_valid(capsule, b"dltensor"):
        return _Tensor.from_address(_get_pointer(capsule, b"dltensor")), 0
    if not _is_valid(capsule, b"dltensor_versioned"):
        raise TypeError(f"{name} gives a {type(capsule).__name__} that is no fresh DLPack capsule")
    versioned = _Versioned.from_address(_get_pointer(capsule, b"dltensor_versioned"))
    if versioned.major != _VERSION[0]:
        raise ValueError(f"{name} is a tensor of DLPack {versioned.major}.{versioned.minor}, and strew reads 1")
    return versioned.tensor, versioned.flags


def _dtype(found: _DataType) -> Optional[np.dtype]:
    """NumPy's name for it; None if it has none, or if an element is not a whole number of bytes."""
    name = f"{_FAMILIES[found.code]}{found.bits}" if found.code in _FAMILIES else _SINGLES.get(found.code)
    try:
        dtype = np.dtype(name) if name else None
    except TypeError:
        return None
    return dtype if dtype and found.lanes == 1 and found.bits == 8 * dtype.itemsize else None


def view(value: Any, name: str) -> np.ndarray:
    """`value`, an `is_tensor`, as an array over its memory, which the array keeps alive.

    TypeError or ValueError, in one sentence that calls it `name`, if it is not in the CPU's memory, has a type that
    NumPy cannot name, or would have to be copied. Its strides are taken as they are.
    """
    try:
        device = int(value.__dlpack_device__()[0])
        capsule = _capsule(value) if device == _CPU else None
    except Exception as reason:  # a library raises what it likes for what it cannot hand out
        raise ValueError(f"{name} is a {type(value).__name__} that cannot be read: {one_line(reason)}") from reason
    if device != _CPU:
        raise ValueError(f"{name} is on a device of DLPack's type {device}, and strew works on the CPU (type {_CPU})")
    tensor, flags = _tensor(capsule, name)
    found = tensor.dtype
    dtype = _dtype(found)
    if dtype is None:
        words = f"code {found.code}, {found.bits} bits, {found.lanes} lanes"
        raise TypeError(f"{name} has elements of DLPack's {words}, which is no type that NumPy knows")
    if flags & _IS_COPIED:
        raise ValueError(f"{name} is a {type(value).__name__} that hands out a copy of itself only")
    shape = tuple(tensor.shape[: tensor.ndim]) if tensor.ndim else ()
    strides = tuple(step * dtype.itemsize for step in tensor.strides[: tensor.ndim]) if tensor.strides else None
    if 0 in shape:
        address = ctypes.addressof(tensor)  # there is no element, but NumPy does not take NULL
    elif tensor.data:
        address = tensor.data + tensor.byte_offset
    else:
        raise ValueError(f"{name} is a tensor without memory")
    borrowed = _Borrowed(
        capsule,
        shape=shape,
        strides=strides,
        typestr=f"|V{dtype.itemsize}",  # NumPy has letters only for its own types
        data=(address, bool(flags & _READ_ONLY) or type(value).__module__.split(".")[0] in _IMMUTABLE),
    )
    try:
        return np.asarray(borrowed).view(dtype)
    except ValueError as reason:
        raise ValueError(f"{name} is a tensor that NumPy cannot look at: {one_line(reason)}") from reason
