"""pytorch_scatter's functions, by the same names: import them from strew_torch.torch_scatter instead of torch_scatter.

index has the shape of src, or it is expanded to it without being copied, as there: a vector counts along `dim`.
"""

from ._scatter import broadcast, scatter, scatter_add, scatter_max, scatter_mean, scatter_min, scatter_mul, scatter_sum
from ._segments import (
    gather_coo,
    gather_csr,
    segment_add_coo,
    segment_add_csr,
    segment_coo,
    segment_csr,
    segment_max_coo,
    segment_max_csr,
    segment_mean_coo,
    segment_mean_csr,
    segment_min_coo,
    segment_min_csr,
    segment_sum_coo,
    segment_sum_csr,
)
from ._statistics import scatter_log_softmax, scatter_logsumexp, scatter_softmax, scatter_std

__all__ = [
    "broadcast",
    "gather_coo",
    "gather_csr",
    "scatter",
    "scatter_add",
    "scatter_log_softmax",
    "scatter_logsumexp",
    "scatter_max",
    "scatter_mean",
    "scatter_min",
    "scatter_mul",
    "scatter_softmax",
    "scatter_std",
    "scatter_sum",
    "segment_add_coo",
    "segment_add_csr",
    "segment_coo",
    "segment_csr",
    "segment_max_coo",
    "segment_max_csr",
    "segment_mean_coo",
    "segment_mean_csr",
    "segment_min_coo",
    "segment_min_csr",
    "segment_sum_coo",
    "segment_sum_csr",
]
