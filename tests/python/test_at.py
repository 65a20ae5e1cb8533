"""add_at and its siblings, and bincount, beside NumPy's."""

import array
import doctest
import itertools
import tempfile
import unittest
import warnings
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

import strew
from strew import _at, _scatter, _segment, _softmax, _spmm
from tests.python.support import same

PAIRS = {
    "add": (strew.add_at, np.add),
    "sub": (strew.subtract_at, np.subtract),
    "mul": (strew.multiply_at, np.multiply),
    "max": (strew.maximum_at, np.maximum),
    "min": (strew.minimum_at, np.minimum),
}


def numbers(rng: np.random.Generator, shape: Any, dtype: np.dtype) -> np.ndarray:
    """Values with rounding, overflow and NaN, but no zero, of whose sign the two say different things."""
    if dtype.kind in "iub":
        return rng.integers(0, 256, np.prod(shape, dtype=int) * dtype.itemsize, np.uint8).view(dtype if dtype.kind != "b" else np.uint8).reshape(
            shape
        ).astype(dtype)
    values = rng.normal(0, 3, shape) + 0.01
    drawn = values.astype(dtype)
    drawn[drawn == 0] = 1
    return drawn


class At(unittest.TestCase):
    def assert_same(self, name: str, a: np.ndarray, indices: Any, b: Any, **options: Any) -> None:
        ours, theirs = a.copy(), a.copy()
        function, ufunc = PAIRS[name]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of overflow
            ufunc.at(theirs, indices, b)
        self.assertIsNone(function(ours, indices, b, **options))
        self.assertTrue(same(ours, theirs), f"{name} {a.dtype}: {ours} is not {theirs}")

    def test_indices_of_any_form(self) -> None:
        rng = np.random.default_rng(2)
        a = np.arange(24.0).reshape(4, 3, 2)
        for indices in (
            1,
            -4,
            [0, 3, 0],
            [],
            [[0, 1], [-1, -2]],
            np.array(2),
            np.int8(3),
            np.array([3, 1], np.uint64),
            np.arange(8)[::2] % 4,
            (1, 2),
            ([0, 0, 3], 1),
            ([[0], [3]], [[0, 2, -1]]),
            ([0, 1], np.array([2, 2], np.int8), np.array([[1], [0]], np.uint16)),
            (),
        ):
            with self.subTest(indices=indices):
                shape = a[indices].shape
                for b in (2, 2.5, np.float32(3), rng.random(shape), np.ones(shape[-1:]), np.ones(shape, np.int8)):
                    self.assert_same("add", a, indices, b)

    def test_b_of_another_type(self) -> None:
        for dtype, b in ((np.int8, np.int64(300)), (np.int8, [300]), (np.uint8, 255), (np.bool_, 1), (np.uint8, np.uint8(7)), (np.float32, np.int16(2)), (np.complex64, 1.5), (np.int64, np.int8(-3)), (np.float16, True)):
            self.assert_same("add", np.ones(3, dtype), [0, 2, 0], b)
        a = np.ones(2, np.float32)
        strew.add_at(a, [0, 0], 0.1)  # rounded first
        self.assertEqual(a[0], np.float32(1) + np.float32(0.1) + np.float32(0.1))
        for dtype, b, kind, text in (
            (np.int8, np.ones(2), TypeError, r"b is float64, which does not become int8, .* hand over b\.astype\(a\.dtype\)"),
            (np.uint8, [-1], TypeError, r"b is int64, which does not become uint8, .* hand over numpy\.asarray\(b\)\.astype\(a\.dtype\)"),
            (np.uint8, np.array(["a", "b"]), TypeError, "b is <U1, which .* hand over"),
            (np.bool_, np.ones(2), TypeError, "b is float64, which .* hand over"),
            (np.int8, 1.5, TypeError, "b is a float, and a of int8 needs an integer"),
            (np.float32, 1j, TypeError, "b is a complex, and a of float32 needs a real number"),
            (np.uint8, -1, ValueError, "b is -1, which uint8 cannot hold: its numbers are 0 to 255"),
            (np.int8, 300, ValueError, "b is 300, which int8 cannot hold: its numbers are -128 to 127"),
            (np.bool_, 2, ValueError, "b is 2, which bool cannot hold"),
            (np.uint64, 2**64, ValueError, "b is 18446744073709551616, which uint64 cannot hold"),
            (np.float16, 1e5, ValueError, "b is 100000.0, which float16 cannot hold: its largest number is 65504"),
            (np.float32, 10**39, ValueError, r"b is 1000000000000000000000000000000000000000, which float32 cannot hold"),
        ):
            for name, (function, _) in PAIRS.items():
                a = np.ones(3, dtype)
                with self.subTest(name, b=b), self.assertRaisesRegex(kind, text):
                    function(a, [0, 1], b)
                self.assertTrue((a == 1).all())

    def test_parts_of_a(self) -> None:
        a = np.arange(8.0)
        self.assert_same("add", a, [0, 1, 2, 3], 1)
        for make in (lambda a: ([1, 2, 3, 4], a[:4]), lambda a: ([5, 5], a[6:])):
            ours, theirs = a.copy(), a.copy()
            strew.add_at(ours, *make(ours))
            np.add.at(theirs, *make(theirs.copy()))
            np.testing.assert_array_equal(ours, theirs)
        ours, theirs = np.array([0, 1, 1, 0]), np.array([0, 1, 1, 0])
        strew.add_at(ours, ours, 1)
        np.add.at(theirs, theirs.copy(), 1)
        np.testing.assert_array_equal(ours, theirs)

    def test_other_arrays(self) -> None:
        memory = array.array("d", [1, 2, 3])
        strew.add_at(np.frombuffer(memory), [0, 0], 5)
        self.assertEqual(memory.tolist(), [11, 2, 3])
        strew.add_at(np.frombuffer(memory), array.array("q", [2]), array.array("d", [1.5]))
        self.assertEqual(memory.tolist(), [11, 2, 4.5])
        places = memoryview(array.array("q", [1])).cast("B").cast("q", (1, 1))
        strew.scatter_nd(memory, places, array.array("d", [7]), out=memory)
        self.assertEqual(memory.tolist(), [11, 7, 4.5])
        with self.assertRaisesRegex(ValueError, "out is read-only"):
            strew.scatter_nd(memory, places, array.array("d", [7]), out=memoryview(bytes(24)).cast("d"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.npy"
            np.save(path, np.zeros(5, np.float32))
            mapped = np.load(path, mmap_mode="r+")
            strew.add_at(mapped, [1, 1], 2)
            strew.scatter_nd(mapped, np.array([[4]]), np.ones(1, np.float32), "add", out=mapped)
            mapped.flush()
            del mapped
            self.assertEqual(np.load(path).tolist(), [0, 4, 0, 0, 1])
        a = np.zeros(3, ml_dtypes.bfloat16)
        strew.add_at(a, [1], 1)
        self.assertEqual(float(a[1]), 1)

    def test_rejections(self) -> None:
        read_only = np.zeros(3)
        read_only.flags.writeable = False
        for a, indices, b, kind, text in (
            ([1.0, 2.0], [0], 1, TypeError, "a is a list"),
            (np.zeros(3, "i1, f8")["f1"], [0], 1, ValueError, r"^a has strides of \(9,\) bytes"),
            (read_only, [0], 1, ValueError, "a is read-only"),
            (np.zeros(3, object), [0], 1, TypeError, "^a is object"),
            (np.zeros(3), [True, False, True], 1, IndexError, "numpy.nonzero"),
            (np.zeros(3), [0.5], 1, IndexError, "indices is float64"),
            (np.zeros(3), np.array([2**63], np.uint64), 1, IndexError, r"outside \[-3, 2\]"),
            (np.zeros((3, 3)), (np.array([2**63], np.uint64), [0]), 1, strew.IndexOutOfBoundsError, r"9223372036854775807, outside \[-3, 2\]"),
            (np.zeros(3), slice(0, 1), 1, TypeError, "indices has slice"),
            (np.zeros(3), (..., 1), 1, TypeError, "indices has Ellipsis"),
            (np.zeros(3), None, 1, TypeError, "indices has None"),
            (np.zeros(3), "one", 1, TypeError, "indices has 'one'"),
            (np.zeros(3), ([0], [0]), 1, IndexError, "indices has 2 arrays, and a has 1"),
            (np.zeros((3, 3)), ([0, 1], [0, 1, 2]), 1, ValueError, "broadcast"),
            (np.zeros(3), [0, 1], np.ones(5), ValueError, r"b has the shape \(5,\), and \(2,\) is indexed"),
            (np.zeros(3), [0, 3], 1, strew.IndexOutOfBoundsError, r"^indices\[1\] component 0 is 3, outside \[-3, 2\] of dimension 0 of a$"),
            (np.float64(0), [0], 1, TypeError, "^a is a float64, and an array to write to is needed"),
            (np.zeros(3), np.array([0, -4]), np.ones(2), IndexError, r"-4, outside \[-3, 2\] of dimension 0 of a$"),
            (np.zeros(3), [0], 1, ValueError, "threads is 0"),
        ):
            with self.subTest(text):
                threads = 0 if "threads" in text else 1
                with self.assertRaisesRegex(kind, text):
                    strew.add_at(a, indices, b, threads=threads)
                self.assertFalse(np.any(np.asarray(a, float) if not isinstance(a, list) else 0))


class Bincount(unittest.TestCase):
    def test_the_same(self) -> None:
        rng = np.random.default_rng(4)
        x = rng.integers(0, 1000, 5000)
        for given in (x, x.astype(np.uint16), x.astype(np.uint64), x.astype(np.uint64)[::3], x.astype(">u8"), x[::3], x.tolist(), [], np.array([], np.int64), [0], [True]):
            size = len(given)
            plain = given.astype(np.int64) if isinstance(given, np.ndarray) else given  # older versions of NumPy count no uint64
            for weights in (None, rng.normal(size=size), np.arange(size), [1] * size, rng.random(2 * size)[::2]):
                for minlength in (0, 1, 3000):
                    ours, theirs = strew.bincount(given, weights, minlength), np.bincount(plain, weights, minlength)
                    self.assertEqual((ours.dtype, ours.tobytes()), (theirs.dtype, theirs.tobytes()))
        weights = rng.normal(size=300_000)
        x = rng.integers(0, 1000, weights.size)
        self.assertEqual(strew.bincount(x, weights, threads=3).tobytes(), np.bincount(x, weights).tobytes())

    def test_however_late_the_largest_number_comes(self) -> None:
        rng = np.random.default_rng(5)
        for n, is_sorted, letter in itertools.product((1, 3, 64, 65, 70, 1000), (False, True), np.typecodes["AllInteger"]):
            for largest, place in itertools.product((0, 5, 8 * n - 1, 1 << 16, 70_000 + 8 * n), (0, n // 2, n - 1)):
                if largest > np.iinfo(letter).max:
                    continue
                numbers = rng.integers(0, min(largest, 9) + 1, n)
                numbers[place] = largest
                numbers = np.sort(numbers) if is_sorted else numbers
                for weights in (None, rng.normal(size=n)):
                    ours, theirs = strew.bincount(numbers.astype(letter), weights), np.bincount(numbers, weights)
                    self.assertEqual((ours.dtype, ours.tobytes()), (theirs.dtype, theirs.tobytes()), (n, letter, largest, place))

    def test_rejections(self) -> None:
        for x, weights, minlength, kind in (
            ([-1], None, 0, ValueError),
            ([3, -1], [1, 2], 0, ValueError),
            ([-3], [1], 0, ValueError),
            ([[1]], None, 0, ValueError),
            (3, None, 0, ValueError),
            ([1.5], None, 0, TypeError),
            (np.array([2**63], np.uint64), [1], 0, ValueError),
            (np.array([2**63], np.uint64), None, 0, ValueError),
            ([1], None, True, TypeError),
            ([1], [1, 2], 0, ValueError),
            ([1], None, -1, ValueError),
            ([1], None, 2.5, TypeError),
            ([1], None, None, TypeError),
            ([1], ["a"], 0, ValueError),
        ):
            with self.subTest(x=x, weights=weights, minlength=minlength), self.assertRaises(kind):
                strew.bincount(x, weights, minlength)


class Docstrings(unittest.TestCase):
    def test_the_examples_run(self) -> None:
        names = {"strew": strew, "numpy": np}
        for module in (strew, strew.gradient, _at, _scatter, _segment, _softmax, _spmm):
            found = doctest.DocTestFinder(recurse=True).find(module, extraglobs=names)
            examples = [test for test in found if test.examples]
            self.assertTrue(examples, module)
            for test in examples:
                self.assertEqual(doctest.DocTestRunner().run(test).failed, 0, test.name)
        self.assertEqual(len([name for name in PAIRS if ">>>" in (PAIRS[name][0].__doc__ or "")]), 5)
