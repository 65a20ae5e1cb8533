"""Whole models: in OpenVINO's format and ONNX's, with branches, loops and shapes; converted, saved and compiled."""

import itertools
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
import openvino
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator
from openvino import Model, opset15

import strew_openvino
from tests.adapters.exported import exported
from tests.adapters.openvino import support

INPUTS = {
    "data": np.arange(8, dtype=np.float32).reshape(4, 2),
    "indices": np.array([[1], [-1], [1]]),
    "updates": np.arange(6, dtype=np.float32).reshape(3, 2) + 10,
}
SUMS = support.expected("ScatterNDUpdate-15", INPUTS, reduction="sum")


def sums(**options):
    return support.model("ScatterNDUpdate-15", INPUTS, reduction="sum", **options)


def port(number, array):
    precision = {np.dtype(np.float32): "FP32", np.dtype(np.int64): "I64"}[array.dtype]
    return f'<port id="{number}" precision="{precision}">' + "".join(f"<dim>{size}</dim>" for size in array.shape) + "</port>"


def old_file(version, name, opset, inputs):
    """A model of one operator in OpenVINO's format, marked as strew's. An axis is a constant."""
    layers, edges = [], []
    for i, (kind, array) in enumerate(inputs.items()):
        element = {np.dtype(np.float32): "f32", np.dtype(np.int64): "i64"}[array.dtype]
        shape = ",".join(map(str, array.shape))
        if kind == "axis":
            data = f'<data element_type="{element}" offset="0" shape="{shape}" size="8"/>'
        else:
            data = f'<data element_type="{element}" shape="{shape}"/>'
        type_name = "Const" if kind == "axis" else "Parameter"
        layers.append(f'<layer id="{i}" name="{kind}" type="{type_name}" version="opset1">{data}<output>{port(0, array)}</output></layer>')
        edges.append(f'<edge from-layer="{i}" from-port="0" to-layer="{len(inputs)}" to-port="{i}"/>')
    n, data = len(inputs), inputs["data"]
    ports = "".join(port(i, array) for i, array in enumerate(inputs.values()))
    layers.append(
        f'<layer id="{n}" name="scatter" type="{name}" version="{opset}"><data claim="all"/>'
        f"<input>{ports}</input><output>{port(n, data)}</output></layer>"
        f'<layer id="{n + 1}" name="output" type="Result" version="opset1"><input>{port(0, data)}</input></layer>'
    )
    edges.append(f'<edge from-layer="{n}" from-port="{n}" to-layer="{n + 1}" to-port="0"/>')
    return f'<net name="old" version="{version}"><layers>{"".join(layers)}</layers><edges>{"".join(edges)}</edges></net>'


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "model.xml"

    def test_a_file_with_the_extension_alone_as_a_program_in_cpp_loads_it(self):
        for operator in support.OPERATORS:
            inputs = dict(INPUTS)
            if not operator.startswith("ScatterND"):
                inputs = {"data": INPUTS["data"], "indices": np.array([[1, 0], [-1, 1]]), "updates": np.ones((2, 2), np.float32)}
                if operator.startswith("ScatterUpdate"):
                    inputs["updates"] = np.ones((2, 2, 2), np.float32)
                inputs["axis"] = np.array(0)
            reductions = support.REDUCTIONS.get(operator, (None,))
            for reduction in reductions:
                attributes = {"reduction": reduction} if reduction else {}
                if operator == "ScatterElementsUpdate-12":
                    attributes["use_init_val"] = False
                with self.subTest(operator=operator, **attributes):
                    strew_openvino.save_model(support.model(operator, inputs, **attributes), self.path, False, claim="all")
                    core = support.extended_core()
                    loaded = core.read_model(self.path)
                    name = operator.split("-")[0]
                    self.assertIn(f"Strew{name}", support.names(loaded))
                    self.assertNotIn(name, support.names(loaded))
                    found = support.run(core.compile_model(loaded, "CPU"), inputs)
                    np.testing.assert_array_equal(found, support.expected(operator, inputs, **attributes))

    def test_old_files_run_as_they_are(self):
        """Written by hand, as OpenVINO wrote them in 2020 (10) and since 2022 (11). Their axis is in the second file."""
        data, indices = np.zeros((4, 3), np.float32), np.array([[2, 0], [1, 1]])
        updates = {"ScatterNDUpdate": (2,), "ScatterElementsUpdate": (2, 2), "ScatterUpdate": (4, 2, 2)}
        operators = (("ScatterNDUpdate", "opset3"), ("ScatterNDUpdate", "opset4"), ("ScatterElementsUpdate", "opset3"), ("ScatterUpdate", "opset3"))
        for version, (name, opset) in itertools.product((10, 11), operators):
            inputs = {"data": data, "indices": indices, "updates": np.arange(1, 1 + np.prod(updates[name]), dtype=np.float32).reshape(updates[name])}
            axis = {} if name == "ScatterNDUpdate" else {"axis": np.array([1])}
            with self.subTest(version=version, name=name, opset=opset):
                self.path.write_text(old_file(version, name, opset, {**inputs, **axis}))
                self.path.with_suffix(".bin").write_bytes(np.array([1]).tobytes())
                core = support.extended_core()
                for reader in (core, strew_openvino.core(claim="all")):
                    loaded = reader.read_model(self.path)
                    self.assertIn(f"Strew{name}", support.names(loaded))
                    self.assertNotIn(name, support.names(loaded))
                    found = support.run(reader.compile_model(loaded, "CPU"), inputs)
                    np.testing.assert_array_equal(found, support.expected(f"{name}-3", {**inputs, **axis}))

    def test_a_file_whose_scatter_lacks_an_input_is_an_error(self):
        inputs = {"data": np.zeros((4, 3), np.float32), "indices": np.array([[2, 0], [1, 1]]), "updates": np.ones(2, np.float32)}
        for n in range(1, 3):
            self.path.write_text(old_file(11, "ScatterNDUpdate", "opset4", dict(list(inputs.items())[:n])))
            for core in (support.extended_core(), strew_openvino.core()):
                with self.assertRaisesRegex(RuntimeError, "ScatterNDUpdate|input"):
                    core.read_model(self.path)

    def test_a_path_and_bytes_through_our_core(self):
        openvino.save_model(sums(), self.path, compress_to_fp16=False)
        for path in (str(self.path), self.path):
            np.testing.assert_array_equal(support.run(support.strew(path), INPUTS), SUMS)
            np.testing.assert_array_equal(support.run(strew_openvino.compile_model(path), INPUTS), SUMS)
        core = strew_openvino.core(claim="all")
        text, weights = self.path.read_bytes(), self.path.with_suffix(".bin").read_bytes()
        self.assertIn("StrewScatterNDUpdate", support.names(core.read_model(text, weights)))

    def test_a_converted_model_is_saved_and_read_again(self):
        """With integers of 64 bits, which have three operators more."""
        inputs = {**INPUTS, "data": INPUTS["data"].astype(np.int64) + 2**40, "updates": INPUTS["updates"].astype(np.int64)}
        model = support.convert(support.model("ScatterNDUpdate-15", inputs, reduction="max"))
        openvino.save_model(model, self.path, compress_to_fp16=False)
        core = support.extended_core()
        loaded = core.read_model(self.path)
        self.assertEqual(support.names(loaded), support.names(model))
        found = support.run(core.compile_model(loaded, "CPU"), inputs)
        np.testing.assert_array_equal(found, support.expected("ScatterNDUpdate-15", inputs, reduction="max"))

    def test_the_command_line(self):
        openvino.save_model(sums(), self.path, compress_to_fp16=False)
        converted = self.path.with_name("converted.xml")

        def call(*arguments, status=0):
            done = subprocess.run([sys.executable, "-m", "strew_openvino", *map(str, arguments)], capture_output=True, text=True)
            self.assertEqual(done.returncode, status, done.stderr)
            return done.stdout + done.stderr

        self.assertEqual(call("path"), f"{strew_openvino.library_path()}\n")
        self.assertIn(f"it is small: 3 updates save less than the call costs\n{self.path}: 0 of 1 are strew's\n", call("claims", self.path))
        said = call("convert", self.path, converted, "--claim", "all")
        self.assertRegex(said, rf"\Astrew: ScatterNDUpdate-15 \S+: all are claimed\n{self.path}: 1 of 1 are strew's\n\Z")
        core = support.extended_core()
        np.testing.assert_array_equal(support.run(core.compile_model(converted, "CPU"), INPUTS), SUMS)
        missing = self.path.with_name("nothing.xml")
        for arguments in (("claims", missing), ("convert", missing, converted), ("claims", self.path, "--shape", "none=3")):
            said = call(*arguments, status=1)
            self.assertRegex(said, rf"\A{arguments[1]}: .+\n\Z")
        for wrong in (("claims", self.path, "--claim", "some"), ("claims", self.path, "--shape", "data=x"), ("convert", self.path), ()):
            self.assertRegex(call(*wrong, status=2), "(invalid choice: 'some'|'data=x' is not NAME=SIZE|required: \\w+)")

    def test_a_cache_of_compiled_models(self):
        openvino.save_model(sums(), self.path, compress_to_fp16=False)
        for _ in range(2):
            core = strew_openvino.core(claim="all")
            core.set_property({"CACHE_DIR": str(self.path.parent / "cache")})
            np.testing.assert_array_equal(support.run(core.compile_model(self.path, "CPU"), INPUTS), SUMS)


class Converting(unittest.TestCase):
    def test_names_stay(self):
        model = sums()
        node = next(op for op in model.get_ordered_ops() if op.get_type_name() == "ScatterNDUpdate")
        node.set_friendly_name("the scatter")
        node.output(0).set_names({"sums"})
        names = model.output(0).get_names()
        made = support.convert(model).output(0).get_node().input_value(0)
        self.assertEqual(made.get_node().get_friendly_name(), "the scatter")
        self.assertIn("sums", made.get_names())
        self.assertEqual(model.output(0).get_names(), names)

    def test_a_model_that_is_handed_over_stays_as_it_is(self):
        model = sums()
        support.strew(model)
        self.assertIn("ScatterNDUpdate", support.names(model))

    def test_twice_is_once(self):
        model = support.convert(sums())
        before = support.names(model)
        self.assertEqual(support.names(support.convert(model)), before)

    def test_the_node_runs_in_strew(self):
        """The CPU plugin calls what it runs by an extension a Reference."""

        def kinds(compiled):
            return [op.get_rt_info()["layerType"].astype(str) for op in compiled.get_runtime_model().get_ordered_ops()]

        self.assertIn("Reference", kinds(support.strew(sums())))
        self.assertNotIn("Reference", kinds(support.built_in(sums())))

    def test_branches_and_loops(self):
        for dtype in (np.float32, np.int64):
            with self.subTest(dtype=dtype):
                inputs = {name: array if name == "indices" else array.astype(dtype) for name, array in INPUTS.items()}

                def body(reduction):
                    outer = [opset15.parameter(list(array.shape), array.dtype) for array in inputs.values()]
                    return Model([opset15.result(opset15.scatter_nd_update(*outer, reduction))], outer)

                parameters = [opset15.parameter(list(array.shape), array.dtype) for array in inputs.values()]
                which = opset15.parameter([], np.bool_)
                node, then, otherwise = opset15.if_op(which), body("sum"), body("none")
                node.set_then_body(then)
                node.set_else_body(otherwise)
                for outer, a, b in zip(parameters, then.get_parameters(), otherwise.get_parameters()):
                    node.set_input(outer.output(0), a, b)
                model = Model([node.set_output(then.results[0], otherwise.results[0])], [*parameters, which])
                compiled = support.strew(model)
                for value, reduction in ((True, "sum"), (False, "none")):
                    found = compiled([*inputs.values(), np.array(value)])[0]
                    np.testing.assert_array_equal(found, support.scatter_nd(**inputs, reduction=reduction))
                converted = support.convert(model)
                inner = next(op for op in converted.get_ordered_ops() if op.get_type_name() == "If")
                for i in range(2):
                    self.assertIn("StrewScatterNDUpdate", support.names(inner.get_function(i)))

    def test_a_loop_that_scatters_its_own_output_again(self):
        data, indices, updates = (opset15.parameter(list(array.shape), array.dtype) for array in INPUTS.values())
        inner = [opset15.parameter(list(array.shape), array.dtype) for array in INPUTS.values()]
        on = opset15.constant(np.array(True))
        body = Model([on, opset15.scatter_nd_update(*inner, "sum")], inner)
        loop = opset15.loop(opset15.constant(np.array(3)), on)
        loop.set_function(body)
        loop.set_special_body_ports([-1, 0])
        loop.set_merged_input(inner[0], data.output(0), body.results[1].output(0))
        loop.set_invariant_input(inner[1], indices.output(0))
        loop.set_invariant_input(inner[2], updates.output(0))
        result = loop.get_iter_value(body.results[1].output(0), -1)
        compiled = support.strew(Model([result], [data, indices, updates]))
        expected = INPUTS["data"]
        for _ in range(3):
            expected = support.scatter_nd(expected, INPUTS["indices"], INPUTS["updates"], "sum")
        np.testing.assert_array_equal(support.run(compiled, INPUTS), expected)

    def test_a_branch_that_scatters_into_constants(self):
        for dtype in (np.int64, np.float64):
            indices, updates = opset15.parameter([2, 1], np.int64), opset15.parameter([2], dtype)
            zeros = opset15.constant(np.zeros(3, dtype))
            then = Model([opset15.result(opset15.scatter_nd_update(zeros, indices, updates, "sum"))], [indices, updates])
            indices, updates = opset15.parameter([2, 1], np.int64), opset15.parameter([2], dtype)
            twos = opset15.constant(np.full(2, 2, dtype))
            both = opset15.scatter_nd_update(zeros, indices, twos, "sum")
            otherwise = Model([opset15.result(opset15.add(both, opset15.reduce_sum(updates, np.array(0))))], [indices, updates])
            outer = [opset15.parameter([], np.bool_), opset15.parameter([2, 1], np.int64), opset15.parameter([2], dtype)]
            node = opset15.if_op(outer[0])
            node.set_then_body(then)
            node.set_else_body(otherwise)
            for parameter, a, b in zip(outer[1:], then.get_parameters(), otherwise.get_parameters()):
                node.set_input(parameter.output(0), a, b)
            model = Model([node.set_output(then.results[0], otherwise.results[0])], outer)
            with self.subTest(dtype=dtype), tempfile.TemporaryDirectory() as folder:
                openvino.save_model(model, Path(folder) / "model.xml", compress_to_fp16=False)
                core = support.extended_core()
                for compiled in (support.strew(model), core.compile_model(Path(folder) / "model.xml", "CPU")):
                    for value, right in ((True, [5, 0, 4]), (False, [11, 9, 11])):
                        found = compiled([np.array(value), np.array([[0], [2]]), np.array([5, 4], dtype)])[0]
                        np.testing.assert_array_equal(found, right)

    def test_a_loop_in_a_file_whose_scatter_has_constants_alone(self):
        """The library has replaced the scatter by then, as if it were outside of the loop. Indices alone are not constant."""
        for dtype in (np.int64, np.uint64):
            indices, total = opset15.parameter([2], np.int64), opset15.parameter([3], dtype)
            data, updates = opset15.constant(np.array([10, 20, 30], dtype)), opset15.constant(np.array([1, 2], dtype))
            scatter = opset15.scatter_elements_update(data, indices, updates, np.int64(0), "sum")
            on = opset15.constant(np.array(True))
            body = Model([on, opset15.result(scatter), opset15.result(opset15.add(scatter, total))], [indices, total])
            loop = opset15.loop(opset15.constant(np.array(2)), on)
            loop.set_function(body)
            loop.set_special_body_ports([-1, 0])
            outer = [opset15.parameter([2], np.int64), opset15.parameter([3], dtype)]
            loop.set_invariant_input(indices, outer[0].output(0))
            loop.set_merged_input(total, outer[1].output(0), body.results[2].output(0))
            results = [loop.get_iter_value(result.output(0), -1) for result in body.results[1:]]
            with self.subTest(dtype=dtype), tempfile.TemporaryDirectory() as folder:
                openvino.save_model(Model(results, outer), Path(folder) / "model.xml", compress_to_fp16=False)
                found = support.strew(Path(folder) / "model.xml")([np.array([0, 2]), np.array([1, 2, 3], dtype)])
                np.testing.assert_array_equal(found[0], [11, 20, 32])
                np.testing.assert_array_equal(found[1], [23, 42, 67])

    def test_a_scatter_of_shapes_stays_so_that_openvino_knows_them(self):
        """Dimension 1 of the shape becomes 6, and the rank stays known."""
        x = opset15.parameter([-1, 2, 3], np.float32)
        shape = opset15.shape_of(x)
        shape = opset15.scatter_update(shape, np.array([1, 2]), np.array([6, 1]), np.array(0))
        model = support.convert(Model([opset15.reshape(x, shape, False)], [x]))
        self.assertIn("ScatterUpdate", support.names(model))
        self.assertEqual(str(model.output(0).get_partial_shape()), "[?,6,1]")
        found = openvino.Core().compile_model(model, "CPU")([np.zeros((5, 2, 3), np.float32)])[0]
        self.assertEqual(found.shape, (5, 6, 1))

    def test_a_long_computation_of_integers_takes_no_time(self):
        """Each of 60 numbers is the sum of the one before and itself: there are 2^60 ways from the last to the first."""
        inputs = {"data": np.ones(3, np.int32), "indices": np.array([[1], [1]]), "updates": np.array([5, 6], np.int32)}
        parameters = [opset15.parameter(list(array.shape), array.dtype) for array in inputs.values()]
        data = parameters[0]
        for _ in range(60):
            data = opset15.subtract(opset15.add(data, data), data)
        model = Model([opset15.scatter_nd_update(data, *parameters[1:], "sum")], parameters)
        np.testing.assert_array_equal(support.run(support.strew(model), inputs), [1, 12, 1])
        self.assertIn("StrewScatterNDUpdate", support.names(support.convert(model)))


class Onnx(unittest.TestCase):
    def compare(self, name, operators):
        source, arrays = exported(name)
        (right,) = ReferenceEvaluator(str(source)).run(None, arrays)  # not every version of OpenVINO reads ScatterND's reductions by itself
        core = strew_openvino.core(gather=True, claim="all")
        loaded = core.read_model(source)
        self.assertLessEqual(operators, set(support.names(loaded)))
        found = core.compile_model(loaded, "CPU", support.settings(2))(arrays)[0]
        np.testing.assert_allclose(found, right, rtol=1e-5, atol=1e-6)

    def test_slice_assignments(self):
        self.compare("slice_assignments", {"StrewScatterNDUpdate", "StrewScatterElementsUpdate"})

    def test_message_passing_by_index_add(self):
        self.compare("message_passing", {"StrewScatterNDUpdate"})

    def test_every_reduction(self):
        for operator, reductions in (("ScatterND", ("none", "add", "mul", "min", "max")), ("ScatterElements", ("none", "add", "mul"))):
            for reduction in reductions:
                inputs = dict(INPUTS)
                attributes = {"reduction": reduction}
                if operator == "ScatterElements":
                    inputs["indices"], inputs["updates"] = np.array([[0, 1, 0]]), np.array([[5, 6, 7]], np.float32)
                    attributes["axis"] = 1
                kinds = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.int64): TensorProto.INT64}
                infos = [helper.make_tensor_value_info(name, kinds[array.dtype], array.shape) for name, array in inputs.items()]
                output = helper.make_tensor_value_info("output", TensorProto.FLOAT, [4, 2])
                node = helper.make_node(operator, list(inputs), ["output"], **attributes)
                graph = helper.make_graph([node], "scatter", infos, [output])
                model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
                with self.subTest(operator=operator, reduction=reduction), tempfile.TemporaryDirectory() as folder:
                    path = Path(folder) / "model.onnx"
                    onnx.save(model, path)
                    core = strew_openvino.core(claim="all")
                    loaded = core.read_model(path)
                    self.assertIn(f"Strew{operator}Update", support.names(loaded))
                    found = core.compile_model(loaded, "CPU")(inputs)[0]
                    word = {"add": "sum", "mul": "prod"}.get(reduction, reduction)
                    if operator == "ScatterND":
                        right = support.scatter_nd(**inputs, reduction=word)
                    else:
                        right = support.scatter_elements(**inputs, axis=1, reduction=word)
                    np.testing.assert_array_equal(found, right)
