"""Writes nan.json: what NumPy computes of the updates that are left when those that are NaN are taken out, element by element.

    script/cases --make nan        with the packages `numpy`, whose version is in each source, and `ml_dtypes`
"""

from pathlib import Path

import ml_dtypes
import numpy as np
from of_numpy import SOURCE, case, place_of, scatter, write

FILE = Path(__file__).with_name("nan.json")
# The shapes of data, indices and updates, and the axis.
SCATTERS = {
    "scatter_nd": ((4, 3, 2), (7, 2), (7, 2), 0),
    "scatter_elements": ((2, 4), (2, 9), (2, 9), 1),
    "scatter_update": ((2, 4, 2), (2, 3), (2, 2, 3, 2), 1),
}
DTYPES = (
    "float32", "float64", "complex64", "complex128", "float16", ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2,
)  # fmt: skip
RANDOM = np.random.default_rng(47)


def elements(shape, dtype):
    """Of such numbers all sums, products and quotients below are exact in every type, or rounded once."""
    real, imaginary = RANDOM.choice((-2, -1, 1, 2), (2, *shape)).astype(np.float32)
    return (real + 1j * imaginary if dtype.kind == "c" else real).astype(dtype)


def with_nans(shape, dtype):
    """A third of the elements; of complex numbers, in either part or in both."""
    values = elements(shape, dtype)
    is_nan = RANDOM.random(shape) < 0.35
    is_nan.reshape(-1)[0] = True
    if dtype.kind == "c":
        part = RANDOM.integers(0, 3, shape)
        values.real[is_nan & (part != 1)] = np.nan
        values.imag[is_nan & (part != 0)] = np.nan
    else:
        values[is_nan] = np.nan
    return values


def passed_over(op, reduction, data, indices, updates, axis, include_self):
    """Elements one by one, along a line."""
    place, at = place_of(op, indices, axis, np.ones(indices.shape, bool))
    targets, values = np.arange(data.size).reshape(data.shape)[place].reshape(-1), updates[at].reshape(-1)
    is_number = ~np.isnan(values)
    wide = data.dtype if data.dtype.kind == "c" or data.dtype.itemsize > 2 else np.dtype(np.float32)
    line, values, targets = data.reshape(-1).astype(wide), values[is_number].astype(wide), targets[is_number]

    def along(line, values):
        return scatter("scatter_update", reduction, line, targets, values, 0, include_self=include_self)

    # A complex mean is one of parts, which a complex division is not.
    by_parts = reduction == "mean" and wide.kind == "c"
    output = along(line.real, values.real) + 1j * along(line.imag, values.imag) if by_parts else along(line, values)
    return output.astype(data.dtype).reshape(data.shape)


def called(op, reduction, dtype, include_self=True):
    data_shape, indices_shape, updates_shape, axis = SCATTERS[op]
    data, updates = elements(data_shape, dtype), with_nans(updates_shape, dtype)
    indices = RANDOM.integers(0, 3, indices_shape)
    words = {"nan": "loses", **({} if op == "scatter_nd" else {"axis": axis}), **({} if include_self else {"include_self": False})}
    output = passed_over(op, reduction, data, indices, updates, axis, include_self)
    name = "-".join((op.replace("_", "-"), dtype.name.replace("_", ""), reduction, *([] if include_self else ["without-self"])))
    return case(name, SOURCE, op, data, indices, output, updates, reduction=reduction, **words)


def groups(reduction, name, **words):
    """The example of the guide: three groups, one of NaN alone."""
    data, indices, updates = np.zeros(3, "float32"), np.array([0, 1, 2, 0, 1, 2]), np.array([np.nan, 1, 1, np.nan, 1, 1], "float32")
    output = passed_over("scatter_update", reduction, data, indices, updates, 0, words.get("include_self", True))
    return case(name, SOURCE, "scatter_update", data, indices, output, updates, axis=0, reduction=reduction, nan="loses", **words)


def cases():
    yield groups("add", "sum-of-groups")
    yield groups("mean", "mean-of-groups", include_self=False)
    for op in SCATTERS:
        for dtype in map(np.dtype, DTYPES):
            for reduction in ("add", "sub", "mul", "mean"):
                yield called(op, reduction, dtype)
                if reduction != "sub":  # which has no first element that changes nothing
                    yield called(op, reduction, dtype, include_self=False)


def main():
    write(FILE, cases())
