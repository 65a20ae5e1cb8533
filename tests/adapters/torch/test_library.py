"""The library: when it is not loaded, what it leaves behind, and calls from several threads."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import threading
import unittest
from typing import List

import torch

import strew_torch


def run(code: str, status: int, **environment: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == status, done
    return done.stdout + done.stderr


class Loading(unittest.TestCase):
    def test_an_old_pytorch_is_named(self) -> None:
        said = run("import torch; torch.__version__ = '2.9.1'; import strew_torch", 1)
        self.assertIn("ImportError: strew_torch needs PyTorch 2.10 or newer; this is 2.9.1", said)

    def test_a_missing_library_is_named(self) -> None:
        said = run("import strew_torch", 1, STREW_TORCH_LIBRARY="/nowhere/library.so")
        self.assertIn("ImportError: strew_torch: /nowhere/library.so is missing", said)

    def test_a_process_may_end_while_it_is_patched(self) -> None:
        said = run("import torch, strew_torch; strew_torch.patch(); print(torch.zeros(2).index_select(0, torch.tensor([1])))", 0)
        self.assertIn("tensor([0.])\n", said)


class Memory(unittest.TestCase):
    def test_neither_results_nor_errors_leak(self) -> None:
        """20 calls would keep 160 MB."""
        base, index, bad = torch.zeros(1000, 1000), torch.zeros(1000, dtype=torch.int64), torch.full((1000,), 1000)
        rows = torch.ones(1000, 1000)

        def call(where: torch.Tensor) -> None:
            strew_torch.index_reduce(base, 0, where, rows, "mean", include_self=False)
            strew_torch.index_put(base, (where, where), rows[0], accumulate=True)

        for where in (index, bad):
            with self.subTest(where=int(where[0])):
                for n in (3, 20):
                    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                    for _ in range(n):
                        try:
                            call(where)
                        except IndexError:
                            self.assertIs(where, bad)
                    gc.collect()
                self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 40_000)


class Threads(unittest.TestCase):
    def test_several_threads_call_at_the_same_time(self) -> None:
        generator = torch.Generator().manual_seed(5)
        index = torch.randint(0, 500, (50_000,), generator=generator)
        rows = torch.randint(-9, 9, (50_000, 4), generator=generator)
        expected = strew_torch.index_add(torch.zeros(500, 4, dtype=torch.int64), 0, index, rows)
        wrong: List[int] = []

        def work(i: int) -> None:
            for _ in range(10):
                result = strew_torch.index_add(torch.zeros(500, 4, dtype=torch.int64), 0, index, rows)
                if not torch.equal(result, expected):
                    wrong.append(i)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
