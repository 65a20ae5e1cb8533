"""Whole models: plain OpenVINO against strew, which takes what pays (auto) or everything (all).

    python adapters/openvino/models.py [--rounds N] [--threads N] [MODEL ...]

The sides take turns in one process, and what counts is the time of the CPU. A ratio is plain OpenVINO's time over strew's, the median of
the rounds': above 1, strew is faster.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, Callable, Dict, List, Tuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from gen.arguments import Parser, count, one_of  # noqa: E402

MODELS: Dict[str, Callable[[], Tuple[Model, Arrays]]] = {
    "kv_state": lambda: kv_state(),
    "kv_inputs": lambda: kv_inputs(),
    "kv_computed": lambda: kv_computed(),
    "slices_small": lambda: slices_small(),
    "slices": lambda: slices(),
    "pillars": lambda: pillars(),
    "gnn_sum": lambda: gnn_sum(),
    "gnn_attention": lambda: gnn_attention(),
    "gnn_small": lambda: gnn_small(),
}


def read_arguments() -> argparse.Namespace:
    parser = Parser(description=__doc__)
    parser.add_argument("--rounds", type=count, default=9)
    parser.add_argument("--threads", type=count, default=1)
    parser.add_argument("models", nargs="*", type=one_of(MODELS), metavar="MODEL", help=f"of {', '.join(MODELS)}; all where none is named")
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = read_arguments()  # before the imports that take long

import numpy as np  # noqa: E402
import openvino  # noqa: E402
from openvino import Model, opset15 as ops  # noqa: E402
from openvino.op.util import Variable, VariableInfo  # noqa: E402

import strew_openvino  # noqa: E402
from tests.adapters import exported as adapters  # noqa: E402

RANDOM = np.random.default_rng(1)
SAMPLE_NS = 5e6
MADE = 6  # where memory is can change times, so each model is made so often

Arrays = List[np.ndarray]


def floats(*shape: int) -> np.ndarray:
    return RANDOM.standard_normal(shape, np.float32)


def weight(*shape: int) -> Any:
    return ops.constant(floats(*shape) / np.float32(shape[0] ** 0.5))


def parameters_of(arrays: Arrays) -> List[Any]:
    return [ops.parameter(list(array.shape), array.dtype) for array in arrays]


def variable(name: str, shape: Tuple[int, ...]) -> Tuple[Any, Any]:
    info = VariableInfo()
    info.data_shape, info.data_type, info.variable_id = openvino.PartialShape(list(shape)), openvino.Type.f32, name
    of_model = Variable(info)
    return ops.read_value(ops.constant(np.zeros(shape, np.float32)), of_model), of_model


def attention(heads: int, length: int, width: int, keep: Callable[..., Tuple[Any, Any]]) -> Tuple[List[Any], List[Any]]:
    """One token attends to a cache of keys and one of values, into which its own are written."""
    hidden, at = floats(1, heads * width), np.array([length // 2])
    token, place = parameters_of([hidden, at])

    def heads_of(x: Any) -> Any:
        return ops.transpose(ops.reshape(x, ops.constant(np.array([1, 1, heads, width])), False), ops.constant(np.array([0, 2, 1, 3])))

    query, key, value = (heads_of(ops.matmul(token, weight(heads * width, heads * width), False, False)) for _ in range(3))
    keys, values = keep(key, value, place)
    scores = ops.softmax(ops.matmul(query, keys, False, True), 3)
    output = ops.reshape(ops.matmul(scores, values, False, False), ops.constant(np.array([1, heads * width])), False)
    return [ops.matmul(output, weight(heads * width, heads * width), False, False)], [token, place, hidden, at]


def kv_state() -> Tuple[Model, Arrays]:
    """A step of a decoder with its cache in the model's state: two updates."""
    heads, length, width = 8, 512, 64
    sinks: List[Any] = []

    def keep(key: Any, value: Any, place: Any) -> Any:
        kept = []
        for name, new in (("key", key), ("value", value)):
            cache, of_model = variable(name, (1, heads, length, width))
            written = ops.scatter_update(cache, place, new, ops.constant(np.array(2)))
            sinks.append(ops.assign(written, of_model))
            kept.append(written)
        return kept[0], kept[1]

    results, (token, place, hidden, at) = attention(heads, length, width, keep)
    return Model([ops.result(node) for node in results], sinks, [token, place]), [hidden, at]


def kv_inputs() -> Tuple[Model, Arrays]:
    """The same with caches that are inputs and outputs of the model."""
    heads, length, width = 8, 512, 64
    caches = [floats(1, heads, length, width) for _ in range(2)]
    inputs = parameters_of(caches)
    kept: List[Any] = []

    def keep(key: Any, value: Any, place: Any) -> Any:
        for cache, new in zip(inputs, (key, value)):
            kept.append(ops.scatter_update(cache, place, new, ops.constant(np.array(2))))
        return kept[0], kept[1]

    results, (token, place, hidden, at) = attention(heads, length, width, keep)
    return Model([*results, *kept], [token, place, *inputs]), [hidden, at, *caches]


def kv_computed() -> Tuple[Model, Arrays]:
    """Two updates of tensors that the model computes."""
    heads, length, width = 8, 512, 64
    caches = [floats(1, heads, length, width) for _ in range(2)]
    inputs = parameters_of(caches)

    def keep(key: Any, value: Any, place: Any) -> Any:
        scaled = [ops.multiply(cache, np.float32(0.5)) for cache in inputs]
        kept = [ops.scatter_update(c, place, new, ops.constant(np.array(2))) for c, new in zip(scaled, (key, value))]
        return kept[0], kept[1]

    results, (token, place, hidden, at) = attention(heads, length, width, keep)
    return Model(results, [token, place, *inputs]), [hidden, at, *caches]


def exported(name: str, *arrays: np.ndarray) -> Tuple[Model, Arrays]:
    """Strew's core claims nothing of a model whose shapes are not known, or that is small. OpenVINO 2026.0 reads no sums of ONNX."""
    return strew_openvino.core().read_model(adapters.exported(name)[0]), list(arrays)


def slices_small() -> Tuple[Model, Arrays]:
    """Slice assignments that PyTorch exported, over an image of 16 x 16."""
    return exported("slice_assignments", floats(1, 3, 16, 16), floats(1, 3, 8, 8))


def grid(*sizes: range) -> np.ndarray:
    return np.stack(np.meshgrid(*sizes, indexing="ij"), -1)


def slices() -> Tuple[Model, Arrays]:
    """The same between two convolutions, over an image of 256 x 256."""
    n = 256
    arrays = [floats(1, 8, n, n), floats(1, 8, 64, 64)]
    image, patch = parameters_of(arrays)

    def convolve(x: Any) -> Any:
        return ops.convolution(x, weight(8, 8, 3, 3), [1, 1], [1, 1], [1, 1], [1, 1])

    x = ops.relu(convolve(image))
    window = grid(range(1), range(8), range(20, 84), range(40, 104))
    x = ops.scatter_nd_update(x, ops.constant(window), patch)
    border = grid(range(1), range(8), range(1))
    x = ops.scatter_nd_update(x, ops.constant(border), ops.constant(np.full((1, 8, 1, n), 0.5, np.float32)))
    return Model([ops.relu(convolve(x))], [image, patch]), arrays


def pillars() -> Tuple[Model, Arrays]:
    """Points in pillars onto a canvas, then a convolution: what a detector of cars does."""
    ny, nx, n, c = 248, 216, 6000, 32
    places = RANDOM.choice(ny * nx, n, False)[:, None]
    arrays = [floats(n, 9), places]
    points, at = parameters_of(arrays)
    features = ops.relu(ops.matmul(points, weight(9, c), False, False))
    canvas = ops.scatter_nd_update(ops.constant(np.zeros((ny * nx, c), np.float32)), at, features)
    image = ops.transpose(ops.reshape(canvas, ops.constant(np.array([1, ny, nx, c])), False), ops.constant(np.array([0, 3, 1, 2])))
    return Model([ops.relu(ops.convolution(image, weight(16, c, 3, 3), [2, 2], [1, 1], [1, 1], [1, 1]))], [points, at]), arrays


def graph(nodes: int, edges: int) -> Tuple[np.ndarray, np.ndarray]:
    return RANDOM.integers(0, nodes, edges), RANDOM.integers(0, nodes, edges)


def gnn_sum() -> Tuple[Model, Arrays]:
    """Two layers of messages that index_add sums, as PyTorch exported them: 20,000 nodes, 200,000 edges."""
    return exported("message_passing", floats(20_000, 8), *graph(20_000, 200_000))


def gnn_attention() -> Tuple[Model, Arrays]:
    """A layer of graph attention: maximum, sum of exp, and weighted sum over the edges of each node: 5,000 nodes, 50,000 edges."""
    nodes, edges, c = 5_000, 50_000, 32
    source, target = graph(nodes, edges)
    arrays = [floats(nodes, 16), source, target]
    x, sources, targets = parameters_of(arrays)
    hidden = ops.matmul(x, weight(16, c), False, False)
    zero = ops.constant(np.array(0))
    at = ops.unsqueeze(targets, ops.constant(np.array(1)))

    def of_edges(value: Any, index: Any) -> Any:
        return ops.gather(value, index, zero)

    ends = (of_edges(ops.matmul(hidden, weight(c, 1), False, False), at_end) for at_end in (sources, targets))
    score = ops.add(*ends)
    score = ops.prelu(score, ops.constant(np.float32(0.2)))
    lowest = ops.constant(np.full((nodes, 1), -1e30, np.float32))
    largest = ops.scatter_elements_update(lowest, at, score, zero, "max")
    weights = ops.exp(ops.subtract(score, of_edges(largest, targets)))
    total = ops.scatter_elements_update(ops.constant(np.zeros((nodes, 1), np.float32)), at, weights, zero, "sum")
    messages = ops.multiply(of_edges(hidden, sources), ops.divide(weights, of_edges(total, targets)))
    summed = ops.scatter_nd_update(ops.constant(np.zeros((nodes, c), np.float32)), at, messages, "sum")
    return Model([ops.relu(summed)], [x, sources, targets]), arrays


def gnn_small() -> Tuple[Model, Arrays]:
    """gnn_sum on a molecule: 40 nodes, 300 edges."""
    return exported("message_passing", floats(40, 8), *graph(40, 300))


def sides_of(model: Model, arrays: Arrays) -> Dict[str, Tuple[Model, int]]:
    """The model for each side, and how many of its nodes are strew's. Where strew takes none, it is the plain one."""
    shapes = {i: openvino.PartialShape(list(array.shape)) for i, array in enumerate(arrays)}
    report: List[strew_openvino.Claim] = []
    strew = strew_openvino.convert(model.clone(), shapes=shapes if model.is_dynamic() else None, report=report)
    everything = strew_openvino.convert(model.clone(), claim="all")
    sides = {"plain": (model, 0), "auto": (strew, sum(claim.is_strews for claim in report)), "all": (everything, len(report))}
    return {side: sides[side] for side in sides if side != "auto" or sides[side][1]}


def runs_of(name: str, threads: int, turn: int) -> Tuple[Dict[str, Callable[..., Any]], Dict[str, int]]:
    """A run for each side, and how many nodes are strew's. Which side is made first is another from turn to turn."""
    model, arrays = MODELS[name]()
    runs: Dict[str, Callable[..., Any]] = {}
    claimed: Dict[str, int] = {}
    right = None
    core = openvino.Core()
    sides = list(sides_of(model, arrays).items())
    turn %= len(sides)
    for side, (converted, claimed[side]) in sides[turn:] + sides[:turn]:
        settings = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32"}
        request = core.compile_model(converted, "CPU", settings).create_infer_request()
        for i, array in enumerate(arrays):
            request.set_input_tensor(i, openvino.Tensor(array, shared_memory=True))

        def run(request: Any = request, _: Arrays = arrays) -> Any:  # OpenVINO does not keep the arrays
            return request.infer(share_outputs=True)

        first = run()[0].copy()
        right = first if right is None else right
        np.testing.assert_allclose(first, right, rtol=1e-3, atol=1e-4)
        runs[side] = run
    return runs, claimed


def sample(run: Callable[[], Any], calls: int) -> float:
    begin = time.process_time_ns()
    for _ in range(calls):
        run()
    return (time.process_time_ns() - begin) / calls


def main(arguments: argparse.Namespace) -> None:
    print(f"{'':14} {'plain, ms':>10}  ratios (scatters that are strew's)")
    for name in arguments.models or MODELS:
        times: List[Dict[str, float]] = []
        for turn in range(MADE):
            runs, claimed = runs_of(name, arguments.threads, turn)
            calls = {side: max(1, int(SAMPLE_NS / sample(run, 3))) for side, run in runs.items()}
            times += [{side: sample(run, calls[side]) for side, run in runs.items()} for _ in range(arguments.rounds)]
        ratios = {side: median(each["plain"] / each[side] for each in times) for side in runs if side != "plain"}
        said = "  ".join(f"{side} {ratios[side]:.2f} ({claimed[side]})" if side in runs else "auto same (0)" for side in ("auto", "all"))
        print(f"{name:14} {median(each['plain'] for each in times) / 1e6:10.4f}  {said}", flush=True)


if __name__ == "__main__":
    main(ARGUMENTS)
