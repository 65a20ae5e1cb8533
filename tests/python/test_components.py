"""Components of tuples that are arrays of their own, as in data[i, j], beside NumPy."""

import array
import pickle
import tracemalloc
import unittest
from typing import Any, Iterator, Tuple

import numpy as np

import strew
from strew import ScatterError, Status
from tests.python.test_views import steps, views

SHAPE = (5, 4, 3)


def forms() -> Iterator[Tuple[str, Tuple[Any, ...]]]:
    """Tuples of arrays that index an array of SHAPE."""
    rng = np.random.default_rng(1)
    i, j, k = (rng.integers(-size, size, (2, 6)) for size in SHAPE)
    yield "one", (i,)
    yield "two", (i, j)
    yield "three", (i, j, k)
    yield "the same twice", (i, i % 4)
    yield "rows and columns", (i[:, :1], j[:1])
    yield "fewer dimensions", (i, j[0])
    yield "each along its own", (i[0, :, None, None], j[0, :3, None], k[1, :2])
    yield "no dimensions", (i, np.array(2), np.int8(1))
    yield "one tuple", (np.array(-5), np.array(3))
    yield "one index", (i[:1, :1], j[:1, :1, None])
    yield "none", (i[:, :0], j[:, :0])
    yield "broadcast to none", (i[:, :1], j[:, :0])
    yield "no arrays", ()
    yield "of a mask", np.nonzero(rng.random(SHAPE) < 0.4)
    yield "other arrays", (array.array("q", [4, -1, 4]), memoryview(array.array("q", [0, 1, 2])))
    for kinds in zip(*map(views, (i, j, k))):
        yield kinds[0][0], tuple(view for _, view in kinds)


def expected_of(data: np.ndarray, indices: Tuple[Any, ...], updates: np.ndarray, reduction: str) -> np.ndarray:
    result = data.copy()
    at = tuple(np.asarray(index) for index in indices)
    if reduction == "add":
        np.add.at(result, at, updates)
    else:
        for where in np.ndindex(np.broadcast_shapes(*(index.shape for index in at))):
            result[tuple(int(np.broadcast_to(index, updates.shape[: len(where)])[where]) for index in at)] = updates[where]
    return result


def given(indices: Tuple[Any, ...]) -> Tuple[np.ndarray, np.ndarray]:
    """data, and updates that fit."""
    data = np.random.default_rng(2).integers(0, 1000, SHAPE).astype(np.int32)
    shape = data[tuple(np.asarray(index) for index in indices)].shape
    return data, np.arange(1, 1 + int(np.prod(shape)), dtype=np.int32).reshape(shape)


class Calls(unittest.TestCase):
    def test_every_form(self) -> None:
        for name, indices in forms():
            data, updates = given(indices)
            at = tuple(np.asarray(index) for index in indices)
            with self.subTest(name):
                gathered = strew.gather_nd(data, indices)
                np.testing.assert_array_equal(gathered, data[at])
                self.assertEqual((gathered.dtype, gathered.shape), (data.dtype, data[at].shape))
                for reduction in ("none", "add"):
                    expected = expected_of(data, indices, updates, reduction)
                    np.testing.assert_array_equal(strew.scatter_nd(data, indices, updates, reduction), expected)
                    for (_, view), (_, of_updates) in zip(views(data), views(updates)):
                        self.assertIs(strew.scatter_nd(view, indices, of_updates, reduction, view), view)
                        np.testing.assert_array_equal(view, expected)

    def test_out(self) -> None:
        indices = np.array([[3], [0]]), np.array([1, 2, 0])
        data, updates = given(indices)
        for _, out in views(np.zeros((2, 3, 3), np.int32)):
            self.assertIs(strew.gather_nd(data, indices, out=out), out)
            np.testing.assert_array_equal(out, data[indices])
        for _, out in views(np.zeros_like(data)):
            self.assertIs(strew.scatter_nd(data, indices, updates, "add", out), out)
            np.testing.assert_array_equal(out, expected_of(data, indices, updates, "add"))

    def test_a_list_is_one_array(self) -> None:
        i = np.array([0, 1])
        with self.assertRaisesRegex(TypeError, "indices is a list"):
            strew.gather_nd(np.zeros((2, 2)), [i, i])

    def test_no_copy_is_made(self) -> None:
        n = 1 << 10
        data, updates, out = np.zeros((n, n), np.float32), np.ones((n, n), np.float32), np.empty((n, n), np.float32)
        rows, columns = np.arange(n)[:, np.newaxis], np.arange(2 * n)[::-2] // 2
        plan = strew.plan_scatter_nd((n, n), "float32", ((n, 1), n), "add", indices_strides=(None, steps(columns)))
        gathering = strew.plan_gather_nd((n, n), "float32", ((n, 1), n), indices_strides=(None, steps(columns)))
        wide = np.broadcast_to(rows, (n, n)), np.broadcast_to(columns, (n, n))
        calls = (
            lambda: strew.scatter_nd(data, (rows, columns), updates, "add", data),
            lambda: strew.add_at(data, (rows, columns), updates),
            lambda: strew.add_at(data, wide, 1),
            lambda: plan(data, (rows, columns), updates, data),
            lambda: strew.gather_nd(data, (rows, columns), out=out),
            lambda: gathering(data, wide, out),
        )
        for call in calls:
            call()  # what it loads, and the plan that is kept
        self.addCleanup(tracemalloc.stop)
        for number, call in enumerate(calls):
            tracemalloc.start()
            call()
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            self.assertLess(peak, 1 << 17, f"call {number}")
        self.assertTrue((data == 8).all())
        self.assertTrue((out == data[:, ::-1]).all())


class Plans(unittest.TestCase):
    def test_every_form(self) -> None:
        for name, indices in forms():
            if not indices:
                continue
            data, updates = given(indices)
            arrays = [np.asarray(index) for index in indices]
            dtype = arrays[0].dtype if len({found.dtype for found in arrays}) == 1 else np.dtype(np.int64)
            words: Any = {"index_dtype": dtype, "indices_strides": tuple(steps(found) for found in arrays)}
            shapes = tuple(found.shape for found in arrays)
            expected = expected_of(data, indices, updates, "add")
            with self.subTest(name):
                scatter = strew.plan_scatter_nd(SHAPE, "int32", shapes, "add", **words)
                gather = strew.plan_gather_nd(SHAPE, "int32", shapes, **words)
                self.assertEqual(gather.shape, data[tuple(arrays)].shape)
                for plan in (scatter, pickle.loads(pickle.dumps(scatter))):
                    np.testing.assert_array_equal(plan(data, indices, updates), expected)
                    for threads in (1, 2):
                        np.testing.assert_array_equal(plan.prepare(indices)(data, updates, threads=threads), expected)
                for plan in (gather, pickle.loads(pickle.dumps(gather))):
                    np.testing.assert_array_equal(plan(data, indices), data[tuple(arrays)])
                    np.testing.assert_array_equal(plan.prepare(indices)(data), data[tuple(arrays)])

    def test_the_broadcast_shape_counts(self) -> None:
        plan = strew.plan_gather_nd((5, 4), "float64", ((3, 1), (4,)))
        data, i, j = np.random.default_rng(6).random((5, 4)), np.array([[4], [0], [2]]), np.array([3, 2, 1, 0])
        for columns in (j, j[np.newaxis], np.broadcast_to(j, (3, 4))):
            np.testing.assert_array_equal(plan(data, (i, columns)), data[i, j])
        np.testing.assert_array_equal(strew.plan_gather_nd((5, 4), "float64", ((3, 1), 4))(data, (i, j)), data[i, j])

    def test_rejections(self) -> None:
        data, i, j = np.zeros((5, 4)), np.array([[4], [0], [2]]), np.array([3, 2, 1, 0])
        plan = strew.plan_gather_nd((5, 4), "float64", ((3, 1), (4,)))
        planned = r"int64 of shape \(3, 4, 2\) in components of strides \(\(1, 0\), \(0, 1\)\) was planned"
        for indices in ((i, j[::-1]), (j[:3, np.newaxis], i[:, 0]), (i.astype(np.int32), j.astype(np.int32)), np.zeros((3, 4, 2), int)):
            for call in (lambda: plan(data, indices), lambda: plan.prepare(indices)):
                with self.assertRaisesRegex(ValueError, planned):
                    call()
        with self.assertRaisesRegex(ValueError, r"in components of strides .*, but int64 of shape \(3, 2\) was planned"):
            strew.plan_scatter_nd((5, 4), "float64", (3, 2))(data, (j[:3], j[:3]), np.zeros(3))
        for kind, text, shapes, words in (
            (ValueError, r"indices has the shapes \(3,\), \(4,\), which cannot", ((3,), (4,)), {}),
            (ValueError, "tuple of the strides of each of 2 components", ((3,), (3,)), {"indices_strides": ((1,),)}),
            (ValueError, "tuple of the strides of each of 2 components", ((3,), (3,)), {"indices_strides": 1}),
            (ValueError, r"indices\[1\]_strides has 2 strides", ((3,), (3,)), {"indices_strides": (None, (1, 1))}),
            (TypeError, r"a size in indices_shape\[1\] is a float", ((3,), (3.0,)), {}),
            (ScatterError, "indices has 3 components", ((3,), (3,), (3,)), {}),
        ):
            with self.subTest(text), self.assertRaisesRegex(kind, text):
                strew.plan_gather_nd((5, 4), "float64", shapes, **words)
        with self.assertRaisesRegex(TypeError, "a size in indices_shape is a tuple"):
            strew.plan_gather((5, 4), "float64", ((3,), (3,)))


class Rejections(unittest.TestCase):
    def test_out_of_bounds(self) -> None:
        i, j = np.array([[2], [0], [1]]), np.array([1, 3, 4, 0])
        low = np.where(j == 4, -9, j)
        for indices, value in (((i, j), 4), ((i.astype(np.int8), j.astype(np.uint64)), 4), ((i, low), -9)):
            data, out = np.zeros((3, 4)), np.full((3, 4), 7.0)
            plan = strew.plan_gather_nd((3, 4), "float64", ((3, 1), (4,)))
            calls = [
                lambda: strew.scatter_nd(data, indices, np.ones((3, 4)), "add", data),
                lambda: strew.gather_nd(data, indices, out=out),
                lambda: strew.add_at(data, indices, np.ones((3, 4))),
            ]
            if indices[0].dtype == indices[1].dtype:
                calls.append(lambda: plan.prepare(indices))
            for call in calls:
                with self.assertRaisesRegex(IndexError, rf"indices\[2\] component 1 is {value}, outside \[-4, 3\]") as caught:
                    call()
                error = caught.exception
                assert isinstance(error, strew.IndexOutOfBoundsError)
                self.assertEqual((error.tuple, error.component, error.value, error.low, error.high), (2, 1, value, -4, 3))
            self.assertFalse(data.any())
            self.assertTrue((out == 7).all())

    def test_more_than_int64_holds(self) -> None:
        large, data = np.array([1, 2**64 - 1], np.uint64), np.zeros((3, 3))
        for other in (np.array([1, 1], np.uint64), np.array([1, 1]), np.array([1, 1], np.int8)):
            for indices in ((large, other), (other, large)):
                for call in (
                    lambda: strew.scatter_nd(data, indices, np.ones(2), "add", data),
                    lambda: strew.add_at(data, indices, 1),
                    lambda: strew.add_at(data, tuple(np.tile(index, 9000) for index in indices), 1),
                    lambda: strew.gather_nd(data, indices),
                ):
                    with self.assertRaises(strew.IndexOutOfBoundsError) as caught:
                        call()
                    self.assertEqual((caught.exception.tuple, caught.exception.value), (1, 2**63 - 1))
                self.assertEqual(strew.scatter_nd(data, indices, np.ones(2), "add", policy="clamp").sum(), 2)
                self.assertEqual(strew.scatter_nd(data, indices, np.ones(2), "add", policy="skip").sum(), 1)
        self.assertFalse(data.any())

    def test_what_is_no_component(self) -> None:
        data, i = np.zeros((3, 3)), np.array([0, 1])
        for indices, kind, text in (
            ((i, [0, 1]), TypeError, r"indices\[1\] is a list"),
            ((0, i), TypeError, r"indices\[0\] is an int"),
            ((i, slice(2)), TypeError, r"indices\[1\] is a slice"),
            ((i, i.astype(float)), TypeError, r"indices\[1\] is float64, and integers are needed"),
            ((i > 0, i), TypeError, r"indices\[0\] is bool, and integers are needed"),
            ((i.astype(">i8"), i), ValueError, r"indices\[0\] is byte-swapped"),
            ((i, np.zeros(2, "i1, i8")["f1"]), ValueError, r"indices\[1\] has strides of \(9,\) bytes"),
            ((i, np.arange(3)), ValueError, r"indices has the shapes \(2,\), \(3,\), which cannot be broadcast together"),
            ((i, i, i), ScatterError, "indices has 3 components"),
        ):
            for call in (lambda: strew.scatter_nd(data, indices, np.ones(2), "add", data), lambda: strew.gather_nd(data, indices)):
                with self.subTest(text), self.assertRaisesRegex(kind, text):
                    call()
        self.assertFalse(data.any())

    def test_where_they_do_not_go(self) -> None:
        data, i = np.zeros((3, 3)), np.array([0, 1])
        for call in (
            lambda: strew.scatter_elements(data, (i, i), np.ones(2)),
            lambda: strew.scatter_update(data, (i, i), np.ones(2)),
            lambda: strew.gather(data, (i, i)),
            lambda: strew.gather_elements(data, (i, i)),
            lambda: strew.group_by_chunk((3, 3), (i, i), [(3,), (3,)]),
        ):
            with self.assertRaisesRegex(TypeError, "indices is a tuple"):
                call()
        for status, call, sentence in (
            (
                Status.PROFILE_LACKS_OPTION,
                lambda: strew.scatter_nd(data, (i, i), np.ones(2), profile="ONNX ScatterND-18"),
                "ONNX ScatterND-18 has no tuple of arrays as indices",
            ),
            (
                Status.CONFLICT,
                lambda: strew.gather_nd(np.zeros((2, 3)), (i,), 1),
                "batch_dims and a tuple of arrays as indices exclude each other",
            ),
            (
                Status.CONFLICT,
                lambda: strew.scatter_nd(np.zeros((2, 3)), (i,), np.ones(2), batch_dims=1),
                "batch_dims and a tuple of arrays as indices exclude each other",
            ),
        ):
            with self.assertRaises(ScatterError) as caught:
                call()
            self.assertEqual((caught.exception.status, str(caught.exception)), (status, sentence))

    def test_a_component_that_output_overlaps(self) -> None:
        memory = np.arange(6)
        with self.assertRaises(ScatterError) as caught:
            strew.scatter_nd(memory.reshape(2, 3), (memory[:2], memory[:2]), memory[:2].copy(), out=memory.reshape(2, 3))
        self.assertIs(caught.exception.status, Status.OUTPUT_OVERLAP)
        self.assertEqual(memory.tolist(), list(range(6)))
        ours, theirs = np.tile([1, 0, 1], 5000).reshape(5, -1), np.tile([1, 0, 1], 5000).reshape(5, -1)
        strew.add_at(ours, (ours, ours[:, ::-1]), 2)  # NumPy copies, too
        np.add.at(theirs, (theirs.copy(), theirs[:, ::-1].copy()), 2)
        np.testing.assert_array_equal(ours, theirs)
