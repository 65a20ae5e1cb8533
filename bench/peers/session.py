"""One job of the bench with its arrays: session.h through ctypes."""

from __future__ import annotations

import ctypes
import json
from ctypes import c_char_p, c_double, c_int, c_void_p
from types import TracebackType

import ml_dtypes
import numpy as np

from .work import Work

SENTENCE_BYTES = 256

_FUNCTIONS = {
    "bench_session_open": (c_void_p, (c_char_p, c_int, c_char_p, c_int, c_char_p)),
    "bench_session_close": (None, (c_void_p,)),
    "bench_session_describe": (c_char_p, (c_void_p,)),
    "bench_session_array": (c_void_p, (c_void_p, c_char_p)),
    "bench_session_settle": (None, (c_void_p,)),
    "bench_session_time": (c_double, (c_void_p, c_char_p)),
    "bench_session_is_result": (c_int, (c_void_p, c_void_p)),
}


class SessionError(Exception):
    """The bench's own sentence on why a job cannot be measured."""


def load(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _dtype(name: str) -> np.dtype:
    return np.dtype(getattr(ml_dtypes, name) if name == "bfloat16" else name)


class Session:
    """Open it as a context: the arrays belong to the library and are freed with it."""

    def __init__(self, library: ctypes.CDLL, entry: dict) -> None:
        """`entry`: the workload's object in the JSON that the C bench wrote."""
        self._library = library
        sentence = ctypes.create_string_buffer(SENTENCE_BYTES)
        self._handle = library.bench_session_open(
            entry["workload"].encode(),
            entry["mode"] == "out_of_place",
            entry["asked_isa"].encode(),
            entry["policy"] == "trusted",
            sentence,
        )
        if not self._handle:
            raise SessionError(sentence.value.decode())
        about = json.loads(library.bench_session_describe(self._handle))
        dtype = _dtype(about["dtype"])
        is_gather = about["operator"].startswith("gather")
        self.calls: int = about["calls"]
        self.is_for_peers: bool = about["is_for_peers"]
        self.work = Work(
            operator=about["operator"],
            axis=about["axis"],
            reduction=about["reduction"],
            data=self._array("data", dtype, about["data"]),
            indices=self._array("indices", np.dtype(np.int64), about["indices"]),
            updates=None if is_gather else self._array("updates", dtype, about["updates"]),
            output=self._array("output", dtype, about["updates" if is_gather else "data"]),
            in_place=entry["mode"] == "in_place",
        )

    def _array(self, name: str, dtype: np.dtype, shape: list[int]) -> np.ndarray:
        address = self._library.bench_session_array(self._handle, name.encode())
        n_bytes = dtype.itemsize * int(np.prod(shape))
        return np.frombuffer((ctypes.c_char * n_bytes).from_address(address), dtype).reshape(shape)

    def settle(self) -> None:
        self._library.bench_session_settle(self._handle)

    def time(self, field: str) -> float:
        """One sample in ns; 0 if the bench has no such part."""
        return self._library.bench_session_time(self._handle, field.encode())

    def is_result(self, array: np.ndarray) -> bool:
        """Whether an array equals strew's result, bit for bit."""
        output = self.work.output
        if array.shape != output.shape or array.dtype.itemsize != output.dtype.itemsize:
            return False
        return bool(self._library.bench_session_is_result(self._handle, np.ascontiguousarray(array).ctypes.data))

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._library.bench_session_close(self._handle)
