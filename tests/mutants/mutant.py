"""Mutants: which files have them, where each is, and what it looks like."""

import difflib
import re
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


def line_of(text: str) -> str:
    return text.split("\n", 1)[0].strip().rstrip("\\").rstrip()


def mutants_in(path: str, source: str) -> List[Mutant]:
    found = []
    for change in changes_in(path, source):
        number = source.count("\n", 0, change.start)
        begin = source.rfind("\n", 0, change.start) + 1
        lines = [line_of(source[begin:]), line_of(source[begin : change.start] + change.text + source[change.end :])]
        place = (path, number + 1, change.start - begin + 1)
        found.append(Mutant(*place, change, *lines))
    return found


def all_mutants(paths: Iterable[str]) -> List[Mutant]:
    return [mutant for path in paths for mutant in mutants_in(path, source_of(path))]
