"""Counts the instructions of kernels under an emulator, beside those of another instruction set, which is scalar by default. PROGRAM is
built from count_kernels.c, and is run with the plugin of count_instructions.c. It prints a line for each cell that takes as many
instructions as the other or more, and then a table: of each kind of kernel, how many times fewer instructions they take.
"""

import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).resolve().parents[2]))

from gen.arguments import Parser  # noqa: E402

HERE = Path(__file__).resolve().parent
HAS_TWO = ("write", "read", "quantize", "dequantize")  # what a kernel's record has a function for each of


def count(program, emulator, other):
    """The kernel, its size and its instructions, of the best instruction set and of another one."""
    with tempfile.TemporaryDirectory() as folder:
        plugin, numbers = f"{folder}/count.so", f"{folder}/numbers"
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", HERE / "count_instructions.c", "-o", plugin], check=True)
        command = [*emulator.split(), "-plugin", plugin, "-d", "plugin", "-D", numbers, program, other]
        said = subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
        counted = [int(line) for line in Path(numbers).read_text().split()][::2]  # what is between them is of the program
    cells = [line.split() for line in said.splitlines()]
    if len(cells) != len(counted):
        sys.exit(f"count_kernels.py: {len(cells)} kernels ran, and {len(counted)} were counted")
    for best in range(0, len(cells), 2):
        step, name, unit, size = cells[best]
        yield f"{step} {unit}" if unit in HAS_TWO else step, f"{name}, {size} {unit}", counted[best], counted[best + 1]


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("--emulator", default="qemu-riscv64 -L /usr/riscv64-linux-gnu", help="with its options (%(default)s)")
    parser.add_argument("--beside", metavar="ISA", default="scalar", help="the other instruction set (%(default)s)")
    arguments = parser.parse_args()
    kinds = defaultdict(list)
    for kind, name, best, other in count(arguments.program, arguments.emulator, arguments.beside):
        kinds[kind].append(other / best)
        if best >= other:
            print(f"{name}: {best} instructions, and {other} of {arguments.beside}")
    print("\n| kernels | cells | fewest times fewer | median | most |\n|---|---|---|---|---|")
    for kind, ratios in kinds.items():
        print(f"| {kind} | {len(ratios)} | {min(ratios):.1f} | {median(ratios):.1f} | {max(ratios):.1f} |")


if __name__ == "__main__":
    main()
