"""What fuzzing the generator has found or come by, once more: tests/fuzz/corpus/generator.txt and generator.hex."""

import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CASES = ("tests/fuzz/corpus/generator.txt", "tests/fuzz/corpus/generator.hex")


class Fuzzed(unittest.TestCase):
    maxDiff = None

    def test_changed_rows_are_rendered_or_rejected_in_a_sentence(self):
        """In a process of its own: every case imports the generator anew."""
        command = [sys.executable, "-m", "tests.fuzz.generator", "--replay", *CASES]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        outcomes = [line.split()[-1] for line in done.stdout.splitlines()]
        self.assertEqual(len(outcomes), sum(len((ROOT / path).read_text().split()) for path in CASES))
        self.assertEqual(set(outcomes), {"rejected", "planned", "rendered"})
