"""Loads the operators into torch.ops.strew."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any, Callable

import torch

OLDEST = (2, 10)
FILE_NAME = "_strew_torch.so"


def _load() -> ctypes.PyDLL:
    version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < OLDEST:
        raise ImportError(f"strew_torch needs PyTorch {'.'.join(map(str, OLDEST))} or newer; this is {torch.__version__}")
    path = os.environ.get("STREW_TORCH_LIBRARY") or str(Path(__file__).parent / FILE_NAME)
    if not os.path.exists(path):
        raise ImportError(f"strew_torch: {path} is missing; build it, or name another file in STREW_TORCH_LIBRARY")
    torch.ops.load_library(path)
    return ctypes.PyDLL(path)


_library = _load()
_library.strew_torch_kernel.argtypes = [ctypes.c_char_p, ctypes.py_object]
_library.strew_torch_kernel.restype = ctypes.py_object
ops = torch.ops.strew


def function_of(name: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """Of an operator of aten: a function that runs no Python where strew does the call, and calls `otherwise` where it does not."""
    return _library.strew_torch_kernel(name.encode(), otherwise)
