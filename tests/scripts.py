"""What the scripts that go on in Python share: script/test and script/fuzz.

They begin in any Python, without packages, so that wrong arguments are told before anything is installed.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from gen.arguments import Parser as OneSentence

ROOT = Path(__file__).resolve().parents[1]


class Parser(OneSentence):
    """Of the arguments of a script. Its help is the comment at the head of the script, so that Bash prints it where there is no Python."""

    def __init__(self, script: str) -> None:
        super().__init__(prog=script, allow_abbrev=False)
        self.script = ROOT / "script" / script

    def format_help(self) -> str:
        head = re.match(r"#!.*\n((?:#.*\n)*)", self.script.read_text())
        assert head
        return re.sub(r"(?m)^# ?", "", head[1])


def enter_venv(module: str, *groups: str) -> None:
    """Installs these groups of script/setup, and begins the module anew in .venv, with the same arguments; returns if it is there already."""
    if Path(sys.prefix) == ROOT / ".venv":
        return
    if subprocess.run([str(ROOT / "script" / "setup"), *groups]).returncode:
        sys.exit("script/setup failed, so nothing was run")
    python = str(ROOT / ".venv" / "bin" / "python")
    os.execv(python, [python, "-m", module, *sys.argv[1:]])
