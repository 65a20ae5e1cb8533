"""AVX2, with the F16C that every CPU of the level x86-64-v3 has: registers of 32 bytes, and of 16 for what is narrower."""

from typing import Iterator

from gen.isa import Cpuid, IndexVector, Isa, SliceIndexVector, Word, Xcr0, available, sse41, x86
from gen.isa.shared import by_parts, byte_floats, scaled_integers, scaled_vectors, small_float_vectors, through_float32
from gen.isa.x86 import (
    XMM,
    YMM,
    bfloat16,
    booleans,
    complexes,
    float16,
    floats,
    int64,
    integers,
    memory,
    narrow,
    narrow_two_to_bytes,
    order,
    packs,
    slice_indices,
    small_float,
    winners,
)
from gen.words import written


def low_and_high(ctype: str, joins: bool = True) -> Iterator[Word]:
    """Both halves of sixteen bytes, of which words widen and round eight, and back."""
    for part, bytes_ in (("low", "a"), ("high", "simde_mm_unpackhi_epi64(a, a)")):
        yield Word(f"{part}_{ctype}x16", YMM.type, f"{XMM.type} a", (f"return widen_{ctype}x8({bytes_});",))
    joined = ", ".join(f"round_{ctype}x8({part})" for part in ("low", "high"))
    if joins:
        yield Word(f"join_{ctype}x16", XMM.type, f"{YMM.type} low, {YMM.type} high", (f"return narrow_bytes({joined});",))


def within(ctype: str) -> Iterator[Word]:
    """Eight and sixteen bytes within a largest magnitude."""
    for word, parts in ((f"narrow_within_{ctype}x8", ("a", "a")), (f"join_within_{ctype}x16", ("low", "high"))):
        parameters = ", ".join(f"{YMM.type} {part}" for part in (*dict.fromkeys(parts), "largest"))
        rounded = ", ".join(f"round_within_{ctype}x8({part}, bound_{ctype}x8(largest))" for part in parts)
        yield Word(word, XMM.type, parameters, (f"return narrow_bytes({rounded});",))


def float8() -> Iterator[Word]:
    """Sixteen bytes widen to two registers, eight lanes each. Eight bytes or fewer need only one of them."""
    yield Word("widen_bytes", YMM.type, f"{XMM.type} a", ("return simde_mm256_cvtepi8_epi32(a);",), why="The low eight.")
    yield from narrow_two_to_bytes("narrow_bytes")
    for f in byte_floats():
        ctype = f.ctype
        yield from small_float(f, YMM)
        yield from narrow(ctype, 8, YMM.type, "narrow_bytes(rounded, rounded)")
        yield from through_float32(ctype, 8, 8, XMM.type)
        yield from low_and_high(ctype)
        yield from within(ctype)
        yield from by_parts(ctype, 16, XMM.type, ("low", "high"), part_type=YMM.type)


def scaled() -> Iterator[Word]:
    yield from x86.scaled(YMM)
    for ctype, is_signed in scaled_integers():
        yield from low_and_high(ctype, joins=is_signed)


def selection() -> Iterator[Word]:
    for name, instruction in (("are_greater", "cmpgt"), ("are_equal", "cmpeq")):
        lanes = f"simde_mm256_castsi256_ps(simde_mm256_{instruction}_epi32(a, b))"
        yield Word(name, "uint32_t", f"{YMM.type} a, {YMM.type} b", (f"return (uint32_t)simde_mm256_movemask_ps({lanes});",))
    yield from slice_indices(YMM, "uint32_t")
    yield from written("avx2_selection.h")


def gathered() -> Iterator[Word]:
    """Numbers that are so many bytes from a place, in some lanes; 0 in the others, which are not read."""
    gather = "simde_mm256_mask_i32gather_epi32(simde_mm256_setzero_si256(), (const int32_t *)from, places, lanes, 1)"
    yield Word("gather_b32x8", YMM.type, f"const void *from, {YMM.type} places, {YMM.type} lanes", (f"return {gather};",))


def vocabulary() -> Iterator[Word]:
    yield from memory(YMM, XMM)
    for register in (YMM, XMM):
        yield from integers(register)
        yield from int64(register)
        yield from floats(register)
        yield from booleans(register)
        yield from complexes(register)
        yield from bfloat16(register)
        yield from order(register)
    yield from winners(YMM, XMM)
    yield from gathered()
    yield from float16()
    yield from float8()
    yield from scaled()
    yield from written("avx2_indices.h")
    yield from written("x86_indices.h")
    yield from selection()


ISA = Isa(
    name="avx2",
    title="AVX2 and F16C (x86-64-v3)",
    number=2,
    rank=30,
    guard=x86.GUARD,
    processors=x86.PROCESSORS,
    flags=("-march=x86-64-v3",),
    msvc_flags=("/arch:AVX2", "-DSIMDE_X86_F16C_NATIVE"),  # MSVC has no macro for it
    native_macro="SIMDE_X86_AVX2_NATIVE",
    target="avx2,f16c,bmi,bmi2,lzcnt,movbe,popcnt",  # without FMA, so that no product can be fused with a sum
    header="immintrin.h",
    features=(
        *sse41.ISA.features,
        Cpuid(1, 0, "ecx", 28),  # AVX
        Cpuid(1, 0, "ecx", 12),  # FMA
        Cpuid(1, 0, "ecx", 22),  # MOVBE
        Cpuid(1, 0, "ecx", 29),  # F16C
        Cpuid(7, 0, "ebx", 5),  # AVX2
        Cpuid(7, 0, "ebx", 3),  # BMI1
        Cpuid(7, 0, "ebx", 8),  # BMI2
        Cpuid(0x80000001, 0, "ecx", 5),  # LZCNT
        Xcr0(1),  # the operating system saves the low halves of the registers
        Xcr0(2),  # and the high ones
    ),
    includes=("simde/x86/avx2.h", "simde/x86/f16c.h"),
    words=available(vocabulary()),
    conversions=small_float_vectors(8, YMM.type),
    scaled=scaled_vectors(YMM.type, 32, of_two_bytes=("widen",), of_a_byte=("low", "high")),
    vector_packs=packs(YMM, XMM),
    indices=IndexVector(lanes=4, type=YMM.type, slice_indices_type=XMM.type),
    slice_indices=SliceIndexVector(lanes=8, type=YMM.type, mask="uint32_t", is_quick=False),
)
