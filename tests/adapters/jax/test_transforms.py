"""jit, vmap and derivatives."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
import unittest
from typing import Any, Callable, Dict, Tuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.test_util import check_grads

import strew_jax

jax.config.update("jax_enable_x64", True)

INDICES = jnp.array([2, 0, 2, -1, 9, 2])
REDUCTIONS = ("add", "subtract", "multiply", "min", "max", "set", "mean")


def distinct(*shape: int, seed: int = 0) -> jax.Array:
    """Different values that are not 0: extremes and quotients have a derivative everywhere."""
    n = int(np.prod(shape))
    return jnp.asarray((np.random.default_rng(seed).permutation(n) + 1) / (n + 1) + seed / 100).reshape(shape)


class Derivatives(unittest.TestCase):
    def check(self, call: Callable[..., Any], *inputs: jax.Array, order: int = 2) -> None:
        check_grads(jax.jit(call), inputs, order=order, modes=("fwd", "rev"))

    def test_slices(self) -> None:
        for reduction, mode, axis in itertools.product(REDUCTIONS, ("drop", "clip"), (0, 1)):
            with self.subTest(reduction=reduction, mode=mode, axis=axis):
                data, updates = distinct(3, 4), distinct(6, 4, seed=1) if axis == 0 else distinct(3, 6, seed=1)
                place, order = (slice(None),) * axis + (INDICES,), 2 if (mode, axis) == ("drop", 0) else 1
                if reduction != "mean":
                    self.check(lambda a, b: getattr(strew_jax.at(a)[place], reduction)(b, mode=mode), data, updates, order=order)
                    continue
                for include_self in (True, False):
                    self.check(
                        lambda a, b: strew_jax.scatter_mean(a, INDICES, b, axis=axis, mode=mode, include_self=include_self),
                        data,
                        updates,
                        order=order,
                    )

    def test_tuples_and_elements(self) -> None:
        names, elements = jnp.array([[0, 2], [1, -1], [0, 2], [7, 0]]), jnp.array([[0, 2, 0], [1, -1, 9]])
        for reduction in REDUCTIONS:
            with self.subTest(reduction=reduction):
                nd, by_element = distinct(2, 3, 2), distinct(3, 3)
                self.check(lambda a, b: strew_jax.scatter_nd(a, names, b, reduction=reduction), nd, distinct(4, 2, seed=1))
                for axis in (0, 1):
                    self.check(
                        lambda a, b: strew_jax.scatter_elements(a, elements, b, axis=axis, reduction=reduction),
                        by_element,
                        distinct(2, 3, seed=1),
                        order=1,
                    )

    def test_gathers(self) -> None:
        data = distinct(3, 4)
        for mode in ("fill", "clip"):
            self.check(lambda a: strew_jax.take(a, INDICES, axis=1, mode=mode, fill_value=0), data)
            self.check(lambda a: strew_jax.take_along_axis(a, INDICES[:3, None], axis=0, mode=mode, fill_value=0), data)
            self.check(lambda a: strew_jax.gather_nd(a, jnp.array([[0, 1], [0, 1], [5, 0]]), mode=mode, fill_value=0), data)

    def test_segments(self) -> None:
        ids = jnp.array([0, 3, 3, -1, 0])
        for name in ("sum", "prod", "min", "max", "mean"):
            with self.subTest(name=name):
                reduce = getattr(strew_jax, f"segment_{name}")
                self.check(lambda a: jnp.where(jnp.arange(5)[:, None] % 3 == 0, reduce(a, ids, 5), 0), distinct(5, 2))

    def test_against_jax(self) -> None:
        generator = np.random.default_rng(1)
        weights = jnp.asarray(generator.normal(size=(3, 4)))
        for method in ("add", "min", "max"):

            def loss(at: Callable[..., Any], a: jax.Array, b: jax.Array) -> Any:
                return (weights * getattr(at(a), method)(b)).sum()

            for ties in (False, True):
                with self.subTest(method=method, ties=ties):
                    data, updates = distinct(3, 4), distinct(6, 4, seed=1)
                    if ties:
                        data, updates = jnp.round(data * 2), jnp.round(updates * 2)
                    expected = jax.grad(lambda a, b: loss(lambda x: x.at[INDICES], a, b), (0, 1))(data, updates)
                    result = jax.grad(lambda a, b: loss(lambda x: strew_jax.at(x)[INDICES], a, b), (0, 1))(data, updates)
                    for got, wanted in zip(result, expected):
                        np.testing.assert_allclose(got, wanted, rtol=1e-12)

    def test_a_product_with_zeros(self) -> None:
        """The derivative by one value is the product of the others, by two values that of the rest, and so on."""
        values = jnp.array([0.0, 2, 0, 5])
        for order, derive in ((1, jax.grad), (2, jax.hessian), (3, lambda f: jax.jacfwd(jax.hessian(f)))):
            for segments in ([0, 0, 0, 0], [1, 3, 1, 1]):  # 3 is out of bounds
                with self.subTest(order=order, segments=segments):
                    expected = np.zeros((4,) * order)
                    for by in itertools.permutations(range(4), order):
                        members = {i for i in range(4) if segments[i] == segments[by[0]] < 2}
                        if members.issuperset(by):
                            expected[by] = math.prod(float(values[i]) for i in members.difference(by))
                    found = jax.jit(derive(lambda v: strew_jax.segment_prod(v, jnp.array(segments), 2).sum()))(values)  # noqa: B023
                    np.testing.assert_array_equal(found, expected)

    def test_a_product_that_is_no_normal_number(self) -> None:
        """The derivative by each value is the product of the others, even if that of all is infinite, too small, or no number."""
        inf, nan = np.inf, np.nan
        for values in ([inf, 2, 3], [nan, 2, 3], [inf, 0, -2], [inf, -inf, 5], [1e200, 1e200, 2], [1e-200, 1e-200, 2], [nan, 0, inf]):
            others = [values[1] * values[2], values[0] * values[2], values[0] * values[1]]
            with self.subTest(values=values):
                ids = jnp.zeros(3, int)
                found = jax.jit(jax.grad(lambda v: strew_jax.segment_prod(v, ids, 2)[0]))(jnp.array(values))  # noqa: B023
                np.testing.assert_array_equal(found, others)
                batch = jax.vmap(jax.grad(lambda v: strew_jax.segment_prod(v, ids, 2)[0]))(jnp.array([values, [1.0, 2, 3]]))  # noqa: B023
                np.testing.assert_array_equal(batch, [others, [6, 3, 2]])
                call = jax.grad(lambda a, b: strew_jax.scatter_mul(a, jnp.array([1, 1, 9]), b).sum(), (0, 1))
                of_data, of_updates = call(jnp.array([8.0, values[0]]), jnp.array([*values[1:], nan]))
                np.testing.assert_array_equal(of_data, [1, others[0]])
                np.testing.assert_array_equal(of_updates, [*others[1:], 0])

    def test_second_derivatives_of_products_of_every_operator(self) -> None:
        values = np.random.default_rng(4).integers(0, 3, 40).astype(float)
        names, elements = jnp.array([[0, 2], [1, -1], [0, 2], [7, 0]]), jnp.array([[0, 2, 0], [1, -1, 9], [0, 0, 0]])
        calls: Tuple[Tuple[Any, Tuple[int, ...], Tuple[int, ...]], ...] = (
            (lambda a, b: strew_jax.scatter_mul(a, INDICES, b), (3, 2), (6, 2)),
            (lambda a, b: strew_jax.scatter_mul(a, INDICES, b, axis=1, mode="clip"), (1, 3, 2), (1, 6, 2)),
            (lambda a, b: strew_jax.scatter_nd(a, names, b, reduction="multiply"), (2, 3, 2), (4, 2)),
            (lambda a, b: strew_jax.scatter_elements(a, elements, b, axis=1, reduction="multiply"), (3, 3), (3, 3)),
        )
        for call, *shapes in calls:
            with self.subTest(shapes=shapes):
                a, b = (jnp.asarray(values[: math.prod(shape)].reshape(shape)) for shape in shapes)
                gradient = jax.jit(jax.grad(lambda a, b: (call(a, b) ** 2).sum(), (0, 1)))  # noqa: B023
                self.check(gradient, a, b, order=1)

    def test_complex_numbers(self) -> None:
        x, y = distinct(3) + 1j * distinct(3, seed=2), distinct(6, seed=1) * (1 - 2j)
        for reduction in ("add", "set", "multiply"):
            self.check(lambda a, b: getattr(strew_jax.at(a)[INDICES], reduction)(b), x, y, order=1)

    def test_a_bad_index_is_an_error_also_there(self) -> None:
        with self.assertRaisesRegex(RuntimeError, r"indices\[4\] component 0 is 9, outside \[-3, 2\] of data dimension 0"):
            jax.block_until_ready(jax.grad(lambda b: strew_jax.scatter_max(distinct(3), INDICES, b, mode="error").sum())(distinct(6)))


class Vmap(unittest.TestCase):
    AXES = [*itertools.product((0, None), (0, None), (0, None))][:-1] + [(1, 1, 1), (1, None, 1), (None, 1, 0)]

    def check(self, call: Callable[..., Any], arguments: Tuple[Any, ...], axes: Tuple[Any, ...]) -> None:
        """One call of strew has the result of one for each member of the batch. The copies of arguments differ."""
        batched = [a if axis is None else jnp.stack([a, a[::-1], a], axis) for a, axis in zip(arguments, axes)]
        expected = []
        for i in range(3):
            expected.append(jax.jit(call)(*(a if axis is None else jnp.take(a, i, axis) for a, axis in zip(batched, axes))))
        result = jax.jit(jax.vmap(call, axes))(*batched)
        np.testing.assert_array_equal(result, jnp.stack(expected))
        self.assertEqual(str(jax.make_jaxpr(jax.vmap(call, axes))(*batched)).count(" strew_"), 1)

    def test_scatters(self) -> None:
        x = distinct(3, 4)
        elements = jnp.array([[0, 2, 0], [1, -1, 9]])
        calls: Dict[str, Tuple[Any, Any, Any]] = {
            "slices": (strew_jax.scatter_add, INDICES, distinct(6, 4)),
            "later_slices": (lambda a, i, b: strew_jax.scatter_max(a, i, b, axis=1, mode="clip"), INDICES, distinct(3, 6)),
            "mean": (lambda a, i, b: strew_jax.scatter_mean(a, i, b, include_self=False), INDICES, distinct(6, 4)),
            "tuples": (lambda a, i, b: strew_jax.scatter_nd(a, i, b, reduction="set"), jnp.array([[0, 2], [1, -1], [0, 2], [7, 0]]), distinct(4)),
            "short_tuples": (lambda a, i, b: strew_jax.scatter_nd(a, i, b, reduction="add"), jnp.array([[2], [2], [7]]), distinct(3, 4)),
            "elements": (lambda a, i, b: strew_jax.scatter_elements(a, i, b, axis=1), elements, distinct(2, 3)),
            "segments": (lambda a, i, b: strew_jax.segment_sum(b, i, 4) + a[0, 0] * 0, INDICES, distinct(6, 2)),
        }
        for name, (call, indices, updates) in calls.items():
            for axes in self.AXES:
                if name == "segments" and axes[1:] == (None, None):
                    continue
                axes = tuple(None if axis is None or a.ndim <= axis else axis for axis, a in zip(axes, (x, indices, updates)))
                if axes != (None, None, None):
                    with self.subTest(name=name, axes=axes):
                        self.check(call, (x, indices, updates), axes)

    def test_gathers(self) -> None:
        x = distinct(3, 4)
        calls: Dict[str, Tuple[Any, Any]] = {
            "take": (lambda a, i: strew_jax.take(a, i, axis=0, fill_value=7), INDICES),
            "take_later": (lambda a, i: strew_jax.take(a, i, axis=1, mode="clip"), jnp.array([[0, 3], [-1, 9]])),
            "elements": (lambda a, i: strew_jax.gather_elements(a, i, axis=0, mode="clip"), jnp.array([[0, 3], [-1, 9]])),
            "along": (lambda a, i: strew_jax.take_along_axis(a, i[:, :1], axis=0, mode="clip"), jnp.array([[0, 3], [-1, 9]])),
            "tuples": (lambda a, i: strew_jax.gather_nd(a, i, fill_value=7), jnp.array([[0, 2], [1, -1], [0, 2], [7, 0]])),
            "short_tuples": (lambda a, i: strew_jax.gather_nd(a, i, fill_value=7), jnp.array([[2], [1], [7]])),
        }
        for (name, (call, indices)), axes in itertools.product(calls.items(), ((0, 0), (0, None), (None, 0), (1, 1), (1, None), (None, 1), (1, 0))):
            axes = (axes[0], None if axes[1] is None else min(axes[1], indices.ndim - 1))
            with self.subTest(name=name, axes=axes):
                self.check(call, (x, indices), axes)
                # Batches of batches: the second batch of each has dimensions of its own.
                twice = jax.vmap(jax.vmap(call, (0, 0)), (0, None))(jnp.stack([jnp.stack([x, x + 1])] * 3), jnp.stack([indices, indices[::-1]]))
                once = jax.vmap(call)(jnp.stack([x, x + 1]), jnp.stack([indices, indices[::-1]]))
                np.testing.assert_array_equal(twice, jnp.stack([once] * 3))
                indices_alone = jax.vmap(jax.vmap(call, (0, 0)), (None, 0))(
                    jnp.stack([x, x + 1]), jnp.stack([jnp.stack([indices, indices[::-1]])] * 3)
                )
                np.testing.assert_array_equal(indices_alone, jnp.stack([once] * 3))

    def test_derivatives_of_batches(self) -> None:
        batches, indices = distinct(3, 3, 4), jnp.stack([INDICES, INDICES[::-1], INDICES])
        calls = (
            lambda a, i: strew_jax.take(a, i, axis=0, fill_value=0),
            lambda a, i: strew_jax.take(a, i, axis=1, fill_value=0),
            lambda a, i: strew_jax.gather_nd(a, jnp.stack([i, i], -1), fill_value=0),
            lambda a, i: strew_jax.take_along_axis(a, i[:, None], axis=0, fill_value=0),
            lambda a, i: strew_jax.scatter_max(a, i, a[0] + 0.01),
            lambda a, i: strew_jax.scatter_set(a, i, a[0] * 2, axis=0),
            lambda a, i: strew_jax.scatter_mean(a, i, a[:, :1] * 2, axis=1),
        )
        for n, call in enumerate(calls):
            with self.subTest(n=n):
                check_grads(jax.jit(lambda a: jax.vmap(call)(a, indices)), (batches,), order=1)
                one_by_one = [jax.grad(lambda a: (call(a, i) ** 2).sum())(a) for a, i in zip(batches, indices)]
                together = jax.vmap(jax.grad(lambda a, i: (call(a, i) ** 2).sum()))(batches, indices)
                np.testing.assert_allclose(together, jnp.stack(one_by_one), rtol=1e-12)

    def test_small_index_types_and_many_batches(self) -> None:
        indices = jnp.asarray(np.random.default_rng(2).integers(-4, 4, (300, 5)), jnp.int8)
        result = jax.vmap(lambda i: strew_jax.scatter_add(jnp.zeros(4), i, 1.0))(indices)
        np.testing.assert_array_equal(result, [np.bincount(np.asarray(i) % 4, minlength=4) for i in indices])


X, Y = distinct(3, 4), distinct(6, 4, seed=1)
ELEMENTS, PLACES = jnp.array([[0, 2, 0, 1], [1, -1, 9, 0]]), jnp.array([[0, 2], [1, -1], [0, 2], [7, 0]])
EVERY: Dict[str, Callable[[jax.Array, jax.Array], jax.Array]] = {  # of strew_jax's functions
    "at": lambda x, y: strew_jax.at(x)[INDICES].divide(y) + strew_jax.at(x)[INDICES[:3]].get(mode="fill", fill_value=0),
    "gather_elements": lambda x, y: strew_jax.gather_elements(x, ELEMENTS, 0, fill_value=0) * y[:2],
    "gather_nd": lambda x, y: strew_jax.gather_nd(x, PLACES, fill_value=0) * y[0, 0],
    "scatter_add": lambda x, y: strew_jax.scatter_add(x, INDICES, y),
    "scatter_elements": lambda x, y: strew_jax.scatter_elements(x, ELEMENTS, y[:2], axis=1, reduction="min"),
    "scatter_max": lambda x, y: strew_jax.scatter_max(x, INDICES, y),
    "scatter_mean": lambda x, y: strew_jax.scatter_mean(x, INDICES, y),
    "scatter_min": lambda x, y: strew_jax.scatter_min(x, INDICES, y, mode="clip"),
    "scatter_mul": lambda x, y: strew_jax.scatter_mul(x, INDICES, y),
    "scatter_nd": lambda x, y: strew_jax.scatter_nd(x, PLACES, y[0], reduction="subtract"),
    "scatter_set": lambda x, y: strew_jax.scatter_set(x, INDICES, y),
    "segment": lambda x, y: strew_jax.segment(x, offsets=jnp.array([0, 2, 6]), update_indices=INDICES, weights=y),
    "segment_argmax": lambda x, y: strew_jax.segment_argmax(y, INDICES, 3) * x,
    "segment_argmin": lambda x, y: strew_jax.segment_argmin(x, INDICES, 3, update_indices=INDICES) * x,
    "segment_max": lambda x, y: strew_jax.segment_max(y, INDICES % 3, 3),
    "segment_mean": lambda x, y: strew_jax.segment_mean(y, INDICES, 4),
    "segment_min": lambda x, y: strew_jax.segment_min(y, INDICES % 3, 3),
    "segment_prod": lambda x, y: strew_jax.segment_prod(y, INDICES, 4),
    "segment_sum": lambda x, y: strew_jax.segment_sum(y, INDICES, 4),
    "spmm": lambda x, y: strew_jax.spmm((INDICES, INDICES[::-1]), x, weights=y[:, :1], n_rows=4, reduction="mean"),
    "take": lambda x, y: strew_jax.take(x, INDICES, axis=0, fill_value=0) * y,
    "take_along_axis": lambda x, y: strew_jax.take_along_axis(x[:, :1], ELEMENTS, axis=0, fill_value=0) * y[:2] + strew_jax.take_along_axis(x, ELEMENTS[:1, :1], 0, fill_value=0),
}


class WithoutJit(unittest.TestCase):
    def test_every_function_and_what_is_made_of_it(self) -> None:
        """jax.disable_jit() changes no result."""
        self.assertEqual(sorted(EVERY), sorted(strew_jax.__all__))
        for name, call in EVERY.items():
            made: Dict[str, Callable[..., Any]] = {
                "call": call,
                "vmap": lambda x, y, call=call: jax.vmap(call)(jnp.stack([x, x + 1]), jnp.stack([y, y[::-1]])),
                "jvp": lambda x, y, call=call: jax.jvp(call, (x, y), (y[:3], y[::-1])),
                "grad": jax.grad(lambda x, y, call=call: (call(x, y) ** 2).sum(), (0, 1)),
                "vmap of grad": jax.vmap(jax.grad(lambda x, y, call=call: (call(x, y) ** 2).sum(), (0, 1)), (None, 0)),
            }
            for transform, make in made.items():
                arguments = (X, jnp.stack([Y, Y[::-1]])) if transform == "vmap of grad" else (X, Y)
                expected = jax.jit(make)(*arguments)
                with self.subTest(name=name, transform=transform), jax.disable_jit():
                    jax.tree.map(np.testing.assert_allclose, make(*arguments), expected)


class ShardMap(unittest.TestCase):
    def test_on_two_devices(self) -> None:
        environment = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=2"}
        command = [sys.executable, "-m", "unittest", "tests.adapters.jax.two_devices"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


class Jit(unittest.TestCase):
    def test_a_donated_operand_is_written_in_place(self) -> None:
        for width in (4, 32):
            with self.subTest(width=width):
                step = jax.jit(lambda x, i, y: strew_jax.scatter_add(x, i, y), donate_argnums=0)
                x = jnp.zeros((1000, width))
                address = x.unsafe_buffer_pointer()
                result = step(x, INDICES, jnp.ones((6, width)))
                self.assertEqual(result.unsafe_buffer_pointer(), address)
                self.assertTrue(x.is_deleted())
                np.testing.assert_array_equal(result[:3, 0], [1, 0, 3])

    def test_loops(self) -> None:
        def step(x: jax.Array, i: jax.Array) -> Tuple[jax.Array, jax.Array]:
            x = strew_jax.scatter_add(x, i, jnp.arange(2.0))
            return x, x[1]

        indices = jnp.array([[0, 1], [1, 1], [2, 0]])
        final, seen = jax.lax.scan(step, jnp.zeros(3), indices)
        np.testing.assert_array_equal(final, [1, 2, 0])
        np.testing.assert_array_equal(seen, [1, 2, 2])
        gradient = jax.grad(lambda x: (jax.lax.scan(step, x, indices)[1] ** 2).sum())(jnp.zeros(3))
        np.testing.assert_array_equal(gradient, [0, 10, 0])

    def test_another_device_is_rejected_with_a_sentence(self) -> None:
        traced = jax.jit(lambda x: strew_jax.scatter_add(x, INDICES, 1.0)).trace(jnp.zeros(3))
        with self.assertRaisesRegex(NotImplementedError, "strew_jax has kernels for the CPU alone"):
            traced.lower(lowering_platforms=("cuda",))
