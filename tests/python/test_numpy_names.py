"""Every function with a name of NumPy's beside NumPy's: signatures, results in every corner, exceptions and their texts."""

import array
import inspect
import itertools
import unittest
import warnings
from typing import Any, Callable, Iterator, List, Tuple

import numpy as np

import strew
from tests.python.test_dlpack import Foreign

NAMES = ("take", "put", "take_along_axis", "put_along_axis", "bincount", "histogram", "histogram2d", "histogramdd")
# What NumPy has besides: it is not NumPy's function, as its documentation says.
OTHERS = {"get_include"}
SHAPES = ((), (1,), (3,), (2, 3), (3, 1), (0,), (0, 3), (2, 0), (2, 1, 3))
INDICES: Tuple[Any, ...] = (0, -1, 9, [1], [0, -1, 0], [2, -9], [], [[0]], [[1, 0, 1]], [[0], [-1]], [[[0]]], [[[1], [0]]], [True], [0.5], [[0, 0], [1, 7]])
AXES: Tuple[Any, ...] = (None, 0, 1, -1, 3, 0.5)


def outcome(call: Callable[..., Any], *arguments: Any, **words: Any) -> Any:
    """What comes out: the result and the array that was written to, or the exception."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = call(*arguments, **words)
    except Exception as error:
        return error
    if result is None:
        result = arguments[0]
    if not hasattr(result, "dtype"):
        return result  # an element of objects
    return type(result), result.dtype, result.shape, result.tobytes() if result.dtype != object else result.tolist()


def views(given: np.ndarray) -> Iterator[np.ndarray]:
    """The same elements where they lie in another order, and apart."""
    yield given.copy()
    yield given.T.copy().T
    wide = np.zeros((*given.shape[:-1], 2 * given.shape[-1]) if given.ndim else (), given.dtype)
    view = wide[..., ::-2] if given.ndim else wide
    view[...] = given
    yield view


class Names(unittest.TestCase):
    def same(self, name: str, *arguments: Any, **words: Any) -> None:
        """The same outcome; an exception has the same text, and is of the same kind or, for an index out of bounds, of strew's."""
        ours, theirs = ([each.copy() if isinstance(each, np.ndarray) else each for each in arguments] for _ in range(2))
        if isinstance(arguments[0], np.ndarray) and not arguments[0].flags.c_contiguous:
            ours[0] = arguments[0].copy(order="K")
        found, expected = outcome(getattr(strew, name), *ours, **words), outcome(getattr(np, name), *theirs, **words)
        if not isinstance(expected, Exception):
            self.assertEqual(found, expected)
            return
        self.assertIsInstance(found, Exception, f"{expected!r} is expected")
        self.assertTrue(type(found) is type(expected) or (isinstance(found, IndexError) and type(expected) is IndexError), repr((found, expected)))
        self.assertEqual(str(found), str(expected))
        if isinstance(ours[0], np.ndarray):
            self.assertEqual(ours[0].tolist(), arguments[0].tolist(), "nothing is written")

    def test_which_there_are(self) -> None:
        functions = {name for name in strew.__all__ if callable(getattr(strew, name)) and callable(getattr(np, name, None))}
        self.assertEqual(functions, {*NAMES, *OTHERS})

    def test_signatures(self) -> None:
        """NumPy's parameters, and then strew's own, by name only."""
        for name in NAMES:
            theirs = list(inspect.signature(getattr(np, name)).parameters.values())
            ours = list(inspect.signature(getattr(strew, name)).parameters.values())
            with self.subTest(name):
                kinds = [(each.name, each.kind, each.default) for each in ours]
                self.assertEqual(kinds[: len(theirs)], [(each.name, each.kind, each.default) for each in theirs])
                self.assertEqual({kind for _, kind, _ in kinds[len(theirs) :]}, {inspect.Parameter.KEYWORD_ONLY})

    def test_take(self) -> None:
        for shape, indices, axis in itertools.product(SHAPES, INDICES, AXES):
            for mode in ("raise", "clip", "wrap") if axis in (None, 0) else ("raise",):
                with self.subTest(shape=shape, indices=indices, axis=axis, mode=mode):
                    data = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape)
                    for view in views(data) if shape == (2, 3) else (data,):
                        self.same("take", view, indices, axis, None, mode)
        data = np.arange(6).reshape(2, 3)
        for words in (
            {"mode": "no"},
            {"out": np.zeros(2, np.int64)},
            {"out": np.zeros(3, np.int64)},
            {"out": np.zeros(2, np.int32)},
            {"out": np.zeros(2)},
            {"out": [0, 0]},
            {"axis": 1, "out": np.zeros((2, 2), np.int64)},
        ):
            with self.subTest(words=words):
                self.same("take", data, [1, 0], **words)
        self.assertTrue(np.array_equal(strew.take(data, [1, 0], 1, np.zeros((2, 2), np.int64)), data[:, [1, 0]]))
        for a in ([5, 6, 7], 5, [[1.5, 2]], np.array(["a", "b"]), np.array([None, 3], object), np.ma.array([1, 2], mask=[0, 1]), np.arange(3, dtype=">i4")):
            for indices in (0, [0], [[0, 9]]):
                with self.subTest(a=a, indices=indices):
                    self.same("take", a, indices)
        out = np.zeros(2, np.int64)
        self.assertIs(strew.take(data, [4, -1], out=out), out)
        self.assertEqual(out.tolist(), [4, 5])

    def test_put(self) -> None:
        for shape, indices, v in itertools.product(SHAPES, INDICES, (7, [7, 8], [], [[1, 2, 3, 4]], 2.5)):
            for mode in ("raise", "clip", "wrap"):
                with self.subTest(shape=shape, indices=indices, v=v, mode=mode):
                    data = np.arange(np.prod(shape, dtype=int), dtype=np.int32).reshape(shape)
                    for view in views(data) if shape == (2, 3) else (data,):
                        if mode == "raise" and isinstance(indices, list) and 9 in np.ravel(indices):
                            continue  # NumPy has written a part; see below
                        self.same("put", view, indices, v, mode)
        for a, v in (
            (np.zeros(3, np.uint8), 300),
            (np.zeros(3, np.uint8), np.array([300, 2])),
            (np.zeros(3), 1j),
            (np.zeros(3), "x"),
            (np.zeros(3, object), [None, 2]),
            (np.zeros(3, "U2"), "ab"),
            ([1, 2, 3], 1),
            (np.zeros(3, np.float16), [1e9]),
        ):
            with self.subTest(a=a, v=v):
                self.same("put", a, [0, 2], v)
                self.same("put", a, [0, 2], v, "no")
        read_only = np.zeros(3)
        read_only.flags.writeable = False
        self.assertEqual(str(outcome(strew.put, read_only, [0], 1)), str(outcome(np.put, read_only, [0], 1)))
        parts = np.arange(8)
        strew.put(parts, parts[4:] - 4, parts[2:6])
        self.assertEqual(parts.tolist(), [2, 3, 4, 5, 4, 5, 6, 7])

    def test_nothing_is_written_if_an_index_is_out_of_bounds(self) -> None:
        """Where NumPy has written a part."""
        for dtype in ("f4", "i8", object, "U3"):
            for call, text in (
                (lambda a: strew.put(a, [0, 9, -1], [7, 8, 9]), "index 9 is out of bounds for axis 0 with size 6"),
                (lambda a: strew.put(a, [0, -7], 7), "index -7 is out of bounds for axis 0 with size 6"),
                (lambda a: strew.put_along_axis(a, np.array([[0, 3], [1, 1]]), 7, 1), "index 3 is out of bounds for axis 1 with size 3"),
                (lambda a: strew.put_along_axis(a, np.array([0, 6]), 7, None), "index 6 is out of bounds for axis 0 with size 6"),
            ):
                a = np.zeros((2, 3), dtype)
                with self.subTest(dtype=dtype, text=text), self.assertRaises(IndexError) as caught:
                    call(a)
                self.assertEqual(str(caught.exception), text)
                self.assertTrue((a == np.zeros((2, 3), dtype)).all())

    def test_along_an_axis(self) -> None:
        for shape, indices, axis in itertools.product(SHAPES, INDICES, AXES):
            data = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape)
            given: np.ndarray = np.array(indices, np.int64) if np.size(indices) == 0 else np.array(indices)
            with self.subTest(shape=shape, indices=indices, axis=axis):
                # Without an axis, NumPy writes to dense arrays only.
                for view in views(data) if shape in ((2, 3), (2, 1, 3)) and axis is not None else (data,):
                    self.same("take_along_axis", view, given, axis)
                    for values in (7, [7, 8, 9], [[1], [2]], [], [[[4]]], 2.5):
                        if axis is None and np.any(given == 9):
                            continue
                        self.same("put_along_axis", view, given, values, axis)
        a = np.arange(6).reshape(2, 3)
        self.same("take_along_axis", a, np.array([[0, 0, 0]]))
        for arr, indices in (([[1]], np.array([[0]])), (a, [[0]]), (a, None), (a.astype(object), np.array([[0]])), (a, np.array([["a"]]))):
            with self.subTest(arr=arr, indices=indices):
                self.same("take_along_axis", arr, indices, 0)
                self.same("put_along_axis", arr, indices, 9, 0)
        for values in (300, 1j, "x", np.array([[2.7]]), np.ones((1, 4)), None):
            self.same("put_along_axis", np.zeros((2, 3), np.uint8), np.array([[1]]), values, 0)
        part = np.arange(9).reshape(3, 3)
        expected = part.copy()
        np.put_along_axis(expected, part.copy() % 3, part.T.copy(), 0)
        strew.put_along_axis(part, part % 3, part.T, 0)
        self.assertEqual(part.tolist(), expected.tolist())

    def test_tensors_of_other_libraries(self) -> None:
        memory, indices = np.arange(6.0).reshape(2, 3), np.array([[1, 0, 1]])
        tensor, foreign = Foreign(memory), Foreign(indices)
        self.assertEqual(strew.take(tensor, foreign).tolist(), [[1, 0, 1]])
        self.assertEqual(strew.take_along_axis(tensor, foreign, 0).tolist(), [[3, 1, 5]])
        strew.put(tensor, foreign, Foreign(np.array([7.0, 8, 9])))
        self.assertEqual(memory.tolist(), [[8, 9, 2], [3, 4, 5]])
        strew.put_along_axis(tensor, foreign, Foreign(np.array([[-1.0, -2, -3]])), 0)
        self.assertEqual(memory.tolist(), [[8, -2, 2], [-1, 4, -3]])

    def test_options_of_strews(self) -> None:
        data = np.arange(6.0).reshape(2, 3)
        self.assertEqual(strew.take(data, np.array([1, 9]), policy="skip", fill=-1).tolist(), [1, -1])
        self.assertEqual(strew.take(data, np.array([1, -3]), 0, policy="clamp").tolist(), [[3, 4, 5], [0, 1, 2]])
        strew.put(data, [0, 0], [1, 2], reduction="add")
        strew.put(data, np.array([5, -1]), [7, 8], ignore_index=-1)
        self.assertEqual(data.tolist(), [[3, 1, 2], [3, 4, 7]])
        strew.put(data, np.array([0], ">i8"), np.array([5], ">f4"), reduction="add")
        self.assertEqual(data[0, 0], 8)
        memory = array.array("d", [1, 2, 3])
        strew.put(np.frombuffer(memory), memoryview(array.array("q", [2, 0])), memoryview(array.array("d", [7, 8])))
        self.assertEqual((memory.tolist(), strew.take(memory, memoryview(array.array("q", [-1])))), ([8, 2, 7], [7]))
        for call, text in (
            (lambda: strew.take(data, np.array([1]), mode="clip", policy="skip"), "mode is 'clip', and an option of strew's"),
            (lambda: strew.put(data, np.array([1]), 1, "wrap", ignore_index=3), "mode is 'wrap', and an option of strew's"),
            (lambda: strew.put(data, [1], 1, reduction="xor"), "reduction 'xor' is none of"),
        ):
            with self.assertRaisesRegex(ValueError, text):
                call()


_ODD_DATA: Tuple[Any, ...] = (
    np.zeros(0), np.zeros((0, 3), np.float32), np.float64(2.5), np.array(7), 3, None, [], [1, 2, 3], ["a", "b"], np.arange(3),
    np.arange(6.0).reshape(2, 3), np.array([[True, False]]), np.array([1, None, "x"], object), np.array([["a", "bc"]]), np.array([b"x", b"y"]),
    np.array([2**63, 1], np.uint64), np.array([1, 2], ">i4"), np.arange(3) * 1j, np.broadcast_to(np.float32(1), (2, 2)),
)  # fmt: skip
_ODD_INDICES: Tuple[Any, ...] = (
    0, -1, 5, 2**63, -(2**63), 2**64, 0.0, True, None, "0", "a", 1j, [], [[]], [0], [1.0], [-1], [None], ["0"], [["a"]], (0, 1), np.zeros(0),
    np.zeros((0, 3), int), np.array(0), np.int8(0), np.array([0], np.uint32), np.array([-(2**63)]), np.array([[0]]), np.array([[0, 1]]),
    np.array([True]), np.array([[True]]), np.array([0.0]), np.array([["a"]]), np.array([0], object), np.array([0], "m8[s]"), np.array([0], ">i2"),
)  # fmt: skip
_ODD_AXES: Tuple[Any, ...] = (None, 0, -1, 2**63, True, 0.0, "0", (0,), np.int8(0))
_ODD_VALUES: Tuple[Any, ...] = (
    7, 2.5, -1, 1j, None, "x", [], [[8, 9]], np.zeros(0), np.array([1, 2], np.uint64), np.array(["1"]), np.array([None], object), np.nan,
)  # fmt: skip
_ODD_NUMBERS: Tuple[Any, ...] = (
    [0, 2, 2], [True, False, True], (1, 2, 3), np.array([1, 2, 3], ">i2"), np.array([1, 2, 3], np.uint64), np.arange(6)[::-2], [], (), [[]],
    np.array([], int), np.array([], bool), np.zeros(0), np.zeros((0, 3), int), np.array([[]], object), 3, np.int64(3), None, "a", np.array(5),
    [[1, 2]], [["a", "b"]], np.array([["1"]]), np.array([[1.5]]), np.array([[1, 2]], object), np.array([1.5]), np.array([1, 2], object),
    np.array([1j]), np.array([1, 2], "m8[s]"), [None], [-1], [3, -7, -1], [[-1]], np.array([-1], np.int8), [2**62], [2**63],
)  # fmt: skip
_ODD_WEIGHTS: Tuple[Any, ...] = (
    None, [], [2.5], [1, 2, 3], [[1]], [[1, 2, 3]], 1, "a", ["a"], ["1", "2", "3"], [None], [None, 1, 2], np.array([1, 2, 3], object),
    np.array([1, 2, 3], np.float16), np.array([1, 2, 3], np.uint64), np.array([1, 2, 3], np.longdouble), np.array([1, 2, 3], np.clongdouble),
    np.array([1, 2, 3], "m8[s]"), np.array([True, True, False]), np.array([1, 2, 3], ">f8"), np.zeros(3, "V8"), np.array([1, 1j, 2], object),
)  # fmt: skip
_ODD_LENGTHS: Tuple[Any, ...] = (0, 5, np.int8(4), -1, 2.5, None, True, "a", [1], 2**63)


class OddInputs(unittest.TestCase):
    """What nobody means to hand over: NumPy's result, or its type of exception and an array that is as it was."""

    def check(self, name: str, *arguments: Any) -> None:
        ours, theirs = ([each.copy() if isinstance(each, np.ndarray) and each.flags.writeable else each for each in arguments] for _ in range(2))
        found, expected = outcome(getattr(strew, name), *ours), outcome(getattr(np, name), *theirs)
        if not isinstance(expected, Exception):
            self.assertEqual(found, expected, (name, arguments))
            return
        is_same = isinstance(found, IndexError) if type(expected) is IndexError else type(found) is type(expected)
        self.assertTrue(is_same, (name, arguments, found, expected))
        if isinstance(arguments[0], np.ndarray):
            self.assertEqual(repr(ours[0]), repr(arguments[0]))

    def test_take(self) -> None:
        for data, indices, axis in itertools.product(_ODD_DATA, _ODD_INDICES, _ODD_AXES):
            self.check("take", data, indices, axis)
            self.check("take_along_axis", data, indices, axis)
        read_only = np.zeros(2)
        read_only.flags.writeable = False
        for out in (read_only, np.zeros(3), np.zeros((2, 1)), np.zeros(2, np.float32), np.zeros(2, object), np.zeros(4)[::2], [0, 0], 5, "x"):
            for mode in ("raise", "clip", "wrap", "no", None, 3):
                self.check("take", np.arange(6.0), [5, -1], None, out, mode)

    def test_put(self) -> None:
        for data, indices, values in itertools.product(_ODD_DATA, _ODD_INDICES, _ODD_VALUES):
            self.check("put", data, indices, values)
        for data, indices, axis in itertools.product(_ODD_DATA, _ODD_INDICES, _ODD_AXES):
            for values in _ODD_VALUES[:: 3 if axis in (0, None) else 20]:
                self.check("put_along_axis", data, indices, values, axis)

    def test_bincount(self) -> None:
        for x, weights, minlength in itertools.product(_ODD_NUMBERS, _ODD_WEIGHTS, _ODD_LENGTHS):
            self.check("bincount", x, weights, minlength)
        for weights in (None, [1, 2, 3]):
            self.check("bincount", [1, 2, 3], weights, 2**61)  # more than memory has


class Bincount(unittest.TestCase):
    def test_what_numpy_says(self) -> None:
        cases: List[Tuple[Any, Any, Any]] = [(np.array([1, 4, 1]), None, 0), (np.array([1, 4, 1]), [1, 2, 3], 7), ([], None, 0), ([], [], 3), ([True], [2], 0)]
        cases += [(np.array([1]), [1, 2], 0), (np.array([1, 2, 3]), [1], 0), (np.array([1]), np.array(["a"]), 0), (np.array([1]), [[1]], 0)]
        cases += [(np.array([1]), w, m) for w in (None, [1]) for m in (-1, 2.5, None, True)] + [(np.array([1]), np.array([1], np.longdouble), 0)]
        for x, weights, minlength in cases:
            with self.subTest(x=x, weights=weights, minlength=minlength):
                found, expected = (outcome(call, x, weights, minlength) for call in (strew.bincount, np.bincount))
                self.assertEqual((type(found), str(found)), (type(expected), str(expected)))

    def test_complex_weights(self) -> None:
        rng = np.random.default_rng(3)
        x = rng.integers(0, 40, 3000)
        weights = rng.normal(size=3000) + 1j * rng.normal(size=3000)
        for given in (weights, weights.astype(np.complex64), weights[::-1], weights.tolist()):
            for minlength in (0, 60):
                parts = np.asarray(given, np.complex128)
                found = strew.bincount(x, given, minlength)
                expected = np.bincount(x, parts.real, minlength) + 1j * np.bincount(x, parts.imag, minlength)
                self.assertEqual((found.dtype, found.tobytes()), (expected.dtype, expected.tobytes()))
        self.assertEqual(strew.bincount([2, 2], [1j, 2]).tolist(), [0, 0, 2 + 1j])
        self.assertEqual(strew.bincount(x, weights, threads=2).tobytes(), strew.bincount(x, weights).tobytes())
        nothings: Tuple[Any, ...] = [], np.array([], np.int8)
        for nothing in nothings:  # where nobody looks at the weights
            for given in ([], [1j], np.zeros(2, complex), [[1]], "a"):
                self.assertEqual(outcome(strew.bincount, nothing, given, 3), outcome(np.bincount, nothing, given, 3))
        for given, bad, minlength, text in (
            ([1, 2], [1j], 0, "The weights and list don't have the same length."),
            ([1], [1j], -1, "'minlength' must not be negative"),
        ):
            with self.subTest(text), self.assertRaises(ValueError) as caught:
                strew.bincount(given, bad, minlength)
            self.assertEqual(str(caught.exception).replace("'x'", "'list'"), text)

    def test_numbers_without_a_bin(self) -> None:
        """The first one and its place."""
        for x, at, why in (
            (np.array([2**63], np.uint64), 0, "no array has so many bins"),
            (np.array([2**63 - 1]), 0, "no array has so many bins"),
            (np.array([1, 2**64 - 1], np.uint64), 1, "no array has so many bins"),
            (np.array([-1]), 0, "no bin has a negative number"),
            (np.array([3, 0, -7, -8]), 2, "no bin has a negative number"),
            (np.array([3, -7, 2**63 - 1], ">i8"), 1, "no bin has a negative number"),
            (np.array([3, 4, 0, -7], np.int8)[::-3], 0, "no bin has a negative number"),
        ):
            for weights in (None, np.ones(x.size), np.ones(x.size) * 1j):
                with self.subTest(x=x, weights=weights), self.assertRaises(ValueError) as caught:
                    strew.bincount(x, weights)
                self.assertEqual(str(caught.exception), f"x[{at}] is {x[at]}, and {why}")

    def test_numbers_of_other_shapes(self) -> None:
        for x in (3, [[1]], np.zeros((0, 2), int), [["a"]], np.array([[1.5]])):
            with self.subTest(x=x), self.assertRaisesRegex(ValueError, f"^x has {np.ndim(x)} dimensions, and 1 is needed$"):
                strew.bincount(x)
