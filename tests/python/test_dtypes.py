"""Data types: which NumPy types are the library's, and elements that can only be moved."""

import ctypes
import unittest

import ml_dtypes
import numpy as np

import strew
from strew import ScatterError, Status, _tables


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


class OnlyMoved(unittest.TestCase):
    """That they arrive is in test_scatter.py."""

    def test_strings_are_handles(self) -> None:
        self.assertEqual(strew.STRING.itemsize, 2 * ctypes.sizeof(ctypes.c_void_p))
        # The words point nowhere: whatever looked behind one of them would crash.
        data = np.array([(1, 2**40), (3, 4), (5, 6)], strew.STRING)
        updates = np.array([(7, 8), (9, 10)], strew.STRING)
        found = strew.scatter_elements(data, np.array([-1, 0]), updates)
        self.assertEqual(found.tolist(), [(9, 10), (3, 4), (7, 8)])

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
