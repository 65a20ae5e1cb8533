"""What the scripts that ask OpenVINO for cases have in common."""

import openvino


def source(what):
    return f"openvino {openvino.__version__.split('-')[0]}, {what}"


def compute(node, inputs, arrays):
    """What OpenVINO's CPU plugin computes for an operator."""
    model = openvino.Core().compile_model(openvino.Model([node], inputs), "CPU")
    return next(iter(model(list(arrays)).values()))
