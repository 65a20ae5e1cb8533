"""Writes openvino.json: what OpenVINO's CPU plugin computes for each version of its scatters and gathers. mean.json has ScatterElementsUpdate-12 with all
reductions.

    script/cases --make openvino        with the packages `openvino` and `numpy`, whose versions are in each source

GatherND-5 makes one dimension of all batch dimensions. Its output has the same elements, and the shape that it has here is GatherND-8's.
"""

from pathlib import Path

import numpy as np
import openvino
from of_numpy import case, write
from of_openvino import compute, source
from openvino import opset1, opset3, opset4, opset5, opset6, opset7, opset8, opset12, opset15

FILE = Path(__file__).with_name("openvino.json")
RANDOM = np.random.default_rng(31)
REDUCTIONS = {"none": "none", "sum": "add", "sub": "sub", "prod": "mul", "min": "min", "max": "max"}


def computed(name, operator, op, node_of, data, indices, updates=None, shape=None, **words):
    arrays = [array for array in (data, indices, updates) if array is not None]
    inputs = [openvino.op.Parameter(openvino.Type(array.dtype), openvino.PartialShape(array.shape)) for array in arrays]
    output = compute(node_of(*inputs), inputs, arrays)
    return case(name, source(f"CPU plugin, {operator}"), op, data, indices, output.reshape(shape or output.shape), updates, **words)


def numbers(*shape):
    return RANDOM.integers(-9, 10, shape).astype(np.float32)


def distinct(size, n):
    return RANDOM.permutation(size)[:n].astype(np.int32)


def scatters():
    data, updates = numbers(2, 5, 3), numbers(2, 4, 3)
    words = {"axis": 1, "reduction": "none", "profile": "OpenVINO ScatterUpdate-3"}
    yield computed("scatterupdate-3", "ScatterUpdate-3", "scatter_update", lambda *x: opset3.scatter_update(*x, np.int64(1)), data, distinct(5, 4), updates, **words)
    data, indices, updates = numbers(5, 3), np.stack([distinct(5, 4) for _ in range(3)], 1), numbers(4, 3)
    words = {"axis": 0, "reduction": "none", "profile": "OpenVINO ScatterElementsUpdate-3"}
    yield computed(
        "scatterelementsupdate-3",
        "ScatterElementsUpdate-3",
        "scatter_elements",
        lambda *x: opset3.scatter_elements_update(*x, np.int64(0)),
        data,
        indices,
        updates,
        **words,
    )
    words["profile"] = "OpenVINO ScatterElementsUpdate-12"
    yield computed(
        "scatterelementsupdate-12",
        "ScatterElementsUpdate-12",
        "scatter_elements",
        lambda *x: opset12.scatter_elements_update(*x, np.int64(0), "none", True),
        data,
        indices - np.int32(5),
        updates,
        **words,
    )
    data, updates = numbers(4, 3, 2), numbers(5, 2)
    tuples = np.stack(np.divmod(distinct(12, 5), 3), 1).astype(np.int32)
    words = {"reduction": "none", "profile": "OpenVINO ScatterNDUpdate-3"}
    yield computed("scatterndupdate-3", "ScatterNDUpdate-3", "scatter_nd", opset4.scatter_nd_update, data, tuples, updates, **words)
    for theirs, ours in REDUCTIONS.items():
        words = {"reduction": ours, "profile": "OpenVINO ScatterNDUpdate-15"}
        at = tuples if ours == "none" else tuples[[0, 1, 0, 2, 0]]  # of tuples that repeat, its threads may write any
        node_of = lambda *x, reduction=theirs: opset15.scatter_nd_update(*x, reduction)  # noqa: E731
        yield computed(f"scatterndupdate-15-{ours}", "ScatterNDUpdate-15", "scatter_nd", node_of, data, at, updates, **words)


def gathers():
    data = numbers(2, 5, 3)
    indices = RANDOM.integers(0, 5, (4,)).astype(np.int32)
    yield computed("gather-1", "Gather-1", "gather", lambda *x: opset1.gather(*x, np.int64(1)), data, indices, axis=1)
    rows = RANDOM.integers(0, 5, (2, 4)).astype(np.int32)
    yield computed("gather-7", "Gather-7", "gather", lambda *x: opset7.gather(*x, np.int64(1), 1), data, rows, axis=1, batch_dims=1)
    words = {"axis": 1, "batch_dims": 1, "profile": "OpenVINO Gather-8"}
    yield computed("gather-8", "Gather-8", "gather", lambda *x: opset8.gather(*x, np.int64(1), 1), data, rows - np.int32(5) * (rows > 2), **words)
    elements = RANDOM.integers(0, 5, (2, 7, 3)).astype(np.int32)
    yield computed("gatherelements-6", "GatherElements-6", "gather_elements", lambda *x: opset6.gather_elements(*x, 1), data, elements, axis=1)
    data, tuples = numbers(2, 2, 4, 3), RANDOM.integers(0, 4, (2, 2, 3, 1)).astype(np.int32)
    yield computed("gathernd-5", "GatherND-5", "gather_nd", lambda *x: opset5.gather_nd(*x, 2), data, tuples, shape=(2, 2, 3, 3), batch_dims=2)
    yield computed("gathernd-8", "GatherND-8", "gather_nd", lambda *x: opset8.gather_nd(*x, 2), data, tuples, batch_dims=2)


def main():
    write(FILE, [*scatters(), *gathers()])
