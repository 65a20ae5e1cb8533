"""Floats of eight bits as ml_dtypes computes with them: what the library's results are held against.

ml_dtypes computes one operation and rounds it to the type, to nearest even. Its maximum and minimum leave the sign of a zero open where two
zeros meet, so the order of the contract is spelled out here: a NaN wins or loses, as the option says, and -0 < +0.
"""

import numpy as np

REDUCTIONS = ("none", "add", "sub", "mul", "min", "max")


def all_pairs(dtype):
    """Every value of eight bits beside every other."""
    values = np.arange(256, dtype=np.uint8).view(dtype)
    return np.repeat(values, 256), np.tile(values, 256)


def reduce(reduction, a, b, nan="wins"):
    with np.errstate(all="ignore"):
        if reduction == "none":
            return b.copy()
        if reduction in ("add", "sub", "mul"):
            return {"add": np.add, "sub": np.subtract, "mul": np.multiply}[reduction](a, b)
        less = (a < b) | ((a == b) & np.signbit(a))
        first = less if reduction == "min" else ~less
        one, other = (np.isnan(a), np.isnan(b)) if nan == "wins" else (np.isnan(b), np.isnan(a))
        return np.where(one | (first & ~other), a, b)


def differences(found, expected):
    """Where bits differ. Which NaN comes out is not promised."""
    bits = found.view(np.uint8) != expected.view(np.uint8)
    return np.flatnonzero(bits & ~(np.isnan(found) & np.isnan(expected)))
