"""The command line: `python -m strew_openvino convert model.xml marked.xml`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import openvino

from . import claims, library_path, save_model
from ._arguments import Parser
from ._convert import CLAIMS


def _options(arguments: argparse.Namespace) -> dict[str, Any]:
    return {"gather": arguments.gather, "claim": arguments.claim, "shapes": dict(arguments.shape) or None}


def _shape(text: str) -> tuple[str, list[int]]:
    name, _, sizes = text.rpartition("=")
    try:
        return name, [int(size) for size in sizes.split(",") if size]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=SIZE,SIZE,...") from None


def _convert(arguments: argparse.Namespace) -> int:
    try:
        model = openvino.Core().read_model(arguments.model)
        if arguments.command == "convert":
            report = save_model(model, arguments.output, False, **_options(arguments))
        else:
            report = claims(model, **_options(arguments))
    except (RuntimeError, OSError) as error:
        print(f"{arguments.model}: {str(error).strip().splitlines()[-1]}", file=sys.stderr)  # before it are OpenVINO's files and lines
        return 1
    for claim in report:
        print(claim)
    n = sum(claim.is_strews for claim in report)
    print(f"{arguments.model}: {n} of {len(report)} are strew's")
    return 0


def _path(_: argparse.Namespace) -> int:
    print(library_path())
    return 0


def main() -> int:
    parser = Parser(prog="strew_openvino", description="strew inside OpenVINO")
    commands = parser.add_subparsers(dest="command", required=True)
    convert = commands.add_parser("convert", help="save a model with marks at what is strew's, for programs that load the extension")
    of = commands.add_parser("claims", help="say of each scatter whether it would be strew's, and why")
    for command in (convert, of):
        command.add_argument("model", type=Path, help="of any format that OpenVINO reads")
        if command is convert:
            command.add_argument("output", type=Path, help="the new model, such as marked.xml, which plain OpenVINO reads too")
        command.add_argument("--gather", action="store_true", help="Gather, GatherND and GatherElements too")
        command.add_argument("--claim", choices=CLAIMS, default="auto", help="what is faster in strew or narrowed by OpenVINO, or all")
        shape = "a typical shape of an input, for which auto decides"
        command.add_argument("--shape", type=_shape, action="append", default=[], metavar="NAME=SIZE,...", help=shape)
        command.set_defaults(run=_convert)
    commands.add_parser("path", help="print where the extension is").set_defaults(run=_path)
    arguments = parser.parse_args()
    code: int = arguments.run(arguments)
    return code


if __name__ == "__main__":
    sys.exit(main())
