"""Adapters that are built in a checkout share one compiled core (cmake/core.cmake); elsewhere each compiles its own. Each has it inside. The
adapter of ONNX Runtime needs nothing to be built, so it stands for all."""

import ctypes
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Tuple

ROOT = Path(__file__).resolve().parents[2]
TRIMMED = ("-DSTREW_ISAS=scalar", "-DSTREW_DTYPES=float32", "-DSTREW_REDUCTIONS=none;add")


class Core(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.sources = self.folder / "strew"
        shutil.copytree(ROOT, self.sources, symlinks=True, ignore=lambda path, _: {"build", ".venv", ".git"} if Path(path) == ROOT else set())

    def begin(self, name: str, *options: str, builds: bool = True) -> "subprocess.Popen[str]":
        """As scikit-build-core builds an adapter for its wheel."""
        build = self.folder / name
        commands = [["cmake", "-S", self.sources, "-B", build, "-DSKBUILD=2", "-DSTREW_ONNXRUNTIME=ON", "-DSTREW_TESTS=OFF", *TRIMMED, *options]]
        if builds:
            commands.append(["cmake", "--build", build, "--target", "strew_onnxruntime"])
        line = " && ".join(shlex.join(map(str, command)) for command in commands)
        return subprocess.Popen(line, shell=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def built(self, *begun: "subprocess.Popen[str]") -> str:
        said = "".join(process.communicate()[0] for process in begun)
        self.assertEqual([process.returncode for process in begun], [0] * len(begun), said)
        return said

    def compiled(self, said: str, source: str) -> int:
        return len(re.findall(rf"Building C object CMakeFiles/strew.dir/{re.escape(source)}\.o\b", said))

    def library(self, name: str) -> Path:
        return self.folder / name / "adapters/onnxruntime/libstrew_onnxruntime.so"

    def ages(self) -> Tuple[int, ...]:
        return tuple(self.library(name).stat().st_mtime_ns for name in ("one", "other"))

    def test_two_adapters_of_a_checkout_compile_the_core_once(self):
        (self.sources / ".git").mkdir()
        said = self.built(self.begin("one"), self.begin("other"))  # at once
        self.assertIn("core is shared", said)
        for source in ("runtime/api.c", "generated/scalar/f32.c"):
            self.assertEqual(self.compiled(said, source), 1, said)

        before = self.ages()
        said = self.built(self.begin("one"), self.begin("other"))
        self.assertEqual((self.compiled(said, "runtime/api.c"), self.ages()), (0, before), "nothing changed")

        with open(self.sources / "runtime/types.c", "a") as source:
            source.write("int strew_test_changed(void);\nint strew_test_changed(void) { return 1; }\n")
        said = self.built(self.begin("one"), self.begin("other"))
        self.assertEqual((self.compiled(said, "runtime/types.c"), self.compiled(said, "runtime/api.c")), (1, 0), said)
        for new, old in zip(self.ages(), before):
            self.assertGreater(new, old, "linked again")

        said = self.built(self.begin("other", "-DSTREW_DTYPES=float64"))
        self.assertEqual(self.compiled(said, "generated/scalar/f64.c"), 1, "other options, another core")
        self.assertEqual(len(list((self.sources / "build/core").glob("*/CMakeCache.txt"))), 2)

        shutil.rmtree(self.sources / "build")
        for name in ("one", "other"):
            ctypes.CDLL(str(self.library(name)))  # has all it needs inside

    def test_where_it_cannot_be_kept_an_adapter_compiles_its_own(self):
        for case in ("no checkout", "a checkout that cannot be written"):
            with self.subTest(case):
                if case != "no checkout":
                    (self.sources / ".git").mkdir()
                    (self.sources / "build").write_text("")  # no folder
                self.assertNotIn("core is shared", self.built(self.begin(case, builds=False)))
                self.assertFalse((self.sources / "build/core").exists())
