"""What the tests of strew.dask share: random chunks, calls on one machine and on dask arrays, and how their results compare."""

import random
import tempfile
import unittest
from typing import Any, Callable, Tuple

import dask
import dask.array as da
import numpy as np
from distributed import Client, LocalCluster

import strew.dask
from tests.python.support import DTYPES, same

SCATTERS = ("scatter_nd", "scatter_update", "scatter_elements")


def cut(rng: random.Random, size: int) -> Tuple[int, ...]:
    """A dimension in up to four chunks of any sizes, 0 now and then."""
    edges = [rng.randint(0, size) for _ in range(rng.randint(0, 3))]
    if rng.random() < 0.9:
        edges = [edge for edge in set(edges) if 0 < edge < size]
    edges = [0, *sorted(edges), size]
    return tuple(end - begin for begin, end in zip(edges, edges[1:]))


def chunked(rng: random.Random, array: np.ndarray) -> da.Array:
    return da.from_array(array, chunks=tuple(cut(rng, size) for size in array.shape), name=False)


def outcome(call: Callable[[], Any]) -> Any:
    """What a call returns, or the error that it raises."""
    try:
        return np.asarray(call())
    except (ValueError, IndexError, TypeError) as error:
        return error


# Worker processes cannot send arrays of float8_e5m2 to each other: NumPy does not know the name that distributed gives it.
SENT = [dtype for dtype in DTYPES if np.dtype(dtype).str != "<f1"]


def cluster(test: unittest.TestCase, n_workers: int) -> Client:
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    made = LocalCluster(
        n_workers=n_workers, threads_per_worker=1, processes=True, dashboard_address="localhost:0", local_directory=folder.name,
        silence_logs=60,
    )
    test.addCleanup(made.close)
    client = Client(made, timeout=300)  # a machine may have other work
    test.addCleanup(client.close)
    return client


def difference(found: Any, expected: Any) -> str:
    """How two outcomes differ; nothing if they are the same bits, or the same error with the same numbers."""
    if isinstance(found, Exception) or isinstance(expected, Exception):
        is_same = type(found) is type(expected) and str(found) == str(expected) and vars(found) == vars(expected)
        return "" if is_same else f"{found!r} in place of {expected!r}"
    return "" if same(found, expected, whole=True) else f"{found} in place of {expected}"


def computed(operator: str, *arguments: Any, scheduler: Any = "sync", **words: Any) -> Any:
    """The outcome on dask arrays. What is known of it before is what comes out."""

    def call() -> Any:
        result = getattr(strew.dask, operator)(*arguments, **words)
        with dask.config.set(scheduler=scheduler):
            found = np.asarray(result.compute())
        assert (found.dtype, found.shape) == (result.dtype, result.shape), (found.dtype, found.shape, result)
        return found

    return outcome(call)
