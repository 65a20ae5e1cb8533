"""What a scatter by strew.dask asks of a scheduler and of a network, checked against its graphs, and then for a large cluster.

    python bench/scale/model.py --workers 1000

First table: tasks and bytes of the model beside those of strew.dask, whose graphs are made and whose parts are computed. It fails if they
differ. Second table: for each size of chunk, the seconds that each resource is busy; the largest is the least that the job can take.
--rate also measures how many tasks a second the scheduler here can do: it runs a graph of empty parts and counts the scheduler's CPU time.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, NamedTuple, Tuple

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser, count  # noqa: E402


def read_arguments() -> argparse.Namespace:
    parser = Parser(description=__doc__)
    parser.add_argument("--workers", type=count, default=1000)
    parser.add_argument("--threads", type=count, default=8, help="of each worker")
    parser.add_argument("--updates", type=float, default=100, help="in thousand millions")
    parser.add_argument("--slices", type=float, default=10, help="of data, in thousand millions")
    parser.add_argument("--width", type=count, default=16, help="float32 of each update and slice")
    parser.add_argument("--chunks", type=float, nargs="+", default=[16, 64, 128, 256, 512, 1024], help="MB of updates, and of data")
    parser.add_argument("--tasks-a-second", dest="rate", type=float, default=1e4, help="that the scheduler can do")
    parser.add_argument("--cpu-ns", type=float, default=340, help="of a core for each update, without making it: edges.py measures it")
    parser.add_argument("--rate", dest="is_rate", action="store_true")
    parser.add_argument("--small", action="store_true", help="make only the smallest graphs of the first table")
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = read_arguments()  # before the imports that take long

import dask.array as da  # noqa: E402
import numpy as np  # noqa: E402
from graphs import count_tasks, edges  # noqa: E402

import dask  # noqa: E402
import strew.dask  # noqa: E402
from strew.dask import _arrays  # noqa: E402

FAN = 32  # of strew.dask
_arrays.JOINED_BYTES = -1  # blocks are small here, and stand for large ones
SLICE_BYTES = 4  # a chunk has fewer than 2^31 slices
MB, GB, TB = 1e6, 1e9, 1e12


class Counts(NamedTuple):
    tasks: int  # strew's own: not those that make data, indices and updates
    stages: int  # how often an update changes hands
    max_tasks: int  # parts that one task takes
    pairs: float  # tasks for each pair of chunks


def by_tasks(blocks: int, chunks: int) -> Counts:
    """The tasks for that many blocks of tuples and chunks of data, whose sums are those of floats."""
    fan = chunks if blocks * chunks <= FAN * (blocks + chunks) else FAN
    ranges: Dict[Tuple[int, int], int] = {(chunks, blocks): 1}  # (chunks, sources): how many ranges are like that
    cuts = merges = stages = 0
    while any(size > 1 for size, _ in ranges):
        found: Dict[Tuple[int, int], int] = {}
        for (size, sources), n in ranges.items():
            pieces = min(fan, size)
            for i in range(pieces):
                below = size * (i + 1) // pieces - size * i // pieces
                merged = math.ceil(sources / FAN) if below > 1 else sources
                cuts += n * sources
                merges += n * merged if below > 1 else 0
                found[below, merged] = found.get((below, merged), 0) + n
        ranges, stages = found, stages + 1
    applies = sum(n * math.ceil(sources / FAN) for (_, sources), n in ranges.items())
    # Each block is grouped and says what is wrong with it. One task waits for all, and one knows the chunks.
    tasks = cuts + merges + applies + 2 * blocks + 2
    return Counts(tasks, stages, min(FAN, max(sources for _, sources in ranges)), tasks / (blocks * chunks))


def by_files(blocks: int, chunks: int) -> Counts:
    tasks = blocks + chunks + 2
    return Counts(tasks, 1, blocks, tasks / (blocks * chunks))


def part_bytes(updates: int, width: int, itemsize: int = 4) -> int:
    return updates * (SLICE_BYTES + width * itemsize)


def graph_of(blocks: int, chunks: int, scratch: Any, updates: int = 1, width: int = 1) -> Any:
    indices, values = edges(blocks * updates, chunks * 10, width, updates)
    data = da.zeros((chunks * 10, width), dtype=np.float32, chunks=(10, width))
    return strew.dask.scatter_nd(data, indices, values, "add", scratch=scratch)


def counted(array: Any) -> int:
    return sum(str(key[0] if isinstance(key, tuple) else key).startswith("strew-") for key in dict(array.__dask_graph__()))


def bytes_of_parts(array: Any) -> Tuple[int, int]:
    """Of the parts that are cut from blocks, their number and bytes: those of slices and updates."""
    graph = dict(array.__dask_graph__())
    keys = [key for key in graph if key[0].startswith("strew-part-") and key[2] == 0]
    parts = dask.threaded.get(graph, keys)
    return len(parts), sum(part.slices.nbytes + part.updates.nbytes for part in parts)


def check(is_small: bool = False) -> bool:
    print("model and graphs\n  blocks  chunks  shuffle     tasks  of strew.dask  for the scheduler  stages  tasks a pair")
    are_equal = True
    with tempfile.TemporaryDirectory() as folder:
        sizes = [(10, 10), (100, 10), (80, 70), (1000, 10), (10, 1000), (300, 200), (1000, 100), (40, 1500)]
        for blocks, chunks in sizes[:3] if is_small else sizes:
            for name, counts, scratch in (("tasks", by_tasks(blocks, chunks), None), ("files", by_files(blocks, chunks), Path(folder))):
                array = graph_of(blocks, chunks, scratch)
                found, given = counted(array), sum(count_tasks(array).values())
                are_equal &= found == counts.tasks and given <= counts.tasks + chunks  # dask may fuse more
                print(
                    f"  {blocks:6}  {chunks:6}  {name}  {counts.tasks:10}  {found:13}  {given:17}  {counts.stages:6}  {counts.pairs:12.2f}"
                )
        print("model and parts\n  blocks  chunks   updates  width  shuffle       bytes  of strew.dask  bytes an update")
        for blocks, chunks, updates, width in ((10, 10, 10_000, 16), (100, 100, 1_000, 16), (10, 10, 10_000, 1)):
            n, model = blocks * updates, part_bytes(blocks * updates, width)
            _, found = bytes_of_parts(graph_of(blocks, chunks, None, updates, width))
            scratch = Path(folder) / f"{blocks}-{width}"
            graph_of(blocks, chunks, scratch, updates, width).compute(scheduler="threads", num_workers=2)
            in_files = sum(path.stat().st_size for path in scratch.rglob("*") if path.is_file())
            heads = blocks * 8 * (3 + chunks + 1)
            are_equal &= found == model and in_files == model + heads
            print(f"  {blocks:6}  {chunks:6}  {n:8}  {width:5}  tasks  {model:12}  {found:13}  {found / n:15.2f}")
            print(f"  {blocks:6}  {chunks:6}  {n:8}  {width:5}  files  {model + heads:12}  {in_files:13}  {in_files / n:15.2f}")
    return are_equal


def rate() -> None:
    """A scheduler that is a process of its own gets parts with hardly any tuples."""
    from distributed import Client
    from distributed.deploy.subprocess import SubprocessCluster

    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH"))))  # of its processes
    with SubprocessCluster(n_workers=2, worker_kwargs={"nthreads": 1}) as cluster, Client(cluster) as client:
        client.compute(graph_of(20, 20, None)).result()
        array = graph_of(200, 30, None, 2)
        n, cpu = sum(count_tasks(array).values()), client.run_on_scheduler(time.process_time)
        client.compute(array).result()
        used = client.run_on_scheduler(time.process_time) - cpu
    print(f"a scheduler here: {n} tasks, {used / n * 1e6:.0f} us of its CPU for each: at most {n / used:.0f} a second")


def plan(arguments: argparse.Namespace) -> None:
    n, width, workers = arguments.updates * 1e9, arguments.width, arguments.workers
    row = width * 4
    data = arguments.slices * 1e9 * row
    total = part_bytes(int(n), width)
    print(
        f"{workers} workers of {arguments.threads} threads, {n:.0e} updates of {width} float32 ({n * (row + 8) / TB:.1f} TB with their "
        f"indices) into {data / TB:.2f} TB of data"
    )
    print(f"  at {arguments.rate:.0f} tasks a second, and {arguments.cpu_ns:.0f} ns of a core for each update")
    print("                                                       seconds of                     GB of a worker   bytes     files")
    print("     chunk  blocks  chunks  shuffle      tasks  scheduler  10 Gbit/s  25 Gbit/s  cores   updates kept    of a pair  opened")
    for chunk in arguments.chunks:
        blocks, chunks = math.ceil(n * row / (chunk * MB)), math.ceil(data / (chunk * MB))
        for name, counts in (("tasks", by_tasks(blocks, chunks)), ("files", by_files(blocks, chunks))):
            tasks = counts.tasks + chunks  # data is read by tasks, too, and a block by the task that groups it
            passes = counts.stages if name == "tasks" else 2  # to the file system, and back
            moved = total * passes * (1 - 1 / workers) / workers
            kept = total / workers / GB if name == "tasks" else 0.0
            opened = blocks * chunks / workers if name == "files" else 0
            cores = n * arguments.cpu_ns / 1e9 / workers / arguments.threads
            print(
                f"  {chunk:5g} MB {blocks:7} {chunks:7}  {name}  {tasks:12}  {tasks / arguments.rate:9.1f}  {moved / 1.25e9:9.1f}  "
                f"{moved / 3.125e9:9.1f} {cores:6.1f}   {kept:12.1f}  {total / blocks / chunks / 1e3:8.1f} KB  {opened:6.0f}"
            )


def main(arguments: argparse.Namespace) -> None:
    are_equal = check(arguments.small)
    if arguments.is_rate:
        rate()
    plan(arguments)
    if not are_equal:
        print("THE MODEL IS WRONG")
    sys.exit(not are_equal)


if __name__ == "__main__":
    main(ARGUMENTS)
