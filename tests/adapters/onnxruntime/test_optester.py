"""ONNX Runtime's own tests of its scatters and gathers, run by sessions with the provider: the numbers are those of tests/cases/onnxruntime.json, and
the tests that draw theirs at random have their shapes here.

    python -m tests.adapters.onnxruntime.test_optester

prints how many there are, how many pass and which do not."""

import itertools
import json
import re
import sys
import unittest
from pathlib import Path

from gen.arguments import Parser

if __name__ == "__main__":
    Parser(prog="python -m tests.adapters.onnxruntime.test_optester", description=__doc__).parse_args()  # before the imports that may be missing

import numpy as np  # noqa: E402

from tests.adapters.onnxruntime import support  # noqa: E402

CASES = Path(__file__).resolve().parents[2] / "cases" / "onnxruntime.json"
STREW = "StrewExecutionProvider"
OPSETS = {"Scatter-9": 9, "Gather-1": 9}  # all others are their operators' versions
NAMES = {"past_cache": "data", "update": "updates", "write_indices": "indices"}

# Data, indices and axis, which is 0 where a test gives none.
SHAPES = [
    ((2, 3), (1, 2), None),
    ((2, 2), (2, 2), 1),
    ((2, 2), (2, 2), -1),
    ((2, 2, 2), (1, 2, 1), 1),
    ((2, 2, 2), (1, 2, 1), 2),
    ((3, 3), (3, 2), 1),
    ((3, 3), (3, 2), None),
    ((3,), (2,), 0),
    ((2, 2, 2), (2, 2, 2), None),
    ((2, 2, 2), (3, 2, 2), 0),
    ((2, 2, 2, 3), (3, 2, 2, 2), 0),
    ((2, 2, 3, 3, 2), (2, 2, 3, 2, 2), None),
    ((2, 2, 1, 3, 1), (2, 2, 1, 2, 1), None),
    ((2, 3, 2), (2, 3, 2), -2),
    ((2, 2, 2), (2, 2, 3), 2),
    ((2, 2, 3, 2), (2, 2, 2, 3), -1),
    ((2, 1, 2, 3, 1, 2), (2, 1, 2, 2, 1, 2), 5),
    ((2, 1, 2, 2, 3, 2, 2), (2, 1, 2, 3, 2, 2, 2), 3),
    ((2, 1, 1, 2, 3, 2, 3), (2, 1, 1, 2, 3, 2, 2), -5),
]
INT32 = (0, 1, 3, 5, 7, 8, 10, 12, 15, 17)  # whose indices are of 32 bits
TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "float16")


def array(tensor, dtype):
    dtype = np.dtype(tensor.get("dtype", dtype))
    if "fill" in tensor:
        return np.full(tensor["shape"], tensor["fill"], dtype)
    return np.array(tensor["values"]).astype(dtype).reshape(tensor["shape"])


def run_case(case, constants=()):
    """What the session gives, and which provider had the node."""
    operator, version = re.fullmatch(r"ONNX (\w+)-(\d+)", case["profile"]).groups()
    opset = OPSETS.get(f"{operator}-{version}", int(version))
    names = {"TensorScatter": ("past_cache", "update", "write_indices")}.get(operator, ("data", "indices", "updates"))
    inputs = {name: array(case[NAMES.get(name, name)], case["dtype"]) for name in names if NAMES.get(name, name) in case}
    attributes = {key: case[key] for key in ("axis", "batch_dims", "reduction", "mode") if key in case and (key, case[key]) != ("reduction", "none")}
    model = support.model(operator, inputs, constants, opset=opset, **attributes)
    (output,), providers = support.run_and_watch(model, support.feeds(inputs, constants), gather=True)
    return output, providers.get(operator)


def check_case(case):
    expect = case["expect"]
    for constants in ((), ("indices",) if "indices" in case and case["op"] != "tensor_scatter" else ()):
        try:
            output, provider = run_case(case, constants)
        except Exception as error:  # noqa: BLE001 the runtime's own, of several kinds
            assert "error" in expect, error
            continue
        assert "error" not in expect, "it is not rejected"
        right = array({"shape": expect.get("shape", case["data"]["shape"]), **expect}, case["dtype"])
        assert provider == STREW, provider
        np.testing.assert_array_equal(output, right)


def check_random(number, data_shape, indices_shape, axis, dtype, operator, opset):
    """As these tests draw their numbers: negative indices too, and equal updates of one element."""
    random = np.random.default_rng(number)
    place = (axis or 0) % len(data_shape)
    data = (2 * np.arange(np.prod(data_shape))).astype(dtype).reshape(data_shape)
    size = data_shape[place]
    indices = random.integers(-size, size, indices_shape).astype(np.int32 if number in INT32 else np.int64)
    updates, right, written = (1 + 2 * np.arange(indices.size)).astype(dtype).reshape(indices_shape), data.copy(), {}
    for at in np.ndindex(indices_shape):
        to = (*at[:place], int(indices[at]) % size, *at[place + 1 :])
        updates[at] = written.setdefault(to, updates[at])
        right[to] = updates[at]
    inputs = {"data": data, "indices": indices, "updates": updates}
    attributes = {} if axis is None else {"axis": axis}
    (output,), providers = support.run_and_watch(support.model(operator, inputs, opset=opset, **attributes), inputs)
    assert providers == {operator: STREW}, providers
    np.testing.assert_array_equal(output, right)


def check_many_indices():
    """More of them than the runtime's kernel gives to one thread."""
    data, indices = np.arange(20000, dtype=np.float32).reshape(2, 10000), np.zeros((1, 10000), np.int32)
    model = support.model("GatherElements", {"data": data, "indices": indices}, opset=11, axis=0)
    (output,), providers = support.run_and_watch(model, {"data": data, "indices": indices}, gather=True)
    assert providers == {"GatherElements": STREW}, providers
    np.testing.assert_array_equal(output, data[:1])


def every_test():
    """Of each a name, and a function that raises an error where it fails."""
    for case in json.loads(CASES.read_text()):
        yield f"{case['source'].split(', ')[1]}, {case['id']}, {case['profile']}", lambda case=case: check_case(case)
    for (number, shapes), dtype, (operator, opset) in itertools.product(enumerate(SHAPES), TYPES, (("Scatter", 9), ("ScatterElements", 11))):
        arguments = (number, *shapes, dtype, operator, opset)
        yield f"Scatter.{dtype}, shapes {shapes}, {operator}-{opset}", lambda arguments=arguments: check_random(*arguments)
    yield "GatherElementsOpTest.BigIndices", check_many_indices


class OpTester(unittest.TestCase):
    def test_all_of_them(self):
        n = 0
        for name, check in every_test():
            with self.subTest(name):
                check()
            n += 1
        self.assertEqual(n, 630)


def main():
    n, failed = 0, 0
    for name, check in every_test():
        n += 1
        try:
            check()
        except Exception as error:  # noqa: BLE001 of a test
            failed += 1
            print(f"{name}: {error}")
    print(f"{n} tests of ONNX Runtime, {n - failed} passed, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
