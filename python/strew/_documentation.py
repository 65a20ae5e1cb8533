"""Docstrings of functions that have arguments in common."""

from __future__ import annotations

import re
from inspect import signature
from typing import Any, Callable, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])

# The names of arguments at the head of a line, and what they are, which goes on in lines that are indented further.
_ENTRY = re.compile(r"^    ([a-z_]+(?:, [a-z_]+)*): (.*\n(?:        .*\n)*)", re.MULTILINE)


def documented(shared: str) -> Callable[[_Function], _Function]:
    """Adds to a docstring what several functions share: of the entries of arguments those that the function has."""

    def decorate(function: _Function) -> _Function:
        has = signature(function).parameters

        def entry(match: re.Match[str]) -> str:
            names = [name for name in match[1].split(", ") if name in has]
            return f"    {', '.join(names)}: {match[2]}" if names else ""

        function.__doc__ = (function.__doc__ or "").rstrip() + _ENTRY.sub(entry, shared)
        return function

    return decorate


# ---- What scatters share, and what their plans do ------------------------------------------------------------------

SHARED = """

    data, updates: any of DTYPES (string as STRING, a record that holds a handle) or a void dtype of 1 to 512 bytes ("V1" to
        "V512"), whose elements can only be moved. Updates of another dtype than data's are converted without a copy: floats
        to any float, integers and bools to any integer or float. "none" rounds each to data's dtype; the others compute in the wider of
        both dtypes and round after each update, or once with `accumulate`. data may be Blocks, for updates of float32, float16 or bfloat16.
    indices: integers of 8 to 64 bits, signed or not. Like data and updates they are a NumPy array, another tensor with
        `__dlpack__` in the CPU's memory, array.array or memoryview; in native byte order, and used where they lie, also as
        views of any strides, such as a transposed or a broadcast one: what would need a copy is rejected.
    axis: the dimension that indices name places of, from -data.ndim to data.ndim - 1.
    batch_dims: how many first dimensions data and indices have in common, which indices do not name.
    reduction: one of REDUCTIONS; "none" writes, and of equal tuples the last one wins.
    out: None for a new NumPy array; `data` itself to work in place; or any array or tensor of data's shape and dtype
        that can be written to, which JAX's cannot, views included. It must not overlap indices or updates, nor data in
        part.
    policy: what an index out of bounds does. "error" rejects the call; "skip" passes over the whole tuple; "clamp"
        takes the nearest index in bounds. "trusted" CHECKS NOTHING: A WRONG INDEX WRITES WHERE IT POINTS.
    negative_wrap: whether indices from -s to -1 count from the end of their dimension of size s; otherwise they are
        out of bounds.
    nan: a NaN "wins", or "loses" to a number: then "min" and "max" take the number, and "add", "sub", "mul" and "mean" pass over each element of
        updates that is NaN, before alpha, as nansum does. An element all of whose updates are NaN stays.
    profile: the version of a specification to follow, one of PROFILES, such as "ONNX ScatterND-18"; what that version
        does not allow is rejected. None follows none.
    isa: the best instruction set that may be used, one of ISAS; None sets no cap. It changes the speed only.
    include_self: whether the old elements take part in the reduction. If not, the first update of an element replaces it,
        and the others are combined with that; elements without an update stay.
    mean_rounding: how "mean" rounds the quotients of integers: it "floors" them, as PyTorch and its profiles do, or "truncates" them.
    ignore_index: an index that passes its tuple over, such as the -1 of padding, while all others are checked. None is none.
    accumulate: the wider type in which "add", "sub", "mul" and "mean" compute, from the old element to the last update, before the result is
        rounded once: "float32" for float16, bfloat16 and float8, "float64" for float32, "int64" for integers. None rounds after every update.
    overflow: what becomes of the result of accumulate, or without a reduction of an update of another dtype, if it is too large: it "wraps"
        around or is infinite, or "saturates" at the nearest finite number.
    alpha: a number that updates are multiplied by before "add" or "sub", as in index_add of PyTorch, and not with include_self=False. None
        stands for 1.
    scale: float32 by which float32, float16 or bfloat16 updates are divided before they are rounded to data of float8, int8, float16 or
        bfloat16: a number, or an array that is broadcast to updates, or whose last dimension has one for each block of neighbours.
    scale_rule: updates are what scale "divides" or "multiplies", which differ in the last bit.
    update_indices: integers, of the shape of the tuples: updates is then a table, and the update of tuple t is its row update_indices[t]. No rows are
        gathered first. The table has the shape [rows] and that of a slice; in scatter_update the rows are on the axis. It must not overlap out.
    update_policy, update_negative_wrap, update_ignore_index: what policy, negative_wrap and ignore_index are, of update_indices.
    unique, sorted: what is known of the tuples, "trusted" or "checked", or None: that no two name the same slice; that from one to the next
        the number of the slice, in row-major order, never falls. Tuples that are passed over do not count. A hint that is true makes the
        call faster, and changes no result. If it is not, a checked one rejects the call; with a trusted one the values of out are undefined.
    weights: what each update is multiplied by before it is written or combined. They have the shape of the tuples, or that and the dimensions
        of a slice, each of which is 1 or the slice's, and the dtype of updates, or float32 if that is a smaller float. The product is rounded.
    arg: which tuple won each element of out, for the reductions "none", "min" and "max": True for a new array of int64, its dtype ("int32" or
        "int64"), or an array of out's shape, which is written to. Tuples are numbered in row-major order; with update_indices it is the place in
        these. Under "none" the last one wins; under the others one that beats what is there, where -0 < 0 and NaN beats all. With it the
        function returns out and the arg.
    arg_rule: of equal updates the "first" counts, or the "last".
    arg_counts: the number of "tuples", or in scatter_elements the position along the "axis" of indices.
    arg_fill: what arg has where no update won.
    threads: how many threads may share the call, or None for all cores that this process may use, at most 64. They are
        used where they gain time, and give the same bits. The threads are started at first use, once for each number;
        they sleep between calls, and end with the process. The interpreter's lock is free during a call.

    What the reduction would ignore is rejected: nan and include_self without one, mean_rounding without "mean", alpha without "add" or "sub",
    overflow with a reduction but without accumulate, scale with a reduction, scale_rule without scale, and the words
    of update_indices and arg without these. alpha, scale and profile go with no weights, and the last two with no update_indices.

    Returns out, or out and arg. Raises TypeError or ValueError for arrays that cannot be used as they are, for unknown words, for an axis
    that is not an integer and for an alpha that data's dtype cannot hold; IndexOutOfBoundsError for an index out of bounds;
    ScatterError for everything else. When it raises, nothing has been written, not even in place.
    """


PLANNED = """

    data_shape, indices_shape: tuples of sizes, or one size. The shapes of updates and out follow from these.
    dtype, index_dtype, update_dtype, out_dtype: of NumPy, or their names. The last two are those of a scatter's updates and of a gather's
        out; None stands for that of data, or for float32 if that is a format of blocks, such as "q8_0".
    axis, batch_dims, reduction: those of the operator.
    scale_shape, scale_strides: of a scale, which each call is then given; scale_rule is an option.
    update_rows: the rows of a table of updates, of which each call is then given update_indices, of update_index_dtype and
        update_indices_strides.
    weights_shape, weights_dtype, weights_strides: of weights, which each call is then given; the dtype is that of updates, unless it is given.
    arg_dtype, arg_strides: of an arg, which each call then returns beside out; None is none.
    data_strides, indices_strides, updates_strides, out_strides: of views, counted in elements, as in PyTorch. None stands for an
        array that is contiguous in row-major order. Those of out are also needed to work in place, where they are those of data.
    options: the other arguments of the operator, by their names.

    No array is needed yet, and none is read. Errors are those of the operator.
    """


# ---- What segments take --------------------------------------------------------------------------------------------

SEGMENTS = """

    updates: an array, or a tensor of another library with `__dlpack__`; a row is what its first dimension counts. With update_indices it is a table.
    offsets: segment s has the rows offsets[s]:offsets[s + 1], as CSR's indptr says. They are integers that do not fall, from 0 to the number
        of rows. Rows before the first and after the last are not read.
    indices: in place of offsets, the segment of each row. None is below the one before, and a negative one does not wrap.
    n_segments: for indices; None stands for those of data or out, or else for the last index, and one more.
    reduction: one of REDUCTIONS, but not "none".
    initial: what a segment has that has no rows, or of which all are passed over: "zero"; the "identity" of the reduction, as in
        torch.segment_reduce: 0, 1, or infinity, which a mean has none of; or "data", the row that data has there.
    data: for initial="data" alone: of the shape and dtype of out, or out itself.
    offsets_end: whether the last offset is "given", or "implied", as in EmbeddingBag: then it is left out, and is the number of rows.
    update_indices: integers, one for each row: row t of a segment is updates[update_indices[t]], and offsets count these.
    update_policy, update_negative_wrap, update_ignore_index: as for scatter_nd; a row that is passed over is in no segment.
    weights: what each row is multiplied by: one for each, or of the shape of the rows, with any dimension but the first as 1.
    arg: which row won each element of out, for "min" and "max": True, a dtype or an array, as for scatter_nd. It is the number of the row, or
        the place in update_indices. With it the function returns out and the arg.
    arg_rule, arg_fill: as for scatter_nd; segments without rows have arg_fill.
    sorted: of indices, which are checked unless this is "trusted"; then false ones give undefined values, but nothing else is touched.
    nan, mean_rounding, accumulate, overflow, isa: as for scatter_nd.
    out: None for a new array of the dtype of data or of updates, or an array that is written to. It must not overlap anything else.
    threads: as for scatter_nd. The bits are the same for any number.

    Returns out, or out and arg. Raises IndexOutOfBoundsError for an offset or an index, and otherwise what scatter_update raises, before anything is written.
    """


# ---- What gradients take -------------------------------------------------------------------------------------------

GRADIENTS = """

    operator: "scatter_nd", "scatter_elements", "scatter_update", "put" (which plan_put plans) or "segment".
    output_gradient: of the shape and the dtype of data: float16, bfloat16, float32 or float64; contiguous in row-major order.
    indices, offsets: those of the call. indices of scatter_nd may be a tuple of arrays; offsets are of segments.
    updates: those of the call. Only the gradient of weights reads them; for the others a shape will do, with the dtype of output_gradient, and
        None if the shape follows from the other arguments, which it does not with update_indices, nor with offsets.
    reduction: "add", "sub", "mean", or "min" and "max", whose gradient goes to what has won.
    arg, arg_counts, arg_fill: of "min" and "max": the arg that the call returned, and its options.
    axis, batch_dims, policy, negative_wrap, nan, include_self, ignore_index, accumulate, alpha: those of the call; see scatter_nd.
    update_indices, update_policy, update_negative_wrap, update_ignore_index, weights: likewise. For the gradient of weights, these only say of
        what shape and dtype they are.
    initial, offsets_end: those of segment.
    out: None for a new array, or one of the operand's shape and dtype, contiguous, that overlaps nothing else.
    threads: as for scatter_nd.

    Returns out. Tuples that are passed over give nothing. Hints need not be repeated; the indices of segments are checked again. Raises what
    scatter_nd raises, before anything is written.
    """
