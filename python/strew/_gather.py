"""The operators that gather, and their plans."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any, Dict, Iterable, Optional, Tuple, Type

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
from ._call import WithKernel, plan_call, prepare, run, shape_of_ordered, unless_dense
from ._documentation import PLANNED, documented
from ._known import KNOWN, PLAN_ENTRIES, Again, calls_of, gather_known, given, planned, remember
from ._operators import GATHERS, OPERATORS
from ._scales import kind_of_scale, kind_of_zeros, planned_scale, planned_zeros, scale_of, zeros_of
from ._tables import number_of, ordered_dtype
from ._words import OVERFLOWS, options_of

# policy, the bytes of fill, negative_wrap, profile, isa, ignore_index, overflow
_Scales = Tuple[Any, Any]  # a scale and zero points
_UNSCALED: _Scales = (None, None)
_Words = Tuple[str, Optional[bytes], bool, Optional[str], Optional[str], Optional[int], str]
DEFAULTS = {"policy": "error", "fill": None, "negative_wrap": True, "profile": None, "isa": None, "ignore_index": None, "overflow": "wraps"}


def _planned_words(dtype: np.dtype, options: Dict[str, Any]) -> Any:
    policy, fill, *rest = {**DEFAULTS, **options}.values()
    return policy, element_bytes(fill, dtype, "fill"), *rest


def _output_shape(operator: str, data: Tuple[int, ...], indices: Tuple[int, ...], numbers: Tuple[int, ...]) -> Tuple[int, ...]:
    given = dict(zip(GATHERS[operator], numbers))
    return shape_of_ordered(operator, data, indices, given.get("axis", 0), given.get("batch_dims", 0))


def _output_dtype(data: np.dtype, scale: Optional[Kind]) -> np.dtype:
    """That of an output of which nothing is said."""
    return ordered_dtype(data) if scale is None else np.dtype(np.float32)


class GatherPlan(WithKernel):
    """What follows from shapes, dtypes and options of a gather, worked out once for any number of calls.

    Made by plan_gather_nd, plan_gather_elements, plan_gather and plan_take. Any threads may call it at once. It can be pickled,
    and is planned anew where it is unpickled, for the CPU there.
    """

    def __init__(
        self,
        operator: str,
        data: Kind,
        indices: Kind,
        numbers: Tuple[int, ...],
        words: _Words,
        output: Optional[Kind] = None,
        scale: Optional[Kind] = None,
        zeros: Optional[Kind] = None,
    ) -> None:
        self._made_of = operator, data, indices, numbers, words, output, scale, zeros
        self._scales = scale, zeros
        policy, fill, negative_wrap, profile, isa, ignore_index, overflow = words
        element = ctypes.create_string_buffer(fill, len(fill)) if fill is not None else None
        options = options_of(
            policy,
            negative_wrap,
            ignore_index,
            profile,
            isa,
            fill=ctypes.addressof(element) if element is not None else None,
            overflow=number_of(OVERFLOWS, overflow, "overflow"),
        )
        result = Kind(_output_dtype(data.dtype, scale), _output_shape(operator, data.shape, indices.shape, numbers))
        self._output = result if output is None else result._replace(dtype=output.dtype, strides=output.strides)
        self._is_converted = self._output.dtype != data.dtype
        has_its_shape = output is None or output.shape == result.shape
        written = unless_dense(self._output, data.dtype) if has_its_shape else None  # otherwise there may be too few strides to read

        def make(indices: Kind) -> None:
            tensors = {"data": data, "indices": indices, "output": written, "scale": scale, "zero_points": zeros}
            self._plan, self._strew_call = plan_call(operator, options, tensors, **dict(zip(GATHERS[operator], numbers)))

        self._read = plan_with(make, indices)
        if not has_its_shape:
            raise ValueError(f"out is {output}, but the result is {result}")
        self._lender = _threads.Lender(self._plan)
        self._again = Again(self._strew_call, element, OPERATORS[operator].order)
        self._known = calls_of(operator, PLAN_ENTRIES)

    def __reduce__(self) -> Tuple[Type[GatherPlan], Tuple[Any, ...]]:
        return GatherPlan, self._made_of

    @property
    def shape(self) -> Tuple[int, ...]:
        """The shape of out."""
        return self._output.shape

    def __call__(
        self, data: Any, indices: Any, out: Any = None, *, scale: Any = None, zero_points: Any = None, threads: Optional[int] = 1
    ) -> Any:
        """The operator over arrays of the shapes and dtypes that were planned; others are a ValueError. Returns out."""
        if scale is not None or zero_points is not None:
            return self._call(self._known, data, indices, out, threads, (), (scale, zero_points))
        result = self._known(out, threads, (), data, indices)
        if result is NotImplemented:
            result = gather_known(self._known, out, threads, (), data, indices)
        return self._call(self._known, data, indices, out, threads, ()) if result is NotImplemented else result

    def _call(
        self, known: Any, data: Any, indices: Any, out: Any, threads: Optional[int], words: Tuple[Any, ...], scales: _Scales = _UNSCALED
    ) -> Any:
        """The long way of a call, which has it remembered."""
        tuples = self._planned(indices, "indices", self._made_of[2])
        source = self._planned(data, "data", self._made_of[1])
        output, written = self._written(out)
        read = as_read(tuples, self._read)  # which may be a copy
        self._run(source, written, threads, self._lender, scales, **buffer_of_indices(read))
        self._remember(known, (source, tuples), given(out, written), words)
        return output

    def _remember(self, known: Any, arrays: Iterable[Any], out: Any, words: Tuple[Any, ...], is_element: bool = False) -> None:
        """Has a call that succeeded remembered, by the arrays that it was given and, if it was given one, that of out."""
        if self._read is self._made_of[2] and self._scales == _UNSCALED:
            has_components = self._read.components is not None
            call = planned(self._lender, self._output.dtype, self.shape, is_converted=self._is_converted, is_element=is_element, has_components=has_components, again=self._again)
            remember(known, call, out, words, *(tuple(each.arrays) if isinstance(each, Components) else each for each in arrays))

    def prepare(self, indices: Any) -> PreparedGather:
        """Checks indices that are known early, and turns them into what a call needs, once for any number of calls."""
        tuples = as_read(self._planned(indices, "indices", self._made_of[2]), self._read)
        return PreparedGather(self, prepare(self._made_of[0], self._plan, **buffer_of_indices(tuples)))

    def _planned(self, value: Any, name: str, expected: Kind) -> Any:
        array = _indices(self._made_of[0], value) if name == "indices" else _elements(value, name)
        if _kind(array) != expected:
            raise ValueError(f"{name} is {_kind(array)}, but {expected} was planned")
        return array

    def _written(self, out: Any) -> Tuple[Any, _Elements]:
        """out, or a new output, and the same as the library writes it."""
        output = new_output(self._output) if out is None else out
        if isinstance(output, np.generic):
            raise TypeError("out is a NumPy scalar, which cannot be written to")
        written = _elements(output, "out")
        if _kind(written) != self._output:  # a caller of one of the functions has planned nothing
            raise ValueError(f"out is {_kind(written)}, but the result is {self._output}")
        if not written.flags.writeable:
            raise ValueError("out is read-only")
        return output, written

    def _run(
        self, source: _Elements, written: _Elements, threads: Optional[int], lender: _threads.Lender, scales: _Scales, **indices: int
    ) -> None:
        addresses = {**indices, **planned_scale(scales[0], self._scales[0]), **planned_zeros(scales[1], self._scales[1], source.dtype)}
        run(self._made_of[0], self._plan, lender(threads), output=written.ctypes.data, data=source.ctypes.data, **addresses)


class PreparedGather:
    """Indices that GatherPlan.prepare has read. Any threads may call it at once."""

    def __init__(self, plan: GatherPlan, memory: np.ndarray) -> None:
        self.plan = plan
        self._memory = memory
        self._address = memory.ctypes.data
        self._known = calls_of(plan._made_of[0], PLAN_ENTRIES, without="indices")

    def __call__(self, data: Any, out: Any = None, *, scale: Any = None, zero_points: Any = None, threads: Optional[int] = 1) -> Any:
        """What the plan would return for the indices that were prepared."""
        is_scaled = scale is not None or zero_points is not None
        result = NotImplemented if is_scaled else self._known(out, threads, (), data)
        if result is NotImplemented and not is_scaled:
            result = gather_known(self._known, out, threads, (), data)
        if result is not NotImplemented:
            return result
        plan = self.plan
        source = plan._planned(data, "data", plan._made_of[1])
        output, written = plan._written(out)
        plan._run(source, written, threads, plan._lender, (scale, zero_points), prepared=self._address)
        if is_scaled:
            return output
        call = planned(plan._lender, plan._output.dtype, plan.shape, is_converted=plan._is_converted, prepared=self._address)
        remember(self._known, call, given(out, written), (), source)
        return output

    def __reduce__(self) -> str:
        raise TypeError("prepared indices are valid in the process that prepared them: pickle the plan and the indices")


def _numbers(operator: str, values: Tuple[Any, ...]) -> Tuple[int, ...]:
    return tuple(integer(value, name) for value, name in zip(values, GATHERS[operator]))


def gather_plan_for(operator: str, data: Any, indices: Any, numbers: Tuple[Any, ...], **options: Any) -> GatherPlan:
    """Plans any of GATHERS, by name, for arrays like these, views included, and a dense output."""
    kinds = _kind(_elements(data, "data")), _kind(_indices(operator, indices))
    return GatherPlan(operator, *kinds, _numbers(operator, numbers), _planned_words(kinds[0].dtype, options))


@lru_cache(maxsize=128, typed=True)  # which looks at the types of words only if each is an argument: 1 is no True
def _plan_like(
    operator: str,
    data: Kind,
    indices: Kind,
    numbers: Tuple[int, ...],
    output: Optional[Kind],
    scale: Optional[Kind],
    zeros: Optional[Kind],
    *words: Any,
) -> GatherPlan:
    """The plan of a call, which the next call over such arrays finds here."""
    return GatherPlan(operator, data, indices, numbers, words, output, scale, zeros)


def _gather(
    operator: str,
    data: Any,
    indices: Any,
    out: Any,
    threads: Optional[int],
    words: Tuple[Any, ...],
    scale: Any = None,
    zero_points: Any = None,
) -> Any:
    """One call of any operator. The words begin with its numbers."""
    if scale is not None or zero_points is not None:
        source, found = _elements(data, "data"), None if scale is None else scale_of(scale)
        zeros = None if zero_points is None else zeros_of(zero_points, source.dtype)
        kinds = None if found is None else _kind(found), None if zeros is None else zeros.kind
        plan = plan_over(operator, source, _indices(operator, indices), out, words, *kinds)
        return plan._call(KNOWN[operator], data, indices, out, threads, words, (found, zeros))
    result = KNOWN[operator](out, threads, words, data, indices)
    if result is NotImplemented:
        result = gather_known(KNOWN[operator], out, threads, words, data, indices)
    if result is not NotImplemented:
        return result
    plan = plan_over(operator, _elements(data, "data"), _indices(operator, indices), out, words)
    return plan._call(KNOWN[operator], data, indices, out, threads, words)


def plan_over(
    operator: str,
    source: _Elements,
    tuples: Any,
    out: Any,
    words: Tuple[Any, ...],
    scale: Optional[Kind] = None,
    zeros: Optional[Kind] = None,
) -> GatherPlan:
    """The plan of a call over arrays."""
    of_output = None if out is None or isinstance(out, np.generic) else _kind(_elements(out, "out"))
    if of_output is not None:
        of_output = unless_dense(of_output, _output_dtype(source.dtype, scale))
    n_numbers = len(GATHERS[operator])
    policy, fill, *rest = words[n_numbers:]
    all_words: Any = policy, element_bytes(fill, source.dtype, "fill"), *rest
    what = operator, _kind(source), _kind(tuples), _numbers(operator, words[:n_numbers])
    plan: Optional[GatherPlan] = None
    try:
        plan = _plan_like(*what, of_output, scale, zeros, *all_words)
    except TypeError:
        pass  # a word that cannot be hashed, or what is raised again below
    return plan or GatherPlan(*what, all_words, of_output, scale, zeros)


# ---- What a caller sees ---------------------------------------------------------------------------------------------

_SHARED = """

    data: any dtype that the scatters take, or Blocks.
    indices: integers of 8 to 64 bits. Both are arrays as for scatter_nd, used where they lie, views included.
    axis: the dimension that indices name places of, from -data.ndim to data.ndim - 1.
    batch_dims: how many first dimensions data and indices have in common, which indices do not name.
    out: None for a new NumPy array of data's dtype, or any array or tensor of the result's shape that can be written to, views
        included; for data in blocks float32. It must not overlap data or indices. If it has another dtype, each element is rounded to it once; floats become any
        float, integers and bools any integer or float.
    policy: what an index out of bounds does. "error" rejects the call; "skip" fills the slice of its tuple; "clamp" takes the
        nearest index in bounds. "trusted" CHECKS NOTHING: A WRONG INDEX READS WHERE IT POINTS.
    fill: the element that "skip" fills with, and ignore_index; None stands for zero bytes. For data in blocks, the bytes of a block.
    overflow: what becomes of a number that is too large for the dtype of out: it "wraps" around or is infinite, or "saturates" at the
        nearest finite number.
    scale: float32 by which data of float8, int8, uint8, float16 or bfloat16 is multiplied before it is rounded to out, of float32 by default,
        or of float16 or bfloat16: a number, or an array as for scatter_nd, that is broadcast to data.
    zero_points: integers that are subtracted from data of uint8, int8, or Blocks of uint4 or int4 before it is multiplied by scale: a
        number, or an array of data's dtype, that is broadcast to data as scale is. Of four bits it is of ml_dtypes' uint4 or int4, or Blocks.
    negative_wrap, profile, isa, ignore_index, threads: as for scatter_nd.

    Returns out. Raises what scatter_nd raises; when it raises, nothing has been written.
    """


@documented(_SHARED)
def gather_nd(
    data: Any,
    indices: Any,
    batch_dims: int = 0,
    out: Any = None,
    *,
    policy: str = "error",
    fill: Any = None,
    negative_wrap: bool = True,
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    ignore_index: Optional[int] = None,
    overflow: str = "wraps",
    scale: Any = None,
    zero_points: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """ONNX GatherND, tf.gather_nd.

    Each tuple along the last axis of indices names a slice of data, and out has these slices in the order of the tuples.

    Shapes: k = indices.shape[-1]; out.shape is indices.shape[:-1] + data.shape[batch_dims + k:]. The first batch_dims
    dimensions of data and indices are equal, and each tuple names a slice of its own batch of data.

    Without batch_dims, indices may also be a Python tuple of k arrays, as for scatter_nd: gather_nd(data, (i, j)) is
    `data[i, j]` of NumPy.
    """
    return _gather("gather_nd", data, indices, out, threads, (batch_dims, policy, fill, negative_wrap, profile, isa, ignore_index, overflow), scale, zero_points)


@documented(_SHARED)
def gather_elements(
    data: Any,
    indices: Any,
    axis: int = 0,
    out: Any = None,
    *,
    policy: str = "error",
    fill: Any = None,
    negative_wrap: bool = True,
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    ignore_index: Optional[int] = None,
    overflow: str = "wraps",
    scale: Any = None,
    zero_points: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """ONNX GatherElements, torch.gather. NumPy's, which broadcasts, is take_along_axis.

    The element of out at position p is that of data at p, but with indices[p] in place of p[axis].

    Shapes: data and indices have the same number of dimensions, at least 1; out.shape is indices.shape, which is at most
    data.shape, and anything on the axis.
    """
    return _gather("gather_elements", data, indices, out, threads, (axis, policy, fill, negative_wrap, profile, isa, ignore_index, overflow), scale, zero_points)


@documented(_SHARED)
def gather(
    data: Any,
    indices: Any,
    axis: int = 0,
    batch_dims: int = 0,
    out: Any = None,
    *,
    policy: str = "error",
    fill: Any = None,
    negative_wrap: bool = True,
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    ignore_index: Optional[int] = None,
    overflow: str = "wraps",
    scale: Any = None,
    zero_points: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """ONNX and OpenVINO Gather, torch.index_select; numpy.take with an axis, which is strew.take, too.

    For every position o before the axis and p of indices, out[o, p] is data[o, indices[p]].

    Shapes: out.shape is data.shape[:axis] + indices.shape[batch_dims:] + data.shape[axis + 1:]. The first batch_dims
    dimensions of data and indices are equal, and each index names a slice of its own batch of data; a negative batch_dims
    counts from the end of indices.
    """
    return _gather("gather", data, indices, out, threads, (axis, batch_dims, policy, fill, negative_wrap, profile, isa, ignore_index, overflow), scale, zero_points)


@documented(_SHARED)
def take(
    data: Any,
    indices: Any,
    out: Any = None,
    *,
    policy: str = "error",
    fill: Any = None,
    negative_wrap: bool = True,
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    ignore_index: Optional[int] = None,
    overflow: str = "wraps",
    scale: Any = None,
    zero_points: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """torch.take: elements by their numbers in row-major order. plan_take plans it; strew.take is NumPy's.

    Each index is the number of an element of data in row-major order, whatever its strides; the element of out at position p is
    the one with the number indices[p]. Negative ones count from the end of all elements. No profile has this operator.

    Shapes: data and indices have any number of dimensions, 0 included; out.shape is indices.shape.
    """
    return _gather("take", data, indices, out, threads, (policy, fill, negative_wrap, profile, isa, ignore_index, overflow), scale, zero_points)


def _plan(
    operator: str,
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shapes,
    index_dtype: Any,
    numbers: Tuple[Any, ...],
    strides: Tuple[_StridesOf, ...],
    out_dtype: Any,
    options: Dict[str, Any],
) -> GatherPlan:
    scale, stored = kind_of_scale(options), _dtype(dtype, "dtype")
    zeros = kind_of_zeros(options, stored)
    check_names(operator, options, tuple(DEFAULTS))
    of_data, of_indices, of_output = strides
    data = _kind_of(stored, _shape(data_shape, "data_shape"), of_data, "data")
    indices = _kind_of_indices(operator, _dtype(index_dtype, "index_dtype"), indices_shape, of_indices)
    call = operator, data, indices, _numbers(operator, numbers), _planned_words(data.dtype, options)
    default = _output_dtype(data.dtype, scale)
    written = default if out_dtype is None else _dtype(out_dtype, "out_dtype")
    if of_output is None and written == default:
        return GatherPlan(*call, scale=scale, zeros=zeros)
    try:
        output = _kind_of(written, _output_shape(operator, data.shape, indices.shape, call[3]), of_output, "out")
    except ValueError:
        GatherPlan(*call, scale=scale, zeros=zeros)  # what is wrong with the call is said before what is wrong with the strides
        raise
    return GatherPlan(*call, unless_dense(output, default), scale, zeros)


_PLANNED = f"""{PLANNED.rstrip()}

    scale_shape and zero_points_shape are options as well, for a scale and zero points that each call is then given; of views, so are
    scale_strides and zero_points_strides.
    """


@documented(_PLANNED)
def plan_gather_nd(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shapes,
    batch_dims: int = 0,
    *,
    index_dtype: Any = np.int64,
    out_dtype: Any = None,
    data_strides: Optional[_Shape] = None,
    indices_strides: _StridesOf = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> GatherPlan:
    """Plans gather_nd for data of `data_shape` and indices of `indices_shape`, once for any number of calls."""
    strides = data_strides, indices_strides, out_strides
    return _plan("gather_nd", data_shape, dtype, indices_shape, index_dtype, (batch_dims,), strides, out_dtype, options)


@documented(_PLANNED)
def plan_gather_elements(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shape,
    axis: int = 0,
    *,
    index_dtype: Any = np.int64,
    out_dtype: Any = None,
    data_strides: Optional[_Shape] = None,
    indices_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> GatherPlan:
    """Plans gather_elements, as plan_gather_nd plans gather_nd."""
    strides = data_strides, indices_strides, out_strides
    return _plan("gather_elements", data_shape, dtype, indices_shape, index_dtype, (axis,), strides, out_dtype, options)


@documented(_PLANNED)
def plan_gather(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shape,
    axis: int = 0,
    batch_dims: int = 0,
    *,
    index_dtype: Any = np.int64,
    out_dtype: Any = None,
    data_strides: Optional[_Shape] = None,
    indices_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> GatherPlan:
    """Plans gather, as plan_gather_nd plans gather_nd."""
    strides = data_strides, indices_strides, out_strides
    return _plan("gather", data_shape, dtype, indices_shape, index_dtype, (axis, batch_dims), strides, out_dtype, options)


@documented(_PLANNED)
def plan_take(
    data_shape: _Shape,
    dtype: Any,
    indices_shape: _Shape,
    *,
    index_dtype: Any = np.int64,
    out_dtype: Any = None,
    data_strides: Optional[_Shape] = None,
    indices_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> GatherPlan:
    """Plans take, as plan_gather_nd plans gather_nd."""
    strides = data_strides, indices_strides, out_strides
    return _plan("take", data_shape, dtype, indices_shape, index_dtype, (), strides, out_dtype, options)
