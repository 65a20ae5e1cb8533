"""The bench's workloads in models of OpenVINO: its built-in operators against strew's, interleaved in one process.

    python adapters/openvino/bench.py [--rounds N] [--copy] [--gather] [--one-thread] [--json FILE] [WORKLOAD ...]

It needs the adapter, and the bench's session library: cmake -DSTREW_BENCH=ON -DBUILD_SHARED_LIBS=ON, target strew-bench-session. The
built-in operator runs at 1 and at 2 threads and counts with the better of both, strew with two. As in the bench, a scatter works in place:
its data and its output are one tensor. With --copy they are two. The time of a workload is the least of all rounds. The first result is
compared with strew's own, bit for bit.

On a machine that has other work, --one-thread compares the time of the CPU on one thread each.
"""

from __future__ import annotations

import argparse
import ctypes
import functools
import json
import math
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict

import numpy as np
import openvino
from openvino import Model, opset15

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(Path(__file__).parent / "python")]

from peers.session import Session, SessionError, load  # noqa: E402
from peers.work import Work  # noqa: E402

import strew_openvino  # noqa: E402

REDUCTIONS = {"none": "none", "add": "sum", "sub": "sub", "mul": "prod", "min": "min", "max": "max"}
SCATTERS = (
    "rows32_add rows32_max elem_add hist big_elem_add slice_assign w15 emb256 f16_add64 bf16_add64 u8_w3 f32_w3 k3_add i64_mul8 "
    "elements_ax0 elements_ax1 pillars kv example5 tiny distinct_w1 equal_w1 distinct_w64 equal_w64 zipf_i64 rows4096"
).split()
GATHERS = (
    "g_rows32 g_elem g_big_elem g_k3 g_slices g_emb256 g_axis1 g_outer16 g_elements_ax0 g_elements_ax1 g_f16_64 g_rows4096 g_tiny"
).split()
LABELS = ("built-in, 1 thread", "built-in, 2 threads", "strew", "strew, constant indices")
SHORT_NS = 1e6  # a run that is shorter is repeated within a sample


def tensor(array: np.ndarray) -> openvino.Tensor:
    if array.dtype.name == "bfloat16":
        return openvino.Tensor(array.view(np.uint16), array.shape, openvino.Type.bf16)
    return openvino.Tensor(array, shared_memory=True)


def model_of(work: Work, constant: bool) -> Model:
    """A model of one node; `constant` makes its indices a constant."""
    arrays = [array for array in (work.data, work.indices, work.updates) if array is not None]
    nodes = [opset15.parameter(list(array.shape), tensor(array).element_type) for array in arrays]
    parameters = list(nodes)
    if constant:
        nodes[1] = opset15.constant(work.indices)
        del parameters[1]
    if work.operator == "scatter_nd":
        node = opset15.scatter_nd_update(*nodes, reduction=REDUCTIONS[work.reduction])
    elif work.operator == "scatter_elements":
        node = opset15.scatter_elements_update(*nodes, np.int64(work.axis), reduction=REDUCTIONS[work.reduction])
    elif work.operator == "gather_nd":
        node = opset15.gather_nd(*nodes)
    elif work.operator == "gather_elements":
        node = opset15.gather_elements(*nodes, axis=work.axis)
    elif work.operator == "gather":
        node = opset15.gather(*nodes, np.int64(work.axis))
    else:
        raise ValueError("OpenVINO's ScatterUpdate has no reduction")
    return Model([node], parameters)


def ready(request: openvino.InferRequest) -> Callable[[], object]:
    """Runs a request, which copies no output for Python, after it has run once."""
    run = functools.partial(request.infer, share_outputs=True)
    run()
    return run


def prepare(core: openvino.Core, work: Work, threads: int, constant: bool, data: np.ndarray, output: np.ndarray) -> Callable[[], object]:
    """A function that runs a model over the arrays, after it has run once."""
    settings = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32"}
    request = core.compile_model(model_of(work, constant), "CPU", settings).create_infer_request()
    arrays = [data, work.updates] if constant else [data, work.indices, work.updates]
    for i, array in enumerate(array for array in arrays if array is not None):
        request.set_input_tensor(i, tensor(array))
    request.set_output_tensor(tensor(output))
    return ready(request)


def sample(run: Callable[[], object], calls: int, clock: Callable[[], int] = time.perf_counter_ns) -> float:
    begin = clock()
    for _ in range(calls):
        run()
    return (clock() - begin) / calls


def measure(name: str, library: ctypes.CDLL, arguments: argparse.Namespace) -> Dict[str, Any]:
    entry = {"workload": name, "mode": "out_of_place", "asked_isa": "best", "policy": "error"}
    found: Dict[str, Any] = {"workload": name}
    threads, clock = (1, time.process_time_ns) if arguments.one_thread else (2, time.perf_counter_ns)
    plain, strew = openvino.Core(), strew_openvino.core(gather=True)
    with Session(library, entry) as session:
        work = session.work
        copies = arguments.copy or work.is_gather
        runs: Dict[str, Callable[[], object]] = {}
        outputs = []  # which the models know by their addresses only
        for label, core, n, constant in (
            (LABELS[0], plain, 1, False),
            (LABELS[1], plain, 2, False),
            (LABELS[2], strew, threads, False),
            (LABELS[3], strew, threads, True),
        ):
            if label == LABELS[1] and arguments.one_thread:
                continue
            output = (work.output if copies else work.data).copy()
            outputs.append(output)
            try:
                runs[label] = prepare(core, work, n, constant, work.data if copies else output, output)
            except (RuntimeError, ValueError) as error:
                found[label] = str(error).strip().splitlines()[-1]
                continue
            found[label + ", right"] = bool(session.is_result(output))
        times = {label: math.inf for label in runs}
        calls = {label: max(1, int(SHORT_NS / sample(run, 1))) for label, run in runs.items()}
        for _ in range(arguments.rounds):
            for label, run in runs.items():
                run()  # what is in the caches is the workload's own
                times[label] = min(times[label], sample(run, calls[label], clock))
        found.update({label: round(ns) for label, ns in times.items()})
    return found


def overhead(rounds: int) -> None:
    """A model of one node where there is nothing to do: OpenVINO's own Relu, strew's scatter, and the built-in one."""
    data = opset15.parameter([4, 4], np.float32)
    indices, updates = opset15.parameter([0, 1], np.int32), opset15.parameter([0, 4], np.float32)
    plain, strew = openvino.Core(), strew_openvino.core()
    settings = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1}
    scatter = Model([opset15.scatter_nd_update(data, indices, updates, "sum")], [data, indices, updates])
    runs = {}
    for name, core, model in (
        ("Relu", plain, Model([opset15.relu(data)], [data])),
        ("strew", strew, scatter),
        ("built-in", plain, scatter),
    ):
        runs[name] = ready(core.compile_model(model, "CPU", settings).create_infer_request())
    times = {name: min(sample(run, 1000) for _ in range(rounds)) for name, run in runs.items()}
    print("a call with nothing to do: " + ", ".join(f"{name} {ns / 1000:.1f} us" for name, ns in times.items()))


def ratio_of(found: Dict[str, Any]) -> float:
    """How many times faster strew is than the built-in operator at its better number of threads; 0 where one of them cannot do it."""
    times = [found[label] for label in LABELS[:2] if isinstance(found.get(label), int)]
    return min(times) / found["strew"] if times and isinstance(found["strew"], int) else 0.0


def show(found: Dict[str, Any]) -> None:
    columns = " ".join(f"{found[label] / 1000:12.1f}" if isinstance(found.get(label), int) else f"{'-':>12}" for label in LABELS)
    ratio = ratio_of(found)
    wrong = [label for label in LABELS if not found.get(label + ", right", True)]
    said = f"wrong: {'; '.join(wrong)}" if wrong else ""
    print(f"{found['workload']:15} {columns}   {f'{ratio:8.2f}' if ratio else 'rejected'}  {said}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--copy", action="store_true")
    parser.add_argument("--gather", action="store_true", help="measure gathers too")
    parser.add_argument("--one-thread", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--session", default=str(ROOT / "build/peers/bench/libstrew-bench-session.so"))
    parser.add_argument("workloads", nargs="*")
    arguments = parser.parse_args()
    library = load(arguments.session)
    print(f"OpenVINO {openvino.get_version().split('-')[0]}")
    overhead(20)
    print(f"{'us':15} {'1 thread':>12} {'2 threads':>12} {'strew':>12} {'constant':>12}      ratio")
    results = []
    for name in arguments.workloads or SCATTERS + (GATHERS if arguments.gather else []):
        try:
            results.append(measure(name, library, arguments))
        except SessionError as error:
            print(f"{name}: {error}")
            continue
        show(results[-1])
    for label, names in (("scatters", SCATTERS), ("gathers", GATHERS)):
        ratios = [ratio_of(found) for found in results if found["workload"] in names and ratio_of(found)]
        if ratios:
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            print(f"{label}: {mean:.2f} times as fast in the geometric mean, least {min(ratios):.2f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
