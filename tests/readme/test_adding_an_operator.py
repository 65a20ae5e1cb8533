"""docs/adding-an-operator.md: its example is run, and its table is compared with the files that it names."""

import re

from .guide import ROOT, Guide


class AddingAnOperator(Guide):
    page = "adding-an-operator.md"

    def test_its_example_works(self):
        self.follow(self.copy())

    def test_every_file_has_what_the_table_says(self):
        rows = re.findall(r"(?m)^\| \[.*?\]\((.*?)\) \|.*\| `(.*)` \|$", (ROOT / "docs" / self.page).read_text())
        self.assertGreaterEqual(len(rows), 16)
        for path, there in rows:
            self.assertIn(there, (ROOT / "docs" / path).resolve().read_text(), path)
