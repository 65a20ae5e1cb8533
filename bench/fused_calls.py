"""The calls that fused.py times: each work by strew, and by every other package that is installed and has it."""

import contextlib
import importlib
import os
import statistics
import sys
import time
import types

import numpy as np
import strew

NODES, EDGES = 169_343, 1_166_243
ROWS, SEGMENTS = 10**6, 125_000
PACKAGES = {}  # those that are installed


class Absent(types.ModuleType):
    """Stands in for dgl.graphbolt, whose binaries are for versions of PyTorch that are years old. Products of dgl do without it."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def load(threads):
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    sys.modules.setdefault("dgl.graphbolt", Absent("dgl.graphbolt"))
    for name in ("scipy.sparse", "jax", "tensorflow", "dgl"):
        with contextlib.suppress(ImportError, OSError):
            PACKAGES[name.split(".")[0]] = importlib.import_module(name)
    if "tensorflow" in PACKAGES:
        PACKAGES["tensorflow"].config.threading.set_intra_op_parallelism_threads(threads)
    if "jax" in PACKAGES:
        PACKAGES["jax"].config.update("jax_enable_x64", True)


def works(widths, threads):
    """A name, strew's call, and the calls of others, each of which returns what it has made."""
    for width in (width for width in widths if width >= 32 and "scipy" in PACKAGES):
        yield product(width, threads)
    for reduction in ("add", "mean", "max"):
        for width in widths:
            yield segments(reduction, width, threads)
    for tokens in (64, 4096):
        yield mixture(tokens, threads)


def product(width, threads):
    random = np.random.default_rng(0)
    columns = random.permutation(NODES)[(random.random(EDGES) ** 3 * NODES).astype(np.int64)]
    rows = np.sort(random.integers(0, NODES, EDGES))
    offsets = np.searchsorted(rows, np.arange(NODES + 1)).astype(np.int32)
    weights, table = random.random(EDGES, np.float32), random.standard_normal((NODES, width), np.float32)
    out = np.zeros((NODES, width), np.float32)
    matrix = PACKAGES["scipy"].csr_array((weights, columns.astype(np.int32), offsets), (NODES, NODES))
    others = {"scipy.sparse": lambda: matrix @ table}
    if "dgl" in PACKAGES:
        import torch

        torch.set_num_threads(threads)
        graph = PACKAGES["dgl"].graph((torch.from_numpy(columns), torch.from_numpy(rows)), num_nodes=NODES)
        x, values = torch.from_numpy(table), torch.from_numpy(weights)
        others["dgl"] = lambda: PACKAGES["dgl"].ops.u_mul_e_sum(graph, x, values[:, None]).numpy()
    return f"CSR matrix times {width} columns", lambda: strew.spmm(matrix, table, out=out, threads=threads), others


def segments(reduction, width, threads):
    """np.add.reduceat copies the next row where a segment is empty, so none is."""
    random = np.random.default_rng(1)
    offsets = np.sort(random.choice(np.arange(1, ROWS), SEGMENTS - 1, replace=False))
    offsets = np.concatenate([[0], offsets, [ROWS]])
    counts = np.diff(offsets)
    indices = np.repeat(np.arange(SEGMENTS), counts)
    rows = random.standard_normal((ROWS, width), np.float32)
    out = np.zeros((SEGMENTS, width), np.float32)
    reduceat = np.maximum.reduceat if reduction == "max" else np.add.reduceat
    share = counts[:, None].astype(np.float32)

    def by_numpy():
        sums = reduceat(rows, offsets[:-1], axis=0)
        return sums / share if reduction == "mean" else sums

    others = {"np.ufunc.reduceat": by_numpy}
    if "jax" in PACKAGES:
        jax = PACKAGES["jax"]
        reduce = jax.ops.segment_max if reduction == "max" else jax.ops.segment_sum

        def of_segments(rows, indices, share):
            sums = reduce(rows, indices, SEGMENTS, indices_are_sorted=True)
            return sums / share if reduction == "mean" else sums

        compiled, given = jax.jit(of_segments), [jax.numpy.asarray(array) for array in (rows, indices, share)]
        others["jax.ops.segment"] = lambda: np.asarray(compiled(*given))
    if "tensorflow" in PACKAGES:
        math = PACKAGES["tensorflow"].math
        of_tensorflow = {"add": math.segment_sum, "mean": math.segment_mean, "max": math.segment_max}[reduction]
        tensors = [PACKAGES["tensorflow"].constant(array) for array in (rows, indices)]
        others["tf.math.segment"] = lambda: of_tensorflow(*tensors).numpy()
    return (f"segment {reduction}, {width} columns", lambda: strew.segment(rows, offsets, reduction=reduction, out=out, threads=threads), others)


def mixture(tokens, threads, top=4, width=2816):
    """What the experts of a mixture made of each token, in float16: every product and every sum is rounded, as NumPy rounds them."""
    random = np.random.default_rng(2)
    places, token = random.permutation(tokens * top), np.arange(tokens).repeat(top)
    rows, weights = random.standard_normal((tokens * top, width)).astype(np.float16), random.random(tokens * top).astype(np.float16)
    out = np.zeros((tokens, width), np.float16)

    def by_numpy():
        sums = np.zeros((tokens, width), np.float16)
        np.add.at(sums, token, rows[places] * weights[:, None])
        return sums

    def ours():
        return strew.spmm((token, places), rows, weights=weights, n_rows=tokens, out=out, threads=threads)

    return f"mixture of float16, {tokens} tokens", ours, {"np.add.at": by_numpy}


def measure(name, ours, theirs, rounds, threads):
    """The medians in milliseconds, and the quarters of the ratios."""
    if not np.allclose(ours(), theirs(), rtol=1e-4, atol=1e-4):
        raise RuntimeError(f"{name}: other results")
    clock = time.process_time if threads == 1 else time.perf_counter
    times = []
    for _ in range(rounds):
        turn = []
        for call in (ours, theirs):
            begin = clock()
            call()
            turn.append((clock() - begin) * 1e3)
        times.append(turn)
    mine, other = (statistics.median(column) for column in zip(*times))
    return mine, other, statistics.quantiles([theirs / ours for ours, theirs in times], n=4)
