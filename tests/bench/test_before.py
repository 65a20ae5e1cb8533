"""bench/before.py, with programs in place of the benches of two versions."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Writes its next time: a program is asked once in each pair of runs.
BENCH = """#!{python}
import json, pathlib, sys
state = pathlib.Path(__file__ + ".calls")
calls = int(state.read_text()) if state.exists() else 0
state.write_text(str(calls + 1))
entry = {{"workload": "rows", "mode": "in_place", "strew_1t_ns": {times}[calls], "strew_2t_ns": None, "plain_ns": 100.0}}
pathlib.Path(sys.argv[sys.argv.index("--json") + 1]).write_text(json.dumps([entry]))
"""


class Before(unittest.TestCase):
    def compare(self, before, now):
        with tempfile.TemporaryDirectory() as folder:
            for name, times in (("before", before), ("now", now)):
                program = Path(folder) / name
                program.write_text(BENCH.format(python=sys.executable, times=times))
                program.chmod(0o755)
            command = [sys.executable, ROOT / "bench/before.py", "--before", f"{folder}/before", "--now", f"{folder}/now"]
            return subprocess.run([*command, "-r", str(len(now)), "-w", "rows"], capture_output=True, text=True, check=True).stdout

    def test_a_row_that_is_slower_in_three_pairs_of_four_is_named(self):
        said = self.compare([100] * 5, [120, 130, 110, 90, 125])
        self.assertIn("| rows | 1.20 ± 0.10 |  |  |  |  | 1.00 ± 0.00 |", said)
        self.assertIn("three pairs of four say so): rows (one thread, 1.20).", said)

    def test_a_row_that_is_slower_within_its_noise_is_not(self):
        said = self.compare([100] * 5, [120, 130, 80, 90, 105])
        self.assertIn("| rows | 1.05 ± 0.15 |", said)
        self.assertIn("No row is slower by more than its noise", said)

    def test_each_pair_is_compared_by_itself(self):
        self.assertIn("| rows | 0.50 ± 0.00 |", self.compare([10, 100, 1000], [5, 50, 500]))
