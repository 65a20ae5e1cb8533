"""The three operators: arrays in, addresses to the library, faults out as exceptions."""

from __future__ import annotations

import ctypes
import operator as python_operator
from ctypes import byref, c_int64, c_uint64
from enum import IntEnum
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, Type, TypeVar

import numpy as np

from . import _dlpack
from ._enums import MESSAGE_BYTES, Nan, Negative, Policy
from ._errors import check
from ._library import Fault, Options, Tensor, lib
from ._tables import DTYPE_NUMBERS, ISAS, NUMPY_DTYPES, OPAQUE_DTYPES, PROFILES, REDUCTIONS, isa_name

# The library's operators, and whether they take an axis.
OPERATORS = {"scatter_nd": False, "scatter_elements": True, "scatter_update": True}


def _these_dtypes() -> str:
    opaque = [dtype.str[1:] for dtype in OPAQUE_DTYPES]
    return ", ".join([*(name for name in NUMPY_DTYPES if name != "string"), f"{opaque[0]} to {opaque[-1]}"])


# ---- Arrays ---------------------------------------------------------------------------------------------------------


def _array(value: Any, name: str) -> np.ndarray:
    """`value` as an array that the library can read where it lies. Only NumPy's scalars, which are not arrays, are copied."""
    if isinstance(value, np.generic):
        value = np.asarray(value)
    elif not isinstance(value, np.ndarray) and _dlpack.is_tensor(value):
        value = _dlpack.view(value, name)
    if not isinstance(value, np.ndarray) or isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} is a {type(value).__name__}, and a plain NumPy array or a DLPack tensor is needed")
    if not value.dtype.isnative:
        native = f"{name}.astype({name}.dtype.newbyteorder('='))"
        raise ValueError(f"{name} is byte-swapped ({value.dtype.str}): hand over {native}")
    if value.dtype not in DTYPE_NUMBERS:
        raise TypeError(f"{name} is {value.dtype}, which is none of {_these_dtypes()}; strings go as strew.STRING")
    if not value.flags.c_contiguous:
        raise ValueError(f"{name} is not contiguous in row-major order: hand over numpy.ascontiguousarray({name})")
    return value


def _arrays(data: Any, indices: Any, updates: Any) -> Dict[str, np.ndarray]:
    return {"data": _array(data, "data"), "indices": _array(indices, "indices"), "updates": _array(updates, "updates")}


def _output(out: Any, data: np.ndarray) -> np.ndarray:
    """`out` as an array, if data can be scattered into it, or a new one for None."""
    if out is None:
        return np.empty(data.shape, data.dtype)
    if isinstance(out, np.generic):
        raise TypeError("out is a NumPy scalar, which cannot be written to")
    out = _array(out, "out")
    if out.shape != data.shape or out.dtype != data.dtype:
        raise ValueError(f"out is {out.dtype} of shape {out.shape}, but data is {data.dtype} of shape {data.shape}")
    if not out.flags.writeable:
        raise ValueError("out is read-only")
    return out


def _tensor(array: np.ndarray) -> Tensor:
    """Borrows the array's memory: the array must outlive it."""
    return Tensor(DTYPE_NUMBERS[array.dtype], array.ndim, (c_int64 * array.ndim)(*array.shape), array.ctypes.data)


_Kind = Tuple[np.dtype, Tuple[int, ...]]


def _kind(array: np.ndarray) -> _Kind:
    return array.dtype, array.shape


def _words(kind: _Kind) -> str:
    return f"{kind[0]} of shape {kind[1]}"


# ---- Words ----------------------------------------------------------------------------------------------------------


def _number(numbers: Mapping[str, int], name: str, what: str) -> int:
    if not isinstance(name, str):
        raise TypeError(f"{what} is a {type(name).__name__}, and one of {', '.join(numbers)} is needed")
    if name not in numbers:
        raise ValueError(f"{what} {name!r} is none of {', '.join(numbers)}")
    return numbers[name]


def _by_word(enum: Type[IntEnum]) -> Dict[str, int]:
    return {member.name.lower(): int(member) for member in enum}


POLICIES = _by_word(Policy)
NANS = _by_word(Nan)


def _options(policy: str, negative_wrap: bool, nan: str, profile: Optional[str], isa: Optional[str]) -> Options:
    return Options(
        policy=_number(POLICIES, policy, "policy"),
        negative=Negative.WRAPS if negative_wrap else Negative.OUT_OF_BOUNDS,
        isa=0 if isa is None else _number(ISAS, isa, "isa"),
        nan=_number(NANS, nan, "nan"),
        profile=0 if profile is None else _number(PROFILES, profile, "profile"),
    )


def _rest(operator: str, axis: Optional[int], reduction: str, options: Options) -> Tuple[Any, ...]:
    """The arguments of the library's function between the tensors and the fault."""
    rest = _number(REDUCTIONS, reduction, "reduction"), byref(options)
    if not OPERATORS[operator]:
        return rest
    try:
        number = python_operator.index(0 if axis is None else axis)
    except TypeError:
        raise TypeError(f"axis is a {type(axis).__name__}, and an integer is needed") from None
    if number != c_int64(number).value:
        raise ValueError(f"axis is {number}, which has more than 64 bits")
    return (number, *rest)


# ---- One call, plan and run -----------------------------------------------------------------------------------------


def _scatter(
    operator: str,
    data: Any,
    indices: Any,
    updates: Any,
    axis: Optional[int],
    reduction: str,
    out: Any,
    options: Options,
) -> Any:
    """One call of any operator."""
    arrays = _arrays(data, indices, updates)
    output = _output(out, arrays["data"])
    rest, fault = _rest(operator, axis, reduction, options), Fault()
    tensors = [byref(_tensor(array)) for array in arrays.values()]
    getattr(lib, f"strew_{operator}")(output.ctypes.data, *tensors, *rest, byref(fault))
    check(fault)
    return output if out is None else out


class Plan:
    """What follows from shapes, dtypes and options, worked out once for any number of runs.

    Made by plan_scatter_nd, plan_scatter_elements and plan_scatter_update.
    """

    def __init__(self, operator: str, arrays: Mapping[str, np.ndarray], rest: Tuple[Any, ...]) -> None:
        self._expected = {name: _kind(array) for name, array in arrays.items()}
        # In words of 8 bytes, so that the struct is aligned.
        self._plan = (c_uint64 * -(-lib.strew_plan_size() // 8))()
        fault = Fault()
        tensors = [byref(_tensor(array)) for array in arrays.values()]
        getattr(lib, f"strew_{operator}_plan")(self._plan, *tensors, *rest, byref(fault))
        check(fault)

    @property
    def kernel(self) -> Optional[str]:
        """The name of the kernel that writes; None when there is nothing to write."""
        name = lib.strew_plan_kernel(self._plan)
        return name.decode() if name else None

    @property
    def isa(self) -> str:
        """The instruction set in use."""
        return isa_name(lib.strew_plan_isa(self._plan))

    def explain(self, isa: str) -> str:
        """One sentence on why the plan uses `isa`, or why it does not."""
        sentence = ctypes.create_string_buffer(MESSAGE_BYTES)
        lib.strew_explain(self._plan, _number(ISAS, isa, "isa"), sentence, len(sentence))
        return sentence.value.decode()

    def run(self, data: Any, indices: Any, updates: Any, out: Any = None) -> Any:
        """The operator over arrays of the shapes and dtypes that were planned; others are a ValueError. Returns out."""
        arrays = _arrays(data, indices, updates)
        for name, array in arrays.items():
            if _kind(array) != self._expected[name]:
                raise ValueError(f"{name} is {_words(_kind(array))}, but {_words(self._expected[name])} was planned")
        output = _output(out, arrays["data"])
        fault = Fault()
        lib.strew_run(self._plan, output.ctypes.data, *(array.ctypes.data for array in arrays.values()), byref(fault))
        check(fault)
        return output if out is None else out


def plan(
    operator: str,
    data: Any,
    indices: Any,
    updates: Any,
    axis: Optional[int] = None,
    reduction: str = "none",
    *,
    policy: str = "error",
    negative_wrap: bool = True,
    nan: str = "wins",
    profile: Optional[str] = None,
    isa: Optional[str] = None,
) -> Plan:
    """Plans any of OPERATORS, by name. The axis is for those that take one, and 0 if it is None."""
    arrays = _arrays(data, indices, updates)
    options = _options(policy, negative_wrap, nan, profile, isa)
    return Plan(operator, arrays, _rest(operator, axis, reduction, options))


# ---- What a caller sees ---------------------------------------------------------------------------------------------

_Function = TypeVar("_Function", bound=Callable[..., Any])

_SHARED = """

    data, updates: of one dtype, any of DTYPES (string as STRING, a record that holds a handle) or a void dtype of 1 to
        64 bytes ("V1" to "V64"), whose elements can only be moved. indices: int32 or int64. All are NumPy arrays or
        other tensors with `__dlpack__` in the CPU's memory; contiguous, in native byte order, and used where they lie:
        what would need a copy is rejected.
    reduction: one of REDUCTIONS; "none" writes, and of equal tuples the last one wins.
    out: None for a new NumPy array; `data` itself to work in place; or any array or tensor of data's shape and dtype.
        It must not overlap indices or updates, nor data in part.
    policy: what an index out of bounds does. "error" rejects the call; "skip" passes over the whole tuple; "clamp"
        takes the nearest index in bounds. "trusted" CHECKS NOTHING: A WRONG INDEX WRITES WHERE IT POINTS.
    negative_wrap: whether indices from -s to -1 count from the end of their dimension of size s; otherwise they are
        out of bounds.
    nan: what "min" and "max" make of a NaN: it "wins", or "loses" to a number.
    profile: the version of a specification to follow, one of PROFILES, such as "ONNX ScatterND-18"; what that version
        does not allow is rejected. None follows none.
    isa: the best instruction set that may be used, one of ISAS; None sets no cap. It changes the speed only.

    Returns out. Raises TypeError or ValueError for arrays that cannot be used as they are, for unknown words and for an
    axis that is not an integer; IndexOutOfBoundsError for an index out of bounds; ScatterError for everything else. When
    it raises, nothing has been written, not even in place.
    """


def _documented(function: _Function) -> _Function:
    """Adds to the docstring of one operator what all operators share."""
    function.__doc__ = (function.__doc__ or "").rstrip() + _SHARED
    return function


@_documented
def scatter_nd(
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
) -> Any:
    """ONNX ScatterND, OpenVINO ScatterNDUpdate.

    `out` becomes a copy of `data` with every slice of `updates` written or combined into it.

    Shapes: k = indices.shape[-1], 0 to data.ndim; updates.shape is indices.shape[:-1] + data.shape[k:]. Each tuple
    along the last axis of indices names the slice data[tuple]; tuples are taken in row-major order and may repeat.
    """
    options = _options(policy, negative_wrap, nan, profile, isa)
    return _scatter("scatter_nd", data, indices, updates, None, reduction, out, options)


@_documented
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
) -> Any:
    """ONNX ScatterElements and Scatter, OpenVINO ScatterElementsUpdate, torch.scatter_reduce.

    `out` becomes a copy of `data` with every element of `updates` written or combined into it: the one at position p
    goes to p, but with indices[p] in place of p[axis].

    Shapes: data, indices and updates have the same number of dimensions, at least 1; updates.shape is indices.shape,
    which is at most data.shape, and anything on the axis. axis is -data.ndim to data.ndim - 1. Each element of indices
    counts as a tuple of one; they are taken in row-major order and may repeat.
    """
    options = _options(policy, negative_wrap, nan, profile, isa)
    return _scatter("scatter_elements", data, indices, updates, axis, reduction, out, options)


@_documented
def scatter_update(
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
) -> Any:
    """OpenVINO ScatterUpdate, torch.index_copy, index_add and index_reduce.

    `out` becomes a copy of `data` with slices of `updates` written or combined into it: for every position o before the
    axis and p of indices, updates[o, p] goes to out[o, indices[p]].

    Shapes: updates.shape is data.shape[:axis] + indices.shape + data.shape[axis + 1:]; indices may have any number of
    dimensions, 0 included. axis is -data.ndim to data.ndim - 1. Each element of indices counts as a tuple of one; they
    are taken in row-major order and may repeat.
    """
    options = _options(policy, negative_wrap, nan, profile, isa)
    return _scatter("scatter_update", data, indices, updates, axis, reduction, out, options)


def plan_scatter_nd(data: Any, indices: Any, updates: Any, reduction: str = "none", **options: Any) -> Plan:
    """Plans scatter_nd for arrays of these shapes and dtypes. Does not read their values.

    Arguments and errors are those of scatter_nd, but for `out`.
    """
    return plan("scatter_nd", data, indices, updates, None, reduction, **options)


def plan_scatter_elements(
    data: Any, indices: Any, updates: Any, axis: int = 0, reduction: str = "none", **options: Any
) -> Plan:
    """Plans scatter_elements for arrays of these shapes and dtypes. Does not read their values.

    Arguments and errors are those of scatter_elements, but for `out`.
    """
    return plan("scatter_elements", data, indices, updates, axis, reduction, **options)


def plan_scatter_update(
    data: Any, indices: Any, updates: Any, axis: int = 0, reduction: str = "none", **options: Any
) -> Plan:
    """Plans scatter_update for arrays of these shapes and dtypes. Does not read their values.

    Arguments and errors are those of scatter_update, but for `out`.
    """
    return plan("scatter_update", data, indices, updates, axis, reduction, **options)
