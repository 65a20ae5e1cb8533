"""Writes rows.json: what PyTorch's scatter_reduce computes for the tuples of scatter_nd and of scatter_update, with and without the old elements. Each names a
row of elements: data becomes a matrix of such rows, and the number of the row stands in for the tuple.

    script/cases --make rows        with the packages `torch` and `numpy`, whose versions are in each source

As in torch.json, the sums of means are small, and sums and products of floats are exact.
"""

import math
from itertools import cycle, product
from pathlib import Path

import numpy as np
import torch
from of_numpy import case, write

FILE = Path(__file__).with_name("rows.json")
SOURCE = f"torch {torch.__version__.split('+')[0]}, scatter_reduce of rows"
REDUCTIONS = {"sum": "add", "prod": "mul", "amin": "min", "amax": "max", "mean": "mean"}
DTYPES = cycle(("int32", "int8", "uint8", "int16", "float16", "float64", "int64"))
# Of data, how many dimensions before the axis and which are indexed, and of the tuples.
SHAPES = {
    "scatter_nd": cycle((((5, 3), 0, 1, (9,)), ((3, 2, 2), 0, 2, (3, 4)), ((2, 3), 0, 2, (8,)))),
    "scatter_update": cycle((((5, 2), 0, 1, (9,)), ((2, 4, 2), 1, 1, (2, 4)), ((3, 4), 1, 1, (7,)))),
}
RANDOM = np.random.default_rng(57)


def reduced(data, rows, updates, word, include_self):
    """Of data with three dimensions: what is before the rows, the rows and their elements."""
    index = torch.from_numpy(rows)[None, :, None].expand(updates.shape)
    return torch.from_numpy(data).scatter_reduce(1, index, torch.from_numpy(updates), word, include_self=include_self).numpy()


def called(op, dtype, word, include_self):
    shape, axis, k, of_tuples = next(SHAPES[op])
    n_rows, n_elements = math.prod(shape[axis : axis + k]), math.prod(shape[axis + k :])
    n_before, n_tuples = math.prod(shape[:axis]), math.prod(of_tuples)
    low, high = (0 if dtype.startswith("u") else -9, 10) if word != "prod" else (1, 3)  # 2 to the power of 8 is exact in float16
    data, updates = (RANDOM.integers(low, high, (n_before, n, n_elements)).astype(dtype) for n in (n_rows, n_tuples))
    rows = RANDOM.integers(0, n_rows - 1, n_tuples)  # the last row has no update
    output = reduced(data, rows, updates, word, include_self)
    if op == "scatter_nd":
        indices, words = np.stack(np.unravel_index(rows, shape[:k]), -1).reshape(*of_tuples, k), {}
    else:
        indices, words = rows.reshape(of_tuples), {"axis": axis}
    updates = updates.reshape(*shape[:axis], *of_tuples, *shape[axis + k :])
    name = f"{op}-{dtype}-{REDUCTIONS[word]}{'' if include_self else '-without-self'}".replace("_", "-")
    words.update(reduction=REDUCTIONS[word], include_self=include_self)
    return case(name, SOURCE, op, data.reshape(shape), indices, output, updates, **words)


def main():
    for_each = product(SHAPES, ("float32", None), REDUCTIONS, (True, False))
    write(FILE, (called(op, dtype or next(DTYPES), word, include_self) for op, dtype, word, include_self in for_each))
