"""What the pages print as a call of the Python package, signatures included, can be called so."""

import re
import unittest
from typing import Iterator, Tuple

import numpy as np

import strew
from tests.processes import ROOT

PAGES = ("README.md", "docs/guide-c.md", "docs/guide-python.md", "docs/scale.md", *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs/howto").glob("*.md")))
ABOUT_A_WHEEL = {"get_cmake_dir", "get_include", "get_library"}  # tests/wheel calls them, where there is one


def calls() -> Iterator[Tuple[str, str, str]]:
    """The calls of strew's functions in the prose of each page, by their whole name or, in tables of functions, by the last part."""
    for page in PAGES:
        prose = re.sub(r"(?ms)^```.*?^```$", "", (ROOT / page).read_text())
        for call, name in re.findall(r"`((?:strew\.)?([a-z_]+)\([^`]+\))`", prose):
            if name in strew.__all__ and name not in ABOUT_A_WHEEL:
                yield page, name, call


class Signatures(unittest.TestCase):
    def test_every_call_runs(self) -> None:
        rows, numbers = np.ones((4, 3)), np.array([2, 0, 2])
        of_pages = {
            "docs/guide": {
                "a": np.zeros((4, 3)), "arr": np.zeros((4, 3)), "x": numbers, "weights": np.zeros((4, 3)), "rows": numbers, "gradients": rows[:3],
                "table": rows, "words": numbers, "ind": numbers, "v": 7, "y": numbers, "sample": rows, "values": 5, "b": 2,
            },
            "docs/howto": {
                "a": np.zeros(4), "i": 0, "ends": numbers[:, None], "nodes": 4, "x": numbers, "weights": numbers, "src": rows, "index": numbers[[0, 1, 2, 1]],
                "out": np.zeros((4, 3)), "zeros": np.zeros((4, 3)), "axis": 0,
            },
            "docs/scale.md": {"a": numbers, "bins": 3, "x": numbers, "weights": numbers, "minlength": 3},
        }  # fmt: skip
        found = list(calls())
        self.assertGreaterEqual({name for _, name, _ in found}, {"take", "put", "take_along_axis", "put_along_axis", "bincount", "minimum_at"})
        for page, name, call in found:
            with self.subTest(page=page, call=call):
                names = next((values for prefix, values in of_pages.items() if page.startswith(prefix)), of_pages["docs/guide"])
                if "axis" in name:
                    names = {**names, "indices": np.array([[0, 1, 1]]), "axis": 0}
                elif name in ("scatter_elements", "gather_elements"):
                    names = {**names, "index": np.array([[0, 1, 1]] * 4)}
                functions = {each: getattr(strew, each) for each in strew.__all__}
                eval(call, {"strew": strew, **functions, "indices": numbers, **names})
