"""Rows of tables and weights on dask arrays, against the same calls on one machine."""

import random
import tempfile
import unittest
from typing import Any, Dict, Iterator, Tuple

import dask.array as da
import ml_dtypes
import numpy as np

import strew.dask
from strew import IndexOutOfBoundsError
from tests.dask.support import chunked, computed, difference, outcome

SHAPES: Tuple[Tuple[str, Tuple[int, ...], Tuple[int, ...], int], ...] = (
    ("scatter_nd", (6, 4, 3), (9, 5, 2), 0), ("scatter_nd", (8, 3), (30, 1), 0), ("scatter_update", (8, 3), (4, 7), 0),
    ("scatter_update", (3, 8, 2), (20,), 1), ("scatter_elements", (8, 5), (11, 4), 0),
)  # fmt: skip


def numbers(rng: np.random.Generator, dtype: Any, shape: Tuple[int, ...]) -> np.ndarray:
    if np.dtype(dtype).kind in "iu":
        return rng.integers(0, 255, shape).astype(dtype)
    some = rng.normal(size=shape)
    return (some + 1j * rng.normal(size=shape) if np.dtype(dtype).kind == "c" else some).astype(dtype)


def calls(seed: int, dtype: Any, of_weights: Any) -> Iterator[Tuple[str, Tuple[np.ndarray, ...], Dict[str, Any], Dict[str, Any]]]:
    """The operator, data, indices and updates or a table, axis, and what is beside these."""
    for operator, shape, counts, axis in SHAPES:
        for is_table in (False, True):
            for has_weights in (False, True) if is_table else (True,):
                rng = np.random.default_rng(seed)
                tuples = counts[:-1] if operator == "scatter_nd" else counts
                sizes = np.array(shape[: counts[-1]]) if operator == "scatter_nd" else np.array(shape[axis])
                indices = rng.integers(-sizes, sizes, counts)
                before = shape[:axis] if operator == "scatter_update" else ()
                k = counts[-1] if operator == "scatter_nd" else 1
                after = () if operator == "scatter_elements" else shape[len(before) + k :]
                beside: Dict[str, Any] = {"update_indices": rng.integers(-6, 6, tuples)} if is_table else {}
                if has_weights:
                    beside["weights"] = numbers(rng, of_weights, (*tuples, *after) if seed % 2 else tuples)
                updates = numbers(rng, dtype, (*before, *((6,) if is_table else tuples), *after))
                words = {} if operator == "scatter_nd" else {"axis": axis}
                yield operator, (numbers(rng, dtype, shape), indices, updates), words, beside


class Fused(unittest.TestCase):
    def check(self, operator: str, arrays: Tuple[np.ndarray, ...], words: Dict[str, Any], beside: Dict[str, Any], name: str, **more: Any) -> None:
        expected = outcome(lambda: getattr(strew, operator)(*arrays, **words, **beside))
        rng = random.Random(name)
        lazy = {key: chunked(rng, array) if rng.random() < 0.8 else array for key, array in beside.items()}
        indices = chunked(rng, arrays[1]) if rng.random() < 0.7 else arrays[1]
        found = computed(operator, chunked(rng, arrays[0]), indices, chunked(rng, arrays[2]), **words, **lazy, **more)
        with self.subTest(name):
            self.assertEqual(difference(found, expected), "")

    def test_tables_and_weights(self) -> None:
        pairs = ((np.float32, np.float32), (np.float64, np.float64), (np.float16, np.float16), (ml_dtypes.bfloat16, np.float32), (np.int8, np.int8), (np.complex64, np.complex64))
        for seed, (dtype, of_weights) in enumerate(pairs):
            for number, (operator, arrays, words, beside) in enumerate(calls(seed, dtype, of_weights)):
                reductions = ("add", "none", "mul", "mean", "max", "sub")
                for reduction in reductions[(seed + number) % 3 :: 3]:
                    name = f"{operator} {np.dtype(dtype)} {reduction} {seed} {number}"
                    self.check(operator, arrays, {**words, "reduction": reduction}, beside, name)

    def test_a_wider_type(self) -> None:
        for dtype, of_weights, wide in ((np.float16, np.float32, "float32"), (np.float32, np.float32, "float64"), (np.int8, np.int8, "int64")):
            for number, (operator, arrays, words, beside) in enumerate(calls(7, dtype, of_weights)):
                for reduction in ("add", "mean", "max"):
                    options = {**words, "reduction": reduction, "accumulate": wide}
                    if wide == "int64" and reduction == "mean" and "weights" in beside:
                        with self.assertRaisesRegex(ValueError, "^accumulate is 'int64', and strew.dask has no mean of weighted integers"):
                            getattr(strew.dask, operator)(*arrays, **options, **beside)
                        continue
                    self.check(operator, arrays, options, beside, f"{operator} {np.dtype(dtype)} {reduction} {number}")

    def test_updates_travel_in_their_own_dtype(self) -> None:
        rng = np.random.default_rng(8)
        indices = rng.integers(0, 6, (90, 1))
        for of_data, of_updates in ((np.float16, np.float32), (np.float32, np.float64), (np.int8, np.float32), (np.float16, np.int32), (np.uint8, np.int16)):
            data, updates = numbers(rng, of_data, (6, 3)), numbers(rng, of_updates, (90, 3))
            for reduction in ("add", "max", "none", "mean"):
                with tempfile.TemporaryDirectory() as folder:
                    for more in ({}, {"scratch": folder}):
                        name = f"{np.dtype(of_data)} {np.dtype(of_updates)} {reduction} {bool(more)}"
                        self.check("scatter_nd", (data, indices, updates), {"reduction": reduction}, {}, name, **more)

    def test_what_indices_pass_over_is_not_looked_at(self) -> None:
        data, table = np.zeros((5, 2)), np.arange(12.0).reshape(6, 2)
        indices, rows = np.array([0, 9, -1, 4, -9, 2]), np.array([1, 77, 2, 3, -88, 5])
        for words in ({"policy": "skip"}, {"policy": "skip", "negative_wrap": False}, {"policy": "skip", "ignore_index": 4}):
            self.check("scatter_update", (data, indices, table), {**words, "reduction": "add"}, {"update_indices": rows}, str(words))
            tuples = np.stack([indices, indices], 1) % np.array([[10], [10], [10], [10], [10], [10]])
            self.check("scatter_nd", (np.zeros((5, 5)), tuples, table[:, 0].copy()), words, {"update_indices": rows}, f"nd {words}")
        self.check("scatter_update", (data, np.array([0, 3, 3]), table), {"ignore_index": 3}, {"update_indices": np.array([1, 99, -99])}, "ignored")

    def test_rejections(self) -> None:
        data, indices, table = np.zeros((5, 2)), np.array([0, 3, 3]), np.ones((6, 2))
        rows, weights = np.array([0, 5, 6]), np.ones(3)
        self.check("scatter_update", (data, indices, table), {}, {"update_indices": rows}, "update_indices out of bounds")
        for beside in ({"update_indices": rows[:2]}, {"update_indices": rows * 1.0}, {"update_indices": rows, "weights": weights.astype("f4")}, {"weights": weights[:2]}):
            self.check("scatter_update", (data, indices, table), {"reduction": "add"}, beside, str(beside))
        with self.assertRaisesRegex(ValueError, "^nan is 'loses', and with weights strew.dask cannot tell"):
            strew.dask.scatter_update(data, indices, table[:3], 0, "add", weights=weights, nan="loses")
        for word in ("unique", "sorted", "arg", "update_policy", "update_negative_wrap", "update_ignore_index", "alpha", "scale"):
            for operator in ("scatter_nd", "scatter_update", "scatter_elements"):
                with self.assertRaisesRegex(TypeError, f"unexpected keyword argument '{word}'$"):
                    getattr(strew.dask, operator)(data, indices, table, **{word: "checked"})
        lazy = strew.dask.scatter_update(da.from_array(data), indices, table, update_indices=da.from_array(rows))
        with self.assertRaisesRegex(IndexOutOfBoundsError, r"^update_indices\[2\] is 6, outside \[-6, 5\] of the rows of updates$"):
            lazy.compute(scheduler="sync")


if __name__ == "__main__":
    unittest.main()
