"""Arrays that are not contiguous, and indices of every integer type: used where they lie."""

import itertools
import pickle
import tracemalloc
import unittest
from typing import Any, Callable, Iterator, Tuple

import numpy as np

import strew
from strew import ScatterError, Status, _gather
from tests.python.support import AXIS_OPERATORS, arrays, plain_loop, same, scatter

INDEX_DTYPES = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


def views(array: np.ndarray) -> Iterator[Tuple[str, np.ndarray]]:
    """Arrays like this one whose elements lie elsewhere: each in memory of its own, full of something else."""
    yield "dense", array.copy()
    if array.ndim == 0:
        return
    yield "transposed", array.T.copy().T
    gaps = np.full([2 * size + 1 for size in array.shape], 77).astype(array.dtype)
    gaps[tuple(slice(1, None, 2) for _ in array.shape)] = array
    yield "gaps", gaps[tuple(slice(1, None, 2) for _ in array.shape)]
    backwards = array[tuple(slice(None, None, -1) for _ in array.shape)].copy()
    yield "backwards", backwards[tuple(slice(None, None, -1) for _ in array.shape)]
    yield "swapped", np.swapaxes(np.swapaxes(array, 0, -1).copy(), 0, -1)


class Scatters(unittest.TestCase):
    def test_views_of_every_kind(self) -> None:
        rng = np.random.default_rng(5)
        counts = {"scatter_nd": (5, 2), "scatter_elements": (3, 6, 2), "scatter_update": (2, 3)}
        for operator, reduction in itertools.product(counts, ("none", "add", "max")):
            given = arrays(rng, operator, (3, 4, 2), counts[operator], np.dtype(np.float32), np.int64, 1)
            expected = plain_loop(*given, reduction, operator, 1)
            kinds = [list(views(array)) for array in given]
            for (name, data), (_, indices), (_, updates) in zip(*kinds):
                for other, out in [("new", None), *views(np.zeros_like(data))]:
                    with self.subTest(operator=operator, reduction=reduction, views=name, out=other):
                        found = scatter(operator, data, indices, updates, axis=1, reduction=reduction, out=out)
                        self.assertTrue(same(found, expected))
                        if out is None:
                            self.assertTrue(found.flags.c_contiguous)
                        else:
                            self.assertIs(found, out)
                in_place = scatter(operator, data, indices, updates, axis=1, reduction=reduction, out=data)
                self.assertTrue(same(in_place, expected), (operator, reduction, name, "in place"))

    def test_in_place_touches_the_view_alone(self) -> None:
        whole = np.arange(60, dtype=np.float64).reshape(6, 10)
        expected = whole.copy()
        view, rows = whole[::2, 1:9:3], np.array([[0], [2], [0]])
        np.add.at(expected[::2, 1:9:3], rows[:, 0], 1.0)
        self.assertIs(strew.scatter_nd(view, rows, np.ones((3, 3)), "add", view), view)
        np.testing.assert_array_equal(whole, expected)

    def test_expanded(self) -> None:
        rng = np.random.default_rng(6)
        data, index = rng.random((7, 5)), rng.integers(0, 7, 12)
        updates = rng.random((12, 5))
        expected = data.copy()
        np.add.at(expected, index, updates)
        expanded = np.broadcast_to(index[:, np.newaxis], (12, 5))
        np.testing.assert_array_equal(strew.scatter_elements(data, expanded, updates, 0, "add"), expected)
        row = np.broadcast_to(updates[0], (12, 5))
        expected = data.copy()
        np.add.at(expected, index, row)
        np.testing.assert_array_equal(strew.scatter_elements(data, expanded, row, 0, "add"), expected)
        np.testing.assert_array_equal(strew.scatter_nd(data, index[:, np.newaxis], row, "add"), expected)
        constant = np.broadcast_to(np.float64(2), (12, 5))
        expected = np.broadcast_to(1.0, (7, 5)).copy()
        np.multiply.at(expected, index, constant)
        found = strew.scatter_nd(np.broadcast_to(1.0, (7, 5)), index[:, np.newaxis], constant, "mul")
        np.testing.assert_array_equal(found, expected)

    def test_no_copy_is_made(self) -> None:
        data = np.zeros((1 << 20, 4), np.float32)
        index, updates = np.arange(1 << 18), np.ones((1 << 18, 2), np.float32)
        expanded, columns = np.broadcast_to(index[:, np.newaxis], (1 << 18, 2)), data[:, 1:3]
        threads = strew.scatter_elements  # whose first call loads what it needs
        threads(columns[:4], expanded[:4], updates[:4], 0, "add", columns[:4])
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        strew.scatter_elements(columns, expanded, updates, 0, "add", columns)
        strew.gather(columns, index[:8][::-2], 0)
        _, peak = tracemalloc.get_traced_memory()
        self.assertLess(peak, 1 << 17)
        self.assertEqual(data[:, 1:3].sum(), 8 + (1 << 19))
        self.assertFalse(data[:, [0, 3]].any())

    def test_rejections(self) -> None:
        data, indices, updates = np.zeros((4, 3)), np.array([[1], [2]]), np.ones((2, 3))
        with self.assertRaises(ScatterError) as caught:
            strew.scatter_nd(data, indices, updates, out=np.lib.stride_tricks.as_strided(np.zeros(20), (4, 3), (16, 8)))
        self.assertIs(caught.exception.status, Status.STRIDES_OVERLAP)
        whole = np.zeros((4, 9))
        with self.assertRaises(ScatterError) as caught:
            strew.scatter_nd(whole[:, :3], indices, whole[:2, 2:5], "add", whole[:, :3])
        self.assertIs(caught.exception.status, Status.OUTPUT_OVERLAP)
        strew.scatter_nd(whole[:, :3], indices, whole[:2, 3:6], "add", whole[:, :3])
        with self.assertRaises(ScatterError) as caught:
            strew.scatter_nd(data, indices[::-1], updates, profile="ONNX ScatterND-18")
        self.assertIs(caught.exception.status, Status.PROFILE_LACKS_OPTION)
        with self.assertRaisesRegex(ValueError, "past_cache is not contiguous"):
            strew.tensor_scatter(np.zeros((4, 3, 2)).T, np.zeros((2, 3, 1)), axis=-1)
        with self.assertRaisesRegex(ValueError, "out is not contiguous"):
            strew.tensor_scatter(np.zeros((2, 3, 4)), np.zeros((2, 3, 1)), axis=-1, out=np.zeros((4, 3, 2)).T)

    def test_plans(self) -> None:
        data, indices, updates = np.zeros((4, 3)), np.array([[1], [2]]), np.ones((2, 3))
        plan = strew.plan_scatter_nd((4, 3), "float64", (2, 1))
        for changed in ((data.T.copy().T, indices, updates), (data, indices[::-1], updates), (data, indices, updates[:, ::-1])):
            with self.assertRaisesRegex(ValueError, "strides .* was planned"):
                plan(*changed)
        with self.assertRaisesRegex(ValueError, r"out is float64 of shape \(4, 3\) and strides \(1, 4\), but .* was planned"):
            plan(data, indices, updates, data.T.copy().T)

    def test_an_output_of_another_rank_is_rejected_by_its_shape(self) -> None:
        data, out = np.zeros((2,) * 20), np.zeros(10)[::2]
        calls: Tuple[Callable[[], Any], ...] = (
            lambda: strew.gather(data, np.array([1, 0]), out=out),
            lambda: strew.gather_nd(data, np.array([[1], [0]]), out=out),
            lambda: strew.gather_elements(data, np.zeros(data.shape, np.int64), out=out),
            lambda: _gather.take(data, np.zeros((2, 3), np.int64), out=out),
        )
        for call in calls:
            with self.assertRaisesRegex(ValueError, r"out is float64 of shape \(5,\) and strides \(2,\), but the result is float64 of shape \(2,"):
                call()

    def test_one_index_is_dense_whatever_its_stride(self) -> None:
        data, indices = np.zeros((4, 3)), np.array([[1, 5, 5]])[:, :1]
        np.testing.assert_array_equal(strew.scatter_nd(data, indices[:, ::-1], np.ones((9, 3))[3:4])[1], np.ones(3))


def steps(array: np.ndarray) -> Tuple[int, ...]:
    """Strides in elements, as a plan takes them."""
    return tuple(step // array.itemsize for step in array.strides)


class PlansOfStrides(unittest.TestCase):
    def test_scatters(self) -> None:
        rng = np.random.default_rng(11)
        counts = {"scatter_nd": (5, 2), "scatter_elements": (3, 6, 2), "scatter_update": (2, 3)}
        for operator, make in zip(counts, (strew.plan_scatter_nd, strew.plan_scatter_elements, strew.plan_scatter_update)):
            words: Any = (1, "add") if operator in AXIS_OPERATORS else ("add",)
            given = arrays(rng, operator, (3, 4, 2), counts[operator], np.dtype(np.float32), np.int64, 1)
            expected = plain_loop(*given, "add", operator, 1)
            for (name, data), (_, indices), (_, updates), (_, out) in zip(*map(views, (*given, np.zeros_like(given[0])))):
                strides = {"data_strides": steps(data), "indices_strides": steps(indices), "updates_strides": steps(updates)}
                plan = make(data.shape, "float32", indices.shape, *words, **strides, out_strides=steps(out))
                for call in (plan, pickle.loads(pickle.dumps(plan))):
                    self.assertIs(call(data, indices, updates, out), out)
                    self.assertTrue(same(out, expected), (operator, name))
                out[...] = 0
                self.assertTrue(same(plan.prepare(indices)(data, updates, out), expected), (operator, name))
                new = make(data.shape, "float32", indices.shape, *words, **strides)
                self.assertTrue(same(new(data, indices, updates), expected), (operator, name))
                in_place = make(data.shape, "float32", indices.shape, *words, **strides, out_strides=steps(data))
                self.assertTrue(same(in_place(data, indices, updates, data), expected), (operator, name))

    def test_gathers(self) -> None:
        rng = np.random.default_rng(12)
        source, along = rng.integers(0, 99, (5, 4, 3)).astype(np.int16), rng.integers(-4, 4, (2, 3))
        pairs, elements = rng.integers(0, 4, (6, 2)), rng.integers(0, 4, (5, 7, 3))
        for make, chosen, words, expected in (
            (strew.plan_gather, along, (1,), source.take(along, 1)),
            (strew.plan_gather_nd, pairs, (), source[pairs[:, 0], pairs[:, 1]]),
            (strew.plan_gather_elements, elements, (1,), np.take_along_axis(source, elements, 1)),
        ):
            for (name, data), (_, indices), (_, out) in zip(views(source), views(chosen), views(np.zeros_like(expected))):
                strides = {"data_strides": steps(data), "indices_strides": steps(indices)}
                plan: Any = make(data.shape, "int16", indices.shape, *words, **strides, out_strides=steps(out))
                for call in (plan, pickle.loads(pickle.dumps(plan))):
                    self.assertIs(call(data, indices, out), out)
                    np.testing.assert_array_equal(out, expected, name)
                out[...] = 0
                np.testing.assert_array_equal(plan.prepare(indices)(data, out), expected, name)
                new: Any = make(data.shape, "int16", indices.shape, *words, **strides)
                np.testing.assert_array_equal(new(data, indices), expected, name)

    def test_an_expanded_index(self) -> None:
        plan = strew.plan_scatter_elements((7, 5), "float64", (4, 5), 0, "add", indices_strides=(1, 0), updates_strides=(0, 0))
        index, ones = np.array([3, 3, 6, 0]), np.broadcast_to(np.float64(1), (4, 5))
        found = plan(np.zeros((7, 5)), np.broadcast_to(index[:, np.newaxis], (4, 5)), ones)
        np.testing.assert_array_equal(found[:, 0], np.bincount(index, minlength=7))

    def test_strides_of_dense_arrays_change_nothing(self) -> None:
        dense = strew.plan_scatter_nd((4, 1, 3), "float32", (2, 1))
        named = strew.plan_scatter_nd((4, 1, 3), "float32", (2, 1), data_strides=(3, 99, 1), indices_strides=(1, 7), out_strides=(3, 3, 1))
        self.assertEqual(named._made_of, dense._made_of)
        data, indices, updates = np.zeros((4, 1, 3), np.float32), np.array([[1], [2]]), np.ones((2, 1, 3), np.float32)
        np.testing.assert_array_equal(named(data, indices, updates), dense(data, indices, updates))
        strew.plan_gather(0, "float32", (0,), data_strides=5)(np.zeros(0, np.float32), np.zeros(0, np.int64))

    def test_rejections(self) -> None:
        for kind, text, words in (
            (ValueError, "data_strides has 1 strides, but data has 2 dimensions", {"data_strides": (3,)}),
            (ValueError, "updates_strides has 3 strides, but updates has 2 dimensions", {"updates_strides": (3, 1, 1)}),
            (TypeError, "a stride in indices_strides is a float, and an integer is needed", {"indices_strides": (1.0, 1)}),
            (ScatterError, "stride", {"out_strides": (1, 1)}),
            (ScatterError, "stride", {"indices_strides": (-1, 1), "profile": "ONNX ScatterND-18"}),
        ):
            with self.subTest(text), self.assertRaisesRegex(kind, text):
                strew.plan_scatter_nd((4, 3), "float64", (2, 1), **words)
        plan = strew.plan_scatter_nd((4, 3), "float64", (2, 1), out_strides=(6, 2))
        with self.assertRaisesRegex(ValueError, r"out is None, but float64 of shape \(4, 3\) and strides \(6, 2\) was planned"):
            plan(np.zeros((4, 3)), np.array([[1], [2]]), np.ones((2, 3)))
        gather = strew.plan_gather((4, 3), "float64", (2,), out_strides=(6, 2))
        with self.assertRaisesRegex(ValueError, "out is None, but"):
            gather(np.zeros((4, 3)), np.array([1, 2]))
        with self.assertRaisesRegex(ValueError, "out is float64 .*, but the result is float64 of shape .* and strides"):
            gather(np.zeros((4, 3)), np.array([1, 2]), np.zeros((2, 3)))


class IndexTypes(unittest.TestCase):
    def test_more_than_int64_holds(self) -> None:
        large = np.array([[2**64 - 1], [2**63]], np.uint64)
        with self.assertRaises(strew.IndexOutOfBoundsError) as caught:
            strew.scatter_nd(np.zeros(4), large, np.ones(2))
        self.assertEqual(caught.exception.value, 2**63 - 1)
        self.assertEqual(strew.scatter_nd(np.zeros(4), large, np.ones(2), "add", policy="clamp").tolist(), [0, 0, 0, 2])
        self.assertEqual(strew.scatter_nd(np.zeros(4), large, np.ones(2), "add", policy="skip").tolist(), [0, 0, 0, 0])

    def test_at(self) -> None:
        for dtype in INDEX_DTYPES:
            found, expected = np.zeros((3, 4))[:, ::2], np.zeros((3, 2))
            index: Any = np.array([2, 0, 2], dtype)
            strew.add_at(found, index, [1.0, 2.0])
            np.add.at(expected, index, [1.0, 2.0])
            np.testing.assert_array_equal(found, expected)
            strew.add_at(found, (index, np.array([1, 0, 1], np.uint64)), 3)
            np.add.at(expected, (index, np.array([1, 0, 1])), 3)
            np.testing.assert_array_equal(found, expected)
