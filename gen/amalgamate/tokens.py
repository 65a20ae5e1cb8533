"""C as tokens, from which the same text can be joined again. What is renamed is a token, and so never a part of a comment or a string."""

import re
from typing import Iterable, Iterator, List, NamedTuple, Optional, Tuple

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
    | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    | (?P<name>[A-Za-z_]\w*)
    | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    | (?P<space>[ \t]+|\\\n)
    | (?P<newline>\n)
    | (?P<mark>->|\#\#|.)""",
    re.DOTALL | re.VERBOSE,
)


class Token(NamedTuple):
    kind: str
    text: str


class Line:
    """What ends with a newline that no comment contains and no backslash hides. `words` are its tokens without space and comments."""

    def __init__(self, tokens: List[Token]):
        self.tokens = tokens
        self.words = [token for token in tokens if token.kind not in ("space", "comment", "newline")]
        # Of the preprocessor, such as `include`; empty in a line of C.
        self.directive = self.words[1].text if len(self.words) > 1 and self.words[0].text == "#" else ""

    @property
    def text(self) -> str:
        return "".join(token.text for token in self.tokens)

    @property
    def argument(self) -> str:
        """What follows the directive, without comments."""
        begin = self.tokens.index(self.words[1]) + 1
        text = "".join(" " if token.kind == "comment" else token.text for token in self.tokens[begin:])
        return text.replace("\\\n", " ").strip()

    @property
    def defined(self) -> Optional[str]:
        """The macro that it defines."""
        return self.words[2].text if self.directive == "define" else None

    @property
    def included(self) -> Optional[str]:
        """The file that it includes, with its quotes or angles."""
        match = re.match(r'"[^"]+"|<[^>]+>', self.argument) if self.directive == "include" else None
        return match and match.group()

    @property
    def is_comment(self) -> bool:
        return not self.words and any(token.kind == "comment" for token in self.tokens)

    @property
    def is_empty(self) -> bool:
        return all(token.kind in ("space", "newline") for token in self.tokens)


def lines_of(text: str) -> List[Line]:
    lines, tokens = [], []
    for match in TOKEN.finditer(text):
        tokens.append(Token(match.lastgroup or "", match.group()))
        if match.lastgroup == "newline":
            lines.append(Line(tokens))
            tokens = []
    return lines + ([Line(tokens)] if tokens else [])


def names_in(lines: Iterable[Line]) -> Iterator[str]:
    return (word.text for line in lines for word in line.words if word.kind == "name")


def without_guard(lines: List[Line]) -> Tuple[List[Line], bool]:
    """The lines of a header between its guards, and whether it has any."""
    places = [i for i, line in enumerate(lines) if line.directive]
    if len(places) < 3:
        return lines, False
    first, second, last = places[0], places[1], places[-1]
    guard = lines[first].argument
    if lines[first].directive != "ifndef" or lines[second].defined != guard or lines[last].directive != "endif":
        return lines, False
    if any(not line.is_empty for line in lines[last + 1 :]) or second != first + 1:
        return lines, False
    return lines[:first] + lines[second + 1 : last], True
