"""What `bench.py` measures of fused operators: PyTorch's operators, or PyTorch Geometric's layers, beside those of strew_torch; and its picture,
the memory and the time of a graph layer. The side is strew's where strew_torch is imported and patched."""

from __future__ import annotations

import copy
import multiprocessing
import resource
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

Call = Callable[[], object]
NODES, EDGES = 169_343, 1_166_243
WIDTHS = (1, 4, 32, 128)
LAYERS = ("GCN", "GIN", "GraphSAGE", "GraphSAGE_max", "GAT")

FUSED: Dict[str, Callable[[], Call]] = {
    **{f"spmm_csr_{width}": lambda width=width: product(width, True) for width in (32, 128)},
    **{f"spmm_coo_{width}": lambda width=width: product(width, False) for width in (32, 128)},
    **{
        f"bags_{kind}_{n}x{size}": lambda kind=kind, n=n, size=size: bags(kind, n, size, "sum")
        for kind in ("float32", "float16")
        for n, size in ((64, 32), (64, 128), (4096, 128))
    },
    **{
        f"bags_{kind}_{n}x{size}_in_cache": lambda kind=kind, n=n, size=size: bags(kind, n, size, "sum", 1000)
        for kind in ("float32", "float16")
        for n, size in ((64, 32), (4096, 128))
    },
    "bags_max_4096x32": lambda: bags("float32", 4096, 32, "max"),
    **{
        f"segment_{reduce}_{width}": lambda reduce=reduce, width=width: segments(reduce, width)
        for reduce in ("sum", "mean", "max")
        for width in WIDTHS
    },
    **{f"amax_arg_{width}": lambda width=width: extremes(width) for width in WIDTHS},
    **{f"moe_{tokens}": lambda tokens=tokens: combine(tokens) for tokens in (64, 512, 4096)},
    **{f"layers_{name}": lambda name=name: network(name) for name in LAYERS},
}


def strew() -> Any:
    """strew_torch, if it is strew's turn."""
    package = sys.modules.get("strew_torch")
    return package if package is not None and package.is_patched() else None


def graph() -> Tuple[Any, Any]:
    """The sources and the targets of edges, as many as ogbn-arxiv has; a few nodes have most of the targets."""
    import torch

    generator = torch.Generator().manual_seed(0)
    names = torch.randperm(NODES, generator=generator)
    ends = names[(torch.rand(EDGES, generator=generator) ** 3 * NODES).long()]
    return torch.randint(0, NODES, (EDGES,), generator=generator), ends


def product(width: int, is_csr: bool) -> Call:
    """A sparse matrix times a table: of CSR beside torch.sparse.mm, of pairs in any order beside index_select and index_add_."""
    import torch

    columns, rows = graph()
    table, weights = torch.randn(NODES, width), torch.rand(EDGES)
    if is_csr:
        a = torch.sparse_coo_tensor(torch.stack([rows, columns]), weights, (NODES, NODES)).to_sparse_csr()
        return lambda: strew().spmm(a, table) if strew() else torch.sparse.mm(a, table)

    def by_torch() -> Any:
        return torch.zeros(NODES, width).index_add_(0, rows, table.index_select(0, columns) * weights[:, None])

    return lambda: strew().spmm((rows, columns), table, weights=weights, n_rows=NODES) if strew() else by_torch()


def bags(kind: str, n: int, size: int, mode: str, rows: int = 10**6) -> Call:
    import torch
    from torch.nn import functional

    generator = torch.Generator().manual_seed(1)
    table = torch.randn(rows, 64, generator=generator).to(getattr(torch, kind))
    every = [torch.randint(0, rows, (n * size,), generator=generator) for _ in range(100 if n == 64 else 1)]
    offsets = torch.arange(0, n * size, size)

    def call() -> None:
        function = strew().embedding_bag if strew() else functional.embedding_bag
        for indices in every:
            function(indices, table, offsets, mode=mode)

    return call


def segments(reduce: str, width: int) -> Call:
    """A million rows in segments of 0 to 16."""
    import torch

    generator = torch.Generator().manual_seed(2)
    offsets = torch.randint(0, 10**6 + 1, (125_000 - 1,), generator=generator).sort().values
    offsets = torch.cat([torch.tensor([0]), offsets, torch.tensor([10**6])])
    rows = torch.randn(10**6, width, generator=generator)

    def call() -> object:
        if strew():
            from strew_torch.torch_scatter import segment_csr

            return segment_csr(rows, offsets, reduce=reduce)
        return torch.segment_reduce(rows, reduce, offsets=offsets, axis=0, unsafe=True, initial=0 if reduce == "mean" else None)

    return call


def extremes(width: int) -> Call:
    """A maximum of rows by index and its gradient: scatter_reduce, beside scatter_max with its arg."""
    import torch

    _, index = graph()
    src, grad = torch.randn(EDGES, width, requires_grad=True), torch.ones(NODES, width)
    whole = index[:, None].expand(-1, width)

    def call() -> None:
        src.grad = None
        if strew():
            from strew_torch.torch_scatter import scatter_max

            scatter_max(src, index, 0, dim_size=NODES)[0].backward(grad)
        else:
            torch.zeros(NODES, width).scatter_reduce(0, whole, src, "amax", include_self=False).backward(grad)

    return call


def combine(tokens: int, width: int = 2816, top: int = 4) -> Call:
    """What the experts of a mixture made of each token, weighed and added up in float16."""
    import torch

    generator = torch.Generator().manual_seed(3)
    places = torch.randperm(tokens * top, generator=generator)
    rows = torch.randn(tokens * top, width, generator=generator).half()
    weights, token = torch.rand(tokens * top, generator=generator).half(), torch.arange(tokens).repeat_interleave(top)

    def by_torch() -> Any:
        each = rows.index_select(0, places) * weights[:, None]
        return torch.zeros(tokens, width, dtype=torch.float16).index_add_(0, token, each)

    return lambda: strew().spmm((token, places), rows, weights=weights, n_rows=tokens) if strew() else by_torch()


def network(name: str, features: int = 64) -> Call:
    """Two layers of PyTorch Geometric on a quarter of the graph: a step of training, as they are or fused."""
    import torch
    from torch_geometric import nn as layers

    torch.manual_seed(1)
    nodes = NODES // 4
    edges = torch.stack(graph())[:, : EDGES // 4] % nodes
    kind, *rest = name.split("_")
    options: Dict[str, Any] = {"heads": 4} if kind == "GAT" else {"aggr": "max"} if rest else {}
    models = [getattr(layers, kind)(features, features, 2, **options)]
    x = torch.randn(nodes, features)

    def step() -> None:
        if strew() and len(models) == 1:
            from strew_torch import pyg

            models.append(pyg.fuse(copy.deepcopy(models[0])))
        model = models[-1] if strew() else models[0]
        model.zero_grad()
        model(x, edges).square().mean().backward()

    return step


# ---- The picture ---------------------------------------------------------------------------------------------------------------------

# The colours of text, grid lines and strew, as in the README's picture.
THEMES = {"light": ("#1f2328", "#d8dee4", "#0b6e4f"), "dark": ("#e6edf3", "#3d444d", "#3fb98a")}


def measure_layer(pipe: Connection, name: str, is_fused: bool) -> None:
    """A process of its own, since its peak of memory is measured: how far it is above what the process has before the first step."""
    import torch

    if is_fused:
        import strew_torch

        strew_torch.patch()
    torch.set_num_threads(1)
    step, times = network(name), []
    with open("/proc/self/statm") as file:
        before = int(file.read().split()[1]) * resource.getpagesize()
    for _ in range(4):
        begin = time.process_time()
        step()
        times.append(time.process_time() - begin)
    pipe.send((min(times) * 1e3, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before) / 2**20))


def draw(folder: Path) -> None:
    """The milliseconds and the MiB of a step of two layers, as they are and fused, for light pages and for dark ones."""
    context = multiprocessing.get_context("spawn")
    found: List[List[Tuple[float, float]]] = []
    for name in LAYERS:
        found.append([])
        for is_fused in (False, True):
            pipe, theirs = context.Pipe()
            process = context.Process(target=measure_layer, args=(theirs, name, is_fused))
            process.start()
            found[-1].append(pipe.recv())
            process.join()
        (ms, mib), (fused_ms, fused_mib) = found[-1]
        print(f"{name:15} {ms:7.0f} ms {mib:6.0f} MiB  fused {fused_ms:7.0f} ms {fused_mib:6.0f} MiB", flush=True)
    plot(found, folder, "svg")


def plot(found: List[List[Tuple[float, float]]], folder: Path, kind: str) -> None:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    for theme, (text, line, green) in THEMES.items():
        plt.rcParams.update({"font.family": "DejaVu Sans", "font.size": 9, "svg.hashsalt": "strew", "text.color": text})
        figure, both = plt.subplots(1, 2, figsize=(7.6, 2.9), layout="constrained", sharey=True)
        for axes, of, unit in zip(both, (0, 1), ("ms", "MiB")):
            for i, (colour, label) in enumerate((("#8c959f", "PyTorch Geometric"), (green, "strew_torch.pyg.fuse"))):
                bars = axes.barh([y + (i - 0.5) * 0.36 for y in range(len(LAYERS))], [one[i][of] for one in found], 0.34, color=colour, label=label)
                axes.bar_label(bars, fmt="{:.0f}", padding=3, fontsize=8, color=text)
            axes.set_yticks(range(len(LAYERS)), [name.replace("_", ", ") for name in LAYERS])
            axes.set_ylim(len(LAYERS) - 0.4, -0.6)
            axes.tick_params(length=0, colors=text)
            axes.grid(axis="x", color=line, linewidth=0.8)
            axes.set_axisbelow(True)
            axes.margins(x=0.12)
            axes.set_xlabel(f"{unit}, a step of two layers" if of == 0 else f"{unit} above what is there before", color=text)
            for spine in axes.spines.values():
                spine.set_visible(False)
        figure.legend(*both[0].get_legend_handles_labels(), loc="outside upper center", ncols=2, frameon=False, labelcolor=text)
        figure.savefig(folder / f"graph-layers-{theme}.{kind}", format=kind, transparent=True, metadata={"Date": None})
        plt.close(figure)
