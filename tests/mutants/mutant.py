"""Mutants by name: which files have them, and what each looks like."""

import difflib
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Iterable, List

from tests.mutants.operators import Change, changes_in

ROOT = Path(__file__).resolve().parent.parent.parent

# Templates of documentation and of CMake become no C. The constants of strew.h are compiled into the tests as well: changed, they would change
# both sides alike.
PATTERNS = (
    "runtime/*.c", "runtime/*.h", "include/strew/openmp.h", "include/strew/pthreadpool.h",
    "templates/*.c.j2", "templates/*.h.j2", "templates/*.inc.j2", "gen/isa/*.py",
)  # fmt: skip
HAND_WRITTEN, TEMPLATES = "hand-written C", "templates"


def files() -> List[str]:
    return [path.relative_to(ROOT).as_posix() for pattern in PATTERNS for path in sorted(ROOT.glob(pattern))]


def group_of(path: str) -> str:
    return HAND_WRITTEN if path.startswith(("runtime/", "include/")) else TEMPLATES


@lru_cache(maxsize=None)
def source_of(path: str) -> str:
    """Read once, so that nobody has to leave the files alone while mutants are tried."""
    return (ROOT / path).read_text()


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

    def text(self) -> str:
        source = source_of(self.path)
        return source[: self.change.start] + self.change.text + source[self.change.end :]

    @property
    def digest(self) -> str:
        """Of all that the mutant is: where its file changes, it is another one."""
        return hashlib.sha256(f"{self.path}\n{self.text()}".encode()).hexdigest()

    def diff(self) -> str:
        lines = [text.splitlines(True) for text in (source_of(self.path), self.text())]
        return "".join(difflib.unified_diff(*lines, self.path, self.name, n=1))


def mutants_in(path: str, source: str) -> List[Mutant]:
    found = []
    for change in changes_in(path, source):
        number = source.count("\n", 0, change.start) + 1
        begin = source.rfind("\n", 0, change.start) + 1
        before, behind = source[begin : change.start], source[change.end :]
        lines = [text.split("\n", 1)[0].strip().rstrip("\\").rstrip() for text in (source[begin:], before + change.text + behind)]
        found.append(Mutant(path, number, change.start - begin + 1, change, *lines))
    return found


def all_mutants(paths: Iterable[str]) -> List[Mutant]:
    return [mutant for path in paths for mutant in mutants_in(path, source_of(path))]
