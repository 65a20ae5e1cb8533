"""docs/adding-a-dtype.md, followed on a copy of the repository, and what it computes compared with ml_dtypes."""

import subprocess
import sys

import ml_dtypes
import numpy as np

from tests.python.support import same

from .guide import ENVIRONMENT, Guide

# Run in the copy: many updates of the same elements, bytes in and bytes out.
SUM = """
import sys, ml_dtypes, numpy, strew
updates = numpy.frombuffer(sys.stdin.buffer.read(), ml_dtypes.float8_e3m4).reshape(-1, 64)
indices = numpy.zeros((len(updates), 1), numpy.int32)
sys.stdout.buffer.write(strew.scatter_nd(numpy.zeros((1, 64), updates.dtype), indices, updates, reduction="add").tobytes())
"""


def maximum(x, y):
    """NaN wins, and +0 is more than -0."""
    return np.where(np.isnan(x), x, np.where(np.isnan(y), y, np.where((x > y) | ((x == y) & ~np.signbit(x)), x, y)))


REDUCTIONS = {"add": np.add, "mul": np.multiply, "max": maximum}


def combine(reduction, a, b):
    """In float32, then rounded."""
    with np.errstate(all="ignore"):
        return REDUCTIONS[reduction](a.astype(np.float32), b.astype(np.float32)).astype(a.dtype)


class AddingADtype(Guide):
    page = "adding-a-dtype.md"

    def test_its_steps_work_and_the_results_are_right(self):
        folder = self.copy()
        self.follow(folder)
        dtype = np.dtype(ml_dtypes.float8_e3m4)
        every = np.arange(256, dtype=np.uint8).view(dtype)
        a, b = np.repeat(every, 256), np.tile(every, 256)
        results = np.fromfile(folder / "results.f8", dtype).reshape(-1, a.size)
        self.assertEqual(len(results), 3)
        for reduction, found in zip(REDUCTIONS, results):
            self.assertTrue(same(found, combine(reduction, a, b)), reduction)

        updates = np.random.default_rng(3).normal(0, 1, (300, 64)).astype(dtype)
        expected = np.zeros(64, dtype)
        for row in updates:
            expected = combine("add", expected, row)  # rounded every time
        done = subprocess.run(
            [sys.executable, "-c", SUM], cwd=folder, env={**ENVIRONMENT, "PYTHONPATH": "python"}, input=updates.tobytes(), capture_output=True
        )
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertTrue(same(np.frombuffer(done.stdout, dtype), expected))

    def test_it_leaves_out_no_step(self):
        commands = self.commands()
        for step in ("-m gen\n", "-m gen --check\n", "-m gen --list\n", "cmake -S", "cmake --build", "./all_pairs", "compare.py", "kernels.py", "ctest"):
            self.assertIn(step, commands)
        self.assertEqual({language for language, _ in self.blocks()}, {"diff", "python", "c", "sh", "text"})
