"""The example of an adapter, in a process of its own: what its last line says. Of the adapters one is on the path."""

import re
import subprocess
import sys
import unittest
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAST_LINES = {
    "onnxruntime": r"strew: \d+\.\d ms, 1 different result in 10 runs",
    "torch": r"epoch 60  loss 0\.\d+  accuracy (?:0\.9\d|1\.00)",
    "jax": r"epoch 120  loss 0\.\d+  accuracy (?:0\.9\d|1\.00)",
    "openvino": r"strew: \[1099511627779 +10\]",
}


class Example(unittest.TestCase):
    def test_it_runs_and_ends_as_it_should(self):
        (name,) = [name for name in LAST_LINES if find_spec(f"strew_{name}")]
        done = subprocess.run([sys.executable, ROOT / "adapters" / name / "example.py"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        last = done.stdout.splitlines()[-1]
        self.assertTrue(re.fullmatch(LAST_LINES[name], last), last)


if __name__ == "__main__":
    unittest.main()
