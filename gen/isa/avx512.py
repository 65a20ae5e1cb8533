"""AVX-512 as every CPU of the level x86-64-v4 has it (F, BW, CD, DQ, VL): registers of 64 bytes, and of 32 and 16 for what is narrower."""

from dataclasses import replace
from typing import Tuple

from gen.isa import Cpuid, IndexVector, Isa, SliceIndexVector, Word, Xcr0, available, avx2, x86
from gen.isa.shared import FLAG, TO_FLAGGED_SLICE_INDICES, WRAP, byte_floats, if_native, reducer, through_float32
from gen.isa.x86 import LARGEST_OF_FOUR, bfloat16, booleans, complexes, floats, integers, memory, narrow_two_to_bytes, packs, small_float


class Register(x86.Register):
    """The result of a comparison is a mask, a bit for every lane."""

    def mask(self, ps: str) -> str:
        return f"simde__mmask{max(8, self.bytes // (4 if ps == 'ps' else 8))}"

    def compare(self, ps: str, x: str, how: str, y: str) -> str:
        return f"{self.mm}_cmp_{ps}_mask({x}, {y}, SIMDE_CMP_{how})"

    def unordered(self, ps: str, x: str, y: str) -> str:
        return self.compare(ps, x, "UNORD_Q", y)

    def choose(self, ps: str, lanes: str, there: str, elsewhere: str) -> str:
        return f"{self.mm}_mask_mov_{ps}({elsewhere}, {lanes}, {there})"

    def set_all_bits(self, ps: str, lanes: str, x: str) -> str:
        return self.choose(ps, lanes, f"{self.mm}_cast{self.si}_{ps}({self.mm}_set1_epi32(-1))", x)


class Largest(Register):
    """What differs for registers of 64 bytes, in the CPU or in SIMDe."""

    def where_greater(self, x: str, y: str, there: str) -> str:
        return f"{self.mm}_maskz_mov_epi32({self.mm}_cmpgt_epi32_mask({x}, {y}), {there})"

    def odd_words(self, odd: str, even: str) -> str:
        return f"{self.mm}_mask_mov_epi16({even}, 0xaaaaaaaa, {odd})"

    def parts(self, ps: str, x: str, y: str) -> Tuple[str, str, str]:
        if ps == "ps":
            patterns = zip((x, x, y), (0xA0, 0xF5, 0xB1))
            return tuple(f"{self.mm}_shuffle_ps({operand}, {operand}, {pattern:#x})" for operand, pattern in patterns)
        swapped = f"{self.mm}_shuffle_ps({self.mm}_castpd_ps({y}), {self.mm}_castpd_ps({y}), 0x4e)"
        return f"{self.mm}_unpacklo_pd({x}, {x})", f"{self.mm}_unpackhi_pd({x}, {x})", f"{self.mm}_castps_pd({swapped})"

    def subtract_add(self, ps: str, x: str, y: str) -> str:
        even = "0x5555" if ps == "ps" else "0x55"
        return f"{self.mm}_mask_sub_{ps}({self.mm}_add_{ps}({x}, {y}), {even}, {x}, {y})"


ZMM = Largest(64, "simde__m512i", "simde_mm512", "si512")
YMM = Register(**vars(x86.YMM))
XMM = Register(**vars(x86.XMM))


def native(body, otherwise):
    """VL is among the last extensions of x86-64-v4 that CPUs got: a CPU that has it has them all."""
    return if_native("SIMDE_X86_AVX512VL_NATIVE", body, otherwise)


def int64(r: Register):
    """Every size has every instruction; SIMDe has them only for the largest."""
    for word in x86.int64(r):
        if word.reduction in ("add", "sub"):
            yield word
            continue
        instruction = "mullo_epi64" if word.reduction == "mul" else f"{word.reduction}_ep{word.ctype}"
        if r is ZMM:
            yield replace(word, body=(f"return {r.mm}_{instruction}(a, b);",), why="")
        else:
            yield replace(word, body=native((f"return {r.mm.replace('simde', '')}_{instruction}(a, b);",), word.body))


def join_halves():
    """For what SIMDe has only for registers of 32 bytes."""
    yield Word(
        "join_halves",
        ZMM.type,
        f"{YMM.type} low, {YMM.type} high",
        ("return simde_mm512_inserti64x4(simde_mm512_castsi256_si512(low), high, 1);",),
    )


def float16():
    """In registers of 32 bytes at most, which widen to one of 64: a larger one would have to be split and joined."""
    yield from x86.float16()
    yield Word(
        "widen_f16x16",
        ZMM.type,
        f"{YMM.type} a",
        native(
            ("return _mm512_castps_si512(_mm512_cvtph_ps(a));",),
            (
                "const simde__m128i low = simde_mm256_castsi256_si128(a), high = simde_mm256_extracti128_si256(a, 1);",
                "return join_halves(widen_f16x8(low), widen_f16x8(high));",
            ),
        ),
    )
    yield Word(
        "narrow_f16x16",
        YMM.type,
        f"{ZMM.type} a",
        native(
            ("return _mm512_cvtps_ph(_mm512_castsi512_ps(a), _MM_FROUND_TO_NEAREST_INT);",),
            (
                "const simde__m256i low = simde_mm512_castsi512_si256(a), high = simde_mm512_extracti64x4_epi64(a, 1);",
                "return simde_mm256_set_m128i(narrow_f16x8(high), narrow_f16x8(low));",
            ),
        ),
    )
    yield from through_float32("f16", 16, YMM.bytes, YMM.type)


def float8():
    """In registers of 16 bytes, which widen to one of 64."""
    yield Word(
        "widen_bytes",
        ZMM.type,
        f"{XMM.type} a",
        native(
            ("return _mm512_cvtepi8_epi32(a);",),
            ("return join_halves(simde_mm256_cvtepi8_epi32(a), simde_mm256_cvtepi8_epi32(simde_mm_unpackhi_epi64(a, a)));",),
        ),
    )
    yield narrow_two_to_bytes("narrow_halves")
    yield Word(
        "narrow_bytes",
        XMM.type,
        f"{ZMM.type} a",
        native(
            ("return _mm512_cvtepi32_epi8(a);",),
            ("return narrow_halves(simde_mm512_castsi512_si256(a), simde_mm512_extracti64x4_epi64(a, 1));",),
        ),
    )
    for f in byte_floats():
        yield from small_float(f, ZMM)
        yield Word(f"narrow_{f.ctype}x16", XMM.type, f"{ZMM.type} a", (f"return narrow_bytes(round_{f.ctype}x16(a));",))
        yield from through_float32(f.ctype, 16, XMM.bytes, XMM.type)


def complex_order(r: Register):
    """Each part is copied to both lanes of a number, so that both get the same result."""
    mm = r.mm
    for ctype, bytes_, ps in (("c64", 8, "ps"), ("c128", 16, "pd")):
        lanes, mask, float_type = r.bytes // bytes_, r.mask(ps), r.float_type(ps)
        to, back = f"{mm}_cast{r.si}_{ps}", f"{mm}_cast{ps}_{r.si}"
        real, imaginary, _ = r.parts(ps, "x", "x")
        real_b, imaginary_b, _ = r.parts(ps, "y", "y")
        is_nan, is_less = f"is_nan_{ctype}x{lanes}", f"is_less_{ctype}x{lanes}"
        yield Word(
            is_nan,
            mask,
            f"{r.type} a",
            (f"const {float_type} x = {to}(a);", f"return {r.unordered(ps, real, imaginary)};"),
        )
        yield Word(
            is_less,
            mask,
            f"{r.type} a, {r.type} b",
            (
                f"const {float_type} x = {to}(a), y = {to}(b);",
                f"const {mask} less = {r.compare(ps, real, 'LT_OQ', real_b)};",
                f"const {mask} equal = {r.compare(ps, real, 'EQ_OQ', real_b)};",
                f"return ({mask})(less | (equal & {r.compare(ps, imaginary, 'LT_OQ', imaginary_b)}));",
            ),
        )
        for reduction, before in (("min", "b, a"), ("max", "a, b")):
            for name, takes_b in (
                (reduction, f"~{is_nan}(a) & ({is_nan}(b) | {is_less}({before}))"),
                (f"{reduction}_number", f"{is_nan}(a) | (~{is_nan}(b) & {is_less}({before}))"),
            ):
                yield reducer(
                    name,
                    ctype,
                    lanes,
                    r.bytes,
                    r.type,
                    f"const {mask} takes_b = ({mask})({takes_b});",
                    f"return {back}({r.choose(ps, 'takes_b', f'{to}(b)', f'{to}(a)')});",
                )


def indices():
    v, slice_indices = ZMM.type, YMM.type

    def word(name, result, parameters, *body, why=""):
        return Word(name, result, parameters, body, why)

    def widened(name, parameters, instruction):
        return word(
            name,
            v,
            parameters,
            *native(
                (f"return _mm512_{instruction}(load_32(from));",),
                (
                    "const unsigned char *bytes = (const void *)from;",
                    f"return join_halves(simde_mm256_{instruction}(load_16(bytes)), simde_mm256_{instruction}(load_16(bytes + 16)));",
                ),
            ),
        )

    yield word("load_indices_i64", v, "const void *from", "return load_64(from);")
    yield widened("load_indices_i32", "const void *from", "cvtepi32_epi64")
    yield word(
        "out_of_bounds",
        v,
        f"{v} index, {v} low, {v} high",
        "return simde_mm512_or_si512(simde_mm512_sub_epi64(index, low), simde_mm512_sub_epi64(high, index));",
        why="The sign bit of a lane is set where index < low or index > high.",
    )
    yield word("join_out_of_bounds", v, f"{v} a, {v} b", "return simde_mm512_or_si512(a, b);")
    yield word("is_any_out_of_bounds", "int", f"{v} out_of_bounds", "return simde_mm512_movepi64_mask(out_of_bounds) != 0;")
    yield word("highest", v, f"{v} size", "return simde_mm512_sub_epi64(size, simde_mm512_set1_epi64(1));")
    yield word("no_out_of_bounds", v, "void", "return simde_mm512_setzero_si512();")
    yield word(
        "wrap",
        v,
        f"{v} index, {v} low",
        "return simde_mm512_min_epu64(index, simde_mm512_sub_epi64(index, low));",
        why=f"{WRAP} As a number without sign, a negative index is greater than index - low, and any other one less.",
    )
    yield word(
        "flag",
        v,
        f"{v} slice_index, {v} wrapped, {v} high",
        "const simde__m512i out_of_bounds = simde_mm512_or_si512(wrapped, simde_mm512_sub_epi64(high, wrapped));",
        "return simde_mm512_mask_mov_epi64(slice_index, simde_mm512_movepi64_mask(out_of_bounds), simde_mm512_set1_epi64(INT64_C(1) << 32));",
        why=FLAG,
    )
    yield word(
        "clamp",
        v,
        f"{v} wrapped, {v} high",
        "return simde_mm512_min_epi64(simde_mm512_max_epi64(wrapped, simde_mm512_setzero_si512()), high);",
    )
    yield widened("load_positions", "const uint32_t *from", "cvtepu32_epi64")
    yield word("add_positions", v, f"{v} slice_indices, {v} positions", "return simde_mm512_add_epi64(slice_indices, positions);")
    yield word("scale", v, f"{v} index, {v} stride", "return simde_mm512_mul_epu32(index, stride);")
    yield word(
        "sum_k2",
        v,
        f"{v} a, {v} b",
        "static const int64_t even[8] = {0, 2, 4, 6, 8, 10, 12, 14}, odd[8] = {1, 3, 5, 7, 9, 11, 13, 15};",
        "return simde_mm512_add_epi64(simde_mm512_permutex2var_epi64(a, load_64(even), b),",
        "                             simde_mm512_permutex2var_epi64(a, load_64(odd), b));",
    )
    yield word(
        "sum_k3",
        v,
        f"{v} a, {v} b, {v} c",
        "static const int64_t in_ab[3][8] = {{0, 3, 6, 9, 12, 15, 0, 0}, {1, 4, 7, 10, 13, 0, 0, 0}, {2, 5, 8, 11, 14, 0, 0, 0}};",
        "static const int64_t in_c[3][8] = {{0, 1, 2, 3, 4, 5, 10, 13}, {0, 1, 2, 3, 4, 8, 11, 14}, {0, 1, 2, 3, 4, 9, 12, 15}};",
        *(
            f"const simde__m512i {component} = simde_mm512_permutex2var_epi64("
            f"simde_mm512_permutex2var_epi64(a, load_64(in_ab[{n}]), b), load_64(in_c[{n}]), c);"
            for n, component in enumerate("xyz")
        ),
        "return simde_mm512_add_epi64(simde_mm512_add_epi64(x, y), z);",
        why="Component n of tuple t is lane 3 t + n of a, b and c in a row. First comes what is in a and b, then what is in c, from 8 on.",
    )
    yield word(
        "sum_k4",
        v,
        f"{v} a, {v} b, {v} c, {v} d",
        "return sum_k2(sum_k2(a, b), sum_k2(c, d));",
        why="Half a tuple at a time, and the halves.",
    )
    yield word("to_slice_indices", slice_indices, f"{v} sums", "return simde_mm512_cvtepi64_epi32(sums);")
    yield word(
        "to_flagged_slice_indices",
        slice_indices,
        f"{v} sums",
        "return to_slice_indices(simde_mm512_min_epu64(sums, simde_mm512_set1_epi64(UINT32_MAX)));",
        why=TO_FLAGGED_SLICE_INDICES,
    )
    yield word("store_slice_indices", "void", f"uint32_t *to, {slice_indices} slice_indices", "store_32(to, slice_indices);")
    yield word("larger_slice_indices", slice_indices, f"{slice_indices} a, {slice_indices} b", "return simde_mm256_max_epu32(a, b);")
    yield word("no_slice_indices", slice_indices, "void", "return simde_mm256_setzero_si256();")
    halves = "simde_mm256_castsi256_si128(all), simde_mm256_extracti128_si256(all, 1)"
    yield word("largest_slice_index", "uint32_t", f"{slice_indices} all", f"const simde__m128i slice_indices = simde_mm_max_epu32({halves});", *LARGEST_OF_FOUR)


def selection():
    v, mask = ZMM.type, "simde__mmask16"
    for name, instruction in (("are_greater", "cmpgt"), ("are_equal", "cmpeq")):
        yield Word(name, mask, f"{v} a, {v} b", (f"return simde_mm512_{instruction}_epi32_mask(a, b);",))
    yield from x86.slice_indices(ZMM, mask)
    yield Word(
        "keep_slice_indices", "void", f"uint32_t *to, {v} slice_indices, {mask} own", ("store_64(to, simde_mm512_maskz_compress_epi32(own, slice_indices));",)
    )
    yield Word("keep_b32", "void", f"void *to, const void *from, {mask} own", ("keep_slice_indices(to, load_64(from), own);",))
    yield Word(
        "keep_b64",
        "void",
        f"void *to, const void *from, {mask} own",
        (
            "const simde__mmask8 low = (simde__mmask8)own, high = (simde__mmask8)(own >> 8);",
            f"const {v} first = load_64(from), second = load_64((const unsigned char *)from + 64);",
            "store_64(to, simde_mm512_maskz_compress_epi64(low, first));",
            "store_64((unsigned char *)to + 8 * count_own(low), simde_mm512_maskz_compress_epi64(high, second));",
        ),
    )


def vocabulary():
    yield from memory(ZMM, YMM, XMM)
    for register in (ZMM, YMM, XMM):
        yield from integers(register)
        yield from int64(register)
        yield from floats(register)
        yield from booleans(register)
        yield from complexes(register)
        yield from complex_order(register)
        yield from bfloat16(register)
    yield from join_halves()
    yield from float16()
    yield from float8()
    yield from indices()
    yield from selection()


ISA = Isa(
    name="avx512",
    title="AVX-512 (x86-64-v4)",
    number=4,
    rank=40,
    guard=x86.GUARD,
    processors=x86.PROCESSORS,
    flags=("-march=x86-64-v4",),  # GCC would vectorize with 32 bytes, but here every vector is written out
    msvc_flags=("/arch:AVX512", "-DSIMDE_X86_F16C_NATIVE"),
    native_macro="SIMDE_X86_AVX512VL_NATIVE",
    features=(
        *avx2.ISA.features,
        Cpuid(7, 0, "ebx", 16),  # AVX512F
        Cpuid(7, 0, "ebx", 17),  # AVX512DQ
        Cpuid(7, 0, "ebx", 28),  # AVX512CD
        Cpuid(7, 0, "ebx", 30),  # AVX512BW
        Cpuid(7, 0, "ebx", 31),  # AVX512VL
        Xcr0(5),  # the operating system saves the masks
        Xcr0(6),  # and the high halves of the first 16 registers
        Xcr0(7),  # and all of the other 16
    ),
    includes=("simde/x86/avx512.h", "simde/x86/f16c.h"),
    words=available(vocabulary()),
    vector_packs=packs(ZMM, YMM, XMM),
    indices=IndexVector(lanes=8, type=ZMM.type, slice_indices_type=YMM.type),
    slice_indices=SliceIndexVector(lanes=16, type=ZMM.type, mask="simde__mmask16", is_quick=True),
)
