"""Lines of C, CMake and shell end where .clang-format says, which wraps neither comments nor what is not C; and so do the generator's."""

import re
import unittest

from tests.processes import ROOT, files

NOT_BY_HAND = {"generated"}
SUFFIXES = {".c", ".h", ".cpp", ".cmake", ".in", ".sh", ".j2"}


def kind_of(path, text):
    """How a file by hand is known: by its suffix, its folder, its name or its first line; None for all others."""
    if path.parts[0] == "gen" and path.suffix == ".py":
        return "generator"
    if path.suffix in SUFFIXES:
        return path.suffix
    if path.name == "CMakeLists.txt":
        return path.name
    return "script" if text.startswith("#!") else None


def files_by_hand():
    for path in files():
        text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
        kind = kind_of(path, text)
        if kind and path.parts[0] not in NOT_BY_HAND:
            yield path, kind, text


class Lines(unittest.TestCase):
    def test_no_line_by_hand_is_too_long(self):
        limit = int(re.search(r"(?m)^ColumnLimit: (\d+)$", (ROOT / ".clang-format").read_text()).group(1))
        kinds, too_long = set(), []
        for path, kind, text in files_by_hand():
            kinds.add(kind)
            for number, line in enumerate(text.splitlines(), 1):
                if len(line) > limit:
                    too_long.append(f"{path}:{number}: {len(line)} columns")
        self.assertEqual(kinds, SUFFIXES | {"CMakeLists.txt", "script", "generator"}, "kinds of files that were looked at")
        if too_long:
            self.fail(f"{len(too_long)} lines have more than {limit} columns:\n" + "\n".join(too_long))
