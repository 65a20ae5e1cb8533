"""histogram, histogram2d and histogramdd beside NumPy's, and sums beside a plain loop."""

import bisect
import doctest
import itertools
import unittest
from decimal import Decimal
from typing import Any, Iterator, List
from unittest import mock

import numpy as np

import strew
from strew import _histogram
from tests.python.test_dlpack import Foreign
from tests.python.test_numpy_names import outcome

N_ADVERSARIAL = 1_000_000


def flat(result: Any) -> List[np.ndarray]:
    """The result and all edges."""
    found: List[np.ndarray] = []
    for each in result:
        found += each if isinstance(each, (list, tuple)) else [each]
    return found


def adversarial(rng: np.random.Generator, edges: np.ndarray, n: int, dtype: Any) -> np.ndarray:
    """Edges, their neighbours, middles of bins, numbers far away, and what is no number."""
    edges = edges.astype(dtype)
    infinity = dtype(np.inf)
    finite = edges[np.isfinite(edges)]
    at_edges = [edges, np.nextafter(edges, infinity), np.nextafter(edges, -infinity), finite[:-1] / 2 + finite[1:] / 2]
    odd = np.array([0, -0.0, np.inf, -np.inf, np.nan, np.finfo(dtype).max, np.finfo(dtype).min, np.finfo(dtype).smallest_subnormal], dtype)
    known = np.concatenate([*at_edges, np.repeat(odd, 3)])
    chosen = rng.choice(known, n // 2)
    rest = rng.uniform(float(finite[0]) - 1, float(finite[-1]) + 1, n - chosen.size).astype(dtype)
    return rng.permutation(np.concatenate([chosen, rest]))


def ways() -> Iterator[Any]:
    """Each way to the same result: with the extension module and vectors, without vectors, and without the module."""
    yield "as it is", mock.patch.object(_histogram, "_MIN_SHARE", 100)
    yield "without AVX2", mock.patch.object(_histogram, "_has_avx2", lambda: False)
    yield "without the module", mock.patch.object(_histogram, "native", None)


class Case(unittest.TestCase):
    def assert_same(self, name: str, *arguments: Any, **words: Any) -> None:
        """The same bits and types, or the same exception."""
        theirs = outcome(getattr(np, name), *arguments, **words)
        ours = outcome(getattr(strew, name), *arguments, **words)
        if isinstance(theirs, Exception):
            self.assertEqual((type(ours), str(ours)), (type(theirs), str(theirs)))
            return
        self.assertNotIsInstance(ours, Exception, (name, arguments, words))
        for found, expected in zip(flat(ours), flat(theirs)):
            self.assertEqual(found.dtype, expected.dtype)
            np.testing.assert_array_equal(found, expected, f"{name}{words}")


class Counts(Case):
    def test_a_million_adversarial_numbers(self) -> None:
        rng = np.random.default_rng(1)
        for dtype in (np.float64, np.float32):
            for low, high, n in ((0.0, 1.0, 100), (-3.0, 5.0, 7), (0.1, 0.7, 1000), (1000.0, 1001.0, 33), (-1e-30, 1e-30, 10), (-1e6, 3.3, 4096)):
                values = adversarial(rng, np.linspace(low, high, n + 1), N_ADVERSARIAL // 6, dtype)
                with self.subTest(dtype=dtype, low=low, high=high, n=n):
                    self.assert_same("histogram", values, n, (low, high))
                    found = strew.histogram(values, n, (low, high), threads=3)[0]
                    np.testing.assert_array_equal(found, np.histogram(values, n, (low, high))[0])

    def test_edges_of_any_width(self) -> None:
        rng = np.random.default_rng(2)
        cases = [
            np.array([0.0, 1.0]), np.array([0.0, 0.0]), np.array([0.0, 1.0, 1.0]), np.array([-1.0, -1.0, 0.5, 0.5, 0.5, 2.0]),
            np.array([-np.inf, 0, np.inf]), np.array([-np.inf, -np.inf, 1, 2]), np.array([0, 1, np.inf, np.inf]), np.array([-np.inf, np.inf]),
            np.geomspace(1e-300, 1e300, 50), np.geomspace(1e-6, 1, 1001), np.sort(rng.normal(size=3000)), np.linspace(0, 1, 101),
            np.array([0, 5e-324, 1e-323, 1]), np.array([-np.finfo(float).max, 0, np.finfo(float).max]), np.arange(20.0) ** 3,
        ]  # fmt: skip
        for edges in cases:
            for dtype in (np.float64, np.float32):
                with np.errstate(over="ignore", invalid="ignore"):
                    finite = np.clip(edges, -1e5, 1e5)
                    values = np.concatenate([adversarial(rng, np.unique(np.r_[finite, 2e5]), 3000, dtype), edges.astype(dtype)])
                    narrow = edges.astype(np.float32)
                for way, patch in ways():
                    with self.subTest(way, edges=edges, dtype=dtype), patch:
                        self.assert_same("histogram", values, edges)
                        self.assert_same("histogram", values, narrow)
                        self.assert_same("histogramdd", values[:, np.newaxis], [edges])

    def test_integers(self) -> None:
        rng = np.random.default_rng(3)
        for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
            limits = np.iinfo(dtype)
            for values in (
                rng.integers(0, 100, 5000).astype(dtype),
                rng.integers(limits.min, limits.max, 5000, dtype, endpoint=True),
                np.arange(7, dtype=dtype),
                np.arange(120, dtype=dtype).reshape(10, 12)[::-2, ::3],
            ):
                for way, patch in ways():
                    with self.subTest(way, dtype=dtype), patch:
                        self.assert_same("histogram", values)
                        self.assert_same("histogram", values, 100, (0, 100))
                        self.assert_same("histogram", values, 7, (-3.5, 99.5))
                        self.assert_same("histogram", values, np.arange(0, 120, 5))
                        self.assert_same("histogram", values, np.array([0.5, 1, 10, 50, 99]))
                        self.assert_same("histogram2d", np.ravel(values), np.ravel(values)[::-1], (5, [0, 3, 100]))
        large = 2**60 + np.arange(1000, dtype=np.int64)
        for bins, extent in ((10, None), (10, (2**60, 2**60 + 500)), ([2**60, 2**60 + 1, 2**60 + 2], None), ([2.0**60, 2.0**61], None)):
            self.assert_same("histogram", large, bins, extent)
            self.assert_same("histogramdd", large[:, np.newaxis], [bins], None if extent is None else [extent])

    def test_more_in_a_bin_than_a_short_count_holds(self) -> None:
        values = np.repeat([0.0, 0.5, 0.25], [300_000, 1, 70_000])
        for n in (4, 5000, 20_000):
            for threads in (1, 2):
                with self.subTest(n=n, threads=threads):
                    np.testing.assert_array_equal(strew.histogram(values, n, (0, 1), threads=threads)[0], np.histogram(values, n, (0, 1))[0])

    def test_booleans_are_numbers_with_a_warning(self) -> None:
        values = np.array([[True, False], [True, True]])
        self.assert_same("histogram", values, 2)
        self.assert_same("histogram", values.T[::-1], [0, 1, 2])
        with self.assertWarnsRegex(RuntimeWarning, "Converting input from bool") as caught:
            strew.histogram(values)
        self.assertEqual(caught.filename, __file__)

    def test_numbers_of_any_form(self) -> None:
        rng = np.random.default_rng(4)
        record = np.zeros(500, "i1, f8, f4")
        record["f1"], record["f2"] = rng.random(500), rng.random(500)
        memory = rng.random((40, 50))
        for values in (
            [], [[]], 3, 2.5, [1, 2, 3], np.float32(3), np.zeros(0, np.float32), np.zeros((0, 3), np.int16), memory, memory.T, memory[::-3, ::2],
            record["f1"], record["f2"], memory.astype(">f8"), memory.astype(np.float16), memory.astype(np.longdouble), np.arange(9, dtype=object),
            np.broadcast_to(1.5, (4, 4)), memory + 1j, ["a", "b"], None, [None],
        ):  # fmt: skip
            for words in ({}, {"bins": 3, "range": (0, 1)}, {"bins": [0, 0.5, 0.75]}, {"density": True}):
                with self.subTest(values=values, words=words):
                    self.assert_same("histogram", values, **words)
        self.assertEqual(strew.histogram(Foreign(np.array([0.5, 2.5])), 3, (0, 3))[0].tolist(), [1, 0, 1])
        dates = np.array(["2020-01-01", "2020-01-03"], "M8[D]")
        self.assert_same("histogram", dates, np.array(["2020-01-01", "2020-01-02", "2020-01-04"], "M8[D]"))

    def test_bins_so_narrow_that_numpy_rounds_to_another(self) -> None:
        rng = np.random.default_rng(5)
        for low, high, n, dtype in ((1e6, 1e6 + 1, 10, np.float32), (0, 1, 2**22, np.float32), (1e15, 1e15 + 10, 20, np.float64), (0, 1e-310, 3, np.float64)):
            values = rng.uniform(low, high, 20_000).astype(dtype)
            self.assert_same("histogram", values, n, (low, high))
            self.assert_same("histogram", values, 5)
        self.assert_same("histogram", np.array([-1.7e308, 1.7e308]), 4)

    def test_arguments_that_are_wrong(self) -> None:
        odd: Any = (np.nan, 1, 2), (1, np.inf), (-np.inf, 1)
        for values in ([1.0, 2.0], [1, 2], np.float32([1, 2]), *odd, []):
            for bins in (0, -1, 2.5, None, "auto", "sturges", "no", True, np.int8(3), np.array(3), [], [1], [1, 0], [[1, 2]], [0, np.nan, 1], ["a", "b"], 2**70):
                for extent in (None, (0, 1), [0, 1], (1, 0), (1, 1), (0, np.inf), (0,), 3, ("a", "b"), (np.nan, 1), (np.float32(0), np.int8(3))):
                    if isinstance(bins, int) and bins > 2**60 and extent is not None:
                        continue
                    self.assert_same("histogram", np.asarray(values), bins, extent)
                    self.assert_same("histogramdd", [np.asarray(values)], [bins], [extent])
        for weights in ([1], [[1, 2]], "ab", 3, np.array(["a", "b"]), np.array([1, 2], "m8[s]"), np.array([True, False]), np.zeros(2, "V3")):
            self.assert_same("histogram", [1.0, 2.0], 3, weights=weights)
            self.assert_same("histogram", [1.0, 2.0], [0, 2, 4], weights=weights)
            self.assert_same("histogramdd", [[1.0, 2.0]], 3, weights=weights)
        for function in (strew.histogram, strew.histogramdd):
            with self.assertRaisesRegex(ValueError, "threads is 0"):
                function([1, 2], threads=0)


class Sums(Case):
    def loop(self, values: np.ndarray, edges: np.ndarray, weights: np.ndarray, first: Any = 0) -> List[Any]:
        """Weights of each bin, one after the other, in Python's own numbers."""
        own = edges.tolist()
        sums = [first + type(weights[0].item())(0) for _ in own[1:]]
        for value, weight in zip(values.tolist(), weights.tolist()):
            if own[0] <= value <= own[-1]:
                sums[min(bisect.bisect_right(own, value) - 1, len(sums) - 1)] += weight
        return sums

    def test_the_order_of_a_plain_loop(self) -> None:
        rng = np.random.default_rng(6)
        values = adversarial(rng, np.linspace(0, 1, 11), 70_001, np.float64)
        real = rng.normal(0, 1, values.size) * 10.0 ** rng.integers(-8, 9, values.size)
        for edges in (np.linspace(0, 1, 11), np.sort(rng.random(8)), np.array([0, 0.25, 0.25, 1])):
            for weights in (real, real.astype(np.float32), real + 1j * real[::-1], (real + 1j).astype(np.complex64), rng.integers(-100, 100, values.size)):
                expected = np.array(self.loop(values, edges, weights)).astype(weights.dtype)
                for way, patch in ways():
                    for threads in (1, 2, 3):
                        with self.subTest(way, dtype=weights.dtype, threads=threads), patch:
                            found = strew.histogram(values, edges, weights=weights, threads=threads)[0]
                            self.assertEqual((found.dtype, found.tobytes()), (expected.dtype, expected.tobytes()))

    def test_numpy_where_it_adds_in_order(self) -> None:
        """Equal bins of up to 65,536 numbers, and several dimensions."""
        rng = np.random.default_rng(7)
        values = rng.normal(size=(20_000, 2))
        for dtype in ("f2", "f4", "f8", ">f8", "F", "D", "i1", "u2", "i8", "u8"):
            weights = rng.normal(0, 50, 20_000).astype(dtype) if dtype[-2:] != "u2" else rng.integers(0, 99, 20_000).astype(dtype)
            if dtype == "u8":
                weights = rng.integers(0, 2**40, 20_000).astype(dtype)
            for way, patch in ways():
                with self.subTest(way, dtype=dtype), patch:
                    self.assert_same("histogram", values[:, 0], 50, (-2, 3), weights=weights)
                    self.assert_same("histogramdd", values, 9, weights=weights)
                    self.assert_same("histogram2d", *values.T, 9, [(-1, 1), (0, 3)], weights=weights)

    def test_integers_wrap(self) -> None:
        weights = np.array([2**63 - 1, 1, 2**63 - 1, 5])
        self.assertEqual(strew.histogram([0, 0, 1, 2], 3, (0, 3), weights=weights)[0].tolist(), [-(2**63), 2**63 - 1, 5])
        small = np.array([100, 100, 1], np.int8)
        self.assertEqual(strew.histogram([0, 0, 1], 2, (0, 2), weights=small)[0].tolist(), [-56, 1])

    def test_weights_of_other_types(self) -> None:
        numbers = [Decimal("0.1"), Decimal("0.2"), Decimal("0.3")]
        found = strew.histogram([0.5, 1.5, 0.25], [0, 1, 2], weights=np.array(numbers, object))[0]
        self.assertEqual(found.tolist(), [Decimal("0.4"), Decimal("0.2")])
        rng = np.random.default_rng(8)
        values, weights = rng.random(5000), rng.normal(size=5000).astype(np.longdouble)
        for each in (weights, weights + 1j):
            expected = np.zeros(4, each.dtype)
            np.add.at(expected, (values * 4).astype(int), each)
            np.testing.assert_array_equal(strew.histogram(values, 4, (0, 1), weights=each)[0], expected)

    def test_weights_that_are_no_numbers_stay_in_their_bins(self) -> None:
        weights = [np.nan, 1, np.inf, 2, 3]
        found = strew.histogram([0, 1, 2, 9, 3], [0, 1, 2, 3, 4], weights=weights)[0]
        np.testing.assert_array_equal(found, [np.nan, 1, np.inf, 3])

    def test_density(self) -> None:
        rng = np.random.default_rng(9)
        values, weights = rng.normal(size=(3000, 2)), rng.random(3000)
        for words in ({}, {"weights": weights}):
            self.assert_same("histogram", values[:, 0], 20, density=True, **words)
            for name, arguments in (("histogram", (values[:, 0], [-1, 0, 3])), ("histogramdd", (values, (5, [-1, 0, 3]))), ("histogram2d", (*values.T, 6))):
                ours, theirs = getattr(strew, name)(*arguments, density=True, **words), getattr(np, name)(*arguments, density=True, **words)
                np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-13)


class MoreDimensions(Case):
    def test_a_million_adversarial_numbers(self) -> None:
        rng = np.random.default_rng(10)
        for dtype in (np.float64, np.float32):
            values = adversarial(rng, np.linspace(0, 1, 31), N_ADVERSARIAL // 2, dtype).reshape(-1, 2)
            for bins in (30, (30, np.linspace(0, 1, 31)), (np.geomspace(0.01, 1, 20), 7)):
                for threads in (1, 3):
                    found = strew.histogramdd(values, bins, [(0, 1)] * 2, threads=threads)
                    for ours, theirs in zip(flat(found), flat(np.histogramdd(values, bins, [(0, 1)] * 2))):
                        np.testing.assert_array_equal(ours, theirs)

    def test_samples_of_any_form(self) -> None:
        rng = np.random.default_rng(11)
        array = rng.normal(size=(300, 3))
        x, y = array[:, 0], array[:, 1]
        sample: Any
        for sample in (
            array, array.T.copy().T, array[::-2], array.astype(np.float32), (array * 9).astype(np.int8), [x, y], [x, y.astype(np.float32)], (x, y, x),
            [x.tolist(), y.tolist()], x, x.tolist(), np.zeros((0, 2)), [[], []], [x, y[:3]], np.zeros((3, 0)), [], array[:, :1], array > 0, array + 1j,
            array.astype(np.float16), [(array[:, 0] * 9).astype(np.int16), (array[:, 1] * 9).astype(np.uint8)], np.zeros((2, 2, 2)), 5, None,
            array.astype(">f4"),
        ):  # fmt: skip
            for bins in (3, 1):
                for way, patch in ways():
                    with self.subTest(way, sample=sample, bins=bins), patch:
                        self.assert_same("histogramdd", sample, bins)
        for bins in ((2, 3), [2, [0, 1]], [[-1, 0, 1], [0, 2, 2]], 4, [4], [1, 2, 3], (2, -1), (2, "auto"), (2, [1, 0]), np.array([2, 3]), [0.0, 0.5, 1], ([0, 1], 3.5)):
            for extent in (None, [(0, 1), (-1, 3)], [None, (0, 1)], [(0, 1)], [(1, 0), None], [(0, np.inf), None]):
                self.assert_same("histogramdd", [x, y], bins, extent)
                self.assert_same("histogram2d", x, y, bins, extent)
                self.assert_same("histogram2d", x.tolist(), y.astype(np.float32), bins, extent)
        self.assert_same("histogram2d", x, y[1:])
        self.assert_same("histogram2d", array, array)
        for value in (np.nan, np.inf):
            self.assert_same("histogram2d", [1, value], [1, 2])
            self.assert_same("histogram2d", [1, value], [1, 2], [2, [0, 2]], [(0, 3), None])
        three = strew.histogramdd(array, (4, 5, 6), weights=x, threads=2)
        np.testing.assert_array_equal(three[0], np.histogramdd(array, (4, 5, 6), weights=x)[0])


class Out(Case):
    def test_parts_are_as_good_as_the_whole(self) -> None:
        rng = np.random.default_rng(12)
        values, real = rng.random(90_000), rng.normal(size=90_000) * 10.0 ** rng.integers(-8, 9, 90_000)
        for weights in (None, real, real.astype(np.float32), real + 1j, rng.integers(0, 9, values.size)):
            dtype = np.int64 if weights is None else np.result_type(weights.dtype, np.float64) if weights.dtype.kind != "i" else np.int64
            wide = weights if weights is None or weights.dtype.kind == "i" else weights.astype(dtype)
            whole = strew.histogram(values, 50, (0, 1), weights=wide)[0]
            for way, patch in ways():
                out = np.zeros(50, dtype)
                with self.subTest(way, dtype=dtype), patch:
                    for begin in range(0, values.size, 30_001):
                        part = slice(begin, begin + 30_001)
                        found = strew.histogram(values[part], 50, (0, 1), weights=None if weights is None else weights[part], out=out, threads=2)[0]
                        self.assertIs(found, out)
                    self.assertEqual(out.tobytes(), whole.tobytes())

    def test_types_and_views(self) -> None:
        values = np.array([0.5, 1.5, 1.75])
        for dtype in ("i1", "u2", "i4", "u8", "i8", "f2", "f4", "f8", "F", "D"):
            for weights, kinds in ((None, "iufc"), (np.array([1, 2, 3]), "iufc"), (np.array([1.0, 2, 3]), "fc"), (np.array([1j, 2, 3]), "c")):
                out = np.full((2, 3), 4, dtype)
                view = out[::-1, 1]
                sums = [1, 2] if weights is None else [weights[0], weights[1:].sum()]
                with self.subTest(dtype=dtype, weights=weights):
                    if out.dtype.kind not in kinds:
                        with self.assertRaisesRegex(TypeError, f"^out is {out.dtype}, which does not hold what is added$"):
                            strew.histogram(values, [0, 1, 2], weights=weights, out=view)
                        continue
                    strew.histogram(values, [0, 1, 2], weights=weights, out=view)
                    self.assertEqual(out.tolist(), [[4, 4 + sums[1], 4], [4, 4 + sums[0], 4]])
        plane = np.ones((2, 1), np.int32)
        self.assertIs(strew.histogram2d([0.5, 1.5], [0, 1], (2, 1), [(0, 2), (0, 1)], out=plane)[0], plane)
        self.assertEqual(plane.tolist(), [[2], [2]])
        half = np.zeros(3, np.int64)
        strew.histogram(np.array([1, 2, 4], np.float16), 3, (1, 4), out=half)  # by NumPy
        strew.histogramdd(np.array([[1], [2], [4]], np.float16), 3, [(1, 4)], out=half)
        self.assertEqual(half.tolist(), [2, 2, 2])

    def test_rejections(self) -> None:
        read_only = np.zeros(2)
        read_only.flags.writeable = False
        for out, kind, text in (
            (np.zeros(3), ValueError, r"^out has the shape \(3,\), and \(2,\) is needed$"),
            (np.zeros((1, 2)), ValueError, r"^out has the shape \(1, 2\)"),
            ([0, 0], TypeError, "^out is a list"),
            (read_only, ValueError, "^out is read-only$"),
            (np.zeros(2, bool), TypeError, "^out is bool, which does not hold"),
        ):
            for values, function in itertools.product(([0.5], np.array([0.5], np.float16)), (strew.histogram, lambda *a, out: strew.histogramdd([a[0]], a[1], [a[2]], out=out))):
                with self.subTest(text), self.assertRaisesRegex(kind, text):
                    function(values, 2, (0, 1), out=out)
        for call in (strew.histogram, strew.histogramdd):
            with self.assertRaisesRegex(ValueError, "^density is of all numbers"):
                call([0.5], 2, density=True, out=np.zeros(2))

    def test_edges_of_an_earlier_call_are_not_changed(self) -> None:
        strew.histogram([0.5], 2, (0, 1))[1][:] = 7
        self.assertEqual(strew.histogram([0.5], 2, (0, 1))[1].tolist(), [0, 0.5, 1])
        strew.histogramdd([[0.5]], 2, [(0, 1)])[1][0][:] = 7
        self.assertEqual(strew.histogramdd([[0.5]], 2, [(0, 1)])[1][0].tolist(), [0, 0.5, 1])


class Docstrings(unittest.TestCase):
    def test_the_examples_run(self) -> None:
        examples = doctest.DocTestFinder().find(_histogram, extraglobs={"strew": strew, "numpy": np})
        self.assertEqual({test.name.rpartition(".")[2] for test in examples if test.examples}, {"histogram", "histogram2d", "histogramdd"})
        for test in examples:
            self.assertEqual(doctest.DocTestRunner().run(test).failed, 0, test.name)
