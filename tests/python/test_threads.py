"""Threads and workspaces: the same bits, from several callers at once, in the child of a fork, and at the end of the program."""

import os
import subprocess
import sys
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Tuple

import numpy as np

import strew
from strew import _threads


def workload(seed: int, n: int = 200_000) -> Tuple[Any, ...]:
    rng = np.random.default_rng(seed)
    return rng.random(50_000, np.float32), rng.integers(0, 50_000, (n, 1)), rng.random(n, np.float32)


def run_alone(program: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)


class Threads(unittest.TestCase):
    def test_the_same_bits(self) -> None:
        given = workload(1)
        expected = strew.scatter_nd(*given, "add")
        for threads in (1, 2, 3, 8, 64, 1000, None, np.int64(4)):
            self.assertEqual(strew.scatter_nd(*given, "add", threads=threads).tobytes(), expected.tobytes())

    def test_threads_are_used(self) -> None:
        given = workload(2)
        strew.scatter_nd(*given, "add", threads=7)
        self.assertIn(7, _threads._pools)

    def test_callers_at_once(self) -> None:
        def call(seed: int) -> bool:
            given = workload(seed, 60_000)
            return strew.scatter_nd(*given, "add", threads=3).tobytes() == strew.scatter_nd(*given, "add").tobytes()

        with ThreadPoolExecutor(4) as pool:
            self.assertTrue(all(pool.map(call, range(40))))

    def test_other_threads_of_python_go_on(self) -> None:
        data, indices, updates = np.zeros(1000, np.float64), np.zeros((30_000_000, 1), np.int32), np.ones(30_000_000)
        plan = strew.plan_scatter_nd(1000, np.float64, indices.shape, "add", index_dtype=np.int32)
        started, n_waits = threading.Event(), 0

        def call() -> None:
            started.set()
            plan(data, indices, updates, data)

        caller = threading.Thread(target=call)
        caller.start()
        started.wait()
        while caller.is_alive():
            caller.join(0.001)
            n_waits += 1
        self.assertGreater(n_waits, 3)  # the call takes some tens of milliseconds
        self.assertEqual(data[0], 30_000_000)

    def test_what_threads_may_be(self) -> None:
        given = workload(3, 10)
        for wrong, kind in ((0, ValueError), (-1, ValueError), (1.5, TypeError), ("2", TypeError), (True, TypeError)):
            with self.assertRaisesRegex(kind, "threads is"):
                strew.scatter_nd(*given, threads=wrong)

    @unittest.skipUnless(hasattr(os, "fork"), "no fork on this system")
    def test_the_child_of_a_fork_has_threads_of_its_own(self) -> None:
        program = (
            "import os, sys, warnings, numpy as np, strew\n"
            "warnings.simplefilter('ignore')\n"  # Python 3.12 warns of any fork with threads
            "from tests.python.test_threads import workload\n"
            "given = workload(4)\n"
            "expected = strew.scatter_nd(*given, 'add', threads=4).tobytes()\n"
            "child = os.fork()\n"
            "right = strew.scatter_nd(*given, 'add', threads=4).tobytes() == expected\n"
            "if child == 0: sys.exit(not right)\n"
            "sys.exit(not right or os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
        )
        run = run_alone(program)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_call_goes_on_while_the_program_ends(self) -> None:
        program = (
            "import atexit, threading\n"
            "has_pool, is_ending = threading.Event(), threading.Event()\n"
            "@atexit.register\n"  # before strew is imported: what strew registers runs first
            "def end():\n"
            "    is_ending.set()\n"
            "    caller.join(20)\n"
            "    print(results == [expected])\n"
            "from tests.python.test_threads import strew, workload, _threads\n"
            "given, results, lend = workload(5), [], _threads.lend\n"
            "expected = strew.scatter_nd(*given, 'add').tobytes()\n"
            "def lend_and_wait(*arguments):\n"
            "    lent = lend(*arguments)\n"
            "    has_pool.set()\n"
            "    is_ending.wait()\n"
            "    return lent\n"
            "_threads.lend = lend_and_wait\n"
            "call = lambda: results.append(strew.scatter_nd(*given, 'add', threads=4).tobytes())\n"
            "caller = threading.Thread(target=call, daemon=True)\n"
            "caller.start()\n"
            "has_pool.wait()\n"
        )
        run = run_alone(program)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "True\n", ""))

    def test_a_thread_that_is_still_calling_does_not_stop_the_end(self) -> None:
        program = (
            "import threading, strew\n"
            "from tests.python.test_threads import workload\n"
            "given = workload(5)\n"
            "def call():\n"
            "    while True: strew.scatter_nd(*given, 'add', threads=4)\n"
            "threading.Thread(target=call, daemon=True).start()\n"
            "strew.scatter_nd(*given, 'add', threads=4)\n"
        )
        for _ in range(5):
            run = run_alone(program)
            self.assertEqual((run.returncode, run.stderr), (0, ""))


class Workspaces(unittest.TestCase):
    def test_it_is_kept_for_the_next_call_and_bounded(self) -> None:
        given = workload(6)
        _threads._kept.workspace = np.empty(0, np.uint8)
        strew.scatter_nd(*given, "add", threads=4)
        kept = _threads._kept.workspace
        self.assertGreater(kept.size, 0)
        strew.scatter_nd(*given, "add", threads=4)
        self.assertIs(_threads._kept.workspace, kept)
        large = workload(7, 8_000_000)  # 12 bytes for each tuple
        strew.scatter_nd(*large, "add", threads=4)
        self.assertIs(_threads._kept.workspace, kept)
        self.assertLessEqual(kept.size, _threads.KEPT_BYTES)
