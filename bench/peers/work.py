"""The work of a library, and the interface of its module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Protocol

if TYPE_CHECKING:
    import numpy as np


class Rejected(Exception):
    """Why a library is missing, or cannot do a workload: one sentence."""


@dataclass(frozen=True)
class Work:
    """One scatter or gather, over arrays that the C bench has made and strew uses too."""

    operator: str  # a function of strew, such as "scatter_nd" or "gather"
    axis: int  # of all but scatter_nd and gather_nd
    reduction: str  # ONNX's names: none, add, mul, max, ...
    data: np.ndarray  # never written
    indices: np.ndarray  # int64
    updates: np.ndarray | None  # None in a gather
    output: np.ndarray  # a copy of data before every scatter
    in_place: bool  # the result of a scatter may be left in output without a copy of data, for libraries that can

    @property
    def is_gather(self) -> bool:
        return self.operator.startswith("gather")


def nothing() -> None:
    pass


@dataclass(frozen=True)
class Call:
    """How a library does a work: `run` is timed, the others are not."""

    run: Callable[[], object]
    result: Callable[[], np.ndarray]  # of the last run
    before: Callable[[], None] = nothing
    after: Callable[[], None] = nothing


class Library(Protocol):
    """A module of libraries/."""

    NAME: str
    THREADS: tuple[int, ...]  # (1, 2), or (1,) for a library that never uses more

    @staticmethod
    def load() -> str:
        """Imports the library and returns its version."""

    @staticmethod
    def prepare(work: Work, threads: int) -> Call:
        """Does everything that needs no data. Raises Rejected."""
