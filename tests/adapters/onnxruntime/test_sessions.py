"""Sessions as a program uses them: threads, errors, constant indices, models that PyTorch exported."""

import concurrent.futures
import unittest

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

import onnxruntime_ep_strew
from tests.adapters.exported import exported
from tests.adapters.onnxruntime import support


def sum_of_rows(n=20000, rows=64, width=16, seed=3):
    random = np.random.default_rng(seed)
    return {
        "data": np.zeros((rows, width), np.float32),
        "indices": random.integers(0, rows, (n, 1)),
        "updates": random.random((n, width), np.float32),
    }


class Threads(unittest.TestCase):
    def test_repeated_indices_on_two_threads(self):
        inputs = sum_of_rows()
        model = support.model("ScatterND", inputs, reduction="add")
        expected = support.scatter_nd(*inputs.values(), reduction="add")
        session = support.strew(model, threads=2)
        for _ in range(20):
            np.testing.assert_array_equal(support.run(session, inputs), expected)

    def test_the_same_bits_on_any_number_of_threads(self):
        inputs = sum_of_rows(n=100000, rows=3000)
        model = support.model("ScatterND", inputs, reduction="add")
        expected = support.scatter_nd(*inputs.values(), reduction="add")
        for threads in (1, 2, 3, 8, None):
            with self.subTest(threads=threads):
                np.testing.assert_array_equal(support.run(support.strew(model, threads=threads), inputs), expected)

    def test_threads_that_a_program_has_chosen_itself(self):
        inputs = sum_of_rows(n=100000, rows=3000)
        model = support.model("ScatterND", inputs, reduction="add")
        expected = support.scatter_nd(*inputs.values(), reduction="add")
        for pool, told in ((1, "8"), (4, "1"), (2, None)):
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = pool
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            onnxruntime_ep_strew.register()
            options.add_provider_for_devices(onnxruntime_ep_strew.devices(), {} if told is None else {"threads": told})
            with self.subTest(pool=pool, told=told):
                np.testing.assert_array_equal(support.run(onnxruntime.InferenceSession(model, options), inputs), expected)

    def test_many_runs_of_one_session_at_the_same_time(self):
        many = [sum_of_rows(n=3000 + 500 * (i % 6), seed=i) for i in range(8)]  # more shapes than a node has plans
        session = support.strew(support.model("ScatterND", many[0], shapes=False, reduction="add"), threads=2)
        expected = [support.scatter_nd(*inputs.values(), reduction="add") for inputs in many]

        def run_often(i):
            return all(np.array_equal(support.run(session, many[i]), expected[i]) for _ in range(40))

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(list(pool.map(run_often, range(8))), [True] * 8)

    def test_nodes_that_run_at_the_same_time(self):
        inputs = sum_of_rows(n=100000, rows=3000)
        infos = [helper.make_tensor_value_info(name, support.element_type(array), array.shape) for name, array in inputs.items()]
        shape = inputs["data"].shape
        outputs = [helper.make_tensor_value_info(f"output{i}", TensorProto.FLOAT, shape) for i in range(4)]
        reductions = ("add", "max", "none", "mul")
        nodes = [helper.make_node("ScatterND", list(inputs), [f"output{i}"], reduction=name) for i, name in enumerate(reductions)]
        graph = helper.make_graph(nodes, "four", infos, outputs)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=support.IR_VERSION)
        options = onnxruntime.SessionOptions()
        options.execution_mode = onnxruntime.ExecutionMode.ORT_PARALLEL
        options.inter_op_num_threads = 3
        session = support.strew(model.SerializeToString(), threads=2, options=options)
        expected = [support.scatter_nd(*inputs.values(), reduction=name) for name in reductions]
        for _ in range(5):
            for found, right in zip(session.run(None, inputs), expected):
                np.testing.assert_array_equal(found, right)


class Errors(unittest.TestCase):
    INPUTS = {
        "data": np.zeros((4, 3), np.float32),
        "indices": np.array([[1], [7]]),
        "updates": np.ones((2, 3), np.float32),
    }

    def test_an_index_out_of_bounds_is_the_sessions_error_with_strews_sentence(self):
        right = {**self.INPUTS, "indices": np.array([[1], [3]])}
        session = support.strew(support.model("ScatterND", self.INPUTS, reduction="add"))
        for _ in range(3):
            with self.assertRaisesRegex(Exception, r"indices\[1\] component 0 is 7, outside \[-4, 3\] of data dimension 0"):
                session.run(None, self.INPUTS)
            np.testing.assert_array_equal(support.run(session, right), support.scatter_nd(*right.values(), reduction="add"))

    def test_nothing_is_written_when_a_run_is_rejected(self):
        session = support.strew(support.model("ScatterND", self.INPUTS))
        output = np.full((4, 3), 9, np.float32)
        binding = session.io_binding()
        for name, array in self.INPUTS.items():
            binding.bind_cpu_input(name, array)
        binding.bind_output("output", "cpu", 0, np.float32, output.shape, output.ctypes.data)
        with self.assertRaisesRegex(Exception, "is 7, outside"):
            session.run_with_iobinding(binding)
        np.testing.assert_array_equal(output, 9)

    def test_shapes_that_do_not_fit(self):
        wrong = {**self.INPUTS, "updates": np.ones((2, 2), np.float32)}
        session = support.strew(support.model("ScatterND", self.INPUTS, shapes=False))
        with self.assertRaisesRegex(Exception, r"updates dimension 1 is 2, but must be 3|updates.*2.*3"):
            session.run(None, wrong)

    def test_constant_indices_that_are_wrong_are_an_error_of_the_run(self):
        session = support.strew(support.model("ScatterND", self.INPUTS, constants=("indices",)))
        for _ in range(2):
            with self.assertRaisesRegex(Exception, "is 7, outside"):
                session.run(None, support.feeds(self.INPUTS, ("indices",)))

    def test_an_unknown_reduction_is_an_error_of_the_session(self):
        with self.assertRaisesRegex(Exception, "must be none, add, mul, min or max"):
            support.strew(support.model("ScatterND", self.INPUTS, reduction="sum"))
        with self.assertRaisesRegex(Exception, "must be none, add, mul, min or max"):
            support.strew(support.model("ScatterND", self.INPUTS, reduction="a word that is longer than any reduction"))

    def test_tensor_scatter_rejects_a_negative_write_index(self):
        inputs = {"past": np.zeros((1, 4, 2), np.float32), "update": np.ones((1, 1, 2), np.float32), "indices": np.array([-1])}
        with self.assertRaisesRegex(Exception, r"is -1, outside \[0, 3\]"):
            support.strew(support.model("TensorScatter", inputs, opset=24)).run(None, inputs)


class ConstantIndices(unittest.TestCase):
    def test_they_are_prepared_for_every_operator(self):
        random = np.random.default_rng(7)
        for shapes in (True, False):
            for reduction in ("none", "add", "max"):
                with self.subTest(shapes=shapes, reduction=reduction):
                    inputs = {
                        "data": random.random((50, 6), np.float32),
                        "indices": random.integers(-50, 50, (200, 1)),
                        "updates": random.random((200, 6), np.float32),
                    }
                    model = support.model("ScatterND", inputs, constants=("indices",), shapes=shapes, reduction=reduction)
                    session = support.strew(model)
                    for _ in range(3):
                        inputs["data"] = random.random((50, 6), np.float32)
                        found = support.run(session, support.feeds(inputs, ("indices",)))
                        np.testing.assert_array_equal(found, support.scatter_nd(*inputs.values(), reduction=reduction))

    def test_other_shapes_than_those_of_the_first_run(self):
        indices = np.array([[1], [-1], [1]])
        first = {"data": np.zeros((4, 2), np.float32), "indices": indices, "updates": np.ones((3, 2), np.float32)}
        session = support.strew(support.model("ScatterND", first, constants=("indices",), shapes=False, reduction="add"))
        for shape in 2 * ((4, 2), (9, 2), (2, 5), (4, 3), (5, 2), (4, 1)):  # more than a node has plans
            inputs = {"data": np.zeros(shape, np.float32), "indices": indices, "updates": np.ones((3, shape[1]), np.float32)}
            found = support.run(session, support.feeds(inputs, ("indices",)))
            np.testing.assert_array_equal(found, support.scatter_nd(*inputs.values(), reduction="add"))

    def test_many_runs_of_several_shapes_at_the_same_time(self):
        indices = np.random.default_rng(8).integers(0, 50, (2000, 1))
        many = [{"data": np.zeros((50 + i, 3), np.float32), "updates": np.full((2000, 3), i, np.float32)} for i in range(6)]
        first = {"data": many[0]["data"], "indices": indices, "updates": many[0]["updates"]}
        expected = [support.scatter_nd(inputs["data"], indices, inputs["updates"], "add") for inputs in many]
        for _ in range(5):
            session = support.strew(support.model("ScatterND", first, constants=("indices",), shapes=False, reduction="add"))

            def run_often(i):
                return all(np.array_equal(support.run(session, many[i]), expected[i]) for _ in range(20))  # noqa: B023

            with concurrent.futures.ThreadPoolExecutor(6) as pool:
                self.assertEqual(list(pool.map(run_often, range(6))), [True] * 6)

    def test_an_initialiser_that_a_run_may_replace_is_not_constant(self):
        inputs = {"data": np.zeros(4, np.float32), "indices": np.array([[1], [2]]), "updates": np.ones(2, np.float32)}
        model = onnx.load_from_string(support.model("ScatterND", inputs))
        model.graph.initializer.append(support.tensor("indices", inputs["indices"]))
        session = support.strew(model.SerializeToString())
        for indices, expected in ((None, [0, 1, 1, 0]), ([[3], [0]], [1, 0, 0, 1]), (None, [0, 1, 1, 0])):
            feeds = support.feeds(inputs, ("indices",)) if indices is None else {**inputs, "indices": np.array(indices)}
            np.testing.assert_array_equal(support.run(session, feeds), expected)

    def test_gathers(self):
        data, indices = np.random.default_rng(2).random((30, 4), np.float32), np.array([29, 0, -1, 7])
        inputs = {"data": data, "indices": indices}
        session = support.strew(support.model("Gather", inputs, constants=("indices",), opset=13), gather=True)
        for _ in range(2):
            np.testing.assert_array_equal(support.run(session, {"data": data}), data[indices])


class ExportedModels(unittest.TestCase):
    def compare(self, name, operators, fuse=True):
        source, arrays = exported(name)
        found, nodes = support.watch(str(source), arrays, onnxruntime_ep_strew.session_options(2, True, every_node=True, fuse=fuse))
        providers = {"fused" if op.startswith("Strew") else op: provider for op, provider in nodes}
        self.assertEqual({op for op, provider in providers.items() if provider == "StrewExecutionProvider"}, operators)
        np.testing.assert_array_equal(found[0], support.run(support.built_in(str(source)), arrays))

    def test_slice_assignments(self):
        self.compare("slice_assignments", {"ScatterND", "ScatterElements"})

    def test_message_passing_by_index_add(self):
        self.compare("message_passing", {"fused"})
        self.compare("message_passing", {"ScatterND", "GatherND"}, fuse=False)

    def test_a_scatter_in_the_branch_of_an_if(self):
        def branch(name, reduction):
            node = helper.make_node("ScatterND", ["data", "indices", "updates"], [name], reduction=reduction)
            return helper.make_graph([node], name, [], [helper.make_tensor_value_info(name, TensorProto.FLOAT, [4])])

        inputs = {"data": np.arange(4, dtype=np.float32), "indices": np.array([[1], [1]]), "updates": np.array([5, 6], np.float32)}
        infos = [helper.make_tensor_value_info(name, support.element_type(array), array.shape) for name, array in inputs.items()]
        infos.append(helper.make_tensor_value_info("which", TensorProto.BOOL, []))
        node = helper.make_node("If", ["which"], ["output"], then_branch=branch("a", "add"), else_branch=branch("b", "none"))
        graph = helper.make_graph([node], "branches", infos, [helper.make_tensor_value_info("output", TensorProto.FLOAT, [4])])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=support.IR_VERSION)
        session = support.strew(model.SerializeToString())
        for which, reduction in ((True, "add"), (False, "none")):
            found = support.run(session, {**inputs, "which": np.array(which)})
            np.testing.assert_array_equal(found, support.scatter_nd(*inputs.values(), reduction=reduction))
