"""Plans and prepared indices: made of shapes, called with arrays, pickled; by the short way and by the long one."""

import copy
import pickle
import subprocess
import sys
import unittest
from typing import Any
from unittest import mock

import ml_dtypes
import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, _scatter, plan_scatter_elements, plan_scatter_nd, plan_scatter_update
from tests.python.support import COMBINING, ISAS, arrays, plain_loop, same


def three() -> Any:
    return np.zeros((3, 4), np.float32), np.array([[2], [0]], np.int32), np.ones((2, 4), np.float32)


def plan_of_three(*words: Any, **options: Any) -> strew.Plan:
    return plan_scatter_nd((3, 4), "float32", (2, 1), *words, index_dtype="int32", **options)


class Plans(unittest.TestCase):
    def test_any_number_of_calls(self) -> None:
        plan, (data, indices, updates) = plan_of_three("add"), three()
        expected = plain_loop(data, indices, updates, "add")
        for _ in range(2):
            np.testing.assert_array_equal(plan(data, indices, updates), expected)
        self.assertIs(plan(data, indices, updates, data), data)
        np.testing.assert_array_equal(data, expected)
        self.assertIs(plan(data, indices, updates, out=data, threads=2), data)

    def test_dtypes_by_any_name(self) -> None:
        for dtype in ("float8e4m3fn", "float8_e4m3fn", ml_dtypes.float8_e4m3fn, np.dtype(ml_dtypes.float8_e4m3fn)):
            plan = plan_scatter_nd(4, dtype, (1, 1), "add")
            data = np.ones(4, ml_dtypes.float8_e4m3fn)
            self.assertEqual(plan(data, np.array([[2]]), data[:1].copy()).astype(float).tolist(), [1, 1, 2, 1])

    def test_what_it_tells(self) -> None:
        names = {kernel.name for kernel in strew.kernels()}
        for isa in ISAS:
            plan = plan_of_three("add", isa=isa)
            self.assertIn(plan.kernel, names)
            self.assertIn(plan.isa, strew.ISAS)
        self.assertEqual(plan_of_three("add", isa="scalar").isa, "scalar")
        for isa in strew.ISAS:
            self.assertTrue(plan_of_three().explain(isa))
        with self.assertRaisesRegex(ValueError, "isa 'z80' is none of"):
            plan_of_three().explain("z80")
        self.assertIsNone(plan_scatter_nd((3, 0), np.float32, (1, 1)).kernel, "there is nothing to write")

    def test_what_cannot_be_planned(self) -> None:
        for plan in (plan_scatter_nd, plan_scatter_elements, plan_scatter_update):
            for kind, words in (
                (TypeError, {"colour": "red"}),
                (ValueError, {"policy": "lenient"}),
                (TypeError, {"reduction": 3}),
                (TypeError, {"dtype": "date"}),
                (TypeError, {"dtype": "object"}),
                (TypeError, {"dtype": ">f4"}),
                (TypeError, {"data_shape": (3, 1.5)}),
                (ValueError, {"data_shape": (3, 2**70)}),
                (ScatterError, {"data_shape": (3, -1)}),
                (ScatterError, {"data_shape": (2**40, 2**40)}),
                (ScatterError, {"indices_shape": ()} if plan is plan_scatter_nd else {"data_shape": ()}),
                (ScatterError, {"index_dtype": "float32"}),
                (ScatterError, {"profile": "ONNX Scatter-9", "reduction": "add"}),
            ):
                with self.subTest(plan=plan.__name__, words=words), self.assertRaises(kind):
                    plan(**{"data_shape": (3, 4), "dtype": "float32", "indices_shape": (3, 1), **words})
        with self.assertRaisesRegex(ScatterError, "5"):
            plan_scatter_nd((3, 4), "float32", (2, 5))
        for axis, kind in ((1.0, TypeError), (2, ScatterError), (2**80, ValueError)):
            with self.assertRaises(kind):
                plan_scatter_update((3, 4), "float32", 2, axis)

    def test_other_arrays_than_planned(self) -> None:
        plan, (data, indices, updates) = plan_of_three(), three()
        for given, text in [
            ((data[:2], indices, updates), "data is float32 of shape (2, 4), but float32 of shape (3, 4) was planned"),
            ((data, indices.astype(np.int64), updates), "indices is int64"),
            ((data, indices, updates[:1]), "updates is"),
            ((data.astype(np.float64), indices, updates), "data is float64"),
            ((data, indices, updates, data[:2]), "out is float32 of shape (2, 4)"),
            ((np.zeros((4, 3), np.float32).T, indices, updates), "data is float32 of shape (3, 4) and strides (1, 3), but"),
        ]:
            with self.assertRaises(ValueError) as caught:
                plan(*given)
            self.assertIn(text, str(caught.exception))

    def test_a_read_only_output(self) -> None:
        data, indices, updates = three()
        data.flags.writeable = False
        for call in (plan_of_three(), lambda *given: strew.scatter_nd(*given[:3], out=given[3])):
            with self.assertRaisesRegex(ValueError, "out is read-only"):
                call(data, indices, updates, data)
        np.testing.assert_array_equal(plan_of_three()(data, indices, updates)[2], updates[0])

    def test_a_rejected_call_leaves_the_output(self) -> None:
        data, indices, updates = three()
        with self.assertRaises(IndexOutOfBoundsError) as caught:
            plan_of_three()(data, indices + np.int32(1), updates, data)
        self.assertEqual((caught.exception.tuple, caught.exception.value), (0, 3))
        self.assertFalse(data.any())

    def test_pickled(self) -> None:
        given = three()
        for plan in (plan_of_three("add", isa="scalar"), plan_of_three("max", policy="clamp", nan="loses")):
            for again in (pickle.loads(pickle.dumps(plan)), copy.copy(plan), copy.deepcopy(plan)):
                np.testing.assert_array_equal(again(*given), plan(*given))
                self.assertEqual((again.kernel, again.isa), (plan.kernel, plan.isa))

    def test_arrays_that_are_not_plain(self) -> None:
        data, indices, updates = three()
        expected = plain_loop(data, indices, updates, "add")
        self.assertTrue(same(plan_of_three("add")(data.view(np.recarray), indices, np.require(updates)), expected))
        with self.assertRaisesRegex(TypeError, "data is a MaskedArray"):
            plan_of_three("add")(np.ma.array(data), indices, updates)
        for wrong in (None, 3, [1], "text"):
            with self.assertRaisesRegex(TypeError, "updates is "):
                plan_of_three("add")(data, indices, wrong)


class Prepared(unittest.TestCase):
    def test_the_same_result(self) -> None:
        rng = np.random.default_rng(6)
        for reduction in COMBINING:
            data, indices, updates = arrays(rng, "scatter_nd", (50, 7), (3000, 1), np.dtype(np.float32), np.int64, 0)
            plan = plan_scatter_nd((50, 7), np.float32, (3000, 1), reduction)
            prepared, expected = plan.prepare(indices), plan(data, indices, updates)
            self.assertIs(prepared.plan, plan)
            indices[:] = -999  # may change afterwards
            for threads in (1, 2, 5):
                self.assertTrue(same(prepared(data, updates, threads=threads), expected))
            self.assertIs(prepared(data, updates, data), data)
            self.assertTrue(same(data, expected))

    def test_whether_they_repeat(self) -> None:
        plan = plan_scatter_nd(9, np.int32, (2, 1))
        self.assertTrue(plan.prepare(np.array([[1], [2]])).is_distinct)
        self.assertFalse(plan.prepare(np.array([[-1], [8]])).is_distinct)

    def test_rejections(self) -> None:
        plan, (data, indices, updates) = plan_of_three(), three()
        with self.assertRaises(IndexOutOfBoundsError):
            plan.prepare(indices + np.int32(1))
        with self.assertRaisesRegex(ValueError, "indices is int64"):
            plan.prepare(indices.astype(np.int64))
        prepared = plan.prepare(indices)
        for given, kind, text in (
            ((data[:2], updates), ValueError, "data is float32 of shape"),
            ((data, updates[:1]), ValueError, "updates is float32 of shape"),
            ((data, updates, data[:2]), ValueError, "out is float32 of shape"),
            ((data, data[:2], data), ScatterError, "overlap"),
        ):
            with self.assertRaisesRegex(kind, text):
                prepared(*given)
        with self.assertRaisesRegex(TypeError, "pickle the plan and the indices"):
            pickle.dumps(prepared)


class TheLongWay(unittest.TestCase):
    """The same tests where the extension module is not installed, one thread aside."""

    def test_the_same(self) -> None:
        # The module is found at import, so this needs another interpreter.
        program = (
            "import sys, unittest\n"
            "from strew import _library\n"
            "assert _library.native is None\n"
            "names = ['Plans', 'Prepared.test_whether_they_repeat', 'Prepared.test_rejections']\n"
            "from tests.python import test_plans\n"
            "del test_plans.Plans.test_any_number_of_calls\n"
            "suite = unittest.defaultTestLoader.loadTestsFromNames(names, test_plans)\n"
            "sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())\n"
        )
        hide = "import importlib.machinery as m; m.EXTENSION_SUFFIXES.clear(); import importlib.util as u; "
        hide += "find = u.spec_from_file_location; u.spec_from_file_location = "
        hide += "lambda name, *rest: None if name == 'strew._native' else find(name, *rest)\n"
        run = subprocess.run([sys.executable, "-c", hide + program], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)


class OneCall(unittest.TestCase):
    """A call finds the plan of an earlier one like it."""

    def test_arguments_that_compare_equal_are_told_apart(self) -> None:
        data, indices = np.arange(6, dtype=np.int32).reshape(2, 3), np.zeros((2, 3), np.int64)
        strew.scatter_elements(data, indices, data, 1)
        for axis in (1.0, "1", int):
            with self.assertRaises(TypeError):
                strew.scatter_elements(data, indices, data, axis)
        with self.assertRaises(TypeError):
            strew.scatter_elements(data, indices, data, 1, ["add"])

    def test_an_array_is_named_before_the_call(self) -> None:
        data, indices, updates = three()
        with self.assertRaisesRegex(ValueError, "data is byte-swapped"):
            strew.scatter_nd(data.astype(">f4"), indices, updates)
        with self.assertRaisesRegex(ValueError, "updates has strides of "):
            strew.scatter_nd(data, indices, np.ones((4, 3), "i1, f4").T["f1"])

    def test_a_call_is_planned_once(self) -> None:
        data, indices, updates = np.zeros((3, 5), np.float32), np.array([[2], [0]]), np.ones((2, 5), np.float32)
        strew.scatter_nd(data, indices, updates, "add")
        with mock.patch.object(_scatter, "Plan", side_effect=AssertionError("planned again")):
            strew.scatter_nd(data, indices, updates, "add")
