"""Sums, products and means in a wider type, rounded once: accumulate and overflow."""

import unittest
from typing import Any, Callable, List, Tuple

import ml_dtypes
import numpy as np

import strew

ONES = [("float16", 4096, 2048), ("bfloat16", 1000, 256), ("float8_e4m3fn", 100, 16)]


class Wide(unittest.TestCase):
    def test_ones_are_counted(self) -> None:
        for name, n, stops_at in ONES:
            dtype = np.dtype(getattr(ml_dtypes, name, name))
            zero, indices, ones = np.zeros(1, dtype), np.zeros(n, np.int64), np.ones(n, dtype)
            calls: List[Callable[..., Any]] = [
                lambda **words: strew.scatter_update(zero, indices, ones, 0, "add", **words),
                lambda **words: strew.scatter_nd(zero, indices[:, None], ones, "add", **words),
                lambda **words: strew.scatter_elements(zero, indices, ones, 0, "add", **words),
                lambda **words: strew.plan_scatter_update((1,), dtype, (n,), 0, "add", **words)(zero, indices, ones),
                lambda **words: strew.plan_scatter_update((1,), dtype, (n,), 0, "add", **words).prepare(indices)(zero, ones),
                lambda **words: strew.plan_put((1,), dtype, (n,), "add", **words)(zero, indices, ones),
            ]
            for call in calls:
                with self.subTest(name, call=calls.index(call)):
                    self.assertEqual(float(call()[0]), stops_at)
                    self.assertEqual(float(call(accumulate="float32")[0]), float(np.array(n, dtype)))

    def test_put(self) -> None:
        sums = np.zeros(1, np.float16)
        strew.put(sums, np.zeros(4096, np.int64), np.ones(4096, np.float16), reduction="add", accumulate="float32")
        self.assertEqual(sums[0], 4096)

    def test_what_is_too_large(self) -> None:
        rows: List[Tuple[str, str, List[int], float, float]] = [
            ("uint8", "int64", [250, 3, 30], 27, 255),
            ("int8", "int64", [-100, -100], 56, -128),
            ("float16", "float32", [60000, 60000], float("inf"), 65504),
        ]
        for dtype, wide, updates, wraps, saturates in rows:
            for overflow, expected in (("wraps", wraps), ("saturates", saturates)):
                with self.subTest(dtype, overflow=overflow):
                    at, given = np.zeros(len(updates), np.int64), np.array(updates).astype(dtype)
                    found = strew.scatter_update(np.zeros(1, dtype), at, given, 0, "add", accumulate=wide, overflow=overflow)
                    self.assertEqual(found[0], expected)

    def test_what_is_rejected(self) -> None:
        zeros, at = np.zeros(3, np.int32), np.zeros(2, np.int64)
        with self.assertRaisesRegex(strew.ScatterError, "data of int32 cannot be accumulated in float32"):
            strew.scatter_update(zeros, at, zeros[:2], 0, "add", accumulate="float32")
        with self.assertRaisesRegex(strew.ScatterError, "overflow='saturates' without accumulate"):
            strew.scatter_update(zeros, at, zeros[:2], 0, "add", overflow="saturates")
        with self.assertRaisesRegex(ValueError, "accumulate 'float16' is none of 'float32', 'float64', 'int64'"):
            strew.scatter_update(zeros, at, zeros[:2], 0, "add", accumulate="float16")


if __name__ == "__main__":
    unittest.main()
