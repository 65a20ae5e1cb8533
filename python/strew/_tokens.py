"""tensor_scatter: new tokens for a cache of keys or values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict, Optional, Tuple, Type

import ml_dtypes
import numpy as np

from . import _threads
from ._arrays import Kind, _dense_elements, _dtype, _Elements, _kind, _Shape, _shape, integer, new_output
from ._call import plan_call, run
from ._enums import CacheMode
from ._known import KNOWN, PLAN_ENTRIES, Again, calls_of, given, planned, remember, scatter_known
from ._plan import _output
from ._tables import number_of, ordered_dtype
from ._words import OVERFLOWS, by_word, options_of

MODES = by_word(CacheMode)

# ONNX's floats of one byte that the library has no name for: it moves their bytes.
_BYTE = np.dtype("V1")
_SMALL_FLOATS = [np.dtype(kind) for kind in (getattr(ml_dtypes, name, None) for name in ("float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu")) if kind]

# axis, mode, policy, negative_wrap, profile, ignore_index, overflow
_Words = Tuple[int, str, str, bool, Optional[str], Optional[int], str]


def _moved(dtype: np.dtype) -> np.dtype:
    return _BYTE if dtype in _SMALL_FLOATS else dtype


def _moved_array(value: Any, name: str) -> _Elements:
    if isinstance(value, np.ndarray) and value.dtype in _SMALL_FLOATS:
        value = value.view(_BYTE)
    return _dense_elements(value, name)


class TensorScatterPlan:
    """What follows from shapes, dtypes and options of a tensor_scatter, worked out once for any number of calls.

    Made by plan_tensor_scatter. Any threads may call it at once. It can be pickled.
    """

    def __init__(self, past_cache: Kind, update: Kind, write_indices: Optional[Kind], words: _Words) -> None:
        self._made_of = past_cache, update, write_indices, words
        axis, mode, policy, negative_wrap, profile, ignore_index, overflow = words
        options = options_of(policy, negative_wrap, ignore_index, profile, overflow=number_of(OVERFLOWS, overflow, "overflow"))
        tensors = {"data": past_cache, "updates": update, "write_indices": write_indices}
        numbers = {"axis": integer(axis, "axis"), "mode": number_of(MODES, mode, "mode")}
        plan, call = plan_call("tensor_scatter", options, tensors, **numbers)
        self._lender, self._again = _threads.Lender(plan), Again(call)
        self._known = calls_of("tensor_scatter", PLAN_ENTRIES)

    def __reduce__(self) -> Tuple[Type[TensorScatterPlan], Tuple[Any, ...]]:
        return TensorScatterPlan, self._made_of

    def __call__(
        self, past_cache: Any, update: Any, write_indices: Any = None, out: Any = None, *, threads: Optional[int] = 1
    ) -> Any:
        """The operator over arrays of the shapes and dtypes that were planned; others are a ValueError. Returns out."""
        result = self._known(out, threads, (), past_cache, update, write_indices)
        if result is NotImplemented:
            result = scatter_known(self._known, out, threads, (), past_cache, update, write_indices)
        return self._call(self._known, past_cache, update, write_indices, out, threads, ()) if result is NotImplemented else result

    def _call(
        self, known: Any, past_cache: Any, update: Any, write_indices: Any, out: Any, threads: Optional[int], words: Tuple[Any, ...]
    ) -> Any:
        """The long way of a call, which has it remembered, if each array was used where it lies."""
        cache = self._planned(past_cache, "past_cache", self._made_of[0])
        tokens = self._planned(update, "update", self._made_of[1])
        if (write_indices is None) != (self._made_of[2] is None):
            raise ValueError("write_indices were planned" if write_indices is None else "no write_indices were planned")
        indices = None
        if self._made_of[2] is not None:
            indices = self._planned(write_indices, "write_indices", self._made_of[2])
        dtype = past_cache.dtype if isinstance(past_cache, np.ndarray) else cache.dtype  # which may be one of _SMALL_FLOATS
        output = new_output(Kind(dtype, cache.shape)) if out is None else out
        written = _output(_moved_array(output, "out"), cache, "past_cache")
        addresses: Dict[str, Optional[int]] = {"output": written.ctypes.data, "data": cache.ctypes.data, "updates": tokens.ctypes.data}
        addresses["write_indices"] = None if indices is None else indices.ctypes.data
        run("tensor_scatter", self._lender.plan, self._lender(threads), **addresses)
        # One of _SMALL_FLOATS is known as itself, not as the bytes that are moved.
        pairs = (out, given(out, written)), (past_cache, cache), (update, tokens), (write_indices, indices)
        seen, *tensors = (value if isinstance(value, np.ndarray) else array for value, array in pairs)
        remember(known, planned(self._lender, dtype, cache.shape, again=self._again), seen, words, *tensors)
        return output

    @staticmethod
    def _planned(value: Any, name: str, expected: Kind) -> _Elements:
        array = _moved_array(value, name)
        if _kind(array) != expected:
            raise ValueError(f"{name} is {_kind(array)}, but {expected} was planned")
        return array


@lru_cache(maxsize=128, typed=True)
def _plan_like(past_cache: Kind, update: Kind, write_indices: Optional[Kind], *words: Any) -> TensorScatterPlan:
    """The plan of a call, which the next call over such arrays finds here."""
    return TensorScatterPlan(past_cache, update, write_indices, words)


def tensor_scatter(
    past_cache: Any,
    update: Any,
    write_indices: Any = None,
    axis: int = -2,
    mode: str = "linear",
    out: Any = None,
    *,
    policy: str = "error",
    negative_wrap: bool = True,
    profile: Optional[str] = None,
    ignore_index: Optional[int] = None,
    overflow: str = "wraps",
    threads: Optional[int] = 1,
) -> Any:
    """ONNX TensorScatter: new tokens for a cache of keys or values.

    `out` becomes a copy of `past_cache`; token t of batch b goes to index write_indices[b] + t of the axis, in every
    position between the batch and the axis.

    Shapes: past_cache has 2 dimensions or more, and the first one is the batch. update.shape is past_cache.shape, but for
    the axis, where it is at most that. write_indices has one integer for each batch.

    past_cache, update: as data and updates for scatter_nd, which may have two dtypes; or both one of ml_dtypes' other floats of one byte.
        past_cache may be Blocks, as data may.
    write_indices: the place of the first new token of each batch: integers of 8 to 64 bits, or None for zeros.
    axis: the dimension of the places, from 1 - past_cache.ndim to past_cache.ndim - 1, but not 0.
    mode: "linear", or "circular": an index counts modulo the size of the axis.
    out: None for a new NumPy array, or any array of past_cache's shape and dtype that can be written to; past_cache itself
        for in-place, which copies the tokens alone.
    policy: what an index out of bounds does. "error" rejects the call, "skip" skips the tokens that are out of bounds, and
        "clamp" moves each token to the nearest index. "trusted" CHECKS NOTHING.
    negative_wrap, profile, threads: as for scatter_nd.
    overflow: what becomes of an update of another dtype that is too large: it "wraps" around or is infinite, or "saturates" at the nearest
        finite number.
    ignore_index: a write index that passes its batch over.

    Returns out. Raises what scatter_nd raises; when it raises, nothing has been written.

    >>> cache = numpy.zeros((2, 4, 1))
    >>> strew.tensor_scatter(cache, numpy.ones((2, 1, 1)), numpy.array([3, 1]), 1)[..., 0]
    array([[0., 0., 0., 1.],
           [0., 1., 0., 0.]])
    """
    words = axis, mode, policy, negative_wrap, profile, ignore_index, overflow
    result = KNOWN["tensor_scatter"](out, threads, words, past_cache, update, write_indices)
    if result is NotImplemented:
        result = scatter_known(KNOWN["tensor_scatter"], out, threads, words, past_cache, update, write_indices)
    if result is not NotImplemented:
        return result
    cache, tokens = _moved_array(past_cache, "past_cache"), _moved_array(update, "update")
    indices = None if write_indices is None else _dense_elements(write_indices, "write_indices")
    kinds = _kind(cache), _kind(tokens), None if indices is None else _kind(indices)
    plan: Optional[TensorScatterPlan] = None
    try:
        plan = _plan_like(*kinds, *words)
    except TypeError:
        pass  # a word that cannot be hashed, or what is raised again below
    plan = plan or TensorScatterPlan(*kinds, words)
    return plan._call(KNOWN["tensor_scatter"], past_cache, update, write_indices, out, threads, words)


def plan_tensor_scatter(
    cache_shape: _Shape,
    dtype: Any,
    n_tokens: int,
    axis: int = -2,
    mode: str = "linear",
    *,
    index_dtype: Any = np.int64,
    update_dtype: Any = None,
    policy: str = "error",
    negative_wrap: bool = True,
    profile: Optional[str] = None,
    ignore_index: Optional[int] = None,
    overflow: str = "wraps",
) -> TensorScatterPlan:
    """Plans tensor_scatter, once for any number of calls.

    cache_shape: that of past_cache, a tuple of sizes.
    dtype: of NumPy, or its name.
    n_tokens: how many new tokens each batch gets.
    index_dtype: that of the write indices. None: they are zeros, and are not given.
    update_dtype: that of the new tokens. None: dtype, or float32 if that is a format of blocks.
    axis, mode, policy, negative_wrap, profile, ignore_index, overflow: those of the operator, as are errors.
    """
    shape = _shape(cache_shape, "cache_shape")
    cache = Kind(_moved(_dtype(dtype, "dtype")), shape)
    at = integer(axis, "axis")
    sizes = list(shape)
    if -len(sizes) <= at < len(sizes):
        sizes[at] = integer(n_tokens, "n_tokens")
    indices = None if index_dtype is None else Kind(_dtype(index_dtype, "index_dtype"), shape[:1])
    words = at, mode, policy, negative_wrap, profile, ignore_index, overflow
    tokens = ordered_dtype(cache.dtype) if update_dtype is None else _moved(_dtype(update_dtype, "update_dtype"))
    return TensorScatterPlan(cache, Kind(tokens, tuple(sizes)), indices, words)
