"""Where an installed package has what other projects build with."""

from __future__ import annotations

from pathlib import Path

from ._library import FILE_NAME

_PACKAGE = Path(__file__).resolve().parent


def _installed(path: Path, what: str) -> str:
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing: {what} come with an installed package, and this one runs from its sources")
    return str(path)


def get_include() -> str:
    """The folder for the compiler's -I, from which `#include <strew/strew.h>` works.

    A program that is linked with the library of get_library defines STREW_SHARED.
    """
    return _installed(_PACKAGE / "include", "headers")


def get_library() -> str:
    """The shared library of this package, to link with. At run time it is looked for by its file name alone.

    So an extension module finds it if strew is imported first, or by a run path such as $ORIGIN/../strew/lib.
    """
    return _installed(_PACKAGE / "lib" / FILE_NAME, "libraries")


def get_cmake_dir() -> str:
    """The folder for CMake's strew_DIR, where find_package(strew) finds the target strew::strew.

    scikit-build-core looks there by itself.
    """
    return _installed(_PACKAGE / "lib" / "cmake" / "strew", "CMake's files")
