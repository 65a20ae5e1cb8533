"""How many threads a session finds where nobody says how many it has, also on a machine that has other work: count.c plays the pool."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
SOURCES = ROOT / "adapters/onnxruntime/src"


class Threads(unittest.TestCase):
    def test_counts_on_a_loaded_machine(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "count"
            includes = (f"-I{path}" for path in (SOURCES, ROOT / "include", ROOT / "generated"))
            compiler = (os.environ.get("CC") or shutil.which("cc") or "gcc", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Werror")
            subprocess.run((*compiler, *includes, "-o", program, HERE / "count.c", SOURCES / "threads.c", "-lpthread"), check=True)
            done = subprocess.run([program], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "counted\n"), done.stderr)
