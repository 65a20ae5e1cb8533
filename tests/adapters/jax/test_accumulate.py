"""accumulate: sums, products and means in a wider type, rounded once, against loops over NumPy arrays; their derivatives; and what is rejected."""

from __future__ import annotations

import itertools
import unittest
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.test_util import check_grads

import strew_jax
from strew_jax._primitives import scatter

jax.config.update("jax_enable_x64", True)

WIDER = {"float16": "float32", "bfloat16": "float32", "float8_e4m3fn": "float32", "float8_e5m2": "float32", "float32": "float64"}
NARROW_INTEGERS = ("int8", "int16", "int32", "uint8", "uint16", "uint32")
TYPES = (*WIDER, *NARROW_INTEGERS, "float64", "int64", "uint64", "bool", "complex64", "complex128")
N, R = 5, 7
Loop = Callable[[Any, Any], Any]
STEPS: Dict[str, Loop] = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "mean": np.add}


def loop(old: np.ndarray, rows: np.ndarray, updates: np.ndarray, reduction: str, wide: Any, weights: Optional[np.ndarray] = None) -> np.ndarray:
    """One update after the other in the wider type, and one rounding of what has any. A mean of the updates alone."""
    dtype, result, counts = old.dtype, old.astype(wide), np.zeros(old.shape[0], int)
    if reduction == "mean":
        result[np.unique(rows)] = 0
    with np.errstate(over="ignore"):
        for t, row in enumerate(rows):
            update = updates[t].astype(wide)
            if weights is not None:
                update = update * weights[t].astype(wide)
            result[row] = STEPS[reduction](result[row], update)
            counts[row] += 1
        if reduction == "mean":
            result[counts > 0] = (result.T / np.maximum(counts, 1).astype(wide)).T[counts > 0]
        rounded = result.astype(dtype)
    rounded[counts == 0] = old[counts == 0]
    return rounded


def values(seed: int, *shape: int, dtype: Any) -> np.ndarray:
    """Numbers whose sums and products are rounded in their type, or wrap around in the narrow integers."""
    generator, dtype = np.random.default_rng(seed), jnp.dtype(dtype)
    if dtype.name in NARROW_INTEGERS:
        return generator.integers(0 if dtype.name[0] == "u" else -100, 100, shape).astype(dtype)
    return (1 + generator.random(shape)).astype(dtype)


class Values(unittest.TestCase):
    def equal(self, found: Any, expected: np.ndarray) -> None:
        found = np.asarray(found)
        self.assertEqual((found.dtype, found.shape), (expected.dtype, expected.shape))
        self.assertEqual(found.tobytes(), expected.tobytes())

    def test_scatters_round_once(self) -> None:
        differs = 0
        for dtype, reduction, row in itertools.product((*WIDER, "int8", "uint16"), ("add", "subtract", "multiply"), ((), (40,))):
            wide = WIDER.get(dtype, "int64")
            rows = np.random.default_rng(1).integers(0, N - 1, 60 if reduction != "multiply" else 9)
            old, updates = values(2, N, *row, dtype=dtype), values(3, len(rows), *row, dtype=dtype)
            expected = loop(old, rows, updates, reduction, wide)
            names = rows.reshape(-1, *(1 for _ in row)) + np.zeros(updates.shape, int)
            with self.subTest(dtype=dtype, reduction=reduction, row=row):
                how: Dict[str, Any] = {"accumulate": wide}
                self.equal(getattr(strew_jax.at(old)[rows], reduction)(updates, **how), expected)
                self.equal(strew_jax.scatter_nd(old, rows[:, None], updates, reduction, **how), expected)
                self.equal(strew_jax.scatter_elements(old, names, updates, 0, reduction, **how), expected)
                if reduction != "subtract":
                    function = {"add": strew_jax.scatter_add, "multiply": strew_jax.scatter_mul}[reduction]
                    self.equal(function(old, rows, updates, **how), expected)
                    self.equal(jax.jit(function, static_argnames="accumulate")(old, (rows,), updates, **how), expected)
                differs += not np.array_equal(strew_jax.scatter_nd(old, rows[:, None], updates, reduction), expected)
        self.assertGreater(differs, 20)  # otherwise the numbers show nothing

    def test_means(self) -> None:
        for dtype, row in itertools.product(WIDER, ((), (3,))):
            rows = np.random.default_rng(4).integers(0, N - 1, 300)
            old, updates = values(5, N, *row, dtype=dtype), values(6, 300, *row, dtype=dtype)
            expected = loop(old, rows, updates, "mean", WIDER[dtype])
            with self.subTest(dtype=dtype, row=row):
                self.equal(strew_jax.scatter_mean(old, rows, updates, include_self=False, accumulate=WIDER[dtype]), expected)
                self.equal(strew_jax.segment_mean(updates, rows, N, accumulate=WIDER[dtype])[: N - 1], expected[: N - 1])

    def test_rows_of_a_table_with_weights(self) -> None:
        """The products are not rounded to the type of the rows, either."""
        for (dtype, wide), reduction in itertools.product({**WIDER, "int8": "int64"}.items(), ("add", "multiply", "mean")):
            if dtype == "int8" and reduction == "mean":
                continue
            n = 80 if reduction != "multiply" else 20
            rows, columns = np.sort(np.random.default_rng(7).integers(0, N, n)), np.random.default_rng(8).integers(0, R, n)
            table, weights = values(9, R, 4, dtype=dtype), values(10, n, dtype=dtype)
            start = np.ones if reduction == "multiply" else np.zeros
            expected = loop(start((N, 4), jnp.dtype(dtype)), rows, table[columns], reduction, wide, weights)
            offsets = np.searchsorted(rows, np.arange(N + 1))
            how: Dict[str, Any] = {"weights": weights, "accumulate": wide}
            with self.subTest(dtype=dtype, reduction=reduction):
                self.equal(strew_jax.spmm((rows, columns), table, n_rows=N, reduction=reduction, **how), expected)
                self.equal(strew_jax.segment(table, rows, N, reduction=reduction, update_indices=columns, **how), expected)
                self.equal(strew_jax.segment(table, offsets=offsets, reduction=reduction, update_indices=columns, **how), expected)
                name = {"add": "sum", "multiply": "prod"}.get(reduction, reduction)
                self.equal(getattr(strew_jax, f"segment_{name}")(table, rows, N, update_indices=columns, **how), expected)

    def test_rows_that_are_not_of_a_table(self) -> None:
        ones, ids = jnp.ones(4096, "float16"), jnp.zeros(4096, int)
        for call in (strew_jax.segment_sum, strew_jax.segment):
            self.assertEqual(call(ones, ids, 1), 2048)
            self.assertEqual(call(ones, ids, 1, accumulate="float32"), 4096)
        halves = jnp.asarray(values(11, 12, dtype="float16"))
        expected = loop(np.ones(1, np.float16), np.zeros(12, int), np.asarray(halves), "multiply", "float32")
        self.equal(strew_jax.segment_prod(halves, ids[:12], 1, accumulate="float32"), expected)

    def test_batches(self) -> None:
        ones, old = jnp.ones((3, 4096, 2), "float16"), jnp.zeros((3, 4, 2), "float16")
        shared, own = jnp.zeros(4096, int), jnp.arange(3)[:, None] + jnp.zeros(4096, int)

        def call(old: jax.Array, rows: jax.Array, updates: jax.Array) -> jax.Array:
            return strew_jax.scatter_add(old, rows, updates, accumulate="float32")

        def fused(rows: jax.Array, updates: jax.Array) -> jax.Array:
            return strew_jax.spmm((rows, jnp.arange(4096)), updates, n_rows=4, accumulate="float32")

        for each, axis in ((shared, None), (own, 0)):
            rows = jnp.broadcast_to(each, (3, 4096))
            expected = np.stack([loop(np.asarray(o), np.asarray(r), np.asarray(u), "add", "float32") for o, r, u in zip(old, rows, ones)])
            self.equal(jax.vmap(call, (0, axis, 0))(old, each, ones), expected)
            self.equal(jax.vmap(fused, (axis, 0))(each, ones), expected)

    def test_what_rounds_nothing(self) -> None:
        """As in every call of strew, words of a wider type are taken where they change nothing."""
        old, rows, updates = values(12, N, dtype="float16"), np.array([1, 1, 3]), values(13, 3, dtype="float16")
        for reduction in ("set", "min", "max"):
            for word in ("float32", "float64", "int64"):
                found = strew_jax.scatter_nd(old, rows[:, None], updates, reduction, accumulate=word)
                self.equal(found, np.asarray(strew_jax.scatter_nd(old, rows[:, None], updates, reduction)))
        for dtype, word in (("float32", "float32"), ("float64", "float64"), ("int64", "int64"), ("uint64", "int64")):
            data = np.arange(3).astype(dtype)
            self.equal(strew_jax.scatter_add(data, rows[:1], data[2:], accumulate=word), np.asarray(strew_jax.scatter_add(data, rows[:1], data[2:])))
        with_arg = strew_jax.segment(updates, rows, N, reduction="max", with_arg=True, accumulate="float32")
        self.equal(with_arg[1], np.asarray(strew_jax.segment_argmax(updates, rows, N)))


def calls() -> Iterator[Tuple[str, Callable[..., jax.Array], List[jax.Array]]]:
    """Of float32 in float64: what is differentiated, by name, and its arguments."""
    rows, columns = jnp.array([3, 0, 3, 9, 2, 3]), jnp.array([1, 6, 3, 0, 2, 1])
    x, y, t, w = (jnp.asarray(values(seed, *shape, dtype="float32")) for seed, shape in ((1, (N, 2)), (2, (6, 2)), (3, (R, 2)), (4, (6,))))
    wide = {"accumulate": "float64"}
    yield "add", lambda x, y: strew_jax.scatter_add(x, rows, y, **wide), [x, y]
    yield "subtract", lambda x, y: strew_jax.at(x)[rows].subtract(y, **wide), [x, y]
    yield "multiply", lambda x, y: strew_jax.scatter_mul(x, rows, y, **wide), [x, y]
    yield "mean", lambda x, y: strew_jax.scatter_mean(x, rows, y, **wide), [x, y]
    yield "mean without self", lambda x, y: strew_jax.scatter_mean(x, rows, y, include_self=False, **wide), [x, y]
    yield "elements", lambda x, y: strew_jax.scatter_elements(x, jnp.array([[0, 4], [4, 4]]), y[:2], 0, "add", **wide), [x, y]
    yield "segment_sum", lambda y: strew_jax.segment_sum(y, rows, N, **wide), [y]
    yield "segment_prod", lambda y: strew_jax.segment_prod(y, rows, N, **wide), [y]
    yield "segment_mean", lambda y: strew_jax.segment_mean(y, rows, N, **wide), [y]
    for reduction in ("add", "mean", "max"):
        yield f"spmm {reduction}", lambda t, w, r=reduction: strew_jax.spmm((rows, columns), t, weights=w, n_rows=N, reduction=r, **wide), [t, w]


class Derivatives(unittest.TestCase):
    def test_forward_and_reverse_to_the_second_order(self) -> None:
        for n, (name, call, arguments) in enumerate(calls()):
            with self.subTest(name):
                check_grads(jax.jit(call), arguments, order=1 + n % 2, modes=("fwd", "rev"), atol=1e-2, rtol=1e-2)

    def test_what_sums_up_does_so_in_the_wider_type(self) -> None:
        """4,096 ones are 2,048 where each sum of halves is rounded. A tangent is the same sum; so is the transpose of the transpose of one."""
        ones, rows = jnp.ones(4096, "float16"), jnp.zeros(4096, int)
        for name, call in {
            "scatter_add": lambda u: strew_jax.scatter_add(jnp.zeros(2, "float16"), rows, u, accumulate="float32"),
            "subtract": lambda u: -strew_jax.at(jnp.zeros(2, "float16"))[rows].subtract(u, accumulate="float32"),
            "segment_sum": lambda u: strew_jax.segment_sum(u, rows, 2, accumulate="float32"),
            "spmm": lambda u: strew_jax.spmm((rows, jnp.arange(4096)), u, n_rows=2, accumulate="float32"),
        }.items():
            with self.subTest(name):
                self.assertEqual(jax.jvp(call, (ones,), (ones,))[1][0], 4096)
                transposed = jax.linear_transpose(call, ones)
                np.testing.assert_array_equal(transposed(jnp.ones(2, "float16"))[0], ones)
                again = jax.linear_transpose(lambda ct: transposed(ct)[0], jnp.ones(2, "float16"))
                self.assertEqual(again(ones)[0][0], 4096)

    def test_gradients_of_rows_and_weights(self) -> None:
        """2^24 and then ones: float32 has no room for them."""
        n = 100
        rows, columns = jnp.arange(n), jnp.zeros(n, int)
        of_result = jnp.ones((n, 1), "float32").at[0].set(2.0**24)
        for accumulate, expected in ((None, 2.0**24), ("float64", 2.0**24 + n)):  # 2^24 + 99 is rounded to an even number
            of_table = jax.vjp(lambda t: strew_jax.spmm((rows, columns), t, n_rows=n, accumulate=accumulate), jnp.ones((1, 1), "float32"))[1]  # noqa: B023
            self.assertEqual(of_table(of_result)[0][0, 0], expected)
        wide = jnp.ones((1, 2**10), "float32").at[0, :17].set(2.0**24)  # a partial sum of 16 begins with it
        for accumulate, is_right in ((None, False), ("float64", True)):
            call = lambda w: strew_jax.spmm(([0], [0]), wide, weights=w, n_rows=1, accumulate=accumulate)  # noqa: B023, E731
            found = jax.vjp(call, jnp.ones(1, "float32"))[1](jnp.ones((1, 2**10), "float32"))[0][0]
            self.assertEqual(found == np.float32(17 * 2.0**24 + 2**10 - 17), is_right)

    def test_that_of_a_product_is_computed_in_the_wider_type(self) -> None:
        factors = jnp.asarray(values(14, 12, dtype="float16"))
        rows = jnp.zeros(12, int)
        for name, ours in {
            "scatter_mul": lambda u: strew_jax.scatter_mul(jnp.ones(1, u.dtype), rows, u, accumulate="float32"),
            "segment_prod": lambda u: strew_jax.segment_prod(u, rows, 1, accumulate="float32"),
        }.items():
            for zeros in (0, 1, 2):
                u = factors.at[:zeros].set(0)
                with self.subTest(name, zeros=zeros):
                    found = jax.grad(lambda u: ours(u)[0])(u)  # noqa: B023
                    expected = jax.grad(lambda u: strew_jax.scatter_mul(jnp.ones(1, u.dtype), rows, u)[0])(u.astype("float32"))
                    np.testing.assert_array_equal(found, expected.astype("float16"))

    def test_a_product_in_float64_needs_that_type(self) -> None:
        jax.config.update("jax_enable_x64", False)
        self.addCleanup(jax.config.update, "jax_enable_x64", True)
        with self.assertRaisesRegex(NotImplementedError, "needs JAX's option jax_enable_x64"):
            jax.grad(lambda u: strew_jax.segment_prod(u, jnp.zeros(2, int), 1, accumulate="float64").sum())(jnp.ones(2, "float32"))


class Rejected(unittest.TestCase):
    def test_types(self) -> None:
        """The page's table is the library's: what is rejected when a call is traced would be rejected when it runs, and nothing else."""
        rows, accepted = jnp.zeros(1, int), {}
        for dtype, word in itertools.product(TYPES, ("float32", "float64", "int64")):
            data = jnp.zeros(2, dtype)
            try:
                jax.block_until_ready(scatter(data, rows, data[:1], "scatter_update", "add", "skip", accumulate=word))
                accepted[dtype, word] = True
            except jax.errors.JaxRuntimeError as error:
                self.assertIn("cannot be accumulated in", str(error))
                accepted[dtype, word] = False
        for (dtype, word), is_accepted in accepted.items():
            data = jnp.zeros(2, dtype)
            every: Tuple[Callable[[], Any], ...] = (
                lambda: strew_jax.scatter_add(data, rows, data[:1], accumulate=word),  # noqa: B023
                lambda: strew_jax.segment_sum(data, jnp.zeros(2, int), 1, accumulate=word),  # noqa: B023
                lambda: strew_jax.spmm((rows, rows), data, n_rows=1, accumulate=word),  # noqa: B023
            )
            for call in every:
                with self.subTest(dtype=dtype, word=word):
                    if is_accepted:
                        call()
                    else:
                        with self.assertRaisesRegex(TypeError, f"accumulates no {dtype} in {word}"):
                            call()

    def test_arguments(self) -> None:
        x, i = jnp.ones(3), jnp.array([0, 1, 1])
        calls: Tuple[Tuple[type, str, Callable[[], Any]], ...] = (
            (ValueError, "accumulate is 'half'; strew has float32, float64, int64", lambda: strew_jax.scatter_add(x, i, x, accumulate="half")),
            (ValueError, "accumulate is 'half'", lambda: strew_jax.scatter_nd(x, i[:, None], x, "max", accumulate="half")),
            (ValueError, "bucket_size is not for accumulate", lambda: strew_jax.segment_sum(x, i, 2, bucket_size=2, accumulate="float64")),
            (TypeError, "Ref.max.* 'accumulate'", lambda: strew_jax.at(x)[i].max(x, accumulate="float64")),
            (TypeError, "Ref.divide.* 'accumulate'", lambda: strew_jax.at(x)[i].divide(x, accumulate="float64")),
            (TypeError, "'accumulate'", lambda: strew_jax.segment_max(x, i, 2, accumulate="float64")),
        )
        for error, sentence, call in calls:
            with self.subTest(sentence), self.assertRaisesRegex(error, sentence):
                call()
