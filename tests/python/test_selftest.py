"""`python -m strew selftest` and `bench`."""

import contextlib
import io
import re
import unittest
from functools import partial
from typing import List
from unittest import mock

import numpy as np

import strew
from strew import __main__ as command
from strew import _bench, _bench_numpy, _bench_report, _selftest

from tests import processes

from .support import ISAS


def call(*arguments: str) -> tuple:
    with contextlib.redirect_stdout(io.StringIO()) as stdout:
        code = command.main(arguments)
    return code, stdout.getvalue().splitlines()


class Selftest(unittest.TestCase):
    def test_every_kernel_passes(self) -> None:
        code, lines = call("selftest")
        self.assertEqual(code, 0)
        usable = [isa for isa in ISAS if strew.isa_state(isa) is strew.IsaState.USABLE]
        self.assertEqual([line.split()[0] for line in lines[1:-1]], usable)
        self.assertRegex(lines[-1], r"^\d+ passed, 0 failed$")
        n_kernels = sum(kernel.isa in usable and kernel.step == "apply" for kernel in strew.kernels())
        self.assertGreater(int(lines[-1].split()[0]), n_kernels)

    def test_what_is_wrong_is_named(self) -> None:
        def of_another(dtype: object, reduction: str, nan: str) -> object:
            return right(dtype, "min" if reduction == "max" else reduction, nan)

        right = _selftest._combine_of
        with mock.patch.object(_selftest, "_combine_of", of_another):
            code, lines = call("selftest")
        self.assertEqual(code, 1)
        wrong = [line for line in lines if line.startswith("wrong: ")]
        self.assertIn("wrong: strew_max_f32_w1__scalar", [line.replace("_wn_", "_w1_") for line in wrong])
        self.assertTrue(all("_max" in line for line in wrong), wrong)
        self.assertRegex(lines[-1], rf"^\d+ passed, {len(wrong)} failed$")


class Bench(unittest.TestCase):
    def test_a_row_for_each_workload_and_a_mean(self) -> None:
        report = processes.temporary_folder(self) / "report.md"
        code, lines = call("bench", "--seconds", "0.001", "--threads", "2", "--report", str(report))
        self.assertEqual((code, lines.pop()), (0, f"the report is in {report}"))
        self.check_report(report.read_text(), lines)
        self.assertIn("numpy", lines[1])
        self.assertTrue(any(line.startswith("sums of rows") for line in lines))
        self.assertTrue(any(line.startswith("1e6 float32, weights") for line in lines))
        self.assertTrue(any(line.startswith("numpy takes ") for line in lines))
        threads = next(at for at, line in enumerate(lines) if line.startswith("2 threads "))
        for line in lines[threads + 1 : threads + 1 + len(_bench._WORKLOADS)]:  # a gain, or why there is none
            found = re.match(r"^\S.*? +([0-9]+\.[0-9]+) +(?:-|[0-9.]+ [um]s)(: work of [0-9.]+ [um]s, wh.+)?$", line)
            assert found is not None, line
            self.assertTrue(float(found[1]) <= 1.05 if found[2] else float(found[1]) >= 1.05, line)
        self.assertIn("which strew leaves to one thread", lines[threads + 1])  # of ten numbers
        beside = next(at for at, line in enumerate(lines) if line.startswith("beside NumPy"))
        end = lines.index("", beside)
        self.assertEqual(end - beside - 1, len(list(_bench_numpy.rows())))
        for line in lines[beside + 1 : end]:
            self.assertRegex(line, r"^\S.* [0-9.]+ [um]s +[0-9.]+ [um]s +[0-9.]+$")

    def check_report(self, text: str, lines: List[str]) -> None:
        """It has every row of the tables, and says what it counts."""
        found = re.search(r"Of (\d+) comparisons on one thread, strew is faster in (\d+), by 1.1 or more, about as fast in (\d+), and slower in (\d+),", text)
        assert found is not None, text
        n, *parts = map(int, found.groups())
        self.assertEqual(sum(parts), n)
        for row in ("sums of rows", "1e6 float32, weights", *(row.name for row in _bench_numpy.rows())):
            (line,) = [line for line in lines if line.startswith(f"{row} ") and " times as " not in line][:1]
            (cells,) = re.findall(rf"(?m)^\| {re.escape(row)} \|.*[um]s.*$", text)[:1]
            for time in re.findall(r"[0-9.]+ [um]s", line):
                self.assertIn(time, cells)
        listed = re.findall(r"(?m)^\| .* \| (?:numpy|torch|jax|fast_histogram|boost_histogram) \| ([0-9.]+) \|$", text)
        self.assertEqual((len(listed), sorted(listed, key=float)), (parts[2], listed))
        self.assertIn(f"| strew | {strew.__version__}, ", text)
        self.assertIn(f"numpy {np.__version__}", text)
        self.assertIn("## 2 threads beside one", text)

    def test_a_report_counts_and_lists_what_is_slower(self) -> None:
        rows = [("half", {"strew": 1.0, "numpy": 2.0}), ("even", {"strew": 1.0, "numpy": 1.0}), ("twice", {"strew": 2.0, "numpy": 1.0})]
        limits = [("more", {"strew": 1.0, "numpy": 1.1}), ("less", {"strew": 1.0, "numpy": 0.9}), ("long", {"strew": 4.0, "numpy": 1.0})]
        text = _bench_report.page({"A table": rows, "Another": limits}, {"half": 1.5}, 2, 1.0)
        said = "Of 6 comparisons on one thread, strew is faster in 2, by 1.1 or more, about as fast in 2, and slower in 2, by less than 0.9."
        self.assertIn(said, text)
        self.assertIn("| long | numpy | 0.25 |\n| twice | numpy | 0.50 |\n", text.split("## A table")[0])
        self.assertRegex(text, r"\| half \| 1\S* s \| 2\S* s \| 2.00 \|")
        self.assertIn("## 2 threads beside one\n\n| work | times as fast |\n| --- | --- |\n| half | 1.50 |", text)
        self.assertNotIn("threads beside one", _bench_report.page({"A table": rows}, {}, 1, 1.0))

    def test_a_report_that_cannot_be_written_is_said_before_anything_is_measured(self) -> None:
        with contextlib.redirect_stderr(io.StringIO()) as stderr, mock.patch.object(_bench, "_measure", side_effect=AssertionError):
            self.assertEqual(call("bench", "--report", "/nowhere/report.md")[0], 1)
        self.assertRegex(stderr.getvalue(), r"\Astrew: cannot write /nowhere/report\.md: .*\n\Z")

    def test_the_rows_beside_numpy_do_the_same(self) -> None:
        for ours, theirs in zip(_bench_numpy.rows(), _bench_numpy.rows()):  # each has arrays of its own
            with self.subTest(ours.name):
                found, expected = ours.ours(), theirs.theirs()
                if ours.written is not None:
                    found, expected = ours.written, theirs.written
                np.testing.assert_array_equal(found, expected)

    def test_losses_are_red_on_a_terminal(self) -> None:
        line = partial(_bench_numpy.line_of, "a row", "2 us", "1 us")
        for is_terminal, no_color, ratio, is_red in ((True, "", 1.06, True), (True, "", 1.04, False), (True, "1", 2.0, False), (False, "", 2.0, False)):
            with mock.patch("sys.stdout.isatty", lambda: is_terminal), mock.patch.dict("os.environ", NO_COLOR=no_color):
                self.assertEqual(line(ratio).startswith("\033[31m"), is_red)
                self.assertIn(f"{ratio:.2f}", line(ratio))

    def test_a_picture_needs_matplotlib(self) -> None:
        with mock.patch.dict("sys.modules", {"matplotlib": None, "matplotlib.figure": None}):
            with contextlib.redirect_stderr(io.StringIO()) as stderr:
                self.assertEqual(call("bench", "--seconds", "0.001", "--picture", "a.svg")[0], 1)
        self.assertEqual(stderr.getvalue(), "strew: a picture needs matplotlib: pip install matplotlib\n")
