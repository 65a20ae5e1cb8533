"""Which legs run, how a full run is cut into parts, and how long is left."""

import time
from typing import Dict, Iterable, List, Tuple

from tests.runner.commit import N_PARTS, number_of_commit
from tests.runner.legs import LEGS, Leg

Chosen = Tuple[Leg, bool]  # whether it runs in full

FULL_LEGS = [leg for leg in LEGS.values() if leg.name != "quick"]
DEFAULT_LEGS = [leg for leg in FULL_LEGS if leg.default_seconds]


def parts() -> List[List[Leg]]:
    """The longest leg first, each into the part that is shortest so far: every leg is in one part, and parts take about as long."""
    found: List[List[Leg]] = [[] for _ in range(N_PARTS)]
    for leg in sorted(FULL_LEGS, key=lambda leg: -leg.full_seconds):
        min(found, key=lambda part: sum(other.full_seconds for other in part)).append(leg)
    return found


def part_of_commit() -> Tuple[int, str]:
    """The part, from 1, that a commit's run has, and why. Commits that follow one another have parts that follow one another, so that all
    have come round after N_PARTS."""
    number, reason = number_of_commit()
    return number % N_PARTS + 1, reason


def key(chosen: Chosen) -> str:
    leg, is_full = chosen
    return f"{leg.name} in full" if is_full else leg.name


def typical(chosen: Chosen) -> int:
    leg, is_full = chosen
    return leg.full_seconds if is_full or not leg.default_seconds else leg.default_seconds


class Clock:
    """How long legs take: as long as is typical, by how this machine compares so far."""

    def __init__(self, chosen: Iterable[Chosen], n_workers: int):
        self.n_workers, self.waiting = n_workers, list(chosen)
        self.began: Dict[Chosen, float] = {}
        self.took: Dict[Chosen, float] = {}

    def begin(self, chosen: Chosen) -> None:
        self.waiting.remove(chosen)
        self.began[chosen] = time.monotonic()

    def end(self, chosen: Chosen) -> float:
        self.took[chosen] = time.monotonic() - self.began.pop(chosen)
        return self.took[chosen]

    def left(self) -> float:
        """Of all legs that run or wait, shared among the workers."""
        slower = sum(self.took.values()) / sum(map(typical, self.took)) if self.took else 1
        running = sum(max(slower * typical(chosen) - (time.monotonic() - began), 0) for chosen, began in self.began.items())
        return (running + slower * sum(map(typical, self.waiting))) / self.n_workers


def spell(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
