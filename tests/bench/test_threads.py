"""The bench on several threads. No time is compared with a limit, because times are not repeatable."""

import json
import os
import subprocess
import unittest
from pathlib import Path

from tests.processes import ROOT, temporary_folder

# The native leg says where it has built the bench; script/bench builds it too.
BENCH = Path(os.environ.get("STREW_BENCH_PROGRAM", ROOT / "build/bench/bench/strew-bench"))


class Arguments(unittest.TestCase):
    def test_help_and_what_makes_no_sense(self):
        for program in (BENCH, BENCH.parent / "strew-demo"):
            for words, code in ((["--help"], 0), (["-h"], 0), (["--nonsense"], 2), (["nonsense"], 2)):
                done = subprocess.run([program, *words], capture_output=True, text=True)
                said, nothing = (done.stderr, done.stdout) if code else (done.stdout, done.stderr)
                self.assertEqual((done.returncode, nothing), (code, ""), (program, words))
                self.assertTrue(said.endswith("\n") and (code == 0 or said.count("\n") == 1), said)

    def test_the_script_has_the_help_of_the_program(self):
        said = [subprocess.run([program, "--help"], capture_output=True, text=True).stdout for program in (BENCH, ROOT / "script/bench")]
        self.assertEqual(said[0], said[1])


class Bench(unittest.TestCase):
    def bench(self, *words, code=0):
        run = subprocess.run([BENCH, *words], capture_output=True, text=True, env={**os.environ, "STREW_BENCH_COMMIT": 'a "commit"'})
        self.assertEqual(run.returncode, code, run.stderr)
        return run.stdout if code == 0 else run.stderr

    def measure(self, *words):
        file = temporary_folder(self) / "figures.json"
        said = self.bench("-r", "1", "--json", file, *words)
        return said, json.loads(file.read_text())


class Calls(Bench):
    def test_short_calls(self):
        _, rows = self.measure("-w", "calls")
        row = {row["workload"]: row for row in rows}
        self.assertTrue({"call_planned", "call_full", "rows_1x128", "rows_8x128", "kv_step"} <= row.keys())
        for name in row:
            self.assertGreater(row[name]["memcpy_ns"], 0, name)
        self.assertGreater(row["call_full"]["strew_1t_ns"], 2 * row["call_planned"]["strew_1t_ns"])
        ways = [row[name]["operator"] for name in ("kv_step_update", "kv_step_tokens")]
        self.assertEqual(ways, ["scatter_update", "tensor_scatter"])
        self.assertIn(row["kv_step"]["operator"], [*ways, "scatter_nd"])


class Threads(Bench):
    def is_ratio(self, ratio, above, below):
        self.assertAlmostEqual(ratio, above / below, delta=1e-3 * ratio + 1e-4)

    def is_consistent(self, row, threads):
        alone = [row["strew_1t_ns"], row["strew_workspace_ns"] or row["strew_1t_ns"]]
        self.assertEqual(row["one_thread_ns"], min(alone))
        for times, one in ((row["run"], row["one_thread_ns"]), (row["prepared"], row["strew_prepared_ns"])):
            self.assertEqual([point["threads"] for point in times], threads)
            for point in times:
                self.is_ratio(point["speedup"], one, point["ns"])
                self.is_ratio(point["speedup_over_run"], row["one_thread_ns"], point["ns"])

    def test_the_model(self):
        said, (table,) = self.measure("-w", "hist,kv", "--model-threads", "1,3")
        self.assertEqual((table["pool"], table["mode"], table["threads"]), ("model", "in_place", [1, 3]))
        hist, kv = table["rows"]
        self.assertEqual([hist["workload"], kv["workload"]], ["hist", "kv"])
        for row in (hist, kv):
            self.is_consistent(row, [1, 3])
            self.assertEqual((row["run"][0]["tasks"], row["run"][0]["serial_share"]), (0, 1))
        self.assertGreaterEqual(hist["run"][1]["tasks"], hist["run"][1]["parallel_fors"])
        self.assertGreater(hist["run"][1]["tasks"], 0)
        self.assertLess(hist["run"][1]["serial_share"], 1)
        means = ("geometric mean", "geometric mean from 0.1 ms", "minimum from 0.5 ms")
        for title in ("hist", "kv", *means, "work, serial share", "prepared / run"):
            self.assertIn(f"\n{title}", said)

    def test_means(self):
        _, (table,) = self.measure("-w", "hist,tiny", "--model-threads", "2")
        run, (hist, tiny) = table["means"]["run"], (row["run"][0]["speedup"] for row in table["rows"])
        self.assertAlmostEqual(run["mean"][0], (hist * tiny) ** 0.5, delta=1e-3)
        self.assertEqual((run["mean_from_0.1_ms"], run["min_from_0.5_ms"]), ([hist], [hist]))
        _, (table,) = self.measure("-w", "tiny", "--model-threads", "2")
        self.assertIsNone(table["means"]["run"]["min_from_0.5_ms"])

    def test_real_threads_in_both_modes(self):
        said, tables = self.measure("-w", "emb256", "--mode", "both", "--threads", "1,2")
        pools = [(table["mode"], table["pool"]) for table in tables]
        self.assertIn(("in_place", "openmp"), pools)
        self.assertIn(("out_of_place", "openmp"), pools)
        for table in tables:
            self.is_consistent(table["rows"][0], [1, 2])
            self.assertIn(f"threads of {table['pool']}", said)

    def test_a_report(self):
        file = temporary_folder(self) / "report.json"
        said = self.bench("-r", "1", "-w", "kv", "--threads", "1", "--report", file)
        self.assertIn(f"{file} has this machine's CPU", said)
        report = json.loads(file.read_text())
        self.assertEqual(report["commit"], 'a "commit"')
        self.assertGreater(report["machine"]["reads_gb_per_s"]["1"], 0)
        self.assertEqual([row["workload"] for row in report["one_thread"]], ["kv"])
        self.assertEqual((report["threads"][0]["pool"], report["threads"][0]["threads"]), ("model", [1, 2, 4, 8, 16, 32, 64]))
        self.assertEqual(report["threads"][1]["threads"], [1])

    def test_wrong_numbers_of_threads(self):
        for numbers in ("", "0", "65", "1,", ",1", "1 2", "two", "1," * 16 + "1", "99999999999999999999"):
            for option in ("--threads", "--model-threads"):
                self.assertIn("numbers of threads are up to 16 numbers from 1 to 64", self.bench(option, numbers, code=2))

    def test_a_report_is_the_only_file(self):
        self.assertIn("choose one of them", self.bench("--json", "a", "--report", "b", code=2))
