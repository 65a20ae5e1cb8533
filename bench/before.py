"""Runs the bench of two versions in turn and prints how many times as long the newer one takes, row by row.
script/bench --before COMMIT calls it, and --amalgamation with the library in two forms."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from gen.arguments import Parser, count  # noqa: E402

COLUMNS = {
    "strew_1t_ns": "one thread",
    "strew_workspace_ns": "workspace",
    "strew_prepared_ns": "prepared",
    "strew_2t_ns": "two threads",
    "plan_and_run_ns": "with planning",
    "plain_ns": "plain loop",
}
CONTROL = "plain_ns"  # the same C in both versions: it shows the effect of the machine and of the program's layout
ROUNDS_OF_A_RUN = 3  # rounds of each run of the bench; a median of three drops one interruption

Row = tuple[str, str]  # workload, mode


def _parse() -> tuple[argparse.Namespace, list[str]]:
    parser = Parser(prog="bench", description=__doc__, allow_abbrev=False)
    parser.add_argument("--before", type=Path, required=True, help="the older bench")
    parser.add_argument("--now", type=Path, required=True, help="the newer bench")
    parser.add_argument("--named", nargs=2, default=("now", "before"), metavar=("NOW", "BEFORE"), help="what the table calls both")
    parser.add_argument("-r", "--repeat", type=count, default=15, help="pairs of runs")
    parser.add_argument("-j", "--json", type=Path, help="every ratio of every pair")
    return parser.parse_known_args()


def _measure(bench: Path, options: list[str]) -> dict[Row, dict[str, float]]:
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [str(bench), *options, "--repeat", str(ROUNDS_OF_A_RUN), "--json", file.name]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        entries = json.loads(Path(file.name).read_text())
    return {(entry["workload"], entry["mode"]): {column: entry[column] for column in COLUMNS if entry.get(column)} for entry in entries}


def _compare(arguments: argparse.Namespace, options: list[str]) -> dict[Row, dict[str, list[float]]]:
    """Ratios by row and column, one for each pair of runs. The order in a pair alternates, so that a drift of the speed cancels."""
    ratios: dict[Row, dict[str, list[float]]] = {}
    for pair in range(arguments.repeat):
        if sys.stderr.isatty():
            print(f"\rpair {pair + 1} of {arguments.repeat}", end="", file=sys.stderr, flush=True)
        order = (arguments.before, arguments.now) if pair % 2 == 0 else (arguments.now, arguments.before)
        times = {bench: _measure(bench, options) for bench in order}
        for row, now in times[arguments.now].items():
            before = times[arguments.before].get(row, {})
            for column in now.keys() & before.keys():
                ratios.setdefault(row, {}).setdefault(column, []).append(now[column] / before[column])
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return ratios


def _spread(values: list[float]) -> tuple[float, float, float]:
    """Lower quartile, median, upper quartile."""
    if len(values) < 2:
        return values[0], values[0], values[0]
    lower, median, upper = statistics.quantiles(values, n=4, method="inclusive")
    return lower, median, upper


def _cell(values: list[float] | None) -> str:
    if not values:
        return ""
    lower, median, upper = _spread(values)
    return f"{median:.2f} ± {max(upper - median, median - lower):.2f}"


def _report(ratios: dict[Row, dict[str, list[float]]], pairs: int, named: tuple[str, str]) -> None:
    modes = {mode for _, mode in ratios}
    print(f"Time {named[0]} over time {named[1]}: medians of {pairs} pairs of runs, ± how far the farther quartile is\n")
    print("| workload | " + " | ".join(COLUMNS.values()) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    slower = []
    for (workload, mode), columns in ratios.items():
        name = workload if len(modes) == 1 else f"{workload}, {mode.replace('_', ' ')}"
        print(f"| {name} | " + " | ".join(_cell(columns.get(column)) for column in COLUMNS) + " |")
        for column, title in COLUMNS.items():
            if column != CONTROL and column in columns and _spread(columns[column])[0] > 1:
                slower.append(f"{name} ({title}, {_spread(columns[column])[1]:.2f})")
    means = {column: [statistics.median(columns[column]) for columns in ratios.values() if column in columns] for column in COLUMNS}
    print("| **geometric mean** | " + " | ".join(f"{statistics.geometric_mean(mean):.2f}" if mean else "" for mean in means.values()) + " |\n")
    if slower:
        print(f"Slower by more than their noise (three pairs of four say so): {', '.join(slower)}.")
    else:
        print("No row is slower by more than its noise: in none do three pairs of four say so.")


def main() -> int:
    arguments, options = _parse()
    ratios = _compare(arguments, options)
    _report(ratios, arguments.repeat, arguments.named)
    if arguments.json:
        entries = [{"workload": workload, "mode": mode, "now_over_before": columns} for (workload, mode), columns in ratios.items()]
        arguments.json.write_text(json.dumps(entries, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
