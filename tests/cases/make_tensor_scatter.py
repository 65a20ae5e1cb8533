"""Writes tensor_scatter.json: ONNX's own node tests of TensorScatter, and calls that its reference evaluator has computed, for every type in either mode.

    script/cases --make tensor_scatter        with the package `onnx`, whose version is in each source

Cases by hand, which come first in the file, are kept.
"""

from pathlib import Path

import numpy as np
from of_numpy import case, kept, name_of, write
from of_onnx import DTYPES, OPAQUE_DTYPES, VERSION, elements, evaluate, node_tests, opaque

FILE = Path(__file__).with_name("tensor_scatter.json")
NAMES = ["past_cache", "update", "write_indices"]
MODES = ("linear", "circular")


def of_inputs(name, source, inputs, output, **words):
    past_cache, update, *write_indices = map(opaque, inputs)
    return case(name, source, "tensor_scatter", past_cache, *(write_indices or [None]), opaque(output), update, **words, profile="onnx")


def of_node_tests():
    for _, name, inputs, output, words in node_tests(["TensorScatter"]):
        yield of_inputs(name.replace("_", "-"), f"{VERSION}, node test {name}", inputs, output, **words)


def evaluated(name, inputs, **attributes):
    output = evaluate("TensorScatter", 24, NAMES[: len(inputs)], inputs, **attributes)
    return of_inputs(name, f"{VERSION}, reference evaluator of TensorScatter-24", inputs, output, **attributes)


def drawn():
    random = np.random.default_rng(24)
    shapes = (
        ((2, 3, 8, 4), 2, -2),
        ((3, 9, 2), 9, 1),
        ((3, 2, 5), 3, -1),
        ((1, 2, 3, 6), 1, 3),
        ((4, 5), 2, 1),
        ((2, 7, 3), 0, 1),
    )
    for n, (shape, tokens, axis) in enumerate(shapes):
        for mode in MODES:
            for has_indices in (False, True):
                dtype = (np.float32, np.int64, np.int8)[n % 3]
                past_cache = random.integers(-100, 100, shape).astype(dtype)
                update_shape = list(shape)
                update_shape[axis] = tokens
                inputs = [past_cache, random.integers(-100, 100, update_shape).astype(dtype)]
                end = shape[axis] - tokens + 1 if mode == "linear" else 3 * shape[axis]
                if has_indices:
                    inputs.append(random.integers(0, end, shape[0]).astype(np.int64))
                yield evaluated(f"evaluated-{n}-{mode}{'' if has_indices else '-from-0'}", inputs, axis=axis, mode=mode)


def of_every_type():
    random = np.random.default_rng(79)
    for dtype in (*DTYPES, *OPAQUE_DTYPES):
        for mode, end in zip(MODES, (2, 9)):
            inputs = [elements(random, (2, 4, 2), dtype), elements(random, (2, 3, 2), dtype), random.integers(0, end, 2)]
            yield evaluated(f"{mode}-of-{name_of(dtype)}", inputs, axis=1, mode=mode)


def main():
    write(FILE, [*kept(FILE), *of_node_tests(), *drawn(), *of_every_type()])
