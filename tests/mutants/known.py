"""The survivors that are known: survivors.txt.

A line without indentation is a reason; the indented lines below it are mutants that live for it, as

    file: operators: line of the source

so that a change elsewhere in the file does not lose them. Operators are separated by commas; * is all of them. A reason that begins with
"Equivalent:" says why no answer differs, only speed or the memory that is asked for; no test could notice, and such mutants do not count.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional, Tuple

from tests.mutants.mutant import Mutant

FILE = Path(__file__).resolve().parent / "survivors.txt"


@dataclass(frozen=True)
class Entry:
    path: str
    operators: Tuple[str, ...]
    source_line: str
    reason: str

    @property
    def is_equivalent(self) -> bool:
        return self.reason.startswith("Equivalent:")

    def covers(self, mutant: Mutant) -> bool:
        is_there = (mutant.path, mutant.source_line) == (self.path, self.source_line)
        return is_there and (self.operators == ("*",) or mutant.change.operator in self.operators)


def parse(text: str) -> List[Entry]:
    entries, reason = [], ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line[0].isspace():
            reason = line.strip()
            continue
        parts = line.strip().split(": ", 2)
        if len(parts) != 3 or not reason:
            raise ValueError(f"line {number} is neither a reason nor `file: operators: line of the source` below one: {line.strip()}")
        path, operators, source_line = parts
        entries.append(Entry(path, tuple(operator.strip() for operator in operators.split(",")), source_line, reason))
    return entries


def load() -> List[Entry]:
    return parse(FILE.read_text()) if FILE.exists() else []


def entry_for(entries: List[Entry], mutant: Mutant) -> Optional[Entry]:
    return next((entry for entry in entries if entry.covers(mutant)), None)
