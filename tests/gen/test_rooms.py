"""The files of runtime/ include and call each other downwards only, as runtime/rooms.txt lists them, and each has a header and a test.

What stands above them, in extra/, knows the public headers alone."""

import re
import unittest

from tests.processes import ROOT

RUNTIME = ROOT / "runtime"
EXTRA = ROOT / "extra"
BASE = {"plan_memory", "plan_state", "integers", "kernels", "quotients", "tuning", "util", "contract", "kernel_contracts",
        "compiler"}  # headers below all rooms
NO_HEADER = {"api", "run", "plan", "introspect", "message"}  # they define functions of strew.h alone

INCLUDE = re.compile(r'(?m)^#include "([\w/]+)\.h"')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LEFT_OUT = re.compile(r"(?ms)^#if !STREW_BUILD_FEATURE_.*?^#endif")  # of a build without a feature: the room that has it is not there
DEFINITION = re.compile(r"(?m)^(?!static|typedef|extern|#)[A-Za-z][^;{}()]*?\b(strew_\w+)\((?:[^;{}])*?\)\s*\n\{")
USE = re.compile(r"\b(strew_\w+)\s*\(")


def ways():
    """The files that way.h lists, from which schedule.c takes one. One of them may ask another that comes later."""
    return [f"ways/{name}" for name in re.findall(r" WAY\((\w+)\)", (RUNTIME / "ways" / "way.h").read_text())]


def listed():
    rooms = re.findall(r"(?m)^([a-z_/*]+) ", (RUNTIME / "rooms.txt").read_text())
    return [room for row in rooms for room in (ways() if row == "ways/*" else [row])]


def texts_of(suffix):
    return {file.relative_to(RUNTIME).with_suffix("").as_posix(): file.read_text() for file in sorted(RUNTIME.rglob(f"*{suffix}"))}


def includes():
    for suffix in (".c", ".h"):
        for room, text in texts_of(suffix).items():
            yield from ((room, header, "includes") for header in INCLUDE.findall(text))


def calls(texts):
    texts = {room: LEFT_OUT.sub("", COMMENT.sub("", text)) for room, text in texts.items()}
    homes = {name: room for room, text in texts.items() for name in DEFINITION.findall(text)}
    for room, text in texts.items():
        yield from ((room, homes[name], f"calls {name} of") for name in sorted(set(USE.findall(text))) if homes.get(name, room) != room)


def upwards(edges):
    """Edges (from, to, why) between rooms that do not go to a later line."""
    line = {room: number for number, room in enumerate(listed())}
    return [f"{here} {why} {there}" for here, there, why in edges if here != there and line.get(here, 99) >= line.get(there, 99) and there in line]


class Rooms(unittest.TestCase):
    def test_every_file_is_listed_and_has_a_header_and_a_test(self):
        rooms = set(listed())
        self.assertEqual(rooms, set(texts_of(".c")))
        headers = set(texts_of(".h")) - BASE
        self.assertEqual(headers - {room for room in rooms if "/" in room}, {room for room in rooms if "/" not in room} - NO_HEADER)
        tests = {file.stem.removeprefix("test_") for file in (ROOT / "tests" / "runtime").glob("test_*.c")}
        self.assertEqual({room.split("/")[0] for room in rooms} - tests, set())

    def test_what_is_above_the_rooms_has_public_headers_alone_and_a_test(self):
        for file in EXTRA.glob("*.c"):
            included = set(re.findall(r'(?m)^ *# *include ["<]([^">]+)', file.read_text()))
            private = {name for name in included if not name.startswith("strew/")}
            self.assertLess(private, included, file)
            self.assertEqual({name for folder in (RUNTIME, ROOT / "generated") for name in private if (folder / name).exists()}, set(), file)
            self.assertTrue((ROOT / f"tests/extra/test_{file.stem}.c").exists(), file)

    def test_includes_and_calls_go_downwards(self):
        edges = [("schedule", way, "lists") for way in ways()]
        self.assertEqual(upwards(edges), [])
        for edges in (list(includes()), list(calls(texts_of(".c")))):
            self.assertGreater(len(edges), 40)
            self.assertEqual(upwards(edges), [])

    def test_what_goes_upwards_is_found(self):
        texts = {"fault": "int strew_a(void)\n{\n    return strew_b();\n}\n", "run": "int strew_b(void)\n{\n    return 1;\n}\n"}
        self.assertEqual(upwards(calls(texts)), ["fault calls strew_b of run"])
        self.assertEqual(upwards([("util", "types", "includes")]), ["util includes types"])
