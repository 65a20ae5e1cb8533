"""Functions of headers that nothing calls in this build. Compilers say nothing of them in a header, but do in strew.c."""

from collections import Counter
from dataclasses import dataclass
from typing import Iterable, List, Tuple

from .tokens import Line, names_in


@dataclass(frozen=True)
class Function:
    name: str
    lines: range  # with the comment before it


def functions_in(lines: List[Line]) -> Iterable[Function]:
    """The static inline functions, which end with the first brace that begins a line."""
    i = 0
    while i < len(lines):
        words = [word.text for word in lines[i].words]
        if "static" in words[:2] and any(word.lower().endswith("inline") for word in words[:3]) and "(" in words and words[-1] != ";":
            first = i
            while first and lines[first - 1].is_comment:
                first -= 1
            while i + 1 < len(lines) and not lines[i].text.startswith("}"):
                i += 1
            yield Function(words[words.index("(") - 1], range(first, i + 1))
        i += 1


def without_unused(files: List[List[Line]]) -> List[List[Line]]:
    """The files without functions that none of them calls."""
    uses: Counter = Counter(name for lines in files for name in names_in(lines))
    functions: List[Tuple[int, Function, Counter]] = []
    for number, lines in enumerate(files):
        for function in functions_in(lines):
            functions.append((number, function, Counter(names_in(lines[i] for i in function.lines))))
    dropped: List[set] = [set() for _ in files]
    is_changed = True
    while is_changed:
        is_changed = False
        for entry in list(functions):
            number, function, names = entry
            if uses[function.name] == names[function.name]:
                uses.subtract(names)
                dropped[number].update(function.lines)
                functions.remove(entry)
                is_changed = True
    return [[line for i, line in enumerate(lines) if i not in dropped[number]] for number, lines in enumerate(files)]
