"""Writes gather.json: ONNX's own node tests of its three operators, and calls that its reference evaluator has computed.

    python tests/cases/make_gather.py        with the package `onnx`, whose version is in each source

Cases by hand, which come first in the file, are kept: those whose source does not begin with "onnx ".
"""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import helper
from onnx.backend.test.case.node import collect_testcases
from onnx.reference import ReferenceEvaluator

FILE = Path(__file__).with_name("gather.json")
OPERATORS = {"GatherND": "gather_nd", "GatherElements": "gather_elements", "Gather": "gather"}
DTYPES = {"<f4": "float32", "<f8": "float64", "<i4": "int32", "<i8": "int64", "|i1": "int8", "|u1": "uint8", "|b1": "bool"}


def number(value):
    value = value.item()
    return value if not isinstance(value, int) or abs(value) < 2**53 else str(value)


def tensor(array):
    return {"shape": list(array.shape), "values": [number(value) for value in array.reshape(-1)]}


def case(name, source, op, data, indices, output, attributes):
    return {
        "id": name,
        "source": source,
        "op": op,
        **attributes,
        "dtype": DTYPES[data.dtype.str],
        "data": tensor(data),
        "indices": {**tensor(indices), "dtype": DTYPES[indices.dtype.str]},
        "expect": tensor(output),
    }


def attributes_of(node):
    return {attribute.name: attribute.i for attribute in node.attribute if attribute.i}


def node_tests():
    for test in collect_testcases(None):
        node = test.model.graph.node[0]
        if len(test.model.graph.node) != 1 or node.op_type not in OPERATORS:
            continue
        (data, indices), (output,) = test.data_sets[0]
        source = f"onnx {onnx.__version__}, node test {test.name}"
        yield case(test.name.replace("_", "-"), source, OPERATORS[node.op_type], data, indices, output, attributes_of(node))


def evaluate(op, opset, data, indices, **attributes):
    node = helper.make_node(op, ["data", "indices"], ["output"], **attributes)
    inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), None) for name, array in (("data", data), ("indices", indices))]
    output = helper.make_tensor_value_info("output", helper.np_dtype_to_tensor_dtype(data.dtype), None)
    model = helper.make_model(helper.make_graph([node], op, inputs, [output]), opset_imports=[helper.make_opsetid("", opset)])
    return ReferenceEvaluator(model).run(None, {"data": data, "indices": indices})[0]


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
            axis = attributes.get("axis", 0)
            batch_dims = attributes.get("batch_dims", 0)
            sizes = np.array(data_shape[batch_dims : batch_dims + indices_shape[-1]]) if op == "GatherND" else data_shape[axis]
            indices = random.integers(-np.asarray(sizes), sizes, indices_shape).astype(index_dtype)
            output = evaluate(op, max(version, 11), data, indices, **attributes)
            source = f"onnx {onnx.__version__}, reference evaluator of {op}-{version}"
            yield case(f"evaluated-{n}-{np.dtype(dtype).name}", source, OPERATORS[op], data, indices, output, attributes)


def main():
    kept = [one for one in json.loads(FILE.read_text()) if not one["source"].startswith("onnx ")]
    lines = [json.dumps(one) for one in (*kept, *node_tests(), *drawn())]
    FILE.write_text("[\n  " + ",\n  ".join(lines) + "\n]\n")


main()
