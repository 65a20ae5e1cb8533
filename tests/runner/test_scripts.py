"""Every script answers --help, and arguments that make no sense, at once and without doing anything else."""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests.fuzz import __main__ as fuzz
from tests.processes import ROOT, files

SCRIPTS = sorted(path.name for path in (ROOT / "script").iterdir() if os.access(path, os.X_OK))
# Of those that take arguments, what is wrong with them, beside "--nonsense".
WRONG = {
    "amalgamate": ([], ["--isas"], ["out", "-x"], ["out", "more"], ["out", "--no-threads", "--features", "gather"]),
    "bench": (["--repeat"], ["--widths", "gaps"], ["--peers", "none"], ["--threads", "2", "--peers"], ["-x"], ["--=3"]),
    "cases": ([], ["--large"], ["--make", "nothing"]),
    "compilers": (["no-such-compiler"],),
    "demo": (["fast"],),
    "docs": (["html"],),
    "fuzz": (["everything"], ["--jobs", "0"], ["--build", "fast"]),
    "npm": (["fast"], ["--fast"]),
    "packages": (["rpm"], ["--render"]),
    "prove": (["--jobs", "0"], ["--part", "3/2"], ["--list", "--mutants"]),
    "setup": (["everything"],),
    "test": (["everything"], ["--part", "0"], ["--part", "1", "quick"]),
    "wheel": (["pdp11"],),
}


def is_program(file):
    """Whether somebody begins this Python: it does something by itself, and is neither a module of unittest nor part of a package that is installed,
    whose commands have tests of their own (tests/python/test_command_line.py, tests/adapters)."""
    if file.suffix != ".py" or "python" in file.parts[:-2]:
        return False
    text = (ROOT / file).read_text()
    if file.stem.startswith("test_") and f"python -m {'.'.join(file.with_suffix('').parts)}" not in text:
        return False
    return bool(re.search(r"(?m)^(if __name__ == .__main__.:|main\(|print\(|write\()", text))


def begin(file):
    """Its words for Python, and where Python must look for it: a module of a package by its name, another file by its path."""
    top = file.parent
    if not (ROOT / top / "__init__.py").exists():
        return [str(file)], None
    while (ROOT / top.parent / "__init__.py").exists() and top.parent != top:
        top = top.parent
    module = file.relative_to(top.parent).with_suffix("")
    return ["-m", ".".join(module.parts).removesuffix(".__main__")], str(top.parent)


PROGRAMS = [file for file in files() if is_program(file)]
OTHER_SCRIPTS = [file for file in files() if os.access(ROOT / file, os.X_OK) and file.parts[0] != "script"]
# What tells of nothing that it does not know, and why.
LENIENT = {"bench/before.py": "gives other options to the bench, whose script has looked at them"}


class Scripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A checkout that has never been built, where what is written or installed is seen."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name).resolve() / "strew"
        for file in files():
            if not {"corpus", "generated", "journal"} & {*file.parts}:
                (cls.place / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, cls.place / file)

    def setUp(self):
        self.before = self.written()

    def written(self):
        """Each file, and when it was written."""
        return {path: path.stat().st_mtime_ns for path in self.place.rglob("*") if path.is_file()}

    def answer(self, *command, path=None):
        """What a command says, after a second of CPU at most, and without a change to the checkout."""
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": path or ""}
        done = subprocess.run(command, cwd=self.place, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime, 1, command)
        self.assertEqual(self.written(), self.before, command)
        return done

    def helps(self, *command, word="--help", path=None):
        done = self.answer(*command, word, path=path)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def rejects(self, *command, path=None):
        done = self.answer(*command, path=path)
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), (command, done.stderr))
        return done.stderr

    def test_scripts(self):
        self.assertEqual(SCRIPTS, sorted(WRONG))
        for name in SCRIPTS:
            with self.subTest(name):
                said = self.helps(f"script/{name}")
                self.assertGreater(len(said.split()), 20)
                self.assertEqual(self.helps(f"script/{name}", word="-h"), said)
                for words in (["--nonsense"], *WRONG[name]):
                    self.assertRegex(self.rejects(f"script/{name}", *words), rf"\A{name}: .*; --help says what it takes\n\Z")

    def test_a_list_whose_reader_has_gone(self):
        done = subprocess.run("script/test --list | true", shell=True, cwd=ROOT, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_other_scripts(self):
        self.assertIn(Path("tests/package/try.sh"), OTHER_SCRIPTS)
        for file in OTHER_SCRIPTS:
            with self.subTest(str(file)):
                self.assertTrue(self.helps(file))
                self.assertRegex(self.rejects(file, "--nonsense"), rf"\A{file.name}: .*--nonsense; --help says what it takes\n\Z")

    def test_programs_in_python(self):
        """Where no package is installed, such as NumPy: -S."""
        self.assertLessEqual({"gen/__main__.py", "bench/peers/__main__.py", "adapters/torch/bench.py", "examples/dask_histogram.py",
                              "tests/cases/make.py", "tests/archive/stack.py", "tests/python/test_cases.py"}, {*map(str, PROGRAMS)})  # fmt: skip
        for file in PROGRAMS:
            words, path = begin(file)
            with self.subTest(" ".join(words)):
                said = self.helps(sys.executable, "-S", *words, path=path)
                self.assertGreater(len(said.split()), 10)
                wrong = self.rejects(sys.executable, "-S", *words, "--nonsense", path=path)
                self.assertRegex(wrong, r"\A.*; --help says what it takes\n\Z")
                if str(file) not in LENIENT:
                    self.assertIn("--nonsense", wrong)

    def test_each_build_of_a_fuzzer_is_run(self):
        with mock.patch.object(fuzz, "WORK", self.place / "fuzz"):
            for build in ("plain", "sanitized", "afl"):
                self.assertIn(fuzz.program(build, "plan"), fuzz.Run("plan", build, 5).command())
        shutil.rmtree(self.place / "fuzz")

    def test_an_example_without_what_it_needs(self):
        done = subprocess.run([sys.executable, "-I", "-S", ROOT / "examples/dask_histogram.py"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (1, "", 1), done.stderr)
        self.assertIn("pip install '.[dask]'", done.stderr)

    def test_the_help_of_a_script_in_python_is_that_of_its_module(self):
        for name, module in (("test", "tests.runner"), ("fuzz", "tests.fuzz")):
            self.assertEqual(self.helps(f"script/{name}"), self.helps(sys.executable, "-m", module))

    def test_the_help_of_a_script_in_python_names_every_option(self):
        for name, module in (("test", "tests/runner/__main__.py"), ("fuzz", "tests/fuzz/__main__.py")):
            (parser,) = re.findall(r"(?s)= Parser\(.*?\.parse_", (ROOT / module).read_text())
            options, said = re.findall(r'"(--[a-z-]+)"', parser), self.helps(f"script/{name}")
            self.assertGreater(len(options), 3)
            for option in options:
                self.assertRegex(said, f" {option}\\b")
