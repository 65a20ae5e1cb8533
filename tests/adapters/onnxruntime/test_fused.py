"""A gather whose rows a scatter alone reads is one node with it: which are claimed, what comes out, faults, and that no rows are made."""

import itertools
import resource
import subprocess
import sys
import unittest

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import onnxruntime_ep_strew
from tests.adapters.onnxruntime import support

STREW, CPU = "StrewExecutionProvider", "CPUExecutionProvider"
N, R = 7, 5  # rows of data, and of the table
TARGETS, SOURCES = np.array([3, 0, 3, -1, 6, 2, 3, 0, -7]), np.array([1, -1, 4, 0, 2, -5, 1, 1, 3])
E = TARGETS.size


class Graph:
    """Nodes over inputs, of which each has the shape of its array or, if shapes are `dynamic`, its rank alone."""

    def __init__(self, dynamic=False, opset=18):
        self.nodes, self.infos, self.constants, self.arrays, self.opset, self.dynamic = [], [], [], {}, opset, dynamic

    def input(self, name, array, shape=None):
        known = shape if shape is not None else [None if self.dynamic and n != 1 else n for n in array.shape]
        self.infos.append(helper.make_tensor_value_info(name, support.element_type(array), known))
        self.arrays[name] = array
        return name

    def constant(self, array):
        self.constants.append(numpy_helper.from_array(np.asarray(array), f"c{len(self.constants)}"))
        return self.constants[-1].name

    def node(self, operator, *inputs, output=None, **attributes):
        output = output or f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def model(self, *outputs):
        infos = [helper.make_tensor_value_info(name, kind, None) for name, kind in outputs]
        graph = helper.make_graph(self.nodes, "model", self.infos, infos, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=support.IR_VERSION)
        return model.SerializeToString()


def numbers(seed, *shape, dtype="float32"):
    """Whose sums and products are exact in every type."""
    return np.random.default_rng(seed).integers(0 if dtype.startswith("u") else -2, 3, shape).astype(dtype)


def pair(reduction="add", gather="Gather", scatter="ScatterND", weights=None, dtype="float32", row=(3,), dynamic=True, expand="shape", **changes):
    """A gather, maybe a product, and a scatter. `expand` is how ScatterElements has its indices: expanded to the shape of the updates, or to a
    shape that is an input, or not expanded by the model."""
    of = {"data": numbers(1, N, *row, dtype=dtype), "table": numbers(2, R, *row, dtype=dtype), "targets": TARGETS, "sources": SOURCES, **changes}
    g = Graph(dynamic)
    data, table = g.input("data", of["data"]), g.input("table", of["table"])
    if gather == "Gather":
        rows = g.node("Gather", table, g.input("sources", of["sources"]), axis=0)
    else:
        rows = g.node("GatherND", table, g.input("sources", of["sources"][:, None], [None, 1] if dynamic else None))
    if weights is not None:
        rows = g.node("Mul", rows, g.input("weights", weights))
    targets = of["targets"].reshape(-1, *(1 for _ in row))
    kind = support.element_type(of["data"])
    if scatter == "ScatterND":
        output = g.node("ScatterND", data, g.input("targets", of["targets"][:, None], [None, 1] if dynamic else None), rows, output="output", reduction=reduction)
        return g.model((output, kind)), g.arrays
    shape = g.node("Shape", rows) if expand == "shape" else g.input("shape", np.array([of["targets"].size, *of["table"].shape[1:]]))
    if expand == "no":
        index = g.input("targets", np.broadcast_to(targets, (targets.shape[0], *of["table"].shape[1:])).copy())
    else:
        index = g.node("Expand", g.input("targets", targets, [None, *(1 for _ in row)]), shape)
    output = g.node("ScatterElements", data, index, rows, output="output", axis=0, reduction=reduction)
    return g.model((output, kind)), g.arrays


def expected_of(arrays, reduction):
    rows = arrays["table"][arrays["sources"].ravel()]
    if "weights" in arrays:
        rows = rows * arrays["weights"]
    indices = arrays["targets"].reshape(-1, 1)
    data = arrays["data"][tuple(slice(n) for n in (arrays["data"].shape[0], *rows.shape[1:]))]
    part = support.scatter_nd(data, indices % N, rows.astype(data.dtype), reduction)
    output = arrays["data"].copy()
    output[tuple(slice(n) for n in part.shape)] = part
    return output


def nodes_of(model, arrays, **options):
    outputs, nodes = support.watch(model, arrays, onnxruntime_ep_strew.session_options(2, every_node=True, **options))
    return outputs[0], nodes


FORMS = [{"gather": g, "scatter": "ScatterND"} for g in ("Gather", "GatherND")]
FORMS += [{"gather": g, "scatter": "ScatterElements", "expand": e} for g, e in (("Gather", "shape"), ("GatherND", "shape"), ("Gather", "input"))]


class Results(unittest.TestCase):
    def check(self, model, arrays, reduction, n_nodes=1):
        found, nodes = nodes_of(model, arrays)
        self.assertEqual([provider for _, provider in nodes], [STREW] * n_nodes)
        np.testing.assert_array_equal(found, expected_of(arrays, reduction))
        return found

    def test_every_form_and_reduction(self):
        for form, reduction, dynamic in itertools.product(FORMS, ("none", "add", "mul", "min", "max"), (False, True)):
            with self.subTest(**form, reduction=reduction, dynamic=dynamic):
                model, arrays = pair(reduction, dynamic=dynamic, **form)
                found = self.check(model, arrays, reduction)
                np.testing.assert_array_equal(found, support.run(support.built_in(model), arrays))
                two, nodes = nodes_of(model, arrays, fuse=False)
                self.assertIn(("ScatterND" if form["scatter"] == "ScatterND" else "ScatterElements", STREW), nodes)
                np.testing.assert_array_equal(two, found)

    def test_every_type(self):
        types = "float32 float64 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool".split()
        for dtype, reduction, form in itertools.product(types, ("none", "add", "max"), (FORMS[0], FORMS[2])):
            if dtype == "bool" and reduction != "none":
                continue
            with self.subTest(dtype=dtype, reduction=reduction, **form):
                model, arrays = pair(reduction, dtype=dtype, **form)
                found = self.check(model, arrays, reduction)
                try:
                    theirs = support.run(support.built_in(model), arrays)
                except Exception:  # noqa: BLE001  # a type that the runtime rejects
                    continue
                np.testing.assert_array_equal(found, theirs)

    def test_types_that_numpy_lacks(self):
        g = {"data": np.zeros((N, 2), np.uint16), "table": np.full((R, 2), 0x3F80, np.uint16)}  # ones of bfloat16
        model, arrays = pair(row=(2,), **g)
        self.assertIsNotNone(model)
        graph = Graph(dynamic=True)
        kind = TensorProto.BFLOAT16
        for name in ("data", "table"):
            graph.infos.append(helper.make_tensor_value_info(name, kind, [None, 2]))
        rows = graph.node("Gather", "table", graph.input("sources", SOURCES), axis=0)
        graph.node("ScatterND", "data", graph.input("indices", TARGETS[:, None], [None, 1]), rows, output="output", reduction="add")
        session = support.strew(graph.model(("output", kind)))
        binding = session.io_binding()
        for name in ("data", "table"):
            binding.bind_input(name, "cpu", 0, kind, g[name].shape, g[name].ctypes.data)
        for name, array in graph.arrays.items():
            binding.bind_cpu_input(name, array)
        output = np.zeros((N, 2), np.uint16)
        binding.bind_output("output", "cpu", 0, kind, output.shape, output.ctypes.data)
        session.run_with_iobinding(binding)
        counts = np.bincount(TARGETS % N, minlength=N)
        np.testing.assert_array_equal(output[:, 0], (counts.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16))

    def test_weights_of_every_shape(self):
        for shape in ((E, 1, 1), (E, 2, 1), (E, 2, 3), (1, 2, 3), (2, 3), (3,), (1,), ()):
            for form, reduction in itertools.product((FORMS[0], FORMS[2]), ("add", "max")):
                with self.subTest(shape=shape, **form, reduction=reduction):
                    self.check(*pair(reduction, row=(2, 3), weights=numbers(3, *shape), **form), reduction)

    def test_rows_that_are_broadcast_by_a_product(self):
        table, data = numbers(4, R, 1), numbers(5, N, 3)
        self.check(*pair(table=table, data=data, weights=numbers(6, E, 3)), "add")
        one = {"sources": np.array([2]), "weights": numbers(7, E, 1)}
        model, arrays = pair(**one)
        self.check(model, arrays, "add")

    def test_halves_are_rounded_after_each_product_and_sum_or_once(self):
        ones = {"data": np.zeros((1, 2), "float16"), "table": np.ones((1, 2), "float16"), "targets": np.zeros(3000, int), "sources": np.zeros(3000, int)}
        model, arrays = pair(row=(2,), **ones)
        for accumulate, expected in ((None, 2048), ("float32", 3000)):
            found, nodes = nodes_of(model, arrays, accumulate=accumulate)
            self.assertEqual(len(nodes), 1)
            np.testing.assert_array_equal(found, np.full((1, 2), expected, "float16"))

    def test_indices_of_many_dimensions(self):
        g = Graph(dynamic=True)
        data, table = g.input("data", numbers(1, 4, 3, 2)), g.input("table", numbers(2, 6, 2))
        sources = np.random.default_rng(3).integers(-6, 6, (5, 4))
        targets = np.random.default_rng(4).integers(0, 3, (5, 4, 2))
        g.node("ScatterND", data, g.input("targets", targets), g.node("Gather", table, g.input("sources", sources), axis=-2), output="output", reduction="add")
        found, nodes = nodes_of(g.model(("output", TensorProto.FLOAT)), g.arrays)
        self.assertEqual([provider for _, provider in nodes], [STREW])
        np.testing.assert_array_equal(found, support.scatter_nd(g.arrays["data"], targets, g.arrays["table"][sources], "add"))

    def test_tuples_of_many_dimensions_are_cut_into_batches(self):
        """One after the other where they are apart as one dimension is; weights of a shape of their own are not."""
        random = np.random.default_rng(13)
        for tuples in ((1, 9000), (9000, 1), (90, 100), (3, 1, 3000)):
            sources, targets = random.integers(-40, 40, tuples), random.integers(-30, 30, tuples)
            data, table = (random.integers(-9, 9, (n, 20)) for n in (30, 40))
            for weights_shape in (None, (*tuples, 1), (tuples[-1], 1), (*tuples[:-1], 1, 1), (1,), (20,)):
                with self.subTest(tuples=tuples, weights=weights_shape):
                    g = Graph(dynamic=True)
                    rows, made = g.node("Gather", g.input("table", table), g.input("sources", sources), axis=0), table[sources]
                    if weights_shape is not None:
                        weights = random.integers(-9, 9, weights_shape)
                        rows, made = g.node("Mul", rows, g.input("weights", weights, weights.shape)), made * weights
                    targets_of = g.input("targets", targets[..., None], [*tuples, 1])
                    g.node("ScatterND", g.input("data", data), targets_of, rows, output="output", reduction="add")
                    found, nodes = nodes_of(g.model(("output", TensorProto.INT64)), g.arrays)
                    self.assertEqual([provider for _, provider in nodes], [STREW])
                    np.testing.assert_array_equal(found, support.scatter_nd(data, targets[..., None], made, "add"))

    def test_elements_of_a_part_of_data(self):
        """ScatterElements may have fewer columns than data."""
        model, arrays = pair("add", scatter="ScatterElements", data=numbers(8, N, 5), table=numbers(9, R, 3))
        found = self.check(model, arrays, "add")
        np.testing.assert_array_equal(found, support.run(support.built_in(model), arrays))

    def test_a_session_has_any_sizes(self):
        model, arrays = pair(weights=numbers(1, E, 1))
        session = support.strew(model)
        for seed, (n_data, n_table, n, width) in enumerate(((3, 9, 40, 8), (1, 1, 1, 1), (5, 4, 0, 3), (600, 50, 9000, 33))):
            random = np.random.default_rng(seed)
            arrays = {
                "data": numbers(seed, n_data, width),
                "table": numbers(seed + 9, n_table, width),
                "sources": random.integers(-n_table, n_table, n),
                "targets": random.integers(-n_data, n_data, (n, 1)),
                "weights": numbers(seed, n, 1),
            }
            expected = support.scatter_nd(arrays["data"], arrays["targets"], arrays["table"][arrays["sources"]] * arrays["weights"], "add")
            np.testing.assert_array_equal(support.run(session, arrays), expected)

    def test_random_sizes_and_indices(self):
        """A wrong index of either node is an error, and the session goes on."""
        random = np.random.default_rng(11)
        for form, reduction in itertools.product(FORMS, ("add", "max")):
            session = support.strew(pair(reduction, weights=numbers(1, E, 3), **form)[0], threads=3)
            for i in range(25):
                n_data, n_table, n, width = (int(random.integers(1, high)) for high in (40, 40, 300, 9))
                sources, targets = random.integers(-n_table, n_table, n), random.integers(-n_data, n_data, (n, 1))
                weights = numbers(i, int(random.choice([1, n])), int(random.choice([1, width])))
                arrays = {"data": numbers(i, n_data, width), "table": numbers(i + 9, n_table, width), "weights": weights}
                expected = support.scatter_nd(arrays["data"], targets, arrays["table"][sources] * weights, reduction)
                wrong = i % 3
                if wrong:
                    chosen, limit = (sources, n_table) if wrong == 1 else (targets, n_data)
                    chosen[int(random.integers(0, n))] = random.choice([limit, -limit - 1, 2**62, -(2**63)])
                arrays["sources"] = sources[:, None] if form["gather"] == "GatherND" else sources
                arrays["targets"] = targets
                if form.get("expand") == "input":
                    arrays["shape"] = np.array([n, width])
                with self.subTest(**form, reduction=reduction, i=i):
                    if wrong:
                        with self.assertRaisesRegex(Exception, (r"update_indices\[\d+\]", r"indices\[\d+\] component 0")[wrong - 1]):
                            session.run(None, arrays)
                    else:
                        np.testing.assert_array_equal(support.run(session, arrays), expected)

    def test_constants(self):
        g = Graph(dynamic=True)
        table, sources, targets = numbers(1, R, 3), g.constant(SOURCES), g.constant(TARGETS[:, None])
        rows = g.node("Gather", g.constant(table), sources, axis=0)
        g.node("ScatterND", g.input("data", numbers(2, N, 3)), targets, rows, output="output", reduction="add")
        # Constants alone are folded, so the rows are made when the session is created.
        found, nodes = nodes_of(g.model(("output", TensorProto.FLOAT)), g.arrays)
        self.assertEqual(nodes, [("ScatterND", STREW)])
        np.testing.assert_array_equal(found, support.scatter_nd(g.arrays["data"], TARGETS[:, None], table[SOURCES], "add"))
        g = Graph(dynamic=True)
        sources, targets = g.constant(SOURCES), g.constant(TARGETS[:, None])
        x = g.input("x", numbers(1, R, 3))
        data = g.constant(np.zeros((N, 3), np.float32))
        g.node("ScatterND", data, targets, g.node("Gather", x, sources, axis=0), output="output", reduction="add")
        found, nodes = nodes_of(g.model(("output", TensorProto.FLOAT)), g.arrays)
        self.assertEqual([provider for _, provider in nodes], [STREW])
        np.testing.assert_array_equal(found, support.scatter_nd(np.zeros((N, 3), np.float32), TARGETS[:, None], g.arrays["x"][SOURCES], "add"))

    def test_data_that_is_the_table(self):
        g = Graph(dynamic=True)
        x = g.input("x", numbers(1, N, 3))
        rows = g.node("Gather", x, g.input("sources", SOURCES), axis=0)
        g.node("ScatterND", x, g.input("targets", TARGETS[:, None], [None, 1]), rows, output="output", reduction="add")
        found, nodes = nodes_of(g.model(("output", TensorProto.FLOAT)), g.arrays)
        self.assertEqual([provider for _, provider in nodes], [STREW])
        np.testing.assert_array_equal(found, support.scatter_nd(g.arrays["x"], TARGETS[:, None], g.arrays["x"][SOURCES], "add"))

    def test_many_batches_of_every_type(self):
        """Rows of more than a thread has at a time: the bits of two nodes, whose sums and products are rounded; an index of a later batch that is
        out of bounds is named as it would be in the first."""
        random, n = np.random.default_rng(12), 30_000
        sources, targets = random.integers(-50, 50, n), random.integers(-40, 40, n)
        types = "float32 float64 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool".split()
        for dtype, reduction, weighed in itertools.product(types, ("none", "add", "mul", "max"), (False, True)):
            if dtype == "bool" and (weighed or reduction != "none"):
                continue
            if dtype.startswith("float"):
                data, table, weights = ((random.random(shape) + 0.5).astype(dtype) for shape in ((40, 24), (50, 24), (n, 1)))
            else:
                limits = np.iinfo(dtype) if dtype != "bool" else np.iinfo("uint8")
                data, table, weights = (random.integers(limits.min, limits.max, shape, endpoint=True, dtype=limits.dtype).astype(dtype) for shape in ((40, 24), (50, 24), (n, 1)))
            with np.errstate(all="ignore"):
                rows = table[sources] * weights if weighed else table[sources]
                expected = support.scatter_nd(data, targets[:, None], rows.astype(dtype), reduction)
            for scatter in ("ScatterND", "ScatterElements"):
                with self.subTest(dtype=dtype, reduction=reduction, weighed=weighed, scatter=scatter):
                    changes = {"data": data, "table": table, "sources": sources, "targets": targets, "weights": weights if weighed else None}
                    model, arrays = pair(reduction, "Gather", scatter, dtype=dtype, row=(24,), **changes)
                    for threads in (1, 3) if scatter == "ScatterND" else (1,):
                        session = support.strew(model, threads)
                        self.assertEqual(support.run(session, arrays).tobytes(), expected.tobytes())
                    if reduction == "none" and not weighed:
                        for name, words in (("sources", r"update_indices\[29000\]"), ("targets", r"indices\[29000\] component 0")):
                            wrong = arrays[name].copy()
                            wrong[29000] = 50
                            with self.assertRaisesRegex(onnxruntime.capi.onnxruntime_pybind11_state.InvalidArgument, words + ".* is 50, outside"):
                                session.run(None, {**arrays, name: wrong})
                        self.assertEqual(support.run(session, arrays).tobytes(), expected.tobytes())

    def test_any_number_of_threads_gives_the_same_bits(self):
        random = np.random.default_rng(5)
        n = 60_000
        sizes = {"data": random.random((3000, 16), np.float32), "table": random.random((2000, 16), np.float32)}
        model, arrays = pair(**sizes, sources=random.integers(0, 2000, n), targets=random.integers(0, 3000, n), weights=random.random((n, 1), np.float32))
        results = {support.run(support.strew(model, threads), arrays).tobytes() for threads in (1, 2, 5)}
        self.assertEqual(len(results), 1)


class Claims(unittest.TestCase):
    def operators(self, g, *outputs):
        found, nodes = support.watch(g.model(*outputs), g.arrays, onnxruntime_ep_strew.session_options(2, every_node=True))
        plain = support.built_in(g.model(*outputs)).run(None, g.arrays)
        for ours, theirs in zip(found, plain):
            np.testing.assert_array_equal(ours, theirs)
        return sorted(name for name, _ in nodes if name in ("Gather", "GatherND", "ScatterND", "ScatterElements", "Mul", "Expand", "Shape"))

    def start(self, dynamic=False):
        g = Graph(dynamic)
        return g, g.input("data", numbers(1, N, 3)), g.input("table", numbers(2, R, 3)), g.input("sources", SOURCES), g.input("targets", TARGETS[:, None])

    def test_rows_that_are_read_elsewhere_are_made(self):
        out = ("output", TensorProto.FLOAT)
        g, data, table, sources, targets = self.start()
        rows = g.node("Gather", table, sources)
        g.node("ScatterND", data, targets, rows, output="output", reduction="add")
        self.assertEqual(self.operators(g, out, (rows, TensorProto.FLOAT)), ["Gather", "ScatterND"])
        g, data, table, sources, targets = self.start()
        rows = g.node("Gather", table, sources)
        sums = g.node("ScatterND", data, targets, rows, reduction="add")
        g.node("Add", sums, g.node("ReduceSum", rows, g.constant([0]), keepdims=1), output="output")
        self.assertEqual(self.operators(g, out), ["Gather", "ScatterND"])
        g, data, table, sources, targets = self.start()
        rows = g.node("Gather", table, sources)
        both = g.node("ScatterND", g.node("ScatterND", data, targets, rows, reduction="add"), targets, rows, reduction="max")
        g.node("Abs", both, output="output")
        self.assertEqual(self.operators(g, out), ["Gather", "ScatterND", "ScatterND"])

    def test_rows_that_a_branch_reads_are_made(self):
        g, data, table, sources, targets = self.start()
        rows = g.node("Gather", table, sources)
        sums = g.node("ScatterND", data, targets, rows, reduction="add")
        infos = [helper.make_tensor_value_info(f"b{i}", TensorProto.FLOAT, None) for i in range(2)]
        branches = [helper.make_graph([helper.make_node(op, [rows], [f"b{i}"])], op, [], [infos[i]]) for i, op in enumerate(("Abs", "Neg"))]
        g.node("If", g.input("which", np.array(True)), output="branch", then_branch=branches[0], else_branch=branches[1])
        g.node("Abs", sums, output="output")
        self.assertIn("Gather", self.operators(g, ("output", TensorProto.FLOAT), ("branch", TensorProto.FLOAT)))

    def test_what_is_no_gather_of_rows(self):
        out = ("output", TensorProto.FLOAT)
        g = Graph()
        data, square = g.input("data", numbers(1, N, 3)), g.input("table", numbers(2, E, 4))
        g.node("ScatterND", data, g.input("targets", TARGETS[:, None]), g.node("Gather", square, g.constant(np.array([0, 3, 1])), axis=1), output="output", reduction="add")
        self.assertEqual(self.operators(g, out), ["Gather", "ScatterND"])
        g = Graph()
        data, cube = g.input("data", numbers(1, N)), g.input("table", numbers(2, R, 3))
        tuples = np.stack([SOURCES % R, SOURCES % 3], -1)
        g.node("ScatterND", data, g.input("targets", TARGETS[:, None]), g.node("GatherND", cube, g.input("tuples", tuples)), output="output", reduction="add")
        self.assertEqual(self.operators(g, out), ["GatherND", "ScatterND"])

    def test_indices_of_elements_that_are_not_rows_for_certain(self):
        model, arrays = pair("add", scatter="ScatterElements", expand="no")
        _, nodes = nodes_of(model, arrays)
        self.assertEqual([name for name, _ in nodes], ["Gather", "ScatterElements"])

    def test_a_graph_network_of_two_layers(self):
        """As PyTorch exports it, and with the gather's indices of another shape than the scatter's."""
        from tests.adapters.exported import exported

        path, arrays = exported("message_passing")
        found, nodes = support.watch(str(path), arrays, onnxruntime_ep_strew.session_options(2, every_node=True))
        self.assertEqual(sum(provider == STREW for _, provider in nodes), 2)
        self.assertNotIn("GatherND", dict(nodes))
        np.testing.assert_allclose(found[0], support.built_in(str(path)).run(None, arrays)[0], rtol=1e-5, atol=1e-6)

    def test_by_default_what_has_the_bits_of_the_nodes_is_fused(self):
        """Every type and reduction, beside the runtime's gather and strew's. Small scatters stay with the runtime, as without a gather."""
        many = {"sources": np.tile(SOURCES, 9), "targets": np.tile(TARGETS, 9)}
        types = "float32 float64 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool".split()
        for dtype, reduction, gather in itertools.product(types, ("none", "add", "mul", "min", "max"), (False, True)):
            if dtype == "bool" and reduction != "none":
                continue
            for row in ((), (2,)):
                with self.subTest(dtype=dtype, reduction=reduction, gather=gather, row=row):
                    model, arrays = pair(reduction, dtype=dtype, row=row, data=numbers(1, N, *row, dtype=dtype), table=numbers(2, R, *row, dtype=dtype), **many)
                    found, nodes = support.watch(model, arrays, onnxruntime_ep_strew.session_options(2, gather))
                    self.assertEqual([provider for _, provider in nodes], [STREW])
                    np.testing.assert_array_equal(found[0], expected_of(arrays, reduction))
        model, arrays = pair(row=(3,), dynamic=False)
        _, nodes = support.watch(model, arrays, onnxruntime_ep_strew.session_options(2))
        self.assertEqual(nodes, [("Gather", CPU), ("ScatterND", CPU)])

    def test_what_is_rounded_once_stays_two_nodes(self):
        """Products are rounded before they are added up, and without an Expand one node takes longer."""
        weights, elements = numbers(3, E, 1, dtype="float16"), {"scatter": "ScatterElements"}
        cases = ((None, {}, 2), (weights, elements, 3), (weights, {}, 3), (None, elements, 1), (None, {"reduction": "max"}, 1))
        for weights, how, n_nodes in cases:
            with self.subTest(weights=weights is not None, **how):
                model, arrays = pair(dtype="float16", weights=weights, **how)
                options = onnxruntime_ep_strew.session_options(2, accumulate="float32")
                found, nodes = support.watch(model, arrays, options)
                self.assertEqual(len([name for name, _ in nodes if name not in ("Shape", "Expand", "Cast")]), n_nodes)
                two, _ = support.watch(model, arrays, onnxruntime_ep_strew.session_options(2, accumulate="float32", fuse=False))
                self.assertEqual(found[0].tobytes(), two[0].tobytes())
                self.assertEqual(len(nodes_of(model, arrays, accumulate="float32")[1]), 1)  # every_node


class Errors(unittest.TestCase):
    def rejects(self, sentence, **changes):
        """A session goes on after an error."""
        model, good = pair(weights=numbers(1, E, 1), **{k: v for k, v in changes.items() if k in ("gather", "scatter", "expand")})
        session = support.strew(model)
        bad = {**good, **{k: v for k, v in changes.items() if k in good}}
        with self.assertRaisesRegex(onnxruntime.capi.onnxruntime_pybind11_state.InvalidArgument, sentence):
            session.run(None, bad)
        np.testing.assert_array_equal(support.run(session, good), expected_of(good, "add"))

    def test_faults_are_named(self):
        too_large, too_small = SOURCES.copy(), TARGETS.copy()
        too_large[4], too_small[2] = R, -N - 1
        for form in (FORMS[0], FORMS[2]):
            shape = (-1, 1)
            self.rejects(r"update_indices\[4\].* is 5, outside \[-5, 4\]", sources=too_large, **form)
            self.rejects(r"indices\[2\] component 0 is -8, outside \[-7, 6\]", targets=too_small.reshape(shape), **form)
        self.rejects("update_indices has size 4 in dimension 0, but the tuples have 9", sources=SOURCES[:4], weights=numbers(1, 4, 1))
        self.rejects("factors of a Mul", weights=numbers(1, E - 1, 1))
        self.rejects("not expanded to the shape", shape=np.array([E, 2]), gather="Gather", scatter="ScatterElements", expand="input")


def grown_mib(dtype, fuse):
    """How much more memory a run takes: rows of 256 MiB, from a table and to data of 1 MiB each."""
    n, width = 2**20, 256 // np.dtype(dtype).itemsize
    arrays = {"data": np.zeros((4096, width), dtype), "table": np.ones((4096, width), dtype)}
    model, arrays = pair(**arrays, sources=np.arange(n) % 4096, targets=np.arange(n) * 7 % 4096, weights=np.ones((n, 1), dtype))
    session = support.strew(model, 2) if fuse else onnxruntime.InferenceSession(model, onnxruntime_ep_strew.session_options(2, fuse=False))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert support.run(session, arrays)[0, 0] == n / 4096
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024


class Memory(unittest.TestCase):
    def test_no_rows_are_made(self):
        """But the partition of the threads: at most 16 bytes for each tuple."""
        for dtype in ("float32", "int64"):
            command = (sys.executable, "-m", "tests.adapters.onnxruntime.test_fused", dtype)
            grown = [int(subprocess.run((*command, *fuse), capture_output=True, text=True, check=True).stdout) for fuse in (("fuse",), ())]
            with self.subTest(dtype=dtype):
                self.assertLess(grown[0], 32)
                self.assertGreater(grown[1], 200)


if __name__ == "__main__":
    print(grown_mib(sys.argv[1], "fuse" in sys.argv[2:]))
