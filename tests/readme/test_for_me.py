"""The page that says for whom strew is: each figure of its tables stands on the page that its row names."""

import re
import unittest

from tests.processes import ROOT

PAGE = ROOT / "docs" / "for-me.md"
ROW = re.compile(r"(?m)^\| (?P<workload>.*) \| (?P<beside>.*) \| (?P<figures>.*) \| \[[^\]]+\]\((?P<page>[\w/.-]+)(?:#(?P<heading>[\w-]+))?\) \|$")


class Figures(unittest.TestCase):
    def test_each_stands_on_the_page_that_is_named(self):
        rows = list(ROW.finditer(PAGE.read_text()))
        self.assertGreaterEqual(len(rows), 45)
        for row in rows:
            text = (PAGE.parent / row["page"]).read_text()
            figures = re.findall(r"\d+(?:\.\d+)?", row["figures"])
            for figure in figures:
                self.assertRegex(text, rf"(?<![\d.]){re.escape(figure)}(?!\.?\d)", row[0])
            if row["heading"]:
                headings = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in re.findall(r"(?m)^#+ (.*)$", text)}
                self.assertIn(row["heading"], headings, row[0])

    def test_the_lowest_figure_says_in_which_table_a_row_stands(self):
        for heading, low, high in (("gets faster", 1.1, 100), ("stays the same", 0.9, 1.1), ("gets slower", 0, 0.9)):
            table = PAGE.read_text().partition(f"## What {heading}")[2].partition("\n## ")[0]
            rows = list(ROW.finditer(table))
            self.assertEqual(len(rows), len(re.findall(r"(?m)^\| .*\]\(.*\) \|$", table)), heading)
            for row in rows:
                figures = [float(each) for each in re.findall(r"\d+(?:\.\d+)?", row["figures"])]
                if figures:
                    self.assertTrue(low <= min(figures) < high, row[0])
