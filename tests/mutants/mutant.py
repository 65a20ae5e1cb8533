"""Mutants: which files have them, where each is, and what it looks like."""

import difflib
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Iterable, List

from tests.mutants.operators import Change, changes_in

ROOT = Path(__file__).resolve().parent.parent.parent

# Templates of documentation and of CMake become no C. The constants of strew.h are compiled into the tests as well: changed, they would change
# both sides alike. The numbers of runtime/tuning.h decide speed alone.
PATTERNS = (
    "extra/*.c", "runtime/**/*.c", "runtime/**/*.h", "include/strew/openmp.h", "include/strew/pthreadpool.h",
    "templates/*.c.j2", "templates/*.h.j2", "templates/*.inc.j2", "gen/isa/*.j2", "gen/isa/*.h", "gen/isa/*.py",
)  # fmt: skip
HAND_WRITTEN, TEMPLATES = "hand-written C", "templates"


def files() -> List[str]:
    paths = [path.relative_to(ROOT).as_posix() for pattern in PATTERNS for path in sorted(ROOT.glob(pattern))]
    return [path for path in paths if path != "runtime/tuning.h"]


def group_of(path: str) -> str:
    return HAND_WRITTEN if path.startswith(("extra/", "runtime/", "include/")) else TEMPLATES


@lru_cache(maxsize=None)
def source_of(path: str) -> str:
    """Read once, so that nobody has to leave the files alone while mutants are tried."""
    return (ROOT / path).read_text()


EXCUSE = re.compile(r"/\* equivalent: (.+?) \*/")


@dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    column: int
    change: Change
    function: str  # or - outside of all
    occurrence: int  # of the line among those of the function that read the same; from 1
    operator: str  # with a number where the line has several such mutants
    source_line: str  # without what only continues a macro
    mutated_line: str

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line}:{self.column}:{self.change.operator}"

    @property
    def excuse(self) -> str:
        """Why no test could notice it, as a comment says at its line, or at the end of the line before; otherwise nothing."""
        lines = source_of(self.path).splitlines()[max(self.line - 2, 0) : self.line]
        found = [match[1] for line in lines for match in [EXCUSE.search(line)] if match]
        return found[-1] if found else ""

    def text(self) -> str:
        source = source_of(self.path)
        return source[: self.change.start] + self.change.text + source[self.change.end :]

    def diff(self) -> str:
        lines = [text.splitlines(True) for text in (source_of(self.path), self.text())]
        return "".join(difflib.unified_diff(*lines, self.path, self.name, n=1))


# From the first column to the brace that closes in it. A template has holes in the head.
FUNCTION = re.compile(
    r"^(?![\s{}/#]) (?:[^;{}()\n]|\$\{[^}\n]*\})*? ((?:\w|\$\{[^}\n]*\})+) \( (?:[^;{}]|\$\{[^}\n]*\})*? \n\{\n .*? ^\}$", re.M | re.S | re.X
)
PYTHON_FUNCTION = re.compile(r"^def (\w+)\(.*?(?=^\S|\Z)", re.M | re.S)


def functions_in(path: str, source: str) -> List[str]:
    """The function of each line, or -."""
    names = ["-"] * (source.count("\n") + 1)
    for match in (PYTHON_FUNCTION if path.endswith(".py") else FUNCTION).finditer(source):
        first, last = (source.count("\n", 0, at) for at in match.span())
        names[first : last + 1] = [match.group(1).replace(" ", "")] * (last + 1 - first)
    return names


def line_of(text: str) -> str:
    return text.split("\n", 1)[0].strip().rstrip("\\").rstrip()


def mutants_in(path: str, source: str) -> List[Mutant]:
    functions, seen, occurrences = functions_in(path, source), Counter(), []
    for function, line in zip(functions, source.split("\n")):
        seen[function, line_of(line)] += 1
        occurrences.append(seen[function, line_of(line)])
    found = []
    n_alike: Counter = Counter()
    for change in changes_in(path, source):
        number = source.count("\n", 0, change.start)
        begin = source.rfind("\n", 0, change.start) + 1
        n_alike[number, change.operator] += 1
        nth = n_alike[number, change.operator]
        operator = change.operator if nth == 1 else f"{change.operator} {nth}"
        lines = [line_of(source[begin:]), line_of(source[begin : change.start] + change.text + source[change.end :])]
        place = (path, number + 1, change.start - begin + 1)
        found.append(Mutant(*place, change, functions[number], occurrences[number], operator, *lines))
    return found


def all_mutants(paths: Iterable[str]) -> List[Mutant]:
    return [mutant for path in paths for mutant in mutants_in(path, source_of(path))]
