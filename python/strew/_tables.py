"""What the library has: data types, reductions, instruction sets, profiles and kernels, by its own names."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Any, Callable, Dict, List, Mapping, Optional

import ml_dtypes
import numpy as np

from ._enums import BLOCK_0, OPAQUE_0, PACKED_0, IsaState
from ._library import KernelRecord, lib
from ._rejection import described


@dataclass(frozen=True)
class Kernel:
    """A kernel of the library.

    `step` is "apply", what is done with indices: "check", "linearise" or "clamp", or "select", for threads. `width` is
    in lanes of a slice (apply), its bytes (select), or components of a tuple, and 0 means any.
    """

    name: str
    step: str
    isa: str
    width: int


def _numbers(name_of: Callable[[int], Optional[bytes]], first: int) -> Dict[str, int]:
    """Every name the function has, with its number, up to the first number without one."""
    names = takewhile(bool, map(name_of, count(first)))
    return {name.decode(): number for number, name in enumerate(names, first) if name}


def _numpy_dtypes(numbers: Dict[str, int]) -> Dict[str, np.dtype]:
    """The data types that NumPy has, with ml_dtypes' help, by the library's names."""
    # ml_dtypes writes float8_e4m3fn where ONNX, and so the library, writes float8e4m3fn.
    scalars = [kind for kind in vars(ml_dtypes).values() if isinstance(kind, type) and issubclass(kind, np.generic)]
    known = {np.dtype(kind).name.replace("_", ""): np.dtype(kind) for kind in scalars}
    known["string"] = STRING
    dtypes = {}
    for name, number in numbers.items():
        try:
            dtype = known[name] if name in known else np.dtype(name)
        except TypeError:
            continue  # in C only
        if dtype.itemsize == lib.strew_dtype_size(number):
            dtypes[name] = dtype
    return dtypes


# NumPy has no string that is a pointer and a length, so this record stands for one. strew moves it and never looks
# behind it: the two words may be anything.
STRING = np.dtype([("address", np.uintp), ("length", np.uintp)])

DTYPES = _numbers(lib.strew_dtype_name, 1)
REDUCTIONS = _numbers(lib.strew_reduction_name, 0)
ISAS = _numbers(lib.strew_isa_name, 0)
PROFILES = _numbers(lib.strew_profile_name, 0)

NUMPY_DTYPES = _numpy_dtypes(DTYPES)
_OPAQUES = takewhile(lib.strew_dtype_name, count(OPAQUE_0 + 1))  # all have one name
OPAQUE_DTYPES = {np.dtype(f"V{number - OPAQUE_0}"): number for number in _OPAQUES}
DTYPE_NUMBERS = {**{dtype: DTYPES[name] for name, dtype in NUMPY_DTYPES.items()}, **OPAQUE_DTYPES}

# NumPy has no elements of which several share a scale, so a record of the bytes of a block stands for the dtype of one.
BLOCK_FORMATS = _numbers(lib.strew_dtype_name, BLOCK_0)
PACKED_DTYPES = _numbers(lib.strew_dtype_name, PACKED_0)  # blocks of two elements, and nothing else
_BLOCK_NUMBERS = {**BLOCK_FORMATS, **PACKED_DTYPES}
BLOCK_DTYPES = {name: np.dtype([(name, np.uint8, (lib.strew_dtype_size(number),))]) for name, number in _BLOCK_NUMBERS.items()}
_IN_BLOCKS = {dtype: name for name, dtype in BLOCK_DTYPES.items()}
TENSOR_NUMBERS = {**DTYPE_NUMBERS, **{BLOCK_DTYPES[name]: number for name, number in _BLOCK_NUMBERS.items()}}


def is_in_blocks(dtype: np.dtype) -> bool:
    return dtype in _IN_BLOCKS


def elements_of(dtype: np.dtype) -> int:
    """How many elements a block of a dtype of blocks has."""
    return int(lib.strew_dtype_block(TENSOR_NUMBERS[dtype]))


def name_of(dtype: np.dtype) -> str:
    """What sentences call a dtype."""
    return _IN_BLOCKS.get(dtype) or str(dtype)


def ordered_dtype(data: np.dtype) -> np.dtype:
    """That of updates, and of a gather's output, where a caller gives none: that of data, but floats for data in blocks."""
    return np.dtype(np.float32) if is_in_blocks(data) else data


def number_of(numbers: Mapping[str, int], word: Any, name: str) -> int:
    if isinstance(word, str) and word in numbers:
        return numbers[word]
    words = ", ".join(map(repr, numbers))  # in quotes, because one of them is "none"
    if not isinstance(word, str):
        raise TypeError(f"{name} is {described(word)}, and one of {words} is needed")
    raise ValueError(f"{name} {word!r} is none of {words}")


def version() -> str:
    """The version of the library."""
    return str(lib.strew_version().decode())


def isa_name(number: int) -> str:
    return str(lib.strew_isa_name(number).decode())


def isa_state(isa: str) -> IsaState:
    """Whether the kernels of an instruction set, one of ISAS, can run here."""
    return IsaState(lib.strew_isa_get_state(number_of(ISAS, isa, "isa")))


def best_isa() -> str:
    """The instruction set that is used where none is asked for."""
    return isa_name(lib.strew_isa_get_best())


def kernels() -> List[Kernel]:
    """Every kernel of this build of the library."""
    record = KernelRecord()
    found: List[Kernel] = []
    while lib.strew_kernel_at(len(found), ctypes.byref(record)):
        found.append(Kernel(record.name.decode(), record.step.decode(), isa_name(record.isa), record.width))
    return found
