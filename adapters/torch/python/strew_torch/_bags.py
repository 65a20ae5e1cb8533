"""Bags of embeddings, by PyTorch's name and with its arguments."""

from __future__ import annotations

from typing import Optional

import torch
from torch import Tensor
from torch.nn import functional

from ._library import ops
from ._spmm import Entries, combine

_MODES = {"sum": "sum", "mean": "mean", "max": "amax"}


def _check(input: Tensor, weight: Tensor, offsets: Optional[Tensor], mode: str, factors: Optional[Tensor], padding_idx: Optional[int]) -> None:
    if mode not in _MODES:
        raise ValueError(f'mode is "{mode}"; embedding_bag has sum, mean and max')
    if weight.dim() != 2:
        raise ValueError(f"weight has {weight.dim()} dimensions, and 2 are needed")
    if input.dim() not in (1, 2):
        raise ValueError(f"input has {input.dim()} dimensions, and 1 or 2 are needed")
    if (offsets is None) == (input.dim() == 1):
        raise ValueError("offsets are for an input of one dimension, which needs them")
    if factors is not None and factors.shape != input.shape:
        raise ValueError(f"per_sample_weights has the shape {tuple(factors.shape)}, but input has {tuple(input.shape)}")
    if factors is not None and mode != "sum":
        raise NotImplementedError(f'per_sample_weights are for the mode "sum", not "{mode}"')
    if padding_idx is not None and not -weight.shape[0] <= padding_idx < weight.shape[0]:
        raise ValueError(f"padding_idx is {padding_idx}, outside [{-weight.shape[0]}, {weight.shape[0] - 1}]")


def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Optional[Tensor] = None,
    max_norm: Optional[float] = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Optional[Tensor] = None,
    include_last_offset: bool = False,
    padding_idx: Optional[int] = None,
) -> Tensor:
    """torch.nn.functional.embedding_bag: sums, means and maxima of rows of `weight`, without a row for each index.

    Indices are added in their order, with the same bits for any number of threads; sums and means of float16 and bfloat16 are rounded
    once. Gradients are of any order; that of a maximum goes to the first index that has it. A call with max_norm, sparse or
    scale_grad_by_freq is PyTorch's own. An index or an offset out of bounds is an IndexError.
    """
    if max_norm is not None or sparse or scale_grad_by_freq:
        return functional.embedding_bag(
            input, weight, offsets, max_norm, norm_type, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx
        )
    _check(input, weight, offsets, mode, per_sample_weights, padding_idx)
    if offsets is not None:
        n_bags, form = offsets.shape[0] - include_last_offset, "offsets" if include_last_offset else "starts"
    else:
        n_bags, size = input.shape
        offsets, form = torch.arange(n_bags + 1) * size, "offsets"
        input = input.reshape(-1)
    factors = per_sample_weights if per_sample_weights is None else per_sample_weights.reshape(-1)
    padding = padding_idx if padding_idx is None else padding_idx % weight.shape[0]
    return combine(weight, Entries(offsets, input, factors, max(n_bags, 0), form), _MODES[mode], (None, padding))
