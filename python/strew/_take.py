"""Functions that have a name of NumPy's, and its signature, broadcasting and exceptions: take, put, take_along_axis and put_along_axis.

What strew has no kernels for, or rejects, is handed to NumPy, which does it or says why not. So nothing of NumPy's own rules is repeated here.
"""

from __future__ import annotations

from typing import Any, Optional, Tuple

import numpy as np

from . import _threads
from ._arrays import Components, _array
from ._beside import Beside
from ._dlpack import is_tensor
from ._errors import IndexOutOfBoundsError, ScatterError
from ._gather import DEFAULTS, GatherPlan, plan_over
from ._known import KNOWN, NEVER_KNOWN, broadcast_updates
from ._plan import Words
from ._rejection import in_python
from ._scatter import scatter_beside, scatter_over

# ---- Arguments -------------------------------------------------------------------------------------------------------


class _NotHere(Exception):
    """NumPy is to do it."""


def _is_foreign(value: Any) -> bool:
    """Whether it is a tensor of another library."""
    return is_tensor(value) and not isinstance(value, (np.ndarray, np.generic))


def _source(value: Any, name: str) -> np.ndarray:
    """An array that the library reads where it lies. Subclasses of NumPy's own meanings stay with NumPy."""
    if isinstance(value, (np.ma.MaskedArray, np.matrix)) or not (isinstance(value, np.ndarray) or _is_foreign(value)):
        raise _NotHere
    try:
        return _array(value, name)
    except (TypeError, ValueError):
        raise _NotHere from None


def _integers(value: Any) -> np.ndarray:
    array: np.ndarray = _source(value, "indices") if _is_foreign(value) else np.asarray(value)
    if array.dtype == np.bool_:
        array = array.astype(np.int64)
    is_too_large = array.dtype == np.uint64 and not hasattr(value, "dtype")  # a number of Python's that int64 does not have
    if array.dtype.kind not in "iu" or array.size == 0 or is_too_large:
        raise _NotHere
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    return array.copy() if any(step % array.itemsize for step in array.strides) else array


def _values(value: Any, name: str, dtype: Optional[np.dtype]) -> np.ndarray:
    """Converted as an assignment does; as they are for None."""
    return np.asarray(_array(value, name) if _is_foreign(value) else value, dtype)


def _axis(axis: Any, ndim: int) -> int:
    if not isinstance(axis, (int, np.integer)) or isinstance(axis, bool) or not -ndim <= axis < ndim:
        raise _NotHere
    return int(axis) % ndim


def _apart(value: np.ndarray, written: np.ndarray) -> np.ndarray:
    """As in NumPy, what is read may be a part of what is written."""
    return value.copy() if np.may_share_memory(value, written) else value


def _by_mode(mode: Any, indices: np.ndarray, size: int) -> Tuple[np.ndarray, str, bool]:
    """The indices, the policy and whether negative ones count from the end."""
    if mode == "wrap":
        wide = indices.astype(np.uint64 if indices.dtype == np.uint64 else np.int64, copy=False)
        return np.asarray(np.remainder(wide, wide.dtype.type(size))), "error", True
    if mode not in ("raise", "clip"):
        raise _NotHere
    return indices, "error" if mode == "raise" else "clamp", mode == "raise"


def _out_of_bounds(error: IndexOutOfBoundsError, axis: int, size: int) -> IndexOutOfBoundsError:
    """The same error in NumPy's words."""
    error.args = (f"index {error.value} is out of bounds for axis {axis} with size {size}",)
    return error


def _are_defaults(words: Tuple[Any, ...], defaults: Tuple[Any, ...]) -> bool:
    return all(type(word) is type(default) and word == default for word, default in zip(words, defaults))


def _check_alone(mode: str) -> None:
    if mode != "raise":
        raise ValueError(f"mode is {mode!r}, and an option of strew's says already what is done with an index out of bounds")


def _gather(
    operator: str, data: np.ndarray, indices: np.ndarray, out: Any, threads: Optional[int], words: Tuple[Any, ...]
) -> Tuple[Any, GatherPlan]:
    """The result, and the plan of the call."""
    plan = plan_over(operator, data, indices, out, words)
    return plan._call(NEVER_KNOWN, data, indices, out, threads, words), plan


# ---- take and put ----------------------------------------------------------------------------------------------------


_WORDS_OF_TAKE = tuple(DEFAULTS.values())
_WORDS_OF_PUT = Words()[3:-1]  # from policy to overflow; alpha is asked for by itself, because it becomes an element of a


def take(
    a: Any,
    indices: Any,
    axis: Optional[int] = None,
    out: Any = None,
    mode: Any = "raise",
    *,
    policy: str = "error",
    fill: Any = None,
    negative_wrap: bool = True,
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    ignore_index: Optional[int] = None,
    overflow: str = "wraps",
    threads: Optional[int] = 1,
) -> Any:
    """numpy.take: the elements of a that indices name, by their numbers in row-major order or, with an axis, the slices along it.

    a: an array of any strides, or what NumPy makes one of.
    indices: integers of any shape.
    axis: the dimension that indices count in, or None for all elements.
    out: None for a new array, or one of the result's shape and a's dtype.
    mode: an index out of bounds "raise"s an exception, is "wrap"ped around, or "clip"ped to the nearest one in bounds, where negative ones
        become 0.
    policy, fill, negative_wrap, profile, isa, ignore_index, overflow: as for gather_nd, in place of a mode. With any of them the rules are
        strew's: a is an array, and out is one. Without an axis no profile has this operator.
    threads: how many threads may share the call, or None for all cores; see scatter_nd.

    Returns out. Indices are checked before anything is written. Without options of strew's, results, exceptions and their texts are NumPy's;
    what strew has no kernels for, such as arrays of objects, NumPy does.

    >>> strew.take(numpy.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), numpy.array([4, -1]))
    array([5., 6.])
    >>> strew.take(numpy.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [0, 0], 1)
    array([[1., 1.],
           [4., 4.]])
    """
    all_words = axis, mode, policy, fill, negative_wrap, profile, isa, ignore_index, overflow
    result = KNOWN["numpy.take"](out, threads, all_words, a, indices)
    if result is not NotImplemented:
        return result
    _threads.count(threads)  # which NumPy would not look at
    words, numbers = all_words[2:], () if axis is None else (axis, 0)
    operator = "take" if axis is None else "gather"
    if not _are_defaults(words, _WORDS_OF_TAKE):
        _check_alone(mode)
        result = KNOWN[operator](out, threads, (*numbers, *words), a, indices)
        if result is not NotImplemented:
            return result
        try:
            data, tuples = _array(a, "a"), _array(indices, "indices")
            plan = plan_over(operator, data, tuples, out, (*numbers, *words))
            return plan._call(KNOWN[operator], data, tuples, out, threads, (*numbers, *words))
        except ScatterError as error:
            error.args = (in_python(str(error), "numpy.take"),)
            raise
    try:
        data, tuples = _source(a, "a"), _integers(indices)
        at = None if axis is None else _axis(axis, data.ndim)
        size = data.size if at is None else data.shape[at]
        written = None if out is None else _source(out, "out")
        if written is not None and written.dtype != data.dtype:
            raise _NotHere  # which NumPy casts, or not, by rules of its own
        if not data.size or (written is not None and (np.may_share_memory(written, data) or np.may_share_memory(written, tuples))):
            raise _NotHere
        tuples, policy, negative_wrap = _by_mode(mode, tuples, size)
        result, plan = _gather(operator, data, tuples, out, threads, (*numbers, policy, None, negative_wrap, None, None, None, "wraps"))
        is_element = out is None and not result.ndim
        if mode != "wrap":  # whose indices are not those that were given
            plan._remember(KNOWN["numpy.take"], (data, tuples), written, all_words, is_element)
    except IndexOutOfBoundsError as error:
        raise _out_of_bounds(error, at or 0, size) from None
    except (_NotHere, ScatterError, TypeError, ValueError):
        return np.take(a, indices, axis, out, mode)
    return result[()] if is_element else result


def _put_by_numpy(a: Any, ind: Any, v: Any, mode: Any) -> None:
    """numpy.put, but that nothing is written if an index is out of bounds."""
    numbers = np.asarray(ind)
    if isinstance(a, np.ndarray) and a.size and mode == "raise" and np.can_cast(numbers.dtype, np.int64) and np.size(v):
        np.put(a, [], v)  # says what else is wrong first
        numbers = numbers.astype(np.int64)
        is_wrong = (numbers < -a.size) | (numbers >= a.size)
        if is_wrong.any():
            raise IndexError(f"index {numbers[is_wrong][0]} is out of bounds for axis 0 with size {a.size}")
    np.put(a, ind, v, mode)


def put(
    a: Any,
    ind: Any,
    v: Any,
    mode: Any = "raise",
    *,
    reduction: str = "none",
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
    update_indices: Any = None,
    weights: Any = None,
    threads: Optional[int] = 1,
) -> None:
    """numpy.put: writes v to the elements of a that ind names by their numbers in row-major order, in place.

    a: an array of any strides that can be written to.
    ind: integers of any shape; of repeated ones the last one wins. It may be a part of a.
    v: as many values, in that order; fewer are repeated. They are converted to a's dtype, and may be a part of a. If overflow "saturates"
        without accumulate, the library converts them, as the updates of scatter_nd.
    mode: as for take.
    reduction: how values are combined with the elements, one of REDUCTIONS; "none" writes.
    policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, unique, sorted, alpha: as for
        scatter_nd, in place of a mode. No profile has this operator.
    update_indices: integers for each of ind: v is then a table, and these are the numbers of its elements. Nothing is gathered first.
    weights: what each value is multiplied by: a number of a's dtype for each of ind. Both are broadcast to ind, and take the place of a mode, too.
    threads: how many threads may share the call, or None for all cores; see scatter_nd.

    Indices are checked before anything is written, where NumPy has written a part. Exceptions and their texts are NumPy's, but for options of
    strew's; what strew has no kernels for, such as arrays of objects, NumPy does. plan_put plans the same with an output of its own.

    >>> a = numpy.zeros((2, 3))
    >>> strew.put(a, [4, -1, 4], [1, 2, 3], reduction="add")
    >>> a
    array([[0., 0., 0.],
           [0., 4., 2.]])
    """
    how = policy, negative_wrap, nan, profile, isa, include_self, mean_rounding, ignore_index, accumulate, overflow, unique, sorted, alpha
    all_words = mode, reduction, *how
    if update_indices is not None or weights is not None:
        _threads.count(threads)
        _check_alone(mode)
        _put_beside(_array(a, "a"), _as_array(ind), v, threads, Words(0, 0, reduction, *how), update_indices, weights)
        return
    if KNOWN["numpy.put"](None, threads, all_words, a, ind, v) is not NotImplemented:
        return
    _threads.count(threads)
    words = all_words[2:-1]
    if alpha is not None or not _are_defaults(words, _WORDS_OF_PUT):
        _check_alone(mode)
        _put(_array(a, "a"), _as_array(ind), v, threads, (0, 0, reduction, *words, alpha), all_words)
        return
    try:
        data, tuples = _source(a, "a"), _integers(ind)
        if not data.size or not data.flags.writeable:
            raise _NotHere
        tuples, *by_mode = _by_mode(mode, tuples, data.size)
        _put(data, tuples, v, threads, (0, 0, reduction, *by_mode, *words[2:], alpha), all_words)
    except IndexOutOfBoundsError as error:
        raise _out_of_bounds(error, 0, data.size) from None
    except (_NotHere, ScatterError, TypeError, ValueError):
        if reduction != "none":
            _put(_array(a, "a"), _as_array(ind), v, threads, (0, 0, reduction, *words, alpha), all_words)  # says what is wrong
        _put_by_numpy(a, ind, v, mode)


def _as_array(ind: Any) -> np.ndarray:
    return _array(ind if _is_foreign(ind) else np.asarray(ind), "ind")


def _given_values(data: np.ndarray, v: Any, how: Words) -> np.ndarray:
    if not data.flags.writeable:
        raise ValueError("a is read-only")
    # Values that NumPy had converted would have wrapped around.
    return _values(v, "v", None if how.overflow == "saturates" else data.dtype)


def _put_beside(
    data: np.ndarray, indices: np.ndarray, v: Any, threads: Optional[int], words: Words, update_indices: Any, weights: Any
) -> None:
    """The way of a call with update indices or weights."""
    given = _given_values(data, v, words).reshape(-1)
    rows, factors = _for_each(update_indices, "update_indices", indices.shape), _for_each(weights, "weights", indices.shape)
    if rows is None and not given.size:  # nothing is written
        indices, factors = indices.reshape(-1)[:0], None if factors is None else factors.reshape(-1)[:0]
    updates: np.ndarray = given if rows is not None else np.resize(given, indices.shape)
    used = {"data": data, "indices": _apart(indices, data), "updates": _apart(updates, data)}
    rows, factors = (None if each is None else _apart(each, data) for each in (rows, factors))
    try:
        scatter_beside("put", used, data, threads, words, Beside(update_indices=rows, weights=factors))
    except ScatterError as error:
        error.args = (in_python(str(error), "numpy.put"),)
        raise


def _for_each(value: Any, name: str, shape: Tuple[int, ...]) -> Optional[np.ndarray]:
    """An array with an element for each of ind."""
    if value is None:
        return None
    array = _array(value if _is_foreign(value) else np.asarray(value), name)
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(f"{name} has the shape {array.shape}, which cannot be broadcast to the {shape} of ind") from None


def _put(
    data: np.ndarray, indices: np.ndarray, v: Any, threads: Optional[int], words: Tuple[Any, ...], all_words: Tuple[Any, ...]
) -> None:
    how = Words(*words)
    given = _given_values(data, v, how)
    values = given.reshape(-1)
    if not values.size:  # nothing is written, but words and types are looked at
        indices = indices.reshape(-1)[:0]
    values = values[: indices.size]
    are_repeated = 1 < values.size < indices.size
    if are_repeated:
        values = np.resize(values, indices.size)
    one = given if given.ndim == 0 else values
    updates = broadcast_updates(one, indices.shape) if values.size == 1 else values.reshape(indices.shape)
    used = {"data": data, "indices": _apart(indices, data), "updates": _apart(updates, data)}
    try:
        plan = scatter_over("put", used, data, threads, words)
    except ScatterError as error:
        error.args = (in_python(str(error), "numpy.put"),)
        raise
    is_where_given = given.flags.c_contiguous and given.size and not are_repeated and how.overflow != "saturates"
    if is_where_given and all_words[0] != "wrap" and used["updates"] is updates:
        plan._remember(KNOWN["numpy.put"], (data, used["indices"], given), None, all_words)


# ---- Along an axis ---------------------------------------------------------------------------------------------------


def _shapes(data: np.ndarray, indices: np.ndarray, axis: int) -> Tuple[int, ...]:
    """That to which all dimensions but the axis are broadcast; indices have their own size on the axis."""
    if indices.ndim != data.ndim:
        raise _NotHere
    try:
        return np.broadcast_shapes(indices.shape, (*data.shape[:axis], 1, *data.shape[axis + 1 :]))
    except ValueError:
        raise _NotHere from None


def _is_same_everywhere(indices: np.ndarray, axis: int) -> bool:
    return bool(indices.size == indices.shape[axis])


def take_along_axis(arr: Any, indices: Any, axis: Optional[int] = -1, *, threads: Optional[int] = 1) -> Any:
    """numpy.take_along_axis: for each element of indices the one of arr at the same position, but for the axis, where the index counts.

    arr: an array of any strides.
    indices: an array of integers with as many dimensions. Both are broadcast in all of them but the axis, without a copy. Negative indices
        count from the end.
    axis: the dimension that indices count in. With None, indices of one dimension number the elements of arr in row-major order.
    threads: how many threads may share the call, or None for all cores; see scatter_nd.

    Results, exceptions and their texts are NumPy's; what strew has no kernels for, such as arrays of objects, NumPy does. ONNX's form, whose
    indices may be smaller than arr and are not broadcast, is gather_elements.

    >>> a = numpy.arange(1, 10).reshape(3, 3)
    >>> strew.take_along_axis(a, numpy.array([[0]]), 0)
    array([[1, 2, 3]])
    >>> strew.gather_elements(a, numpy.array([[0]]), 0)
    array([[1]])
    """
    result = KNOWN["take_along_axis"](None, threads, (axis,), arr, indices)
    if result is not NotImplemented:
        return result
    _threads.count(threads)
    try:
        if not isinstance(indices, np.ndarray) and not _is_foreign(indices):
            raise _NotHere
        data, tuples = used = _source(arr, "arr"), _integers(indices)
        if np.asarray(indices).dtype == np.bool_ or not data.size:
            raise _NotHere
        if axis is None:
            at, size = 0, data.size
            if tuples.ndim != 1:
                raise _NotHere
            result, plan = _gather("take", data, tuples, None, threads, _WORDS_OF_TAKE)
        else:
            at = _axis(axis, data.ndim)
            size, shape = data.shape[at], _shapes(data, tuples, at)
            if _is_same_everywhere(tuples, at):
                result, plan = _gather("gather", data, tuples.reshape(-1), None, threads, (at, 0, *_WORDS_OF_TAKE))
            else:
                data = np.broadcast_to(data, (*shape[:at], size, *shape[at + 1 :]))
                result, plan = _gather("gather_elements", data, np.broadcast_to(tuples, shape), None, threads, (at, *_WORDS_OF_TAKE))
        plan._remember(KNOWN["take_along_axis"], used, None, (axis,))
        return result
    except IndexOutOfBoundsError as error:
        raise _out_of_bounds(error, at, size) from None
    except (_NotHere, ScatterError, TypeError, ValueError):
        return np.take_along_axis(arr, indices, axis)


def put_along_axis(arr: Any, indices: Any, values: Any, axis: Optional[int], *, threads: Optional[int] = 1) -> None:
    """numpy.put_along_axis: writes values to the elements of arr that take_along_axis would take, in place.

    arr: an array of any strides that can be written to.
    indices, axis: as for take_along_axis. Of equal places the last one in row-major order wins.
    values: broadcast to what take_along_axis returns, and converted to arr's dtype. They and indices may be parts of arr.
    threads: how many threads may share the call, or None for all cores; see scatter_nd.

    Results, exceptions and their texts are NumPy's; what strew has no kernels for, such as arrays of objects, NumPy does. Indices are checked
    before anything is written. ONNX's form, whose indices may be smaller than arr and are not broadcast, is scatter_elements.

    >>> a = numpy.array([[3, 1, 2], [6, 5, 4]])
    >>> strew.put_along_axis(a, a.argmax(1, keepdims=True), 0, 1)
    >>> a
    array([[0, 1, 2],
           [0, 5, 4]])
    """
    if KNOWN["put_along_axis"](None, threads, (axis,), arr, indices, values) is not NotImplemented:
        return
    _threads.count(threads)
    words: Tuple[Any, ...] = 0, "none", *_WORDS_OF_PUT, None
    try:
        if not isinstance(indices, np.ndarray) and not _is_foreign(indices):
            raise _NotHere
        data, tuples = _source(arr, "arr"), _integers(indices)
        if np.asarray(indices).dtype == np.bool_ or not data.size or not data.flags.writeable:
            raise _NotHere
        if axis is None:
            at, size, shape = 0, data.size, tuples.shape
            if tuples.ndim != 1:
                raise _NotHere
        else:
            at = _axis(axis, data.ndim)
            size, shape = data.shape[at], _shapes(data, tuples, at)
        given, tuples = _apart(_values(values, "values", data.dtype), data), _apart(tuples, data)
        used = data, tuples, given
        updates = broadcast_updates(given, shape)
        others_fit = all(n == m for d, (n, m) in enumerate(zip(shape, data.shape)) if d != at)
        if axis is None:
            operator, words = "put", (0, *words)
        elif others_fit and _is_same_everywhere(tuples, at):
            operator, words, tuples = "scatter_update", (at, *words), tuples.reshape(-1)
        elif others_fit:
            operator, words, tuples = "scatter_elements", (at, *words), np.broadcast_to(tuples, shape)
        else:  # a dimension of size 1 is written again and again
            places = np.ogrid[tuple(slice(0, n) for n in data.shape)]
            components = Components([tuples if d == at else np.asarray(each) for d, each in enumerate(places)])
            scatter_over("scatter_nd", {"data": data, "indices": components, "updates": updates}, data, threads, (0, *words))
            return
        plan = scatter_over(operator, {"data": data, "indices": tuples, "updates": updates}, data, threads, words)
        plan._remember(KNOWN["put_along_axis"], used, None, (axis,))
    except IndexOutOfBoundsError as error:
        raise _out_of_bounds(error, at, size) from None
    except (_NotHere, ScatterError, TypeError, ValueError):
        np.put_along_axis(arr, indices, values, axis)
