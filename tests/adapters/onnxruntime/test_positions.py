"""A build with -DONNXRUNTIME_DIR= compares runtime.h with the official headers. They are not at hand everywhere, so here are others, which have
all functions and members where runtime.h has them, or one elsewhere."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[3] / "adapters/onnxruntime/src"


def stand_in(moved=""):
    """Headers in which the function `moved` is one place later, or the member `moved` is where the next one is."""
    text = ['#include "runtime.h"']
    for macro, name in (("ORT_FUNCTIONS", "OrtApi"), ("ORT_EP_FUNCTIONS", "OrtEpApi")):
        source = (SOURCES / "runtime.h").read_text().partition(f"#define {macro}(X)")[2].partition("\n\n")[0]
        at, members = 0, []
        for position, function in re.findall(r"X\((\d+), \d+, (\w+),", source):
            gap = int(position) - at + (function == moved)
            members.append((f"void *before_{function}[{gap}]; " if gap else "") + f"void *{function};")
            at = int(position) + 1
        text.append(f"typedef struct {name} {{ {' '.join(members)} }} {name};")
    named = re.findall(r"(?m)^MEMBER\((\w+), (\w+), (\w+), (\w+)\)", (SOURCES / "positions.c").read_text())
    text += sorted({f"typedef {own} {official};" for own, _, official, _ in named})
    after = dict(zip((mine for _, mine, _, _ in named), (mine for _, mine, _, _ in named[1:])))
    text += sorted({f"#define {theirs} {after[mine] if mine == moved else mine}" for _, mine, _, theirs in named})
    text.append("enum { ORT_FAIL = 1, ORT_INVALID_ARGUMENT = 2, OrtHardwareDeviceType_CPU = 0, OrtMemTypeDefault = 0 };")
    return "\n".join(text)


def compare(folder):
    command = (shutil.which("cc") or "gcc", "-std=c11", "-fsyntax-only", "-I", SOURCES, "-isystem", folder, SOURCES / "positions.c")
    return subprocess.run(command, capture_output=True, text=True)


class Positions(unittest.TestCase):
    def said_of(self, header):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "onnxruntime_c_api.h").write_text(header)
            return compare(folder)

    def test_headers_that_agree(self):
        done = self.said_of(stand_in())
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_what_is_elsewhere_is_named(self):
        functions = ("GetTensorMutableData", "KernelContext_ParallelFor", "KernelRegistry_AddKernel")
        members = ("get_min_inputs", "get_input_homogeneity", "get_first_version")
        for name in functions + members:
            with self.subTest(name=name):
                done = self.said_of(stand_in(moved=name))
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(f"{name} is elsewhere in the official header", done.stderr)
