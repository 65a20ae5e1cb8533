"""Runs tests, as the head of script/test says, which is its help."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import List, Optional, Tuple

from tests.runner.legs import LEGS, why_not
from tests.runner.run import LOGS, ROOT, Run, tail
from tests.scripts import Parser, enter_venv
from tests.runner.schedule import DEFAULT_LEGS, FULL_LEGS, N_PARTS, Chosen, Clock, key, part_of_commit, parts, spell, typical

TICK_SECONDS = 60


def arguments(words: Optional[List[str]] = None) -> argparse.Namespace:
    parser = Parser("test")
    add = parser.add_argument
    add("legs", nargs="*", metavar="LEG")
    for name in ("--full", "--ci", "--list", "--dry-run"):
        add(name, action="store_true")
    add("--part", type=int, choices=range(1, N_PARTS + 1), metavar="N")
    add("--may-skip", action="append", default=[], metavar="LEG")
    options = parser.parse_args(words)
    for name in (*options.legs, *options.may_skip):
        if name not in LEGS:
            parser.error(f"there is no leg {name}; the legs are {' '.join(LEGS)}")
    if options.legs and (options.part or options.ci):
        parser.error("name legs, or a part, not both")
    return options


def choose(options: argparse.Namespace) -> Tuple[List[Chosen], bool]:
    """The legs, longest first, and whether they were asked for."""
    if options.legs:
        return [(LEGS[name], options.full) for name in options.legs], True
    if options.full:
        chosen = [(leg, True) for leg in FULL_LEGS]
    elif options.ci or options.part:
        number, reason = (options.part, "as asked") if options.part else part_of_commit()
        part = parts()[number - 1]
        names = " ".join(leg.name for leg in part)
        print(f"part {number} of {N_PARTS} in full, {reason}: {names}  (by hand: script/test --part {number})", flush=True)
        chosen = [(leg, True) for leg in part]
        chosen += [(leg, False) for leg in DEFAULT_LEGS if options.ci and leg not in part]
    else:
        chosen = [(leg, False) for leg in DEFAULT_LEGS]
    return sorted(chosen, key=typical, reverse=True), bool(options.full or options.part or options.ci)


def print_list() -> None:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader such as head may have gone
    part_of = {leg.name: number for number, part in enumerate(parts(), 1) for leg in part}
    for leg in FULL_LEGS:
        print(f"{leg.name:<11} {'every day' if leg.default_seconds else '':9}  part {part_of[leg.name]:2}  {leg.title}")
    print(f"{'quick':<11} {'':18}  {LEGS['quick'].title}")
    for number, part in enumerate(parts(), 1):
        print(f"part {number:2}: {spell(sum(leg.full_seconds for leg in part)):>6} of one core  {' '.join(leg.name for leg in part)}")


def set_up(chosen: List[Chosen]) -> None:
    groups = ["build", "python", "test"] if all(leg.name == "quick" for leg, _ in chosen) else ["all"]
    groups += sorted({group for leg, _ in chosen for group in leg.groups})
    if subprocess.run([str(ROOT / "script" / "setup"), *groups]).returncode:
        sys.exit("script/test: script/setup failed")


class Session:
    def __init__(self, chosen: List[Chosen], was_asked_for: bool, may_skip: List[str], frees: bool):
        cores = os.cpu_count() or 1
        self.chosen, self.was_asked_for, self.may_skip, self.frees = chosen, was_asked_for, may_skip, frees
        self.n_workers = min(2, cores, len(chosen))
        self.jobs = cores  # for each: no core is idle while the other leg compiles one file or has ended
        self.clock = Clock(chosen, self.n_workers)
        self.passed = self.failed = 0
        self.not_run: List[str] = []
        self.lock = threading.Lock()
        self.start = time.monotonic()
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("STREW_TEST_")},
            "CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1", "CTEST_OUTPUT_ON_FAILURE": "1",
        }  # fmt: skip

    def say(self, name: str, sentence: str) -> None:
        minutes, seconds = divmod(int(time.monotonic() - self.start), 60)
        print(f"{minutes:3}:{seconds:02}  {name:<11} {sentence}", flush=True)

    def say_what_is_left(self) -> None:
        names = [leg.name for leg, _ in self.clock.began]
        if names:
            self.say("", f"… {', '.join(names)}; {len(self.clock.waiting)} to come; about {spell(self.clock.left())} left")

    def run(self) -> None:
        waiting = list(self.chosen)
        with ThreadPoolExecutor(self.n_workers) as pool:
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
            try:
                running = {pool.submit(self.run_leg, each) for each in waiting}
                while running:
                    done, running = wait(running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
                    for future in done:
                        future.result()
                    if running:
                        self.say_what_is_left()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                Run.processes.stop()
                raise

    def run_leg(self, chosen: Chosen) -> None:
        leg, is_full = chosen
        with self.lock:
            self.clock.begin(chosen)
        reason = why_not(leg, is_full or self.was_asked_for)
        if reason:
            self.skip(chosen, reason)
            return
        run = Run(leg.name, is_full, self.jobs, self.environment)
        self.say(leg.name, f"begins{' in full' if is_full else ''}: {leg.title}")
        stopped = None
        try:
            leg.run(run)
        except Exception as error:  # Stop, or a mistake of the leg's own, which must not pass for a run without failures
            stopped = error
        if Run.processes.is_stopped:
            return
        run.finish(stopped)
        if self.frees:
            run.free()
        with self.lock:
            seconds = self.clock.end(chosen)
            self.passed, self.failed = self.passed + run.passed, self.failed + run.failed
            said = f"{run.passed} passed, {f'{run.failed} FAILED (build/logs/{leg.name}.log), ' if run.failed else ''}"
            said += f"{f'{run.skipped} skipped, ' if run.skipped else ''}{seconds:.0f} s, {run.cpu_seconds:.0f} s of CPU"
            self.say(leg.name, said + (f" ({', then '.join(run.isas)})" if run.isas else ""))
            if run.failures:
                print(tail("\n".join(run.failures), 300), flush=True)

    def skip(self, chosen: Chosen, reason: str) -> None:
        leg, is_full = chosen
        is_failure = (is_full or self.was_asked_for) and leg.name not in self.may_skip
        with self.lock:
            self.clock.end(chosen)
            self.failed += is_failure
            self.not_run.append(leg.name)
            self.say(leg.name, f"{'FAILED, as it cannot run' if is_failure else 'skipped'}: {reason}")


def main() -> int:
    options = arguments()
    if options.list:
        print_list()
        return 0
    if not options.dry_run:
        enter_venv("tests.runner", "python")
    chosen, was_asked_for = choose(options)
    if options.dry_run:
        for each in chosen:
            print(f"{key(each):24} {spell(typical(each)):>6}")
        return 0
    set_up(chosen)
    LOGS.mkdir(parents=True, exist_ok=True)
    if options.ci:
        print(f"{shutil.disk_usage(ROOT).free / 1e9:.1f} GB are free; the build of a leg, which has about 1, is removed with its end", flush=True)
    session = Session(chosen, was_asked_for, options.may_skip, options.ci)
    try:
        session.run()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    if chosen == [(LEGS["quick"], False)]:
        left_out = " ".join(leg.name for leg in DEFAULT_LEGS)
        print("left out: packages, what a linker sees of the library, bugs that tools must find, full repeats, slow Python tests")
        print(f"left out: other compilers, sanitizers and platforms. `script/test` runs the legs {left_out}")
    if session.not_run:
        print(f"not run, for the reasons above: {' '.join(session.not_run)}")
    print(f"{session.passed} passed, {session.failed} failed")
    return session.failed != 0


if __name__ == "__main__":
    sys.exit(main())
