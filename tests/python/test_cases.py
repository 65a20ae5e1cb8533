"""The cases that PyTorch, OpenVINO, ONNX and NumPy have computed (tests/cases/make_*.py), by the way of a caller of the package: plain and planned calls."""

import json
import unittest
from pathlib import Path
from typing import Any, Dict, Iterator, Optional, Tuple

import ml_dtypes
import numpy as np

import strew
from strew._tables import NUMPY_DTYPES

CASES = Path(__file__).resolve().parents[1] / "cases"
FILES = {  # and at least so many cases in each
    "gather": 130, "ignore_index": 90, "index_types": 100, "mean": 210, "openvino": 15, "rows": 35, "tensor_scatter": 70, "torch": 260,
    "views": 70,
}  # fmt: skip
SHARED = ("policy", "negative_wrap", "profile", "ignore_index")
SCATTER_WORDS = ("nan", "include_self", "mean_rounding")
FAMILIES = {"onnx": "ONNX ", "openvino": "OpenVINO "}


def dtype_of(name: str) -> np.dtype:
    return np.dtype(f"V{name.removeprefix('opaque')}") if name.startswith("opaque") else NUMPY_DTYPES[name]


def element(value: Any, dtype: np.dtype) -> Any:
    if dtype == strew.STRING and isinstance(value, str):
        return np.frombuffer(bytes.fromhex(value).ljust(dtype.itemsize, b"\0"), dtype)[0].item()
    if dtype.kind == "V" and dtype.names is None and dtype.isbuiltin != 2:
        return bytes.fromhex(value)
    if isinstance(value, str):
        return int(value) if dtype.kind in "iu" else float(value)
    return complex(*map(float, value)) if isinstance(value, list) else value


def read(tensor: Dict[str, Any], dtype: np.dtype) -> np.ndarray:
    """The array, or the view of a buffer, that a case describes."""
    shape = tensor["shape"]
    if tensor.get("values") is None:  # the contents do not matter
        return np.broadcast_to(np.zeros((), dtype), shape)
    flat = np.array([element(value, dtype) for value in tensor["values"]], dtype)
    if "strides" not in tensor:
        return flat.reshape(shape)
    steps = [step * dtype.itemsize for step in tensor["strides"]]
    # Not by as_strided, which does not know every dtype of ml_dtypes.
    return np.ndarray(shape, dtype, flat.view(np.uint8).data, tensor.get("offset", 0) * dtype.itemsize, steps)


def as_expected(found: np.ndarray, expected: np.ndarray) -> bool:
    """Any NaN is any NaN, and a 0 of a case either zero; all else is equal bit for bit."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    if found.tobytes() == expected.tobytes():
        return True
    if found.dtype.kind in "biuV" and found.dtype.isbuiltin != 2:
        return False
    is_zero = (expected == 0) & ~np.signbit(expected) & (found == 0)
    return bool(np.all((found == expected) & (np.signbit(found) == np.signbit(expected)) | (np.isnan(found) & np.isnan(expected)) | is_zero))


def profile_of(case: Dict[str, Any]) -> Optional[str]:
    """Of a family the newest profile for the operator, if it has one."""
    word = case.get("profile")
    if word not in FAMILIES:
        return word
    operator = {"scatter_nd": "ScatterND", "scatter_elements": "ScatterElements", "scatter_update": "ScatterUpdate"}.get(case["op"])
    operator = operator or {"gather_nd": "GatherND", "gather_elements": "GatherElements", "gather": "Gather", "tensor_scatter": "TensorScatter"}[case["op"]]
    found = [name for name in strew.PROFILES if name.startswith(f"{FAMILIES[word]}{operator}-")]
    return found[-1] if found else None


def call_of(case: Dict[str, Any], dtype: np.dtype) -> Tuple[Any, Tuple[Any, ...], Tuple[Any, ...], Dict[str, Any]]:
    """The function, its arrays, its other positional arguments and its options."""
    data, words = read(case["data"], dtype), {name: case[name] for name in SHARED if name in case}
    if "ignore_index" in case:
        words["ignore_index"] = int(case["ignore_index"])  # a string where 53 bits may not do
    if "profile" in case:
        words["profile"] = profile_of(case)
    if case["op"] == "masked_scatter":
        return strew.masked_scatter, (data, read(case["mask"], np.dtype(np.bool_)), read(case["updates"], dtype)), (), {}
    indices = read(case["indices"], dtype_of(case["indices"]["dtype"])) if "indices" in case else None
    if case["op"] == "tensor_scatter":
        return strew.tensor_scatter, (data, read(case["updates"], dtype), indices), (case.get("axis", -2), case.get("mode", "linear")), words
    if case["op"].startswith("gather"):
        if "fill" in case:
            words["fill"] = np.array(element(case["fill"], dtype), dtype)
        if case.get("flat_indices"):
            return strew.take, (data, indices), (), words
        numbers = {"gather_nd": ("batch_dims",), "gather_elements": ("axis",), "gather": ("axis", "batch_dims")}[case["op"]]
        return getattr(strew, case["op"]), (data, indices), tuple(case.get(name, 0) for name in numbers), words
    words.update((name, case[name]) for name in SCATTER_WORDS if name in case)
    if "alpha" in case:
        words["alpha"] = np.array(element(case["alpha"], dtype), dtype)[()]
    words["profile"] = profile_of(case)
    axis = () if case["op"] == "scatter_nd" else (case.get("axis", 0),)
    function = strew.put if case.get("flat_indices") else getattr(strew, case["op"])
    return function, (data, indices, read(case["updates"], dtype)), (*axis, case["reduction"]), words


def planned(function: Any, arrays: Tuple[Any, ...], rest: Tuple[Any, ...], words: Dict[str, Any]) -> np.ndarray:
    """The same by a plan of shapes and strides."""
    data, indices = arrays[:2]
    strides = {
        f"{name}_strides": tuple(step // array.itemsize for step in array.strides)
        for name, array in zip(("data", "indices", "updates"), arrays)
    }
    plan = getattr(strew, f"plan_{function.__name__}")
    result: np.ndarray = plan(data.shape, data.dtype, indices.shape, *rest, index_dtype=indices.dtype, **strides, **words)(*arrays)
    return result


def cases() -> Iterator[Tuple[str, Dict[str, Any]]]:
    for file in FILES:
        for case in json.loads((CASES / f"{file}.json").read_text()):
            yield f"{file}/{case['id']}", case


class Cases(unittest.TestCase):
    def test_every_case(self) -> None:
        counts = dict.fromkeys(FILES, 0)
        for name, case in cases():
            counts[name.split("/")[0]] += 1
            dtype, expect = dtype_of(case["dtype"]), case["expect"]
            with self.subTest(name):
                function, arrays, rest, words = call_of(case, dtype)
                calls = [lambda: function(*arrays, *rest, **words)]
                if case["op"] not in ("tensor_scatter", "masked_scatter"):
                    calls.append(lambda: planned(function, arrays, rest, words))
                for call in calls:
                    if "values" in expect:
                        shape = expect.get("shape", case["data"]["shape"])
                        self.assertTrue(as_expected(call(), read({"shape": shape, "values": expect["values"]}, dtype)))
                        continue
                    with self.assertRaises(strew.ScatterError) as caught:
                        call()
                    if "status" in expect:
                        self.assertEqual(f"STREW_STATUS_{caught.exception.status.name}", expect["status"])
        for file, count in counts.items():
            self.assertGreaterEqual(count, FILES[file])

    def test_a_wrong_output_is_seen(self) -> None:
        one = np.array([1, 0, np.nan], np.float32)
        for other in (one[:2], one.astype(np.float64), one * -1, one + np.float32(1e-7), np.array([1, 0, 0], np.float32)):
            self.assertFalse(as_expected(other, one) and as_expected(one, other))
        self.assertTrue(as_expected(np.array([1, -0.0, np.nan], np.float32), one))
        self.assertFalse(as_expected(one, np.array([1, -0.0, np.nan], np.float32)))
        self.assertFalse(as_expected(np.array([1, 2]), np.array([1, 3])))
        self.assertTrue(as_expected(np.array([2], ml_dtypes.bfloat16), np.array([2], ml_dtypes.bfloat16)))
