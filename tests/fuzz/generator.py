"""Changes rows of the generator's tables at random. The generator must render them, or raise a GeneratorError with a sentence.

    python -m tests.fuzz.generator CORPUS [OPTION OF LIBFUZZER]...    fuzzes, by libFuzzer, through atheris
    afl-fuzz ... -- python -m tests.fuzz.generator --afl              fuzzes, by AFL++; script/fuzz --afl knows the rest
    python -m tests.fuzz.generator --replay FILE...                   needs neither

A case is some bytes, or a number, and decides all changes. A file that ends in .hex has the bytes of one case per line, in hexadecimal
digits; one that ends in .txt has a number per line; any other file is the bytes of one case.
"""

import importlib
import random
import re
import subprocess
import sys
import tempfile
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

from gen.arguments import Parser
from tests.fuzz import drivers

ROOT = Path(__file__).resolve().parent.parent.parent

RENDERED = 16  # one case in so many is rendered: a grid takes 40 ms, and rendering it more than a second
NUMBERS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 16, 17, 23, 32, 63, 64, 65, 128, 1000, -1, -8)
WORDS = ("", "f32", "i8", "mu16", "float32", "madeup", "none", "add", "min", "max", "b8", "b128", "scalar", "avx2", "two words", "9", "über", "a/b")


def forget_generator():
    """The next import reads the files again."""
    for name in [name for name in sys.modules if name.split(".")[0] == "gen"]:
        del sys.modules[name]


def other_value(value, pick):
    """A plausible mistake for a value."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return pick.choice([*NUMBERS, value + 1, value - 1, 2 * value])
    if isinstance(value, str):
        return pick.choice([*WORDS, value + "x", value[:-1], value.upper()])
    if isinstance(value, tuple):
        return other_tuple(value, pick)
    if isinstance(value, dict):
        changed = dict(value)
        changed[pick.choice(WORDS)] = (pick.choice(WORDS),)
        return pick.choice([changed, {}])
    if is_dataclass(value):
        return other_record(value, pick)
    if value is None:
        return pick.choice([None, 0, 2])
    return pick.choice(list(type(value)))  # an enumeration


def other_record(record, pick):
    name = pick.choice([field.name for field in fields(record)])
    return replace(record, **{name: other_value(getattr(record, name), pick)})


def other_tuple(rows, pick):
    """Adds, removes, moves or changes a row."""
    rows = list(rows)
    at = pick.randrange(len(rows) + 1)
    how = pick.randrange(8)
    if not rows or how == 0:
        rows.insert(at, pick.choice(rows) if rows else pick.choice(NUMBERS))
    elif how == 1:
        del rows[at % len(rows)]
    elif how == 2:
        pick.shuffle(rows)
    elif how == 3:
        rows = rows[:at]
    else:
        rows[at % len(rows)] = other_value(rows[at % len(rows)], pick)
    return tuple(rows)


# What no row adds or removes: runtime/ has files and conditions for each feature, and C has its own floats.
FIXED = ("FEATURES", "C_FORMATS")


def change_axes(axes, pick):
    name = pick.choice([name for name in vars(axes) if name.isupper() and name not in FIXED])
    setattr(axes, name, other_value(getattr(axes, name), pick))
    return name


def change_format(axes, pick):
    """Adds a small float: the most likely new row."""
    layout = axes.Format(pick.randrange(-1, 17), pick.randrange(-1, 17), pick.random() < 0.5)
    row = axes.Dtype("madeup", "mu", pick.choice((1, 2, 2, 4)), axes.Kind.NARROW, format=layout)
    axes.DTYPES = (*axes.DTYPES, row)
    return "DTYPES"


def change_isa(model, pick):
    """Removes words from a vocabulary, or changes the record of an instruction set."""
    load_all = model.isas.load_all

    def load_changed():
        known = list(load_all())
        at = pick.randrange(len(known))
        if pick.random() < 0.5:
            words = list(known[at].words)
            for _ in range(pick.randrange(1, 4)):
                del words[pick.randrange(len(words))]
            known[at] = replace(known[at], words=tuple(words))
        else:
            known[at] = other_record(known[at], pick)
        return tuple(sorted(known, key=lambda isa: isa.rank))

    model.isas.load_all = load_changed


def compile_scalar(tree):
    """The scalar kernels, and the runtime with its lists, must compile."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in tree.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        sources = [*sorted(Path(folder, "scalar").glob("*.c")), *sorted(ROOT.glob("runtime/*.c"))]
        command = ["gcc", "-std=c11", "-fsyntax-only", "-Werror", f"-I{folder}", f"-I{ROOT}/include", f"-I{ROOT}/runtime", *sources]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise AssertionError(f"the rendered files do not compile:\n{done.stdout[:2000]}")


class Picks:
    """Replaces random.Random: picks by bytes, and the first choice after the last byte."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        taken = self.data[self.at : self.at + n]
        self.at += n
        return int.from_bytes(taken, "little")

    def randrange(self, first, end=None):
        first, end = (0, first) if end is None else (first, end)
        return first + self.take(1 if end - first <= 256 else 2) % (end - first)

    def choice(self, rows):
        return rows[self.randrange(len(rows))]

    def random(self):
        return self.take(1) / 256

    def shuffle(self, rows):
        for i in range(len(rows) - 1, 0, -1):
            j = self.randrange(i + 1)
            rows[i], rows[j] = rows[j], rows[i]


def make_case(pick, is_rendered):
    """Changes rows as picked, and generates. Returns what the generator did, or raises."""
    forget_generator()
    axes = importlib.import_module("gen.axes")
    for _ in range(pick.choice((1, 1, 2))):
        pick.choice((change_axes, change_axes, change_format))(axes, pick)
    model = importlib.import_module("gen.model")
    if pick.random() < 0.3:
        change_isa(model, pick)
    try:
        grid = model.make_grid()
    except model.GeneratorError as error:
        sentence = str(error)
        if not re.fullmatch(r"\S.{10,300}", sentence):
            raise AssertionError(f"a GeneratorError without a sentence: {sentence!r}")
        return "rejected"
    model.count_kernels(grid)
    for isa in grid.isas:
        for dtype in grid.dtypes:
            for operation in grid.operations:
                model.explain_cell(grid, isa, dtype, operation)
    if not is_rendered:
        return "planned"
    tree = importlib.import_module("gen.render").render(grid)
    for path, text in tree.items():
        if not text.startswith(("/* Rendered from", "# Rendered from", "<!-- Rendered from")):
            raise AssertionError(f"{path} has no banner")
    written = importlib.import_module("gen.isa.scalar").ISA
    if (grid.isas[0].words, grid.isas[0].elements) == (written.words, written.elements):  # changed words need not compile
        compile_scalar(tree)
    return "rendered"


def make_case_of_bytes(data):
    return make_case(Picks(data), sum(data) % RENDERED == 0)


def make_numbered_case(number):
    return make_case(random.Random(number), number % RENDERED == 0)


def replay(file):
    if file.suffix == ".txt":
        for number in map(int, file.read_text().split()):
            print(f"case {number} was {make_numbered_case(number)}", flush=True)
    else:
        for data in map(bytes.fromhex, file.read_text().split()) if file.suffix == ".hex" else [file.read_bytes()]:
            print(f"case {data.hex()} was {make_case_of_bytes(data)}", flush=True)


def main():
    words = sys.argv[1:]
    if words and not words[0].startswith("--") and words[0] != "-h":
        # To minimise a corpus, libFuzzer starts itself again through a shell.
        drivers.by_libfuzzer([f"{sys.executable} -m tests.fuzz.generator", *words], make_case_of_bytes)
        return
    parser = Parser(prog="python -m tests.fuzz.generator", description=__doc__)
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--afl", action="store_true", help="by AFL++")
    way.add_argument("--replay", type=Path, nargs="+", metavar="FILE", help="cases")
    arguments = parser.parse_args()
    if arguments.afl:
        drivers.by_afl(make_case_of_bytes)
    for file in arguments.replay or ():
        replay(file)


if __name__ == "__main__":
    main()
