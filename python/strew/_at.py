"""Functions with the names that users of NumPy look for: strew.add_at for numpy.add.at, and so on, argmax_at and argmin_at, and bincount."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple

import numpy as np

from . import _threads
from ._arrays import Components, _array, element_of, has_whole_strides, side_by_side
from ._beside import Beside, arg_of, with_arg
from ._dlpack import is_tensor, view
from ._errors import ScatterError
from ._known import KNOWN, broadcast_updates
from ._library import native
from ._plan import Words
from ._rejection import described, in_python
from ._scatter import scatter_beside, scatter_nd, scatter_over

def _index_array(value: Any) -> np.ndarray:
    """One of the arrays that index, as integers of any type in native byte order."""
    if value is None or value is Ellipsis or isinstance(value, (slice, str, bytes)):
        raise TypeError(f"indices has {value!r}, and integers, or a tuple of arrays of integers, are needed")
    array: np.ndarray = np.asarray(value)
    if array.size == 0 and not isinstance(value, np.ndarray):
        array = array.astype(np.int64)  # NumPy makes an empty list one of floats
    if array.dtype.kind not in "iu":
        what = "numpy.nonzero(mask) has the integers of a mask" if array.dtype == np.bool_ else "integers are needed"
        raise IndexError(f"indices is {array.dtype}: {what}")
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    return array if has_whole_strides(array) else array.copy()


def _index_arrays(indices: Any, a: np.ndarray) -> Tuple[List[np.ndarray], Tuple[int, ...]]:
    """One for each dimension that is indexed, and the shape to which they are broadcast."""
    arrays = [_index_array(each) for each in (indices if isinstance(indices, tuple) else (indices,))]
    if len(arrays) > a.ndim:
        raise IndexError(f"indices has {len(arrays)} arrays, and a has {a.ndim} dimensions")
    return arrays, np.broadcast_shapes(*(array.shape for array in arrays))


def _tuples(indices: Any, a: np.ndarray) -> np.ndarray:
    """The indices as one array, a component for each dimension that is indexed along the last axis."""
    return side_by_side(*_index_arrays(indices, a))


def as_operand(b: Any, dtype: np.dtype) -> Any:
    """`b` as an array, whose dtype becomes that of `a`.

    A number of Python's has no type of its own, and must be one that the dtype holds. Others may lose bits, as in `a += b`, but not
    their kind.
    """
    if isinstance(b, (bool, int, float, complex)) and not isinstance(b, np.generic):
        return element_of(b, dtype, "b", "a")
    values = view(b, "b") if is_tensor(b) and not isinstance(b, (np.ndarray, np.generic)) else np.asarray(b)
    check_kind(values.dtype, dtype, "b" if hasattr(b, "astype") else "numpy.asarray(b)")
    return values


def check_kind(of_b: np.dtype, dtype: np.dtype, b: str = "b") -> None:
    if not np.can_cast(of_b, dtype, "same_kind"):
        raise TypeError(f"b is {of_b}, which does not become {dtype}, the type of a: hand over {b}.astype(a.dtype)")


def _rows_of(update_indices: Any, shape: Tuple[int, ...]) -> Optional[np.ndarray]:
    if update_indices is None:
        return None
    rows = _index_array(update_indices)
    try:
        return np.broadcast_to(rows, shape)
    except ValueError:
        raise ValueError(f"update_indices has the shape {rows.shape}, and {shape} is indexed") from None


_Short = Tuple[str, Optional[str], Optional[str], Optional[str]]  # reduction, accumulate, unique and sorted


def _at(a: Any, indices: Any, b: Any, threads: Optional[int], words: _Short, given: Beside) -> Any:
    """The long way, which returns the arg if one is given. The library names the arguments of scatter_nd."""
    try:
        return _at_once(a, indices, b, threads, words, given)
    except ScatterError as error:
        error.args = (in_python(str(error), "add_at"),)
        raise


def _at_once(a: Any, indices: Any, b: Any, threads: Optional[int], words: _Short, given: Beside) -> Any:
    reduction, accumulate, unique, sorted = words
    how = Words(reduction=reduction, accumulate=accumulate, unique=unique, sorted=sorted)
    rows, arg = given.update_indices, given.arg
    if isinstance(a, np.generic):
        raise TypeError(f"a is {described(a)}, and an array to write to is needed")
    a = _array(a, "a")
    if not a.flags.writeable:
        raise ValueError("a is read-only")
    arrays, shape_of_tuples = _index_arrays(indices, a)
    values = as_operand(b, a.dtype)
    shape = (*shape_of_tuples, *a.shape[len(arrays) :])
    try:
        values = values.astype(a.dtype, copy=not has_whole_strides(values))
        updates = broadcast_updates(values, shape) if rows is None else values
    except ValueError:
        raise ValueError(f"b has the shape {values.shape}, and {shape} is indexed") from None
    # As in NumPy, both may be a part of a.
    if np.may_share_memory(updates, a):
        values = updates = updates.copy()
    arrays = [array.copy() if np.may_share_memory(array, a) else array for array in arrays]
    tuples: Any = arrays[0][..., np.newaxis] if len(arrays) == 1 else Components(arrays)
    used = {"data": a, "indices": tuples, "updates": updates}
    if given.has_tensors:
        beside = given._replace(update_indices=_rows_of(rows, shape_of_tuples), arg=None).read()
        apart = {name: array.copy() for name, array in beside.tensors.items() if array is not None and np.may_share_memory(array, a)}
        chosen = arg_of(arg, a.shape)
        scatter_beside("scatter_nd", used, a, threads, how, beside._replace(**apart, arg=chosen))
        return None if chosen is None else with_arg(None, arg, chosen)[1]
    plan = scatter_over("scatter_nd", used, a, threads, how)
    of_tuple = tuples if isinstance(tuples, Components) else (arrays[0],)
    plan._remember(KNOWN["add_at"], (a, of_tuple if isinstance(indices, tuple) else arrays[0], values), None, words)
    return None


_DOCUMENTATION = """Adds b to the elements of a that indices name, in place: {numpy}.at(a, indices, b), for arrays of integers.

    a: an array that can be written to, or such a tensor of another library with `__dlpack__`.
    indices: integers, of any shape, or a tuple of up to a.ndim arrays of them, which are broadcast together. Negative
        ones count from the end. Repeated ones count each time, in row-major order.
    b: broadcast to a[indices].shape, and converted to a's dtype first. Both may be parts of a. A number of Python's must be one
        that a's dtype holds (TypeError, ValueError).
    update_indices: rows of b, which is then a table, in place of b[update_indices]; broadcast to what is indexed. Nothing is gathered first.
    weights: what each update is multiplied by; both are those of scatter_nd.
    accumulate, unique, sorted: as for scatter_nd.
    threads: how many threads may share the call, or None for all cores; see scatter_nd.

    The same bits as NumPy's for integers and floats, if b has a's dtype, but for the sign of a zero: of -0.0 and 0.0 the
    maximum is 0.0 here and either in NumPy. If b is wider than a, NumPy rounds after each step and here b is rounded
    first. Arrays are used where they lie, but for those that overlap a, and for short index arrays of a tuple, which are copied. Slices,
    masks and None are no indices here (TypeError, IndexError). An index out of bounds is an IndexOutOfBoundsError, which is
    an IndexError, and leaves a as it was, where NumPy has written a part of it.

    >>> a = numpy.zeros(4)
    >>> strew.{name}(a, [1, 3, 1], {example})
    >>> a
    array({result})
    """


def _make(name: str, reduction: str, numpy: str, verb: str, example: str, result: str) -> Callable[..., None]:
    def function(
        a: Any,
        indices: Any,
        b: Any,
        *,
        update_indices: Any = None,
        weights: Any = None,
        accumulate: Optional[str] = None,
        unique: Optional[str] = None,
        sorted: Optional[str] = None,
        threads: Optional[int] = 1,
    ) -> None:
        words = reduction, accumulate, unique, sorted
        is_plain = update_indices is None and weights is None
        if not is_plain or KNOWN["add_at"](None, threads, words, a, indices, b) is NotImplemented:
            _at(a, indices, b, threads, words, Beside(update_indices=update_indices, weights=weights))

    function.__name__ = function.__qualname__ = name
    text = _DOCUMENTATION.format(numpy=numpy, name=name, example=example, result=result)
    function.__doc__ = text.replace("Adds b to the elements", verb, 1)
    return function


add_at = _make("add_at", "add", "numpy.add", "Adds b to the elements", "[5, 6, 7]", "[ 0., 12.,  0.,  6.]")
subtract_at = _make(
    "subtract_at", "sub", "numpy.subtract", "Subtracts b from the elements", "[5, 6, 7]", "[  0., -12.,   0.,  -6.]"
)
multiply_at = _make("multiply_at", "mul", "numpy.multiply", "Multiplies by b the elements", "[5, 6, 7]", "[0., 0., 0., 0.]")
maximum_at = _make(
    "maximum_at", "max", "numpy.maximum", "Makes at least b of the elements", "[5, 6, 7]", "[0., 7., 0., 6.]"
)
minimum_at = _make(
    "minimum_at", "min", "numpy.minimum", "Makes at most b of the elements", "[-5, 6, -7]", "[ 0., -7.,  0.,  0.]"
)


_DOCUMENTATION_OF_ARGS = """{sibling}, in place, and returns which of b each element of a has: the number of the tuple of indices.

    a, indices, b, update_indices, weights, unique, sorted, threads: as for {sibling}.
    arg: None for a new array of int64, "int32" for one of that, or an array of a's shape that is written to, and returned.
    arg_rule: of equal updates the "first" counts, or the "last".
    arg_fill: what the result has where no update is {better} than the old element.

    Tuples are numbered from 0 in row-major order of the indices; with update_indices, the number is the place in these. NaN is {better} than
    all else, as in numpy.{numpy}. scatter_nd and its siblings return the same as `arg`, and leave their data as it is.

    >>> a = numpy.zeros(4)
    >>> strew.{name}(a, [1, 3, 1], {example})
    array({result})
    """


def _make_arg(name: str, sibling: str, reduction: str, better: str, example: str, result: str) -> Callable[..., Any]:
    def function(
        a: Any,
        indices: Any,
        b: Any,
        arg: Any = None,
        *,
        update_indices: Any = None,
        weights: Any = None,
        arg_rule: str = "first",
        arg_fill: int = -1,
        unique: Optional[str] = None,
        sorted: Optional[str] = None,
        threads: Optional[int] = 1,
    ) -> Any:
        beside = Beside(
            update_indices=update_indices, weights=weights, arg=True if arg is None else arg, arg_rule=arg_rule, arg_fill=arg_fill
        )
        return _at(a, indices, b, threads, (reduction, None, unique, sorted), beside)

    function.__name__ = function.__qualname__ = name
    words = {"name": name, "sibling": sibling, "better": better, "example": example, "result": result, "numpy": name.split("_")[0]}
    function.__doc__ = _DOCUMENTATION_OF_ARGS.format(**words)
    return function


argmax_at = _make_arg("argmax_at", "maximum_at", "max", "larger", "[5, 6, 7]", "[-1,  2, -1,  1]")
argmin_at = _make_arg("argmin_at", "minimum_at", "min", "smaller", "[-5, 6, -7]", "[-1,  2, -1, -1]")


_LARGEST = np.iinfo(np.int64).max
_count_numbers: Callable[..., Any] = getattr(native, "count_numbers", lambda *given: None)


def bincount(x: Any, /, weights: Any = None, minlength: int = 0, *, threads: Optional[int] = 1) -> np.ndarray:
    """numpy.bincount: how often each number from 0 on occurs in x, or the sum of its weights.

    x: integers of one dimension, none negative.
    weights: as many numbers, which count as float64; complex ones, which NumPy does not take, as complex128.
    minlength: the least length of the result, which has int64 without weights.
    threads: as for scatter_nd.

    The same bits as NumPy's: weights are added in the order of x. Raises what NumPy raises, and a TypeError for numbers in x that are no
    integers. As in NumPy, nobody looks at the weights of an empty x: the result is zeros of int64.

    >>> strew.bincount([0, 2, 2])
    array([1, 0, 2])
    >>> strew.bincount([0, 2, 2], [1j, 2, 3j])
    array([0.+1.j, 0.+0.j, 2.+3.j])
    """
    if (type(threads) is int and threads == 1) or _threads.count(threads) == 1 or weights is None:
        found: Optional[np.ndarray] = _count_numbers(x, weights, minlength)
        if found is not None:
            return found
    numbers: np.ndarray = np.asarray(x)
    if numbers.ndim != 1:
        raise ValueError(f"x has {numbers.ndim} dimensions, and 1 is needed")
    if numbers.size == 0 and not isinstance(x, np.ndarray):
        numbers = numbers.astype(np.int64)
    if numbers.dtype.kind not in "biu":
        raise TypeError(f"x is {numbers.dtype}, and integers are needed")
    length = len(np.bincount(np.zeros(0, np.int64), minlength=minlength))  # or what is wrong with it
    whole = numbers.astype(np.int64, copy=False)  # older versions of NumPy count no uint64
    as_unsigned = whole.view(np.uint64)  # where negative numbers are large ones
    largest = int(as_unsigned.max(initial=0))
    if largest >= _LARGEST:
        at = int(np.argmax(as_unsigned >= _LARGEST))
        raise ValueError(f"x[{at}] is {numbers[at]}, and {'no bin has a negative number' if numbers[at] < 0 else 'no array has so many bins'}")
    if weights is None or not whole.size:
        counts: np.ndarray = np.bincount(whole, minlength=length)
        return counts
    given: np.ndarray = np.asarray(weights)
    dtype = np.dtype(np.complex128 if given.dtype.kind == "c" else np.float64)
    if given.shape != whole.shape or not np.can_cast(given.dtype, dtype):
        # Says what is wrong with them, unless they are what NumPy converts in a list, such as strings.
        np.bincount(np.broadcast_to(np.int64(0), whole.shape), given.real if dtype.kind == "c" else weights)
    sums = np.zeros(max(length, largest + 1), dtype)
    scatter_nd(sums, whole[:, np.newaxis], given.astype(dtype, copy=False), "add", sums, threads=threads)
    return sums
