"""Docstrings of functions that have arguments in common."""

from __future__ import annotations

import re
from inspect import signature
from typing import Any, Callable, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])

# The names of arguments at the head of a line, and what they are, which goes on in lines that are indented further.
_ENTRY = re.compile(r"^    ([a-z_]+(?:, [a-z_]+)*): (.*\n(?:        .*\n)*)", re.MULTILINE)


def documented(shared: str) -> Callable[[_Function], _Function]:
    """Adds to a docstring what several functions share: of the entries of arguments those that the function has."""

    def decorate(function: _Function) -> _Function:
        has = signature(function).parameters

        def entry(match: re.Match[str]) -> str:
            names = [name for name in match[1].split(", ") if name in has]
            return f"    {', '.join(names)}: {match[2]}" if names else ""

        function.__doc__ = (function.__doc__ or "").rstrip() + _ENTRY.sub(entry, shared)
        return function

    return decorate
