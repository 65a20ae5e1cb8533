"""spmm, segments and arg outputs against loops over NumPy arrays, and against jax.ops over rows that are gathered and multiplied first."""

from __future__ import annotations

import functools
import itertools
import unittest
from typing import Any, Callable, Dict, List, Optional, Tuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import sparse
from jax.test_util import check_grads

import strew_jax

jax.config.update("jax_enable_x64", True)

REDUCTIONS = ("add", "multiply", "min", "max", "mean")
ROWS, COLUMNS = np.array([3, 0, 3, -1, 9, 2, 3, 0]), np.array([1, -1, 4, 0, 2, -9, 1, 99])
N, R = 5, 6
OFFSETS = np.array([1, 1, 3, 4, 4, 7])  # of N segments, some of them empty, with tuples before and after


def loop(
    table: np.ndarray,
    rows: np.ndarray,
    columns: Optional[np.ndarray],
    weights: Optional[np.ndarray],
    reduction: str,
    initial: str,
    n: int = N,
    column_mode: Optional[str] = None,
) -> Tuple[np.ndarray, np.ndarray]:
    """The result and the arg, one element at a time. Rows that are negative or too large are left out."""
    identity = {"add": 0, "multiply": 1, "min": np.inf, "max": -np.inf, "mean": 0}[reduction] if initial == "identity" else 0
    dtype = table.dtype
    result = np.full((n, *table.shape[1:]), identity).astype(dtype)
    arg, count = np.full(result.shape, -1), np.zeros(n, int)
    for t, row in enumerate(rows):
        column = t if columns is None else int(columns[t])
        column += table.shape[0] if column < 0 else 0
        if column_mode == "drop" and not 0 <= column < table.shape[0]:
            continue
        if not 0 <= row < n:
            continue
        column = min(max(column, 0), table.shape[0] - 1)
        update = table[column]
        if weights is not None:
            weight = weights[t]
            update = (update * weight.reshape(weight.shape + (1,) * (update.ndim - weight.ndim))).astype(dtype)
        first, count[row] = count[row] == 0, count[row] + 1
        for at in np.ndindex(update.shape):
            old, new, place = result[(row, *at)], update[at], (row, *at)
            if first and reduction not in ("add", "multiply"):
                result[place], arg[place] = new, t
            elif reduction in ("add", "mean"):
                result[place] = old + new
            elif reduction == "multiply":
                result[place] = new if first and initial == "zero" else old * new
            elif beats(new, old) if reduction == "max" else beats(old, new):
                result[place], arg[place] = new, t
    if reduction == "mean":
        result = (result / np.maximum(count, 1).reshape(-1, *(1 for _ in table.shape[1:]))).astype(dtype)
    return result, arg


def beats(a: Any, b: Any) -> bool:
    """Whether a is greater; -0 is less than 0."""
    return bool(a > b or (a == b == 0 and np.signbit(b) and not np.signbit(a)))


def numbers(seed: int, *shape: int, dtype: Any = np.float32) -> np.ndarray:
    """Few different ones, so that extremes have ties; all sums of their products are exact."""
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(jnp.dtype(dtype))


def distinct(seed: int, *shape: int) -> jax.Array:
    n = int(np.prod(shape))
    return jnp.asarray((np.random.default_rng(seed).permutation(n) + 1.0) / (n + 1) + seed / 100).reshape(shape)


def ids_of(offsets: np.ndarray, n_tuples: int) -> np.ndarray:
    ids = np.full(n_tuples, -1)
    for s, (begin, end) in enumerate(zip(offsets, offsets[1:])):
        ids[begin:end] = s
    return ids


class Values(unittest.TestCase):
    def equal(self, found: Any, expected: Any) -> None:
        found, expected = np.asarray(found), np.asarray(expected)
        self.assertEqual((found.dtype, found.shape), (expected.dtype, expected.shape))
        np.testing.assert_array_equal(found.astype(np.float64), expected.astype(np.float64))

    def test_every_reduction(self) -> None:
        weights = {"none": None, "numbers": numbers(2, 8), "heads": numbers(3, 8, 2), "rows": numbers(4, 8, 1, 3)}
        for reduction, (kind, weight), row in itertools.product(REDUCTIONS, weights.items(), ((2, 3), (3,), ())):
            if kind != "none" and len(row) < 2 and kind != "numbers":
                continue
            table = numbers(1, R, *row)
            with self.subTest(reduction=reduction, weights=kind, row=row):
                for initial in ("identity", "zero"):
                    if initial == "identity" and reduction in ("min", "max") and not row:
                        continue
                    expected, arg = loop(table, ROWS, COLUMNS, weight, reduction, initial)
                    how: Dict[str, Any] = {"reduction": reduction, "update_indices": COLUMNS, "weights": weight, "initial": initial}
                    self.equal(strew_jax.segment(table, ROWS, N, **how), expected)
                    if reduction in ("min", "max"):
                        both = strew_jax.segment(table, ROWS, N, with_arg=True, **how)
                        self.equal(both[0], expected)
                        self.equal(both[1], arg.astype(np.int32))
                self.equal(strew_jax.spmm((ROWS, COLUMNS), table, weights=weight, n_rows=N, reduction=reduction), expected)
                ids = ids_of(OFFSETS, 8)
                expected, arg = loop(table, ids, COLUMNS, weight, reduction, "zero")
                how["initial"] = "zero"
                self.equal(strew_jax.segment(table, offsets=OFFSETS, **how), expected)
                if reduction in ("min", "max"):
                    find = getattr(strew_jax, f"segment_arg{reduction}")
                    self.equal(find(table, offsets=OFFSETS, update_indices=COLUMNS, weights=weight), arg.astype(np.int32))

    def test_rows_that_are_not_of_a_table(self) -> None:
        data, weights = numbers(5, 8, 3), numbers(6, 8)
        for reduction in REDUCTIONS:
            with self.subTest(reduction=reduction):
                name = {"add": "sum", "multiply": "prod"}.get(reduction, reduction)
                expected, arg = loop(data, ROWS, None, weights, reduction, "identity")
                self.equal(getattr(strew_jax, f"segment_{name}")(data, ROWS, N, weights=weights), expected)
                if reduction in ("min", "max"):
                    plain, arg = loop(data, ROWS, None, None, reduction, "identity")
                    self.equal(getattr(strew_jax, f"segment_arg{reduction}")(data, ROWS, N), arg.astype(np.int32))
                expected, _ = loop(data, ids_of(OFFSETS, 8), None, None, reduction, "zero")
                self.equal(strew_jax.segment(data, offsets=OFFSETS, reduction=reduction, initial="zero"), expected)

    def test_it_is_what_jax_makes_of_rows(self) -> None:
        """Of floats that are rounded: in the same order, so with the same bits; and where XLA uses another order, nearly."""
        generator = np.random.default_rng(7)
        for dtype in ("float32", "float64", "bfloat16", "int32", "complex64"):
            table = generator.normal(size=(50, 7)).astype(jnp.dtype(dtype)) if dtype != "int32" else generator.integers(-9, 9, (50, 7), np.int32)
            rows, columns = generator.integers(-2, 22, 400), generator.integers(-60, 60, 400)
            weights = generator.normal(size=400).astype(jnp.dtype(dtype)) if dtype != "int32" else generator.integers(-9, 9, 400, np.int32)
            for name in ("sum", "min", "max"):
                if dtype == "complex64" and name != "sum":
                    continue
                with self.subTest(dtype=dtype, name=name):
                    expected = getattr(jax.ops, f"segment_{name}")(jnp.asarray(table)[columns] * weights[:, None], rows, 20)
                    found = getattr(strew_jax, f"segment_{name}")(table, rows, 20, update_indices=columns, weights=weights)
                    self.assertEqual((found.dtype, found.shape), (expected.dtype, expected.shape))
                    wide = np.complex128 if dtype == "complex64" else np.float64
                    np.testing.assert_allclose(np.asarray(found).astype(wide), np.asarray(expected).astype(wide), rtol=2e-2 if dtype == "bfloat16" else 1e-5)

    def test_every_type(self) -> None:
        types = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex64 complex128".split()
        for dtype, reduction in itertools.product(types, REDUCTIONS):
            if dtype.startswith("complex") and reduction in ("min", "max"):
                continue
            if dtype.startswith("uint") and reduction == "mean":
                continue  # sums are exact, and the loop's wrap around
            with self.subTest(dtype=dtype, reduction=reduction):
                table = np.abs(numbers(8, R, 2)).astype(jnp.dtype(dtype))
                weights = np.abs(numbers(9, 8)).astype(jnp.dtype(dtype))
                if reduction == "mean" and dtype.startswith("int"):
                    expected = loop(table.astype(float), ROWS, COLUMNS, weights.astype(float), reduction, "zero")[0]
                    expected = np.floor(expected).astype(dtype)
                else:
                    expected, _ = loop(table, ROWS, COLUMNS, weights, reduction, "zero")
                found = strew_jax.spmm((ROWS, COLUMNS), table, weights=weights, n_rows=N, reduction=reduction)
                self.assertEqual(found.dtype, expected.dtype)
                np.testing.assert_allclose(np.asarray(found).astype(complex), expected.astype(complex), rtol=1e-2)

    def test_matrices(self) -> None:
        dense = numbers(10, N, R) * (np.random.default_rng(11).random((N, R)) < 0.4)
        table = numbers(12, R, 3)
        for matrix in (sparse.BCOO.fromdense(dense), sparse.BCOO.fromdense(dense, nse=25), sparse.BCSR.fromdense(dense), sparse.BCSR.fromdense(dense, nse=25)):
            for call in (strew_jax.spmm, jax.jit(strew_jax.spmm)):
                self.equal(call(matrix, table), dense @ table)
            self.equal(strew_jax.spmm(matrix, table, reduction="max")[dense.astype(bool).any(1)], [
                np.max([w * row for w, row in zip(line, table) if w], 0) for line in dense if line.any()
            ])

    def test_modes(self) -> None:
        table = numbers(13, R, 2)
        for column_mode in (None, "drop", "clip"):
            expected, _ = loop(table, ROWS, COLUMNS, None, "add", "zero", column_mode=column_mode)
            self.equal(strew_jax.spmm((ROWS, COLUMNS), table, n_rows=N, column_mode=column_mode), expected)
            self.equal(strew_jax.segment(table, ROWS, N, update_indices=COLUMNS, update_mode=column_mode), expected)
        expected, _ = loop(table, np.clip(ROWS, 0, N - 1), COLUMNS, None, "add", "zero")
        self.equal(strew_jax.spmm((ROWS, COLUMNS), table, n_rows=N, mode="clip"), expected)

    def test_hints_change_no_result(self) -> None:
        table, columns = numbers(14, R, 2), COLUMNS
        for reduction in REDUCTIONS:
            rows = np.sort(ROWS)
            expected = strew_jax.segment(table, rows, N, reduction=reduction, update_indices=columns)
            self.equal(strew_jax.segment(table, rows, N, reduction=reduction, update_indices=columns, indices_are_sorted=True), expected)
        unique = np.array([4, 1, 0])
        expected = strew_jax.segment_sum(table, unique, N, update_indices=columns[:3])
        self.equal(strew_jax.segment_sum(table, unique, N, unique_indices=True, update_indices=columns[:3]), expected)

    def test_empty(self) -> None:
        nothing, table = np.zeros(0, np.int32), numbers(15, R, 2)
        for reduction in REDUCTIONS:
            with self.subTest(reduction=reduction):
                expected, arg = loop(table, nothing, nothing, None, reduction, "identity")
                self.equal(strew_jax.segment(table, nothing, N, reduction=reduction, update_indices=nothing), expected)
                self.equal(strew_jax.segment(table[:0], ROWS, N, reduction=reduction, update_indices=COLUMNS), expected)
                self.assertEqual(strew_jax.segment(table, ROWS, 0, reduction=reduction, update_indices=COLUMNS, mode="clip").shape, (0, 2))
                self.assertEqual(strew_jax.segment(table[:, :0], ROWS, N, reduction=reduction, update_indices=COLUMNS).shape, (N, 0))
        self.equal(strew_jax.segment_argmax(table, nothing, N, update_indices=nothing), np.full((N, 2), -1, np.int32))
        self.equal(strew_jax.segment(table, offsets=np.zeros(1, int)), table[:0])

    def test_not_a_number(self) -> None:
        data = jnp.array([1, np.nan, 3, np.nan])
        ids = jnp.array([0, 0, 0, 1])
        np.testing.assert_array_equal(strew_jax.segment_max(data, ids, 2, weights=jnp.ones(4)), jax.ops.segment_max(data, ids, 2))
        np.testing.assert_array_equal(strew_jax.segment_argmax(data, ids, 3), [1, 3, -1])


class Errors(unittest.TestCase):
    def test_faults(self) -> None:
        table, ones = jnp.ones((R, 2)), jnp.ones(2)
        cases: Tuple[Tuple[str, Callable[[], Any]], ...] = (
            (r"indices\[1\] component 0 is 9", lambda: strew_jax.spmm(([0, 9], [0, 1]), table, n_rows=N, mode="error")),
            (r"update_indices\[0\].* is 7", lambda: strew_jax.spmm(([0, 1], [7, 1]), table, n_rows=N, column_mode="error")),
            (r"offsets\[2\].* is 1", lambda: strew_jax.segment(table, offsets=[0, 2, 1])),
            (r"offsets\[1\].* is 7", lambda: strew_jax.segment(table, offsets=[0, 7])),
            ("tuple 1 names slice 0, after slice 1", lambda: strew_jax.segment(table, [1, 0], N, update_indices=[0, 1], indices_are_sorted=True, mode="error")),
            ("tuples 0 and 1 name the same slice", lambda: strew_jax.segment(table, [1, 1], N, update_indices=[0, 1], unique_indices=True, mode="error")),
        )
        for sentence, call in cases:
            with self.subTest(sentence=sentence), self.assertRaisesRegex(jax.errors.JaxRuntimeError, sentence):
                jax.block_until_ready(call())
        gradient = jax.grad(lambda t: strew_jax.spmm(([0, 9], [0, 1]), t, weights=ones, n_rows=N, mode="error").sum())
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, r"indices\[1\] component 0 is 9"):
            jax.block_until_ready(gradient(table))

    def test_arguments(self) -> None:
        table, pair = jnp.ones((R, 2)), ([0, 1], [2, 3])
        matrix, ids = sparse.BCOO.fromdense(jnp.eye(R)), jnp.zeros(2, int)
        cases: Tuple[Tuple[Any, str, Callable[[], Any]], ...] = (
            (TypeError, "either segment_ids or offsets", lambda: strew_jax.segment(table)),
            (TypeError, "either segment_ids or offsets", lambda: strew_jax.segment(table, [0], offsets=[0, 1])),
            (ValueError, "num_segments is of segment_ids", lambda: strew_jax.segment(table, None, 3, offsets=[0, 1])),
            (ValueError, "mode is of segment_ids", lambda: strew_jax.segment(table, offsets=[0, 1], mode="clip")),
            (ValueError, "indices_are_sorted is of", lambda: strew_jax.segment(table, offsets=[0, 1], indices_are_sorted=True)),
            (ValueError, "update_mode is of update_indices", lambda: strew_jax.segment(table, offsets=[0, 1], update_mode="clip")),
            (ValueError, "offsets are empty", lambda: strew_jax.segment(table, offsets=[])),
            (ValueError, "with_arg is for min and max", lambda: strew_jax.segment(table, ids, 1, with_arg=True)),
            (ValueError, "reduction is 'set'", lambda: strew_jax.spmm(pair, table, n_rows=2, reduction="set")),
            (ValueError, "initial is 'old'", lambda: strew_jax.segment(table, ids, 1, initial="old")),
            (ValueError, "2 segment ids are not for 6 rows", lambda: strew_jax.segment(table, ids, 1)),
            (ValueError, "2 segment ids are not for 3 rows", lambda: strew_jax.segment(table, ids, 1, update_indices=[0, 1, 2])),
            (ValueError, "segment_ids have 2 dimensions", lambda: strew_jax.segment(table, ids[None], 1, update_indices=[0])),
            (ValueError, r"weights have the shape \(3,\)", lambda: strew_jax.spmm(pair, table, weights=jnp.ones(3), n_rows=2)),
            (ValueError, r"weights have the shape \(2, 3\)", lambda: strew_jax.spmm(pair, table, weights=jnp.ones((2, 3)), n_rows=2)),
            (TypeError, "weights of float64 would lose digits", lambda: strew_jax.spmm(pair, table.astype("float32"), weights=np.ones(2), n_rows=2)),
            (TypeError, "rows of bool have no weights", lambda: strew_jax.spmm(pair, table > 0, weights=[True, True], n_rows=2)),
            (TypeError, "strew has no mean of bool", lambda: strew_jax.spmm(pair, table > 0, n_rows=2, reduction="mean")),
            (TypeError, "spmm takes BCOO, BCSR", lambda: strew_jax.spmm(jnp.eye(2), table)),
            (ValueError, "a has the shape", lambda: strew_jax.spmm(matrix, table[:3])),
            (ValueError, "weights is of a pair", lambda: strew_jax.spmm(matrix, table, weights=jnp.ones(6))),
            (ValueError, "n_rows must be given", lambda: jax.jit(lambda r: strew_jax.spmm((r, r), table))(ids)),
            (ValueError, "n_rows must be non-negative", lambda: strew_jax.spmm(pair, table, n_rows=-1)),
            (ValueError, "bucket_size is not for", lambda: strew_jax.segment_sum(table, jnp.zeros(R, int), 1, bucket_size=2, weights=jnp.ones(R))),
            (NotImplementedError, "no derivative of a fused mul", lambda: jax.grad(lambda t: strew_jax.spmm(pair, t, n_rows=2, reduction="multiply").sum())(table)),
            (NotImplementedError, "no gradient of a fused add of complex128", lambda: jax.vjp(lambda t: strew_jax.spmm(pair, t, n_rows=2), table + 0j)[1](jnp.ones((2, 2)) + 0j)),
        )
        for error, sentence, call in cases:
            with self.subTest(sentence=sentence), self.assertRaisesRegex(error, sentence):
                call()


Call = Callable[[jax.Array, jax.Array], jax.Array]
KINDS: Dict[str, Dict[str, Any]] = {"ids": {"segment_ids": ROWS, "num_segments": N}, "offsets": {"offsets": OFFSETS}}


class Derivatives(unittest.TestCase):
    def calls(self) -> List[Tuple[str, Call, Tuple[jax.Array, jax.Array]]]:
        made = []
        every = itertools.product(("add", "mean", "min", "max"), ((8,), (8, 2), (8, 1, 3)))
        for (kind, where), (reduction, shape) in zip(itertools.cycle(KINDS.items()), every):
            row = (3,) if shape == (8,) else (2, 3)
            for update_mode in (None, "drop") if shape == (8,) else (None,):
                how = {**where, "reduction": reduction, "initial": "zero", "update_indices": COLUMNS, "update_mode": update_mode}
                call = functools.partial(lambda t, w, how: strew_jax.segment(t, weights=w, **how), how=how)
                made.append((f"{reduction} {kind} {shape} {update_mode}", call, (distinct(1, R, *row), distinct(2, *shape))))
        return made

    def test_forward_and_reverse_to_the_second_order(self) -> None:
        for n, (name, call, arguments) in enumerate(self.calls()):
            with self.subTest(name):
                check_grads(jax.jit(call), arguments, order=2 if n % 2 == 0 else 1, modes=("fwd", "rev"))

    def test_rows_that_are_not_of_a_table(self) -> None:
        for reduction, (_, where) in itertools.product(("add", "mean", "min", "max"), KINDS.items()):
            for weights in (None, distinct(3, 8)):
                call = functools.partial(strew_jax.segment, **where, reduction=reduction, initial="zero", weights=weights)
                check_grads(jax.jit(call), (distinct(4, 8, 2),), order=2, modes=("fwd", "rev"))

    def test_third_order(self) -> None:
        arguments = (distinct(1, R, 2), distinct(2, 8))
        check_grads(jax.jit(lambda t, w: strew_jax.spmm((ROWS, COLUMNS), t, weights=w, n_rows=N)), arguments, order=3, modes=("rev",))

    def test_against_jax(self) -> None:
        """Halves too: products and sums are computed in float32 there."""
        columns = np.clip(np.where(COLUMNS < 0, COLUMNS + R, COLUMNS), 0, R - 1)
        for dtype, name in itertools.product(("float32", "float16", "bfloat16"), ("sum", "max")):
            table, weights = distinct(5, R, 3).astype(dtype), distinct(6, 8).astype(dtype)

            def loss(reduce: Any, table: jax.Array, weights: jax.Array) -> jax.Array:
                found = reduce(table, weights)
                return (jnp.where(jnp.isfinite(found), found, 0).astype(jnp.float32) ** 2).sum()

            theirs = functools.partial(loss, lambda t, w: getattr(jax.ops, f"segment_{name}")(t[columns] * w[:, None], ROWS, N))
            ours = functools.partial(loss, lambda t, w: getattr(strew_jax, f"segment_{name}")(t, ROWS, N, update_indices=COLUMNS, weights=w))
            for found, expected in zip(jax.jit(jax.grad(ours, (0, 1)))(table, weights), jax.jit(jax.grad(theirs, (0, 1)))(table, weights)):
                self.assertEqual(found.dtype, expected.dtype)
                np.testing.assert_allclose(np.asarray(found, np.float64), np.asarray(expected, np.float64), rtol=1e-5 if dtype == "float32" else 4e-2)

    def test_float32_weights_of_halves_have_a_float32_gradient(self) -> None:
        table, weights = distinct(7, R, 64).astype("float16"), distinct(8, 8).astype("float32")
        found = jax.grad(lambda w: strew_jax.spmm((ROWS, COLUMNS), table, weights=w, n_rows=N).astype("float32").sum())(weights)
        self.assertEqual(found.dtype, np.float32)
        columns = np.clip(np.where(COLUMNS < 0, COLUMNS + R, COLUMNS), 0, R - 1)
        expected = np.where((0 <= ROWS) & (ROWS < N), np.asarray(table, np.float64)[columns].sum(1), 0)
        np.testing.assert_allclose(found, expected, rtol=1e-5)

    def test_of_equals_the_first_has_the_derivative(self) -> None:
        table, pair = jnp.array([2.0, 5, 5]), ([0, 0, 0], [1, 2, 0])
        found = jax.grad(lambda t: strew_jax.spmm(pair, t, n_rows=1, reduction="max")[0])(table)
        np.testing.assert_array_equal(found, [0, 1, 0])

    def test_sizes_of_what_is_made(self) -> None:
        """The program of a forward and a backward pass has no buffer that is as large as a row for each tuple."""
        n_tuples, width = 20_000, 16
        rows, columns = (jnp.asarray(np.random.default_rng(seed).integers(0, 100, n_tuples)) for seed in (1, 2))
        table, weights = jnp.ones((100, width)), jnp.ones(n_tuples)
        for reduction in ("add", "mean", "max"):
            for where in ({"segment_ids": rows, "num_segments": 100}, {"offsets": jnp.arange(101) * 200}):

                def loss(t: jax.Array, w: jax.Array) -> jax.Array:
                    return (strew_jax.segment(t, reduction=reduction, update_indices=columns, weights=w, **where) ** 2).sum()  # noqa: B023

                program = jax.jit(jax.grad(loss, (0, 1))).lower(table, weights).compile()
                memory = program.memory_analysis()
                self.assertLess(memory.temp_size_in_bytes, n_tuples * width * 8 // 4)
                self.assertNotIn(f"[{n_tuples},{width}]", program.as_text())


class Batches(unittest.TestCase):
    def test_one_call_for_a_batch_that_shares_its_indices(self) -> None:
        table, weights = distinct(1, 3, R, 2, 3), distinct(2, 3, 8, 2)
        columns, rows = jnp.stack([COLUMNS, COLUMNS[::-1], COLUMNS]), jnp.stack([ROWS, ROWS[::-1], ROWS])
        every = itertools.product(("add", "mean", "max"), list(itertools.product((0, None), repeat=3))[:-1])
        for kind, (reduction, axes) in zip(itertools.cycle(KINDS), every):

            def call(t: jax.Array, w: jax.Array, c: jax.Array) -> jax.Array:
                where = KINDS[kind]  # noqa: B023
                return strew_jax.segment(t, reduction=reduction, initial="zero", update_indices=c, weights=w, **where)  # noqa: B023

            def gradient(t: jax.Array, w: jax.Array, c: jax.Array) -> Any:
                return jax.grad(lambda t, w: (call(t, w, c) ** 2).sum(), (0, 1))(t, w)  # noqa: B023

            batched = [a if axis == 0 else a[0] for a, axis in zip((table, weights, columns), axes)]
            for made in (call, gradient):
                with self.subTest(reduction=reduction, axes=axes, kind=kind, made=made.__name__):
                    expected = [jax.jit(made)(*(a[i] if axis == 0 else a for a, axis in zip(batched, axes))) for i in range(3)]
                    found = jax.jit(jax.vmap(made, axes))(*batched)
                    jax.tree.map(lambda f, *e: np.testing.assert_allclose(f, jnp.stack(e), rtol=1e-12), found, *expected)
            if axes[2] is None:
                self.assertEqual(str(jax.make_jaxpr(jax.vmap(call, axes))(*batched)).count(" strew_"), 1)
        found = jax.vmap(lambda r: strew_jax.spmm((r, COLUMNS), table[0], n_rows=N))(rows)
        np.testing.assert_allclose(found, jnp.stack([strew_jax.spmm((r, COLUMNS), table[0], n_rows=N) for r in rows]))

    def test_args_and_weights_of_one_number(self) -> None:
        tables, weights = distinct(3, 2, R, 3), distinct(4, 2, 8)
        found = jax.vmap(lambda t, w: strew_jax.segment_argmax(t, ROWS, N, update_indices=COLUMNS, weights=w))(tables, weights)
        np.testing.assert_array_equal(found, [strew_jax.segment_argmax(t, ROWS, N, update_indices=COLUMNS, weights=w) for t, w in zip(tables, weights)])
        second = jax.hessian(lambda w: (strew_jax.spmm((ROWS, COLUMNS), tables[0], weights=w, n_rows=N) ** 2).sum())(weights[0])
        rows = np.where((0 <= ROWS) & (ROWS < N), ROWS, -np.arange(8) - 1)
        picked = np.asarray(tables[0])[np.clip(np.where(COLUMNS < 0, COLUMNS + R, COLUMNS), 0, R - 1)]
        are_both = (rows >= 0)[:, None] & (rows >= 0)[None]
        np.testing.assert_allclose(second, 2 * (picked @ picked.T) * (rows[:, None] == rows[None]) * are_both, rtol=1e-10)
