"""`python -m gen` where its stdout cannot be written to."""

import os
import subprocess
import sys
import unittest
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class Stdout(unittest.TestCase):
    """With Python's buffer before it and without."""

    def into(self, stdout, code, said):
        for unbuffered in ("", "1"):
            done = subprocess.run(
                [sys.executable, "-m", "gen", "--list"],
                cwd=ROOT,
                env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": unbuffered},
                stdout=stdout,
                stderr=subprocess.PIPE,
                text=True,
                preexec_fn=partial(os.close, 1) if stdout is None else None,
            )
            self.assertEqual((done.returncode, done.stderr), (code, said))

    def test_a_reader_who_has_gone_is_told_nothing(self):
        reader, writer = os.pipe()
        self.addCleanup(os.close, writer)
        os.close(reader)
        self.into(writer, 1, "")

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full here")
    def test_a_full_one_is_named(self):
        with open("/dev/full", "wb") as full:
            self.into(full.fileno(), 1, "gen: cannot write to stdout: No space left on device\n")

    def test_a_closed_one_is_left_alone(self):
        self.into(None, 0, "")
