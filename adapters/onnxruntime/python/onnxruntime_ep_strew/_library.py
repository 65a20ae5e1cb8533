"""Where the library is, and which runtimes it is for."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

_NAMES = {"win32": "strew_onnxruntime.dll", "darwin": "libstrew_onnxruntime.so"}


def get_library_path() -> str:
    """The library that the runtime loads. The environment variable STREW_ONNXRUNTIME_LIBRARY names another one than the package's."""
    named = os.environ.get("STREW_ONNXRUNTIME_LIBRARY")
    path = Path(named) if named else Path(__file__).with_name(_NAMES.get(sys.platform, "libstrew_onnxruntime.so"))
    if not path.exists():
        raise FileNotFoundError(f"there is no {path}: the package was not built, or STREW_ONNXRUNTIME_LIBRARY names no file")
    return str(path)


def require_version(minor: int, what: str) -> None:
    """Raises RuntimeError if the runtime is older than 1.`minor`, or is not 1.x."""
    import onnxruntime

    version = onnxruntime.__version__
    found = re.match(r"(\d+)\.(\d+)", version)
    if not found or int(found[1]) != 1 or int(found[2]) < minor:
        raise RuntimeError(f"{what} of strew needs ONNX Runtime 1.{minor} or a newer 1.x, and this is {version}")
