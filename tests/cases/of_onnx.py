"""What the scripts that ask ONNX for cases have in common: its node tests, its reference evaluator, and elements of all its types that strew has."""

import ml_dtypes
import numpy as np
import onnx
from onnx import helper
from onnx.backend.test.case.node import collect_testcases
from onnx.reference import ReferenceEvaluator

VERSION = f"onnx {onnx.__version__}"
OBJECT = np.dtype(object)  # as NumPy has texts
SMALL_FLOATS = ("bfloat16", "float8_e4m3fn", "float8_e5m2")
FNUZ = ("float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu")  # of one byte; strew copies them as opaque elements
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
NUMPYS = ("float32", "float64", "float16", *INTEGERS, "bool", "complex64", "complex128")
DTYPES = (*map(np.dtype, NUMPYS), OBJECT, *(np.dtype(getattr(ml_dtypes, name)) for name in SMALL_FLOATS))
OPAQUE_DTYPES = tuple(np.dtype(getattr(ml_dtypes, name)) for name in FNUZ)


def elements(random, shape, dtype):
    """Of integers any; of floats small numbers, infinities and NaNs."""
    if dtype == OBJECT:
        return np.array([f"t{n}" for n in random.integers(0, 999, shape).reshape(-1)], object).reshape(shape)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return random.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    if dtype.kind in "bc":
        return (random.integers(0, 2, shape) + (1.5j * random.integers(-9, 10, shape) if dtype.kind == "c" else 0)).astype(dtype)
    values = random.integers(1, 9, shape) * random.choice((-0.25, 0.5), shape)
    special = random.random(shape)
    values[special < 0.1], values[special > 0.9] = np.nan, -np.inf
    return (np.abs(values) if dtype in OPAQUE_DTYPES else values).astype(dtype)


def opaque(array):
    """As strew has it."""
    return array.view("V1") if array.dtype in OPAQUE_DTYPES else array


def node_tests(op_types):
    """Of those that test one of the operators alone: the name of the operator, the test's, its inputs, its output, and its attributes that are not 0."""
    for test in collect_testcases(None):
        node = test.model.graph.node[0]
        if len(test.model.graph.node) == 1 and node.op_type in op_types:
            inputs, (output,) = test.data_sets[0]
            attributes = {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}
            words = {name: value.decode() if isinstance(value, bytes) else value for name, value in attributes.items() if value}
            yield node.op_type, test.name, inputs, output, words


def evaluate(op_type, opset, names, inputs, **attributes):
    node = helper.make_node(op_type, names, ["output"], **attributes)
    infos = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), None) for name, array in zip(names, inputs)]
    output = helper.make_tensor_value_info("output", helper.np_dtype_to_tensor_dtype(inputs[0].dtype), None)
    model = helper.make_model(helper.make_graph([node], op_type, infos, [output]), opset_imports=[helper.make_opsetid("", opset)])
    return ReferenceEvaluator(model).run(None, dict(zip(names, inputs)))[0]
