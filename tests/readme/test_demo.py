"""What script/demo does before its first result, which is to come within 60 s of CPU after a clean clone. Nothing is timed, and little compiled.

On a busy machine with AVX-512, 84 files, of which the rendered ones have 590 kB, took 34 s of CPU; CMake took 8 s before, and the first workload
takes 1 s. So 51 s remain for what is compiled, half as much again. The limits below are a fifth above what was compiled then: a step that
compiles more types, other programs or many more kernels exceeds them, and whoever takes it measures the demo anew.
"""

import os
import re
import subprocess
import unittest

from tests.processes import ROOT, temporary_folder

MAX_FILES, MAX_RENDERED_BYTES = 110, 930_000

# In the place of what the demo runs: each notes what it was asked for. CMake configures, but only says what it would compile.
SETUP = '#!/bin/sh\necho "setup $*" >>"$STEPS"\n'
PYTHON = '#!/bin/sh\necho "python $*" >>"$STEPS"\n'
CMAKE = """#!/bin/sh
echo "cmake $*" >>"$STEPS"
PATH=${PATH#*:}
[ "$1" = --build ] || exec cmake "$@"
cmake "$@" -- -n -k >"$STEPS.build" 2>&1 # which fails where it would read what is not built
printf '#!/bin/sh\\necho first >>"$STEPS"\\n' >"$2/bench/strew-demo"
chmod +x "$2/bench/strew-demo"
"""


class Demo(unittest.TestCase):
    def test_what_comes_before_the_first_result(self) -> None:
        place = temporary_folder(self)
        for entry in ROOT.iterdir():
            if entry.name not in ("build", ".venv", ".git", "script"):
                (place / entry.name).symlink_to(entry)
        for name, text in (("script/setup", SETUP), (".venv/bin/python", PYTHON), ("programs/cmake", CMAKE)):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text)
            (place / name).chmod(0o755)
        for name in ("demo", "common.sh"):
            (place / "script" / name).symlink_to(ROOT / "script" / name)
        log = place / "log"
        environment = {**os.environ, "PATH": f"{place}/programs:{os.environ['PATH']}", "STEPS": str(log), "MAKEFLAGS": ""}
        done = subprocess.run([place / "script/demo"], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        steps = log.read_text().splitlines()
        before = steps[: steps.index("first")]
        self.assertEqual([step.split()[0] for step in before], ["setup", "cmake", "cmake"], "nothing is installed for Python before")
        self.assertEqual((before[0], before[2].split()[-2:]), ("setup build", ["--target", "strew-demo"]))
        compiled = re.findall(r" -c (\S+\.c)\n", (place / "log.build").read_text())
        rendered = [name for name in compiled if "/generated/" in name]
        self.assertTrue(any(name.endswith("/demo.c") for name in compiled) and len(rendered) > 10, compiled)
        self.assertLessEqual(len(compiled), MAX_FILES, "files, which are compiled before the first result")
        self.assertLessEqual(sum(os.path.getsize(name) for name in rendered), MAX_RENDERED_BYTES, "bytes of rendered files that are compiled")
