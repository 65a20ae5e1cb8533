"""gen/README.md, which shows the real text of each step, and names files and words that exist."""

import re
import unittest

from tests.processes import ROOT

PAGE = ROOT / "gen" / "README.md"
# A text is of the last file that is linked by its path before it; several may follow one another.
PART = re.compile(r"```(?:c|python)\n(?P<text>.*?)```\n|\[(?P<path>(?:gen|generated|templates)/[\w/.]+\w)\]\((?P<target>[\w/.]+)\)", re.S)


def shown():
    """The texts of the page, each with its file."""
    file = None
    for part in PART.finditer(PAGE.read_text()):
        if part["path"]:
            file = ROOT / part["path"]
        else:
            yield file, part["text"]


class Walk(unittest.TestCase):
    def test_the_texts_are_those_of_the_files(self):
        texts = list(shown())
        self.assertGreaterEqual(len(texts), 8)
        for file, text in texts:
            self.assertIn("\n" + text, file.read_text(), f"{file.relative_to(ROOT)} has another text than the page shows")

    def test_links_lead_to_files(self):
        links = re.findall(r"\]\(([^)]+)\)", PAGE.read_text())
        self.assertGreater(len(links), 15)
        self.assertEqual([link for link in links if not (PAGE.parent / link).exists()], [])

    def test_the_table_has_every_file(self):
        table = PAGE.read_text().split("\n## ")[0]
        linked = set(re.findall(r"\]\((\w+\.py)\)", table))
        self.assertEqual({file.name for file in PAGE.parent.glob("*.py")} - {"__init__.py", "__main__.py", "arguments.py", "header.py"}, linked)

    def test_the_names_exist(self):
        """Every name in backquotes that could be one of C or of the tables."""
        names = set(re.findall(r"`([a-z]+_\w+|[a-z]\d+)`", PAGE.read_text()))
        self.assertLessEqual({"strew_add_f32_w4__avx2", "add_f32x4", "f32"}, names)
        known = "".join((ROOT / path).read_text() for path in ("generated/avx2/f32.c", "generated/avx2/vocabulary.h", "gen/axes.py"))
        self.assertEqual([name for name in sorted(names) if not re.search(rf"\b{name}\b", known)], [])
