"""scatter_nd on NumPy arrays: arrays in, addresses to the library, faults out as exceptions."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int64, c_uint64
from typing import Any, Dict, Mapping, Optional, Tuple

import numpy as np

from ._errors import check
from ._library import SENTENCE_BYTES, Fault, Negative, Options, Policy, Tensor, lib
from ._tables import ISAS, NUMPY_DTYPES, REDUCTIONS, isa_name

_ONE_OF_THESE = ", ".join(str(dtype) for dtype in NUMPY_DTYPES)


def _array(value: Any, name: str) -> np.ndarray:
    """`value` as an array that the library can read where it lies. Only NumPy's scalars, no arrays yet, are copied."""
    if isinstance(value, np.generic):
        value = np.asarray(value)
    if not isinstance(value, np.ndarray) or isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} is a {type(value).__name__}, and a plain NumPy array is needed")
    if not value.dtype.isnative:
        native = f"{name}.astype({name}.dtype.newbyteorder('='))"
        raise ValueError(f"{name} is byte-swapped ({value.dtype.str}): hand over {native}")
    if value.dtype not in NUMPY_DTYPES:
        raise TypeError(f"{name} is {value.dtype}, which is none of {_ONE_OF_THESE}; string is not offered in Python")
    if not value.flags.c_contiguous:
        raise ValueError(f"{name} is not contiguous in row-major order: hand over numpy.ascontiguousarray({name})")
    return value


def _arrays(data: Any, indices: Any, updates: Any) -> Dict[str, np.ndarray]:
    return {"data": _array(data, "data"), "indices": _array(indices, "indices"), "updates": _array(updates, "updates")}


def _output(out: Optional[np.ndarray], data: np.ndarray) -> np.ndarray:
    """`out` if data can be scattered into it, or a new array for None."""
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
    return Tensor(NUMPY_DTYPES[array.dtype], array.ndim, (c_int64 * array.ndim)(*array.shape), array.ctypes.data)


def _number(numbers: Mapping[str, int], name: str, what: str) -> int:
    if name not in numbers:
        raise ValueError(f"{what} {name!r} is none of {', '.join(numbers)}")
    return numbers[name]


_POLICIES = {policy.name.lower(): policy for policy in Policy}


def _options(policy: str, negative_wrap: bool, isa: Optional[str]) -> Options:
    negative = Negative.WRAPS if negative_wrap else Negative.OUTSIDE
    return Options(_number(_POLICIES, policy, "policy"), negative, 0 if isa is None else _number(ISAS, isa, "isa"))


def scatter_nd(
    data: np.ndarray,
    indices: np.ndarray,
    updates: np.ndarray,
    reduction: str = "none",
    out: Optional[np.ndarray] = None,
    *,
    policy: str = "error",
    negative_wrap: bool = True,
    isa: Optional[str] = None,
) -> np.ndarray:
    """ONNX ScatterND, OpenVINO ScatterNDUpdate.

    `out` becomes a copy of `data` with every slice of `updates` written or combined into it.

    Shapes: k = indices.shape[-1], 0 to data.ndim; updates.shape is indices.shape[:-1] + data.shape[k:]. Each tuple
    along the last axis of indices names the slice data[tuple]; tuples are taken in row-major order and may repeat.

    data, updates: arrays of one dtype, any of DTYPES but string. indices: int32 or int64. All are contiguous, in native
        byte order, and used where they lie: what would need a copy is refused.
    reduction: one of REDUCTIONS.
    out: None for a new array; `data` itself to work in place; or any array of data's shape and dtype. It must not
        overlap indices or updates, nor data in part.
    policy: "error" refuses the call if any index is outside its dimension.
        "trusted" CHECKS NOTHING: A WRONG INDEX WRITES WHERE IT POINTS.
    negative_wrap: whether indices from -s to -1 count from the end of their dimension of size s; otherwise they are
        outside.
    isa: the best instruction set that may be used, one of ISAS; None sets no cap. It changes the speed only.

    Returns out. Raises TypeError and ValueError for arrays that cannot be used as they are, ScatterError for all else
    that does not fit, IndexOutsideError for an index outside. Whatever is raised, nothing has been written, also in
    place.
    """
    data, indices, updates = _arrays(data, indices, updates).values()
    out = _output(out, data)
    options, fault = _options(policy, negative_wrap, isa), Fault()
    lib.strew_scatter_nd(
        out.ctypes.data,
        byref(_tensor(data)),
        byref(_tensor(indices)),
        byref(_tensor(updates)),
        _number(REDUCTIONS, reduction, "reduction"),
        byref(options),
        byref(fault),
    )
    check(fault)
    return out


class Plan:
    """What follows from shapes, dtypes and options, worked out once for any number of runs; made by plan_scatter_nd."""

    def __init__(self, arrays: Mapping[str, np.ndarray], reduction: int, options: Options) -> None:
        self._expected = {name: _kind(array) for name, array in arrays.items()}
        # In words of 8 bytes, so that the struct is aligned.
        self._plan = (c_uint64 * -(-lib.strew_plan_size() // 8))()
        fault = Fault()
        tensors = [byref(_tensor(array)) for array in arrays.values()]
        lib.strew_scatter_nd_plan(self._plan, *tensors, reduction, byref(options), byref(fault))
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
        sentence = ctypes.create_string_buffer(SENTENCE_BYTES)
        lib.strew_explain(self._plan, _number(ISAS, isa, "isa"), sentence, len(sentence))
        return sentence.value.decode()

    def run(
        self, data: np.ndarray, indices: np.ndarray, updates: np.ndarray, out: Optional[np.ndarray] = None
    ) -> np.ndarray:
        """scatter_nd over arrays of the shapes and dtypes that were planned; others are a ValueError. Returns out."""
        arrays = _arrays(data, indices, updates)
        for name, array in arrays.items():
            if _kind(array) != self._expected[name]:
                raise ValueError(f"{name} is {_words(_kind(array))}, but {_words(self._expected[name])} was planned")
        out = _output(out, arrays["data"])
        fault = Fault()
        lib.strew_run(self._plan, out.ctypes.data, *(array.ctypes.data for array in arrays.values()), byref(fault))
        check(fault)
        return out


def plan_scatter_nd(
    data: np.ndarray,
    indices: np.ndarray,
    updates: np.ndarray,
    reduction: str = "none",
    *,
    policy: str = "error",
    negative_wrap: bool = True,
    isa: Optional[str] = None,
) -> Plan:
    """Plans scatter_nd for arrays of these shapes and dtypes, without a look at their values.

    Arguments and errors are those of scatter_nd.
    """
    arrays = _arrays(data, indices, updates)
    return Plan(arrays, _number(REDUCTIONS, reduction, "reduction"), _options(policy, negative_wrap, isa))


_Kind = Tuple[np.dtype, Tuple[int, ...]]


def _kind(array: np.ndarray) -> _Kind:
    return array.dtype, array.shape


def _words(kind: _Kind) -> str:
    return f"{kind[0]} of shape {kind[1]}"
