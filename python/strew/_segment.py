"""segment: reductions of rows that are stored segment after segment, and sparse matrices whose rows are."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple, Type

import numpy as np

from . import _threads
from ._arrays import Kind, _array, _dtype, _kind, _kind_of, _Shape, _shape, check_names, integer, new_output
from ._beside import NOTHING, Beside, arg_of, kinds_of, planned_arg, planned_arrays, with_arg
from ._call import WithKernel, plan_call, prepare, run, unless_dense
from ._documentation import SEGMENTS, documented
from ._library import Options
from ._tables import ISAS, REDUCTIONS, number_of
from ._words import ACCUMULATIONS, INITIALS, MEAN_ROUNDINGS, NANS, OFFSETS_ENDS, OVERFLOWS, hints_of


class Words(NamedTuple):
    """How a call differs from another one over the same arrays."""

    reduction: str = "add"
    initial: str = "zero"
    offsets_end: str = "given"
    nan: str = "wins"
    mean_rounding: str = "floors"
    accumulate: Optional[str] = None
    overflow: str = "wraps"
    sorted: Optional[str] = None
    isa: Optional[str] = None


def _options(words: Words, beside: Beside) -> Options:
    return Options(
        initial=number_of(INITIALS, words.initial, "initial"),
        offsets_end=number_of(OFFSETS_ENDS, words.offsets_end, "offsets_end"),
        nan=number_of(NANS, words.nan, "nan"),
        mean_rounding=number_of(MEAN_ROUNDINGS, words.mean_rounding, "mean_rounding"),
        accumulate=0 if words.accumulate is None else number_of(ACCUMULATIONS, words.accumulate, "accumulate"),
        overflow=number_of(OVERFLOWS, words.overflow, "overflow"),
        isa=0 if words.isa is None else number_of(ISAS, words.isa, "isa"),
        **hints_of(None, words.sorted),
        **beside.members(),
    )


class SegmentPlan(WithKernel):
    """What follows from shapes, dtypes and options of segments, worked out once for any number of calls.

    Made by plan_segment. Any threads may call it at once. It can be pickled, and is planned anew where it is unpickled.
    """

    def __init__(self, member: str, at: Kind, updates: Kind, output: Kind, data: Kind, words: Words, beside: Beside = NOTHING) -> None:
        """`at` is what the member of strew_call has that says the segments: "offsets", or "indices"."""
        self._made_of = member, at, updates, output, data, words, beside
        self._member, self._beside, self._output = member, beside, output
        tensors = {"data": data, member: at, "updates": updates, "output": unless_dense(output, data.dtype), **beside.tensors}
        reduction = number_of(REDUCTIONS, words.reduction, "reduction")
        self._plan, self._strew_call = plan_call("segment", _options(words, beside), tensors, reduction=reduction)
        self._lender = _threads.Lender(self._plan, True)

    def __reduce__(self) -> Tuple[Type[SegmentPlan], Tuple[Any, ...]]:
        return SegmentPlan, self._made_of

    def __call__(
        self,
        updates: Any,
        offsets: Any = None,
        out: Any = None,
        *,
        indices: Any = None,
        data: Any = None,
        update_indices: Any = None,
        weights: Any = None,
        arg: Any = None,
        threads: Optional[int] = 1,
    ) -> Any:
        """Reduces segments of arrays of the shapes and dtypes that were planned; others are a ValueError. Returns out, or
        out and the arg that was planned.

        All arguments are those of segment.
        """
        at = self._planned({self._member: _one_of(offsets, indices)[1]})
        return self._finish(updates, out, data, Beside(update_indices=update_indices, weights=weights, arg=arg), threads, at)

    def prepare(self, offsets: Any = None, *, indices: Any = None) -> PreparedSegment:
        """Checks offsets or indices that are known early, once for any number of calls. They may change afterwards."""
        at = self._planned({self._member: _one_of(offsets, indices)[1]})
        return PreparedSegment(self, prepare("segment", self._plan, **_addresses(at)))

    def _finish(self, updates: Any, out: Any, data: Any, beside: Beside, threads: Optional[int], at: Mapping[str, Any], **prepared: int) -> Any:
        arrays = {**at, **self._planned({"updates": updates, **_old(data, self._made_of[5])})}
        output = new_output(self._output) if out is None else out
        written = _written(output, self._output.dtype, self._output.shape)
        if _kind(written) != self._output:
            raise ValueError(f"out is {_kind(written)}, but {self._output} was planned")
        chosen = planned_arg(beside.arg, self._beside.arg, written.shape)
        self._run(arrays, written, beside._replace(arg=chosen), threads, **prepared)
        return with_arg(output, beside.arg, chosen)

    def _run(self, arrays: Mapping[str, np.ndarray], written: np.ndarray, beside: Beside, threads: Optional[int], **prepared: int) -> None:
        others = planned_arrays(beside, self._beside)
        run("segment", self._plan, self._lender(threads), **_addresses({"output": written, **arrays, **others}), **prepared)

    def _planned(self, values: Mapping[str, Any]) -> Dict[str, np.ndarray]:
        """The arrays of these names, if they are as planned."""
        member, at, updates, _, data = self._made_of[:5]
        arrays = {name: _array(value, name) for name, value in values.items()}
        for name, expected in ((member, at), ("updates", updates), ("data", data)):
            if name in arrays and _kind(arrays[name]) != expected:
                raise ValueError(f"{name} is {_kind(arrays[name])}, but {expected} was planned")
        return arrays


class PreparedSegment:
    """Offsets or indices that SegmentPlan.prepare has read. Any threads may call it at once."""

    def __init__(self, plan: SegmentPlan, memory: np.ndarray) -> None:
        self.plan = plan
        self._memory = memory

    def __call__(
        self,
        updates: Any,
        out: Any = None,
        *,
        data: Any = None,
        update_indices: Any = None,
        weights: Any = None,
        arg: Any = None,
        threads: Optional[int] = 1,
    ) -> Any:
        """What the plan would return for the offsets or indices that were prepared."""
        beside = Beside(update_indices=update_indices, weights=weights, arg=arg)
        return self.plan._finish(updates, out, data, beside, threads, {}, prepared=self._memory.ctypes.data)

    def __reduce__(self) -> str:
        raise TypeError("prepared segments are valid in the process that prepared them: pickle the plan and the offsets")


@lru_cache(maxsize=128, typed=True)
def _plan_like(member: str, at: Kind, updates: Kind, output: Kind, data: Kind, *words: Any) -> SegmentPlan:
    """The plan of a call, which the next call over such arrays finds here. The fields of what stands beside are the last words."""
    n_words = len(Words._fields)
    return SegmentPlan(member, at, updates, output, data, Words(*words[:n_words]), Beside(*words[n_words:]))


def _addresses(arrays: Mapping[str, np.ndarray]) -> Dict[str, int]:
    return {name: array.ctypes.data for name, array in arrays.items()}


def _one_of(offsets: Any, indices: Any) -> Tuple[str, Any]:
    """What says the segments, by the member of strew_call."""
    if (offsets is None) == (indices is None):
        raise TypeError(f"segment has {'neither offsets nor' if offsets is None else 'both offsets and'} indices, and one of them is needed")
    return ("indices", indices) if offsets is None else ("offsets", offsets)


def _old(data: Any, words: Words) -> Dict[str, Any]:
    """data, which has a use with one word alone."""
    if (data is None) == (words.initial == "data"):
        raise TypeError("data is for initial='data'" if data is not None else "initial is 'data', and data is missing")
    return {} if data is None else {"data": data}


def _written(out: Any, dtype: np.dtype, shape: Tuple[int, ...]) -> np.ndarray:
    """`out` as the library writes it."""
    if isinstance(out, np.generic):
        raise TypeError("out is a NumPy scalar, which cannot be written to")
    array = _array(out, "out")
    if (array.dtype, array.shape) != (dtype, shape):
        raise ValueError(f"out is {_kind(array)}, but the result is {Kind(dtype, shape)}")
    if not array.flags.writeable:
        raise ValueError("out is read-only")
    return array


def _n_segments(member: str, at: np.ndarray, offsets_end: str, given: Optional[int], others: Tuple[Any, ...]) -> int:
    if member == "offsets":
        if given is not None:
            raise TypeError("n_segments is for indices: offsets say how many segments there are")
        return max(at.size - (offsets_end == "given"), 0)
    if given is not None:
        n = integer(given, "n_segments")
        if n < 0:
            raise ValueError(f"n_segments is {n}, a negative number")
        return n
    for other in others:  # data and out, of which at most one is needed
        if other is not None and other.ndim:
            return int(other.shape[0])
    # The last one is the largest, or the library rejects them.
    return max(int(at.flat[-1]) + 1, 0) if at.size and at.dtype.kind in "iu" else 0


@documented(SEGMENTS)
def segment(
    updates: Any,
    offsets: Any = None,
    *,
    indices: Any = None,
    n_segments: Optional[int] = None,
    reduction: str = "add",
    initial: str = "zero",
    data: Any = None,
    offsets_end: str = "given",
    update_indices: Any = None,
    update_policy: str = "error",
    update_negative_wrap: bool = True,
    update_ignore_index: Optional[int] = None,
    weights: Any = None,
    arg: Any = None,
    arg_rule: str = "first",
    arg_fill: int = -1,
    sorted: Optional[str] = None,
    nan: str = "wins",
    mean_rounding: str = "floors",
    accumulate: Optional[str] = None,
    overflow: str = "wraps",
    isa: Optional[str] = None,
    out: Any = None,
    threads: Optional[int] = 1,
) -> Any:
    """Reduces rows that are stored one segment after the other, as torch.segment_reduce, segment_csr and numpy.add.reduceat do.

    out[s] begins with the first of the rows updates[offsets[s]:offsets[s + 1]], and the others are combined with it, in order. With update_indices
    and weights it is a sparse matrix in compressed rows times a table, and a weighted bag of embeddings.

    >>> strew.segment(numpy.array([1.0, 2.0, 3.0]), numpy.array([0, 2, 2, 3]))
    array([3., 0., 3.])
    >>> strew.segment(numpy.array([1.0, 2.0, 3.0]), indices=numpy.array([0, 0, 2]), reduction="max", initial="identity")
    array([  2., -inf,   3.])
    """
    member, given = _one_of(offsets, indices)
    words = Words(reduction, initial, offsets_end, nan, mean_rounding, accumulate, overflow, sorted, isa)
    arrays = {name: _array(value, name) for name, value in ((member, given), ("updates", updates), *_old(data, words).items())}
    rows, old, written = arrays["updates"], arrays.get("data"), None if out is None else _array(out, "out")
    if not rows.ndim:
        raise ValueError("updates has no dimensions, and at least 1 is needed")
    shape = (_n_segments(member, arrays[member], offsets_end, n_segments, (old, written)), *rows.shape[1:])
    of_data = old if old is not None else written if written is not None else rows
    written = np.empty(shape, of_data.dtype) if written is None else _written(out, of_data.dtype, shape)
    chosen = arg_of(arg, shape)
    beside = Beside(
        update_indices=update_indices,
        update_policy=update_policy,
        update_negative_wrap=update_negative_wrap,
        update_ignore_index=update_ignore_index,
        weights=weights,
        arg=chosen,
        arg_rule=arg_rule,
        arg_fill=arg_fill,
    )
    segment_over(member, arrays, written, threads, words, beside.read())
    return with_arg(written if out is None else out, arg, chosen)


def segment_over(
    member: str, arrays: Mapping[str, np.ndarray], written: np.ndarray, threads: Optional[int], words: Words, beside: Beside = NOTHING
) -> None:
    """A call over arrays."""
    output = _kind(written)
    data = _kind(arrays["data"]) if "data" in arrays else Kind(output.dtype, output.shape)
    what = member, _kind(arrays[member]), _kind(arrays["updates"]), output, data
    try:
        plan = _plan_like(*what, *words, *beside.kinds())
    except TypeError:  # a word that cannot be hashed, or what is raised again
        plan = SegmentPlan(*what, words, beside.kinds())
    plan._run(arrays, written, beside, threads)


def plan_segment(
    out_shape: _Shape,
    dtype: Any,
    n_rows: int,
    reduction: str = "add",
    *,
    has_indices: bool = False,
    index_dtype: Any = np.int64,
    update_dtype: Any = None,
    offsets_strides: Optional[_Shape] = None,
    updates_strides: Optional[_Shape] = None,
    data_strides: Optional[_Shape] = None,
    out_strides: Optional[_Shape] = None,
    **options: Any,
) -> SegmentPlan:
    """Plans segment for `n_rows` rows in out_shape[0] segments, once for any number of calls.

    out_shape: the number of segments, and the shape of a row. One size is that of numbers.
    dtype, update_dtype, index_dtype: of out, of updates, and of offsets or indices, of NumPy, or their names. None is that of out.
    n_rows: how many rows follow one another: those of updates, or update_indices.
    has_indices: whether calls are given indices, in place of offsets.
    offsets_strides, updates_strides, data_strides, out_strides: of views, counted in elements; the first are those of indices, too.
    update_rows: the rows of a table of updates, of which each call is then given update_indices, of update_index_dtype and
        update_indices_strides.
    weights_shape, weights_dtype, weights_strides: of weights, which each call is then given.
    arg_dtype, arg_strides: of an arg, which each call then returns beside out; None is none.
    reduction, options: the other arguments of segment, by their names.

    >>> plan = strew.plan_segment((3, 2), "float32", 4)
    >>> plan(numpy.ones((4, 2), "f4"), numpy.array([0, 1, 1, 4]))
    array([[1., 1.],
           [0., 0.],
           [3., 3.]], dtype=float32)
    """
    output = _kind_of(_dtype(dtype, "dtype"), _shape(out_shape, "out_shape"), out_strides, "out")
    if not output.shape:
        raise ValueError("out_shape has no sizes, and at least 1 is needed")
    of_updates = output.dtype if update_dtype is None else _dtype(update_dtype, "update_dtype")
    n = integer(n_rows, "n_rows")
    beside, rows = kinds_of(options, (n,), of_updates, output.shape)
    check_names("segment", options, Words._fields[1:])
    words = Words(reduction, **options)
    n_offsets = output.shape[0] + (words.offsets_end == "given")
    at = _kind_of(_dtype(index_dtype, "index_dtype"), (n if has_indices else n_offsets,), offsets_strides, "offsets")
    updates = _kind_of(of_updates, (n if rows is None else rows, *output.shape[1:]), updates_strides, "updates")
    data = _kind_of(output.dtype, output.shape, data_strides, "data")
    return SegmentPlan("indices" if has_indices else "offsets", at, updates, output, data, words, beside)
