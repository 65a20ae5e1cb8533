"""The reference of Python, which the site and help() show: every argument has an entry of its own."""

import inspect
import re
import unittest

import strew


def entries(documentation: str) -> set:
    """The names at the heads of entries, as docs/site/conf.py finds them."""
    heads = re.findall(r"(?m)^([a-z_]+(?:, [a-z_]+)*): ", inspect.cleandoc(documentation))
    return {name for head in heads for name in head.split(", ")}


class Reference(unittest.TestCase):
    def test_every_argument_of_an_operator_and_of_a_plan_has_an_entry(self) -> None:
        functions = [f for name, f in vars(strew).items() if inspect.isfunction(f) and not name.startswith("_")]
        functions = [f for f in functions if len(inspect.signature(f).parameters) > 1]
        self.assertGreaterEqual(len(functions), 26)
        for function in functions:
            with self.subTest(function.__name__):
                self.assertEqual(set(inspect.signature(function).parameters) - entries(function.__doc__ or ""), set())
