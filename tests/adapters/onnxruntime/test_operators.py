"""Every operator and every type through a session, against plain loops and ONNX's own tests."""

import itertools
import unittest
import warnings

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tests.adapters.onnxruntime import support

SCATTERS = ("ScatterND", "ScatterElements", "Scatter", "TensorScatter")
GATHERS = ("GatherND", "GatherElements", "Gather")
STREW = "StrewExecutionProvider"


def official_cases():
    """ONNX's tests of one node, by the module that makes them."""
    from onnx.backend.test.case.node import collect_testcases

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the other operators' tests, which are made too
        cases = collect_testcases(None)
    return [case for case in cases if len(case.model.graph.node) == 1 and case.model.graph.node[0].op_type in SCATTERS + GATHERS]


class OfficialTests(unittest.TestCase):
    def versions_of(self, case):
        """The opsets of all versions of the operator that have what the node uses."""
        node = case.model.graph.node[0]
        if node.op_type == "TensorScatter":
            return [24]
        if node.op_type == "Scatter":
            return [10]
        reduction = next((a.s.decode() for a in node.attribute if a.name == "reduction"), None)
        if node.op_type in GATHERS:
            return [13] if node.op_type != "GatherND" else [12, 13]
        return {None: [11, 13, 16, 18], "none": [16, 18], "add": [16, 18], "mul": [16, 18]}.get(reduction, [18])

    def test_all_of_them_in_every_version_of_their_operators(self):
        operators, n = set(), 0
        for case in official_cases():
            for opset in self.versions_of(case):
                model = onnx.ModelProto()
                model.CopyFrom(case.model)
                del model.opset_import[:]
                model.opset_import.append(helper.make_opsetid("", opset))
                model.ir_version = 10
                for inputs, outputs in case.data_sets:
                    with self.subTest(case=case.name, opset=opset):
                        names = [info.name for info in model.graph.input]
                        arrays = [value if isinstance(value, np.ndarray) else numpy_helper.to_array(value) for value in inputs]
                        found, providers = support.run_and_watch(model.SerializeToString(), dict(zip(names, arrays)), gather=True)
                        operator = model.graph.node[0].op_type
                        self.assertEqual(providers, {operator: STREW})
                        np.testing.assert_array_equal(found[0], outputs[0])
                        operators.add(operator)
                        n += 1
        self.assertEqual(operators | {"Scatter"}, set(SCATTERS + GATHERS))  # newer packages of ONNX have no tests of Scatter
        self.assertGreater(n, 40)


class Types(unittest.TestCase):
    TYPES = ("float32", "float64", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")

    def test_bfloat16_sums(self):
        def as_bfloat16(values):
            return (np.asarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)

        indices = np.concatenate([np.array([[2], [0], [2]]), np.ones((300, 1), np.int64)])
        inputs = {"data": as_bfloat16([1, 0, 3]), "indices": indices, "updates": as_bfloat16([4, 8, 0.5, *[1] * 300])}
        model = support.model("ScatterND", inputs, reduction="add", element=TensorProto.BFLOAT16)
        for accumulate, largest in ((None, 256), ("float32", 300)):
            found = support.run_raw(support.strew(model, accumulate=accumulate), inputs, TensorProto.BFLOAT16, (3,))
            np.testing.assert_array_equal(found, as_bfloat16([9, largest, 7.5]))

    def test_float16_sums_which_the_built_in_kernel_rejects(self):
        inputs = {
            "data": np.full((2, 3), 0.5, np.float16),
            "indices": np.array([[1], [1]]),
            "updates": np.full((2, 3), 1 / 3, np.float16),
        }
        model = support.model("ScatterND", inputs, reduction="add")
        np.testing.assert_array_equal(
            support.run(support.strew(model), inputs), support.scatter_nd(*inputs.values(), reduction="add")
        )
        with self.assertRaisesRegex(Exception, "MLFloat16"):
            support.run(support.built_in(model), inputs)

    def test_float16_is_rounded_after_every_update_or_once(self):
        """As ONNX's reference does it, and with `accumulate`. The second run has prepared indices where these are constant."""
        random, loops = np.random.default_rng(1), {"ScatterND": support.scatter_nd, "ScatterElements": support.scatter_elements}
        for (operator, loop), reduction, is_random in itertools.product(loops.items(), ("add", "mul"), (False, True)):
            n, rows = (100, (5,)) if is_random or operator == "ScatterElements" else (4096, ())
            inputs = {"data": np.zeros((3, *rows), np.float16), "indices": np.zeros((n, 1), np.int64), "updates": np.ones((n, *rows), np.float16)}
            if is_random:
                inputs["data"], inputs["updates"] = (random.standard_normal((m, *rows)).astype(np.float16) for m in (3, n))
                inputs["indices"] = random.integers(0, 3, (n, 1))
            if operator == "ScatterElements":
                inputs["indices"] = np.repeat(inputs["indices"], 5, axis=1)
            rights = {None: loop(*inputs.values(), reduction=reduction), "float32": support.rounded_once(loop, *inputs.values(), reduction=reduction)}
            self.assertFalse(is_random and reduction == "add" and np.array_equal(*rights.values()))
            for (accumulate, right), constants in itertools.product(rights.items(), ((), ("indices",))):
                with self.subTest(operator=operator, reduction=reduction, is_random=is_random, accumulate=accumulate, constants=constants):
                    session = support.strew(support.model(operator, inputs, constants, reduction=reduction), accumulate=accumulate)
                    for _ in range(2):
                        np.testing.assert_array_equal(support.run(session, support.feeds(inputs, constants)), right)

    def test_strings_stay_with_the_cpu_provider(self):
        words = {
            "data": np.array(["a", "b", "c" * 40], object),
            "indices": np.array([[2]]),
            "updates": np.array(["d" * 40], object),
        }
        infos = [
            helper.make_tensor_value_info(name, TensorProto.INT64 if name == "indices" else TensorProto.STRING, array.shape)
            for name, array in words.items()
        ]
        output = helper.make_tensor_value_info("output", TensorProto.STRING, (3,))
        graph = helper.make_graph([helper.make_node("ScatterND", list(words), ["output"])], "words", infos, [output])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=support.IR_VERSION)
        found, providers = support.run_and_watch(model.SerializeToString(), words)
        self.assertEqual(providers, {"ScatterND": "CPUExecutionProvider"})
        self.assertEqual(list(found[0]), ["a", "b", "d" * 40])


class Operators(unittest.TestCase):
    def test_scatter_9_and_its_negative_indices(self):
        inputs = {
            "data": np.zeros((3, 3), np.float32),
            "indices": np.array([[1, -1]]),
            "updates": np.array([[1.5, 2.5]], np.float32),
        }
        found, providers = support.run_and_watch(support.model("Scatter", inputs, opset=9, axis=1), inputs)
        self.assertEqual(providers, {"Scatter": STREW})
        np.testing.assert_array_equal(found[0], support.scatter_elements(*inputs.values(), axis=1))

    def test_tensor_scatter_without_and_with_write_indices(self):
        past, update = np.zeros((2, 3, 5, 4), np.float32), np.random.default_rng(1).random((2, 3, 2, 4), np.float32)
        for mode, write_indices in (("linear", [3, 0]), ("circular", [4, 2]), ("linear", None)):
            with self.subTest(mode=mode, write_indices=write_indices):
                inputs = {"past": past, "update": update}
                if write_indices is not None:
                    inputs["indices"] = np.array(write_indices)
                model = support.model("TensorScatter", inputs, opset=24, mode=mode)
                found, providers = support.run_and_watch(model, inputs)
                self.assertEqual(providers, {"TensorScatter": STREW})
                expected = support.tensor_scatter(past, update, write_indices or [0, 0], mode=mode)
                np.testing.assert_array_equal(found[0], expected)

    def test_gathers_are_strews_only_if_asked_for(self):
        data, indices = np.arange(24, dtype=np.float32).reshape(2, 3, 4), np.array([[0, -1], [1, 1]])
        for operator, attributes, expected in (
            ("Gather", {"axis": 1}, data.take(indices, axis=1)),
            ("GatherND", {}, data[tuple(indices.T)]),
            ("GatherND", {"batch_dims": 1}, np.stack([d[tuple(i)] for d, i in zip(data, indices)])),
            ("GatherElements", {"axis": 0}, None),
        ):
            chosen = np.array([[[1, 0, -1, 0]]]) if operator == "GatherElements" else indices
            if expected is None:
                expected = np.take_along_axis(data[:, :1], chosen, axis=0)
            inputs = {"data": data, "indices": chosen}
            for gather, provider in ((True, STREW), (False, "CPUExecutionProvider")):
                with self.subTest(operator=operator, attributes=attributes, gather=gather):
                    model = support.model(operator, inputs, opset=13, **attributes)
                    found, providers = support.run_and_watch(model, inputs, gather=gather)
                    self.assertEqual(providers, {operator: provider})
                    np.testing.assert_array_equal(found[0], expected)

    def test_a_gather_of_one_index(self):
        inputs = {"data": np.arange(12, dtype=np.float32).reshape(3, 4), "indices": np.array(-1)}
        session = support.strew(support.model("Gather", inputs, opset=13, axis=1), gather=True)
        for _ in range(2):
            np.testing.assert_array_equal(support.run(session, inputs), [3, 7, 11])

    def test_other_nodes_stay_with_the_cpu_provider_and_nothing_is_copied_between_them(self):
        info = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [8]) for name in ("data", "output")]
        info.insert(1, helper.make_tensor_value_info("updates", TensorProto.FLOAT, [2]))
        nodes = [
            helper.make_node("Abs", ["data"], ["a"]),
            helper.make_node("ScatterND", ["a", "indices", "updates"], ["b"]),
            helper.make_node("Neg", ["b"], ["output"]),
        ]
        graph = helper.make_graph(nodes, "three", info[:2], info[2:], [support.tensor("indices", np.array([[1], [-1]]))])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=support.IR_VERSION)
        inputs = {"data": np.arange(-4, 4, dtype=np.float32), "updates": np.array([10, 20], np.float32)}
        found, providers = support.run_and_watch(model.SerializeToString(), inputs)
        self.assertEqual(providers, {"Abs": "CPUExecutionProvider", "ScatterND": STREW, "Neg": "CPUExecutionProvider"})
        np.testing.assert_array_equal(found[0], [-4, -10, -2, -1, 0, -1, -2, -20])

    def test_nothing_to_do(self):
        for data, indices, updates in (((3, 2), (0, 1), (0, 2)), ((0, 4), (0, 1), (0, 4)), ((3, 0), (2, 1), (2, 0))):
            inputs = {"data": np.ones(data, np.float32), "indices": np.zeros(indices, np.int64), "updates": np.ones(updates, np.float32)}
            with self.subTest(data=data, indices=indices):
                found = support.run(support.strew(support.model("ScatterND", inputs, reduction="add")), inputs)
                np.testing.assert_array_equal(found, inputs["data"])
