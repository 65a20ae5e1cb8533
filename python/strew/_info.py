"""`python -m strew info`."""

from __future__ import annotations

import argparse
import platform
from collections import Counter
from ctypes import byref
from functools import partial
from typing import Any, Callable, Dict, List

import numpy as np

from . import _threads
from ._arrays import Kind
from ._call import plan_call
from ._enums import IsaState, Status
from ._errors import ScatterError, check
from ._library import LIBRARY, Fault, Options, lib, native
from ._operators import GATHERS, SCATTERS
from ._plan import Plan
from ._rejection import printable
from ._scatter import plan_scatter_nd
from ._tables import DTYPES, ISAS, NUMPY_DTYPES, OPAQUE_DTYPES, PROFILES, REDUCTIONS
from ._tables import best_isa, isa_state, kernels, version
from ._words import POLICIES

_STATES = {
    IsaState.USABLE: "usable",
    IsaState.EMULATED: "emulated, used only when named",
    IsaState.NOT_BUILT: "not built",
    IsaState.UNSUPPORTED: "the CPU lacks it",
    IsaState.CAPPED: "excluded by STREW_ISA",
    IsaState.UNKNOWN: "no such ISA",
}


def cpu() -> str:
    """The CPU's name where Linux knows it, else its architecture."""
    try:
        with open("/proc/cpuinfo") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return f"{line.split(':', 1)[1].strip()} ({platform.machine()})"
    except OSError:
        pass
    return platform.machine()


def _rejection() -> str:
    """Why nothing can be planned in this environment, or an empty string."""
    try:
        plan_scatter_nd(1, np.float32, (1, 1))
    except ScatterError as error:
        return str(error) if error.status == Status.ISA_UNAVAILABLE else ""
    return ""


def _is_left_out(subject: str, call: Callable[[], Any]) -> bool:
    """Whether the library rejects a call because it was built without the subject."""
    try:
        call()
    except ScatterError as error:
        return error.status == Status.NOT_BUILT and error.subject == subject
    return False


def _ask(function: Any, *arguments: Any) -> None:
    """Calls a function of the library with what it rejects, if it is there."""
    fault = Fault()
    function(*arguments, byref(fault))
    check(fault)


def _left_out() -> Dict[str, List[str]]:
    """What this build of the library was trimmed of, by the options of the build."""

    def plan(index_dtype: Any = np.int64, **named: Any) -> Plan:
        return plan_scatter_nd((2,), np.float32, (1, 1), "add", index_dtype=index_dtype, **named)

    def is_used(dtype: str, reduction: str) -> bool:
        return bool(lib.strew_reduction_is_supported(REDUCTIONS[reduction], DTYPES[dtype]))

    features: Dict[str, Callable[[], Any]] = {
        "strides": lambda: plan(data_strides=(2,)),
        **{name: partial(plan_call, name, Options(), {}) for name in ("gather", "tensor_scatter", "masked_scatter")},
        "group": lambda: _ask(lib.strew_group_by_chunk, None, None, None, None, None, None, None),
        "gradient": lambda: _ask(lib.strew_gradient, None, None, 0, None, None),
        "softmax": lambda: _ask(lib.strew_segment_softmax, None, None, None),
        "segment": partial(plan_call, "segment", Options(), {}),
        "hints": partial(plan_call, "scatter_nd", Options(unique=1), {}),
        "fused": partial(plan_call, "scatter_nd", Options(), {"weights": Kind(np.dtype(np.float32), (1,))}),
        "arg": partial(plan_call, "scatter_nd", Options(), {"arg": Kind(np.dtype(np.int64), (1,))}),
        "excludes_self": lambda: plan(include_self=False),
        "nan": lambda: plan(nan="loses"),
        "accumulate": lambda: plan(accumulate="float64"),
        "conversions": lambda: plan(update_dtype=np.float16),
        "prepare": lambda: _ask(lib.strew_prepare, None, None, None, 0),
    }
    integers = [name for name, dtype in NUMPY_DTYPES.items() if dtype.kind in "iu"]
    shares = any(kernel.step == "select" for kernel in kernels())  # for threads
    return {
        "dtypes": [dtype for dtype in DTYPES if not any(is_used(dtype, reduction) for reduction in REDUCTIONS)],
        "index dtypes": [dtype for dtype in integers if _is_left_out("indices", lambda: plan(index_dtype=dtype))],
        "reductions": [reduction for reduction in REDUCTIONS if not any(is_used(dtype, reduction) for dtype in DTYPES)],
        "features": ([] if shares else ["threads"]) + [name for name, call in features.items() if _is_left_out(name, call)],
    }


def info(options: argparse.Namespace) -> int:
    if options.kernels:
        for kernel in kernels():
            print(kernel.name)
        return 0

    count = Counter(kernel.isa for kernel in kernels())

    print(f"{'strew':<12}{version()}, {printable(LIBRARY)}")
    print(f"{'CPU':<12}{cpu()}")
    rejection = _rejection()
    threads = f"up to {_threads.count(None)}, of the extension module" if native is not None else "1: there is no extension module"
    print(f"{'threads':<12}{threads}")
    print(f"{'best ISA':<12}{f'none: {rejection}' if rejection else best_isa()}")
    print()
    print(f"{'ISA':<12}{'kernels':>7}  state")
    for isa, number in ISAS.items():
        if number:  # 0 stands for the best of the others
            print(f"{isa:<12}{count[isa]:>7}  {_STATES[isa_state(isa)]}")
    print()
    print(f"{'dtypes':<12}{' '.join(NUMPY_DTYPES)}")
    only_in_c = [name for name in DTYPES if name not in NUMPY_DTYPES]
    if only_in_c:
        print(f"{'':<12}(in C only: {' '.join(only_in_c)})")
    print(f"{'':<12}and opaque elements of 1 to {len(OPAQUE_DTYPES)} bytes")
    print(f"{'operators':<12}{' '.join([*SCATTERS, 'tensor_scatter', 'masked_scatter'])}")
    print(f"{'':<12}{' '.join(GATHERS)}")
    print(f"{'reductions':<12}{' '.join(REDUCTIONS)}")
    print(f"{'policies':<12}{' '.join(POLICIES)}")
    left_out = [f"{kind}: {' '.join(names)}" for kind, names in _left_out().items() if names] or ["nothing"]
    for i, line in enumerate(left_out):
        print(f"{'left out' if i == 0 else '':<12}{line}")
    for i, profile in enumerate(PROFILES):
        print(f"{'profiles' if i == 0 else '':<12}{profile}")
    return 0
