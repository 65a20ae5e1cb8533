"""bench/model.c: the time that many threads would take, from the times of their tasks on one."""

import ctypes
import subprocess
import unittest
from itertools import accumulate

from tests.processes import ROOT, temporary_folder


class Tape(ctypes.Structure):
    _fields_ = [("cells", ctypes.POINTER(ctypes.c_double)), ("n", ctypes.c_size_t), ("capacity", ctypes.c_size_t)]


class Times(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_double) for name in ("ns", "whole", "serial")),
        *((name, ctypes.c_size_t) for name in ("n_fors", "n_tasks")),
    ]


class Model(unittest.TestCase):
    def setUp(self):
        library = temporary_folder(self) / "model.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, ROOT / "bench/model.c"], check=True)
        self.model = ctypes.CDLL(str(library))
        self.model.model_append.restype = ctypes.POINTER(ctypes.c_double)
        self.model.model_last_end.restype = ctypes.c_double
        self.model.model_times_of.restype = Times

    def last_end(self, tasks, n_threads):
        stamps = (ctypes.c_double * (len(tasks) + 1))(*accumulate(tasks, initial=1000))
        return self.model.model_last_end(stamps, ctypes.c_size_t(len(tasks)), ctypes.c_size_t(n_threads))

    def times(self, fors, whole, n_threads):
        tape = Tape()
        for tasks in fors:
            stamps = self.model.model_append(ctypes.byref(tape), ctypes.c_size_t(len(tasks)))
            for i, stamp in enumerate(accumulate(tasks, initial=50)):
                stamps[i] = stamp
        times = self.model.model_times_of(ctypes.byref(tape), ctypes.c_double(whole), ctypes.c_size_t(n_threads))
        self.model.model_free(ctypes.byref(tape))
        return tuple(getattr(times, name) for name, _ in Times._fields_)

    def test_one_thread_runs_all_tasks(self):
        self.assertEqual(self.last_end([5, 1, 3], 1), 9)

    def test_as_many_threads_as_tasks_take_as_long_as_the_longest(self):
        for n_threads in (3, 4, 64, 1000):
            self.assertEqual(self.last_end([5, 1, 3], n_threads), 5)

    def test_tasks_begin_in_order_on_the_thread_that_is_free_first(self):
        self.assertEqual(self.last_end([4, 1, 2, 2, 5], 2), 9)  # one has 4 and 5, the other 1, 2 and 2: not the best that could be
        self.assertEqual(self.last_end([5, 4, 2, 2, 1], 2), 7)

    def test_no_task_takes_no_time(self):
        self.assertEqual(self.last_end([], 4), 0)

    def test_what_no_task_did_is_serial(self):
        self.assertEqual(self.times([[4, 4], [1, 2, 3]], 20, 2), (4 + 4 + 6, 20, 6, 2, 5))

    def test_a_run_without_tasks_is_serial(self):
        self.assertEqual(self.times([], 20, 8), (20, 20, 20, 0, 0))

    def test_a_tape_grows(self):
        self.assertEqual(self.times([[1] * 1000] * 50, 60000, 10), (100 * 50 + 10000, 60000, 10000, 50, 50000))
