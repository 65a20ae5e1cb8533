"""docs/specifications.md: the tests that it names exist, its values are theirs, and every operator has a call.

In its tables `output = [50, 40]`, `output[4] = 14` or `indices.shape = [5, 1]` is a claim about the cases that the row names. What holds must be
so in every one of them, and what a wrong text says must not. A case that expects a rejection has the inputs of either column, and the status.
"""

import json
import re
import unittest
from pathlib import Path

from gen.profiles import PROFILES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "specifications.md").read_text()
CLAIM = re.compile(r"`(data|indices|updates|output)(\.shape)?((?:\[\d+\])*) = ([^`]+)`")
# Of each runtime, the operators that scatter or gather, whatever their version. What has a profile must be here.
OPERATORS = {
    "ONNX": "Scatter ScatterElements ScatterND TensorScatter Gather GatherElements GatherND",
    "OpenVINO": "ScatterUpdate ScatterElementsUpdate ScatterNDUpdate Gather GatherElements GatherND",
    "PyTorch": "scatter scatter_add scatter_reduce index_add index_copy index_reduce index_fill index_put gather index index_select take take_along_dim put_ "
    "masked_scatter",
}
WORDS = {"NaN": float("nan"), "Inf": float("inf"), "-Inf": float("-inf")}


def rows(heading):
    """The rows of the table below a heading, without its head."""
    section = PAGE.split(f"\n## {heading}", 1)[1].split("\n## ", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in section.splitlines() if line.startswith("|")][2:]


def cases():
    found = {}
    for file in (ROOT / "tests" / "cases").glob("*.json"):
        found.update({f"{file.stem}/{case['id']}": case for case in json.loads(file.read_text())})
    return found


def nested(values, shape):
    if not shape:
        return values[0]
    step = len(values) // shape[0] if shape[0] else 0
    return [nested(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def look_up(case, name, of_shape, indices):
    """What a case says about the left side of a claim."""
    if of_shape:
        return case[name]["shape"]
    values = case["expect"]["values"] if name == "output" else case[name]["values"]
    value = nested([WORDS.get(value, value) if isinstance(value, str) else value for value in values], case["data" if name == "output" else name]["shape"])
    for index in re.findall(r"\d+", indices):
        value = value[int(index)]
    return value


def holds(case, claim):
    name, of_shape, indices, right = claim
    return repr(look_up(case, name, of_shape, indices)) == repr(json.loads(right))  # NaN is NaN


def operator_of(case):
    """The operator of a case: one with flat indices is put or take."""
    return {"scatter_nd": "put", "gather_nd": "take"}[case["op"]] if case.get("flat_indices") else case["op"]


class Specifications(unittest.TestCase):
    def check(self, said, held, shown_by):
        known = cases()
        names = re.findall(r"`([^`]+)`", shown_by)
        for name in names:
            if ": " in name:
                path, test = name.split(": ")
                self.assertRegex((ROOT / path).read_text(), rf"def {test}\(|TEST\({test}\)|add_test\({test},", name)
                continue
            self.assertTrue(name in known, f"there is no case {name}")
            case = known[name]
            rejected = "error" in case["expect"]
            if rejected and "status" in case["expect"] and "STREW_" in held:
                self.assertIn(f"`{case['expect']['status']}`", held, name)
            for claim in CLAIM.findall(held):
                self.assertTrue(rejected or holds(case, claim), f"{name}: {claim}")
            for claim in CLAIM.findall(said):
                self.assertEqual(holds(case, claim), rejected, f"{name}: {claim}")
        return len(names)

    def test_every_operator_has_a_call(self):
        table, known = rows("Which call answers which operator"), cases()
        titles = [f"{family} {name}" for family, names in OPERATORS.items() for name in names.split()]
        self.assertEqual([operator for operator, _, _ in table], titles)
        self.assertLessEqual({profile.title.rsplit("-", 1)[0] for profile in PROFILES}, set(titles))
        for operator, call, shown_by in table:
            with self.subTest(operator):
                self.assertGreater(self.check("", "", shown_by), 0)
                used = {operator_of(known[name]) for name in re.findall(r"`([^`]+)`", shown_by)}
                named = {name.lower() for name in re.findall(r"`(?:strew|STREW_OPERATOR)_(\w+)`", call)}
                self.assertEqual(used - named, set())

    def test_where_they_are_wrong(self):
        table = rows("Where they are wrong")
        self.assertGreaterEqual(len(table), 12)
        for text, said, held, shown_by in table:
            with self.subTest(text):
                self.assertGreater(self.check(said, held, shown_by), 0)

    def test_where_they_are_silent(self):
        table = rows("Where they are silent")
        self.assertGreaterEqual(len(table), 20)
        for question, answer, shown_by in table:
            with self.subTest(question):
                count = self.check("", answer, shown_by)
                self.assertTrue(count > 0 or "Not promised" in answer)

    def test_segments_without_rows(self):
        table = rows("Segments without rows")
        self.assertGreaterEqual(len(table), 8)
        for operator, _, _, _, shown_by in table:
            with self.subTest(operator):
                self.assertGreater(self.check("", "", shown_by), 0)

    def test_a_wrong_value_would_be_seen(self):
        shown_by = "`specifications/openvino-example-1-none-is-50-40-20-4`"
        self.check("`output = [50, 20, 20, 4]`", "`output = [50, 40, 20, 4]`", shown_by)
        for said, held in (("", "`output = [50, 20, 20, 4]`"), ("`output = [50, 40, 20, 4]`", ""), ("", "`indices.shape = [5]`"), ("", "`output[1] = 20`")):
            with self.assertRaises(AssertionError):
                self.check(said, held, shown_by)
        with self.assertRaises(AssertionError):
            self.check("", "", "`specifications/no-such-case`")
