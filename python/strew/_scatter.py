"""The operators that scatter: arrays in, addresses to the library, faults out as exceptions.

A call that was made before takes the fast way (_known.py). Everything else goes the long way, which says what is wrong.
"""

from __future__ import annotations

import ctypes
from ctypes import addressof
from functools import lru_cache
from math import prod
from typing import Any, Dict, Mapping, NamedTuple, Optional, Sequence, Tuple, Type, Union

import numpy as np

from . import _threads
from ._arrays import (
    Components,
    Kind,
    _dtype,
    _Elements,
    _elements,
    _indices,
    _kind,
    _kind_of,
    _kind_of_indices,
    _Shape,
    _shape,
    _Shapes,
    _StridesOf,
    as_read,
    buffer_of_indices,
    check_names,
    element_bytes,
    integer,
    new_output,
    plan_with,
)
from ._beside import NOTHING, Beside, kinds_of, planned_arrays, shape_of_table, shape_of_tuples
from ._call import WithKernel, plan_call, prepare, run, shape_of_ordered, unless_dense
from ._documentation import PLANNED, SHARED, documented
from ._known import KNOWN, PLAN_ENTRIES, Again, calls_of, given, planned, remember, scatter_known
from ._library import lib
from ._operators import SCATTERS
from ._tables import REDUCTIONS, number_of, ordered_dtype
from ._words import ACCUMULATIONS, MEAN_ROUNDINGS, NANS, OVERFLOWS, flag, options_of

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
        threads: Optional[int] = 1,
    ) -> Any:
        """The operator over arrays of the shapes and dtypes that were planned; others are a ValueError. Returns out.

        out and all that follow are those of scatter_nd.
        """
        if scale is None and update_indices is None and weights is None:
            result = self._known(out, threads, (), data, indices, updates)
            if result is NotImplemented:
                result = scatter_known(self._known, out, threads, (), data, indices, updates)
            if result is not NotImplemented:
                return result
        arrays = self._planned({"data": data, "indices": indices, "updates": updates})
        output = new_output(self._output) if out is None else out
        written = self._planned_output(output, arrays["data"])
        self._run(arrays, written, threads, Beside(scale=scale, update_indices=update_indices, weights=weights))
        self._remember(self._known, [*arrays.values()], given(out, written), ())
        return output

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
        threads: Optional[int] = 1,
    ) -> Any:
        """What the plan would return for the indices that were prepared."""
        if scale is None and update_indices is None and weights is None:
            result = self._known(out, threads, (), data, updates)
            if result is NotImplemented:
                result = scatter_known(self._known, out, threads, (), data, updates)
            if result is not NotImplemented:
                return result
        output = new_output(self.plan._output) if out is None else out
        lent, beside = self._lender(threads), Beside(scale=scale, update_indices=update_indices, weights=weights)
        arrays = self.plan._planned({"data": data, "updates": updates})
        written = self.plan._planned_output(output, arrays["data"])
        self.plan._run_over(written, arrays["data"], arrays["updates"], lent, beside, prepared=self._address)
        if not beside.has_tensors:
            call = planned(self._lender, self.plan._output.dtype, self.plan._output.shape, prepared=self._address)
            remember(self._known, call, given(out, written), (), *arrays.values())
        return output

    def __reduce__(self) -> str:
        raise TypeError("prepared indices are valid in the process that prepared them: pickle the plan and the indices")


def plan_for(operator: str, data: Any, indices: Any, updates: Any, words: Words) -> Plan:
    """Plans any of SCATTERS, by name, for arrays like these, views included, and a dense output."""
    of_data, of_indices, of_updates = (_kind(array) for array in _arrays(operator, data, indices, updates).values())
    return Plan(operator, of_data, of_indices, of_updates, words)


@lru_cache(maxsize=128, typed=True)  # which looks at the types of words only if each is an argument: 1 is no axis of 1.0
def _plan_like(operator: str, data: Kind, indices: Kind, updates: Kind, output: Kind, *words: Any) -> Plan:
    """The plan of a call, which the next call over such arrays finds here."""
    return Plan(operator, data, indices, updates, Words(*words), output)


@lru_cache(maxsize=128, typed=True)
def _plan_beside(operator: str, data: Kind, indices: Kind, updates: Kind, output: Kind, *words: Any) -> Plan:
    """The same with what stands beside, of which the fields are the last words."""
    n_words = len(Words._fields)
    return Plan(operator, data, indices, updates, Words(*words[:n_words]), output, Beside(*words[n_words:]))


_PLAIN = NOTHING.scale_rule, NOTHING.update_policy, NOTHING.update_negative_wrap, NOTHING.update_ignore_index


def _scatter(
    operator: str,
    data: Any,
    indices: Any,
    updates: Any,
    out: Any,
    threads: Optional[int],
    words: Tuple[Any, ...],
    rules: Tuple[Any, ...],
    scale: Any,
    rows: Any,
    weights: Any,
) -> Any:
    """One call of any operator. Most have nothing beside data, indices and updates, which has to cost the fast way little."""
    if rules != _PLAIN or scale is not None or rows is not None or weights is not None:
        rule, policy, negative_wrap, ignore_index = rules
        beside = Beside(scale, rule, rows, policy, negative_wrap, ignore_index, weights)
        arrays = _arrays(operator, data, indices, updates)
        written = _output(out, arrays["data"])
        scatter_beside(operator, arrays, written, threads, words, beside.read())
        return written if out is None else out
    result = KNOWN[operator](out, threads, words, data, indices, updates)
    if result is NotImplemented:
        result = scatter_known(KNOWN[operator], out, threads, words, data, indices, updates)
    if result is not NotImplemented:
        return result
    arrays = _arrays(operator, data, indices, updates)
    written = _output(out, arrays["data"])
    plan = scatter_over(operator, arrays, written, threads, words)
    plan._remember(KNOWN[operator], [*arrays.values()], given(out, written), words)
    return written if out is None else out


def scatter_over(operator: str, arrays: Mapping[str, Any], written: _Elements, threads: Optional[int], words: Tuple[Any, ...]) -> Plan:
    """The long way of a call over arrays, and its plan. Of the words, alpha is the last."""
    element = element_bytes(words[-1], arrays["data"].dtype, "alpha")
    data, indices, updates = map(_kind, arrays.values())
    what, written_kind = (operator, data, indices, updates), _kind(written)
    words = *words[:-1], element
    plan: Optional[Plan] = None
    try:
        plan = _plan_like(*what, written_kind, *words)
    except TypeError:
        pass  # a word that cannot be hashed, or what is raised again below
    plan = plan or Plan(*what, Words(*words), written_kind)
    plan._run(arrays, written, threads)
    return plan


def scatter_beside(
    operator: str, arrays: Mapping[str, Any], written: _Elements, threads: Optional[int], words: Tuple[Any, ...], beside: Beside
) -> None:
    """The way of a call with more tensors, which is never remembered: the extension module knows none of these."""
    words = *words[:-1], element_bytes(words[-1], arrays["data"].dtype, "alpha")
    data, indices, updates = map(_kind, arrays.values())
    try:
        plan = _plan_beside(operator, data, indices, updates, _kind(written), *words, *beside.kinds())
    except TypeError:  # a word that cannot be hashed, or what is raised again
        plan = Plan(operator, data, indices, updates, Words(*words), _kind(written), beside.kinds())
    plan._run(arrays, written, threads, beside)


# ---- What a caller sees ---------------------------------------------------------------------------------------------

@documented(SHARED)
def scatter_nd(
    data: Any,
    indices: Any,
    updates: Any,
    reduction: str = "none",
    out: Any = None,
    *,
    batch_dims: int = 0,
    policy: str = "error",
    negative_wrap: bool = True,
    nan: str = "wins",
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    include_self: bool = True,
    mean_rounding: str = "floors",
    ignore_index: Optional[int] = None,
    accumulate: Optional[str] = None,
    overflow: str = "wraps",
    alpha: Any = None,
    scale: Any = None,
    scale_rule: str = "divides",
    update_indices: Any = None,
    update_policy: str = "error",
    update_negative_wrap: bool = True,
    update_ignore_index: Optional[int] = None,
    weights: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """ONNX ScatterND, OpenVINO ScatterNDUpdate.

    `out` becomes a copy of `data` with every slice of `updates` written or combined into it.

    Shapes: k = indices.shape[-1]; updates.shape is indices.shape[:-1] + data.shape[batch_dims + k:]. The first batch_dims
    dimensions of data and indices are equal. Each tuple along the last axis of indices names the slice data[tuple], of its own
    batch of data; tuples are taken in row-major order and may repeat.

    Without batch_dims, indices may also be a Python tuple of k arrays, one for each component, as in `data[i, j]` of NumPy. They are broadcast
    together, and what numpy.nonzero returns will do. Each is read where it lies, but of arrays with different dtypes,
    which count as int64, the others are copied. All are copied where their number times that of the dimensions that
    cannot be joined is above 32. A profile takes no such tuple.

    >>> i, j = numpy.array([[0], [2]]), numpy.array([1, 0])
    >>> strew.scatter_nd(numpy.zeros((3, 2)), (i, j), numpy.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[2., 1.],
           [0., 0.],
           [4., 3.]])
    """
    how = policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, alpha
    words = 0, batch_dims, reduction, *how
    rules = scale_rule, update_policy, update_negative_wrap, update_ignore_index
    return _scatter("scatter_nd", data, indices, updates, out, threads, words, rules, scale, update_indices, weights)


@documented(SHARED)
def scatter_elements(
    data: Any,
    indices: Any,
    updates: Any,
    axis: int = 0,
    reduction: str = "none",
    out: Any = None,
    *,
    policy: str = "error",
    negative_wrap: bool = True,
    nan: str = "wins",
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    include_self: bool = True,
    mean_rounding: str = "floors",
    ignore_index: Optional[int] = None,
    accumulate: Optional[str] = None,
    overflow: str = "wraps",
    alpha: Any = None,
    scale: Any = None,
    scale_rule: str = "divides",
    update_indices: Any = None,
    update_policy: str = "error",
    update_negative_wrap: bool = True,
    update_ignore_index: Optional[int] = None,
    weights: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """ONNX ScatterElements and Scatter, OpenVINO ScatterElementsUpdate, torch.scatter_reduce.

    `out` becomes a copy of `data` with every element of `updates` written or combined into it: the one at position p
    goes to p, but with indices[p] in place of p[axis].

    Shapes: data, indices and updates have the same number of dimensions, at least 1; updates.shape is indices.shape,
    which is at most data.shape, and anything on the axis. Each element of indices counts as a tuple of one; they are taken
    in row-major order and may repeat.
    """
    how = policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, alpha
    words = axis, 0, reduction, *how
    rules = scale_rule, update_policy, update_negative_wrap, update_ignore_index
    return _scatter("scatter_elements", data, indices, updates, out, threads, words, rules, scale, update_indices, weights)


@documented(SHARED)
def scatter_update(
    data: Any,
    indices: Any,
    updates: Any,
    axis: int = 0,
    reduction: str = "none",
    out: Any = None,
    *,
    batch_dims: int = 0,
    policy: str = "error",
    negative_wrap: bool = True,
    nan: str = "wins",
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    include_self: bool = True,
    mean_rounding: str = "floors",
    ignore_index: Optional[int] = None,
    accumulate: Optional[str] = None,
    overflow: str = "wraps",
    alpha: Any = None,
    scale: Any = None,
    scale_rule: str = "divides",
    update_indices: Any = None,
    update_policy: str = "error",
    update_negative_wrap: bool = True,
    update_ignore_index: Optional[int] = None,
    weights: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """OpenVINO ScatterUpdate, torch.index_copy, index_add and index_reduce.

    `out` becomes a copy of `data` with slices of `updates` written or combined into it: for every position o before the
    axis and p of indices, updates[o, p] goes to out[o, indices[p]].

    Shapes: updates.shape is data.shape[:axis] + indices.shape[batch_dims:] + data.shape[axis + 1:]; indices may have any
    number of dimensions, 0 included. The first batch_dims dimensions of data and indices are equal, and each index names a
    slice of its own batch of data; a negative batch_dims counts from the end of indices. Each element of indices counts as
    a tuple of one; they are taken in row-major order and may repeat.
    """
    how = policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, alpha
    words = axis, batch_dims, reduction, *how
    rules = scale_rule, update_policy, update_negative_wrap, update_ignore_index
    return _scatter("scatter_update", data, indices, updates, out, threads, words, rules, scale, update_indices, weights)


@documented(SHARED)
def put(
    data: Any,
    indices: Any,
    updates: Any,
    reduction: str = "none",
    out: Any = None,
    *,
    policy: str = "error",
    negative_wrap: bool = True,
    nan: str = "wins",
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    include_self: bool = True,
    mean_rounding: str = "floors",
    ignore_index: Optional[int] = None,
    accumulate: Optional[str] = None,
    overflow: str = "wraps",
    alpha: Any = None,
    scale: Any = None,
    scale_rule: str = "divides",
    update_indices: Any = None,
    update_policy: str = "error",
    update_negative_wrap: bool = True,
    update_ignore_index: Optional[int] = None,
    weights: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """`torch.Tensor.put_`: elements by their numbers in row-major order. plan_put plans it; strew.put is NumPy's.

    `out` becomes a copy of `data` with every element of `updates` written or combined into it: each index is the number of an
    element of data in row-major order, whatever the strides of data and out. Negative ones count from the end of all elements.
    No profile has this operator.

    Shapes: data and indices have any number of dimensions, 0 included; updates.shape is indices.shape. Each element of
    indices counts as a tuple of one; they are taken in row-major order and may repeat.
    """
    how = policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, alpha
    words = 0, 0, reduction, *how
    rules = scale_rule, update_policy, update_negative_wrap, update_ignore_index
    return _scatter("put", data, indices, updates, out, threads, words, rules, scale, update_indices, weights)


@documented(PLANNED)
def plan_scatter_nd(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shapes,
    reduction: str = "none",
    *,
    batch_dims: int = 0,
    index_dtype: Any = np.int64,
    update_dtype: Any = None,
    data_strides: Optional[_Shape] = None,
    indices_strides: _StridesOf = None,
    updates_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> Plan:
    """Plans scatter_nd for data of `data_shape` and indices of `indices_shape`, once for any number of calls.

    For components that are arrays of their own, indices_shape is a tuple of their shapes, such as ((3, 1), (4,)), and
    indices_strides a tuple of their strides, or None for each that is contiguous.

    >>> plan = strew.plan_scatter_nd((4, 2), "float32", (3, 1), "add")
    >>> plan(numpy.zeros((4, 2), "f4"), numpy.array([[3], [0], [3]]), numpy.ones((3, 2), "f4"))
    array([[1., 1.],
           [0., 0.],
           [0., 0.],
           [2., 2.]], dtype=float32)
    """
    strides = data_strides, indices_strides, updates_strides, out_strides
    return _plan("scatter_nd", data_shape, dtype, indices_shape, index_dtype, update_dtype, strides, options, batch_dims=batch_dims, reduction=reduction)


@documented(PLANNED)
def plan_scatter_elements(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shape,
    axis: int = 0,
    reduction: str = "none",
    *,
    index_dtype: Any = np.int64,
    update_dtype: Any = None,
    data_strides: Optional[_Shape] = None,
    indices_strides: Optional[_Shape] = None,
    updates_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> Plan:
    """Plans scatter_elements for data of `data_shape` and indices of `indices_shape`, once for any number of calls."""
    strides = data_strides, indices_strides, updates_strides, out_strides
    return _plan("scatter_elements", data_shape, dtype, indices_shape, index_dtype, update_dtype, strides, options, axis=axis, reduction=reduction)


@documented(PLANNED)
def plan_scatter_update(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shape,
    axis: int = 0,
    reduction: str = "none",
    *,
    batch_dims: int = 0,
    index_dtype: Any = np.int64,
    update_dtype: Any = None,
    data_strides: Optional[_Shape] = None,
    indices_strides: Optional[_Shape] = None,
    updates_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> Plan:
    """Plans scatter_update for data of `data_shape` and indices of `indices_shape`, once for any number of calls."""
    strides = data_strides, indices_strides, updates_strides, out_strides
    return _plan("scatter_update", data_shape, dtype, indices_shape, index_dtype, update_dtype, strides, options, axis=axis, batch_dims=batch_dims, reduction=reduction)


@documented(PLANNED)
def plan_put(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shape,
    reduction: str = "none",
    *,
    index_dtype: Any = np.int64,
    update_dtype: Any = None,
    data_strides: Optional[_Shape] = None,
    indices_strides: Optional[_Shape] = None,
    updates_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> Plan:
    """Plans put for data of `data_shape` and indices of `indices_shape`, once for any number of calls."""
    strides = data_strides, indices_strides, updates_strides, out_strides
    return _plan("put", data_shape, dtype, indices_shape, index_dtype, update_dtype, strides, options, reduction=reduction)


def _plan(
    operator: str,
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shapes,
    index_dtype: Any,
    update_dtype: Any,
    strides: Tuple[_StridesOf, ...],
    options: Dict[str, Any],
    **given: Any,
) -> Plan:
    of_data, of_indices, of_updates, of_output = strides
    data = _kind_of(_dtype(dtype, "dtype"), _shape(data_shape, "data_shape"), of_data, "data")
    indices = _kind_of_indices(operator, _dtype(index_dtype, "index_dtype"), indices_shape, of_indices)
    of_given = ordered_dtype(data.dtype) if update_dtype is None else _dtype(update_dtype, "update_dtype")
    beside, rows = kinds_of(options, shape_of_tuples(operator, indices.shape), of_given)
    check_names(operator, options, Words._fields[Words._fields.index("policy") :])
    words = Words(**given, **options)
    call = operator, data.shape, indices.shape, integer(words.axis, "axis"), integer(words.batch_dims, "batch_dims")
    updates = _kind_of(of_given, shape_of_ordered(*call) if rows is None else shape_of_table(*call, rows), of_updates, "updates")
    words = words._replace(alpha=element_bytes(words.alpha, data.dtype, "alpha"))
    return Plan(operator, data, indices, updates, words, _kind_of(data.dtype, data.shape, of_output, "out"), beside)
