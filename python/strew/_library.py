"""The shared library as ctypes sees it: where it is, its structs and its functions.

The structs below are those of include/strew/*.h; tests/python/test_library.py has a C compiler compare the two.
_enums.py has the headers' numbers. Data types, reductions, instruction sets and profiles are in neither: the library
itself says what they are called (_tables.py).
"""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.util
import os
import sys
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from types import ModuleType
from typing import Any, Iterator, Optional, Tuple

from ._rejection import printable

FILE_NAME = {"darwin": "libstrew.dylib", "win32": "strew.dll"}.get(sys.platform, "libstrew.so")
BUILD_COMMAND = "cmake -S . -B build/shared -DBUILD_SHARED_LIBS=ON -DSTREW_TESTS=OFF -DSTREW_PYTHON=ON && cmake --build build/shared"


class Fault(ctypes.Structure):
    _fields_ = [
        ("status", c_int),
        ("dimension", c_int32),
        ("subject", c_char_p),
        ("tuple", c_int64),
        ("value", c_int64),
        ("low", c_int64),
        ("high", c_int64),
        ("component", c_int32),
        ("profile", c_int),
        ("reserved", c_uint64 * 3),
    ]


class Tensor(ctypes.Structure):
    _fields_ = [
        ("dtype", c_int),
        ("rank", c_int32),
        ("shape", POINTER(c_int64)),
        ("values", c_void_p),
        ("strides", POINTER(c_int64)),
    ]


class _Sized(ctypes.Structure):
    """A struct that carries its size, as its macro in C makes it: all other members are zeros, or given by their names."""

    def __init__(self, **members: Any) -> None:
        super().__init__(struct_size=ctypes.sizeof(self), **members)


class Options(_Sized):
    """strew_options."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("policy", c_int),
        ("negative", c_int),
        ("isa", c_int),
        ("profile", c_int),
        ("has_ignore_index", c_int32),
        ("excludes_self", c_int32),
        ("ignore_index", c_int64),
        ("nan", c_int),
        ("mean_rounding", c_int),
        ("fill", c_void_p),
        ("alpha", c_void_p),
        ("accumulate", c_int),
        ("overflow", c_int),
        ("scale_rule", c_int),
        ("has_update_ignore_index", c_int32),
        ("update_ignore_index", c_int64),
        ("update_policy", c_int),
        ("update_negative", c_int),
        ("converter", c_void_p),
        ("unique", c_int),
        ("sorted", c_int),
        ("initial", c_int),
        ("offsets_end", c_int),
        ("arg_fill", POINTER(c_int64)),
        ("arg_rule", c_int),
        ("arg_counts", c_int),
    ]


class Call(_Sized):
    """strew_call."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("op", c_int),
        ("reduction", c_int),
        ("axis", c_int64),
        ("batch_dims", c_int64),
        ("mode", c_int),
        ("n_components", c_int32),
        ("options", POINTER(Options)),
        ("data", Tensor),
        ("indices", Tensor),
        ("updates", Tensor),
        ("output", Tensor),
        ("mask", Tensor),
        ("write_indices", Tensor),
        ("components", POINTER(Tensor)),
        ("scale", Tensor),
        ("zero_points", Tensor),
        ("update_indices", Tensor),
        ("weights", Tensor),
        ("offsets", Tensor),
        ("arg", Tensor),
    ]


class Buffers(_Sized):
    """strew_buffers."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("output", c_void_p),
        ("data", c_void_p),
        ("indices", c_void_p),
        ("updates", c_void_p),
        ("mask", c_void_p),
        ("write_indices", c_void_p),
        ("components", c_void_p),
        ("prepared", c_void_p),
        ("scale", c_void_p),
        ("zero_points", c_void_p),
        ("update_indices", c_void_p),
        ("weights", c_void_p),
        ("offsets", c_void_p),
        ("arg", c_void_p),
    ]


class Resources(_Sized):
    """strew_resources."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("workspace", c_void_p),
        ("workspace_bytes", c_size_t),
        ("parallel_for", c_void_p),
        ("pool", c_void_p),
        ("n_threads", c_int32),
        ("wake_ns", c_uint32),
        ("part", c_int32),
        ("n_parts", c_int32),
    ]


class ChunkGrid(ctypes.Structure):
    """strew_chunk_grid."""

    _fields_ = [("n_chunks", POINTER(c_int64)), ("edges", POINTER(POINTER(c_int64)))]


class Softmax(_Sized):
    """strew_softmax."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("function", c_int),
        ("end_is_implied", c_int32),
        ("updates", Tensor),
        ("offsets", Tensor),
        ("indices", Tensor),
        ("n_segments", c_int64),
    ]


class GradientBuffers(_Sized):
    """strew_gradient_buffers."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("output_gradient", c_void_p),
        ("indices", c_void_p),
        ("components", c_void_p),
        ("offsets", c_void_p),
        ("update_indices", c_void_p),
        ("updates", c_void_p),
        ("weights", c_void_p),
        ("arg", c_void_p),
    ]


class KernelRecord(ctypes.Structure):
    """strew_kernel."""

    _fields_ = [("name", c_char_p), ("step", c_char_p), ("isa", c_int), ("width", c_int32)]


# name: (what it returns, what it takes). A plan is opaque here: strew_plan_size() bytes.
_FUNCTIONS = {
    "strew_version": (c_char_p, ()),
    "strew_fault_describe": (c_size_t, (POINTER(Fault), c_char_p, c_size_t)),
    "strew_plan_call": (c_int, (c_void_p, POINTER(Call), POINTER(Fault))),
    "strew_run": (c_int, (c_void_p, POINTER(Buffers), POINTER(Resources), POINTER(Fault))),
    "strew_plan_workspace_size": (c_size_t, (c_void_p, c_int32)),
    "strew_plan_prepared_size": (c_size_t, (c_void_p,)),
    "strew_prepare": (c_int, (c_void_p, POINTER(Buffers), c_void_p, c_size_t, POINTER(Fault))),
    "strew_prepared_is_distinct": (c_int, (c_void_p,)),
    "strew_group_by_chunk": (
        c_int,
        (*(c_void_p,) * 3, POINTER(Tensor), POINTER(Tensor), POINTER(ChunkGrid), POINTER(Options), POINTER(Fault)),
    ),
    "strew_group_by_index": (
        c_int,
        (*(c_void_p,) * 2, c_int, *(c_void_p,) * 2, POINTER(Tensor), c_int64, POINTER(Options), c_void_p, POINTER(Fault)),
    ),
    "strew_group_by_index_workspace_size": (c_size_t, (POINTER(Tensor), c_int64, c_int32)),
    "strew_gradient": (c_int, (c_void_p, POINTER(Call), c_int, POINTER(GradientBuffers), POINTER(Resources), POINTER(Fault))),
    "strew_gradient_workspace_size": (c_size_t, (POINTER(Call), c_int, c_int32)),
    "strew_segment_softmax": (c_int, (c_void_p, POINTER(Softmax), POINTER(Resources), POINTER(Fault))),
    "strew_segment_softmax_workspace_size": (c_size_t, (POINTER(Softmax), c_int32)),
    "strew_plan_size": (c_size_t, ()),
    "strew_reduction_is_supported": (c_int, (c_int, c_int)),
    "strew_dtype_name": (c_char_p, (c_int,)),
    "strew_dtype_size": (c_size_t, (c_int,)),
    "strew_dtype_block": (c_int64, (c_int,)),
    "strew_reduction_name": (c_char_p, (c_int,)),
    "strew_isa_name": (c_char_p, (c_int,)),
    "strew_profile_name": (c_char_p, (c_int,)),
    "strew_isa_get_state": (c_int, (c_int,)),
    "strew_isa_get_best": (c_int, ()),
    "strew_kernel_at": (c_int, (c_size_t, POINTER(KernelRecord))),
    "strew_plan_kernel": (c_char_p, (c_void_p,)),
    "strew_plan_isa": (c_int, (c_void_p,)),
    "strew_plan_explain": (c_size_t, (c_void_p, c_int, c_char_p, c_size_t)),
}


def _is_command() -> bool:
    """Whether `python -m strew` is about to run: argv begins with "-m" while Python looks for the module."""
    if sys.argv[:1] != ["-m"] or sys.version_info < (3, 10):  # before 3.10 argv alone does not tell which module
        return False
    return sys.orig_argv[-len(sys.argv)] in ("strew", "-mstrew")


def _missing(sentence: str) -> BaseException:
    """What to raise where there is no library."""
    if _is_command():
        # Python imports the package before __main__, and prints its own words before those of an ImportError.
        return SystemExit(f"strew: {sentence}")
    # The package's name spares a command that was not recognised the traceback.
    return ImportError(sentence, name="strew")


_PACKAGE = Path(__file__).resolve().parent
# The folder of BUILD_COMMAND and of script/demo, and no other: those may hold a trimmed or a sanitized library.
_BUILT = _PACKAGE.parents[1] / "build" / "shared"


def _candidates() -> Iterator[str]:
    """Where the library may be, in order of preference."""
    yield str(_PACKAGE / "lib" / FILE_NAME)
    yield str(_BUILT / FILE_NAME)
    yield ctypes.util.find_library("strew") or ""


def _declare(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _load() -> Tuple[ctypes.CDLL, str]:
    """The library and its path. Raises `_missing` where there is none, or none that can be used."""
    named = os.environ.get("STREW_LIBRARY")
    if named:
        try:
            # As a path: a bare name would be looked up where the system keeps libraries.
            return _declare(os.path.abspath(named)), named
        except (OSError, AttributeError) as reason:
            raise _missing(printable(f"STREW_LIBRARY={named} cannot be used: {reason}")) from None
    for path in _candidates():
        # A bare name is the system's, which ctypes looks up by itself.
        if os.path.exists(path) or (path and os.path.basename(path) == path):
            try:
                return _declare(path), path
            except (OSError, AttributeError):
                continue  # built for another machine, or an older version: the next one may load
    raise _missing(
        f"{FILE_NAME} was not found; name it in the environment variable STREW_LIBRARY, "
        f"or build it in the folder of strew's checkout with: {BUILD_COMMAND}"
    )


def _load_native() -> Optional[ModuleType]:
    """The extension module of python/native.cpp, of the package or beside the library.

    None where it is not built: calls then take longer, and have one thread.
    """
    folders = [_PACKAGE] if os.path.basename(LIBRARY) == LIBRARY else [_PACKAGE, Path(LIBRARY).resolve().parent]
    for path in (path for folder in folders for path in sorted(folder.glob("_native.*"))):
        specification = importlib.util.spec_from_file_location(f"{__package__}._native", path)
        if specification is None or specification.loader is None:
            continue
        try:
            module = importlib.util.module_from_spec(specification)
            specification.loader.exec_module(module)
            return module
        except ImportError:
            continue  # built for another machine
    return None


def address(function: str) -> int:
    """Where a function of the library is."""
    return ctypes.cast(getattr(lib, function), c_void_p).value or 0


lib, LIBRARY = _load()
native: Any = _load_native()
