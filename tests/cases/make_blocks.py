"""Writes blocks.json: rows that the package gguf stores in ggml's blocks and reads from them, and those that NumPy and ml_dtypes store in other blocks.

    script/cases --make blocks        with the packages `gguf`, `ml_dtypes` and `numpy`, whose versions are in each source
"""

from importlib.metadata import version
from itertools import cycle
from pathlib import Path

import gguf
import ml_dtypes
import numpy as np
from of_numpy import SOURCE, name_of, numbers, write

FILE = Path(__file__).with_name("blocks.json")
GGUF, ML_DTYPES = (f"{name} {version(name)}" for name in ("gguf", "ml_dtypes"))
OF_GGUF = {
    "q8_0": gguf.GGMLQuantizationType.Q8_0,
    "q4_0": gguf.GGMLQuantizationType.Q4_0,
    "mxfp4": gguf.GGMLQuantizationType.MXFP4,
}
# Scales that are powers of two, one byte before the elements.
MX = {"mxfp8_e4m3": ml_dtypes.float8_e4m3fn, "mxfp8_e5m2": ml_dtypes.float8_e5m2, "mxfp4": ml_dtypes.float4_e2m1fn}
# Scales of float32, behind the elements.
CACHES = {"int8_block16": (16, np.int8), "int8_block64": (64, np.int8), "float8e4m3fn_block32": (32, ml_dtypes.float8_e4m3fn)}
FORMATS = (*OF_GGUF, *(name for name in MX if name not in OF_GGUF), *CACHES)
FLOATS = cycle(map(np.dtype, (np.float32, np.float16, ml_dtypes.bfloat16)))
RANDOM = np.random.default_rng(20)
N_ROWS, WIDTH = 3, 64


def largest_of(element):
    return float(np.iinfo(element).max if element == np.int8 else ml_dtypes.finfo(element).max)


def packed(codes):
    """Of each block, the first half of its elements in the low four bits."""
    low, high = np.split(codes, 2, axis=-1)
    return low | high << 4


def stored_as_mx(blocks, element):
    """The exponents and quotients are exact."""
    largest = np.abs(blocks).max(-1, keepdims=True)
    exponent = np.frexp(largest)[1] - 1 - (np.frexp(np.float32(largest_of(element)))[1] - 1)
    exponent = np.where(largest == 0, -127, np.maximum(exponent, -127))
    quotients = np.ldexp(blocks, -exponent).clip(-largest_of(element), largest_of(element))
    codes = quotients.astype(element).view(np.uint8)
    return np.concatenate([(exponent + 127).astype(np.uint8), packed(codes) if element == ml_dtypes.float4_e2m1fn else codes], -1)


def stored_in_cache(blocks, element):
    scale = np.abs(blocks).max(-1, keepdims=True) / np.float32(largest_of(element))
    with np.errstate(invalid="ignore"):
        quotients = np.where(scale == 0, np.float32(0), blocks / scale)
    codes = (np.rint(quotients) if element == np.int8 else quotients).clip(-largest_of(element), largest_of(element)).astype(element)
    return np.concatenate([codes.view(np.uint8), scale.astype("<f4").view(np.uint8)], -1)


def stored(rows, form):
    """The bytes of each row of float32, and what computed them. Of mxfp4 gguf rounds ties to zero, whose sign it drops: NumPy stores these."""
    if form not in (*MX, *CACHES):
        return gguf.quantize(rows, OF_GGUF[form]), f"{GGUF} quantize"
    if form in MX:
        blocks, source = stored_as_mx(rows.reshape(-1, 32), MX[form]), f"{SOURCE}, {ML_DTYPES}"
    else:
        n, element = CACHES[form]
        blocks, source = stored_in_cache(rows.reshape(-1, n), element), SOURCE if element == np.int8 else f"{SOURCE}, {ML_DTYPES}"
    return blocks.reshape(len(rows), -1), source


def read(rows, form):
    """The float32 of each row of bytes, and what computed them."""
    if form in OF_GGUF:
        return gguf.dequantize(rows, OF_GGUF[form]), f"{GGUF} dequantize"
    if form in MX:
        blocks = rows.reshape(-1, 33)
        numbers_of = np.ldexp(blocks[:, 1:].copy().view(MX[form]).astype(np.float32), blocks[:, :1].astype(int) - 127)
        return numbers_of.reshape(len(rows), -1), f"{SOURCE}, {ML_DTYPES}"
    n, element = CACHES[form]
    blocks = rows.reshape(-1, n + 4)
    scale, elements = blocks[:, n:].copy().view("<f4"), blocks[:, :n].copy().view(element).astype(np.float32)
    return (elements * scale).reshape(len(rows), -1), SOURCE if element == np.int8 else f"{SOURCE}, {ML_DTYPES}"


def drawn(n_rows, dtype):
    """Each 32 numbers have a magnitude of their own. The first 32 of the first row are zeros, and so are the last 16 of the last row."""
    rows = RANDOM.integers(-127, 128, (n_rows, WIDTH)) * 2.0 ** RANDOM.integers(-4, 4, (n_rows, WIDTH // 32)).repeat(32, -1)
    rows[0, :32] = 0
    rows[-1, -16:] = 0
    return rows.astype(dtype)


def shortest(floats):
    """The decimals with the fewest digits that are rounded to these."""
    return [int(x) if x == int(x) and not np.signbit(x) else float(str(x)) for x in floats.reshape(-1)]


def called(op, form, dtype):
    data, _ = stored(drawn(N_ROWS, np.float32), form)
    words = {"dtype": dtype.name, "block_format": form, "data": {"shape": [N_ROWS, WIDTH], "bytes": data.tobytes().hex()}}
    rows = np.array([2, 0, -1])  # of the first and the last, which are the same, the last counts
    is_gather = op.startswith("gather")
    if is_gather:
        floats, source = read(data[rows], form)
        words["expect"] = {"shape": [len(rows), WIDTH], "values": shortest(floats.astype(dtype))}
    else:
        updates = drawn(len(rows), dtype)
        new, source = stored(updates.astype(np.float32), form)
        output = data.copy()
        for row, bytes_of_row in zip(rows, new):
            output[row] = bytes_of_row
        words |= {"reduction": "none", "updates": {"shape": [len(rows), WIDTH], "values": shortest(updates)}, "expect": {"bytes": output.tobytes().hex()}}
    indices = rows.reshape(-1, 1) if op.endswith("nd") else rows
    words["indices"] = {"shape": list(indices.shape), "values": numbers(indices), "dtype": name_of(indices.dtype)}
    return {"id": f"{op}-{form}-{dtype.name}".replace("_", "-"), "source": source, "op": op, **words}


def main():
    ops = cycle((("scatter_nd", "gather"), ("scatter_update", "gather_nd")))
    write(FILE, (called(op, form, next(FLOATS)) for form, pair in zip(FORMATS, ops) for op in pair))
