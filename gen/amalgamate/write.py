"""All of the library in one file of C, and its headers in another.

The files follow each other so that each needs only those before it: the headers of runtime/ where they are first needed, the rooms, what is
above them, and the kernels of one instruction set after the other. Each is there once, but for lists of macros, and for loops that are
compiled for several types."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Set

from .conditions import Known, folded
from .frame import begin_of_isa, end_of_file, end_of_isa, head_of_file, title
from .names import OF_SYSTEM, macros_of, names_of, pasted, renamed
from .native import IS_NATIVE, with_native_names
from .parts import ROOT, Parts
from .tokens import Line, lines_of, names_in, without_guard
from .unused import without_unused

FOLDERS = ("runtime", "generated", "extra")
OF_GENERATOR = re.compile(r"/\* Rendered from \S+ by `python -m gen`.*?\*/\n|/\* clang-format (?:on|off) \*/\n", re.DOTALL)
# What only a prover sees: lines between the head and the body of a function or of a loop, and statements of what is given; and lines
# behind the declaration of a function.
OF_PROVER = re.compile(
    r"(?m)^ +STREW_[A-Z_]+(?:\(.*\))?\n(?=(?: +STREW_[A-Z_]+(?:\(.*\))?\n)*\s*{)|^ +STREW_GIVEN\w*\(.*\);(?: /\*.*\*/)?\n"
    r"|(?<!\\)\n +STREW_(?:REQUIRES|ENSURES|ASSIGNS|REPORTS|FINDS)\w*(?:\(.*\))?(?=;?\n)"
)
CONTRACTS = "runtime/kernel_contracts.h"  # of which nothing is left then
PUBLIC = re.compile(r"<strew/(\w+\.h)>")
SHOW, HIDE = lines_of("STREW_SHOW\n"), lines_of("STREW_HIDE\n")  # around a header of the system: see frame.py
NOTHING = re.compile(r"\w+\([^()]*\)")  # what defines a macro with arguments as nothing
SIMDE = re.compile(r"<simde/")


@dataclass
class Chunk:
    """A file, with the headers that it alone includes."""

    path: str
    lines: List[Line] = field(default_factory=list)
    is_shared: bool = False  # a header that several files include, whose names stay
    isa: str = ""
    new: Dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stem = Path(self.path).stem


class Sources:
    """The files of the tree, as far as the build has what is in them."""

    def __init__(self, parts: Parts):
        self.parts = parts
        self.known = self._known()
        self.texts: Dict[str, List[Line]] = {}
        self.is_guarded: Dict[str, bool] = {}

    def _known(self) -> Known:
        known: Known = {}
        for line in lines_of((ROOT / "generated/build.h").read_text(encoding="utf-8")):
            name = line.defined
            if name and "_ISA_" not in name and name != "STREW_BUILD_H":
                known[name] = re.sub(r"^define\s+\w+", "", line.text.replace("\\\n", " ").strip()[1:].strip()).strip()
        return {**known, **self.parts.definitions}

    def lines(self, path: str) -> List[Line]:
        """Without what this build does not have, and without guards."""
        if path not in self.texts:
            text = "" if path == CONTRACTS else OF_PROVER.sub("", OF_GENERATOR.sub("", (ROOT / path).read_text(encoding="utf-8")))
            lines, self.is_guarded[path] = without_guard(lines_of(text))
            known = dict(self.known)
            if path == "generated/build.h":  # it defines what is not defined yet
                known = {name: self.parts.definitions.get(name) for name in known}
            known.update((name, "1") for name in names_in(lines) if IS_NATIVE.match(name))
            self.texts[path] = with_native_names(folded(lines, known))
        return self.texts[path]

    def find(self, quoted: str, beside: str) -> str:
        name = quoted.strip('"')
        for folder in (str(Path(beside).parent), *FOLDERS):
            if (ROOT / folder / name).is_file():
                return f"{folder}/{name}"
        raise FileNotFoundError(f"{beside} includes {quoted}, which is nowhere")

    def included(self, path: str) -> List[str]:
        """The files of the tree that a file includes."""
        quoted = [line.included for line in self.lines(path)]
        return [self.find(name, path) for name in quoted if name and name.startswith('"')]

    def all_included(self, path: str) -> Set[str]:
        found: Set[str] = set()
        left = [path]
        while left:
            new = set(self.included(left.pop())) - found
            found |= new
            left.extend(new)
        return found


class Amalgamation:
    def __init__(self, parts: Parts):
        self.parts = parts
        self.sources = Sources(parts)
        self.system: Set[str] = set()
        self.chunks: List[Chunk] = []
        self.done: Set[str] = set()
        users: Dict[str, Set[str]] = {}
        for source in parts.sources:
            for header in self.sources.all_included(source):
                users.setdefault(header, set()).add(source)
        self.private = {header for header, files in users.items() if len(files) == 1 and not header.endswith(".inc")}
        self.private -= {header for source in parts.sources for header in [str(Path(source).with_suffix(".h"))]}

    # ---- Files ----------------------------------------------------------------------------------------------------------------------

    def collect(self) -> None:
        for source in self.parts.sources:
            self.add(source)
        for isa, sources in self.parts.kernels.items():
            begin = len(self.chunks)
            self.add_header("generated/elements.h")
            for source in (f"generated/{isa}/vocabulary.h", *sources):
                self.add(source, isa)
            self.chunks[begin:] = sorted(self.chunks[begin:], key=lambda chunk: not chunk.is_shared)

    def add_header(self, path: str) -> None:
        if path not in self.done:
            self.done.add(path)
            self.add(path, is_shared=True)

    def add(self, path: str, isa: str = "", is_shared: bool = False) -> None:
        chunk = Chunk(path, isa=isa, is_shared=is_shared)
        self.expand(path, chunk, set())
        self.chunks.append(chunk)

    def expand(self, path: str, chunk: Chunk, done: Set[str]) -> None:
        """The lines of a file, with what it includes: before it, or in its place if this file alone includes it."""
        depth = 0
        defined: Dict[str, bool] = {}  # macros, and whether as nothing
        for line in self.sources.lines(path):
            depth += (line.directive in ("if", "ifdef", "ifndef")) - (line.directive == "endif")
            name = line.included
            if line.defined:
                defined[line.defined] = NOTHING.fullmatch(line.argument) is not None
            if not name:
                if not (chunk.isa and is_declaration(line)):
                    chunk.lines.append(line)
            elif name.startswith("<"):
                if PUBLIC.match(name) or SIMDE.match(name):
                    continue
                if depth:
                    chunk.lines.extend([*SHOW, line, *HIDE])
                else:
                    self.system.add(name)
            else:
                self.include(self.sources.find(name, path), chunk, defined, done)

    def include(self, header: str, chunk: Chunk, defined: Dict[str, bool], done: Set[str]) -> None:
        if header.endswith(".inc"):
            chunk.lines.extend(self.lists(header, defined))
        elif Path(header).name == "vocabulary.h":
            pass  # it is before the kernels
        elif header not in self.private:
            self.add_header(header)
        elif header not in done:
            self.sources.lines(header)
            if self.sources.is_guarded[header]:
                done.add(header)
            self.expand(header, chunk, done)

    def lists(self, path: str, defined: Dict[str, bool]) -> List[Line]:
        """Of a file of lists those for which macros were defined, which they forget. A macro that is defined as nothing needs no lines."""
        lines = self.sources.lines(path)
        known: Known = {line.argument: None for line in lines if line.directive == "undef"}
        known.update((name, "") for name in defined if name in known)
        result: List[Line] = []
        empty = {name for name, is_empty in defined.items() if is_empty}
        for line in folded(lines, known):
            first = line.words[0].text if line.words else ""
            if line.directive == "undef":
                empty.discard(line.argument)
                if line.argument not in defined:
                    continue
                del defined[line.argument]
            elif line.defined and NOTHING.fullmatch(line.argument):
                empty.add(line.defined)
                continue
            if first and first not in empty:
                result.append(line)
        return result

    # ---- Names ----------------------------------------------------------------------------------------------------------------------

    def rename(self) -> None:
        claims: Dict[str, List[Chunk]] = {}
        for chunk in self.chunks:
            for name in names_of(chunk.lines):
                claims.setdefault(name, []).append(chunk)
        used = {name for chunk in self.chunks for name in names_in(chunk.lines)}
        for name, chunks in claims.items():
            if len(chunks) == 1 and name not in OF_SYSTEM:
                continue
            shared = [chunk for chunk in chunks if chunk.is_shared]
            if len(shared) > 1:
                raise ValueError(f"{name} is a name of {shared[0].path} and of {shared[1].path}, of which both are for several files")
            keeps = [chunk for chunk in chunks if chunk.is_shared or (not chunk.isa and name.startswith(chunk.stem))]
            for chunk in chunks:
                if not chunk.is_shared and chunk not in keeps[:1]:
                    chunk.new[name] = self.new_name(name, chunk, used)
        for chunk in self.chunks:
            if chunk.isa:
                words = next(other.new for other in self.chunks if other.isa == chunk.isa and other.stem == "vocabulary")
                chunk.new = {**words, **chunk.new}
            chunk.lines = renamed(chunk.lines, pasted(chunk.lines, chunk.new))

    def new_name(self, name: str, chunk: Chunk, used: Set[str]) -> str:
        """One that says which file it is of, and that nothing else has."""
        if chunk.isa:
            names = ["_".join([name, *([] if chunk.stem == "vocabulary" else [chunk.stem]), chunk.isa])]
        else:
            others = {other.stem for other in self.chunks if other is not chunk and not other.isa and not other.is_shared}
            stem = f"{chunk.stem}_way" if chunk.stem in others and "/ways/" in chunk.path else chunk.stem
            stem = stem.upper() if name.isupper() else stem
            names = [f"{stem}_{name}", f"{name}_OF_{stem}" if name.isupper() else f"{name}_of_{stem}"]
        found = next(new for new in names if new not in used)
        used.add(found)
        return found

    def forget_macros(self) -> None:
        """Macros of a file end with it if another file has the name."""
        used: Dict[str, Set[str]] = {chunk.path: set(names_in(chunk.lines)) for chunk in self.chunks}
        for chunk in self.chunks:
            if chunk.is_shared or chunk.stem == "vocabulary":
                continue
            for macro in macros_of(chunk.lines):
                if any(macro in names for path, names in used.items() if path != chunk.path):
                    chunk.lines.extend(lines_of(f"#undef {macro}\n"))

    def drop_unused(self) -> None:
        for chunk, lines in zip(self.chunks, without_unused([chunk.lines for chunk in self.chunks])):
            chunk.lines = lines

    # ---- Text -----------------------------------------------------------------------------------------------------------------------

    def text(self, head: str) -> str:
        self.collect()
        self.rename()
        self.drop_unused()
        self.forget_macros()
        pieces = [head, head_of_file(self.parts, self.system)]
        isa = ""
        for chunk in self.chunks:
            if chunk.isa != isa:
                pieces.append(end_of_isa(self.parts, isa) if isa else "")
                isa = chunk.isa
                pieces.append(begin_of_isa(self.parts, isa) if isa else "")
            pieces.append(title(chunk.path) + tidy("".join(line.text for line in chunk.lines)))
        pieces.append(end_of_isa(self.parts, isa) + end_of_file())
        return "".join(pieces)


def is_declaration(line: Line) -> bool:
    """Of a kernel of another instruction set. dispatch.c has declared them all, without what the kernels of this one are compiled with."""
    texts = [word.text for word in line.words]
    return len(texts) == 5 and texts[2].startswith("strew_") and [texts[1], *texts[3:]] == ["(", ")", ";"]


def tidy(text: str) -> str:
    """Without lines that are empty where something was left out."""
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n\n"


def header_text() -> str:
    """strew.h with all public headers of C that need no other library, each with its guards, once."""
    folders = (ROOT / "include/strew", ROOT / "generated/strew")
    headers = {path.name: path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("*.h"))}
    done: Set[str] = set()

    def expand(name: str) -> str:
        done.add(name)
        lines = []
        for line in lines_of(OF_GENERATOR.sub("", headers[name])):
            match = PUBLIC.match(line.included or "")
            if not match:
                lines.append(line.text)
            elif match.group(1) not in done:
                lines.append(expand(match.group(1)))
        return "".join(lines)

    text = expand("strew.h")
    for name, header in headers.items():
        included = {line.included for line in lines_of(header) if line.included}
        if name not in done and all(PUBLIC.match(other) or other in ("<stddef.h>", "<stdint.h>") for other in included):
            text += "\n" + expand(name)
    return tidy(text)[:-1]
