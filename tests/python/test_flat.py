"""The operators take and put, beside NumPy: elements are named by their numbers in row-major order, in arrays of any strides."""

import pickle
import unittest
from typing import Tuple

import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, Status, _gather, _scatter
from tests.python.test_views import steps, views

SHAPE = (5, 4, 3)
SIZE = 60


def given() -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """data, indices that repeat and are negative, and updates."""
    rng = np.random.default_rng(1)
    data = rng.integers(0, 1000, SHAPE).astype(np.int32)
    return data, rng.integers(-SIZE, SIZE, (3, 7)), rng.integers(0, 1000, (3, 7)).astype(np.int32)


def put(data: np.ndarray, indices: np.ndarray, updates: np.ndarray, reduction: str = "none") -> np.ndarray:
    result = data.reshape(-1).copy()
    for index, update in zip(indices.reshape(-1), updates.reshape(-1)):
        result[int(index)] = update + (result[int(index)] if reduction == "add" else 0)
    return result.reshape(data.shape)


class Calls(unittest.TestCase):
    def test_views(self) -> None:
        data, indices, updates = given()
        for (name, view), (_, of_updates) in zip(views(data), views(updates)):
            with self.subTest(name):
                taken = _gather.take(view, indices)
                np.testing.assert_array_equal(taken, np.take(data, indices))
                self.assertEqual((taken.dtype, taken.shape), (data.dtype, indices.shape))
                for reduction in ("none", "add"):
                    expected = put(data, indices, updates, reduction)
                    np.testing.assert_array_equal(_scatter.put(view, indices, of_updates, reduction), expected)
                    for _, out in views(np.zeros_like(data)):
                        self.assertIs(_scatter.put(view, indices, of_updates, reduction, out), out)
                        np.testing.assert_array_equal(out, expected)

    def test_in_place_of_views(self) -> None:
        data, indices, updates = given()
        for name, view in views(data):
            with self.subTest(name):
                self.assertIs(_scatter.put(view, indices, updates, out=view, threads=2), view)
                np.testing.assert_array_equal(view, put(data, indices, updates))

    def test_no_dimensions(self) -> None:
        data = np.array(7.0)
        self.assertEqual(_gather.take(data, np.array(-1)), 7)
        np.testing.assert_array_equal(_gather.take(data, np.array([0, -1])), [7, 7])
        self.assertEqual(_scatter.put(data, np.array(0), np.array(3.0)), 3)
        self.assertEqual(_scatter.put(data, np.array([0, 0]), np.array([3.0, 4.0]), "add"), 14)

    def test_nothing(self) -> None:
        empty, none = np.zeros((3, 0), np.float32), np.zeros((0, 2), np.int64)
        self.assertEqual(_gather.take(empty, none).shape, (0, 2))
        self.assertEqual(_scatter.put(empty, none, none.astype(np.float32)).shape, (3, 0))
        with self.assertRaisesRegex(IndexOutOfBoundsError, "is 0, but data is empty: it has size 0"):
            _gather.take(empty, np.array([0]))

    def test_words(self) -> None:
        """put has what its sisters have."""
        data, indices, updates = given()
        numbers = indices.copy()
        numbers[1, 2:4] = -1
        for view in (data, data.T):
            ignored = updates.copy()
            ignored[numbers == -1] = 0
            expected = put(view, numbers, ignored * 3, "add")
            np.testing.assert_array_equal(_scatter.put(view, numbers, updates, "add", ignore_index=-1, alpha=3), expected)
            planned = strew.plan_put(view.shape, view.dtype, numbers.shape, "add", data_strides=steps(view), ignore_index=-1, alpha=3)
            np.testing.assert_array_equal(planned(view, numbers, updates), expected)


class Plans(unittest.TestCase):
    def test_plans(self) -> None:
        data, indices, updates = given()
        for _, view in views(data):
            out = np.zeros_like(view)
            planned_take = strew.plan_take(view.shape, view.dtype, indices.shape, data_strides=steps(view))
            planned_put = strew.plan_put(view.shape, view.dtype, indices.shape, "add", data_strides=steps(view), out_strides=steps(out))
            self.assertEqual(planned_take.shape, indices.shape)
            for take, scatter in ((planned_take, planned_put), pickle.loads(pickle.dumps((planned_take, planned_put)))):
                np.testing.assert_array_equal(take(view, indices), np.take(data, indices))
                np.testing.assert_array_equal(take.prepare(indices)(view, threads=2), np.take(data, indices))
                np.testing.assert_array_equal(scatter(view, indices, updates, out), put(data, indices, updates, "add"))
                out[...] = 0
                np.testing.assert_array_equal(scatter.prepare(indices)(view, updates, out), put(data, indices, updates, "add"))


class Rejections(unittest.TestCase):
    def test_an_index_out_of_bounds(self) -> None:
        data = np.arange(6.0).reshape(2, 3)
        for view in (data, data.T):
            before = view.copy()
            for index in (6, -7):
                with self.assertRaisesRegex(IndexOutOfBoundsError, rf"indices\[1\].* is {index}, outside \[-6, 5\] of all elements of data"):
                    _scatter.put(view, np.array([0, index]), np.ones(2), out=view)
                with self.assertRaisesRegex(IndexError, r"outside \[-6, 5\]"):
                    _gather.take(view, np.array([0, index]))
            np.testing.assert_array_equal(view, before)

    def test_what_does_not_fit(self) -> None:
        data, indices, updates = given()
        with self.assertRaises(ScatterError) as caught:
            _scatter.put(data, indices, updates[:2])
        self.assertEqual(caught.exception.status, Status.UPDATES_SHAPE_MISMATCH)
        with self.assertRaisesRegex(ScatterError, "^ONNX ScatterND-18 is not a version of put$"):
            _scatter.put(data, indices, updates, profile="ONNX ScatterND-18")
        with self.assertRaisesRegex(ScatterError, "^ONNX GatherND-13 is not a version of take$"):
            _gather.take(data, indices, profile="ONNX GatherND-13")
        with self.assertRaisesRegex(TypeError, r"plan_put\(\) got an unexpected keyword argument 'threads'"):
            strew.plan_put(6, "float32", 2, threads=2)
        with self.assertRaisesRegex(TypeError, r"plan_take\(\) got an unexpected keyword argument 'axis'"):
            strew.plan_take(6, "float32", 2, axis=0)
        for call in (lambda: _gather.take(data, (indices, indices)), lambda: _scatter.put(data, (indices,), updates)):
            with self.assertRaisesRegex(TypeError, "indices is a tuple"):
                call()

    def test_more_dimensions_than_can_be_joined(self) -> None:
        apart = np.lib.stride_tricks.as_strided(np.arange(900.0), (2,) * 40, [8 * step for step in range(1, 41)])
        self.assertEqual(_gather.take(apart, np.array([1, 2**39, -1])).tolist(), [40, 1, 820])
