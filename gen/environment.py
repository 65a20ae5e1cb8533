"""Jinja2 as the templates need it: C with holes, whose control lines are comments."""

import re
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from textwrap import indent
from typing import Iterable, Iterator, Optional, Tuple

import jinja2
from jinja2.ext import Extension

from gen.rust import rust_doc

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "templates", ROOT / "gen" / "isa")  # loops and lists; words


class CShaped(Extension):
    """Control lines in C comments: `//% for`, `//# a comment of the template`. `//%-` joins the line before it.

    Only plain C is proved, so only there are lines, and ends of a loop's first line, that begin with `//!`: contracts for a prover.

    Jinja2's own line statements remove the blank lines after them, which generated code needs.
    """

    def preprocess(self, source: str, name: Optional[str], filename: Optional[str] = None) -> str:
        source = re.sub(r"(?m)^( *)(\S.*) \{ //! ?(.*)$", r"\1\2{% if isa.is_proved %}\n\n\1    \3\n\1{{% else %} {{% endif %}\n", source)
        source = re.sub(r"(?m)^( *)//! ?(.*)$", r"//% if isa.is_proved\n\1\2\n//% endif", source)
        source = re.sub(r"(?m)^[ \t]*//%(-?) ?(.*)$", r"{%\1 \2 %}", source)
        return re.sub(r"(?m)^[ \t]*//#(.*)$", r"{# \1 #}", source)


def by_runs(items: Iterable, attribute: str) -> Iterator[Tuple[object, list]]:
    """Groups of neighbours with the same value of an attribute, and that value."""
    return ((key, list(run)) for key, run in groupby(items, attrgetter(attribute)))


def stem(kernel: str) -> str:
    """What is between the prefix and the instruction set in a kernel's name: its parts are called so."""
    return kernel.replace("strew_", "", 1).rsplit("__", 1)[0]


def row(macro: str, *members: object) -> str:
    """A line of a list in C: a macro with its arguments, where 1 or 0 says whether."""
    return f"{macro}({', '.join(str(int(member) if isinstance(member, bool) else member) for member in members)})"


@lru_cache(maxsize=None)
def environment() -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(list(map(str, FOLDERS))),
        extensions=[CShaped],
        variable_start_string="${",
        variable_end_string="}",
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals["row"] = row
    env.filters["by_runs"] = by_runs
    env.filters["stem"] = stem
    env.filters["rust_doc"] = rust_doc
    env.filters["indented"] = lambda text: indent(text, "    ")
    return env
