"""Every option and every argument, in each way to give it, is honoured or rejected by its name."""

import unittest
import warnings

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

import onnxruntime_ep_strew
from tests.adapters.onnxruntime import support

STREW, CPU = onnxruntime_ep_strew.get_ep_name(), "CPUExecutionProvider"
PREFIX = "ep.strewexecutionprovider."


def three_nodes():
    """A scatter of many tuples, one of a single tuple and a gather: which of them strew runs tells the options."""
    random = np.random.default_rng(1)
    inputs = {
        "data": random.random((100, 8), np.float32),
        "many": random.integers(0, 100, (100, 1)),
        "one": np.array([[3]]),
        "update": np.ones((1, 8), np.float32),
        "rows": random.integers(0, 100, 100),
    }
    nodes = [
        helper.make_node("ScatterND", ["data", "many", "data"], ["a"]),
        helper.make_node("ScatterND", ["a", "one", "update"], ["b"]),
        helper.make_node("Gather", ["b", "rows"], ["output"]),
    ]
    infos = [helper.make_tensor_value_info(name, support.element_type(array), array.shape) for name, array in inputs.items()]
    graph = helper.make_graph(nodes, "three", infos, [helper.make_tensor_value_info("output", TensorProto.FLOAT, None)])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=support.IR_VERSION)
    return model.SerializeToString(), inputs


MODEL, INPUTS = three_nodes()


def by_devices(chosen):
    options = onnxruntime.SessionOptions()
    options.add_provider_for_devices(onnxruntime_ep_strew.devices(), chosen)
    return options, {}


def by_entries(chosen):
    options = onnxruntime.SessionOptions()
    options.add_provider_for_devices(onnxruntime_ep_strew.devices(), {})
    for name, value in chosen.items():
        options.add_session_config_entry(PREFIX + name, value)
    return options, {}


def by_a_later_entry(chosen):
    options = onnxruntime_ep_strew.session_options()
    for name, value in chosen.items():
        options.add_session_config_entry(PREFIX + name, value)
    return options, {}


def by_providers(chosen):
    return onnxruntime.SessionOptions(), {"providers": [(STREW, chosen), CPU]}


# Before 1.25 the runtime does not find the providers of a library by their names.
WAYS = (by_devices, by_entries, by_a_later_entry, *((by_providers,) if support.VERSION >= (1, 25) else ()))


class Provider(unittest.TestCase):
    def setUp(self):
        onnxruntime_ep_strew.register()

    def run_with(self, options, **arguments):
        _, nodes = support.watch(MODEL, INPUTS, options, **arguments)
        return [provider == STREW for _, provider in nodes]

    def test_what_is_honoured(self):
        for way in WAYS:
            for chosen, expected in (
                ({}, [True, False, False]),
                ({"gather": "0"}, [True, False, False]),
                ({"gather": "1"}, [True, False, True]),
                ({"every_node": "1"}, [True, True, False]),
                ({"every_node": "0", "gather": "1", "threads": "2"}, [True, False, True]),
                ({"every_node": "1", "gather": "1", "threads": "0"}, [True, True, True]),
                ({"threads": "1"}, [True, False, False]),
                ({"threads": "999999999999999999999999"}, [True, False, False]),
            ):
                with self.subTest(way=way.__name__, **chosen):
                    options, arguments = way(chosen)
                    self.assertEqual(self.run_with(options, **arguments), expected)

    def test_accumulate(self):
        ones = {"data": np.zeros(1, np.float16), "indices": np.zeros((3000, 1), np.int64), "updates": np.ones(3000, np.float16)}
        model = support.model("ScatterND", ones, reduction="add")
        for way in WAYS:
            for chosen, expected in (({}, 2048), ({"accumulate": "none"}, 2048), ({"accumulate": "float32"}, 3000)):
                with self.subTest(way=way.__name__, **chosen):
                    options, arguments = way(chosen)
                    session = onnxruntime.InferenceSession(model, options, **arguments)
                    self.assertEqual(support.run(session, ones).tolist(), [expected])

    def test_what_is_rejected_and_by_what_sentence(self):
        for way in WAYS:
            for name, value, sentence in (
                ("threads", "-1", "strew's option threads is -1, and must be a number, or 0 to have them counted"),
                ("threads", "many", "strew's option threads is many, and must be a number"),
                ("threads", " 2", "strew's option threads is  2, and must be a number"),
                ("threads", "2.0", "strew's option threads is 2.0, and must be a number"),
                ("threads", "", "strew's option threads is , and must be a number"),
                ("gather", "yes", "strew's option gather is yes, and must be 0 or 1"),
                ("gather", "True", "strew's option gather is True, and must be 0 or 1"),
                ("every_node", "2", "strew's option every_node is 2, and must be 0 or 1"),
                ("fuse", "on", "strew's option fuse is on, and must be 0 or 1"),
                ("accumulate", "float64", "strew's option accumulate is float64, and must be none or float32"),
                ("accumulate", "1", "strew's option accumulate is 1, and must be none or float32"),
                ("thread", "1", "strew has no option thread; its options are threads, gather, every_node, fuse and accumulate"),
                ("Gather", "1", "strew has no option Gather; its options are"),
                ("n" * 900, "1", "strew has no option n{64};"),
                ("gather", "v" * 900, "strew's option gather is v{32}, and must be"),
            ):
                with self.subTest(way=way.__name__, name=name[:20], value=value[:20]):
                    options, arguments = way({name: value})
                    with self.assertRaisesRegex(Exception, sentence):
                        # Otherwise the runtime may print the error and open the session without the provider.
                        onnxruntime.InferenceSession(MODEL, options, enable_fallback=0, **arguments)

    def test_other_entries_of_a_session_are_no_options_of_strew(self):
        options = onnxruntime_ep_strew.session_options()
        options.add_session_config_entry("ep.strewexecutionprovider", "1")
        options.add_session_config_entry("ep.another.thread", "1")
        self.assertEqual(self.run_with(options), [True, False, False])


class Arguments(unittest.TestCase):
    def nodes_of(self, options):
        _, nodes = support.watch(MODEL, INPUTS, options)
        return [provider == STREW for _, provider in nodes]

    def test_session_options(self):
        for gather in (False, True):
            for every_node in (False, True):
                for threads in (None, 1, np.int64(2)):
                    with self.subTest(gather=gather, every_node=every_node, threads=threads):
                        options = onnxruntime_ep_strew.session_options(threads, gather, every_node=every_node)
                        self.assertEqual(options.intra_op_num_threads, threads or 0)
                        self.assertEqual(options.get_session_config_entry(PREFIX + "threads"), str(threads or 0))
                        self.assertEqual(self.nodes_of(options), [True, every_node, gather])

    def test_arguments_that_mean_nothing(self):
        shared = onnxruntime.SessionOptions()
        shared.use_per_session_threads = False
        for error, sentence, arguments in (
            (ValueError, "threads is 0, and must be 1 or more", {"threads": 0}),
            (ValueError, "threads is -2, and must be 1 or more", {"threads": -2}),
            (TypeError, "threads is True, and must be an integer", {"threads": True}),
            (TypeError, "threads is '2', and must be an integer", {"threads": "2"}),
            (TypeError, "threads is 2.0, and must be an integer", {"threads": 2.0}),
            (TypeError, "gather is '0', and must be True or False", {"gather": "0"}),
            (TypeError, "gather is None, and must be True or False", {"gather": None}),
            (TypeError, "every_node is 1, and must be True or False", {"every_node": 1}),
            (TypeError, "fuse is 0, and must be True or False", {"fuse": 0}),
            (ValueError, "accumulate is 'float64', and must be None or 'float32'", {"accumulate": "float64"}),
            (ValueError, "accumulate is True, and must be None or 'float32'", {"accumulate": True}),
            (TypeError, "options are {}, and must be an onnxruntime.SessionOptions", {"options": {}}),
            (TypeError, "thread", {"thread": 1}),
            (ValueError, "threads is 2, but the options say that all sessions share one pool", {"threads": 2, "options": shared}),
        ):
            with self.subTest(**arguments), self.assertRaisesRegex(error, sentence):
                onnxruntime_ep_strew.session_options(**arguments)
        with self.assertRaisesRegex(TypeError, r"options are \[\], and must be"):
            onnxruntime_ep_strew.custom_ops_options([])

    def test_a_later_call_for_the_same_options_replaces_what_an_earlier_one_chose(self):
        options = onnxruntime_ep_strew.session_options(threads=1, accumulate="float32")
        for arguments in ({"gather": True}, {"every_node": True}, {}, {"threads": 3, "gather": True, "every_node": True}):
            with self.subTest(**arguments):
                self.assertIs(onnxruntime_ep_strew.session_options(options=options, **arguments), options)
                expected = [True, arguments.get("every_node", False), arguments.get("gather", False)]
                self.assertEqual(self.nodes_of(options), expected)
                self.assertEqual(options.get_session_config_entry(PREFIX + "threads"), str(arguments.get("threads", 1)))
                self.assertEqual(options.get_session_config_entry(PREFIX + "accumulate"), "none")
        options.intra_op_num_threads = 0
        onnxruntime_ep_strew.session_options(options=options)
        self.assertEqual(options.get_session_config_entry(PREFIX + "threads"), "0")

    def test_the_size_of_the_pool_that_options_say_is_not_counted(self):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 3
        onnxruntime_ep_strew.session_options(options=options)
        self.assertEqual(options.get_session_config_entry(PREFIX + "threads"), "3")

    def test_the_runtime_warns_if_providers_replace_strew(self):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            session = onnxruntime.InferenceSession(MODEL, onnxruntime_ep_strew.session_options(), providers=[CPU])
        self.assertEqual(session.get_providers(), [CPU])
        self.assertIn("SessionOptions has already been configured with providers", "".join(str(warning.message) for warning in said))

    @unittest.skipIf(support.VERSION < (1, 25), "the runtime does not find the providers of a library by their names")
    def test_strew_among_providers(self):
        onnxruntime_ep_strew.register()
        for providers in ([STREW], [STREW, CPU], [(STREW, {"threads": 2, "gather": 1}), CPU]):
            with self.subTest(providers=providers):
                session = onnxruntime.InferenceSession(MODEL, providers=providers)
                self.assertEqual(session.get_providers(), [STREW, CPU])
                self.assertEqual(session.get_provider_options()[STREW], {"threads": "2", "gather": "1"} if len(providers[0]) == 2 else {})
