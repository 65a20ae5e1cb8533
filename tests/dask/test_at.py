"""NumPy's names: add_at and its siblings, bincount."""

import random
import unittest
from unittest import mock

import dask.array as da
import numpy as np

import strew.dask
from strew._errors import IndexOutOfBoundsError
from strew.dask import _at
from tests.dask.support import chunked, computed, difference

NAMES = {"add_at": np.add, "subtract_at": np.subtract, "multiply_at": np.multiply, "maximum_at": np.maximum, "minimum_at": np.minimum}


class At(unittest.TestCase):
    def test_as_numpy(self) -> None:
        rng, numbers = random.Random(3), np.random.default_rng(3)
        for name, function in NAMES.items():
            for dtype in (np.float64, np.int32):
                a = numbers.integers(1, 50, (9, 5, 3)).astype(dtype)
                first, second = numbers.integers(-9, 9, (7, 4)), numbers.integers(-5, 5, 4)
                for indices, b in (
                    (first, numbers.integers(1, 9, (7, 4, 5, 3)).astype(dtype)),
                    ((first, second), numbers.integers(1, 9, (4, 3)).astype(dtype)),
                    ((first, second, 1), 3),
                ):
                    expected = a.copy()
                    function.at(expected, indices, b)
                    each = indices if isinstance(indices, tuple) else (indices,)
                    lazy = tuple(chunked(rng, part) if isinstance(part, np.ndarray) else part for part in each)
                    of_b = chunked(rng, b) if isinstance(b, np.ndarray) else b
                    for given in (indices, lazy if isinstance(indices, tuple) else lazy[0]):
                        with self.subTest(name, dtype=dtype, given=type(given)):
                            self.assertEqual(difference(computed(name, chunked(rng, a), given, of_b), expected), "")


class Bincount(unittest.TestCase):
    def test_as_numpy(self) -> None:
        rng, numbers = random.Random(4), np.random.default_rng(4)
        x, weights = numbers.integers(0, 50, 1000).astype(np.int32), numbers.standard_normal(1000)
        for limit in (0, 1 << 20):  # counted in a tree of whole counts, and as a scatter
            with mock.patch.object(_at, "_MAX_DENSE_BINS", limit):
                for chunks in (7, 60):
                    found = computed("bincount", da.from_array(x, chunks=21), minlength=60, chunks=chunks)
                    self.assertEqual(difference(found, np.bincount(x, minlength=60)), "")
        found = computed("bincount", chunked(rng, x), chunked(rng, weights), 60, chunks=11)
        self.assertEqual(difference(found, np.bincount(x, weights, 60)), "")
        turned = weights * (1 + 2j)
        found = computed("bincount", chunked(rng, x), chunked(rng, turned), 60, chunks=11)
        self.assertEqual(difference(found, np.bincount(x, turned.real, 60) + 1j * np.bincount(x, turned.imag, 60)), "")
        flags = x > 20
        for words in ({}, {"weights": weights}):
            found = computed("bincount", da.from_array(flags, chunks=300), **words, minlength=3)
            self.assertEqual(difference(found, np.bincount(flags, **words, minlength=3)), "")
        self.assertEqual(computed("bincount", da.zeros(0, dtype=np.int64), minlength=3).tolist(), [0, 0, 0])
        large = da.from_array(x.astype(np.uint64), chunks=300)
        self.assertEqual(difference(computed("bincount", large, minlength=60), np.bincount(x, minlength=60)), "")
        self.assertEqual(difference(computed("bincount", large, weights, 60), np.bincount(x, weights, 60)), "")
        with self.assertRaisesRegex(IndexOutOfBoundsError, f"component 0 is {2**63 - 1}, outside"):
            strew.dask.bincount(da.from_array(np.array([2**63], np.uint64)), minlength=3).compute(scheduler="threads")

    def test_the_first_number_without_a_bin_is_named(self) -> None:
        x = np.zeros(100, np.int64)
        x[[40, 70]] = -2, 10
        for limit in (0, 1 << 20):
            with mock.patch.object(_at, "_MAX_DENSE_BINS", limit), self.subTest(limit):
                result = strew.dask.bincount(da.from_array(x, chunks=5), minlength=10)
                with self.assertRaisesRegex(IndexOutOfBoundsError, r"^indices\[40\] component 0 is -2, outside \[0, 9\]"):
                    result.compute(scheduler="threads")
