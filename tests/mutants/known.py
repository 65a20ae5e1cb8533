"""The survivors that are known: survivors.txt.

A line without indentation is a reason. Below it stand, indented, a file and a function of it (or - outside of all functions), and below that the
operators whose mutants live for that reason, each with the line that it changes:

    runtime/a.c first
        plus-to-minus, plus-one 2 | x = y + 1 + 1;
        plus-to-minus |2| x = y + 1 + 1;

where "plus-one 2" is the second number of the line, and |2| the second such line in the function. So no change elsewhere loses an entry, and no
other mutant of the line is excused by it. An entry whose place is gone holds for the same line in the same file, or in a function of the same
name: code may move, and functions may be renamed. `python -m tests.mutants --prune` writes where such lines are now, and drops what fits none. A
reason that begins with "Equivalent:" says why no answer differs, only speed or the memory that is asked for; no test could notice, and such
mutants do not count.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterable, List, Optional

from tests.mutants.mutant import Mutant

FILE = Path(__file__).resolve().parent / "survivors.txt"
HEAD = """\
# Mutants that no test notices, and why. A reason; below it, indented, a file and a function; below that operators, and the line that they
# change. Where a reason begins with "Equivalent:", no answer differs, and no test could notice. known.py has the rest.
"""
PLACE = re.compile(r"    (\S+) (\S+)$")
LINE = re.compile(r" {8}(\w+(?:-\w+)*(?: \d+)?(?:, \w+(?:-\w+)*(?: \d+)?)*) \|(?:(\d+)\|)? (.*)$")


@dataclass(frozen=True)
class Entry:
    path: str
    function: str
    source_line: str
    occurrence: int
    operator: str  # with its number in the line, from 2 on
    reason: str = field(compare=False)

    @property
    def is_equivalent(self) -> bool:
        return self.reason.startswith("Equivalent:")

    def __str__(self) -> str:
        return f"{self.path} {self.function}: {self.operator} | {self.source_line}"


def entry_of(mutant: Mutant, reason: str) -> Entry:
    return Entry(mutant.path, mutant.function, mutant.source_line, mutant.occurrence, mutant.operator, reason)


def parse(text: str) -> List[Entry]:
    entries: List[Entry] = []
    reason, place = "", ("", "")
    for number, raw in enumerate(text.splitlines(), 1):
        if not raw.strip() or raw.startswith("#"):
            continue
        line = LINE.match(raw)
        if not raw[0].isspace():
            reason, place = raw, ("", "")
        elif line and place[0]:
            operators, occurrence, source_line = line.groups()
            entries += [Entry(*place, source_line, int(occurrence or 1), operator, reason) for operator in operators.split(", ")]
        elif PLACE.match(raw) and reason:
            place = PLACE.match(raw).groups()
        else:
            raise ValueError(f"line {number} is neither a reason, nor a place below one, nor operators and a line below that: {raw}")
    return entries


def spell(entries: Iterable[Entry]) -> str:
    """What parse reads: entries of one reason, place and line together, in the order in which these come first."""
    tree: Dict[str, Dict[str, Dict[str, Dict[str, None]]]] = {}
    for entry in entries:
        lines = tree.setdefault(entry.reason, {}).setdefault(f"{entry.path} {entry.function}", {})
        occurrence = f"|{entry.occurrence}|" if entry.occurrence > 1 else "|"
        lines.setdefault(f"{occurrence} {entry.source_line}", {})[entry.operator] = None
    text = HEAD
    for reason, places in tree.items():
        text += f"\n{reason}\n"
        for place, lines in places.items():
            text += f"    {place}\n"
            text += "".join(f"        {', '.join(operators)} {line}\n" for line, operators in lines.items())
    return text


def load() -> List[Entry]:
    return parse(FILE.read_text())


class Known:
    """Which of all mutants have an entry."""

    def __init__(self, entries: List[Entry], mutants: List[Mutant]):
        at = {entry_of(mutant, ""): mutant for mutant in mutants}
        alike: Dict[tuple, List[Mutant]] = defaultdict(list)
        for mutant in mutants:
            alike[mutant.source_line, mutant.operator].append(mutant)
        self.entries: Dict[Mutant, Entry] = {at[entry]: entry for entry in entries if entry in at}
        self.moved: Dict[Entry, Entry] = {}
        self.stale: List[Entry] = []
        for entry in (entry for entry in entries if entry not in at):
            mutant = next((each for each in alike[entry.source_line, entry.operator] if self.may_be(entry, each)), None)
            if mutant:
                self.moved[entry] = self.entries[mutant] = entry_of(mutant, entry.reason)
            else:
                self.stale.append(entry)

    def may_be(self, entry: Entry, mutant: Mutant) -> bool:
        """Whether it is where the entry's line may have gone, and has no entry."""
        is_similar = mutant.path == entry.path or mutant.function == entry.function != "-"
        return is_similar and mutant not in self.entries

    def reason_of(self, mutant: Mutant) -> Optional[str]:
        return self.entries[mutant].reason if mutant in self.entries else None


def prune(mutants: List[Mutant]) -> None:
    """Writes survivors.txt without what fits no mutant, and prints that."""
    entries = load()
    known = Known(entries, mutants)
    for entry, now in known.moved.items():
        print(f"moved    {entry}\n      to {now.path} {now.function}")
    for entry in known.stale:
        print(f"dropped  {entry}\n         {entry.reason}")
    FILE.write_text(spell(known.moved.get(entry, entry) for entry in entries if entry not in known.stale))
    print(f"{len(entries)} entries: {len(known.moved)} moved, {len(known.stale)} dropped")
