"""A hundred sessions, opened and closed under valgrind: none of the adapter's memory is lost, and it reads and writes no other."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SESSIONS = int(os.environ.get("STREW_TEST_SESSIONS", "100"))
VALGRIND = ("valgrind", "--leak-check=full", "--show-leak-kinds=definite,indirect", "--keep-debuginfo=yes", "--num-callers=20")

# A frame of the adapter or of the strew in it, with or without debug information.
OURS = re.compile(r"strew_|libstrew|\((?:node|provider|threads|custom_ops)\.c:\d")


def open_and_close(n):
    import numpy as np

    from tests.adapters.onnxruntime import support

    inputs = {"data": np.zeros((40, 3), np.float32), "indices": np.array([[1], [1]]), "updates": np.ones((2, 3), np.float32)}
    models = [support.model("ScatterND", inputs, constants, reduction="add") for constants in ((), ("indices",))]
    for i in range(n):
        constants = ("indices",) if i % 2 else ()
        session = support.strew(models[i % 2])
        for _ in range(2):
            support.run(session, support.feeds(inputs, constants))
        if not constants:
            try:
                session.run(None, {**inputs, "indices": inputs["indices"] + 90})
            except Exception as error:  # the classes of its exceptions are not public
                assert "outside" in str(error), error
            else:
                raise AssertionError("an index that is out of bounds was accepted")
    print(f"{n} sessions")


class Leaks(unittest.TestCase):
    def test_sessions_leave_nothing_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            command = (*VALGRIND, f"--log-file={log}", sys.executable, "-m", "tests.adapters.onnxruntime.test_leaks", str(SESSIONS))
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (0, f"{SESSIONS} sessions\n"), done.stderr)
            text = log.read_text()
        self.assertIn("ERROR SUMMARY", text)
        blocks = re.sub(r"(?m)^==\d+==[ ]?", "", text).split("\n\n")
        self.assertEqual([block for block in blocks if OURS.search(block)], [])


if __name__ == "__main__":
    open_and_close(int(sys.argv[1]))
