"""docs/bindings.md: its two tables have a row for every member of strew_options and strew_call."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def members(struct):
    """The names of a struct's members in strew.h, whose comments may say others."""
    header = (ROOT / "include/strew/strew.h").read_text()
    (body,) = re.findall(rf"(?s)typedef struct {struct} \{{(.*?)\n\}} {struct};", header)
    declarations = re.sub(r"(?s)/\*.*?\*/", "", body)
    return {name for line in declarations.split(";") for name in re.findall(r"(\w+)(?:\[\d+\])?(?=\s*(?:,|$))", line.strip())}


def tables(page):
    """The names in the first column of each table of members."""
    found = re.findall(r"(?m)^\| member \|.*\n\|---.*\n((?:\|.*\n)+)", page)
    return [{name for cell in re.findall(r"(?m)^\| (.*?) \|", rows) for name in re.findall(r"`(\w+)`", cell)} for rows in found]


class Members(unittest.TestCase):
    SAID_ELSEWHERE = {"struct_size", "reserved", "options"}
    SAID_BY_FUNCTIONS = {"op", "reduction", "indices"}  # of the adapters, whose functions are named in the page's cells

    def test_each_has_a_row(self):
        ours, adapters = tables((ROOT / "docs/bindings.md").read_text())
        every = (members("strew_options") | members("strew_call")) - self.SAID_ELSEWHERE
        self.assertIn("accumulate", every)
        self.assertIn("update_indices", every)
        self.assertEqual(every - ours, set())
        self.assertEqual(every - adapters - self.SAID_BY_FUNCTIONS, set())
        self.assertEqual((ours | adapters) - every, set())


if __name__ == "__main__":
    unittest.main()
