"""Scatters updates into data that its memory cannot hold: both are Zarr arrays on disk, and the process has a limit.

    python bench/scale/out_of_core.py --folder build/scale --data-mb 4000 --limit-mb 600

`data` has rows of 16 float32. A quarter as many updates as rows are added to random rows, in order. The limit is RLIMIT_DATA: what a
process allocates, with the stacks of its threads and Python itself, but without the pages of files that it reads. Prints sizes, the time
and the peak of the memory in use, and with --check compares all bits with the answer of one call in memory.
"""

import argparse
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

WIDTH = 16
MB = 1_000_000


def make(folder: Path, data_mb: int, chunk_mb: int) -> None:
    """Writes data, indices and updates, chunk by chunk."""
    import zarr

    rng = np.random.default_rng(1)
    rows, chunk = data_mb * MB // (4 * WIDTH), chunk_mb * MB // (4 * WIDTH)
    n = rows // 4
    for name, shape, dtype, size in (
        ("data", (rows, WIDTH), "f4", chunk),
        ("indices", (n, 1), "i8", chunk),
        ("updates", (n, WIDTH), "f4", chunk),
        ("output", (rows, WIDTH), "f4", chunk),
    ):
        array = zarr.create_array(folder / name, shape=shape, dtype=dtype, chunks=(size, shape[1]), compressors=None, fill_value=0)
        for begin in range(0, shape[0] if name != "output" else 0, size):
            part = min(size, shape[0] - begin), shape[1]
            array[begin : begin + size] = rng.integers(0, rows, part) if name == "indices" else rng.standard_normal(part, np.float32)


def scatter(folder: Path, limit_mb: int, threads: int, scratch: bool) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (limit_mb * MB, limit_mb * MB))
    import dask
    import dask.array as da
    import zarr
    from dask.diagnostics import ProgressBar

    import strew.dask

    data, indices, updates = (da.from_zarr(str(folder / name)) for name in ("data", "indices", "updates"))
    output = zarr.open_array(folder / "output", mode="r+")
    begin = time.perf_counter()
    with dask.config.set(scheduler="threads", num_workers=threads), ProgressBar(dt=1, out=sys.stderr):
        strew.dask.scatter_nd(data, indices, updates, "add", output, scratch=folder / "scratch" if scratch else None)
    seconds = time.perf_counter() - begin
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    peak = int(status["VmHWM"].split()[0]) * 1024 / MB
    shuffled = (updates.nbytes + indices.nbytes) / MB
    print(
        f"data {data.nbytes / MB:.0f} MB in {data.npartitions} chunks, updates and indices {shuffled:.0f} MB in {updates.npartitions}: "
        f"{seconds:.1f} s, peak {peak:.0f} MB resident under a limit of {limit_mb} MB"
    )


def check(folder: Path) -> None:
    import zarr

    import strew

    data, indices, updates, output = (zarr.open_array(folder / name, mode="r")[:] for name in ("data", "indices", "updates", "output"))
    strew.scatter_nd(data, indices, updates, "add", data)
    print("the same bits as one call in memory" if data.tobytes() == output.tobytes() else "OTHER BITS")
    sys.exit(data.tobytes() != output.tobytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="where the arrays are made, and removed again")
    parser.add_argument("--data-mb", type=int, default=4000)
    parser.add_argument("--chunk-mb", type=int, default=32)
    parser.add_argument("--limit-mb", type=int, default=600)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--no-scratch", action="store_true", help="shuffle in memory")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--step", choices=("make", "scatter", "check"), help="only this; without it each runs in a process of its own")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    if arguments.step is None:
        folder.mkdir(parents=True)
        try:
            for step in ("make", "scatter", *(["check"] if arguments.check else [])):
                subprocess.run([sys.executable, __file__, *sys.argv[1:], "--step", step], check=True)
        finally:
            shutil.rmtree(folder)
    elif arguments.step == "make":
        make(folder, arguments.data_mb, arguments.chunk_mb)
    elif arguments.step == "scatter":
        scatter(folder, arguments.limit_mb, arguments.threads, not arguments.no_scratch)
    else:
        check(folder)


if __name__ == "__main__":
    main()
