"""What the tables of `python -m strew bench` and `try` have in common: times of calls that take turns."""

from __future__ import annotations

import sys
import time
from statistics import median, quantiles
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

_Call = Callable[[], Any]
_Clock = Callable[[], float]

_MIN_SECONDS = 2e-4  # of the calls that are timed at once, so that the clock itself takes next to nothing


def text_of(seconds: float) -> str:
    """A time as the tables have it."""
    return f"{seconds * 1e6:.3g} us" if seconds < 1e-4 else f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _calls_at_once(call: Callable[[], Any], max_n: int = sys.maxsize) -> int:
    call()
    n = 1
    while n < max_n:
        start = time.perf_counter()
        for _ in range(n):
            call()
        if time.perf_counter() - start >= _MIN_SECONDS:
            return n
        n *= 4
    return max_n


def medians(calls: Dict[str, Callable[[], Any]], seconds: float) -> Dict[str, float]:
    """The CPU time of each call. All take turns, for so many seconds each and at least three rounds: other programs use the cores, too."""
    times: Dict[str, List[float]] = {name: [] for name in calls}
    n_at_once = {name: _calls_at_once(call) for name, call in calls.items()}
    end, n_rounds = time.perf_counter() + seconds * len(calls), 0
    while n_rounds < 3 or time.perf_counter() < end:
        for name, call in calls.items():
            start = time.thread_time()
            for _ in range(n_at_once[name]):
                call()
            times[name].append((time.thread_time() - start) / n_at_once[name])
        n_rounds += 1
    return {name: median(each) for name, each in times.items()}


class Rounds(NamedTuple):
    """The times of one call, round by round."""

    times: List[float]

    @property
    def median(self) -> float:
        return median(self.times)

    @property
    def quarters(self) -> Tuple[float, float]:
        """Between them lies the middle half of the times."""
        low, _, high = quantiles(self.times, n=4, method="inclusive")
        return low, high

    def over(self, other: Rounds) -> float:
        """The median of the ratios of each round: what slows a whole round down slows both."""
        return median(mine / max(theirs, 1e-12) for mine, theirs in zip(self.times, other.times))


def rounds(
    calls: Dict[str, _Call], seconds: float, clock: _Clock, restore: _Call, max_at_once: int, told: Callable[[int, int], None]
) -> Dict[str, Rounds]:
    """The times of each call by a clock. All take turns, from 3 to 41 rounds of them in about so many seconds for each. `restore` is called
    before each is timed, with no more calls at once than it is good for, and `told` which round begins, of how many."""
    times: Dict[str, List[float]] = {name: [] for name in calls}
    n_at_once = {}
    for name, call in calls.items():
        restore()
        n_at_once[name] = _calls_at_once(call, max_at_once)
    for name, call in calls.items():
        restore()
        start = time.perf_counter()
        for _ in range(n_at_once[name]):
            call()
        times[name].append(time.perf_counter() - start)
    once = sum(each.pop() for each in times.values())
    n_rounds = max(3, min(41, int(seconds * len(calls) / max(once, 1e-9))))
    for i in range(n_rounds):
        told(i + 1, n_rounds)
        for name, call in calls.items():
            restore()
            start = clock()
            for _ in range(n_at_once[name]):
                call()
            times[name].append((clock() - start) / n_at_once[name])
    return {name: Rounds(each) for name, each in times.items()}
