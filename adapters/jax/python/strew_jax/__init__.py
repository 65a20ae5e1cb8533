"""strew inside JAX: scatter and gather on the CPU, under jit, vmap and grad.

`strew_jax.at(x)[i].add(y)` is x.at[i].add(y); the segment functions are those of jax.ops; the others have the operators' names.
"""

from ._at import at
from ._functions import (
    gather_elements,
    gather_nd,
    scatter_add,
    scatter_elements,
    scatter_max,
    scatter_mean,
    scatter_min,
    scatter_mul,
    scatter_nd,
    scatter_set,
    take,
    take_along_axis,
)
from ._fused_functions import segment, segment_argmax, segment_argmin, spmm
from ._segments import segment_max, segment_mean, segment_min, segment_prod, segment_sum

__all__ = [
    "at",
    "gather_elements",
    "gather_nd",
    "scatter_add",
    "scatter_elements",
    "scatter_max",
    "scatter_mean",
    "scatter_min",
    "scatter_mul",
    "scatter_nd",
    "scatter_set",
    "segment",
    "segment_argmax",
    "segment_argmin",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "spmm",
    "take",
    "take_along_axis",
]
