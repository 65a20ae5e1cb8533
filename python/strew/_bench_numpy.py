"""The second table of `python -m strew bench`: what people try first, beside the same line of NumPy."""

from __future__ import annotations

import os
import sys
from typing import Any, Callable, Iterator, NamedTuple

import numpy as np

from ._at import add_at, bincount
from ._gather import gather, gather_elements, gather_nd, plan_gather
from ._group import group
from ._masked import masked_scatter
from ._scatter import plan_scatter_update, scatter_elements, scatter_nd, scatter_update
from ._take import put, put_along_axis, take, take_along_axis
from ._tokens import plan_tensor_scatter, tensor_scatter

_LOSS = 1.05  # so many times NumPy's time


class Row(NamedTuple):
    name: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    written: Any = None  # the array that both write to


def rows() -> Iterator[Row]:
    """Ten elements, and a million."""
    rng = np.random.default_rng(1)
    a, i, b = np.zeros(100), rng.integers(0, 100, 10), rng.random(10)
    table, row, places = np.zeros((100, 32)), rng.random(32), rng.integers(0, 100, (10, 32))
    yield Row("add_at(a, [1, 2, 1], 1.0)", lambda: add_at(a, [1, 2, 1], 1.0), lambda: np.add.at(a, [1, 2, 1], 1.0), a)
    yield Row("add_at(a, i, b)", lambda: add_at(a, i, b), lambda: np.add.at(a, i, b), a)
    yield Row("add_at(rows, i, one row)", lambda: add_at(table, i, row), lambda: np.add.at(table, i, row), table)
    counts, bins, units = np.zeros((20, 358), np.int64), rng.integers(0, 20, 358), np.arange(358)
    yield Row(
        "add_at(20 x 358, (bin, unit), 1)", lambda: add_at(counts, (bins, units), 1), lambda: np.add.at(counts, (bins, units), 1), counts
    )
    yield Row("take(a, i)", lambda: take(a, i), lambda: np.take(a, i))
    yield Row("take(rows, [1, 2, 1], 0)", lambda: take(table, [1, 2, 1], 0), lambda: np.take(table, [1, 2, 1], 0))
    yield Row("put(a, i, b)", lambda: put(a, i, b), lambda: np.put(a, i, b), a)
    yield Row("put(a, i, 1.0)", lambda: put(a, i, 1.0), lambda: np.put(a, i, 1.0), a)
    yield Row("take_along_axis(rows, i, 0)", lambda: take_along_axis(table, places, 0), lambda: np.take_along_axis(table, places, 0))
    yield Row(
        "put_along_axis(rows, i, 1, 0)", lambda: put_along_axis(table, places, 1, 0), lambda: np.put_along_axis(table, places, 1, 0), table
    )
    yield Row("bincount(i, b)", lambda: bincount(i, b), lambda: np.bincount(i, b))
    yield Row("add_at(a, 3, 1.0)", lambda: add_at(a, 3, 1.0), lambda: np.add.at(a, 3, 1.0), a)
    yield Row("take(a, 3)", lambda: take(a, 3), lambda: np.take(a, 3))
    tuples, of_gather = i[:, np.newaxis], plan_gather(100, "float64", 10)
    yield Row("gather(a, i), and take", lambda: gather(a, i), lambda: np.take(a, i, 0))
    yield Row("the same, planned", lambda: of_gather(a, i), lambda: np.take(a, i, 0))
    yield Row("gather(a, i), and a[i]", lambda: gather(a, i), lambda: a[i])
    yield Row("gather_nd(a, i), and take", lambda: gather_nd(a, tuples), lambda: np.take(a, i, 0))
    yield Row(
        "gather_elements, and take_along_axis", lambda: gather_elements(table, places, 0), lambda: np.take_along_axis(table, places, 0)
    )
    of_update = plan_scatter_update(100, "float64", 10, 0, "add")
    yield Row("scatter_update(a, i, b), and add.at", lambda: scatter_update(a, i, b, 0, "add", a), lambda: np.add.at(a, i, b), a)
    yield Row("the same, planned", lambda: of_update(a, i, b, a), lambda: np.add.at(a, i, b), a)
    yield Row("scatter_nd(a, i, b), and add.at", lambda: scatter_nd(a, tuples, b, "add", a), lambda: np.add.at(a, i, b), a)
    ones = np.ones((10, 32))
    yield Row(
        "scatter_elements, and put_along_axis",
        lambda: scatter_elements(table, places, ones, 0, "none", table),
        lambda: np.put_along_axis(table, places, ones, 0),
        table,
    )
    mask, values = np.arange(100) % 3 == 0, rng.random(34)
    yield Row("masked_scatter(a, mask, b), and place", lambda: masked_scatter(a, mask, values, a), lambda: np.place(a, mask, values), a)
    cache, tokens, where = np.zeros((2, 16, 64), np.float32), np.ones((2, 1, 64), np.float32), np.array([3, 5])
    of_cache = plan_tensor_scatter((2, 16, 64), "float32", 1)

    def assign_tokens() -> None:
        cache[0, 3], cache[1, 5] = tokens[0, 0], tokens[1, 0]

    yield Row("tensor_scatter, and two assignments", lambda: tensor_scatter(cache, tokens, where, out=cache), assign_tokens, cache)
    yield Row("the same, planned", lambda: of_cache(cache, tokens, where, cache), assign_tokens, cache)

    many, weights, sums, whole = rng.integers(0, 10_000, 1_000_000), rng.random(1_000_000), np.zeros(10_000), np.zeros(10_000, np.int64)
    in_order = np.sort(many)
    yield Row("add_at(10,000 counts, 1,000,000, 1)", lambda: add_at(whole, many, 1), lambda: np.add.at(whole, many, 1), whole)
    yield Row("the same, sorted", lambda: add_at(whole, in_order, 1), lambda: np.add.at(whole, in_order, 1), whole)
    yield Row("add_at(10,000 sums, 1,000,000, b)", lambda: add_at(sums, many, weights), lambda: np.add.at(sums, many, weights), sums)
    yield Row("the same, sorted", lambda: add_at(sums, in_order, weights), lambda: np.add.at(sums, in_order, weights), sums)
    yield Row("bincount(1,000,000)", lambda: bincount(many), lambda: np.bincount(many))
    yield Row("bincount(1,000,000, weights)", lambda: bincount(many, weights), lambda: np.bincount(many, weights))
    few, spread = rng.integers(0, 1_000, 1_000_000), rng.integers(0, 100_000, 1_000_000)
    yield Row("group(1,000,000, 1,000), and argsort", lambda: group(few, 1_000)[0], lambda: np.argsort(few, kind="stable"))
    yield Row("group(1,000,000, 100,000)", lambda: group(spread, 100_000)[0], lambda: np.argsort(spread, kind="stable"))
    yield Row("group(1,000,000), and unique", lambda: group(spread)[2], lambda: np.unique(spread))


def line_of(name: str, ours: str, theirs: str, ratio: float) -> str:
    """A row of the table, in red where strew loses and somebody looks at a terminal."""
    text = f"{name:<38}{ours:>12}{theirs:>12}{ratio:>8.2f}"
    is_red = ratio > _LOSS and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return f"\033[31m{text}\033[0m" if is_red else text
