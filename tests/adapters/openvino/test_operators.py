"""Every operator, attribute and type through a compiled model, against plain loops."""

import itertools
import tempfile
import unittest
from pathlib import Path

import numpy as np
import openvino
from openvino import Model, Type, opset15

import strew_openvino
from tests.adapters.openvino import support


def inputs_of(operator, dtype, index="int64", seed=1):
    """Data of three dimensions and indices that repeat, half of them negative. Every type holds the products of these numbers."""
    random = np.random.default_rng(seed)
    data = random.integers(1, 4, (4, 3, 2))
    if operator.startswith("ScatterND"):
        indices = random.integers(-3, 3, (5, 2))
        updates = random.integers(1, 3, (5, 2))
    elif operator.startswith("ScatterElements"):
        indices = random.integers(-3, 3, (4, 5, 2))
        updates = random.integers(1, 3, (4, 5, 2))
    else:
        indices = random.integers(-3, 3, (2, 2))
        updates = random.integers(1, 3, (4, 2, 2, 2))
    arrays = {"data": data.astype(dtype), "indices": indices.astype(index), "updates": updates.astype(dtype)}
    if support.has_axis(operator):
        arrays["axis"] = np.array(1)
    return arrays


def region(array):
    """An array as a part of a larger tensor of nines, and that tensor."""
    whole = openvino.Tensor(np.full([n + 2 for n in array.shape], 9, array.dtype))
    part = openvino.Tensor(whole, [1] * array.ndim, [n + 1 for n in array.shape])
    whole.data[(slice(1, -1),) * array.ndim] = array
    return part, whole


def nodes_over_a_long_dimension(n, index):
    """Nodes over data (2, n), each with its name and whether an index goes along n."""
    data = opset15.parameter([2, n], np.uint8)

    def updates(*shape):
        return opset15.parameter(list(shape), np.uint8)

    def indices(*shape):
        return opset15.parameter(list(shape), index)

    return (
        ("ScatterNDUpdate", True, opset15.scatter_nd_update(data, indices(2, 2), updates(2))),
        ("ScatterNDUpdate", False, opset15.scatter_nd_update(data, indices(0, 1), updates(0, n))),
        ("ScatterElementsUpdate", True, opset15.scatter_elements_update(data, indices(2, 2), updates(2, 2), np.int64(-1))),
        ("ScatterElementsUpdate", False, opset15.scatter_elements_update(data, indices(2, 2), updates(2, 2), np.int64(0))),
        ("ScatterUpdate", True, opset15.scatter_update(data, indices(3), updates(2, 3), np.int64(1))),
        ("ScatterUpdate", False, opset15.scatter_update(data, indices(1), updates(1, n), np.int64(0))),
        ("Gather", True, opset15.gather(data, indices(3), np.int64(1))),
        ("Gather", False, opset15.gather(data, indices(1), np.int64(0))),
        ("GatherElements", True, opset15.gather_elements(data, indices(2, 2), axis=1)),
        ("GatherElements", False, opset15.gather_elements(data, indices(2, n), axis=0)),
        ("GatherND", True, opset15.gather_nd(data, indices(2, 3, 1), batch_dims=1)),
        ("GatherND", False, opset15.gather_nd(data, indices(3, 1))),
    )


def as_half(array, kind):
    """A tensor of a type that NumPy may not have."""
    if kind == Type.f16:
        return openvino.Tensor(array.astype(np.float16))
    bits = array.astype(np.float32).view(np.uint32)
    tensor = openvino.Tensor(kind, openvino.Shape(array.shape))
    tensor.data.view(np.uint16)[...] = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16  # to nearest even
    return tensor


def as_floats(tensor, kind):
    if kind == Type.f16:
        return np.array(tensor.data, np.float32)
    return (np.array(tensor.data).view(np.uint16).astype(np.uint32) << 16).view(np.float32)


class Halves(unittest.TestCase):
    """Sums, differences, products and means are computed in float32 and rounded once, as in OpenVINO's CPU plugin. (Of bfloat16, where the
    CPU has AVX-512, that rounds after every update, and not to the nearest number.)"""

    def run_node(self, core, operator, kind, arrays, constants, **attributes):
        """Twice: the second run has prepared indices."""
        halves = {name: openvino.Tensor(array) if name in ("indices", "axis") else as_half(array, kind) for name, array in arrays.items()}
        parameters = {
            name: opset15.constant(tensor) if name in constants else opset15.parameter(tensor.shape, tensor.element_type)
            for name, tensor in halves.items()
        }
        inputs = [name for name in halves if name not in constants]
        node = support.node(operator, list(parameters.values()), **attributes)
        compiled = core.compile_model(Model([node], [parameters[name] for name in inputs]), "CPU", support.settings(1))
        request = compiled.create_infer_request()
        for _ in range(2):
            request.infer([halves[name] for name in inputs])
        return as_floats(request.get_output_tensor(0), kind)

    def test_they_are_rounded_once(self):
        random = np.random.default_rng(5)
        for kind, operator, is_random in itertools.product((Type.f16, Type.bf16), ("ScatterNDUpdate-15", "ScatterElementsUpdate-12"), (0, 1)):
            n = 200 if is_random else 4096
            indices = random.integers(0, 3 if is_random else 1, (n, 1))
            arrays = {"data": np.zeros((3, 5)), "indices": indices, "updates": np.ones((n, 5))}
            if is_random:
                for name in ("data", "updates"):
                    arrays[name] = as_floats(as_half(random.standard_normal(arrays[name].shape), kind), kind)
            if operator.startswith("ScatterElements"):
                arrays["indices"], arrays["axis"] = np.repeat(indices, 5, axis=1), np.array(0)
            for reduction in ("sum", "sub", "prod", "mean"):
                if reduction not in support.REDUCTIONS[operator]:
                    continue
                inits = (True, False) if operator.startswith("ScatterElements") else (None,)
                for use_init_val, constants in itertools.product(inits, (("axis",), ("axis", "indices"))):
                    attributes = {"reduction": reduction} | ({} if use_init_val is None else {"use_init_val": use_init_val})
                    with self.subTest(kind=kind, operator=operator, is_random=is_random, constants=constants, **attributes):
                        floats = {name: array.astype(np.float32) if array.dtype == np.float64 else array for name, array in arrays.items()}
                        right = support.run(support.built_in(support.model(operator, floats, **attributes), 1), floats)
                        right = as_floats(as_half(right, kind), kind)
                        strew = strew_openvino.core(claim="all")
                        found = self.run_node(strew, operator, kind, arrays, constants, **attributes)
                        np.testing.assert_array_equal(found, right)
                        if kind == Type.f16:
                            found = self.run_node(openvino.Core(), operator, kind, arrays, constants, **attributes)
                            np.testing.assert_array_equal(found, right)


class Types(unittest.TestCase):
    def test_integers_of_16_bits_wrap_around(self):
        for dtype, reduction in itertools.product(("int16", "uint16"), ("sum", "sub", "prod", "mean")):
            inputs = {"data": np.array([30_000, 7], dtype), "indices": np.array([0, 0, 1]), "updates": np.array([300, 20_000, 9], dtype)}
            with self.subTest(dtype=dtype, reduction=reduction):
                if reduction == "mean":
                    inputs["axis"] = np.array(0)
                    found = support.run_strew("ScatterElementsUpdate-12", inputs, reduction="mean")
                    np.testing.assert_array_equal(found, [(30_000 + 300 + 20_000) // 3, 8])
                else:
                    inputs["indices"] = inputs["indices"][:, None]
                    found = support.run_strew("ScatterNDUpdate-15", inputs, reduction=reduction)
                    np.testing.assert_array_equal(found, support.expected("ScatterNDUpdate-15", inputs, reduction=reduction))

    def test_bool(self):
        """Four updates of one element: their sum of bytes would be 0 in a byte of 256 of them, and their difference another than XOR."""
        for reduction in support.REDUCTIONS["ScatterNDUpdate-15"]:
            for n in (2, 3, 256):
                with self.subTest(reduction=reduction, n=n):
                    inputs = {
                        "data": np.array([True, False, True, False]),
                        "indices": np.tile(np.array([[0], [1], [2], [3]]), (n, 1)),
                        "updates": np.tile(np.array([True, True, False, False]), n),
                    }
                    found = support.run_strew("ScatterNDUpdate-15", inputs, reduction=reduction)
                    np.testing.assert_array_equal(found, support.expected("ScatterNDUpdate-15", inputs, reduction=reduction))

    def test_bool_of_elements(self):
        inputs = {"data": np.array([True, False]), "indices": np.array([0, 0, 1]), "updates": np.array([True] * 3), "axis": np.array(0)}
        for reduction in ("none", "sum", "prod", "min", "max"):
            found = support.run_strew("ScatterElementsUpdate-12", inputs, reduction=reduction)
            np.testing.assert_array_equal(found, support.expected("ScatterElementsUpdate-12", inputs, reduction=reduction))


class Attributes(unittest.TestCase):
    def test_every_axis_in_every_form(self):
        for operator in ("ScatterElementsUpdate-12", "ScatterElementsUpdate-3", "ScatterUpdate-3"):
            inputs = inputs_of(operator, "float32")
            for axis in (np.array(-2), np.array([1]), np.array(1, np.int32), np.array([-2], np.int32)):
                for constants in (("axis",), ()):
                    with self.subTest(operator=operator, axis=axis, constants=constants):
                        changed = {**inputs, "axis": axis}
                        compiled = support.strew(support.model(operator, changed, constants))
                        found = support.run(compiled, changed, constants)
                        np.testing.assert_array_equal(found, support.expected(operator, changed))

    def test_an_axis_that_changes_from_run_to_run(self):
        inputs = {"data": np.zeros((3, 3), np.float32), "indices": np.array([[0, 2], [1, 1]]), "updates": np.ones((2, 2), np.float32)}
        compiled = support.strew(support.model("ScatterElementsUpdate-12", {**inputs, "axis": np.array(0)}, reduction="sum"))
        for axis in (0, 1, 0, -1):
            changed = {**inputs, "axis": np.array(axis)}
            right = support.expected("ScatterElementsUpdate-12", changed, reduction="sum")
            np.testing.assert_array_equal(support.run(compiled, changed), right)


class Shapes(unittest.TestCase):
    def test_unknown_shapes_that_change_from_run_to_run(self):
        for operator, dtype in itertools.product(support.OPERATORS, ("float32", "int64")):
            with self.subTest(operator=operator, dtype=dtype):
                inputs = inputs_of(operator, dtype)
                constants = ("axis",) if support.has_axis(operator) else ()
                compiled = support.strew(support.model(operator, inputs, constants, are_known=False))
                cases = [{**inputs, "data": np.concatenate([inputs["data"]] * n)} for n in range(1, 7)]  # more than a node has plans
                if operator.startswith("ScatterUpdate"):
                    cases = [{**case, "updates": np.concatenate([inputs["updates"]] * n)} for n, case in enumerate(cases, 1)]
                for case in 2 * cases:
                    np.testing.assert_array_equal(support.run(compiled, case, constants), support.expected(operator, case))

    def test_nothing_to_do(self):
        for data, indices, updates in (((3, 2), (0, 1), (0, 2)), ((0, 4), (0, 1), (0, 4)), ((3, 0), (2, 1), (2, 0))):
            for dtype, are_known in itertools.product(("float32", "int64"), (True, False)):
                inputs = {"data": np.ones(data, dtype), "indices": np.zeros(indices, np.int64), "updates": np.ones(updates, dtype)}
                with self.subTest(data=data, indices=indices, dtype=dtype, are_known=are_known):
                    model = support.model("ScatterNDUpdate-15", inputs, are_known=are_known, reduction="sum")
                    np.testing.assert_array_equal(support.run(support.strew(model), inputs), inputs["data"])

    def test_tensors_that_are_parts_of_larger_ones(self):
        """As a program has them that evaluates a node itself. What is around an output stays as it was."""
        gathered = {"data": np.arange(20, dtype=np.float32).reshape(4, 5), "indices": np.array([3, -4, 4], np.int32), "axis": np.array(0)}
        cases = [(operator, inputs_of(operator, "float32", "int32"), None) for operator in support.OPERATORS]
        cases.append(("Gather-8", gathered, np.append(gathered["data"][[3, 0]], np.zeros((1, 5), np.float32), axis=0)))
        for operator, inputs, right in cases:
            if right is None:
                right = support.expected(operator, inputs)
            loaded = support.convert(support.model(operator, inputs), gather=True)
            (node,) = [op for op in loaded.get_ordered_ops() if op.get_type_name().startswith("Strew")]
            dense = [openvino.Tensor(array) for array in inputs.values()]
            parts = [region(array)[0] if array.ndim else openvino.Tensor(array) for array in inputs.values()]
            for given in (dense, parts):
                with self.subTest(operator=operator, has_parts=given is parts):
                    part, whole = region(np.zeros_like(right))
                    self.assertTrue(node.evaluate([part], given))
                    np.testing.assert_array_equal(whole.data, region(right)[1].data)


class LargeIntegers(unittest.TestCase):
    LARGE = 2**40 + 1

    def inputs(self, dtype=np.int64):
        data = np.full(5, self.LARGE, dtype)
        return {"data": data, "indices": np.array([[1], [2], [-1], [1]]), "updates": np.array([1, 2, 2**50, 4], dtype)}

    def test_whole_where_the_built_in_operator_is_wrong(self):
        """If a version of OpenVINO is no longer wrong, docs/openvino.md must say so."""
        for dtype in (np.int64, np.uint64):
            inputs = self.inputs(dtype)
            right = support.expected("ScatterNDUpdate-15", inputs, reduction="sum")
            model = support.model("ScatterNDUpdate-15", inputs, reduction="sum")
            np.testing.assert_array_equal(support.run(support.strew(model), inputs), right)
            self.assertTrue((support.run(support.built_in(model), inputs) != right).all())

    def test_constants_and_one_scatter_after_another(self):
        inputs = self.inputs()
        data, indices = opset15.parameter([5], np.int64), opset15.parameter([4, 1], np.int64)
        updates = opset15.constant(inputs["updates"])
        first = opset15.scatter_nd_update(data, indices, updates, "sum")
        second = opset15.scatter_nd_update(first, indices, updates, "sub")
        third = opset15.scatter_nd_update(second, indices, updates, "max")
        compiled = support.strew(Model([first, third], [data, indices]))
        found = compiled([inputs["data"], inputs["indices"]])
        right = support.scatter_nd(**inputs, reduction="sum")
        np.testing.assert_array_equal(found[0], right)
        right = support.scatter_nd(right, inputs["indices"], inputs["updates"], "sub")
        np.testing.assert_array_equal(found[1], support.scatter_nd(right, inputs["indices"], inputs["updates"], "max"))

    def test_beside_openvinos_own_operators(self):
        """They have 32 bits, and strew gets what they give."""
        inputs = self.inputs()
        inputs["data"][:], inputs["updates"][2] = 2**25 + 1, 7
        for before_data, before_updates, after in itertools.product((False, True), repeat=3):
            parameters = [opset15.parameter(list(array.shape), np.int64) for array in inputs.values()]
            one = opset15.constant(np.array(1))
            data = opset15.add(parameters[0], one) if before_data else parameters[0]
            updates = opset15.add(parameters[2], one) if before_updates else parameters[2]
            node = opset15.scatter_nd_update(data, parameters[1], updates, "sum")
            node = opset15.add(node, one) if after else node
            with self.subTest(before_data=before_data, before_updates=before_updates, after=after):
                found = support.run(support.strew(Model([node], parameters)), inputs)
                changed = {**inputs, "data": inputs["data"] + before_data, "updates": inputs["updates"] + before_updates}
                np.testing.assert_array_equal(found, support.scatter_nd(**changed, reduction="sum") + after)

    def test_float64_and_uint32_where_they_are_results_of_the_model(self):
        """The built-in operators give others."""
        for dtype, reduction, data in ((np.float64, "sum", [2**40 + 1, 0.1]), (np.uint32, "max", [2**32 - 1, 2**31 + 5])):
            inputs = {"data": np.array(data, dtype), "indices": np.array([[0], [0]]), "updates": np.array([1, 2], dtype)}
            right = support.scatter_nd(**inputs, reduction=reduction)
            model = support.model("ScatterNDUpdate-15", inputs, reduction=reduction)
            with self.subTest(dtype=dtype), tempfile.TemporaryDirectory() as folder:
                np.testing.assert_array_equal(support.run(support.strew(model), inputs), right)
                path = Path(folder) / "model.xml"
                openvino.save_model(model, path, compress_to_fp16=False)
                np.testing.assert_array_equal(support.run(support.strew(path), inputs), right)
                self.assertTrue((support.run(support.built_in(model), inputs) != right).any())

    def test_their_results_in_openvinos_own_operators(self):
        for dtype in (np.float64, np.uint32, np.int16, np.uint16, np.float16):
            inputs = {"data": np.array([5, 7], dtype), "indices": np.array([[0], [0]]), "updates": np.array([2, 3], dtype)}
            parameters = [opset15.parameter(list(array.shape), array.dtype) for array in inputs.values()]
            node = opset15.scatter_nd_update(*parameters, "sum")
            model = Model([opset15.add(node, opset15.constant(np.array(1, dtype))), node], parameters)
            with self.subTest(dtype=dtype):
                np.testing.assert_array_equal(support.run(support.strew(model), inputs), [11, 8])

    def test_an_index_beyond_32_bits_is_rejected(self):
        """The built-in operator takes it for 1."""
        inputs = {"data": np.zeros(3, np.float32), "indices": np.array([[2**32 + 1]]), "updates": np.ones(1, np.float32)}
        model = support.model("ScatterNDUpdate-15", inputs)
        np.testing.assert_array_equal(support.run(support.built_in(model), inputs), [0, 1, 0])
        for index, said in ((2**32 + 1, 2**31 - 1), (-(2**40), -(2**31))):
            inputs["indices"][0] = index
            for constants in ((), ("indices",)):
                compiled = support.strew(support.model("ScatterNDUpdate-15", inputs, constants))
                with self.assertRaisesRegex(RuntimeError, rf"component 0 is {said}, outside \[-3, 2\]"):
                    support.run(compiled, inputs, constants)

    def test_a_dimension_beyond_32_bits_is_rejected(self):
        """The nearest index of 32 bits would be in bounds there. Along other dimensions no index goes, and int32 indices lose nothing."""
        for n, index in itertools.product((2**31 - 1, 2**31), (np.int32, np.int64)):
            for name, along, node in nodes_over_a_long_dimension(n, index):
                parameters = [source.get_node() for source in node.input_values() if source.get_node().get_type_name() == "Parameter"]
                model = Model([node], parameters)
                with self.subTest(n=n, index=index, name=name, along=along):
                    if n == 2**31 and index == np.int64 and along:
                        with self.assertRaisesRegex(RuntimeError, "data dimension 1 is 2147483648; .* 32 bits, for at most 2147483647"):
                            support.convert(model, gather=True)
                    else:
                        self.assertIn(f"Strew{name}", support.names(support.convert(model, gather=True)))


class Gathers(unittest.TestCase):
    def test_gathers_are_strews_only_if_asked_for(self):
        data, indices = np.arange(24, dtype=np.float32).reshape(2, 3, 4), np.array([[0, -1], [1, 1]])
        elements = np.array([[[1, 0, -1, 0]] * 3])
        for operator, inputs, attributes, right in (
            ("Gather-8", {"data": data, "indices": indices, "axis": np.array(1)}, {}, data.take(indices, axis=1)),
            (
                "Gather-8",
                {"data": data, "indices": indices, "axis": np.array(-1)},
                {"batch_dims": 1},
                np.stack([d.take(i, axis=1) for d, i in zip(data, indices)]),
            ),
            ("GatherND-8", {"data": data, "indices": np.abs(indices)}, {}, data[tuple(np.abs(indices).T)]),
            (
                "GatherND-8",
                {"data": data, "indices": np.abs(indices)},
                {"batch_dims": 1},
                np.stack([d[tuple(i)] for d, i in zip(data, np.abs(indices))]),
            ),
            ("GatherElements-6", {"data": data, "indices": elements}, {"axis": 0}, np.take_along_axis(data, elements, axis=0)),
        ):
            for dtype, are_known in itertools.product((np.float32, np.int64), (True, False)):
                if operator == "GatherND-8" and not are_known:
                    continue  # neither is the rank of the result then, which the CPU plugin must know
                with self.subTest(operator=operator, attributes=attributes, dtype=dtype, are_known=are_known):
                    large = np.array(2, dtype) ** np.array(40, dtype)
                    changed = {**inputs, "data": data.astype(dtype) + large}
                    constants = ("axis",) if "axis" in inputs else ()
                    model = support.model(operator, changed, constants, are_known, **attributes)
                    name = operator.split("-")[0]
                    self.assertIn(name, support.names(support.convert(model.clone())))
                    self.assertIn(f"Strew{name}", support.names(support.convert(model.clone(), gather=True)))
                    found = support.run(support.strew(model, gather=True), changed, constants)
                    np.testing.assert_array_equal(found, right.astype(dtype) + large)

    def test_a_gather_out_of_bounds_gives_zeros_as_gather_8_says(self):
        inputs = {"data": np.ones((3, 2), np.float32), "indices": np.array([0, 7]), "axis": np.array(0)}
        compiled = support.strew(support.model("Gather-8", inputs, ("axis",)), gather=True)
        np.testing.assert_array_equal(support.run(compiled, inputs, ("axis",)), [[1, 1], [0, 0]])
