"""What is around the files: the head of strew.c, and the regions of instruction sets."""

from typing import Iterable, List

from .parts import Parts

RULE = 140


def title(path: str) -> str:
    begin = f"/* ---- {path} "
    return f"{begin}{'-' * (RULE - len(begin) - 3)} */\n\n"


def options_of_gcc(parts: Parts) -> List[str]:
    """Those of an instruction set are for all of the file: GCC inlines no function into one that is compiled with other options.

    Where it sees that a function leaves wide registers alone, as kernels of plain C do, it would not clean them before a call. Short calls
    then took a fifth longer."""
    of_isas = [flag for isa in parts.flags for flag in parts.flags[isa] if flag.startswith("-f")]
    flags = ["-ffp-contract=off", "-fno-math-errno", "-fno-ipa-ra", *of_isas]
    names = ", ".join(f'"{flag[2:]}"' for flag in flags)
    return ["#if defined(__GNUC__) && !defined(__clang__)", f"#pragma GCC optimize({names})", "#endif"]


def compilers_with_targets() -> str:
    """The condition under which functions have instruction sets of their own, and all intrinsics are declared."""
    return "defined(__clang__) ? __clang_major__ >= 8 : defined(__GNUC__) ? __GNUC__ >= 9 : defined(_MSC_VER)"


def head_of_file(parts: Parts, system: Iterable[str]) -> str:
    vectors = [isa for isa in parts.kernels if parts.headers[isa]]
    lines: List[str] = [OF_FLOATS, *options_of_gcc(parts), ""]
    lines += [f"#include {name}" for name in sorted(system)]
    lines += ["", '#include "strew.h"', ""]
    if vectors:
        lines += ["/* Vector kernels need a compiler whose functions may have instruction sets of their own, and a 64-bit processor. */"]
        lines += [f"#if !({compilers_with_targets()}) || defined(__ILP32__)"]
        lines += [f"#define STREW_BUILD_ISA_{isa.upper()} 0" for isa in vectors]
        for header in sorted({parts.headers[isa] for isa in vectors}):
            guard = "defined(__x86_64__) || defined(_M_X64)" if header == "immintrin.h" else "defined(__aarch64__) || defined(_M_ARM64)"
            lines += [f"#elif {guard}", f"#include <{header}>"]
        lines += ["#endif", ""]
    if parts.definitions:
        lines += ["/* What was left out. */"]
        lines += [f"#define {name} {value}" for name, value in parts.definitions.items()]
        lines += [""]
    lines += [HIDDEN]
    return "\n".join(lines) + "\n"


OF_FLOATS = """/* Results are those of plain loops, bit for bit: a product and a sum are each rounded. */
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "strew computes what the C code says, bit for bit: compile strew.c without -ffast-math"
#endif
"""
HIDDEN = """/* Nothing but what strew.h declares is visible in a shared library, and what headers of the system declare stays as it is. */
#if defined(__GNUC__) && !defined(_WIN32)
#define STREW_SHOW _Pragma("GCC visibility push(default)")
#define STREW_HIDE _Pragma("GCC visibility pop")
#pragma GCC visibility push(hidden)
#else
#define STREW_SHOW
#define STREW_HIDE
#endif
"""


def end_of_file() -> str:
    return """#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
"""


def begin_of_isa(parts: Parts, isa: str) -> str:
    lines = [title(f"Kernels of {isa}"), f"#if STREW_BUILD_ISA_{isa.upper()}"]
    target = parts.targets[isa]
    if target:
        attribute = f'__attribute__((target("{target}")))'
        lines += ["#if defined(__clang__)", f"#pragma clang attribute push({attribute}, apply_to = function)", "#elif defined(__GNUC__)"]
        lines += ["#pragma GCC push_options", f'#pragma GCC target("{target}")', "#endif"]
    return "\n".join(lines) + "\n\n"


def end_of_isa(parts: Parts, isa: str) -> str:
    lines = ["#endif"]
    if parts.targets[isa]:
        lines = ["#elif defined(__GNUC__)", "#pragma GCC pop_options", "#endif", *lines]
        lines = ["#if defined(__clang__)", "#pragma clang attribute pop", *lines]
    return "\n".join(lines) + "\n\n"
