"""Arguments on the command line."""

import argparse
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong, where argparse prints its usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; --help says what it takes\n")
