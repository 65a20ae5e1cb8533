"""Writes onnxruntime.json: the scatters and gathers that ONNX Runtime tests its own operators with (OpTester), as far as strew has their types.

    script/cases --make onnxruntime        with the package `numpy`

Shapes, numbers and attributes below are facts of those tests. What a call gives is computed here, by plain loops, and must be what the test expects
within its tolerance: some expectations there are rounded. Each name in brackets is that of the test; cases of one test have numbers.

Not here are tests over strings, which stay with the runtime, those of the domain com.microsoft, those for CUDA alone, and those whose numbers are drawn
at random: tests/adapters/onnxruntime/test_optester.py has the last ones."""

import itertools
from pathlib import Path

import numpy as np
from layout import text_of

FILE = Path(__file__).with_name("onnxruntime.json")
COMBINE = {"none": lambda old, new: new, "add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum}
PROFILES = {"scatter_nd": "ScatterND", "scatter_elements": "ScatterElements", "gather_nd": "GatherND", "gather_elements": "GatherElements"}
PROFILES |= {"gather": "Gather", "tensor_scatter": "TensorScatter", "scatter": "Scatter"}
cases, numbers = [], {}


def decimal(value):
    """The shortest that names the number in its type."""
    if value.dtype.kind == "b":
        return bool(value)
    if value.dtype.kind in "iu":
        return int(value)
    return float(np.format_float_positional(value, unique=True, trim="-"))


def tensor(array, **more):
    if array.size > 1000:  # one value for all
        return {"shape": list(array.shape), **more, "fill": decimal(array.flat[0])}
    return {"shape": list(array.shape), **more, "values": [decimal(value) for value in array.reshape(-1)]}


def array(shape, values, dtype):
    """From numbers that the tests write as float32, whatever the type."""
    values = np.full(np.prod(shape, dtype=int), values) if np.isscalar(values) else np.array(list(values))
    return (values.astype(np.float32) if np.dtype(dtype).kind == "f" else values).astype(dtype).reshape(shape)


def at(place, axis, index):
    return (*place[:axis], index, *place[axis + 1 :])


def loops(op, data, indices, updates, axis, batch_dims, reduction, mode, shape):
    """The output, by plain loops; an IndexError where an index is out of bounds."""
    if op == "tensor_scatter":
        output = data.copy()
        for place in np.ndindex(updates.shape):
            i = place[axis] + (indices[place[0]] if indices is not None else 0)
            output[at(place, axis, i % data.shape[axis] if mode == "circular" else i)] = updates[place]
        return output
    if op.startswith("scatter"):
        output = data.copy()
        places = np.ndindex(indices.shape[:-1] if op == "scatter_nd" else indices.shape)
        for place in places:
            to = tuple(indices[place]) if op == "scatter_nd" else at(place, axis, indices[place])
            output[to] = COMBINE[reduction](output[to], updates[place])
        return output
    if op == "gather":
        return np.take(data, indices, axis)
    if op == "gather_elements":
        return np.array([data[at(place, axis, indices[place])] for place in np.ndindex(indices.shape)], data.dtype).reshape(indices.shape)
    places = np.ndindex(indices.shape[:-1])
    return np.array([data[(*place[:batch_dims], *indices[place])] for place in places], data.dtype).reshape(shape)


def case(test, op, version, dtype, data, indices, *rest, index="int64", axis=None, batch_dims=0, reduction="none", mode="linear", error=None):
    """data, indices, updates and the expected output are pairs of a shape and numbers. Of a test that is rejected no output is given."""
    updates, expected = (rest if len(rest) == 2 else (rest[0], None)) if "scatter" in op else (None, rest[0] if rest else None)
    name = test.split(".")[1]
    numbers[name] = numbers.get(name, 0) + 1
    described = {"id": f"{name}-{numbers[name]}", "source": f"ONNX Runtime, {test}"}
    described.update(op="scatter_elements" if op == "scatter" else op, profile=f"ONNX {PROFILES[op]}-{version}")
    if "scatter" in op and op != "tensor_scatter":
        described["reduction"] = reduction
    op = described["op"]
    if op in ("scatter_elements", "gather_elements", "gather"):
        described["axis"] = axis or 0
    if op == "tensor_scatter":
        described["axis"], described["mode"] = (-2 if axis is None else axis), mode
    if batch_dims:
        described["batch_dims"] = batch_dims
    arrays = {"data": array(*data, dtype), "indices": None if indices is None else array(*indices, index)}
    arrays["updates"] = array(*updates, dtype) if updates else None
    described.update(dtype=dtype, data=tensor(arrays["data"]))
    if indices is not None:
        described["indices"] = tensor(arrays["indices"], dtype=index)
    if updates:
        described["updates"] = tensor(arrays["updates"])
    if error:
        described["expect"] = {"error": error}
    else:
        right = array(*expected, dtype)
        rank = arrays["data"].ndim
        number = described.get("axis", 0) % rank
        found = loops(op, *arrays.values(), number, batch_dims, reduction, mode, right.shape)
        np.testing.assert_allclose(found.astype(float), right.astype(float), 1e-5, 1e-5, err_msg=test)
        described["expect"] = {**tensor(found), **({"sparse": []} if found.size > 1000 else {})}
        if not op.startswith("gather"):
            del described["expect"]["shape"]
    cases.append(described)


# ---- ScatterND -------------------------------------------------------------------------------------------------------------------------

ND = "ScatterNDOpTest"
case(f"{ND}.ScatterND_matrice_int64_int64", "scatter_nd", 11, "int64", ((2, 2), [1, 1, 2, 2]), ((2, 2), [0, 0, 1, 1]), ((2,), [0, 3]), ((2, 2), range(4)))
case(f"{ND}.ScatterND_matrice_int64_int64_neg_indices", "scatter_nd", 11, "int64", ((2, 2), [1, 1, 2, 2]), ((2, 2), [0, 0, -1, -1]), ((2,), [0, 3]), ((2, 2), range(4)))
for test, dtype in (("ScatterND_slice_float_int64_t", "float32"), ("ScatterND_slice_double_int64_t", "float64")):
    case(f"{ND}.{test}", "scatter_nd", 11, dtype, ((2, 2), [0, 0.1, 0.1, 0.1]), ((2, 1), [1, 0]), ((2, 2), [0.2, 0.3, 0, 0.1]), ((2, 2), [0, 0.1, 0.2, 0.3]))
CUBE = ((2, 2, 2), range(8))
TEST = f"{ND}.ScatterND_3tensor_int64"
case(TEST, "scatter_nd", 11, "int64", ((2, 2, 2), [0, 1, 1, 1, 1, 1, 6, 7]), ((2, 2), [0, 1, -1, 0]), ((2, 2), [2, 3, 4, 5]), CUBE)
case(TEST, "scatter_nd", 11, "int8", ((2, 2, 2), [0, 0, 2, 3, 4, 0, 6, 7]), ((2, 3), [0, 0, 1, -1, 0, -1]), ((2,), [1, 5]), CUBE)
case(TEST, "scatter_nd", 11, "int16", ((2, 2, 2), [0, 1, 2, 3] * 2), ((1, 1), [1]), ((1, 2, 2), [4, 5, 6, 7]), CUBE)
case(f"{ND}.ScatterND_batched_index_int64", "scatter_nd", 11, "int64", ((2, 2), [2, 3, 2, 3]), ((2, 1, 2), [0, 0, 0, 1]), ((2, 1), [0, 1]), ((2, 2), range(4)))
case(f"{ND}.ScatterND_batched_index_bool_int64", "scatter_nd", 11, "bool", ((2, 2), [0, 1, 0, 1]), ((2, 1, 2), [0, 0, 0, 1]), ((2, 1), [1, 0]), ((2, 2), [1, 0, 0, 1]))
case(f"{ND}.ScatterND_sliced_index_int64", "scatter_nd", 11, "int64", ((2, 2), 0), ((2, 1, 1), [1, 0]), ((2, 1, 2), [2, 3, 0, 1]), ((2, 2), range(4)))
TEST = f"{ND}.ScatterND_batched_3tensor_int64"
case(TEST, "scatter_nd", 11, "uint32", ((2, 2, 2), 0), ((2, 2, 2), [0, 1, 1, 0, 0, 0, 1, 1]), ((2, 2, 2), [2, 3, 4, 5, 0, 1, 6, 7]), CUBE)
NEGATIVE = ((2, 2, 3), [0, 0, -1, -1, 0, -1, 0, 1, -1, 1, -1, 0])
case(TEST, "scatter_nd", 11, "uint32", ((2, 2, 2), [0, 0, 2, 0, 4, 0, 0, 7]), NEGATIVE, ((2, 2), [1, 5, 3, 6]), CUBE)
case(TEST, "scatter_nd", 11, "int64", ((2, 2, 2), [1] + [0] * 7), ((2, 1, 1), [1, 0]), ((2, 1, 2, 2), [4, 5, 6, 7, 0, 1, 2, 3]), CUBE)
POWERS = [2.0**n for n in range(1, 19)]
MUL = [1638.4, 6553.6, 26214.4, 104857.6, 419430.4, 1677721.625, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6]
ADD = [8194.1, 16388.1, 32776.1, 65552.1, 131104.1, 262208.1, 128.1, 256.1, 512.1, 1024.1, 2048.1, 4096.1]
MAX = [8192, 16384, 32768, 65536, 131072, 262144, 128, 256, 512, 1024, 2048, 4096]
for word, right in (("add", ADD), ("mul", MUL), ("min", 0.1), ("max", MAX)):
    case(f"{ND}.ScatterND_18_{word}", "scatter_nd", 18, "float32", ((2, 2, 3), 0.1), ((3, 1), [0, 1, 0]), ((3, 2, 3), POWERS), ((2, 2, 3), right), reduction=word)
ONES = (1, 1, 1, 1)
case(f"{ND}.ScatterND_18_mul_long_shape", "scatter_nd", 18, "float32", ((2, 2, 3, *ONES), 0.1), ((3, 1), [0, 1, 0]), ((3, 2, 3, *ONES), POWERS), ((2, 2, 3, *ONES), MUL), reduction="mul")
case(f"{ND}.ScatterND_empty_indices", "scatter_nd", 11, "float32", ((2, 3), range(1, 7)), ((0, 1), []), ((0, 3), []), ((2, 3), range(1, 7)))
case(f"{ND}.ScatterND_zero_index_depth_updates_entire_tensor", "scatter_nd", 18, "float32", ((2, 3), range(1, 7)), ((1, 0), []), ((1, 2, 3), range(10, 70, 10)), ((2, 3), range(10, 70, 10)))
case(f"{ND}.ScatterND_zero_index_depth_adds_multiple_updates", "scatter_nd", 18, "float32", ((2,), [1, 2]), ((2, 0), []), ((2, 2), [10, 20, 100, 200]), ((2,), [111, 222]), reduction="add")
case(f"{ND}.ScatterND_zero_index_depth_empty_data", "scatter_nd", 18, "float32", ((0, 3), []), ((1, 0), []), ((1, 0, 3), []), ((0, 3), []))

# ---- Scatter and ScatterElements -------------------------------------------------------------------------------------------------------

for op, version in (("scatter", 9), ("scatter_elements", 11)):
    case("Scatter.IndicesUpdatesDontMatch", op, version, "float32", ((1, 5), range(1, 6)), ((1, 3), [1, 3, 3]), ((1, 2), [1.1, 2.1]), axis=1, error="shapes of indices and updates")
    case("Scatter.InvalidIndex", op, version, "float32", ((4, 2, 1), 0), ((1, 1, 1), [4]), ((1, 1, 1), [5]), error="4 is outside [-4, 3]")
    case("Scatter.BoolInputWithAxis", op, version, "bool", ((1, 5), [0, 0, 0, 1, 0]), ((1, 2), [1, 3]), ((1, 2), [1, 0]), ((1, 5), [0, 1, 0, 0, 0]), axis=1)


def elements(test, dtype, data, indices, updates, right, axis, reduction):
    case(f"ScatterElements.{test}", "scatter_elements", 18, dtype, data, indices, updates, right, axis=axis, reduction=reduction)


elements("AddReduction", "float32", ((3, 3), [1] + [0] * 8), ((2, 3), [1, 0, 2, 0, 2, 1]), ((2, 3), [1, 1.1, 1.2, 2, 2.1, 2.2]), ((3, 3), [3, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]), 0, "add")
NEGATIVES = ((2, 3), [-9, -4, -1, -7, -3, -6])
elements("AddReduction_MLFloat16", "float16", NEGATIVES, ((4, 3), 1), ((4, 3), [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3), ((2, 3), [-9, -4, -1, 3, 7, 4]), 0, "add")
POSITIVES, ROW = ((2, 3), [9, 4, 1, 7, 3, 6]), ((2, 4), 1)
elements("AddReductionAxis1", "float32", POSITIVES, ROW, ((2, 4), [2, 5, 3, 6, 7, 9, 8, 10]), ((2, 3), [9, 20, 1, 7, 37, 6]), 1, "add")
elements("MulReduction", "float32", NEGATIVES, ((2, 3), 1), ((2, 3), [7, 3, 6, 7, 3, 6]), ((2, 3), [-9, -4, -1, -343, -27, -216]), 0, "mul")
elements("MulReductionAxis1", "float32", POSITIVES, ROW, ((2, 4), range(2, 10)), ((2, 3), [9, 480, 1, 7, 9072, 6]), 1, "mul")
for name, dtype in (("MLFloat16", "float16"), ("Float", "float32"), ("Double", "float64")):
    updates = ((2, 3), [1, 5, 3, 7, 3, 6])
    elements(f"MaxReduction_{name}", dtype, NEGATIVES, ((2, 3), 1), updates, ((2, 3), [-9, -4, -1, 7, 5, 6]), 0, "max")
    elements(f"MinReduction_{name}", dtype, ((2, 3), [-9, -4, -1, 8, -3, 5]), ((2, 3), 1), updates, ((2, 3), [-9, -4, -1, 1, -3, 3]), 0, "min")

# ---- Gather ----------------------------------------------------------------------------------------------------------------------------

TENS = [0, 0.1, 0.2, 0.3, 1, 1.1, 1.2, 1.3, 2, 2.1, 2.2, 2.3, 10, 10.1, 10.2, 10.3, 11, 11.1, 11.2, 11.3, 12, 12.1, 12.2, 12.3]
BOOK, NINE = ((2, 3, 4), TENS), ((3, 3), [0, 0.1, 0.2, 1, 1.1, 1.2, 2, 2.1, 2.2])
PAIRS, OF_NINE = ((2, 2), [1, 0, 2, 1]), ((2, 2, 3), [1, 1.1, 1.2, 0, 0.1, 0.2, 2, 2.1, 2.2, 1, 1.1, 1.2])


def gather(test, dtype, data, indices, right, axis=0, index="int64", version=1, error=None):
    case(f"GatherOpTest.{test}", "gather", version, dtype, data, indices, *([right] if right else []), axis=axis, index=index, error=error)


gather("Gather_axis0", "float32", BOOK, ((1,), [1]), ((1, 3, 4), TENS[12:]))
gather("Gather_negative_axis", "float32", BOOK, ((1,), [1]), ((1, 3, 4), TENS[12:]), -3)
gather("Gather_invalid_axis", "float32", BOOK, ((1,), [1]), None, -10, error="axis -10 of rank 3")
gather("Gather_invalid_index_cpu", "float32", ((3, 4), range(12)), ((3,), [0, 1, 1000]), None, index="int32", error="1000 is outside [-3, 2]")
gather("Gather_axis1", "float32", BOOK, ((2,), [2, 0]), ((2, 2, 4), TENS[8:12] + TENS[:4] + TENS[20:] + TENS[12:16]), 1)
THIRDS = [number for begin in (0, 4, 8, 12, 16, 20) for number in (TENS[begin + 1], TENS[begin], TENS[begin + 2])]
gather("Gather_axis2", "float32", BOOK, ((3,), [1, 0, 2]), ((2, 3, 3), THIRDS), 2)
gather("Gather_axis0_indices2d", "float32", NINE, PAIRS, OF_NINE)
gather("Gather_axis1_indices2d", "float32", NINE, PAIRS, ((3, 2, 2), [0.1, 0, 0.2, 0.1, 1.1, 1, 1.2, 1.1, 2.1, 2, 2.2, 2.1]), 1)
gather("Gather_axis0_indicesInt32", "float32", BOOK, ((1,), [1]), ((1, 3, 4), TENS[12:]), index="int32")
gather("Gather_axis0_indices2dInt32", "float32", NINE, PAIRS, OF_NINE, index="int32")
WHOLE, OF_WHOLE = ((3, 3), [0, 1, 2, 10, 11, 12, 20, 21, 22]), ((3, 2, 2), [1, 0, 2, 1, 11, 10, 12, 11, 21, 20, 22, 21])
for dtype in ("int32", "uint32", "int16", "uint16", "int8"):
    gather(f"Gather_axis1_indices2d_{dtype}", dtype, WHOLE, PAIRS, OF_WHOLE, 1, "int32")
gather("Gather_axis1_indices2d_bool", "bool", ((3, 3), [1, 0, 1, 1, 1, 0, 0, 1, 0]), PAIRS, ((3, 2, 2), [0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 1]), 1, "int32")
gather("Gather_perf", "int32", ((50000, 100), 1), ((800, 1), [5] * 800), ((800, 1, 100), 1), index="int32")
gather("Gather_axis1_neg_indices2d_int8", "int8", WHOLE, ((2, 2), [-2, -3, -1, -2]), OF_WHOLE, 1, "int32", 11)

# ---- GatherND --------------------------------------------------------------------------------------------------------------------------

SQUARE, TENTHS = ((2, 2), range(4)), ((2, 2), [0, 0.1, 0.2, 0.3])
SWAPPED, LAST = ((2, 2), [0.2, 0.3, 0, 0.1]), ((2, 1, 2, 2), [4, 5, 6, 7, 0, 1, 2, 3])
TWICE = [
    ("int64_t", "int64", SQUARE, ((2, 2), [0, 0, 1, 1]), ((2,), [0, 3])),
    ("int64_t", "int64", CUBE, ((2, 2), [0, 1, 1, 0]), ((2, 2), [2, 3, 4, 5])),
    ("int64_t", "int64", SQUARE, ((2, 1, 2), [0, 0, 0, 1]), ((2, 1), [0, 1])),
    ("int64_t", "int64", SQUARE, ((2, 1, 1), [1, 0]), ((2, 1, 2), [2, 3, 0, 1])),
    ("int64_t", "int64", CUBE, ((2, 1, 1), [1, 0]), LAST),
    ("int64_t", "int64", CUBE, ((2, 1, 1), [-1, 0]), LAST),
    *((name, dtype, TENTHS, ((2, 1), [i, 0]), SWAPPED) for name, dtype in (("float", "float32"), ("double", "float64")) for i in (1, -1)),
    ("int8_t", "int8", CUBE, ((2, 3), [0, 0, 1, 1, 0, 1]), ((2,), [1, 5])),
    ("int16_t", "int16", CUBE, ((1, 1), [1]), ((1, 2, 2), [4, 5, 6, 7])),
    ("uint32_t", "uint32", CUBE, ((2, 2, 2), [0, 1, 1, 0, 0, 0, 1, 1]), ((2, 2, 2), [2, 3, 4, 5, 0, 1, 6, 7])),
    ("uint32_t", "uint32", CUBE, ((2, 2, 3), [0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0]), ((2, 2), [1, 5, 3, 6])),
    ("bool", "bool", ((2, 2), [1, 0, 0, 1]), ((2, 1, 2), [0, 0, 0, 1]), ((2, 1), [1, 0])),
]
for (test, dtype, data, indices, right), version in itertools.product(TWICE, (11, 12)):
    case(f"GatherNDOpTest.{test}", "gather_nd", version, dtype, data, indices, right)


def gather_nd(test, dtype, data, indices, right, batch_dims=0, error=None):
    case(f"GatherNDOpTest.GatherND_{test}", "gather_nd", 12, dtype, data, indices, *([right] if right else []), batch_dims=batch_dims, error=error)


COUNTED = ((2, 3, 4), range(1, 25))
LONG = ((3, 2, 2), [0, 1, 0, 2, 1, 0, 0, 0, 1, 1, 1, 2])
OF_LONG = ((3, 2, 4), [*range(5, 17), *range(1, 5), *range(17, 25)])
gather_nd("slice_float_default_batch_dims", "float32", COUNTED, LONG, OF_LONG)
gather_nd("slice_float_batch_dims_one_1", "float32", COUNTED, ((2, 2, 2), [0, 1, 0, 2, 1, 0, 0, 0]), ((2, 2), [2, 3, 17, 13]), 1)
EIGHTH = ((2, 2, 2), [n * 0.1 for n in range(8)])
gather_nd("slice_float_batch_dims_one_2", "float32", EIGHTH, ((2, 1), [1, 0]), ((2, 2), [0.2, 0.3, 0.4, 0.5]), 1)
gather_nd("slice_float_batch_dims_one_3", "float32", EIGHTH, ((2, 1, 2), [1, 0, 0, 1]), ((2, 1), [0.2, 0.5]), 1)
THIRTY, OF_THIRTY = ((2, 1, 3, 5), [n * 0.1 for n in range(30)]), ((2, 1, 3), [0, 0.1, 0.5, 2.1, 1.9, 2.9])
gather_nd("slice_float_batch_dims_two", "float32", THIRTY, ((2, 1, 3, 2), [0, 0, 0, 1, 1, 0, 1, 1, 0, 4, 2, 4]), OF_THIRTY, 2)
gather_nd("negative_slice_float_batch_dims_one", "float32", COUNTED, ((2, 2, 2), [0, -3, -1, 2, -1, 0, 0, -2]), ((2, 2), [2, 11, 21, 15]), 1)
gather_nd("negative_slice_float_batch_dims_two", "float32", THIRTY, ((2, 1, 3, 2), [0, -5, -3, 1, -2, 0, -2, -4, 0, -1, 2, -1]), OF_THIRTY, 2)
gather_nd("slice_double_batch_dims_one_1", "float64", EIGHTH, ((2, 1, 1), [1, 0]), ((2, 1, 2), [0.2, 0.3, 0.4, 0.5]), 1)
gather_nd("slice_half", "float16", TENTHS, ((2, 1), [1, 0]), SWAPPED)
OF_BATCHES = ((2, 2, 1, 3), [0, 1, 2, 18, 19, 20, 33, 34, 35, 39, 40, 41])
gather_nd("batch_dims_of_2", "int32", ((2, 2, 2, 2, 3), range(48)), ((2, 2, 1, 2), [0, 0, 1, 0, 1, 1, 0, 1]), OF_BATCHES, 2)
gather_nd("slice_int64_t", "int64", SQUARE, ((2, 1), [1, 0]), ((2, 2), [2, 3, 0, 1]))
gather_nd("batch_dims_mismatch_error", "float32", ((3, 3), [0, 1, 2, 10, 11, 12, 20, 21, 22]), ((2, 1), [1, 2]), None, 1, "3 batches of data, 2 of indices")
gather_nd("zero_batch_dims_error", "float32", ((0, 3), []), ((2, 1), [1, 2]), None, 1, "no batch of data, 2 of indices")
gather_nd("zero_dim_error", "float32", ((2, 0, 3), []), ((1, 2), [0, 0]), None, 0, "a dimension of size 0 has no index")
gather_nd("runtime_scalar_indices_error", "float32", ((2,), [1, 2]), ((), [0]), None, 0, "indices without dimensions")

# ---- GatherElements --------------------------------------------------------------------------------------------------------------------

FOUR, EIGHT, NINES = ((2, 2), [1, 2, 3, 4]), ((2, 2, 2), range(1, 9)), ((3, 3), range(1, 10))
ELEMENTS = [
    (((2, 3), range(6)), ((1, 2), [0, 1]), ((1, 2), [0, 4]), 0, "int32"),
    (FOUR, ((2, 2), [0, 0, 1, 0]), ((2, 2), [1, 1, 4, 3]), 1, "int32"),
    (FOUR, ((2, 2), [0, 0, 1, 0]), ((2, 2), [1, 1, 4, 3]), 1, "int64"),
    (FOUR, ((2, 2), [0, 0, -1, -1]), ((2, 2), [1, 1, 4, 4]), 1, "int64"),
    (FOUR, ((2, 2), [0, 0, 2, 2]), None, 1, "int64"),
    (EIGHT, ((1, 2, 1), [0, 1]), ((1, 2, 1), [1, 3]), 1, "int64"),
    (EIGHT, ((1, 2, 1), [0, 1]), ((1, 2, 1), [1, 4]), 2, "int64"),
    (NINES, ((3, 2), [1, 0, 0, 1, 0, 1]), ((3, 2), [2, 1, 4, 5, 7, 8]), 1, "int64"),
    (NINES, ((3, 2), [1, 0, 0, 1, 0, 1]), ((3, 2), [4, 2, 1, 5, 1, 5]), 0, "int64"),
    (((3,), [1, 2, 3]), ((2,), [1, 0]), ((2,), [2, 1]), 0, "int64"),
]
CALLED = {"float32": "float", "float64": "double"}
for dtype in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"):
    for data, indices, right, axis, index in ELEMENTS:
        test = f"GatherElementsOpTest.{CALLED.get(dtype, f'{dtype}_t')}"
        error = None if right else "2 is outside [-2, 1]"
        case(test, "gather_elements", 11, dtype, data, indices, *([right] if right else []), axis=axis, index=index, error=error)
case("GatherElementsOpTest.bool", "gather_elements", 11, "bool", ((2, 2, 2), [1, 0] * 4), ((1, 2, 1), [0, 1]), ((1, 2, 1), [1, 0]), axis=2)

# ---- TensorScatter ---------------------------------------------------------------------------------------------------------------------

TOP, FALLING = [1, 2, 3, 4, 5, 5, 6, 7, 8, 9], [8, 7, 6, 5, 4, 4, 3, 2, 1, 0]
BATCHES = [*TOP, *FALLING]


def rows(*values):
    return [value for value in values for _ in range(5)]


def tokens(test, data, indices, updates, right, dtype="float32", **more):
    case(f"TensorScatterTest.{test}", "tensor_scatter", 24, dtype, data, indices, updates, right, **more)


tokens("Linear_4D", ((2, 1, 4, 5), BATCHES * 2), ((2,), [1, 2]), ((2, 1, 1, 5), rows(5, 1)),
       ((2, 1, 4, 5), [*TOP[:5], *rows(5), *FALLING, *TOP, *rows(1), *FALLING[5:]]))  # fmt: skip
SOFT = [*TOP, 8, 7, 6, 5, 4, 5, 4, 3, 2, 1]
tokens("Linear_3D", ((3, 4, 5), SOFT * 3), ((3,), [1, 2, 0]), ((3, 2, 5), rows(4, 5, 6, 7, 2, 3)),
       ((3, 4, 5), [*SOFT[:5], *rows(4, 5), *SOFT[15:], *SOFT[:10], *rows(6, 7), *rows(2, 3), *SOFT[10:]]))  # fmt: skip
tokens("Circular_4D", ((2, 1, 4, 5), BATCHES * 2), ((2,), [1, 3]), ((2, 1, 2, 5), rows(5, 6, 1, 2)),
       ((2, 1, 4, 5), [*TOP[:5], *rows(5, 6), *FALLING[5:], *rows(2), *TOP[5:], *FALLING[:5], *rows(1)]), mode="circular")  # fmt: skip
tokens("Linear_NoWriteIndices", ((1, 1, 4, 3), 0), None, ((1, 1, 2, 3), range(1, 7)), ((1, 1, 4, 3), [*range(1, 7), *[0] * 6]))
DOZEN = ((1, 4, 3), range(1, 13))
tokens("Linear_Float16", DOZEN, ((1,), [1]), ((1, 1, 3), [99, 98, 97]), ((1, 4, 3), [1, 2, 3, 99, 98, 97, *range(7, 13)]), "float16")
tokens("Linear_ExplicitAxis", ((2, 3, 2), 0), ((2,), [0, 2]), ((2, 1, 2), [1, 2, 3, 4]), ((2, 3, 2), [1, 2, *[0] * 8, 3, 4]), axis=1)
tokens("Circular_WrapAround", ((1, 4, 2), [10, 11, 20, 21, 30, 31, 40, 41]), ((1,), [2]), ((1, 3, 2), range(1, 7)),
       ((1, 4, 2), [5, 6, 20, 21, 1, 2, 3, 4]), mode="circular")  # fmt: skip
tokens("InPlace_IOBinding", DOZEN, ((1,), [2]), ((1, 1, 3), [99, 98, 97]), ((1, 4, 3), [*range(1, 7), 99, 98, 97, 10, 11, 12]))


def main():
    FILE.write_text(text_of(cases))
    print(f"{len(FILE.read_text().splitlines()) - 2} cases in {FILE.name}")
