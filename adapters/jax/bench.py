"""JAX's own kernels against strew's, in the same process and in turns. `python bench.py` prints a row for each workload: first whole models,
which are in models.py, then single operators.

Each row has medians of at least three rounds: the times, and the speedup on one thread. With several numbers of threads the speedup compares
the medians at the better one of each side, because XLA fixes the number when a process starts, so that each has a process of its own. Graphs have a few nodes with most of the edges; all inputs are seeded.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Callable, Dict, List, Tuple

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser, count, one_of  # noqa: E402

Sides = Dict[str, Callable[[], Any]]
F32, BF16 = "float32", "bfloat16"
WORKLOADS: Dict[str, Callable[[], Sides]] = {
    "graph_network": lambda: models.sides(models.graph_network),
    "attention_network": lambda: models.sides(models.attention_network),
    "text_classifier": lambda: models.sides(models.text_classifier),
    "decoder": lambda: models.sides(models.decoder),
    "experts": lambda: models.sides(models.experts),
    "pillars": lambda: models.sides(models.pillars),
    "rows32": lambda: rows(32, F32),
    "rows32_bf16": lambda: rows(32, BF16),
    "rows128": lambda: rows(128, F32),
    "rows128_bf16": lambda: rows(128, BF16),
    "rows128_kept": lambda: rows(128, F32, is_donated=False),
    "elements": lambda: elements(1_000_000, 1_000_000, F32),
    "elements_bf16": lambda: elements(1_000_000, 1_000_000, BF16),
    "repeated": lambda: elements(1_000_000, 256, F32),
    "repeated_bf16": lambda: elements(1_000_000, 256, BF16),
    "histogram": lambda: histogram(4_000_000, 1024),
    "segment_sum": lambda: segments("sum", FEATURES, F32),
    "segment_sum_bf16": lambda: segments("sum", FEATURES, BF16),
    "segment_max": lambda: segments("max", 32, F32),
    "gin": lambda: message_passing(FEATURES),
    "spmm": lambda: products(32, "ids"),
    "spmm128": lambda: products(FEATURES, "ids"),
    "spmm_sorted": lambda: products(32, "sorted"),
    "spmm_offsets": lambda: products(32, "offsets"),
    "spmm_gradient": lambda: products(32, "ids", is_gradient=True),
    "spmm_max": lambda: products(32, "offsets", reduce="max"),
    "embedding": lambda: embedding(),
    "kv_step": lambda: kv_step(),
}


def read_arguments() -> argparse.Namespace:
    parser = Parser(description=__doc__)
    about = f"of workloads; the default is all of them, {', '.join(WORKLOADS)}, and the overhead"
    parser.add_argument("names", nargs="*", type=one_of(WORKLOADS), default=list(WORKLOADS), metavar="NAME", help=about)
    parser.add_argument("--seconds", type=float, default=10, help="for each workload and number of threads, at least")
    parser.add_argument("--threads", type=count, nargs="+", default=[1, 2], help="to compare; with 1 alone, processor time is measured")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = read_arguments()  # before the imports that take long

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

import models  # noqa: E402
import strew_jax  # noqa: E402

NODES, EDGES, FEATURES = 169_343, 1_166_243, 128
WORDS, WIDTH, TOKENS = 50_257, 256, 65_536
ATS: Dict[str, Callable[..., Any]] = {"jax": lambda x: x.at, "strew": strew_jax.at}


def numbers(seed: int, *shape: int, dtype: str = F32) -> jax.Array:
    return jnp.asarray(np.random.default_rng(seed).standard_normal(shape, np.float32), dtype)


def names(seed: int, n: int, n_slices: int) -> jax.Array:
    return jnp.asarray(np.random.default_rng(seed).integers(0, n_slices, n, np.int32))


def rows(width: int, dtype: str, is_donated: bool = True) -> Sides:
    """A quarter of a million updates of a table of 65,536 rows, which is donated, as the state of a training loop is, or kept."""
    where, updates = names(1, 262_144, 65_536), numbers(2, 262_144, width, dtype=dtype)
    if not is_donated:
        return compiled(lambda at, x, i, y: at(x)[i].add(y), numbers(0, 65_536, width, dtype=dtype), where, updates)
    tables = {side: numbers(0, 65_536, width, dtype=dtype) for side in ATS}
    programs = {side: jax.jit(lambda x, i, y, at=at: at(x)[i].add(y), donate_argnums=0) for side, at in ATS.items()}

    def step(side: str) -> jax.Array:
        tables[side] = programs[side](tables[side], where, updates)
        return tables[side]

    return {side: lambda side=side: step(side) for side in ATS}


def elements(n: int, n_elements: int, dtype: str) -> Sides:
    x, where, updates = jnp.zeros(n_elements, dtype), names(3, n, n_elements), numbers(4, n, dtype=dtype)
    return compiled(lambda at, x, i, y: at(x)[i].add(y), x, where, updates)


def histogram(n: int, n_bins: int) -> Sides:
    x, where = jnp.zeros(n_bins, jnp.int32), names(5, n, n_bins)
    return compiled(lambda at, x, i: at(x)[i].add(1), x, where)


def compiled(call: Callable[..., Any], *arguments: jax.Array) -> Sides:
    programs = {side: jax.jit(lambda *a, at=at: call(at, *a)) for side, at in ATS.items()}
    return {side: lambda program=program: program(*arguments) for side, program in programs.items()}


def graph() -> Tuple[jax.Array, jax.Array]:
    generator = np.random.default_rng(6)
    nodes = generator.permutation(NODES).astype(np.int32)
    ends = nodes[(generator.random(EDGES) ** 3 * NODES).astype(np.int64)]
    return jnp.asarray(generator.integers(0, NODES, EDGES, np.int32)), jnp.asarray(ends)


def segments(reduce: str, width: int, dtype: str) -> Sides:
    """The messages of a graph, reduced by node."""
    _, ends = graph()
    messages = numbers(7, EDGES, width, dtype=dtype)
    functions = {"jax": getattr(jax.ops, "segment_" + reduce), "strew": getattr(strew_jax, "segment_" + reduce)}
    programs = {side: jax.jit(lambda m, e, f=f: f(m, e, NODES)) for side, f in functions.items()}
    return {side: lambda program=program: program(messages, ends) for side, program in programs.items()}


def message_passing(width: int) -> Sides:
    """A layer's messages, forward and backward: gather the rows of the nodes where edges begin, add them up where they end."""
    begins, ends = graph()
    x = numbers(8, NODES, width)
    functions = {
        "jax": lambda x, b, e: jax.ops.segment_sum(x[b], e, NODES),
        "strew": lambda x, b, e: strew_jax.segment_sum(strew_jax.at(x)[b].get(), e, NODES),
    }
    programs = {side: jax.jit(jax.grad(lambda x, b, e, f=f: (f(x, b, e) ** 2).sum())) for side, f in functions.items()}
    return {side: lambda program=program: program(x, begins, ends) for side, program in programs.items()}


def products(width: int, kind: str, reduce: str = "sum", is_gradient: bool = False) -> Sides:
    """A sparse matrix times a table: JAX makes a row for each edge first. `kind` is how it is said where edges end: by ids in any order, by
    sorted ones, of which both sides know that, or by offsets, for which JAX has no operator."""
    begins, ends = graph()
    if kind != "ids":
        order = jnp.argsort(ends, stable=True)
        begins, ends = begins[order], ends[order]
    offsets = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(jnp.bincount(ends, length=NODES)).astype(jnp.int32)])
    hint = {"indices_are_sorted": kind != "ids"}
    theirs, ours = (getattr(library, f"segment_{reduce}") for library in (jax.ops, strew_jax))
    sides: Dict[str, Callable[..., Any]] = {
        "jax": lambda x, w, b, e, o: theirs(x[b] * w[:, None], e, NODES, **hint),
        "strew": lambda x, w, b, e, o: ours(x, e, NODES, update_indices=b, weights=w, **hint),
    }
    if kind == "offsets":
        name = {"sum": "add"}.get(reduce, reduce)
        sides["strew"] = lambda x, w, b, e, o: strew_jax.segment(x, offsets=o, reduction=name, update_indices=b, weights=w)
    if is_gradient:
        sides = {side: jax.grad(lambda x, w, b, e, o, f=f: (f(x, w, b, e, o) ** 2).sum(), (0, 1)) for side, f in sides.items()}
    arguments = numbers(14, NODES, width), numbers(15, EDGES), begins, ends, offsets
    programs = {side: jax.jit(f) for side, f in sides.items()}
    return {side: lambda program=program: program(*arguments) for side, program in programs.items()}


def embedding() -> Sides:
    """The gradient of a table of words, and nothing else."""
    words = jnp.asarray((np.random.default_rng(9).random(TOKENS) ** 4 * WORDS).astype(np.int32))
    table, ct = numbers(10, WORDS, WIDTH), numbers(11, TOKENS, WIDTH)
    sides = {"jax": lambda table, words: table[words], "strew": lambda table, words: strew_jax.at(table)[words].get()}
    programs = {side: jax.jit(lambda t, w, ct, f=f: jax.vjp(lambda t: f(t, w), t)[1](ct)[0]) for side, f in sides.items()}
    return {side: lambda program=program: program(table, words, ct) for side, program in programs.items()}


def kv_step() -> Sides:
    """A hundred steps, each with a token of eight texts for a cache of keys, which is donated: 1,024 numbers for each text."""
    texts, at_once = jnp.arange(8), 100
    keys, where = numbers(12, 8, 8, 128), names(13, 8, 1_900)
    caches = {side: jnp.zeros((8, 2048, 8, 128)) for side in ATS}

    def steps(cache: jax.Array, keys: jax.Array, where: jax.Array, at: Callable[..., Any]) -> jax.Array:
        return jax.lax.fori_loop(0, at_once, lambda i, c: at(c)[texts, where + i].set(keys), cache)

    programs = {side: jax.jit(lambda c, k, w, at=at: steps(c, k, w, at), donate_argnums=0) for side, at in ATS.items()}

    def step(side: str) -> jax.Array:
        caches[side] = programs[side](caches[side], keys, where)
        return caches[side]

    return {side: lambda side=side: step(side) for side in ATS}


def processor_time() -> float:
    """Linux counts a thread's time when it goes to sleep, which XLA's do a little after their work."""
    time.sleep(0.002)
    return time.process_time()


Times = Dict[str, List[float]]


def measure(sides: Sides, seconds: float, is_processor_time: bool) -> Times:
    """Of each round."""
    times: Times = {side: [] for side in sides}
    clock = processor_time if is_processor_time else time.perf_counter
    for call in sides.values():
        jax.block_until_ready(call())  # compiles it
    end = time.perf_counter() + seconds
    n_rounds = 0
    while n_rounds < 3 or time.perf_counter() < end:
        n_rounds += 1
        for side, call in sides.items():
            begin = clock()
            jax.block_until_ready(call())
            times[side].append(clock() - begin)
    return times


NOTHING = """
#include <stddef.h>
#include <xla/ffi/api/c_api.h>
XLA_FFI_Error *nothing(XLA_FFI_CallFrame *frame)
{
    XLA_FFI_Extension_Base *extension = frame->extension_start;
    if (!extension || extension->type != XLA_FFI_Extension_Metadata) return NULL;
    XLA_FFI_Metadata *metadata = ((XLA_FFI_Metadata_Extension *)extension)->metadata;
    metadata->api_version.major_version = 0, metadata->api_version.minor_version = 1;
    return NULL;
}
"""


def overhead() -> None:
    """A hundred calls with three indices in one program, against as many calls of a function that does nothing."""
    compiler = shutil.which("cc")
    if not compiler:
        print("there is no C compiler for the call that does nothing")
        return
    with tempfile.TemporaryDirectory() as folder:
        source, library = os.path.join(folder, "nothing.c"), os.path.join(folder, "nothing.so")
        with open(source, "w") as file:
            file.write(NOTHING)
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", f"-I{jax.ffi.include_dir()}", source, "-o", library], check=True)
        jax.ffi.register_ffi_target("nothing", jax.ffi.pycapsule(ctypes.CDLL(library).nothing), platform="cpu")
    x, i, y = jnp.zeros((16, 4)), jnp.array([1, 2, 3]), jnp.ones((3, 4))
    call = jax.ffi.ffi_call("nothing", jax.ShapeDtypeStruct(x.shape, x.dtype), input_output_aliases={0: 0})
    sides: Dict[str, Callable[..., Any]] = {"nothing": call, "strew": strew_jax.scatter_add, "jax": lambda x, i, y: x.at[i].add(y)}

    def program(one: Callable[..., Any], n: int) -> Callable[[], Any]:
        compiled = jax.jit(lambda x: jax.lax.fori_loop(0, n, lambda _, x: one(x, i, y), x))
        return lambda: compiled(x)

    times = measure({side: program(one, 10_000) for side, one in sides.items()}, 5, False)
    print("a call in a loop: " + "  ".join(f"{side} {median(times[side]) * 1e5:.0f} ns" for side in sides))
    alone = measure({side: program(one, 1) for side, one in sides.items()}, 5, False)
    print("a program of one call: " + "  ".join(f"{side} {median(alone[side]) * 1e6:.1f} us" for side in sides))


def main(arguments: argparse.Namespace) -> None:
    if arguments.child:
        (name,) = arguments.names
        print(json.dumps(measure(WORKLOADS[name](), arguments.seconds, arguments.threads == [1])))
        return
    speedups: List[float] = []
    for name in arguments.names:
        times = {n: child(name, arguments.seconds, n, arguments.threads) for n in arguments.threads}
        middle = {(side, n): median(times[n][side]) for n in arguments.threads for side in ("jax", "strew")}
        if len(times) == 1:
            (rounds,) = times.values()
            speedups.append(median(theirs / ours for theirs, ours in zip(rounds["jax"], rounds["strew"])))
        else:
            speedups.append(min(middle["jax", n] for n in times) / min(middle["strew", n] for n in times))
        row = "  ".join(f"{side} {n}T {one * 1e3:8.2f} ms" for (side, n), one in middle.items())
        print(f"{name:18} {row}  speedup {speedups[-1]:.2f}", flush=True)
    print(f"geometric mean {math.exp(sum(map(math.log, speedups)) / len(speedups)):.2f}")
    if arguments.names == list(WORKLOADS):
        overhead()


def child(name: str, seconds: float, n: int, all_threads: List[int]) -> Times:
    """NPROC is the size of XLA's pool. With several numbers to compare, wall time is measured for each."""
    threads = [str(n)] if len(all_threads) == 1 else [str(n), str(n)]
    command = [sys.executable, __file__, name, "--child", "--seconds", str(seconds), "--threads", *threads]
    done = subprocess.run(command, env={**os.environ, "NPROC": str(n)}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    times: Times = json.loads(done.stdout)
    return times


if __name__ == "__main__":
    main(ARGUMENTS)
