"""Writes mean.json: what OpenVINO computes for ScatterElementsUpdate-12 with every reduction, with and without the old elements, and means of integers by
exact fractions.

    python tests/cases/make_mean.py        with the packages `openvino` and `numpy`, whose versions are in each source

The reference of OpenVINO, which `evaluate` runs, rounds means of integers down. Its CPU plugin, which a compiled model runs, truncates them, and its
sums of int8 overflow: so that plugin is asked for floats and for means of int32, and the reference for int32 and int64.
"""

import json
from fractions import Fraction
from math import floor, trunc
from pathlib import Path

import numpy as np
import openvino
from of_openvino import compute, source, tensor
from openvino import opset12

FILE = Path(__file__).with_name("mean.json")
PROFILE = "OpenVINO ScatterElementsUpdate-12"
REDUCTIONS = {"sum": "add", "prod": "mul", "min": "min", "max": "max", "mean": "mean"}
TYPES = {np.float32: openvino.Type.f32, np.int32: openvino.Type.i32, np.int64: openvino.Type.i64}


def case(name, source, data, indices, updates, output, **words):
    return {
        "id": name,
        "source": source,
        "op": "scatter_elements",
        **words,
        "dtype": data.dtype.name,
        "data": tensor(data),
        "indices": {**tensor(indices), "dtype": indices.dtype.name},
        "updates": tensor(updates),
        "expect": {"values": output.reshape(-1).tolist()},
    }


def evaluate(data, indices, updates, axis, reduction, include_self, by_plugin):
    inputs = [opset12.parameter(array.shape, array.dtype) for array in (data, indices, updates)]
    number = opset12.constant(np.int64(axis))
    node = opset12.scatter_elements_update(*inputs, number, reduction, include_self)
    if by_plugin:
        return compute(node, inputs, (data, indices, updates))
    output = openvino.Tensor(TYPES[data.dtype.type], openvino.Shape(data.shape))
    arrays = (data, indices, updates, np.array(axis, np.int64))
    if not node.evaluate([output], [openvino.Tensor(array) for array in arrays]):
        raise RuntimeError(f"OpenVINO's reference does not evaluate {reduction} of {data.dtype}")
    return output.data


def from_openvino():
    random = np.random.default_rng(23)
    shapes = (((6,), (14,), 0), ((4, 5), (9, 5), 0), ((4, 5), (4, 11), 1), ((2, 5, 3), (2, 8, 3), -2))
    for n, (data_shape, indices_shape, axis) in enumerate(shapes):
        for dtype in TYPES:
            for theirs, ours in REDUCTIONS.items():
                for include_self in (True, False):
                    low, high = (-3, 4) if theirs == "prod" else (-100, 101)
                    data, updates = (random.integers(low, high, shape).astype(dtype) for shape in (data_shape, indices_shape))
                    # The last slice has no update.
                    indices = random.integers(0, data_shape[axis] - 1, indices_shape)
                    by_plugin = dtype is np.float32
                    output = evaluate(data, indices, updates, axis, theirs, include_self, by_plugin)
                    name = f"openvino-{n}-{np.dtype(dtype).name}-{ours}{'' if include_self else '-without-self'}"
                    words = {"axis": axis, "reduction": ours, "include_self": include_self, "profile": PROFILE}
                    yield case(name, source("CPU plugin" if by_plugin else "reference"), data, indices, updates, output, **words)
                    if (theirs, dtype) == ("mean", np.int32):
                        output = evaluate(data, indices, updates, axis, theirs, include_self, True)
                        words["mean_rounding"] = "truncates"
                        yield case(f"{name}-truncates", source("CPU plugin"), data, indices, updates, output, **words)


def from_fractions():
    random = np.random.default_rng(29)
    for dtype in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        limits = np.iinfo(dtype)
        for name, rounding in (("floors", floor), ("truncates", trunc)):
            for include_self in (True, False):
                data, updates = (random.choice(np.array([limits.min, limits.max, limits.max - 2, 0, 1], dtype), n) for n in (5, 40))
                indices = random.integers(0, 4, 40)
                output = data.copy()
                for i in range(5):
                    values = [int(data[i])] * include_self + [int(update) for update, at in zip(updates, indices) if at == i]
                    output[i] = rounding(Fraction(sum(values), len(values))) if len(values) > include_self else data[i]
                words = {"reduction": "mean", "include_self": include_self, "mean_rounding": name}
                suffix = "" if include_self else "-without-self"
                yield case(f"exact-{dtype}-{name}{suffix}", "fractions of Python", data, indices, updates, output, **words)


def main():
    cases = [*from_openvino(), *from_fractions()]
    for one in cases:  # integers that a double cannot hold are strings
        for values in (one["data"]["values"], one["updates"]["values"], one["expect"]["values"]):
            values[:] = [str(value) if isinstance(value, int) and abs(value) >= 2**53 else value for value in values]
    FILE.write_text("[\n  " + ",\n  ".join(json.dumps(one) for one in cases) + "\n]\n")


main()
