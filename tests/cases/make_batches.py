"""Writes batches.json: what NumPy's ufunc.at computes for scatter_nd and scatter_update with batch dimensions, batch by batch.

    script/cases --make batches        with the package `numpy`, whose version is in each source

Sums and products are exact, so that quotients of means are rounded once. An index that does not count is out of bounds, or is the one that is ignored.
"""

from itertools import cycle
from pathlib import Path

import numpy as np
from of_numpy import SOURCE, case, scatter, write

FILE = Path(__file__).with_name("batches.json")
REDUCTIONS = ("none", "add", "sub", "mul", "min", "max", "mean")
DTYPES = cycle(("float32", "int32", "float64", "int8", "uint16", "float16", "int64"))
INDEX_DTYPES = cycle(("int64", "int32", "int16", "uint8"))
# The operator, the shapes of data and of indices, the axis and how many dimensions are batches.
CALLS = {
    "tuples": ("scatter_nd", (3, 4, 2), (3, 5, 1), 0, 1),
    "tuples-of-two": ("scatter_nd", (2, 3, 4), (2, 6, 2), 0, 1),
    "two-dimensions": ("scatter_nd", (2, 2, 3), (2, 2, 4, 1), 0, 2),
    "one-tuple-each": ("scatter_nd", (4, 3, 2), (4, 1), 0, 1),
    "rows": ("scatter_update", (3, 4, 2), (3, 5), 1, 1),
    "outer-indices": ("scatter_update", (3, 2, 4, 2), (3, 5), 2, 1),
    "last-axis": ("scatter_update", (2, 3, 5), (2, 2, 3), 2, 1),
    "from-the-end": ("scatter_update", (2, 3, 4), (2, 3, 4), -1, -1),
    "one-index-each": ("scatter_update", (2, 3, 4), (2,), 2, 1),
}
RANDOM = np.random.default_rng(58)


def scattered(op, reduction, data, indices, updates, axis, batch_dims, **how):
    """A scatter for each batch. `how` has is_used, of which each has its part."""
    if batch_dims == 0:
        return scatter(op, reduction, data, indices, updates, axis, **how)
    used = how.pop("is_used", np.ones(indices.shape, bool))
    parts = zip(data, np.asarray(indices), updates, used)
    return np.stack([scattered(op, reduction, a, b, c, axis - (op != "scatter_nd"), batch_dims - 1, is_used=d, **how) for a, b, c, d in parts])


def drawn(name, reduction):
    op, data_shape, indices_shape, axis, batch_dims = CALLS[name]
    n_batch, at = batch_dims + (len(indices_shape) if batch_dims < 0 else 0), axis % len(data_shape)
    dtype, index_dtype = np.dtype(next(DTYPES)), np.dtype(next(INDEX_DTYPES))
    if op == "scatter_nd":
        sizes = data_shape[n_batch : n_batch + indices_shape[-1]]
        updates_shape = indices_shape[:-1] + data_shape[n_batch + indices_shape[-1] :]
    else:
        sizes = data_shape[at : at + 1]
        updates_shape = data_shape[:at] + indices_shape[n_batch:] + data_shape[at + 1 :]
    low, high = (0 if dtype.kind == "u" else -9, 10) if reduction != "mul" else (1, 3)
    data, updates = (RANDOM.integers(low, high, shape).astype(dtype) for shape in (data_shape, updates_shape))
    indices = (RANDOM.integers(0, 1 << 20, indices_shape) % sizes).astype(index_dtype)
    if index_dtype.kind == "i":
        indices = np.where(RANDOM.integers(0, 3, indices_shape) == 0, indices - np.array(sizes), indices).astype(index_dtype)
    words = {"axis": axis} if op == "scatter_update" else {}
    return op, data, indices, updates, at, n_batch, {"reduction": reduction, "batch_dims": batch_dims, **words}


def by_reduction(name, reduction, include_self):
    op, data, indices, updates, axis, n_batch, words = drawn(name, reduction)
    output = scattered(op, reduction, data, indices, updates, axis, n_batch, include_self=include_self)
    own = "" if include_self else "-without-self"
    return case(f"{name}-{reduction}{own}", SOURCE, op, data, indices, output, updates, include_self=include_self, **words)


def by_policy(name, policy):
    """Some indices are out of bounds, which clamping brings to the last slice, or are ignored."""
    op, data, indices, updates, axis, n_batch, words = drawn(name, "add")
    largest = np.iinfo(indices.dtype).max
    is_used = RANDOM.integers(0, 4, indices.shape) != 0
    is_used.flat[-1] = False
    given = np.where(is_used, indices, largest)
    words["ignore_index" if policy == "ignored" else "policy"] = int(largest) if policy == "ignored" else policy
    if policy == "error":
        return case(f"{name}-out-of-bounds", SOURCE, op, data, given, f"{largest} is out of bounds", updates, **words)
    if policy == "clamp":
        sizes = data.shape[n_batch : n_batch + indices.shape[-1]] if op == "scatter_nd" else data.shape[axis]
        output = scattered(op, "add", data, np.where(is_used, indices, np.array(sizes) - 1), updates, axis, n_batch)
    else:
        output = scattered(op, "add", data, indices, updates, axis, n_batch, is_used=is_used)
    return case(f"{name}-{policy}", SOURCE, op, data, given, output, updates, **words)


def rejected(name, batch_dims, status):
    op, data, indices, updates, _, _, words = drawn(name, "add")
    one = case(f"{name}-of-{batch_dims}-batch-dims", SOURCE, op, data, indices, "batch_dims", updates, **{**words, "batch_dims": batch_dims})
    return {**one, "expect": {"error": "batch_dims", "status": status}}


def main():
    cases = [by_reduction(name, reduction, True) for name in CALLS for reduction in REDUCTIONS]
    cases += [by_reduction(name, reduction, False) for name in CALLS for reduction in REDUCTIONS[1:] if reduction != "sub"]
    cases += [by_policy(name, policy) for name in CALLS for policy in ("skip", "clamp", "ignored", "error")]
    out, mismatch = "STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE", "STREW_STATUS_BATCH_SHAPE_MISMATCH"
    cases += [rejected("tuples", 2, mismatch), rejected("tuples", 3, out), rejected("tuples", -1, out), rejected("rows", 2, out)]
    cases += [rejected("outer-indices", 2, mismatch), rejected("outer-indices", 3, out), rejected("rows", -3, out)]
    write(FILE, cases)
