"""Prints the figures: how many times as long as strew each library takes."""

from __future__ import annotations

import os
import sys
from math import floor, log10
from statistics import geometric_mean

from .work import Library, Rejected

_STYLES = {"bold": "1", "dim": "2", "green": "32", "red": "31"}
_CLEARLY_FASTER = 1.5
_CELL = 7


def _style(text: str, *names: str) -> str:
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\033[{';'.join(_STYLES[name] for name in names)}m{text}\033[0m"


def _digits(value: float) -> str:
    """A positive value with three significant digits."""
    return f"{value:.{min(max(2 - floor(log10(value * 1.0005)), 0), 5)}f}"


class Progress:
    """One line on stderr that the next one overwrites; nothing if stderr is not a terminal."""

    def __init__(self, entry: dict, number: int, of: int) -> None:
        self._entry, self._tail = entry, f", workload {number} of {of}"

    def show(self, number: int, who: str) -> None:
        if not sys.stderr.isatty():
            return
        steps, rounds = 24, self._entry["rounds"]
        filled = number * steps // rounds
        bar = "█" * filled + "░" * (steps - filled)
        line = f"{self._entry['workload']:14} {bar} round {number} of {rounds}{self._tail}: {who}"
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


# ---- Rows ------------------------------------------------------------------------------------------------------------


def head(mode: str, entry: dict, libraries: dict[str, tuple[Library, str] | Rejected]) -> None:
    there = {name: found[1] for name, found in libraries.items() if not isinstance(found, Rejected)}
    place = mode.replace("_", " ")
    print(
        f"\n{_style(f'Beside other libraries, {place}', 'bold')}: their time over strew's on one thread, {entry['rounds']} rounds"
    )
    print(_style("Each works in its own way, and copies data where it has no other. ≠: not strew's bits\n", "dim"))
    for cells in (
        ["", "strew", *(f"{name:>{2 * _CELL}}" for name in there)],
        ["", "ms", *(f"{version:>{2 * _CELL}}" for version in there.values())],
        ["workload", "1 thread", *(f"{'1 thr.':>{_CELL}}{'2 thr.':>{_CELL}}" for _ in there), "   best peer"],
    ):
        print(_style(f"{cells[0]:14} {cells[1]:>9} " + "  ".join(cells[2:]), "bold"))
    sys.stdout.flush()


def _cell(peer: dict, threads: int) -> str:
    ratio = peer.get(f"{threads}t_over_strew_1t")
    if ratio is None:
        return f"{'–' if 'rejected' in peer else '':>{_CELL - 1}} "
    text = f"{_digits(ratio):>{_CELL - 1}}"
    colour = ["red"] if ratio < 1 else ["green"] if ratio >= _CLEARLY_FASTER else []
    sign = " " if peer[f"same_result_{threads}t"] else _style("≠", "red")
    return (_style(text, *colour) if colour else text) + sign


def row(entry: dict) -> None:
    cells = [_cell(peer, 1) + _cell(peer, 2) for peer in entry["peers"].values() if peer["version"]]
    best = ""
    if entry["best_peer"]:
        best = f"{_digits(entry['best_peer_over_strew']):>6} {_style(entry['best_peer'], 'dim')}"
    strew = _digits(entry["strew_beside_peers"]["1t_ns"] * 1e-6)
    print(f"{entry['workload']:14} {strew:>9} " + "  ".join([*cells, best]), flush=True)


def wrong(entry: dict, sentence: str) -> None:
    print(f"{entry['workload']:14} {_style(sentence, 'red')}", flush=True)


# ---- All of them -----------------------------------------------------------------------------------------------------


def _extremes(label: str, ratios: dict[str, float]) -> str:
    minimum, maximum = min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)
    mean = _style(f"{_digits(geometric_mean(ratios.values())):>6}", "bold")
    return (
        f"  {label:28} {mean} over {len(ratios):2}   from {_digits(ratios[minimum])} {_style(minimum, 'dim')}"
        f" to {_digits(ratios[maximum])} {_style(maximum, 'dim')}"
    )


def _better_ratio(peer: dict) -> float | None:
    ratios = [peer[f"{t}t_over_strew_1t"] for t in (1, 2) if peer.get(f"{t}t_over_strew_1t")]
    return min(ratios, default=None)


def summary(entries: list[dict]) -> None:
    for mode in dict.fromkeys(entry["mode"] for entry in entries):
        _summary_of_mode(mode, [entry for entry in entries if entry["mode"] == mode and "peers" in entry])
    _rejections([entry for entry in entries if "peers" in entry])


def _summary_of_mode(mode: str, entries: list[dict]) -> None:
    """Without the calls that take nanoseconds, where Python costs more than the work."""
    large = [entry for entry in entries if entry["floor_ns"]]
    if len(large) < 2:
        return
    title = f"{mode.replace('_', ' ')}, time over strew's at the better number of threads, geometric means"
    print(f"\n{_style(title, 'bold')}")
    for name in large[0]["peers"]:
        ratios = {e["workload"]: ratio for e in large if (ratio := _better_ratio(e["peers"][name]))}
        if ratios:
            print(_extremes(name, ratios))
    best = {e["workload"]: e["best_peer_over_strew"] for e in large if e["best_peer"]}
    if best:
        print(_extremes("the best peer of each", best))
    print(end="", flush=True)


def _rejections(entries: list[dict]) -> None:
    """Which libraries are missing, and which workloads each rejects, with its own message."""
    workloads: dict[tuple[str, str, bool], list[str]] = {}
    for entry in entries:
        for name, peer in entry["peers"].items():
            if "rejected" in peer:
                names = workloads.setdefault((name, peer["rejected"], peer["version"] is None), [])
                if entry["workload"] not in names:
                    names.append(entry["workload"])
    if workloads:
        print()
    for (name, reason, is_missing), names in workloads.items():
        reason = reason if len(reason) <= 200 else reason[:199] + "…"
        what = "is missing" if is_missing else f"rejects {', '.join(names)}"
        print(f"{_style(name, 'bold')} {what}: {_style(reason, 'dim')}")
