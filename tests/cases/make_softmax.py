"""Writes softmax.json: what NumPy in long double says about softmax, log_softmax and logsumexp of rows in segments.

    script/cases --make softmax        with the package `numpy`, whose version is in each source
"""

from pathlib import Path

import numpy as np
from of_numpy import INDEX_DTYPES, OUT_OF_BOUNDS, SOURCE, name_of, numbers, tensor, write

FILE = Path(__file__).with_name("softmax.json")
RANDOM = np.random.default_rng(47)
FUNCTIONS = ("segment_softmax", "segment_log_softmax", "segment_logsumexp")


def results(function, updates, segment_of, n_segments):
    x = updates.astype(np.longdouble)
    of_segments, of_rows = np.full((n_segments, *x.shape[1:]), -np.inf, x.dtype), np.empty_like(x)
    for segment in range(n_segments):
        rows = x[segment_of == segment]
        if not rows.size:
            continue
        with np.errstate(all="ignore"):
            largest = rows.max(axis=0)
            total = np.exp(rows - largest).sum(axis=0)
            of_segments[segment] = np.where(np.isinf(largest), largest, largest + np.log(total))
            of_rows[segment_of == segment] = np.exp(rows - largest) / total if function == "segment_softmax" else rows - largest - np.log(total)
    return of_segments if function == "segment_logsumexp" else of_rows


def case(name, function, updates, integers, segment_of, n, key="offsets", error=None, **words):
    if key == "indices":
        words["n_segments"] = n
    expect = error or {"values": numbers(results(function, updates, segment_of, n).astype(updates.dtype))}
    at = {key: {**tensor(integers), "dtype": name_of(integers.dtype)}}
    tolerance = 1 if updates.dtype.itemsize == 2 else 4
    return {"id": name, "source": f"{SOURCE}, exp and log of long double", "op": function, "dtype": name_of(updates.dtype), "tolerance_ulp": tolerance, **words, **at, "updates": tensor(updates), "expect": expect}


def cases():
    for function in FUNCTIONS:
        for dtype in ("float16", "float32", "float64"):
            updates = (RANDOM.standard_normal((9, 3)) * 4).astype(dtype)
            offsets = np.array([0, 0, 4, 4, 9], RANDOM.choice(INDEX_DTYPES))
            segment_of = np.repeat(np.arange(4), np.diff(offsets.astype(np.int64)))
            yield case(f"{function}-{dtype}", function, updates, offsets, segment_of, 4)
            yield case(f"{function}-{dtype}-implied", function, updates, offsets[:-1], segment_of, 4, offsets_end="implied")
            indices = RANDOM.integers(0, 5, 9).astype(RANDOM.choice(INDEX_DTYPES))
            yield case(f"{function}-{dtype}-indices", function, updates, indices, indices, 5, "indices")
        special = np.array([1, np.nan, 2, np.inf, 0, -np.inf, -np.inf, 3], np.float32)
        offsets = np.array([0, 3, 5, 7, 8, 8])
        yield case(f"{function}-no-numbers", function, special, offsets, np.repeat(np.arange(5), np.diff(offsets)), 5)
        few = np.zeros((4, 1), np.float32)
        wrong = {"error": "an offset or index is out of bounds", "status": OUT_OF_BOUNDS}
        for name, values in (("falls", [0, 3, 2, 4]), ("below", [-1, 2, 4]), ("above", [0, 2, 5])):
            yield case(f"{function}-offsets-{name}", function, few, np.array(values), None, 0, error=wrong)
        for name, values in (("negative", [0, 1, -1, 0]), ("above", [0, 1, 2, 0])):
            yield case(f"{function}-indices-{name}", function, few, np.array(values), None, 2, "indices", wrong)


def main():
    write(FILE, cases())
