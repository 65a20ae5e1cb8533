"""SSE4.1 as every CPU of the level x86-64-v2 has it, with SSE4.2's comparison of 64 bits: registers of 16 bytes."""

from typing import Tuple

from gen.axes import DTYPES
from gen.isa import Cpuid, IndexVector, Isa, Word, available, x86
from gen.isa.shared import FLAG, TO_FLAGGED_SLICE_INDICES, WRAP, SmallFloat, by_parts, byte_floats, small_float, through_float32
from gen.isa.x86 import LARGEST_OF_FOUR, bfloat16, booleans, complexes, floats, int64, integers, memory, packs


class Register(x86.Register):
    """AVX shuffles one operand, SSE two: so it is passed twice."""

    def parts(self, ps: str, x: str, y: str) -> Tuple[str, str, str]:
        if ps == "ps":
            return f"{self.mm}_moveldup_ps({x})", f"{self.mm}_movehdup_ps({x})", f"{self.mm}_shuffle_ps({y}, {y}, 0xb1)"
        return f"{self.mm}_unpacklo_pd({x}, {x})", f"{self.mm}_unpackhi_pd({x}, {x})", f"{self.mm}_shuffle_pd({y}, {y}, 1)"


XMM = Register(**vars(x86.XMM))
V = XMM.type

FLOAT16 = small_float(next(dtype for dtype in DTYPES if dtype.ctype == "f16"))
BYTE_FLOATS = tuple(byte_floats())


def narrow(f: SmallFloat, packed: str):
    """Four lanes, as in a register of float32."""
    yield from x86.small_float(f, XMM)
    yield Word(f"narrow_{f.ctype}x4", V, f"{V} a", (f"const {V} rounded = round_{f.ctype}x4(a);", f"return {packed};"))
    yield from through_float32(f.ctype, 4, 4 * f.bytes, V)


def float16():
    """Without F16C. Each half of a full register widens to one of float32."""
    yield Word("widen_words", V, f"{V} a", ("return simde_mm_cvtepi16_epi32(a);",), why="The low four.")
    yield from narrow(FLOAT16, "simde_mm_packus_epi32(rounded, rounded)")
    for part, words in (("low", "a"), ("high", "simde_mm_unpackhi_epi64(a, a)")):
        yield Word(f"{part}_f16x8", V, f"{V} a", (f"return widen_f16x4({words});",))
    yield Word("join_f16x8", V, f"{V} low, {V} high", ("return simde_mm_packus_epi32(round_f16x4(low), round_f16x4(high));",))
    yield from by_parts("f16", 8, XMM.bytes, V, ("low", "high"))


def float8():
    """Four bytes at a time: sixteen would take the same work, in kernels three times as large."""
    yield Word("widen_bytes", V, f"{V} a", ("return simde_mm_cvtepi8_epi32(a);",), why="The low four.")
    for f in BYTE_FLOATS:
        yield from narrow(f, "simde_mm_packus_epi16(simde_mm_packus_epi32(rounded, rounded), rounded)")


def indices():
    def word(name, result, parameters, *body, why=""):
        return Word(name, result, parameters, body, why)

    yield word("load_indices_i64", V, "const void *from", "return simde_mm_loadu_si128(from);")
    yield word("load_indices_i32", V, "const void *from", "return simde_mm_cvtepi32_epi64(simde_mm_loadl_epi64(from));")
    yield word(
        "out_of_bounds",
        V,
        f"{V} index, {V} low, {V} high",
        "return simde_mm_or_si128(simde_mm_sub_epi64(index, low), simde_mm_sub_epi64(high, index));",
        why="The sign bit of a lane is set where index < low or index > high.",
    )
    yield word("join_out_of_bounds", V, f"{V} a, {V} b", "return simde_mm_or_si128(a, b);")
    yield word("is_any_out_of_bounds", "int", f"{V} out_of_bounds", "return simde_mm_movemask_pd(simde_mm_castsi128_pd(out_of_bounds)) != 0;")
    yield word("highest", V, f"{V} size", "return simde_mm_sub_epi64(size, simde_mm_set1_epi64x(1));")
    yield word("no_out_of_bounds", V, "void", "return simde_mm_setzero_si128();")
    yield word(
        "wrap",
        V,
        f"{V} index, {V} low",
        "const simde__m128i negative = simde_mm_cmpgt_epi64(simde_mm_setzero_si128(), index);",
        "return simde_mm_sub_epi64(index, simde_mm_and_si128(negative, low));",
        why=WRAP,
    )
    yield word(
        "flag",
        V,
        f"{V} slice_index, {V} wrapped, {V} high",
        "const simde__m128i out_of_bounds = simde_mm_or_si128(wrapped, simde_mm_sub_epi64(high, wrapped));",
        "const simde__m128d flagged = simde_mm_castsi128_pd(simde_mm_set1_epi64x(INT64_C(1) << 32));",
        "return simde_mm_castpd_si128(simde_mm_blendv_pd(simde_mm_castsi128_pd(slice_index), flagged, simde_mm_castsi128_pd(out_of_bounds)));",
        why=FLAG,
    )
    yield word(
        "clamp",
        V,
        f"{V} wrapped, {V} high",
        "const simde__m128i negative = simde_mm_cmpgt_epi64(simde_mm_setzero_si128(), wrapped);",
        "const simde__m128i minimum = simde_mm_andnot_si128(negative, wrapped);",
        "return simde_mm_blendv_epi8(minimum, high, simde_mm_cmpgt_epi64(minimum, high));",
    )
    yield word("load_positions", V, "const uint32_t *from", "return simde_mm_cvtepu32_epi64(simde_mm_loadl_epi64((const void *)from));")
    yield word("add_positions", V, f"{V} slice_indices, {V} positions", "return simde_mm_add_epi64(slice_indices, positions);")
    yield word("scale", V, f"{V} index, {V} stride", "return simde_mm_mul_epu32(index, stride);")
    yield word("sum_k2", V, f"{V} a, {V} b", "return simde_mm_add_epi64(simde_mm_unpacklo_epi64(a, b), simde_mm_unpackhi_epi64(a, b));")
    yield word(
        "sum_k3",
        V,
        f"{V} a, {V} b, {V} c",
        "return simde_mm_add_epi64(sum_k2(a, c), b);",
        why="a b c hold x0 y0, z0 x1, y1 z1: b has what the pairs in a and c lack, in the lane of its tuple.",
    )
    yield word("sum_k4", V, f"{V} a, {V} b, {V} c, {V} d", "return sum_k2(simde_mm_add_epi64(a, b), simde_mm_add_epi64(c, d));")
    yield word("to_slice_indices", V, f"{V} sums", "return simde_mm_shuffle_epi32(sums, 0x08);", why="In the low half.")
    yield word(
        "to_flagged_slice_indices",
        V,
        f"{V} sums",
        "const simde__m128i flagged = simde_mm_cmpgt_epi64(sums, simde_mm_set1_epi64x(UINT32_MAX));",
        "return to_slice_indices(simde_mm_or_si128(sums, flagged));",
        why=TO_FLAGGED_SLICE_INDICES,
    )
    yield word("store_slice_indices", "void", f"uint32_t *to, {V} slice_indices", "simde_mm_storel_epi64((void *)to, slice_indices);")
    yield word("larger_slice_indices", V, f"{V} a, {V} b", "return simde_mm_max_epu32(a, b);")
    yield word("no_slice_indices", V, "void", "return simde_mm_setzero_si128();")
    yield word("largest_slice_index", "uint32_t", f"{V} slice_indices", *LARGEST_OF_FOUR)


def vocabulary():
    yield from memory(XMM)
    yield from integers(XMM)
    yield from int64(XMM)
    yield from floats(XMM)
    yield from booleans(XMM)
    yield from complexes(XMM)
    yield from bfloat16(XMM)
    yield from float16()
    yield from float8()
    yield from indices()


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
    vector_packs=packs(XMM),
    # Converting these takes dozens of instructions: kernels for their fixed widths would be a tenth of the library.
    any_width_only=tuple(f.ctype for f in (FLOAT16, *BYTE_FLOATS)),
    indices=IndexVector(lanes=2, type=V, slice_indices_type=V),
)
