"""A graph while it is made: the tasks that group tuples and check them, and the array that comes out."""

from __future__ import annotations

from functools import partial
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import dask.array as da
import numpy as np
from dask.base import tokenize
from dask.delayed import Delayed
from dask.highlevelgraph import HighLevelGraph
from dask.layers import ArrayBlockwiseDep

from ._arrays import Array
from ._disk import apply_files, path_of, write_block
from ._parts import About, Find, Step, group_block
from ._shuffle import Graph, Key, Source, add_apply, shuffle_by_tasks
from ._tuples import Chunks, Grid, Tuples, first_fault, plain


class Found(NamedTuple):
    """How a task gets the tuples of a block, and for which parts there are some, if that is known."""

    find: Find
    is_wanted: Optional[np.ndarray]


class Slab(NamedTuple):
    """The chunks of data that differ only along the indexed axes, and what goes to them."""

    before: Tuple[int, ...]  # the numbers of these chunks along the axes before the indexed ones
    after: Tuple[int, ...]
    blocks: Dict[Tuple[int, ...], Found]  # by the numbers of the chunk of updates, in the order of tuples


class Abouts(ArrayBlockwiseDep):  # type: ignore[misc]
    """For each chunk of updates, what its task must know of it."""

    def __init__(self, chunks: Chunks, abouts: Dict[Tuple[int, ...], About]) -> None:
        super().__init__(chunks)
        self.abouts = abouts

    def __getitem__(self, number: Tuple[int, ...]) -> About:
        return self.abouts[number]


class Job:
    """One call. `arrays` are those besides data that it reads: dask arrays, or NumPy arrays of indices, which are looked at now."""

    def __init__(self, data: Array, arrays: Sequence[Any], grid: Grid, step: Step, *words: Any) -> None:
        self.data, self.grid, self.step = data, grid, step
        self.lazy = [data, *(array for array in arrays if isinstance(array, da.Array))]
        names = [array.name if isinstance(array, da.Array) else array for array in (data, *arrays)]
        self.token = tokenize(names, grid, step, *words)
        self.graph: Graph = {}
        name = f"strew-grid-{self.token}"
        self.shared = Delayed(name, HighLevelGraph.from_collections(name, {name: (partial(value_of, grid),)}))
        self._tuples: List[Tuples] = []
        self._shared: List[Key] = []  # of the tuples of each block, if several slabs share them

    def find(self, function: Any, indices: Optional[np.ndarray], shape: Tuple[int, ...], *where: Any) -> Found:
        """How a task groups a block of indices of this shape: by function(grid, indices, *where).

        Indices that are an array already are grouped now. Tasks share the grid, and what is grouped leaves out parts without tuples:
        otherwise the graph's bytes would grow with pairs of chunks.
        """
        if indices is None:
            return Found(partial(_call, function, shape, where), None)
        tuples = function(self.grid, indices, *where)
        self._tuples.append(tuples)
        counts = np.diff(tuples.starts)
        parts = np.flatnonzero(counts)
        return Found(partial(_known, len(counts), parts, counts[parts], tuples.order, tuples.slices), counts > 0)

    def check(self, blocks: Sequence[Key], written: bool = False) -> Optional[Key]:
        """Adds the task that all tasks which make output wait for; it raises the first fault. Faults that are known are raised now.

        Blocks are the tasks that group indices; those that also write their updates return the fault alone.
        """
        first_fault([tuples.fault for tuples in self._tuples])
        faults = list(blocks) if written else []
        if self.grid.policy == "error" and not written and not self._tuples:
            for number, block in enumerate(blocks):
                faults.append((f"strew-fault-{self.token}", number))
                self.graph[faults[-1]] = _fault_of, block
        if not faults:
            return None
        key: Key = (f"strew-check-{self.token}",)
        self.graph[key] = first_fault, faults
        return key

    def array(self, name: str, chunks: Chunks) -> Array:
        graph = HighLevelGraph.from_collections(name, self.graph, dependencies=self.lazy)
        return da.Array(graph, name, chunks, dtype=self.data.dtype)

    def scattered(self, indices: Any, updates: Array, slabs: Sequence[Slab], is_flat: bool, folder: Optional[str] = None) -> Array:
        """The output of a scatter, whose updates go through files of the folder if there is one."""
        name, n_parts = f"strew-apply-{self.token}", self.grid.n_parts
        places = [[self.place(slab, part) for part in range(n_parts)] for slab in slabs]
        keys = self._group(indices, updates, slabs, is_flat, folder)
        if folder is None:
            check = self.check(self._shared or [key for slab in keys for key in slab])
            for number, (slab, chunks) in enumerate(zip(slabs, places)):
                sources = [Source(key, 0, n_parts, found.is_wanted) for key, found in zip(keys[number], slab.blocks.values())]
                parts = shuffle_by_tasks(self.graph, self.token, number, sources, n_parts, self.step)
                for at, of_part in zip(chunks, parts):
                    add_apply(self.graph, self.token, (name, *at), (self.data.name, *at), of_part, self.step, check)
        else:
            check = self.check([key for slab in keys for key in slab], written=True)
            for number, (slab, chunks) in enumerate(zip(slabs, places)):
                for part, at in enumerate(chunks):
                    task = partial(apply_files, self.step, folder, number, len(slab.blocks), part)
                    self.graph[(name, *at)] = task, (self.data.name, *at), check
        return self.array(name, self.data.chunks)

    def _group(self, indices: Any, updates: Array, slabs: Sequence[Slab], is_flat: bool, folder: Optional[str]) -> List[List[Key]]:
        """Adds the tasks that group the blocks of each slab, in memory or into a file, and returns their keys.

        They are a layer that dask fuses with what makes indices and updates, so that a block is made where it is grouped.
        """
        function, name = (group_block, f"strew-group-{self.token}") if folder is None else (write_block, f"strew-write-{self.token}")
        axes, first = tuple(range(updates.ndim)), len(slabs[0].before)
        is_lazy, is_shared = isinstance(indices, da.Array), not is_flat and len(slabs) > 1
        output = axes
        given: Tuple[Any, Any] = (None, None)
        self.lazy = [self.data]  # and not what blocks are made of, which would not be fused then
        if is_shared:
            shared = self._tuples_of(indices, slabs[0], updates.chunks[first])
            self.lazy.append(shared)
            given = shared, (first,)
        elif is_lazy and is_flat:
            given = indices, axes
        elif is_lazy:
            given = indices, (first, updates.ndim)
            output = (*axes, updates.ndim)  # the last one is that of a tuple's components
        abouts = {}
        for number, slab in enumerate(slabs):
            for t, (at, found) in enumerate(slab.blocks.items()):
                find = _given if is_shared else found.find
                shape = tuple(sizes[i] for sizes, i in zip(updates.chunks, at))
                abouts[at] = About(find, shape, "" if folder is None else path_of(folder, number, t))
        grouped = da.blockwise(
            partial(function, self.step, is_flat), output, Abouts(updates.chunks, abouts), axes, self.shared if is_lazy and not is_shared else None, None,
            updates, axes, *given, name=name, dtype=object, meta=np.empty((0,) * len(output), object), align_arrays=False,
        )  # fmt: skip
        self.lazy.append(grouped)
        return [[(name, *at, *(0,) * (len(output) - len(at))) for at in slab.blocks] for slab in slabs]

    def _tuples_of(self, indices: Any, slab: Slab, sizes: Tuple[int, ...]) -> Array:
        """The tuples of each block, which all slabs share."""
        name, is_lazy = f"strew-partition-{self.token}", isinstance(indices, da.Array)
        graph = {
            (name, t): (found.find, self.shared.key, (indices.name, t, 0)) if is_lazy else (found.find, None, None)
            for t, found in enumerate(slab.blocks.values())
        }
        self._shared = list(graph)
        layers = HighLevelGraph.from_collections(name, graph, dependencies=[self.shared, indices] if is_lazy else [])
        return da.Array(layers, name, (sizes,), meta=np.empty(0, object))

    def place(self, slab: Slab, part: int) -> Tuple[int, ...]:
        """The numbers of a chunk of data along all axes."""
        return (*slab.before, *map(int, np.unravel_index(part, self.grid.counts)), *slab.after)


def value_of(value: Any) -> Any:
    return value


def _fault_of(grouped: Any) -> Any:
    return grouped.fault


def _call(function: Any, shape: Tuple[int, ...], where: Tuple[Any, ...], grid: Grid, indices: np.ndarray) -> Any:
    return function(grid, plain(indices, "indices", shape=shape), *where)


def _given(_grid: Any, tuples: Tuples) -> Tuples:
    return tuples


def _known(n_parts: int, parts: np.ndarray, counts: np.ndarray, order: np.ndarray, slices: np.ndarray, *_: Any) -> Tuples:
    starts = np.zeros(n_parts + 1, np.int64)
    starts[parts + 1] = counts
    return Tuples(np.cumsum(starts), order, slices)
