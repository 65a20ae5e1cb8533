"""Policies, negative indices and NaN, for every operator, against the plain loop; and what a call may not touch."""

import inspect
import itertools
import unittest
from typing import Iterator, Tuple

import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, Status, _gather, _scatter
from strew._gather import DEFAULTS
from strew._scatter import Words

from .support import AXIS_OPERATORS, COMBINING, DTYPES, ISAS, arrays, is_float, plain_loop, same, scatter, values

# For every operator: shape of data, shape of indices, axis.
SHAPES = {
    "scatter_nd": [((6,), (30, 1), 0), ((4, 3), (25, 2), 0), ((3, 2, 5), (4, 4, 1), 0), ((2, 2, 2, 2), (40, 4), 0)],
    "scatter_elements": [((6,), (30,), 0), ((4, 3), (4, 9), 1), ((3, 2, 5), (11, 2, 4), 0)],
    "scatter_update": [((6,), (30,), 0), ((4, 3), (2, 7), -1), ((3, 2, 5), (9,), 1)],
}


def out_of_bounds(rng: np.random.Generator, indices: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Some indices moved out of their dimensions, a little or as distant as they go."""
    limits = np.iinfo(indices.dtype)
    distant = rng.choice([limits.min, limits.max, -1000, 1000], indices.shape)
    close = np.where(rng.random(indices.shape) < 0.5, sizes, -sizes - 1)
    moved = np.where(rng.random(indices.shape) < 0.5, distant, close)
    chosen = rng.random(indices.shape) < 0.3
    chosen.flat[rng.integers(indices.size)] = True
    return np.where(chosen, moved, indices).astype(indices.dtype)


def calls(seed: int, dtype: type, index_dtype: type = np.int64) -> Iterator[Tuple[str, int, np.ndarray, np.ndarray, np.ndarray]]:
    """Every operator on each of its shapes: operator, axis, data, indices, updates."""
    for operator, shapes in SHAPES.items():
        for shape, counts, axis in shapes:
            rng = np.random.default_rng(seed)
            yield (operator, axis, *arrays(rng, operator, shape, counts, np.dtype(dtype), index_dtype, axis))


class Policies(unittest.TestCase):
    def test_skip_and_clamp(self) -> None:
        cases = itertools.product(SHAPES, ("skip", "clamp"), (True, False), (np.int32, np.int64))
        for number, (operator, policy, wrap, index_dtype) in enumerate(cases):
            rng = np.random.default_rng(number)
            for shape, counts, axis in SHAPES[operator]:
                for dtype in DTYPES:
                    for reduction in COMBINING:
                        data, indices, updates = arrays(rng, operator, shape, counts, dtype, index_dtype, axis)
                        sizes = np.array(shape[: counts[-1]]) if operator == "scatter_nd" else np.array(shape[axis])
                        indices = out_of_bounds(rng, indices, sizes)
                        options = {"policy": policy, "negative_wrap": wrap}
                        expected = plain_loop(data, indices, updates, reduction, operator, axis, **options)
                        with self.assertRaises(IndexOutOfBoundsError):
                            scatter(operator, data, indices, updates, axis=axis, negative_wrap=wrap)
                        for isa in ISAS:
                            found = scatter(operator, data, indices, updates, axis=axis, reduction=reduction, isa=isa, **options)
                            where = (operator, policy, wrap, index_dtype, shape, dtype, reduction, isa)
                            self.assertTrue(same(found, expected, reduction in ("min", "max")), where)

    def test_skip_passes_over_the_whole_tuple(self) -> None:
        data = np.zeros((2, 2), np.int8)
        found = strew.scatter_nd(data, np.array([[0, 9], [9, 0], [1, 1]]), np.array([1, 2, 3], np.int8), policy="skip")
        np.testing.assert_array_equal(found, [[0, 0], [0, 3]])

    def test_clamp_wraps_first(self) -> None:
        data, updates = np.zeros(4, np.int8), np.array([1, 2, 3], np.int8)
        for wrap in (True, False):
            found = strew.scatter_elements(data, np.array([-4, -5, 4]), updates, policy="clamp", negative_wrap=wrap)
            np.testing.assert_array_equal(found, [2, 0, 0, 3])
        found = strew.scatter_elements(data, np.array([-1, -2, 9]), updates, policy="clamp", reduction="add")
        np.testing.assert_array_equal(found, [0, 0, 2, 4])
        found = strew.scatter_elements(data, np.array([-1, -2, 9]), updates, policy="clamp", negative_wrap=False)
        np.testing.assert_array_equal(found, [2, 0, 0, 3])

    def test_clamp_into_nothing(self) -> None:
        one = np.zeros((1, 1), np.int64)
        for operator, shape, indices, updates in (
            ("scatter_nd", (0, 3), one, (1, 3)),
            ("scatter_elements", (0, 3), one, (1, 1)),
            ("scatter_update", (0, 3), one, (1, 1, 3)),
        ):
            data = np.zeros(shape)
            with self.assertRaises(ScatterError) as caught:
                scatter(operator, data, indices, np.zeros(updates), policy="clamp")
            self.assertIs(caught.exception.status, Status.CLAMP_TO_EMPTY_DIMENSION)
            # To skip there is something: every tuple.
            np.testing.assert_array_equal(scatter(operator, data, indices, np.zeros(updates), policy="skip"), data)

    def test_negative_indices_that_do_not_wrap(self) -> None:
        for operator, axis, data, indices, updates in calls(3, np.int32):
            self.assertTrue((indices < 0).any())
            with self.assertRaises(IndexOutOfBoundsError) as caught:
                scatter(operator, data, indices, updates, axis=axis, negative_wrap=False)
            error = caught.exception
            first = int(np.flatnonzero(indices < 0)[0])
            k = indices.shape[-1] if operator == "scatter_nd" else 1
            self.assertEqual((error.tuple, error.component), divmod(first, k))
            self.assertEqual((error.value, error.low), (indices.flat[first], 0))
            dimension = error.component if operator == "scatter_nd" else axis % data.ndim
            self.assertEqual((error.dimension, error.high), (dimension, data.shape[dimension] - 1))

    def test_trusted(self) -> None:
        for operator, axis, *three in calls(4, np.float32, np.int32):
            found = scatter(operator, *three, axis=axis, reduction="add", policy="trusted")
            self.assertTrue(same(found, plain_loop(*three, "add", operator, axis)))

    def test_a_rejection_writes_nothing_in_place(self) -> None:
        for operator, axis, data, indices, updates in calls(5, np.int8):
            indices.flat[-1] = 2**40  # the very last one
            before = data.tobytes()
            with self.assertRaises(IndexOutOfBoundsError):
                scatter(operator, data, indices, updates, axis=axis, reduction="sub", out=data)
            self.assertEqual(data.tobytes(), before)


class Nan(unittest.TestCase):
    def test_every_type_that_has_one(self) -> None:
        dtypes = [dtype for dtype in DTYPES if is_float(dtype) or dtype.kind == "c"]
        self.assertEqual(len(dtypes), 8)
        for dtype, nan, reduction in itertools.product(dtypes, ("wins", "loses"), COMBINING[1:]):
            for operator, axis, *three in calls(6, dtype):
                expected = plain_loop(*three, reduction, operator, axis, nan=nan)
                for isa in ISAS:
                    found = scatter(operator, *three, axis=axis, reduction=reduction, nan=nan, isa=isa)
                    self.assertTrue(same(found, expected, whole=True), (dtype, operator, nan, reduction, three[0].shape, isa))

    def test_by_hand(self) -> None:
        nan = np.nan
        for dtype in filter(is_float, DTYPES):
            data, updates = np.array([nan, 1, nan, -0.0], dtype), np.array([1, nan, nan, 0.0], dtype)
            for name, expected in (("wins", [nan, nan, nan, 0]), ("loses", [1, 1, nan, 0])):
                found = strew.scatter_elements(data, np.arange(4), updates, reduction="max", nan=name)
                np.testing.assert_array_equal(found.astype(np.float64), expected)
                self.assertFalse(np.signbit(found[3]))

    def test_sums_and_means_of_groups_as_nansum_and_nanmean(self) -> None:
        rng, nan = np.random.default_rng(10), np.nan
        data = np.zeros(3, np.float32)
        found = strew.scatter_update(data, np.array([0, 1, 2, 0, 1, 2]), np.array([nan, 1, 1, nan, 1, 1], np.float32), 0, "add", nan="loses")
        self.assertEqual(found.tolist(), [0, 2, 2])
        old, group, rows = rng.integers(-9, 9, (7, 4)).astype(float), rng.integers(0, 6, 50), rng.integers(-9, 9, (50, 4)).astype(float)
        rows[rng.random(rows.shape) < 0.4] = nan
        rows[group == 3, 1] = nan  # all of one element
        for include_self in (True, False):
            words = {"nan": "loses", "include_self": include_self}
            mean, total, product = (strew.scatter_update(old, group, rows, 0, name, **words) for name in ("mean", "add", "mul"))
            for place in np.ndindex(old.shape):
                updates = rows[group == place[0], place[1]]
                updates = updates[~np.isnan(updates)]
                if include_self or not len(updates):
                    updates = np.insert(updates, 0, old[place])
                expected = np.sum(updates) / len(updates), np.sum(updates), np.prod(updates)
                self.assertEqual((mean[place], total[place], product[place]), expected)
            self.assertEqual((mean[3, 1], total[3, 1]), (old[3, 1], old[3, 1]))

    def test_views_threads_and_prepared_indices(self) -> None:
        rng = np.random.default_rng(11)
        group, rows = rng.integers(0, 300, 9000), rng.integers(0, 9, (8, 9000)).astype("f4").T
        rows[rng.random(rows.shape) < 0.2] = np.nan
        expected = np.zeros((300, 8), "f4")
        np.add.at(expected, group, np.where(np.isnan(rows), 0, 2 * rows))
        for threads in (1, 2, 7):
            output = np.zeros((8, 300), "f4").T
            strew.scatter_update(output, group, rows, 0, "add", output, nan="loses", alpha=2, threads=threads)
            np.testing.assert_array_equal(output, expected)
        plan = strew.plan_scatter_update((300, 8), "f4", (9000,), 0, "sub", nan="loses", alpha=2)
        dense = np.ascontiguousarray(rows)
        for threads in (1, 2):
            np.testing.assert_array_equal(plan(np.zeros((300, 8), "f4"), group, dense, threads=threads), -expected)
            np.testing.assert_array_equal(plan.prepare(group)(np.zeros((300, 8), "f4"), dense, threads=threads), -expected)
        put = strew.plan_put((2, 2), "f4", (3,), "add", nan="loses")
        flat = put(np.zeros((2, 2), "f4"), np.array([3, 0, 3]), np.array([1, np.nan, 2], "f4"))
        np.testing.assert_array_equal(flat, [[0, 0], [0, 3]])

    def test_none_rejects_it_by_name(self) -> None:
        for operator, axis, *three in calls(12, np.dtype(np.float32)):
            with self.assertRaisesRegex(ScatterError, f"^{operator} with the reduction none has no use for nan='loses'$") as rejected:
                scatter(operator, *three, axis=axis, reduction="none", nan="loses")
            self.assertEqual(rejected.exception.status, Status.UNUSED_ARGUMENT)

    def test_types_without_nan_do_not_look(self) -> None:
        rng = np.random.default_rng(8)
        for dtype in DTYPES:
            if is_float(dtype) or dtype.kind == "c":
                continue
            for reduction in COMBINING[1:]:
                three = values(rng, (9,), dtype), rng.integers(0, 9, (20, 1)), values(rng, (20,), dtype)
                found = [strew.scatter_nd(*three, reduction, nan=nan) for nan in ("wins", "loses")]
                self.assertTrue(same(*found), (dtype, reduction))


class Signatures(unittest.TestCase):
    def test_options_have_one_name_order_and_default(self) -> None:
        """Each function spells them out, for readers, editors and type checkers."""
        of_scatters, of_gathers = {**Words()._asdict(), "threads": 1}, {**DEFAULTS, "threads": 1}
        for function, others, defaults in (
            *((each, ("axis", "reduction"), of_scatters) for each in (strew.scatter_nd, strew.scatter_update)),
            *((each, ("axis", "batch_dims", "reduction"), of_scatters) for each in (strew.scatter_elements, _scatter.put)),
            (strew.put, ("axis", "batch_dims"), of_scatters),
            *((each, (), of_gathers) for each in (strew.gather_nd, strew.gather_elements, strew.gather, _gather.take, strew.take)),
        ):
            with self.subTest(function.__qualname__, module=function.__module__):
                options = [each for each in inspect.signature(function).parameters.values() if each.kind == each.KEYWORD_ONLY]
                expected = [(name, default) for name, default in defaults.items() if name not in others]
                self.assertEqual([(each.name, each.default) for each in options], expected)


class Axes(unittest.TestCase):
    def test_negative_axes_count_from_the_end(self) -> None:
        rng = np.random.default_rng(9)
        for operator in AXIS_OPERATORS:
            for axis in range(3):
                counts = {"scatter_elements": (2, 3, 4), "scatter_update": (2, 2)}[operator]
                three = arrays(rng, operator, (2, 3, 4), counts, np.dtype(np.int64), np.int32, axis)
                first, second = (scatter(operator, *three, axis=each, reduction="mul") for each in (axis, axis - 3))
                self.assertEqual(first.tobytes(), second.tobytes())
                self.assertTrue(same(first, plain_loop(*three, "mul", operator, axis)))
