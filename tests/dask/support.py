"""What the tests of strew.dask share: random chunks, calls on one machine and on dask arrays, and how their results compare."""

import random
from typing import Any, Callable, Tuple

import dask
import dask.array as da
import numpy as np

import strew
import strew.dask
from tests.python.support import same

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


def difference(found: Any, expected: Any) -> str:
    """How two outcomes differ; nothing if they are the same bits, or the same error with the same numbers."""
    if isinstance(found, Exception) or isinstance(expected, Exception):
        is_same = type(found) is type(expected) and str(found) == str(expected) and vars(found) == vars(expected)
        return "" if is_same else f"{found!r} in place of {expected!r}"
    return "" if same(found, expected, whole=True) else f"{found} in place of {expected}"


def computed(operator: str, *arguments: Any, scheduler: str = "sync", **words: Any) -> Any:
    """The outcome on dask arrays. What is known of it before is what comes out."""

    def call() -> Any:
        result = getattr(strew.dask, operator)(*arguments, **words)
        with dask.config.set(scheduler=scheduler):
            found = np.asarray(result.compute())
        assert (found.dtype, found.shape) == (result.dtype, result.shape), (found.dtype, found.shape, result)
        return found

    return outcome(call)
