"""The words of a call: Python's options as the numbers of strew_options."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Dict, Optional, Type

import numpy as np

from ._arrays import integer
from ._enums import ArgCounts, ArgRule, GradientOf, Hint, Initial, MeanRounding, Nan, Negative, OffsetsEnd, Overflow, Policy, ScaleRule
from ._library import Options
from ._rejection import described
from ._tables import DTYPES, ISAS, PROFILES, number_of


def by_word(enum: Type[IntEnum]) -> Dict[str, int]:
    return {member.name.lower(): int(member) for member in enum}


POLICIES = by_word(Policy)
NANS = by_word(Nan)
MEAN_ROUNDINGS = by_word(MeanRounding)
OVERFLOWS = by_word(Overflow)
SCALE_RULES = by_word(ScaleRule)
INITIALS = by_word(Initial)
OFFSETS_ENDS = by_word(OffsetsEnd)
ARG_RULES = by_word(ArgRule)
ARG_COUNTS = by_word(ArgCounts)
GRADIENTS_OF = by_word(GradientOf)
HINTS = {word: number for word, number in by_word(Hint).items() if number != Hint.NONE}  # None stands for that
ACCUMULATIONS = {name: DTYPES[name] for name in ("float32", "float64", "int64")}


def flag(value: Any, name: str) -> bool:
    """A bool of Python's or NumPy's. "no" would count as true, and is rejected like everything else."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {described(value)}, and True or False is needed")
    return bool(value)


def ignored_index(value: Any, name: str = "ignore_index") -> int:
    try:
        return integer(value, name)
    except ValueError as reason:
        raise ValueError(f"{reason}; the largest stands for every larger uint64 too") from None


def hints_of(unique: Optional[str], sorted: Optional[str]) -> Dict[str, int]:
    """Those members of strew_options."""
    return {name: 0 if word is None else number_of(HINTS, word, name) for name, word in (("unique", unique), ("sorted", sorted))}


def options_of(
    policy: str,
    negative_wrap: bool,
    ignore_index: Optional[int],
    profile: Optional[str] = None,
    isa: Optional[str] = None,
    **members: Any,
) -> Options:
    """strew_options, with the members that only some operators have by their names in C."""
    return Options(
        policy=number_of(POLICIES, policy, "policy"),
        negative=Negative.WRAPS if flag(negative_wrap, "negative_wrap") else Negative.OUT_OF_BOUNDS,
        isa=0 if isa is None else number_of(ISAS, isa, "isa"),
        profile=0 if profile is None else number_of(PROFILES, profile, "profile"),
        has_ignore_index=ignore_index is not None,
        ignore_index=0 if ignore_index is None else ignored_index(ignore_index),
        **members,
    )
