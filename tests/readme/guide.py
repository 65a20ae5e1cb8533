"""Follows a page of docs/ word for word, on a copy of the repository: every block, from the first to the last.

    diff    its first line names a file, in which the lines without + must stand once; they become the lines without -
    python  saved under the name in its first line
    c       the same
    sh      run from the top of the copy; it must succeed
    text    must be in what the commands before it printed; … stands for anything, and spaces do not count
"""

import os
import re
import shutil
import subprocess
import sys
import unittest

from tests.processes import ROOT, files, temporary_folder

# What a reader's shell has, and not what the tests of this checkout were told.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("STREW_LIBRARY", "STREW_ISA", "PYTHONPATH")}


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


def change(text, lines):
    """A text with the lines of a diff applied."""
    lines = [line if line.strip() else " \n" for line in lines]
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    if text.count(old) != 1:
        raise ValueError(f"these lines stand {text.count(old)} times, not once:\n{old}")
    return text.replace(old, new)


class Guide(unittest.TestCase):
    page: str  # of docs/

    @classmethod
    def blocks(cls):
        """The page's blocks: (language, text)."""
        return re.findall(r"(?ms)^```(\w*)\n(.*?)^```$", (ROOT / "docs" / cls.page).read_text())

    def commands(self):
        return "".join(text for language, text in self.blocks() if language == "sh")

    def copy(self):
        """A copy of the repository, until the test ends."""
        folder = temporary_folder(self)
        copy_to(folder)
        return folder

    def apply(self, folder, diff):
        first, *lines = diff.splitlines(keepends=True)
        file = folder / first.removeprefix("--- ").rstrip()
        file.write_text(change(file.read_text(), lines))

    def apply_all_to(self, folder, path):
        """Of the page, only the changes to one file."""
        for language, text in self.blocks():
            if language == "diff" and text.startswith(f"--- {path}\n"):
                self.apply(folder, text)

    def follow(self, folder):
        said = None
        for language, text in self.blocks():
            named = re.match(r"(?:# |/\* )([\w./]+)(?: \*/)?\n", text)
            if language == "diff":
                self.apply(folder, text)
            elif language in ("c", "python") and named:
                (folder / named.group(1)).write_text(text)
            elif language == "sh":
                said = self.run_in(folder, "bash", "-euo", "pipefail", "-c", text)
            elif language == "text":
                for line in text.splitlines():
                    pattern = r".*".join(r"\s+".join(re.escape(word) for word in part.split()) for part in line.split("…"))
                    self.assertRegex(said, pattern)
            else:
                self.fail(f"nothing says what to do with this block of {language or 'no language'}:\n{text}")

    def run_in(self, folder, *command, code=0):
        """What a command prints, which must end with this code."""
        done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, f"{' '.join(command)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
        return done.stdout if code == 0 else done.stderr
