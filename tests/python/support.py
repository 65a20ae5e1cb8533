"""What the tests share: a plain loop after the contract, values that hurt, and a process for the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Tuple

import ml_dtypes
import numpy as np

import strew

ROOT = Path(__file__).resolve().parents[2]
DTYPES = [np.dtype(name) for name in strew.DTYPES if name != "string"]
ISAS = [isa for isa, number in strew.ISAS.items() if number and strew.isa_state(isa) <= strew.IsaState.EMULATED]
SHORT_FLOATS = (np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16))


def is_float(dtype: np.dtype) -> bool:
    return dtype.kind == "f" or dtype in SHORT_FLOATS


def _lesser(a: np.ndarray, b: np.ndarray, swap: bool) -> np.ndarray:
    """minimum (or with swap: maximum) of IEEE 754-2019."""
    first = (a > b) | ((a == b) & ~np.signbit(a)) if swap else (a < b) | ((a == b) & np.signbit(a))
    result = np.where(first, a, b)
    return np.where(a != a, a, np.where(b != b, b, result))


def _combine_complex(reduction: str, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    # By parts: NumPy's own product may be fused.
    a, b, c, d = x.real, x.imag, y.real, y.imag
    result = np.empty(x.shape, x.dtype)
    if reduction == "add":
        result.real, result.imag = a + c, b + d
    elif reduction == "sub":
        result.real, result.imag = a - c, b - d
    elif reduction == "mul":
        result.real, result.imag = a * c - b * d, a * d + b * c
    else:
        less = (a < c) | ((a == c) & (b < d))
        return np.where(less == (reduction == "min"), x, y)
    return result


def combine(reduction: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """One slice of output and one of updates, after section 2 of the contract."""
    if reduction == "none":
        return b
    if a.dtype == np.bool_:
        return {"add": a | b, "sub": a ^ b, "mul": a & b, "min": a & b, "max": a | b}[reduction]
    if a.dtype.kind == "c":
        return _combine_complex(reduction, a, b)
    if a.dtype in SHORT_FLOATS:
        return combine(reduction, a.astype(np.float32), b.astype(np.float32)).astype(a.dtype)
    if reduction in ("min", "max"):
        if is_float(a.dtype):
            return _lesser(a, b, swap=reduction == "max")
        return np.minimum(a, b) if reduction == "min" else np.maximum(a, b)
    return {"add": np.add, "sub": np.subtract, "mul": np.multiply}[reduction](a, b)


def plain_loop(data: np.ndarray, indices: np.ndarray, updates: np.ndarray, reduction: str) -> np.ndarray:
    """scatter_nd as its specification tells it."""
    output = data.copy()
    with np.errstate(all="ignore"):
        for tuple_ in np.ndindex(indices.shape[:-1]):
            place = tuple(indices[tuple_])
            # At least one dimension: NumPy warns of overflow in scalars, and wraps silently in arrays.
            output[place] = combine(reduction, np.atleast_1d(output[place]), np.atleast_1d(updates[tuple_])).reshape(
                np.shape(output[place])
            )
    return output


def same(found: np.ndarray, expected: np.ndarray) -> bool:
    """Bit for bit, save that which NaN comes out is not promised."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    parts = found.real.dtype if found.dtype.kind == "c" else found.dtype
    found, expected = found.reshape(-1).view(parts), expected.reshape(-1).view(parts)
    bits = f"u{parts.itemsize}"
    return bool(np.all((found.view(bits) == expected.view(bits)) | ((found != found) & (expected != expected))))


def values(rng: np.random.Generator, shape: Tuple[int, ...], dtype: np.dtype, ordered: bool) -> np.ndarray:
    """Random values with the extremes among them; `ordered` keeps to complex numbers whose order is beyond doubt."""
    if dtype == np.bool_:
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        return rng.integers(0, 256, (*shape, dtype.itemsize), np.uint8).view(dtype).reshape(shape)
    if dtype.kind == "c":
        if ordered:
            return (rng.integers(1, 4, shape) + 1j * rng.integers(1, 9, shape)).astype(dtype)
        result = np.empty(shape, dtype)
        result.real = values(rng, shape, result.real.dtype, ordered)
        result.imag = values(rng, shape, result.real.dtype, ordered)
        return result
    finfo = ml_dtypes.finfo(dtype)
    tiny = [finfo.smallest_normal, finfo.smallest_subnormal]
    extremes = np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, finfo.max, finfo.min, *tiny], dtype)
    usual = (rng.standard_normal(shape) * 100).astype(dtype)
    return np.where(rng.random(shape) < 0.2, rng.choice(extremes, shape), usual).astype(dtype)


def command(*arguments: object, **environment: str) -> subprocess.CompletedProcess:
    """`python -m strew` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "strew", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "python"), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
