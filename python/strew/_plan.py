"""Plans of scatters: what follows from shapes, dtypes and words, and prepared indices."""

from __future__ import annotations

import ctypes
from ctypes import addressof
from math import prod
from typing import Any, Dict, Mapping, NamedTuple, Optional, Sequence, Tuple, Type

import numpy as np

from . import _threads
from ._arrays import Components, Kind, _Elements, _elements, _indices, _kind, as_read, buffer_of_indices, integer, new_output, plan_with
from ._beside import NOTHING, Beside, planned_arg, planned_arrays, with_arg
from ._call import WithKernel, plan_call, prepare, run, unless_dense
from ._known import PLAN_ENTRIES, Again, calls_of, given, planned, remember, scatter_known
from ._library import lib
from ._operators import SCATTERS
from ._tables import REDUCTIONS, number_of
from ._words import ACCUMULATIONS, MEAN_ROUNDINGS, NANS, OVERFLOWS, flag, hints_of, options_of

# ---- Arrays ---------------------------------------------------------------------------------------------------------


def _arrays(operator: str, data: Any, indices: Any, updates: Any) -> Dict[str, Any]:
    """As the library reads them; each is an array or Blocks, but indices may be Components."""
    return {"data": _elements(data, "data"), "indices": _indices(operator, indices), "updates": _elements(updates, "updates")}


def _output(out: Any, data: _Elements, name: str = "data") -> Any:
    """`out` as the library writes it, if data, which messages call `name`, can be scattered into it, or a new one for None."""
    if out is None:
        return new_output(Kind(data.dtype, data.shape))
    if isinstance(out, np.generic):
        raise TypeError("out is a NumPy scalar, which cannot be written to")
    array = _elements(out, "out")
    if (array.dtype, array.shape) != (data.dtype, data.shape):
        raise ValueError(f"out is {_kind(array)}, but {name} is {_kind(data)}")
    if not array.flags.writeable:
        raise ValueError("out is read-only")
    return array


# ---- Words ----------------------------------------------------------------------------------------------------------


class Words(NamedTuple):
    """How a call differs from another one over the same arrays."""

    axis: int = 0
    batch_dims: int = 0
    reduction: str = "none"
    policy: str = "error"
    negative_wrap: bool = True
    nan: str = "wins"
    profile: Optional[str] = None
    isa: Optional[str] = None
    include_self: bool = True
    mean_rounding: str = "floors"
    ignore_index: Optional[int] = None
    accumulate: Optional[str] = None
    overflow: str = "wraps"
    unique: Optional[str] = None
    sorted: Optional[str] = None
    alpha: Optional[bytes] = None  # an element of data's dtype


def _options(words: Words, beside: Beside) -> Tuple[Any, Any]:
    """The library's options, and what they point to."""
    element = ctypes.create_string_buffer(words.alpha, len(words.alpha)) if words.alpha is not None else None
    options = options_of(
        words.policy,
        words.negative_wrap,
        words.ignore_index,
        words.profile,
        words.isa,
        nan=number_of(NANS, words.nan, "nan"),
        excludes_self=not flag(words.include_self, "include_self"),
        mean_rounding=number_of(MEAN_ROUNDINGS, words.mean_rounding, "mean_rounding"),
        accumulate=0 if words.accumulate is None else number_of(ACCUMULATIONS, words.accumulate, "accumulate"),
        overflow=number_of(OVERFLOWS, words.overflow, "overflow"),
        alpha=addressof(element) if element is not None else None,
        **hints_of(words.unique, words.sorted),
        **beside.members(),
    )
    return options, element


# ---- Plans ----------------------------------------------------------------------------------------------------------


class Plan(WithKernel):
    """What follows from shapes, dtypes and options, worked out once for any number of calls.

    Made by plan_scatter_nd, plan_scatter_elements, plan_scatter_update and plan_put. Any threads may call it at once. It can
    be pickled, and is planned anew where it is unpickled, for the CPU there.
    """

    def __init__(
        self,
        operator: str,
        data: Kind,
        indices: Kind,
        updates: Kind,
        words: Words,
        output: Optional[Kind] = None,
        beside: Beside = NOTHING,
    ) -> None:
        self._output = Kind(data.dtype, data.shape) if output is None else output
        self._made_of = operator, data, indices, updates, words, self._output, beside
        self._beside = beside
        options, element = _options(words, beside)
        numbers = {name: integer(getattr(words, name), name) for name in SCATTERS[operator]}
        reduction = number_of(REDUCTIONS, words.reduction, "reduction")

        def make(indices: Kind) -> None:
            tensors = {"data": data, "indices": indices, "updates": updates, "output": unless_dense(self._output, data.dtype)}
            tensors.update(beside.tensors)
            self._plan, self._strew_call = plan_call(operator, options, tensors, reduction=reduction, **numbers)

        self._read = plan_with(make, indices)
        self._needs_workspace = words.reduction == "mean" or not words.include_self or words.accumulate is not None
        self._lender = _threads.Lender(self._plan, True)
        self._again = Again(self._strew_call, element)
        self._known = calls_of(operator, PLAN_ENTRIES)

    def __reduce__(self) -> Tuple[Type[Plan], Tuple[Any, ...]]:
        return Plan, self._made_of

    def __call__(
        self,
        data: Any,
        indices: Any,
        updates: Any,
        out: Any = None,
        *,
        scale: Any = None,
        update_indices: Any = None,
        weights: Any = None,
        arg: Any = None,
        threads: Optional[int] = 1,
    ) -> Any:
        """The operator over arrays of the shapes and dtypes that were planned; others are a ValueError. Returns out, or
        out and the arg that was planned.

        out and all that follow are those of scatter_nd.
        """
        if scale is None and update_indices is None and weights is None and arg is None:
            result = self._known(out, threads, (), data, indices, updates)
            if result is NotImplemented:
                result = scatter_known(self._known, out, threads, (), data, indices, updates)
            if result is not NotImplemented:
                return result
        arrays = self._planned({"data": data, "indices": indices, "updates": updates})
        output = new_output(self._output) if out is None else out
        written = self._planned_output(output, arrays["data"])
        chosen = planned_arg(arg, self._beside.arg, written.shape)
        self._run(arrays, written, threads, Beside(scale=scale, update_indices=update_indices, weights=weights, arg=chosen))
        self._remember(self._known, [*arrays.values()], given(out, written), ())
        return with_arg(output, arg, chosen)

    def _run(self, arrays: Mapping[str, Any], written: _Elements, threads: Optional[int], beside: Beside = NOTHING) -> None:
        indices = as_read(arrays["indices"], self._read)
        self._run_over(written, arrays["data"], arrays["updates"], self._lender(threads), beside, **buffer_of_indices(indices))

    def _run_over(
        self, written: _Elements, data: _Elements, updates: _Elements, lent: Optional[_threads.Lent], beside: Beside, **indices: int
    ) -> None:
        arrays = {"output": written, "data": data, "updates": updates, **planned_arrays(beside, self._beside)}
        addresses = {name: array.ctypes.data for name, array in arrays.items()}
        run(self._made_of[0], self._plan, lent, **addresses, **indices)

    def _remember(self, known: Any, arrays: Sequence[Any], out: Any, words: Tuple[Any, ...]) -> None:
        """Has a call that succeeded remembered, by the arrays that it was given and, if it was given one, that of out."""
        if self._read is self._made_of[2] and not self._beside.has_tensors:
            has_components, updates = self._read.components is not None, self._made_of[3]
            n_repeats = max(prod(updates.shape), 1) if arrays[-1].ndim == 0 and updates.strides is None else 1
            call = planned(
                self._lender, self._output.dtype, self._output.shape, has_components=has_components, n_repeats=n_repeats, again=self._again
            )
            remember(known, call, out, words, *(tuple(each.arrays) if isinstance(each, Components) else each for each in arrays))

    def prepare(self, indices: Any) -> Prepared:
        """Checks indices that are known early, and turns them into what a call needs, once for any number of calls.

        They may change afterwards. A call over prepared indices takes as long as a call with `indices`, or less: with float32 and the
        random indices of elem_add, half as long.
        """
        array = as_read(self._planned({"indices": indices})["indices"], self._read)
        return Prepared(self, prepare(self._made_of[0], self._plan, **buffer_of_indices(array)))

    def _planned(self, values: Mapping[str, Any]) -> Dict[str, Any]:
        """The arrays of these names, if they are as planned."""
        arrays: Dict[str, Any] = {}
        for name, value in values.items():
            arrays[name] = _indices(self._made_of[0], value) if name == "indices" else _elements(value, name)
        for expected, name in zip(self._made_of[1:4], ("data", "indices", "updates")):
            if name in arrays and _kind(arrays[name]) != expected:
                raise ValueError(f"{name} is {_kind(arrays[name])}, but {expected} was planned")
        return arrays

    def _planned_output(self, output: Any, data: _Elements) -> Any:
        written = _output(output, data)
        if _kind(written) != self._output:
            raise ValueError(f"out is {_kind(written)}, but {self._output} was planned")
        return written


class Prepared:
    """Indices that Plan.prepare has read. Any threads may call it at once."""

    def __init__(self, plan: Plan, memory: np.ndarray) -> None:
        self.plan = plan
        self._memory = memory
        self._address = memory.ctypes.data
        self._lender = _threads.Lender(plan._plan, plan._needs_workspace)
        self._known = calls_of(plan._made_of[0], PLAN_ENTRIES, without="indices")

    @property
    def is_distinct(self) -> bool:
        """Whether it is known that no tuple repeats, so that their order does not matter."""
        return bool(lib.strew_prepared_is_distinct(self._address))

    def __call__(
        self,
        data: Any,
        updates: Any,
        out: Any = None,
        *,
        scale: Any = None,
        update_indices: Any = None,
        weights: Any = None,
        arg: Any = None,
        threads: Optional[int] = 1,
    ) -> Any:
        """What the plan would return for the indices that were prepared."""
        if scale is None and update_indices is None and weights is None and arg is None:
            result = self._known(out, threads, (), data, updates)
            if result is NotImplemented:
                result = scatter_known(self._known, out, threads, (), data, updates)
            if result is not NotImplemented:
                return result
        output = new_output(self.plan._output) if out is None else out
        lent, arrays = self._lender(threads), self.plan._planned({"data": data, "updates": updates})
        written = self.plan._planned_output(output, arrays["data"])
        chosen = planned_arg(arg, self.plan._beside.arg, written.shape)
        beside = Beside(scale=scale, update_indices=update_indices, weights=weights, arg=chosen)
        self.plan._run_over(written, arrays["data"], arrays["updates"], lent, beside, prepared=self._address)
        if not beside.has_tensors:
            call = planned(self._lender, self.plan._output.dtype, self.plan._output.shape, prepared=self._address)
            remember(self._known, call, given(out, written), (), *arrays.values())
        return with_arg(output, arg, chosen)

    def __reduce__(self) -> str:
        raise TypeError("prepared indices are valid in the process that prepared them: pickle the plan and the indices")


def plan_for(operator: str, data: Any, indices: Any, updates: Any, words: Words) -> Plan:
    """Plans any of SCATTERS, by name, for arrays like these, views included, and a dense output."""
    of_data, of_indices, of_updates = (_kind(array) for array in _arrays(operator, data, indices, updates).values())
    return Plan(operator, of_data, of_indices, of_updates, words)
