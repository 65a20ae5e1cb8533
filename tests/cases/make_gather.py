"""Writes gather.json: ONNX's own node tests of its three operators, calls that its reference evaluator has computed for every type, and what ONNX does not
have, by NumPy: Gather with batch dimensions, and slices that are filled where an index is out of bounds.

    script/cases --make gather        with the package `onnx`, whose version is in each source

Cases by hand, which come first in the file, are kept.
"""

from itertools import cycle
from pathlib import Path

import numpy as np
from of_numpy import SOURCE, case, gather, kept, name_of, number, write
from of_onnx import DTYPES, VERSION, elements, evaluate, node_tests

FILE = Path(__file__).with_name("gather.json")
OPERATORS = {"GatherND": "gather_nd", "GatherElements": "gather_elements", "Gather": "gather"}
NAMES = ["data", "indices"]
FILLED = ("float16", "int16", "uint64", "bool", "complex128", "bfloat16", "float8_e5m2")


def of_node_tests():
    for op_type, name, (data, indices), output, words in node_tests(OPERATORS):
        yield case(name.replace("_", "-"), f"{VERSION}, node test {name}", OPERATORS[op_type], data, indices, output, **words)


def draw_indices(random, op, data_shape, shape, axis=0, batch_dims=0):
    sizes = np.array(data_shape[batch_dims : batch_dims + shape[-1]]) if op == "GatherND" else data_shape[axis]
    return random.integers(-np.asarray(sizes), sizes, shape)


def drawn():
    random = np.random.default_rng(17)
    shapes = (
        ("GatherND", (3, 4, 5), (7, 2), {}, 13),
        ("GatherND", (3, 4, 5), (2, 3, 3), {}, 11),
        ("GatherND", (2, 3, 4), (2, 5, 1), {"batch_dims": 1}, 12),
        ("GatherND", (2, 3, 4, 2), (2, 3, 1), {"batch_dims": 2}, 13),
        ("GatherND", (2, 3, 4, 2), (2, 6, 2), {"batch_dims": 1}, 13),
        ("GatherElements", (4, 5), (9, 5), {"axis": 0}, 13),
        ("GatherElements", (4, 5), (4, 2), {"axis": 1}, 11),
        ("GatherElements", (2, 3, 4), (2, 7, 4), {"axis": -2}, 13),
        ("Gather", (4, 5), (3,), {"axis": 0}, 13),
        ("Gather", (4, 5), (3, 2), {"axis": 1}, 13),
        ("Gather", (4, 5, 2), (), {"axis": -1}, 11),
        ("Gather", (4, 5, 2), (1, 3, 1), {"axis": -2}, 1),
    )
    for n, (op, data_shape, indices_shape, attributes, version) in enumerate(shapes):
        for dtype in (np.float32, np.int64):
            index_dtype = np.int64 if op == "GatherND" or n % 2 else np.int32
            data = random.integers(-1000, 1000, data_shape).astype(dtype)
            indices = draw_indices(random, op, data_shape, indices_shape, **attributes).astype(index_dtype)
            output = evaluate(op, max(version, 11), NAMES, (data, indices), **attributes)
            source = f"{VERSION}, reference evaluator of {op}-{version}"
            yield case(f"evaluated-{n}-{np.dtype(dtype).name}", source, OPERATORS[op], data, indices, output, **attributes)


def of_every_type():
    random = np.random.default_rng(71)
    shapes = {
        "GatherND": cycle((((3, 2, 2), (3, 2), {}), ((2, 3, 2), (2, 3, 1), {"batch_dims": 1}))),
        "GatherElements": cycle((((3, 2), (4, 2), {"axis": 0}), ((2, 3, 2), (2, 4, 2), {"axis": 1}))),
        "Gather": cycle((((3, 2), (2, 2), {"axis": 0}), ((2, 3, 2), (4,), {"axis": -2}))),
    }
    for op in OPERATORS:
        for dtype in DTYPES:
            data_shape, indices_shape, attributes = next(shapes[op])
            data = elements(random, data_shape, dtype)
            indices = draw_indices(random, op, data_shape, indices_shape, **attributes)
            output = evaluate(op, 13, NAMES, (data, indices), **attributes)
            name = f"{OPERATORS[op]}-of-{name_of(dtype)}".replace("_", "-")
            yield case(name, f"{VERSION}, reference evaluator of {op}-13", OPERATORS[op], data, indices, output, **attributes)


def by_numpy():
    random = np.random.default_rng(73)
    for n, dtype in enumerate(DTYPES[1::3]):
        data_shape, indices_shape, axis, batch_dims = (((2, 4), (2, 3), 1, 1), ((2, 3, 4), (2, 2), 2, 1), ((2, 2, 3), (2, 2, 2), 2, 2))[n % 3]
        data, indices = elements(random, data_shape, dtype), random.integers(-3, 3, indices_shape)
        words = {"axis": axis, "batch_dims": batch_dims}
        yield case(f"gather-batches-of-{name_of(dtype)}", SOURCE, "gather", data, indices, gather("gather", data, indices, **words), **words)
    shapes = {
        "gather_nd": cycle((((3, 3, 2), (4, 2), {}), ((2, 3, 2), (2, 3, 1), {"batch_dims": 1}))),
        "gather_elements": cycle((((2, 3), (2, 5), {"axis": 1}),)),
        "gather": cycle((((2, 3), (2, 2), {"axis": 1}), ((2, 3, 2), (2, 4), {"axis": 1, "batch_dims": 1}))),
    }
    for op in shapes:
        for dtype in (dtype for dtype in DTYPES if dtype.name in FILLED):
            data_shape, indices_shape, words = next(shapes[op])
            data, fill = elements(random, data_shape, dtype), elements(random, (1,), dtype)[0]
            indices = random.integers(-5, 5, indices_shape)
            output = gather(op, data, indices, is_used=(indices >= -3) & (indices < 3), fill=fill, **words)
            name = f"{op}-fills-{name_of(dtype)}".replace("_", "-")
            yield case(name, SOURCE, op, data, indices, output, policy="skip", fill=number(fill), **words)


def main():
    write(FILE, [*kept(FILE), *of_node_tests(), *drawn(), *of_every_type(), *by_numpy()])
