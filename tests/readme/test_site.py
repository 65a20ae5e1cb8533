"""What the site does with pages of the repository, and what is found when it is checked. script/docs, which the leg `site` runs, builds it."""

import doctest
import importlib.util
import json
import re
import unittest

from tests.processes import ROOT, temporary_folder

SITE = ROOT / "docs" / "site"


def module(name):
    specification = importlib.util.spec_from_file_location(name, SITE / f"{name}.py")
    found = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(found)
    return found


links, check = module("links"), module("check")


class Links(unittest.TestCase):
    def test_the_examples_of_its_docstrings(self):
        self.assertEqual(doctest.testmod(links)[0], 0)

    def test_links_lead_to_pages_of_the_site(self):
        for text, folder, expected in (
            ("[a](../README.md#install) b", "docs", "[a](/docs/site/install.md) b"),
            ("[a](../README.md#read-more)", "docs", "[a](/docs/site/index.md)"),
            ("[a](docs/guide-c.md#options)", ".", "[a](/docs/guide-c.md#options)"),
            ("[a](../include/strew/strew.h)", "docs", "[a](/docs/site/reference-c.md)"),
            ("[a](../examples/)", "docs", "[a](/examples/README.md)"),
            ("[a](../tests/cases/) b", "docs", "a b"),
            ("[a](https://a.example/b)", "docs", "[a](https://a.example/b)"),
            ("```c\nv[i](../gen/)\n```\n[a](../gen/)\n", "docs", "```c\nv[i](../gen/)\n```\na\n"),
        ):
            self.assertEqual(links.for_the_site(text, folder), expected)

    def test_a_picture_follows_the_theme(self):
        both = "![a](/docs/images/peers-light.svg){.only-light} ![a](/docs/images/peers-dark.svg){.only-dark}"
        self.assertEqual(links.for_the_site("![a](images/peers-light.svg)", "docs"), both)
        html = '<picture>\n  <source srcset="docs/images/peers-dark.svg">\n  <img alt="a" src="docs/images/peers-light.svg">\n</picture>'
        self.assertEqual(links.for_the_site(f"{html}\n", "."), f"{both}\n")
        self.assertEqual(links.for_the_site("![a](images/flow.svg)", "docs"), "![a](/docs/images/flow.svg)")

    def test_every_picture_of_the_pages_has_one_for_dark_pages(self):
        pages = [page.relative_to(ROOT) for page in (ROOT / "docs").rglob("*.md")]
        pictures = {(name, page.parent) for page in pages for name in re.findall(r"!\[[^\]]*\]\((\S+)\)", (ROOT / page).read_text())}
        self.assertTrue(pictures)
        for picture, folder in pictures:
            self.assertIn("only-dark", links.for_the_site(f"![a]({picture})", folder), picture)

    def test_the_pages_that_stand_for_files_exist(self):
        for page in links.SHOWN_ON.values():
            self.assertTrue((ROOT / page).exists(), page)


class Words(unittest.TestCase):
    def test_a_word_whose_page_is_not_found_first(self):
        right = {word.lower(): [[0, "a", True]] for word in check.searched_words()["howto/add-at"]}
        for entries, expected in (({}, "no entry"), ({"np.add.at": [[0, "a", True], [1, "a", True]]}, "howto/add-at, tour")):
            folder = temporary_folder(self)
            found = {"docnames": ["howto/add-at", "tour"], "indexentries": {**right, "np.add.at": [], **entries}}
            (folder / "searchindex.js").write_text(f"Search.setIndex({json.dumps(found)})")
            said = [sentence for sentence in check.unfindable(folder) if sentence.endswith("howto/add-at")]
            self.assertEqual(said, [f"searching np.add.at finds {expected} first, not howto/add-at"])


class Check(unittest.TestCase):
    def found(self, **pages):
        folder = temporary_folder(self)
        for name, text in pages.items():
            (folder / name.replace("_", ".")).write_text(text)
        return list(check.broken_links(folder))

    def test_what_is_right(self):
        page = '<h1 id="a">A</h1><a href="#a">a</a><a href="b.html#b">b</a><a href="https://a.example/">c</a><img src="data:image/png,">'
        self.assertEqual(self.found(a_html=page, b_html='<p id="b"><a href="a.html">'), [])

    def test_what_is_broken(self):
        for page, expected in (
            ('<a href="b.html">', "a.html: there is no b.html"),
            ('<a href="#b">', "a.html: there is no heading #b"),
            ('<a href="a.html#b">', "a.html: there is no heading a.html#b"),
            ('<img src="b.png">', "a.html: there is no b.png"),
            ('<script src="https://a.example/b.js">', "a.html loads https://a.example/b.js"),
            ('<link rel="stylesheet" href="//a.example/b.css">', "a.html loads //a.example/b.css"),
        ):
            self.assertEqual(self.found(a_html=page), [expected])
        self.assertEqual(self.found(a_css="@font-face { src: url('https://a.example/b.woff'); }"), ["a.css loads https://a.example/b.woff"])
