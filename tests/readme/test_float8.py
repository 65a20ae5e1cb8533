"""float8e4m3fn and float8e5m2, the rows that were added as docs/adding-a-dtype.md tells: every value with every other, against ml_dtypes."""

import sys
import unittest
from pathlib import Path

import ml_dtypes
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import strew  # noqa: E402: the package of this checkout

from .small_floats import REDUCTIONS, all_pairs, differences, reduce  # noqa: E402

E4M3FN, E5M2 = np.dtype(ml_dtypes.float8_e4m3fn), np.dtype(ml_dtypes.float8_e5m2)
DTYPES = (E4M3FN, E5M2)
ISAS = ("scalar", strew.best_isa())


def add(dtype, first, second):
    """The bits of a sum, from the bits of its terms."""
    data, updates = (np.array([bits], np.uint8).view(dtype) for bits in (first, second))
    return int(strew.scatter_nd(data, np.zeros((1, 1), np.int64), updates, reduction="add").view(np.uint8)[0])


class Float8(unittest.TestCase):
    def assert_same(self, found, expected, *what):
        wrong = differences(found, expected)
        self.assertEqual([(found.reshape(-1)[i], expected.reshape(-1)[i]) for i in wrong[:5]], [], what)

    def test_every_pair_of_values_is_reduced_as_ml_dtypes_does_it(self):
        # One element a slice, and slices of 256: kernels of a width, and those of any.
        for dtype in DTYPES:
            a, b = all_pairs(dtype)
            for shape in ((65536,), (256, 256)):
                data, updates, indices = a.reshape(shape), b.reshape(shape), np.arange(shape[0]).reshape(-1, 1)
                for reduction in REDUCTIONS:
                    for nan in ("wins", "loses"):
                        expected = reduce(reduction, a, b, nan)
                        for isa in ISAS:
                            found = strew.scatter_nd(data, indices, updates, reduction=reduction, nan=nan, isa=isa)
                            self.assertEqual(found.dtype, dtype)
                            self.assert_same(found.reshape(-1), expected, dtype, shape, reduction, nan, isa)

    def test_every_update_is_rounded(self):
        rng = np.random.default_rng(8)
        for dtype in DTYPES:
            for reduction in REDUCTIONS:
                data = rng.integers(0, 256, 16, np.uint8).view(dtype)
                # Small steps between large ones, and no NaN at first, which would end the matter.
                updates = rng.normal(0, 2, (500, 16)).astype(dtype)
                expected = data
                for row in updates:
                    expected = reduce(reduction, expected, row)
                for isa in ISAS:
                    found = strew.scatter_nd(data[None], np.zeros((500, 1), np.int64), updates, reduction=reduction, isa=isa)
                    self.assert_same(found.reshape(-1), expected, dtype, reduction, isa)

    def test_sixteen_ones_stop_where_halves_are_lost(self):
        # The last bit of a number from 16 on is worth 2 in three bits of mantissa; from 8 on in two bits: ties go to even.
        for dtype, total in ((E4M3FN, 16), (E5M2, 8)):
            found = strew.scatter_nd(np.zeros(1, dtype), np.zeros((100, 1), np.int64), np.ones(100, dtype), reduction="add")
            self.assertEqual(float(found[0]), total)

    def test_what_is_too_large_becomes_nan_where_there_is_no_infinity(self):
        # 0x7e is 448, the largest; half a unit of its last place is 16, which ties go down from; 18 is the next number.
        self.assertEqual(float(np.array([0x7E], np.uint8).view(E4M3FN)[0]), 448)
        self.assertEqual(add(E4M3FN, 0x7E, 0x58), 0x7E)  # 448 + 16 = 464, halfway: to even
        self.assertEqual(add(E4M3FN, 0x7E, 0x59) & 0x7F, 0x7F)  # 448 + 18: NaN
        self.assertEqual(add(E4M3FN, 0xFE, 0xFE) & 0x7F, 0x7F)  # -448 - 448: NaN

    def test_what_is_too_large_becomes_infinity_where_there_is_one(self):
        # 0x7b is 57344, the largest; 0x6c is 4096, half a unit of its last place.
        self.assertEqual(float(np.array([0x7B], np.uint8).view(E5M2)[0]), 57344)
        self.assertEqual(add(E5M2, 0x7B, 0x6B), 0x7B)  # + 3584
        self.assertEqual(add(E5M2, 0x7B, 0x6C), 0x7C)  # + 4096, halfway: to even, which is infinity
        self.assertEqual(add(E5M2, 0xFB, 0xFB), 0xFC)
        self.assertEqual(add(E5M2, 0x7C, 0xFC) & 0x7F, 0x7E)  # infinity - infinity: NaN
