"""ONNX Runtime: a model of one node, such as ScatterND-18 or Gather-13, its inputs and its output bound to the arrays."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

from ..work import Call, Rejected, Work

NAME = "onnxruntime"
THREADS = (1, 2)

# The last version of the intermediate representation before newer types, which no scatter uses: every release reads it.
IR_VERSION, OPSET = 10, 18

NODES = {
    "scatter_nd": "ScatterND",
    "scatter_elements": "ScatterElements",
    "gather_nd": "GatherND",
    "gather_elements": "GatherElements",
    "gather": "Gather",
}


def load() -> str:
    onnxruntime.set_default_logger_severity(4)  # a rejection is an exception, and needs no log message
    return onnxruntime.__version__


def _element_type(dtype: np.dtype) -> int:
    return TensorProto.BFLOAT16 if dtype.name == "bfloat16" else helper.np_dtype_to_tensor_dtype(dtype)


def _inputs(work: Work) -> dict[str, np.ndarray]:
    inputs = {"data": work.data, "indices": work.indices}
    return inputs if work.is_gather else {**inputs, "updates": work.updates}


def _model(work: Work) -> onnx.ModelProto:
    arrays = _inputs(work)
    inputs = [helper.make_tensor_value_info(n, _element_type(a.dtype), a.shape) for n, a in arrays.items()]
    output = helper.make_tensor_value_info("output", _element_type(work.output.dtype), work.output.shape)
    attributes = {} if work.operator.endswith("_nd") else {"axis": work.axis}
    if not work.is_gather:
        attributes["reduction"] = work.reduction
    node = helper.make_node(NODES[work.operator], list(arrays), ["output"], **attributes)
    graph = helper.make_graph([node], "scatter", inputs, [output])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)


def prepare(work: Work, threads: int) -> Call:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    if work.operator not in NODES:
        raise Rejected("ONNX has no scatter of slices along an axis")
    try:
        session = onnxruntime.InferenceSession(_model(work).SerializeToString(), options, ["CPUExecutionProvider"])
        binding = session.io_binding()
        for name, array in _inputs(work).items():
            binding.bind_input(name, "cpu", 0, _element_type(array.dtype), array.shape, array.ctypes.data)
        output = work.output
        binding.bind_output("output", "cpu", 0, _element_type(output.dtype), output.shape, output.ctypes.data)
        session.run_with_iobinding(binding)
    except Exception as error:  # the classes of its exceptions are not public
        raise Rejected(str(error)) from error
    return Call(lambda: session.run_with_iobinding(binding), lambda: output)
