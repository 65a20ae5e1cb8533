"""Threads of libraries that create their pool only once in a process."""

from __future__ import annotations

import contextlib
import os

from .work import Call


def _tasks() -> list[int]:
    return [int(task) for task in os.listdir("/proc/self/task")]


def on_one_cpu(call: Call) -> Call:
    """Limits a larger pool to one thread's speed: all threads of the process share one CPU while the call runs."""
    everywhere = os.sched_getaffinity(0)
    kept: dict[int, set[int]] = {}

    def before() -> None:
        call.before()
        for task in _tasks():
            with contextlib.suppress(ProcessLookupError):  # it has ended since
                kept[task] = os.sched_getaffinity(task)
                os.sched_setaffinity(task, {min(everywhere)})

    def after() -> None:
        for task in _tasks():
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(task, kept.get(task, everywhere))
        kept.clear()
        call.after()

    return Call(call.run, call.result, before, after)
