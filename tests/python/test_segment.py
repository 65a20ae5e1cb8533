"""strew.segment, its plans and prepared segments, and spmm of CSR, against loops over the rows."""

import pickle
import unittest
from types import SimpleNamespace
from typing import Any, Dict, List, Optional, Tuple, Type

import ml_dtypes
import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, Status

UFUNCS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum}
OFFSETS = np.array([1, 1, 4, 9, 9, 12, 12])
N = OFFSETS.size - 1


def loop(rows: np.ndarray, offsets: Any, reduction: str, empty: Any) -> np.ndarray:
    """The first row of a segment, and then the others one after another."""
    result = np.empty((len(offsets) - 1, *rows.shape[1:]), rows.dtype)
    for s, (begin, end) in enumerate(zip(offsets, offsets[1:])):
        if begin == end:
            result[s] = empty[s] if isinstance(empty, np.ndarray) else empty
            continue
        total = rows[begin].copy()
        for row in rows[begin + 1 : end]:
            total = UFUNCS["add" if reduction == "mean" else reduction](total, row)
        result[s] = total / rows.dtype.type(end - begin) if reduction == "mean" else total
    return result


def numbers(seed: int, dtype: Any, *shape: int) -> np.ndarray:
    return np.round(np.random.default_rng(seed).normal(size=shape) * 8).astype(dtype)


class Segment(unittest.TestCase):
    def test_reductions(self) -> None:
        for dtype in ("f4", "f8", "i4", "u1", ml_dtypes.bfloat16):
            for reduction in (*UFUNCS, "mean"):
                if reduction == "mean" and dtype not in ("f4", "f8"):
                    continue
                with self.subTest(np.dtype(dtype).name, reduction=reduction), np.errstate(all="ignore"):
                    rows = np.abs(numbers(1, "f8", 13, 3)).astype(dtype)
                    expected = loop(rows, OFFSETS, reduction, 0)
                    for threads in (1, 2):
                        found = strew.segment(rows, OFFSETS, reduction=reduction, threads=threads)
                        self.assertEqual((found.dtype, found.tobytes()), (expected.dtype, expected.tobytes()))
                    by_index = np.repeat(np.arange(N), np.diff(OFFSETS)).astype("i2")
                    found = strew.segment(rows[1:12], indices=by_index, n_segments=N, reduction=reduction)
                    self.assertEqual(found.tobytes(), expected.tobytes())
                    implied = strew.segment(rows[:12], OFFSETS[:-2].astype("u8"), offsets_end="implied", reduction=reduction)
                    self.assertEqual(implied.tobytes(), expected[:-1].tobytes())

    def test_what_segments_without_rows_give(self) -> None:
        rows, old = numbers(2, "f4", 13, 2), numbers(3, "f4", N, 2)
        for reduction, identity in (("add", 0), ("mul", 1), ("min", np.inf), ("max", -np.inf)):
            expected = loop(rows, OFFSETS, reduction, identity)
            np.testing.assert_array_equal(strew.segment(rows, OFFSETS, reduction=reduction, initial="identity"), expected)
            expected = loop(rows, OFFSETS, reduction, old)
            np.testing.assert_array_equal(strew.segment(rows, OFFSETS, reduction=reduction, initial="data", data=old), expected)
        out = old.copy()
        self.assertIs(strew.segment(rows, OFFSETS, reduction="max", initial="data", data=out, out=out), out)
        np.testing.assert_array_equal(out, expected)

    def test_tables_weights_and_other_dtypes(self) -> None:
        table, columns, weights = numbers(4, "f8", 7, 2, 3), np.array([6, 0, -7, 2, 1, 1, 3, 5, 4, 0, 2, 6, 0]), numbers(5, "f8", 13, 2, 1)
        expected = loop(table[columns] * weights, OFFSETS, "add", 0)
        np.testing.assert_array_equal(strew.segment(table, OFFSETS, update_indices=columns, weights=weights), expected)
        padded = columns.copy()
        padded[3:9] = 99
        kept = np.delete(np.arange(13), np.arange(3, 9))
        ends = np.searchsorted(kept, OFFSETS)
        expected = loop(table[columns[kept]], ends, "max", 0)
        for words in ({"update_ignore_index": 99}, {"update_policy": "skip"}):
            found = strew.segment(table, OFFSETS, reduction="max", update_indices=padded, **words)  # type: ignore[arg-type]
            np.testing.assert_array_equal(found, expected)
        halves = np.full((4096, 1), 1, np.float16)
        self.assertEqual(strew.segment(halves, np.array([0, 4096])).item(), 2048)
        self.assertEqual(strew.segment(halves, np.array([0, 4096]), accumulate="float32").item(), 4096)
        out = np.empty((1, 1), np.float32)
        self.assertEqual(strew.segment(halves, np.array([0, 4096]), out=out).item(), 4096)
        self.assertEqual(strew.segment(np.array([np.nan, 2, 3]), np.array([0, 3]), nan="loses").item(), 5)

    def test_views(self) -> None:
        rows, offsets = numbers(6, "f4", 5, 26).T[::-2, 1:4], np.repeat(OFFSETS, 2)[::2]
        out = np.full((3, 2 * N), 7, np.float32).T[::2]
        self.assertIs(strew.segment(rows, offsets[::-1][::-1], out=out), out)
        np.testing.assert_array_equal(out, loop(np.ascontiguousarray(rows), OFFSETS, "add", 0))
        vector = strew.segment(rows[:, 0], np.stack([OFFSETS, OFFSETS], 1)[:, 1])
        np.testing.assert_array_equal(vector, loop(rows[:, 0].copy(), OFFSETS, "add", 0))

    def test_how_many_segments_indices_are_of(self) -> None:
        rows, indices = np.ones(3), np.array([0, 2, 2])
        self.assertEqual(strew.segment(rows, indices=indices).tolist(), [1, 0, 2])
        self.assertEqual(strew.segment(rows, indices=indices, n_segments=4).tolist(), [1, 0, 2, 0])
        self.assertEqual(strew.segment(rows, indices=indices, out=np.empty(5)).tolist(), [1, 0, 2, 0, 0])
        self.assertEqual(strew.segment(rows, indices=indices, initial="data", data=np.full(4, 9.0)).tolist(), [1, 9, 2, 9])
        self.assertEqual(strew.segment(rows[:0], indices=indices[:0]).shape, (0,))
        self.assertEqual(strew.segment(np.ones((3, 0, 2)), np.array([0, 3])).shape, (1, 0, 2))

    def test_plans_and_prepared_segments(self) -> None:
        rows, table, columns = numbers(7, "f4", 13, 2), numbers(8, "f4", 5, 2), np.arange(13) % 5
        expected = loop(rows, OFFSETS, "mean", 0)
        plan = pickle.loads(pickle.dumps(strew.plan_segment((N, 2), "float32", 13, "mean")))
        np.testing.assert_array_equal(plan(rows, OFFSETS), expected)
        out = np.empty((N, 2), np.float32)
        prepared = plan.prepare(OFFSETS)
        self.assertIs(prepared(rows, out, threads=2), out)
        np.testing.assert_array_equal(out, expected)
        with self.assertRaisesRegex(TypeError, "^prepared segments are valid in the process"):
            pickle.dumps(prepared)
        self.assertTrue(strew.plan_segment((N, 2), "float32", 13).kernel)
        weighed = strew.plan_segment((N, 2), "float32", 13, "add", update_rows=5, weights_shape=13, initial="data")
        weights, old = numbers(9, "f4", 13), numbers(10, "f4", N, 2)
        expected = loop(table[columns] * weights[:, None], OFFSETS, "add", old)
        beside: Dict[str, Any] = {"data": old, "update_indices": columns, "weights": weights}
        np.testing.assert_array_equal(weighed(table, OFFSETS, **beside), expected)
        np.testing.assert_array_equal(weighed.prepare(OFFSETS)(table, **beside), expected)
        by_index = strew.plan_segment(3, "f8", 3, has_indices=True, index_dtype="u1")
        self.assertEqual(by_index(np.ones(3), indices=np.array([0, 2, 2], "u1")).tolist(), [1, 0, 2])
        implied = strew.plan_segment(2, "f8", 3, offsets_end="implied")
        self.assertEqual(implied(np.ones(3), np.array([0, 1])).tolist(), [1, 2])
        with self.assertRaisesRegex(ValueError, "^offsets is int64 of shape .3,., but int64 of shape .2,. was planned$"):
            implied(np.ones(3), np.array([0, 1, 3]))
        with self.assertRaisesRegex(ValueError, "^out is float64 of shape .2,. and strides .2,., but float64 of shape .2,. was planned$"):
            implied(np.ones(3), np.array([0, 1]), np.ones(4)[::2])
        with self.assertRaisesRegex(TypeError, r"^plan_segment\(\) got an unexpected keyword argument 'axis'$"):
            strew.plan_segment(2, "f8", 3, axis=0)
        with self.assertRaisesRegex(ValueError, "^out_shape has no sizes"):
            strew.plan_segment((), "f8", 3)

    def test_rejections(self) -> None:
        rows, right = np.ones((5, 2)), np.array([0, 5])
        out = np.full((1, 2), 3.0)
        cases: List[Tuple[Dict[str, Any], Type[Exception], Optional[Status], str]] = [
            ({"offsets": np.array([0, 4, 1, 5])}, IndexOutOfBoundsError, Status.INDEX_OUT_OF_BOUNDS, r"offsets\[2\] is 1, outside \[4, 5\]"),
            ({"offsets": np.array([0, 6])}, IndexOutOfBoundsError, Status.INDEX_OUT_OF_BOUNDS, r"offsets\[1\] is 6, outside \[0, 5\]"),
            ({"indices": np.array([0, 1, 0, 1, 1])}, ScatterError, Status.NOT_SORTED, "tuple 2 names slice 0, after slice 1 of the tuple before"),
            ({"indices": np.array([0, 0, 0, 0, -1])}, IndexOutOfBoundsError, Status.INDEX_OUT_OF_BOUNDS, r"indices\[0\] is 0, but there are no segments"),
            ({"indices": np.array([0, 0, 0, 1, 2]), "n_segments": 2}, IndexOutOfBoundsError, Status.INDEX_OUT_OF_BOUNDS, r"indices\[4\] is 2, outside \[0, 1\]$"),
            ({"offsets": right, "reduction": "none"}, ScatterError, Status.UNUSED_ARGUMENT, "segment has no use for reduction none"),
            ({"offsets": right, "reduction": "mean", "initial": "identity"}, ScatterError, Status.NO_IDENTITY, "mean of float64 has no identity"),
            ({"offsets": right[None]}, ScatterError, Status.RANK_OUT_OF_RANGE, "offsets has rank 2"),
            ({"offsets": right[:0]}, ScatterError, Status.OFFSETS_SHAPE_MISMATCH, "offsets has 0 elements, but the segments ask for 1"),
            ({"offsets": right * 1.0}, ScatterError, Status.UNSUPPORTED_INDEX_DTYPE, "offsets are float64"),
            ({"offsets": right, "out": rows[:1]}, ScatterError, Status.OUTPUT_OVERLAP, "out overlaps updates"),
            ({"offsets": right, "mean_rounding": "truncates"}, ScatterError, Status.UNUSED_ARGUMENT, "segment with the reduction add has no use for mean_rounding='truncates'"),
            ({"indices": np.zeros(5, int), "offsets_end": "implied"}, ScatterError, Status.CONFLICT, ".*offsets_end='implied'"),
            ({"offsets": right, "update_policy": "skip"}, ScatterError, Status.UNUSED_ARGUMENT, "segment has no use for update_policy"),
            ({"offsets": right, "data": out}, TypeError, None, "data is for initial='data'"),
            ({"offsets": right, "initial": "data"}, TypeError, None, "initial is 'data', and data is missing"),
            ({"offsets": right, "n_segments": 1}, TypeError, None, "n_segments is for indices"),
            ({"offsets": right, "indices": right}, TypeError, None, "segment has both offsets and indices"),
            ({}, TypeError, None, "segment has neither offsets nor indices"),
            ({"indices": np.zeros(5, int), "n_segments": -1}, ValueError, None, "n_segments is -1"),
            ({"offsets": right, "initial": "nothing"}, ValueError, None, "initial 'nothing' is none of 'zero', 'identity', 'data'"),
            ({"offsets": right, "offsets_end": 1}, TypeError, None, "offsets_end is an int"),
            ({"offsets": [0, 5]}, TypeError, None, "offsets is a list"),
            ({"offsets": right, "out": np.ones((2, 2))}, ValueError, None, r"out is float64 of shape \(2, 2\), but the result is"),
        ]
        for words, kind, status, sentence in cases:
            with self.subTest(sentence), self.assertRaisesRegex(kind, f"^{sentence}") as caught:
                strew.segment(rows, **words)
            if status is not None:
                self.assertIs(getattr(caught.exception, "status"), status)
        with self.assertRaises(IndexOutOfBoundsError):
            strew.segment(rows, np.array([0, 6]), out=out)
        self.assertTrue((out == 3).all())
        with self.assertRaisesRegex(ValueError, "^updates has no dimensions"):
            strew.segment(np.array(1.0), right)

    def test_rows_of_csr_are_segments(self) -> None:
        table, values, columns = numbers(11, "f4", 9, 3), numbers(12, "f4", 15), np.arange(15, dtype="i4") % 9
        for reduction in ("add", "mul", "min", "max", "mean"):
            for indptr in (OFFSETS.astype("i4"), OFFSETS):
                a = SimpleNamespace(format="csr", shape=(N, 9), data=values, indices=columns, indptr=indptr)
                expected = loop(table[columns] * values[:, None], OFFSETS, reduction, 0)
                np.testing.assert_array_equal(strew.spmm(a, table, reduction=reduction), expected)
                out = np.full((N, 3), 9, np.float32)
                self.assertIs(strew.spmm(a, table, reduction=reduction, out=out), out)
                np.testing.assert_array_equal(out, expected)


if __name__ == "__main__":
    unittest.main()
