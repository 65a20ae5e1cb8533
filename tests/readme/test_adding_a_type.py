"""docs/adding-a-type.md, followed to the letter on a copy of the repository: every block, from the first to the last.

    python  of which the first line names a place in a file of gen/: put there; that names another file: saved under that name
    c       saved under the name in its first line
    sh      run from the top of the copy; it must succeed
    text    must be in what the commands before it printed; … stands for anything, and spaces do not count
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import ml_dtypes
import numpy as np

from .small_floats import all_pairs, differences, reduce

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding-a-type.md").read_text()
BLOCKS = re.findall(r"(?ms)^```(\w*)\n(.*?)^```$", PAGE)


def files():
    """What git tracks; without git, everything but what .gitignore names."""
    if shutil.which("git"):
        done = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True)
        if done.returncode == 0 and done.stdout:
            return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]
    ignored = {"build", ".venv", ".git", "__pycache__"}
    return [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file() and not ignored & set(path.relative_to(ROOT).parts)]


def copy_to(folder):
    for name in files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    # The reader's Python is the one that runs this test.
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)


def insert(file, place, text):
    """Puts lines behind the last of the tuple's rows that `place` begins."""
    lines = file.read_text().splitlines(keepends=True)
    start = lines.index(place)
    end = start + 1
    while lines[end].startswith("    "):
        end += 1
    file.write_text("".join(lines[:end]) + text + "".join(lines[end:]))


PLACES = {
    "# gen/axes.py, the last row of DTYPES\n": ("gen/axes.py", "DTYPES = (\n"),
}


# What a reader's shell has, and not what the tests of this checkout were told.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("STREW_LIBRARY", "STREW_ISA", "PYTHONPATH")}

# Run in the copy: many updates of the same elements, bytes in and bytes out.
SUM = """
import sys, ml_dtypes, numpy, strew
updates = numpy.frombuffer(sys.stdin.buffer.read(), ml_dtypes.float8_e3m4).reshape(-1, 64)
indices = numpy.zeros((len(updates), 1), numpy.int32)
sys.stdout.buffer.write(strew.scatter_nd(numpy.zeros((1, 64), updates.dtype), indices, updates, reduction="add").tobytes())
"""


class AddingAType(unittest.TestCase):
    def follow(self, folder):
        said = None
        for language, text in BLOCKS:
            first, _, rest = text.partition("\n")
            named = re.match(r"(?:# |/\* )([\w.]+)(?: \*/)?$", first)
            if first + "\n" in PLACES:
                path, place = PLACES[first + "\n"]
                insert(folder / path, place, rest)
            elif language in ("c", "python") and named:
                (folder / named.group(1)).write_text(text)
            elif language == "sh":
                done = subprocess.run(
                    ["bash", "-euo", "pipefail", "-c", text], cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True
                )
                said = done.stdout
                self.assertEqual(done.returncode, 0, f"{text}\n{said[-4000:]}\n{done.stderr[-4000:]}")
            elif language == "text":
                for line in text.splitlines():
                    pattern = r".*".join(r"\s+".join(re.escape(word) for word in part.split()) for part in line.split("…"))
                    self.assertRegex(said, pattern)
            else:
                self.fail(f"nothing says what to do with this block of {language or 'no language'}:\n{text}")

    def test_its_steps_work_and_the_results_are_right(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            copy_to(folder)
            self.follow(folder)
            dtype = np.dtype(ml_dtypes.float8_e3m4)
            a, b = all_pairs(dtype)
            results = np.fromfile(folder / "results.f8", dtype).reshape(-1, a.size)
            self.assertEqual(len(results), 3)
            for reduction, found in zip(("add", "mul", "max"), results):
                wrong = differences(found, reduce(reduction, a, b))
                self.assertEqual([(a[i], b[i], found[i]) for i in wrong[:5]], [], reduction)

            updates = np.random.default_rng(3).normal(0, 1, (300, 64)).astype(dtype)
            expected = np.zeros(64, dtype)
            for row in updates:
                expected = reduce("add", expected, row)  # rounded every time
            done = subprocess.run(
                [sys.executable, "-c", SUM], cwd=folder, env={**ENVIRONMENT, "PYTHONPATH": "python"}, input=updates.tobytes(), capture_output=True
            )
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            self.assertEqual(list(differences(np.frombuffer(done.stdout, dtype), expected)), [])

    def test_it_leaves_out_no_step(self):
        commands = "".join(text for language, text in BLOCKS if language == "sh")
        for step in ("-m gen\n", "-m gen --check\n", "-m gen --list\n", "cmake -S", "cmake --build", "./all_pairs", "compare.py", "kernels.py", "ctest"):
            self.assertIn(step, commands)
        self.assertEqual({language for language, _ in BLOCKS}, {"python", "c", "sh", "text"})


if __name__ == "__main__":
    unittest.main()
