"""JAX, compiled for the CPU: `.at[...]`, in place by donating data to the call; and for gathers an index, or `take`."""

from __future__ import annotations

import jax
import numpy as np
from jax import numpy as jnp

from ..threads import on_one_cpu
from ..work import Call, Rejected, Work

NAME = "jax"
THREADS = (1, 2)

METHODS = {"none": "set", "add": "add", "sub": "subtract", "mul": "multiply", "min": "min", "max": "max"}


def load() -> str:
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)  # otherwise int64 would become int32
    return jax.__version__


def _index(work: Work, indices: jax.Array) -> tuple[jax.Array, ...]:
    """The slices as a NumPy index: an array for each dimension that is indexed."""
    if work.operator.endswith("_nd"):
        return tuple(jnp.moveaxis(indices, -1, 0))
    if work.operator == "scatter_update":
        return (slice(None),) * work.axis + (indices,)
    index = list(jnp.ogrid[tuple(slice(size) for size in indices.shape)])
    index[work.axis] = indices
    return tuple(index)


class _Scatter:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.data, self.indices, self.updates = (jnp.asarray(a) for a in (work.data, work.indices, work.updates))
        self.output = self.data
        method = METHODS[work.reduction]
        self.scatter = jax.jit(
            lambda data, indices, updates: getattr(data.at[_index(work, indices)], method)(updates),
            donate_argnums=(0,) if work.in_place else (),
        )

    def before(self) -> None:
        if self.work.in_place:
            self.data = jnp.array(self.work.data, copy=True).block_until_ready()

    def run(self) -> None:
        self.output = self.scatter(self.data, self.indices, self.updates).block_until_ready()
        if self.work.in_place:
            self.data = self.output  # a donated array cannot be used again

    def result(self) -> np.ndarray:
        return np.asarray(self.output)


class _Gather:
    def __init__(self, work: Work) -> None:
        self.data, self.indices = jnp.asarray(work.data), jnp.asarray(work.indices)
        self.output = self.data
        gathers = {
            "gather_nd": lambda data, indices: data[_index(work, indices)],
            "gather_elements": lambda data, indices: jnp.take_along_axis(data, indices, work.axis),
            "gather": lambda data, indices: jnp.take(data, indices, work.axis),
        }
        self.gather = jax.jit(gathers[work.operator])

    def before(self) -> None:
        pass

    def run(self) -> None:
        self.output = self.gather(self.data, self.indices).block_until_ready()

    def result(self) -> np.ndarray:
        return np.asarray(self.output)


def prepare(work: Work, threads: int) -> Call:
    scatter = _Gather(work) if work.is_gather else _Scatter(work)
    try:
        scatter.before()
        scatter.run()
    except (RuntimeError, TypeError, ValueError) as error:
        raise Rejected(str(error)) from error
    call = Call(scatter.run, scatter.result, scatter.before)
    return on_one_cpu(call) if threads == 1 else call
