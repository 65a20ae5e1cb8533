"""Prints what a test run has executed of the hand-written C and of the generated kernels, and fails where that is not all of it.

Asked for are every kernel of every instruction set, every line, both ways
of every branch, and of every decision (&& and ||) each condition deciding alone once (MC/DC). What no test can reach carries its reason in
the source, in a comment at the end of the line or on a line of its own above it:

    /* uncovered: why no test comes here */

A reason on a line that lacks nothing is reported: it is out of date, or for another machine.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT))

from gen.arguments import Parser  # noqa: E402

ISAS = {path.parent.name for path in ROOT.glob("generated/*/vocabulary.h")}
CXX = {"onetbb.h", "std_thread.h"}  # these are for C++, whose compiler writes no profile
PUBLIC = [path for path in ROOT.glob("include/strew/*.h") if path.name not in CXX]
BY_HAND = sorted(map(str, [*ROOT.glob("extra/*.[ch]"), *ROOT.glob("runtime/**/*.[ch]"), *PUBLIC]))
KERNEL = re.compile(r"strew_\w+__(\w+)")
REASON = re.compile(r"/\* uncovered: (.*?) \*/")


class Item(NamedTuple):
    """A line, one way of a branch, or a condition of a decision."""

    path: str
    line: int
    is_covered: bool
    lack: str


def count(items):
    return f"{sum(item.is_covered for item in items)} of {len(items)}" if items else "-"


def find_directives(path):
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        if line.startswith("#"):
            yield path, number


def read_lines(lcovs):
    """A directive executes nothing: between two cases of a switch, clang counts it as what would follow the return of the first."""
    directives = {place for path in BY_HAND for place in find_directives(path)}
    counts = defaultdict(int)
    for line in (line for lcov in lcovs for line in lcov.splitlines()):
        if line.startswith("SF:"):
            path = line[3:]
        elif line.startswith("DA:"):
            number, n_times = map(int, line[3:].split(",")[:2])
            counts[path, number] += n_times
    for (path, number), n_times in sorted(counts.items()):
        if (path, number) not in directives:
            yield Item(path, number, n_times > 0, "the line is never executed")


def find_switches(path):
    """Where the conditions of switches begin."""
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        for switch in re.finditer(r"\bswitch \(", line):
            yield path, number, switch.end() + 1


def read_branches(functions):
    """An inline function or a macro may be compiled in many places: a branch is covered if it is in one of them. The way past all cases of a
    switch that names every value does not exist; clang counts it where the condition stands."""
    branches = defaultdict(lambda: [0, 0])
    for function in functions:
        for line, column, _, _, n_true, n_false, file_number, *_ in function["branches"]:
            at = branches[function["filenames"][file_number], line, column]
            at[0] += n_true
            at[1] += n_false
    switches = {place for path in BY_HAND for place in find_switches(path)}
    for (path, line, column), counts in sorted(branches.items()):
        if (path, line, column) not in switches:
            for outcome, n_times in zip(("true", "false"), counts):
                yield Item(path, line, n_times > 0, f"the condition in column {column} is never {outcome}")


def read_conditions(files):
    """A decision is known by where it begins and by its conditions: a macro that is empty in a trimmed build has it end elsewhere there."""
    decisions = {}
    for file in files:
        for line, column, *_, alone in file["mcdc_records"]:
            at = (file["filename"], line, column, len(alone))
            decisions[at] = [a or b for a, b in zip(decisions.get(at, [False] * len(alone)), alone)]
    for (path, line, column, _), alone in sorted(decisions.items()):
        for number, is_covered in enumerate(alone, 1):
            lack = f"condition {number} of {len(alone)} of the decision in column {column} never decides alone"
            yield Item(path, line, is_covered, lack)


def read_reasons(path):
    """The reasons of a file by the line that they are for."""
    reasons = {}
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        reason = REASON.search(line)
        if reason:
            is_alone = line.strip() == reason.group(0)
            reasons[number + is_alone] = reason.group(1)
    return reasons


def read_kernels(counts):
    """Of each instruction set, the kernels and whether they ran."""
    kernels = defaultdict(dict)
    name = None
    for line in counts.splitlines():
        line = line.strip()
        if line.startswith("Function count: "):
            kernel = KERNEL.fullmatch(name)
            if kernel:
                kernels[kernel.group(1)][name] = int(line.split()[-1]) > 0
        elif line.endswith(":") and " " not in line:
            name = line[:-1]
    return kernels


def print_table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join([row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]))


def said_by(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def check_sources(arguments):
    def export(programs, *options):
        program, *others = programs
        objects = [argument for other in others for argument in ("-object", other)]
        return said_by(f"llvm-cov-{arguments.llvm}", "export", "-instr-profile", arguments.profile, *options, program, *objects)

    # Of functions with one name in one file, llvm-cov reads the first alone, so each build is read by itself.
    builds = [build for build in (arguments.programs, arguments.trimmed) if build]
    found = [json.loads(export(build, "-format=text"))["data"][0] for build in builds]
    functions, files = ([each for data in found for each in data[part]] for part in ("functions", "files"))
    kinds = (read_lines([export(build, "-format=lcov") for build in builds]), read_branches(functions), read_conditions(files))
    kinds = [[item for item in items if item.path in set(BY_HAND)] for items in kinds]
    rows = [("file", "lines", "branches", "MC/DC")]
    excepted, failures, unknown = [], [], []
    for path in BY_HAND:
        name = Path(path).relative_to(ROOT).as_posix()
        here = [[item for item in items if item.path == path] for items in kinds]
        rows.append((name, *map(count, here)))
        missing = [item for items in here for item in items if not item.is_covered]
        reasons = read_reasons(path)
        failures += [f"{name}:{item.line}: {item.lack}" for item in missing if item.line not in reasons]
        for line, reason in reasons.items():
            is_used = any(item.line == line for item in missing)
            excepted.append(f"{name}:{line}: {'' if is_used else 'lacks nothing here, but has a reason why it may: '}{reason}")
        if not here[0] and re.search(r"(?m)^\{", Path(path).read_text()):
            unknown.append(f"{name}: the profile knows none of its functions")
    print_table(rows + [("all", *map(count, kinds))])
    if excepted:
        print("\nWith a reason:", *excepted, sep="\n  ")
    return failures + unknown


def check_kernels(arguments):
    kernels = read_kernels(said_by(f"llvm-profdata-{arguments.llvm}", "show", "--all-functions", arguments.profile))
    rows, failures = [("kernels", "executed")], []
    for isa in sorted(set(kernels) | ISAS):
        rows.append((isa, f"{sum(kernels[isa].values())} of {len(kernels[isa])}"))
        failures += [f"{name} is never executed" for name, has_run in kernels[isa].items() if not has_run]
        failures += [] if kernels[isa] else [f"the profile knows no kernel of {isa}"]
    print()
    print_table(rows)
    return failures


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("profile", metavar="PROFILE", help="what llvm-profdata has merged")
    parser.add_argument("programs", metavar="PROGRAM", nargs="+", help="what wrote it")
    parser.add_argument("--trimmed", metavar="PROGRAM", nargs="+", help="those of a trimmed build")
    parser.add_argument("--llvm", required=True, help="the version of llvm-cov and llvm-profdata")
    arguments = parser.parse_args()

    failures = check_sources(arguments) + check_kernels(arguments)
    if failures:
        print("\nMissing:", *failures, sep="\n  ")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
