"""Writes index_types.json: what NumPy computes with indices of every type, for every operator, and what only wide or unsigned types can say.

    script/cases --make index_types        with the package `numpy`, whose version is in each source

A large unsigned index is out of bounds; it is not the negative one that has the same bits.
"""

from itertools import cycle
from pathlib import Path

import numpy as np
from of_numpy import INDEX_DTYPES, SOURCE, UFUNCS, case, gather, scatter, tensor_scatter, write

FILE = Path(__file__).with_name("index_types.json")
BOUNDS = "strew.h, the bounds of an index"
N_LONG = 201  # too many for int8
# The shapes of data, indices and updates, and the axis, for the size of the dimension that is indexed.
OPERATORS = {
    "scatter_nd": lambda size: ((size, 2), (5, 1), (5, 2), 0),
    "scatter_elements": lambda size: ((2, size), (2, 4), (2, 4), 1),
    "scatter_update": lambda size: ((2, size), (3, 2), (2, 3, 2), 1),
    "gather_nd": lambda size: ((size, 2), (5, 1), None, 0),
    "gather_elements": lambda size: ((2, size), (2, 4), None, 1),
    "gather": lambda size: ((2, size), (2, 3), None, 1),
    "tensor_scatter": lambda size: ((4, size), (4,), (4, 1), 1),
}
REDUCTIONS = cycle(("none", *UFUNCS))
DTYPES = cycle(("int32", "float32", "int8", "float64", "uint16", "int64"))
RANDOM = np.random.default_rng(53)


def is_signed(index_dtype):
    return not index_dtype.startswith("u")


def called(op, name, size, indices, index_dtype, change=None, reduction=None, error=None, **words):
    """One case with these indices, which are repeated as often as the operator asks. `change` returns those of NumPy, and which of these it uses."""
    data_shape, indices_shape, updates_shape, axis = OPERATORS[op](size)
    indices = np.resize(np.array(indices, index_dtype), indices_shape)
    at, is_used = (indices, np.ones(indices_shape, bool)) if change is None else change(indices, size)
    data = RANDOM.integers(0, 9, data_shape).astype(next(DTYPES))
    words = {**({} if op.endswith("_nd") else {"axis": axis}), **words}
    updates = None if updates_shape is None else RANDOM.integers(0, 9, updates_shape).astype(data.dtype)
    if op.startswith("gather"):
        output = error or gather(op, data, at, axis, is_used=is_used)
    elif op == "tensor_scatter":
        output = error or tensor_scatter(data, updates, at, words.get("mode", "linear"), is_used)
    else:
        words["reduction"] = reduction or next(REDUCTIONS)
        output = error or scatter(op, words["reduction"], data, at, updates, axis, is_used)
    return case(f"{op}-{name}".replace("_", "-"), BOUNDS if error else SOURCE, op, data, indices, output, updates, **words)


def skipped(indices, size):
    return indices, indices < np.array(size, indices.dtype)


def clamped(indices, size):
    return np.minimum(indices, np.array(size - 1, indices.dtype)), np.ones(indices.shape, bool)


def every_type():
    for op in OPERATORS:
        for index_dtype in INDEX_DTYPES:
            drawn = RANDOM.permutation(np.arange(-5 if is_signed(index_dtype) else 0, 5))
            yield called(op, index_dtype, 5, drawn, index_dtype)


def limits():
    unsigned = cycle(("uint8", "uint16", "uint32", "uint64"))
    signed = cycle(("int8", "int16", "int32", "int64"))
    large = [1, 2**63, 0]
    for op in OPERATORS:
        index_dtype = next(unsigned)
        yield called(op, f"{index_dtype}-max-is-not--1", 4, [0, np.iinfo(index_dtype).max], index_dtype, error="it is no negative index")
        yield called(op, "uint64-2-to-63", 4, large, "uint64", error="it is no negative index")
        yield called(op, "uint64-2-to-63-is-skipped", 4, large, "uint64", skipped, policy="skip")
        yield called(op, "uint64-2-to-63-is-clamped", 4, large, "uint64", clamped, policy="clamp")
        index_dtype = next(signed)
        yield called(op, f"{index_dtype}-without-negative", 4, [1, -1], index_dtype, error="it is negative", negative_wrap=False)
        for index_dtype in ("int8", "uint8"):  # the same bytes twice
            indices = np.array([156, 200, 100, 183], np.uint8).view(index_dtype)
            yield called(op, f"{index_dtype}-{indices[1]}", N_LONG, indices, index_dtype, reduction="none")


def circles():
    for name, indices in (("uint8-200", [200, 255]), ("uint64-2-to-62", [2**62, 2**63 - 2]), ("int8-negative", [-128, -7])):
        yield called("tensor_scatter", f"circular-{name}", 5, indices, name.split("-")[0], mode="circular")
    yield called("tensor_scatter", "circular-uint64-2-to-63", 5, [2**63], "uint64", error="strew.h says less than 2^63 - 1", mode="circular")


def main():
    write(FILE, [*every_type(), *limits(), *circles()])
