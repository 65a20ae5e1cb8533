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

from tests.processes import ROOT, files

SCRIPTS = sorted(path.name for path in (ROOT / "script").iterdir() if os.access(path, os.X_OK))
# Other programs of this repository, from its top: what begins them, and some of what their help must say.
PROGRAMS = {
    ("-m", "gen"): "--check",
    ("-m", "tests.mutants"): "--sample",
    ("-m", "tests.runner"): "--may-skip",
    ("-m", "tests.fuzz"): "--minimise",
    ("bench/before.py",): "--before",
    ("examples/dask_histogram.py",): "usage",
}
# Of those that take arguments, what is wrong with them, beside "--nonsense".
WRONG = {
    "bench": (["--repeat"], ["--widths", "gaps"], ["--peers", "none"], ["--threads", "2", "--peers"], ["-x"], ["--=3"]),
    "cases": ([], ["--large"], ["--make", "nothing"]),
    "compilers": (["no-such-compiler"],),
    "demo": (["fast"],),
    "docs": (["html"],),
    "fuzz": (["everything"], ["--jobs", "0"], ["--build", "fast"]),
    "packages": (["rpm"], ["--render"]),
    "setup": (["everything"],),
    "test": (["everything"], ["--part", "0"], ["--part", "1", "quick"]),
    "wheel": (["pdp11"],),
}


PARTS = ("bench", "cmake", "examples", "gen", "python", "runtime", "script", "templates", "tests")  # of the repository, that they look at


class Scripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A checkout that has never been built, where what is written or installed is seen."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name).resolve() / "strew"
        for file in files():
            if file.parts[0] in PARTS and "corpus" not in file.parts:
                (cls.place / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, cls.place / file)

    def answer(self, *command):
        """What a command says, after a second of CPU at most, and without a change to the checkout."""
        before, began = {*self.place.rglob("*")}, resource.getrusage(resource.RUSAGE_CHILDREN)
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=self.place, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime, 1, command)
        self.assertEqual({*self.place.rglob("*")}, before, command)
        return done

    def helps(self, text, *command):
        said = [self.answer(*command, word) for word in ("--help", "-h")]
        for done in said:
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)
            self.assertIn(text, done.stdout)
        self.assertEqual(said[0].stdout, said[1].stdout)
        return said[0].stdout

    def rejects(self, *command):
        done = self.answer(*command)
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), (command, done.stderr))
        return done.stderr

    def test_scripts(self):
        self.assertEqual(SCRIPTS, sorted(WRONG))
        for name in SCRIPTS:
            with self.subTest(name):
                self.assertGreater(len(self.helps("", f"script/{name}").split()), 20)
                for words in (["--nonsense"], *WRONG[name]):
                    self.assertRegex(self.rejects(f"script/{name}", *words), rf"\A{name}: .*; --help says what it takes\n\Z")

    def test_right_arguments_of_the_bench_reach_its_build(self):
        """Which fails here."""
        cmake = self.place.parent / "bin" / "cmake"
        cmake.parent.mkdir()
        cmake.write_text("#!/bin/sh\necho no build >&2\nexit 1\n")
        cmake.chmod(0o755)
        environment = {**os.environ, "PATH": f"{cmake.parent}:{os.environ['PATH']}"}
        for words in ("", "-l", "--list", "-w tiny -r 3", "--workload=tiny --repeat=3", "-wtiny -r3 -o", "--mode both --isa avx2 --policy trusted",
                      "--widths --tokens --masks --partition", "--model-threads 2,4 -j a.json", "--threads 1,2 --json=a.json", "--report a.json",
                      "--peers", "--peers numpy -w tiny", "--plot a.svg --picture folder"):  # fmt: skip
            done = subprocess.run(["script/bench", *words.split()], cwd=self.place, env=environment, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr.splitlines()[-1]), (1, "no build"), (words, done.stderr))
        shutil.rmtree(self.place / "build")

    def test_a_list_whose_reader_has_gone(self):
        done = subprocess.run("script/test --list | true", shell=True, cwd=ROOT, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_other_programs(self):
        for command, option in PROGRAMS.items():
            with self.subTest(command):
                self.helps(option, sys.executable, *command)
                self.rejects(sys.executable, *command, "--nonsense")

    def test_an_example_without_what_it_needs(self):
        done = subprocess.run([sys.executable, "-I", "-S", ROOT / "examples/dask_histogram.py"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (1, "", 1), done.stderr)
        self.assertIn("pip install '.[dask]'", done.stderr)

    def test_the_help_of_a_script_in_python_is_that_of_its_module(self):
        for name, module in (("test", "tests.runner"), ("fuzz", "tests.fuzz")):
            self.assertEqual(self.helps("", f"script/{name}"), self.helps("", sys.executable, "-m", module))

    def test_the_help_of_a_script_in_python_names_every_option(self):
        for name, module in (("test", "tests/runner/__main__.py"), ("fuzz", "tests/fuzz/__main__.py")):
            (parser,) = re.findall(r"(?s)= Parser\(.*?\.parse_", (ROOT / module).read_text())
            options = re.findall(r'"(--[a-z-]+)"', parser)
            self.assertGreater(len(options), 3)
            for option in options:
                self.assertRegex(self.helps("", f"script/{name}"), f" {option}\\b")


if __name__ == "__main__":
    unittest.main()
