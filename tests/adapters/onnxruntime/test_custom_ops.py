"""The custom operators of the domain strew, and the tool that moves a model to them. The only tests that older runtimes run."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

import onnxruntime_ep_strew
from onnxruntime_ep_strew.convert import SCATTERS, convert, convert_file
from tests.adapters.exported import exported
from tests.adapters.onnxruntime import support


def open_session(source, threads=2):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(source, onnxruntime_ep_strew.custom_ops_options(options), providers=["CPUExecutionProvider"])


class CustomOps(unittest.TestCase):
    def test_scatters_of_several_types(self):
        for dtype in ("float32", "float16", "int64", "uint8"):
            for reduction in ("none", "add", "max"):
                with self.subTest(dtype=dtype, reduction=reduction):
                    random = np.random.default_rng(1)
                    inputs = {
                        "data": random.integers(0, 5, (6, 4)).astype(dtype),
                        "indices": random.integers(-6, 6, (30, 1)),
                        "updates": random.integers(0, 5, (30, 4)).astype(dtype),
                    }
                    source = support.model("ScatterND", inputs, opset=17, domain="strew", reduction=reduction)
                    found = support.run(open_session(source), inputs)
                    np.testing.assert_array_equal(found, support.scatter_nd(*inputs.values(), reduction=reduction))

    def test_float16_rounded_once(self):
        inputs = {"data": np.zeros(2, np.float16), "indices": np.ones((3000, 1), np.int64), "updates": np.ones(3000, np.float16)}
        for accumulate, largest in (("none", 2048), ("float32", 3000)):
            for constants in ((), ("indices",)):
                source = support.model("ScatterND", inputs, constants, opset=17, domain="strew", reduction="add", accumulate=accumulate)
                session = open_session(source)
                for _ in range(2):
                    self.assertEqual(support.run(session, support.feeds(inputs, constants)).tolist(), [0, largest])
        source = support.model("ScatterND", inputs, opset=17, domain="strew", reduction="add", accumulate="float64")
        with self.assertRaisesRegex(Exception, "the attribute accumulate of a scatter must be none or float32"):
            open_session(source)

    def test_scatter_elements_with_indices_of_32_bits(self):
        inputs = {
            "data": np.zeros((3, 4), np.float32),
            "indices": np.array([[0, -1, 2]], np.int32),
            "updates": np.ones((1, 3), np.float32),
        }
        source = support.model("ScatterElements", inputs, opset=17, domain="strew", axis=1)
        np.testing.assert_array_equal(support.run(open_session(source), inputs), support.scatter_elements(*inputs.values(), axis=1))

    def test_constant_indices_and_repeated_ones_on_two_threads(self):
        random = np.random.default_rng(4)
        inputs = {
            "data": np.zeros((64, 16), np.float32),
            "indices": random.integers(0, 64, (20000, 1)),
            "updates": random.random((20000, 16), np.float32),
        }
        expected = support.scatter_nd(*inputs.values(), reduction="add")
        for constants in ((), ("indices",)):
            with self.subTest(constants=constants):
                session = open_session(support.model("ScatterND", inputs, constants, opset=17, domain="strew", reduction="add"))
                for _ in range(3):
                    np.testing.assert_array_equal(support.run(session, support.feeds(inputs, constants)), expected)

    def test_an_index_out_of_bounds(self):
        inputs = {"data": np.zeros(4, np.float32), "indices": np.array([[4]]), "updates": np.ones(1, np.float32)}
        session = open_session(support.model("ScatterND", inputs, opset=17, domain="strew"))
        for _ in range(3):
            with self.assertRaisesRegex(Exception, r"indices\[0\] component 0 is 4, outside \[-4, 3\]"):
                session.run(None, inputs)
        inputs["indices"] = np.array([[3]])
        np.testing.assert_array_equal(support.run(session, inputs), [0, 0, 0, 1])

    def test_a_tensor_scatter_without_write_indices(self):
        inputs = {"past": np.zeros((2, 3, 4), np.float32), "update": np.ones((2, 1, 4), np.float32)}
        found = support.run(open_session(support.model("TensorScatter", inputs, opset=17, domain="strew")), inputs)
        np.testing.assert_array_equal(found, support.tensor_scatter(*inputs.values(), [0, 0]))

    def test_a_negative_write_index_is_rejected_as_onnx_says(self):
        inputs = {"past": np.zeros((1, 3, 4), np.float32), "update": np.ones((1, 1, 4), np.float32), "write_indices": np.array([-1])}
        for mode in ("linear", "circular"):
            session = open_session(support.model("TensorScatter", inputs, opset=17, domain="strew", mode=mode))
            with self.subTest(mode=mode), self.assertRaisesRegex(Exception, "is -1, .* TensorScatter-24 has no negative indices"):
                session.run(None, inputs)

    def test_attributes_of_other_operators_are_passed_over(self):
        foreign = {"axis": 1, "batch_dims": 1, "mode": "circular", "reduction": "none"}
        data, updates = np.arange(12, dtype=np.float32).reshape(3, 4), np.ones((2, 4), np.float32)
        tuples, rows = np.array([[2], [0]]), np.array([[0, 2, 1, 1]])
        past = data.reshape(1, 3, 4)
        for operator, arrays, own, right in (
            ("ScatterND", (data, tuples, updates), {"reduction": "add"}, support.scatter_nd(data, tuples, updates, reduction="add")),
            ("ScatterElements", (data, rows, updates[:1]), {"axis": 0}, support.scatter_elements(data, rows, updates[:1], axis=0)),
            ("TensorScatter", (past, updates[None]), {"mode": "linear"}, support.tensor_scatter(past, updates[None], [0])),
            ("GatherND", (data, tuples), {"batch_dims": 0}, data[[2, 0]]),
            ("GatherElements", (data, rows), {"axis": 0}, np.take_along_axis(data, rows, 0)),
            ("Gather", (data, tuples), {"axis": 0}, data[tuples]),
        ):
            inputs = dict(zip(("data", "indices", "updates"), arrays))
            if operator == "TensorScatter":
                inputs = dict(zip(("past", "update"), arrays))
            with self.subTest(operator=operator):
                source = support.model(operator, inputs, opset=17, domain="strew", **{**foreign, **own})
                np.testing.assert_array_equal(support.run(open_session(source), inputs), right)

    def test_an_unknown_reduction_is_an_error_of_the_session(self):
        inputs = {"data": np.zeros(4, np.float32), "indices": np.array([[1]]), "updates": np.ones(1, np.float32)}
        with self.assertRaisesRegex(Exception, "must be none, add, mul, min or max"):
            open_session(support.model("ScatterND", inputs, opset=17, domain="strew", reduction="sum"))

    def assert_rejected(self, source, inputs, sentence):
        """Before 1.15 one operator is for all types and counts, and a run says what is wrong. Later no session has the model."""
        if support.VERSION >= (1, 15):
            with self.assertRaisesRegex(Exception, "(Scatter|Gather)"):
                open_session(source)
            return
        session = open_session(source)
        with self.assertRaisesRegex(Exception, sentence):
            session.run(None, inputs)

    def test_types_that_do_not_fit_are_an_error(self):
        inputs = {"data": np.zeros(4, np.float32), "indices": np.array([[1]]), "updates": np.ones(1, np.float32)}
        for name, dtype, sentence in (
            ("updates", np.int64, "updates are int64, but data is float32"),
            ("indices", np.float32, "indices are float32, but must be integers of 8 to 64 bits"),
            ("data", np.float64, "updates are float32, but data is float64"),
        ):
            wrong = {**inputs, name: inputs[name].astype(dtype)}
            with self.subTest(name=name):
                self.assert_rejected(support.model("ScatterND", wrong, opset=17, domain="strew"), wrong, sentence)

    def test_a_missing_input_is_an_error(self):
        inputs = {"data": np.zeros(4, np.float32), "indices": np.array([[1]])}
        self.assert_rejected(support.model("ScatterND", inputs, opset=17, domain="strew"), inputs, "ScatterND has 2 inputs; it takes 3")

    def test_one_input_too_many_is_an_error(self):
        scatter = {"data": np.zeros(4, np.float32), "indices": np.array([[1]]), "updates": np.ones(1, np.float32)}
        gather = {"data": np.zeros(4, np.float32), "indices": np.array([1])}
        for operator, inputs in (("ScatterND", scatter), ("Gather", gather)):
            more = {**inputs, "other": np.ones(1, np.float32)}
            with self.subTest(operator=operator):
                source = support.model(operator, more, opset=17, domain="strew")
                self.assert_rejected(source, more, f"{operator} has {len(more)} inputs; it takes {len(inputs)}")

    def test_strings_are_an_error(self):
        words = [helper.make_tensor_value_info(name, TensorProto.STRING, [2]) for name in ("data", "updates", "output")]
        indices = helper.make_tensor_value_info("indices", TensorProto.INT64, [2, 1])
        node = helper.make_node("ScatterND", ["data", "indices", "updates"], ["output"], domain="strew")
        graph = helper.make_graph([node], "words", [words[0], indices, words[1]], words[2:])
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid("strew", 1)]
        source = helper.make_model(graph, opset_imports=opsets, ir_version=support.IR_VERSION).SerializeToString()
        inputs = {"data": np.array(["a", "b"], object), "indices": np.array([[1], [0]]), "updates": np.array(["c", "d"], object)}
        self.assert_rejected(source, inputs, "data has a type that strew does not take, such as string")


CAN_INLINE = tuple(int(part) for part in onnx.__version__.split(".")[:2]) >= (1, 15)


class Convert(unittest.TestCase):
    def test_an_exported_model_gives_the_same_result(self):
        for name, moved in (("slice_assignments", 4), ("message_passing", 2)):
            with self.subTest(name=name), tempfile.TemporaryDirectory() as folder:
                target, (source, arrays) = Path(folder) / "converted.onnx", exported(name)
                command = (sys.executable, "-m", "onnxruntime_ep_strew", "convert", str(source), "-o", str(target))
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"{moved} nodes in the domain strew", done.stdout)
                expected = support.run(support.built_in(str(source)), arrays)
                converted = onnx.load(str(target))
                self.assertEqual(sum(node.domain == "strew" for node in converted.graph.node), moved)
                found = support.run(open_session(str(target)), arrays)
                np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)

    def test_nodes_inside_other_nodes_and_strings(self):
        def scatter(output):
            return helper.make_node("ScatterND", ["data", "indices", "updates"], [output])

        inner = helper.make_graph([scatter("a")], "inner", [], [helper.make_tensor_value_info("a", TensorProto.FLOAT, [4])])
        other = helper.make_graph([scatter("b")], "other", [], [helper.make_tensor_value_info("b", TensorProto.FLOAT, [4])])
        words = helper.make_node("ScatterND", ["words", "indices", "more"], ["said"])
        choose = helper.make_node("If", ["which"], ["chosen"], then_branch=inner, else_branch=other)
        kinds = {"data": TensorProto.FLOAT, "updates": TensorProto.FLOAT, "words": TensorProto.STRING, "more": TensorProto.STRING}
        infos = [helper.make_tensor_value_info(name, kind, [4]) for name, kind in kinds.items()]
        graph = helper.make_graph([words, choose], "outer", infos, [helper.make_tensor_value_info("chosen", TensorProto.FLOAT, [4])])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16)])
        self.assertEqual(convert(model), ({"ScatterND": 2}, ["ScatterND said stays: strew has no string"]))
        self.assertEqual([node.domain for node in model.graph.node], ["", ""])
        self.assertEqual([opset.domain for opset in model.opset_import], ["", "strew"])
        self.assertEqual(convert(model).moved, {})

    def test_gathers_only_if_asked_for(self):
        info = helper.make_tensor_value_info("data", TensorProto.FLOAT, [4])
        graph = helper.make_graph([helper.make_node("Gather", ["data", "data"], ["o"])], "g", [info], [])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16)])
        self.assertEqual(convert(model).moved, {})
        self.assertEqual(len(model.opset_import), 1)
        self.assertEqual(convert(model, gather=True), ({"Gather": 1}, []))

    def function_model(self, opset=16):
        """A function calls another one, and both have scatters; a third one is called with numbers and with words."""
        imports = [helper.make_opsetid("", opset), helper.make_opsetid("mine", 1)]
        names = ["data", "indices", "updates"]
        choose = helper.make_graph(
            [helper.make_node("ScatterND", ["data", "indices", "updates"], ["then"])], "then", [], [helper.make_empty_tensor_value_info("then")]
        )
        other = helper.make_graph([helper.make_node("Identity", ["data"], ["else"])], "else", [], [helper.make_empty_tensor_value_info("else")])
        yes = helper.make_node("Constant", [], ["yes"], value=support.tensor("yes", np.array(True)))
        inner = [yes, helper.make_node("If", ["yes"], ["out"], then_branch=choose, else_branch=other)]
        scatter = helper.make_node("ScatterND", names, ["sum"])
        reduction = scatter.attribute.add()
        reduction.name, reduction.ref_attr_name, reduction.type = "reduction", "how", 3
        outer = [scatter, helper.make_node("Inner", ["sum", "indices", "updates"], ["out"], domain="mine")]
        functions = [
            helper.make_function("mine", "Outer", names, ["out"], outer, imports, ["how"]),
            helper.make_function("mine", "Inner", names, ["out"], inner, imports),
            helper.make_function("mine", "Words", names, ["out"], [helper.make_node("ScatterND", names, ["out"])], imports),
        ]
        nodes = [
            helper.make_node("Outer", names, ["a"], domain="mine", how="add"),
            helper.make_node("Words", ["a", "indices", "updates"], ["output"], domain="mine"),
            helper.make_node("Words", ["words", "indices", "more"], ["said"], domain="mine"),
        ]
        kinds = {"data": TensorProto.FLOAT, "updates": TensorProto.FLOAT, "words": TensorProto.STRING, "more": TensorProto.STRING}
        infos = [helper.make_tensor_value_info(name, kind, [None]) for name, kind in kinds.items()]
        infos.append(helper.make_tensor_value_info("indices", TensorProto.INT64, [None, 1]))
        outputs = [helper.make_tensor_value_info(name, kind, [None]) for name, kind in (("output", 1), ("said", TensorProto.STRING))]
        graph = helper.make_graph(nodes, "calls", infos, outputs)
        return helper.make_model(graph, functions=functions, opset_imports=imports, ir_version=support.IR_VERSION)

    def test_functions_of_a_model(self):
        model = self.function_model()
        inputs = {
            "data": np.zeros(4, np.float32),
            "updates": np.array([5, 6, 7], np.float32),
            "indices": np.array([[1], [1], [3]]),
            "words": np.array(["a", "b", "c", "d"], object),
            "more": np.array(["x", "y", "z"], object),
        }
        expected = support.built_in(model.SerializeToString()).run(None, inputs)
        moved, stayed = convert(model)
        if not CAN_INLINE:
            names = ("sum in the function Outer", "then in the function Inner", "out in the function Words")
            said = f"stays: the package onnx, {onnx.__version__}, could not inline it"
            self.assertEqual((moved, stayed), ({}, [f"ScatterND {name} {said}" for name in names]))
            return
        self.assertEqual(moved, {"ScatterND": 3})
        self.assertEqual(len(stayed), 1)
        self.assertRegex(stayed[0], "^ScatterND .* stays: strew has no string$")
        found = open_session(model.SerializeToString()).run(None, inputs)
        for mine, theirs in zip(found, expected):
            np.testing.assert_array_equal(mine, theirs)

    def test_types_that_strew_lacks_and_newer_versions_stay(self):
        infos = [helper.make_tensor_value_info(name, TensorProto.COMPLEX64, [4]) for name in ("data", "updates")]
        node = helper.make_node("ScatterND", ["data", "indices", "updates"], ["output"], name="waves")
        model = helper.make_model(helper.make_graph([node], "g", infos, []), opset_imports=[helper.make_opsetid("", 16)])
        self.assertEqual(convert(model), ({}, ["ScatterND waves stays: strew has no complex64"]))
        self.assertEqual(len(model.opset_import), 1)
        model.graph.input[0].type.tensor_type.elem_type = TensorProto.FLOAT
        with mock.patch.dict(SCATTERS, ScatterND=13):
            self.assertEqual(convert(model), ({}, ["ScatterND waves stays: strew has no version 16 of it"]))
        self.assertEqual(convert(model), ({"ScatterND": 1}, []))

    def test_gathers_that_the_runtime_may_fuse_stay(self):
        def gather(data, indices, output):
            return helper.make_node("Gather", [data, indices], [output])

        nodes = [
            helper.make_node("DequantizeLinear", ["bytes", "scale"], ["floats"]),
            gather("floats", "ids", "dequantised"),
            helper.make_node("Shape", ["data"], ["shape"]),
            gather("shape", "ids", "size"),
            gather("data", "zero", "first"),
            gather("data", "one", "second"),
            helper.make_node("Add", ["first", "second"], ["sum"]),
            gather("table", "ids", "rows"),
            helper.make_node("Add", ["rows", "rows"], ["embedding"]),
            gather("sum", "ids", "moved"),
            gather("table", "ids", "used_elsewhere"),
            gather("embedding", "zero", "moved_too"),
        ]
        constants = {"bytes": np.ones((4, 2), np.uint8), "scale": np.float32(1), "table": np.ones((4, 2), np.float32)}
        constants.update(zero=np.array(0), one=np.array([1]))
        values = [support.tensor(name, np.asarray(array)) for name, array in constants.items()]
        infos = [helper.make_tensor_value_info("data", TensorProto.FLOAT, [4, 2]), helper.make_tensor_value_info("ids", TensorProto.INT64, [3])]
        graph = helper.make_graph(nodes, "g", infos, [], values)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16)])
        moved, stayed = convert(model, gather=True)
        names = [node.output[0] for node in model.graph.node if node.domain == "strew"]
        self.assertEqual((moved, names), ({"Gather": 3}, ["moved", "used_elsewhere", "moved_too"]))
        fused = ("dequantised", "size", "first", "second", "rows")
        self.assertEqual(stayed, [f"Gather {name} stays: the runtime may fuse it with its neighbours" for name in fused])

    def test_a_wrong_option_is_rejected_by_name_and_nothing_changes(self):
        cases = (
            (TypeError, "gather is 'yes', and must be True or False", {"gather": "yes"}),
            (ValueError, "accumulate is 'float64', and must be None or 'float32'", {"accumulate": "float64"}),
            (TypeError, "threads", {"threads": 2}),
        )
        for error, sentence, options in cases:
            model = self.function_model()
            before = model.SerializeToString()
            with self.subTest(sentence), self.assertRaisesRegex(error, sentence):
                convert(model, **options)
            self.assertEqual(model.SerializeToString(), before)

    def test_the_command_says_what_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "calls.onnx"
            source.write_bytes(self.function_model().SerializeToString())
            command = (sys.executable, "-m", "onnxruntime_ep_strew", "convert", str(source))
            done = subprocess.run(command, capture_output=True, text=True)
            target = source.with_name("calls.strew.onnx")
            said = done.stdout.splitlines()
            n = 3 if CAN_INLINE else 0
            self.assertEqual((done.returncode, said[-1]), (0, f"{target}: {n} nodes in the domain strew"), done.stderr)
            self.assertEqual(sum(line.startswith("ScatterND ") and " stays: " in line for line in said), 1 if CAN_INLINE else 3)
            self.assertTrue(target.exists())

    def test_accumulate_is_an_attribute_of_what_is_moved(self):
        inputs = {"data": np.zeros(1, np.float16), "indices": np.zeros((3000, 1), np.int64), "updates": np.ones(3000, np.float16)}
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "sum.onnx"
            source.write_bytes(support.model("ScatterND", inputs, opset=16, reduction="add"))
            command = (sys.executable, "-m", "onnxruntime_ep_strew", "convert", "--accumulate")
            done = subprocess.run((*command, "float32", str(source)), capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(support.run(open_session(str(source.with_name("sum.strew.onnx"))), inputs).tolist(), [3000])
            done = subprocess.run((*command, "float64", str(source)), capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("there is no 'float64', only float32", done.stderr)

    def test_data_in_other_files(self):
        inputs = {"data": np.zeros(40, np.float32), "indices": np.arange(40)[:, None], "updates": np.ones(40, np.float32)}
        model = onnx.load_from_string(support.model("ScatterND", inputs, ("updates",), opset=16))
        with tempfile.TemporaryDirectory() as folder:
            source, there, elsewhere = Path(folder) / "m.onnx", Path(folder) / "n.onnx", Path(folder) / "more" / "n.onnx"
            elsewhere.parent.mkdir()
            onnx.save(model, str(source), save_as_external_data=True, location="m.data", size_threshold=0)
            with self.assertRaisesRegex(ValueError, "keeps data in other files, so the new model must be in its folder"):
                convert_file(source, elsewhere)
            self.assertFalse(elsewhere.exists())
            self.assertEqual(convert_file(source, there).moved, {"ScatterND": 1})
            np.testing.assert_array_equal(support.run(open_session(str(there)), support.feeds(inputs, ("updates",))), 1)

    def test_a_file_that_is_no_model(self):
        done = subprocess.run((sys.executable, "-m", "onnxruntime_ep_strew", "convert", __file__), capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn(__file__, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1)


class Versions(unittest.TestCase):
    def test_the_provider_says_which_version_it_needs(self):
        inputs = {"data": np.zeros(4, np.float32), "indices": np.array([[1]]), "updates": np.ones(1, np.float32)}
        if support.VERSION >= (1, 24):
            session = support.strew(support.model("ScatterND", inputs))
            self.assertEqual(session.get_providers(), ["StrewExecutionProvider", "CPUExecutionProvider"])
        else:
            with self.assertRaisesRegex(RuntimeError, r"needs ONNX Runtime 1\.24 or a newer 1\.x, and this is 1\."):
                onnxruntime_ep_strew.session_options(threads=2)
