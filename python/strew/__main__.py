"""The command line: `strew --help`, or `python -m strew --help`.

Exit codes: 0 when all is well, 1 when a file, an array or a call is rejected, a test fails or stdout cannot be written
to, 2 for arguments that make no sense, 130 when it is interrupted. What is wrong is said in one sentence on stderr.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn, Optional, Sequence

from . import _bench, _info, _onnx_tests, _run, _selftest, _try
from ._arguments import Parser
from ._files import path_of
from ._rejection import Rejection, one_line, printable
from ._tables import ISAS, version


class _Parser(Parser):
    def error(self, message: str) -> NoReturn:
        super().error(printable(message))


def _parser() -> Parser:
    parser = _Parser(prog="strew", description="Runs, checks and measures strew: scatters and gathers on CPUs.")
    parser.add_argument("--version", action="version", version=version())
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)

    info = commands.add_parser("info", help="show the CPU, the instruction sets and what the library can do")
    info.add_argument("--kernels", action="store_true", help="list every kernel of the library")
    info.set_defaults(call=_info.info)

    selftest = commands.add_parser("selftest", help="check every kernel on this machine, which takes some seconds")
    selftest.set_defaults(call=_selftest.selftest)

    bench = commands.add_parser("bench", help="measure strew beside NumPy, and PyTorch and JAX where they are installed")
    bench.add_argument("--threads", type=_bench.threads, metavar="N", help="of the column that has threads (default: all cores)")
    bench.add_argument("--seconds", type=_bench.seconds, default=1.0, metavar="S", help="for each workload and library (default: 1)")
    bench.add_argument("--picture", type=path_of, metavar="FILE", help="also draw bars into this .svg, .png or .pdf (needs matplotlib)")
    bench.add_argument(
        "--report", type=path_of, nargs="?", const=Path("strew-bench.md"), metavar="FILE",
        help="also write a page to share: the machine, the versions, what is faster and what slower, all tables (default: strew-bench.md)",
    )
    bench.set_defaults(call=_bench.bench)

    _try.add_to(commands)
    _run.add_to(commands)

    run_onnx = commands.add_parser("run-onnx", help="run official ONNX node tests of scatters and gathers, and compare")
    run_onnx.add_argument(
        "folders", type=path_of, nargs="+", metavar="DIR", help="a test (model.onnx) or a folder of tests"
    )
    run_onnx.add_argument("--isa", choices=list(ISAS), help="the best instruction set that may be used")
    run_onnx.add_argument("--brief", action="store_true", help="leave out the columns set, profile and shape")
    run_onnx.set_defaults(call=_onnx_tests.run)

    export = commands.add_parser("export-onnx-tests", help="write the node tests of scatters and gathers that the onnx package makes")
    export.add_argument("folder", type=path_of, metavar="DIR")
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
    except KeyboardInterrupt:
        print("strew: interrupted", file=sys.stderr)
        return 130
    except OSError as reason:  # that of a file is a Rejection, so this is stdout's
        # What Python still holds for stdout goes nowhere; otherwise Python complains of it when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(reason, BrokenPipeError):  # which means that whoever read our output has enough of it
            print(f"strew: cannot write to stdout: {one_line(reason)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
