"""Every profile: the types, index types, reductions and negative indices that it allows, and its rejections by name.

The table is the contract's; the library has its own.
"""

import unittest
from dataclasses import dataclass
from typing import Dict, FrozenSet, Tuple

import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, Status
from strew._tables import DTYPE_NUMBERS, NUMPY_DTYPES

from .support import COMBINING, OPERATORS, arrays, plain_loop, same, scatter

_INTEGERS = {f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)}
NUMERIC = frozenset({"float16", "bfloat16", "float32", "float64", *_INTEGERS})
ALL_16 = frozenset({*NUMERIC, "bool", "complex64", "complex128", "string"})
ALL_15 = ALL_16 - {"bfloat16"}
NUMERIC_AND_BOOL = frozenset({*NUMERIC, "bool"})

BOTH = ("int32", "int64")
NONE = ("none",)
ADD_MUL = ("none", "add", "mul")
MIN_MAX = ("none", "add", "mul", "min", "max")
ALL_SIX = ("none", "add", "sub", "mul", "min", "max")


@dataclass(frozen=True)
class Row:
    name: str
    operator: str
    dtypes: FrozenSet[str]
    indices: Tuple[str, ...]
    reductions: Tuple[str, ...]
    wraps: bool
    any_single_update: bool = False


ROWS = [
    Row("ONNX Scatter-9", "scatter_elements", ALL_15, BOTH, NONE, False),
    Row("ONNX Scatter-11", "scatter_elements", ALL_15, BOTH, NONE, True),
    Row("ONNX ScatterElements-11", "scatter_elements", ALL_15, BOTH, NONE, True),
    Row("ONNX ScatterElements-13", "scatter_elements", ALL_16, BOTH, NONE, True),
    Row("ONNX ScatterElements-16", "scatter_elements", ALL_16, BOTH, ADD_MUL, True),
    Row("ONNX ScatterElements-18", "scatter_elements", ALL_16, BOTH, MIN_MAX, True),
    Row("ONNX ScatterND-11", "scatter_nd", ALL_15, ("int64",), NONE, True),
    Row("ONNX ScatterND-13", "scatter_nd", ALL_16, ("int64",), NONE, True),
    Row("ONNX ScatterND-16", "scatter_nd", ALL_16, ("int64",), ADD_MUL, True),
    Row("ONNX ScatterND-18", "scatter_nd", ALL_16, ("int64",), MIN_MAX, True),
    Row("OpenVINO ScatterNDUpdate-3", "scatter_nd", NUMERIC, BOTH, NONE, False, any_single_update=True),
    Row("OpenVINO ScatterNDUpdate-15", "scatter_nd", NUMERIC_AND_BOOL, BOTH, ALL_SIX, True, any_single_update=True),
    Row("OpenVINO ScatterElementsUpdate-3", "scatter_elements", NUMERIC, BOTH, NONE, False),
    Row("OpenVINO ScatterElementsUpdate-12", "scatter_elements", NUMERIC_AND_BOOL, BOTH, MIN_MAX, True),
    Row("OpenVINO ScatterUpdate-3", "scatter_update", NUMERIC, BOTH, NONE, False),
]

# tests/runtime/test_run_gather.c tests what these allow; here are their names.
GATHERS = ["ONNX Gather-1", "ONNX Gather-11", "ONNX Gather-13", "ONNX GatherElements-11", "ONNX GatherElements-13"]
GATHERS += ["ONNX GatherND-11", "ONNX GatherND-12", "ONNX GatherND-13", "OpenVINO Gather-8"]

# tests/runtime/test_profiles.c and test_run_gather.c test what these allow, and tests/cases/torch.json has what PyTorch computes.
PYTORCH = ["PyTorch scatter_reduce-2", "PyTorch index_reduce-2", "PyTorch index_select-2"]

# For every operator: shape of data and shape of indices, along the first axis.
SHAPES = {"scatter_nd": ((5, 3), (6, 1)), "scatter_elements": ((5, 3), (6, 3)), "scatter_update": ((5, 3), (6,))}


class Profiles(unittest.TestCase):
    def setUp(self) -> None:
        self.rng = np.random.default_rng(0)

    def arrays(self, operator: str, dtype: np.dtype, indices: str = "int64") -> Tuple[np.ndarray, ...]:
        return arrays(self.rng, operator, *SHAPES[operator], dtype, np.dtype(indices).type, 0)

    def rejected(self, row: Row, wrong: Dict[Status, str], *three: np.ndarray, **options: str) -> ScatterError:
        """By one of these statuses, with its word and, where it is the profile that rejects, the profile's name."""
        out = np.zeros_like(three[0])
        out.view(np.uint8)[...] = 77
        before = out.tobytes()
        with self.assertRaises(ScatterError) as caught:
            scatter(row.operator, *three, profile=row.name, out=out, **options)
        error = caught.exception
        self.assertEqual(out.tobytes(), before)
        self.assertIn(error.status, wrong)
        self.assertIn(wrong[error.status], str(error))
        if error.status is Status.UNSUPPORTED_REDUCTION:
            self.assertIsNone(error.profile)
        else:
            self.assertEqual(error.profile, row.name)
            self.assertIn(row.name, str(error))
        return error

    def test_the_table_has_every_profile(self) -> None:
        self.assertEqual(["none", *(row.name for row in ROWS), *GATHERS, "ONNX TensorScatter-24", *PYTORCH], list(strew.PROFILES))
        for row in ROWS:
            self.assertLessEqual(row.dtypes, set(strew.DTYPES), row.name)
            self.assertLessEqual(set(row.reductions), set(strew.REDUCTIONS), row.name)

    def test_types_index_types_and_reductions(self) -> None:
        allowed = 0
        for row in ROWS:
            for name, dtype in NUMPY_DTYPES.items():
                for indices in BOTH:
                    for reduction in COMBINING:
                        with self.subTest(row.name, dtype=name, indices=indices, reduction=reduction):
                            allowed += self.one(row, name, dtype, indices, reduction)
        # All that the columns hold, but string has none alone.
        expected = 0
        for row in ROWS:
            for dtype in row.dtypes:
                expected += len(row.indices) * (1 if dtype == "string" else len(row.reductions))
        self.assertEqual(allowed, expected)

    def one(self, row: Row, name: str, dtype: np.dtype, indices: str, reduction: str) -> int:
        """1 if the call is allowed, and then it has the right answer; 0 if it is rejected for what is wrong with it."""
        data, index, updates = self.arrays(row.operator, dtype, indices)
        if not row.wraps:
            index = np.abs(index) % index.dtype.type(5)
        wrong = {}
        if name not in row.dtypes:
            wrong[Status.PROFILE_LACKS_DTYPE] = name
        if indices not in row.indices:
            wrong[Status.PROFILE_LACKS_INDEX_DTYPE] = indices
        if reduction not in row.reductions:
            wrong[Status.PROFILE_LACKS_REDUCTION] = reduction
        if name == "string" and reduction != "none":
            wrong[Status.UNSUPPORTED_REDUCTION] = reduction
        if wrong:
            self.rejected(row, wrong, data, index, updates, reduction=reduction)
            return 0
        found = scatter(row.operator, data, index, updates, profile=row.name, reduction=reduction)
        expected = plain_loop(data, index, updates, reduction, row.operator)
        self.assertTrue(same(found, expected, whole=reduction in ("min", "max")))
        return 1

    def test_opaque_elements_are_in_none(self) -> None:
        for row in ROWS:
            for dtype in DTYPE_NUMBERS:
                if dtype.type is np.void and dtype != strew.STRING:
                    self.rejected(row, {Status.PROFILE_LACKS_DTYPE: "opaque"}, *self.arrays(row.operator, dtype))

    def test_other_operators(self) -> None:
        for row in ROWS:
            for operator in OPERATORS:
                if operator != row.operator:
                    three = self.arrays(operator, np.dtype(np.float32))
                    with self.assertRaises(ScatterError) as caught:
                        scatter(operator, *three, profile=row.name)
                    self.assertIs(caught.exception.status, Status.PROFILE_LACKS_OPERATOR)
                    self.assertEqual(caught.exception.profile, row.name)
                    self.assertIn(row.name, str(caught.exception))
                    self.assertIn(operator, str(caught.exception))

    def test_negative_indices(self) -> None:
        for row in ROWS:
            data, indices, updates = self.arrays(row.operator, np.dtype(np.float32))
            indices[...] = np.abs(indices) % 5
            indices.flat[-1] = -1
            if row.wraps:
                found = scatter(row.operator, data, indices, updates, profile=row.name)
                self.assertTrue(same(found, plain_loop(data, indices, updates, "none", row.operator)), row.name)
                with self.assertRaises(IndexOutOfBoundsError):  # switched off by the caller
                    scatter(row.operator, data, indices, updates, profile=row.name, negative_wrap=False)
            else:
                error = self.rejected(row, {Status.INDEX_OUT_OF_BOUNDS: "-1, outside [0, 4]"}, data, indices, updates)
                self.assertIsInstance(error, IndexOutOfBoundsError)
                found = scatter(row.operator, data, indices, updates, profile=row.name, policy="skip")
                expected = plain_loop(data, indices, updates, "none", row.operator, policy="skip", negative_wrap=False)
                self.assertTrue(same(found, expected), row.name)

    def test_a_single_update_of_any_rank(self) -> None:
        data, indices = np.zeros((2, 3), np.float32), np.array([1, 2])
        for row in ROWS:
            if row.operator != "scatter_nd":
                continue
            for shape in ((1,), (1, 1, 1)):
                updates = np.ones(shape, np.float32)
                if row.any_single_update:
                    found = strew.scatter_nd(data, indices, updates, profile=row.name)
                    np.testing.assert_array_equal(found, [[0, 0, 0], [0, 0, 1]])
                    with self.assertRaises(ScatterError):  # only where rank 0 is expected
                        strew.scatter_nd(data, np.array([[1, 2]]), np.ones((1, 1), np.float32), profile=row.name)
                else:
                    with self.assertRaises(ScatterError) as caught:
                        strew.scatter_nd(data, indices, updates, profile=row.name)
                    self.assertIs(caught.exception.status, Status.UPDATES_RANK_MISMATCH)
            found = strew.scatter_nd(data, indices, np.array(1, np.float32), profile=row.name)
            np.testing.assert_array_equal(found, [[0, 0, 0], [0, 0, 1]])
        with self.assertRaises(ScatterError):
            strew.scatter_nd(data, indices, np.ones(1, np.float32))
