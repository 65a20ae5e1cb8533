"""A hundred sessions of each kind, opened and closed under valgrind: none of the adapter's memory is lost, and it reads and writes no other."""

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
OURS = re.compile(r"strew_|libstrew|\((?:node|provider|threads|custom_ops|fuse|fused|graph)\.c:\d")


def open_and_close(kind, n):
    import numpy as np

    from tests.adapters.onnxruntime import support
    from tests.adapters.onnxruntime.test_custom_ops import open_session
    from tests.adapters.onnxruntime.test_fused import pair

    # The runtime unloads a library of custom operators with the last session that knows it.
    domain, opset, start = ("strew", 17, open_session) if kind == "custom operators" else ("", 18, support.strew)

    inputs = {"data": np.zeros((40, 3), np.float32), "indices": np.array([[1], [1]]), "updates": np.ones((2, 3), np.float32)}
    models = [support.model("ScatterND", inputs, constants, opset, domain, reduction="add") for constants in ((), ("indices",))]
    for i in range(n):
        constants = ("indices",) if i % 2 else ()
        session = start(models[i % 2])
        for _ in range(2):
            support.run(session, support.feeds(inputs, constants))
        if not constants:
            try:
                session.run(None, {**inputs, "indices": inputs["indices"] + 90})
            except Exception as error:  # the classes of its exceptions are not public
                assert "outside" in str(error), error
            else:
                raise AssertionError("an index that is out of bounds was accepted")
        if kind == "provider":
            fused, good = pair()
            session = start(fused)
            for sources, is_right in ((good["sources"], True), (good["sources"] + 90, False)):
                try:
                    session.run(None, {**good, "sources": sources})
                    assert is_right, "an index that is out of bounds was accepted"
                except Exception as error:
                    assert "update_indices[0]" in str(error) and not is_right, error
    print(f"{n} sessions")


class Leaks(unittest.TestCase):
    def check(self, kind):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            command = (*VALGRIND, f"--log-file={log}", sys.executable, "-m", "tests.adapters.onnxruntime.test_leaks", kind, str(SESSIONS))
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (0, f"{SESSIONS} sessions\n"), done.stderr)
            text = log.read_text()
        self.assertIn("ERROR SUMMARY", text)
        blocks = re.sub(r"(?m)^==\d+==[ ]?", "", text).split("\n\n")
        self.assertEqual([block for block in blocks if OURS.search(block)], [])

    def test_sessions_leave_nothing_behind(self):
        self.check("provider")

    def test_sessions_with_custom_operators_leave_nothing_behind(self):
        self.check("custom operators")


if __name__ == "__main__":
    open_and_close(sys.argv[1], int(sys.argv[2]))
