"""The case files that all of strew follows (tests/cases), through compiled models: those that OpenVINO's operators can say."""

import json
import unittest
from collections import Counter
from pathlib import Path

import numpy as np

from tests.adapters.openvino import support
from tests.case_keys import skip_unknown

CASES = Path(__file__).resolve().parents[2] / "cases"
OPERATORS = {"scatter_nd": "ScatterNDUpdate-15", "scatter_elements": "ScatterElementsUpdate-12", "scatter_update": "ScatterUpdate-3"}
WORDS = {"add": "sum", "mul": "prod"}
TYPES = ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
CANNOT_SAY = ("policy", "nan", "negative_wrap", "mean_rounding", "shape_only", "large", "ignore_index", "alpha", "flat_indices")
MAX_RANK = 12  # of the CPU plugin
FILES = {"elements", "mean", "profiles", "rows", "specifications", "types", "update"}  # each has some


def can_say(case):
    operator = OPERATORS.get(case["op"])
    if operator is None or case["dtype"] not in TYPES or case["indices"].get("dtype") not in ("int32", "int64"):
        return False
    if "dtype" in case["updates"]:
        return False
    if len(case["updates"]["shape"]) > MAX_RANK or case["id"].endswith("-3-rejects-negative-indices"):
        return False  # the CPU plugin counts them from the end in older versions too, and so does strew there
    if case["id"] == "float16-ones-stop-at-2048":
        return False  # the CPU plugin adds in float32, and so does strew there
    if any(word in case for word in CANNOT_SAY) or not case.get("profile", "OpenVINO").startswith("OpenVINO"):
        return False
    if not case.get("include_self", True) and operator != "ScatterElementsUpdate-12":
        return False
    reduction = case.get("reduction", "none")
    if WORDS.get(reduction, reduction) not in support.REDUCTIONS.get(operator, ("none",)):
        return False
    return "values" in case["expect"] or case["expect"].get("status") == "STREW_STATUS_INDEX_OUT_OF_BOUNDS"


def read(tensor, dtype):
    number = int if dtype.kind in "iu" else float
    values = [number(value) if isinstance(value, str) else value for value in tensor.get("values", [])]
    if "fill" in tensor:
        return np.full(tensor["shape"], tensor["fill"], dtype)
    return np.array(values, dtype).reshape(tensor["shape"])


class Cases(unittest.TestCase):
    def test_all_that_openvino_can_say(self):
        counts = Counter()
        for name in sorted(FILES):
            for case in json.loads((CASES / f"{name}.json").read_text()):
                if not can_say(case):
                    continue
                with self.subTest(file=name, case=case["id"]):
                    skip_unknown(case)
                    dtype, operator = np.dtype(case["dtype"]), OPERATORS[case["op"]]
                    inputs = {"data": read(case["data"], dtype), "indices": read(case["indices"], np.dtype(case["indices"]["dtype"]))}
                    inputs["updates"] = read(case["updates"], dtype)
                    attributes = {}
                    if operator in support.REDUCTIONS:
                        reduction = case.get("reduction", "none")
                        attributes["reduction"] = WORDS.get(reduction, reduction)
                    if support.has_axis(operator):
                        inputs["axis"] = np.array(case.get("axis", 0))
                    if operator == "ScatterElementsUpdate-12":
                        attributes["use_init_val"] = case.get("include_self", True)
                    compiled = support.strew(support.model(operator, inputs, **attributes))
                    if "values" in case["expect"]:
                        right = read({"shape": case["data"]["shape"], **case["expect"]}, dtype)
                        np.testing.assert_array_equal(support.run(compiled, inputs), right)
                    else:
                        with self.assertRaisesRegex(RuntimeError, "is empty" if 0 in case["data"]["shape"] else "outside"):
                            support.run(compiled, inputs)
                    counts[name] += 1
        self.assertEqual(set(counts), FILES)
        self.assertGreater(counts.total(), 100)
