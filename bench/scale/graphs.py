"""Random edges as dask arrays: each block is made from its own seed when a task needs it, so no memory holds them all."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any, Dict, Tuple

import dask.array as da
import numpy as np
from dask._task_spec import Alias
from dask.callbacks import Callback

from strew.dask._parts import Part


def _targets(seed: int, n_nodes: int, block_info: Any = None) -> np.ndarray:
    at = block_info[None]
    return np.random.default_rng([seed, 0, at["chunk-location"][0]]).integers(0, n_nodes, at["chunk-shape"])


def _messages(seed: int, block_info: Any = None) -> np.ndarray:
    at = block_info[None]
    return np.random.default_rng([seed, 1, at["chunk-location"][0]]).random(at["chunk-shape"], np.float32)


def edges(n_edges: int, n_nodes: int, width: int, chunk: int, seed: int = 1) -> Tuple[Any, Any]:
    """The node that each edge ends at, as indices of scatter_nd, and its message."""
    (sizes,) = da.core.normalize_chunks((chunk,), (n_edges,))
    targets = partial(_targets, seed, n_nodes)
    indices = da.map_blocks(targets, chunks=(sizes, (1,)), dtype=np.int64, meta=np.zeros((0, 0), np.int64),
                            name=f"make-indices-{seed}-{n_edges}")  # fmt: skip
    messages = partial(_messages, seed)
    updates = da.map_blocks(messages, chunks=(sizes, (width,)), dtype=np.float32, meta=np.zeros((0, 0), np.float32),
                            name=f"make-updates-{seed}-{n_edges}")  # fmt: skip
    return indices, updates


def _digest(block: np.ndarray) -> np.ndarray:
    return np.array([[hashlib.sha256(np.ascontiguousarray(block)).digest()]], "S32")


def digests(array: Any) -> Any:
    """A checksum of each chunk of a matrix, whose chunks are whole rows: computed instead of an answer that one process cannot hold."""
    return array.map_blocks(_digest, dtype="S32", chunks=(1, 1), meta=np.zeros((0, 0), "S32"), name=f"digest-{array.name}")


def digest_of(found: np.ndarray) -> str:
    return hashlib.sha256(found.tobytes()).hexdigest()[:16]


def kind(key: Any) -> str:
    """What a task does: its name without the token."""
    name = key[0] if isinstance(key, tuple) else key
    return str(name).rpartition("-")[0] or str(name)


def count_tasks(collection: Any) -> Dict[str, int]:
    """The tasks that a scheduler gets, after dask has fused those that it can."""
    import dask

    (fused,) = dask.optimize(collection)
    counts: Dict[str, int] = {}
    for key, task in dict(fused.__dask_graph__()).items():
        if not isinstance(task, Alias):  # another name of a task, and nothing to do
            counts[kind(key)] = counts.get(kind(key), 0) + 1
    return counts


class Traffic(Callback):  # type: ignore[misc]
    """Counts the bytes of slices and updates in the parts that go from task to task, on a scheduler of this process: not order and starts."""

    def __init__(self) -> None:
        super().__init__(posttask=self._count)
        self.bytes = 0

    def _count(self, key: Any, value: Any, *_: Any) -> None:
        if isinstance(value, Part):
            self.bytes += value.slices.nbytes + value.updates.nbytes
