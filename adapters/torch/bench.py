"""PyTorch as it is against PyTorch with `strew_torch.patch()`, in turns: `python bench.py` prints a row for each workload, whole models
first and single operators after them, then fused operators and layers beside PyTorch's. Models and calls with next to nothing to do run in two processes, one of which never imports
strew_torch. Single operators run in one, so that both sides find the same memory.

Each row has medians of at least three rounds: the times, and the speedup, which compares strew with PyTorch at the better of its two numbers
of threads in each round. The graph has the size of ogbn-arxiv, and a few nodes with most of the edges; all inputs are seeded.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any, Callable, Dict, List, Tuple

sys.path.append(str(Path(__file__).resolve().parents[2]))

from adapters.torch.bench_fused import FUSED, draw  # noqa: E402
from gen.arguments import Parser, count, one_of  # noqa: E402

Call = Callable[[], object]
MODELS: Dict[str, Callable[[], Call]] = {
    "gin_model": lambda: network(sum_of),
    "sage_mean_model": lambda: network(reduction_of("mean")),
    "sage_max_model": lambda: network(reduction_of("amax")),
    "gat_model": lambda: network(attention),
    "pillars_model": lambda: pillars(),
    "mixture_model": lambda: mixture(),
    "language_model": lambda: language_model(),
    "recommender_model": lambda: recommender(),
    "decoding_model": lambda: decoding(),
}
WORKLOADS: Dict[str, Callable[[], Call]] = {
    "gin": lambda: message_passing("sum"),
    "gin_bf16": lambda: message_passing("sum", torch.bfloat16),
    "gin_16": lambda: message_passing("sum", features=16),
    "sage_mean": lambda: message_passing("mean"),
    "sage_max": lambda: message_passing("amax"),
    "embedding": lambda: embedding(False),
    "embedding_index": lambda: embedding(True),
    "histogram": lambda: histogram(1024, 4_000_000),
    "histogram_2d": lambda: histogram_2d(256, 1_000_000),
    "pooling": lambda: pooling(),
    "skewed": lambda: skewed("scatter_add_"),
    "skewed_index_add": lambda: skewed("index_add_"),
    "one_in_a_row": lambda: along_rows(3000, 10_000, 1, "scatter_add_"),
    "one_in_a_row_gather": lambda: along_rows(3000, 10_000, 1, "gather"),
    "logits": lambda: along_rows(32, 128_256, 500, "scatter_add_"),
    "logits_gather": lambda: along_rows(32, 128_256, 500, "gather"),
    **{
        f"{name}{kind}_{width or 'single'}": lambda name=name, kind=kind, width=width: halves(name, width, getattr(torch, kind))
        for name in ("scatter_add_", "index_add_")
        for kind in ("float16", "bfloat16")
        for width in (0, 32, 64)
    },
}
_NAMES = ("scatter_add_", "index_add_", "index_copy_", "index_put_", "index_select")
_STORES = {f"store_{kind}_{n}": (n, kind) for kind in ("float8_e4m3fn", "int8", "bfloat16") for n in (1, 512)}
_SHORT = ("kv_row", "kv_token", "kv_slice", "put_rows", "put_numbers", "scatter_reduce", "scatter_mean")
CALLS = {
    **{f"1000 x {name}": lambda name=name: overhead(name) for name in (*_SHORT, *_NAMES)},
    **{f"100 x {name}": lambda of=of: store(*of) for name, of in _STORES.items()},
}
GROUPS = (MODELS, WORKLOADS, FUSED, CALLS)
NAMES = [name for group in GROUPS for name in group]


def read_arguments() -> argparse.Namespace:
    parser = Parser(description=__doc__)
    parser.add_argument("names", nargs="*", type=one_of(NAMES), default=NAMES, metavar="NAME", help="of workloads; the default is all of them: " + ", ".join(NAMES))
    parser.add_argument("--seconds", type=float, default=10, help="for each workload, at least")
    parser.add_argument("--threads", type=count, nargs="+", default=[1, 2], help="to compare; with 1 alone, processor time is measured")
    parser.add_argument("--picture", type=Path, metavar="FOLDER", help="instead: draw the memory and the time of graph layers; needs matplotlib")
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = read_arguments()  # before the imports that take long

import torch  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402

NODES, EDGES, FEATURES = 169_343, 1_166_243, 128
WORDS, WIDTH, TOKENS = 50_257, 256, 65_536


def graph() -> Tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(0)
    names = torch.randperm(NODES, generator=generator)
    ends = names[(torch.rand(EDGES, generator=generator) ** 3 * NODES).long()]
    return torch.randint(0, NODES, (EDGES,), generator=generator), ends


# ---- Whole models: one step of training, with the loss and the optimizer, or of inference ------------------------------------------------


def training(model: nn.Module, loss: Callable[[], Tensor]) -> Call:
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)

    def step() -> None:
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()

    return step


def network(layer: Callable[[Tensor, Tensor, Tensor], Tensor], features: int = 64, classes: int = 40) -> Call:
    """Two layers of a graph network on a quarter of the graph, each with a linear map before its messages and one for the node itself."""
    torch.manual_seed(1)
    nodes = NODES // 4
    src, dst = (end[: EDGES // 4] % nodes for end in graph())
    sizes = ((features, features), (features, classes))
    model = nn.ModuleList(nn.ModuleList([nn.Linear(*size), nn.Linear(*size)]) for size in sizes)
    x, labels = torch.randn(nodes, features), torch.randint(0, classes, (nodes,))

    def loss() -> Tensor:
        out = x
        for i, (own, neighbours) in enumerate(model):
            out = own(out) + layer(neighbours(out), src, dst)
            out = functional.relu(out) if i == 0 else out
        return functional.cross_entropy(out, labels)

    return training(model, loss)


def sum_of(x: Tensor, src: Tensor, dst: Tensor) -> Tensor:
    return torch.zeros_like(x).index_add(0, dst, x[src])


def reduction_of(reduce: str) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    def layer(x: Tensor, src: Tensor, dst: Tensor) -> Tensor:
        messages = x.index_select(0, src)
        return torch.zeros_like(x).scatter_reduce(0, dst[:, None].expand_as(messages), messages, reduce, include_self=False)

    return layer


def attention(x: Tensor, src: Tensor, dst: Tensor) -> Tensor:
    """A GAT's: the softmax of scores over the edges of each node, with the mean of the features as score."""
    nodes, scores = len(x), functional.leaky_relu(x.mean(1)[src] + x.mean(1)[dst])
    maximum = torch.zeros(nodes).scatter_reduce(0, dst, scores.detach(), "amax", include_self=False)
    weights = (scores - maximum[dst]).exp()
    weights = weights / torch.zeros(nodes).scatter_add(0, dst, weights)[dst]
    return torch.zeros_like(x).index_add(0, dst, x[src] * weights[:, None])


def language_model(words: int = 8192, width: int = 256, length: int = 128) -> Call:
    torch.manual_seed(2)
    layer = nn.TransformerEncoderLayer(width, 4, 4 * width, dropout=0.0, batch_first=True)
    model = nn.ModuleList([nn.Embedding(words, width), layer, nn.Linear(width, words)])
    text = (torch.rand(4, length + 1) ** 4 * words).long()

    def loss() -> Tensor:
        table, body, head = model
        return functional.cross_entropy(head(body(table(text[:, :-1]))).flatten(0, 1), text[:, 1:].flatten())

    return training(model, loss)


def decoding(layers: int = 6, width: int = 256, heads: int = 4, length: int = 256) -> Call:
    """Tokens of a small language model, one at a time, with caches of keys and values that index_copy_ writes."""
    torch.manual_seed(3)
    table, maps = nn.Embedding(8192, width), [[nn.Linear(width, n * width) for n in (3, 1)] for _ in range(layers)]
    caches = torch.zeros(layers, 2, heads, length, width // heads)

    @torch.inference_mode()
    def run() -> None:
        for position in range(0, length, 16):
            x, at = table(torch.tensor([position])), torch.tensor([position])
            for (into, out), (keys, values) in zip(maps, caches):
                query, key, value = into(x).reshape(3, heads, 1, -1)
                keys.index_copy_(1, at, key)
                values.index_copy_(1, at, value)
                x = x + out(functional.scaled_dot_product_attention(query, keys, values).reshape(1, width))

    return run


def mixture(experts: int = 8, width: int = 256, tokens: int = 2048) -> Call:
    """A mixture of experts: the tokens of each are gathered, and what it makes of them is added."""
    torch.manual_seed(4)
    model = nn.ModuleList([nn.Linear(width, experts), *(nn.Linear(width, width) for _ in range(experts))])
    x = torch.randn(tokens, width)

    def loss() -> Tensor:
        router, *others = model
        weights, chosen = router(x).softmax(1).topk(2)
        out = torch.zeros_like(x)
        for i, expert in enumerate(others):
            token, place = (chosen == i).nonzero(as_tuple=True)
            out = out.index_add(0, token, functional.relu(expert(x[token])) * weights[token, place, None])
        return out.square().mean()

    return training(model, loss)


def pillars(points: int = 60_000, size: int = 128, features: int = 32) -> Call:
    """A detector's first layers: points' features, their maximum in each pillar of a grid, and a convolution."""
    torch.manual_seed(5)
    model = nn.ModuleList([nn.Linear(9, features), nn.Conv2d(features, features, 3, padding=1)])
    x, cells = torch.randn(points, 9), torch.randint(0, size * size, (points,))

    def loss() -> Tensor:
        encoder, convolution = model
        encoded = functional.relu(encoder(x))
        canvas = torch.zeros(size * size, features).scatter_reduce(0, cells[:, None].expand_as(encoded), encoded, "amax")
        return functional.relu(convolution(canvas.t().reshape(1, features, size, size))).square().mean()

    return training(model, loss)


def recommender(rows: int = 100_000, width: int = 32, batch: int = 2048) -> Call:
    """Bags of embeddings, whose gradient is not routed, and a perceptron."""
    torch.manual_seed(6)
    model = nn.ModuleList([nn.EmbeddingBag(rows, width, mode="sum"), nn.Linear(width, 64), nn.Linear(64, 1)])
    bags, clicks = (torch.rand(batch, 20) ** 3 * rows).long(), torch.rand(batch, 1)

    def loss() -> Tensor:
        table, first, second = model
        return functional.mse_loss(second(functional.relu(first(table(bags)))), clicks)

    return training(model, loss)


# ---- Single operators and layers ---------------------------------------------------------------------------------------------------------


def message_passing(reduce: str, dtype: torch.dtype = torch.float32, features: int = FEATURES) -> Call:
    """One layer's messages, forward and backward, as PyTorch Geometric writes it: gather the ends' rows, reduce them by node."""
    src, dst = graph()
    x = torch.randn(NODES, features, generator=torch.Generator().manual_seed(1)).to(dtype).requires_grad_()
    grad = torch.ones(NODES, features, dtype=dtype)
    index = dst[:, None].expand(-1, features)

    def run() -> None:
        x.grad = None
        messages = x.index_select(0, src)
        zeros = x.new_zeros(NODES, features)
        if reduce == "sum":
            out = zeros.scatter_add_(0, index, messages)
        else:
            out = zeros.scatter_reduce_(0, index, messages, reduce, include_self=False)
        out.backward(grad)

    return run


def tokens() -> Tensor:
    generator = torch.Generator().manual_seed(2)
    return (torch.rand(TOKENS, generator=generator) ** 4 * WORDS).long()


def embedding(by_index: bool) -> Call:
    """The gradient of a table of words, and nothing else."""
    table = torch.randn(WORDS, WIDTH, generator=torch.Generator().manual_seed(3)).requires_grad_()
    names, grad = tokens(), torch.ones(TOKENS, WIDTH)
    out = table[names] if by_index else functional.embedding(names, table)
    return lambda: torch.autograd.grad(out, table, grad, retain_graph=True)


def histogram(n_bins: int, n: int) -> Call:
    names = torch.randint(0, n_bins, (n,), generator=torch.Generator().manual_seed(4))
    ones = torch.ones(n, dtype=torch.int64)
    return lambda: torch.zeros(n_bins, dtype=torch.int64).scatter_add_(0, names, ones)


def histogram_2d(size: int, n: int) -> Call:
    generator = torch.Generator().manual_seed(5)
    y, x = torch.randint(0, size, (2, n), generator=generator)
    ones = torch.ones(n)
    return lambda: torch.zeros(size, size).index_put_((y, x), ones, accumulate=True)


def pooling() -> Call:
    """Shape A of pytorch/pytorch#183812."""
    generator = torch.Generator().manual_seed(6)
    base, source = torch.randn(128, 64, 128, generator=generator), torch.randn(128, 256, 128, generator=generator)
    index = torch.randint(0, 64, (128, 256, 128), generator=generator)
    return lambda: base.scatter_reduce(1, index, source, "amax", include_self=False)


def skewed(name: str) -> Call:
    """Single numbers added up by node, where a few nodes have most of the edges."""
    _, ends = graph()
    out, source = torch.zeros(NODES), torch.randn(EDGES, generator=torch.Generator().manual_seed(7))
    return lambda: getattr(out, name)(0, ends, source)


def halves(name: str, width: int, dtype: torch.dtype) -> Call:
    """Rows, or single numbers, of which eight are added to each of the data's on average."""
    generator = torch.Generator().manual_seed(10)
    n = 1 << 14 if width else 1 << 17
    shape = (8 * n, width) if width else (8 * n,)
    out, source = torch.zeros(n, *shape[1:], dtype=dtype), torch.randn(shape, generator=generator).to(dtype)
    index = torch.randint(0, n, (8 * n,), generator=generator)
    if name == "scatter_add_" and width:
        index = index[:, None].expand(shape)
    return lambda: getattr(out, name)(0, index, source)


def along_rows(rows: int, width: int, n: int, name: str) -> Call:
    """A few numbers of each row in 64 steps: the entries of the labels, or of the tokens that have been generated. Each step has other ones."""
    generator = torch.Generator().manual_seed(8)
    out, source = torch.zeros(rows, width), torch.randn(rows, n, generator=generator)
    steps = torch.randint(0, width, (64, rows, n), generator=generator).unbind()
    if name == "gather":
        return lambda: [out.gather(1, index) for index in steps]
    return lambda: [getattr(out, name)(1, index, source) for index in steps]


def overhead(name: str) -> Call:
    """A thousand short calls: steps of a cache of keys, rows and numbers that are set, reductions of 64 rows of 16; and those with three
    indices, where there is next to nothing to do."""
    generator = torch.Generator().manual_seed(9)
    out, index, source = torch.zeros(16, 4), torch.tensor([1, 2, 3]), torch.ones(3, 4)
    expanded = index[:, None].expand(3, 4)
    pages, caches = torch.zeros(16_384, 8, 128, dtype=torch.float16), torch.zeros(4, 8, 2048, 128, dtype=torch.float16)
    position, key = torch.tensor([1234]), torch.randn(1, 8, 128, generator=generator).half()
    keys, one_key = torch.randn(4, 8, 1, 128, generator=generator).half(), torch.randn(1, 8, 1, 128, generator=generator).half()
    eight, table, line = torch.randint(0, 10_000, (8,), generator=generator), torch.zeros(10_000, 64), torch.zeros(10_000)
    values, numbers = torch.randn(8, 64, generator=generator), torch.randn(8, generator=generator)
    nodes = torch.zeros(32, 16)
    ends, messages = torch.randint(0, 32, (64, 16), generator=generator), torch.randn(64, 16, generator=generator)

    def kv_token() -> None:
        caches[:1, :, position] = one_key

    def kv_slice() -> None:
        caches[:, :, position] = keys

    def put_rows() -> None:
        table[eight] = values

    def put_numbers() -> None:
        line[eight] = numbers

    calls: Dict[str, Call] = {
        "kv_row": lambda: pages.index_put_((position,), key),
        "kv_token": kv_token,
        "kv_slice": kv_slice,
        "put_rows": put_rows,
        "put_numbers": put_numbers,
        "scatter_reduce": lambda: nodes.scatter_reduce_(0, ends, messages, "amax"),
        "scatter_mean": lambda: nodes.scatter_reduce(0, ends, messages, "mean", include_self=False),
        "scatter_add_": lambda: out.scatter_add_(0, expanded, source),
        "index_add_": lambda: out.index_add_(0, index, source),
        "index_copy_": lambda: out.index_copy_(0, index, source),
        "index_put_": lambda: out.index_put_((index,), source, accumulate=True),
        "index_select": lambda: out.index_select(0, index),
    }
    return lambda: [calls[name]() for _ in range(1000)]


def store(n: int, kind: str) -> Call:
    """The keys and values of new tokens in a paged cache of another type, a hundred times: by strew_torch.store_cache, or as PyTorch does it, by
    a quotient, a conversion and index_put_."""
    generator, dtype = torch.Generator().manual_seed(11), getattr(torch, kind)
    k, v = (torch.randn(n, 8, 128, generator=generator) for _ in range(2))
    caches = [torch.zeros(256 * 16, 8, 128).to(dtype) for _ in range(2)]
    places = torch.randperm(256 * 16, generator=generator)[:n]
    scale = None if dtype == torch.bfloat16 else torch.tensor(0.02)

    def converted(x: Tensor) -> Tensor:
        if scale is None:
            return x.to(dtype)
        return (x / scale).round().clamp(-128, 127).to(dtype) if dtype == torch.int8 else (x / scale).to(dtype)

    def by_torch() -> None:
        for cache, x in zip(caches, (k, v)):
            cache.index_put_((places,), converted(x))

    def call() -> None:
        strew = sys.modules.get("strew_torch")
        for _ in range(100):
            strew.store_cache(k, v, places, *caches, scale, scale) if strew and strew.is_patched() else by_torch()

    return call


def serve(pipe: Connection) -> None:
    """A process. It imports strew_torch only if it is asked to run patched."""
    while (task := pipe.recv()) is not None:
        name, clock = task
        call = next(group[name] for group in GROUPS if name in group)()
        pipe.send(None)
        while (turn := pipe.recv()) is not None:
            n_threads, is_patched = turn
            torch.set_num_threads(n_threads)
            if is_patched:
                import strew_torch

                strew_torch.patch()
            begin = getattr(time, clock)()
            call()
            pipe.send(getattr(time, clock)() - begin)
            if is_patched:
                strew_torch.unpatch()


Round = Dict[Tuple[str, int], float]


def measure(sides: Dict[str, Any], name: str, n_threads: List[int], seconds: float) -> List[Round]:
    """The times of each side and number of threads. On one thread it is the processor's, which other programs disturb less."""
    rounds: List[Round] = []
    pipes = {id(pipe): pipe for pipe in sides.values()}.values()
    for pipe in pipes:
        pipe.send((name, "process_time" if n_threads == [1] else "perf_counter"))
        pipe.recv()
    end = time.perf_counter() + seconds
    while len(rounds) < 4 or time.perf_counter() < end:
        rounds.append({})
        for threads in n_threads:
            for side, pipe in sides.items():
                pipe.send((threads, side == "strew"))
                rounds[-1][side, threads] = pipe.recv()
    for pipe in pipes:
        pipe.send(None)
    return rounds[1:]  # the first one warms up


def main(arguments: argparse.Namespace) -> None:
    context, sides = multiprocessing.get_context("spawn"), {}
    for side in ("torch", "strew"):
        sides[side], theirs = context.Pipe()
        context.Process(target=serve, args=(theirs,), daemon=True).start()
    for group in GROUPS:
        speedups = []
        for name in group:
            if name not in arguments.names:
                continue
            pipes = dict.fromkeys(sides, sides["strew"]) if group in (WORKLOADS, FUSED) else sides
            rounds = measure(pipes, name, arguments.threads, arguments.seconds)
            best = [{side: min(one[side, n] for n in arguments.threads) for side in sides} for one in rounds]
            speedups.append(median(one["torch"] / one["strew"] for one in best))
            middle = {of: median(one[of] for one in rounds) for of in rounds[0]}
            times = "  ".join(f"{side} {n}T {middle[side, n] * 1e3:8.2f} ms" for n in arguments.threads for side in sides)
            print(f"{name:20} {times}  speedup {speedups[-1]:.2f}", flush=True)
        if speedups:
            print(f"geometric mean {math.exp(sum(map(math.log, speedups)) / len(speedups)):.2f}\n", flush=True)
    for pipe in sides.values():
        pipe.send(None)


if __name__ == "__main__":
    if ARGUMENTS.picture:
        draw(ARGUMENTS.picture)
    else:
        main(ARGUMENTS)
