"""Policies, negative indices and NaN, for every operator, against the plain loop; and what a call may not touch."""

import inspect
import unittest
from typing import Iterator, Tuple

import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, Status, _gather, _scatter
from strew._beside import NOTHING
from strew._gather import DEFAULTS
from strew._plan import Words

from .support import arrays, scatter

# For every operator: shape of data, shape of indices, axis.
SHAPES = {
    "scatter_nd": [((6,), (30, 1), 0), ((4, 3), (25, 2), 0), ((3, 2, 5), (4, 4, 1), 0), ((2, 2, 2, 2), (40, 4), 0)],
    "scatter_elements": [((6,), (30,), 0), ((4, 3), (4, 9), 1), ((3, 2, 5), (11, 2, 4), 0)],
    "scatter_update": [((6,), (30,), 0), ((4, 3), (2, 7), -1), ((3, 2, 5), (9,), 1)],
}


def calls(seed: int, dtype: type, index_dtype: type = np.int64) -> Iterator[Tuple[str, int, np.ndarray, np.ndarray, np.ndarray]]:
    """Every operator on each of its shapes: operator, axis, data, indices, updates."""
    for operator, shapes in SHAPES.items():
        for shape, counts, axis in shapes:
            rng = np.random.default_rng(seed)
            yield (operator, axis, *arrays(rng, operator, shape, counts, np.dtype(dtype), index_dtype, axis))


class Policies(unittest.TestCase):
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

    def test_a_rejection_writes_nothing_in_place(self) -> None:
        for operator, axis, data, indices, updates in calls(5, np.int8):
            indices.flat[-1] = 2**40  # the very last one
            before = data.tobytes()
            with self.assertRaises(IndexOutOfBoundsError):
                scatter(operator, data, indices, updates, axis=axis, reduction="sub", out=data)
            self.assertEqual(data.tobytes(), before)


class Nan(unittest.TestCase):
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


class Signatures(unittest.TestCase):
    def test_options_have_one_name_order_and_default(self) -> None:
        """Each function spells them out, for readers, editors and type checkers."""
        of_put, of_take = {**Words()._asdict(), "update_indices": None, "weights": None, "threads": 1}, {**DEFAULTS, "threads": 1}
        of_scatters = {**Words()._asdict(), **NOTHING._asdict(), "threads": 1}
        of_gathers = {**DEFAULTS, "scale": None, "zero_points": None, "threads": 1}
        for function, others, defaults in (
            *((each, ("axis", "reduction"), of_scatters) for each in (strew.scatter_nd, strew.scatter_update)),
            *((each, ("axis", "batch_dims", "reduction"), of_scatters) for each in (strew.scatter_elements, _scatter.put)),
            (strew.put, ("axis", "batch_dims"), of_put),
            *((each, (), of_gathers) for each in (strew.gather_nd, strew.gather_elements, strew.gather, _gather.take)),
            (strew.take, (), of_take),
        ):
            with self.subTest(function.__qualname__, module=function.__module__):
                options = [each for each in inspect.signature(function).parameters.values() if each.kind == each.KEYWORD_ONLY]
                expected = [(name, default) for name, default in defaults.items() if name not in others]
                self.assertEqual([(each.name, each.default) for each in options], expected)
