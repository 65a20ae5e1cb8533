"""A runtime's built-in operators beside strew's in the same runtime, interleaved in one process. The benches of the adapters share this,
and arguments.py says what is measured, which their --help prints."""

from __future__ import annotations

import argparse
import ctypes
import json
import time
from dataclasses import dataclass
from statistics import geometric_mean, median
from typing import Any, Callable, Dict, List

import numpy as np

from .session import Session, SessionError, load
from .work import Work

SCATTERS = (
    "rows32_add rows32_max elem_add hist big_elem_add slice_assign w15 emb256 f16_add64 bf16_add64 u8_w3 f32_w3 k3_add i64_mul8 "
    "elements_ax0 elements_ax1 pillars kv example5 tiny distinct_w1 equal_w1 distinct_w64 equal_w64 zipf_i64 rows4096"
).split()
GATHERS = (
    "g_rows32 g_elem g_big_elem g_k3 g_slices g_emb256 g_axis1 g_outer16 g_elements_ax0 g_elements_ax1 g_f16_64 g_rows4096 g_tiny"
).split()
SHORT_NS = 1e6  # a run that is shorter is repeated within a sample

Run = Callable[[], object]


@dataclass(frozen=True)
class Side:
    label: str
    is_strew: bool
    threads: int
    has_constant_indices: bool


def sides(one_thread: bool) -> List[Side]:
    built_in = [Side(f"built-in, {n} thread{'s'[: n - 1]}", False, n, False) for n in ((1,) if one_thread else (1, 2))]
    threads = 1 if one_thread else 2
    return [*built_in, Side("strew", True, threads, False), Side("strew, constant indices", True, threads, True)]


LABELS = tuple(side.label for side in sides(False))

# Makes a function that runs the operator from `data` to `output`, after it has run once; raises what the runtime raises where it cannot.
Prepare = Callable[[Work, Side, np.ndarray, np.ndarray], Run]


def sample(run: Run, calls: int, clock: Callable[[], int] = time.perf_counter_ns) -> float:
    begin = clock()
    for _ in range(calls):
        run()
    return (clock() - begin) / calls


def measure(name: str, library: ctypes.CDLL, prepare: Prepare, arguments: argparse.Namespace) -> Dict[str, Any]:
    entry = {"workload": name, "mode": "out_of_place", "asked_isa": "best", "policy": "error"}
    found: Dict[str, Any] = {"workload": name}
    clock = time.process_time_ns if arguments.one_thread else time.perf_counter_ns
    with Session(library, entry) as session:
        work = session.work
        copies = arguments.copy or work.is_gather
        runs: Dict[str, Run] = {}
        output = (work.output if copies else work.data).copy()
        for side in sides(arguments.one_thread):
            if side.label == LABELS[1] and LABELS[0] not in runs:
                found[side.label] = "not tried: where an operator rejects a type, its threads may end the process"
                continue
            if not copies:
                output[...] = work.data
            try:
                runs[side.label] = prepare(work, side, work.data if copies else output, output)
            except Exception as error:  # the classes of the runtimes' exceptions are not public
                found[side.label] = str(error).strip().splitlines()[-1]
                continue
            found[side.label + ", right"] = bool(session.is_result(output))
        times: Dict[str, List[float]] = {label: [] for label in runs}
        calls = {label: max(1, int(SHORT_NS / sample(run, 1))) for label, run in runs.items()}
        for _ in range(arguments.rounds):
            for label, run in runs.items():
                run()  # what is in the caches is the workload's own
                times[label].append(sample(run, calls[label], clock))
        found.update({label: round(median(each)) for label, each in times.items()})
        built_in = [label for label in LABELS[:2] if label in times]
        if built_in and "strew" in times:
            better = min(built_in, key=lambda label: float(median(times[label])))
            for label in LABELS[2:]:
                found[label + ", ratio"] = round(median(a / b for a, b in zip(times[better], times[label])), 3)
    return found


def show(found: Dict[str, Any]) -> None:
    columns = " ".join(f"{found[label] / 1000:12.1f}" if isinstance(found.get(label), int) else f"{'-':>12}" for label in LABELS)
    ratios = " ".join(f"{found[label + ', ratio']:8.2f}" if label + ", ratio" in found else f"{'rejected':>8}" for label in LABELS[2:])
    wrong = [label for label in LABELS if not found.get(label + ", right", True)]
    said = f"wrong: {'; '.join(wrong)}" if wrong else ""
    print(f"{found['workload']:15} {columns}   {ratios}  {said}", flush=True)


def compare(prepare: Prepare, arguments: argparse.Namespace) -> None:
    """Measures the workloads, and prints a row for each and the geometric means."""
    library = load(arguments.session)
    print(f"{'us':15} {'1 thread':>12} {'2 threads':>12} {'strew':>12} {'constant':>12}      ratio constant")
    results = []
    for name in arguments.workloads or SCATTERS + GATHERS:
        try:
            results.append(measure(name, library, prepare, arguments))
        except SessionError as error:
            print(f"{name}: {error}")
            continue
        show(results[-1])
    for group, names in (("scatters", SCATTERS), ("gathers", GATHERS)):
        for label in LABELS[2:]:
            key = label + ", ratio"
            ratios = [found[key] for found in results if found["workload"] in names and key in found]
            if ratios:
                print(f"{group}, {label}: {geometric_mean(ratios):.2f} times as fast in the geometric mean, least {min(ratios):.2f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
