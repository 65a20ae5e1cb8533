"""Segments of the rows of dask arrays."""

import random
import unittest

import dask.array as da
import numpy as np

import strew
import strew.dask
from tests.dask.support import chunked, difference


class Segment(unittest.TestCase):
    def test_as_strew(self) -> None:
        rng, numbers = random.Random(5), np.random.default_rng(5)
        for dtype, shape in ((np.float32, (60, 4)), (np.int16, (60,)), (np.float64, (60, 2, 3))):
            rows = (numbers.standard_normal(shape) * 50).astype(dtype)
            for offsets, end in (
                (np.sort(numbers.integers(0, 61, 25)), "given"),
                (np.sort(numbers.integers(0, 61, 25)).astype("u1"), "implied"),
                (np.array([7, 7, 7, 60]), "given"),
                (np.array([0]), "given"),
                (np.array([0]), "implied"),
            ):
                for reduction in ("add", "max", "mean"):
                    expected = strew.segment(rows, offsets, reduction=reduction, offsets_end=end)
                    for chunk_rows in (None, 0, 9, 1000):
                        found = strew.dask.segment(chunked(rng, rows), offsets, reduction=reduction, offsets_end=end, chunk_rows=chunk_rows)
                        with self.subTest(dtype=dtype, reduction=reduction, chunk_rows=chunk_rows):
                            self.assertEqual(difference(found.compute(), expected), "")
                            self.assertEqual(found.shape, expected.shape)

    def test_chunks_have_whole_segments(self) -> None:
        rows, offsets = da.ones((30, 4), chunks=(7, 2)), np.array([0, 3, 6, 20, 20, 24, 30])
        found = strew.dask.segment(rows, offsets)
        self.assertEqual(found.chunks, ((2, 1, 2, 1), (2, 2)))
        np.testing.assert_array_equal(found.compute()[:, 0], np.diff(offsets))
        self.assertEqual(strew.dask.segment(rows[:0], np.array([0, 0]), reduction="min", initial="identity").compute().tolist(), [[np.inf] * 4])

    def test_rejections(self) -> None:
        rows = da.ones((5, 2), chunks=2)
        with self.assertRaisesRegex(strew.IndexOutOfBoundsError, r"^offsets\[1\] is 6, outside \[0, 5\]"):
            strew.dask.segment(rows, np.array([0, 6]))
        for words, sentence in (
            ({"initial": "data"}, "initial is 'data'"),
            ({"reduction": "none"}, "segment has no use for reduction none"),
            ({"chunk_rows": -1}, "chunk_rows is -1"),
            ({"reduction": "mean", "initial": "identity"}, "mean of float64 has no identity"),
        ):
            with self.subTest(sentence), self.assertRaisesRegex(ValueError, f"^{sentence}"):
                strew.dask.segment(rows, np.array([0, 5]), **words)
        with self.assertRaisesRegex(ValueError, "^updates has no dimensions"):
            strew.dask.segment(da.ones(()), np.array([0]))


if __name__ == "__main__":
    unittest.main()
