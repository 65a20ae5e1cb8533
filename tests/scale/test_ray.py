"""docs/howto/ray.md, run with Ray Data: it prints what its comments say, at last that its bits are those of one machine."""

import os
import re
import subprocess
import sys
import unittest

from tests.processes import ROOT

PAGE = (ROOT / "docs" / "howto" / "ray.md").read_text()


class Page(unittest.TestCase):
    def test_its_blocks_in_one_program(self):
        program = "".join(re.findall(r"(?ms)^```python\n(.*?)^```$", PAGE))
        expected = re.findall(r"(?m)^print\(.*\)  # (.*)$", program)
        self.assertEqual(len(expected), 2)
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "RAY_USAGE_STATS_ENABLED": "0"}
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        self.assertEqual((done.stdout.splitlines(), done.returncode), (expected, 0), done.stderr)
