"""The command line: `python -m onnxruntime_ep_strew convert model.onnx`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ._arguments import Parser, one_of


def _convert(arguments: argparse.Namespace) -> int:
    try:
        from .convert import convert_file
    except ImportError:
        print("convert needs the package onnx: pip install onnx", file=sys.stderr)
        return 1
    source: Path = arguments.model
    target: Path = arguments.output or source.with_name(f"{source.stem}.strew.onnx")
    try:
        moved, stayed = convert_file(source, target, arguments.gather, arguments.accumulate)
    except Exception as error:  # onnx and protobuf raise what they like for a file that is no model
        print(f"{source}: {error}", file=sys.stderr)
        return 1
    for name, n in sorted(moved.items()):
        print(f"{n} of {name}")
    for sentence in stayed:
        print(sentence)
    print(f"{target}: {sum(moved.values())} nodes in the domain strew")
    return 0


def main() -> int:
    parser = Parser(prog="onnxruntime_ep_strew", description="strew inside ONNX Runtime")
    commands = parser.add_subparsers(dest="command", required=True)
    convert = commands.add_parser("convert", help="move the scatters of a model to strew's custom operators, for runtimes before 1.24")
    convert.add_argument("model", type=Path)
    convert.add_argument("-o", "--output", type=Path, help="the new model; by default model.strew.onnx")
    convert.add_argument("--gather", action="store_true", help="move Gather, GatherND and GatherElements too")
    convert.add_argument("--accumulate", type=one_of(("float32",)), help="compute sums of float16, bfloat16 and float8 in float32, and round once")
    convert.set_defaults(run=_convert)
    commands.add_parser("path", help="print where the library is").set_defaults(run=_path)
    arguments = parser.parse_args()
    code: int = arguments.run(arguments)
    return code


def _path(_: argparse.Namespace) -> int:
    from ._library import get_library_path

    try:
        print(get_library_path())
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
