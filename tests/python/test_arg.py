"""Arg outputs: scatters, segments, argmax_at and argmin_at against loops that remember who won."""

import inspect
import pickle
import unittest
from typing import Any, Dict, Iterator, Optional, Tuple, Type

import ml_dtypes
import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, Status, _scatter

from .support import Shape, scatter, steps

DTYPES = (np.float32, np.float16, ml_dtypes.bfloat16, np.float64, np.int32, np.uint8, np.complex64)
# For every operator: shape of data, shape of indices, axis.
SHAPES: Tuple[Tuple[str, Shape, Shape, int], ...] = (
    ("scatter_nd", (4, 3), (25, 2), 0), ("scatter_nd", (5, 2, 3), (4, 4, 1), 0), ("scatter_elements", (4, 3), (4, 9), 1),
    ("scatter_elements", (3, 2, 5), (11, 2, 4), 0), ("scatter_update", (6, 3), (30,), 0), ("scatter_update", (2, 4, 3), (3, 5), 1),
)  # fmt: skip


def rank(value: Any) -> Tuple[Any, ...]:
    """What numbers are compared by: NaN above all, and -0 below 0, but for complex ones, whose real parts come first."""
    if np.isnan(value):
        return (True,)
    if np.iscomplexobj(value):
        return False, value.real, value.imag
    return False, value, not np.signbit(float(value))


def beats(new: Any, old: Any, reduction: str) -> bool:
    """Whether an update takes the place of what is there. Under min NaN beats all, too."""
    if reduction == "none":
        return True
    new_rank, old_rank = rank(new), rank(old)
    if reduction == "max" or new_rank[0] or old_rank[0]:
        return new_rank > old_rank
    return new_rank < old_rank


def loop(
    operator: str, data: np.ndarray, indices: np.ndarray, updates: np.ndarray, axis: int, reduction: str, *,
    include_self: bool = True, arg_rule: str = "first", arg_counts: str = "tuples", arg_fill: int = -1
) -> Tuple[np.ndarray, np.ndarray]:
    output, arg = data.copy(), np.full(data.shape, arg_fill)
    is_new = np.full(data.shape, include_self is False)
    has_won = np.zeros(data.shape, bool)
    numbers: Dict[Shape, int] = {}
    for before, components, at in steps(operator, data.shape, indices, axis):
        tuples = at[len(before) :] if operator == "scatter_update" else at
        number = numbers.setdefault(tuples, len(numbers))
        if arg_counts == "axis":
            number = at[axis]
        behind = at[len(before) + 1 :] if operator == "scatter_elements" else ()
        start = (*before, *(c % size for c, size in zip(components, data.shape[len(before) :])), *behind)
        for inner in np.ndindex(data.shape[len(start) :]):
            place, new = (*start, *inner), updates[(*at, *inner)]
            is_equal = has_won[place] and reduction != "none" and rank(new) == rank(output[place])
            if is_new[place] or beats(new, output[place], reduction) or (is_equal and arg_rule == "last"):
                output[place], arg[place], has_won[place] = new, number, True
            is_new[place] = False
    return output, arg


def numbers(rng: np.random.Generator, dtype: Any, shape: Shape) -> np.ndarray:
    """Few different ones, so that many are equal, with NaN and both zeros among them."""
    some = rng.integers(0, 4, shape).astype(dtype)
    if np.dtype(dtype).kind in "iu":
        return some
    if np.dtype(dtype).kind == "c":
        some.imag = rng.integers(-1, 2, shape)
    return np.where(rng.random(shape) < 0.05, np.array(np.nan, dtype), np.where(rng.random(shape) < 0.2, -some, some)).astype(dtype)


def given(seed: int, dtype: Any) -> Iterator[Tuple[str, int, np.ndarray, np.ndarray, np.ndarray]]:
    for operator, shape, counts, axis in SHAPES:
        rng = np.random.default_rng(seed)
        if operator == "scatter_nd":
            sizes: Any = np.array(shape[: counts[-1]])
            of_updates = counts[:-1] + shape[counts[-1] :]
        else:
            sizes = shape[axis]
            of_updates = counts if operator == "scatter_elements" else shape[:axis] + counts + shape[axis + 1 :]
        indices = rng.integers(-sizes, sizes, counts)
        yield operator, axis, numbers(rng, dtype, shape), indices, numbers(rng, dtype, of_updates)


class Scatters(unittest.TestCase):
    def check(self, found: Any, expected: Tuple[np.ndarray, np.ndarray], dtype: Any = np.int64) -> None:
        np.testing.assert_array_equal(found[0].astype(complex), expected[0].astype(complex))
        self.assertEqual(found[1].dtype, dtype)
        np.testing.assert_array_equal(found[1], expected[1])

    def test_each_operator(self) -> None:
        options: Tuple[Dict[str, Any], ...] = ({}, {"arg_rule": "last"}, {"include_self": False}, {"arg_fill": 99, "include_self": False, "arg_rule": "last"})
        for dtype in DTYPES:
            for operator, axis, data, indices, updates in given(1, dtype):
                for reduction, words in ((r, w) for r in ("none", "min", "max") for w in options):
                    if reduction == "none" and {"include_self", "arg_rule"} & {*words}:
                        continue
                    with self.subTest(operator, dtype=np.dtype(dtype), reduction=reduction, **words):
                        expected = loop(operator, data, indices, updates, axis, reduction, **words)
                        for threads in (1, 2):
                            found = scatter(operator, data, indices, updates, axis=axis, reduction=reduction, arg=True, threads=threads, **words)
                            self.check(found, expected)

    def test_positions_along_the_axis(self) -> None:
        for operator, axis, data, indices, updates in given(2, np.float32):
            if operator == "scatter_elements":
                expected = loop(operator, data, indices, updates, axis, "max", arg_counts="axis")
                self.check(strew.scatter_elements(data, indices, updates, axis, "max", arg=True, arg_counts="axis"), expected)
            else:
                with self.assertRaisesRegex(ScatterError, f"^{operator} has no use for arg_counts='axis'$"):
                    scatter(operator, data, indices, updates, axis=axis, reduction="max", arg=True, arg_counts="axis")

    def test_where_it_is_written(self) -> None:
        for operator, axis, data, indices, updates in given(3, np.float32):
            expected = loop(operator, data, indices, updates, axis, "min")
            out, arg = data.copy(), np.full(data.shape, 77, np.int32)
            found = scatter(operator, out, indices, updates, axis=axis, reduction="min", out=out, arg=arg)
            self.assertIs(found[0], out)
            self.assertIs(found[1], arg)
            self.check(found, expected, np.int32)
            strided = np.full((*data.shape, 2), 77)[..., 1]
            self.check(scatter(operator, data, indices, updates, axis=axis, reduction="min", arg=strided), expected)
            for dtype in ("int32", np.int32, np.dtype("i4")):
                self.check(scatter(operator, data, indices, updates, axis=axis, reduction="min", arg=dtype), expected, np.int32)
            self.assertIsInstance(scatter(operator, data, indices, updates, axis=axis, reduction="min", arg=False), np.ndarray)

    def test_plans_and_prepared_indices(self) -> None:
        for operator, axis, data, indices, updates in given(4, np.float32):
            expected = loop(operator, data, indices, updates, axis, "max", include_self=False)
            numbers_of = {} if operator == "scatter_nd" else {"axis": axis}
            plan = getattr(strew, f"plan_{operator}")(data.shape, "f4", indices.shape, reduction="max", include_self=False, arg_dtype="int32", **numbers_of)
            arg = np.empty(data.shape, np.int32)
            for call in (plan, pickle.loads(pickle.dumps(plan)), lambda d, i, u, **words: plan.prepare(i)(d, u, **words)):
                self.check(call(data, indices, updates), expected, np.int32)
                self.check(call(data, indices, updates, arg=True), expected, np.int32)
                self.assertIs(call(data, indices, updates, arg=arg)[1], arg)
                self.check((expected[0], arg), expected, np.int32)
                with self.assertRaisesRegex(ValueError, "^arg is int64 of shape .*, but int32 of shape .* was planned$"):
                    call(data, indices, updates, arg=arg.astype(np.int64))
            without = getattr(strew, f"plan_{operator}")(data.shape, "f4", indices.shape, reduction="max", **numbers_of)
            for call in (without, lambda d, i, u, **words: without.prepare(i)(d, u, **words)):
                with self.assertRaisesRegex(ValueError, "^arg is int32 of shape .*, but none was planned$"):
                    call(data, indices, updates, arg=arg)
        strided = strew.plan_scatter_update(3, "f4", 2, 0, "max", arg_dtype="int64", arg_strides=2)
        three = np.zeros(3, "f4"), np.array([0, 2]), np.ones(2, "f4")
        self.assertEqual(strided(*three, arg=np.zeros(6, int)[::2])[1].tolist(), [0, -1, 1])
        with self.assertRaisesRegex(ValueError, r"^arg is None, but int64 of shape \(3,\) and strides \(2,\) was planned$"):
            strided(*three)

    def test_tables_weights_put_and_other_dtypes(self) -> None:
        rng = np.random.default_rng(5)
        data, table, places, rows = rng.normal(size=(4, 3)), rng.normal(size=(6, 3)), rng.integers(0, 4, 20), rng.integers(0, 6, 20)
        weights = rng.normal(size=20)
        expected = loop("scatter_update", data, places, weights[:, None] * table[rows], 0, "max")
        self.check(strew.scatter_update(data, places, table, 0, "max", update_indices=rows, weights=weights, arg=True), expected)
        flat = _scatter.put(data, places, table[:, 0].copy(), "max", update_indices=rows, arg=True)
        of_flat = loop("scatter_update", data.ravel(), places, table[rows, 0], 0, "max")
        self.check(flat, (of_flat[0].reshape(4, 3), of_flat[1].reshape(4, 3)))
        whole = rng.integers(-3, 4, (20, 3)).astype("i1")
        self.check(strew.scatter_update(data, places, whole, 0, "min", arg=True), loop("scatter_update", data, places, whole.astype("f8"), 0, "min"))
        passed = strew.scatter_update(np.zeros(2), np.array([0, 7, 0]), np.array([1.0, 9, 2]), 0, "max", policy="skip", arg=True)
        self.check(passed, (np.array([2.0, 0]), np.array([2, -1])))
        number = strew.scatter_update(np.zeros(2), np.array([0, 0]), np.array([np.nan, 2]), 0, "max", nan="loses", arg=True)
        self.check(number, (np.array([2.0, 0]), np.array([1, -1])))

    def test_rejections(self) -> None:
        data, indices, updates = np.zeros(3), np.array([0, 2]), np.ones(2)
        read_only = np.zeros(3, int)
        read_only.flags.writeable = False
        cases: Tuple[Tuple[Dict[str, Any], Type[Exception], Optional[Status], str], ...] = (
            ({"reduction": "add", "arg": True}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update with the reduction add has no use for arg$"),
            ({"reduction": "mean", "arg": True}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update with the reduction mean has no use for arg$"),
            ({"reduction": "none", "arg": True, "arg_rule": "last"}, ScatterError, Status.UNUSED_ARGUMENT, ".* none has no use for arg_rule='last'$"),
            ({"arg_rule": "last"}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update has no use for arg_rule='last'$"),
            ({"arg_counts": "axis"}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update has no use for arg_counts='axis'$"),
            ({"arg_fill": 3}, ScatterError, Status.UNUSED_ARGUMENT, "scatter_update has no use for arg_fill$"),
            ({"arg": "f4"}, ScatterError, None, "arg is float32, but must be int32 or int64$"),
            ({"arg": "int32", "arg_fill": 2**40}, ScatterError, Status.ARG_TOO_NARROW, "arg_fill 1099511627776 does not fit an arg of int32$"),
            ({"arg": np.zeros(4, int)}, ScatterError, None, "arg has size 4 in dimension 0"),
            ({"arg": read_only}, ValueError, None, "arg is read-only$"),
            ({"arg": np.int64(3)}, TypeError, None, "arg is a NumPy scalar"),
            ({"arg": [0, 0, 0]}, TypeError, None, "arg is a list"),
            ({"arg": True, "arg_rule": 1}, TypeError, None, "arg_rule is an int, and one of 'first', 'last' is needed$"),
            ({"arg": True, "arg_counts": "rows"}, ValueError, None, "arg_counts 'rows' is none of 'tuples', 'axis'$"),
            ({"arg": True, "arg_fill": None}, TypeError, None, "arg_fill is None, and an integer is needed$"),
            ({"arg": True, "profile": "ONNX ScatterND-18"}, ScatterError, None, "ONNX ScatterND-18 is not a version of scatter_update$"),
        )
        for words, kind, status, sentence in cases:
            with self.subTest(sentence), self.assertRaisesRegex(kind, f"^{sentence}") as caught:
                strew.scatter_update(data, indices, updates, 0, **{"reduction": "max", **words})
            if status is not None:
                self.assertIs(getattr(caught.exception, "status"), status)
        shared = np.zeros(3)
        with self.assertRaisesRegex(ScatterError, "^arg overlaps out in 24 bytes$") as overlap:
            strew.scatter_update(data, indices, updates, 0, "max", shared, arg=shared.view(np.int64))
        self.assertIs(overlap.exception.status, Status.ARG_OVERLAP)
        arg, out = np.full(3, 7), np.full(3, 7.0)
        with self.assertRaises(IndexOutOfBoundsError):
            strew.scatter_update(data, indices + 1, updates, 0, "max", out, arg=arg)
        self.assertTrue((arg == 7).all() and (out == 7).all())

    def test_each_operator_and_plan_honours_or_rejects_each_word(self) -> None:
        words: Tuple[Tuple[Dict[str, Any], str], ...] = (
            ({"arg_rule": "last"}, "arg_rule='last'"), ({"arg_fill": 5}, "arg_fill"), ({"arg_counts": "axis"}, "arg_counts='axis'"),
        )  # fmt: skip
        data, indices, updates = np.zeros(3), np.array([0, 2, 0]), np.array([1.0, 2, 1])
        for operator in ("scatter_nd", "scatter_elements", "scatter_update", "put"):
            function, plan_of = (_scatter.put if operator == "put" else getattr(strew, operator)), getattr(strew, f"plan_{operator}")
            tuples = indices[:, None] if operator == "scatter_nd" else indices

            def calls(reduction: str, has_arg: bool, **more: Any) -> Any:
                yield lambda: function(data, tuples, updates, reduction=reduction, **({"arg": True} if has_arg else {}), **more)
                of_plan = {"arg_dtype": "int64"} if has_arg else {}
                yield lambda: plan_of((3,), "f8", tuples.shape, reduction=reduction, **of_plan, **more)(data, tuples, updates)

            for reduction in ("add", "sub", "mul", "mean"):
                for call in calls(reduction, True):
                    with self.assertRaisesRegex(ScatterError, f"^{operator} with the reduction {reduction} has no use for arg$"):
                        call()
            for more, name in words:
                for call in calls("max", False, **more):
                    with self.subTest(operator, name=name), self.assertRaisesRegex(ScatterError, f"^{operator} has no use for {name}$"):
                        call()
                is_honoured = name != "arg_counts='axis'" or operator == "scatter_elements"
                for call, plain in zip(calls("max", True, **more), calls("max", True)):
                    if is_honoured:  # positions along the only axis are the numbers of tuples
                        self.assertEqual(call()[1].tolist() == plain()[1].tolist(), name == "arg_counts='axis'")
                    else:
                        with self.assertRaisesRegex(ScatterError, f"^{operator} has no use for {name}$"):
                            call()

    def test_functions_without_it_say_so(self) -> None:
        for function in (strew.put, strew.put_along_axis, strew.masked_scatter, strew.tensor_scatter, strew.add_at, strew.spmm):
            self.assertNotIn("arg", inspect.signature(function).parameters)
            with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'arg'$"):
                function(arg=True)  # type: ignore[operator]


class Segments(unittest.TestCase):
    def test_segments(self) -> None:
        rng, offsets = np.random.default_rng(6), np.array([1, 1, 4, 9, 9, 12, 12])
        segment_of = np.repeat(np.arange(6), np.diff(offsets))
        for dtype in DTYPES:
            rows = numbers(rng, dtype, (13, 3))
            for reduction, rule in ((r, w) for r in ("min", "max") for w in ("first", "last")):
                zeros = np.zeros((6, 3), dtype)
                values, winners = loop("scatter_update", zeros, segment_of, rows[1:12], 0, reduction, include_self=False, arg_rule=rule)
                winners = np.where(winners < 0, -5, winners + 1)
                words: Dict[str, Any] = {"reduction": reduction, "arg_rule": rule, "arg_fill": -5}
                plan = strew.plan_segment((6, 3), dtype, 13, **words, arg_dtype="int64")
                arg = np.empty((6, 3), np.int32)
                for found in (
                    strew.segment(rows, offsets, **words, arg=True),
                    strew.segment(rows, offsets, **words, arg=arg, threads=2),
                    plan(rows, offsets),
                    pickle.loads(pickle.dumps(plan)).prepare(offsets)(rows),
                ):
                    np.testing.assert_array_equal(found[0], values)
                    np.testing.assert_array_equal(found[1], winners)
                np.testing.assert_array_equal(arg, winners)
        with self.assertRaisesRegex(ScatterError, "^segment with the reduction add has no use for arg$"):
            strew.segment(rows, offsets, arg=True)
        with self.assertRaisesRegex(ScatterError, "^segment has no use for arg_rule='last'$"):
            strew.segment(rows, offsets, reduction="max", arg_rule="last")
        with self.assertRaisesRegex(ValueError, "^arg is int64 of shape .6, 3.*, but none was planned$"):
            strew.plan_segment((6, 3), "f4", 13, "max")(rows.real.astype("f4"), offsets, arg=True)


class At(unittest.TestCase):
    def test_against_the_loop(self) -> None:
        for function, reduction in ((strew.argmax_at, "max"), (strew.argmin_at, "min")):
            for dtype in (np.float32, np.float64, np.int16):
                rng = np.random.default_rng(7)
                a, b, i, j = numbers(rng, dtype, (4, 3, 2)), numbers(rng, dtype, (5, 6, 2)), rng.integers(-4, 4, (5, 1)), rng.integers(-3, 3, 6)
                tuples = np.stack(np.broadcast_arrays(i, j), -1)
                for words in ({}, {"arg_rule": "last", "arg_fill": 50}):
                    values, winners = loop("scatter_nd", a, tuples, b, 0, reduction, **words)  # type: ignore[arg-type]
                    changed = a.copy()
                    found = function(changed, (i, j), b, threads=2, **words)
                    np.testing.assert_array_equal(changed, values)
                    np.testing.assert_array_equal(found, winners)
                    arg = np.empty(a.shape, np.int32)
                    self.assertIs(function(a.copy(), (i, j), b, arg, **words), arg)
                    np.testing.assert_array_equal(arg, winners)
        table, rows, weights = np.array([1.0, 5, 3]), np.array([0, 1, 2, 1]), np.array([9.0, 1, 1, -1])
        a = np.zeros(2)
        self.assertEqual(strew.argmax_at(a, [0, 0, 1, 1], table, update_indices=rows, weights=weights).tolist(), [0, 2])
        self.assertEqual(a.tolist(), [9, 3])
        self.assertEqual(strew.argmin_at(np.ones(3, "f2"), [2], 0.5, arg="int32").dtype, np.int32)
        self.assertEqual(strew.argmin_at(np.ones(3), 2, 0.5).tolist(), [-1, -1, 0])

    def test_rejections(self) -> None:
        a = np.zeros(3)
        for words, sentence in (
            ({"indices": [0, 3]}, r"indices\[1\] component 0 is 3, outside \[-3, 2\] of dimension 0 of a$"),
            ({"arg": "f4"}, "arg is float32, but must be int32 or int64$"),
            ({"arg": np.zeros(2, int)}, "arg has size 2 in dimension 0"),
            ({"unique": "checked", "indices": [1, 1]}, "tuples 0 and 1 name the same slice$"),
            ({"sorted": "checked", "indices": [1, 0]}, "tuple 1 names slice 0, after slice 1 of the tuple before$"),
            ({"arg_rule": "middle"}, "arg_rule 'middle' is none of"),
        ):
            given: Dict[str, Any] = {"indices": [0, 1], **words}  # type: ignore[dict-item]
            with self.subTest(sentence), self.assertRaisesRegex(ValueError, f"^{sentence}"):
                strew.argmax_at(a, b=1, **given)
            self.assertTrue((a == 0).all())


if __name__ == "__main__":
    unittest.main()
