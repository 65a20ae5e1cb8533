"""Writes zero_points.json: what ONNX Runtime's GatherBlockQuantized reads from integers of four and eight bits.

    script/cases --make zero_points        with the packages `onnxruntime`, `onnx` and `numpy`, whose versions are in each source

Its uint8 data may hold elements of four bits. Then a missing zero point is 8, and those of each row begin with a byte of their own.
"""

from importlib.metadata import version
from pathlib import Path

import numpy as np
import onnxruntime
from layout import write
from of_numpy import name_of, number, numbers
from onnx import TensorProto, helper, numpy_helper

FILE = Path(__file__).with_name("zero_points.json")
SOURCE = f"onnxruntime {version('onnxruntime')} GatherBlockQuantized"
TYPES = {"uint4": TensorProto.UINT4, "int4": TensorProto.INT4, "uint8": TensorProto.UINT8}
RANDOM = np.random.default_rng(4)


def packed(codes):
    """Two in a byte, the first one in the low bits; the last byte of an odd number has one."""
    codes = np.append(codes.reshape(-1), [0] * (codes.size % 2)).astype(np.uint8)
    return codes[::2] | codes[1::2] << 4


def evaluate(stored, shapes, scale, indices, axis, block, bits):
    """`stored` has the bytes of data, and perhaps of zero points, by their names; `shapes` those of the model, and its type."""
    kind, of_data, of_zeros = shapes
    tensors = [helper.make_tensor("data", TYPES[kind], of_data, stored["data"].tobytes(), raw=True), numpy_helper.from_array(scale, "scale")]
    names = ["data", "indices", "scale"]
    if "zero_points" in stored:
        tensors.append(helper.make_tensor("zero_points", TYPES[kind], of_zeros, stored["zero_points"].tobytes(), raw=True))
        names.append("zero_points")
    words = {"domain": "com.microsoft", "gather_axis": axis, "quantize_axis": len(of_data) - 1, "block_size": block, "bits": bits}
    node = helper.make_node("GatherBlockQuantized", names, ["output"], **words)
    index_type, float_type = (helper.np_dtype_to_tensor_dtype(array.dtype) for array in (indices, scale))
    values = [helper.make_tensor_value_info(name, of, None) for name, of in (("indices", index_type), ("output", float_type))]
    graph = helper.make_graph([node], "zero_points", values[:1], values[1:], tensors)
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"indices": indices})[0]


def shortest(floats):
    """The decimals with the fewest digits that are rounded to these."""
    is_exact = (floats.astype(float) < 2**24) & (floats == np.rint(floats)) & ~np.signbit(floats)
    return [int(x) if exact else number(float(str(x))) for x, exact in zip(floats.reshape(-1), is_exact.reshape(-1))]


def called(kind, bits, shape, block, indices, axis=0, has_zeros=True, dtype=np.float32, scale=None):
    """One case. `kind` is the type of ONNX Runtime's data, and `shape` counts elements."""
    of_scale = (*shape[:-1], shape[-1] // block)
    limit = 2**bits
    codes, zeros = RANDOM.integers(0, limit, shape), RANDOM.integers(0, limit, of_scale)
    scale = (RANDOM.standard_normal(of_scale) if scale is None else np.resize(scale, of_scale)).astype(dtype)
    is_packed, is_padded = bits == 4, bits == 4 and kind == "uint8"
    n_padding = of_scale[-1] % 2 if is_padded else 0
    padded = np.pad(zeros, [(0, 0)] * (len(shape) - 1) + [(0, n_padding)])
    stored = {"data": packed(codes) if is_packed else codes.astype(np.uint8)}
    if has_zeros:
        stored["zero_points"] = packed(padded) if is_packed else padded.astype(np.uint8)
    of_data = (*shape[:-1], shape[-1] // 2) if is_padded else shape
    of_zeros = (*shape[:-1], padded.shape[-1] // 2) if is_padded else of_scale
    output = evaluate(stored, (kind, of_data, of_zeros), scale, indices, axis, block, bits)

    form = "uint4" if is_padded else kind
    data = {"shape": list(shape)}
    words = {"block_format": form, "dtype": output.dtype.name} if is_packed else {"dtype": form}
    data |= {"bytes": stored["data"].tobytes().hex()} if is_packed else {"values": numbers(codes)}
    of_strides = [int(np.prod(padded.shape[d + 1 :])) for d in range(len(shape))]
    if has_zeros:
        words["zero_points"] = {"shape": list(of_scale), "bytes": stored["zero_points"].tobytes().hex()} | ({"strides": of_strides} if n_padding else {})
    elif kind == "uint8":
        words["zero_points"] = {"shape": [1], "bytes": f"{limit // 2:02x}"}
    expect = {"shape": list(output.shape), "values": shortest(output)} | ({} if is_packed else {"dtype": output.dtype.name})
    name = f"{kind}-{bits}-block{block}-{output.dtype.name}-{'x'.join(map(str, shape))}-axis{axis}{'' if has_zeros else '-without'}"
    return {
        "id": name if np.isfinite(scale).all() else f"{name}-hostile",
        "source": SOURCE,
        "op": "gather",
        "axis": axis,
        **words,
        "data": data,
        "scale": {"shape": list(of_scale), "dtype": "float32", "values": shortest(scale.astype(np.float32))},
        "indices": {"shape": list(indices.shape), "values": numbers(indices), "dtype": name_of(indices.dtype)},
        "expect": expect,
    }


def main():
    rows = np.array([2, 0, -1])
    hostile = [0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 3e38]
    write(
        FILE,
        [
            called("uint4", 4, (3, 64), 16, rows),
            called("uint4", 4, (3, 64), 32, rows.astype(np.int32), has_zeros=False),
            called("uint4", 4, (3, 128), 64, rows.reshape(1, 3), dtype=np.float16),
            called("uint4", 4, (3, 128), 128, np.array(1)),
            called("uint4", 4, (2, 3, 96), 32, rows, axis=1),
            called("int4", 4, (3, 64), 32, rows),
            called("int4", 4, (3, 48), 16, rows, dtype=np.float16),
            called("int4", 4, (2, 3, 64), 64, np.array([[1, 0], [-2, 1]]), has_zeros=False),
            called("int4", 4, (3, 128), 16, rows, scale=hostile),
            called("uint8", 4, (3, 96), 32, rows),
            called("uint8", 4, (2, 2, 48), 16, np.array([1, 0, 1])),
            called("uint8", 4, (3, 64), 32, rows, has_zeros=False, dtype=np.float16),
            called("uint8", 8, (3, 64), 32, rows),
            called("uint8", 8, (3, 48), 16, rows.astype(np.int32), dtype=np.float16),
            called("uint8", 8, (3, 128), 128, rows, has_zeros=False),
            called("uint8", 8, (3, 128), 16, rows, scale=hostile),
        ],
    )
