"""The survivors that are known: survivors.txt.

A line without indentation is a reason; the indented lines below it are mutants that live for it, as

    file: operators: line of the source

so that a change elsewhere in the file does not lose them. Operators are separated by commas; * is all of them.
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


def reason_for(entries: List[Entry], mutant: Mutant) -> Optional[str]:
    return next((entry.reason for entry in entries if entry.covers(mutant)), None)
