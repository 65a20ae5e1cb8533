"""Measures peers and draws the figures. Only script/bench calls it, so the arguments may change."""

from __future__ import annotations

import argparse
import json
import os
import sys
import warnings
from pathlib import Path

from gen.arguments import Parser

from .libraries import NAMES
from .work import Library, Rejected


def _names(text: str) -> tuple[list[str], bool]:
    """The peers, and whether they were named."""
    names = list(NAMES) if text == "all" else text.split(",")
    for name in names:
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f"there is no peer {name!r}, only {', '.join(NAMES)}")
    return names, text != "all"


def _parse() -> argparse.Namespace:
    parser = Parser(prog="bench", description=__doc__)
    parser.add_argument("--json", type=Path, required=True, help="what the C bench has written; peers are added")
    parser.add_argument("--session", help="libstrew-bench-session")
    parser.add_argument("--log", type=Path, help="for the messages of the libraries")
    parser.add_argument("--peers", type=_names, help="a comma-separated list, or all")
    parser.add_argument("--plot", type=Path, help="an SVG file")
    parser.add_argument("--picture", type=Path, help="a folder for the README's figure, light and dark")
    return parser.parse_args()


if __name__ == "__main__":
    ARGUMENTS = _parse()  # before the imports that need NumPy

from . import install, measure, session, table  # noqa: E402


def _divert_chatter(log: Path) -> None:
    """Libraries write to the file descriptor of stderr, past Python: redirects it to a file, and keeps sys.stderr for us.
    Their warnings in Python are ignored."""
    warnings.simplefilter("ignore")
    sys.stderr.flush()
    sys.stderr = open(os.dup(2), "w", encoding="utf-8", errors="replace")
    with open(log, "wb") as file:
        os.dup2(file.fileno(), 2)


def _write(path: Path, entries: list[dict]) -> None:
    """One object per line, as the C bench writes them."""
    path.write_text("[\n  " + ",\n  ".join(json.dumps(entry) for entry in entries) + "\n]\n")


def _measure_peers(entries: list[dict], path: Path, names: list[str], are_named: bool, library_path: str) -> bool:
    """False if a workload could not be measured."""
    libraries: dict[str, tuple[Library, str] | Rejected] = {}
    for name in names:
        try:
            libraries[name] = install.get(name, are_named)
        except Rejected as reason:
            libraries[name] = reason
    library, right, shown = session.load(library_path), True, ""
    for number, entry in enumerate(entries, 1):
        if entry["mode"] != shown:
            shown = entry["mode"]
            table.head(shown, entry, libraries)
        try:
            progress = table.Progress(entry, number, len(entries))
            entry.update(measure.measure(library, entry, libraries, progress.show))
            progress.end()
            table.row(entry)
        except session.SessionError as reason:
            table.wrong(entry, str(reason))
            right = False
        _write(path, entries)  # keeps what was measured, even if something fails later
    table.summary(entries)
    return right


def main(arguments: argparse.Namespace) -> int:
    entries = json.loads(arguments.json.read_text())
    right = True
    if arguments.log:
        _divert_chatter(arguments.log)
    if arguments.peers:
        right = _measure_peers(entries, arguments.json, *arguments.peers, arguments.session)
    if arguments.plot:
        from . import plot

        plot.draw(entries, arguments.plot)
    if arguments.picture:
        from . import picture

        picture.draw(entries, arguments.picture)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(ARGUMENTS))
