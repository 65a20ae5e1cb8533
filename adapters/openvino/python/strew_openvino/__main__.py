"""The command line: `python -m strew_openvino convert model.xml converted.xml`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import openvino

from . import convert, library_path


def _convert(arguments: argparse.Namespace) -> int:
    try:
        model = openvino.Core().read_model(arguments.model)
        kinds = Counter(node.get_type_name() for node in model.get_ordered_ops())
        kinds -= Counter(node.get_type_name() for node in convert(model, arguments.gather).get_ordered_ops())
        openvino.save_model(model, arguments.output, compress_to_fp16=False)
    except RuntimeError as error:
        print(f"{arguments.model}: {error}", file=sys.stderr)
        return 1
    print(f"{arguments.output}: " + (", ".join(f"{n} of {name}" for name, n in sorted(kinds.items())) or "nothing to convert"))
    return 0


def _path(_: argparse.Namespace) -> int:
    print(library_path())
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="strew_openvino", description="strew inside OpenVINO")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("convert", help="save a model with strew's scatters, for programs that load the extension")
    command.add_argument("model", type=Path, help="of any format that OpenVINO reads")
    command.add_argument("output", type=Path, help="the new model, such as converted.xml")
    command.add_argument("--gather", action="store_true", help="convert Gather, GatherND and GatherElements too")
    command.set_defaults(run=_convert)
    commands.add_parser("path", help="print where the extension is").set_defaults(run=_path)
    arguments = parser.parse_args()
    code: int = arguments.run(arguments)
    return code


if __name__ == "__main__":
    sys.exit(main())
