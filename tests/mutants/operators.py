"""The small errors: what in a text can be wrong, found token by token.

Three kinds of text are looked at: C; templates, which are C with Jinja's expressions in it; and the Python of gen/isa/, whose strings are C
expressions with Python's in them. All three spell arithmetic alike.
"""

import re
from dataclasses import dataclass
from typing import Iterable, Iterator, List, Optional, Tuple


@dataclass(frozen=True)
class Change:
    """text[start:end] becomes `text`."""

    start: int
    end: int
    text: str
    operator: str  # what kind of error it is


@dataclass(frozen=True)
class Token:
    kind: str  # name, number, string or sign
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def becomes(self, text: str, operator: str) -> Change:
        return Change(self.start, self.end, text, operator)


NAMES = {
    **{"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "&&": "and", "||": "or", "and": "and", "or": "or"},
    **{"+": "plus", "-": "minus", "*": "times", "/": "over", "%": "rem", "&": "band", "|": "bor", "^": "xor", "<<": "shl", ">>": "shr"},
    **{"++": "increment", "--": "decrement"},
}
COMPARISONS = {"==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"]}
LOGIC = {"&&": ["||"], "||": ["&&"], "and": ["or"], "or": ["and"]}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<"}
ASSIGNMENTS = {f"{sign}=": [f"{other}="] for sign, other in ARITHMETIC.items() if sign != "%"}
STEPS = {"++": ["--"], "--": ["++"]}
SWAPS = {**COMPARISONS, **LOGIC, **{sign: [other] for sign, other in ARITHMETIC.items()}, **ASSIGNMENTS, **STEPS}

TOKEN = re.compile(
    r"""
    (?P<space> \s+ | \\\n )
  | (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<directive> ^[ \t]*\#[ \t]*(?:include|if|ifdef|ifndef|elif|else|endif|error|undef|pragma)\b(?:\\\n|[^\n])* )
  | (?P<string> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
  | (?P<number> 0[xX][0-9a-fA-F]+\w* | [0-9]+(?:\.[0-9]*)?\w* )
  | (?P<name> [A-Za-z_]\w* )
  | (?P<sign> <<= | >>= | \.\.\. | -> | \+\+ | -- | && | \|\| | << | >> | [=!<>+*/%&|^-]= | \#\# | . )
    """,
    re.X | re.S | re.M,
)
WHOLE_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)$")


def scan(text: str, offset: int = 0) -> Iterator[Token]:
    """The tokens of a piece of text that stands at `offset`; neither comments nor what the preprocessor decides by."""
    for match in TOKEN.finditer(text):
        if match.lastgroup not in ("space", "comment", "directive"):
            yield Token(match.lastgroup, match.group(), offset + match.start())


# ---- Signs and numbers -----------------------------------------------------------------------------------------------------------------


def other_numbers(token: Token) -> Iterator[Change]:
    match = WHOLE_NUMBER.match(token.text)
    if not match:
        return
    digits, suffix = match.groups()
    base, spell = (16, hex) if digits[1:2] in ("x", "X") else (10, str)
    value = int(digits, base)
    yield token.becomes(spell(value + 1) + suffix, "plus-one")
    if value > 0:
        yield token.becomes(spell(value - 1) + suffix, "minus-one")
    if value > 1:
        yield token.becomes("0" + suffix, "zero")


def is_binary(source: str, token: Token) -> bool:
    """Whether a sign that can also mean a pointer, an address or a sign of a number joins two operands: it then has space on both sides,
    as clang-format and Python's habits have it."""
    before, behind = source[token.start - 1 : token.start], source[token.end : token.end + 1]
    return before.isspace() and behind.isspace()


def in_expressions(source: str, tokens: List[Token], is_python: bool = False) -> Iterator[Change]:
    """Jinja has Python's words, too."""
    for before, token in zip([None, *tokens], tokens):
        if token.kind == "number":
            yield from other_numbers(token)
        elif token.text == ("not" if is_python else "!") and not (before and before.text == "is"):
            yield token.becomes("", "no-not")
        elif token.text in SWAPS and (is_python if token.kind == "name" else token.text in ASSIGNING or is_binary(source, token)):
            for text in SWAPS[token.text]:
                yield token.becomes(text, f"{name_of(token.text)}-to-{name_of(text)}")


def name_of(sign: str) -> str:
    return NAMES[sign[:-1] if sign in ASSIGNMENTS else sign]


# ---- Statements of C -------------------------------------------------------------------------------------------------------------------

ASSIGNING = {"=", *ASSIGNMENTS, *STEPS}
# Hints to the processor, which no result depends on.
HINTS = {"STREW_PREFETCH", "STREW_PREFETCH_READ"}
KEYWORDS = set("if for while do else switch case default return goto sizeof static const typedef enum".split())


def closing(tokens: List[Token], i: int) -> int:
    """The number of the token that closes what token i opens; the last one where nothing does."""
    depth = 0
    for j in range(i, len(tokens)):
        depth += (tokens[j].text in ("(", "[", "{")) - (tokens[j].text in (")", "]", "}"))
        if depth == 0:
            return j
    return len(tokens) - 1


def heads(tokens: List[Token], names) -> Iterator[Tuple[int, int]]:
    """Each of these names that parentheses follow, and the number of the token that closes them."""
    for i, (token, behind) in enumerate(zip(tokens, tokens[1:])):
        if token.text in names and behind.text == "(":
            yield i, closing(tokens, i + 1)


def without_hints(tokens: List[Token]) -> List[Token]:
    hints = {j for first, last in heads(tokens, HINTS) for j in range(first, last + 1)}
    return [token for i, token in enumerate(tokens) if i not in hints]


def conditions(source: str, tokens: List[Token]) -> Iterator[Change]:
    """A condition that always holds, and one that never does: a check that is gone."""
    for first, last in heads(tokens, {"if"}):
        start, end = tokens[first + 1].end, tokens[last].start
        if source[start:end] not in ("0", "1"):
            yield Change(start, end, "1", "if-true")
            yield Change(start, end, "0", "if-false")


def statements(tokens: List[Token]) -> Iterator[Change]:
    """Calls and assignments that are gone, and jumps within a function. A return that is gone is one whose condition never holds."""
    ends_of_heads = dict(heads(tokens, {"if", "for", "while", "switch"}))
    i, can_begin = 0, False
    while i < len(tokens):
        end = end_of_statement(tokens, i) if can_begin else None
        if end is not None and is_deletable(tokens[i : end + 1]):
            yield Change(tokens[i].start, tokens[end].start, "", "deleted")
            i = end
        is_head = i in ends_of_heads
        i = ends_of_heads.get(i, i)
        is_label = tokens[i].text == ":" and (tokens[i - 1].text == "default" or tokens[i - 2].text == "case")
        can_begin = is_head or is_label or tokens[i].text in (";", "{", "}", "else", "do")
        i += 1


def end_of_statement(tokens: List[Token], i: int) -> Optional[int]:
    while i < len(tokens) and tokens[i].text not in (";", "{", "}"):
        i = (closing(tokens, i) if tokens[i].text in ("(", "[") else i) + 1
    return i if i < len(tokens) and tokens[i].text == ";" else None


def is_deletable(statement: List[Token]) -> bool:
    first, second = statement[0], statement[min(1, len(statement) - 1)]
    if first.text in ("break", "continue", "*", *STEPS):
        return True
    if first.kind != "name" or first.text in KEYWORDS:
        return False
    if second.text == "(":
        return statement[closing(statement, 1) + 1].text == ";" and not first.text.isupper()  # not what a macro declares
    return second.text in ASSIGNING or second.text in ("[", ".", "->") and any(token.text in ASSIGNING for token in statement)


def in_c(source: str) -> List[Change]:
    tokens = without_hints(list(scan(source)))
    return [*in_expressions(source, tokens), *conditions(source, tokens), *statements(tokens)]


# ---- Templates -------------------------------------------------------------------------------------------------------------------------

CONTROL_LINE = re.compile(r"(?m)^[ \t]*//(?:%-?(?P<expression>(?!\s*macro\b).*)|[%#].*)$")
HOLE = re.compile(r"\$\{(?P<expression>.*?)\}", re.S)


def in_template(source: str) -> List[Change]:
    """Control lines and holes are expressions; what is between them is C. A hole stands there for a name."""
    in_lines, c = cut_out(source, CONTROL_LINE.finditer(source), " ")
    in_holes, c = cut_out(c, HOLE.finditer(c), "x")
    is_format = re.compile(r"[\"'] *$").search  # the sign % behind a string puts something into it
    changes = (change for change in in_lines + in_holes if source[change.start] != "%" or not is_format(source[: change.start]))
    return [*changes, *in_c(c)]


def cut_out(text: str, matches: Iterable[re.Match], filler: str, offset: int = 0) -> Tuple[List[Change], str]:
    """The changes in the expressions of a text that stands at `offset`, and the text without them. // is a comment in C only."""
    changes: List[Change] = []
    c = text
    for match in matches:
        if match["expression"]:
            tokens = list(scan(match["expression"].replace("//", "@@"), offset + match.start("expression")))
            changes += in_expressions(" " * offset + text, tokens, is_python=True)
        c = blanked(c, match, filler)
    return changes, c


def blanked(text: str, match: re.Match, filler: str) -> str:
    return text[: match.start()] + re.sub(r"[^\n]", filler, match.group()) + text[match.end() :]


# ---- Vocabularies ----------------------------------------------------------------------------------------------------------------------

PYTHON = re.compile(
    r"""
    (?P<prose> (?:\#[^\n]*) | [rR]?\"\"\".*?\"\"\" | ^(?:from|import)\b[^\n]*(?:\([^)]*\))? | ^@[^\n]* | ^ISA\ =.*\Z )
  | (?P<why> \bwhy=\(? (?: \s* f?"(?:\\.|[^"\\\n])*" )* )
  | (?P<text> (?P<prefix>[fF]?)"(?P<body>(?:\\.|[^"\\\n])*)" )
    """,
    re.X | re.S | re.M,
)
# In an f-string, up to its format, which has no brackets.
HOLE_OF_STRING = re.compile(r"\{(?P<expression>(?:[^{}]|\{[^{}]*\})*?)(?::[^][(){}]*)?\}")


def in_python(source: str) -> List[Change]:
    """What is between the strings is Python; a string is C, or prose that the compiler does not see. What the record of an instruction set
    says of processors is no text of a kernel's."""
    changes: List[Change] = []
    python = source
    for match in PYTHON.finditer(source):
        if match["text"]:
            changes += in_string(match["body"], match.start("body"), bool(match["prefix"]))
        python = blanked(python, match, "x" if match["text"] else " ")
    return changes + list(in_expressions(python, list(scan(python.replace("//", "@@"))), is_python=True))


def in_string(body: str, offset: int, has_holes: bool) -> List[Change]:
    c = body.replace("{{", "  ").replace("}}", "  ") if has_holes else body
    changes, c = cut_out(c, HOLE_OF_STRING.finditer(c) if has_holes else (), "x", offset)
    source, tokens = " " * offset + c, list(scan(c, offset))
    return [*changes, *in_expressions(source, tokens), *conditions(source, tokens)]


def changes_in(path: str, source: str) -> List[Change]:
    """All of a file's, in the order of their places."""
    find = in_template if path.endswith(".j2") else in_python if path.endswith(".py") else in_c
    return sorted(find(source), key=lambda change: (change.start, change.end, change.operator))
