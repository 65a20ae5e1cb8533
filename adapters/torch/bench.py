"""PyTorch's own kernels against strew's, in the same process and in turns: `python bench.py` prints a row for each workload.

Each row is the best of many runs. The speedup compares strew with PyTorch at the better of its two numbers of threads. The graph has the
size of ogbn-arxiv, and a few nodes with most of the edges; all inputs are seeded.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Callable, Dict, List, Tuple

import torch
from torch import Tensor
from torch.nn import functional

import strew_torch

NODES, EDGES, FEATURES = 169_343, 1_166_243, 128
WORDS, WIDTH, TOKENS = 50_257, 256, 65_536
Call = Callable[[], object]


def graph() -> Tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(0)
    names = torch.randperm(NODES, generator=generator)
    ends = names[(torch.rand(EDGES, generator=generator) ** 3 * NODES).long()]
    return torch.randint(0, NODES, (EDGES,), generator=generator), ends


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
    "pooling": pooling,
}


def measure(call: Call, n_threads: List[int], seconds: float) -> Dict[Tuple[str, int], float]:
    """The best time of each side and number of threads. On one thread it is the processor's, which other programs disturb less."""
    best: Dict[Tuple[str, int], float] = {}
    clock = time.process_time if n_threads == [1] else time.perf_counter
    end = time.perf_counter() + seconds
    n_rounds = 0
    while n_rounds < 3 or time.perf_counter() < end:
        n_rounds += 1
        for threads in n_threads:
            torch.set_num_threads(threads)
            for side in ("torch", "strew"):
                if side == "strew":
                    strew_torch.patch()
                begin = clock()
                call()
                taken = clock() - begin
                if side == "strew":
                    strew_torch.unpatch()
                best[side, threads] = min(best.get((side, threads), math.inf), taken)
    return best


def overhead() -> None:
    """A call with three indices, where there is next to nothing to do."""
    torch.set_num_threads(1)
    out, index, source = torch.zeros(16, 4), torch.tensor([1, 2, 3]), torch.ones(3, 4)
    expanded = index[:, None].expand(3, 4)
    calls: Dict[str, Call] = {
        "scatter_add_": lambda: out.scatter_add_(0, expanded, source),
        "index_add_": lambda: out.index_add_(0, index, source),
        "index_put_": lambda: out.index_put_((index,), source, accumulate=True),
        "index_select": lambda: out.index_select(0, index),
    }
    for name, call in calls.items():
        times = measure(lambda: [call() for _ in range(1000)], [1], 2)
        print(f"a call of {name:16} torch {times['torch', 1] * 1e3:6.1f} us  strew {times['strew', 1] * 1e3:6.1f} us", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(WORKLOADS), help="of workloads; the default is all of them and the overhead")
    parser.add_argument("--seconds", type=float, default=10, help="for each workload, at least")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="to compare; with 1 alone, processor time is measured")
    arguments = parser.parse_args()
    speedups = []
    for name in arguments.names:
        best = measure(WORKLOADS[name](), arguments.threads, arguments.seconds)
        speedups.append(min(best["torch", n] for n in arguments.threads) / min(best["strew", n] for n in arguments.threads))
        times = "  ".join(f"{side} {n}T {best[side, n] * 1e3:8.2f} ms" for n in arguments.threads for side in ("torch", "strew"))
        print(f"{name:16} {times}  speedup {speedups[-1]:.2f}", flush=True)
    print(f"geometric mean {math.exp(sum(map(math.log, speedups)) / len(speedups)):.2f}")
    if arguments.names == list(WORKLOADS):
        overhead()


if __name__ == "__main__":
    main()
