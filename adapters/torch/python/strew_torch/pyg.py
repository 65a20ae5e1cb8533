"""PyTorch Geometric: its `torch_geometric.utils.scatter` and `softmax`, layers that make no message for each edge, and the operators of its
package pyg-lib."""

from __future__ import annotations

import functools
import importlib.util
import types
from typing import Any, Callable, Dict, List, Optional, Tuple

import torch
from torch import Tensor, nn

from . import _scatter, torch_scatter
from . import _softmax as _  # noqa: F401
from ._library import ops
from ._spmm import spmm

__all__ = ["fuse", "register_operators", "scatter", "softmax"]


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


def softmax(
    src: Tensor,
    index: Optional[Tensor] = None,
    ptr: Optional[Tensor] = None,
    num_nodes: Optional[int] = None,
    dim: int = 0,
) -> Tensor:
    """torch_geometric.utils.softmax in one operator, forward and backward: over the slices with the same index, or the segments of ptr, which
    comes first. The sum is at least 1, so nothing is added to it, where PyTorch Geometric adds 1e-16."""
    dim = _scatter.wrap(dim, src)
    if ptr is not None and ptr.dim() == 1:
        where, n, form = ptr, ptr.shape[0] - 1, "offsets"
    elif index is not None:
        where, n, form = index, _scatter.size_of(src, index, dim, num_nodes)[dim], "index"
    else:
        raise NotImplementedError("'softmax' requires 'index' to be specified")
    return ops.softmax(src.movedim(dim, 0), where, n, "softmax", form).movedim(0, dim)


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
        layers.GATv2Conv.message: "alpha",
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


def _propagate(layer: Any, factor: Optional[str], edge_index: Any, size: Any = None, **arguments: Any) -> Tensor:
    weights = arguments.get(factor or "")
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


# Functions of layers that call torch_geometric.utils.softmax, and the same code that calls the one here.
_copies: Dict[Any, Any] = {}


def _with_softmax(layer: Any, name: str, *arguments: Any, **named: Any) -> Any:
    function = getattr(type(layer), name)
    if function not in _copies:
        names = {**function.__globals__, "softmax": softmax}
        copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        copy.__kwdefaults__ = function.__kwdefaults__
        _copies[function] = copy
    return _copies[function](layer, *arguments, **named)


def _calls_softmax(function: Any) -> bool:
    from torch_geometric.utils import softmax as own

    return isinstance(function, types.FunctionType) and function.__globals__.get("softmax") is own and "softmax" in function.__code__.co_names


def fuse(model: nn.Module) -> nn.Module:
    """From now on the layers of a model that PyTorch Geometric has, and that strew knows, make no message for each edge: each is
    strew_torch.spmm of the edges, forward and backward. They are GCNConv, GraphConv, SAGEConv, GINConv, GATConv and GATv2Conv, and classes
    derived from these that leave messages as they are, with one of the aggregations sum, mean, min and max. All others, and calls with a
    sparse tensor, hooks or an explainer, stay as they are.

    Layers whose `edge_update` or `message` calls PyTorch Geometric's softmax, as GATConv, GATv2Conv and TransformerConv do, call that of
    strew_torch.pyg. Returns the model.
    """
    from torch_geometric.nn import MessagePassing

    for layer in model.modules():
        if not isinstance(layer, MessagePassing):
            continue
        if _is_known(layer):
            layer.propagate = functools.partial(_propagate, layer, _messages()[type(layer).message])
        for name in ("edge_update", "message"):
            if _calls_softmax(getattr(type(layer), name)):
                setattr(layer, name, functools.partial(_with_softmax, layer, name))
    return model


# ---- The operators of pyg-lib --------------------------------------------------------------------------------------------------------

_library: List[torch.library.Library] = []  # which ends the operators when it goes


def _scatter_mul(src: Tensor, index: Tensor, dim: int = -1, out: Optional[Tensor] = None, dim_size: Optional[int] = None) -> Tensor:
    """1 where there is no factor, also if there is none at all."""
    if out is None and src.numel() == 0:
        out = src.new_ones(_scatter.size_of(src, index, _scatter.wrap(dim, src), dim_size))
    return torch_scatter.scatter_mul(src, index, dim, out, dim_size)


def _sum_csr(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tensor:
    """`out` is added to, where torch_scatter overwrites it."""
    result = torch_scatter.segment_sum_csr(src, indptr)
    return result if out is None else out.copy_(out + result)


def _mean_coo(src: Tensor, index: Tensor, out: Optional[Tensor] = None, dim_size: Optional[int] = None) -> Tensor:
    """`out` is overwritten where there are values, and stays where there are none."""
    if out is None:
        return torch_scatter.segment_mean_coo(src, index, None, dim_size)
    dim = index.dim() - 1
    result = torch_scatter.segment_mean_coo(src, index, None, out.shape[dim])
    ones = torch.ones((), dtype=torch.int64).expand(src.shape)
    return out.copy_(torch.where(torch_scatter.segment_sum_coo(ones, index, None, out.shape[dim]) > 0, result, out))


def _extreme_csr(is_maximum: bool) -> Callable[..., Tuple[Tensor, Tensor]]:
    def extreme(src: Tensor, indptr: Tensor, out: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        """`out` takes part, as the first value."""
        result, places = (torch_scatter.segment_max_csr if is_maximum else torch_scatter.segment_min_csr)(src, indptr)
        if out is None:
            return result, places
        n = src.shape[indptr.dim() - 1]
        is_better = (places < n) & (result > out if is_maximum else result < out)
        return out.copy_(torch.where(is_better, result, out)), torch.where(is_better, places, n)

    return extreme


_OF_SCATTER = "(Tensor src, Tensor index, int dim=-1, Tensor? out=None, int? dim_size=None) -> "
_OF_COO = "(Tensor src, Tensor index, Tensor? out=None, int? dim_size=None) -> "
_OF_CSR = "(Tensor src, Tensor indptr, Tensor? out=None) -> "
_OPERATORS: Dict[str, Tuple[str, Callable[..., Any]]] = {
    "scatter_sum": (_OF_SCATTER + "Tensor", torch_scatter.scatter_sum),
    "scatter_mul": (_OF_SCATTER + "Tensor", _scatter_mul),
    "scatter_mean": (_OF_SCATTER + "Tensor", torch_scatter.scatter_mean),
    "scatter_min": (_OF_SCATTER + "(Tensor, Tensor)", torch_scatter.scatter_min),
    "scatter_max": (_OF_SCATTER + "(Tensor, Tensor)", torch_scatter.scatter_max),
    "segment_sum_coo": (_OF_COO + "Tensor", torch_scatter.segment_sum_coo),
    "segment_mean_coo": (_OF_COO + "Tensor", _mean_coo),
    "segment_min_coo": (_OF_COO + "(Tensor, Tensor)", torch_scatter.segment_min_coo),
    "segment_max_coo": (_OF_COO + "(Tensor, Tensor)", torch_scatter.segment_max_coo),
    "gather_coo": ("(Tensor src, Tensor index, Tensor? out=None) -> Tensor", torch_scatter.gather_coo),
    "segment_sum_csr": (_OF_CSR + "Tensor", _sum_csr),
    "segment_mean_csr": (_OF_CSR + "Tensor", torch_scatter.segment_mean_csr),
    "segment_min_csr": (_OF_CSR + "(Tensor, Tensor)", _extreme_csr(False)),
    "segment_max_csr": (_OF_CSR + "(Tensor, Tensor)", _extreme_csr(True)),
    "gather_csr": (_OF_CSR + "Tensor", torch_scatter.gather_csr),
}


def register_operators() -> bool:
    """Defines the scatter, segment and gather operators of pyg-lib as torch.ops.pyg, with its schemas, for programs that call these. They are
    for a process without pyg-lib, which could not be imported after them: where it is installed, or has been loaded, nothing is defined, and
    the result is False."""
    if _library:
        return True
    if importlib.util.find_spec("pyg_lib") is not None or hasattr(torch.ops.pyg, "scatter_sum"):
        return False
    library = torch.library.Library("pyg", "FRAGMENT")
    for name, (schema, function) in _OPERATORS.items():
        library.define(name + schema)
        library.impl(name, function, "CompositeImplicitAutograd")
    _library.append(library)
    return True
