"""Whole models with strew and without: the time of plain ONNX Runtime over the time with strew, at least 0.97 in each.

    python adapters/onnxruntime/models.py [--sessions N] [--rounds N] [--threads N] [--every-node] [MODEL ...]

Sessions run in turn in one process, from and to the same arrays. The time is the CPU's, and the least of all rounds, so other work of the
machine counts less; a ratio is the median over several sessions of each side.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, Callable, Dict, List, Optional, Tuple

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT), str(Path(__file__).parent / "python")]

from gen.arguments import Parser, count, one_of  # noqa: E402

MODELS: Dict[str, Callable[[], Model]] = {
    "exported GCN": lambda: exported_gcn(),
    "GCN": lambda: gnn("add", True),
    "SAGE-max": lambda: gnn("max", False),
    "messages": lambda: messages(),
    "KV cache by TensorScatter": lambda: kv_cache("TensorScatter"),
    "KV cache by ScatterND": lambda: kv_cache("ScatterND"),
    "pillars": lambda: pillars(),
    "small slices": lambda: small_slices(),
    "a state of 16 numbers": lambda: tiny_state(),
    "quantised embedding": lambda: quantised_embedding(),
    "quantised table": lambda: quantised_table(),
    "text embedding": lambda: text_embedding(),
    "shapes": lambda: shapes(),
    "split heads": lambda: split_heads(),
}


def read_arguments() -> argparse.Namespace:
    parser = Parser(description=__doc__)
    parser.add_argument(
        "--sessions", type=count, default=7, help="of each side, one after another: where a session's memory lies changes its time"
    )
    parser.add_argument("--rounds", type=count, default=21, help="in each session, or fewer if a run takes long")
    parser.add_argument("--threads", type=count, default=1)
    parser.add_argument("--every-node", action="store_true", help="strew runs the nodes too that gain nothing")
    parser.add_argument("models", nargs="*", type=one_of(MODELS), metavar="MODEL", help=f"all where none is named: {', '.join(MODELS)}")
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = read_arguments()  # before the imports that take long

import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

import onnxruntime_ep_strew  # noqa: E402
from tests.adapters.exported import exported  # noqa: E402

SAMPLE_NS = 3e6  # a model that is faster is run several times within a sample
ROUNDS_NS = 1e8  # no session is measured for much longer on each side, but three times

Arrays = Dict[str, np.ndarray]
Model = Tuple[Any, Arrays]  # a file or the bytes of a model, and its inputs


class Graph:
    """A graph that is written down node by node."""

    def __init__(self, opset: int = 18) -> None:
        self.opset = opset
        self.nodes: List[Any] = []
        self.constants: List[Any] = []
        self.inputs: List[Any] = []
        self.arrays: Arrays = {}

    def constant(self, array: np.ndarray) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def weights(self, *shape: int) -> str:
        return self.constant(np.random.default_rng(len(self.constants)).standard_normal(shape, np.float32) / np.float32(shape[0] ** 0.5))

    def input(self, name: str, array: np.ndarray, shape: Optional[List[Any]] = None) -> str:
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        self.inputs.append(helper.make_tensor_value_info(name, kind, array.shape if shape is None else shape))
        self.arrays[name] = array
        return name

    def node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def model(self, *outputs: str, kind: int = TensorProto.FLOAT) -> Model:
        infos = [helper.make_tensor_value_info(name, kind, None) for name in outputs]
        graph = helper.make_graph(self.nodes, "model", self.inputs, infos, self.constants)
        version = 10 if self.opset >= 24 else 8
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=version)
        return model.SerializeToString(), self.arrays


def graph_of(nodes: int, edges: int) -> Arrays:
    """A graph whose nodes have degrees as in a social network."""
    random = np.random.default_rng(1)
    return {"source": random.integers(0, nodes, edges), "target": (nodes * random.random(edges) ** 2).astype(np.int64)}


def exported_gcn() -> Model:
    """What PyTorch's exporter makes of two layers with index_add, on 20,000 nodes and 400,000 edges."""
    features = np.random.default_rng(2).standard_normal((20_000, 8), np.float32)
    return str(exported("message_passing")[0]), {"features": features, **graph_of(20_000, 400_000)}


def gnn(reduction: str, normalise: bool) -> Model:
    """Two layers as torch_geometric's are exported: messages of 64 numbers, ScatterElements over indices that are expanded to rows."""
    nodes, edges, width = 4_000, 40_000, 64
    g = Graph()
    x = g.input("features", np.random.default_rng(3).standard_normal((nodes, width), np.float32), ["nodes", width])
    ends = graph_of(nodes, edges)
    source, target = (g.input(name, ends[name], ["edges"]) for name in ("source", "target"))
    factors = g.input("factors", np.random.default_rng(4).random((edges, 1), np.float32), ["edges", 1]) if normalise else ""
    rows = g.node("Unsqueeze", target, g.constant(np.array([1])))
    for _ in range(2):
        x = g.node("MatMul", x, g.weights(width, width))
        messages = g.node("Gather", x, source, axis=0)
        if normalise:
            messages = g.node("Mul", messages, factors)
        shape = g.node("Shape", messages)
        zeros = g.node("ConstantOfShape", g.node("Shape", x))
        x = g.node("ScatterElements", zeros, g.node("Expand", rows, shape), messages, axis=0, reduction=reduction)
        x = g.node("Relu", x)
    return g.model(x)


def messages() -> Model:
    """A layer's messages and nothing else: rows of 64 numbers of 40,000 nodes, weighed and added up along 300,000 edges."""
    nodes, edges, width = 40_000, 300_000, 64
    g = Graph()
    x = g.input("features", np.random.default_rng(9).standard_normal((nodes, width), np.float32), ["nodes", width])
    ends = graph_of(nodes, edges)
    source = g.input("source", ends["source"], ["edges"])
    target = g.input("target", ends["target"][:, None], ["edges", 1])
    factors = g.input("factors", np.random.default_rng(10).random((edges, 1), np.float32), ["edges", 1])
    rows = g.node("Mul", g.node("Gather", x, source, axis=0), factors)
    return g.model(g.node("ScatterND", g.node("ConstantOfShape", g.node("Shape", x)), target, rows, reduction="add"))


def kv_cache(operator: str) -> Model:
    """A step of attention: a key and a value of one token enter caches of 8 heads and 2,048 tokens, and are read."""
    heads, tokens, width = 8, 2048, 64
    random = np.random.default_rng(5)
    g = Graph(24 if operator == "TensorScatter" else 18)
    query = g.input("query", random.standard_normal((1, heads, 1, width), np.float32))
    caches: List[str] = []
    for name in ("key", "value"):
        cache = g.input(f"{name}_cache", random.standard_normal((1, heads, tokens, width), np.float32))
        token = g.input(name, random.standard_normal((1, heads, 1, width), np.float32))
        if operator == "TensorScatter":
            at = "position" if caches else g.input("position", np.array([1000]))
            caches.append(g.node(operator, cache, token, at, axis=2))
        else:
            at = "position" if caches else g.input("position", np.array([[[[0, h, 1000]] for h in range(heads)]]))
            caches.append(g.node(operator, cache, at, token))
    scores = g.node("Softmax", g.node("MatMul", query, g.node("Transpose", caches[0], perm=[0, 1, 3, 2])), axis=-1)
    return g.model(g.node("MatMul", scores, caches[1]), *caches)


def pillars() -> Model:
    """The encoder of PointPillars: 12,000 pillars of 64 features are scattered into an image, and a convolution reads it."""
    random = np.random.default_rng(6)
    height, width, channels, n = 248, 216, 64, 12_000
    g = Graph()
    points = g.input("pillars", random.standard_normal((n, 16), np.float32), ["pillars", 16])
    places = g.input("places", np.sort(random.permutation(height * width)[:n])[:, None], ["pillars", 1])
    features = g.node("Relu", g.node("MatMul", points, g.weights(16, channels)))
    canvas = g.node("ScatterND", g.constant(np.zeros((height * width, channels), np.float32)), places, features)
    image = g.node("Reshape", g.node("Transpose", canvas, perm=[1, 0]), g.constant(np.array([1, channels, height, width])))
    return g.model(g.node("Conv", image, g.weights(8, channels, 3, 3), strides=[2, 2]))


def small_slices() -> Model:
    """What PyTorch's exporter makes of slice assignments to an image of 16 × 16 pixels."""
    path, arrays = exported("slice_assignments")
    return str(path), arrays


def tiny_state() -> Model:
    """A cell that writes one element of a state of 16 numbers, in each of 20 steps."""
    g = Graph()
    state = g.input("state", np.zeros((16, 1), np.float32))
    for step in range(20):
        value = g.node("Tanh", g.node("Slice", state, *(g.constant(np.array([i])) for i in (step % 15, step % 15 + 1, 0))))
        state = g.node("ScatterND", state, g.constant(np.array([[(step + 3) % 16]])), value)
    return g.model(state)


def quantised_embedding() -> Model:
    """An embedding of 30,522 words and 256 numbers, quantised as ONNX Runtime's tools do."""
    random = np.random.default_rng(7)
    g = Graph()
    ids = g.input("ids", random.integers(0, 30_522, (1, 128)), ["batch", "words"])
    quantised = (g.constant(np.array(0.01, np.float32)), g.constant(np.array(0, np.uint8)))
    table = g.node("DequantizeLinear", g.constant(random.integers(0, 256, (30_522, 256)).astype(np.uint8)), *quantised)
    rows = g.node("DequantizeLinear", g.node("QuantizeLinear", g.node("Gather", table, ids), *quantised), *quantised)
    return g.model(g.node("MatMul", rows, g.weights(256, 16)))


def quantised_table() -> Model:
    """The same embedding, whose rows are dequantised after the gather."""
    random = np.random.default_rng(7)
    g = Graph()
    ids = g.input("ids", random.integers(0, 30_522, (1, 128)), ["batch", "words"])
    quantised = (g.constant(np.array(0.01, np.float32)), g.constant(np.array(0, np.uint8)))
    rows = g.node("Gather", g.constant(random.integers(0, 256, (30_522, 256)).astype(np.uint8)), ids)
    return g.model(g.node("MatMul", g.node("DequantizeLinear", rows, *quantised), g.weights(256, 16)))


def text_embedding() -> Model:
    """The embeddings of BERT: words, positions and segments are gathered, added and normalised."""
    random = np.random.default_rng(8)
    g = Graph(16)
    width = 256
    ids = g.input("input_ids", random.integers(0, 30_522, (1, 128)).astype(np.int32), [1, 128])
    segments = g.input("segments", np.zeros((1, 128), np.int32), [1, 128])
    words = g.node("Gather", g.weights(30_522, width), ids, axis=0)
    places = g.node("Gather", g.weights(512, width), g.constant(np.arange(128)[None]), axis=0)
    kinds = g.node("Gather", g.weights(2, width), segments, axis=0)
    x = g.node("Add", g.node("Add", words, kinds), places)
    mean = g.node("ReduceMean", x, axes=[-1])
    centred = g.node("Sub", x, mean)
    square = g.node("Pow", centred, g.constant(np.array(2, np.float32)))
    deviation = g.node("Sqrt", g.node("Add", g.node("ReduceMean", square, axes=[-1]), g.constant(np.array(1e-12, np.float32))))
    x = g.node("Mul", g.node("Div", centred, deviation), g.constant(np.ones(width, np.float32)))
    return g.model(g.node("Add", x, g.constant(np.zeros(width, np.float32))))


def shapes() -> Model:
    """Heads of attention are split and joined by shapes that a run computes, as exporters write it: gathers of single numbers."""
    width, heads = 64, 4
    g = Graph()
    x = g.input("x", np.random.default_rng(9).standard_normal((1, 16, width), np.float32), ["batch", "words", width])
    for _ in range(4):
        y = g.node("MatMul", x, g.weights(width, width))
        shape = g.node("Shape", y)
        axis = g.constant(np.array([0]))
        sizes = [g.node("Unsqueeze", g.node("Gather", shape, g.constant(np.array(i))), axis) for i in (0, 1)]
        split = g.node("Concat", *sizes, g.constant(np.array([heads])), g.constant(np.array([width // heads])), axis=0)
        joined = g.node("Concat", *sizes, g.constant(np.array([width])), axis=0)
        parts = g.node("Transpose", g.node("Reshape", y, split), perm=[0, 2, 1, 3])
        scores = g.node("Softmax", g.node("MatMul", parts, g.node("Transpose", parts, perm=[0, 1, 3, 2])), axis=-1)
        x = g.node("Reshape", g.node("Transpose", g.node("MatMul", scores, parts), perm=[0, 2, 1, 3]), joined)
    return g.model(x)


def split_heads() -> Model:
    """A joined query, key and value is taken apart by three gathers of one number each, as exporters write it: the runtime has Split."""
    width, heads = 32, 4
    g = Graph()
    x = g.input("x", np.random.default_rng(10).standard_normal((64, heads * width), np.float32), ["words", heads * width])
    joined = g.node("Reshape", g.node("MatMul", x, g.weights(heads * width, 3 * heads * width)), g.constant(np.array([-1, 3, heads, width])))
    query, key, value = (g.node("Transpose", g.node("Gather", joined, g.constant(np.array(i)), axis=1), perm=[1, 0, 2]) for i in range(3))
    scores = g.node("Softmax", g.node("MatMul", query, g.node("Transpose", key, perm=[0, 2, 1])), axis=-1)
    return g.model(g.node("MatMul", scores, value))


def plain(threads: int) -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return options


def open_session(model: Model, options: onnxruntime.SessionOptions, outputs: List[np.ndarray]) -> Callable[[], object]:
    """A function that runs the model from and to memory that is bound once. The first session makes the outputs, and all write to them: where
    an array lies in memory can change the time of a model by a tenth."""
    source, arrays = model
    session = onnxruntime.InferenceSession(source, options)
    found = session.run(None, arrays)
    if not outputs:
        outputs += found
    binding = session.io_binding()
    for name, array in arrays.items():
        binding.bind_cpu_input(name, array)
    for output, array in zip(session.get_outputs(), outputs):
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        binding.bind_output(output.name, "cpu", 0, kind, array.shape, array.ctypes.data)
    return lambda: session.run_with_iobinding(binding)


def sample(run: Callable[[], object], calls: int) -> float:
    begin = time.process_time_ns()
    for _ in range(calls):
        run()
    return (time.process_time_ns() - begin) / calls


def measure(name: str, arguments: argparse.Namespace) -> Dict[str, float]:
    """The time of the runtime alone, in ms, and the ratio of each side. "again" is a second session of the runtime alone: how far it is from 1 is
    what this machine can tell."""
    model, threads = MODELS[name](), arguments.threads
    sides: Dict[str, Callable[[], onnxruntime.SessionOptions]] = {
        "plain": lambda: plain(threads),
        "again": lambda: plain(threads),
        "strew": lambda: onnxruntime_ep_strew.session_options(threads, every_node=arguments.every_node),
        "not fused": lambda: onnxruntime_ep_strew.session_options(threads, every_node=arguments.every_node, fuse=False),
        "with gather": lambda: onnxruntime_ep_strew.session_options(threads, gather=True, every_node=arguments.every_node),
    }
    outputs: List[np.ndarray] = []
    times: List[float] = []
    ratios: Dict[str, List[float]] = {side: [] for side in sides}
    for i in range(arguments.sessions):
        order = list(sides)[i % len(sides) :] + list(sides)[: i % len(sides)]
        runs = {side: open_session(model, sides[side](), outputs) for side in order}
        one = sample(runs["plain"], 3)
        calls, rounds = max(1, int(SAMPLE_NS / one)), max(3, min(arguments.rounds, int(ROUNDS_NS / one)))
        found: Dict[str, List[float]] = {side: [] for side in sides}
        for j in range(rounds):
            for side in order if j % 2 else reversed(order):
                sample(runs[side], 1)
                found[side].append(sample(runs[side], calls))
        times.append(min(found["plain"]))
        for side in sides:
            ratios[side].append(min(found["plain"]) / min(found[side]))
    return {"plain": median(times) / 1e6, **{side: median(ratios[side]) for side in sides if side != "plain"}}


def main(arguments: argparse.Namespace) -> None:
    onnxruntime.set_default_logger_severity(4)
    print(f"ONNX Runtime {onnxruntime.__version__}, threads: {arguments.threads}")
    print(f"{'model':28} {'ms':>9}   {'again':>7} {'strew':>7} {'not fused':>10} {'with gather':>12}")
    for name in arguments.models or MODELS:
        found = measure(name, arguments)
        ratios = f"{found['again']:7.2f} {found['strew']:7.2f} {found['not fused']:10.2f} {found['with gather']:12.2f}"
        print(f"{name:28} {found['plain']:9.3f}   {ratios}", flush=True)


if __name__ == "__main__":
    main(ARGUMENTS)
