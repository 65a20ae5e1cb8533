"""Scatters updates into data that its memory cannot hold: both are Zarr arrays on disk, and the process has a limit.

    python bench/scale/out_of_core.py --folder build/scale --data-mb 1000 2000 4000 --limit-mb 600 --check
    python bench/scale/out_of_core.py --folder build/scale --data-mb 40000 --updates-mb 1000 --sparse --limit-mb 600 --check

`data` has rows of 16 float32. A quarter as many updates as rows, or --updates-mb of them, are added to random rows, in order. With --sparse,
data is zeros, of which Zarr stores nothing, and output is compressed, so that a large job needs little of a disk. The limit is RLIMIT_DATA:
what a process allocates, with the stacks of its threads and Python itself, but without the pages of files that it reads. Prints sizes, the
time, and the peak of the memory in use beside that of a model, which does not know the size of data. With --check all bits are compared with
those of np.add.at, chunk by chunk.
"""

import argparse
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser, count  # noqa: E402


def read_arguments() -> argparse.Namespace:
    parser = Parser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the arrays are made, and removed again")
    parser.add_argument("--data-mb", type=count, nargs="+", default=[4000])
    parser.add_argument("--updates-mb", type=float, help="without it a quarter of data")
    parser.add_argument("--sparse", action="store_true")
    parser.add_argument("--chunk-mb", type=count, default=32)
    parser.add_argument("--limit-mb", type=count, default=600)
    parser.add_argument("--threads", type=count, default=2)
    parser.add_argument("--no-scratch", action="store_true", help="shuffle in memory")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--step", choices=("make", "scatter", "check"), help="only this; without it each runs in a process of its own")
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = read_arguments()  # before the imports that take long

import numpy as np  # noqa: E402

WIDTH = 16
MB = 1_000_000


# Of a chunk of data, for each thread: fitted to peaks that were measured, not derived.
COPIES = 5


def model_mb(begin_mb: float, chunk_mb: int, threads: int) -> float:
    """The peak of a process that had `begin_mb` before: chunks are large, and parts are not."""
    return begin_mb + COPIES * chunk_mb * threads


def make(folder: Path, data_mb: int, chunk_mb: int, updates_mb: float, sparse: bool) -> None:
    """Writes data, indices and updates, chunk by chunk."""
    import zarr

    rng = np.random.default_rng(1)
    rows, chunk = data_mb * MB // (4 * WIDTH), chunk_mb * MB // (4 * WIDTH)
    n = int(updates_mb * MB) // (4 * WIDTH)
    for name, shape, dtype, size in (
        ("data", (rows, WIDTH), "f4", chunk),
        ("indices", (n, 1), "i8", chunk),
        ("updates", (n, WIDTH), "f4", chunk),
        ("output", (rows, WIDTH), "f4", chunk),
    ):
        compressors = "auto" if sparse and name == "output" else None
        array = zarr.create_array(folder / name, shape=shape, dtype=dtype, chunks=(size, shape[1]), compressors=compressors, fill_value=0)
        for begin in range(0, 0 if name == "output" or sparse and name == "data" else shape[0], size):
            part = min(size, shape[0] - begin), shape[1]
            array[begin : begin + size] = rng.integers(0, rows, part) if name == "indices" else rng.standard_normal(part, np.float32)


def status_mb(name: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(dict(line.split(":", 1) for line in lines)[name].split()[0]) * 1024 / MB


def scatter(folder: Path, limit_mb: int, chunk_mb: int, threads: int, scratch: bool) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (limit_mb * MB, limit_mb * MB))
    import dask
    import dask.array as da
    import zarr
    from dask.diagnostics import ProgressBar

    import strew.dask

    data, indices, updates = (da.from_zarr(str(folder / name)) for name in ("data", "indices", "updates"))
    output = zarr.open_array(folder / "output", mode="r+")
    begin, begin_mb = time.perf_counter(), status_mb("VmRSS")
    with dask.config.set(scheduler="threads", num_workers=threads), ProgressBar(dt=1, out=sys.stderr):
        strew.dask.scatter_nd(data, indices, updates, "add", output, scratch=folder / "scratch" if scratch else None)
    seconds = time.perf_counter() - begin
    shuffled = (updates.nbytes + indices.nbytes) / MB
    print(
        f"data {data.nbytes / MB:.0f} MB in {data.npartitions} chunks, updates and indices {shuffled:.0f} MB in {updates.npartitions}: "
        f"{seconds:.1f} s, peak {status_mb('VmHWM'):.0f} MB resident under a limit of {limit_mb} MB; "
        f"the model says {model_mb(begin_mb, chunk_mb, threads):.0f} MB, {begin_mb:.0f} of them before it begins"
    )


def check(folder: Path) -> None:
    import zarr

    data, output = (zarr.open_array(folder / name, mode="r") for name in ("data", "output"))
    indices, updates = (zarr.open_array(folder / name, mode="r")[:] for name in ("indices", "updates"))
    is_same, size, rows = True, data.chunks[0], indices[:, 0]
    for begin in range(0, data.shape[0], size):
        expected, here = data[begin : begin + size], np.flatnonzero((rows >= begin) & (rows < begin + size))
        np.add.at(expected, rows[here] - begin, updates[here])
        is_same &= expected.tobytes() == output[begin : begin + size].tobytes()
    print("the bits of np.add.at" if is_same else "OTHER BITS")
    sys.exit(not is_same)


def main(arguments: argparse.Namespace) -> None:
    folder = arguments.folder.resolve()
    data_mb = arguments.data_mb[0]
    if arguments.step is None:
        for each in arguments.data_mb:
            folder.mkdir(parents=True)
            try:
                for step in ("make", "scatter", *(["check"] if arguments.check else [])):
                    subprocess.run([sys.executable, __file__, *sys.argv[1:], "--data-mb", str(each), "--step", step], check=True)
            finally:
                shutil.rmtree(folder)
    elif arguments.step == "make":
        make(folder, data_mb, arguments.chunk_mb, arguments.updates_mb or data_mb / 4, arguments.sparse)
    elif arguments.step == "scatter":
        scatter(folder, arguments.limit_mb, arguments.chunk_mb, arguments.threads, not arguments.no_scratch)
    else:
        check(folder)


if __name__ == "__main__":
    main(ARGUMENTS)
