"""Writes ignore_index.json: what NumPy computes for the tuples that are left when those with ignore_index are taken out, and which slices a gather fills.

    script/cases --make ignore_index        with the package `numpy`, whose version is in each source
"""

from itertools import cycle
from pathlib import Path

import numpy as np
from of_numpy import SOURCE, UFUNCS, case, gather, number, scatter, tensor_scatter, write

FILE = Path(__file__).with_name("ignore_index.json")
SIZE = 4  # of the dimensions that are indexed
# The shapes of data, indices and updates, and the axis.
SCATTERS = {
    "scatter_nd": ((SIZE, SIZE, 2), (7, 2), (7, 2), 0),
    "scatter_elements": ((2, SIZE), (2, 6), (2, 6), 1),
    "scatter_update": ((2, SIZE, 2), (2, 3), (2, 2, 3, 2), 1),
}
GATHERS = {"gather_nd": ((SIZE, SIZE, 2), (6, 2), 0), "gather_elements": ((2, SIZE), (2, 6), 1), "gather": ((2, SIZE), (2, 3), 1)}
REDUCTIONS = ("none", *UFUNCS, "mean")
# The padding, as it is stored, and ignore_index. Some could be indices of an element; of uint64, one stands for all that are larger.
PADDING = (
    ("int64", -1, -1),
    ("int32", 2, 2),
    ("int8", -128, -128),
    ("uint8", 255, 255),
    ("int64", 99, 99),
    ("uint16", 1, 1),
    ("int16", -2, -2),
    ("uint64", 2**64 - 1, 2**63 - 1),
    ("uint32", 2**32 - 1, 2**32 - 1),
)
DTYPES = cycle(("int32", "float32", "int8", "float64", "uint8", "int64", "int16", "uint32", "uint16", "uint64"))
RANDOM = np.random.default_rng(51)


def elements(shape, dtype):
    return RANDOM.integers(0, 9, shape).astype(dtype)


def padded(shape, padding):
    """Indices in bounds with padding among them, and which of them are none. The last tuple is none."""
    index_dtype, stored, _ = padding
    indices = RANDOM.integers(0 if index_dtype.startswith("u") else -SIZE, SIZE, shape).astype(index_dtype)
    is_padding = RANDOM.random(shape) < 0.25
    is_padding.reshape(-1)[1] = True
    indices[is_padding] = stored
    indices.reshape(-1)[-2:] = SIZE - 1
    return indices, indices != np.array(stored, index_dtype)


def outcome(call, *arguments, **words):
    try:
        return call(*arguments, **words)
    except IndexError as error:  # NumPy writes the same sentence about the index
        return str(error)


def called(op, name, padding, reduction=None, change=None, fill=None, **words):
    """One case. `change` may edit the indices of the call, and returns those of NumPy and which of these it uses."""
    data_shape, indices_shape, *updates_shape, axis = {**SCATTERS, **GATHERS}[op]
    name, data = name.replace("_", "-"), elements(data_shape, next(DTYPES))
    indices, is_used = padded(indices_shape, padding)
    place, is_used = (indices, is_used) if change is None else change(indices, is_used)
    words = {**({} if op.endswith("_nd") else {"axis": axis}), **words, "ignore_index": number(padding[2])}
    if op in GATHERS:
        output = outcome(gather, op, data, place, axis, is_used=is_used, fill=0 if fill is None else fill)
        words.update({} if fill is None else {"fill": fill})
        return case(name, SOURCE, op, data, indices, output, **words)
    updates = elements(*updates_shape, data.dtype)
    output = outcome(scatter, op, reduction, data, place, updates, axis, is_used, words.get("include_self", True))
    return case(name, SOURCE, op, data, indices, output, updates, reduction=reduction, **words)


def reductions():
    paddings = cycle(PADDING)
    for op in SCATTERS:
        for reduction in REDUCTIONS:
            for include_self in (True, False):
                if include_self or reduction not in ("none", "sub"):  # which have no first element that changes nothing
                    words = {} if include_self else {"include_self": False}
                    yield called(op, f"{op}-{reduction}{'' if include_self else '-without-self'}", next(paddings), reduction, **words)


def out_of_bounds(indices, is_used):
    """The last index is out of bounds, and nothing else excuses it."""
    indices.reshape(-1)[-2:] = -SIZE - 3
    is_used.reshape(-1)[-2:] = True
    return indices, is_used


def excused(indices, is_used):
    """Of the first tuple, whose second component is padding, the other is out of bounds."""
    indices[0, 0] = 50
    return indices, is_used


def exceed_both_bounds(indices, is_used):
    indices.reshape(-1)[-2:] = 50, -50
    is_used.reshape(-1)[-2:] = True


def skipped(indices, is_used):
    exceed_both_bounds(indices, is_used)
    return indices, is_used & (indices >= -SIZE) & (indices < SIZE)


def clamped(indices, is_used):
    exceed_both_bounds(indices, is_used)
    return np.clip(np.where((indices < 0) & (indices >= -SIZE), indices + SIZE, indices), 0, SIZE - 1), is_used


def nothing(indices, is_used):
    indices[:], is_used[:] = indices.reshape(-1)[1], False
    return indices, is_used


def policies():
    reductions_of = cycle(REDUCTIONS)
    for op, reduction in (("scatter_nd", "add"), ("gather_nd", None)):
        yield called(op, f"{op}-excuses-the-other-component", PADDING[0], reduction, excused)
    for op in SCATTERS:
        for number_of, (reduction, words) in enumerate((("none", {}), ("add", {}), ("max", {"include_self": False}), ("mean", {}))):
            yield called(op, f"{op}-{reduction}-out-of-bounds", PADDING[number_of % 3], reduction, out_of_bounds, **words)
        for policy, change in (("skip", skipped), ("clamp", clamped), ("trusted", None)):
            reduction, padding = next(reductions_of), PADDING[4 if policy == "trusted" else policy == "clamp"]
            yield called(op, f"{op}-{reduction}-{policy}", padding, reduction, change, policy=policy)
        yield called(op, f"{op}-of-nothing", PADDING[0], "mul", nothing)
    for number_of, op in enumerate(GATHERS):
        for padding in PADDING[number_of::3]:
            fill = None if padding[1] == -1 else 7
            yield called(op, f"{op}-{padding[0]}-{padding[1]}", padding, fill=fill)
        yield called(op, f"{op}-out-of-bounds", PADDING[1], change=out_of_bounds)
        yield called(op, f"{op}-skip", PADDING[0], change=skipped, fill=5, policy="skip")
        yield called(op, f"{op}-clamp", PADDING[1], change=clamped, fill=5, policy="clamp")
        yield called(op, f"{op}-trusted", PADDING[4], policy="trusted")
        yield called(op, f"{op}-of-nothing", PADDING[0], change=nothing, fill=3)


def flat():
    """Along a line, the number of an element is an index."""
    shape = (2, SIZE)
    for reduction in ("none", "add", "mean"):
        indices, is_used = padded((2, 3), PADDING[0])
        data, updates = elements(shape, "int32"), elements((2, 3), "int32")
        output = scatter("scatter_update", reduction, data.reshape(-1), indices, updates, 0, is_used).reshape(shape)
        yield case(f"flat-{reduction}", SOURCE, "scatter_nd", data, indices, output, updates, flat_indices=True, reduction=reduction, ignore_index=-1)
    indices, is_used = padded((2, 3), PADDING[1])
    output = gather("gather", data.reshape(-1), indices, is_used=is_used, fill=7)
    yield case("flat-gather", SOURCE, "gather_nd", data, indices, output, flat_indices=True, ignore_index=2, fill=7)


def tokens():
    batches = np.array([0, 1, 0, 1], bool)  # those that are not passed over
    for mode, (index_dtype, stored, ignored) in zip(cycle(("linear", "circular")), PADDING):
        dtype = next(DTYPES)
        data, updates = elements((4, 5, 2), dtype), elements((4, 2, 2), dtype)
        indices = np.where(batches, (0, 0, 0, 3), 0).astype(index_dtype)
        indices[~batches] = stored
        output = tensor_scatter(data, updates, indices, mode, batches)
        words = {"axis": 1, "mode": mode, "ignore_index": number(ignored)}
        yield case(f"tensor-scatter-{mode}-{index_dtype}-{stored}", SOURCE, "tensor_scatter", data, indices, output, updates, **words)
    indices = np.array([-1, 4, -1, 0])
    output = outcome(tensor_scatter, data, updates, indices, is_used=indices != -1)
    words = {"axis": 1, "ignore_index": -1}
    yield case("tensor-scatter-out-of-bounds", SOURCE, "tensor_scatter", data, indices, output, updates, **words)


def main():
    write(FILE, [*reductions(), *policies(), *flat(), *tokens()])
