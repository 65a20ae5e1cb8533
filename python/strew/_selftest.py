"""`python -m strew selftest`: a quick check of every kernel on this machine, beside NumPy.

Values are small whole numbers, whose sums and products every type holds, so that NumPy's own functions are the reference.
The tests of the project go further: here a broken installation, compiler or CPU shows.
"""

from __future__ import annotations

import argparse
import ctypes
import re
from typing import Any, Callable, Dict, Iterator, List, Set, Tuple

import numpy as np

from . import _threads
from ._arrays import Kind
from ._call import plan_call, run
from ._enums import IsaState, Overflow
from ._errors import IndexOutOfBoundsError
from ._library import Buffers, Options, lib, native
from ._plan import Plan
from ._scatter import plan_scatter_nd
from ._tables import DTYPES, ISAS, NUMPY_DTYPES, OPAQUE_DTYPES, REDUCTIONS, STRING, isa_state, kernels

_Combine = Callable[[np.ndarray, np.ndarray], np.ndarray]

# Three tuples for each of seven slices: no product leaves the smallest type.
_N_SLICES, _ROUNDS = 7, 3

# A kernel that reads one type and writes another, which it is accumulated in or was.
_CONVERTS = re.compile("strew_[a-z]+_[a-z0-9]+_[a-z0-9]+_w")


def _combine_of(dtype: np.dtype, reduction: str, nan: str) -> _Combine:
    """NumPy's function for a reduction."""
    if reduction == "none":
        return lambda old, new: new
    if dtype == np.bool_:
        return {"add": np.logical_or, "sub": np.logical_xor, "mul": np.logical_and, "min": np.logical_and, "max": np.logical_or}[reduction]
    if nan == "loses" and reduction in ("min", "max"):
        return np.fmin if reduction == "min" else np.fmax
    return {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum}[reduction]


def _values(rng: np.random.Generator, shape: Tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    if dtype.kind == "V" and dtype.isbuiltin != 2:  # bytes; ml_dtypes' types are numbers
        return rng.integers(0, 256, (*shape, dtype.itemsize), np.uint8).view(dtype).reshape(shape)
    numbers = rng.choice([0, 1, 2] if dtype.kind in "ub" else [-2, -1, 1, 2], shape)
    return numbers.astype(dtype)


def _reference(data: np.ndarray, slices: np.ndarray, updates: np.ndarray, combine: _Combine) -> np.ndarray:
    output = data.copy()
    for update, at in zip(updates, slices):
        output[at] = combine(output[at], update)
    return output


def _slices(rng: np.random.Generator) -> np.ndarray:
    return np.concatenate([rng.permutation(_N_SLICES) for _ in range(_ROUNDS)])


def _names(isa: str, converts: bool) -> Set[str]:
    """The kernels that write slices."""
    every = (kernel.name for kernel in kernels() if kernel.isa == isa and kernel.step == "apply")
    return {name for name in every if bool(_CONVERTS.match(name)) is converts}


def _apply_plans(isa: str) -> Iterator[Tuple[Plan, np.dtype, int, str, str]]:
    """A plan for each kernel that writes, with its dtype, its width in elements, its reduction and what it does with NaN."""
    lanes = sorted({kernel.width for kernel in kernels() if kernel.isa == isa and kernel.step == "apply"})
    seen: Set[str] = set()
    for dtype in [*(each for each in NUMPY_DTYPES.values() if each != STRING), *OPAQUE_DTYPES]:
        combining = [reduction for reduction in REDUCTIONS if reduction != "mean"]
        for reduction in combining if dtype not in OPAQUE_DTYPES else ("none",):
            for nan in ("wins", "loses") if reduction in ("min", "max") else ("wins",):
                for width in [*(lane for lane in lanes if lane), 1013]:
                    try:
                        plan = plan_scatter_nd((_N_SLICES, width), dtype, (_N_SLICES * _ROUNDS, 1), reduction, isa=isa, nan=nan)
                    except ValueError:
                        break  # the reduction has no meaning for this dtype, or the library was built without it
                    if plan.kernel and plan.isa == isa and plan.kernel not in seen:
                        seen.add(plan.kernel)
                        yield plan, dtype, width, reduction, nan


def _check_apply(isa: str) -> Iterator[Tuple[str, bool]]:
    """The kernels that write slices."""
    rng = np.random.default_rng(1)
    slices, names = _slices(rng), _names(isa, converts=False)
    for plan, dtype, width, reduction, nan in _apply_plans(isa):
        data, updates = _values(rng, (_N_SLICES, width), dtype), _values(rng, (slices.size, width), dtype)
        expected = _reference(data, slices, updates, _combine_of(dtype, reduction, nan))
        yield plan.kernel or "", plan(data, slices[:, None], updates).tobytes() == expected.tobytes()
        names.discard(plan.kernel or "")
    for name in sorted(names):
        yield f"{name}, which no plan uses", False


def _wide_of(name: str, dtype: np.dtype) -> str:
    """The wider type that a dtype can be accumulated in; nothing if there is none."""
    if dtype.kind in "iu":
        return "int64" if dtype.itemsize < 8 else ""
    return {1: "float32", 2: "float32", 4: "float64"}.get(dtype.itemsize, "") if "float" in name else ""


def _check_wider(isa: str) -> Iterator[Tuple[str, bool]]:
    """The kernels that accumulate in a wider type: those that convert updates are named by plans, and the conversions to it and back run
    with them."""
    rng = np.random.default_rng(4)
    slices, names = _slices(rng), _names(isa, converts=True)
    indices = slices[:, None]
    for name, dtype in NUMPY_DTYPES.items():
        wide = _wide_of(name, dtype)
        options = Options(isa=ISAS[isa], accumulate=DTYPES.get(wide, 0), overflow=Overflow.SATURATES)
        for reduction in ("add", "sub", "mul") if wide else ():
            for width in (1, 1013):
                data, updates = _values(rng, (_N_SLICES, width), dtype), _values(rng, (slices.size, width), dtype)
                kinds = {"data": data, "indices": indices, "updates": updates}
                tensors: Any = {member: Kind(array.dtype, array.shape) for member, array in kinds.items()}
                try:
                    plan, _ = plan_call("scatter_nd", options, tensors, reduction=REDUCTIONS[reduction])
                except ValueError:
                    break  # the library was built without it
                expected = _reference(data.astype(wide), slices, updates.astype(wide), _combine_of(np.dtype(wide), reduction, "wins"))
                if dtype.kind == "u":
                    expected = np.maximum(expected, 0)
                output = data.copy()
                addresses = {member: array.ctypes.data for member, array in kinds.items()}
                run("scatter_nd", plan, _threads.lend(1, lib.strew_plan_workspace_size(plan, 1)), output=output.ctypes.data, **addresses)
                is_right = output.tobytes() == expected.astype(dtype).tobytes()
                kernel = lib.strew_plan_kernel(plan).decode()
                narrow, to = kernel.split("_")[2:4]
                for each in (kernel, f"strew_move_{narrow}_{to}_wn__{isa}", f"strew_move_{to}_{narrow}_wn__{isa}"):
                    if each in names:
                        names.discard(each)
                        yield each, is_right
    for name in sorted(names):
        yield f"{name}, which no plan uses", False


def _check_indices(isa: str) -> Iterator[Tuple[str, bool]]:
    """The kernels that check, linearise and clamp tuples: of one to six components, in more than one block, with a rest."""
    rng = np.random.default_rng(2)
    for index_dtype in (np.int32, np.int64):
        for k in range(1, 7):
            sizes = (5, 3, 4, 2, 3, 2)[:k]
            data, updates = np.zeros(sizes, np.int32), np.arange(1, 1534, dtype=np.int32)
            limits: Any = np.array(sizes)
            # Some beyond the bounds, some negative.
            drawn: Any = np.stack([rng.integers(-2 * size, 2 * size, updates.size) for size in sizes], 1).astype(index_dtype)
            is_in_bounds = ((drawn >= -limits) & (drawn < limits)).all(1)
            in_bounds: Any = np.where(is_in_bounds[:, None], drawn, 0).astype(index_dtype)
            for policy, indices in (("error", in_bounds), ("clamp", drawn)):
                places = np.clip(np.where(indices < 0, indices + limits, indices), 0, limits - 1)
                expected = data.copy()
                np.add.at(expected, tuple(places.T), updates)
                plan = plan_scatter_nd(sizes, "int32", drawn.shape, "add", index_dtype=index_dtype, policy=policy, isa=isa)
                is_right = plan(data, indices, updates).tobytes() == expected.tobytes()
                if policy == "error":
                    is_right = is_right and _is_rejected(plan, data, drawn, updates, int(np.argmin(is_in_bounds)))
                name = "check and linearise" if policy == "error" else "clamp"
                yield f"{name} {np.dtype(index_dtype).name} of {k} components, {isa}", is_right


def _is_rejected(plan: Plan, data: np.ndarray, indices: np.ndarray, updates: np.ndarray, first: int) -> bool:
    output = np.full_like(data, 7)
    try:
        plan(data, indices, updates, output)
    except IndexOutOfBoundsError as error:
        return error.tuple == first and bool((output == 7).all())
    return False


def _check_threads(isa: str) -> Iterator[Tuple[str, bool]]:
    """The kernels that select tuples for threads, and the threads themselves, with a workspace and without one."""
    rng = np.random.default_rng(3)
    for dtype in (np.int32, np.int64):
        data, updates = np.zeros(1 << 21, dtype), np.arange(600_000, dtype=dtype)
        indices = rng.integers(0, data.size, (updates.size, 1))
        plan = plan_scatter_nd(data.size, dtype, indices.shape, "add", isa=isa)
        expected = data.copy()
        np.add.at(expected, indices[:, 0], updates)
        for has_workspace in (False, True):
            lent = _threads.lend(4, lib.strew_plan_workspace_size(plan._plan, 4) if has_workspace else 0)
            lent.wake_ns = 1000
            output = data.copy()
            at = output.ctypes.data
            buffers = Buffers(output=at, data=at, indices=indices.ctypes.data, updates=updates.ctypes.data)
            status = lib.strew_run(plan._plan, ctypes.byref(buffers), ctypes.byref(lent), None)
            what = "a workspace" if has_workspace else "selections"
            yield f"4 threads with {what}, {np.dtype(dtype).name}, {isa}", status == 0 and output.tobytes() == expected.tobytes()


def selftest(options: argparse.Namespace) -> int:
    checks: Dict[str, Callable[[str], Iterator[Tuple[str, bool]]]] = {"slices": _check_apply, "wider": _check_wider, "indices": _check_indices}
    if native is not None:
        checks["threads"] = _check_threads
    failed: List[str] = []
    n_passed = 0
    print(f"{'ISA':<12}" + "".join(f"{name:>9}" for name in checks))
    for isa, number in ISAS.items():
        if not number or isa_state(isa) is not IsaState.USABLE:
            continue
        cells: List[Any] = []
        for check in checks.values():
            results = list(check(isa))
            wrong = [name for name, is_right in results if not is_right]
            failed += wrong
            n_passed += len(results) - len(wrong)
            cells.append(f"{len(results) - len(wrong)}/{len(results)}")
        print(f"{isa:<12}" + "".join(f"{cell:>9}" for cell in cells))
    for name in failed:
        print(f"wrong: {name}")
    if native is None:
        print("the extension module is not installed: there are no threads to check")
    print(f"{n_passed} passed, {len(failed)} failed")
    return 1 if failed else 0
