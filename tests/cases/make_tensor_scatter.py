"""Writes tensor_scatter.json: ONNX's own node tests of TensorScatter, and calls that its reference evaluator has computed.

    python tests/cases/make_tensor_scatter.py        with the package `onnx`, whose version is in each source

Cases by hand, which come first in the file, are kept: those whose source does not begin with "onnx ".
"""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import helper
from onnx.backend.test.case.node import collect_testcases
from onnx.reference import ReferenceEvaluator

FILE = Path(__file__).with_name("tensor_scatter.json")
DTYPES = {"<f4": "float32", "<f8": "float64", "<i4": "int32", "<i8": "int64", "|i1": "int8", "|u1": "uint8", "|b1": "bool"}
OPSET = 24


def number(value):
    value = value.item()
    return value if not isinstance(value, int) or abs(value) < 2**53 else str(value)


def tensor(array):
    return {"shape": list(array.shape), "values": [number(value) for value in array.reshape(-1)]}


def case(name, source, inputs, output, attributes):
    past_cache, update, *write_indices = inputs
    indices = {"indices": {**tensor(write_indices[0]), "dtype": DTYPES[write_indices[0].dtype.str]}} if write_indices else {}
    return {
        "id": name,
        "source": source,
        "op": "tensor_scatter",
        **attributes,
        "dtype": DTYPES[past_cache.dtype.str],
        "profile": "onnx",
        "data": tensor(past_cache),
        "updates": tensor(update),
        **indices,
        "expect": {"values": [number(value) for value in output.reshape(-1)]},
    }


def attributes_of(node):
    return {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}


def decoded(attributes):
    return {name: value.decode() if isinstance(value, bytes) else value for name, value in attributes.items()}


def node_tests():
    for test in collect_testcases("TensorScatter"):
        node = test.model.graph.node[0]
        if len(test.model.graph.node) != 1 or node.op_type != "TensorScatter":
            continue
        inputs, (output,) = test.data_sets[0]
        yield case(test.name.replace("_", "-"), f"onnx {onnx.__version__}, node test {test.name}", inputs, output, decoded(attributes_of(node)))


def evaluate(inputs, **attributes):
    names = ["past_cache", "update", "write_indices"][: len(inputs)]
    node = helper.make_node("TensorScatter", names, ["present_cache"], **attributes)
    infos = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), None) for name, array in zip(names, inputs)]
    output = helper.make_tensor_value_info("present_cache", helper.np_dtype_to_tensor_dtype(inputs[0].dtype), None)
    model = helper.make_model(helper.make_graph([node], "tokens", infos, [output]), opset_imports=[helper.make_opsetid("", OPSET)])
    return ReferenceEvaluator(model).run(None, dict(zip(names, inputs)))[0]


def drawn():
    random = np.random.default_rng(24)
    shapes = (
        ((2, 3, 8, 4), 2, -2),
        ((3, 9, 2), 9, 1),
        ((3, 2, 5), 3, -1),
        ((1, 2, 3, 6), 1, 3),
        ((4, 5), 2, 1),
        ((2, 7, 3), 0, 1),
    )
    for n, (shape, tokens, axis) in enumerate(shapes):
        for mode in ("linear", "circular"):
            for has_indices in (False, True):
                dtype = (np.float32, np.int64, np.int8)[n % 3]
                past_cache = random.integers(-100, 100, shape).astype(dtype)
                update_shape = list(shape)
                update_shape[axis] = tokens
                inputs = [past_cache, random.integers(-100, 100, update_shape).astype(dtype)]
                end = shape[axis] - tokens + 1 if mode == "linear" else 3 * shape[axis]
                if has_indices:
                    inputs.append(random.integers(0, end, shape[0]).astype(np.int64))
                output = evaluate(inputs, mode=mode, axis=axis)
                source = f"onnx {onnx.__version__}, reference evaluator of TensorScatter-24"
                yield case(f"evaluated-{n}-{mode}{'' if has_indices else '-from-0'}", source, inputs, output, {"axis": axis, "mode": mode})


def main():
    kept = [one for one in json.loads(FILE.read_text()) if not one["source"].startswith("onnx ")] if FILE.exists() else []
    lines = [json.dumps(one) for one in (*kept, *node_tests(), *drawn())]
    FILE.write_text("[\n  " + ",\n  ".join(lines) + "\n]\n")


main()
