# Rendered from templates/arguments.py.j2 by `python -m gen`. Do not edit: change the template or gen/.
"""Arguments on the command line, for every script in Python and, in a copy that is rendered, for the commands of the packages.

A script reads them before it imports what takes long or may not be installed, so that --help and wrong arguments are answered at once, on
every machine.
"""

import argparse
from typing import Any, Callable, Collection, List, NoReturn


class Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong, where argparse prints its usage before it. A description may be a docstring: its lines stay."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": argparse.RawDescriptionHelpFormatter, **settings})

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """An option that does not exist is named before what is missing: only without required arguments does argparse come to it."""
        required = _required(self)
        for each in required:
            each.required = False
        try:
            unknown = self.parse_known_args(args)[1]
        finally:
            for each in required:
                each.required = True
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return super().parse_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; --help says what it takes\n")


def _required(parser: argparse.ArgumentParser) -> List[Any]:
    """What must be given to a parser or to one of its commands: arguments, and groups of which one must be given."""
    found: List[Any] = [*parser._actions, *parser._mutually_exclusive_groups]
    found = [each for each in found if each.required]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [each for command in action.choices.values() for each in _required(command)]
    return found


def count(text: str) -> int:
    """The type of an argument that is 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def one_of(names: Collection[str]) -> Callable[[str], str]:
    """The type of an argument that is one of these names. Choices of argparse are wrong for arguments of which there may be none."""

    def known(text: str) -> str:
        if text not in names:
            raise argparse.ArgumentTypeError(f"there is no {text!r}, only {', '.join(names)}")
        return text

    return known
