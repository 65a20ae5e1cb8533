"""Routes aten's operators for the CPU to strew, in programs that stay as they are.

The kernels are installed when this module is imported, once in a process, and never removed: PyTorch's table of kernels must not change
while another thread reads it. Each kernel reads once a call whether the process is patched; if not, it calls PyTorch's own kernel, which
also does what strew does not have, and raises the error where strew rejects a call.
"""

from __future__ import annotations

import functools
import threading
import warnings
from types import TracebackType
from typing import Any, Callable, Dict, Optional, Sequence, Type, Union

import torch
from torch import Tensor
from torch._C._functorch import TransformType
from torch._functorch.pyfunctorch import retrieve_current_functorch_interpreter
from torch.autograd import forward_ad

from ._autograd import FRONT
from ._functions import Number, factor_of, scatter_reduce_
from ._library import function_of, ops

_lock = threading.Lock()
_n_patches = 0

# ---- Kernels for the CPU that the stable ABI cannot have -----------------------------------------------------------------------------

_ARE_SUMMED = frozenset(  # by both PyTorch and strew
    (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.int16, torch.int32, torch.int64)
    + (torch.uint8, torch.complex64, torch.complex128, torch.bool)
)
_SIGNS: Dict[Number, str] = {1: "sum", -1: "sub"}
_ARE_INDICES = (torch.int64, torch.int32)
_ARE_MASKS = (torch.bool, torch.uint8)

# All of these return None for what PyTorch's kernel shall do.


def _alpha_of(self: Tensor, source: Tensor, index: Tensor, alpha: Number) -> Union[str, Tensor, None]:
    """What strew multiplies by: the name of a reduction, or a tensor. Of bool any alpha but 0 is true in PyTorch. Strew sees no difference
    between a scalar and a vector of one element, where PyTorch does."""
    is_known = self.dtype in _ARE_SUMMED and (self.dtype != torch.bool or alpha == 1) and self.dim() == source.dim()
    if is_known and self.dtype == source.dtype and index.dtype in _ARE_INDICES:
        return _SIGNS[alpha] if alpha in _SIGNS else factor_of(self, source, alpha)
    return None


def _index_add(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Optional[Tensor]:
    factor = _alpha_of(self, source, index, alpha)
    if isinstance(factor, str):
        return ops.index_reduce(self, dim, index, source, factor, True)
    return None if factor is None else ops.index_add_times(self, dim, index, source, factor)


def _index_add_(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Optional[Tensor]:
    factor = _alpha_of(self, source, index, alpha)
    if factor is None:
        return None
    if isinstance(factor, str):
        ops.index_reduce_(self, dim, index, source, factor, True)
    else:
        ops.index_add_times_(self, dim, index, source, factor)
    return self


def _index_put_(
    self: Tensor, indices: Sequence[Optional[Tensor]], values: Tensor, accumulate: bool = False, unsafe: bool = False
) -> Optional[Tensor]:
    """Of index_put and index_put_, and of the gradient of an indexing."""
    for index in indices:
        if index is not None and not (index.is_cpu and index.dtype in (*_ARE_INDICES, *_ARE_MASKS)):
            return None
    if self.dtype not in _ARE_SUMMED or not values.is_cpu:
        return None
    ops.index_put_(self, indices, values, accumulate)
    return self


def _value_of(self: Tensor, value: Number) -> Optional[Tensor]:
    """A number as an element of self, if its kind is that of self."""
    if self.dtype not in _ARE_SUMMED or isinstance(value, bool) != (self.dtype == torch.bool):
        return None
    return torch.tensor(value) if self.dtype == torch.bool else factor_of(self, self, value)


def _scatter_value(self: Tensor, dim: int, index: Tensor, value: Number, *, reduce: Optional[str] = None) -> Optional[Tensor]:
    element, name = _value_of(self, value), {None: "none", "add": "sum", "multiply": "prod"}.get(reduce)
    if element is None or name is None or index.dtype not in _ARE_INDICES:
        return None
    return ops.scatter_reduce(self, dim, index, element.expand(index.shape), name, True)


def _scatter_value_(self: Tensor, dim: int, index: Tensor, value: Number, *, reduce: Optional[str] = None) -> Optional[Tensor]:
    element, name = _value_of(self, value), {None: "none", "add": "sum", "multiply": "prod"}.get(reduce)
    if element is None or name is None or index.dtype not in _ARE_INDICES:
        return None
    ops.scatter_reduce_(self, dim, index, element.expand(index.shape), name, True)
    return self


def _index_fill_(self: Tensor, dim: int, index: Tensor, value: Number) -> Optional[Tensor]:
    element = _value_of(self, value)
    # The kernel of the number as a tensor, which is strew's.
    return None if element is None else torch.ops.aten.index_fill_.int_Tensor(self, dim, index, element)


# ---- Gradients -----------------------------------------------------------------------------------------------------------------------

# PyTorch's own gradients of a mean and of an extreme make several tensors as large as src, and count with an index for each element. Those
# of sums and products fail where index is smaller than src.
_ALWAYS = ("mean", "amin", "amax")
_WHERE_SMALLER = ("sum", "prod")


def _takes_gradient(self: Tensor, index: Tensor, src: Tensor, reduce: str) -> bool:
    is_smaller = index.shape != src.shape
    if not is_smaller and reduce not in _ALWAYS:
        return False
    if not torch.is_grad_enabled() or not (self.requires_grad or src.requires_grad) or forward_ad._current_level >= 0:
        return False
    if reduce not in (*_ALWAYS, *_WHERE_SMALLER) or self.dtype != src.dtype or self.dtype not in _ARE_SUMMED:
        return False
    # In the transforms of torch.func PyTorch's gradients do, where they do not fail.
    if not torch._C._are_functorch_transforms_active():
        return True
    return is_smaller and retrieve_current_functorch_interpreter().key() == TransformType.Grad


def _scatter_reduce(
    self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str = "sum", *, include_self: bool = True
) -> Optional[Tensor]:
    if not _takes_gradient(self, index, src, reduce):
        return None
    return ops.scatter_reduce(self, dim, index, src, reduce, include_self)


def _scatter_reduce_(
    self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str = "sum", *, include_self: bool = True
) -> Optional[Tensor]:
    if not _takes_gradient(self, index, src, reduce):
        return None
    return scatter_reduce_(self, dim, index, src, reduce, include_self=include_self)


# ---- Installation --------------------------------------------------------------------------------------------------------------------


def _kernel(name: str, key: str, strew: Callable[..., Optional[Tensor]]) -> Callable[..., Tensor]:
    original = torch.library.get_kernel("aten::" + name, key).call_boxed
    writes = key == "CPU" and name.split(".")[0].endswith("_")

    def with_keys(keys: torch.DispatchKeySet, self: Tensor, *arguments: Any, **options: Any) -> Tensor:
        has_bad_index = False
        if _n_patches > 0:
            try:
                result = strew(self, *arguments, **options)
                if result is not None:
                    return result
            except IndexError:
                has_bad_index = True
            except RuntimeError:
                pass
        if has_bad_index and writes:
            # PyTorch's kernel would find it when it has written a part of self. `unsafe`, the fourth argument, would not let it look.
            return self.copy_(original(keys, self.clone(), *arguments[:3], **options))
        return original(keys, self, *arguments, **options)

    if key == FRONT:
        return with_keys
    return function_of(name, functools.partial(with_keys, torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)) if key == "CPU" else with_keys)


_KERNELS: Dict[str, Dict[str, Callable[..., Optional[Tensor]]]] = {
    "CPU": {
        "index_add": _index_add,
        "index_add_": _index_add_,
        "index_put_": _index_put_,
        "_index_put_impl_": _index_put_,
        "index_fill_.int_Scalar": _index_fill_,
        "scatter.value": _scatter_value,
        "scatter_.value": _scatter_value_,
        "scatter.value_reduce": _scatter_value,
        "scatter_.value_reduce": _scatter_value_,
    },
    **dict.fromkeys(
        ("AutogradCPU", FRONT),
        {
            "scatter_reduce.two": _scatter_reduce,
            "scatter_reduce_.two": _scatter_reduce_,
            "scatter_add": _scatter_reduce,
            "scatter_add_": _scatter_reduce_,
        },
    ),
}
_AUTOGRAD_KEYS = ("AutogradOther", "AutogradFunctionality", "AutogradNestedTensor")  # which PyTorch leaves out below autograd
_library = torch.library.Library("aten", "IMPL")


def _install() -> str:
    """What PyTorch lacks; then nothing is installed."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Warning only once for all operators")
        missing: str = ops.install()
        if not missing:
            keys = (torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, key)) for key in _AUTOGRAD_KEYS)
            ops.set_autograd_keys(sum(key.raw_repr() for key in keys))
            for key, kernels in _KERNELS.items():
                for name, strew in kernels.items():
                    _library.impl(name, _kernel(name, key, strew), key, with_keyset=key != "CPU")
    return missing


_missing = _install()


class patch:
    """From now on, in all threads of the process, PyTorch's scatter and gather operators run in strew on the CPU; one flag of the process
    says so, in a `with` statement too. They are scatter, scatter_add, scatter_reduce, masked_scatter, index_add, index_reduce, index_copy,
    index_fill, index_put, put, gather, index_select, take, and the gradients that are made of these, of embeddings and of bags of them. `unpatch` undoes it, and so does the end of a `with`
    statement. Both may come while other threads compute: a call that has begun ends as it began.

    What strew does not have stays with PyTorch.
    """

    def __init__(self) -> None:
        global _n_patches
        if _missing:
            raise RuntimeError(f"strew_torch.patch() needs kernels that PyTorch {torch.__version__} does not have: {_missing}")
        with _lock:
            _n_patches += 1
            ops.route(True)

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
        ops.route(_n_patches > 0)


def is_patched() -> bool:
    return _n_patches > 0
