"""One gather of quantised rows by strew and by ONNX Runtime, which must give the same bits, and how long each takes."""

import ctypes
import statistics
import time

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from strew import _enums, _library, _tables

N_TABLE_ROWS = 4096
N_ROUNDS = 41
BLOCK = 32


class Strew:
    def __init__(self, kind, codes, scale, zeros, indices, output):
        self.keep = (codes, scale, zeros, indices, output)
        self.library = _library.lib
        self.shapes = []
        dtype = _tables.DTYPES["uint8"] if kind == "uint8, 8 bits" else _enums.PACKED_0
        rows, width = scale.shape[0], scale.shape[1] * BLOCK
        n = scale.shape[1]
        strides = (ctypes.c_int64 * 2)(n + n % 2, 1) if kind == "uint8, 4 bits" else None
        call = _library.Call(op=_enums.Operator.GATHER, data=self.tensor(dtype, (rows, width)), indices=self.tensor(_tables.DTYPES["int64"], indices.shape))
        call.output = self.tensor(_tables.DTYPES[output.dtype.name], output.shape)
        call.scale, call.zero_points = self.tensor(_tables.DTYPES["float32"], scale.shape), self.tensor(dtype, scale.shape)
        if strides:
            self.shapes.append(strides)
            call.zero_points.strides = strides
        self.plan = ctypes.create_string_buffer(self.library.strew_plan_size())
        fault = _library.Fault()
        if self.library.strew_plan_call(self.plan, call, fault) != 0:
            raise RuntimeError(f"status {fault.status} of {fault.subject}")
        self.buffers = _library.Buffers(**{name: array.ctypes.data for name, array in zip(("data", "scale", "zero_points", "indices", "output"), self.keep)})

    def tensor(self, dtype, shape):
        self.shapes.append((ctypes.c_int64 * len(shape))(*shape))
        return _library.Tensor(dtype=dtype, rank=len(shape), shape=self.shapes[-1])

    def run(self):
        return self.library.strew_run(self.plan, self.buffers, None, None)


def session_of(kind, codes, scale, zeros, indices, output):
    """A session and its bound buffers."""
    bits = 8 if kind.endswith("8 bits") else 4
    stored = TensorProto.UINT4 if kind == "uint4" else TensorProto.UINT8
    rows, n = scale.shape
    width = n * BLOCK
    of_data = (rows, width // 2) if kind == "uint8, 4 bits" else (rows, width)
    of_zeros = (rows, (n + 1) // 2) if kind == "uint8, 4 bits" else (rows, n)
    tensors = [
        helper.make_tensor("data", stored, of_data, codes.tobytes(), raw=True),
        numpy_helper.from_array(scale.astype(output.dtype), "scale"),
        helper.make_tensor("zeros", stored, of_zeros, zeros.tobytes(), raw=True),
    ]
    words = {"domain": "com.microsoft", "gather_axis": 0, "quantize_axis": 1, "block_size": BLOCK, "bits": bits}
    node = helper.make_node("GatherBlockQuantized", ["data", "indices", "scale", "zeros"], ["output"], **words)
    values = [
        helper.make_tensor_value_info("indices", TensorProto.INT64, [len(indices)]),
        helper.make_tensor_value_info("output", helper.np_dtype_to_tensor_dtype(output.dtype), None),
    ]
    graph = helper.make_graph([node], "quantized", values[:1], values[1:], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)], ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    binding.bind_cpu_input("indices", indices)
    binding.bind_output("output", "cpu", 0, output.dtype, output.shape, output.ctypes.data)
    return lambda: session.run_with_iobinding(binding)


def seconds_of(run, n):
    begin = time.process_time_ns()
    for _ in range(n):
        run()
    return (time.process_time_ns() - begin) / n


def measure(kind, width, n_rows, dtype):
    random = np.random.default_rng(n_rows)
    n, per_byte = width // BLOCK, 1 if kind.endswith("8 bits") else 2
    codes = random.integers(0, 256, N_TABLE_ROWS * width // per_byte, np.uint8)
    n_of_row = n + n % 2 if kind == "uint8, 4 bits" else n
    zeros = random.integers(0, 256, (N_TABLE_ROWS * n_of_row + per_byte - 1) // per_byte, np.uint8)
    scale = random.standard_normal((N_TABLE_ROWS, n)).astype(dtype).astype(np.float32)
    indices = random.permutation(N_TABLE_ROWS)[:n_rows].astype(np.int64)
    mine, theirs = (np.empty((n_rows, width), dtype) for _ in range(2))
    strew = Strew(kind, codes, scale, zeros, indices, mine)
    session = session_of(kind, codes, scale, zeros, indices, theirs)
    session()
    if strew.run() != 0 or mine.tobytes() != theirs.tobytes():
        raise RuntimeError(f"other bits than ONNX Runtime's: {kind} {width} {n_rows}")
    n_runs = max(1, int(2e6 / seconds_of(session, 3)))
    rounds = [(seconds_of(strew.run, n_runs), seconds_of(session, n_runs)) for _ in range(N_ROUNDS)]
    low, middle, high = statistics.quantiles([theirs / mine for mine, theirs in rounds], n=4)
    return statistics.median(mine for mine, _ in rounds), statistics.median(theirs for _, theirs in rounds), low, middle, high
