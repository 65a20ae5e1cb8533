"""The small errors: what in a text can be wrong, found token by token.

Three kinds of text are looked at: C; templates, which are C with Jinja's expressions in it; and the Python of gen/isa/, whose strings are C
with Python's expressions in it. All three spell arithmetic alike.
"""

import re
from dataclasses import dataclass
from typing import Iterator, List, Tuple


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


NAMES = {
    **{"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "&&": "and", "||": "or", "and": "and", "or": "or"},
    **{"+": "plus", "-": "minus", "*": "times", "/": "over", "%": "rem", "&": "band", "|": "bor", "^": "xor", "<<": "shl", ">>": "shr"},
    **{"+=": "plus", "-=": "minus", "*=": "times", "/=": "over", "|=": "bor", "&=": "band", "^=": "xor", "<<=": "shl", ">>=": "shr"},
    **{"++": "increment", "--": "decrement"},
}
COMPARISONS = {"==": ("!=",), "!=": ("==",), "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<")}
LOGIC = {"&&": ("||",), "||": ("&&",)}
WORDS = {"and": ("or",), "or": ("and",)}  # of Python and Jinja
ARITHMETIC = {
    **{"+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("*",), "&": ("|",), "|": ("&",), "^": ("|",), "<<": (">>",), ">>": ("<<",)},
}
ASSIGNMENTS = {"+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",), "|=": ("&=",), "&=": ("|=",), "^=": ("|=",)}
ASSIGNMENTS.update({"<<=": (">>=",), ">>=": ("<<=",)})
STEPS = {"++": ("--",), "--": ("++",)}

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


def other_numbers(text: str) -> Iterator[Tuple[str, str]]:
    match = WHOLE_NUMBER.match(text)
    if not match:
        return
    digits, suffix = match.groups()
    base = 16 if digits[1:2] in ("x", "X") else 10
    value = int(digits, base)
    spell = hex if base == 16 else str
    yield spell(value + 1) + suffix, "plus-one"
    if value > 0:
        yield spell(value - 1) + suffix, "minus-one"
    if value > 1:
        yield "0" + suffix, "zero"


def is_binary(source: str, token: Token) -> bool:
    """Whether a sign that can also mean a pointer, an address or a sign of a number joins two operands: it then has space on both sides,
    as clang-format and Python's habits have it."""
    before, behind = source[token.start - 1 : token.start], source[token.end : token.end + 1]
    return before.isspace() and behind.isspace()


def in_expressions(source: str, tokens: List[Token], words: bool) -> Iterator[Change]:
    for i, token in enumerate(tokens):
        if token.kind == "number":
            for text, operator in other_numbers(token.text):
                yield Change(token.start, token.end, text, operator)
        elif token.kind == "name" and words and token.text in WORDS:
            yield from swapped(token, WORDS)
        elif token.kind == "name" and words and token.text == "not" and not (i and tokens[i - 1].text == "is"):
            yield Change(token.start, token.end, "", "no-not")
        elif token.kind != "sign":
            continue
        elif token.text == "!" and not words:
            yield Change(token.start, token.end, "", "no-not")
        elif token.text in ASSIGNMENTS:
            yield from swapped(token, ASSIGNMENTS)
        elif token.text in STEPS:
            yield from swapped(token, STEPS)
        elif is_binary(source, token):
            for table in (COMPARISONS, LOGIC, ARITHMETIC):
                yield from swapped(token, table)


def swapped(token: Token, table) -> Iterator[Change]:
    for text in table.get(token.text, ()):
        yield Change(token.start, token.end, text, f"{NAMES[token.text]}-to-{NAMES[text]}")


# ---- Statements of C -------------------------------------------------------------------------------------------------------------------

OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
ASSIGNING = {"=", *ASSIGNMENTS, *STEPS}
# Hints to the processor, which no result depends on.
HINTS = {"STREW_PREFETCH", "STREW_PREFETCH_READ"}
KEYWORDS = {"if", "for", "while", "do", "else", "switch", "case", "default", "return", "goto", "sizeof", "static", "const", "typedef", "enum"}


def closing(tokens: List[Token], i: int) -> int:
    """The number of the token that closes what token i opens; the last one where nothing does."""
    depth = 0
    for j in range(i, len(tokens)):
        if tokens[j].text in OPENING and tokens[j].kind == "sign":
            depth += 1
        elif tokens[j].text in CLOSING and tokens[j].kind == "sign":
            depth -= 1
            if depth == 0:
                return j
    return len(tokens) - 1


def without_hints(tokens: List[Token]) -> List[Token]:
    kept, i = [], 0
    while i < len(tokens):
        if tokens[i].text in HINTS and i + 1 < len(tokens) and tokens[i + 1].text == "(":
            i = closing(tokens, i + 1) + 1
            continue
        kept.append(tokens[i])
        i += 1
    return kept


def conditions(source: str, tokens: List[Token]) -> Iterator[Change]:
    """A condition that always holds, and one that never does: a check that is gone."""
    for i, token in enumerate(tokens[:-1]):
        if token.text == "if" and tokens[i + 1].text == "(":
            start, end = tokens[i + 1].end, tokens[closing(tokens, i + 1)].start
            if source[start:end] not in ("0", "1"):
                yield Change(start, end, "1", "if-true")
                yield Change(start, end, "0", "if-false")


def statements(tokens: List[Token]) -> Iterator[Change]:
    """Calls and assignments that are gone, and jumps within a function. A return that is gone is one whose condition never holds."""
    i = 0
    begins = False  # whether token i can begin a statement
    while i < len(tokens):
        token = tokens[i]
        if begins:
            end = end_of_statement(tokens, i)
            if end is not None and is_deletable(tokens[i : end + 1]):
                yield Change(token.start, tokens[end].start, "", "deleted")
                i = end
                continue
        if token.text in ("if", "for", "while", "switch") and i + 1 < len(tokens) and tokens[i + 1].text == "(":
            i = closing(tokens, i + 1) + 1
            begins = True
            continue
        begins = token.text in (";", "{", "}", "else", "do") or (token.text == ":" and i > 1 and tokens[i - 2].text in ("case", "default"))
        begins = begins or (token.text == ":" and i > 0 and tokens[i - 1].text == "default")
        i += 1


def end_of_statement(tokens: List[Token], i: int):
    while i < len(tokens) and tokens[i].text not in (";", "{", "}"):
        if tokens[i].kind == "sign" and tokens[i].text in ("(", "["):
            i = closing(tokens, i)
        elif tokens[i].text == "=" and i + 1 < len(tokens) and tokens[i + 1].text == "{":
            return None  # a table
        elif tokens[i].text == "{":
            i = closing(tokens, i)
        i += 1
    return i if i < len(tokens) and tokens[i].text == ";" else None


def is_deletable(statement: List[Token]) -> bool:
    first, second = statement[0], statement[1] if len(statement) > 1 else statement[0]
    if first.text in ("break", "continue"):
        return True
    if first.text == "*" or first.text in STEPS:
        return True
    if first.kind != "name" or first.text in KEYWORDS:
        return False
    if second.text == "(":
        return statement[closing(statement, 1) + 1].text == ";" and not first.text.isupper()  # not what a macro declares
    return second.text in ASSIGNING or second.text in ("[", ".", "->") and any(token.text in ASSIGNING for token in statement)


def in_c(source: str) -> List[Change]:
    tokens = without_hints(list(scan(source)))
    return [*in_expressions(source, tokens, False), *conditions(source, tokens), *statements(tokens)]


# ---- Templates -------------------------------------------------------------------------------------------------------------------------

CONTROL_LINE = re.compile(r"(?m)^[ \t]*//%-?(.*)$|^[ \t]*//#.*$")
HOLE = re.compile(r"\$\{(.*?)\}", re.S)


def in_template(source: str) -> List[Change]:
    """Control lines and holes are expressions; what is between them is C. A hole stands there for a name."""
    changes: List[Change] = []
    c = source
    for match in CONTROL_LINE.finditer(source):
        c = blanked(c, match.start(), match.end(), " ")
        if match.group(1) and not match.group(1).split()[:1] == ["macro"]:
            changes += in_expressions(source, without_formats(list(scan(match.group(1), match.start(1)))), True)
    for match in HOLE.finditer(c):
        c = blanked(c, match.start(), match.end(), "x")
        changes += in_expressions(source, without_formats(list(scan(match.group(1), match.start(1)))), True)
    return changes + in_c(c)


def without_formats(tokens: List[Token]) -> List[Token]:
    """The sign % behind a string puts something into it."""
    return [token for i, token in enumerate(tokens) if not (token.text == "%" and i and tokens[i - 1].kind == "string")]


def blanked(text: str, start: int, end: int, filler: str) -> str:
    return text[:start] + re.sub(r"[^\n]", filler, text[start:end]) + text[end:]


# ---- Vocabularies ----------------------------------------------------------------------------------------------------------------------

PYTHON = re.compile(
    r"""
    (?P<prose> (?:\#[^\n]*) | [rR]?\"\"\".*?\"\"\" | ^(?:from|import)\b[^\n]*(?:\([^)]*\))? | ^@[^\n]* | ^ISA\ =.*\Z )
  | (?P<why> \bwhy=\(? (?: \s* f?"(?:\\.|[^"\\\n])*" )* )
  | (?P<text> (?P<prefix>[fF]?)"(?P<body>(?:\\.|[^"\\\n])*)" )
    """,
    re.X | re.S | re.M,
)


def in_python(source: str) -> List[Change]:
    """What is between the strings is Python; a string is C, or prose that the compiler does not see. What the record of an instruction set
    says of processors is no text of a kernel's. // is a comment in C only."""
    changes: List[Change] = []
    python = source
    at = 0
    while True:
        match = PYTHON.search(source, at)
        if not match:
            break
        start, at = match.span()
        if match.group("text") is not None:
            begin = match.start("body")
            changes += in_string(source, begin, match.group("body"), bool(match.group("prefix")))
        python = blanked(python, start, at, "x" if match.group("text") is not None else " ")
    return changes + list(in_expressions(python, list(scan(python.replace("//", "@@"))), True))


def in_string(source: str, offset: int, body: str, has_holes: bool) -> Iterator[Change]:
    c = body
    if has_holes:
        for start, end in holes(body):
            expression = body[start + 1 : end - 1]
            cut = format_of(expression)
            yield from in_expressions(source, list(scan(expression[:cut].replace("//", "@@"), offset + start + 1)), True)
            c = blanked(c, start, end, "x")
    tokens = list(scan(c, offset))
    yield from in_expressions(" " * offset + c, tokens, False)
    yield from conditions(" " * offset + c, tokens)


def holes(body: str) -> Iterator[Tuple[int, int]]:
    """Where {expressions} stand in an f-string. Doubled braces are braces."""
    i = 0
    while i < len(body):
        if body[i : i + 2] in ("{{", "}}"):
            i += 2
        elif body[i] == "{":
            end = i + 1
            depth = 1
            while end < len(body) and depth:
                depth += {"{": 1, "}": -1}.get(body[end], 0)
                end += 1
            yield i, end
            i = end
        else:
            i += 1


def format_of(expression: str) -> int:
    """Where the format of a hole begins: at a colon outside of brackets."""
    depth = 0
    for i, letter in enumerate(expression):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)
        if letter == ":" and depth == 0:
            return i
    return len(expression)


def changes_in(path: str, source: str) -> List[Change]:
    """All of a file's, in the order of their places."""
    find = in_template if path.endswith(".j2") else in_python if path.endswith(".py") else in_c
    return sorted(find(source), key=lambda change: (change.start, change.end, change.operator))
