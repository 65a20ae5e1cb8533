"""Inside shard_map, on two devices, which a process must ask for before it starts JAX: test_transforms runs this module in one of its own."""

from __future__ import annotations

import unittest
from typing import Any, Callable, Dict, Tuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

import strew_jax

try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map

assert jax.device_count() == 2, jax.devices()
MESH = Mesh(np.array(jax.devices()), ("d",))
EVERYWHERE, SPLIT = P(), P("d")
X, I, Y = jnp.arange(1.0, 5), jnp.array([0, 1, 2, 1, 0, 3]), jnp.arange(2.0, 8)

# What is done on each device with x, which all have, and its own indices and updates; and the same in JAX alone.
Call = Callable[[jax.Array, jax.Array, jax.Array], jax.Array]
CALLS: Dict[str, Tuple[Call, Call]] = {
    "add": (lambda x, i, y: strew_jax.scatter_add(x, i, y), lambda x, i, y: x.at[i].add(y)),
    "set": (lambda x, i, y: strew_jax.scatter_set(x, i, y[0]), lambda x, i, y: x.at[i].set(y[0])),
    "max": (lambda x, i, y: strew_jax.scatter_max(x, i, y), lambda x, i, y: x.at[i].max(y)),
    "nd": (lambda x, i, y: strew_jax.scatter_nd(x, i[:, None], y, reduction="add"), lambda x, i, y: x.at[i].add(y)),
    "elements": (lambda x, i, y: strew_jax.scatter_elements(x, i, y, reduction="add"), lambda x, i, y: x.at[i].add(y)),
    "segment": (lambda x, i, y: strew_jax.segment_sum(y, i, 4), lambda x, i, y: jax.ops.segment_sum(y, i, 4)),
    "segment_max": (lambda x, i, y: strew_jax.segment_max(y, i % 2, 2), lambda x, i, y: jax.ops.segment_max(y, i % 2, 2)),
    "spmm": (
        lambda x, i, y: strew_jax.spmm((i % 2, i), x, weights=y, n_rows=2),
        lambda x, i, y: jax.ops.segment_sum(x[i] * y, i % 2, 2),
    ),
    "fused_max": (
        lambda x, i, y: strew_jax.segment_max(x, i % 2, 2, update_indices=i, weights=y),
        lambda x, i, y: jax.ops.segment_max(x[i] * y, i % 2, 2),
    ),
    "take": (lambda x, i, y: strew_jax.take(x, i, axis=0) * y, lambda x, i, y: jnp.take(x, i, axis=0) * y),
    "gather_elements": (lambda x, i, y: strew_jax.gather_elements(x, i) * y, lambda x, i, y: x[i] * y),
    "along": (lambda x, i, y: strew_jax.take_along_axis(x, i, axis=0) * y, lambda x, i, y: jnp.take_along_axis(x, i, 0) * y),
    "gather_nd": (lambda x, i, y: strew_jax.gather_nd(x, i[:, None]) * y, lambda x, i, y: x[i] * y),
    "get": (lambda x, i, y: strew_jax.at(x)[i].get() * y, lambda x, i, y: x.at[i].get() * y),
    "rank": (lambda x, i, y: strew_jax.take(x, i[:, None] + i % 2, axis=0), lambda x, i, y: jnp.take(x, i[:, None] + i % 2, axis=0)),
}


def on_each(call: Callable[..., Any], result: Any) -> Callable[..., Any]:
    return shard_map(call, mesh=MESH, in_specs=(EVERYWHERE, SPLIT, SPLIT), out_specs=result)


class ShardMap(unittest.TestCase):
    def test_values_and_gradients_are_those_of_jax(self) -> None:
        """The result of each device alone; gradients of a sum over all devices, taken around shard_map and inside it."""
        for name, calls in CALLS.items():
            for take_gradient in (False, True):
                found = []
                for call in calls:

                    def loss(x: jax.Array, i: jax.Array, y: jax.Array, call: Call = call) -> jax.Array:
                        return jax.lax.psum((jnp.sin(call(x, i, y)) ** 2).sum(), "d")

                    if take_gradient:
                        around = jax.jit(jax.grad(on_each(loss, EVERYWHERE), (0, 2)))(X, I, Y)
                        own = jax.grad(lambda y, x, i, call=call: (call(x, i, y) ** 2).sum())
                        found.append((*around, jax.jit(on_each(lambda x, i, y, own=own: own(y, x, i), SPLIT))(X, I, Y)))
                    else:
                        found.append((jax.jit(on_each(call, SPLIT))(X, I, Y), jax.jit(on_each(loss, EVERYWHERE))(X, I, Y)))
                with self.subTest(name=name, take_gradient=take_gradient):
                    for strews, jaxs in zip(*found):
                        self.assertEqual((strews.shape, strews.dtype), (jaxs.shape, jaxs.dtype))
                        np.testing.assert_allclose(strews, jaxs, rtol=1e-6)

    def test_a_product(self) -> None:
        """Its derivative by each update is the product of the others."""
        found = on_each(lambda x, i, y: jax.grad(lambda y: strew_jax.scatter_mul(x, i * 0, y)[0])(y), SPLIT)(X, I, Y)
        np.testing.assert_allclose(found, [3 * 4, 2 * 4, 2 * 3, 6 * 7, 5 * 7, 5 * 6], rtol=1e-6)

    def test_a_sum_that_was_forgotten_is_an_error(self) -> None:
        """Devices differ, and the result says that they do not."""
        for name, calls in CALLS.items():
            for n, call in enumerate(calls):
                with self.subTest(name=name, is_jax=bool(n)), self.assertRaisesRegex(ValueError, "out_specs which require replication"):
                    jax.jit(on_each(call, EVERYWHERE))(X, I, Y)

    def test_what_is_the_same_everywhere_needs_no_sum(self) -> None:
        for name, calls in CALLS.items():
            with self.subTest(name=name):
                alone = jax.jit(shard_map(calls[0], mesh=MESH, in_specs=(EVERYWHERE,) * 3, out_specs=EVERYWHERE))(X, I, Y)
                np.testing.assert_array_equal(alone, calls[0](X, I, Y))
