"""Writes mean.json: what OpenVINO computes for ScatterElementsUpdate-12 with every reduction, with and without the old elements, and what Python's integers and
fractions say of means of integers, and of differences without the old elements, which no library has.

    script/cases --make mean        with the packages `openvino` and `numpy`, whose versions are in each source

The reference of OpenVINO, which `evaluate` runs, rounds means of integers down. Its CPU plugin, which a compiled model runs, truncates them, and its
sums of int8 overflow: so that plugin is asked for floats and for means of int32, and the reference for int32 and int64. Of other types, both are asked for
means of small numbers; the reference does not have them all, and float64 has only the precision of float32 in the plugin.
"""

from fractions import Fraction
from math import floor, trunc
from pathlib import Path

import numpy as np
import openvino
from of_numpy import case, write
from of_openvino import compute, source
from openvino import opset12

FILE = Path(__file__).with_name("mean.json")
PROFILE = "OpenVINO ScatterElementsUpdate-12"
REDUCTIONS = {"sum": "add", "prod": "mul", "min": "min", "max": "max", "mean": "mean"}
REFERENCE_MEANS = ("int16", "uint32", "uint64", "float16")
PLUGIN_MEANS = ("int8", "int16", "int64", "uint8", "uint16", "uint32", "uint64", "float16")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


def evaluate(data, indices, updates, axis, reduction, include_self, by_plugin):
    inputs = [opset12.parameter(array.shape, array.dtype) for array in (data, indices, updates)]
    number = opset12.constant(np.int64(axis))
    node = opset12.scatter_elements_update(*inputs, number, reduction, include_self)
    if by_plugin:
        return compute(node, inputs, (data, indices, updates))
    output = openvino.Tensor(openvino.Type(data.dtype), openvino.Shape(data.shape))
    arrays = (data, indices, updates, np.array(axis, np.int64))
    if not node.evaluate([output], [openvino.Tensor(array) for array in arrays]):
        raise RuntimeError(f"OpenVINO's reference does not evaluate {reduction} of {data.dtype}")
    return output.data


def from_openvino():
    random = np.random.default_rng(23)
    shapes = (((6,), (14,), 0), ((4, 5), (9, 5), 0), ((4, 5), (4, 11), 1), ((2, 5, 3), (2, 8, 3), -2))
    for n, (data_shape, indices_shape, axis) in enumerate(shapes):
        for dtype in (np.float32, np.int32, np.int64):
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
                    by = source("CPU plugin" if by_plugin else "reference")
                    yield case(name, by, "scatter_elements", data, indices, output, updates, **words)
                    if (theirs, dtype) == ("mean", np.int32):
                        output = evaluate(data, indices, updates, axis, theirs, include_self, True)
                        words["mean_rounding"] = "truncates"
                        yield case(f"{name}-truncates", source("CPU plugin"), "scatter_elements", data, indices, output, updates, **words)


def means_of_other_types():
    random = np.random.default_rng(61)
    for by, dtypes in (("reference", REFERENCE_MEANS), ("CPU plugin", PLUGIN_MEANS)):
        for dtype in dtypes:
            for include_self in (True, False):
                low = 0 if dtype.startswith("u") else -9
                data, updates = (random.integers(low, 10, shape).astype(dtype) for shape in ((3, 2), (7, 2)))
                indices = random.integers(0, 2, (7, 2))  # the last slice has no update
                output = evaluate(data, indices, updates, 0, "mean", include_self, by == "CPU plugin")
                words = {"axis": 0, "reduction": "mean", "include_self": include_self, "profile": PROFILE}
                if by == "CPU plugin" and "int" in dtype:
                    words["mean_rounding"] = "truncates"
                name = f"openvino-{by.split()[-1]}-{dtype}-mean{'' if include_self else '-without-self'}"
                yield case(name, source(by), "scatter_elements", data, indices, output, updates, **words)


def from_fractions(op, random, n_updates, rows):
    """Of sums that overflow. `rows` has the type, the rounding and whether the old elements count."""
    for dtype, rounding, include_self in rows:
        limits = np.iinfo(dtype)
        data, updates = (random.choice(np.array([limits.min, limits.max, limits.max - 2, 0, 1], dtype), n) for n in (5, n_updates))
        indices = random.integers(0, 4, n_updates)
        output = data.copy()
        for i, values in updates_of(data, indices, updates, include_self):
            output[i] = {"floors": floor, "truncates": trunc}[rounding](Fraction(sum(values), len(values)))
        words = {"reduction": "mean", "include_self": include_self, "mean_rounding": rounding}
        name = "exact" if op == "scatter_elements" else f"exact-{op}".replace("_", "-")
        suffix = "" if include_self else "-without-self"
        yield case(f"{name}-{dtype}-{rounding}{suffix}", "fractions of Python", op, data, tuples_of(op, indices), output, updates, **words)


def updates_of(data, indices, updates, include_self):
    """The elements that have updates, and what is reduced there, as Python's integers."""
    for i in sorted({*indices.tolist()}):
        yield i, [int(data[i])] * include_self + [int(update) for update, at in zip(updates, indices) if at == i]


def tuples_of(op, indices):
    return indices[:, None] if op == "scatter_nd" else indices


def differences():
    random = np.random.default_rng(67)
    for op in ("scatter_nd", "scatter_elements", "scatter_update"):
        for dtype in ("int8", "uint64"):
            limits = np.iinfo(dtype)
            data, updates = (random.integers(limits.min, limits.max, n, dtype, endpoint=True) for n in (4, 9))
            indices, output = random.integers(0, 3, 9), data.copy()
            for i, (first, *rest) in updates_of(data, indices, updates, False):
                output[i] = (first - sum(rest) - limits.min) % 2**limits.bits + limits.min
            name = f"exact-{op}-{dtype}-sub-without-self".replace("_", "-")
            yield case(name, "integers of Python", op, data, tuples_of(op, indices), output, updates, reduction="sub", include_self=False)


def main():
    random = np.random.default_rng(29)
    every = [(dtype, rounding, include_self) for dtype in INTEGERS for rounding in ("floors", "truncates") for include_self in (True, False)]
    exact = [*from_fractions("scatter_elements", random, 40, every)]
    for n, op in enumerate(("scatter_nd", "scatter_update")):
        # Either rounding, one with the old element and the other without.
        exact += from_fractions(op, random, 12, [row for row in every if (row[1] == "floors") == (row[2] == (n == 0))])
    write(FILE, [*from_openvino(), *exact, *means_of_other_types(), *differences()])
