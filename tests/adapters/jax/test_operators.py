"""Scatters and gathers against loops over NumPy arrays, and against jax.numpy where it has the same."""

from __future__ import annotations

import itertools
import operator
import unittest
from typing import Any, Callable, Dict, List, Tuple

import jax
import jax.numpy as jnp
import numpy as np

import strew_jax

jax.config.update("jax_enable_x64", True)

FLOATS = ("float32", "float64", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
COMPLEX = ("complex64", "complex128")
REDUCTIONS: Dict[str, Callable[[Any, Any], Any]] = {
    "set": lambda old, new: new,
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "min": np.minimum,
    "max": np.maximum,
}
BOOLEAN = {**REDUCTIONS, "add": np.logical_or, "subtract": np.logical_xor, "multiply": np.logical_and}
MODES = (None, "drop", "clip", "fill")


def small(generator: np.random.Generator, shape: Tuple[int, ...], dtype: str) -> np.ndarray:
    """Values whose sums and products are exact in every type."""
    values = generator.integers(0, 3, shape) - (0 if dtype.startswith("uint") else 1)
    return np.asarray(values + 1j * generator.integers(-1, 2, shape) if dtype in COMPLEX else values).astype(jnp.dtype(dtype))


def place(index: int, size: int, mode: Any) -> Any:
    index += size if index < 0 else 0
    if mode == "clip":
        return min(max(index, 0), size - 1)
    return index if 0 <= index < size else None


def loop(data: np.ndarray, names: np.ndarray, updates: np.ndarray, reduction: str, mode: Any = None) -> np.ndarray:
    """A scatter_nd, with the rules of jax.numpy."""
    result, combine = data.copy(), (BOOLEAN if data.dtype == bool else REDUCTIONS)[reduction]
    for at in np.ndindex(names.shape[:-1]):
        where = tuple(place(int(i), size, mode) for i, size in zip(names[at], data.shape))
        if None not in where:
            result[where] = combine(result[where], updates[at])
    return result


class Equal(unittest.TestCase):
    def equal(self, result: Any, expected: Any) -> None:
        result, expected = np.asarray(result), np.asarray(expected)
        self.assertEqual((result.dtype, result.shape), (expected.dtype, expected.shape))
        wide = np.complex128 if result.dtype.name in COMPLEX else None if result.dtype.name in INTEGERS else np.float64
        np.testing.assert_array_equal(result.astype(wide or result.dtype), expected.astype(wide or result.dtype))


class Scatters(Equal):
    def test_every_type_and_reduction(self) -> None:
        generator = np.random.default_rng(1)
        names = np.array([[2], [0], [2], [-1], [4], [-9], [2]])
        for dtype in (*FLOATS, *INTEGERS, *COMPLEX, "bool"):
            for reduction in REDUCTIONS:
                with self.subTest(dtype=dtype, reduction=reduction):
                    data, updates = small(generator, (4, 3), dtype), small(generator, (7, 3), dtype)
                    if dtype in COMPLEX and reduction in ("min", "max"):
                        updates.imag = data.imag = 0  # NumPy's order of complex numbers, too, but for NaN
                    result = strew_jax.scatter_nd(data, names, updates, reduction=reduction)
                    self.equal(result, loop(data, names, updates, reduction))

    def test_types_that_can_only_be_moved(self) -> None:
        for dtype in ("float8_e4m3b11fnuz", "float8_e5m2fnuz", "float8_e4m3fnuz"):
            with self.subTest(dtype=dtype):
                data, updates = jnp.zeros((3, 2), dtype), jnp.ones((2, 2), dtype)
                self.equal(strew_jax.scatter_set(data, jnp.array([2, 0]), updates)[2], updates[0])
                with self.assertRaisesRegex(TypeError, f"strew has no add of {dtype}"):
                    strew_jax.scatter_add(data, jnp.array([2, 0]), updates)

    def test_random_shapes_and_modes_against_jax(self) -> None:
        generator = np.random.default_rng(2)
        methods = {"set": "scatter_set", "add": "scatter_add", "multiply": "scatter_mul", "min": "scatter_min", "max": "scatter_max"}
        for i, (mode, (method, name)) in enumerate(itertools.product(MODES, methods.items())):
            with self.subTest(mode=mode, method=method):
                rank = int(generator.integers(1, 4))
                shape = tuple(map(int, generator.integers(1, 6, rank)))
                axis = int(generator.integers(0, rank))
                n = tuple(map(int, generator.integers(0, 5, i % 3)))
                indices = generator.integers(-8, 9, n).astype(np.int32 if i % 2 else np.int64)
                if method == "set":  # JAX does not say which of several updates wins
                    indices = generator.permutation(shape[axis])[: indices.size].astype(np.int32)
                    n = indices.shape
                data = small(generator, shape, "float32")
                updates = small(generator, (*shape[:axis], *n, *shape[axis + 1 :]), "float32")
                expected = getattr(jnp.asarray(data).at[(*(slice(None),) * axis, indices)], method)(updates, mode=mode)
                self.equal(getattr(strew_jax, name)(data, indices, updates, axis=axis, mode=mode), expected)
                self.equal(getattr(strew_jax.at(data)[(*(slice(None),) * axis, indices)], method)(updates, mode=mode), expected)

    def test_tuples_of_arrays(self) -> None:
        generator = np.random.default_rng(3)
        data = small(generator, (4, 5, 2), "int32")
        i, j = generator.integers(-6, 7, (3, 1)), generator.integers(-6, 7, (4,))
        for mode in MODES:
            for places in ((i, j), (i, 2), (1, j, 0), (i, j, 1, ...), (i,), 3, (2, 4), (i, j, slice(None))):
                with self.subTest(mode=mode, places=places):
                    expected = jnp.asarray(data).at[places].add(7, mode=mode)
                    self.equal(strew_jax.at(data)[places].add(7, mode=mode), expected)
                    if not isinstance(places, tuple) or not any(isinstance(part, slice) or part is ... for part in places):
                        self.equal(strew_jax.scatter_add(data, places, 7, mode=mode), expected)

    def test_quotients_and_powers(self) -> None:
        """jax.numpy multiplies the updates of an element first, and so does strew."""
        for dtype, method, mode in itertools.product(("float32", "int32", "bfloat16", "complex64"), ("divide", "power"), MODES):
            with self.subTest(dtype=dtype, method=method, mode=mode):
                data, places, updates = jnp.arange(1, 7).reshape(3, 2).astype(dtype), np.array([2, 0, 2, -1, 9]), jnp.array([[2, 3]]).astype(dtype)
                expected = getattr(jnp.asarray(data).at[places], method)(updates, mode=mode)
                self.equal(getattr(strew_jax.at(data)[places], method)(updates, mode=mode), expected)

    def test_negative_indices_that_do_not_wrap(self) -> None:
        data, i, j = jnp.arange(6.0).reshape(3, 2), np.array([2, -1, -3]), np.array([0, 1, -1])
        for places, right in ((i, [[0, 1], [2, 3], [5, 6]]), ((i, j), [[0, 1], [2, 3], [5, 5]])):
            with self.subTest(places=places):
                self.equal(strew_jax.at(data)[places].add(1, wrap_negative_indices=False), np.array(right, float))
                found = strew_jax.at(data)[places].get(mode="fill", fill_value=-9, wrap_negative_indices=False)
                self.equal(found, np.array([4.0, -9, -9] if isinstance(places, tuple) else [[4.0, 5], [-9, -9], [-9, -9]]))

    def test_halves_have_xlas_bits(self) -> None:
        """Both round after every update: 4,096 ones for one element or row, and random numbers that meet."""
        generator = np.random.default_rng(4)
        for dtype, rows, is_random in itertools.product(("float16", "bfloat16"), ((), (5,), (64,)), (False, True)):
            n = 100 if is_random else 4096
            x, updates = jnp.zeros((3, *rows), dtype), jnp.ones((n, *rows), dtype)
            if is_random:
                x, updates = (jnp.asarray(generator.standard_normal(array.shape), dtype) for array in (x, updates))
            indices = jnp.asarray(generator.integers(0, 3 if is_random else 1, n))
            for method in ("add", "subtract", "multiply"):
                with self.subTest(dtype=dtype, rows=rows, is_random=is_random, method=method):
                    old = x + 1 if method == "multiply" else x
                    if hasattr(old.at[indices], method):  # subtract is newer than JAX 0.5
                        expected = getattr(old.at[indices], method)(updates)
                    else:
                        expected = old.at[indices].add(-updates)
                    self.equal(getattr(strew_jax.at(old)[indices], method)(updates), expected)
            with self.subTest(dtype=dtype, rows=rows, is_random=is_random):
                self.equal(strew_jax.segment_sum(updates, indices, 3), jax.ops.segment_sum(updates, indices, 3))
                self.equal(strew_jax.segment_prod(updates, indices, 3), jax.ops.segment_prod(updates, indices, 3))
                gradient = jax.vjp(lambda x: strew_jax.take(x, indices, 0), x)[1](updates)
                self.equal(gradient[0], jax.vjp(lambda x: x[indices], x)[1](updates)[0])

    def test_subnormal_numbers_are_kept(self) -> None:
        """XLA's threads flush them to zero."""
        tiny, n = np.float32(1e-44), 200_000
        result = strew_jax.scatter_add(np.zeros((n, 4), np.float32), np.arange(n), np.full((n, 4), tiny))
        self.assertTrue((np.asarray(result) == tiny).all())

    def test_means(self) -> None:
        data, indices, updates = np.array([9.0, 8.0, 7.0]), np.array([0, 2, 0, 5]), np.array([1.0, 2.0, 5.0, 100.0])
        self.equal(strew_jax.scatter_mean(data, indices, updates), np.array([5.0, 8.0, 4.5]))
        self.equal(strew_jax.scatter_mean(data, indices, updates, include_self=False), np.array([3.0, 8.0, 2.0]))
        self.equal(strew_jax.scatter_mean(data, indices, updates, mode="clip"), np.array([5.0, 8.0, 109 / 3]))

    def test_index_types(self) -> None:
        for dtype in INTEGERS:
            with self.subTest(dtype=dtype):
                indices = np.array([100, 3, 100], dtype)
                self.equal(strew_jax.scatter_add(np.zeros(300, np.int32), indices, 2)[np.array([3, 100])], np.array([2, 4], np.int32))

    def test_nothing_to_do(self) -> None:
        none = np.zeros((0,), np.int32)
        for mode in (*MODES, "error"):
            with self.subTest(mode=mode):
                self.equal(strew_jax.scatter_add(np.ones((3, 2)), none, np.ones((0, 2)), mode=mode), np.ones((3, 2)))
                self.equal(strew_jax.scatter_add(np.ones((0, 2)), none, np.ones((0, 2)), mode=mode), np.ones((0, 2)))
                self.equal(strew_jax.scatter_add(np.ones((3, 0)), np.array([1]), np.ones((1, 0)), mode=mode), np.ones((3, 0)))
                self.equal(strew_jax.scatter_nd(np.ones(3), np.zeros((0, 1), np.int32), np.ones(0), mode=mode), np.ones(3))
        for mode in MODES:
            self.equal(strew_jax.scatter_add(np.ones((0, 2)), np.array([1]), np.ones((1, 2)), mode=mode), np.ones((0, 2)))

    def test_an_operand_that_is_also_the_indices_and_the_updates(self) -> None:
        x = jnp.array([0, 1, 1], jnp.int32)
        self.equal(jax.jit(lambda x: strew_jax.scatter_add(x, x, x))(x), np.array([0, 3, 1], np.int32))
        self.equal(x, np.array([0, 1, 1], np.int32))


class Gathers(Equal):
    def test_at_get(self) -> None:
        data, i, j = np.arange(24).reshape(4, 3, 2), np.array([[3], [9], [-5]]), np.array([0, -2])
        for places in ((i, j), (i,), (slice(None), j), (1, j), 2, (slice(None), slice(None), 1)):
            for mode in (None, "clip", "fill", "drop"):
                with self.subTest(places=places, mode=mode):
                    self.equal(strew_jax.at(data)[places].get(mode=mode), jnp.asarray(data).at[places].get(mode=mode))

    def test_gather_nd(self) -> None:
        data, names = np.arange(24).reshape(4, 3, 2), np.array([[[3, 1], [0, -1]]])
        self.equal(strew_jax.gather_nd(data, names), data[names[..., 0], names[..., 1]])
        self.equal(strew_jax.gather_nd(data, np.array([[4, 0, 0], [1, 1, 1]]), fill_value=-7), np.array([-7, 9]))
        self.equal(strew_jax.gather_nd(data, np.zeros((2, 0), np.int32)), np.stack([data, data]))

    def test_fill_values_of_any_kind(self) -> None:
        data, index, names = np.arange(3.0, dtype=np.float32), np.array([2, 3]), np.array([[2], [3]])
        calls: List[Callable[..., Any]] = [
            lambda fill: strew_jax.take(data, index, fill_value=fill),
            lambda fill: strew_jax.take_along_axis(data, index, axis=0, fill_value=fill),
            lambda fill: strew_jax.gather_nd(data, names, fill_value=fill),
            lambda fill: strew_jax.at(data)[index].get(mode="fill", fill_value=fill),
        ]
        for fill in (7, 7.0, np.int8(7), np.array(7.0), jnp.array(7), jnp.array(7, jnp.bfloat16), np.nan, jnp.array(np.nan)):
            for call in calls:
                with self.subTest(fill=fill):
                    self.equal(call(fill), np.array([2, fill], np.float32))

    def test_of_nothing(self) -> None:
        self.equal(strew_jax.take(np.zeros((0, 2)), np.zeros(0, np.int32), axis=0, mode="clip"), np.zeros((0, 2)))
        self.equal(strew_jax.at(np.zeros((0, 2)))[np.array([3])].get(mode="fill", fill_value=5), np.full((1, 2), 5.0))
        with self.assertRaisesRegex(RuntimeError, "indices name dimension 0, which has size 0, so none can be clamped to it"):
            jax.block_until_ready(strew_jax.at(np.zeros((0, 2)))[np.array([3])].get())


class Segments(Equal):
    def test_hints_and_sizes(self) -> None:
        data, ids = np.ones(3), np.array([0, 0, 2])
        self.equal(strew_jax.segment_sum(data, ids, 3, indices_are_sorted=True, unique_indices=False), np.array([2.0, 0, 1]))
        self.equal(strew_jax.segment_sum(np.zeros((0, 2)), np.zeros(0, np.int32)), np.zeros((0, 2)))
        with self.assertRaisesRegex(ValueError, "num_segments must be non-negative."):
            strew_jax.segment_sum(data, ids, -1)
        with self.assertRaisesRegex(jax.errors.ConcretizationTypeError, "`num_segments` argument"):
            jax.jit(strew_jax.segment_sum)(data, ids)


class Rejected(unittest.TestCase):
    """What is wrong before anything runs is an error of Python's own kind, with or without jit."""

    def test_arguments(self) -> None:
        x, i, y = jnp.zeros((3, 2)), jnp.array([0, 1]), jnp.ones((2, 2))
        calls: List[Tuple[Callable[[], Any], type, str]] = [
            (lambda: strew_jax.scatter_add(x, i, jnp.ones((2, 3))), ValueError, r"updates have the shape \(2, 3\); .* need \(2, 2\)"),
            (lambda: strew_jax.scatter_add(x, i, y, axis=2), ValueError, r"axis is 2, outside \[-2, 1\] of an array of 2 dimensions"),
            (lambda: strew_jax.scatter_add(x, (i, i, i), 1), IndexError, "tuples of 3 indices are too long for an array of 2 dimensions"),
            (lambda: strew_jax.scatter_add(x, (i, i), 1, axis=1), ValueError, "axis is 1; a tuple of indices is for the first dimensions"),
            (lambda: strew_jax.scatter_nd(x, 1, y), ValueError, "indices are a number"),
            (lambda: strew_jax.scatter_nd(x, i[:, None], y, reduction="xor"), ValueError, "reduction is 'xor'; strew has set, add"),
            (lambda: strew_jax.scatter_add(x, i * 1.0, y), TypeError, "indices are float64; strew takes integers"),
            (lambda: strew_jax.scatter_add(x, x[:, 0] > 0, y), TypeError, "indices are bool; .* jnp.nonzero"),
            (lambda: strew_jax.scatter_add(x.astype(int), i, y), TypeError, "updates of float64 would lose digits in an array of int64"),
            (lambda: strew_jax.scatter_add(x, i, y, mode="wrap"), ValueError, "mode is 'wrap'; strew has clip, drop, error"),
            (lambda: strew_jax.scatter_mean(x > 0, i, True), TypeError, "strew has no mean of bool"),
            (lambda: strew_jax.scatter_add(x.astype(jnp.int4), i, jnp.int4(1)), TypeError, "strew has no add of int4"),
            (lambda: strew_jax.scatter_elements(x, i, y), ValueError, r"indices have the shape \(2,\), which must fit \(3, 2\)"),
            (lambda: strew_jax.gather_elements(x, jnp.zeros((3, 5), int), axis=0), ValueError, r"\(3, 5\), which must fit \(3, 2\) in all"),
            (lambda: strew_jax.take_along_axis(x, jnp.zeros((3, 2), int), mode="one_hot"), ValueError, "'one_hot'"),
            (lambda: strew_jax.gather_nd(x, jnp.zeros((1, 3), int)), IndexError, r"the shape \(1, 3\) do not name slices"),
            (lambda: strew_jax.take(x, i, fill_value=np.ones(2)), ValueError, r"fill_value has the shape \(2,\); it must be a number"),
            (lambda: strew_jax.at(x)[0:2], IndexError, "at.x. takes arrays of integers"),
            (lambda: strew_jax.at(x)[:, i, i], IndexError, "at.x. takes arrays of integers"),
            (lambda: strew_jax.at(x)[..., i], IndexError, "at.x. takes arrays of integers"),
            (lambda: strew_jax.at(x)[i, i, i], IndexError, "3 indices are too many for an array of 2 dimensions"),
            (lambda: strew_jax.at(x)[i].apply(jnp.sin), AttributeError, r"at\(x\)\[...\] has no apply; if x.at\[...\] has, use that"),
        ]
        for call, kind, sentence in calls:
            with self.subTest(sentence=sentence):
                for run in (call, jax.jit(lambda: call())):
                    with self.assertRaisesRegex(kind, sentence):
                        run()

    def test_a_fill_value_that_is_not_known_yet(self) -> None:
        for transform in (jax.jit, jax.vmap, jax.grad):
            with self.assertRaisesRegex(TypeError, "fill_value must be a number that is known when the function is traced"):
                call = transform(lambda fill: strew_jax.take(jnp.zeros(3), jnp.array([4]), fill_value=fill).sum())
                call(np.ones(2) if transform is jax.vmap else 1.0)

    def test_modes_of_lax(self) -> None:
        mode = jax.lax.GatherScatterMode
        x, i = jnp.zeros(3), jnp.array([1, 7])
        for member, expected in ((mode.CLIP, [0, 1, 1]), (mode.FILL_OR_DROP, [0, 1, 0]), (mode.PROMISE_IN_BOUNDS, [0, 1, 0])):
            np.testing.assert_array_equal(strew_jax.scatter_add(x, i, 1, mode=member), expected)
