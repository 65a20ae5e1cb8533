"""The operators in terms of aten's, for programs that run without strew, such as an exported ONNX model."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Sequence

import torch
from torch import Tensor

from ._library import ops

aten = torch.ops.aten
_NAMES = {"add": "sum", "mul": "prod", "min": "amin", "max": "amax"}


def _scatter_reduce(self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> Tensor:
    if reduce == "none":
        return aten.scatter.src(self, dim, index, src)
    return aten.scatter_reduce.two(self, dim, index, src, _NAMES.get(reduce, reduce), include_self=include_self)


def _index_reduce(self: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, include_self: bool = True) -> Tensor:
    if self.dim() > 0:
        shape = [1] * self.dim()
        shape[dim] = -1
        index = index.reshape(shape).expand(source.shape)
    return _scatter_reduce(self, dim, index, source, reduce, include_self)


def _index_add_times(self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Tensor) -> Tensor:
    return _index_reduce(self, dim, index, source * alpha, "sum")


def _index_put(self: Tensor, indices: Sequence[Optional[Tensor]], values: Tensor, accumulate: bool) -> Tensor:
    return aten.index_put(self, indices, values, accumulate)


def _gather(self: Tensor, dim: int, index: Tensor) -> Tensor:
    return aten.gather(self, dim, index)


def _index_select(self: Tensor, dim: int, index: Tensor) -> Tensor:
    return aten.index_select(self, dim, index)


def decompositions() -> Dict[Any, Callable[..., Tensor]]:
    """A table for `ExportedProgram.run_decompositions`."""
    return {
        ops.scatter_reduce.default: _scatter_reduce,
        ops.index_reduce.default: _index_reduce,
        ops.index_add_times.default: _index_add_times,
        ops.index_put.default: _index_put,
        ops.gather.default: _gather,
        ops.index_select.default: _index_select,
    }
