"""What a call may use to be faster: a pool of threads and a workspace. Neither changes a result."""

from __future__ import annotations

import os
import threading
from ctypes import addressof
from typing import Any, Dict, Optional

import numpy as np

from ._arrays import index_of
from ._library import Resources, lib, native
from ._rejection import described

MAX_THREADS = 64  # the library uses no more
KEPT_BYTES = 64 << 20  # a larger workspace is given back after its call

# The addresses of the pools, by their numbers of threads: few, because a program has few such numbers.
_pools: Dict[int, int] = {}
_lock = threading.Lock()


def _forget() -> None:
    """In the child of a fork, which has none of the threads: new pools are made when they are needed."""
    global _lock
    _lock = threading.Lock()
    _pools.clear()


if native is not None and hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _n_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def count(threads: Optional[int]) -> int:
    """How many threads `threads` asks for."""
    if type(threads) is int and threads == 1:
        return 1
    if threads is None:
        return min(_n_cores(), MAX_THREADS) if native is not None else 1
    try:
        n = index_of(threads)
    except TypeError:
        raise TypeError(f"threads is {described(threads)}, and an integer or None is needed") from None
    if n < 1:
        raise ValueError(f"threads is {n}, and 1 or more, or None for all cores, is needed")
    if n > 1 and native is None:
        raise RuntimeError(f"threads is {n}, but this strew was installed without its extension module, which has the threads")
    return min(n, MAX_THREADS)


def _pool(n_threads: int) -> int:
    with _lock:
        if n_threads not in _pools:
            _pools[n_threads] = native.open_pool(n_threads)
        return _pools[n_threads]


class _Kept(threading.local):
    """A workspace of this thread, for its next call. It grows, up to KEPT_BYTES."""

    workspace = np.empty(0, np.uint8)


_kept = _Kept()


def _workspace(n_bytes: int) -> np.ndarray:
    if n_bytes <= _kept.workspace.size:
        return _kept.workspace
    workspace = np.empty(n_bytes, np.uint8)
    if n_bytes <= KEPT_BYTES:
        _kept.workspace = workspace
    return workspace


class Lent(Resources):
    """Resources for one call, with the memory that they point to."""

    workspace_array: Any

    @property
    def address(self) -> int:
        return addressof(self)


def lend(n_threads: int, workspace_bytes: int) -> Lent:
    lent = Lent(n_threads=n_threads)
    if n_threads > 1:
        lent.parallel_for, lent.pool = native.PARALLEL_FOR, _pool(n_threads)
    if workspace_bytes:
        lent.workspace_array = _workspace(workspace_bytes)
        lent.workspace, lent.workspace_bytes = lent.workspace_array.ctypes.data, workspace_bytes
    return lent


class Lender:
    """What the calls of a plan are lent: a pool for more than one thread, and a workspace, unless it gains nothing."""

    def __init__(self, plan: Any, has_workspace: bool = False) -> None:
        self.plan = plan
        self.has_workspace = has_workspace
        self._n_bytes: Dict[int, int] = {}
        self.bytes_alone = self._bytes(1)

    def _bytes(self, n_threads: int) -> int:
        n_bytes = self._n_bytes.get(n_threads)
        if n_bytes is None:
            n_bytes = lib.strew_plan_workspace_size(self.plan, n_threads) if self.has_workspace else 0
            self._n_bytes[n_threads] = n_bytes
        return n_bytes

    def __call__(self, threads: Optional[int]) -> Optional[Lent]:
        n_threads = count(threads)
        n_bytes = self._bytes(n_threads)
        return lend(n_threads, n_bytes) if n_bytes or n_threads > 1 else None
