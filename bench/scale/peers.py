"""The sums that a table or array program gives for the edges of a graph: strew.dask and others, on one machine and two threads.

    python bench/scale/peers.py --repeat 3

10 million edges end at 1 million nodes. Three jobs: sums of 16 float32, sums of one float32, and counts (int64). Each program gets the
edges in its own form, in memory, before the clock starts; the clock stops when its answer is there, in its own form too. So a table's
groups are not put in the order of nodes. Each is a process of its own. `peak` is the most memory that the process had while the clock ran,
edges included. `CPU` is the time of all processors. The answer is then compared with np.add.at, which is the plain loop over edges: how
many nodes have its bits.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict, Tuple

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser, count  # noqa: E402

PROGRAMS: Dict[str, Program] = {
    "strew.dask": lambda *edges: strew_dask(*edges),  # add_at, or bincount
    "strew": lambda *edges: strew(*edges),  # the same without dask
    "numpy": lambda *edges: numpy(*edges),  # np.add.at, or np.bincount, one thread
    "dask.array": lambda *edges: dask_array(*edges),  # np.add.at into zeros for each chunk, and a sum of these; or its bincount
    "dask.dataframe": lambda *edges: dask_dataframe(*edges),  # groupby sum, or size
    "duckdb": lambda *edges: duckdb(*edges),  # sum, or count, group by
    "polars": lambda *edges: polars(*edges),  # group_by sum, or len
}


def read_arguments() -> argparse.Namespace:
    parser = Parser(description=__doc__)
    parser.add_argument("--edges", type=float, default=10, help="in millions")
    parser.add_argument("--nodes", type=float, default=1, help="in millions")
    parser.add_argument("--widths", type=int, nargs="+", default=[16, 1, 0], help="float32 of each message; 0: edges are counted")
    parser.add_argument("--programs", nargs="+", choices=PROGRAMS, default=list(PROGRAMS))
    parser.add_argument("--repeat", type=count, default=3, help="runs in each process; the fastest counts")
    parser.add_argument("--line", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = read_arguments()  # before the imports that take long

import numpy as np  # noqa: E402

MB = 1_000_000
CHUNK = 1_000_000  # edges
NODE_CHUNK = 125_000
THREADS = 2

Nodes = np.ndarray
Messages = np.ndarray  # [edges, width]; width 0 counts edges
# A program takes the edges, and returns what is timed and what makes an array of nodes of its answer.
Program = Callable[[Nodes, Messages, int], Tuple[Callable[[], Any], Callable[[Any], np.ndarray]]]


def same(answer: Any) -> np.ndarray:
    found: np.ndarray = answer
    return found


def dense(keys: np.ndarray, sums: np.ndarray, n_nodes: int) -> np.ndarray:
    answer = np.zeros((n_nodes, *sums.shape[1:]), sums.dtype)
    answer[keys] = sums
    return answer


def numpy(nodes: Nodes, messages: Messages, n_nodes: int) -> Any:
    if messages.shape[1] == 0:
        return lambda: np.bincount(nodes, minlength=n_nodes), same
    answer = np.zeros((n_nodes, messages.shape[1]), np.float32)

    def run() -> np.ndarray:
        np.add.at(answer, nodes, messages)
        return answer

    return run, same


def strew(nodes: Nodes, messages: Messages, n_nodes: int) -> Any:
    """One call on arrays, without dask."""
    import strew

    def run() -> np.ndarray:
        if messages.shape[1] == 0:
            return strew.bincount(nodes, minlength=n_nodes)
        answer = np.zeros((n_nodes, messages.shape[1]), np.float32)
        strew.add_at(answer, nodes, messages, threads=THREADS)
        return answer

    return run, same


def arrays(nodes: Nodes, messages: Messages) -> Tuple[Any, Any]:
    import dask.array as da

    import dask

    dask.config.set(scheduler="threads", num_workers=THREADS)
    return da.from_array(nodes, chunks=CHUNK), da.from_array(messages, chunks=(CHUNK, -1)) if messages.shape[1] else None


def strew_dask(nodes: Nodes, messages: Messages, n_nodes: int) -> Any:
    import dask.array as da

    import strew.dask

    lazy, values = arrays(nodes, messages)

    def run() -> Any:
        if values is None:
            return strew.dask.bincount(lazy, minlength=n_nodes, chunks=NODE_CHUNK).compute()
        zeros = da.zeros((n_nodes, messages.shape[1]), dtype=np.float32, chunks=(NODE_CHUNK, -1))
        return strew.dask.add_at(zeros, lazy, values).compute()

    return run, same


def dask_array(nodes: Nodes, messages: Messages, n_nodes: int) -> Any:
    """Its own means: a sum for each chunk of edges, and the sum of these."""
    import dask.array as da

    lazy, values = arrays(nodes, messages)
    width = messages.shape[1]

    def add(block: np.ndarray, updates: np.ndarray) -> np.ndarray:
        copy = np.zeros((1, n_nodes, width), np.float32)
        np.add.at(copy[0], block[:, 0, 0], updates[:, 0])
        return copy

    def run() -> Any:
        if values is None:
            return da.bincount(lazy, minlength=n_nodes).compute()
        copies = da.map_blocks(add, lazy[:, None, None], values[:, None], chunks=(1, n_nodes, width), dtype=np.float32)
        return copies.sum(axis=0, split_every=2).compute()

    return run, same


def columns(messages: Messages) -> Dict[str, np.ndarray]:
    return {f"m{i}": np.ascontiguousarray(messages[:, i]) for i in range(messages.shape[1])}


def dask_dataframe(nodes: Nodes, messages: Messages, n_nodes: int) -> Any:
    import dask.dataframe as dd
    import pandas as pd

    import dask

    dask.config.set(scheduler="threads", num_workers=THREADS)
    frame = dd.from_pandas(pd.DataFrame({"node": nodes, **columns(messages)}), chunksize=CHUNK)

    def run() -> Any:
        groups = frame.groupby("node", sort=False)
        return (groups.sum() if messages.shape[1] else groups.size()).compute()

    return run, lambda answer: dense(answer.index.to_numpy(), answer.to_numpy(), n_nodes)


def duckdb(nodes: Nodes, messages: Messages, n_nodes: int) -> Any:
    import duckdb
    import pyarrow as pa

    connection = duckdb.connect(config={"threads": THREADS})
    named = columns(messages)
    connection.register("edges", pa.table({"node": nodes, **named}))
    connection.execute("create table held as select * from edges")
    connection.unregister("edges")
    sums = ", ".join(f"sum({name})" for name in named) or "count(*)"

    def to_array(answer: Any) -> np.ndarray:
        keys, *values = (column.to_numpy() for column in answer.columns)
        return dense(keys, np.stack(values, axis=1) if named else values[0], n_nodes)

    return lambda: connection.sql(f"select node, {sums} from held group by node").to_arrow_table(), to_array


def polars(nodes: Nodes, messages: Messages, n_nodes: int) -> Any:
    import polars as pl

    named = columns(messages)
    frame = pl.DataFrame({"node": nodes, **named})
    sums = [pl.col(name).sum() for name in named] or [pl.len()]

    def to_array(answer: Any) -> np.ndarray:
        keys, *values = (answer[name].to_numpy() for name in answer.columns)
        return dense(keys, np.stack(values, axis=1) if named else values[0], n_nodes)

    return lambda: frame.lazy().group_by("node").agg(sums).collect(), to_array


def peak_mb() -> float:
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024 / MB


def measure(name: str, width: int, n_edges: int, n_nodes: int, repeat: int) -> Dict[str, Any]:
    rng = np.random.default_rng(1)
    nodes, messages = rng.integers(0, n_nodes, n_edges), rng.random((n_edges, width), np.float32)
    run, to_array = PROGRAMS[name](nodes, messages, n_nodes)
    del messages
    gc.collect()
    seconds, cpu = [], []
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    for _ in range(repeat):
        answer = None
        begin, cpu_begin = time.perf_counter(), time.process_time()
        answer = run()
        seconds.append(time.perf_counter() - begin)
        cpu.append(time.process_time() - cpu_begin)
        if name == "numpy":
            break  # it adds to what is there
    peak = peak_mb()
    messages = np.random.default_rng(1)
    messages.integers(0, n_nodes, n_edges)
    expected_run, _ = numpy(nodes, messages.random((n_edges, width), np.float32), n_nodes)
    expected, found = expected_run(), to_array(answer)
    found = found.reshape(expected.shape)
    is_same = found == expected
    error = np.abs(found.astype(np.float64) - expected) / np.maximum(np.abs(expected), 1e-30)
    return {
        "seconds": min(seconds), "cpu": min(cpu), "peak": peak, "dtype": str(found.dtype),
        "same": float(is_same.reshape(n_nodes, -1).all(axis=1).mean()), "error": float(error.max()),
    }  # fmt: skip


def main(arguments: argparse.Namespace) -> None:
    n_edges, n_nodes = int(arguments.edges * 1e6), int(arguments.nodes * 1e6)
    if arguments.line:
        print(json.dumps(measure(arguments.programs[0], arguments.widths[0], n_edges, n_nodes, arguments.repeat)))
        return
    environment = {**os.environ, "POLARS_MAX_THREADS": str(THREADS), "OMP_NUM_THREADS": "1"}
    for width in arguments.widths:
        what = f"{width} float32" if width else "counts"
        print(f"{arguments.edges:g} million edges to {arguments.nodes:g} million nodes, {what}", flush=True)
        print("                  seconds     CPU   times     CPU     peak  type     nodes with the same bits, largest error")
        first = None
        for name in arguments.programs:
            command = [sys.executable, __file__, "--line", "--programs", name, "--widths", str(width), "--repeat", str(arguments.repeat)]
            command += ["--edges", str(arguments.edges), "--nodes", str(arguments.nodes)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
            line = json.loads(done.stdout.splitlines()[-1])
            first = first or line
            times, cpu = line["seconds"] / first["seconds"], line["cpu"] / first["cpu"]
            print(
                f"  {name:<14} {line['seconds']:8.3f} {line['cpu']:7.3f} {times:7.2f} {cpu:7.2f} {line['peak']:5.0f} MB  {line['dtype']:<8}"
                f" {line['same']:7.2%}, {line['error']:.1e}",
                flush=True,
            )


if __name__ == "__main__":
    main(ARGUMENTS)
