"""SSE4.1 as every CPU of the level x86-64-v2 has it, with SSE4.2's comparison of 64 bits: registers of 16 bytes."""

from typing import Iterator, Tuple

from gen.axes import Kind
from gen.isa import Cpuid, IndexVector, Isa, Word, available, x86
from gen.isa.shared import (
    HALF,
    SmallFloat,
    by_parts,
    byte_floats,
    dtypes,
    scaled_integers,
    scaled_vectors,
    small_float,
    small_float_vectors,
    through_float32,
)
from gen.isa.x86 import bfloat16, booleans, complexes, floats, int64, integers, memory, narrow, order, packs, winners
from gen.words import written


class Register(x86.Register):
    """AVX shuffles one operand, SSE two: so it is passed twice."""

    def parts(self, ps: str, x: str, y: str) -> Tuple[str, str, str]:
        if ps == "ps":
            return f"{self.mm}_moveldup_ps({x})", f"{self.mm}_movehdup_ps({x})", f"{self.mm}_shuffle_ps({y}, {y}, 0xb1)"
        return f"{self.mm}_unpacklo_pd({x}, {x})", f"{self.mm}_unpackhi_pd({x}, {x})", f"{self.mm}_shuffle_pd({y}, {y}, 1)"


XMM = Register(**vars(x86.XMM))
V = XMM.type

HALVES = tuple(map(small_float, dtypes(Kind.NARROW, format=HALF)))
BYTE_FLOATS = tuple(byte_floats())


PACKED_BYTES = "simde_mm_packus_epi16(simde_mm_packus_epi32(rounded, rounded), rounded)"


def four(f: SmallFloat, packed: str) -> Iterator[Word]:
    """Four lanes, as in a register of float32."""
    yield from x86.small_float(f, XMM)
    yield from narrow(f.ctype, 4, V, packed)
    yield from through_float32(f.ctype, 4, 4 * f.bytes, V)


def float16() -> Iterator[Word]:
    """Without F16C. Each half of a full register widens to one of float32."""
    yield Word("widen_words", V, f"{V} a", ("return simde_mm_cvtepi16_epi32(a);",), why="The low four.")
    for f in HALVES:
        yield from four(f, "simde_mm_packus_epi32(rounded, rounded)")
        for part, words in (("low", "a"), ("high", "simde_mm_unpackhi_epi64(a, a)")):
            yield Word(f"{part}_{f.ctype}x8", V, f"{V} a", (f"return widen_{f.ctype}x4({words});",))
        rounded = ", ".join(f"round_{f.ctype}x4({part})" for part in ("low", "high"))
        yield Word(f"join_{f.ctype}x8", V, f"{V} low, {V} high", (f"return simde_mm_packus_epi32({rounded});",))
        yield from by_parts(f.ctype, 8, V, ("low", "high"))


def float8() -> Iterator[Word]:
    """Four bytes at a time: sixteen would take the same work, in kernels three times as large."""
    yield Word("widen_bytes", V, f"{V} a", ("return simde_mm_cvtepi8_epi32(a);",), why="The low four.")
    for f in BYTE_FLOATS:
        yield from four(f, PACKED_BYTES)


def scaled() -> Iterator[Word]:
    yield from x86.scaled(XMM)
    for ctype in (ctype for ctype, is_signed in scaled_integers() if is_signed):
        yield from narrow(ctype, 4, V, PACKED_BYTES)


def vocabulary() -> Iterator[Word]:
    yield from memory(XMM)
    yield from integers(XMM)
    yield from int64(XMM)
    yield from floats(XMM)
    yield from booleans(XMM)
    yield from complexes(XMM)
    yield from bfloat16(XMM)
    yield from order(XMM)
    yield from winners(XMM)
    yield from float16()
    yield from float8()
    yield from scaled()
    yield from written("sse41_indices.h")
    yield from written("x86_indices.h")


ISA = Isa(
    name="sse41",
    title="SSE4.1 (x86-64-v2)",
    number=5,
    rank=10,
    guard=x86.GUARD,
    processors=x86.PROCESSORS,
    flags=("-march=x86-64-v2",),
    msvc_flags=("-DSIMDE_X86_SSE4_2_NATIVE",),  # MSVC compiles all of it without a flag, and has no macro for it
    native_macro="SIMDE_X86_SSE4_2_NATIVE",
    target="sse4.2,popcnt",
    header="immintrin.h",
    features=(
        Cpuid(1, 0, "ecx", 0),  # SSE3
        Cpuid(1, 0, "ecx", 9),  # SSSE3
        Cpuid(1, 0, "ecx", 13),  # CMPXCHG16B
        Cpuid(1, 0, "ecx", 19),  # SSE4.1
        Cpuid(1, 0, "ecx", 20),  # SSE4.2
        Cpuid(1, 0, "ecx", 23),  # POPCNT
        Cpuid(0x80000001, 0, "ecx", 0),  # LAHF and SAHF
    ),
    includes=("simde/x86/sse4.2.h",),
    words=available(vocabulary()),
    conversions=small_float_vectors(4, V),
    scaled=scaled_vectors(V, 16, of_two_bytes=("low", "high"), of_a_byte=("widen",)),
    vector_packs=packs(XMM),
    # Converting these takes dozens of instructions: kernels for their fixed widths would be a tenth of the library.
    any_width_only=tuple(f.ctype for f in (*HALVES, *BYTE_FLOATS)),
    indices=IndexVector(lanes=2, type=V, slice_indices_type=V),
)
