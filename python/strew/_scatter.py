"""The operators that scatter: arrays in, addresses to the library, faults out as exceptions.

A call that was made before takes the fast way (_known.py). Everything else goes the long way, which says what is wrong.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict, Mapping, Optional, Tuple

import numpy as np

from ._arrays import (
    Kind,
    _dtype,
    _Elements,
    _kind,
    _kind_of,
    _kind_of_indices,
    _Shape,
    _shape,
    _Shapes,
    _StridesOf,
    check_names,
    element_bytes,
    integer,
)
from ._beside import NOTHING, Beside, arg_of, kinds_of, shape_of_table, shape_of_tuples, with_arg
from ._call import shape_of_ordered
from ._documentation import PLANNED, SHARED, documented
from ._known import KNOWN, given, scatter_known
from ._plan import Plan, Words, _arrays, _output
from ._tables import ordered_dtype


@lru_cache(maxsize=128, typed=True)  # which looks at the types of words only if each is an argument: 1 is no axis of 1.0
def _plan_like(operator: str, data: Kind, indices: Kind, updates: Kind, output: Kind, *words: Any) -> Plan:
    """The plan of a call, which the next call over such arrays finds here."""
    return Plan(operator, data, indices, updates, Words(*words), output)


@lru_cache(maxsize=128, typed=True)
def _plan_beside(operator: str, data: Kind, indices: Kind, updates: Kind, output: Kind, *words: Any) -> Plan:
    """The same with what stands beside, of which the fields are the last words."""
    n_words = len(Words._fields)
    return Plan(operator, data, indices, updates, Words(*words[:n_words]), output, Beside(*words[n_words:]))


_RULES = tuple(name for name in Beside._fields if name not in NOTHING.tensors)
_PLAIN = tuple(getattr(NOTHING, name) for name in _RULES)


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
    arg: Any,
) -> Any:
    """One call of any operator. Most have nothing beside data, indices and updates, which has to cost the fast way little."""
    if rules != _PLAIN or scale is not None or rows is not None or weights is not None or arg is not None:
        arrays = _arrays(operator, data, indices, updates)
        written = _output(out, arrays["data"])
        chosen = arg_of(arg, written.shape)
        beside = Beside(scale=scale, update_indices=rows, weights=weights, arg=chosen, **dict(zip(_RULES, rules)))
        scatter_beside(operator, arrays, written, threads, words, beside.read())
        return with_arg(written if out is None else out, arg, chosen)
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
    unique: Optional[str] = None,
    sorted: Optional[str] = None,
    alpha: Any = None,
    scale: Any = None,
    scale_rule: str = "divides",
    update_indices: Any = None,
    update_policy: str = "error",
    update_negative_wrap: bool = True,
    update_ignore_index: Optional[int] = None,
    weights: Any = None,
    arg: Any = None,
    arg_rule: str = "first",
    arg_counts: str = "tuples",
    arg_fill: int = -1,
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
    how = policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, unique, sorted, alpha
    words = 0, batch_dims, reduction, *how
    rules = scale_rule, update_policy, update_negative_wrap, update_ignore_index, arg_rule, arg_counts, arg_fill
    return _scatter("scatter_nd", data, indices, updates, out, threads, words, rules, scale, update_indices, weights, arg)


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
    unique: Optional[str] = None,
    sorted: Optional[str] = None,
    alpha: Any = None,
    scale: Any = None,
    scale_rule: str = "divides",
    update_indices: Any = None,
    update_policy: str = "error",
    update_negative_wrap: bool = True,
    update_ignore_index: Optional[int] = None,
    weights: Any = None,
    arg: Any = None,
    arg_rule: str = "first",
    arg_counts: str = "tuples",
    arg_fill: int = -1,
    threads: Optional[int] = 1,
) -> Any:
    """ONNX ScatterElements and Scatter, OpenVINO ScatterElementsUpdate, torch.scatter_reduce.

    `out` becomes a copy of `data` with every element of `updates` written or combined into it: the one at position p
    goes to p, but with indices[p] in place of p[axis].

    Shapes: data, indices and updates have the same number of dimensions, at least 1; updates.shape is indices.shape,
    which is at most data.shape, and anything on the axis. Each element of indices counts as a tuple of one; they are taken
    in row-major order and may repeat.
    """
    how = policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, unique, sorted, alpha
    words = axis, 0, reduction, *how
    rules = scale_rule, update_policy, update_negative_wrap, update_ignore_index, arg_rule, arg_counts, arg_fill
    return _scatter("scatter_elements", data, indices, updates, out, threads, words, rules, scale, update_indices, weights, arg)


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
    unique: Optional[str] = None,
    sorted: Optional[str] = None,
    alpha: Any = None,
    scale: Any = None,
    scale_rule: str = "divides",
    update_indices: Any = None,
    update_policy: str = "error",
    update_negative_wrap: bool = True,
    update_ignore_index: Optional[int] = None,
    weights: Any = None,
    arg: Any = None,
    arg_rule: str = "first",
    arg_counts: str = "tuples",
    arg_fill: int = -1,
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
    how = policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, unique, sorted, alpha
    words = axis, batch_dims, reduction, *how
    rules = scale_rule, update_policy, update_negative_wrap, update_ignore_index, arg_rule, arg_counts, arg_fill
    return _scatter("scatter_update", data, indices, updates, out, threads, words, rules, scale, update_indices, weights, arg)


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
    unique: Optional[str] = None,
    sorted: Optional[str] = None,
    alpha: Any = None,
    scale: Any = None,
    scale_rule: str = "divides",
    update_indices: Any = None,
    update_policy: str = "error",
    update_negative_wrap: bool = True,
    update_ignore_index: Optional[int] = None,
    weights: Any = None,
    arg: Any = None,
    arg_rule: str = "first",
    arg_counts: str = "tuples",
    arg_fill: int = -1,
    threads: Optional[int] = 1,
) -> Any:
    """`torch.Tensor.put_`: elements by their numbers in row-major order. plan_put plans it; strew.put is NumPy's.

    `out` becomes a copy of `data` with every element of `updates` written or combined into it: each index is the number of an
    element of data in row-major order, whatever the strides of data and out. Negative ones count from the end of all elements.
    No profile has this operator.

    Shapes: data and indices have any number of dimensions, 0 included; updates.shape is indices.shape. Each element of
    indices counts as a tuple of one; they are taken in row-major order and may repeat.
    """
    how = policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, unique, sorted, alpha
    words = 0, 0, reduction, *how
    rules = scale_rule, update_policy, update_negative_wrap, update_ignore_index, arg_rule, arg_counts, arg_fill
    return _scatter("put", data, indices, updates, out, threads, words, rules, scale, update_indices, weights, arg)


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
    beside, rows = kinds_of(options, shape_of_tuples(operator, indices.shape), of_given, data.shape)
    check_names(operator, options, Words._fields[Words._fields.index("policy") :])
    words = Words(**given, **options)
    call = operator, data.shape, indices.shape, integer(words.axis, "axis"), integer(words.batch_dims, "batch_dims")
    updates = _kind_of(of_given, shape_of_ordered(*call) if rows is None else shape_of_table(*call, rows), of_updates, "updates")
    words = words._replace(alpha=element_bytes(words.alpha, data.dtype, "alpha"))
    return Plan(operator, data, indices, updates, words, _kind_of(data.dtype, data.shape, of_output, "out"), beside)
