"""Where the library is, and for which versions of OpenVINO."""

from __future__ import annotations

import ctypes
import os
import re
from pathlib import Path

import openvino

# The library is C++ without a stable ABI: these versions have the same, and they are tested. The library has the numbers from here.
OLDEST, NEWEST = "2026.0", "2026.4"
FILE_NAME = "libstrew_openvino.so"


def library_path() -> str:
    """The library that OpenVINO loads. The environment variable STREW_OPENVINO_LIBRARY names another one than the package's."""
    path = os.environ.get("STREW_OPENVINO_LIBRARY") or str(Path(__file__).parent / FILE_NAME)
    if not os.path.exists(path):
        raise ImportError(f"strew_openvino: {path} is missing; build it, or name another file in STREW_OPENVINO_LIBRARY")
    return path


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"(\d+)\.(\d+)", version)
    return tuple(map(int, found.groups())) if found else ()


def _require_version() -> None:
    version = openvino.get_version()
    if not _numbers(OLDEST) <= _numbers(version) <= _numbers(NEWEST):
        raise ImportError(f"strew_openvino needs OpenVINO {OLDEST} to {NEWEST}; this is {version.split('-')[0]}")


def _share_symbols() -> None:
    """Lets the library find OpenVINO's symbols, which Python keeps to its own module."""
    paths = {line.split(maxsplit=5)[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "/libopenvino.so" in line}
    for path in paths:
        ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL | os.RTLD_NOLOAD)


_require_version()
_share_symbols()
