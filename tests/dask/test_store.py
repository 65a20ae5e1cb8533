"""Output into Zarr arrays and .npy files: bad indices, crashes and memory."""

import os
import resource
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from typing import Any, Dict
from unittest import mock

import dask
import dask.array as da
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import zarr
from dask.diagnostics import ProgressBar

import strew
import strew.dask
from strew._errors import IndexOutOfBoundsError
from strew.dask import _disk
from tests.processes import ROOT, temporary_folder


def zarr_of(folder: Path, name: str, array: np.ndarray, chunks: Any) -> zarr.Array:
    made = zarr.create_array(folder / name, shape=array.shape, dtype=array.dtype, chunks=chunks)
    made[...] = array
    return made


def contents(folder: Path) -> Dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Stores(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = temporary_folder(self)
        rng = np.random.default_rng(5)
        self.data = rng.standard_normal((100, 4)).astype(np.float32)
        self.indices, self.updates = rng.integers(-100, 100, (500, 1)), rng.standard_normal((500, 4)).astype(np.float32)
        self.expected = strew.scatter_nd(self.data, self.indices, self.updates, "add")

    def arguments(self) -> Any:
        sizes = (self.data, 20), (self.indices, 60), (self.updates, 70)
        return [da.from_array(array, chunks=(size, array.shape[1])) for array, size in sizes]

    def test_every_store(self) -> None:
        np.save(self.folder / "out.npy", np.zeros_like(self.data))
        stores = zarr_of(self.folder, "out", np.zeros_like(self.data), (10, 4)), strew.dask.NpyFile(self.folder / "out.npy")
        for out in stores:
            for scratch in (None, self.folder / "scratch"):
                with self.subTest(type(out), scratch=scratch):
                    out[...] = 0
                    self.assertIs(strew.dask.scatter_nd(*self.arguments(), "add", out, scratch=scratch), out)
                    self.assertEqual(np.asarray(out[...]).tobytes(), self.expected.tobytes())
        self.assertEqual(list((self.folder / "scratch").iterdir()), [])

    def test_in_place(self) -> None:
        out = zarr_of(self.folder, "out", self.data, (20, 4))
        strew.dask.scatter_nd(da.from_zarr(out), *self.arguments()[1:], "add", out)
        self.assertEqual(out[...].tobytes(), self.expected.tobytes())
        np.save(self.folder / "out.npy", self.data)
        file = strew.dask.NpyFile(self.folder / "out.npy")
        strew.dask.scatter_nd(da.from_array(file, chunks=(30, 4)), *self.arguments()[1:], "add", file, scratch=self.folder)
        self.assertEqual(np.load(self.folder / "out.npy").tobytes(), self.expected.tobytes())

    def test_a_bad_index_in_the_last_chunk_leaves_the_store_as_it_was(self) -> None:
        self.indices[-1] = 100
        zarr_of(self.folder, "out", self.data, (20, 4))
        out, before = zarr.open_array(self.folder / "out", mode="r+"), contents(self.folder / "out")
        _, lazy, _ = self.arguments()
        for data, indices in ((da.from_zarr(out), lazy), (da.from_zarr(out), self.indices)):
            for scratch in (None, self.folder / "scratch"):
                with self.assertRaisesRegex(IndexOutOfBoundsError, r"^indices\[499\] component 0 is 100"):
                    strew.dask.scatter_nd(data, indices, self.arguments()[2], "add", out, scratch=scratch)
                self.assertEqual(contents(self.folder / "out"), before)

    def test_what_would_read_a_part_of_out_after_it_is_stored_is_rejected(self) -> None:
        zarr_of(self.folder, "out", self.data, (20, 4))
        np.save(self.folder / "out.npy", self.data)
        opened, file = zarr.open_array(self.folder / "out", mode="r+"), strew.dask.NpyFile(self.folder / "out.npy")
        _, indices, updates = self.arguments()
        for out, read in (
            (opened, da.from_zarr(opened)),
            (opened, da.from_zarr(str(self.folder / "out"), chunks=(40, 4))),
            (opened, da.from_array(zarr.open_group(self.folder)["out"], inline_array=True)),
            (file, da.from_array(strew.dask.NpyFile(self.folder / "." / "out.npy"), chunks=(50, 4))),
        ):
            for data in (read[::-1], read.rechunk((60, 4)), read + 1):
                with self.assertRaisesRegex(ValueError, "^data is computed from out, parts of which would be read after they are stored"):
                    strew.dask.scatter_nd(data, indices, updates, "add", out)
            messages = da.concatenate([read + 1] * 5)
            for name, given in (("updates", (indices, messages)), ("indices", (messages[:, :1].astype(np.int64), updates))):
                with self.assertRaisesRegex(ValueError, f"^{name} is computed from out, parts of which would be read"):
                    strew.dask.scatter_nd(self.arguments()[0], *given, "add", out)
            self.assertEqual(np.asarray(out[...]).tobytes(), self.data.tobytes())
            strew.dask.scatter_nd(read, indices, updates, "add", out)
            self.assertEqual(np.asarray(out[...]).tobytes(), self.expected.tobytes())
            out[...] = self.data

    def test_a_full_disk_leaves_no_half_of_a_file(self) -> None:
        """A limit of the size of a file stands for it."""
        result = strew.dask.scatter_nd(*self.arguments(), "add", scratch=self.folder)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        with dask.config.set(scheduler="sync"):
            resource.setrlimit(resource.RLIMIT_FSIZE, (600, before[1]))
            try:
                with self.assertRaises(OSError):
                    result.compute()
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, before)
            self.assertEqual([path for path in self.folder.glob("strew-*/*") if "." in path.name], [])
            self.assertEqual(result.compute().tobytes(), self.expected.tobytes())

    def test_a_file_that_lost_its_end_is_rejected(self) -> None:
        whole = _disk._write

        def cut(file: Any, *arguments: Any) -> None:
            whole(file, *arguments)
            file.truncate(file.seek(0, os.SEEK_END) - 1)

        with mock.patch.object(_disk, "_write", cut), dask.config.set(scheduler="sync"), self.assertRaisesRegex(OSError, "are needed$"):
            strew.dask.scatter_nd(*self.arguments(), "add", scratch=self.folder).compute()

    def test_updates_come_from_parquet(self) -> None:
        """As docs/scale.md reads them: a chunk for each row group."""
        path = self.folder / "updates.parquet"
        columns = {"row": self.indices[:, 0], **{f"x{i}": self.updates[:, i] for i in range(4)}}
        pq.write_table(pa.table(columns), path, row_group_size=90)

        def group(number: int, names: Any) -> np.ndarray:
            table = pq.ParquetFile(path).read_row_group(number, names)
            return np.stack([table[name].to_numpy() for name in names], axis=1)

        def columns_of(names: Any, dtype: Any) -> da.Array:
            about = pq.read_metadata(path)
            shapes = [(about.row_group(i).num_rows, len(names)) for i in range(about.num_row_groups)]
            return da.concatenate([da.from_delayed(dask.delayed(group)(i, names), shape, dtype) for i, shape in enumerate(shapes)])

        rows, updates = columns_of(["row"], np.int64), columns_of([f"x{i}" for i in range(4)], np.float32)
        out = zarr_of(self.folder, "out", np.zeros_like(self.data), (20, 4))
        strew.dask.scatter_nd(self.arguments()[0], rows, updates, "add", out, scratch=self.folder)
        self.assertGreater(rows.npartitions, 3)
        self.assertEqual(out[...].tobytes(), self.expected.tobytes())

    def test_what_cannot_be_stored_into_is_rejected(self) -> None:
        for rows, size, sentence in ((100, 15, r"rechunk\(out.chunks\)$"), (90, 10, r"^out is float32 of shape \(90, 4\), but data")):
            out = zarr_of(self.folder, str(rows), np.zeros((rows, 4), np.float32), (size, 4))
            with self.assertRaisesRegex(ValueError, sentence):
                strew.dask.scatter_nd(*self.arguments(), "add", out)

    def test_the_progress_bar_shows_every_task(self) -> None:
        out = zarr_of(self.folder, "out", np.zeros_like(self.data), (20, 4))
        with open(self.folder / "bar", "w") as bar, dask.config.set(scheduler="threads"), ProgressBar(out=bar, dt=0.01):
            strew.dask.scatter_nd(*self.arguments(), "add", out)
        self.assertIn("100% Completed", (self.folder / "bar").read_text())


JOB = """
import sys, time
import dask, dask.array as da, numpy as np, zarr
import strew.dask

def slow(block):
    time.sleep(0.1)
    return block

folder, scratch = sys.argv[1:]
data, indices, updates = (da.from_zarr(f"{folder}/{name}") for name in ("data", "indices", "updates"))
with dask.config.set(scheduler="threads", num_workers=2):
    out = zarr.open_array(f"{folder}/out", mode="r+")
    strew.dask.scatter_nd(data.map_blocks(slow, dtype=data.dtype), indices, updates, "add", out, scratch=scratch or None)
"""


class Crashes(unittest.TestCase):
    def test_a_rerun_after_a_crash_completes(self) -> None:
        rng, folder = np.random.default_rng(6), temporary_folder(self)
        data, indices, updates = rng.standard_normal((400, 2)), rng.integers(0, 400, (900, 1)), rng.standard_normal((900, 2))
        for name, array, size in (("data", data, 10), ("indices", indices, 300), ("updates", updates, 300), ("out", np.zeros_like(data), 10)):
            zarr_of(folder, name, array, (size, array.shape[1]))
        for scratch in ("", str(folder)):
            out = zarr.open_array(folder / "out", mode="r+")
            command = [sys.executable, "-c", JOB, str(folder), scratch]
            process = subprocess.Popen(command)
            while process.poll() is None and not np.any(out[...]):  # until something is stored
                time.sleep(0.05)
            os.kill(process.pid, signal.SIGKILL)
            self.assertEqual(process.wait(), -signal.SIGKILL)
            expected = strew.scatter_nd(data, indices, updates, "add")
            self.assertNotEqual(out[...].tobytes(), expected.tobytes())
            self.assertEqual(subprocess.run(command).returncode, 0)
            self.assertEqual(out[...].tobytes(), expected.tobytes())
            out[...] = 0


class Memory(unittest.TestCase):
    def test_data_is_larger_than_the_memory_that_it_takes(self) -> None:
        """Python, dask and Zarr take most of the limit. bench/scale/out_of_core.py makes the same of 4 GB under 600 MB."""
        words = "--data-mb 400 --chunk-mb 4 --limit-mb 300 --check".split()
        program = [sys.executable, str(ROOT / "bench/scale/out_of_core.py"), "--folder", str(temporary_folder(self) / "arrays")]
        done = subprocess.run([*program, *words], capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        self.assertIn("the bits of np.add.at", done.stdout)
        self.assertRegex(done.stdout, r"peak (1\d\d|2[0-4]\d) MB resident under a limit of 300 MB")
