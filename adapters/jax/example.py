"""Trains a graph network on a small random graph, with strew's product of a sparse matrix and a table, and its segment_sum.

The labels are the signs of what the neighbours of a node have on average, so that a network which passes messages learns them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Dict, Tuple

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser  # noqa: E402

if __name__ == "__main__":
    Parser(description=__doc__).parse_args()  # --help, before the imports that take long

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

import strew_jax  # noqa: E402

Parameters = Dict[str, jax.Array]
N_NODES, N_EDGES, FEATURES, HIDDEN = 2000, 20_000, 16, 32


def message_passing(x: jax.Array, edges: jax.Array) -> jax.Array:
    src, dst = edges
    # JAX would make the messages, jnp.take(x, src, axis=0), and need two of jax.ops.segment_sum.
    return strew_jax.spmm((dst, src), x, n_rows=N_NODES, reduction="mean")


def network(parameters: Parameters, x: jax.Array, edges: jax.Array) -> jax.Array:
    for layer in "12":
        x = x @ parameters["own" + layer] + message_passing(x, edges) @ parameters["neighbours" + layer]
        x = jax.nn.relu(x) if layer == "1" else x
    return x


def loss(parameters: Parameters, x: jax.Array, edges: jax.Array, labels: jax.Array) -> Tuple[jax.Array, jax.Array]:
    scores = network(parameters, x, edges)
    accuracy = (scores.argmax(1) == labels).mean()
    return -jnp.take_along_axis(jax.nn.log_softmax(scores), labels[:, None], 1).mean(), accuracy


@jax.jit
def step(parameters: Parameters, x: jax.Array, edges: jax.Array, labels: jax.Array) -> Tuple[Parameters, jax.Array, jax.Array]:
    (value, accuracy), gradients = jax.value_and_grad(loss, has_aux=True)(parameters, x, edges, labels)
    return jax.tree.map(lambda p, g: p - 0.5 * g, parameters, gradients), value, accuracy


def main() -> None:
    keys = iter(jax.random.split(jax.random.key(0), 6))
    x = jax.random.normal(next(keys), (N_NODES, FEATURES))
    edges = jax.random.randint(next(keys), (2, N_EDGES), 0, N_NODES)
    labels = (strew_jax.segment_sum(x[edges[0]], edges[1], N_NODES)[:, 0] > 0).astype(jnp.int32)
    shapes = {"own1": (FEATURES, HIDDEN), "neighbours1": (FEATURES, HIDDEN), "own2": (HIDDEN, 2), "neighbours2": (HIDDEN, 2)}
    parameters = {name: jax.random.normal(next(keys), shape) / shape[0] ** 0.5 for name, shape in shapes.items()}
    for epoch in range(121):
        parameters, value, accuracy = step(parameters, x, edges, labels)
        if epoch % 40 == 0:
            print(f"epoch {epoch:3}  loss {value:.3f}  accuracy {accuracy:.2f}")


if __name__ == "__main__":
    main()
