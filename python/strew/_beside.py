"""What a scatter has beside data, indices and updates: a scale, update indices, weights and an arg."""

from __future__ import annotations

from ctypes import c_int64, pointer
from typing import Any, Dict, NamedTuple, Optional, Tuple

import numpy as np

from ._arrays import Kind, _array, _dtype, _kind, _kind_of, _shape, integer
from ._enums import Negative
from ._scales import kind_of_scale, scale_of
from ._tables import number_of
from ._words import ARG_COUNTS, ARG_RULES, POLICIES, SCALE_RULES, flag, ignored_index


class Beside(NamedTuple):
    """The arrays of a call, or of a plan their kinds, and the words for them: options of Python's functions, in their order."""

    scale: Any = None
    scale_rule: str = "divides"
    update_indices: Any = None
    update_policy: str = "error"
    update_negative_wrap: bool = True
    update_ignore_index: Optional[int] = None
    weights: Any = None
    arg: Any = None
    arg_rule: str = "first"
    arg_counts: str = "tuples"
    arg_fill: int = -1

    @property
    def tensors(self) -> Dict[str, Any]:
        return {"scale": self.scale, "update_indices": self.update_indices, "weights": self.weights, "arg": self.arg}

    @property
    def has_tensors(self) -> bool:
        return any(tensor is not None for tensor in self.tensors.values())

    def members(self) -> Dict[str, Any]:
        """Those of strew_options."""
        ignored, fill = self.update_ignore_index, integer(self.arg_fill, "arg_fill")
        return {
            "scale_rule": number_of(SCALE_RULES, self.scale_rule, "scale_rule"),
            "update_policy": number_of(POLICIES, self.update_policy, "update_policy"),
            "update_negative": Negative.WRAPS if flag(self.update_negative_wrap, "update_negative_wrap") else Negative.OUT_OF_BOUNDS,
            "has_update_ignore_index": ignored is not None,
            "update_ignore_index": 0 if ignored is None else ignored_index(ignored, "update_ignore_index"),
            "arg_rule": number_of(ARG_RULES, self.arg_rule, "arg_rule"),
            "arg_counts": number_of(ARG_COUNTS, self.arg_counts, "arg_counts"),
            "arg_fill": None if fill == NOTHING.arg_fill else pointer(c_int64(fill)),
        }

    def read(self) -> Beside:
        """With the tensors as arrays."""
        found: Dict[str, Any] = {name: None if value is None else _read(value, name) for name, value in self.tensors.items()}
        return self._replace(**found)

    def kinds(self) -> Beside:
        """The same of a plan."""
        found: Dict[str, Any] = {name: None if array is None else _kind(array) for name, array in self.tensors.items()}
        return self._replace(**found)


NOTHING = Beside()


def _read(value: Any, name: str) -> np.ndarray:
    return scale_of(value) if name == "scale" else _array(value, name)


def planned_arrays(given: Beside, expected: Beside) -> Dict[str, np.ndarray]:
    """The arrays that a call is given, if they are as planned. The caller holds them as long as they are read."""
    arrays: Dict[str, np.ndarray] = {}
    for name, kind in expected.tensors.items():
        value = getattr(given, name)
        if value is None and kind is None:
            continue
        found = None if value is None else _read(value, name)
        if found is None or kind is None or _kind(found) != kind:
            planned_as = "none" if kind is None else str(kind)
            raise ValueError(f"{name} is {'missing' if found is None else _kind(found)}, but {planned_as} was planned")
        arrays[name] = found
    return arrays


def arg_of(given: Any, shape: Tuple[int, ...]) -> Optional[np.ndarray]:
    """Where a call writes its arg: a new array, of int64 or the dtype that is given, or the array that is given; None for no arg."""
    if given is None or given is False:
        return None
    if given is True or isinstance(given, (str, type, np.dtype)):
        return np.empty(shape, np.int64 if given is True else _dtype(given, "arg"))
    if isinstance(given, np.generic):
        raise TypeError("arg is a NumPy scalar, which cannot be written to")
    array = _array(given, "arg")
    if not array.flags.writeable:
        raise ValueError("arg is read-only")
    return array


def planned_arg(given: Any, expected: Optional[Kind], shape: Tuple[int, ...]) -> Optional[np.ndarray]:
    """The same of a plan that has an arg, or none. Of one that has, a call makes it without being asked."""
    if expected is None or (given is not None and given is not True):
        return arg_of(given, shape)
    if expected.strides is not None:
        raise ValueError(f"arg is {given}, but {expected} was planned")
    return np.empty(expected.shape, expected.dtype)


def with_arg(result: Any, given: Any, written: Optional[np.ndarray]) -> Any:
    """What a call returns."""
    if written is None:
        return result
    is_new = given is None or given is True or isinstance(given, (str, type, np.dtype))
    return result, written if is_new else given


def kinds_of(
    options: Dict[str, Any], tuples: Tuple[int, ...], updates: np.dtype, output: Tuple[int, ...]
) -> Tuple[Beside, Optional[int]]:
    """What the options of a plan say of these, and the number of rows of a table of updates. The options are left without them."""

    def kind(name: str, dtype: np.dtype, shape: Any) -> Optional[Kind]:
        strides = options.pop(f"{name}_strides", None)
        return None if shape is None else _kind_of(dtype, _shape(shape, f"{name}_shape"), strides, name)

    scale, rows = kind_of_scale(options), options.pop("update_rows", None)
    index_dtype = _dtype(options.pop("update_index_dtype", np.int64), "update_index_dtype")
    weights_dtype = options.pop("weights_dtype", None)
    of_weights = updates if weights_dtype is None else _dtype(weights_dtype, "weights_dtype")
    words = {name: options.pop(name) for name in Beside._fields if name in options and name not in NOTHING.tensors}
    update_indices = kind("update_indices", index_dtype, None if rows is None else tuples)
    weights = kind("weights", of_weights, options.pop("weights_shape", None))
    arg_dtype = options.pop("arg_dtype", None)
    arg = kind("arg", np.dtype(np.int64) if arg_dtype is None else _dtype(arg_dtype, "arg_dtype"), None if arg_dtype is None else output)
    found = Beside(scale=scale, update_indices=update_indices, weights=weights, arg=arg, **words)
    return found, None if rows is None else integer(rows, "update_rows")


def shape_of_tuples(operator: str, indices: Tuple[int, ...]) -> Tuple[int, ...]:
    return indices[:-1] if operator == "scatter_nd" else indices


def shape_of_table(
    operator: str, data: Tuple[int, ...], indices: Tuple[int, ...], axis: int, batch_dims: int, rows: int
) -> Tuple[int, ...]:
    """That of updates with update indices. Where no call has these shapes, any is given: the library says what is wrong with them."""
    if operator == "scatter_nd":
        return (rows, *(data[batch_dims + indices[-1] :] if indices else data))
    if operator != "scatter_update":
        return (rows,)
    before = axis + len(data) if axis < 0 else axis
    n_batches = batch_dims + len(indices) if batch_dims < 0 else batch_dims
    return (*data[n_batches:before], rows, *data[before + 1 :])
