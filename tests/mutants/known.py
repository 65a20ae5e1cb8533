"""The survivors that are known: survivors.txt.

A line without indentation is a reason. Below it stand, indented, a file, lines of it behind a minus sign, and below each behind a plus sign
what mutants that live for that reason make of it:

    runtime/a.c
        - x = y + 1;
        + x = y - 1;
        + x = y + 2;

so that a change elsewhere in the file does not lose them, and no other mutant of the line is excused with them. Where a file has the line
more than once, `runtime/a.c, 2 places` says so, and `1 of 2 places` that the mutant is killed in the others. A reason that begins with
"Equivalent:" says why no answer differs, only speed or the memory that is asked for; no test could notice, and such mutants do not count.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, List, Optional

from tests.mutants.mutant import Mutant

FILE = Path(__file__).resolve().parent / "survivors.txt"
PLACE = re.compile(r"(\S+?)(?:, (?:(\d+) of )?(\d+) places)?$")


@dataclass(frozen=True)
class Entry:
    path: str
    source_line: str
    mutated_line: str
    reason: str
    n_places: int = 1
    n_killed: int = 0  # of the places

    @property
    def is_equivalent(self) -> bool:
        return self.reason.startswith("Equivalent:")

    def covers(self, mutant: Mutant) -> bool:
        is_there = (mutant.path, mutant.source_line) == (self.path, self.source_line)
        return is_there and mutant.mutated_line == self.mutated_line

    def __str__(self) -> str:
        return f"{self.path}\n    - {self.source_line}\n    + {self.mutated_line}"


def parse(text: str) -> List[Entry]:
    entries: List[Entry] = []
    reason = path = source_line = ""
    n_places, n_killed = 1, 0
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if not content or line.startswith("#"):
            continue
        if not line[0].isspace():
            reason, path, source_line = content, "", ""
        elif content.startswith("- ") and path:
            source_line = content[2:]
        elif content.startswith("+ ") and source_line:
            entries.append(Entry(path, source_line, content[2:], reason, n_places, n_killed))
        elif PLACE.match(content) and reason:
            path, alive, places = PLACE.match(content).groups()
            n_places, source_line = int(places or 1), ""
            n_killed = n_places - int(alive or n_places)
        else:
            raise ValueError(f"line {number} is neither a reason, nor a file below one, nor a line behind - or + below that: {content}")
    return entries


def load() -> List[Entry]:
    return parse(FILE.read_text()) if FILE.exists() else []


def entry_for(entries: List[Entry], mutant: Mutant) -> Optional[Entry]:
    return next((entry for entry in entries if entry.covers(mutant)), None)


def misfits(entries: List[Entry], mutants: Iterable[Mutant]) -> List[str]:
    """What is wrong with entries that are not of as many mutants as they say, or that stand there twice. `mutants` are all that there are."""
    lines = {(entry.path, entry.source_line) for entry in entries}
    candidates = [mutant for mutant in mutants if (mutant.path, mutant.source_line) in lines]
    found = []
    for i, entry in enumerate(entries):
        n = sum(entry.covers(mutant) for mutant in candidates)
        if n != entry.n_places:
            found.append(f"survivors.txt says {entry.n_places} of what is {n} times among the mutants: {entry}")
        if any((entry.path, entry.source_line, entry.mutated_line) == (e.path, e.source_line, e.mutated_line) for e in entries[:i]):
            found.append(f"survivors.txt has this twice: {entry}")
    return found
