"""Builds the fuzzers, runs them side by side, and says in a table what they did and found. script/fuzz calls this."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional

from tests.scripts import ROOT, Parser, enter_venv

COMMITTED = ROOT / "tests" / "fuzz" / "corpus"
WORK = ROOT / "build" / "fuzz"
FINDINGS, LOGS = WORK / "findings", WORK / "logs"

TARGETS = ("plan", "nd", "elements", "update", "prepared", "gather", "tokens", "views", "chunks", "masks", "formats", "segments", "hints",
           "gradient")

# What CMake is told, and the compiler it is told it for.
SANITIZED = ("clang", "-DCMAKE_C_FLAGS_RELEASE=-O1", "-DSTREW_SANITIZE=address;undefined")
PLAIN = ("clang", "-DCMAKE_C_FLAGS_RELEASE=-O2")
BUILDS = {"plain": PLAIN, "sanitized": SANITIZED, "afl": ("afl-clang-fast", *PLAIN[1:]), "minimise": (*PLAIN, "-DSTREW_FUZZ_KERNELS=OFF")}

# Longer inputs only change more indices. Kernels are many: with what is new counted by how often as well, keeping inputs takes most of the
# time, and with rare features weighed, half of the rest.
LIBFUZZER = ("-max_len=256", "-use_counters=0", "-entropic=0", "-timeout=30", "-print_final_stats=1", "-print_funcs=0")
AFL = {"AFL_NO_UI": "1", "AFL_NO_AFFINITY": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_AUTORESUME": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1"}

# How libFuzzer and AFL++ say a number.
SAID = {
    "executions": (r"(?m)^(?:#|stat::number_of_executed_units: +)(\d+)\s", r"execs_done +: (\d+)"),
    "edges": (r"cov: (\d+)", r"edges_found +: (\d+)"),
    "all edges": (r"counters\): (\d+)", r"total_edges +: (\d+)"),
    "inputs": (r"corp: (\d+)", r"corpus_count +: (\d+)"),
}


def fail(sentence: str) -> None:
    sys.exit(f"fuzz: {sentence}")


def end_of(log: Path) -> str:
    """Where the machine is gone by the time that somebody reads, as in CI, this is all there is."""
    last = log.read_text(errors="replace").splitlines()[-40:] if log.is_file() else []
    return "\n".join([f"The end of {log.relative_to(ROOT)}:", *(f"  {line}" for line in last)])


def run_quietly(log: Path, *command: object) -> None:
    """What a command that fails has said is for the reader."""
    with log.open("a") as to:
        done = subprocess.run([str(part) for part in command], cwd=ROOT, stdout=to, stderr=to)
    if done.returncode:
        print(end_of(log), file=sys.stderr)
        fail(f"{' '.join(map(str, command))} failed")


def build(name: str, targets: List[str]) -> None:
    compiler, *options = BUILDS[name]
    log = LOGS / f"build-{name}.log"
    log.unlink(missing_ok=True)
    print(f"building {name}: {', '.join(targets)}", flush=True)
    options = [f"-DCMAKE_C_COMPILER={compiler}", "-DSTREW_FUZZ=ON", "-DCMAKE_C_FLAGS=-g1", *options]
    run_quietly(log, "cmake", "-S", ".", "-B", WORK / name, *options)
    run_quietly(log, "cmake", "--build", WORK / name, "--parallel", os.cpu_count(), "--target", *(f"fuzz_{target}" for target in targets))


def program(build_name: str, target: str) -> Path:
    return WORK / build_name / "tests" / "fuzz" / f"fuzz_{target}"


# ---- Corpora ---------------------------------------------------------------------------------------------------------------------------


def corpus(target: str) -> Path:
    """The growing corpus, with what is committed in it: a line of hexadecimal digits there is a file here."""
    folder = WORK / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for file in (COMMITTED / f"{target}.hex", COMMITTED / f"{target}-kept.hex"):
        for line in file.read_text().split() if file.is_file() else ():
            contents = bytes.fromhex(line)
            (folder / hashlib.sha1(contents).hexdigest()).write_bytes(contents)
    if not any(folder.iterdir()):
        (folder / "first").write_bytes(bytes(8))
    return folder


def minimise(target: str) -> None:
    """As few inputs as reach everything in the runtime that the growing corpus does are committed. Which kernels they call does not count:
    tests of kernels call every one, and to call each from each target takes four times as many inputs."""
    minimum = WORK / "minimum" / target
    shutil.rmtree(minimum, ignore_errors=True)
    minimum.mkdir(parents=True)
    options = ("-merge=1", "-set_cover_merge=1", "-use_counters=0", "-max_len=256")
    run_quietly(LOGS / "minimise.log", program("minimise", target), minimum, corpus(target), *options)
    inputs = sorted((file.read_bytes() for file in minimum.iterdir()), key=lambda contents: (len(contents), contents))
    COMMITTED.mkdir(exist_ok=True)
    (COMMITTED / f"{target}.hex").write_text("".join(f"{contents.hex()}\n" for contents in inputs))
    print(f"{target}: {len(inputs)} inputs, {sum(map(len, inputs))} bytes, of {len(list(corpus(target).iterdir()))}")


# ---- Runs ------------------------------------------------------------------------------------------------------------------------------


@dataclass
class Run:
    """One target in one build for some seconds."""

    target: str
    build: str
    seconds: int
    process: Optional[subprocess.Popen] = None
    took: float = 0
    executions_before: int = 0  # AFL++ goes on where it was stopped
    was_stopped: bool = False

    @property
    def name(self) -> str:
        return f"{self.target}-{self.build}"

    @property
    def log(self) -> Path:
        return LOGS / f"{self.name}.log"

    @property
    def out(self) -> Path:
        return WORK / "afl-out" / self.target  # of AFL++

    def command(self) -> List[object]:
        if self.build == "afl":
            # Before it begins to count seconds, AFL++ runs every input three times: that has an end, and cases that take some are few.
            maximum = ["timeout", "--preserve-status", "-s", "INT", 3 * self.seconds + 60]
            options = ["-o", self.out, "-V", self.seconds]
            return [*maximum, "afl-fuzz", *options, "-i", corpus(self.target), "-t", "5000", "--", program("afl", self.target)]
        options = [f"-max_total_time={self.seconds}", f"-artifact_prefix={FINDINGS}/{self.name}-", *LIBFUZZER]
        return [program(self.build, self.target), corpus(self.target), *options]

    def fuzz(self) -> None:
        self.out.parent.mkdir(exist_ok=True)
        self.executions_before = self.executions if self.build == "afl" else 0
        began = time.monotonic()
        command = [str(part) for part in self.command()]
        with self.log.open("w") as log:
            env = {**os.environ, **AFL}
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env=env)
            self.process.wait()
        self.took = time.monotonic() - began

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        self.was_stopped = True
        self.process.send_signal(signal.SIGINT)  # libFuzzer and AFL++ then write what they have done

    @property
    def findings(self) -> List[Path]:
        """All that lies there, of whichever run: AFL++ puts what it had found aside, in crashes.DATE, where it goes on."""
        of_afl = [path for kind in ("crashes", "hangs") for path in self.out.glob(f"default/{kind}*/id*")] if self.build == "afl" else []
        return sorted(path for path in [*FINDINGS.glob(f"{self.name}-*"), *of_afl] if "slow-unit" not in path.name)

    def replay(self, finding: Path) -> str:
        return f"{program(self.build, self.target).relative_to(ROOT)} {finding.relative_to(ROOT)}"

    @property
    def text(self) -> str:
        if self.build == "afl":
            stats = self.out / "default" / "fuzzer_stats"
            return stats.read_text() if stats.is_file() else ""
        return self.log.read_text(errors="replace") if self.log.is_file() else ""

    def last(self, number: str) -> int:
        """What the fuzzer said of it last."""
        found = re.findall(SAID[number][self.build == "afl"], self.text)
        return int(found[-1]) if found else 0

    @property
    def executions(self) -> int:
        return self.last("executions") - self.executions_before

    @property
    def edges(self) -> str:
        return f"{self.last('edges'):,} of {self.last('all edges'):,}"

    @property
    def has_fuzzed(self) -> bool:
        """And not only looked at the inputs that there were."""
        is_ready = self.build != "afl" or "All set and ready to roll!" in self.log.read_text(errors="replace")
        return is_ready and self.executions > 0

    @property
    def has_failed(self) -> bool:
        """It found something, or did not run at all."""
        return bool(self.findings) or (not self.was_stopped and (self.process.returncode != 0 or not self.has_fuzzed))

    def row(self) -> List[str]:
        columns = [self.target, self.build, f"{self.executions:,}", f"{self.executions / max(self.took, 1):,.0f}"]
        return columns + [self.edges, f"{self.last('inputs'):,}", str(len(self.findings))]


def run_all(runs: List[Run], jobs: int) -> None:
    """So many at a time, with a line of progress every now and then. Whoever has enough of it presses Ctrl-C and gets the table."""
    began = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(run.fuzz) for run in runs]
        try:
            while wait(futures, 10 if sys.stdout.isatty() else 60).not_done:
                now = ", ".join(f"{run.target} {run.build} {run.executions:,}" for run in runs if run.is_running)
                found = sum(len(run.findings) for run in runs if run.process)
                n_waiting = sum(not run.process for run in runs)
                print(f"{time.monotonic() - began:5.0f} s, {n_waiting} to come, {found} findings; executions: {now}", flush=True)
        except KeyboardInterrupt:
            print("\nstopping", flush=True)
        finally:
            begun = [future for future in futures if not future.cancel()]
            for run in runs:
                if run.is_running:
                    run.stop()
    for future in begun:
        future.result()  # raises what its thread has raised


def print_table(head: List[str], rows: List[List[str]]) -> None:
    """Two columns of words, then numbers."""
    widths = [max(map(len, column)) for column in zip(head, *rows)]
    for row in (head, *rows):
        print("  ".join(cell.ljust(width) if i < 2 else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))).rstrip())
    print()


def report(runs: List[Run]) -> int:
    print()
    print_table(["target", "build", "executions", "a second", "edges", "inputs", "findings"], [run.row() for run in runs])
    for name in sorted({run.build for run in runs}):
        print(f"all {name}: {sum(run.executions for run in runs if run.build == name):,} executions")
    print()
    for run in runs:
        for finding in run.findings:
            print(f"{run.target} {run.build} found {finding.relative_to(ROOT)}; to see it again:\n  {run.replay(finding)}\n")
        if run.has_failed and not run.findings:
            print(f"{run.target} {run.build} ended with {run.process.returncode} and found nothing\n")
        if run.has_failed:
            print(f"{end_of(run.log)}\n")
    if any(run.findings for run in runs):
        print("A finding counts as open, in later runs as well, until somebody who has mended it removes its file.\n")
    failed = sum(run.has_failed for run in runs)
    print(f"{len(runs) - failed} passed, {failed} failed: targets that were fuzzed without a finding")
    return failed != 0


def main() -> int:
    parser = Parser("fuzz")
    parser.add_argument("what", nargs="*", metavar="MINUTES|TARGET")
    parser.add_argument("--afl", action="store_true")
    parser.add_argument("--build", choices=("plain", "sanitized"))
    parser.add_argument("--minimise", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    arguments = parser.parse_intermixed_args()
    minutes = [float(word) for word in arguments.what if re.fullmatch(r"\d+\.?\d*", word)]
    chosen = [word for word in arguments.what if not re.fullmatch(r"\d+\.?\d*", word)] or list(TARGETS)
    if unknown := sorted(set(chosen) - set(TARGETS)):
        parser.error(f"there is no target {', '.join(unknown)}; the targets are {', '.join(TARGETS)}")
    if arguments.jobs < 1:
        parser.error(f"--jobs is {arguments.jobs}, and must be at least 1")
    enter_venv("tests.fuzz", "build", "python", "test", "clang", *(["afl"] if arguments.afl else []))
    for folder in (WORK, FINDINGS, LOGS):
        folder.mkdir(parents=True, exist_ok=True)

    builds = ["minimise"] if arguments.minimise else ["afl"] if arguments.afl else [arguments.build] if arguments.build else ["plain", "sanitized"]
    for name in builds:
        build(name, chosen)
    if arguments.minimise:
        for target in chosen:
            minimise(target)
        return 0
    pairs = [(target, name) for name in builds for target in chosen]
    seconds = max(5, int((minutes or [10])[0] * 60 * arguments.jobs / len(pairs)))
    print(f"{len(pairs)} runs of {seconds} s, {arguments.jobs} at a time", flush=True)
    runs = [Run(target, name, seconds) for target, name in pairs]
    run_all(runs, arguments.jobs)
    return report([run for run in runs if run.process])


if __name__ == "__main__":
    sys.exit(main())
