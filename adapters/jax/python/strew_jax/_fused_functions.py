"""Reductions of the rows of a table that a graph or a sparse matrix names, and their arguments: no row is made for an edge or an entry."""

from __future__ import annotations

import functools
import operator as python
from typing import Any, Callable, Dict, Optional, Tuple, Union

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from . import _fused_derivatives  # noqa: F401
from ._functions import GATHER_POLICIES, REDUCTIONS, SCATTER_POLICIES, Mode, _check_dtype, _index, _jit, _policy, accumulation
from ._fused import fused_scatter

FUSED = ("add", "multiply", "min", "max", "mean")
INITIALS = ("identity", "zero")
_Result = Union[Array, Tuple[Array, Array]]


def initial_of(reduction: str, dtype: Any) -> Any:
    """What changes nothing, and 0 for a mean: a segment without rows has it."""
    if reduction in ("add", "mean"):
        return np.zeros((), dtype)
    if reduction == "multiply":
        return np.ones((), dtype)
    if jnp.issubdtype(dtype, jnp.inexact):
        return np.asarray(np.inf if reduction == "min" else -np.inf, dtype)
    if dtype == bool:
        return np.asarray(reduction == "min")
    limits = jnp.iinfo(dtype)
    return np.asarray(limits.max if reduction == "min" else limits.min, dtype)


def n_of(ids: Array, given: Optional[int], name: str, reject: Callable[[], Any]) -> int:
    """The number of segments: one more than the largest id, unless it is given. `reject` says why it must be under jit."""
    if given is None:
        if isinstance(ids, jax.core.Tracer):
            reject()
        return int(ids.max()) + 1 if ids.size else 0
    if given < 0:
        raise ValueError(f"{name} must be non-negative.")
    return python.index(given)


def _weights(weights: ArrayLike, data: Array, n_tuples: int) -> Array:
    """In the type of the rows, or float32 beside smaller floats; with one dimension, or all of a row."""
    found = jnp.asarray(weights)
    if data.dtype == bool:
        raise TypeError("rows of bool have no weights")
    is_smaller_float = jnp.issubdtype(data.dtype, jnp.floating) and data.dtype.itemsize < 4
    if found.dtype != data.dtype and not (is_smaller_float and found.dtype == np.float32):
        if jnp.result_type(data.dtype, found) != data.dtype:
            raise TypeError(f"weights of {found.dtype.name} would lose digits beside rows of {data.dtype.name}; convert them with astype")
        found = found.astype(data.dtype)
    row = data.shape[1:]
    if found.ndim > 1:
        found = found.reshape(*found.shape, *(1 for _ in range(data.ndim - found.ndim)))
    fits = found.ndim in (1, data.ndim) and found.shape[0] == n_tuples and all(n in (1, m) for n, m in zip(found.shape[1:], row))
    if not fits:
        raise ValueError(f"weights have the shape {jnp.shape(weights)}; {n_tuples} rows of the shape {row} need one for each, or what broadcasts to a row")
    return found


def _one_dimension(value: Array, name: str) -> Array:
    if value.ndim != 1:
        raise ValueError(f"{name} have {value.ndim} dimensions, and must have one")
    return value


@functools.partial(
    _jit, static_argnames=("n", "reduction", "initial", "mode", "update_mode", "is_sorted", "is_unique", "has_arg", "accumulate")
)
def _fused(
    data: Array,
    indices: Optional[Array],
    offsets: Optional[Array],
    update_indices: Optional[Array],
    weights: Optional[ArrayLike],
    n: int,
    reduction: str,
    initial: str,
    mode: Mode,
    update_mode: Mode,
    is_sorted: bool,
    is_unique: bool,
    has_arg: bool,
    accumulate: Optional[str],
) -> Any:
    name = REDUCTIONS[reduction]
    operands: Dict[str, Any] = {"updates": data}
    policy = "error"
    if indices is not None:
        operands["indices"], policy = indices, _policy(mode, "drop", SCATTER_POLICIES)
    if offsets is not None:
        operands["offsets"] = offsets
    if update_indices is not None:
        operands["update_indices"] = update_indices
    n_tuples = (update_indices if update_indices is not None else indices if indices is not None else data).shape[0]
    if indices is not None and indices.shape[0] != n_tuples:
        raise ValueError(f"{indices.shape[0]} segment ids are not for {n_tuples} rows")
    if indices is not None and update_indices is None and data.shape[0] != n_tuples:
        raise ValueError(f"{n_tuples} segment ids are not for {data.shape[0]} rows")
    if weights is not None:
        operands["weights"] = _weights(weights, data, n_tuples)
    update_policy = _policy(update_mode, "clip", GATHER_POLICIES)
    hint = "checked" if policy == "error" else "trusted"
    element = initial_of(reduction, data.dtype) if initial == "identity" else np.zeros((), data.dtype)
    is_extreme = reduction in ("min", "max")
    changes_nothing = reduction == "add" or (initial == "identity" and reduction != "mean")
    results = fused_scatter(
        operands,
        element=element,
        operator="segment" if offsets is not None else "scatter_update",
        reduction=name,
        policy="skip" if policy == "clamp" and n == 0 else policy,  # no index is the nearest one in bounds
        update_policy="skip" if update_policy == "clamp" and data.shape[0] == 0 else update_policy,
        wraps=offsets is not None,
        # An old element that is as good as an update would win over it.
        excludes_self=offsets is None and (not changes_nothing or (is_extreme and has_arg)),
        accumulate=accumulation(accumulate, data.dtype, name),
        initial="zero" if offsets is None or reduction == "mean" else initial,
        sorted=hint if is_sorted and offsets is None else "",
        unique=hint if is_unique and offsets is None else "",
        n=n,
        has_arg=has_arg,
    )
    return tuple(results) if has_arg else results[0]


def _check_words(data: Array, reduction: str, initial: str, with_arg: bool) -> None:
    if reduction not in FUSED:
        raise ValueError(f"reduction is {reduction!r}; this function has {', '.join(FUSED)}")
    _check_dtype(data.dtype, REDUCTIONS[reduction])
    if initial not in INITIALS:
        raise ValueError(f"initial is {initial!r}; it must be {' or '.join(INITIALS)}")
    if with_arg and reduction not in ("min", "max"):
        raise ValueError(f"with_arg is for min and max, and reduction is {reduction!r}")
    if data.ndim == 0:
        raise ValueError("data is a number; its first dimension must have the rows")


def segment(
    data: ArrayLike,
    segment_ids: Optional[ArrayLike] = None,
    num_segments: Optional[int] = None,
    *,
    offsets: Optional[ArrayLike] = None,
    reduction: str = "add",
    update_indices: Optional[ArrayLike] = None,
    weights: Optional[ArrayLike] = None,
    initial: str = "identity",
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Mode = None,
    update_mode: Mode = None,
    with_arg: bool = False,
    accumulate: Optional[str] = None,
) -> _Result:
    """Reduces the rows of each segment, which have the same segment id, or lie from offsets[s] to offsets[s + 1] - 1.

    With `update_indices` row t is data[update_indices[t]], and with `weights` it is multiplied by weights[t]; neither is made. `initial` says
    what a segment without rows has: what changes nothing, as in jax.ops, or 0, which a mean always has. `with_arg` also returns which row has
    won each element of a minimum or maximum, the first of equals; -1 where none has. `mode` is of segment ids, and `update_mode` of update
    indices, as in at(x)[i].get. A hint that is false is an error with mode="error", and otherwise the result has any values. `accumulate` is
    the wider type of products, sums and means, which are rounded once."""
    table = jnp.asarray(data)
    _check_words(table, reduction, initial, with_arg)
    if (segment_ids is None) == (offsets is None):
        raise TypeError("segment takes either segment_ids or offsets")
    columns = None if update_indices is None else _one_dimension(_index(update_indices), "update_indices")
    if columns is None and update_mode is not None:
        raise ValueError("update_mode is of update_indices, and there are none")
    ids = ends = None
    if offsets is not None:
        words = {"num_segments": num_segments, "mode": mode, "indices_are_sorted": indices_are_sorted or None, "unique_indices": unique_indices or None}
        for name, value in words.items():
            if value is not None:
                raise ValueError(f"{name} is of segment_ids; offsets say it")
        ends = _one_dimension(_index(offsets), "offsets")
        if not ends.size:
            raise ValueError("offsets are empty; there is one more than segments")
        n = ends.size - 1
    else:
        ids = _one_dimension(_index(segment_ids), "segment_ids")  # type: ignore[arg-type]
        n = n_of(ids, num_segments, "num_segments", lambda: jax.ops.segment_sum(jnp.zeros(ids.shape), ids))
    result: _Result = _fused(
        table, ids, ends, columns, weights, n, reduction, initial, mode, update_mode, indices_are_sorted, unique_indices, with_arg, accumulate
    )
    return result


def segment_argmax(
    data: ArrayLike,
    segment_ids: Optional[ArrayLike] = None,
    num_segments: Optional[int] = None,
    *,
    offsets: Optional[ArrayLike] = None,
    update_indices: Optional[ArrayLike] = None,
    weights: Optional[ArrayLike] = None,
    mode: Mode = None,
    update_mode: Mode = None,
) -> Array:
    """Which row has the maximum of its segment, for each element: the first of equals, and -1 where a segment has no row."""
    how: Dict[str, Any] = {"offsets": offsets, "update_indices": update_indices, "weights": weights, "mode": mode, "update_mode": update_mode}
    return segment(data, segment_ids, num_segments, reduction="max", with_arg=True, **how)[1]


def segment_argmin(
    data: ArrayLike,
    segment_ids: Optional[ArrayLike] = None,
    num_segments: Optional[int] = None,
    *,
    offsets: Optional[ArrayLike] = None,
    update_indices: Optional[ArrayLike] = None,
    weights: Optional[ArrayLike] = None,
    mode: Mode = None,
    update_mode: Mode = None,
) -> Array:
    """Which row has the minimum of its segment, for each element: the first of equals, and -1 where a segment has no row."""
    how: Dict[str, Any] = {"offsets": offsets, "update_indices": update_indices, "weights": weights, "mode": mode, "update_mode": update_mode}
    return segment(data, segment_ids, num_segments, reduction="min", with_arg=True, **how)[1]


def spmm(
    a: Any,
    table: ArrayLike,
    *,
    weights: Optional[ArrayLike] = None,
    n_rows: Optional[int] = None,
    reduction: str = "add",
    mode: Mode = None,
    column_mode: Mode = None,
    accumulate: Optional[str] = None,
) -> Array:
    """A sparse matrix times a table: result[rows[t]] is the reduction of weights[t] * table[columns[t]] over all entries t, in their order.

    `a` is a BCOO or BCSR matrix of jax.experimental.sparse, whose data are the weights, or a pair (rows, columns). A row without entries is
    0. `mode` is of rows, which are left out if they are out of bounds or negative, and `column_mode` of columns, which are as in at(x)[i].get.
    `accumulate` is the wider type of products, sums and means, which are rounded once."""
    rows_of_table = jnp.asarray(table)
    _check_words(rows_of_table, reduction, "zero", False)
    ids = ends = None
    is_sorted = False
    if isinstance(a, (tuple, list)):
        if len(a) != 2:
            raise TypeError(f"a has {len(a)} elements, and must be a pair (rows, columns) or a sparse matrix")
        ids, columns = (_one_dimension(_index(each), name) for each, name in zip(a, ("rows", "columns")))
        n = n_of(ids, n_rows, "n_rows", _reject_unknown_rows)
    else:
        kind = type(a).__name__
        if kind not in ("BCOO", "BCSR"):
            raise TypeError(f"a is of the type {kind}; spmm takes BCOO, BCSR, and pairs (rows, columns)")
        if a.n_batch or a.n_dense:
            raise ValueError("a has batch or dense dimensions, and spmm takes matrices of numbers")
        for name, value in (("weights", weights), ("n_rows", n_rows)):
            if value is not None:
                raise ValueError(f"{name} is of a pair; a matrix has it")
        if a.shape[1] != rows_of_table.shape[0]:
            raise ValueError(f"a has the shape {a.shape}, and table has {rows_of_table.shape[0]} rows")
        weights, n = a.data, int(a.shape[0])
        if kind == "BCSR":
            if mode is not None:
                raise ValueError("mode is of rows, and BCSR has none")
            ends, columns = _index(a.indptr), _index(a.indices)
        else:
            ids, columns, is_sorted = _index(a.indices[:, 0]), _index(a.indices[:, 1]), bool(a.indices_sorted)
    result: Array = _fused(
        rows_of_table, ids, ends, columns, weights, n, reduction, "zero", mode, column_mode, is_sorted, False, False, accumulate
    )
    return result


def _reject_unknown_rows() -> None:
    raise ValueError("n_rows must be given where rows are traced: it is a part of the program")
