"""The command line: `python -m strew --help`.

Exit codes: 0 when all is well, 1 when a file, an array or a call is rejected, a test fails or stdout cannot be written
to, 2 for arguments that make no sense. What is wrong is said in one sentence on stderr.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import NoReturn, Optional, Sequence

from . import _bench, _files, _info, _onnx_tests, _selftest
from ._rejection import Rejection, one_line, printable
from ._scatter import OPERATORS
from ._tables import ISAS, NUMPY_DTYPES, PROFILES, REDUCTIONS, version
from ._words import NANS, POLICIES


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence, where argparse would print its usage before it."""
        self.exit(2, f"{self.prog}: {printable(message)}\n")


def _path(name: str) -> Path:
    """Path("") would be the current folder."""
    if not name:
        raise argparse.ArgumentTypeError("'' is no name of a file or folder")
    return Path(name)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="strew", description="Scatter kernels for CPUs, on files.")
    parser.add_argument("--version", action="version", version=version())
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)

    info = commands.add_parser("info", help="show the CPU, the instruction sets and what the library can do")
    info.add_argument("--kernels", action="store_true", help="list every kernel of the library")
    info.set_defaults(call=_info.info)

    selftest = commands.add_parser("selftest", help="check every kernel on this machine, which takes some seconds")
    selftest.set_defaults(call=_selftest.selftest)

    bench = commands.add_parser("bench", help="measure strew beside NumPy, and PyTorch and JAX where they are installed")
    bench.add_argument("--threads", type=int, metavar="N", help="of the column that has threads (default: all cores)")
    bench.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for each workload and library (default: 1)")
    bench.add_argument("--picture", type=_path, metavar="FILE", help="also draw bars into this .svg, .png or .pdf (needs matplotlib)")
    bench.set_defaults(call=_bench.bench)

    run = commands.add_parser("run", help="scatter .npy files", description="Scatters .npy files into another one.")
    run.add_argument("operator", choices=list(OPERATORS))
    run.add_argument("--data", type=_path, required=True, metavar="FILE.npy")
    run.add_argument("--indices", type=_path, required=True, metavar="FILE.npy", help="integers of 8 to 64 bits")
    run.add_argument("--updates", type=_path, required=True, metavar="FILE.npy")
    run.add_argument("--output", type=_path, required=True, metavar="FILE.npy", help="may be the data file")
    run.add_argument("--axis", type=int, metavar="N", help="of scatter_elements and scatter_update (default: 0)")
    run.add_argument("--reduction", choices=list(REDUCTIONS), default="none", help="default: %(default)s")
    run.add_argument(
        "--dtype",
        choices=list(NUMPY_DTYPES),
        metavar="NAME",
        help="what raw elements of data and updates are: NumPy saves bfloat16 as '|V2', without its name, and float8 "
        "must be saved as array.view('V1'); without it raw elements of 1 to 64 bytes are moved as they are",
    )
    run.add_argument("--isa", choices=list(ISAS), help="the best instruction set that may be used")
    run.add_argument(
        "--policy",
        choices=list(POLICIES),
        default="error",
        help="for an index outside: reject (error, the default), pass over its tuple (skip), take the nearest inside "
        "(clamp), or CHECK NOTHING and write where it points (trusted)",
    )
    run.add_argument("--no-negative-wrap", action="store_true", help="a negative index is outside")
    run.add_argument("--nan", choices=list(NANS), default="wins", help="in min and max (default: wins)")
    run.add_argument(
        "--profile", choices=list(PROFILES), metavar="NAME", help="a version to follow, such as 'ONNX ScatterND-18'"
    )
    run.set_defaults(call=_files.run, no_sense=run.error)

    run_onnx = commands.add_parser("run-onnx", help="run official ONNX node tests of scatters and gathers, and compare")
    run_onnx.add_argument(
        "folders", type=_path, nargs="+", metavar="DIR", help="a test (model.onnx) or a folder of tests"
    )
    run_onnx.add_argument("--isa", choices=list(ISAS), help="the best instruction set that may be used")
    run_onnx.set_defaults(call=_onnx_tests.run)

    export = commands.add_parser("export-onnx-tests", help="write the node tests of scatters and gathers that the onnx package makes")
    export.add_argument("folder", type=_path, metavar="DIR")
    export.set_defaults(call=_onnx_tests.export)
    return parser


def main(arguments: Optional[Sequence[str]] = None) -> int:
    try:
        try:
            options = _parser().parse_args(arguments)
            return int(options.call(options))
        finally:
            if sys.stdout:  # None where it was closed before
                sys.stdout.flush()
    except Rejection as rejection:
        print(f"strew: {rejection}", file=sys.stderr)
    except MemoryError:
        print("strew: there is not enough memory for these arrays", file=sys.stderr)
    except OSError as reason:  # that of a file is a Rejection, so this is stdout's
        # What Python still holds for stdout goes nowhere; otherwise Python complains of it when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(reason, BrokenPipeError):  # which means that whoever read our output has enough of it
            print(f"strew: cannot write to stdout: {one_line(reason)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
