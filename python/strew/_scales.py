"""What a call is scaled by: a tensor of float32, of which a plan has the shape."""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

from ._arrays import Kind, _array, _kind, _kind_of, _shape


def scale_of(scale: Any) -> np.ndarray:
    """A scale as an array: a number of Python's is one for all."""
    return _array(np.asarray(scale, np.float32) if isinstance(scale, (int, float)) else scale, "scale")


class _Address(int):
    """Where an array is, which lives as long: that of a number of Python's has no other owner."""

    _array: np.ndarray

    def __new__(cls, array: np.ndarray) -> _Address:
        self = super().__new__(cls, array.ctypes.data)
        self._array = array
        return self


def planned_scale(scale: Any, expected: Optional[Kind]) -> Dict[str, int]:
    """Where the scale of a call is, if it is as planned."""
    if scale is None and expected is None:
        return {}
    found = None if scale is None else scale_of(scale)
    if found is None or expected is None or _kind(found) != expected:
        planned_as = "none" if expected is None else str(expected)
        raise ValueError(f"scale is {'missing' if found is None else _kind(found)}, but {planned_as} was planned")
    return {"scale": _Address(found)}


def kind_of_scale(options: Dict[str, Any]) -> Optional[Kind]:
    """The scale among the options of a plan, which are left without it."""
    shape, strides = options.pop("scale_shape", None), options.pop("scale_strides", None)
    return None if shape is None else _kind_of(np.dtype(np.float32), _shape(shape, "scale_shape"), strides, "scale")
