"""A graph while it is made: the tasks that group tuples and check them, and the array that comes out."""

from __future__ import annotations

from functools import partial
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import dask.array as da
import numpy as np
from dask.base import tokenize
from dask.highlevelgraph import HighLevelGraph

from ._arrays import Array
from ._disk import add_files, apply_files
from ._parts import Step
from ._shuffle import Block, Graph, Key, add_apply, of_blocks, shuffle_by_tasks
from ._tuples import Chunks, Grid, Tuples, first_fault, plain


class Slab(NamedTuple):
    """The chunks of data that differ only along the indexed axes, and what goes to them."""

    before: Tuple[int, ...]  # the numbers of these chunks along the axes before the indexed ones
    after: Tuple[int, ...]
    blocks: List[Block]


class Job:
    """One call. `arrays` are those besides data that it reads: dask arrays, or NumPy arrays of indices, which are looked at now."""

    def __init__(self, data: Array, arrays: Sequence[Any], grid: Grid, step: Step, *words: Any) -> None:
        self.data, self.grid, self.step = data, grid, step
        self.lazy = [data, *(array for array in arrays if isinstance(array, da.Array))]
        names = [array.name if isinstance(array, da.Array) else array for array in (data, *arrays)]
        self.token = tokenize(names, grid, step, *words)
        self.graph: Graph = {}
        self._unchecked: List[Key] = []
        self._tuples: List[Tuples] = []

    def partition(
        self, number: Tuple[int, ...], function: Any, indices: Any, shape: Tuple[int, ...], *where: Any
    ) -> Tuple[Key, Optional[np.ndarray]]:
        """Adds the task that groups a block of indices, and says for which parts the block has tuples, if that is known.

        The task is function(grid, indices, *where), for indices of this shape. Indices that are an array already are grouped now. Tasks
        share the grid, and what is grouped leaves out parts without tuples: otherwise the graph's bytes would grow with pairs of chunks.
        """
        key: Key = (f"strew-partition-{self.token}", *number)
        if isinstance(indices, np.ndarray):
            tuples = function(self.grid, indices, *where)
            self._tuples.append(tuples)
            counts = np.diff(tuples.starts)
            parts = np.flatnonzero(counts)
            self.graph[key] = (partial(_grouped, len(counts), parts, counts[parts], tuples.order, tuples.slices),)
            return key, counts > 0
        grid: Key = (f"strew-grid-{self.token}",)
        self.graph[grid] = (partial(value_of, self.grid),)
        self.graph[key] = partial(_call, function, shape, where), grid, indices
        self._unchecked.append(key)
        return key, None

    def check(self, written: Sequence[Key] = ()) -> Optional[Key]:
        """Adds the task that all tasks which make output wait for; it raises the first fault. Faults that are known are raised now.

        Tasks that were written also say what is wrong with their tuples, so that these need not be kept until all are checked.
        """
        first_fault([tuples.fault for tuples in self._tuples])
        faults = list(written)
        if self.grid.policy == "error" and not written:
            for number, tuples in enumerate(self._unchecked):
                faults.append((f"strew-fault-{self.token}", number))
                self.graph[faults[-1]] = _fault_of, tuples
        if not faults:
            return None
        key: Key = (f"strew-check-{self.token}",)
        self.graph[key] = first_fault, faults
        return key

    def array(self, name: str, chunks: Chunks) -> Array:
        graph = HighLevelGraph.from_collections(name, self.graph, dependencies=self.lazy)
        return da.Array(graph, name, chunks, dtype=self.data.dtype)

    def scattered(self, slabs: Sequence[Slab], is_flat: bool, folder: Optional[str] = None) -> Array:
        """The output of a scatter, whose updates go through files of the folder if there is one."""
        name = f"strew-apply-{self.token}"
        places = [[self.place(slab, part) for part in range(self.grid.n_parts)] for slab in slabs]
        if folder is None:
            check = self.check()
            for number, (slab, chunks) in enumerate(zip(slabs, places)):
                sources = of_blocks(slab.blocks, self.grid.n_parts)
                parts = shuffle_by_tasks(self.graph, self.token, number, sources, self.grid.n_parts, self.step, is_flat)
                for at, keys in zip(chunks, parts):
                    add_apply(self.graph, self.token, (name, *at), (self.data.name, *at), keys, self.step, check)
        else:
            written: List[Key] = []
            for number, slab in enumerate(slabs):
                blocks = slab.blocks if len(slabs) > 1 else [self._fused(block) for block in slab.blocks]
                written += add_files(self.graph, self.token, folder, number, blocks, self.step, is_flat)
            check = self.check(written)
            for number, (slab, chunks) in enumerate(zip(slabs, places)):
                for part, at in enumerate(chunks):
                    task = partial(apply_files, self.step, folder, number, len(slab.blocks), part)
                    self.graph[(name, *at)] = task, (self.data.name, *at), check
        return self.array(name, self.data.chunks)

    def _fused(self, block: Block) -> Block:
        """The task that groups a block's tuples as a part of the one task that needs them."""
        return block._replace(tuples=self.graph.pop(block.tuples))

    def place(self, slab: Slab, part: int) -> Tuple[int, ...]:
        """The numbers of a chunk of data along all axes."""
        return (*slab.before, *map(int, np.unravel_index(part, self.grid.counts)), *slab.after)


def value_of(value: Any) -> Any:
    return value


def _fault_of(tuples: Tuples) -> Any:
    return tuples.fault


def _call(function: Any, shape: Tuple[int, ...], where: Tuple[Any, ...], grid: Grid, indices: np.ndarray) -> Any:
    return function(grid, plain(indices, "indices", shape=shape), *where)


def _grouped(n_parts: int, parts: np.ndarray, counts: np.ndarray, order: np.ndarray, slices: np.ndarray) -> Tuples:
    starts = np.zeros(n_parts + 1, np.int64)
    starts[parts + 1] = counts
    return Tuples(np.cumsum(starts), order, slices)
