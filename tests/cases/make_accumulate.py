"""Writes accumulate.json: what NumPy computes in a wider type, and rounds once to the type of data.

    script/cases --make accumulate        with the packages `numpy`, whose version is in each source, and `ml_dtypes`
"""

from pathlib import Path

import ml_dtypes
import numpy as np
from of_numpy import SOURCE, case, scatter, write

FILE = Path(__file__).with_name("accumulate.json")
# The shapes of data, indices and updates, and the axis.
SCATTERS = {
    "scatter_nd": ((3, 2), (13, 1), (13, 2), 0),
    "scatter_elements": ((2, 3), (2, 13), (2, 13), 1),
    "scatter_update": ((2, 3), (13,), (2, 13), 1),
}
WIDE = {
    "float16": "float32", ml_dtypes.bfloat16: "float32", ml_dtypes.float8_e4m3fn: "float32", ml_dtypes.float8_e5m2: "float32", "float32": "float64",
    "int8": "int64", "uint8": "int64", "int16": "int64", "uint16": "int64", "int32": "int64", "uint32": "int64",
}  # fmt: skip
RANDOM = np.random.default_rng(71)


def elements(shape, dtype, reduction, is_large):
    """Sums of these numbers are rounded in their type, and products of them are neither; some of the large ones have sums that are too large."""
    if dtype.kind in "iu":
        largest = np.iinfo(dtype).max // 3 if is_large else 4
        return RANDOM.integers(-largest if dtype.kind == "i" else 0, largest, shape).astype(dtype)
    largest = 4 * 2 ** ml_dtypes.finfo(dtype).nmant
    numbers = RANDOM.integers(-largest, largest, shape)
    unit = 2.0**-4 if reduction != "mul" else 2.0 / largest
    return (numbers * (float(ml_dtypes.finfo(dtype).max) / 3 / largest if is_large else unit)).astype(dtype)


def rounded(wide, dtype, overflow):
    if overflow == "saturates":
        limits = np.iinfo(dtype) if dtype.kind in "iu" else ml_dtypes.finfo(dtype)
        wide = wide.clip(wide.dtype.type(limits.min), wide.dtype.type(limits.max))
    return wide.astype(dtype)


def called(op, reduction, dtype, wide, about="", **words):
    data_shape, indices_shape, updates_shape, axis = SCATTERS[op]
    data, updates = (elements(shape, dtype, reduction, "overflow" in words) for shape in (data_shape, updates_shape))
    indices = RANDOM.integers(0, 2, indices_shape)  # the last slice has no update
    with np.errstate(over="ignore"):
        output = scatter(op, reduction, data.astype(wide), indices, updates.astype(wide), axis, include_self=words.get("include_self", True))
        output = rounded(output, dtype, words.get("overflow"))
    name = "-".join((op.replace("_", "-"), dtype.name.replace("_", ""), reduction, *about.split()))
    words = {**({} if op == "scatter_nd" else {"axis": axis}), "reduction": reduction, "accumulate": wide, **words}
    return case(name, f"{SOURCE}, in {wide}", op, data, indices, output, updates, **words)


def cases():
    """Most have another result without accumulate. That of integers that wrap, and of means of integers and small floats, is the same."""
    for op in SCATTERS:
        for dtype, wide in ((np.dtype(dtype), wide) for dtype, wide in WIDE.items()):
            is_float = dtype.kind not in "iu"
            for reduction in ("add", "sub", "mul", "mean") if is_float else ("mean",):
                yield called(op, reduction, dtype, wide)
                if reduction != "sub" and is_float:  # a difference has no first element that changes nothing
                    yield called(op, reduction, dtype, wide, "without self", include_self=False)
            yield called(op, "add", dtype, wide, "too large saturates", overflow="saturates")
            if is_float or dtype.name == "int8":
                yield called(op, "add", dtype, wide, "too large wraps", overflow="wraps")
    for dtype in map(np.dtype, ("float16", "int16")):
        for reduction in ("none", "min", "max"):
            yield called("scatter_nd", reduction, dtype, WIDE[dtype.name])


def main():
    write(FILE, cases())
