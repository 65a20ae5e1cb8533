"""Histograms of dask arrays, whose edges are known."""

from __future__ import annotations

from functools import partial
from typing import Any, Dict, List, Optional, Tuple

import dask.array as da
import numpy as np
from dask.base import tokenize
from dask.highlevelgraph import HighLevelGraph

from .._histogram import _Edges
from .._histogram import histogram as histogram_now
from ._arrays import Array, as_dask, flatten
from ._shuffle import FAN, Key
from ._tuples import plain


def _counted(edges: np.ndarray, values: np.ndarray) -> np.ndarray:
    counts: np.ndarray = histogram_now(plain(values, "a"), edges)[0]
    return counts


def _total(counts: List[np.ndarray]) -> np.ndarray:
    total: np.ndarray = np.sum(counts, axis=0)
    return total


def _added(edges: np.ndarray, values: np.ndarray, weights: np.ndarray, sums: np.ndarray) -> np.ndarray:
    """Sums with the weights of one more block, which are added one by one."""
    written = sums.copy()
    histogram_now(plain(values, "a"), edges, weights=plain(weights, "weights"), out=written)
    return written


def _rounded(dtype: np.dtype, sums: np.ndarray) -> np.ndarray:
    return sums.astype(dtype)


def histogram(a: Any, bins: Any, weights: Any = None) -> Tuple[Array, np.ndarray]:
    """strew.histogram on dask arrays: how many numbers lie in each bin, or the sum of their weights, and the edges.

    a: a dask array of any shape.
    bins: the edges, as a NumPy array or a list: those that follow from the least and the greatest number of a are not known yet.
    weights: as many numbers, a dask array of the same shape, too.

    The result is one chunk. Counts of blocks are added in a tree. Weights are added in the row-major order of a, one block after the other, so
    that the bits are those of strew.histogram on one machine; the blocks themselves are made on all workers.

    >>> counts, edges = strew.dask.histogram(da.arange(10, chunks=3), [0, 5, 7, 9])
    >>> counts.compute()
    array([5, 2, 3])
    """
    values, edges = as_dask(a, "a"), np.asarray(bins)
    if edges.ndim != 1:
        raise ValueError(f"bins has {edges.ndim} dimensions, and the edges are needed, because a is not known yet")
    factors = None if weights is None else as_dask(weights, "weights")
    if factors is not None and factors.shape != values.shape:
        raise ValueError(f"weights has the shape {factors.shape}, and a has {values.shape}")
    if factors is not None and not _Edges(edges, values.dtype).are_comparable:
        raise TypeError(f"a is {values.dtype}, and edges are {edges.dtype}: of these NumPy adds weights up in an order of its own")
    no_weights: Optional[np.ndarray] = None if factors is None else np.empty(0, factors.dtype)
    nothing, edges = histogram_now(np.empty(0, values.dtype), edges, weights=no_weights)  # or what is wrong with them
    values = flatten(values, 0, values.ndim)
    name = f"strew-histogram-{tokenize(values.name, edges, None if factors is None else factors.name)}"
    graph: Dict[Key, Any] = {}
    lazy = [values]
    if factors is None:
        keys: List[Key] = [(f"{name}-0", number) for number in range(values.numblocks[0])]
        graph.update({key: (partial(_counted, edges), (values.name, key[1])) for key in keys})
        level = 0
        while len(keys) > 1:
            level += 1
            groups = [keys[i : i + FAN] for i in range(0, len(keys), FAN)]
            keys = [(f"{name}-{level}", number) for number in range(len(groups))]
            graph.update({key: (_total, group) for key, group in zip(keys, groups)})
        last = keys[0]
    else:
        factors = flatten(factors, 0, factors.ndim).rechunk(values.chunks)
        lazy.append(factors)
        first: Any = np.zeros(nothing.shape, np.result_type(factors.dtype, np.int64 if factors.dtype.kind in "iu" else np.float64))
        for number in range(values.numblocks[0]):
            last = (f"{name}-sums", number)
            graph[last] = partial(_added, edges), (values.name, number), (factors.name, number), first
            first = last
    graph[(name, 0)] = partial(_rounded, nothing.dtype), last
    layers = HighLevelGraph.from_collections(name, graph, dependencies=lazy)
    return da.Array(layers, name, (nothing.shape,), dtype=nothing.dtype), edges
