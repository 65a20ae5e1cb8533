"""Models of one node, sessions with and without strew, and what a scatter must give: plain loops that share nothing with the kernels."""

import json
import os
import tempfile
from pathlib import Path

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

import onnxruntime_ep_strew

onnxruntime.set_default_logger_severity(4)  # an error is an exception, and needs no message besides

IR_VERSION = 8  # every runtime that is tested reads it
VERSION = tuple(int(part) for part in onnxruntime.__version__.split(".")[:2])

# numpy has no names for these types; arrays of them travel as integers of their size.
RAW = {TensorProto.BFLOAT16: np.uint16, TensorProto.FLOAT8E4M3FN: np.uint8, TensorProto.FLOAT8E5M2: np.uint8}


def element_type(array):
    return helper.np_dtype_to_tensor_dtype(array.dtype)


def tensor(name, array):
    return helper.make_tensor(name, element_type(array), array.shape, array.tobytes(), raw=True)


def model(operator, inputs, constants=(), opset=18, domain="", shapes=True, output_shape=None, element=None, **attributes):
    """A model of one node over arrays by name. `shapes` False: the model knows ranks only. `element`: the type of data and updates."""
    infos, values = [], []
    data = next(iter(inputs))
    for name, array in inputs.items():
        if name in constants:
            values.append(tensor(name, array))
            continue
        kind = element if element and name != "indices" else element_type(array)
        infos.append(helper.make_tensor_value_info(name, kind, array.shape if shapes else [None] * array.ndim))
    kind = element or element_type(inputs[data])
    output = helper.make_tensor_value_info("output", kind, output_shape)
    node = helper.make_node(operator, list(inputs), ["output"], domain=domain, **attributes)
    graph = helper.make_graph([node], "scatter", infos, [output], values)
    opsets = [helper.make_opsetid("", opset)] + ([helper.make_opsetid(domain, 1)] if domain else [])
    ir_version = 10 if opset >= 24 else IR_VERSION
    return helper.make_model(graph, opset_imports=opsets, ir_version=ir_version).SerializeToString()


def feeds(inputs, constants=()):
    return {name: array for name, array in inputs.items() if name not in constants}


def strew(source, threads=2, gather=False, options=None, every_node=True, accumulate=None):
    """Models of tests are small, so strew would leave most of their nodes to the runtime."""
    chosen = onnxruntime_ep_strew.session_options(threads, gather, options, every_node=every_node, accumulate=accumulate)
    return onnxruntime.InferenceSession(source, chosen)


def built_in(source, threads=1):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


def run(session, inputs):
    return session.run(None, inputs)[0]


def watch(source, inputs, options, **arguments):
    """The outputs of a run, and of each node that ran the operator and the provider."""
    with tempfile.TemporaryDirectory() as folder:
        options.enable_profiling = True
        options.profile_file_prefix = os.path.join(folder, "profile")
        session = onnxruntime.InferenceSession(source, options, **arguments)
        outputs = session.run(None, inputs)
        events = json.loads(Path(session.end_profiling()).read_text())
    nodes = [event["args"] for event in events if event.get("cat") == "Node"]
    return outputs, [(node["op_name"], node["provider"]) for node in nodes if "provider" in node]


def run_and_watch(source, inputs, threads=2, gather=False, every_node=True):
    """The outputs of a run with strew, and for each operator that ran the provider that had it."""
    outputs, nodes = watch(source, inputs, onnxruntime_ep_strew.session_options(threads, gather, every_node=every_node))
    return outputs, dict(nodes)


def run_raw(session, inputs, element, output_shape):
    """A run over types that numpy lacks: arrays are bound by their address."""
    binding = session.io_binding()
    for name, array in inputs.items():
        kind = element if name != "indices" else element_type(array)
        binding.bind_input(name, "cpu", 0, kind, array.shape, array.ctypes.data)
    output = np.zeros(output_shape, RAW[element])
    binding.bind_output("output", "cpu", 0, element, output.shape, output.ctypes.data)
    session.run_with_iobinding(binding)
    return output


# ---- What must come out ----------------------------------------------------------------------------------------------------------------


def combine(old, new, reduction):
    with np.errstate(over="ignore"):
        if reduction == "none":
            return new
        if reduction == "add":
            return old + new
        if reduction == "mul":
            return old * new
        return np.minimum(old, new) if reduction == "min" else np.maximum(old, new)


def scatter_nd(data, indices, updates, reduction="none"):
    output = data.copy()
    k = indices.shape[-1]
    for place in np.ndindex(indices.shape[:-1]):
        at = tuple(int(i) for i in indices[place])
        output[at] = combine(output[at], updates[place], reduction)
    assert k <= data.ndim
    return output


def scatter_elements(data, indices, updates, axis=0, reduction="none"):
    output = data.copy()
    for place in np.ndindex(indices.shape):
        at = list(place)
        at[axis] = int(indices[place])
        output[tuple(at)] = combine(output[tuple(at)], updates[place], reduction)
    return output


def rounded_once(function, data, indices, updates, **attributes):
    return function(data.astype(np.float32), indices, updates.astype(np.float32), **attributes).astype(data.dtype)


def tensor_scatter(past, update, write_indices, axis=-2, mode="linear"):
    output = past.copy()
    axis %= past.ndim
    for place in np.ndindex(update.shape):
        at = list(place)
        at[axis] += int(write_indices[place[0]])
        if mode == "circular":
            at[axis] %= past.shape[axis]
        output[tuple(at)] = update[place]
    return output
