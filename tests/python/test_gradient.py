"""strew.gradient: against differences of the functions themselves, and bit for bit against loops."""

import inspect
import unittest
from itertools import product
from typing import Any, Dict, Iterator, NamedTuple, Optional, Tuple, Type

import ml_dtypes
import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, Status, _scatter


class Call(NamedTuple):
    """A call of float64, of small whole numbers: differences of linear functions are exact."""

    operator: str
    data: np.ndarray
    indices: Any
    updates: np.ndarray
    words: Dict[str, Any]  # those that function and gradient share
    given: Dict[str, Any]  # update_indices and weights

    def run(self, **changed: Any) -> np.ndarray:
        operands = {"data": self.data, "updates": self.updates, **self.given, **changed}
        data, updates = operands.pop("data"), operands.pop("updates")
        if self.operator == "segment":
            others = {"data": data} if self.words["initial"] == "data" else {}
            found: np.ndarray = strew.segment(updates, **self.indices, **self.words, **others, **operands)
            return found
        function = _scatter.put if self.operator == "put" else getattr(strew, self.operator)
        found = function(data, self.indices, updates, **self.words, **operands)
        return found

    def gradient(self, of: str, g: np.ndarray, **words: Any) -> Any:
        at = self.indices if isinstance(self.indices, dict) else {"indices": self.indices}
        of = "table" if of == "updates" and "update_indices" in self.given else of
        return getattr(strew.gradient, of)(self.operator, g, updates=self.updates, **at, **self.words, **self.given, **words)


def whole(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return rng.integers(-9, 10, shape).astype(np.float64)


def calls() -> Iterator[Call]:
    rng = np.random.default_rng(1)
    for is_table, has_weights in product((False, True), (False, True)):

        def rows(tuples: Tuple[int, ...], before: Tuple[int, ...], after: Tuple[int, ...]) -> Tuple[np.ndarray, Dict[str, Any]]:
            given: Dict[str, Any] = {"update_indices": rng.integers(-7, 7, tuples)} if is_table else {}
            if has_weights:
                given["weights"] = whole(rng, *tuples, *(1 for _ in after[:-1]), *after[-1:])
            return whole(rng, *before, *((7,) if is_table else tuples), *after), given

        i, j = rng.integers(-4, 4, (5, 1)), rng.integers(-3, 3, 6)
        yield Call("scatter_nd", whole(rng, 4, 3, 2), np.stack(np.broadcast_arrays(i, j), -1), *rearranged(rows((5, 6), (), (2,)), {}))
        yield Call("scatter_nd", whole(rng, 4, 3, 2), (i, j), *rearranged(rows((5, 6), (), (2,)), {}))
        yield Call("scatter_elements", whole(rng, 4, 3), rng.integers(-3, 3, (4, 8)), *rearranged(rows((4, 8), (), ()), {"axis": 1}))
        yield Call("scatter_update", whole(rng, 6, 3), rng.integers(-6, 6, 30), *rearranged(rows((30,), (), (3,)), {}))
        yield Call("scatter_update", whole(rng, 2, 5, 3), rng.integers(-5, 5, 12), *rearranged(rows((12,), (2,), (3,)), {"axis": 1}))
        yield Call("put", whole(rng, 4, 3), rng.integers(-12, 12, 40), *rearranged(rows((40,), (), ()), {}))
        for initial in ("zero", "data"):
            for at in ({"offsets": np.array([0, 4, 4, 9, 20])}, {"indices": np.sort(rng.integers(0, 4, 20))}):
                yield Call("segment", whole(rng, 4, 3), at, *rearranged(rows((20,), (), (3,)), {"initial": initial}))


def rearranged(rows: Tuple[np.ndarray, Dict[str, Any]], words: Dict[str, Any]) -> Tuple[np.ndarray, Dict[str, Any], Dict[str, Any]]:
    return rows[0], words, rows[1]


class Differences(unittest.TestCase):
    """The sum of g * (f(x + d) - f(x)) is that of gradient * d."""

    def test_sums_and_means(self) -> None:
        rng, n = np.random.default_rng(2), 0
        for call, reduction, include_self in product(calls(), ("add", "sub", "mean"), (True, False)):
            is_segment = call.operator == "segment"
            if is_segment and not include_self:
                continue  # it never does
            words = {**call.words, "reduction": reduction, **({} if include_self else {"include_self": False})}
            call = call._replace(words=words)
            g = whole(rng, *call.data.shape)
            before = call.run()
            for of in ("updates", "weights", "data"):
                if (of == "weights" and "weights" not in call.given) or (of == "data" and words.get("initial") == "zero"):
                    continue
                if reduction == "sub" and (is_segment or not include_self) and of != "data":
                    with self.assertRaisesRegex(ScatterError, "the reduction sub has no gradient"):
                        call.gradient(of, g)
                    continue
                n += 1
                operand = {"data": call.data, "updates": call.updates, **call.given}[of]
                change = whole(rng, *operand.shape)
                found = call.gradient(of, g)
                with self.subTest(call.operator, of=of, **words):
                    self.assertEqual((found.shape, found.dtype), (operand.shape, operand.dtype))
                    difference = np.sum(g * (call.run(**{of: operand + change}) - before))
                    np.testing.assert_allclose(np.sum(found * change), difference, rtol=1e-12 if reduction == "mean" else 0, atol=1e-9 * (reduction == "mean"))
                    np.testing.assert_array_equal(call.gradient(of, g, threads=2), found)
                    out = np.full(found.shape, 7.0)
                    self.assertIs(call.gradient(of, g, out=out), out)
                    np.testing.assert_array_equal(out, found)
        self.assertGreater(n, 200)

    def test_minima_and_maxima(self) -> None:
        rng = np.random.default_rng(3)
        for call, reduction, include_self in product(calls(), ("min", "max"), (True, False)):
            if call.operator == "segment" and not include_self:
                continue
            words = {**call.words, "reduction": reduction, **({} if include_self else {"include_self": False})}
            # Without equals, a change that is small enough changes no winner.
            apart = {name: array + rng.random(array.shape) for name, array in call.given.items() if name == "weights"}
            call = call._replace(words=words, data=call.data + rng.random(call.data.shape), updates=call.updates + rng.random(call.updates.shape))
            call = call._replace(given={**call.given, **apart})
            counts = {"arg_counts": "axis"} if call.operator == "scatter_elements" else {}
            before, arg = call._replace(words={**words, **counts, "arg_fill": -3}).run(arg=True)
            g = rng.normal(size=call.data.shape)
            for of in ("updates", "weights", "data"):
                if (of == "weights" and "weights" not in call.given) or (of == "data" and words.get("initial") == "zero"):
                    continue
                operand = {"data": call.data, "updates": call.updates, **call.given}[of]
                change = rng.normal(size=operand.shape)
                with self.subTest(call.operator, of=of, **words):
                    found = call.gradient(of, g, arg=arg, arg_fill=-3, **counts)
                    difference = np.sum(g * (call.run(**{of: operand + 1e-6 * change}) - before)) / 1e-6
                    np.testing.assert_allclose(np.sum(found * change), difference, rtol=1e-4, atol=1e-4)

    def test_policies_and_factors(self) -> None:
        rng = np.random.default_rng(4)
        data, table, g = whole(rng, 5, 2), whole(rng, 6, 2), whole(rng, 5, 2)
        to, of_table = np.array([0, 9, 4, 2, -1, 3, 3]), np.array([5, 1, 7, 0, 2, -6, 1])
        words: Dict[str, Any] = {"policy": "skip", "ignore_index": 2, "update_policy": "skip", "update_ignore_index": 1, "negative_wrap": False, "alpha": 3}
        call = Call("scatter_update", data, to, table, {**words, "reduction": "sub"}, {"update_indices": of_table})
        change = whole(rng, 6, 2)
        difference = np.sum(g * (call.run(updates=table + change) - call.run()))
        self.assertEqual(np.sum(call.gradient("updates", g) * change), difference)
        self.assertEqual(call.gradient("data", g).tolist(), g.tolist())


class Bits(unittest.TestCase):
    def test_each_operand(self) -> None:
        for dtype in (np.float64, np.float32, np.float16, ml_dtypes.bfloat16):
            wide = np.float64 if dtype == np.float64 else np.float32
            rng = np.random.default_rng(5)
            g, table, weights = (rng.normal(size=shape).astype(dtype) for shape in ((7, 37), (9, 37), (200,)))
            to, of_table = rng.integers(0, 7, 200), rng.integers(0, 9, 200)
            beside: Dict[str, Any] = {"update_indices": of_table, "weights": weights}
            sums, products = np.zeros((9, 37), dtype), (weights[:, None].astype(wide) * g[to].astype(wide)).astype(dtype)
            for t in range(200):
                sums[of_table[t]] = (sums[of_table[t]].astype(wide) + products[t].astype(wide)).astype(dtype)
            np.testing.assert_array_equal(strew.gradient.table("scatter_update", g, to, (9, 37), **beside), sums)
            plain = strew.gradient.updates("scatter_update", g, to, weights=weights)
            np.testing.assert_array_equal(plain, products)
            dots = np.zeros(200, wide)
            for t in range(200):
                partial = np.zeros(16, wide)
                for c in range(37):
                    partial[c % 16] += wide(g[to[t], c]) * wide(table[of_table[t], c])
                for half in (8, 4, 2, 1):
                    partial[:half] += partial[half : 2 * half]
                dots[t] = partial[0]
            for threads in (1, 2):
                found = strew.gradient.weights("scatter_update", g, to, table, **beside, threads=threads)
                np.testing.assert_array_equal(found, dots.astype(dtype))
        halves, ones = np.ones((1, 1), np.float16), np.zeros(4096, int)
        rounded = strew.gradient.table("scatter_update", halves, ones, (1, 1), update_indices=ones)
        wide_sum = strew.gradient.table("scatter_update", halves, ones, (1, 1), update_indices=ones, accumulate="float32")
        self.assertEqual((rounded.item(), wide_sum.item()), (2048, 4096))

    def test_updates_and_weights_of_other_dtypes(self) -> None:
        g, to = np.array([[1.5], [2.5]], np.float32), np.array([1, 0, 1])
        found = strew.gradient.updates("scatter_update", g, to, np.zeros((3, 1), np.float16))
        self.assertEqual((found.dtype, found.ravel().tolist()), (np.float16, [2.5, 1.5, 2.5]))
        weights = strew.gradient.weights("scatter_update", g, to, np.full((3, 1), 2, np.float16), weights=np.zeros(3, np.float32))
        self.assertEqual((weights.dtype, weights.tolist()), (np.float32, [5, 3, 5]))


class Rejections(unittest.TestCase):
    def test_each_argument(self) -> None:
        g, to, table, three = np.ones((2, 2)), np.array([1, 0, 1]), np.ones((3, 2)), np.array([2, 0, 0])
        weights = np.ones(3)
        cases: Tuple[Tuple[Dict[str, Any], Type[Exception], Optional[Status], str], ...] = (
            ({"of": "table"}, TypeError, None, "update_indices is missing: without a table, strew.gradient.updates has the gradient$"),
            ({"update_indices": three, "updates": table}, TypeError, None, "update_indices make updates a table, of which strew.gradient.table has"),
            ({"operator": "gather"}, ValueError, None, "operator 'gather' is none of"),
            ({"output_gradient": g.T[:, ::-1]}, ValueError, None, "output_gradient is not contiguous"),
            ({"output_gradient": g.astype(int)}, ScatterError, Status.UNSUPPORTED_DTYPE, "output_gradient is int64, but must be float16"),
            ({"indices": to + 1}, IndexOutOfBoundsError, None, r"indices\[0\] component 0 is 2, outside \[-2, 1\] of dimension 0 of output_gradient$"),
            ({"indices": None}, TypeError, None, "indices are missing$"),
            ({"offsets": to}, TypeError, None, "offsets are for segment, and the operator is scatter_update$"),
            ({"operator": "segment", "offsets": to}, TypeError, None, "segment has both offsets and indices"),
            ({"operator": "segment"}, ScatterError, Status.NOT_SORTED, "tuple 1 names slice 0, after slice 1"),
            ({"operator": "segment", "of": "data", "indices": np.sort(to)}, ScatterError, Status.UNSUPPORTED_GRADIENT, "the reduction add has no gradient of this"),
            ({"updates": (3, 3)}, ScatterError, None, "dimension 1 of updates is 3"),
            ({"of": "weights"}, TypeError, None, "weights is missing$"),
            ({"of": "weights", "weights": weights, "updates": (3, 2)}, TypeError, None, "updates is a tuple, and the gradient of weights reads an array$"),
            ({"of": "table", "update_indices": three}, TypeError, None, "updates is missing, and at least its shape is needed$"),
            ({"of": "table", "update_indices": three + 1, "updates": table}, IndexOutOfBoundsError, None, r"update_indices\[0\] is 3, outside \[-3, 2\] of the rows of updates$"),
            ({"reduction": "mul"}, ScatterError, Status.UNSUPPORTED_GRADIENT, "the reduction mul has no gradient of this operand$"),
            ({"reduction": "none"}, ScatterError, Status.UNSUPPORTED_GRADIENT, "the reduction none has no gradient of this operand$"),
            ({"reduction": "max"}, TypeError, None, "arg is missing: the gradient of max goes to what has won$"),
            ({"reduction": "max", "arg": np.full((2, 2), 3)}, IndexOutOfBoundsError, None, r"arg\[0\] is 3, outside \[0, 2\]$"),
            ({"arg": np.full((2, 2), 3)}, ScatterError, Status.UNUSED_ARGUMENT, ".* add has no use for arg$"),
            ({"arg_counts": "axis"}, ScatterError, Status.UNUSED_ARGUMENT, ".*no use for arg_counts='axis'$"),
            ({"arg_fill": 2}, ScatterError, Status.UNUSED_ARGUMENT, ".*no use for arg_fill$"),
            ({"operator": "put", "axis": 1}, ScatterError, Status.UNUSED_ARGUMENT, "put has no use for axis$"),
            ({"operator": "put", "batch_dims": 1}, ScatterError, Status.UNUSED_ARGUMENT, "put has no use for batch_dims$"),
            ({"nan": "loses"}, ScatterError, Status.UNUSED_ARGUMENT, "gradient with the reduction add has no use for nan='loses'$"),
            ({"alpha": 2, "reduction": "mean"}, ScatterError, Status.UNUSED_ARGUMENT, ".* mean has no use for alpha$"),
            ({"initial": "data"}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update has no use for initial"),
            ({"offsets_end": "implied"}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update has no use for offsets_end='implied'$"),
            ({"update_policy": "skip"}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update has no use for update_policy$"),
            ({"update_negative_wrap": False}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update has no use for update_negative_wrap=False$"),
            ({"update_ignore_index": 1}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update has no use for update_ignore_index$"),
            ({"accumulate": "int64"}, ScatterError, None, ".*cannot be accumulated in int64"),
            ({"operator": "segment", "indices": np.sort(to), "include_self": False}, ScatterError, Status.UNUSED_ARGUMENT, "segment has no use for include_self=False$"),
            ({"operator": "segment", "indices": np.sort(to), "policy": "skip"}, ScatterError, Status.UNUSED_ARGUMENT, "segment has no use for policy$"),
            ({"operator": "segment", "indices": np.sort(to), "ignore_index": 1}, ScatterError, Status.UNUSED_ARGUMENT, "segment has no use for ignore_index$"),
            ({"operator": "segment", "indices": np.sort(to), "negative_wrap": False}, ScatterError, Status.UNUSED_ARGUMENT, "segment has no use for negative_wrap=False$"),
            ({"out": np.zeros(3)}, ValueError, None, "out is float64 of shape .3,., but the gradient is float64 of shape .3, 2.$"),
            ({"out": np.zeros((2, 3)).T}, ValueError, None, "out is not contiguous"),
            ({"out": np.float64(1)}, TypeError, None, "out is a NumPy scalar"),
            ({"weights": table.ravel()[:3], "out": table}, ScatterError, Status.OUTPUT_OVERLAP, "out overlaps weights"),
            ({"threads": 0}, ValueError, None, "threads is 0"),
        )
        tested = {"weights"}
        for words, kind, status, sentence in cases:
            given: Dict[str, Any] = {"of": "updates", "operator": "scatter_update", "output_gradient": g, "indices": to, **words}
            tested |= {*words}
            with self.subTest(sentence), self.assertRaisesRegex(kind, f"^{sentence}") as caught:
                getattr(strew.gradient, given.pop("of"))(**given)
            if status is not None:
                self.assertIs(getattr(caught.exception, "status"), status)
        self.assertEqual({*inspect.signature(strew.gradient.table).parameters} - tested, set())
        out = np.full((3, 2), 7.0)
        with self.assertRaises(IndexOutOfBoundsError):
            strew.gradient.updates("scatter_update", g, to + 1, out=out)
        self.assertTrue((out == 7).all())
        for word in ("profile", "overflow", "mean_rounding", "unique", "sorted", "isa", "scale"):
            with self.assertRaisesRegex(TypeError, f"unexpected keyword argument '{word}'$"):
                strew.gradient.updates("scatter_update", g, to, **{word: None})  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
