"""A build of the library and its tests that mutants are put into, one at a time.

The build is made once, by CMake, and says how every file is compiled, which headers it reads, how every test is linked and run. A mutant
then costs the compilation of what reads its file, and for every test that looks at it a link and a run.
"""

import contextlib
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterable, Iterator, List, Optional, Set, Tuple

from tests.mutants.mutant import ROOT

KILLED, TIMED_OUT = "killed", "timeout"
FOLDER = ROOT / "build" / "mutants"
ENVIRONMENT = {**{name: value for name, value in os.environ.items() if not name.startswith("STREW_")}, "STREW_TEST_LIGHT": "1"}

# They look at no line of the library's.
NO_TESTS_OF_THE_LIBRARY = ("reference", "header_cxx")

# The folders of C that a mutant may have a copy of.
WRITTEN = ("extra", "runtime", "include")
FOLDERS = (*WRITTEN, "generated")

# A mutated library may ask for any amount of memory, or never end.
MEMORY_BYTES = 8 << 30
MIN_TIMEOUT, TIMES_AS_LONG = 10.0, 5.0


class SuiteError(Exception):
    pass


class Unresolved(Exception):
    """A program cannot be linked, because something that it calls is not there."""


@dataclass(frozen=True)
class Unit:
    """A file that is compiled: where its object is in the build, how it is made, and what it reads."""

    object: Path
    directory: Path
    command: Tuple[str, ...]
    reads: frozenset

    @property
    def source(self) -> Path:
        return Path(self.command[self.command.index("-c") + 1])

    @property
    def target(self) -> str:
        """Of CMake."""
        return re.search(r"/CMakeFiles/([^/]+)\.dir/", self.object.as_posix()).group(1)

    @property
    def is_library(self) -> bool:
        return self.target == "strew"

    @property
    def is_runtime(self) -> bool:
        return self.is_library and self.source.parent.name in ("extra", "runtime")

    @property
    def is_words(self) -> bool:
        """Whether it is the vocabulary of an instruction set for the test that looks at it alone."""
        return self.target.startswith("strew_words_")

    @property
    def tests_runtime(self) -> bool:
        is_of_tests = not self.is_library and not self.is_words
        return is_of_tests and any(path.startswith(f"{ROOT / 'runtime'}/") for path in self.reads)


@dataclass
class Test:
    name: str
    command: Tuple[str, ...]
    directory: Path
    program: Path
    seconds: float = 0.0
    memory: Optional[int] = MEMORY_BYTES
    kills: Counter = field(default_factory=Counter)  # by file

    @property
    def timeout(self) -> float:
        return max(MIN_TIMEOUT, TIMES_AS_LONG * self.seconds)


@dataclass(eq=False)
class Suite:
    """A build of its own, from options of CMake; or another one's, with the files of runtime/ and the tests that read them compiled, and all
    tests linked, with further flags."""

    name: str
    options: Tuple[str, ...] = ()
    like: Optional["Suite"] = None
    flags: Tuple[str, ...] = ()
    without: Tuple[str, ...] = ()
    tests: List[Test] = field(default_factory=list)
    units: List[Unit] = field(default_factory=list)
    originals: Dict[Unit, Path] = field(default_factory=dict)  # objects that are not the build's

    def __post_init__(self) -> None:
        self.folder = self.like.folder if self.like else FOLDER / self.name
        self.lock = threading.Lock()

    # ---- The build ---------------------------------------------------------------------------------------------------------------------

    def build(self, jobs: int) -> None:
        """Brings the build up to date, and runs every test once: one that fails without a mutant is of no use. Only the first call does."""
        with self.lock:
            if not self.tests:
                print(f"Building {self.name} in {self.folder}", file=sys.stderr)
                self.build_now(jobs)

    def build_now(self, jobs: int) -> None:
        if self.like:
            self.like.build(jobs)
            self.units = self.like.units
            shutil.rmtree(FOLDER / self.name, ignore_errors=True)  # archives of an earlier run would not know what has come since
            for unit in (unit for unit in self.units if unit.is_runtime or unit.tests_runtime):
                self.originals[unit] = self.compile(unit, ROOT, FOLDER / self.name)
                if not self.originals[unit]:
                    raise SuiteError(f"{unit.source} does not compile in the build {self.name}")
        else:
            self.make(jobs)
        tests = list(self.read_tests())
        if not self.like:
            self.units = [unit for unit in self.read_units() if unit.is_library or any(self.owns(test, unit) for test in tests)]
        self.tests = [test for test in tests if self.learn(test)]
        if not self.tests:
            raise SuiteError(f"no test of the build {self.name} passes")

    def make(self, jobs: int) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / "build.log"
        configure = [
            "cmake", "-S", str(ROOT), "-B", str(self.folder), "-G", "Unix Makefiles", "-DCMAKE_BUILD_TYPE=Mutants",
            "-DCMAKE_C_FLAGS=-O1 -w", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *self.options,
        ]  # fmt: skip
        with log.open("w") as out:
            for command in (configure, ["cmake", "--build", str(self.folder), "-j", str(jobs)]):
                if subprocess.run(command, stdout=out, stderr=subprocess.STDOUT).returncode:
                    raise SuiteError(f"the build {self.name} of the tests failed: {log}")

    def read_units(self) -> Iterator[Unit]:
        for entry in json.loads((self.folder / "compile_commands.json").read_text()):
            command, directory = tuple(shlex.split(entry["command"])), Path(entry["directory"])
            made = directory / command[command.index("-o") + 1]
            reads = read_depends(Path(f"{made}.d"), directory)
            yield Unit(made, directory, command, frozenset(path for path in reads if path.startswith(str(ROOT))))

    def read_tests(self) -> Iterator[Test]:
        for entry in json.loads(said_by("ctest", "--test-dir", str(self.folder), "--show-only=json-v1", "-L", "unit"))["tests"]:
            command = tuple(entry.get("command", ()))
            is_wanted = entry["name"] not in NO_TESTS_OF_THE_LIBRARY + self.without
            if is_wanted and command and self.link_script(Path(command[0])).exists():  # a program of ours
                properties = {each["name"]: each["value"] for each in entry["properties"]}
                yield Test(entry["name"], command, Path(properties["WORKING_DIRECTORY"]), Path(command[0]))

    def learn(self, test: Test) -> bool:
        """How long a test takes, and whether it maps more memory than others, which may then be what it is about. False if it fails."""
        program = self.link(test, FOLDER / self.name, {}) if self.originals else test.program
        for memory in (MEMORY_BYTES, None):
            test.memory = memory
            start = time.monotonic()
            failure = run_test(test, program, 600)
            test.seconds = time.monotonic() - start
            if not failure:
                return True
        print(f"{test.name} fails without a mutant in the build {self.name}: left out", file=sys.stderr)
        return False

    @property
    def isas(self) -> Set[str]:
        """The instruction sets that this machine runs kernels of."""
        return set(said_by(str(self.folder / "tests" / "strew_list_isas")).split())

    # ---- A mutant of it ----------------------------------------------------------------------------------------------------------------

    def readers(self, changed: Set[str]) -> List[Unit]:
        paths = {str(ROOT / path) for path in changed}
        return [unit for unit in self.units if unit.reads & paths]

    def original(self, unit: Unit) -> Path:
        return self.originals.get(unit, unit.object)

    def compile(self, unit: Unit, tree: Path, folder: Path, changed: Iterable[str] = ()) -> Optional[Path]:
        """The object of a unit with the headers, the runtime and the generated files of a tree; None if it does not compile."""
        made = folder / "objects" / unit.object.relative_to(self.folder)
        made.parent.mkdir(parents=True, exist_ok=True)
        depends = Path(f"{made}.d")
        command = [moved(argument, tree) for argument in unit.command] + ["-MD", "-MF", str(depends), *self.flags]
        command[command.index("-o") + 1] = str(made)
        if subprocess.run(command, cwd=unit.directory, capture_output=True).returncode:
            return None
        for path in read_depends(depends, unit.directory) & {str(ROOT / path) for path in changed}:
            raise SuiteError(f"{unit.source} includes {path} by a path of its own, where there is no mutant")
        return made

    def link(self, test: Test, folder: Path, objects: Dict[Unit, Path]) -> Path:
        """The program of a test with other objects of the libraries and of its own."""
        objects = {**self.originals, **objects}
        directory = self.folder / "tests"
        others = {os.path.normpath(unit.object): str(made) for unit, made in objects.items()}
        changed_targets = {unit.target for unit in objects}
        program = folder / test.program.name
        command = []
        for argument in shlex.split(self.link_script(test.program).read_text()):
            target = re.fullmatch(r"lib(\w+)\.a", Path(argument).name)
            if target and target.group(1) in changed_targets:
                argument = str(self.archive(target.group(1), folder, objects))
            command.append(others.get(os.path.normpath(directory / argument), argument))
        command[command.index("-o") + 1] = str(program)
        command += self.flags
        done = subprocess.run(command, cwd=directory, capture_output=True, text=True, errors="replace")
        if done.returncode:
            if "undefined reference" in done.stderr and "multiple definition" not in done.stderr:
                raise Unresolved(f"{test.name} in the build {self.name}: {done.stderr}")
            raise SuiteError(f"{test.name} cannot be linked in the build {self.name}:\n{done.stderr}")
        return program

    def archive(self, target: str, folder: Path, objects: Dict[Unit, Path]) -> Path:
        """A library with other objects: as from the build's own, a program takes from it only what it does not define itself."""
        members = [str(objects.get(unit, unit.object)) for unit in self.units if unit.target == target]
        made = folder / f"lib{target}-{hashlib.sha256(' '.join(members).encode()).hexdigest()[:16]}.a"
        if not made.exists():
            made.parent.mkdir(parents=True, exist_ok=True)
            said_by("ar", "qcsT", str(made), *members)
        return made

    def owns(self, test: Test, unit: Unit) -> bool:
        """Whether a unit that is not of the library's belongs to a test's program, or to another library that it is linked with."""
        if not unit.object.is_relative_to(self.folder / "tests"):
            return False
        script = self.link_script(test.program).read_text()
        return unit.object.relative_to(self.folder / "tests").as_posix() in script or f"lib{unit.target}.a" in script

    def link_script(self, program: Path) -> Path:
        return self.folder / "tests" / "CMakeFiles" / f"{program.name}.dir" / "link.txt"


def said_by(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SuiteError(f"{command[0]}: {done.stderr}")
    return done.stdout


def read_depends(depends: Path, directory: Path) -> Set[str]:
    """What the compiler says that it has read."""
    names = depends.read_text().replace("\\\n", " ").split()[1:] if depends.exists() else []
    return {os.path.normpath(directory / name) for name in names}


def moved(argument: str, tree: Path) -> str:
    return re.sub(rf"{re.escape(str(ROOT))}(?=/(?:{'|'.join(FOLDERS)})(?:/|$))", str(tree), argument)


def run_test(test: Test, program: Path, timeout: float) -> Optional[str]:
    """KILLED, TIMED_OUT, or None if the test passes. One that fails is ended at its first failure, and one whose tool is killed with it."""
    limits = ["setpriv", "--pdeathsig", "KILL", "prlimit", "--core=0", f"--fsize={1 << 24}"] + ([f"--as={test.memory}"] if test.memory else [])
    command = [*limits, "--", *(argument.replace(str(test.program), str(program)) for argument in test.command)]
    deadline = time.monotonic() + timeout
    with subprocess.Popen(
        command, cwd=test.directory, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:  # fmt: skip
        timer = threading.Timer(timeout, end_session, [process])
        timer.start()
        has_failed = any(b"[  FAILED  ]" in line for line in process.stdout)
        if has_failed:
            end_session(process)
        process.wait()
        timer.cancel()
    if not has_failed and time.monotonic() >= deadline:
        return TIMED_OUT
    return KILLED if has_failed or process.returncode else None


def end_session(process: subprocess.Popen) -> None:
    if process.returncode is None:  # its number is not yet another's
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # the session's, which is ours alone
