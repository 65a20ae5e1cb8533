"""Rows of the generator's tables, changed at random. Either they are rendered, or a GeneratorError says in a sentence what is wrong.

    python -m tests.fuzz.generator [--seconds N] [--seed N] [--findings DIR]
    python -m tests.fuzz.generator --replay FILE

A case is a number: everything that is changed follows from it. A finding is a file with that number and the traceback; corpus/generator.txt
has a number a line.
"""

import argparse
import importlib
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

RENDERED = 16  # making a grid takes 40 ms and rendering it more than a second: one case of so many is rendered
NUMBERS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 16, 17, 23, 32, 63, 64, 65, 128, 1000, -1, -8)
WORDS = ("", "f32", "i8", "mu16", "float32", "madeup", "none", "add", "min", "max", "b8", "b128", "scalar", "avx2", "two words", "9", "über", "a/b")


def forget_generator():
    """The next import starts from the files again."""
    for name in [name for name in sys.modules if name.split(".")[0] == "gen"]:
        del sys.modules[name]


def other_value(value, pick):
    """A value that somebody may have typed in the place of another."""
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
    """One row more, less, in another place, or changed."""
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


def change_axes(axes, pick):
    name = pick.choice([name for name in vars(axes) if name.isupper()])
    setattr(axes, name, other_value(getattr(axes, name), pick))
    return name


def change_format(axes, pick):
    """Small floats are what rows are added for."""
    layout = axes.Format(pick.randrange(-1, 17), pick.randrange(-1, 17), pick.random() < 0.5)
    row = axes.Dtype("madeup", "mu", pick.choice((1, 2, 2, 4)), axes.Kind.NARROW, format=layout)
    axes.DTYPES = (*axes.DTYPES, row)
    return "DTYPES"


def change_isa(model, pick):
    """A vocabulary loses, gains or changes a word; or the record is another."""
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
    """What every machine compiles, by itself and in what reads its lists, is C."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in tree.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        sources = [*sorted(Path(folder, "scalar").glob("*.c")), *sorted(ROOT.glob("runtime/*.c"))]
        command = ["gcc", "-std=c11", "-fsyntax-only", "-Werror", f"-I{folder}", f"-I{ROOT}/include", f"-I{ROOT}/runtime", *sources]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise AssertionError(f"what was rendered is no C:\n{done.stdout[:2000]}")


def make_case(number):
    """Changes what case `number` changes, and generates. Returns what came of it, or raises."""
    pick = random.Random(number)
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
        return "refused"
    model.count_kernels(grid)
    for isa in grid.isas:
        for dtype in grid.dtypes:
            for operation in grid.operations:
                model.explain_cell(grid, isa, dtype, operation)
    if number % RENDERED:
        return "planned"
    tree = importlib.import_module("gen.render").render(grid)
    for path, text in tree.items():
        if not text.startswith(("/* Rendered from", "# Rendered from", "<!-- Rendered from")):
            raise AssertionError(f"{path} has no banner")
    written = importlib.import_module("gen.isa.scalar").ISA
    if (grid.isas[0].words, grid.isas[0].elements) == (written.words, written.elements):  # of what words say, the compiler judges
        compile_scalar(tree)
    return "rendered"


def replay(file):
    for number in map(int, re.findall(r"^\d+$", file.read_text(), re.MULTILINE)):
        print(f"case {number} was {make_case(number)}", flush=True)


def fuzz(seconds, seed, findings):
    began, counts, seen = time.monotonic(), {}, set()
    number = seed * 1_000_000
    while time.monotonic() - began < seconds:
        number += 1
        try:
            outcome = make_case(number)
        except Exception as error:
            outcome = "found"
            where = traceback.extract_tb(error.__traceback__)[-1]
            if (where.filename, where.lineno) not in seen:
                seen.add((where.filename, where.lineno))
                findings.mkdir(parents=True, exist_ok=True)
                (findings / f"generator-python-{number}").write_text(f"{number}\n{traceback.format_exc()}")
                print(f"case {number}: {where.filename}:{where.lineno}: {error!r}", flush=True)
        counts[outcome] = counts.get(outcome, 0) + 1
        print(f"#{sum(counts.values())} {counts}") if sum(counts.values()) % 100 == 0 else None
    print(f"stat::number_of_executed_units: {sum(counts.values())}")
    print(", ".join(f"{n} {outcome}" for outcome, n in sorted(counts.items())))
    return counts.get("found", 0) != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=Path, default=Path("build/fuzz/findings"))
    parser.add_argument("--replay", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    if arguments.replay:
        replay(arguments.replay)
        return 0
    return fuzz(arguments.seconds, arguments.seed, arguments.findings)


if __name__ == "__main__":
    sys.exit(main())
