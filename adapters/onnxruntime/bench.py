"""The bench's workloads in sessions of ONNX Runtime: its built-in kernels against strew's execution provider, interleaved in one process.

    python adapters/onnxruntime/bench.py [--rounds N] [--copy] [--one-thread] [--json FILE] [WORKLOAD ...]

It needs the adapter, and the bench's session library: cmake -DSTREW_BENCH=ON -DBUILD_SHARED_LIBS=ON, target strew-bench-session. The
built-in kernel runs at 1 and at 2 threads and counts with the better of both, strew with two. As in the bench, a scatter works in place:
its data and its output are bound to one array. With --copy they are two. The time of a workload is the least of all rounds. The first
result is compared with strew's own, bit for bit.

On a machine that has other work, --one-thread compares the time of the CPU on one thread each.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from pathlib import Path
from typing import Callable

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(Path(__file__).parent / "python")]

from peers.session import Session, SessionError, load  # noqa: E402
from peers.work import Work  # noqa: E402

import strew_onnxruntime  # noqa: E402

OPERATORS = {
    "scatter_nd": "ScatterND",
    "scatter_elements": "ScatterElements",
    "gather_nd": "GatherND",
    "gather_elements": "GatherElements",
    "gather": "Gather",
}
SCATTERS = (
    "rows32_add rows32_max elem_add hist big_elem_add slice_assign w15 emb256 f16_add64 bf16_add64 u8_w3 f32_w3 k3_add i64_mul8 "
    "elements_ax0 elements_ax1 pillars kv example5 tiny distinct_w1 equal_w1 distinct_w64 equal_w64 zipf_i64 rows4096"
).split()
GATHERS = (
    "g_rows32 g_elem g_big_elem g_k3 g_slices g_emb256 g_axis1 g_outer16 g_elements_ax0 g_elements_ax1 g_f16_64 g_rows4096 g_tiny"
).split()
LABELS = ("built-in, 1 thread", "built-in, 2 threads", "strew", "strew, constant indices")
SHORT_NS = 1e6  # a run that is shorter is repeated within a sample


def element_type(array: np.ndarray) -> int:
    return TensorProto.BFLOAT16 if array.dtype.name == "bfloat16" else helper.np_dtype_to_tensor_dtype(array.dtype)


def model_of(work: Work, constant: bool) -> bytes:
    """A model of one node; `constant` makes its indices an initialiser."""
    arrays = {"data": work.data, "indices": work.indices}
    if not work.is_gather:
        arrays["updates"] = work.updates
    values = []
    if constant:
        values.append(helper.make_tensor("indices", TensorProto.INT64, work.indices.shape, work.indices.tobytes(), raw=True))
    names = [name for name in arrays if not (constant and name == "indices")]
    inputs = [helper.make_tensor_value_info(name, element_type(arrays[name]), arrays[name].shape) for name in names]
    output = helper.make_tensor_value_info("output", element_type(work.output), work.output.shape)
    attributes = {} if work.operator.endswith("_nd") else {"axis": work.axis}
    if not work.is_gather:
        attributes["reduction"] = work.reduction
    node = helper.make_node(OPERATORS[work.operator], list(arrays), ["output"], **attributes)
    graph = helper.make_graph([node], "bench", inputs, [output], values)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10).SerializeToString()


def prepare(work: Work, options: onnxruntime.SessionOptions, constant: bool, output: np.ndarray) -> Callable[[], None]:
    """A function that runs a session over the arrays, after it has run once. Data that output has already are not copied."""
    session = onnxruntime.InferenceSession(model_of(work, constant), options)
    binding = session.io_binding()
    data = output if output is not work.output else work.data
    arrays = {"data": data, "indices": work.indices, "updates": work.updates}
    for argument in session.get_inputs():
        array = arrays[argument.name]
        binding.bind_input(argument.name, "cpu", 0, element_type(array), array.shape, array.ctypes.data)
    binding.bind_output("output", "cpu", 0, element_type(output), output.shape, output.ctypes.data)
    session.run_with_iobinding(binding)
    return lambda: session.run_with_iobinding(binding)


def built_in(threads: int) -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return options


def sample(run: Callable[[], None], calls: int, clock: Callable[[], int] = time.perf_counter_ns) -> float:
    begin = clock()
    for _ in range(calls):
        run()
    return (clock() - begin) / calls


def measure(name: str, library, rounds: int, one_thread: bool, copies: bool) -> dict:
    entry = {"workload": name, "mode": "out_of_place", "asked_isa": "best", "policy": "error"}
    found: dict = {"workload": name}
    with Session(library, entry) as session:
        work = session.work
        runs: dict[str, Callable[[], None]] = {}
        outputs = []  # which the sessions know by their addresses only
        threads, clock = (1, time.process_time_ns) if one_thread else (2, time.perf_counter_ns)
        for label, options, constant in (
            (LABELS[0], built_in(1), False),
            (LABELS[1], built_in(2), False),
            (LABELS[2], strew_onnxruntime.session_options(threads=threads, gather=True), False),
            (LABELS[3], strew_onnxruntime.session_options(threads=threads, gather=True), True),
        ):
            if label == LABELS[1] and (one_thread or LABELS[0] not in runs):
                found[label] = "not tried: where the kernel rejects a type, its threads end the process"
                continue
            try:
                output = work.output if copies or work.is_gather else work.data.copy()
                outputs.append(output)
                runs[label] = prepare(work, options, constant, output)
            except Exception as error:  # the classes of its exceptions are not public
                found[label] = str(error).splitlines()[0]
                continue
            found[label + ", right"] = session.is_result(output)
        times = {label: math.inf for label in runs}
        calls = {label: max(1, int(SHORT_NS / sample(run, 1))) for label, run in runs.items()}
        for _ in range(rounds):
            for label, run in runs.items():
                run()  # what is in the caches is the workload's own
                times[label] = min(times[label], sample(run, calls[label], clock))
        found.update({label: round(ns) for label, ns in times.items()})
    return found


def no_op(rounds: int) -> float:
    """The runtime's own cost of a run: one Identity of 64 floats."""
    value = np.zeros((4, 4, 4), np.float32)
    info = [helper.make_tensor_value_info(n, TensorProto.FLOAT, value.shape) for n in ("data", "output")]
    graph = helper.make_graph([helper.make_node("Identity", ["data"], ["output"])], "no-op", info[:1], info[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    session = onnxruntime.InferenceSession(model.SerializeToString(), built_in(2))
    binding = session.io_binding()
    binding.bind_input("data", "cpu", 0, TensorProto.FLOAT, value.shape, value.ctypes.data)
    binding.bind_output("output", "cpu", 0, TensorProto.FLOAT, value.shape, value.ctypes.data)
    return min(sample(lambda: session.run_with_iobinding(binding), 1000) for _ in range(rounds))


def ratio_of(found: dict) -> float:
    """How many times faster strew is than the built-in kernel at its better number of threads; 0 where that cannot do the workload."""
    times = [found[label] for label in LABELS[:2] if isinstance(found[label], int)]
    return min(times) / found["strew"] if times else 0.0


def show(found: dict) -> None:
    def time_of(label: str) -> str:
        return f"{found[label] / 1000:12.1f}" if isinstance(found[label], int) else f"{'-':>12}"

    columns = " ".join(time_of(label) for label in LABELS)
    ratio = ratio_of(found)
    wrong = [label for label in LABELS if not found.get(label + ", right", True)]
    said = f"wrong: {'; '.join(wrong)}" if wrong else ""
    print(f"{found['workload']:15} {columns}   {f'{ratio:8.2f}' if ratio else 'rejected'}  {said}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--copy", action="store_true")
    parser.add_argument("--one-thread", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--session", default=str(ROOT / "build/peers/bench/libstrew-bench-session.so"))
    parser.add_argument("workloads", nargs="*")
    arguments = parser.parse_args()
    onnxruntime.set_default_logger_severity(4)
    strew_onnxruntime.register()
    library = load(arguments.session)
    print(f"ONNX Runtime {onnxruntime.__version__}; its own no-op takes {no_op(20) / 1000:.1f} us")
    print(f"{'us':15} {'1 thread':>12} {'2 threads':>12} {'strew':>12} {'constant':>12}      ratio")
    results = []
    for name in arguments.workloads or SCATTERS + GATHERS:
        try:
            results.append(measure(name, library, arguments.rounds, arguments.one_thread, arguments.copy))
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
