"""Reads words from C, which stands beside the instruction sets. A word without holes is in a C file (gen/isa/*.h); one that exists for
several data types or registers is a macro of a template (gen/isa/*.h.j2). Both are functions as clang-format lays them out, and this reads
only that layout.
"""

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Dict, Iterator, Tuple

from gen.axes import DTYPES, REDUCTIONS, Dtype, Reduction
from gen.checks import GeneratorError
from gen.environment import environment
from gen.isa import Word

FOLDER = Path(__file__).resolve().parent / "isa"
REDUCERS = tuple(reduction for reduction in REDUCTIONS if reduction.name != "none" and not reduction.counts)

FUNCTION = re.compile(
    r"(?:/\* (?P<why>(?:(?!\*/).)*) \*/\n)?"
    r"static inline (?P<result>\w[^(\n]*?) (?P<name>\w+)\((?P<parameters>[^{]*?)\)\n\{\n(?P<body>.*?)^\}\n",
    re.M | re.S,
)
# What else may stand in a C file: comments, headers, and declarations of words that stand elsewhere.
REST = re.compile(r"/\*(?:(?!\*/).)*\*/|^#include <.*>$|^\w[\w ]*?[ *]\w+\([^(){}]*\);$", re.M | re.S)

# What the words for indices do, in every instruction set.
MEANINGS = {
    "wrap": "low is -size if negative indices count from the end, and 0 if they do not.",
    "flag": "The slice index, or 2^32 if the sign of the wrapped index or of its distance from the highest one is set. A sum of slice "
    "indices in bounds is below 2^32; a sum with one out of bounds is not.",
    "to_flagged_slice_indices": "Sums with a flagged part become UINT32_MAX, which is not a slice index.",
    "out_of_bounds": "The sign bit of a lane is set where index < low or index > high.",
}


@lru_cache(maxsize=None)
def reducing() -> Dict[str, Tuple[Reduction, Dtype]]:
    """What the name of a word says: min_f32 is a reduction of a data type."""
    return {f"{reduction.name}_{dtype.ctype}": (reduction, dtype) for reduction in REDUCERS for dtype in DTYPES if dtype.bytes}


def read_body(text: str) -> Tuple[str, Tuple[str, ...]]:
    """What stands above a function, which is a comment in the first column, and its lines."""
    why, body = re.fullmatch(r"\s*(?:^/\* ((?:(?!\*/).)*) \*/$)?(.*)", text, re.M | re.S).groups()
    return why or "", tuple(re.sub(r"^    ", "", line) for line in body.splitlines() if line)


def read_word(found: "re.Match[str]") -> Word:
    name, why = found["name"], (found["why"] or "").replace("\n * ", "\n")
    body = tuple(re.sub(r"^    ", "", line) for line in found["body"].splitlines())
    stem, _, lanes = name.rpartition("x")
    reduction, dtype = reducing().get(name) or (reducing().get(stem) if lanes.isdecimal() else None) or (None, None)
    why = " ".join(filter(None, (MEANINGS.get(name), why)))
    if not reduction or not dtype or not dtype.bytes:
        return Word(name, found["result"], found["parameters"], body, why)
    register_bytes = dtype.bytes * (1 if name in reducing() else int(lanes))
    return Word(name, found["result"], found["parameters"], body, why, "", reduction.name, dtype.ctype, register_bytes)


def read_words(where: str, text: str) -> Iterator[Word]:
    """All functions, in their order. If they reduce, their names say what: min_number_f32x8 is min_number of eight float32."""
    rest = REST.sub("", FUNCTION.sub("", text)).strip()
    if rest:
        raise GeneratorError(f'{where}: "{rest.splitlines()[0][:80]}" is no part of a word that gen/words.py can read')
    return map(read_word, FUNCTION.finditer(text))


@lru_cache(maxsize=None)
def written(name: str) -> Tuple[Word, ...]:
    """The words of a C file in gen/isa/."""
    return tuple(read_words(f"gen/isa/{name}", (FOLDER / name).read_text()))


def expand(template: str, macro: str, **holes: object) -> str:
    """The text of a macro of a template; none if there is no such macro."""
    return str(getattr(environment().get_template(template).module, macro, "".format)(**holes))


def rendered(template: str, macro: str, needs: str = "", **holes: object) -> Iterator[Word]:
    """The words of a macro of a template, all of which may need another one."""
    return (replace(word, needs=needs) for word in read_words(f"gen/isa/{template}", expand(template, macro, **holes)))
