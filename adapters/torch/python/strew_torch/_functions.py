"""The functions of strew_torch: torch's, by the same names and with the same arguments. A name that ends in _ writes to self."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence, Tuple, Union

import torch
from torch import Tensor

from ._autograd import is_direct, needs_gradient
from ._library import function_of, ops

Number = Union[int, float, complex]

def scatter_add(self: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    return ops.scatter_reduce(self, dim, index, src, "sum", True)


def factor_of(self: Tensor, source: Tensor, alpha: Number) -> Optional[Tensor]:
    """alpha as an element of self, if its type has such a number. Of bool it is left to PyTorch, for which -1 is true."""
    dtype = self.dtype
    if dtype != source.dtype or dtype == torch.bool:
        return None
    if dtype.is_complex or (dtype.is_floating_point and not isinstance(alpha, complex)):
        fits = abs(alpha) <= torch.finfo(dtype).max
    else:
        fits = isinstance(alpha, int) and torch.iinfo(dtype).min <= alpha <= torch.iinfo(dtype).max
    return torch.tensor(alpha, dtype=dtype) if fits else None


def index_add(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
    factor = None if alpha == 1 else factor_of(self, source, alpha)
    if factor is not None:
        return ops.index_add_times(self, dim, index, source, factor)
    return ops.index_reduce(self, dim, index, source if alpha == 1 else source * alpha, "sum", True)


def index_copy(self: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    return ops.index_reduce(self, dim, index, source, "none", True)


# These three are operators of their own as well. PyTorch sees through them to the one that they are made of.
for _name, _arguments, _function in (
    ("scatter_add", "Tensor self, int dim, Tensor index, Tensor src", scatter_add),
    ("index_add", "Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1", index_add),
    ("index_copy", "Tensor self, int dim, Tensor index, Tensor source", index_copy),
):
    torch.library.define("strew::" + _name, f"({_arguments}) -> Tensor")
    torch.library.impl("strew::" + _name, "CompositeImplicitAutograd", _function)


_REDUCTIONS_OF_SCATTER = {None: "none", "add": "sum", "multiply": "prod"}


def _updates(self: Tensor, index: Tensor, src: Union[Tensor, Number], reduce: Optional[str]) -> Tuple[Tensor, str]:
    """What scatter takes: src may be a number, and a reduction has a name of its own."""
    if reduce not in _REDUCTIONS_OF_SCATTER:
        raise RuntimeError("reduce argument must be either add or multiply.")
    updates = src if isinstance(src, Tensor) else torch.full((), src, dtype=self.dtype).expand(index.shape)
    return updates, _REDUCTIONS_OF_SCATTER[reduce]


def scatter(self: Tensor, dim: int, index: Tensor, src: Union[Tensor, Number], *, reduce: Optional[str] = None) -> Tensor:
    updates, name = _updates(self, index, src, reduce)
    return ops.scatter_reduce(self, dim, index, updates, name, True)


def scatter_reduce(self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
    return ops.scatter_reduce(self, dim, index, src, reduce, include_self)


def index_reduce(self: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
    return ops.index_reduce(self, dim, index, source, reduce, include_self)


def index_put(self: Tensor, indices: Sequence[Optional[Tensor]], values: Tensor, accumulate: bool = False) -> Tensor:
    return ops.index_put(self, indices, values, accumulate)


def gather(self: Tensor, dim: int, index: Tensor) -> Tensor:
    return ops.gather(self, dim, index)


def index_select(self: Tensor, dim: int, index: Tensor) -> Tensor:
    return ops.index_select(self, dim, index)


def _in_place(name: str) -> Callable[..., Tensor]:
    """An operator that writes has no gradient of its own: where one is asked for, the result of the other form is copied to self."""
    writes, returns = getattr(ops, name + "_"), getattr(ops, name)

    def call(self: Tensor, *arguments: Any) -> Tensor:
        if needs_gradient(self, *arguments):
            return self.copy_(returns(self.clone(), *arguments))  # what is saved for the gradient is not written to
        if not torch.compiler.is_compiling() and torch._C._are_functorch_transforms_active():
            return self.copy_(returns(self, *arguments))  # the transforms of torch.func know only aten's writes
        writes(self, *arguments)
        return self

    return call


_scatter_reduce_ = _in_place("scatter_reduce")
_index_reduce_ = _in_place("index_reduce")
_index_add_times_ = _in_place("index_add_times")
_index_put_ = _in_place("index_put")


def scatter_(self: Tensor, dim: int, index: Tensor, src: Union[Tensor, Number], *, reduce: Optional[str] = None) -> Tensor:
    updates, name = _updates(self, index, src, reduce)
    return _scatter_reduce_(self, dim, index, updates, name, True)


def scatter_add_(self: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    return _scatter_reduce_(self, dim, index, src, "sum", True)


def scatter_reduce_(self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
    return _scatter_reduce_(self, dim, index, src, reduce, include_self)


def index_add_(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
    factor = None if alpha == 1 else factor_of(self, source, alpha)
    if factor is not None:
        return _index_add_times_(self, dim, index, source, factor)
    return _index_reduce_(self, dim, index, source if alpha == 1 else source * alpha, "sum", True)


def index_copy_(self: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    return _index_reduce_(self, dim, index, source, "none", True)


def index_reduce_(self: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
    return _index_reduce_(self, dim, index, source, reduce, include_self)


def index_put_(self: Tensor, indices: Sequence[Optional[Tensor]], values: Tensor, accumulate: bool = False) -> Tensor:
    return _index_put_(self, indices, values, accumulate)


def _scale(of: Optional[Union[Tensor, float]]) -> Optional[Tensor]:
    return of if of is None or isinstance(of, Tensor) else torch.tensor(of, dtype=torch.float32)


_store_cache = function_of("store_cache", ops.store_cache)  # of plain tensors without a gradient it takes a third of the time


def store_cache(
    k: Tensor,
    v: Tensor,
    slot_mapping: Tensor,
    k_cache: Tensor,
    v_cache: Tensor,
    k_scale: Optional[Union[Tensor, float]] = None,
    v_scale: Optional[Union[Tensor, float]] = None,
) -> None:
    """Stores the keys and values of new tokens in a paged cache, in place.

    The first dimension of k and v has the tokens. That of the caches has the places, or their first two have blocks and the places in each.
    Token t is stored at the place slot_mapping[t], counted through all blocks; -1 passes over it. A wrong place is an IndexError, and then
    neither cache was written.

    The caches may have another type: float16, bfloat16, float8_e4m3fn, float8_e5m2, or with a scale int8. What is stored is k / k_scale in
    float32, rounded once to nearest even; what is too large becomes the largest number, and a NaN in int8 becomes 0. A scale is a number, or a
    float32 tensor that broadcasts to k or v, such as [heads, 1] for one of each head. Without one nothing is divided.
    """
    arguments = (k, v, slot_mapping, k_cache, v_cache, _scale(k_scale), _scale(v_scale))
    if is_direct(k, v, k_cache, v_cache, *arguments[5:]):
        _store_cache(*arguments)
        torch.autograd.graph.increment_version((k_cache, v_cache))
    else:
        ops.store_cache(*arguments)
