"""Times sparse products, segments and mixtures of the Python package beside other packages, in turns: how many times as fast strew is.

    cmake -S . -B build/shared -DBUILD_SHARED_LIBS=ON -DSTREW_TESTS=OFF -DSTREW_PYTHON=ON && cmake --build build/shared
    PYTHONPATH=python python3 bench/fused.py        with `numpy`, and those of `scipy`, `jax`, `tensorflow` and `dgl` that are to be compared

A row for each work and each package that is installed and has it; results are compared, too. The matrix is a graph of 169,343 nodes and 1,166,243 edges, as
many as ogbn-arxiv has, with a few nodes that have most of the sources; the segments have a million rows, eight in the mean. With one thread the process keeps to
one CPU, and processor time is measured; with more it is time. The ratio of each round is taken, and the median of these is printed with the lowest and the highest
quarter.
"""

import importlib
import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from gen.arguments import Parser, count  # noqa: E402


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("--threads", type=count, default=1)
    parser.add_argument("--rounds", type=count, default=15)
    parser.add_argument("--widths", type=count, nargs="+", default=[1, 4, 32, 128])
    given = parser.parse_args()
    if given.threads == 1:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # before any package counts CPUs
    fused_calls = importlib.import_module("fused_calls")  # and NumPy with it: --help needs no package
    fused_calls.load(given.threads)
    print("| work | beside | strew, ms | other, ms | times as fast | quarters |\n|---|---|---|---|---|---|")
    for name, ours, others in fused_calls.works(given.widths, given.threads):
        for peer, theirs in others.items():
            mine, other, (low, middle, high) = fused_calls.measure(f"{name} beside {peer}", ours, theirs, given.rounds, given.threads)
            print(f"| {name} | {peer} | {mine:.1f} | {other:.1f} | {middle:.2f} | {low:.2f} to {high:.2f} |", flush=True)


if __name__ == "__main__":
    main()
