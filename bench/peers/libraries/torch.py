"""PyTorch: the tensor method that scatters along one dimension if there is one, otherwise index_put_;
for gathers index_select and gather, or an index."""

from __future__ import annotations

import ctypes

import numpy as np
import torch

from ..work import Call, Rejected, Work

NAME = "torch"
THREADS = (1, 2)

# index_reduce_ and scatter_reduce_ have names of their own.
REDUCTIONS = {"mul": "prod", "min": "amin", "max": "amax"}


def load() -> str:
    return torch.__version__


def _tensor(array: np.ndarray) -> torch.Tensor:
    """A tensor over the array's memory, without NumPy: an older build may need another NumPy version."""
    memory = (ctypes.c_char * array.nbytes).from_address(array.ctypes.data)
    return torch.frombuffer(memory, dtype=getattr(torch, array.dtype.name)).reshape(array.shape)


def _scatter_elements(out: torch.Tensor, work: Work, indices: torch.Tensor, updates: torch.Tensor):
    if work.reduction == "none":
        return lambda: out.scatter_(work.axis, indices, updates)
    if work.reduction == "add":
        return lambda: out.scatter_add_(work.axis, indices, updates)
    return lambda: out.scatter_reduce_(work.axis, indices, updates, REDUCTIONS[work.reduction])


def _scatter_slices(out: torch.Tensor, axis: int, work: Work, index: torch.Tensor, updates: torch.Tensor):
    if work.reduction == "none":
        return lambda: out.index_copy_(axis, index, updates)
    if work.reduction == "add":
        return lambda: out.index_add_(axis, index, updates)
    return lambda: out.index_reduce_(axis, index, updates, REDUCTIONS[work.reduction])


def _scatter_update(out: torch.Tensor, work: Work, indices: torch.Tensor, updates: torch.Tensor):
    return _scatter_slices(out, work.axis, work, indices, updates)


def _scatter_nd(out: torch.Tensor, work: Work, indices: torch.Tensor, updates: torch.Tensor):
    if indices.ndim == 2 and indices.shape[1] == 1:
        return _scatter_slices(out, 0, work, indices[:, 0], updates)
    if work.reduction not in ("none", "add"):
        raise Rejected(f"index_put_ has no {work.reduction}")
    components = indices.unbind(-1)
    return lambda: out.index_put_(components, updates, accumulate=work.reduction == "add")


SCATTERS = {"scatter_nd": _scatter_nd, "scatter_elements": _scatter_elements, "scatter_update": _scatter_update}


def _prepare_gather(work: Work, threads: int) -> Call:
    data, indices, out = (_tensor(a) for a in (work.data, work.indices, work.output))
    result = out

    def gather_nd() -> None:
        nonlocal result
        result = data[indices.unbind(-1)]

    def gather() -> None:
        nonlocal result
        result = data[(slice(None),) * work.axis + (indices,)]

    if work.operator == "gather_elements":
        run = lambda: torch.gather(data, work.axis, indices, out=out)  # noqa: E731
    elif work.operator == "gather" and indices.ndim == 1:
        run = lambda: torch.index_select(data, work.axis, indices, out=out)  # noqa: E731
    else:
        run = gather if work.operator == "gather" else gather_nd
    run()
    return Call(run, lambda: result.numpy(), before=lambda: torch.set_num_threads(threads))


def prepare(work: Work, threads: int) -> Call:
    if work.is_gather:
        return _prepare_gather(work, threads)
    data, indices, updates, out = (_tensor(a) for a in (work.data, work.indices, work.updates, work.output))
    scatter = SCATTERS[work.operator](out, work, indices, updates)

    def copy_and_scatter() -> None:
        out.copy_(data)
        scatter()

    run = scatter if work.in_place else copy_and_scatter
    try:
        run()
    except RuntimeError as error:
        raise Rejected(str(error)) from error
    return Call(run, lambda: work.output, before=lambda: torch.set_num_threads(threads))
