"""Calls of the library: strew_call says what a call does, strew_buffers where its tensors are."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_uint64, pointer
from typing import Any, Dict, Optional, Tuple

import numpy as np

from . import _threads
from ._arrays import Kind, _tensor, component_tensors
from ._enums import MESSAGE_BYTES, Operator
from ._errors import check
from ._library import Buffers, Call, Fault, Options, lib
from ._operators import OPERATORS
from ._rejection import in_python
from ._tables import ISAS, isa_name, number_of


def call_of(operator: str, options: Options, tensors: Dict[str, Optional[Kind]], **numbers: int) -> Call:
    """A strew_call. Tensors and numbers have the names of its members; a tensor that is None is not there."""
    names = OPERATORS[operator].names if operator in OPERATORS else {}  # segment has no fast way
    call = Call(op=Operator[operator.upper()], options=pointer(options), **numbers)
    for member, kind in tensors.items():
        if kind is None:
            continue
        if kind.components is None:
            setattr(call, member, _tensor(kind, names.get(member, member)))
        else:
            call.components, call.n_components = component_tensors(kind), len(kind.components)
    return call


def plan_call(operator: str, options: Options, tensors: Dict[str, Optional[Kind]], **numbers: int) -> Tuple[Any, Call]:
    """A strew_plan, in words of 8 bytes so that it is aligned, and the call that was planned."""
    call = call_of(operator, options, tensors, **numbers)
    plan, fault = (c_uint64 * -(-lib.strew_plan_size() // 8))(), Fault()
    lib.strew_plan_call(plan, byref(call), byref(fault))
    check(fault, operator)
    return plan, call


def unless_dense(output: Kind, dtype: np.dtype) -> Optional[Kind]:
    """The output, where a call has to say what it is like: without it, output is dense, and of the dtype of data."""
    return None if output.strides is None and output.dtype == dtype else output


def run(operator: str, plan: Any, lent: Optional[_threads.Lent], **addresses: Optional[int]) -> None:
    """Runs a plan over buffers, which have the names of strew_buffers' members."""
    fault = Fault()
    lib.strew_run(plan, byref(Buffers(**addresses)), byref(lent) if lent is not None else None, byref(fault))
    check(fault, operator)


def prepare(operator: str, plan: Any, **indices: int) -> np.ndarray:
    """Memory that holds prepared indices."""
    memory, fault = np.empty(lib.strew_plan_prepared_size(plan), np.uint8), Fault()
    lib.strew_prepare(plan, byref(Buffers(**indices)), memory.ctypes.data, memory.size, byref(fault))
    check(fault, operator)
    return memory


def shape_of_ordered(operator: str, data: Tuple[int, ...], indices: Tuple[int, ...], axis: int, batch_dims: int) -> Tuple[int, ...]:
    """The shape of what follows the order of the tuples: updates, or the output of a gather.

    Where no call has these shapes, any is given: the library says what is wrong with them.
    """
    order = OPERATORS[operator].order
    if order == "elements":
        return indices
    if order == "tuples":
        return indices[:-1] + data[batch_dims + indices[-1] :] if indices else data
    before = axis + len(data) if axis < 0 else axis
    n_batches = batch_dims + len(indices) if batch_dims < 0 else batch_dims
    return data[:before] + indices[n_batches:] + data[before + 1 :]


class WithKernel:
    """What the plans of operators with kernels have in common."""

    _plan: Any

    @property
    def kernel(self) -> Optional[str]:
        """The name of the kernel that writes; None when there is nothing to write."""
        name = lib.strew_plan_kernel(self._plan)
        return name.decode() if name else None

    @property
    def isa(self) -> str:
        """The instruction set of the kernel."""
        return isa_name(lib.strew_plan_isa(self._plan))

    def explain(self, isa: str) -> str:
        """One sentence on why the plan uses `isa`, or why it does not."""
        sentence = ctypes.create_string_buffer(MESSAGE_BYTES)
        lib.strew_plan_explain(self._plan, number_of(ISAS, isa, "isa"), sentence, len(sentence))
        return in_python(sentence.value.decode())
