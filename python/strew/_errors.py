"""Faults of the library as exceptions."""

from __future__ import annotations

import ctypes
from typing import Optional

from ._library import SENTENCE_BYTES, Fault, Status, lib


class ScatterError(ValueError):
    """A call that the library rejected; nothing was written. The text is the library's sentence.

    The attributes are the members of strew_fault: `status` (a `Status`), `subject` (which argument), `dimension`,
    `tuple`, `component`, `value` (what was found), `low` and `high` (what would have been allowed), and `profile` (its
    name, where it is the profile that rejects). Those that the status does not name are 0 or None.
    """

    status: Status = Status.OK
    subject: Optional[str] = None
    dimension: int = 0
    tuple: int = 0
    value: int = 0
    low: int = 0
    high: int = 0
    component: int = 0
    profile: Optional[str] = None


class IndexOutOfBoundsError(ScatterError, IndexError):
    """An index outside its dimension: `tuple` and `component` say where, `low` and `high` what `value` may be."""


def check(fault: Fault) -> None:
    """Raises what the fault says, if it says anything."""
    if fault.status == Status.OK:
        return
    sentence = ctypes.create_string_buffer(SENTENCE_BYTES)
    lib.strew_describe(ctypes.byref(fault), sentence, len(sentence))
    kind = IndexOutOfBoundsError if fault.status == Status.INDEX_OUT_OF_BOUNDS else ScatterError
    error = kind(sentence.value.decode())
    error.status = Status(fault.status)
    error.subject = fault.subject.decode() if fault.subject else None
    error.profile = lib.strew_profile_name(fault.profile).decode() if fault.profile else None
    for member in ("dimension", "tuple", "component", "value", "low", "high"):
        setattr(error, member, getattr(fault, member))
    raise error
