"""OpenVINO: a model of one node, such as ScatterNDUpdate-15 or Gather-8, its tensors over the arrays."""

from __future__ import annotations

import numpy as np
import openvino
from openvino import opset15

from ..work import Call, Rejected, Work

NAME = "openvino"
THREADS = (1, 2)

REDUCTIONS = {"none": "none", "add": "sum", "sub": "sub", "mul": "prod", "min": "min", "max": "max"}


def load() -> str:
    return openvino.__version__.split("-")[0]


def _tensor(array: np.ndarray) -> openvino.Tensor:
    if array.dtype.name == "bfloat16":
        return openvino.Tensor(array.view(np.uint16), array.shape, openvino.Type.bf16)
    return openvino.Tensor(array, shared_memory=True)


def prepare(work: Work, threads: int) -> Call:
    inputs = [_tensor(array) for array in (work.data, work.indices, work.updates) if array is not None]
    parameters = [opset15.parameter(tensor.shape, tensor.element_type) for tensor in inputs]
    if work.operator == "scatter_update":
        raise Rejected("its ScatterUpdate has no reduction")
    reduction = REDUCTIONS[work.reduction]
    try:
        if work.operator == "gather_nd":
            node = opset15.gather_nd(*parameters)
        elif work.operator == "gather_elements":
            node = opset15.gather_elements(*parameters, axis=work.axis)
        elif work.operator == "gather":
            node = opset15.gather(*parameters, np.int64(work.axis))
        elif work.operator == "scatter_nd":
            node = opset15.scatter_nd_update(*parameters, reduction=reduction)
        else:
            node = opset15.scatter_elements_update(*parameters, np.int64(work.axis), reduction=reduction)
        # By default it would compute in bfloat16 if the CPU can.
        properties = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32"}
        compiled = openvino.Core().compile_model(openvino.Model([node], parameters), "CPU", properties)
        request = compiled.create_infer_request()
        for i, tensor in enumerate(inputs):
            request.set_input_tensor(i, tensor)
        request.set_output_tensor(_tensor(work.output))
        request.infer()
    except RuntimeError as error:
        raise Rejected(str(error)) from error
    # Without the option, infer copies the outputs for Python.
    return Call(lambda: request.infer(share_outputs=True), lambda: work.output)
