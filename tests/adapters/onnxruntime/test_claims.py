"""Which nodes strew leaves to the runtime: those that the runtime would have fused, and those that would gain nothing."""

import unittest

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import onnxruntime_ep_strew
from tests.adapters.onnxruntime import support

STREW, CPU = "StrewExecutionProvider", "CPUExecutionProvider"


def model_of(nodes, inputs, constants=None, output=("output", TensorProto.FLOAT), opset=18):
    """Nodes are (operator, inputs, output, attributes)."""
    made = [helper.make_node(operator, list(names), [result], **attributes) for operator, names, result, attributes in nodes]
    infos = [helper.make_tensor_value_info(name, support.element_type(array), array.shape) for name, array in inputs.items()]
    values = [numpy_helper.from_array(np.asarray(array), name) for name, array in (constants or {}).items()]
    graph = helper.make_graph(made, "model", infos, [helper.make_tensor_value_info(*output, None)], values)
    version = 10 if opset >= 24 else support.IR_VERSION
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=version).SerializeToString()


class Fusions(unittest.TestCase):
    """With strew, the runtime makes the same nodes of a model as without."""

    def assert_same_nodes(self, model, inputs, has=()):
        plain, expected = support.watch(model, inputs, onnxruntime.SessionOptions())
        for operator in has:
            self.assertIn((operator, CPU), expected, "the runtime no longer fuses this")
        found, nodes = support.watch(model, inputs, onnxruntime_ep_strew.session_options(gather=True))
        self.assertEqual(nodes, expected)
        np.testing.assert_array_equal(found[0], plain[0])

    def test_a_quantised_embedding_is_gathered_before_it_is_dequantised(self):
        random = np.random.default_rng(1)
        ids = {"ids": random.integers(0, 500, (2, 80))}
        constants = {"table": random.integers(0, 256, (500, 64)).astype(np.uint8), "scale": np.float32(0.1), "zero": np.uint8(128)}
        for both in (False, True):
            nodes = [
                ("DequantizeLinear", ("table", "scale", "zero"), "floats", {}),
                ("Gather", ("floats", "ids"), "rows", {}),
                ("QuantizeLinear", ("rows", "scale", "zero"), "bytes", {}),
            ]
            if both:
                nodes.append(("DequantizeLinear", ("bytes", "scale", "zero"), "output", {}))
            name = ("output", TensorProto.FLOAT) if both else ("bytes", TensorProto.UINT8)
            with self.subTest(both=both):
                self.assert_same_nodes(model_of(nodes, ids, constants, name), ids)
                _, run = support.watch(model_of(nodes, ids, constants, name), ids, onnxruntime_ep_strew.session_options(gather=True))
                self.assertNotIn("QuantizeLinear", dict(run))

    def test_a_value_that_gathers_of_one_number_take_apart_is_split(self):
        inputs = {"x": np.random.default_rng(2).random((100, 3, 4, 8), np.float32)}
        nodes = [("Gather", ("x", f"at{i}"), f"part{i}", {"axis": 1}) for i in range(3)]
        nodes += [("Sub", ("part0", "part1"), "difference", {}), ("Mul", ("difference", "part2"), "output", {})]
        self.assert_same_nodes(model_of(nodes, inputs, {f"at{i}": np.array(i) for i in range(3)}), inputs, has=("Split",))

    def test_shapes_are_computed_when_the_session_is_created(self):
        inputs = {"x": np.random.default_rng(3).random((6, 4), np.float32)}
        nodes = [
            ("Shape", ("x",), "shape", {}),
            ("Gather", ("shape", "at"), "size", {}),
            ("Concat", ("size", "rest"), "wanted", {"axis": 0}),
            ("Reshape", ("x", "wanted"), "output", {}),
        ]
        self.assert_same_nodes(model_of(nodes, inputs, {"at": np.array([0]), "rest": np.array([2, 2])}), inputs)

    def test_the_embeddings_of_a_text(self):
        random = np.random.default_rng(4)
        ids = {"ids": random.integers(0, 50, (1, 100)), "kinds": random.integers(0, 2, (1, 100))}
        nodes = [
            ("Gather", ("words", "ids"), "word", {}),
            ("Gather", ("segments", "kinds"), "segment", {}),
            ("Add", ("word", "segment"), "output", {}),
        ]
        tables = {"words": random.random((50, 32), np.float32), "segments": random.random((2, 32), np.float32)}
        self.assert_same_nodes(model_of(nodes, ids, tables), ids)

    def test_scatters_and_gathers_of_constants_are_folded(self):
        inputs = {"x": np.ones((8, 8), np.float32)}
        constants = {"data": np.ones((8, 8), np.float32), "at": np.arange(8)[:, None], "updates": np.full((8, 8), 3, np.float32)}
        nodes = [
            ("ScatterND", ("data", "at", "updates"), "a", {"reduction": "add"}),
            ("ScatterElements", ("a", "at", "at_value"), "b", {}),
            ("GatherND", ("b", "at"), "c", {}),
            ("Mul", ("x", "c"), "output", {}),
        ]
        constants["at_value"] = np.ones((8, 1), np.float32)
        model = model_of(nodes, inputs, constants)
        for every_node in (False, True):
            found, run = support.watch(model, inputs, onnxruntime_ep_strew.session_options(gather=True, every_node=every_node))
            self.assertEqual(run, [("Mul", CPU)])
            self.assertEqual(found[0].sum(), 8 * 7 * 4 + 8)


def scatter_nd(n, width, dtype="float32", reduction="add", **options):
    inputs = {
        "data": np.zeros((40, width), dtype),
        "indices": np.arange(n)[:, None] % 40,
        "updates": np.ones((n, width), dtype),
    }
    return support.model("ScatterND", inputs, reduction=reduction, **options), inputs


def elements(operator, n, width, axis, constants=(), **attributes):
    inputs = {"data": np.ones((n, width), np.float32), "indices": np.zeros((n, width), np.int64)}
    if operator == "ScatterElements":
        inputs["updates"] = np.ones((n, width), np.float32)
    return support.model(operator, inputs, constants, axis=axis, **attributes), support.feeds(inputs, constants)


def gather(data, indices, axis):
    inputs = {"data": np.ones(data, np.float32), "indices": np.zeros(indices, np.int64)}
    return support.model("Gather", inputs, opset=13, axis=axis), inputs


class Sizes(unittest.TestCase):
    CASES = (
        ("ScatterND", "few tuples", scatter_nd(15, 17), CPU),
        ("ScatterND", "more tuples", scatter_nd(16, 1), STREW),
        ("ScatterND", "few wide tuples", scatter_nd(4, 64), STREW),
        ("ScatterND", "few of an unknown shape", scatter_nd(2, 2, shapes=False), STREW),
        ("ScatterND", "few integers", scatter_nd(2, 2, "int64", "mul"), CPU),
        ("ScatterND", "a minimum takes NaN in another way", scatter_nd(2, 2, reduction="min"), STREW),
        ("ScatterND", "the runtime rejects this sum", scatter_nd(2, 2, "float16"), STREW),
        ("ScatterND", "but not this move", scatter_nd(2, 2, "float16", "none"), CPU),
        ("ScatterElements", "few", elements("ScatterElements", 1, 31, 0), CPU),
        ("ScatterElements", "more", elements("ScatterElements", 1, 32, 0), STREW),
        ("GatherElements", "few", elements("GatherElements", 5, 51, 0), CPU),
        ("GatherElements", "more", elements("GatherElements", 4, 64, 0), STREW),
        ("GatherElements", "along the last axis", elements("GatherElements", 40, 64, 1), CPU),
        ("GatherElements", "along the last axis, from its end", elements("GatherElements", 40, 64, -1), CPU),
        ("GatherElements", "along the last axis, constant", elements("GatherElements", 40, 64, 1, ("indices",)), STREW),
        ("Gather", "few slices", gather((7, 9, 3), (9,), 1), CPU),
        ("Gather", "more slices", gather((8, 9, 3), (8,), -2), STREW),
        ("Gather", "one index, many slices", gather((64, 3), (), 1), STREW),
    )

    def test_what_gains_nothing_is_left_to_the_runtime(self):
        for operator, what, (model, inputs), provider in self.CASES:
            for every_node in (False, True):
                with self.subTest(operator, what=what, every_node=every_node):
                    options = onnxruntime_ep_strew.session_options(gather=True, every_node=every_node)
                    found, nodes = support.watch(model, inputs, options)
                    self.assertEqual(nodes, [(operator, STREW if every_node else provider)])
                    if provider == CPU:
                        np.testing.assert_array_equal(found[0], support.run(support.built_in(model), inputs))

    def test_a_tensor_scatter_is_the_runtimes_since_it_has_one(self):
        inputs = {"past": np.zeros((1, 2, 64, 8), np.float32), "update": np.ones((1, 2, 16, 8), np.float32)}
        for every_node in (False, True):
            options = onnxruntime_ep_strew.session_options(every_node=every_node)
            found, nodes = support.watch(support.model("TensorScatter", inputs, opset=24), inputs, options)
            is_left = support.VERSION >= (1, 25) and not every_node
            self.assertEqual(nodes, [("TensorScatter", CPU if is_left else STREW)])
            np.testing.assert_array_equal(found[0], support.tensor_scatter(*inputs.values(), [0]))
