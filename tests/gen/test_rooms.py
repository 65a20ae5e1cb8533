"""The files of runtime/ include and call each other downwards only, as docs/architecture.md draws them."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "runtime"
BASE = {"plan_state", "kernels", "quotients", "tuning", "util", "compiler"}  # headers below all rooms
NO_HEADER = {"api", "plan", "introspect", "message", "chunk_grid"}  # they define functions of strew.h alone

INCLUDE = re.compile(r'(?m)^#include "(\w+)\.h"')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LEFT_OUT = re.compile(r"(?ms)^#if !STREW_BUILD_FEATURE_.*?^#endif")  # of a build without a feature: the room that has it is not there
DEFINITION = re.compile(r"(?m)^(?!static|typedef|extern|#)[A-Za-z][^;{}()]*?\b(strew_\w+)\((?:[^;{}])*?\)\s*\n\{")
USE = re.compile(r"\b(strew_\w+)\s*\(")


def picture():
    """The level of each room, 0 at the top."""
    text = (ROOT / "docs/architecture.md").read_text()
    lines = re.search(r"```rooms\n(.*?)```", text, re.DOTALL).group(1).splitlines()
    return {room: level for level, line in enumerate(lines) for room in line.split("  ")[0].split()}


def drawing():
    """The edges of the picture in the reference."""
    dot = (ROOT / "docs/reference/rooms.dot").read_text()
    for here, there in re.findall(r"(?m)^ *([\w{} ]+?) -> ([\w{} ]+?);$", dot):
        yield from ((source, target) for source in here.strip("{}").split() for target in there.strip("{}").split())


def violations(levels, edges):
    """Edges (from, to, why) that do not go downwards."""
    return [f"{here} {why} {there}" for here, there, why in edges if here != there and levels[here] >= levels[there]]


def sources():
    return {file.stem: LEFT_OUT.sub("", COMMENT.sub("", file.read_text())) for file in RUNTIME.glob("*.c")}


def include_edges(levels):
    for file in sorted(RUNTIME.glob("*.[ch]")):
        for header in INCLUDE.findall(file.read_text()):
            if header in levels and file.stem in levels:
                yield file.stem, header, "includes"


def call_edges(texts):
    homes = {name: room for room, text in texts.items() for name in DEFINITION.findall(text)}
    for room, text in texts.items():
        for name in sorted(set(USE.findall(text))):
            if homes.get(name, room) != room:
                yield room, homes[name], f"calls {name} of"


class Rooms(unittest.TestCase):
    def test_every_file_is_in_the_picture(self):
        self.assertEqual(set(picture()), set(sources()))

    def test_every_room_has_one_header(self):
        headers = {file.stem for file in RUNTIME.glob("*.h")}
        self.assertEqual(headers - BASE, set(picture()) - NO_HEADER)

    def test_the_drawing_shows_what_there_is(self):
        edges = set(drawing())
        true = {edge[:2] for edge in [*include_edges(picture()), *call_edges(sources())]}
        self.assertEqual(edges - true, set())
        reached = set(edges)
        while more := {(a, d) for a, b in reached for c, d in edges if b == c} - reached:
            reached |= more
        self.assertEqual({edge for edge in true if edge[0] != edge[1]} - reached, set())
        self.assertEqual({room for edge in edges for room in edge}, set(picture()))

    def test_headers_below_all_rooms_include_no_room(self):
        for name in BASE & {file.stem for file in RUNTIME.glob("*.h")}:
            included = set(INCLUDE.findall((RUNTIME / f"{name}.h").read_text()))
            self.assertEqual(included & set(picture()), set(), name)

    def test_includes_go_downwards(self):
        edges = list(include_edges(picture()))
        self.assertGreater(len(edges), 30)
        self.assertEqual(violations(picture(), edges), [])

    def test_calls_go_downwards(self):
        edges = list(call_edges(sources()))
        self.assertGreater(len(edges), 40)
        self.assertEqual(violations(picture(), edges), [])

    def test_a_call_upwards_is_found(self):
        texts = {"fault": "int strew_a(void)\n{\n    return strew_b();\n}\n", "run": "int strew_b(void)\n{\n    return 1;\n}\n"}
        self.assertEqual(violations(picture(), call_edges(texts)), ["fault calls strew_b of run"])

    def test_each_room_has_a_test_of_its_name(self):
        rooms = {file.stem for file in RUNTIME.glob("*.c")}
        tests = {file.stem[len("test_"):] for file in (ROOT / "tests" / "runtime").glob("test_*.c")}
        self.assertEqual(rooms - tests, set())
