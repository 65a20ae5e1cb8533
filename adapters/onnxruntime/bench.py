"""The bench's workloads in sessions of ONNX Runtime: its built-in kernels against strew's execution provider.

    python adapters/onnxruntime/bench.py [--rounds N] [--copy] [--one-thread] [--json FILE] [WORKLOAD ...]

It needs the adapter, and the bench's session library: cmake -DSTREW_BENCH=ON -DBUILD_SHARED_LIBS=ON, target strew-bench-session.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(Path(__file__).parent / "python"), str(ROOT / "bench"), str(ROOT)]

from peers.arguments import read_arguments  # noqa: E402

if __name__ == "__main__":
    ARGUMENTS = read_arguments(__doc__)  # before what takes its time to import

import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402
from onnx import TensorProto, helper  # noqa: E402

from peers.built_in import Run, Side, compare, sample  # noqa: E402
from peers.work import Work  # noqa: E402

import onnxruntime_ep_strew  # noqa: E402

OPERATORS = {
    "scatter_nd": "ScatterND",
    "scatter_elements": "ScatterElements",
    "gather_nd": "GatherND",
    "gather_elements": "GatherElements",
    "gather": "Gather",
}


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


def built_in(threads: int) -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return options


def prepare(work: Work, side: Side, data: np.ndarray, output: np.ndarray) -> Run:
    options = onnxruntime_ep_strew.session_options(side.threads, gather=True, every_node=True) if side.is_strew else built_in(side.threads)
    session = onnxruntime.InferenceSession(model_of(work, side.has_constant_indices), options)
    binding = session.io_binding()
    arrays = {"data": data, "indices": work.indices, "updates": work.updates}
    for argument in session.get_inputs():
        array = arrays[argument.name]
        binding.bind_input(argument.name, "cpu", 0, element_type(array), array.shape, array.ctypes.data)
    binding.bind_output("output", "cpu", 0, element_type(output), output.shape, output.ctypes.data)
    session.run_with_iobinding(binding)
    return lambda: session.run_with_iobinding(binding)


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


def main(arguments: Namespace) -> None:
    onnxruntime.set_default_logger_severity(4)
    onnxruntime_ep_strew.register()
    print(f"ONNX Runtime {onnxruntime.__version__}; its own no-op takes {no_op(20) / 1000:.1f} us")
    compare(prepare, arguments)


if __name__ == "__main__":
    main(ARGUMENTS)
