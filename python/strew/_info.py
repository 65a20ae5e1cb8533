"""`python -m strew info`."""

from __future__ import annotations

import argparse
import platform
from collections import Counter

import numpy as np

from . import _threads
from ._errors import ScatterError
from ._enums import IsaState
from ._gather import GATHERS
from ._library import LIBRARY, native
from ._rejection import printable
from ._scatter import OPERATORS, POLICIES, plan_scatter_nd
from ._tables import DTYPES, ISAS, NUMPY_DTYPES, OPAQUE_DTYPES, PROFILES, REDUCTIONS
from ._tables import best_isa, isa_state, kernels, version

_STATES = {
    IsaState.USABLE: "usable",
    IsaState.EMULATED: "emulated, used only when named",
    IsaState.NOT_BUILT: "not built",
    IsaState.UNSUPPORTED: "the CPU lacks it",
    IsaState.CAPPED: "excluded by STREW_ISA",
    IsaState.UNKNOWN: "no such ISA",
}


def _cpu() -> str:
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
        return str(error)
    return ""


def info(options: argparse.Namespace) -> int:
    if options.kernels:
        for kernel in kernels():
            print(kernel.name)
        return 0

    count = Counter(kernel.isa for kernel in kernels())

    print(f"{'strew':<12}{version()}, {printable(LIBRARY)}")
    print(f"{'CPU':<12}{_cpu()}")
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
    print(f"{'operators':<12}{' '.join([*OPERATORS, 'tensor_scatter'])}")
    print(f"{'':<12}{' '.join(GATHERS)}")
    print(f"{'reductions':<12}{' '.join(REDUCTIONS)}")
    print(f"{'policies':<12}{' '.join(POLICIES)}")
    for i, profile in enumerate(PROFILES):
        print(f"{'profiles' if i == 0 else '':<12}{profile}")
    return 0
