"""The official backend tests of the onnx package that concern scatter and gather nodes, and what else a backend is asked for."""

import re
import unittest
import warnings
from typing import Any, Sequence
from unittest import mock

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.backend.test import BackendTest
from onnx.backend.test.case.node import collect_testcases
from onnx.backend.test.runner import BackendIsNotSupposedToImplementIt

from strew import IndexOutOfBoundsError, ScatterError, onnx_backend
from strew._onnx_model import ONNX_OPERATORS
from strew.onnx_backend import StrewBackend, StrewRep

from .support import ISAS, same

with warnings.catch_warnings():
    # The tests of all operators are made on the way, some of which divide by zero.
    warnings.simplefilter("ignore")
    # Expanded functions of other operators have a Gather among their nodes.
    CASES = [case for case in collect_testcases(None) if all(node.op_type in ONNX_OPERATORS for node in case.model.graph.node)]
    SUITE = BackendTest(StrewBackend, __name__)
for case in CASES:
    SUITE.include(f"^{re.escape(case.name)}_cpu$")
OnnxBackendNodeModelTest = SUITE.test_cases["OnnxBackendNodeModelTest"]
CHOSEN = {f"{case.name}_cpu" for case in CASES}
OFFERED = [name for name in vars(OnnxBackendNodeModelTest) if name.startswith("test_")]
for name in OFFERED:
    if name not in CHOSEN:  # thousands of other operators, each of which would count as skipped
        delattr(OnnxBackendNodeModelTest, name)


class Official(unittest.TestCase):
    def test_every_test_is_run_and_none_is_skipped(self) -> None:
        by_name = {name for name in OFFERED if re.match("test_(scatter|gather|tensorscatter).*_cpu$", name)}
        self.assertEqual(CHOSEN, by_name)
        operators = {node.op_type for case in CASES for node in case.model.graph.node}
        self.assertEqual(operators, set(ONNX_OPERATORS))

        suite = unittest.defaultTestLoader.loadTestsFromTestCase(OnnxBackendNodeModelTest)
        self.assertEqual(suite.countTestCases(), len(CASES))
        result = unittest.TestResult()
        # The suite takes a backend that declines for one that passed; so the runs are counted.
        with mock.patch.object(StrewRep, "run", autospec=True, side_effect=StrewRep.run) as run:
            suite.run(result)
        self.assertEqual(result.testsRun, len(CASES))
        self.assertEqual((result.failures, result.errors, result.skipped, result.expectedFailures), ([], [], [], []))
        self.assertEqual(run.call_count, sum(len(case.data_sets) for case in CASES))

    def test_bit_for_bit(self) -> None:
        for case in CASES:
            self.assertTrue(StrewBackend.is_compatible(case.model), case.name)
            for isa in ISAS:
                prepared = StrewBackend.prepare(case.model, isa=isa)
                for inputs, outputs in case.data_sets:
                    for found, expected in zip(prepared.run(inputs), outputs):
                        self.assertTrue(same(found, expected), (case.name, isa))


NAMES = ("data", "indices", "updates")


def model(
    nodes: Sequence[onnx.NodeProto],
    inputs: Sequence[str] = NAMES,
    outputs: Sequence[str] = ("y",),
    opset: int = 18,
    values: Sequence[onnx.TensorProto] = (),
    dtype: int = onnx.TensorProto.FLOAT,
) -> onnx.ModelProto:
    def info(name: str) -> onnx.ValueInfoProto:
        kind = onnx.TensorProto.INT64 if name.startswith("indices") else dtype
        return helper.make_tensor_value_info(name, kind, [None])

    graph = helper.make_graph(nodes, "test", [info(name) for name in inputs], [info(name) for name in outputs])
    graph.initializer.extend(values)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def scatter_nd(*inputs: str, output: str = "y", **attributes: Any) -> onnx.NodeProto:
    return helper.make_node("ScatterND", inputs or NAMES, [output], **attributes)


THREE = DATA, INDICES, UPDATES = np.zeros(3, np.float32), np.array([[1]]), np.ones(1, np.float32)


class Models(unittest.TestCase):
    def declined(self, found: onnx.ModelProto, text: str) -> None:
        self.assertFalse(StrewBackend.is_compatible(found))
        with self.assertRaises(BackendIsNotSupposedToImplementIt) as caught:
            StrewBackend.prepare(found)
        self.assertIn(text, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_several_nodes(self) -> None:
        nodes = [
            scatter_nd(reduction="add", output="first"),
            helper.make_node("ScatterElements", ["first", "indices_1", "updates_1"], ["y"], reduction="mul"),
        ]
        found = model(nodes, ["data", "indices", "updates", "indices_1", "updates_1"], ["y", "first"])
        self.assertTrue(StrewBackend.is_compatible(found))
        elements = np.array([1, 1]), np.array([5, 7], np.float32)
        outputs = StrewBackend.run_model(found, [DATA, INDICES, UPDATES, *elements])
        self.assertEqual([output.tolist() for output in outputs], [[0, 35, 0], [0, 1, 0]])
        self.assertEqual(outputs["first"].tolist(), [0, 1, 0])

    def test_values_that_are_inside_the_model(self) -> None:
        in_bounds = [numpy_helper.from_array(INDICES, "indices")]
        for inputs in (["data", "updates"], NAMES):
            prepared = StrewBackend.prepare(model([scatter_nd()], inputs, values=in_bounds))
            self.assertEqual(prepared.run([DATA, UPDATES]).y.tolist(), [0, 1, 0])
        self.assertEqual(prepared.run([DATA, np.array([[2]]), UPDATES]).y.tolist(), [0, 0, 1])

    def test_inputs_in_another_order_than_rows(self) -> None:
        data = np.arange(6, dtype=np.float32).reshape(3, 2).T
        (found,) = StrewBackend.run_model(model([scatter_nd()]), [data, INDICES, np.ones((1, 3), np.float32)])
        np.testing.assert_array_equal(found, [[0, 2, 4], [1, 1, 1]])

    def test_other_nodes(self) -> None:
        add = helper.make_node("Add", ["data", "updates"], ["y"])
        words = "the model has the node Add, which is none of ScatterND, ScatterElements, Scatter, GatherND, GatherElements, Gather, TensorScatter"
        self.declined(model([add]), words)
        self.declined(model([scatter_nd(output="first"), helper.make_node("Add", ["first", "updates"], ["y"])]), words)
        self.declined(model([scatter_nd(domain="com.example")]), "the model has the node ScatterND")
        self.declined(model([]), "it has no node")

    def test_opsets(self) -> None:
        self.declined(model([scatter_nd()], opset=10), "which has no ScatterND yet")
        self.declined(model([scatter_nd()], opset=1000), "the installed onnx package knows them up to")
        none = model([scatter_nd()])
        del none.opset_import[:]
        self.declined(none, "does not name the one opset")
        self.declined(model([scatter_nd(reduction="add")], opset=15), "'reduction', which is none of ScatterND-13")

    def test_the_profile_is_the_version_s(self) -> None:
        with self.assertRaisesRegex(ScatterError, "ONNX ScatterND-18 .*int32"):
            StrewBackend.run_model(model([scatter_nd()]), [DATA, INDICES.astype(np.int32), UPDATES])
        node = scatter_nd(reduction="max")
        with self.assertRaisesRegex(ScatterError, "ONNX ScatterND-16 .*max"):
            StrewBackend.run_model(model([node], opset=16), THREE)
        self.assertEqual(StrewBackend.run_model(model([node], opset=18), THREE).y.tolist(), [0, 1, 0])

    def test_models_that_are_wrong(self) -> None:
        self.declined(model([scatter_nd("data", "nowhere", "updates")]), "has no input named 'nowhere'")
        self.declined(model([scatter_nd()], outputs=["z"]), "has no node that makes its output 'z'")
        self.declined(model([scatter_nd()], outputs=[]), "has no output")
        self.declined(model([scatter_nd("data", "indices")]), "has 2 inputs and 1 outputs, not the 3 and 1")
        unnamed = model([scatter_nd()])
        unnamed.graph.ClearField("name")
        with self.assertRaises(onnx.checker.ValidationError):
            StrewBackend.prepare(unnamed)

    def test_what_strew_rejects(self) -> None:
        prepared = StrewBackend.prepare(model([scatter_nd()]))
        with self.assertRaises(IndexOutOfBoundsError):
            prepared.run([DATA, np.array([[3]]), UPDATES])
        with self.assertRaises(ScatterError):
            prepared.run([DATA, INDICES, np.ones(2, np.float32)])
        with self.assertRaisesRegex(ScatterError, "string"):
            prepared.run([DATA, INDICES, np.array(["a"], object)])


class Nodes(unittest.TestCase):
    def test_run_node(self) -> None:
        three = [DATA, np.array([-1]), UPDATES]
        node = helper.make_node("ScatterElements", NAMES, ["y"], reduction="max")
        self.assertEqual(StrewBackend.run_node(node, three)["y"].tolist(), [0, 0, 1])
        with self.assertRaises(BackendIsNotSupposedToImplementIt):
            StrewBackend.run_node(node, three, opset_version=13)
        with self.assertRaises(BackendIsNotSupposedToImplementIt):
            StrewBackend.run_node(helper.make_node("Add", ["a", "b"], ["y"]), three[:2])

    def test_devices(self) -> None:
        self.assertTrue(StrewBackend.supports_device("CPU") and StrewBackend.supports_device("CPU:0"))
        self.assertFalse(StrewBackend.supports_device("CUDA") or StrewBackend.supports_device("CUDA:1"))
        self.assertFalse(StrewBackend.is_compatible(model([scatter_nd()]), "CUDA"))
        with self.assertRaisesRegex(ValueError, "strew runs on the CPU and not on CUDA"):
            StrewBackend.prepare(model([scatter_nd()]), "CUDA")
        with self.assertRaisesRegex(ValueError, "strew runs on the CPU and not on CUDA"):
            StrewBackend.run_node(scatter_nd(), THREE, "CUDA")

    def test_the_module_is_a_backend_itself(self) -> None:
        found = model([scatter_nd()])
        self.assertTrue(onnx_backend.is_compatible(found) and onnx_backend.supports_device("CPU"))
        for outputs in (
            onnx_backend.prepare(found).run(THREE),
            onnx_backend.run_model(found, THREE),
            onnx_backend.run_node(found.graph.node[0], THREE),
        ):
            self.assertEqual(outputs[0].tolist(), [0, 1, 0])
