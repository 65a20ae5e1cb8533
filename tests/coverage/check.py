"""Prints what a test run has executed of the hand-written C and of the generated kernels, and fails where that is not all of it.

    check.py --llvm 19 PROFILE PROGRAM...

PROFILE is what llvm-profdata has merged, PROGRAM what wrote it. Asked for are every kernel of every instruction set, every line, both ways
of every branch, and of every decision (&& and ||) each condition deciding alone once (MC/DC). What no test can reach carries its reason in
the source, in a comment at the end of the line or on a line of its own above it:

    /* uncovered: why no test comes here */

A reason on a line that lacks nothing is told of: it is out of date, or another machine's.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ISAS = {path.parent.name for path in ROOT.glob("generated/*/vocabulary.h")}
BY_HAND = [*ROOT.glob("runtime/*.[ch]"), *ROOT.glob("include/strew/*.h")]
KERNEL = re.compile(r"strew_\w+__(\w+)")
REASON = re.compile(r"/\* uncovered: (.*?) \*/")


@dataclass
class Tally:
    """Of one kind of thing in one file: where it is, and what is missing there."""

    n: int = 0
    missing: list = field(default_factory=list)  # (line, sentence)

    def __str__(self):
        if not self.n:
            return "-"
        return f"{self.n - len(self.missing)} of {self.n}"


@dataclass
class Source:
    lines: Tally = field(default_factory=Tally)
    branches: Tally = field(default_factory=Tally)
    conditions: Tally = field(default_factory=Tally)

    def tallies(self):
        return self.lines, self.branches, self.conditions


def read_lines(lcov, sources):
    source = None
    for line in lcov.splitlines():
        if line.startswith("SF:"):
            source = sources.get(line[3:])
        elif line.startswith("DA:") and source:
            number, count = map(int, line[3:].split(",")[:2])
            source.lines.n += 1
            if not count:
                source.lines.missing.append((number, "the line is never executed"))


def find_switches(path):
    """Where the conditions of switches begin."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        for switch in re.finditer(r"\bswitch \(", line):
            yield number, switch.end() + 1


def read_branches(functions, sources):
    """An inline function or a macro may be compiled in many places: a way is covered if it is in one of them. The way past all cases of a
    switch that names every value does not exist; clang counts it where the condition stands."""
    ways = defaultdict(lambda: [0, 0])
    switches = {(name, *place) for name in sources for place in find_switches(Path(name))}
    for function in functions:
        for line, column, _, _, n_true, n_false, file_number, *_ in function["branches"]:
            at = ways[function["filenames"][file_number], line, column]
            at[0] += n_true
            at[1] += n_false
    for (name, line, column), counts in sorted(ways.items()):
        if name not in sources or (name, line, column) in switches:
            continue
        branches = sources[name].branches
        branches.n += 2
        for way, count in zip(("true", "false"), counts):
            if not count:
                branches.missing.append((line, f"the condition in column {column} is never {way}"))


def read_conditions(files, sources):
    for file in files:
        if file["filename"] not in sources:
            continue
        decisions = {}
        for line, column, line_end, column_end, *_, alone in file["mcdc_records"]:
            at = (line, column, line_end, column_end)
            decisions[at] = [a or b for a, b in zip(decisions.get(at, [False] * len(alone)), alone)]
        conditions = sources[file["filename"]].conditions
        for (line, column, _, _), alone in sorted(decisions.items()):
            conditions.n += len(alone)
            for number, is_covered in enumerate(alone, 1):
                if not is_covered:
                    sentence = f"condition {number} of {len(alone)} of the decision in column {column} never decides alone"
                    conditions.missing.append((line, sentence))


def read_reasons(path):
    """The reasons of a file by the line that they are for."""
    reasons = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
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


def check_sources(arguments):
    def export(*options):
        command = [f"llvm-cov-{arguments.llvm}", "export", "-instr-profile", arguments.profile, *options, arguments.programs[0]]
        for program in arguments.programs[1:]:
            command += ["-object", program]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    sources = {str(path): Source() for path in sorted(BY_HAND)}
    read_lines(export("-format=lcov"), sources)
    (data,) = json.loads(export("-format=text"))["data"]
    read_branches(data["functions"], sources)
    read_conditions(data["files"], sources)

    excepted, failures = [], []
    for name, source in sources.items():
        path = Path(name)
        reasons, used = read_reasons(path), set()
        for tally in source.tallies():
            for line, sentence in tally.missing:
                if line in reasons:
                    used.add(line)
                else:
                    failures.append(f"{path.relative_to(ROOT)}:{line}: {sentence}")
        for line, reason in reasons.items():
            if line in used:
                excepted.append(f"{path.relative_to(ROOT)}:{line}: {reason}")
            else:
                excepted.append(f"{path.relative_to(ROOT)}:{line}: lacks nothing here, but has a reason why it may: {reason}")

    rows = [("file", "lines", "branches", "MC/DC")]
    rows += [(Path(name).relative_to(ROOT).as_posix(), *map(str, source.tallies())) for name, source in sources.items()]
    totals = [Tally(sum(t.n for t in kind), [m for t in kind for m in t.missing]) for kind in zip(*(s.tallies() for s in sources.values()))]
    print_table(rows + [("all", *map(str, totals))])
    if excepted:
        print("\nWith a reason:", *excepted, sep="\n  ")
    for name, source in sources.items():
        if not source.lines.n and re.search(r"(?m)^\{", Path(name).read_text()):
            failures.append(f"{Path(name).relative_to(ROOT)}: the profile knows none of its functions")
    return failures


def check_kernels(arguments):
    command = [f"llvm-profdata-{arguments.llvm}", "show", "--all-functions", arguments.profile]
    kernels = read_kernels(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)

    rows, failures = [("kernels", "executed")], []
    for isa in sorted(set(kernels) | ISAS):
        rows.append((isa, f"{sum(kernels[isa].values())} of {len(kernels[isa])}"))
        failures += [f"{name} is never executed" for name, has_run in kernels[isa].items() if not has_run]
        failures += [] if kernels[isa] else [f"the profile knows no kernel of {isa}"]
    print()
    print_table(rows)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("profile", metavar="PROFILE")
    parser.add_argument("programs", metavar="PROGRAM", nargs="+")
    parser.add_argument("--llvm", required=True, help="the version of llvm-cov and llvm-profdata")
    arguments = parser.parse_args()

    failures = check_sources(arguments) + check_kernels(arguments)
    if failures:
        print("\nMissing:", *failures, sep="\n  ")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
