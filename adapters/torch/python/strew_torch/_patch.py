"""Routes aten's operators for the CPU to strew, in programs that stay as they are."""

from __future__ import annotations

import threading
import warnings
from types import TracebackType
from typing import Dict, Optional, Sequence, Type

import torch
from torch import Tensor
from torch.autograd import forward_ad

from ._functions import Number, factor_of, scatter_reduce_
from ._library import ops

_lock = threading.Lock()
_n_patches = 0
_library: Optional[torch.library.Library] = None


_HAVE_SUMS = frozenset(
    (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.int16, torch.int32, torch.int64)
    + (torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.complex64, torch.complex128, torch.bool)
)
_SIGNS: Dict[Number, str] = {1: "sum", -1: "sub"}


def _has_sum(self: Tensor, source: Tensor, index: Tensor, alpha: Number) -> bool:
    """complex32 and the like have no sum in strew, and of bool any alpha but 0 is true in PyTorch."""
    is_known = self.dtype in _HAVE_SUMS and (self.dtype != torch.bool or alpha == 1)
    return is_known and self.dtype == source.dtype and not index.dtype.is_floating_point


def _add(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
    if _has_sum(self, source, index, alpha):
        if alpha in _SIGNS:
            return ops.index_reduce(self, dim, index, source, _SIGNS[alpha], True)
        factor = factor_of(self, source, alpha)
        if factor is not None:
            return ops.index_add_times(self, dim, index, source, factor)
    return torch.ops.aten.index_add.out(self, dim, index, source, alpha=alpha, out=torch.empty_like(self))


def _add_(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor:
    if _has_sum(self, source, index, alpha):
        if alpha in _SIGNS:
            ops.index_reduce_(self, dim, index, source, _SIGNS[alpha], True)
            return self
        factor = factor_of(self, source, alpha)
        if factor is not None:
            ops.index_add_times_(self, dim, index, source, factor)
            return self
    torch.ops.aten.index_add.out(self, dim, index, source, alpha=alpha, out=self)
    return self


def _put_(
    self: Tensor, indices: Sequence[Optional[Tensor]], values: Tensor, accumulate: bool = False, unsafe: bool = False
) -> Tensor:
    """Of index_put and index_put_, and of the gradient of an indexing. strew can do all that aten can."""
    ops.index_put_(self, indices, values, accumulate)
    return self


# PyTorch's own gradients of a mean and of an extreme make several tensors as large as src, and count with an index for each element.
_WITH_GRADIENTS = ("mean", "amin", "amax")
_REDUCE_OVERLOADS = ("aten::scatter_reduce.two", "aten::scatter_reduce_.two")


def _has_our_gradient(self: Tensor, src: Tensor, reduce: str) -> bool:
    return (
        reduce in _WITH_GRADIENTS
        and torch.is_grad_enabled()
        and (self.requires_grad or src.requires_grad)
        and self.dtype == src.dtype
        and self.dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16)
        and forward_ad._current_level < 0
    )


def _reduce(
    keys: torch.DispatchKeySet, self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True
) -> Tensor:
    if _has_our_gradient(self, src, reduce):
        return ops.scatter_reduce(self, dim, index, src, reduce, include_self)
    return _originals[0].call_boxed(keys, self, dim, index, src, reduce, include_self=include_self)


def _reduce_(
    keys: torch.DispatchKeySet, self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True
) -> Tensor:
    if _has_our_gradient(self, src, reduce):
        return scatter_reduce_(self, dim, index, src, reduce, include_self=include_self)
    return _originals[1].call_boxed(keys, self, dim, index, src, reduce, include_self=include_self)


_originals = [torch.library.get_kernel(name, "AutogradCPU") for name in _REDUCE_OVERLOADS]


def _switch(on: bool) -> None:
    global _library
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Warning only once for all operators")
        ops.patch_aten(on)
        if _library is not None:
            _library._destroy()
            _library = None
        if on:
            _library = torch.library.Library("aten", "IMPL")
            _library.impl("index_add", _add, "CPU")
            _library.impl("index_add_", _add_, "CPU")
            _library.impl("_index_put_impl_", _put_, "CPU")
            _library.impl("scatter_reduce.two", _reduce, "AutogradCPU", with_keyset=True)
            _library.impl("scatter_reduce_.two", _reduce_, "AutogradCPU", with_keyset=True)


class patch:
    """From now on PyTorch's scatter and gather operators run in strew on the CPU, in all threads: scatter_add, scatter_reduce, index_add,
    index_reduce, index_copy, index_put, gather, index_select, and the gradients that are made of these and of embeddings. What strew does
    not have stays with PyTorch. `unpatch` undoes it, and so does the end of a `with` statement."""

    def __init__(self) -> None:
        global _n_patches
        with _lock:
            _n_patches += 1
            if _n_patches == 1:
                _switch(True)

    def __enter__(self) -> patch:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        unpatch()


def unpatch() -> None:
    """Undoes one call of `patch`. The last one gives PyTorch its own operators back."""
    global _n_patches
    with _lock:
        if _n_patches == 0:
            raise RuntimeError("strew_torch.unpatch() without a patch()")
        _n_patches -= 1
        if _n_patches == 0:
            _switch(False)


def is_patched() -> bool:
    return _n_patches > 0
