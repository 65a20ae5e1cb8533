"""Conditions of the preprocessor that are known when the file is written: only the lines for which they hold are kept. A condition that
depends on the compiler or the processor stays as it is."""

import re
from typing import Dict, List, Optional, Tuple

from .tokens import Line, Token, lines_of

Known = Dict[str, Optional[str]]  # what a macro is defined as; None: it is not defined

WORD = re.compile(r"\s*(defined\b|[A-Za-z_]\w*|\d+\w*|\|\||&&|[=!<>]=|[-+!<>()]|.)")


class _Expression:
    """Evaluates to a number, or to None where that is not known."""

    def __init__(self, text: str, known: Known, depth: int = 0):
        self.words = WORD.findall(text.strip())
        self.place, self.known, self.depth = 0, known, depth

    def peek(self) -> str:
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self) -> str:
        self.place += 1
        return self.words[self.place - 1] if self.place <= len(self.words) else ""

    def whole(self) -> Optional[int]:
        value = self.any_of()
        return value if self.place == len(self.words) else None

    def any_of(self) -> Optional[int]:
        value = self.all_of()
        while self.peek() == "||":
            self.take()
            other = self.all_of()
            value = 1 if value or other else 0 if (value, other) == (0, 0) else None
        return value

    def all_of(self) -> Optional[int]:
        value = self.compared()
        while self.peek() == "&&":
            self.take()
            other = self.compared()
            value = 0 if 0 in (value, other) else None if None in (value, other) else 1
        return value

    def compared(self) -> Optional[int]:
        value = self.single()
        while self.peek() in ("==", "!=", "<", ">", "<=", ">="):
            how, other = self.take(), self.single()
            if value is None or other is None:
                value = None
            else:
                value = int({"==": value == other, "!=": value != other, "<": value < other}.get(how, False))
                value = int(value) if how in ("==", "!=", "<") else None
        return value

    def single(self) -> Optional[int]:
        word = self.take()
        if word == "!":
            value = self.single()
            return None if value is None else int(not value)
        if word == "(":
            value = self.any_of()
            return value if self.take() == ")" else None
        if word == "defined":
            name = self.take()
            if name == "(":
                name = self.take()
                self.take()
            return None if name not in self.known else int(self.known[name] is not None)
        if word.isdigit():
            return int(word)
        if re.match(r"[A-Za-z_]", word):
            return self.value_of(word)
        self.place = len(self.words) + 1  # what this does not know, such as a sum
        return None

    def value_of(self, name: str) -> Optional[int]:
        if self.peek() == "(" or name not in self.known or self.depth > 20:
            return self.unknown_call()
        text = self.known[name]
        return 0 if text is None else _Expression(text, self.known, self.depth + 1).whole()

    def unknown_call(self) -> Optional[int]:
        if self.peek() == "(":
            self.place = len(self.words) + 1
        return None


def evaluate(text: str, known: Known) -> Optional[int]:
    return _Expression(text, known).whole()


def condition_of(line: Line) -> str:
    return {"ifdef": "defined({})", "ifndef": "!defined({})"}.get(line.directive, "{}").format(line.argument)


def folded(lines: List[Line], known: Known) -> List[Line]:
    return _fold(lines, 0, known)[0]


def _fold(lines: List[Line], i: int, known: Known) -> Tuple[List[Line], int]:
    """Up to the end, or to the directive that ends a branch."""
    result: List[Line] = []
    while i < len(lines) and lines[i].directive not in ("elif", "else", "endif"):
        if lines[i].directive in ("if", "ifdef", "ifndef"):
            branch, i = _chain(lines, i, known)
            result.extend(branch)
        else:
            result.append(lines[i])
            i += 1
    return result, i


def _chain(lines: List[Line], i: int, known: Known) -> Tuple[List[Line], int]:
    kept: List[Tuple[Optional[Line], List[Line]]] = []
    is_decided = False
    while lines[i].directive != "endif":
        line = lines[i]
        value = 1 if line.directive == "else" else evaluate(condition_of(line), known)
        body, i = _fold(lines, i + 1, known)
        if is_decided or value == 0:
            continue
        is_decided = value is not None and value != 0
        kept.append((None if is_decided else line, body))
    end = lines[i]
    result: List[Line] = []
    for number, (line, body) in enumerate(kept):
        if line is not None:
            result.append(line if number else _as_first(line))
        elif number:
            result.extend(lines_of("#else\n"))
        result.extend(body)
    if kept and kept[0][0] is not None:
        result.append(end)
    return result, i + 1


def _as_first(line: Line) -> Line:
    """An #elif as the #if that it becomes where nothing before it is left."""
    if line.directive != "elif":
        return line
    tokens, is_done = [], False
    for token in line.tokens:
        is_it = not is_done and token.text == "elif"
        is_done = is_done or is_it
        tokens.append(Token("name", "if") if is_it else token)
    return Line(tokens)
