"""AVX2, with the F16C that every CPU of the level x86-64-v3 has: registers of 32 bytes, and of 16 for what is narrower."""

from gen.isa import Cpuid, IndexVector, Isa, SliceIndexVector, Word, Xcr0, available, sse41, x86
from gen.isa.shared import FLAG, TO_FLAGGED_SLICE_INDICES, WRAP, by_parts, byte_floats, through_float32
from gen.isa.x86 import (
    LARGEST_OF_FOUR,
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
    narrow_two_to_bytes,
    packs,
    slice_indices,
    small_float,
)


def float8():
    """Sixteen bytes widen to two registers, eight lanes each. Eight bytes or fewer need only one of them."""
    yield Word("widen_bytes", YMM.type, f"{XMM.type} a", ("return simde_mm256_cvtepi8_epi32(a);",), why="The low eight.")
    yield narrow_two_to_bytes("narrow_bytes")
    for f in byte_floats():
        ctype = f.ctype
        yield from small_float(f, YMM)
        yield Word(
            f"narrow_{ctype}x8",
            XMM.type,
            f"{YMM.type} a",
            (f"const {YMM.type} rounded = round_{ctype}x8(a);", "return narrow_bytes(rounded, rounded);"),
        )
        yield from through_float32(ctype, 8, 8, XMM.type)
        for part, bytes_ in (("low", "a"), ("high", "simde_mm_unpackhi_epi64(a, a)")):
            yield Word(f"{part}_{ctype}x16", YMM.type, f"{XMM.type} a", (f"return widen_{ctype}x8({bytes_});",))
        yield Word(
            f"join_{ctype}x16",
            XMM.type,
            f"{YMM.type} low, {YMM.type} high",
            (f"return narrow_bytes(round_{ctype}x8(low), round_{ctype}x8(high));",),
        )
        yield from by_parts(ctype, 16, XMM.bytes, XMM.type, ("low", "high"), part_type=YMM.type)


def indices():
    v, slice_indices = YMM.type, XMM.type

    def word(name, result, parameters, *body, why=""):
        return Word(name, result, parameters, body, why)

    yield word("load_indices_i64", v, "const void *from", "return simde_mm256_loadu_si256(from);")
    yield word("load_indices_i32", v, "const void *from", "return simde_mm256_cvtepi32_epi64(simde_mm_loadu_si128(from));")
    yield word(
        "out_of_bounds",
        v,
        f"{v} index, {v} low, {v} high",
        "return simde_mm256_or_si256(simde_mm256_sub_epi64(index, low), simde_mm256_sub_epi64(high, index));",
        why="The sign bit of a lane is set where index < low or index > high.",
    )
    yield word("join_out_of_bounds", v, f"{v} a, {v} b", "return simde_mm256_or_si256(a, b);")
    yield word("is_any_out_of_bounds", "int", f"{v} out_of_bounds", "return simde_mm256_movemask_pd(simde_mm256_castsi256_pd(out_of_bounds)) != 0;")
    yield word("highest", v, f"{v} size", "return simde_mm256_sub_epi64(size, simde_mm256_set1_epi64x(1));")
    yield word("no_out_of_bounds", v, "void", "return simde_mm256_setzero_si256();")
    yield word(
        "wrap",
        v,
        f"{v} index, {v} low",
        "const simde__m256i negative = simde_mm256_cmpgt_epi64(simde_mm256_setzero_si256(), index);",
        "return simde_mm256_sub_epi64(index, simde_mm256_and_si256(negative, low));",
        why=WRAP,
    )
    yield word(
        "flag",
        v,
        f"{v} slice_index, {v} wrapped, {v} high",
        "const simde__m256i out_of_bounds = simde_mm256_or_si256(wrapped, simde_mm256_sub_epi64(high, wrapped));",
        "const simde__m256d flagged = simde_mm256_castsi256_pd(simde_mm256_set1_epi64x(INT64_C(1) << 32));",
        "return simde_mm256_castpd_si256(simde_mm256_blendv_pd(simde_mm256_castsi256_pd(slice_index), flagged, simde_mm256_castsi256_pd(out_of_bounds)));",
        why=FLAG,
    )
    yield word(
        "clamp",
        v,
        f"{v} wrapped, {v} high",
        "const simde__m256i negative = simde_mm256_cmpgt_epi64(simde_mm256_setzero_si256(), wrapped);",
        "const simde__m256i minimum = simde_mm256_andnot_si256(negative, wrapped);",
        "return simde_mm256_blendv_epi8(minimum, high, simde_mm256_cmpgt_epi64(minimum, high));",
    )
    yield word("load_positions", v, "const uint32_t *from", "return simde_mm256_cvtepu32_epi64(simde_mm_loadu_si128((const void *)from));")
    yield word("add_positions", v, f"{v} slice_indices, {v} positions", "return simde_mm256_add_epi64(slice_indices, positions);")
    yield word("scale", v, f"{v} index, {v} stride", "return simde_mm256_mul_epu32(index, stride);")
    yield word(
        "sum_k2",
        v,
        f"{v} a, {v} b",
        "const simde__m256i sums = simde_mm256_add_epi64(simde_mm256_unpacklo_epi64(a, b), simde_mm256_unpackhi_epi64(a, b));",
        "return simde_mm256_permute4x64_epi64(sums, 0xd8);",
        why="The unpacks leave tuples 0 2 1 3.",
    )
    yield word(
        "sum_k3",
        v,
        f"{v} a, {v} b, {v} c",
        "const simde__m256i first = simde_mm256_blend_epi32(simde_mm256_blend_epi32(a, b, 0x30), c, 0x0c);",
        "const simde__m256i second = simde_mm256_blend_epi32(simde_mm256_blend_epi32(b, a, 0x0c), c, 0x30);",
        "const simde__m256i third = simde_mm256_blend_epi32(simde_mm256_blend_epi32(c, b, 0x0c), a, 0x30);",
        "const simde__m256i pair = simde_mm256_add_epi64(simde_mm256_permute4x64_epi64(first, 0x6c),",
        "                                               simde_mm256_permute4x64_epi64(second, 0xb1));",
        "return simde_mm256_add_epi64(pair, simde_mm256_permute4x64_epi64(third, 0xc6));",
        why="a b c hold x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3: each component already stands in a column of its own, out of order.",
    )
    yield word(
        "sum_k4",
        v,
        f"{v} a, {v} b, {v} c, {v} d",
        "const simde__m256i low = simde_mm256_add_epi64(simde_mm256_unpacklo_epi64(a, b), simde_mm256_unpackhi_epi64(a, b));",
        "const simde__m256i high = simde_mm256_add_epi64(simde_mm256_unpacklo_epi64(c, d), simde_mm256_unpackhi_epi64(c, d));",
        "return simde_mm256_add_epi64(simde_mm256_permute2x128_si256(low, high, 0x20),",
        "                             simde_mm256_permute2x128_si256(low, high, 0x31));",
    )
    yield word(
        "to_slice_indices",
        slice_indices,
        f"{v} sums",
        "const simde__m256i even = simde_mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);",
        "return simde_mm256_castsi256_si128(simde_mm256_permutevar8x32_epi32(sums, even));",
    )
    yield word(
        "to_flagged_slice_indices",
        slice_indices,
        f"{v} sums",
        "const simde__m256i flagged = simde_mm256_cmpgt_epi64(sums, simde_mm256_set1_epi64x(UINT32_MAX));",
        "return to_slice_indices(simde_mm256_or_si256(sums, flagged));",
        why=TO_FLAGGED_SLICE_INDICES,
    )
    yield word("store_slice_indices", "void", f"uint32_t *to, {slice_indices} slice_indices", "simde_mm_storeu_si128((void *)to, slice_indices);")
    yield word("larger_slice_indices", slice_indices, f"{slice_indices} a, {slice_indices} b", "return simde_mm_max_epu32(a, b);")
    yield word("no_slice_indices", slice_indices, "void", "return simde_mm_setzero_si128();")
    yield word("largest_slice_index", "uint32_t", f"{slice_indices} slice_indices", *LARGEST_OF_FOUR)


def selection():
    v, half, mask = YMM.type, XMM.type, "uint32_t"

    for name, instruction in (("are_greater", "cmpgt"), ("are_equal", "cmpeq")):
        lanes = f"simde_mm256_castsi256_ps(simde_mm256_{instruction}_epi32(a, b))"
        yield Word(name, mask, f"{v} a, {v} b", (f"return (uint32_t)simde_mm256_movemask_ps({lanes});",))
    yield from slice_indices(YMM, mask)
    rows = [[4 * ctype + byte for ctype in range(4) if own >> ctype & 1 for byte in range(4)] for own in range(16)]
    yield Word(
        "keep_four",
        "void",
        f"void *to, {half} slice_indices, {mask} own",
        (
            "static const unsigned char bytes[16][16] = {",
            *(f"    {{{', '.join(map(str, row + [0] * (16 - len(row))))}}}," for row in rows),
            "};",
            "store_16(to, simde_mm_shuffle_epi8(slice_indices, load_16(bytes[own])));",
        ),
        why="For each mask, the bytes of the lanes that are kept, in order.",
    )
    yield Word(
        "keep_slice_indices",
        "void",
        f"uint32_t *to, {v} slice_indices, {mask} own",
        (
            "const uint32_t low = own & 15, high = own >> 4 & 15;",
            "keep_four(to, simde_mm256_castsi256_si128(slice_indices), low);",
            "keep_four(to + count_own(low), simde_mm256_extracti128_si256(slice_indices, 1), high);",
        ),
    )
    yield Word("keep_b32", "void", f"void *to, const void *from, {mask} own", ("keep_slice_indices(to, load_32(from), own);",))


def vocabulary():
    yield from memory(YMM, XMM)
    for register in (YMM, XMM):
        yield from integers(register)
        yield from int64(register)
        yield from floats(register)
        yield from booleans(register)
        yield from complexes(register)
        yield from bfloat16(register)
    yield from float16()
    yield from float8()
    yield from indices()
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
    vector_packs=packs(YMM, XMM),
    indices=IndexVector(lanes=4, type=YMM.type, slice_indices_type=XMM.type),
    slice_indices=SliceIndexVector(lanes=8, type=YMM.type, mask="uint32_t", is_quick=False),
)
