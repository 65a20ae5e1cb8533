"""Data types: which NumPy types are the library's, float8 to the last bit, and elements that can only be moved."""

import ctypes
import itertools
import unittest

import ml_dtypes
import numpy as np

import strew
from strew import ScatterError, Status, _tables

from .support import COMBINING, ISAS, OPERATORS, all_pairs, combine, plain_loop, same, scatter, values

FLOAT8 = (np.dtype(ml_dtypes.float8_e4m3fn), np.dtype(ml_dtypes.float8_e5m2))


class Names(unittest.TestCase):
    def test_every_type_of_the_library_has_one_in_numpy(self) -> None:
        self.assertEqual(list(_tables.NUMPY_DTYPES), list(strew.DTYPES))
        for name, dtype in _tables.NUMPY_DTYPES.items():
            self.assertEqual(_tables.DTYPE_NUMBERS[dtype], strew.DTYPES[name])
            self.assertEqual(dtype.itemsize, _tables.lib.strew_dtype_size(strew.DTYPES[name]))
            if name != "string":
                self.assertEqual(dtype.name.replace("_", ""), name)
        self.assertEqual(_tables.NUMPY_DTYPES["float8e4m3fn"], ml_dtypes.float8_e4m3fn)
        self.assertEqual(_tables.NUMPY_DTYPES["float8e5m2"], ml_dtypes.float8_e5m2)

    def test_a_further_small_float_is_found_by_itself(self) -> None:
        byte = strew.DTYPES["uint8"]  # for its size
        for name, dtype in (("float8e3m4", ml_dtypes.float8_e3m4), ("float8e4m3fnuz", ml_dtypes.float8_e4m3fnuz)):
            self.assertEqual(_tables._numpy_dtypes({name: byte}), {name: np.dtype(dtype)})

    def test_a_type_that_numpy_has_not_is_left_out(self) -> None:
        self.assertEqual(_tables._numpy_dtypes({"float5": strew.DTYPES["uint8"]}), {})
        # Nor is one of another size the same: packed int4, say.
        self.assertEqual(_tables._numpy_dtypes({"int4": strew.DTYPES["uint16"]}), {})


class Float8(unittest.TestCase):
    def test_every_pair(self) -> None:
        for dtype in FLOAT8:
            a, b = all_pairs(dtype)
            for reduction, nan in (*itertools.product(COMBINING, ("wins",)), *itertools.product(COMBINING[1:], ("loses",))):
                with np.errstate(all="ignore"):
                    expected = combine(reduction, a, b, nan)
                for isa in ISAS:
                    options = {"reduction": reduction, "nan": nan, "isa": isa}
                    found = strew.scatter_elements(a, np.arange(a.size), b, **options)
                    self.assertTrue(same(found, expected), (dtype, options))
                    for width in (1, 256, a.size):  # one element a slice, several slices, one slice: kernels of different widths
                        place = np.arange(a.size // width).reshape(-1, 1)
                        found = strew.scatter_nd(a.reshape(-1, width), place, b.reshape(-1, width), **options)
                        self.assertTrue(same(found.reshape(-1), expected), (dtype, width, options))

    def test_what_is_too_large(self) -> None:
        e4m3fn, e5m2 = FLOAT8
        for dtype, first, second, expected in (
            (e4m3fn, 448, 16, 448),  # half a unit of the last place: to even
            (e4m3fn, 448, 18, np.nan),
            (e4m3fn, 448, 448, np.nan),
            (e4m3fn, -448, -448, np.nan),
            (e5m2, 57344, 3584, 57344),
            (e5m2, 57344, 4096, np.inf),  # half a unit of the last place: to even, which is infinity
            (e5m2, 57344, 57344, np.inf),
            (e5m2, -57344, -57344, -np.inf),
            (e5m2, np.inf, -np.inf, np.nan),
        ):
            found = strew.scatter_nd(np.array([first], dtype), np.array([[0]]), np.array([second], dtype), "add")
            np.testing.assert_array_equal(found.astype(np.float64), [expected])

    def test_each_of_many_updates_is_rounded(self) -> None:
        rng = np.random.default_rng(8)
        for dtype, reduction in itertools.product(FLOAT8, COMBINING):
            data = rng.integers(0, 256, (1, 16), np.uint8).view(dtype)
            updates = rng.normal(0, 2, (500, 16)).astype(dtype)  # no NaN at first, which would end the matter
            expected = plain_loop(data, np.zeros((500, 1), np.int64), updates, reduction)
            for isa in ISAS:
                found = strew.scatter_nd(data, np.zeros((500, 1), np.int64), updates, reduction, isa=isa)
                self.assertTrue(same(found, expected), (dtype, reduction, isa))


class OnlyMoved(unittest.TestCase):
    """That they arrive is in test_scatter.py."""

    def test_strings_are_handles(self) -> None:
        self.assertEqual(strew.STRING.itemsize, 2 * ctypes.sizeof(ctypes.c_void_p))
        # The words point nowhere: whatever looked behind one of them would crash.
        data = np.array([(1, 2**40), (3, 4), (5, 6)], strew.STRING)
        updates = np.array([(7, 8), (9, 10)], strew.STRING)
        found = strew.scatter_elements(data, np.array([-1, 0]), updates)
        self.assertEqual(found.tolist(), [(9, 10), (3, 4), (7, 8)])

    def test_they_have_no_arithmetic(self) -> None:
        rng = np.random.default_rng(1)
        for dtype, name in [(strew.STRING, "string")] + [(np.dtype(f"V{n}"), f"opaque{n}") for n in range(1, 65)]:
            data, updates = values(rng, (3,), dtype), values(rng, (1,), dtype)
            before = data.tobytes()
            for operator in OPERATORS:
                indices = np.array([[1]] if operator == "scatter_nd" else [1])
                for reduction in COMBINING:
                    if reduction == "none":
                        continue
                    with self.assertRaises(ScatterError) as caught:
                        scatter(operator, data, indices, updates, reduction=reduction, out=data)
                    self.assertIs(caught.exception.status, Status.UNSUPPORTED_REDUCTION)
                    self.assertIn(name, str(caught.exception))
            self.assertEqual(data.tobytes(), before)

    def test_they_do_not_mix(self) -> None:
        indices = np.array([[0]])
        for one, other in (("V4", "V5"), ("V4", "float32"), ("float32", "V4"), (strew.STRING, "V16")):
            with self.assertRaises(ScatterError) as caught:
                strew.scatter_nd(np.zeros(2, one), indices, np.zeros(1, other))
            self.assertIs(caught.exception.status, Status.DTYPE_MISMATCH)
        with self.assertRaises(ScatterError) as caught:
            strew.scatter_nd(np.zeros(2), np.zeros((1, 1), "V8"), np.zeros(1))
        self.assertIs(caught.exception.status, Status.UNSUPPORTED_INDEX_DTYPE)

    def test_a_record_goes_as_its_bytes(self) -> None:
        record = np.dtype([("id", np.int32), ("weights", np.float64, 3)])
        data, updates = np.zeros(4, record), np.ones(1, record)
        raw = f"V{record.itemsize}"
        found = strew.scatter_nd(data.view(raw), np.array([[2]]), updates.view(raw)).view(record)
        self.assertEqual(found["id"].tolist(), [0, 0, 1, 0])
        self.assertEqual(found["weights"][2].tolist(), [1, 1, 1])
