"""gather_nd on dask arrays: tuples travel to the chunks of data that they name, and the slices travel back."""

from __future__ import annotations

import math
from functools import partial
from itertools import product
from typing import Any, Dict, List, Optional, Tuple

import dask.array as da
import numpy as np

from .._arrays import _array, element_bytes
from .._gather import gather, plan_gather_nd
from .._scatter import scatter_update
from ._arrays import Array, as_dask, begins, block_of, flatten, without_empty_chunks
from ._graph import Job, value_of
from ._parts import Part, Step, request_block
from ._shuffle import Source, shuffle_by_tasks
from ._tuples import Grid, narrow, tuples_of_rows


def take(step: Step, edges: np.ndarray, chunk: np.ndarray, requests: List[Part]) -> Part:
    """The slices of a chunk of data that requests name, grouped by the chunk of output that they belong to.

    A request has the number of its tuple among all, which ascends from request to request. edges: where chunks of output begin and end.
    """
    numbers = np.concatenate([each.updates.ravel() for each in requests])
    slices = np.concatenate([each.slices for each in requests])
    starts = np.searchsorted(numbers, edges)
    places = numbers - np.repeat(edges[:-1], np.diff(starts))
    return Part(starts, narrow(places, int(np.diff(edges).max())), gather(step.view(chunk), slices, 1, negative_wrap=False))


def put(shape: Tuple[int, ...], fill: np.ndarray, parts: List[Part], _check: Any = None) -> np.ndarray:
    """A chunk of output, in which each slice is one of a part, or filled."""
    output = np.full(shape, fill)
    seen = output.reshape(1, shape[0], math.prod(shape[1:]))
    for part in parts:
        scatter_update(seen, part.slices, part.updates, 1, "none", seen)
    return output


def _gathered(job: Job, blocks: List[Source], sizes: Tuple[int, ...], fill: np.ndarray) -> Array:
    """The slices that blocks of tuples ask for, in chunks of these sizes along the tuples."""
    check, n_parts, name = job.check([block.key for block in blocks]), job.grid.n_parts, f"strew-gather-{job.token}"
    checks = [] if check is None else [check]
    edges = (f"strew-edges-{job.token}",)
    job.graph[edges] = (partial(value_of, np.cumsum((0, *sizes))),)
    request = Step(0, 1, np.dtype(np.int64), "none")
    requests = shuffle_by_tasks(job.graph, job.token, 0, blocks, n_parts, request)
    wanted = None if any(each.is_wanted is None for each in blocks) else np.array([each.is_wanted for each in blocks])
    slices = job.data.chunks[len(job.grid.axes) :]
    for number, after in enumerate(product(*(range(len(each)) for each in slices))):
        sources = []
        for part, keys in enumerate(requests):
            if keys:
                key = (f"strew-take-{job.token}", part, *after)
                at = (*map(int, np.unravel_index(part, job.grid.counts)), *after)
                job.graph[key] = partial(take, job.step), edges, (job.data.name, *at), keys
                sources.append(Source(key, 0, len(sizes), None if wanted is None else wanted[:, part]))
        answers = shuffle_by_tasks(job.graph, job.token, 1 + number, sources, len(sizes), job.step)
        for t, keys in enumerate(answers):
            shape = (sizes[t], *(each[i] for each, i in zip(slices, after)))
            job.graph[(name, t, *after)] = (partial(put, shape, fill), keys, *checks)
    return job.array(name, (sizes, *slices))


def gather_nd(
    data: Any,
    indices: Any,
    *,
    policy: str = "error",
    fill: Any = None,
    negative_wrap: bool = True,
    ignore_index: Optional[int] = None,
) -> Array:
    """strew.gather_nd on dask arrays: the slices of data that tuples name, in the order of the tuples.

    The result has the chunks of indices along the tuples, and those of data along the dimensions of a slice. The other arguments are
    those of strew.gather_nd.
    """
    return gather_rows(data, indices, fill, policy=policy, negative_wrap=negative_wrap, ignore_index=ignore_index)


def gather_rows(data: Any, indices: Any, fill: Any = None, subject: Optional[str] = None, **words: Any) -> Array:
    """The same of indices that sentences call by another name."""
    data, lazy = as_dask(data, "data"), as_dask(indices, "indices")
    plan = plan_gather_nd(tuple(data.shape), data.dtype, tuple(lazy.shape), index_dtype=lazy.dtype, fill=fill, **words)
    leading, k = tuple(lazy.shape[:-1]), lazy.shape[-1]
    n = math.prod(leading)
    if n == 0:
        return da.zeros(plan.shape, dtype=data.dtype)
    is_there = not isinstance(indices, da.Array) or k == 0
    rows = lazy if is_there else flatten(lazy.rechunk({lazy.ndim - 1: -1}), 0, len(leading))
    sizes = flatten(da.zeros(leading, dtype=np.int8, chunks=lazy.chunks[:-1]), 0, len(leading)).chunks[0] if is_there else rows.chunks[0]
    block: Any = (np.zeros((n, 0), np.int8) if k == 0 else _array(indices, "indices").reshape(n, k)) if is_there else rows
    bytes_of_fill = element_bytes(fill, data.dtype, "fill")
    fill_element = np.zeros((), data.dtype) if bytes_of_fill is None else np.frombuffer(bytes_of_fill, data.dtype)[0]
    job = Job(data, (block,), Grid(tuple(range(k)), tuple(data.chunks[:k]), **words, subject=subject), Step(0, k, data.dtype, "none"), fill, sizes)
    job.lazy.extend([] if is_there else [job.shared])
    blocks = []
    for number, (begin, size) in enumerate(zip(begins(sizes), sizes)):
        found = job.find(tuples_of_rows, block_of(block, (sizes, (k,)), (number, 0)) if is_there else None, (size, k), begin)
        key = f"strew-request-{job.token}", number
        given = (None, None) if is_there else (job.shared.key, (block.name, number, 0))
        job.graph[key] = partial(request_block, found.find, begin), *given
        blocks.append(Source(key, 0, job.grid.n_parts, found.is_wanted))
    result = _gathered(job, blocks, sizes, fill_element)
    if len(leading) == 1:
        return result
    return da.zeros(plan.shape, dtype=data.dtype) if result.size == 0 else without_empty_chunks(result).reshape(plan.shape)
