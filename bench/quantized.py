"""Times gathers of quantised rows beside ONNX Runtime's GatherBlockQuantized, on one thread: how many times as fast strew is.

    cmake -S . -B build/shared -DBUILD_SHARED_LIBS=ON -DSTREW_TESTS=OFF -DSTREW_PYTHON=ON && cmake --build build/shared
    PYTHONPATH=python python3 bench/quantized.py        with the packages `onnxruntime`, `onnx` and `numpy`

Both read the same bytes, and must give the same bits. They run in turn, each with a plan or a session that was made before, and buffers that are bound to
it. Times are CPU time; the ratio of each round is taken, and the median of these is printed with the lowest and the highest quarter.
"""

import importlib
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from gen.arguments import Parser  # noqa: E402


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[64, 512, 4096])
    parser.add_argument("--widths", type=int, nargs="+", default=[128, 1024, 4096])
    given = parser.parse_args()
    quantized_calls = importlib.import_module("quantized_calls")  # and NumPy with it: --help needs no package
    print("| data | output | width | rows | strew, µs | ONNX Runtime, µs | times as fast | quarters |\n|---|---|---|---|---|---|---|---|")
    for kind in ("uint4", "uint8, 4 bits", "uint8, 8 bits"):
        for dtype in ("float32", "float16"):
            for width in given.widths:
                for n_rows in given.rows:
                    mine, theirs, low, middle, high = quantized_calls.measure(kind, width, n_rows, dtype)
                    print(f"| {kind} | {dtype} | {width} | {n_rows} | {mine / 1e3:.1f} | {theirs / 1e3:.1f} | {middle:.2f} | {low:.2f} to {high:.2f} |", flush=True)


if __name__ == "__main__":
    main()
