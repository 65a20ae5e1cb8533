"""How a command says no."""

from __future__ import annotations


def printable(text: object) -> str:
    """The text on one line that can be written anywhere: what does not print is escaped, as Python would in quotes.

    A file's name may hold anything: a newline, an escape sequence of a terminal, bytes that are no text.
    """
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in str(text))


class Rejection(Exception):
    """A command cannot do what it was asked to; the text is the one sentence that its caller sees."""

    def __str__(self) -> str:
        return printable(super().__str__())


def one_line(reason: BaseException) -> str:
    """The reason without the advice for programmers that some libraries put on further lines."""
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    lines = str(reason).splitlines()
    return lines[0] if lines else type(reason).__name__
