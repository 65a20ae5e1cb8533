"""Faults of the library as exceptions."""

from __future__ import annotations

import ctypes
from typing import Optional, Union

from ._enums import MESSAGE_BYTES, Status
from ._library import Fault, lib
from ._rejection import in_python


class ScatterError(ValueError):
    """A call that the library rejected; nothing was written. The text is the library's sentence, with Python's names of arguments.

    The attributes are the members of strew_fault: `status` (a `Status`, or a number that only a later version of the
    library knows), `subject` (which argument, as C calls it), `dimension`, `tuple`, `component`, `value` (what was found), `low` and
    `high` (what is allowed), and `profile` (its name, if the profile rejects the call). Those that do not apply to the
    status are 0 or None.
    """

    status: Union[Status, int] = Status.OK
    subject: Optional[str] = None
    dimension: int = 0
    tuple: int = 0
    value: int = 0
    low: int = 0
    high: int = 0
    component: int = 0
    profile: Optional[str] = None


class IndexOutOfBoundsError(ScatterError, IndexError):
    """An index out of bounds: `tuple` and `component` say where, `low` and `high` what `value` may be."""


def check(fault: Fault, function: str = "") -> None:
    """Raises what the fault says, if it says anything, to the caller of this function of Python."""
    if fault.status == Status.OK:
        return
    sentence = ctypes.create_string_buffer(MESSAGE_BYTES)
    lib.strew_fault_describe(ctypes.byref(fault), sentence, len(sentence))
    kind = IndexOutOfBoundsError if fault.status == Status.INDEX_OUT_OF_BOUNDS else ScatterError
    error = kind(in_python(sentence.value.decode(), function))
    try:
        error.status = Status(fault.status)
    except ValueError:
        error.status = fault.status  # of a later version of the library
    error.subject = fault.subject.decode() if fault.subject else None
    error.profile = lib.strew_profile_name(fault.profile).decode() if fault.profile else None
    for member in ("dimension", "tuple", "component", "value", "low", "high"):
        setattr(error, member, getattr(fault, member))
    raise error
