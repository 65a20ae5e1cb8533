"""Writes case files anew: NAME.json with make_NAME.py, whose head says what computes the cases, and which packages that needs.

script/cases --make calls this where the packages are.
"""

import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.append(str(FOLDER.parents[1]))

from gen.arguments import Parser, one_of  # noqa: E402

NAMES = sorted(path.stem.partition("_")[2] for path in FOLDER.glob("make_*.py"))


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("names", nargs="+", type=one_of(NAMES), metavar="NAME", help=f"of {', '.join(NAMES)}")
    for name in parser.parse_args().names:
        import_module(f"make_{name}").main()


if __name__ == "__main__":
    main()
