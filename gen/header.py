"""Reads the public headers: the version, and the enums that are written there by hand.

The headers are their only source, because callers should read their explanations there. This reads only the style of those headers;
anything else is an error.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Tuple

from gen.checks import GeneratorError

INCLUDE = Path(__file__).resolve().parent.parent / "include" / "strew"
# Those that have enums; the version is in the first one.
HEADERS = ("strew.h", "segment.h", "arg.h", "status.h", "inspect.h", "softmax.h", "gradient.h")
ONLY_OK = "STREW_OK"  # the only enumerator without its enum's name


@dataclass(frozen=True)
class Enum:
    name: str  # strew_status
    brief: str
    members: Tuple[Tuple[str, int], ...]  # ("STREW_OK", 0), ...

    @property
    def prefix(self) -> str:
        return self.name.removesuffix("_mode").upper() + "_"  # STREW_CACHE_LINEAR is a strew_cache_mode

    def short(self, member: str) -> str:
        """The name without the enum's."""
        return "OK" if member == ONLY_OK else member[len(self.prefix) :]


def read_headers() -> str:
    return "\n".join((INCLUDE / name).read_text() for name in HEADERS)


def read_enums(text: str) -> Dict[str, Enum]:
    enums = {}
    for name, body in re.findall(r"typedef enum (\w+) \{(.*?)\} \1;", text, re.S):
        comment = re.findall(r"/\*\*((?:(?!\*/).)*)\*/\ntypedef enum " + name, text, re.S)
        words = " ".join(re.sub(r"\n \*", " ", comment[-1]).split()) if comment else ""
        members, number = [], -1
        for line in re.sub(r"/\*.*?\*/", "", body, flags=re.S).split(","):
            if not line.strip():
                continue
            found = re.fullmatch(r"\s*(STREW_\w+)(?: = (\d+))?\s*", line)
            if not found:
                raise GeneratorError(f"{line.strip()!r} of {name} is no enumerator that gen/header.py can read")
            number = int(found[2]) if found[2] else number + 1
            members.append((found[1], number))
        enum = Enum(name, re.split(r"(?<=\.) ", words)[0], tuple(members))
        for member, _ in enum.members:
            if not member.startswith(enum.prefix) and member != ONLY_OK:
                raise GeneratorError(f"{member} does not carry the name of its enum, {name}")
        enums[name] = enum
    return enums


def read_number(text: str, macro: str) -> int:
    found = re.search(rf"(?m)^#define {macro} (\d+)\b", text)
    if not found:
        raise GeneratorError(f"{HEADERS[0]} defines no number {macro}")
    return int(found[1])


def read_version(text: str) -> str:
    return ".".join(str(read_number(text, f"STREW_VERSION_{part}")) for part in ("MAJOR", "MINOR", "PATCH"))
