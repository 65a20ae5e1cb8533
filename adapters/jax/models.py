"""Whole models that scatter and gather, for bench.py: one step each, everything included that the step needs. A model is a function of a side,
which says whose scatters and gathers it calls, and returns a program and its arguments, the first of which is donated and returned first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Callable, Dict, Optional, Tuple

import jax
import jax.numpy as jnp
import numpy as np

import strew_jax



def _messages(x: jax.Array, src: jax.Array, weights: Optional[jax.Array], dst: jax.Array, n: int) -> jax.Array:
    """What JAX makes of the messages of a graph layer: a row for each edge."""
    rows = jnp.take(x, src, axis=0, mode="clip")
    return jax.ops.segment_sum(rows if weights is None else rows * weights[:, None], dst, n)


def _products(x: jax.Array, src: jax.Array, weights: Optional[jax.Array], dst: jax.Array, n: int) -> jax.Array:
    return strew_jax.spmm((dst, src), x, weights=weights, n_rows=n)


SIDES = {
    "jax": SimpleNamespace(at=lambda x: x.at, take=jnp.take, sum=jax.ops.segment_sum, max=jax.ops.segment_max, messages=_messages),
    "strew": SimpleNamespace(
        at=strew_jax.at, take=strew_jax.take, sum=strew_jax.segment_sum, max=strew_jax.segment_max, messages=_products
    ),
}
Step = Callable[..., Tuple[Any, jax.Array]]
Model = Callable[[Any], Tuple[Step, Tuple[Any, ...]]]


def numbers(seed: int, *shape: int) -> jax.Array:
    return jnp.asarray(np.random.default_rng(seed).standard_normal(shape, np.float32)) / shape[-1] ** 0.5


def indices(seed: int, n: int, *shape: int, power: int = 1) -> jax.Array:
    """Of n; the first are the more frequent, the higher the power."""
    return jnp.asarray((np.random.default_rng(seed).random(shape) ** power * n).astype(np.int32))


def trained(loss: Callable[..., jax.Array]) -> Step:
    def step(parameters: Any, *rest: jax.Array) -> Tuple[Any, jax.Array]:
        value, gradients = jax.value_and_grad(loss)(parameters, *rest)
        return jax.tree.map(lambda p, g: p - 0.1 * g, parameters, gradients), value

    return step


def cross_entropy(scores: jax.Array, labels: jax.Array) -> jax.Array:
    return -jnp.take_along_axis(jax.nn.log_softmax(scores), labels[:, None], 1).mean()


def graph_network(side: Any) -> Tuple[Step, Tuple[Any, ...]]:
    """GraphSAGE with means, two layers on a graph with the size of ogbn-arxiv: a step of training."""
    n, e = 169_343, 1_166_243

    def loss(parameters: Any, x: jax.Array, src: jax.Array, dst: jax.Array, degrees: jax.Array, labels: jax.Array) -> jax.Array:
        for layer, (own, neighbours) in enumerate(parameters):
            means = side.messages(x @ neighbours, src, None, dst, n) / degrees
            x = x @ own + means
            x = jax.nn.relu(x) if layer == 0 else x
        return cross_entropy(x, labels)

    dst = indices(1, n, e, power=3)
    degrees = jnp.maximum(jnp.bincount(dst, length=n), 1)[:, None].astype(jnp.float32)
    parameters = [(numbers(2, 128, 64), numbers(3, 128, 64)), (numbers(4, 64, 40), numbers(5, 64, 40))]
    return trained(loss), (parameters, numbers(6, n, 128), indices(7, n, e), dst, degrees, indices(8, 40, n))


def attention_network(side: Any) -> Tuple[Step, Tuple[Any, ...]]:
    """A layer of graph attention: the softmax of each node's edges, by a maximum and two sums. A step of training."""
    n, e = 20_000, 200_000

    def loss(parameters: Any, x: jax.Array, src: jax.Array, dst: jax.Array, labels: jax.Array) -> jax.Array:
        weights, left, right = parameters
        h = x @ weights
        score = jax.nn.leaky_relu(side.take(h @ left, src, axis=0, mode="clip") + side.take(h @ right, dst, axis=0, mode="clip"))
        top = jax.lax.stop_gradient(side.max(score, dst, n))
        share = jnp.exp(score - side.take(top, dst, axis=0, mode="clip"))
        total = side.sum(share, dst, n)
        out = side.messages(h, src, share, dst, n) / jnp.maximum(total, 1e-9)[:, None]
        return cross_entropy(out, labels)

    parameters = (numbers(1, 64, 64), numbers(2, 64), numbers(3, 64))
    return trained(loss), (parameters, numbers(4, n, 64), indices(5, n, e), indices(6, n, e, power=3), indices(7, 64, n))


def text_classifier(side: Any) -> Tuple[Step, Tuple[Any, ...]]:
    """Means of the embeddings of 512 texts of 128 words, of a vocabulary of 50,257, and a layer on them. A step of training."""

    def loss(parameters: Any, words: jax.Array, labels: jax.Array) -> jax.Array:
        table, weights = parameters
        return cross_entropy(side.take(table, words, axis=0, mode="clip").mean(1) @ weights, labels)

    return trained(loss), ((numbers(1, 50_257, 256), numbers(2, 256, 20)), indices(3, 50_257, 512, 128, power=4), indices(4, 20, 512))


def decoder(side: Any) -> Tuple[Step, Tuple[Any, ...]]:
    """A token of eight texts: projections, a cache of 2,048 keys and values that the step writes to, attention, and a feed-forward layer."""
    texts, length, heads, width = 8, 2048, 8, 64

    def step(caches: Any, x: jax.Array, at: jax.Array, weights: Any) -> Tuple[Any, jax.Array]:
        keys, values = caches
        q, k, v = ((x @ w).reshape(texts, heads, width) for w in weights[:3])
        text = jnp.arange(texts)
        keys, values = side.at(keys)[text, at].set(k), side.at(values)[text, at].set(v)
        scores = jnp.einsum("bhd,blhd->bhl", q, keys) / width**0.5
        scores = jnp.where(jnp.arange(length) <= at[:, None, None], scores, -jnp.inf)
        x = x + jnp.einsum("bhl,blhd->bhd", jax.nn.softmax(scores), values).reshape(x.shape) @ weights[3]
        return (keys, values), x + jax.nn.gelu(x @ weights[4]) @ weights[5]

    model = heads * width
    caches = tuple(numbers(seed, texts, length, heads, width) for seed in (1, 2))
    weights = [numbers(seed, model, model) for seed in (3, 4, 5, 6)] + [numbers(7, model, 4 * model), numbers(8, 4 * model, model)]
    return step, (caches, numbers(9, texts, model), indices(10, length, texts), weights)


def experts(side: Any) -> Tuple[Step, Tuple[Any, ...]]:
    """A layer of eight experts with room for 1,536 of 8,192 tokens each, one for each token. A step of training."""
    n, k, room, width = 8192, 8, 1536, 256

    def loss(parameters: Any, x: jax.Array, target: jax.Array) -> jax.Array:
        router, up, down = parameters
        gates = jax.nn.softmax(x @ router)
        expert = gates.argmax(1)
        place = (jnp.cumsum(jax.nn.one_hot(expert, k, dtype=jnp.int32), 0) * jax.nn.one_hot(expert, k, dtype=jnp.int32)).sum(1) - 1
        row = jnp.where(place < room, expert * room + place, k * room)  # the last is out of bounds: such a token is dropped
        sent = side.at(jnp.zeros((k * room, width)))[row].set(x, mode="drop").reshape(k, room, width)
        done = jnp.einsum("krh,khw->krw", jax.nn.relu(jnp.einsum("krw,kwh->krh", sent, up)), down).reshape(k * room, width)
        back = side.take(done, row, axis=0, fill_value=0) * gates.max(1)[:, None]
        return ((x + back - target) ** 2).mean()

    parameters = (numbers(1, width, k), numbers(2, k, width, 512), numbers(3, k, 512, width))
    return trained(loss), (parameters, numbers(4, n, width), numbers(5, n, width))


def pillars(side: Any) -> Tuple[Step, Tuple[Any, ...]]:
    """The front of PointPillars: features of 100,000 points, the maximum of each of 12,000 pillars, which become an image of 432 by 496, and a
    convolution that halves it."""
    points, n, height, width = 100_000, 12_000, 496, 432

    def step(canvas: jax.Array, x: jax.Array, pillar: jax.Array, places: jax.Array, weights: Any) -> Tuple[jax.Array, jax.Array]:
        features = side.max(jax.nn.relu(x @ weights[0]), pillar, n)
        canvas = side.at(jnp.zeros_like(canvas))[places].set(jnp.maximum(features, 0))
        image = canvas.reshape(1, height, width, 64)
        return canvas, jax.lax.conv_general_dilated(image, weights[1], (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    places = jnp.asarray(np.random.default_rng(1).permutation(height * width)[:n].astype(np.int32))
    weights = (numbers(2, 9, 64), numbers(3, 3, 3, 64, 64))
    return step, (jnp.zeros((height * width, 64)), numbers(4, points, 9), indices(5, n, points), places, weights)


def sides(model: Model) -> Dict[str, Callable[[], Any]]:
    """A function for each side that makes a step. The steps of both must agree."""
    made: Dict[str, Callable[[], Any]] = {}
    firsts = []
    for name_of_side, side in SIDES.items():
        step, (state, *rest) = model(side)
        program, kept = jax.jit(step, donate_argnums=0), [state]

        def call(program: Any = program, kept: Any = kept, rest: Any = rest) -> jax.Array:
            kept[0], result = program(kept[0], *rest)
            return result

        made[name_of_side] = call
        firsts.append(np.asarray(call()))
    np.testing.assert_allclose(*firsts, rtol=1e-3, atol=1e-4)
    return made
