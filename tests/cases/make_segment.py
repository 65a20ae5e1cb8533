"""Writes segment.json: what NumPy's ufuncs say about segments of rows, row after row, and what the peers give for segments without rows.

    script/cases --make segment        with the package `numpy`, whose version is in each source
"""

from pathlib import Path

import numpy as np
from of_numpy import INDEX_DTYPES, OUT_OF_BOUNDS, SOURCE, UFUNCS, name_of, numbers, tensor, write

FILE = Path(__file__).with_name("segment.json")
RANDOM = np.random.default_rng(47)
OF_BOOLS = {"add": np.logical_or, "mul": np.logical_and, "min": np.logical_and, "max": np.logical_or, "sub": np.logical_xor}


def identity(reduction, dtype):
    """What changes nothing."""
    if reduction in ("add", "sub", "mul"):
        return dtype.type(reduction == "mul")
    if dtype.kind == "b":
        return np.bool_(reduction == "min")
    sign = 1 if reduction == "min" else -1
    if dtype.kind in "iu":
        return np.iinfo(dtype).max if sign == 1 else np.iinfo(dtype).min
    return dtype.type(sign * np.inf)


def reduced(rows, reduction, accumulate=None, mean_rounding="floors"):
    """The first row, and then the others one after another, in the wider type if there is one."""
    dtype = rows.dtype
    is_mean, ufunc = reduction == "mean", (OF_BOOLS if dtype.kind == "b" else UFUNCS).get(reduction, np.add)
    wide = np.dtype(accumulate or ("float32" if is_mean and dtype == np.float16 else "int64" if is_mean and dtype.kind in "iu" else dtype))
    with np.errstate(all="ignore"):
        total = rows[0].astype(wide)
        for row in rows[1:].astype(wide):
            total = ufunc(total, row)
        if is_mean and wide.kind in "iu":
            total = total // len(rows) if mean_rounding == "floors" else np.trunc(total / len(rows))
        elif is_mean:
            total = (total / wide.type(len(rows))).astype(wide)
        return total.astype(dtype)


def result(updates, segments, reduction, initial, data, passes_over_nan=False, **how):
    """`segments` are the numbers of the rows of each."""
    shape = (len(segments), *updates.shape[1:])
    output = np.zeros(shape, updates.dtype)
    if initial == "identity":
        output[:] = identity(reduction, updates.dtype)
    elif initial == "data":
        output[:] = data
    for s, rows in enumerate(segments):
        for element in np.ndindex(shape[1:]):
            column = updates[(rows, *element)]
            column = column[~np.isnan(column)] if passes_over_nan else column
            if column.size:
                output[(s, *element)] = reduced(column, reduction, **how)
    return output


def segments_of(integers, key, n_rows, words):
    numbers_of = integers.astype(np.int64)
    if key == "indices":
        return [np.flatnonzero(numbers_of == s) for s in range(words["n_segments"])]
    ends = [*numbers_of, n_rows] if words.get("offsets_end") == "implied" else numbers_of
    return [np.arange(begin, end) for begin, end in zip(ends, ends[1:])]


def case(name, reduction, updates, integers, key="offsets", *, expect=None, source=f"{SOURCE}, its ufuncs row after row", **words):
    tensors, data = {}, words.pop("data", None)
    table, weights = words.pop("update_indices", None), words.pop("weights", None)
    rows = updates if table is None else updates[table]
    for tensor_name, array in (("update_indices", table), ("weights", weights)):
        if array is not None:
            tensors[tensor_name] = {**tensor(array), "dtype": name_of(array.dtype)}
    if data is not None:
        tensors["data"] = tensor(data)
    if expect is None:
        how = {name: words[name] for name in ("accumulate", "mean_rounding") if name in words}
        weighed = rows if weights is None else rows * weights.reshape(-1, *[1] * (rows.ndim - weights.ndim), *weights.shape[1:])
        found = result(weighed, segments_of(integers, key, len(rows), words), reduction, words.get("initial"), data, words.get("nan") == "loses", **how)
        expect = {"values": numbers(found)}
    at = {key: {**tensor(integers), "dtype": name_of(integers.dtype)}}
    return {"id": name, "source": source, "op": "segment", "dtype": name_of(updates.dtype), "reduction": reduction, **words, **at, **tensors, "updates": tensor(updates), "expect": expect}


def values(dtype, shape):
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return RANDOM.random(shape) < 0.5
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return RANDOM.integers(info.min, info.max, shape, dtype, endpoint=True)
    if dtype.kind == "c":
        return (RANDOM.integers(-9, 10, shape) + 1j * RANDOM.integers(-9, 10, shape)).astype(dtype)
    return (RANDOM.standard_normal(shape) * 8).astype(dtype)


def by_type():
    """Segments 0, 3 and 5 have no rows; rows 0 and 10 are in none."""
    for dtype in ("float16", "float32", "float64", "int8", "uint16", "int32", "int64", "uint64", "bool", "complex64"):
        for reduction in ("add", "sub", "mul", "min", "max", "mean"):
            if (dtype == "bool" and reduction == "mean") or (dtype == "complex64" and reduction in ("min", "max", "mean", "mul")):
                continue
            updates, index_dtype = values(dtype, (11, 3)), RANDOM.choice(INDEX_DTYPES)
            offsets = np.array([1, 1, 3, 7, 7, 10, 10], index_dtype)
            data = values(dtype, (6, 3))
            if reduction == "mean" and dtype in ("int64", "uint64"):
                updates //= 16  # NumPy has no sums of 128 bits
            yield case(f"{dtype}-{reduction}", reduction, updates, offsets)
            yield case(f"{dtype}-{reduction}-data", reduction, updates, offsets, initial="data", data=data)
            if reduction != "mean":
                yield case(f"{dtype}-{reduction}-identity", reduction, updates, offsets, initial="identity")
            indices = np.array([0, 0, 0, 1, 1, 3, 3, 3, 3, 3, 4], index_dtype)
            yield case(f"{dtype}-{reduction}-indices", reduction, updates, indices, "indices", n_segments=6)


def by_option():
    updates = values("float32", (7, 2, 2))
    offsets = np.array([0, 0, 4, 4], np.int32)
    for reduction in ("add", "max"):
        yield case(f"{reduction}-implied", reduction, updates, offsets, offsets_end="implied")
        yield case(f"{reduction}-implied-indices-of-updates", reduction, updates, offsets, offsets_end="implied", update_indices=np.array([6, 0, 0, -1, 2, 2]))
        yield case(f"{reduction}-weights", reduction, updates, np.array([0, 3, 7]), weights=values("float32", 7))
        weights = values("float32", (5, 2, 1))
        yield case(f"{reduction}-table-weights", reduction, updates, np.array([0, 3, 3, 5]), update_indices=np.array([1, 6, 1, 0, 5]), weights=weights)
    ones = np.ones(5000, np.float16)
    yield case("float16-adds-in-float32", "add", ones, np.array([0, 4096, 5000]), accumulate="float32")
    yield case("float16-adds-in-float16", "add", ones, np.array([0, 4096, 5000]))
    many = values("float32", 40)
    yield case("float32-adds-in-float64", "add", many, np.array([0, 17, 17, 40]), accumulate="float64")
    yield case("int8-mean-truncates", "mean", np.array([-1, -2, 3, 4, 5], np.int8), np.array([0, 2, 5]), mean_rounding="truncates")
    yield case("int8-mean-floors", "mean", np.array([-1, -2, 3, 4, 5], np.int8), np.array([0, 2, 5]))
    with_nan = np.array([np.nan, 1, 2, np.nan, 5], np.float32)
    for reduction in ("add", "min", "mean"):
        yield case(f"nan-wins-{reduction}", reduction, with_nan, np.array([0, 3, 4, 5]))
        yield case(f"nan-loses-{reduction}", reduction, with_nan, np.array([0, 3, 5]), nan="loses")
    yield case("nan-loses-all-of-a-sum", "add", with_nan, np.array([0, 3, 4, 5]), nan="loses", initial="data", data=np.array([7, 8, 9], np.float32))
    yield case("minus-zero-stays", "add", np.array([-0.0, 1.0], np.float32), np.array([0, 1, 2]))
    yield case("no-segments", "add", values("float32", (3, 2)), np.array([2]))
    yield case("no-rows", "max", values("float32", (0, 2)), np.array([0, 0, 0]), initial="identity")
    yield case("no-rows-indices", "add", values("float32", (0, 2)), np.zeros(0, np.int64), "indices", n_segments=2)
    yield case("one-element", "mul", values("float64", 1), np.array([0, 1], np.uint8))


def of_peers():
    """Numbers of documentation and of runs of the peers, by hand."""
    for name, source, reduction, given, offsets, words, expected in (
        ("segment-reduce-sum", "torch.segment_reduce 2.15", "add", [1, 2, 3], [0, 2, 2, 3], {"initial": "identity"}, [3, 0, 3]),
        ("segment-reduce-prod", "torch.segment_reduce 2.15", "mul", [1, 2, 3], [0, 2, 2, 3], {"initial": "identity"}, [2, 1, 3]),
        ("segment-reduce-max", "torch.segment_reduce 2.15", "max", [1, 2, 3], [0, 2, 2, 3], {"initial": "identity"}, [2, "-Inf", 3]),
        ("segment-reduce-min", "torch.segment_reduce 2.15", "min", [1, 2, 3], [0, 2, 2, 3], {"initial": "identity"}, [1, "Inf", 3]),
        ("segment-csr-mean", "torch_scatter.segment_csr, its documentation", "mean", [1, 2, 3], [0, 2, 2, 3], {}, [1.5, 0, 3]),
        ("segment-csr-max", "torch_scatter.segment_csr, its documentation", "max", [-1, -2, -3], [0, 2, 2, 3], {}, [-1, 0, -3]),
        ("embedding-bag-sum", "torch.nn.functional.embedding_bag 2.15", "add", [1, 2, 3], [0, 2, 2], {"offsets_end": "implied"}, [3, 0, 3]),
        ("embedding-bag-max", "torch.nn.functional.embedding_bag 2.15", "max", [-1, -2, -3], [0, 2, 2], {"offsets_end": "implied"}, [-1, 0, -3]),
        ("sparse-mm-amin", "torch.sparse.mm 2.15", "min", [-1, -2, -3], [0, 2, 2, 3], {}, [-2, 0, -3]),
        ("reduceat-add", f"{SOURCE}, add.reduceat", "add", [1, 2, 3, 4], [0, 1, 3], {"offsets_end": "implied"}, [1, 5, 4]),
    ):
        yield case(name, reduction, np.array(given, np.float32), np.array(offsets), source=source, expect={"values": expected}, **words)
    for name, reduction, initial, expected in (("sum", "add", "zero", [3, 0, 3]), ("prod", "mul", "identity", [2, 1, 3]), ("max", "max", "zero", [2, 0, 3])):
        words = {"n_segments": 3, "source": f"tf.math.segment_{name}, its documentation", "expect": {"values": expected}, "initial": initial}
        yield case(f"tf-segment-{name}", reduction, np.array([1, 2, 3], np.float32), np.array([0, 0, 2]), "indices", **words)


def rejected():
    few = np.zeros((5, 1), np.float32)

    def wrong(name, error, status, integers, key="offsets", reduction="add", updates=few, **words):
        return case(name, reduction, updates, np.array(integers, np.int64), key, expect={"error": error, "status": f"STREW_STATUS_{status}"}, **words)

    bounds = OUT_OF_BOUNDS.removeprefix("STREW_STATUS_")
    for name, offsets in (("falls", [0, 4, 1, 5]), ("below", [-1, 2, 5]), ("above", [0, 2, 6]), ("all-above", [6, 6]), ("first-of-none", [-1])):
        yield wrong(f"offsets-{name}", "an offset falls, or is out of bounds", bounds, offsets)
    yield wrong("offsets-falls-at-the-implied-end", "an offset is above the number of rows", bounds, [0, 6], offsets_end="implied")
    yield wrong("indices-negative", "a negative index does not wrap", bounds, [-1, 0, 0, 1, 1], "indices", n_segments=2)
    yield wrong("indices-above", "an index is no segment", bounds, [0, 0, 1, 1, 2], "indices", n_segments=2)
    yield wrong("indices-fall", "an index falls", "NOT_SORTED", [0, 1, 0, 1, 1], "indices", n_segments=2)
    yield wrong("indices-fall-at-the-end", "an index falls", "NOT_SORTED", [1, 1, 1, 1, 0], "indices", n_segments=2)
    yield wrong("mean-identity", "a mean has no identity", "NO_IDENTITY", [0, 5], reduction="mean", initial="identity")
    complex_rows = np.zeros(2, np.complex64)
    yield wrong("complex-max-identity", "no complex number is the least", "NO_IDENTITY", [0, 2], reduction="max", updates=complex_rows, initial="identity")
    yield wrong("none", "rows that follow one another are reduced", "UNUSED_ARGUMENT", [0, 5], reduction="none")


def cases():
    yield from by_type()
    yield from by_option()
    yield from of_peers()
    yield from rejected()


def main():
    write(FILE, cases())
