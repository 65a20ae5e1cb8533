"""The arguments of the benches of the adapters, which --help explains without the runtime and without NumPy."""

from __future__ import annotations

import argparse
from pathlib import Path

from gen.arguments import Parser, count

ROOT = Path(__file__).resolve().parents[2]
ABOUT = """The built-in operator runs at 1 and at 2 threads and counts with the better of both, strew with two. As in the bench, a scatter works in
place: its data and its output are one array. With --copy they are two. All sides write to the same array, because where an array lies in
memory can change the time by a factor of three. Times are medians over the rounds, ratios medians of the rounds' ratios: on a shared
machine, how fast memory is changes from second to second. The first result is compared with strew's own, bit for bit.

On a machine that has other work, --one-thread compares the time of the CPU on one thread each.
"""


def read_arguments(description: str | None) -> argparse.Namespace:
    parser = Parser(description=description, epilog=ABOUT)
    parser.add_argument("--rounds", type=count, default=15)
    parser.add_argument("--copy", action="store_true", help="data and output of a scatter are two arrays")
    parser.add_argument("--one-thread", action="store_true", help="compare the time of the CPU on one thread each")
    parser.add_argument("--json", type=Path, help="a file for the results")
    parser.add_argument("--session", default=str(ROOT / "build/peers/bench/libstrew-bench-session.so"))
    parser.add_argument("workloads", nargs="*", help="all where none is named")
    return parser.parse_args()
