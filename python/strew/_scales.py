"""What a call is scaled by: a tensor of float32, and for a gather of integers one of zero points. A plan has their shapes."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Union

import ml_dtypes
import numpy as np

from ._arrays import Kind, _array, _kind, _kind_of, _shape, element_of
from ._blocks import Blocks
from ._rejection import shown
from ._tables import BLOCK_DTYPES, PACKED_DTYPES, is_in_blocks

# Of four bits ml_dtypes has one number in a byte, and the library two.
_PACKED: Dict[Any, np.dtype] = {np.dtype(getattr(ml_dtypes, name)): BLOCK_DTYPES[name] for name in PACKED_DTYPES}


def scale_of(scale: Any) -> np.ndarray:
    """A scale as an array: a number of Python's is one for all."""
    return _array(np.asarray(scale, np.float32) if isinstance(scale, (int, float)) else scale, "scale")


class _Address(int):
    """Where an array is, which lives as long: that of a number of Python's is held by nothing else."""

    _array: Union[np.ndarray, Blocks]

    def __new__(cls, array: Union[np.ndarray, Blocks]) -> _Address:
        self = super().__new__(cls, array.ctypes.data)
        self._array = array
        return self


def planned_scale(scale: Any, expected: Optional[Kind]) -> Dict[str, int]:
    """Where the scale of a call is, if it is as planned."""
    if scale is None and expected is None:
        return {}
    found = None if scale is None else scale_of(scale)
    _check("scale", None if found is None else _kind(found), expected)
    return {} if found is None else {"scale": _Address(found)}


def kind_of_scale(options: Dict[str, Any]) -> Optional[Kind]:
    """The scale among the options of a plan, which are left without it."""
    shape, strides = options.pop("scale_shape", None), options.pop("scale_strides", None)
    return None if shape is None else _kind_of(np.dtype(np.float32), _shape(shape, "scale_shape"), strides, "scale")


class Zeros(NamedTuple):
    """Zero points as the library reads them: numbers of four bits may be a copy, in which two share a byte."""

    memory: Union[np.ndarray, Blocks]
    kind: Kind


def zeros_of(zero_points: Any, data: np.dtype) -> Zeros:
    """Zero points for data of this dtype: a number of Python's is one for all."""
    if isinstance(zero_points, Zeros):
        return zero_points
    if isinstance(zero_points, int):
        zero_points = _one_for_all(zero_points, data)
    if isinstance(zero_points, Blocks):
        return Zeros(zero_points, _kind(zero_points))
    packed = _PACKED.get(getattr(zero_points, "dtype", None))
    if packed is not None:
        return Zeros(_in_bytes(np.asarray(zero_points)), Kind(packed, zero_points.shape))
    found = _array(zero_points, "zero_points")
    return Zeros(found, _kind(found))


def _one_for_all(number: int, data: np.dtype) -> np.ndarray:
    apart = next((each for each, packed in _PACKED.items() if packed == data), None)
    if apart is None:  # the library rejects zero points of blocks
        return element_of(number, np.dtype(np.uint8) if is_in_blocks(data) else data, "zero_points")
    limits = ml_dtypes.iinfo(apart)  # type: ignore[no-untyped-call]
    if not limits.min <= number <= limits.max:
        raise ValueError(f"zero_points is {shown(number)}, which {apart} cannot hold: its numbers are {limits.min} to {limits.max}")
    return np.array(number, np.int8).astype(apart)


def _in_bytes(apart: np.ndarray) -> np.ndarray:
    """Numbers of four bits as the library has them: element n of all is in byte n / 2, the first in the low bits."""
    codes: np.ndarray = np.append(apart.astype(np.int8).reshape(-1).view(np.uint8) & 15, np.zeros(apart.size % 2, np.uint8))
    packed: np.ndarray = codes[0::2] | codes[1::2] << 4
    return packed


def planned_zeros(zero_points: Any, expected: Optional[Kind], data: np.dtype) -> Dict[str, int]:
    """Where the zero points of a call are, if they are as planned."""
    if zero_points is None and expected is None:
        return {}
    found = None if zero_points is None else zeros_of(zero_points, data)
    _check("zero_points", None if found is None else found.kind, expected)
    return {} if found is None else {"zero_points": _Address(found.memory)}


def kind_of_zeros(options: Dict[str, Any], data: np.dtype) -> Optional[Kind]:
    """The zero points among the options of a plan, which are left without them. They have the dtype of data."""
    shape, strides = options.pop("zero_points_shape", None), options.pop("zero_points_strides", None)
    return None if shape is None else _kind_of(data, _shape(shape, "zero_points_shape"), strides, "zero_points")


def _check(name: str, found: Optional[Kind], expected: Optional[Kind]) -> None:
    if found != expected:
        planned_as = "none" if expected is None else str(expected)
        raise ValueError(f"{name} is {'missing' if found is None else found}, but {planned_as} was planned")
