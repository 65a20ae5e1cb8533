"""The declarations of the public headers in Rust, for the crates of packaging/rust.

The headers are the only source of the declarations, with their comments. This reads only the style of those headers; anything else is an
error. What it writes is compared with the headers by a compiler: packaging/rust/strew-sys/tests/layout.rs.
"""

import re
from dataclasses import dataclass, field
from typing import Dict, List, Tuple

from gen.amalgamate.tokens import Token, lines_of, without_guard
from gen.checks import GeneratorError
from gen.header import INCLUDE

# Those that a C compiler needs no other library for; strew/axes.h is rendered.
HEADERS = ("sized.h", "status.h", "segment.h", "arg.h", "strew.h", "inspect.h", "group.h", "convert.h", "softmax.h", "gradient.h")
MACROS = ("STREW_VERSION_MAJOR", "STREW_VERSION_MINOR", "STREW_VERSION_PATCH", "STREW_ABI_VERSION", "STREW_MESSAGE_BYTES", "STREW_MAX_RANK")
MACROS += ("STREW_PLAN_BYTES",)
TYPES = {"void": "c_void", "char": "c_char", "int": "c_int", "size_t": "usize"}
TYPES.update((f"{sign}int{bits}_t", f"{'u' if sign else 'i'}{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64))
RESERVED = {"fn", "type", "ref", "in", "move", "match", "self", "mod", "use"}
# The enums that the safe crate has as they are, and what they are called there.
SAFE_ENUMS = {"strew_status": "Status", "strew_reduction": "Reduction", "strew_isa": "Isa", "strew_profile": "Profile"}
WITH_DEFAULT = ("Reduction", "Isa", "Profile")


@dataclass
class Item:
    """An enum, a struct, a type of functions or a function, with what is inside it."""

    kind: str
    name: str
    doc: str
    result: str = ""  # of a function
    members: List["Member"] = field(default_factory=list)

    @property
    def is_sized(self) -> bool:
        return bool(self.members) and self.members[0].name == "struct_size"


@dataclass
class Member:
    name: str
    text: str  # its type, or an enumerator's number
    doc: str = ""


class Reader:
    """The declarations of a header, one after the other."""

    def __init__(self, text: str, functions: Dict[str, str]):
        self.tokens: List[Token] = []
        self.at = 0
        self.functions = functions  # the names of types of functions, which are pointers in Rust
        lines, _ = without_guard(lines_of(text))
        depth = 0
        for line in lines:
            depth += line.directive in ("if", "ifdef", "ifndef")
            if line.directive:
                self.tokens.append(Token("comment", ""))  # the comment before it is of the directive
            elif not depth:
                self.tokens += [token for token in line.tokens if token.kind not in ("space", "newline")]
            depth -= line.directive == "endif"

    # ---- Tokens ----------------------------------------------------------------------------------------------------------------------

    def doc_before(self) -> str:
        doc = ""
        while self.at < len(self.tokens) and self.tokens[self.at].kind == "comment":
            text = self.tokens[self.at].text
            doc = text if text.startswith("/**") and not re.match(r"/\*\*<|/\*\*\s*(?:\*\s*)?@", text) else ""
            self.at += 1
        return words_of(doc)

    def doc_after(self) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at].text.startswith("/**<"):
            self.at += 1
            return words_of(self.tokens[self.at - 1].text)
        return ""

    def next(self, expected: str = "") -> str:
        token = self.tokens[self.at] if self.at < len(self.tokens) else Token("end", "the end")
        if expected and token.text != expected:
            before = " ".join(token.text for token in self.tokens[max(0, self.at - 8) : self.at])
            raise GeneratorError(f"gen/rust.py expects {expected!r} after {before!r}, not {token.text!r}")
        self.at += 1
        return token.text

    def until(self, *marks: str) -> List[str]:
        """The tokens before one of these, which is read too."""
        words = []
        while self.tokens[self.at].text not in marks:
            if self.tokens[self.at].kind != "comment":
                words.append(self.tokens[self.at].text)
            self.at += 1
        self.at += 1
        return words

    # ---- Declarations ----------------------------------------------------------------------------------------------------------------

    def items(self) -> List[Item]:
        found: List[Item] = []
        while True:
            doc = self.doc_before()
            if self.at == len(self.tokens):
                return found
            found.append(self.item(doc))
            found[-1].doc = found[-1].doc or self.doc_after()

    def item(self, doc: str) -> Item:
        word = self.next()
        if word == "STREW_API":
            return self.function(self.until("("), doc)
        if word != "typedef":
            raise GeneratorError(f"gen/rust.py does not know what to do with {word!r} at the top of a header")
        if self.tokens[self.at].text in ("enum", "struct"):
            return self.body(self.next(), self.next(), doc)
        item = self.function(self.until("("), doc)
        self.functions[item.name] = item.name
        item.kind = "function type"
        return item

    def body(self, kind: str, name: str, doc: str) -> Item:
        item = Item(kind, name, doc)
        self.next("{")
        while True:
            before = self.doc_before()
            if self.tokens[self.at].text == "}":
                break
            if kind == "enum":
                item.members.append(self.enumerator(item.members, before))
            else:
                of_member, of_type = self.declaration(self.until(";"))
                item.members.append(Member(of_member, of_type, before or self.doc_after()))
        self.next("}")
        self.next(name)
        self.next(";")
        return item

    def enumerator(self, members: List[Member], doc: str) -> Member:
        name, words = self.next(), []
        while self.tokens[self.at].text not in (",", "}") and self.tokens[self.at].kind != "comment":
            words.append(self.next())
        if self.tokens[self.at].text == ",":
            self.next()
        number = " ".join(words[1:]) or (f"{members[-1].name} + 1" if members else "0")
        if members and not words and members[-1].text.isdigit():
            number = str(int(members[-1].text) + 1)
        doc = doc or self.doc_after()
        if self.tokens[self.at].text == ",":
            self.next()
        return Member(name, number, doc)

    def function(self, words: List[str], doc: str) -> Item:
        name, result = self.declaration(words)
        item = Item("function", name, doc, "" if result == "c_void" else result)
        parameters: List[List[str]] = [[]]
        for word in self.until(")"):
            if word == ",":
                parameters.append([])
            else:
                parameters[-1].append(word)
        if parameters != [["void"]]:
            item.members = [Member(*self.declaration(parameter)) for parameter in parameters]
        self.next(";")
        return item

    def declaration(self, words: List[str]) -> Tuple[str, str]:
        """The name, and the type in Rust."""
        words, size = list(words), ""
        if "[" in words:
            begin = words.index("[")
            size, words = " ".join(words[begin + 1 : words.index("]")]), words[:begin]
        name = words.pop()
        is_const = words[0] == "const"
        words = [word for word in words[is_const:] if word != "struct"]
        base, stars = words[0], words[1:]
        if base in self.functions:
            if stars != ["*"]:
                raise GeneratorError(f"gen/rust.py knows only pointers to {base}")
            return name, f"Option<{base}>"
        text = TYPES.get(base, base)
        for star in stars:
            if star == "*":
                text, is_const = ("*const " if is_const else "*mut ") + text, False
            elif star == "const":
                is_const = True
            else:
                raise GeneratorError(f"gen/rust.py does not know what to do with {star!r} of {name}")
        if size:
            text = f"[{text}; {size}]"
        return (f"r#{name}" if name in RESERVED else name), text


def words_of(comment: str) -> str:
    """The text of a comment, as lines."""
    text = re.sub(r"^/\*\*<?|\*/$", "", comment)
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() if i else line.strip() for i, line in enumerate(text.split("\n"))]
    return "\n".join(lines).strip("\n").strip()


def rust_doc(text: str) -> str:
    """As a comment of documentation, in which what is indented is fenced: nobody may take it for Rust."""
    lines: List[str] = []
    is_code = False
    for line in [*(text or "See the header.").split("\n"), None]:
        if line is not None and line.startswith("    ") != is_code and line:
            is_code = not is_code
            lines.append("```text" if is_code else "```")
            if not is_code and lines[-2] == "":
                lines[-2:] = ["```", ""]
        if line is None:
            lines += ["```"] if is_code else []
        else:
            lines.append(line[4:] if is_code else line)
    return "\n".join(f"/// {line}".rstrip() for line in lines)


def read_items(axes: str) -> List[Item]:
    """The declarations of all headers. `axes` is the text of strew/axes.h."""
    functions: Dict[str, str] = {}
    items = []
    for text in (axes, *((INCLUDE / name).read_text() for name in HEADERS)):
        items += Reader(text, functions).items()
    return items


# ---- For the safe crate ------------------------------------------------------------------------------------------------------------------

TITLES = {"ONNX ": "Onnx", "OpenVINO ": "OpenVino", "PyTorch ": "PyTorch"}


def variant(enum: str, member: Member) -> str:
    """The name of an enumerator in Rust: NullPointer of STREW_STATUS_NULL_POINTER. Profiles have theirs from their titles."""
    for title, short in TITLES.items():
        if enum == "strew_profile" and member.doc.startswith(title):
            words = re.split(r"[-_ ]", member.doc[len(title) :])
            return short + "".join(word[0].upper() + word[1:] for word in words)
    short = member.name.removeprefix(f"{enum.upper()}_").removeprefix("STREW_")
    return "".join(word.capitalize() for word in short.split("_"))
