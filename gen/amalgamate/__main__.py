"""python -m gen.amalgamate: strew as two files. script/amalgamate is the same, with an explanation."""

import re
import sys
from pathlib import Path
from typing import Dict

from gen.arguments import Parser
from gen.axes import FEATURES

from .parts import OPTIONS, ROOT, WrongOption, read_parts
from .write import Amalgamation, header_text

NAME = "amalgamate"


def head(chosen: Dict[str, str]) -> str:
    text = (ROOT / "include/strew/strew.h").read_text(encoding="utf-8")
    version = ".".join(re.findall(r"(?m)^#define STREW_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))
    options = "".join(f" --{name} {value}" for name, value in chosen.items())
    license_text = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    return (
        f"/* strew {version} in one file, written by `script/amalgamate{options}`. Do not edit it: change the sources, and write it anew.\n"
        " *\n"
        " * Compile it as a part of your program, with optimization and nothing else: cc -O2 -c strew.c\n"
        " *\n" + "".join(f" * {line}".rstrip() + "\n" for line in license_text.splitlines()) + " */\n\n"
    )


def run() -> int:
    parser = Parser(prog=NAME, description=__doc__, allow_abbrev=False)
    parser.add_argument("folder", metavar="DIR", type=Path, help="where strew.c and strew.h are written")
    for name, variable in OPTIONS.items():
        parser.add_argument(f"--{name}", metavar="LIST", help=f"what a build has with {variable}; a list with commas")
    parser.add_argument("--no-threads", action="store_true", help="all features but threads")
    parser.add_argument("--from", dest="beside", type=Path, default=Path(), help="the folder that DIR is relative to")
    arguments = parser.parse_args()
    chosen = {name: getattr(arguments, name.replace("-", "_")) for name in OPTIONS}
    chosen = {name: value for name, value in chosen.items() if value is not None}
    if arguments.no_threads:
        if "features" in chosen:
            parser.error("--no-threads and --features exclude each other: leave threads out of the list")
        chosen["features"] = ",".join(feature for feature in FEATURES if feature != "threads")
    try:
        parts = read_parts(chosen)
    except WrongOption as reason:
        parser.error(str(reason))
    folder: Path = arguments.beside / arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"strew.c": Amalgamation(parts).text(head(chosen)), "strew.h": header_text()}
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    sizes = " and ".join(f"{name} has {len(text.encode()) / 1e6:.2f} MB" for name, text in texts.items())
    print(f"{sizes}: cc -O2 -c {arguments.folder / 'strew.c'}")
    return 0


def main() -> int:
    try:
        return run()
    except FileNotFoundError as reason:
        if reason.filename != "cmake":
            raise
        print(f"{NAME}: needs cmake, which says what a build is made of, and there is none", file=sys.stderr)
    except (FileExistsError, NotADirectoryError, PermissionError) as reason:
        print(f"{NAME}: cannot write to {reason.filename}: {reason.strerror}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
