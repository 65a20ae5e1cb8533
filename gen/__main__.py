"""python -m gen: renders the kernels."""

import os
import sys
from pathlib import Path

from gen import axes, model
from gen.arguments import Parser


def list_grid(grid: model.Grid) -> None:
    """One table per instruction set: a mark where it has kernels, a number where there is a hole, and the holes' reasons below."""
    reasons = []
    counts = model.count_kernels(grid)
    for isa in reversed(grid.isas):
        print(f"{isa.name}: {isa.title}, {counts[isa.name]} kernels\n")
        print(f"  {'':12}" + "".join(f"{operation.name:>12}" for operation in grid.operations))
        for dtype in grid.dtypes:
            cells = []
            for operation in grid.operations:
                there, text = model.explain_cell(grid, isa, dtype, operation)
                if not there and text not in reasons:
                    reasons.append(text)
                cells.append(text if there else f"({reasons.index(text) + 1})")
            print(f"  {dtype.name:12}" + "".join(f"{cell:>12}" for cell in cells))
        print()
    print("A cell names the ctype whose kernels do the work, or the reduction that serves as well; `moves` go by size. min_number and")
    print("max_number are min and max where a NaN loses. Widths of a slice, in lanes: wn is any, all that those two have, and all that")
    lanes, bytes_ = axes.LARGEST_FIXED_SCALAR_LANES, axes.LARGEST_FIXED_BYTES
    print(f"scalar has for small floats and beyond {lanes} lanes. It is as fast beyond {bytes_} bytes, too:\n")
    for ctype in grid.ctypes:
        names = sorted({(kernel.width.lanes == 0, kernel.width.lanes, kernel.width.name) for kernel in grid.apply if kernel.ctype == ctype})
        note = ""
        if ctype.dtype is None and ctype.bytes < max(other.bytes for other in grid.ctypes if other.dtype is None):
            note = f"  (no even widths: two lanes of {ctype.name} are one of b{16 * ctype.bytes})"
        print(f"  {ctype.name:6} {' '.join(name for _, _, name in names)}{note}")
    for isa in grid.isas:
        if isa.any_width_only:
            print(f"\n{isa.name} has nothing but wn for {', '.join(isa.any_width_only)}.")
    print("\nHoles, which a lesser instruction set or scalar fills:\n")
    for number, reason in enumerate(reasons, 1):
        print(f"  ({number}) {reason}")


def run() -> int:
    parser = Parser(prog="python -m gen", description="Renders templates/ into generated/: every kernel of strew.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="write nothing; say what is out of date and end with 1 if anything is")
    what.add_argument("--list", action="store_true", help="print the grid of kernels, its holes and their reasons")
    parser.add_argument("--out", type=Path, metavar="DIR", help="another folder than generated/")
    arguments = parser.parse_args()
    try:
        from gen import render
    except ImportError:
        print("gen: The generator needs Jinja2: pip install -r gen/requirements.txt", file=sys.stderr)
        return 1
    try:
        grid = model.make_grid()
    except model.GeneratorError as error:
        print(f"gen: {error}", file=sys.stderr)
        return 1
    if arguments.list:
        list_grid(grid)
        return 0
    out: Path = arguments.out or render.GENERATED
    tree = render.render(grid)
    if arguments.check:
        found = render.differences(tree, out)
        for sentence in found:
            print(sentence)
        if found:
            print(f"{len(found)} of {len(tree)} files are out of date. To mend: python -m gen")
            return 1
        print(f"{len(tree)} files are up to date.")
        return 0
    if out.exists() and not out.is_dir():
        print(f"gen: --out {out} is a file, not a folder", file=sys.stderr)
        return 1
    if out != render.GENERATED and render.orphans(tree, out):
        print(f"gen: --out {out} holds files that are not the generator's; name an empty folder", file=sys.stderr)
        return 1
    render.write(tree, out)
    print(f"{len(tree)} files in {out}")
    return 0


def main() -> int:
    try:
        try:
            return run()
        finally:
            if sys.stdout:  # None where it was closed before
                sys.stdout.flush()
    except OSError as reason:
        if reason.filename is not None or reason.errno is None:  # of a file, or a template that is missing: stdout has no name
            raise
        # What Python still holds for stdout goes nowhere; otherwise Python complains of it when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(reason, BrokenPipeError):  # which means that whoever read our output has enough of it
            print(f"gen: cannot write to stdout: {reason.strerror}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
