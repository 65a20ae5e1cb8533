"""gather_nd on dask arrays: each chunk of data answers for its tuples, and the answers are put in the order of the tuples."""

from __future__ import annotations

import math
from functools import partial
from itertools import product
from typing import Any, Dict, List, Optional, Tuple

import dask.array as da
import numpy as np

from .._gather import _fill_bytes, gather, plan_gather_nd
from .._scatter import _array, scatter_update
from ._arrays import Array, as_dask, begins, block_of, flatten, without_empty_chunks
from ._graph import Job
from ._parts import Step
from ._tuples import Grid, Tuples, tuples_of_rows


def take(step: Step, part: int, chunk: np.ndarray, tuples: Tuples) -> np.ndarray:
    """The slices that the tuples of this part name in their chunk, as [tuples, inner]."""
    begin, end = int(tuples.starts[part]), int(tuples.starts[part + 1])
    taken: np.ndarray = gather(step.view(chunk)[0], tuples.slices[begin:end], 0, negative_wrap=False)
    return taken


def put_in_order(
    shape: Tuple[int, ...], fill: np.ndarray, parts: Tuple[int, ...], tuples: Tuples, pieces: List[np.ndarray], _check: Any = None
) -> np.ndarray:
    """A chunk of output from what each of these parts of its tuples took."""
    output = np.full(shape, fill)
    seen = output.reshape(shape[0], math.prod(shape[1:]))
    for part, slices in zip(parts, pieces):
        begin, end = int(tuples.starts[part]), int(tuples.starts[part + 1])
        scatter_update(seen, tuples.order[begin:end], slices, 0, "none", seen)
    return output


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

    The result has the chunks of indices along the tuples, and those of data along the dimensions of a slice. One task for each pair of
    a chunk of tuples and a chunk of data reads the slices, so both should have few. The other arguments are those of strew.gather_nd.
    """
    data, lazy = as_dask(data, "data"), as_dask(indices, "indices")
    words: Dict[str, Any] = dict(policy=policy, negative_wrap=negative_wrap, ignore_index=ignore_index)
    plan = plan_gather_nd(tuple(data.shape), data.dtype, tuple(lazy.shape), index_dtype=lazy.dtype, fill=fill, **words)
    leading, k = tuple(lazy.shape[:-1]), lazy.shape[-1]
    n = math.prod(leading)
    if n == 0:
        return da.zeros(plan.shape, dtype=data.dtype)
    is_there = not isinstance(indices, da.Array) or k == 0
    rows = lazy if is_there else flatten(lazy.rechunk({lazy.ndim - 1: -1}), 0, len(leading))
    sizes = flatten(da.zeros(leading, dtype=np.int8, chunks=lazy.chunks[:-1]), 0, len(leading)).chunks[0] if is_there else rows.chunks[0]
    block: Any = (np.zeros((n, 0), np.int8) if k == 0 else _array(indices, "indices").reshape(n, k)) if is_there else rows
    fill_element = np.zeros((), data.dtype) if fill is None else np.frombuffer(_fill_bytes(fill, data.dtype) or b"", data.dtype)[0]
    job = Job(data, (block,), Grid(tuple(range(k)), tuple(data.chunks[:k]), **words), Step(0, k, "none"), fill)
    keys = []
    for number, begin in enumerate(begins(sizes)):
        of_rows = block_of(block, (sizes, (k,)), (number, 0)) if is_there else (block.name, number, 0)
        keys.append(job.partition((number,), partial(tuples_of_rows, job.grid), of_rows, begin))
    check, name = job.check(), f"strew-gather-{job.token}"
    checks = [] if check is None else [check]
    slices = data.chunks[k:]
    for (t, (key, is_wanted)), after in product(enumerate(keys), product(*(range(len(each)) for each in slices))):
        parts = [part for part in range(job.grid.n_parts) if is_wanted is None or is_wanted[part]]
        pieces = []
        for part in parts:
            taken = (f"strew-take-{job.token}", t, part, *after)
            at = (*map(int, np.unravel_index(part, job.grid.counts)), *after)
            job.graph[taken] = partial(take, job.step, part), (data.name, *at), key
            pieces.append(taken)
        shape = (sizes[t], *(each[i] for each, i in zip(slices, after)))
        job.graph[(name, t, *after)] = (partial(put_in_order, shape, fill_element, tuple(parts)), key, pieces, *checks)
    result = job.array(name, (sizes, *slices))
    if len(leading) == 1:
        return result
    return da.zeros(plan.shape, dtype=data.dtype) if result.size == 0 else without_empty_chunks(result).reshape(plan.shape)
