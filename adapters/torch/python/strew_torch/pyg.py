"""PyTorch Geometric: its `torch_geometric.utils.scatter`, and layers that make no message for each edge."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, Optional, Tuple

import torch
from torch import Tensor, nn

from . import _scatter
from ._spmm import spmm

__all__ = ["fuse", "scatter"]


def scatter(src: Tensor, index: Tensor, dim: int = 0, dim_size: Optional[int] = None, reduce: str = "sum") -> Tensor:
    """With PyTorch Geometric's order of arguments and its defaults."""
    if index.dim() != 1:
        raise ValueError(f"The `index` argument must be one-dimensional (got {index.dim()} dimensions)")
    if reduce == "any":
        raise ValueError('reduce is "any"; scatter has sum, add, mul, mean, min and max')
    if reduce in ("min", "max"):  # the elements that attain the result share its gradient, as in PyTorch
        dim = _scatter.wrap(dim, src)
        base = src.new_zeros(_scatter.size_of(src, index, dim, dim_size))
        return _scatter.reduce_by(src, index, dim, base, "a" + reduce, False, False)
    if reduce == "mul":
        return _scatter.product(src, index, dim, None, dim_size, "prod")
    return _scatter.scatter(src, index, dim, None, dim_size, reduce)


# ---- Layers --------------------------------------------------------------------------------------------------------------------------

_REDUCTIONS = ("add", "sum", "mean", "min", "max")
_HOOKS = ("propagate", "message", "aggregate", "message_and_aggregate")


@functools.lru_cache(None)
def _messages() -> Dict[Callable[..., Any], Optional[str]]:
    """Messages that are a row of x, multiplied by an argument if this has a name here."""
    from torch_geometric import nn as layers

    return {
        layers.GCNConv.message: "edge_weight",
        layers.GraphConv.message: "edge_weight",
        layers.SAGEConv.message: None,
        layers.GINConv.message: None,
        layers.GATConv.message: "alpha",
    }


def _is_known(layer: Any) -> bool:
    from torch_geometric.nn import MessagePassing

    kind = type(layer)
    return (
        kind.message in _messages()
        and kind.aggregate is MessagePassing.aggregate
        and kind.update is MessagePassing.update
        and layer.aggr in _REDUCTIONS
    )


def _has_hooks(layer: Any) -> bool:
    return any(getattr(layer, f"_{name}_forward{pre}_hooks") for name in _HOOKS for pre in ("", "_pre"))


def _ends(layer: Any, x: Any, size: Any) -> Tuple[Optional[Tensor], int]:
    """The table that messages are rows of, and how many nodes receive them. None for a pair from target to source: PyTorch Geometric itself
    is not sure which of the two is which there."""
    is_forward = layer.flow == "source_to_target"
    if not isinstance(x, Tensor) and not is_forward:
        return None, 0
    source, target = (x, x) if isinstance(x, Tensor) else x
    given = None if size is None else size[int(is_forward)]
    if given is not None:
        return source, int(given)
    return source, (source if target is None else target).shape[0]


def _propagate(layer: Any, edge_index: Any, size: Any = None, **arguments: Any) -> Tensor:
    weights = arguments.get(_messages()[type(layer).message] or "")
    is_plain = isinstance(edge_index, Tensor) and edge_index.layout == torch.strided and edge_index.dim() == 2 and edge_index.shape[0] == 2
    if is_plain and not (layer.explain or layer.decomposed_layers > 1 or _has_hooks(layer)):
        table, n = _ends(layer, arguments["x"], size)
        is_fit = table is not None and layer.node_dim % table.dim() == 0 and (weights is None or weights.dim() < table.dim())
        if table is not None and is_fit and (weights is None or weights.dtype == table.dtype):
            if type(edge_index) is not Tensor:  # an EdgeIndex, which is a tensor as well
                edge_index = edge_index.as_tensor() if hasattr(edge_index, "as_tensor") else edge_index.as_subclass(Tensor)
            columns, rows = edge_index if layer.flow == "source_to_target" else edge_index.flip(0)
            if weights is not None and weights.dim() > 1:
                weights = weights.reshape(list(weights.shape) + [1] * (table.dim() - weights.dim()))
            return spmm((rows, columns), table, layer.aggr, weights=weights, n_rows=n)
    result: Tensor = type(layer).propagate(layer, edge_index, size=size, **arguments)
    return result


def fuse(model: nn.Module) -> nn.Module:
    """From now on the layers of a model that PyTorch Geometric has, and that strew knows, make no message for each edge: each is
    strew_torch.spmm of the edges, forward and backward. They are GCNConv, GraphConv, SAGEConv, GINConv and GATConv, and classes derived from
    these that leave messages as they are, with one of the aggregations sum, mean, min and max. All others, and calls with a sparse tensor,
    hooks or an explainer, stay as they are. Returns the model.
    """
    from torch_geometric.nn import MessagePassing

    for layer in model.modules():
        if isinstance(layer, MessagePassing) and _is_known(layer):
            layer.propagate = functools.partial(_propagate, layer)
    return model
