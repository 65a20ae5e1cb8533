"""Intrinsics of the compiler in place of SIMDe's, which has the same ones under names of its own. Each instruction set is compiled for
processors that have it, so nothing has to be replaced by portable code."""

import re
from functools import lru_cache
from typing import Iterable, List

from .tokens import Line, Token

PREFIXES = (  # of SIMDe, and what the compiler has instead
    (re.compile(r"^simde_(_m\w+)$"), r"_\1"),
    (re.compile(r"^simde_(mm\w+)$"), r"_\1"),
    (re.compile(r"^simde_(\w+)$"), r"\1"),
    (re.compile(r"^SIMDE_(CMP_\w+)$"), r"_\1"),
    (re.compile(r"^SIMDE_(MM_\w+)$"), r"_\1"),
)
IS_NATIVE = re.compile(r"^SIMDE_\w+_NATIVE$")  # a macro, defined where SIMDe calls the compiler's intrinsics


@lru_cache(maxsize=None)
def native_name(name: str) -> str:
    for pattern, replacement in PREFIXES:
        if pattern.match(name):
            return pattern.sub(replacement, name)
    return name


def with_native_names(lines: Iterable[Line]) -> List[Line]:
    return [_with_native_names(line) if any(word.text[:5].lower() == "simde" for word in line.words) else line for line in lines]


def _with_native_names(line: Line) -> Line:
    return Line([Token(token.kind, native_name(token.text)) if token.kind == "name" else token for token in line.tokens])
