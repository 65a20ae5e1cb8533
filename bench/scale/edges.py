"""Adds the messages of a random graph's edges to its nodes with strew.dask: time for each edge, from 10 million edges to 100 million.

    python bench/scale/edges.py --edges 10 30 100 --schedulers threads processes

Nodes have 16 float32, 640 MB in all. Edges are made from a seed, block by block, so the largest job takes 6.4 GB of messages that no
memory holds. Both schedulers must give the same bits: a checksum of each chunk of nodes is computed, and a checksum of these is printed.
Each line is a process of its own. `CPU` is the time of all processors, which other programs on the machine change less. It has the making
of the edges and the checksum in it: `without` is the CPU time of these alone, and `ns an edge` is what is left.

--shuffle files   through files of the folder --scratch, which needs as much space as the messages (strew.dask's `scratch`)
--shuffle tasks   through memory, and from worker to worker

--job sum         nodes add float32 up, in the order of edges
--job count       nodes add int32 up, which may be combined before they travel
--job max         the greatest float32 of each node, which may be combined, too
--job gather      edges read the 16 float32 of their nodes (gather_nd), by tasks

With --uncombined (count and max), there is a line where nothing is combined early, too. `in parts` are the bytes of slices and updates that tasks of
strew.dask hand to each other, without the order and starts of parts; they are counted on threads. `sent` is what one process sent to the other.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser  # noqa: E402

MB = 1_000_000
WIDTH = 16


def files_bytes(scratch: Path) -> int:
    return sum(path.stat().st_size for path in scratch.rglob("*") if path.is_file())


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / MB


def cpu() -> float:
    """Seconds of this process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def sent(dask_worker: Any) -> int:
    """What a worker sent to others."""
    return int(dask_worker.transfer_outgoing_bytes_total)


def _drop(block: Any) -> Any:
    return block[:1, :1].astype("i1")


def run(arguments: argparse.Namespace) -> Dict[str, Any]:
    """One line: a job on one scheduler."""
    import dask
    import dask.array as da
    import numpy as np
    from graphs import Traffic, count_tasks, digest_of, digests, edges

    import strew.dask
    from strew.dask import _scatter

    if arguments.uncombined:
        _scatter._combines = lambda *_: None

    n_edges, n_nodes = int(arguments.edges[0] * 1e6), int(arguments.nodes * 1e6)
    chunk, node_chunk = int(arguments.edge_chunk * 1e6), int(arguments.node_chunk * 1e6)
    scratch = arguments.scratch.resolve() if arguments.shuffle == "files" and arguments.job != "gather" else None
    indices, updates = edges(n_edges, n_nodes, WIDTH, chunk)
    if arguments.job == "gather":
        _, updates = edges(n_nodes, 1, WIDTH, node_chunk)
        found, output = strew.dask.gather_nd(updates, indices), da.zeros((n_edges, WIDTH), dtype=np.float32, chunks=(chunk, WIDTH))
    else:
        updates = (updates * 1000).astype(np.int32) if arguments.job == "count" else updates
        output = da.zeros((n_nodes, WIDTH), dtype=updates.dtype, chunks=(node_chunk, WIDTH))
        found = strew.dask.scatter_nd(output, indices, updates, "max" if arguments.job == "max" else "add", scratch=scratch)
    answer, traffic = digests(found), Traffic()
    without = [digests(output), *(array.map_blocks(_drop, chunks=(1, 1), dtype=np.int8) for array in (indices, updates))]

    result: Dict[str, Any] = {"tasks": sum(count_tasks(answer).values())}

    def measure(compute: Any, cpu_of_all: Any) -> None:
        for what, suffix in ((without, "_without"), (answer, "")):  # the first one also imports what tasks need
            begin, cpu_begin = time.perf_counter(), cpu_of_all()
            found = compute(what)
            result["seconds" + suffix], result["cpu" + suffix] = time.perf_counter() - begin, cpu_of_all() - cpu_begin
            if what is answer:
                result["digest"] = digest_of(found)

    if arguments.schedulers[0] == "threads":
        with dask.config.set(scheduler="threads", num_workers=2), traffic:
            measure(lambda what: dask.compute(what)[0], cpu)
            result.update(peaks=[peak_mb()], sent=0)
    else:
        from distributed import Client, LocalCluster

        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=arguments.memory_limit)
        with cluster, Client(cluster) as client:
            measure(lambda what: client.gather(client.compute(what)), lambda: cpu() + sum(client.run(cpu).values()))
            result.update(peaks=list(client.run(peak_mb).values()), sent=sum(client.run(sent).values()))
    result.update(files=files_bytes(scratch) if scratch else 0, parts=traffic.bytes)
    return result


def main() -> None:
    parser = Parser(description=__doc__)
    parser.add_argument("--edges", type=float, nargs="+", default=[10, 30, 100], help="in millions")
    parser.add_argument("--nodes", type=float, default=10, help="in millions")
    parser.add_argument("--edge-chunk", type=float, default=1, help="in millions")
    parser.add_argument("--node-chunk", type=float, default=1, help="in millions")
    parser.add_argument("--schedulers", nargs="+", choices=("threads", "processes"), default=["threads", "processes"])
    parser.add_argument("--job", choices=("sum", "count", "max", "gather"), default="sum")
    parser.add_argument("--uncombined", action="store_true")
    parser.add_argument("--shuffle", choices=("files", "tasks"), default="files")
    parser.add_argument("--scratch", type=Path, default=Path("build/scale-scratch"))
    parser.add_argument("--memory-limit", default="4GB", help="of each worker process")
    parser.add_argument("--line", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.uncombined and arguments.job in ("sum", "gather"):
        parser.error(f"--uncombined: nothing of --job {arguments.job} is combined early")
    if arguments.line:
        print(json.dumps(run(arguments)))
        return
    print(
        "         scheduler               seconds     CPU  without  ns an edge   tasks  in files  in parts     sent    peak memory  checksum",
        flush=True,
    )
    given = [word for word in sys.argv[1:] if word != "--uncombined"]
    ways = [[], ["--uncombined"]] if arguments.uncombined else [[]]
    are_equal = True
    for edges in arguments.edges:
        found: List[str] = []
        for scheduler, way in itertools.product(arguments.schedulers, ways):
            command = [sys.executable, __file__, *given, "--line", "--edges", str(edges), "--schedulers", scheduler, *way]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
            line = json.loads(done.stdout.splitlines()[-1])
            net = (line["cpu"] - line["cpu_without"]) / edges * 1e3
            peaks = " + ".join(f"{peak:.0f}" for peak in line["peaks"]) + " MB"
            print(
                f"{edges:5g} M  {scheduler:<9} {'uncombined' if way else '':<12} {line['seconds']:8.2f} {line['cpu']:7.2f} "
                f"{line['cpu_without']:8.2f} {net:11.0f} {line['tasks']:7} {line['files'] / MB:6.0f} MB {line['parts'] / MB:6.0f} MB "
                f"{line['sent'] / MB:5.0f} MB  {peaks:>13}  {line['digest']}",
                flush=True,
            )
            found.append(line["digest"])
        are_equal &= len(set(found)) == 1
    print("each job has the same bits on all schedulers" if are_equal else "OTHER BITS")
    sys.exit(not are_equal)


if __name__ == "__main__":
    main()
