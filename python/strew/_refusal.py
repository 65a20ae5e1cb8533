"""How a command says no."""

from __future__ import annotations


class Refusal(Exception):
    """A command cannot do what it was asked to; the text is the one sentence that its caller sees."""


def one_line(reason: BaseException) -> str:
    """The reason without the advice for programmers that some libraries put on further lines."""
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    lines = str(reason).splitlines()
    return lines[0] if lines else type(reason).__name__
