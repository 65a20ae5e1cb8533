"""Agreement with the onnx package's reference implementation, on many random calls, bit for bit.

Where the two may differ, contract.md has decided otherwise than the reference happens to compute; each such place is a
rule below, which names the elements that it is about and what they must be. The reference's operators are called by
their own `eval`, without a model around them; of Scatter, which it has not, ScatterElements takes the place.
"""

import itertools
import unittest
from collections import Counter
from dataclasses import dataclass
from typing import Callable, List, Tuple

import numpy as np
import onnx
from onnx import helper
from onnx.reference.ops.op_scatter_elements import ScatterElements
from onnx.reference.ops.op_scatternd import ScatterND

from strew.onnx_backend import StrewBackend

from .support import DTYPES, Shape, is_float, scatter, values

CALLS = {"ScatterND": 9000, "ScatterElements": 9000, "Scatter": 4000}
REDUCTIONS = ("none", "add", "mul", "min", "max")
TEXT = np.dtype(object)
FLOAT8 = [dtype for dtype in DTYPES if dtype.name.startswith("float8")]


@dataclass(frozen=True)
class Call:
    operator: str
    reduction: str
    axis: int
    data: np.ndarray
    indices: np.ndarray
    updates: np.ndarray

    def reference(self, data: np.ndarray, updates: np.ndarray, reduction: str) -> np.ndarray:
        with np.errstate(all="ignore"):
            if self.operator == "ScatterND":
                return ScatterND.eval(data, self.indices, updates, reduction=reduction)
            return ScatterElements.eval(data, self.indices, updates, axis=self.axis, reduction=reduction)

    def expected(self) -> np.ndarray:
        return self.reference(self.data, self.updates, self.reduction)

    def met(self, is_it: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        """The elements of the output where data, or an update that goes there, has the property."""
        marks = (is_it(array).astype(np.uint8) for array in (self.data, self.updates))
        return self.reference(*marks, "max").astype(bool)

    def repeats(self) -> bool:
        """Whether an element of the output is met by several updates."""
        hits = np.zeros(self.data.shape, np.int64)
        return bool((self.reference(hits, np.ones(self.updates.shape, np.int64), "add") > 1).any())

    def profile(self, number: int) -> str:
        """Scatter-9 takes no negative index; the other versions differ in nothing that a call that is allowed shows."""
        if self.operator == "Scatter":
            return "ONNX Scatter-9" if not (self.indices < 0).any() else "ONNX Scatter-11"
        versions = {"none": (11, 13, 16, 18), "add": (16, 18), "mul": (16, 18)}.get(self.reduction, (18,))
        if self.data.dtype.name == "bfloat16":
            versions = tuple(version for version in versions if version > 11)
        return f"ONNX {self.operator}-{versions[number % len(versions)]}"

    def found(self, number: int) -> np.ndarray:
        profile = None if self.data.dtype in FLOAT8 else self.profile(number)
        three = (self.data, self.indices, self.updates)
        if self.data.dtype == TEXT:
            opset = int(profile.split("-")[1])
            attributes = {} if self.operator == "ScatterND" else {"axis": self.axis}
            node = helper.make_node(self.operator, ["data", "indices", "updates"], ["y"], **attributes)
            return StrewBackend.run_node(node, three, opset_version=opset)[0]
        operator = "scatter_nd" if self.operator == "ScatterND" else "scatter_elements"
        return scatter(operator, *three, axis=self.axis, reduction=self.reduction, profile=profile)


# Each rule takes a call, what strew found and what the reference expects, and returns the elements that it excuses.


def _is_number(array: np.ndarray) -> bool:
    return is_float(array.dtype) or array.dtype.kind == "c"


def which_nan_comes_out_is_not_promised(call: Call, found: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Section 2: the payload and sign of a NaN are not promised, every other bit is.

    Of a complex sum or product that is one part at a time. min and max take one of the two values as it is, and if both
    are NaN, in whichever part, either will do.
    """
    if found.dtype.kind == "c" and call.reduction not in ("min", "max"):
        parts = zip((found.real, found.imag), (expected.real, expected.imag))
        same_part = [_bits_equal(a, b) | (np.isnan(a) & np.isnan(b)) for a, b in parts]
        return same_part[0] & same_part[1]
    return np.isnan(found) & np.isnan(expected)


def a_nan_on_either_side_wins(call: Call, found: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Section 2: min and max give NaN where a NaN is met. The reference's ScatterElements asks Python's min and max,
    which keep what is there when a comparison with NaN says no."""
    if call.operator == "ScatterND" or call.reduction not in ("min", "max"):
        return np.zeros(found.shape, bool)
    return np.isnan(found) & call.met(np.isnan)


def minus_zero_is_less_than_zero(call: Call, found: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Section 2: min and max tell the zeros apart. To Python and NumPy they are equal, and either may come out."""
    if call.reduction not in ("min", "max") or found.dtype.kind == "c":
        return np.zeros(found.shape, bool)
    both_met = call.met(lambda array: (array == 0) & np.signbit(array)) & call.met(lambda array: (array == 0) & ~np.signbit(array))
    right = np.signbit(found) == (call.reduction == "min")
    return both_met & (found == 0) & (expected == 0) & right


RULES = (which_nan_comes_out_is_not_promised, a_nan_on_either_side_wins, minus_zero_is_less_than_zero)


def _bits_equal(found: np.ndarray, expected: np.ndarray) -> np.ndarray:
    if found.dtype == TEXT:
        return found == expected
    raw = f"V{found.itemsize}"
    return np.ascontiguousarray(found).view(raw) == np.ascontiguousarray(expected).view(raw)


def differences(call: Call, found: np.ndarray, expected: np.ndarray, used: Counter) -> np.ndarray:
    """The elements that differ and that no rule excuses. `used` counts the elements that each rule has excused."""
    different = ~np.asarray(_bits_equal(found, expected)).reshape(found.shape)
    if different.any() and _is_number(found):
        for rule in RULES:
            excused = different & rule(call, found, expected)
            used[rule.__name__] += int(excused.sum())
            different &= ~excused
    return different


def _values(rng: np.random.Generator, shape: Shape, dtype: np.dtype, reduction: str) -> np.ndarray:
    if dtype == TEXT:
        return rng.choice(np.array(["", "a", "two words", "\u2202\u00e9j\u00e0"], object), shape)
    if dtype.kind == "c" and reduction == "mul":
        # NumPy may fuse the products of complex numbers with their sums, the contract does not; with these factors both
        # are exact. (Products that are rounded are in test_scatter.py.)
        factors = [1, -1, 1j, -1j, 1 + 1j, 1 - 1j, 0, complex(-0.0, 0.0), complex(np.inf, 1), complex(0, np.nan)]
        weights = np.array([6, 6, 6, 6, 4, 4, 1, 1, 1, 1]) / 36
        return rng.choice(np.array(factors, dtype), shape, p=weights)
    return values(rng, shape, dtype)


def _sizes(rng: np.random.Generator, rank: int) -> Shape:
    """Small enough that indices repeat, and that six of them do not take all day."""
    sizes = rng.integers(1, (9, 7, 5, 4, 3, 3)[rank - 1] + 1, rank)
    if rng.random() < 0.02:
        sizes[rng.integers(rank)] = 0
    return tuple(sizes.tolist())


def _indices(rng: np.random.Generator, sizes: np.ndarray, shape: Shape) -> np.ndarray:
    if 0 in shape:
        return np.zeros(shape, np.int64)
    return rng.integers(-sizes if rng.random() < 0.7 else 0, sizes, shape)


def _nd(rng: np.random.Generator, operator: str, dtype: np.dtype, reduction: str, rank: int) -> Call:
    shape = _sizes(rng, rank)
    k = int(rng.integers(0, rank + 1))
    tuples = tuple(rng.integers(1, 5, rng.integers(0, 3)).tolist())
    if 0 in shape[:k] or rng.random() < 0.02:
        tuples = (0, *tuples)
    indices = _indices(rng, np.array(shape[:k]), (*tuples, k))
    data, updates = (_values(rng, each, dtype, reduction) for each in (shape, tuples + shape[k:]))
    return Call(operator, reduction, 0, data, indices, updates)


def _elements(rng: np.random.Generator, operator: str, dtype: np.dtype, reduction: str, rank: int) -> Call:
    shape = _sizes(rng, rank)
    axis = int(rng.integers(-rank, rank))
    counts = [int(rng.integers(min(1, size), size + 1)) for size in shape]
    counts[axis] = int(rng.integers(1, 2 * shape[axis] + 1)) if shape[axis] and rng.random() >= 0.02 else 0
    indices = _indices(rng, np.array(shape[axis]), tuple(counts)).astype(rng.choice([np.int32, np.int64]))
    data, updates = (_values(rng, each, dtype, reduction) for each in (shape, indices.shape))
    return Call(operator, reduction, axis, data, indices, updates)


def _kinds(operator: str) -> List[Tuple[np.dtype, str, int]]:
    """Every data type, reduction and rank that the operator has."""
    dtypes = [dtype for dtype in DTYPES if operator != "Scatter" or dtype.name != "bfloat16"]
    reductions = ("none",) if operator == "Scatter" else REDUCTIONS
    kinds = [*itertools.product(dtypes, reductions), (TEXT, "none")]
    return [(*kind, rank) for kind in kinds for rank in range(1, 7)]


class Agreement(unittest.TestCase):
    def test_random_calls(self) -> None:
        version = tuple(map(int, onnx.__version__.split(".")[:2]))
        self.assertGreaterEqual(version, (1, 23), "older references mix up tuples in min and max, and lack ranks")
        seen: Counter = Counter()
        used: Counter = Counter()
        for operator, n_calls in CALLS.items():
            rng = np.random.default_rng(list(CALLS).index(operator))
            kinds = _kinds(operator)
            for number in range(n_calls):
                dtype, reduction, rank = kinds[number % len(kinds)]
                call = (_nd if operator == "ScatterND" else _elements)(rng, operator, dtype, reduction, rank)
                found, expected = call.found(number), call.expected()
                self.assertEqual((found.dtype, found.shape), (expected.dtype, expected.shape))
                if differences(call, found, expected, used).any():
                    self.fail(f"call {number} of {operator}:\n{call}\nfound\n{found}\nexpected\n{expected}")
                seen[operator] += 1
                seen["negative"] += bool((call.indices < 0).any())
                seen["repeated"] += call.repeats()
            self.assertEqual(seen[operator], n_calls)
            self.assertGreaterEqual(n_calls, 5 * len(kinds), "each kind several times")
        for operator in CALLS:
            print(f"agrees with onnx.reference: {seen[operator]} calls of {operator}")
        print(f"elements excused: {dict(used)}")
        self.assertGreaterEqual(sum(CALLS.values()), 20_000)
        self.assertGreater(seen["negative"], 10_000)
        self.assertGreater(seen["repeated"], 10_000)
        # A rule that nothing needs is to be taken out.
        self.assertEqual([rule.__name__ for rule in RULES if not used[rule.__name__]], [])


class Rules(unittest.TestCase):
    """They excuse what they name, and nothing else."""

    def call(self, operator: str, reduction: str, data: list, updates: list, dtype: type = np.float32) -> Call:
        places = np.arange(len(updates))
        indices = places.reshape(-1, 1) if operator == "ScatterND" else places
        return Call(operator, reduction, 0, np.array(data, dtype), indices, np.array(updates, dtype))

    def excused(self, call: Call, found: list, expected: list) -> List[bool]:
        pair = (np.array(each, call.data.dtype) for each in (found, expected))
        return (~differences(call, *pair, Counter())).tolist()

    def test_nan(self) -> None:
        nan = np.nan
        call = self.call("ScatterElements", "min", [nan, 1, 2, 3], [1, nan, 1, 1])
        self.assertEqual(self.excused(call, [nan, nan, nan, 1], [1, 1, 1, 1]), [True, True, False, True])
        self.assertEqual(self.excused(call, [1, 1, 1, 1], [nan, nan, 1, 1]), [False, False, True, True])
        for other in (self.call("ScatterND", "min", [nan], [1]), self.call("ScatterElements", "add", [nan], [1])):
            self.assertEqual(self.excused(other, [nan], [1]), [False])
            self.assertEqual(self.excused(other, [-nan], [nan]), [True])

    def test_complex_nan(self) -> None:
        nan = np.nan
        for reduction, expected in (("add", [False, True]), ("min", [True, True])):
            call = self.call("ScatterND", reduction, [1, 1], [1, 1], np.complex64)
            pair = [complex(nan, 1), complex(1, nan)], [complex(1, nan), complex(1, -nan)]
            self.assertEqual(self.excused(call, *pair), expected)

    def test_zeros(self) -> None:
        for operator in ("ScatterND", "ScatterElements"):
            call = self.call(operator, "min", [0.0, -0.0, 0.0, 0.0], [-0.0, 0.0, 0.0, -0.0])
            pair = [-0.0, -0.0, -0.0, 0.0], [0.0, 0.0, 0.0, -0.0]
            self.assertEqual(self.excused(call, *pair), [True, True, False, False])
            call = self.call(operator, "add", [0.0], [-0.0])
            self.assertEqual(self.excused(call, [-0.0], [0.0]), [False])

    def test_everything_else(self) -> None:
        for dtype in DTYPES:
            call = self.call("ScatterElements", "max", [1], [1], dtype.type)
            self.assertEqual(self.excused(call, [1], [0]), [False])
            self.assertEqual(self.excused(call, [1], [1]), [True])
        words = self.call("ScatterND", "none", ["a"], ["b"], object)
        self.assertEqual(self.excused(words, ["a"], ["b"]), [False])

    def test_the_reference_is_asked(self) -> None:
        call = self.call("ScatterElements", "min", [1.0, 2.0], [np.nan, 1.0])
        np.testing.assert_array_equal(call.expected(), [1, 1])  # so it drops the NaN
        self.assertTrue(np.isnan(call.found(0)[0]))
