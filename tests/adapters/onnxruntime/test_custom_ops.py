"""The custom operators of the domain strew, and the tool that moves a model to them. The only tests that older runtimes run."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

import strew_onnxruntime
from strew_onnxruntime.convert import convert
from tests.adapters.onnxruntime import support


def open_session(source, threads=2):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(source, strew_onnxruntime.custom_ops_options(options), providers=["CPUExecutionProvider"])


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


class Convert(unittest.TestCase):
    def test_an_exported_model_gives_the_same_result(self):
        for name, moved in (("slice_assignments", 4), ("message_passing", 2)):
            with self.subTest(name=name), tempfile.TemporaryDirectory() as folder:
                target = Path(folder) / "converted.onnx"
                command = (sys.executable, "-m", "strew_onnxruntime", "convert", str(support.MODELS / f"{name}.onnx"), "-o", str(target))
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"{moved} nodes in the domain strew", done.stdout)
                arrays = dict(np.load(support.MODELS / f"{name}.npz"))
                expected = arrays.pop("output")
                converted = onnx.load(target)
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
        self.assertEqual(convert(model), {"ScatterND": 2})
        self.assertEqual([node.domain for node in model.graph.node], ["", ""])
        self.assertEqual([opset.domain for opset in model.opset_import], ["", "strew"])
        self.assertEqual(convert(model), {})

    def test_gathers_only_if_asked_for(self):
        info = helper.make_tensor_value_info("data", TensorProto.FLOAT, [4])
        graph = helper.make_graph([helper.make_node("Gather", ["data", "data"], ["o"])], "g", [info], [])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16)])
        self.assertEqual(convert(model), {})
        self.assertEqual(len(model.opset_import), 1)
        self.assertEqual(convert(model, gather=True), {"Gather": 1})

    def test_a_file_that_is_no_model(self):
        done = subprocess.run((sys.executable, "-m", "strew_onnxruntime", "convert", __file__), capture_output=True, text=True)
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
                strew_onnxruntime.session_options(threads=2)


if __name__ == "__main__":
    unittest.main()
