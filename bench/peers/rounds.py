"""The clock: everything that is compared runs in turn, round by round, as in the C bench (measure.c, clock.c)."""

from __future__ import annotations

import gc
import math
import random
import resource
import time
from dataclasses import dataclass, field
from typing import Callable

from .session import Session
from .work import Call

ATTEMPTS = 5

# A library that is far slower than the others is skipped after it has used this time and has this number of samples.
SHARE_S, MIN_ROUNDS = 10.0, 3


@dataclass
class Participant:
    sample: Callable[[], float]  # ns
    name: str
    ns: dict[int, float] = field(default_factory=dict)  # by round
    spent_s: float = 0.0
    failure: str = ""  # the message of an exception

    @property
    def sits_out(self) -> bool:
        return bool(self.failure) or (self.spent_s > SHARE_S and len(self.ns) >= MIN_ROUNDS)


def _wait_until_idle() -> None:
    """Waits, because pools may spin for a while after their work and disturb the next library. It does not sleep: a CPU
    that has slept starts slowly, which would make a short call slower."""
    for _ in range(500):
        others = time.process_time() - time.thread_time()
        until = time.perf_counter() + 0.0005
        while time.perf_counter() < until:
            pass
        if time.process_time() - time.thread_time() - others < 0.00005:
            return


def _count_interruptions() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw


def time_call(session: Session, call: Call) -> float:
    """bench_time_part of clock.c for a call in Python, which itself costs a fraction of a microsecond."""
    run, calls, minimum = call.run, range(session.calls), math.inf
    for _ in range(ATTEMPTS):
        call.before()
        _wait_until_idle()
        session.settle()
        interruptions = _count_interruptions()
        begin = time.perf_counter_ns()
        for _ in calls:
            run()
        ns = (time.perf_counter_ns() - begin) / session.calls
        is_mine = _count_interruptions() == interruptions
        call.after()
        if is_mine:
            return ns
        minimum = min(minimum, ns)
    return minimum


def time_part(session: Session, part: str) -> float:
    _wait_until_idle()
    return session.time(part)


def play(participants: list[Participant], rounds: int, progress: Callable[[int, str], None]) -> None:
    """Round 0 warms up and is not kept. Every round has a new order."""
    order = list(participants)
    shuffle = random.Random(4).shuffle
    gc.disable()
    for number in range(rounds + 1):
        shuffle(order)
        for participant in order:
            if participant.sits_out:
                continue
            progress(number, participant.name)
            begin = time.monotonic()
            try:
                ns = participant.sample()
            except Exception as error:  # of one library; the others are still measured
                participant.failure = str(error) or type(error).__name__
                continue
            participant.spent_s += time.monotonic() - begin
            if number > 0:
                participant.ns[number] = ns
        gc.collect()
    gc.enable()
