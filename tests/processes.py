"""What tests in Python share: the files of the repository, a folder for one test, a process, and a stdout that cannot be written to."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from functools import partial
from pathlib import Path
from typing import List, Optional

ROOT = Path(__file__).resolve().parents[1]


def files() -> List[Path]:
    """What git tracks; without git, everything but what .gitignore names."""
    if shutil.which("git"):
        done = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True)
        if done.returncode == 0 and done.stdout:
            return [Path(name) for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]
    ignored = {"build", ".venv", ".git", "__pycache__"}
    return [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file() and not ignored & set(path.relative_to(ROOT).parts)]


def temporary_folder(test: unittest.TestCase) -> Path:
    """A folder that is removed when the test ends."""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    return Path(folder.name).resolve()


def run_module(
    *words: object, cwd: Path = ROOT, stdout: Optional[int] = subprocess.PIPE, **environment: str
) -> subprocess.CompletedProcess:
    """`python -m` of these words, in a process of its own. Its stdout is closed for None."""
    return subprocess.run(
        [sys.executable, "-m", *map(str, words)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(os.close, 1) if stdout is None else None,
    )


class Stdout:
    """Tests of a program whose stdout cannot be written to, with Python's buffer before it and without."""

    program: str
    arguments: tuple  # one line of arguments after another

    def prints_to(self, stdout: Optional[int], code: int, said: str) -> None:
        for words in self.arguments:
            for unbuffered in ("", "1"):
                run = run_module(self.program, *words, stdout=stdout, PYTHONUNBUFFERED=unbuffered)
                self.assertEqual((run.returncode, run.stderr), (code, said), (words, unbuffered))

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full here")
    def test_a_full_one_is_named(self) -> None:
        with open("/dev/full", "wb") as full:
            self.prints_to(full.fileno(), 1, f"{self.program}: cannot write to stdout: No space left on device\n")

    def test_a_reader_who_has_gone_is_told_nothing(self) -> None:
        reader, writer = os.pipe()
        self.addCleanup(os.close, writer)
        os.close(reader)
        self.prints_to(writer, 1, "")

    def test_a_closed_one_is_left_alone(self) -> None:
        self.prints_to(None, 0, "")
