"""Hints: true ones change no result, false ones that are checked are rejected and name both tuples, in every function that has them."""

import inspect
import pickle
import unittest
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Tuple

import numpy as np

import strew
from strew import ScatterError, Status, _scatter

AT = (strew.add_at, strew.subtract_at, strew.multiply_at, strew.maximum_at, strew.minimum_at)


def in_place(function: Callable[..., Any], data: np.ndarray, indices: np.ndarray, updates: np.ndarray, **words: Any) -> np.ndarray:
    a = data.copy()
    function(a, indices, updates, **words)
    return a


class Form(NamedTuple):
    """A way to scatter numbers into numbers, whose indices have one dimension."""

    name: str
    call: Callable[..., np.ndarray]
    expected: Callable[..., np.ndarray]


def add(data: np.ndarray, indices: np.ndarray, updates: np.ndarray, ufunc: Any = np.add) -> np.ndarray:
    output = data.copy()
    ufunc.at(output, indices, updates)
    return output


def forms() -> Iterator[Form]:
    def planned(name: str, is_prepared: bool) -> Callable[..., np.ndarray]:
        def call(data: np.ndarray, indices: np.ndarray, updates: np.ndarray, **words: Any) -> np.ndarray:
            tuples = indices[:, None] if name == "scatter_nd" else indices
            plan = getattr(strew, f"plan_{name}")(data.shape, data.dtype, tuples.shape, reduction="add", **words)
            plan = pickle.loads(pickle.dumps(plan))
            return plan.prepare(tuples)(data, updates) if is_prepared else plan(data, tuples, updates)  # type: ignore[no-any-return]

        return call

    for name in ("scatter_nd", "scatter_elements", "scatter_update", "put"):
        function = _scatter.put if name == "put" else getattr(strew, name)

        def plain(data: Any, indices: Any, updates: Any, function: Any = function, name: str = name, **words: Any) -> Any:
            return function(data, indices[:, None] if name == "scatter_nd" else indices, updates, reduction="add", **words)

        yield Form(name, plain, add)
        yield Form(f"plan_{name}", planned(name, False), add)
        yield Form(f"plan_{name}, prepared", planned(name, True), add)
    ufuncs = (np.add, np.subtract, np.multiply, np.maximum, np.minimum)
    for at, ufunc in zip(AT, ufuncs):
        yield Form(at.__name__, lambda d, i, u, at=at, **words: in_place(at, d, i, u, **words), lambda d, i, u, ufunc=ufunc: add(d, i, u, ufunc))
    for arg_at, ufunc in ((strew.argmax_at, np.maximum), (strew.argmin_at, np.minimum)):
        yield Form(arg_at.__name__, lambda d, i, u, at=arg_at, **words: in_place(at, d, i, u, **words), lambda d, i, u, ufunc=ufunc: add(d, i, u, ufunc))
    yield Form("strew.put", lambda d, i, u, **words: in_place(strew.put, d, i, u, reduction="add", **words), add)


class Hints(unittest.TestCase):
    def test_true_hints_change_nothing(self) -> None:
        rng = np.random.default_rng(1)
        data, updates = rng.normal(size=500), rng.normal(size=300)
        unique, rising = rng.permutation(500)[:300], np.sort(rng.integers(0, 100, 300))
        wrapped = unique.copy()
        wrapped[::3] -= 500
        given: List[Tuple[np.ndarray, Dict[str, Any]]] = [
            *((each, {"unique": word}) for each in (unique, wrapped) for word in ("trusted", "checked")),
            *((rising, {"sorted": word}) for word in ("trusted", "checked")),
            *((np.sort(unique), {"unique": word, "sorted": word}) for word in ("trusted", "checked")),
        ]
        for form in forms():
            for indices, words in given:
                with self.subTest(form.name, **words):
                    for _ in range(2):  # the second one may be known
                        np.testing.assert_array_equal(form.call(data, indices, updates, **words), form.expected(data, indices, updates))

    def test_false_hints_that_are_checked_are_rejected(self) -> None:
        data, updates = np.zeros(9), np.ones(4)
        for form in forms():
            for indices, words, status, sentence in (
                ([3, 1, 8, 1], {"unique": "checked"}, Status.NOT_UNIQUE, "tuples 1 and 3 name the same slice"),
                ([3, 4, -7, 5], {"sorted": "checked"}, Status.NOT_SORTED, "tuple 2 names slice 2, after slice 4 of the tuple before"),
                ([3, 4, 4, 5], {"sorted": "checked", "unique": "checked"}, Status.NOT_UNIQUE, "tuples 1 and 2 name the same slice"),
            ):
                with self.subTest(form.name, **words), self.assertRaisesRegex(ScatterError, f"^{sentence}$") as caught:  # type: ignore[arg-type]
                    form.call(data, np.array(indices), updates, **words)
                self.assertIs(caught.exception.status, status)
        a = np.zeros(9)
        for call in (lambda: strew.add_at(a, [1, 1], 1, unique="checked"), lambda: strew.put(a, [2, 1], 1, sorted="checked")):
            self.assertRaises(ScatterError, call)
        self.assertTrue((a == 0).all())

    def test_false_hints_that_are_trusted_touch_nothing_else(self) -> None:
        rng = np.random.default_rng(2)
        indices, updates = rng.integers(0, 50, 30000), np.ones(30000)
        for form in forms():
            for word in ("unique", "sorted"):
                guarded = np.zeros(70)
                guarded[10:60] = form.call(guarded[10:60], indices, updates, **{word: "trusted"})
                self.assertEqual(np.count_nonzero(guarded[:10]) + np.count_nonzero(guarded[60:]), 0)

    def test_words_are_honoured_or_rejected_by_name(self) -> None:
        data, indices, updates = np.zeros(9), np.array([1, 2]), np.ones(2)
        for form in forms():
            for word in ("unique", "sorted"):
                for wrong, kind, sentence in (
                    (True, TypeError, f"{word} is a bool, and one of 'trusted', 'checked' is needed"),
                    ("none", ValueError, f"{word} 'none' is none of 'trusted', 'checked'"),
                ):
                    with self.subTest(form.name, word=word), self.assertRaisesRegex(kind, f"^{sentence}$"):
                        form.call(data, indices, updates, **{word: wrong})
        # Where tuples do not name slices of an output, no function has them.
        for function in (strew.put_along_axis, strew.masked_scatter, strew.tensor_scatter, strew.spmm, strew.gather, strew.bincount):
            for word in ("unique", "sorted"):
                self.assertNotIn(word, inspect.signature(function).parameters)
                with self.assertRaisesRegex(TypeError, f"unexpected keyword argument '{word}'$"):
                    function(**{word: "checked"})  # type: ignore[operator]

    def test_sorted_output_of_any_strides(self) -> None:
        turned = np.zeros((3, 4)).T
        with self.assertRaises(ScatterError) as caught:
            strew.scatter_nd(turned, np.array([[0, 0]]), np.ones(1), "add", turned, sorted="checked")
        self.assertEqual(str(caught.exception), "out has strides, but must be dense for this operator")
        np.testing.assert_array_equal(strew.scatter_nd(turned, np.array([[0, 0]]), np.ones(1), "add", turned, unique="checked")[0], [1, 0, 0])

    def test_segments(self) -> None:
        rows, indices = np.arange(6.0), np.array([0, 0, 2, 2, 2, 4])
        for word in (None, "checked", "trusted"):
            found = strew.segment(rows, indices=indices, n_segments=5, sorted=word)
            self.assertEqual(found.tolist(), [1, 0, 9, 0, 5])
            plan = strew.plan_segment(5, "f8", 6, has_indices=True, sorted=word)
            self.assertEqual(plan(rows, indices=indices).tolist(), [1, 0, 9, 0, 5])
            self.assertEqual(plan.prepare(indices=indices)(rows).tolist(), [1, 0, 9, 0, 5])
            if word != "trusted":
                with self.assertRaisesRegex(ScatterError, "^tuple 1 names slice 0, after slice 2"):
                    strew.segment(rows, indices=indices[[2, 0, 1, 3, 4, 5]], n_segments=5, sorted=word)
        self.assertEqual(strew.segment(rows, indices=indices[::-1].copy(), n_segments=5, sorted="trusted").shape, (5,))
        with self.assertRaisesRegex(ScatterError, "^offsets and sorted exclude each other$"):
            strew.segment(rows, np.array([0, 6]), sorted="trusted")
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'unique'$"):
            strew.segment(rows, np.array([0, 6]), unique="trusted")  # type: ignore[call-arg]
        with self.assertRaisesRegex(TypeError, r"^plan_segment\(\) got an unexpected keyword argument 'unique'$"):
            strew.plan_segment(5, "f8", 6, unique="trusted")


if __name__ == "__main__":
    unittest.main()
