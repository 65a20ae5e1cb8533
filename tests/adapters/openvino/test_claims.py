"""What strew takes of a model and what it leaves to OpenVINO: why, by which option, and what a file keeps of it."""

import importlib.util
import inspect
import itertools
import re
import tempfile
import unittest
from pathlib import Path

import numpy as np
import openvino
from openvino import Model, opset1, opset5, opset8, opset15

import strew_openvino
from tests.adapters.openvino import support

ROOT = Path(__file__).resolve().parents[3]
MANY, FEW = 20_000, 20  # updates


def rows(data, n=MANY, reduction="sum", width=4):
    """A scatter of n rows of some width, its indices and updates."""
    indices, updates = opset15.parameter([n, 1], np.int64), opset15.parameter([n, width], data.get_element_type().to_dtype())
    return opset15.scatter_nd_update(data, indices, updates, reduction), [indices, updates]


def data_of(n=100, dtype=np.float32, width=4):
    return opset15.parameter([n, width], dtype)


def zeros(*shape):
    return opset15.constant(np.zeros(shape, np.float32))


def one(data, *before, after=opset15.relu, **options):
    """A model of one scatter into data that may have nodes before."""
    scatter, parameters = rows(data, **options)
    return Model([after(scatter)], [*before, *parameters])


def elements(dtype, shape, reduction):
    parameters = [opset15.parameter(shape, dtype), opset15.parameter(shape, np.int64), opset15.parameter(shape, dtype)]
    return Model([opset15.relu(opset15.scatter_elements_update(*parameters, np.int64(0), reduction))], parameters)


def kinds_of(compiled):
    """The CPU plugin calls what it runs by an extension a Reference."""
    return [op.get_rt_info()["layerType"].astype(str) for op in compiled.get_runtime_model().get_ordered_ops()]


class Costs(unittest.TestCase):
    """Models whose scatter gains or loses tenfold."""

    def check(self, model, is_strews, reason, **options):
        (claim,) = strew_openvino.claims(model, **options)
        self.assertEqual(claim.is_strews, is_strews, claim)
        self.assertRegex(claim.reason, reason)
        (always,) = strew_openvino.claims(model, **{**options, "claim": "all"})
        self.assertEqual((always.is_strews, always.reason), (True, "all are claimed"))

    def test_many_updates_of_little_data(self):
        x = data_of()
        self.check(one(x, x), True, "^20000 updates save more than the call costs$")
        for dtype, shape, reduction, is_strews in (
            (np.float32, [4000, 5], "sum", True),
            (np.float32, [20_000], "sum", False),  # OpenVINO's own is as fast
            (np.float32, [20_000], "mean", True),
            (np.int8, [20_000], "sum", True),
            (np.float16, [4000, 5], "max", False),
            (np.float16, [4000, 5], "mean", True),
        ):
            with self.subTest(dtype=dtype, shape=shape, reduction=reduction):
                reason = "save more than" if is_strews else "save less than|as fast"
                self.check(elements(dtype, shape, reduction), is_strews, reason)

    def test_a_small_one(self):
        x = data_of()
        self.check(one(x, x, n=FEW), False, "^it is small: 20 updates save less than the call costs$")
        self.check(elements(np.float32, [4, 5], "mean"), False, "small: 20 updates")

    def test_what_openvino_changes_in_place(self):
        """A tensor that the model computes, and the state of a model: 4 MB and 20,000 updates."""
        reason = r"^OpenVINO changes its data in place, 4000000 bytes that strew would copy for 20000 updates$"
        x = data_of(250_000)
        self.check(one(opset15.relu(x), x), False, reason)
        state = opset15.read_value(opset15.constant(np.zeros((250_000, 4), np.float32)), "state")
        self.check(one(state), False, reason)

    def test_a_copy_that_openvino_makes_too(self):
        """Of inputs of the model, of constants, of shapes of these, and of what others use as well."""
        for update, reason in ((MANY, "20000 updates save"), (FEW, "OpenVINO would copy the data too, 8000000 bytes")):
            x = data_of(500_000)
            self.check(one(x, x, n=update), True, reason)
            self.check(one(zeros(500_000, 4), n=update), True, reason)
            shape = opset15.constant(np.array([500_000, 4]))
            self.check(one(opset15.broadcast(np.float32(0), shape), n=update), True, reason)
            flat = opset15.parameter([2_000_000], np.float32)
            self.check(one(opset15.reshape(flat, shape, False), flat, n=update), True, reason)
            x = data_of(500_000)
            computed = opset15.relu(x)
            self.check(one(computed, x, n=update, after=lambda scatter: opset15.add(scatter, computed)), True, reason)
        for n, dtype in ((1000, np.float32), (500_000, np.float16)):  # OpenVINO makes a float32 of the other, and changes that
            x = data_of(n, dtype)
            self.check(one(x, x, n=FEW), False, "small")
        x = data_of()
        self.check(one(x, x, n=8000), True, "8000 updates save")

    def test_shapes_that_are_not_known(self):
        def model(n, updates):
            x = opset15.parameter(openvino.PartialShape([n, 4]), np.float32)
            indices, values = (opset15.parameter(openvino.PartialShape([updates, k]), t) for k, t in ((1, np.int64), (4, np.float32)))
            return Model([opset15.relu(opset15.scatter_nd_update(opset15.relu(x), indices, values, "sum"))], [x, indices, values])

        between = openvino.Dimension
        self.check(model(-1, -1), False, "^its sizes are not known; shapes may name typical ones$")
        self.check(model(-1, MANY), False, "^the size of its data is not known, which OpenVINO changes in place$")
        self.check(model(100, between(FEW, MANY)), False, "small: 20 updates")
        self.check(model(between(1, 100), between(MANY, 10 * MANY)), True, "^20000 updates save")
        self.check(model(between(1, 100), between(8000, MANY)), False, "^it is small: 8000")  # OpenVINO infers shapes in each call
        self.check(model(between(1, 10_000_000), between(MANY, 10 * MANY)), False, "in place, 160000000 bytes .* 20000 updates$")

    def test_typical_shapes_decide_and_the_models_own_stay(self):
        indices, values = opset15.parameter([-1, 1], np.int64, name="at"), opset15.parameter([-1, 4], np.float32, name="values")
        for node, name in ((indices, "at"), (values, "values")):
            node.output(0).set_names({name})
        x = data_of()
        model = Model([opset15.relu(opset15.scatter_nd_update(x, indices, values, "sum"))], [x, indices, values])
        for n, is_strews in ((MANY, True), (8000, False), (FEW, False)):
            for shapes in ({"at": [n, 1], "values": [n, 4]}, {1: [n, 1], 2: openvino.PartialShape([n, 4])}):
                self.check(model, is_strews, "save", shapes=shapes)
        converted = strew_openvino.convert(model.clone(), shapes={"at": [MANY, 1], "values": [MANY, 4]})
        self.assertIn("StrewScatterNDUpdate", support.names(converted))
        self.assertEqual(str(converted.input("at").get_partial_shape()), "[?,1]")
        for n, is_strews in ((MANY, True), (FEW, False)):
            for call in (strew_openvino.compile_model, strew_openvino.core().compile_model):
                compiled = call(model, shapes={"at": [n, 1], "values": [n, 4]})
                self.assertEqual(kinds_of(compiled).count("Reference"), 2 * is_strews)  # indices become narrow in another
        inputs = [np.zeros((100, 4), np.float32), np.array([[1], [1]]), np.ones((2, 4), np.float32)]
        np.testing.assert_array_equal(support.built_in(converted)(inputs)[0][:3], [[0] * 4, [2] * 4, [0] * 4])
        with self.assertRaisesRegex(RuntimeError, "nothing"):
            strew_openvino.convert(model, shapes={"nothing": [1]})

    def test_inside_of_a_loop_data_may_be_what_the_last_turn_has_computed(self):
        inner = [data_of(250_000)]
        scatter, parameters = rows(inner[0])
        outer = [opset15.parameter(list(node.get_output_shape(0)), node.get_element_type()) for node in inner + parameters]
        on = opset15.constant(np.array(True))
        body = Model([on, opset15.result(scatter)], inner + parameters)
        loop = opset15.loop(opset15.constant(np.array(3)), on)
        loop.set_function(body)
        loop.set_special_body_ports([-1, 0])
        loop.set_merged_input(inner[0], outer[0].output(0), body.results[1].output(0))
        for a, b in zip(parameters, outer[1:]):
            loop.set_invariant_input(a, b.output(0))
        self.check(Model([loop.get_iter_value(body.results[1].output(0), -1)], outer), False, "in place")

    def test_gathers(self):
        def check(node, inputs, is_strews, reason):
            model = Model([node], inputs)
            self.assertEqual(strew_openvino.claims(model), [])
            self.check(model, is_strews, reason, gather=True)

        def parameters(*shapes):
            return [opset15.parameter(list(shapes[0]), np.float32), opset15.parameter(list(shapes[1]), np.int64)]

        for width, n, is_strews, reason in ((8, MANY, True, "20000 slices"), (8, FEW, False, "small"), (100, MANY, False, "as fast")):
            inputs = parameters((100, width), (n,))
            check(opset15.gather(*inputs, np.int64(0)), inputs, is_strews, reason)
            inputs = parameters((10, 10, width), (n, 2))
            check(opset15.gather_nd(*inputs), inputs, is_strews, reason)
        for n, is_strews in ((MANY, True), (FEW, False)):
            inputs = parameters((100,), (n,))
            check(opset15.gather_elements(*inputs, axis=0), inputs, is_strews, "save")
        indices = opset15.parameter([MANY], np.int64)
        narrow = opset15.constant(np.zeros((1000, 8), np.float16))
        table = opset15.multiply(opset15.convert(narrow, "f32"), np.float32(2))
        check(opset15.gather(table, indices, np.int64(0)), [indices], False, "stored otherwise")

    def test_other_versions_of_a_gather_are_left_and_named(self):
        x, at = opset15.parameter([100, 8], np.float32), opset15.parameter([MANY], np.int64)
        pairs = opset15.parameter([MANY, 2], np.int64)
        one, other = opset1.gather(x, at, np.int64(0)), opset5.gather_nd(x, pairs)
        for node, indices, operator in ((one, at, "Gather-1"), (other, pairs, "GatherND-5")):
            for claim in ("auto", "all"):
                (found,) = strew_openvino.claims(Model([node], [x, indices]), True, claim)
                self.assertEqual((found.operator, found.is_strews), (operator, False))
                self.assertIn("other versions", found.reason)


class Exact(unittest.TestCase):
    """Small scatters, which only their type makes strew's."""

    LARGE = 2**40 + 1

    def claims(self, model):
        return [claim.is_strews for claim in strew_openvino.claims(model)]

    def chain(self, dtype, before=None, of_updates=None, between=None, after=None):
        """Two scatters, one into the other's output."""
        x, at, updates = opset15.parameter([4], dtype), opset15.parameter([2, 1], np.int64), opset15.parameter([2], dtype)
        node, values = (before or (lambda n: n))(x), (of_updates or (lambda n: n))(updates)
        node = opset15.scatter_nd_update(node, at, values, "max")
        node = opset15.scatter_nd_update((between or (lambda n: n))(node), at, updates, "max")
        return Model([(after or (lambda n: n))(node)], [x, at, updates])

    def test_from_inputs_to_results(self):
        add = lambda node: opset15.add(node, opset15.constant(np.array(1), node.get_element_type()))  # noqa: E731
        for dtype in (np.int64, np.uint64, np.uint32, np.float64):
            with self.subTest(dtype=dtype):
                self.assertEqual(self.claims(self.chain(dtype)), [True, True])
                self.assertEqual(self.claims(self.chain(dtype, before=add)), [False, False])
                self.assertEqual(self.claims(self.chain(dtype, of_updates=add)), [False, False])
                self.assertEqual(self.claims(self.chain(dtype, between=add)), [False, False])
                self.assertEqual(self.claims(self.chain(dtype, after=add)), [False, False])
        for dtype in (np.float32, np.int32, np.int8, np.float16):
            self.assertEqual(self.claims(self.chain(dtype)), [False, False])

    def test_a_result_besides_openvinos_own_operators(self):
        """These get float64 as float32 from an extension, and int64 as int32, which Results do not."""
        for dtype, expected in ((np.int64, True), (np.uint64, True), (np.uint32, False), (np.float64, False)):
            inputs = [opset15.parameter([4], dtype), opset15.parameter([2, 1], np.int64), opset15.parameter([2], dtype)]
            node = opset15.scatter_nd_update(*inputs, "sum")
            model = Model([node, opset15.multiply(node, node)], inputs)
            self.assertEqual(self.claims(model), [expected], dtype)

    def test_gathers_if_asked_for(self):
        """An extension cannot give a result of float64 that no scatter has made."""
        for dtype, expected in ((np.int64, True), (np.uint64, True), (np.float64, False), (np.float32, False)):
            x, at = opset15.parameter([4], dtype), opset15.parameter([2], np.int64)
            model = Model([opset15.gather(x, at, np.int64(0))], [x, at])
            self.assertEqual([claim.is_strews for claim in strew_openvino.claims(model, gather=True)], [expected], dtype)
            if expected:
                compiled = strew_openvino.core(gather=True).compile_model(model, "CPU")
                found = compiled([np.array([self.LARGE, 1, 2, 3], dtype), np.array([1, 0])])[0]
                np.testing.assert_array_equal(found, [1, self.LARGE])

    def test_they_are_right_in_a_core_that_claims_what_pays(self):
        for dtype in (np.int64, np.uint64, np.float64):
            arrays = [np.full(4, self.LARGE, dtype), np.array([[1], [3]]), np.array([self.LARGE + 2, 1], dtype)]
            found = strew_openvino.core().compile_model(self.chain(dtype), "CPU")(arrays)[0]
            np.testing.assert_array_equal(found, [self.LARGE, self.LARGE + 2, self.LARGE, self.LARGE])
            found = openvino.Core().compile_model(self.chain(dtype), "CPU")(arrays)[0]
            self.assertTrue((found != self.LARGE).any())

    def test_a_shape_is_never_claimed(self):
        x = opset15.parameter([-1, 2, 3], np.float32)
        shape = opset15.scatter_update(opset15.shape_of(x), np.array([1, 2]), np.array([6, 1]), np.array(0))
        for claim in strew_openvino.CLAIMS:
            (found,) = strew_openvino.claims(Model([opset15.reshape(x, shape, False)], [x]), claim=claim)
            self.assertEqual((found.is_strews, found.reason), (False, "it computes a shape, which OpenVINO must know"))


def mixed():
    """A scatter that pays, a small one, one that is exact, and a small gather."""
    x, y = data_of(), data_of()
    first, a = rows(x)
    second, b = rows(y, FEW)
    whole = [opset15.parameter([4], np.int64), opset15.parameter([2], np.int64), opset15.parameter([2], np.int64)]
    third = opset15.scatter_elements_update(*whole, np.int64(0), "sum")
    fourth = opset15.gather(opset15.relu(x), whole[1], np.int64(0))
    for node, name in ((first, "first"), (second, "second"), (third, "third"), (fourth, "fourth")):
        node.set_friendly_name(name)
    return Model([opset15.relu(first), opset15.relu(second), third, fourth], [x, y, *a, *b, *whole])


STREWS = {
    (False, "auto"): {"first", "third"},
    (False, "all"): {"first", "second", "third"},
    (True, "auto"): {"first", "third"},
    (True, "all"): {"first", "second", "third", "fourth"},
}


def strews(model):
    """The names of what is strew's. A Restore has the name where there is one."""
    return {op.get_friendly_name() for op in model.get_ordered_ops() if op.get_friendly_name() in sum(map(list, STREWS.values()), [])
            and op.get_type_info().version_id == "strew"}  # fmt: skip


class Options(unittest.TestCase):
    """Every option of every function is honoured, or rejected by name."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "model.xml"

    def test_each_function_with_each_option(self):
        openvino.save_model(mixed(), self.path, compress_to_fp16=False)
        for (gather, claim), expected in STREWS.items():
            options = {"gather": gather, "claim": claim}

            def said(report):
                return {found.name for found in report if found.is_strews}

            def compiled(model):
                names = [op.get_friendly_name() for op in model.get_runtime_model().get_ordered_ops()]
                return {name for name, kind in zip(names, kinds_of(model)) if kind == "Reference"} & STREWS[True, "all"]

            with self.subTest(**options):
                report = []
                self.assertEqual(strews(strew_openvino.convert(mixed(), report=report, **options)), expected)
                self.assertEqual(said(report), expected)
                self.assertEqual(len(report), 4 if gather else 3)
                self.assertEqual(strew_openvino.claims(mixed(), **options), report)
                core = strew_openvino.core(**options)
                self.assertEqual(strews(core.read_model(self.path)), expected)
                self.assertEqual(said(core.claims), expected)
                self.assertEqual(strews(strew_openvino.Core(**options).read_model(self.path)), expected)
                core = strew_openvino.core(**options)
                self.assertEqual(compiled(core.compile_model(mixed(), "CPU")), expected)
                self.assertEqual(said(core.claims), expected)
                self.assertEqual(compiled(strew_openvino.compile_model(self.path, **options)), expected)
                with_marks = self.path.with_name("marked.xml")
                self.assertEqual(strew_openvino.save_model(mixed(), with_marks, False, **options), report)
                self.assertEqual(strews(support.extended_core().read_model(with_marks)), expected)

    def test_the_options_that_are_tested_are_all(self):
        for function in (strew_openvino.convert, strew_openvino.claims, strew_openvino.save_model):
            self.assertLessEqual({"model", "gather", "claim", "shapes"}, set(inspect.signature(function).parameters))
        options = [set(inspect.signature(f).parameters) for f in (strew_openvino.core, strew_openvino.compile_model, strew_openvino.Core)]
        self.assertEqual(options[0], {"gather", "claim"})
        self.assertEqual(options[1], {"model", "device_name", "config", "gather", "claim", "shapes"})
        self.assertEqual(options[2], {"gather", "claim", "xml_config_file"})

    def test_a_wrong_option_is_rejected_by_name_and_nothing_changes(self):
        for call in (strew_openvino.convert, strew_openvino.claims, lambda m, **o: strew_openvino.save_model(m, self.path, **o)):
            model = strew_openvino.convert(mixed())
            before = support.names(model)
            with self.assertRaisesRegex(ValueError, "claim is 'some'; it must be 'auto' or 'all'"):
                call(model, claim="some")
            with self.assertRaisesRegex(TypeError, "gather is 'no'; it must be True or False"):
                call(model, gather="no")
            self.assertEqual(support.names(model), before)
            with self.assertRaisesRegex(TypeError, "threads"):
                call(model, threads=2)
        self.assertFalse(self.path.exists())
        for call in (strew_openvino.core, strew_openvino.Core, lambda **o: strew_openvino.compile_model(mixed(), **o)):
            with self.assertRaisesRegex(ValueError, "claim is 'some'"):
                call(claim="some")
            with self.assertRaisesRegex(TypeError, "gather is 1; it must be True or False"):
                call(gather=1)
            with self.assertRaisesRegex(TypeError, "threads"):
                call(threads=2)

    def test_a_device_that_strew_has_no_operators_for(self):
        for device in ("GPU", "NPU", "AUTO:GPU,CPU", "HETERO:GPU.0,CPU"):
            for call in (strew_openvino.compile_model, strew_openvino.core().compile_model):
                with self.assertRaisesRegex(ValueError, f"strew's operators are for the CPU; device_name is '{device}'"):
                    call(mixed(), device)
        for device in ("CPU", "AUTO", "AUTO:CPU", "HETERO:CPU"):
            strew_openvino.compile_model(mixed(), device)

    def test_settings_of_openvino_and_weights_go_to_openvino(self):
        compiled = strew_openvino.compile_model(mixed(), "CPU", {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1})
        self.assertEqual(compiled.get_property("INFERENCE_NUM_THREADS"), 1)
        with self.assertRaisesRegex(RuntimeError, "NO_SUCH_SETTING"):
            strew_openvino.compile_model(mixed(), "CPU", {"NO_SUCH_SETTING": 1})
        with self.assertRaisesRegex(ValueError, "weights"):
            strew_openvino.core().compile_model(mixed(), "CPU", weights=b"")


class WholeModels(unittest.TestCase):
    def test_the_page_says_what_is_claimed_of_each(self):
        spec = importlib.util.spec_from_file_location("models", ROOT / "adapters/openvino/models.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        rows = re.findall(r"^\| (\w+) \|.*\| (\d+) of (\d+) \| [\d.]+ \|$", (ROOT / "docs/openvino.md").read_text(), re.M)
        self.assertEqual([name for name, *_ in rows], list(module.MODELS))
        for name, n_claimed, n in rows:
            sides = module.sides_of(*module.MODELS[name]())
            with self.subTest(name):
                self.assertEqual(sides["all"][1], int(n))
                self.assertEqual(sides["auto"][1] if "auto" in sides else 0, int(n_claimed))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "model.xml"

    def test_a_marked_file_has_openvinos_operators_and_plain_openvino_reads_it(self):
        for converted in (False, True):
            model = strew_openvino.convert(mixed(), True, "all") if converted else mixed()
            before = support.names(model)
            strew_openvino.save_model(model, self.path, False, gather=True, claim="all")
            self.assertEqual(support.names(model), before)
            loaded = openvino.Core().read_model(self.path)
            self.assertEqual(support.names(loaded), support.names(mixed()))
            names = {op.get_friendly_name() for op in loaded.get_ordered_ops()}
            self.assertLessEqual(STREWS[True, "all"], names)
            random = np.random.default_rng(1)
            arrays = [np.zeros(port.get_shape(), port.get_element_type().to_dtype()) for port in loaded.inputs]
            arrays = [random.integers(0, 2, array.shape).astype(array.dtype) for array in arrays]
            right = openvino.Core().compile_model(mixed(), "CPU")(arrays)
            for core in (openvino.Core(), support.extended_core()):
                found = core.compile_model(self.path, "CPU")(arrays)
                for i in range(4):
                    np.testing.assert_array_equal(found[i], right[i])

    def test_a_converted_model_that_openvino_saves_is_for_strew_alone(self):
        """If plain OpenVINO reads it, docs/openvino.md must say so."""
        openvino.save_model(strew_openvino.convert(mixed()), self.path)
        with self.assertRaisesRegex(RuntimeError, "Strew"):
            openvino.Core().read_model(self.path)
        self.assertEqual(strews(support.extended_core().read_model(self.path)), STREWS[False, "auto"])

    def test_without_marks_the_extension_decides_by_what_is_before_a_node(self):
        """int64 may reach a result. Gathers are OpenVINO's."""
        openvino.save_model(mixed(), self.path, compress_to_fp16=False)
        self.assertEqual(strews(support.extended_core().read_model(self.path)), STREWS[False, "auto"])
        x = data_of(250_000)
        for data, expected in ((x, True), (opset15.relu(x), False)):
            openvino.save_model(one(data, x), self.path, compress_to_fp16=False)
            self.assertEqual("StrewScatterNDUpdate" in support.names(support.extended_core().read_model(self.path)), expected)

    def test_every_gather_is_read_as_it_was(self):
        x, at = opset15.parameter([3, 4, 5], np.float32), opset15.parameter([3, 2], np.int64)
        wide = opset15.parameter([3, 4, 5], np.int64)
        nodes = [
            opset1.gather(x, at, np.int64(1)),
            opset8.gather(x, at, np.int64(1), batch_dims=1),
            opset5.gather_nd(x, at, batch_dims=1),
            opset8.gather_nd(x, at, batch_dims=1),
            opset15.gather_elements(x, wide, axis=2),
        ]
        model = Model(nodes, [x, at, wide])
        openvino.save_model(model, self.path, compress_to_fp16=False)
        random = np.random.default_rng(1)
        arrays = [random.random((3, 4, 5), np.float32), random.integers(0, 2, (3, 2)), random.integers(0, 5, (3, 4, 5))]
        loaded = support.extended_core().read_model(self.path)
        self.assertEqual(support.names(loaded), support.names(openvino.Core().read_model(self.path)))
        found, right = support.built_in(loaded)(arrays), support.built_in(model)(arrays)
        for i in range(len(nodes)):
            np.testing.assert_array_equal(found[i], right[i])

    def test_a_wrong_mark_is_rejected_by_name(self):
        strew_openvino.save_model(mixed(), self.path, False)
        self.path.write_text(self.path.read_text().replace('claim="all"', 'claim="some"'))
        with self.assertRaisesRegex(RuntimeError, 'claim is "some"; it must be auto, all or none'):
            support.extended_core().read_model(self.path)
        openvino.Core().read_model(self.path)


class Anew(unittest.TestCase):
    def test_a_converted_model_is_converted_anew(self):
        for (_, before), (options, expected) in itertools.product(STREWS.items(), STREWS.items()):
            model = mixed()
            for gather, claim in (*(key for key, value in STREWS.items() if value == before), options):
                strew_openvino.convert(model, gather, claim)
            self.assertEqual(strews(model), expected)

    def test_what_is_left_is_as_it_was(self):
        for dtype in (np.float32, np.int64, np.float64):
            inputs = {"data": np.zeros(4, dtype), "indices": np.array([0, 1]), "updates": np.ones(2, dtype)}
            nodes = [opset15.parameter(list(array.shape), array.dtype) for array in inputs.values()]
            scatter = support.node("ScatterElementsUpdate-12", [*nodes, np.int64(0)], reduction="mean", use_init_val=False)
            changed = support.convert(Model([opset15.relu(scatter)], nodes))
            self.assertIn("StrewScatterElementsUpdate", support.names(changed))
            strew_openvino.convert(changed)
            self.assertEqual(support.names(changed)[-3:], ["ScatterElementsUpdate", "Relu", "Result"])
            (scatter,) = [op for op in changed.get_ordered_ops() if op.get_type_name() == "ScatterElementsUpdate"]
            self.assertEqual((scatter.get_attributes()["reduction"], scatter.get_attributes()["use_init_val"]), ("mean", False))
            self.assertEqual(scatter.get_element_type().to_dtype(), dtype)
