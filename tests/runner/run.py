"""One run of one leg: its commands, its log, and what passed and failed in it."""

import fcntl
import os
import re
import shutil
import subprocess
import threading
import xml.etree.ElementTree as xml
from contextlib import contextmanager
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "build" / "logs"
PYTHON = str(ROOT / ".venv" / "bin" / "python")

# What cmocka and strew_cases print at their end, and what unittest does.
TOTALS = {
    "passed": re.compile(r"\[  PASSED  \] (\d+) test|^(\d+) passed, \d+ failed", re.M),
    "failed": re.compile(r"\[  FAILED  \] (\d+) test|^\d+ passed, (\d+) failed", re.M),
    "skipped": re.compile(r"\[  SKIPPED \] (\d+) test|^\d+ passed, \d+ failed, (\d+) skipped", re.M),
}
SHARED_BUILDS = ("native", "python", "adapters")  # folders of build/ that more than one leg has
CMOCKA_OK = re.compile(r"\[ RUN      \] (.*)\n(?:.*\n)??\[       OK \] \1\n")


class Stop(Exception):
    """The leg cannot go on: its build failed, or it was told to end."""


class Processes:
    """All that run now, so that an interrupted run leaves none behind."""

    def __init__(self) -> None:
        self.running: set = set()
        self.lock = threading.Lock()
        self.is_stopped = False

    def run(self, command: List[str], **options) -> Tuple[int, float]:
        """Its exit code, and the seconds of CPU that it and all that it started took."""
        with self.lock:
            if self.is_stopped:
                raise Stop("interrupted")
            process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=True, **options)
            self.running.add(process)
        try:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime
        finally:
            self.running.discard(process)

    def stop(self) -> None:
        with self.lock:
            self.is_stopped = True
            for process in list(self.running):
                try:
                    os.killpg(process.pid, 15)  # a session of its own, which has what it started
                except ProcessLookupError:
                    pass


class Run:
    processes = Processes()

    def __init__(self, name: str, is_full: bool, jobs: int, environment: Dict[str, str]):
        self.name, self.is_full, self.jobs = name, is_full, jobs
        self.environment = {**environment, **({"STREW_TEST_FULL": "1"} if is_full else {})}
        self.preset = name  # of the last build, whose folder is this
        self.folder = f"build/{name}"
        self.source = "."
        self.log = LOGS / f"{name}.log"
        self.log.write_text("")
        self.passed = self.failed = self.skipped = 0
        self.cpu_seconds = 0.0
        self.isas: List[str] = []  # that kernels ran with, a text for each build
        self.failures: List[str] = []

    def write(self, text: str) -> None:
        with self.log.open("a") as log:
            log.write(text + "\n")

    def execute(self, *command: object, **environment: str) -> Tuple[int, str]:
        """The exit code, and what the command prints, which is in the log as well."""
        words = [str(word) for word in command]
        self.write(f"$ {' '.join([*(f'{name}={value}' for name, value in environment.items()), *words])}")
        start = self.log.stat().st_size
        with self.log.open("a") as log:
            code, seconds = self.processes.run(words, stdout=log, stderr=subprocess.STDOUT, env={**self.environment, **environment})
        self.cpu_seconds += seconds
        with self.log.open(errors="replace") as log:
            log.seek(start)
            return code, log.read()

    def output(self, *command: object, **environment: str) -> str:
        return self.execute(*command, **environment)[1]

    def need(self, *command: object, **environment: str) -> None:
        if self.execute(*command, **environment)[0]:
            raise Stop(f"{command[0]} failed")

    def count(self, passed: int, failed: int, skipped: int = 0) -> None:
        self.passed, self.failed, self.skipped = self.passed + passed, self.failed + failed, self.skipped + skipped

    def check(self, sentence: str, is_right: bool, said: str = "") -> bool:
        """A single test of the leg itself."""
        self.count(is_right, not is_right)
        self.write(f"{'passed' if is_right else 'FAILED'}: {sentence}")
        if not is_right:
            self.failures.append(f"FAILED: {sentence}\n{tail(said)}")
        return is_right

    def check_command(self, sentence: str, *command: object) -> None:
        """It must end with 0."""
        code, said = self.execute(*command)
        self.check(sentence, code == 0, said)

    def unittest(self, *arguments: str, python: str = PYTHON, **environment: str) -> None:
        said = self.output(python, "-m", "unittest", *arguments, **environment)
        ran = re.search(r"^Ran (\d+) tests? in ", said, re.M)
        verdict = re.search(r"^(?:OK|FAILED)(?: \((.*)\))?$", said, re.M)
        if not ran or not verdict:
            self.check(f"unittest {' '.join(arguments)} ends", False, said)
            return
        counts = {key: int(n) for key, n in re.findall(r"([a-z]+(?: [a-z]+)*)=(\d+)", verdict.group(1) or "")}
        failed = sum(counts.get(key, 0) for key in ("failures", "errors", "unexpected successes"))
        skipped = counts.get("skipped", 0)
        self.count(int(ran.group(1)) - failed - skipped, failed, skipped)
        if failed:
            self.failures.append(tail(said[said.find("=" * 70) :], 200))

    @contextmanager
    def locked(self, folder: str) -> Iterator[None]:
        """Two legs may share a build: the second waits, and finds everything built."""
        (ROOT / folder).mkdir(parents=True, exist_ok=True)
        with (ROOT / folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def build(self, *options: str, preset: str = "", source: str = ".", targets: tuple = (), may_cache: bool = True) -> None:
        """By a preset, which is the leg's own if no other is named."""
        self.preset, self.source = preset or self.name, source
        self.folder = f"{source}/build/{self.preset}".removeprefix("./")
        cache = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if may_cache and shutil.which("ccache") else ["-DCMAKE_C_COMPILER_LAUNCHER="]
        target = ["--target", *targets] if targets else []
        with self.locked(self.folder):
            self.need("cmake", "-S", source, "--preset", self.preset, *cache, *options)
            self.need("cmake", "--build", self.folder, "-j", self.jobs, *target)

    def ctest(self, preset: str, *arguments: str, **environment: str) -> Dict[str, str]:
        """Runs tests of a preset, or of the build if that is "", and returns what each of them printed. To CTest, labels of the preset and of
        the arguments must both match."""
        report = ROOT / self.folder / f"junit-{self.name}.xml"
        report.unlink(missing_ok=True)
        of = ("--preset", preset) if preset else ("--test-dir", ROOT / self.folder, "--no-tests=error", "--output-on-failure", "--timeout", 1500)
        self.execute("env", "-C", self.source, "ctest", *of, "-j", self.jobs, "--test-output-size-passed", 1 << 24,
                     "--test-output-size-failed", 1 << 24, "--output-junit", report, *arguments, **environment)  # fmt: skip
        if not report.exists():
            self.check(f"ctest {' '.join(arguments)} runs", False, self.log.read_text(errors="replace"))
            return {}
        return {case.get("name"): self.read_case(case) for case in xml.parse(report).iter("testcase")}

    def read_case(self, case) -> str:
        """Counts what a program counted itself, and else the program as one test. What failed in one that CTest says has passed was meant to,
        as in the tests that make mistakes."""
        said = (case.findtext("system-out") or "").replace("\r", "")
        found = {kind: sum(int(a or b) for a, b in pattern.findall(said)) for kind, pattern in TOTALS.items()}
        if case.find("skipped") is not None:
            self.count(0, 0, 1)
        elif case.get("status") != "run":
            self.count(found["passed"], max(1, found["failed"]), found["skipped"])
            self.failures.append(f"{case.get('name')} FAILED\n{tail(CMOCKA_OK.sub('', said))}")
        elif found["failed"] or not found["passed"] + found["skipped"]:
            self.count(1, 0)
        else:
            self.count(found["passed"], 0, found["skipped"])
        return said

    def has_test(self, name: str) -> None:
        """Some tests are left out of a build that lacks what they need."""
        self.check(f"{self.folder} has the test {name}", f": {name}\n" in self.output("ctest", "--test-dir", self.folder, "-N"))

    def runs_kernels_of(self, *isas: str, **environment: str) -> None:
        """Kernels of these instruction sets, no more and no fewer, can run in a build. Without this, its tests would pass by not being there."""
        said = self.ctest("", "-R", "^isas$", **environment).get("isas", "")
        found = sorted(re.findall(r"(?m)^[a-z0-9]+$", said))  # an emulator may warn between them
        self.isas.append(" ".join(found))
        if not self.check(f"{self.folder} runs kernels of {' '.join(found) or 'nothing'}", found == sorted(isas), f"not {sorted(isas)}"):
            raise Stop("the kernels that run are not those that should")

    def free(self) -> None:
        """Removes its builds, of about a gigabyte, but for those that other legs have as well."""
        folders = [ROOT / "build" / self.name, *(ROOT / "build").glob(f"{self.name}-*")]
        for folder in folders if self.name not in SHARED_BUILDS else ():
            shutil.rmtree(folder, ignore_errors=True)

    def finish(self, stopped: Optional[Exception]) -> None:
        """No build, no tests or no verdict is a failure."""
        if self.failed == 0 and (stopped or not self.passed):
            self.failed = 1
            self.failures.append(f"{stopped or 'nothing ran'}\n{tail(self.log.read_text(errors='replace'), 60)}")


def tail(text: str, n_lines: int = 40) -> str:
    return "\n".join(text.rstrip().splitlines()[-n_lines:])
