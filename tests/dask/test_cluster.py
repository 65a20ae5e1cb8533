"""Worker processes: the same bits from two and four of them, and when one is killed in the middle."""

import os
import random
import signal
import tempfile
import time
import unittest
from typing import Any

import dask.array as da
import numpy as np

import strew
import strew.dask
from strew._errors import IndexOutOfBoundsError
from tests.dask.support import SCATTERS, SENT, chunked, cluster, difference
from tests.python.support import arrays


def slowly(block: np.ndarray) -> np.ndarray:
    time.sleep(0.1)
    return block


class SlowFile(strew.dask.NpyFile):
    def __setitem__(self, at: Any, chunk: np.ndarray) -> None:
        super().__setitem__(at, chunk)
        time.sleep(0.1)


def kill_one(workers: Any, out: Any, before: np.ndarray) -> None:
    """Kills the first worker when some chunks are stored."""
    while np.count_nonzero(np.any(out[...] != before, axis=1)) < 80:
        time.sleep(0.01)
    os.kill(workers[0], signal.SIGKILL)


class Processes(unittest.TestCase):
    def test_the_same_bits_from_two_and_four_processes(self) -> None:
        for n_workers in (2, 4):
            client = cluster(self, n_workers)
            with tempfile.TemporaryDirectory() as folder:
                calls, expected = self.calls(random.Random(n_workers), np.random.default_rng(n_workers), folder)
                for found, want in zip(client.gather(client.compute(calls)), expected):
                    self.assertEqual(difference(np.asarray(found), want), "")

    def calls(self, rng: random.Random, numbers: np.random.Generator, folder: str) -> Any:
        calls, expected = [], []
        for number in range(30):
            operator = SCATTERS[number % 3]
            shape, axis = (11, 6, 7), number % 2
            of_elements = (9, 25, 7) if axis else (25, 6, 7)
            counts = {"scatter_nd": (9, 8, 1 + number % 2), "scatter_update": (10, 2), "scatter_elements": of_elements}[operator]
            made = arrays(numbers, operator, shape, counts, SENT[number % len(SENT)], np.int64, axis)
            words: Any = {"reduction": list(strew.REDUCTIONS)[number % len(strew.REDUCTIONS)]}
            if operator != "scatter_nd":
                words["axis"] = axis
            scratch = {"scratch": folder} if number % 4 == 0 else {}
            calls.append(getattr(strew.dask, operator)(*(chunked(rng, array) for array in made), **words, **scratch))
            expected.append(getattr(strew, operator)(*made, **words))
        return calls, expected

    def test_an_error_arrives_with_its_numbers(self) -> None:
        client = cluster(self, 2)
        indices = np.zeros((100, 1), np.int64)
        indices[[99, 55], 0] = -11
        result = strew.dask.scatter_nd(da.zeros(10, chunks=3), da.from_array(indices, chunks=(9, 1)), da.ones(100, chunks=9), "add")
        with self.assertRaisesRegex(IndexOutOfBoundsError, r"^indices\[55\] component 0 is -11, outside \[-10, 9\]") as caught:
            client.compute(result).result()
        error = caught.exception
        self.assertEqual((error.tuple, error.value, error.status), (55, -11, strew.Status.INDEX_OUT_OF_BOUNDS))


class Kills(unittest.TestCase):
    def test_a_worker_killed_in_the_middle_changes_nothing(self) -> None:
        numbers = np.random.default_rng(7)
        data, updates = numbers.standard_normal((200, 8)), numbers.standard_normal((2000, 8))
        indices = numbers.integers(0, 200, (2000, 1))
        expected = strew.scatter_nd(data, indices, updates, "add")
        with tempfile.TemporaryDirectory() as folder:
            for number, scratch in enumerate(({}, {"scratch": folder})):
                client = cluster(self, 2)
                lazy = da.from_array(indices, chunks=(100, 1)), da.from_array(updates, chunks=(100, 8))
                slow = [array.map_blocks(slowly, dtype=array.dtype, name=f"slow-{number}-{i}") for i, array in enumerate(lazy)]
                future = client.compute(strew.dask.scatter_nd(da.from_array(data, chunks=(20, 8)), *slow, "add", **scratch))
                word = "strew-write" if scratch else "strew-part"
                while not any(word in str(key) for keys in client.has_what().values() for key in keys):
                    self.assertEqual(future.status, "pending")
                    time.sleep(0.02)
                killed = next(iter(client.run(os.getpid).values()))
                os.kill(killed, signal.SIGKILL)
                self.assertEqual(future.status, "pending")
                self.assertEqual(future.result(timeout=120).tobytes(), expected.tobytes())
                self.assertNotIn(killed, client.run(os.getpid).values())
