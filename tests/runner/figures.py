"""docs/figures.md: what the last run of each leg said, and on which machine."""

import platform
import re
import shutil
import subprocess
from pathlib import Path

from tests.runner.run import ROOT
from tests.runner.schedule import FULL_LEGS, results

FILE = ROOT / "docs" / "figures.md"
HEAD = """\
# Figures

`script/test --figures` writes this page from the last run of each leg. [trust.md](trust.md) says what the legs show. Two legs run at a time, and
share the cores; "CPU" is what a leg's own processes took.

"""


def cpu() -> str:
    path = Path("/proc/cpuinfo")
    found = re.search(r"(?m)^model name\s*: (.*)$", path.read_text()) if path.exists() else None
    return found.group(1) if found else platform.machine()


def version(tool: str) -> str:
    said = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout if shutil.which(tool) else "none"
    found = re.search(r"\d+(?:\.\d+)+", said)
    return f"{tool} {found.group() if found else 'none'}"


def write() -> None:
    text = HEAD + f"Machine: {cpu()}; {', '.join(map(version, ('gcc', 'clang', 'cmake', 'qemu-x86_64', 'valgrind')))}.\n\n"
    text += "| leg | commit | passed | skipped | seconds | CPU | kernels of |\n|---|---|---|---|---|---|---|\n"
    found, notes = results(), []
    for leg in FULL_LEGS:
        for name in (leg.name, f"{leg.name} in full"):
            if name in found:
                has = found[name]
                numbers = f"{has['passed']:,} | {has['skipped']} | {has['seconds']} | {has['cpu']}"
                text += f"| `{leg.name}`{name[len(leg.name):]} | {has['commit']} | {numbers} | {', then '.join(has['isas'])} |\n"
                notes += [f"- `{leg.name}`: {re.sub(r' +', ' ', note)}\n" for note in has["notes"]]
    if notes:
        text += "\n## What the legs print\n\n" + "".join(notes)
    FILE.write_text(text)
    print(f"{FILE.relative_to(ROOT)} is written")
