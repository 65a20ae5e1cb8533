"""Writes views.json: what NumPy computes for views, whose strides are those of transposed, reversed, cut and expanded arrays, and for every type of indices.

    script/cases --make views        with the package `numpy`, whose version is in each source

NumPy's ufunc.at and take_along_axis read views themselves, so nothing here repeats what strew does with strides.
"""

from pathlib import Path

import numpy as np
from of_numpy import INDEX_DTYPES, SOURCE, UFUNCS, write

FILE = Path(__file__).with_name("views.json")


def buffer_of(view):
    """The array that a view is of."""
    while view.base is not None:
        view = view.base
    return view


def tensor(view):
    whole = buffer_of(view)
    if view is whole:
        return {"shape": list(view.shape), "values": view.reshape(-1).tolist()}
    address = view.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    strides = [step // view.itemsize for step in view.strides]
    return {"shape": list(view.shape), "strides": strides, "offset": address // view.itemsize, "values": whole.reshape(-1).tolist()}


def draw_view(random, shape, values, dtype):
    """A view of this shape. `values` draws the elements of the buffer."""

    def buffer(*sizes):
        return values(sizes).astype(dtype)

    kind = random.integers(5)
    if kind == 0 and len(shape) > 1:
        return buffer(*shape[::-1]).T
    if kind == 1:
        return buffer(*(2 * size + 1 for size in shape))[tuple(slice(1, None, 2) for _ in shape)]
    if kind == 2:
        return buffer(*shape)[tuple(slice(None, None, -1) for _ in shape)]
    if kind == 3 and len(shape) > 1:
        return np.broadcast_to(buffer(shape[0], *(1 for _ in shape[1:])), shape)
    return buffer(*shape)


def case(name, op, data, indices, output, updates=None, **words):
    dtype = {"dtype": indices.dtype.name}
    expect = {"values": output.reshape(-1).tolist()}
    if updates is None:
        expect = {"shape": list(output.shape), **expect}
    tensors = {"data": tensor(data), "indices": {**tensor(indices), **dtype}}
    if updates is not None:
        tensors["updates"] = tensor(updates)
    return {"id": name, "source": SOURCE, "op": op, **words, "dtype": data.dtype.name, **tensors, "expect": expect}


def scatters(random):
    for number in range(48):
        reduction = list(UFUNCS)[number % len(UFUNCS)]
        index_dtype, dtype = INDEX_DTYPES[number % len(INDEX_DTYPES)], ("int32", "float32", "int8")[number % 3]
        rows, columns, n = (int(size) for size in random.integers(2, 6, 3))
        low = 0 if index_dtype.startswith("u") else -rows

        def elements(sizes):
            return random.integers(-9, 10, sizes)

        def names(sizes):
            return random.integers(low, rows, sizes)

        data = draw_view(random, (rows, columns), elements, dtype)
        updates = draw_view(random, (n, columns), elements, dtype)
        output = data.copy()
        words = {"reduction": reduction}
        if number % 2:
            indices = draw_view(random, (n, columns), names, index_dtype)
            place = indices.astype(np.int64), np.broadcast_to(np.arange(columns), indices.shape)
            words["axis"] = 0
        else:
            indices = draw_view(random, (n, 1), names, index_dtype)
            place = (indices[:, 0].astype(np.int64),)
        UFUNCS[reduction].at(output, place, updates)
        op = "scatter_elements" if number % 2 else "scatter_nd"
        yield case(f"{op}-{reduction}-{index_dtype}-{number}", op, data, indices, output, updates, **words)


def gathers(random):
    for number in range(24):
        index_dtype, dtype = INDEX_DTYPES[number % len(INDEX_DTYPES)], ("int16", "float32", "uint8")[number % 3]
        rows, columns, n = (int(size) for size in random.integers(2, 6, 3))
        low = 0 if index_dtype.startswith("u") else -rows
        data = draw_view(random, (rows, columns), lambda sizes: random.integers(0, 99, sizes), dtype)
        if number % 2:
            indices = draw_view(random, (n, columns), lambda sizes: random.integers(low, rows, sizes), index_dtype)
            output = np.take_along_axis(data, indices.astype(np.int64), 0)
        else:
            indices = draw_view(random, (n, 2), lambda sizes: random.integers(low, rows, sizes), index_dtype)
            output = np.take(data, indices.astype(np.int64), 0)
        op = "gather_elements" if number % 2 else "gather"
        yield case(f"{op}-{index_dtype}-{number}", op, data, indices, output, axis=0)


def main():
    random = np.random.default_rng(41)
    cases = [*scatters(random), *gathers(random)]
    write(FILE, cases)
