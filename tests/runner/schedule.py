"""Which legs run, how a full run is cut into parts, and how long is left."""

import json
import subprocess
import time
from typing import Dict, Iterable, List, Tuple

from tests.runner.legs import LEGS, Leg
from tests.runner.run import LOGS, ROOT, Run

N_PARTS = 10
RESULTS = LOGS / "results.json"  # of the last run of each leg that passed
Chosen = Tuple[Leg, bool]  # whether it runs in full

FULL_LEGS = [leg for leg in LEGS.values() if leg.name != "quick"]
DEFAULT_LEGS = [leg for leg in FULL_LEGS if leg.default_seconds]


def parts() -> List[List[Leg]]:
    """The longest leg first, each into the part that is shortest so far: every leg is in one part, and parts take about as long."""
    found: List[List[Leg]] = [[] for _ in range(N_PARTS)]
    for leg in sorted(FULL_LEGS, key=lambda leg: -leg.full_seconds):
        min(found, key=lambda part: sum(other.full_seconds for other in part)).append(leg)
    return found


def git(*arguments: str) -> str:
    command = ["git", "-c", "safe.directory=*", *arguments]  # CI may run as another user than the one who cloned
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def commit() -> str:
    try:
        return git("rev-parse", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return "0" * 40  # a copy without its history


def part_of_commit() -> Tuple[int, str]:
    """The part, from 1, that a commit's run has, and why. Commits that follow one another have parts that follow one another, so that all
    have come round after N_PARTS. A clone that was cut off does not know how many commits there are; its commit's hash decides."""
    name = commit()
    number, reason = int(name[:8], 16), "by its hash, as this clone has no history"
    if int(name, 16) and git("rev-parse", "--is-shallow-repository") == "false":
        number, reason = int(git("rev-list", "--first-parent", "--count", "HEAD")), "by its number"
    return number % N_PARTS + 1, f"of commit {name[:10]}, {reason}"


def key(chosen: Chosen) -> str:
    leg, is_full = chosen
    return f"{leg.name} in full" if is_full else leg.name


def typical(chosen: Chosen) -> int:
    leg, is_full = chosen
    return leg.full_seconds if is_full or not leg.default_seconds else leg.default_seconds


def results() -> Dict[str, dict]:
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def remember(chosen: Chosen, seconds: float, run: Run) -> None:
    """What a leg said that passed: when it may end next time, and what docs/figures.md has of it."""
    result = {"commit": commit()[:10], "seconds": round(seconds), "cpu": round(run.cpu_seconds), "passed": run.passed, "skipped": run.skipped}
    found = {**results(), key(chosen): {**result, "isas": run.isas, "notes": run.notes}}
    RESULTS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")


class Clock:
    """How long legs take: as long as last time here; else as long as is typical, by how this machine compares so far."""

    def __init__(self, chosen: Iterable[Chosen], n_workers: int):
        self.last = results()
        self.n_workers, self.waiting = n_workers, list(chosen)
        self.began: Dict[Chosen, float] = {}
        self.took: Dict[Chosen, float] = {}

    def begin(self, chosen: Chosen) -> None:
        self.waiting.remove(chosen)
        self.began[chosen] = time.monotonic()

    def end(self, chosen: Chosen) -> float:
        self.took[chosen] = time.monotonic() - self.began.pop(chosen)
        return self.took[chosen]

    def expected(self, chosen: Chosen) -> float:
        if key(chosen) in self.last:
            return self.last[key(chosen)]["seconds"]
        took = sum(self.took.values())
        return typical(chosen) * (took / sum(map(typical, self.took)) if took else 1)

    def left(self) -> float:
        """Each leg that waits goes to the worker that is free first. One that takes longer than expected may take another tenth."""
        took = {chosen: time.monotonic() - began for chosen, began in self.began.items()}
        free = [max(self.expected(chosen) - seconds, seconds / 10) for chosen, seconds in took.items()]
        free += [0.0] * (self.n_workers - len(free))
        for chosen in self.waiting:
            free[free.index(min(free))] += self.expected(chosen)
        return max(free)


def spell(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
