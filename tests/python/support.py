"""What the tests share: the contract as a plain loop, values with the extremes among them, and the command line."""

import contextlib
import io
import subprocess
from typing import Any, Iterator, Optional, Tuple

import ml_dtypes
import numpy as np

import strew
from strew import __main__
from strew._operators import SCATTERS
from strew._tables import NUMPY_DTYPES
from tests.processes import run_module

OPERATORS = [name for name in SCATTERS if name != "put"]  # strew.put is NumPy's
AXIS_OPERATORS = [name for name in OPERATORS if "axis" in SCATTERS[name]]
COMBINING = tuple(reduction for reduction in strew.REDUCTIONS if reduction != "mean")  # update by update; test_mean.py has the mean
DTYPES = [dtype for dtype in NUMPY_DTYPES.values() if dtype != strew.STRING]
ISAS = [isa for isa, number in strew.ISAS.items() if number and strew.isa_state(isa) <= strew.IsaState.EMULATED]

Shape = Tuple[int, ...]


def plan_like(operator: str, data: np.ndarray, indices: np.ndarray, updates: Optional[np.ndarray] = None, **words: Any) -> strew.Plan:
    """A plan for arrays like these; the shape of updates follows."""
    plan = getattr(strew, f"plan_{operator}")
    return plan(data.shape, data.dtype, indices.shape, index_dtype=indices.dtype, **words)


UFUNCS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum}


def _settle(component: int, size: int, negative_wrap: bool, policy: str) -> Optional[int]:
    """Where a component points, after section 4 of the contract; None if its tuple is passed over."""
    if component < 0 and negative_wrap:
        component += size
    if not 0 <= component < size:
        return min(max(component, 0), size - 1) if policy == "clamp" else None
    return component


def steps(operator: str, shape: Shape, indices: np.ndarray, axis: int = 0) -> Iterator[Tuple[Shape, Shape, Shape]]:
    """The tuples in row-major order: the position before the components, the components, and where updates has theirs.

    A place in data is the position before, the components and, in scatter_elements, the position behind.
    """
    axis %= max(len(shape), 1)
    if operator == "scatter_nd":
        for at in np.ndindex(indices.shape[:-1]):
            yield (), tuple(indices[at].tolist()), at
    elif operator == "scatter_elements":
        for at in np.ndindex(indices.shape):
            yield at[:axis], (int(indices[at]),), at
    else:
        for before in np.ndindex(shape[:axis]):
            for at in np.ndindex(indices.shape):
                yield before, (int(indices[at]),), before + at


def plain_loop(
    data: np.ndarray,
    indices: np.ndarray,
    updates: np.ndarray,
    reduction: str,
    operator: str = "scatter_nd",
    axis: int = 0,
    *,
    policy: str = "error",
    negative_wrap: bool = True,
) -> np.ndarray:
    """An operator as its specification tells it. What is rounded how is a matter of the tests in C, and of case files."""
    output = data.copy()
    with np.errstate(all="ignore"):
        for before, components, at in steps(operator, data.shape, indices, axis):
            sizes = data.shape[len(before) :]
            found = [_settle(each, size, negative_wrap, policy) for each, size in zip(components, sizes)]
            if None in found:
                continue
            behind = at[len(before) + 1 :] if operator == "scatter_elements" else ()
            place = (*before, *found, *behind)
            # At least one dimension: NumPy warns of overflow in scalars, and wraps silently in arrays.
            old, new = np.atleast_1d(output[place]), np.atleast_1d(updates[at])
            output[place] = (new if reduction == "none" else UFUNCS[reduction](old, new)).reshape(np.shape(output[place]))
    return output


def same(found: np.ndarray, expected: np.ndarray, whole: bool = False) -> bool:
    """Bit for bit, save that which NaN comes out is not promised. A complex number is compared by its parts; with `whole`, as after min and
    max, one with a NaN in either is a NaN."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    if found.dtype.kind not in "fc" and found.dtype.isbuiltin != 2:  # ml_dtypes' own
        return found.tobytes() == expected.tobytes()
    parts = found.real.dtype if found.dtype.kind == "c" and not whole else found.dtype
    found, expected = found.reshape(-1).view(parts), expected.reshape(-1).view(parts)
    equal = found.view(f"V{parts.itemsize}") == expected.view(f"V{parts.itemsize}")
    return bool(np.all(equal | (np.isnan(found) & np.isnan(expected))))


def values(rng: np.random.Generator, shape: Shape, dtype: np.dtype) -> np.ndarray:
    """Random values with the extremes among them."""
    if dtype == np.bool_:
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu" or dtype == strew.STRING or dtype.type is np.void:
        return rng.integers(0, 256, (*shape, dtype.itemsize), np.uint8).view(dtype).reshape(shape)
    if dtype.kind == "c":
        result = np.empty(shape, dtype)
        result.real = values(rng, shape, result.real.dtype)
        result.imag = values(rng, shape, result.real.dtype)
        return result
    finfo = ml_dtypes.finfo(dtype)
    extremes = np.array([1, -1, np.inf, -np.inf, np.nan, finfo.max, finfo.min, finfo.smallest_normal, finfo.smallest_subnormal], dtype)
    usual = (rng.standard_normal(shape) * 100).astype(dtype)
    return np.where(rng.random(shape) < 0.2, rng.choice(extremes, shape), usual).astype(dtype)


def arrays(
    rng: np.random.Generator, operator: str, shape: Shape, counts: Shape, dtype: np.dtype, index_dtype: type, axis: int
) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """data, indices and updates that fit. `counts` is the shape of indices."""
    at = axis % len(shape)
    if operator == "scatter_nd":
        sizes = np.array(shape[: counts[-1]], np.int64)
        updates = counts[:-1] + shape[counts[-1] :]
    else:
        sizes = np.int64(shape[at])
        updates = counts if operator == "scatter_elements" else shape[:at] + counts + shape[at + 1 :]
    indices = rng.integers(-sizes, sizes, counts).astype(index_dtype)
    return values(rng, shape, dtype), indices, values(rng, updates, dtype)


def scatter(operator: str, *arguments: Any, axis: int = 0, **options: Any) -> Any:
    """Any operator: data, indices, updates and options by name. scatter_nd has no axis."""
    if operator in AXIS_OPERATORS:
        options["axis"] = axis
    return getattr(strew, operator)(*arguments, **options)


def command(*words: object, stdout: Optional[int] = subprocess.PIPE, **environment: str) -> subprocess.CompletedProcess:
    """`python -m strew` of these words: in a process of its own where its environment or its stdout matters, and else in this one, which is faster."""
    if environment or stdout != subprocess.PIPE:
        return run_module("strew", *words, stdout=stdout, **environment)
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as said:
        try:
            code = __main__.main([*map(str, words)])
        except SystemExit as ended:
            code = int(str(ended.code))
    return subprocess.CompletedProcess(words, code, out.getvalue(), said.getvalue())
