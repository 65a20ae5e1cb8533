"""What the library has: its data types, reductions, instruction sets and kernels, by its own names."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Callable, Dict, List, Optional

import ml_dtypes  # noqa: F401, makes bfloat16 known to NumPy by name
import numpy as np

from ._library import IsaState, KernelRecord, lib


@dataclass(frozen=True)
class Kernel:
    """A kernel of the library.

    `step` is "apply", "check" or "linearise"; `width` is in lanes of a slice or components of a tuple, and 0 means any.
    """

    name: str
    step: str
    isa: str
    width: int


def _numbers(name_of: Callable[[int], Optional[bytes]], first: int) -> Dict[str, int]:
    """Every name the function has, with its number, up to the first number without one."""
    names = takewhile(bool, map(name_of, count(first)))
    return {name.decode(): number for number, name in enumerate(names, first) if name}


def _numpy_dtypes(numbers: Dict[str, int]) -> Dict[np.dtype, int]:
    """The data types that NumPy has, with the library's numbers."""
    dtypes = {}
    for name, number in numbers.items():
        try:
            dtypes[np.dtype(name)] = number
        except TypeError:
            pass  # string: NumPy has nothing that is a pointer and a length
    return dtypes


DTYPES = _numbers(lib.strew_dtype_name, 1)
REDUCTIONS = _numbers(lib.strew_reduction_name, 0)
ISAS = _numbers(lib.strew_isa_name, 0)
NUMPY_DTYPES = _numpy_dtypes(DTYPES)


def version() -> str:
    """The version of the library."""
    return lib.strew_version().decode()


def isa_name(number: int) -> str:
    return lib.strew_isa_name(number).decode()


def isa_state(isa: str) -> IsaState:
    """Whether the kernels of an instruction set, one of ISAS, can run here."""
    return IsaState(lib.strew_isa_get_state(ISAS[isa]))


def best_isa() -> str:
    """The instruction set that is used where none is asked for."""
    return isa_name(lib.strew_best_isa())


def kernels() -> List[Kernel]:
    """Every kernel of this build of the library."""
    record = KernelRecord()
    found: List[Kernel] = []
    while lib.strew_kernel_at(len(found), ctypes.byref(record)):
        found.append(Kernel(record.name.decode(), record.step.decode(), isa_name(record.isa), record.width))
    return found
