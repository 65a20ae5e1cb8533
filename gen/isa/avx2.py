"""AVX2, with the F16C that every CPU of the level x86-64-v3 has: registers of 32 bytes, and of 16 for what is narrower."""

from dataclasses import dataclass

from gen.isa import Cpuid, IndexVector, Isa, Pack, Word, Xcr0
from gen.isa.shared import MARK, ROUND_TO_BFLOAT16, TO_MARKED_SLOTS, WRAP, by_parts, number, reducer, through_float32


@dataclass(frozen=True)
class Register:
    bytes: int
    type: str
    mm: str  # the prefix of its intrinsics
    si: str  # the suffix of those that work on all of it


YMM = Register(32, "simde__m256i", "simde_mm256", "si256")
XMM = Register(16, "simde__m128i", "simde_mm", "si128")


def memory():
    for register in (YMM, XMM):
        mm, si, bytes_ = register.mm, register.si, register.bytes
        yield Word(f"load_{bytes_}", register.type, "const void *from", (f"return {mm}_loadu_{si}(from);",))
        yield Word(f"store_{bytes_}", "void", f"void *to, {register.type} value", (f"{mm}_storeu_{si}(to, value);",))
    # Narrower packs fill the low end of a 16-byte register with something above: whatever a word makes of that is not stored.
    yield Word("load_8", XMM.type, "const void *from", ("return simde_mm_loadl_epi64(from);",))
    yield Word("store_8", "void", f"void *to, {XMM.type} value", ("simde_mm_storel_epi64(to, value);",))
    for bytes_ in (4, 2, 1):
        bits = f"int{8 * bytes_}_t"
        yield Word(
            f"load_{bytes_}",
            XMM.type,
            "const void *from",
            (f"{bits} bits;", "memcpy(&bits, from, sizeof bits);", "return simde_mm_cvtsi32_si128(bits);"),
        )
        yield Word(
            f"store_{bytes_}",
            "void",
            f"void *to, {XMM.type} value",
            (f"const {bits} bits = ({bits})simde_mm_cvtsi128_si32(value);", "memcpy(to, &bits, sizeof bits);"),
        )


def integers(r: Register):
    mm, si = r.mm, r.si
    for bytes_ in (1, 2, 4, 8):
        bits, lanes = 8 * bytes_, r.bytes // bytes_

        def word(reduction, sign, *body, why=""):
            return reducer(reduction, f"{sign}{bits}", lanes, r.bytes, r.type, *body, why=why)

        yield word("add", "i", f"return {mm}_add_epi{bits}(a, b);")
        yield word("sub", "i", f"return {mm}_sub_epi{bits}(a, b);")
        if bytes_ == 1:
            yield word(
                "mul",
                "i",
                f"const {r.type} even = {mm}_mullo_epi16(a, b);",
                f"const {r.type} odd = {mm}_mullo_epi16({mm}_srli_epi16(a, 8), {mm}_srli_epi16(b, 8));",
                f"return {mm}_or_{si}({mm}_and_{si}(even, {mm}_set1_epi16(0xff)), {mm}_slli_epi16(odd, 8));",
                why="Bytes have no multiply: the even and the odd ones each go through the low half of 16-bit lanes.",
            )
        elif bytes_ == 8:
            yield word(
                "mul",
                "i",
                f"const {r.type} crossed = {mm}_mullo_epi32(a, {mm}_shuffle_epi32(b, 0xb1));",
                f"const {r.type} high = {mm}_slli_epi64({mm}_add_epi32(crossed, {mm}_srli_epi64(crossed, 32)), 32);",
                f"return {mm}_add_epi64({mm}_mul_epu32(a, b), high);",
                why="low * low + ((low * high + high * low) << 32), modulo 2^64.",
            )
        else:
            yield word("mul", "i", f"return {mm}_mullo_epi{bits}(a, b);")
        for sign in "iu":
            for reduction in ("min", "max"):
                if bytes_ < 8:
                    yield word(reduction, sign, f"return {mm}_{reduction}_ep{sign}{bits}(a, b);")
                    continue
                flip = "" if sign == "i" else f"const {r.type} flip = {mm}_set1_epi64x(INT64_MIN);"
                greater = "a, b" if sign == "i" else f"{mm}_xor_{si}(a, flip), {mm}_xor_{si}(b, flip)"
                chosen = "a, b" if reduction == "min" else "b, a"
                yield word(
                    reduction,
                    sign,
                    *([flip] if flip else []),
                    f"return {mm}_blendv_epi8({chosen}, {mm}_cmpgt_epi64({greater}));",
                    why="Flipping the sign bit turns unsigned order into the signed order that the comparison knows." if flip else "",
                )


def floats(r: Register):
    for lane, bytes_, ps in (("f32", 4, "ps"), ("f64", 8, "pd")):
        mm, lanes = r.mm, r.bytes // bytes_
        float_type = f"simde__m{8 * r.bytes}{'d' if ps == 'pd' else ''}"
        to, back = f"{mm}_cast{r.si}_{ps}", f"{mm}_cast{ps}_{r.si}"

        def word(reduction, *body, why=""):
            return reducer(reduction, lane, lanes, r.bytes, r.type, *body, why=why)

        for reduction in ("add", "sub", "mul"):
            yield word(reduction, f"return {back}({mm}_{reduction}_{ps}({to}(a), {to}(b)));")
        operands = f"const {float_type} x = {to}(a), y = {to}(b);"
        yield word(
            "min",
            operands,
            f"return {back}({mm}_or_{ps}({mm}_min_{ps}(x, y), {mm}_min_{ps}(y, x)));",
            why="The instruction returns its second operand for two zeros and for a NaN. Both orders joined by OR: a zero is negative if\n"
            "either is, and a NaN stays one.",
        )
        nan = f"{mm}_cmp_{ps}(x, y, SIMDE_CMP_UNORD_Q)" if r is YMM else f"{mm}_cmpunord_{ps}(x, y)"
        yield word(
            "max",
            operands,
            f"const {float_type} greater = {mm}_and_{ps}({mm}_max_{ps}(x, y), {mm}_max_{ps}(y, x));",
            f"return {back}({mm}_or_{ps}(greater, {nan}));",
            why="As min, with AND for the zeros; AND can clear a NaN, so all bits are set where one is.",
        )
        yield Word(
            f"{lane}x{lanes}_or",
            r.type,
            f"{r.type} a, {r.type} b",
            (
                f"const {float_type} x = {to}(a);",
                f"return {back}({mm}_blendv_{ps}(x, {to}(b), {nan.replace('(x, y', '(x, x')}));",
            ),
            why="a, or b where a is NaN.",
        )
        for reduction in ("min", "max"):
            yield number(reduction, lane, lanes, r.bytes, r.type, f"{lane}x{lanes}_or(a, b)", f"{lane}x{lanes}_or(b, a)")


def float16():
    """Only in registers of 16 bytes: conversions to and from memory of 8 lanes need no shuffle, those of a register's halves do."""
    yield Word("widen_f16x8", YMM.type, f"{XMM.type} a", ("return simde_mm256_castps_si256(simde_mm256_cvtph_ps(a));",))
    yield Word(
        "narrow_f16x8",
        XMM.type,
        f"{YMM.type} a",
        ("return simde_mm256_cvtps_ph(simde_mm256_castsi256_ps(a), SIMDE_MM_FROUND_TO_NEAREST_INT);",),
    )
    yield from through_float32("f16", 8, XMM.bytes, XMM.type)


def bfloat16(r: Register):
    """The odd lanes of bfloat16 are the high halves of float32 lanes as they stand, and the even ones are a shift away."""
    mm, si, lanes = r.mm, r.si, r.bytes // 2
    wide = r.bytes // 4
    yield Word(f"even_bf16x{lanes}", r.type, f"{r.type} a", (f"return {mm}_slli_epi32(a, 16);",))
    yield Word(f"odd_bf16x{lanes}", r.type, f"{r.type} a", (f"return {mm}_and_{si}(a, {mm}_set1_epi32(-0x10000));",))
    yield Word(
        f"join_bf16x{lanes}",
        r.type,
        f"{r.type} even, {r.type} odd",
        (f"return {mm}_blend_epi16({mm}_srli_epi32(even, 16), odd, 0xaa);",),
    )
    yield Word(
        f"round_bf16x{wide}",
        r.type,
        f"{r.type} a",
        (
            f"const {r.type} last = {mm}_and_{si}({mm}_srli_epi32(a, 16), {mm}_set1_epi32(1));",
            f"return {mm}_add_epi32(a, {mm}_add_epi32(last, {mm}_set1_epi32(0x7fff)));",
        ),
        why=ROUND_TO_BFLOAT16,
    )
    yield from by_parts("bf16", lanes, r.bytes, r.type, ("even", "odd"), rounded=("add", "sub", "mul"))


def booleans(r: Register):
    mm, si = r.mm, r.si
    one = f"{mm}_set1_epi8(1)"
    truth = [f"{mm}_min_epu8({operand}, {one})" for operand in "ab"]
    for reduction, expression in (
        ("add", f"{mm}_min_epu8({mm}_or_{si}(a, b), {one})"),
        ("sub", f"{mm}_xor_{si}({truth[0]}, {truth[1]})"),
        ("mul", f"{mm}_and_{si}({truth[0]}, {truth[1]})"),
        ("min", f"{mm}_and_{si}({truth[0]}, {truth[1]})"),
        ("max", f"{mm}_min_epu8({mm}_or_{si}(a, b), {one})"),
    ):
        yield reducer(reduction, "bool", r.bytes, r.bytes, r.type, f"return {expression};")


def complexes(r: Register):
    mm = r.mm
    for lane, bytes_, ps in (("c64", 8, "ps"), ("c128", 16, "pd")):
        suffix = "" if ps == "ps" else "d"
        float_type = f"simde__m{8 * r.bytes}{suffix}"
        to, back = f"{mm}_cast{r.si}_{ps}", f"{mm}_cast{ps}_{r.si}"
        both = r is YMM
        if ps == "ps":
            real, imaginary, swapped = f"{mm}_moveldup_ps(x)", f"{mm}_movehdup_ps(x)", f"{mm}_permute_ps(y, 0xb1)"
        else:
            real, imaginary, swapped = (f"{mm}_permute_pd({operand}, {pattern})" for operand, pattern in
                                        (("x", 0x0), ("x", 0xf if both else 0x3), ("y", 0x5 if both else 0x1)))
        yield reducer(
            "mul",
            lane,
            r.bytes // bytes_,
            r.bytes,
            r.type,
            f"const {float_type} x = {to}(a), y = {to}(b);",
            f"const {float_type} by_real = {mm}_mul_{ps}({real}, y);",
            f"const {float_type} by_imaginary = {mm}_mul_{ps}({imaginary}, {swapped});",
            f"return {back}({mm}_addsub_{ps}(by_real, by_imaginary));",
        )


def indices():
    v, slots = YMM.type, XMM.type

    def word(name, result, parameters, *body, why=""):
        return Word(name, result, parameters, body, why)

    yield word("load_indices_i64", v, "const void *from", "return simde_mm256_loadu_si256(from);")
    yield word("load_indices_i32", v, "const void *from", "return simde_mm256_cvtepi32_epi64(simde_mm_loadu_si128(from));")
    yield word(
        "outside",
        v,
        f"{v} index, {v} low, {v} high",
        "return simde_mm256_or_si256(simde_mm256_sub_epi64(index, low), simde_mm256_sub_epi64(high, index));",
        why="The sign bit of a lane is set where index < low or index > high.",
    )
    yield word("join_outside", v, f"{v} a, {v} b", "return simde_mm256_or_si256(a, b);")
    yield word("is_any_outside", "int", f"{v} outside", "return simde_mm256_movemask_pd(simde_mm256_castsi256_pd(outside)) != 0;")
    yield word("highest", v, f"{v} size", "return simde_mm256_sub_epi64(size, simde_mm256_set1_epi64x(1));")
    yield word("no_outside", v, "void", "return simde_mm256_setzero_si256();")
    yield word(
        "wrap",
        v,
        f"{v} index, {v} low",
        "const simde__m256i negative = simde_mm256_cmpgt_epi64(simde_mm256_setzero_si256(), index);",
        "return simde_mm256_sub_epi64(index, simde_mm256_and_si256(negative, low));",
        why=WRAP,
    )
    yield word(
        "mark",
        v,
        f"{v} slot, {v} wrapped, {v} high",
        "const simde__m256i outside = simde_mm256_or_si256(wrapped, simde_mm256_sub_epi64(high, wrapped));",
        "const simde__m256d far = simde_mm256_castsi256_pd(simde_mm256_set1_epi64x(INT64_C(1) << 32));",
        "return simde_mm256_castpd_si256(simde_mm256_blendv_pd(simde_mm256_castsi256_pd(slot), far, simde_mm256_castsi256_pd(outside)));",
        why=MARK,
    )
    yield word(
        "clamp",
        v,
        f"{v} wrapped, {v} high",
        "const simde__m256i negative = simde_mm256_cmpgt_epi64(simde_mm256_setzero_si256(), wrapped);",
        "const simde__m256i least = simde_mm256_andnot_si256(negative, wrapped);",
        "return simde_mm256_blendv_epi8(least, high, simde_mm256_cmpgt_epi64(least, high));",
    )
    yield word("load_positions", v, "const uint32_t *from", "return simde_mm256_cvtepu32_epi64(simde_mm_loadu_si128((const void *)from));")
    yield word("add_positions", v, f"{v} slots, {v} positions", "return simde_mm256_add_epi64(slots, positions);")
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
        "to_slots",
        slots,
        f"{v} sums",
        "const simde__m256i even = simde_mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);",
        "return simde_mm256_castsi256_si128(simde_mm256_permutevar8x32_epi32(sums, even));",
    )
    yield word(
        "to_marked_slots",
        slots,
        f"{v} sums",
        "const simde__m256i marked = simde_mm256_cmpgt_epi64(sums, simde_mm256_set1_epi64x(UINT32_MAX));",
        "return to_slots(simde_mm256_or_si256(sums, marked));",
        why=TO_MARKED_SLOTS,
    )
    yield word("store_slots", "void", f"uint32_t *to, {slots} slots", "simde_mm_storeu_si128((void *)to, slots);")
    yield word("larger_slots", slots, f"{slots} a, {slots} b", "return simde_mm_max_epu32(a, b);")
    yield word("no_slots", slots, "void", "return simde_mm_setzero_si128();")


def vocabulary():
    yield from memory()
    for register in (YMM, XMM):
        yield from integers(register)
        yield from floats(register)
        yield from booleans(register)
        yield from complexes(register)
        yield from bfloat16(register)
    yield from float16()
    yield from indices()


ISA = Isa(
    name="avx2",
    title="AVX2 and F16C (x86-64-v3)",
    number=2,
    rank=30,
    guard="defined(__x86_64__) || defined(_M_X64)",
    processors=("x86_64", "AMD64", "amd64"),
    flags=("-march=x86-64-v3",),
    features=(
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
    words=tuple(vocabulary()),
    vector_packs=tuple(
        Pack(bytes_, register.bytes, register.type, f"load_{bytes_}", f"store_{bytes_}")
        for bytes_, register in ((32, YMM), (16, XMM), (8, XMM), (4, XMM), (2, XMM), (1, XMM))
    ),
    indices=IndexVector(lanes=4, type=YMM.type, slots_type=XMM.type),
)
