"""Which commit this is, and so which parts of what takes long it runs."""

import subprocess
from typing import Tuple

from tests.runner.run import ROOT

N_PARTS = 10  # of all legs; each commit runs one in full


def git(*arguments: str) -> str:
    command = ["git", "-c", "safe.directory=*", *arguments]  # CI may run as another user than the one who cloned
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def commit() -> str:
    try:
        return git("rev-parse", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return "0" * 40  # a copy without its history


def number_of_commit() -> Tuple[int, str]:
    """How many commits there are up to this one, and a sentence on it. A clone that was cut off does not know; its commit's hash decides."""
    name = commit()
    number, reason = int(name[:8], 16), "by its hash, as this clone has no history"
    if int(name, 16) and git("rev-parse", "--is-shallow-repository") == "false":
        number, reason = int(git("rev-list", "--first-parent", "--count", "HEAD")), "by its number"
    return number, f"of commit {name[:10]}, {reason}"
