"""The operators that scatter: arrays in, addresses to the library, faults out as exceptions.

Plain NumPy arrays take a short way, through the extension module, which looks at nothing but what was planned. Everything
else, and whatever that way does not take, goes the long way, which says what is wrong.
"""

from __future__ import annotations

import ctypes
from ctypes import addressof
from functools import lru_cache
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple, Type, Union

import numpy as np

from . import _threads
from ._arrays import (
    Components,
    Kind,
    _array,
    _dtype,
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
from ._call import WithKernel, plan_call, prepare, run, shape_of_ordered, unless_dense
from ._documentation import documented
from ._errors import check
from ._library import Fault, address, lib, native
from ._tables import REDUCTIONS, number_of
from ._words import MEAN_ROUNDINGS, NANS, flag, options_of

# The scatters that combine updates with elements, and the names of their numbers.
SCATTERS: Dict[str, Tuple[str, ...]] = {
    "scatter_nd": ("batch_dims",),
    "scatter_elements": ("axis",),
    "scatter_update": ("axis", "batch_dims"),
    "put": (),
}


# ---- Arrays ---------------------------------------------------------------------------------------------------------


def _arrays(operator: str, data: Any, indices: Any, updates: Any) -> Dict[str, Any]:
    """As the library reads them; each is an array, but indices may be Components."""
    return {"data": _array(data, "data"), "indices": _indices(operator, indices), "updates": _array(updates, "updates")}


def _output(out: Any, data: np.ndarray, name: str = "data") -> np.ndarray:
    """`out` as an array, if data, which messages call `name`, can be scattered into it, or a new one for None."""
    if out is None:
        return np.empty(data.shape, data.dtype)
    if isinstance(out, np.generic):
        raise TypeError("out is a NumPy scalar, which cannot be written to")
    array = _array(out, "out")
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
    alpha: Optional[bytes] = None  # an element of data's dtype


def _options(words: Words) -> Tuple[Any, Any]:
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
        alpha=addressof(element) if element is not None else None,
    )
    return options, element


# ---- Plans ----------------------------------------------------------------------------------------------------------

# With less, everything is in the first-level cache, and a workspace gains nothing.
_MIN_WORKSPACE_BYTES = 4096


class Plan(WithKernel):
    """What follows from shapes, dtypes and options, worked out once for any number of calls.

    Made by plan_scatter_nd, plan_scatter_elements, plan_scatter_update and plan_put. Any threads may call it at once. It can
    be pickled, and is planned anew where it is unpickled, for the CPU there.
    """

    def __init__(
        self, operator: str, data: Kind, indices: Kind, updates: Kind, words: Words, output: Optional[Kind] = None
    ) -> None:
        self._output = Kind(data.dtype, data.shape) if output is None else output
        self._made_of = operator, data, indices, updates, words, self._output
        options, _element = _options(words)
        numbers = {name: integer(getattr(words, name), name) for name in SCATTERS[operator]}
        reduction = number_of(REDUCTIONS, words.reduction, "reduction")

        def make(indices: Kind) -> None:
            tensors = {"data": data, "indices": indices, "updates": updates, "output": unless_dense(self._output)}
            self._plan = plan_call(operator, options, tensors, reduction=reduction, **numbers)

        self._read = plan_with(make, indices)
        self._workspace_bytes: Dict[int, int] = {}
        self._is_lent_always = words.reduction == "mean" or not words.include_self
        self._native = None  # which takes dense arrays only
        if native is not None and all(kind.is_dense for kind in (data, indices, updates, self._output)):
            kinds = data[:2], indices[:2], updates[:2]
            self._native = native.Planned(self._plan, addressof(self._plan), address("strew_run"), *kinds)

    def __reduce__(self) -> Tuple[Type[Plan], Tuple[Any, ...]]:
        return Plan, self._made_of

    def __call__(self, data: Any, indices: Any, updates: Any, out: Any = None, *, threads: Optional[int] = 1) -> Any:
        """The operator over arrays of the shapes and dtypes that were planned; others are a ValueError. Returns out.

        out and threads are those of scatter_nd.
        """
        output = new_output(self._output) if out is None else out
        if not self._runs_natively(data, indices, updates, output, threads):
            arrays = self._planned({"data": data, "indices": indices, "updates": updates})
            self._run(arrays, self._planned_output(output, arrays["data"]), threads)
        return output

    def _runs_natively(self, data: Any, indices: Any, updates: Any, output: Any, threads: Optional[int]) -> bool:
        """Whether the extension module took the arrays; if so, the call is done."""
        if self._native is None:
            return False
        lent = self._lend(threads)
        outcome = self._native.run(data, indices, updates, output, addressof(lent) if lent is not None else 0)
        if outcome is True or not outcome:
            return bool(outcome)
        check(Fault.from_buffer_copy(outcome), self._made_of[0])
        return True

    def _run(self, arrays: Mapping[str, Any], written: np.ndarray, threads: Optional[int]) -> None:
        indices = as_read(arrays["indices"], self._read)
        self._run_over(written, arrays["data"], arrays["updates"], self._lend(threads), **buffer_of_indices(indices))

    def _run_over(
        self, written: np.ndarray, data: np.ndarray, updates: np.ndarray, lent: Optional[_threads.Lent], **indices: int
    ) -> None:
        addresses = {"output": written.ctypes.data, "data": data.ctypes.data, "updates": updates.ctypes.data}
        run(self._made_of[0], self._plan, lent, **addresses, **indices)

    def prepare(self, indices: Any) -> Prepared:
        """Checks indices that are known early, and turns them into what a call needs, once for any number of calls.

        They may change afterwards. A call over prepared indices takes as long as a call with `indices`, or less: with float32 and the
        random indices of elem_add, half as long.
        """
        array = as_read(self._planned({"indices": indices})["indices"], self._read)
        return Prepared(self, prepare(self._made_of[0], self._plan, **buffer_of_indices(array)))

    def _lend(self, threads: Optional[int], needs_workspace: bool = True) -> Optional[_threads.Lent]:
        n_threads = _threads.count(threads)
        if not needs_workspace and not self._is_lent_always:
            return _threads.lend_threads(n_threads)
        n_bytes = self._workspace_bytes.get(n_threads)
        if n_bytes is None:
            n_bytes = lib.strew_plan_workspace_size(self._plan, n_threads)
            self._workspace_bytes[n_threads] = n_bytes = n_bytes if n_bytes >= _MIN_WORKSPACE_BYTES or self._is_lent_always else 0
        return _threads.lend(n_threads, n_bytes) if n_bytes or n_threads > 1 else None

    def _planned(self, values: Mapping[str, Any]) -> Dict[str, Any]:
        """The arrays of these names, if they are as planned."""
        arrays: Dict[str, Any] = {}
        for name, value in values.items():
            arrays[name] = _indices(self._made_of[0], value) if name == "indices" else _array(value, name)
        for expected, name in zip(self._made_of[1:4], ("data", "indices", "updates")):
            if name in arrays and _kind(arrays[name]) != expected:
                raise ValueError(f"{name} is {_kind(arrays[name])}, but {expected} was planned")
        return arrays

    def _planned_output(self, output: Any, data: np.ndarray) -> np.ndarray:
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

    @property
    def is_distinct(self) -> bool:
        """Whether it is known that no tuple repeats, so that their order does not matter."""
        return bool(lib.strew_prepared_is_distinct(self._address))

    def __call__(self, data: Any, updates: Any, out: Any = None, *, threads: Optional[int] = 1) -> Any:
        """What the plan would return for the indices that were prepared."""
        output = new_output(self.plan._output) if out is None else out
        lent = self.plan._lend(threads, needs_workspace=False)
        if self.plan._native is not None:
            resources = addressof(lent) if lent is not None else 0
            outcome = self.plan._native.run_prepared(data, self._address, updates, output, resources)
            if outcome is True:
                return output
            if outcome:
                check(Fault.from_buffer_copy(outcome), self.plan._made_of[0])
        arrays = self.plan._planned({"data": data, "updates": updates})
        written = self.plan._planned_output(output, arrays["data"])
        self.plan._run_over(written, arrays["data"], arrays["updates"], lent, prepared=self._address)
        return output

    def __reduce__(self) -> str:
        raise TypeError("prepared indices are valid in the process that prepared them: pickle the plan and the indices")


def plan_for(operator: str, data: Any, indices: Any, updates: Any, words: Words) -> Plan:
    """Plans any of SCATTERS, by name, for arrays like these, views included, and a dense output."""
    of_data, of_indices, of_updates = (_kind(array) for array in _arrays(operator, data, indices, updates).values())
    return Plan(operator, of_data, of_indices, of_updates, words)


@lru_cache(maxsize=128, typed=True)  # at most half a megabyte
def _known_plan(
    operator: str,
    dtype: np.dtype,
    data_shape: Tuple[int, ...],
    index_dtype: np.dtype,
    indices_shape: Tuple[int, ...],
    updates_dtype: np.dtype,
    updates_shape: Tuple[int, ...],
    *words: Any,
) -> Plan:
    """The plan of a call over dense arrays, which the next call over such arrays finds here."""
    data, indices, updates = Kind(dtype, data_shape), Kind(index_dtype, indices_shape), Kind(updates_dtype, updates_shape)
    return Plan(operator, data, indices, updates, Words(*words))


@lru_cache(maxsize=128, typed=True)
def _known_plan_of_views(operator: str, data: Kind, indices: Kind, updates: Kind, words: Words, output: Kind) -> Plan:
    """The same for arrays of any strides, and for components."""
    return Plan(operator, data, indices, updates, words, output)


def _with_alpha(words: Tuple[Any, ...], dtype: np.dtype) -> Tuple[Any, ...]:
    """The words of a call, of which alpha is the last, as those of its plan."""
    return words if words[-1] is None else (*words[:-1], element_bytes(words[-1], dtype, "alpha"))


def _scatter(operator: str, data: Any, indices: Any, updates: Any, out: Any, threads: Optional[int], words: Tuple[Any, ...]) -> Any:
    """One call of any operator. It is planned as if all arrays were dense: the extension module sees faster whether they are."""
    if not type(data) is type(indices) is type(updates) is np.ndarray:
        arrays = _arrays(operator, data, indices, updates)
        data, indices, updates = arrays.values()
        if isinstance(indices, Components):
            return _scatter_views(operator, arrays, out, threads, _with_alpha(words, data.dtype))
    words = _with_alpha(words, data.dtype)
    kinds = data.dtype, data.shape, indices.dtype, indices.shape, updates.dtype, updates.shape
    plan: Optional[Plan] = None
    try:
        plan = _known_plan(operator, *kinds, *words)
    except (TypeError, ValueError):
        pass  # the caller sees the reason once, as it is raised again below
    if plan is None:
        _arrays(operator, data, indices, updates)  # what is wrong with an array is said before what is wrong with the call
        plan = Plan(operator, Kind(*kinds[:2]), Kind(*kinds[2:4]), Kind(*kinds[4:]), Words(*words))
    output = np.empty(data.shape, data.dtype) if out is None else out
    if plan._runs_natively(data, indices, updates, output, threads):
        return output
    return _scatter_views(operator, _arrays(operator, data, indices, updates), output, threads, words)


def _scatter_views(operator: str, arrays: Mapping[str, Any], out: Any, threads: Optional[int], words: Tuple[Any, ...]) -> Any:
    """One call over arrays of any strides."""
    written = _output(out, arrays["data"])
    data, indices, updates = map(_kind, arrays.values())
    planned = operator, data, indices, updates, Words(*words), _kind(written)
    plan: Optional[Plan] = None
    try:
        plan = _known_plan_of_views(*planned)
    except TypeError:
        pass  # a word that cannot be hashed, or what is raised again below
    plan = plan or Plan(*planned)
    plan._run(arrays, written, threads)
    return written if out is None else out


# ---- What a caller sees ---------------------------------------------------------------------------------------------

_SHARED = """

    data, updates: of one dtype, any of DTYPES (string as STRING, a record that holds a handle) or a void dtype of 1 to
        512 bytes ("V1" to "V512"), whose elements can only be moved.
    indices: integers of 8 to 64 bits, signed or not. Like data and updates they are a NumPy array, another tensor with
        `__dlpack__` in the CPU's memory, array.array or memoryview; in native byte order, and used where they lie, also as
        views of any strides, such as a transposed or a broadcast one: what would need a copy is rejected.
    axis: the dimension that indices name places of, from -data.ndim to data.ndim - 1.
    batch_dims: how many first dimensions data and indices have in common, which indices do not name.
    reduction: one of REDUCTIONS; "none" writes, and of equal tuples the last one wins.
    out: None for a new NumPy array; `data` itself to work in place; or any array or tensor of data's shape and dtype
        that can be written to, which JAX's cannot, views included. It must not overlap indices or updates, nor data in
        part.
    policy: what an index out of bounds does. "error" rejects the call; "skip" passes over the whole tuple; "clamp"
        takes the nearest index in bounds. "trusted" CHECKS NOTHING: A WRONG INDEX WRITES WHERE IT POINTS.
    negative_wrap: whether indices from -s to -1 count from the end of their dimension of size s; otherwise they are
        out of bounds.
    nan: a NaN "wins", or "loses" to a number: then "min" and "max" take the number, and "add", "sub", "mul" and "mean" pass over each element of
        updates that is NaN, before alpha, as nansum does. An element all of whose updates are NaN stays.
    profile: the version of a specification to follow, one of PROFILES, such as "ONNX ScatterND-18"; what that version
        does not allow is rejected. None follows none.
    isa: the best instruction set that may be used, one of ISAS; None sets no cap. It changes the speed only.
    include_self: whether the old elements take part in the reduction. If not, the first update of an element replaces it,
        and the others are combined with that; elements without an update stay.
    mean_rounding: how "mean" rounds the quotients of integers: it "floors" them, as PyTorch and its profiles do, or "truncates" them.
    ignore_index: an index that passes its tuple over, such as the -1 of padding, while all others are checked. None is none.
    alpha: a number that updates are multiplied by before "add" or "sub", as in index_add of PyTorch, and not with include_self=False. None
        stands for 1.
    threads: how many threads may share the call, or None for all cores that this process may use, at most 64. They are
        used where they gain time, and give the same bits. The threads are started at first use, once for each number;
        they sleep between calls, and end with the process. The interpreter's lock is free during a call.

    What the reduction would ignore is rejected: nan and include_self without one, mean_rounding without "mean", alpha without "add" or "sub".

    Returns out. Raises TypeError or ValueError for arrays that cannot be used as they are, for unknown words, for an axis
    that is not an integer and for an alpha that data's dtype cannot hold; IndexOutOfBoundsError for an index out of bounds;
    ScatterError for everything else. When it raises, nothing has been written, not even in place.
    """


@documented(_SHARED)
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
    alpha: Any = None,
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
    words = 0, batch_dims, reduction, policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, alpha
    return _scatter("scatter_nd", data, indices, updates, out, threads, words)


@documented(_SHARED)
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
    alpha: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """ONNX ScatterElements and Scatter, OpenVINO ScatterElementsUpdate, torch.scatter_reduce.

    `out` becomes a copy of `data` with every element of `updates` written or combined into it: the one at position p
    goes to p, but with indices[p] in place of p[axis].

    Shapes: data, indices and updates have the same number of dimensions, at least 1; updates.shape is indices.shape,
    which is at most data.shape, and anything on the axis. Each element of indices counts as a tuple of one; they are taken
    in row-major order and may repeat.
    """
    words = axis, 0, reduction, policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, alpha
    return _scatter("scatter_elements", data, indices, updates, out, threads, words)


@documented(_SHARED)
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
    alpha: Any = None,
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
    words = axis, batch_dims, reduction, policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, alpha
    return _scatter("scatter_update", data, indices, updates, out, threads, words)


@documented(_SHARED)
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
    alpha: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """`torch.Tensor.put_`: elements by their numbers in row-major order. plan_put plans it; strew.put is NumPy's.

    `out` becomes a copy of `data` with every element of `updates` written or combined into it: each index is the number of an
    element of data in row-major order, whatever the strides of data and out. Negative ones count from the end of all elements.
    No profile has this operator.

    Shapes: data and indices have any number of dimensions, 0 included; updates.shape is indices.shape. Each element of
    indices counts as a tuple of one; they are taken in row-major order and may repeat.
    """
    words = 0, 0, reduction, policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, alpha
    return _scatter("put", data, indices, updates, out, threads, words)


PLANNED = """

    data_shape, indices_shape: tuples of sizes, or one size. The shapes of updates and out follow from these.
    dtype, index_dtype: of NumPy, or their names.
    axis, batch_dims, reduction: those of the operator.
    data_strides, indices_strides, updates_strides, out_strides: of views, counted in elements, as in PyTorch. None stands for an
        array that is contiguous in row-major order. Those of out are also needed to work in place, where they are those of data.
    options: the other arguments of the operator, by their names.

    No array is needed yet, and none is read. Errors are those of the operator.
    """


@documented(PLANNED)
def plan_scatter_nd(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shapes,
    reduction: str = "none",
    *,
    batch_dims: int = 0,
    index_dtype: Any = np.int64,
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
    return _plan("scatter_nd", data_shape, dtype, indices_shape, index_dtype, strides, options, batch_dims=batch_dims, reduction=reduction)


@documented(PLANNED)
def plan_scatter_elements(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shape,
    axis: int = 0,
    reduction: str = "none",
    *,
    index_dtype: Any = np.int64,
    data_strides: Optional[_Shape] = None,
    indices_strides: Optional[_Shape] = None,
    updates_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> Plan:
    """Plans scatter_elements for data of `data_shape` and indices of `indices_shape`, once for any number of calls."""
    strides = data_strides, indices_strides, updates_strides, out_strides
    return _plan("scatter_elements", data_shape, dtype, indices_shape, index_dtype, strides, options, axis=axis, reduction=reduction)


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
    data_strides: Optional[_Shape] = None,
    indices_strides: Optional[_Shape] = None,
    updates_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> Plan:
    """Plans scatter_update for data of `data_shape` and indices of `indices_shape`, once for any number of calls."""
    strides = data_strides, indices_strides, updates_strides, out_strides
    return _plan("scatter_update", data_shape, dtype, indices_shape, index_dtype, strides, options, axis=axis, batch_dims=batch_dims, reduction=reduction)


@documented(PLANNED)
def plan_put(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shape,
    reduction: str = "none",
    *,
    index_dtype: Any = np.int64,
    data_strides: Optional[_Shape] = None,
    indices_strides: Optional[_Shape] = None,
    updates_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> Plan:
    """Plans put for data of `data_shape` and indices of `indices_shape`, once for any number of calls."""
    strides = data_strides, indices_strides, updates_strides, out_strides
    return _plan("put", data_shape, dtype, indices_shape, index_dtype, strides, options, reduction=reduction)


def _plan(
    operator: str,
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shapes,
    index_dtype: Any,
    strides: Tuple[_StridesOf, ...],
    options: Dict[str, Any],
    **given: Any,
) -> Plan:
    check_names(operator, options, Words._fields[Words._fields.index("policy") :])
    words = Words(**given, **options)
    of_data, of_indices, of_updates, of_output = strides
    data = _kind_of(_dtype(dtype, "dtype"), _shape(data_shape, "data_shape"), of_data, "data")
    indices = _kind_of_indices(operator, _dtype(index_dtype, "index_dtype"), indices_shape, of_indices)
    numbers = integer(words.axis, "axis"), integer(words.batch_dims, "batch_dims")
    updates = _kind_of(data.dtype, shape_of_ordered(operator, data.shape, indices.shape, *numbers), of_updates, "updates")
    words = words._replace(alpha=element_bytes(words.alpha, data.dtype, "alpha"))
    return Plan(operator, data, indices, updates, words, _kind_of(data.dtype, data.shape, of_output, "out"))
