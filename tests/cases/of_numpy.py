"""What the scripts that make cases of NumPy's arrays have in common: how a case is written, and what NumPy computes for each operator."""

import json
import math

import numpy as np
from layout import write  # noqa: F401

SOURCE = f"NumPy {np.__version__}"
INDEX_DTYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
UFUNCS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum}
OUT_OF_BOUNDS = "STREW_STATUS_INDEX_OUT_OF_BOUNDS"


def number(value):
    """An element as a case has it: of an opaque type two hexadecimal digits a byte, of integers that a double cannot hold a string. A text, which
    stands for itself as the first eight bytes of a handle, is such bytes too."""
    if isinstance(value, str):
        return value.encode().ljust(8, b"\0").hex()
    if isinstance(value, np.void) and value.dtype.type is np.void:
        return value.tobytes().hex()
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, complex):
        return [number(value.real), number(value.imag)]
    if isinstance(value, float) and not math.isfinite(value):
        return {"nan": "NaN", "inf": "Inf", "-inf": "-Inf"}[str(value)]
    return str(value) if isinstance(value, int) and abs(value) >= 2**53 else value


def numbers(array):
    return [number(value) for value in array.reshape(-1)]


def tensor(array):
    return {"shape": list(array.shape), "values": numbers(array)}


def name_of(dtype):
    if dtype == object:
        return "string"
    return f"opaque{dtype.itemsize}" if dtype.type is np.void else dtype.name.replace("_", "")


def case(name, source, op, data, indices, output, updates=None, **words):
    """`output` is an array, or a text: then the call is rejected for an index out of bounds. tensor_scatter can be without indices."""
    tensors = {"data": tensor(data)}
    if indices is not None:
        tensors["indices"] = {**tensor(indices), "dtype": name_of(indices.dtype)}
    if updates is not None:
        tensors["updates"] = tensor(updates)
    if isinstance(output, str):
        expect = {"error": output, "status": OUT_OF_BOUNDS}
        if updates is None:  # output must stay as it was
            expect["shape"] = list(gather(op, data, np.zeros(indices.shape, int), words.get("axis", 0), words.get("batch_dims", 0)).shape)
    else:
        expect = tensor(output) if updates is None else {"values": numbers(output)}
    return {"id": name, "source": source, "op": op, **words, "dtype": name_of(data.dtype), **tensors, "expect": expect}


def kept(file):
    """The cases by hand, which come first in a file: those whose source is no version of a package."""
    return [one for one in json.loads(file.read_text()) if not one["source"].startswith(("onnx ", "NumPy "))]


# ---- What NumPy computes -------------------------------------------------------------------------------------------------------------------------------


def place_of(op, indices, axis, is_used):
    """The tuples that are used, as NumPy indexes with them, and which slices of updates are theirs."""
    if op == "scatter_nd":
        at = is_used.all(-1)
        return tuple(indices[at].T.astype(np.int64)), at
    if op == "scatter_elements":
        place = [positions[is_used] for positions in np.indices(indices.shape)]
        place[axis] = indices[is_used].astype(np.int64)
        return tuple(place), is_used
    return (slice(None),) * axis + (indices[is_used].astype(np.int64),), (slice(None),) * axis + (is_used,)


def first_of(reduction, dtype):
    """What changes nothing: the first element of a reduction without the old ones."""
    if reduction in ("add", "mean", "mul"):
        return 1 if reduction == "mul" else 0
    limits = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    return limits.max if reduction == "min" else limits.min


def scatter(op, reduction, data, indices, updates, axis=0, is_used=None, include_self=True):
    """By ufunc.at. `is_used` says which indices count; sums and quotients of means must be exact."""
    place, at = place_of(op, indices, axis, np.ones(indices.shape, bool) if is_used is None else is_used)
    output = data.copy()
    if reduction == "none":
        output[place] = updates[at]  # of tuples that repeat, the last
        return output
    if not include_self:
        output[place] = first_of(reduction, data.dtype)
    UFUNCS["add" if reduction == "mean" else reduction].at(output, place, updates[at])
    if reduction == "mean":
        counts = np.full(data.shape, int(include_self))
        np.add.at(counts, place, 1)
        counts = np.maximum(counts, 1).astype(data.dtype)
        output = output // counts if data.dtype.kind in "iu" else output / counts
    return output


def gather(op, data, indices, axis=0, batch_dims=0, is_used=None, fill=0):
    """`is_used` says which indices count; the slices of others are filled."""
    is_used = np.ones(indices.shape, bool) if is_used is None else is_used
    if batch_dims:
        return np.stack([gather(op, of_data, at, axis - 1, batch_dims - 1, used, fill) for of_data, at, used in zip(data, indices, is_used)])
    if op == "gather_nd":  # all components of a tuple count, or none
        is_used = is_used & is_used.all(-1, keepdims=True)
    at = np.where(is_used, indices, 0).astype(np.int64)
    if op == "gather_nd":
        output = data[tuple(np.moveaxis(at, -1, 0))]
        output[~is_used[..., 0]] = fill
    elif op == "gather_elements":
        output = np.where(is_used, np.take_along_axis(data, at, axis), np.array(fill, data.dtype))
    else:
        output = np.take(data, at, axis)
        output[(slice(None),) * axis + (~is_used,)] = fill
    return output


def tensor_scatter(data, updates, write_indices, mode="linear", is_used=None):
    """Along the second dimension. Of a batch whose write index does not count nothing is written."""
    output, tokens, size = data.copy(), np.arange(updates.shape[1]), data.shape[1]
    for batch, index in enumerate(write_indices):
        if is_used is None or is_used[batch]:
            places = int(index) + tokens
            output[batch, places % size if mode == "circular" else places] = updates[batch]
    return output
