"""Loads the library and registers what is in it as custom calls of XLA."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

import jax

OLDEST = (0, 5)
FILE_NAME = "_strew_jax.so"


def _load() -> ctypes.CDLL:
    version = tuple(int(part) for part in jax.__version__.split(".")[:2])
    if version < OLDEST:
        raise ImportError(f"strew_jax needs JAX {'.'.join(map(str, OLDEST))} or newer; this is {jax.__version__}")
    path = os.environ.get("STREW_JAX_LIBRARY") or str(Path(__file__).parent / FILE_NAME)
    if not os.path.exists(path):
        raise ImportError(f"strew_jax: {path} is missing; build it, or name another file in STREW_JAX_LIBRARY")
    return ctypes.CDLL(path)


_library = _load()
for _name in ("scatter", "gather", "fused_scatter", "gradient"):
    jax.ffi.register_ffi_target(f"strew_{_name}", jax.ffi.pycapsule(getattr(_library, f"strew_jax_{_name}")), platform="cpu")
