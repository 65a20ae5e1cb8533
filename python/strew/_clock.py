"""What the tables of `python -m strew bench` that need one thread have in common: medians of its CPU time."""

from __future__ import annotations

import time
from statistics import median
from typing import Any, Callable, Dict, List

_MIN_SECONDS = 2e-4  # of the calls that are timed at once, so that the clock itself takes next to nothing


def _calls_at_once(call: Callable[[], Any]) -> int:
    call()
    n = 1
    while True:
        start = time.perf_counter()
        for _ in range(n):
            call()
        if time.perf_counter() - start >= _MIN_SECONDS:
            return n
        n *= 4


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
