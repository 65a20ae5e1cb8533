"""The names that a file of C has for itself, and new ones where two files have the same."""

from typing import Dict, Iterable, List, Set, Tuple

from .tokens import Line, Token

# What headers of the system declare that the files include, or that others include with them on some systems.
OF_SYSTEM = frozenset(
    "abs access alarm clock close copysign count div dup exp fill floor index isnan j0 j1 jn link log pause pipe pow rand random read "
    "remove rename rindex round select signal sleep split sqrt time trunc wait write y0 y1 yn".split()
)


def _is(token: Token, *texts: str) -> bool:
    return token.text in texts


def _statements(lines: Iterable[Line]) -> Iterable[List[Token]]:
    """The tokens of C at file scope: each statement up to its semicolon, or up to the body of its function. Of what is in braces, only the
    body of an enum is kept. After an #else the braces are those of before the #if."""
    statement: List[Token] = []
    depth, keeps = 0, 0
    before: List[Tuple[int, int]] = []
    for line in lines:
        if line.directive in ("if", "ifdef", "ifndef"):
            before.append((depth, len(statement)))
        elif line.directive in ("else", "elif") and before:
            depth = before[-1][0]
            del statement[before[-1][1] :]
        elif line.directive == "endif" and before:
            before.pop()
        if line.directive:
            continue
        for token in line.words:
            if depth == 0 and token.kind == "name" and _is_call(statement):
                yield statement
                statement = []
            if _is(token, "{"):
                if depth == 0:
                    keeps = any(_is(word, "enum") for word in statement)
                depth += 1
                if depth == 1 or keeps:
                    statement.append(token)
            elif _is(token, "}"):
                depth = max(0, depth - 1)
                if depth == 0 or keeps:
                    statement.append(token)
                if depth == 0 and _ends_with_body(statement):
                    yield statement
                    statement = []
            elif depth == 0 or keeps:
                statement.append(token)
                if depth == 0 and _is(token, ";"):
                    yield statement
                    statement = []


def _is_call(statement: List[Token]) -> bool:
    """Of a macro that makes a function, without a semicolon."""
    return len(statement) > 2 and statement[0].text.isupper() and statement[1].text == "(" and statement[-1].text == ")"


def _ends_with_body(statement: List[Token]) -> bool:
    texts = [token.text for token in statement]
    head = texts[: texts.index("{")]
    return "=" not in head and head[-1:] == [")"]


def _declared(statement: List[Token]) -> str:
    """The name of a function, variable or type; empty if there is none."""
    depth, previous, i = 0, "", 0
    while i < len(statement):
        token = statement[i]
        if token.text == "__attribute__" or token.text == "_Static_assert":
            i = _after_parentheses(statement, i + 1)
            continue
        if depth == 0 and token.kind == "mark" and token.text in "([=;":
            if token.text == "(" and _is(statement[i + 1], "*"):
                return next((word.text for word in statement[i + 1 :] if word.kind == "name" and word.text != "const"), "")
            if token.text == "(" and previous.isupper() and previous.isidentifier():  # a macro that makes the name of its argument
                return next((word.text for word in statement[i + 1 :] if word.kind == "name" and not word.text.isupper()), "")
            return previous
        if token.kind == "name":
            previous = token.text if depth == 0 else previous
        depth += _is(token, "{") - _is(token, "}")
        i += 1
    return ""


def _after_parentheses(statement: List[Token], i: int) -> int:
    depth = 0
    while i < len(statement):
        depth += _is(statement[i], "(") - _is(statement[i], ")")
        i += 1
        if depth == 0:
            break
    return i


def _constants(statement: List[Token]) -> Iterable[str]:
    """Those of an enum."""
    depth, is_next = 0, False
    for token in statement:
        if token.kind == "mark":
            if depth == 0 and token.text == "{":
                is_next = True
                depth = 1
                continue
            depth += _is(token, "{", "(") - _is(token, "}", ")")
            is_next = depth == 1 and token.text == ","
        elif is_next and token.kind == "name":
            yield token.text
            is_next = False
    return


def names_of(lines: List[Line]) -> Set[str]:
    """The names at file scope that are of this file alone: of static functions and variables, types, tags and constants."""
    found: Set[str] = set()
    for statement in _statements(lines):
        texts = [token.text for token in statement]
        for keyword in ("struct", "union", "enum"):
            if keyword in texts and "{" in texts and texts.index(keyword) < texts.index("{"):
                tag = texts[texts.index("{") - 1]
                if tag.isidentifier() and tag != keyword and not tag.isupper():
                    found.add(tag)
        if "enum" in texts and "{" in texts:
            found.update(_constants(statement))
        if "static" in texts or texts[0] == "typedef" or texts[0].isupper():
            found.add(_declared(statement))
    return {name for name in found if name and not name.startswith(("strew_", "STREW_"))}


def macros_of(lines: Iterable[Line]) -> List[str]:
    """Those that are still defined at the end of a file, in their order."""
    defined: Dict[str, None] = {}
    for line in lines:
        if line.defined:
            defined[line.defined] = None
        elif line.directive == "undef":
            defined.pop(line.argument, None)
    return list(defined)


def pasted(lines: Iterable[Line], new: Dict[str, str]) -> Dict[str, str]:
    """The same for what macros such as `#define OF(name) name##_f32` make of names."""
    suffixes = {
        line.words[-1].text
        for line in lines
        if line.defined and len(line.words) > 3 and line.words[-2].text == "##" and line.words[-3].text == line.words[4].text
    }
    return {**new, **{name + suffix: other + suffix for name, other in new.items() for suffix in suffixes}}


class _Braces:
    """Whether a token is in the body of a struct or union, where names are of members or of their types."""

    def __init__(self) -> None:
        self.are_of_struct: List[bool] = []
        self.statement: List[str] = []

    def pass_over(self, token: Token) -> None:
        if token.text == "{":
            keywords = {"struct", "union"} & set(self.statement)
            self.are_of_struct.append(bool(keywords) and "=" not in self.statement and "(" not in self.statement)
            self.statement = []
        elif token.text == "}":
            if self.are_of_struct:
                self.are_of_struct.pop()
            self.statement = []
        elif token.text == ";":
            self.statement = []
        else:
            self.statement.append(token.text)

    @property
    def is_in_struct(self) -> bool:
        return bool(self.are_of_struct) and self.are_of_struct[-1]


def renamed(lines: Iterable[Line], new: Dict[str, str]) -> List[Line]:
    """With new names for some, but for members of structs of the same name, and for what is a part of a name only."""
    result = []
    braces = _Braces()
    for line in lines:
        tokens, previous = [], ""
        following = iter([*(word.text for word in line.words[1:]), ""])
        for token in line.tokens:
            if token.kind in ("space", "comment", "newline"):
                tokens.append(token)
                continue
            after = next(following)
            is_member = previous in (".", "->") or (braces.is_in_struct and after in (";", ",", "[", ":", ")"))
            if token.kind == "name" and token.text in new and not is_member and "##" not in (previous, after):
                tokens.append(Token("name", new[token.text]))
            else:
                tokens.append(token)
            if not line.directive:
                braces.pass_over(token)
            previous = token.text
        result.append(Line(tokens))
    return result
