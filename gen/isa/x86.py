"""What the vocabularies of x86 have in common: registers of 16 and 32 bytes, and words that are the same for larger ones."""

from dataclasses import dataclass
from typing import Tuple

from gen.isa import Pack, Word
from gen.isa.shared import ROUND_TO_BFLOAT16, SmallFloat, by_parts, number, reducer, through_float32


@dataclass(frozen=True)
class Register:
    """One size of registers, and AVX2's versions of what a later instruction set may do in another way. The result of a comparison is a
    register: all bits of a lane, or none. `ps` is the suffix of intrinsics for floats, ps or pd."""

    bytes: int
    type: str
    mm: str  # the prefix of its intrinsics
    si: str  # the suffix of those that work on all of it

    def float_type(self, ps: str) -> str:
        return f"simde__m{8 * self.bytes}{'d' if ps == 'pd' else ''}"

    def unordered(self, ps: str, x: str, y: str) -> str:
        """The lanes where x or y is NaN."""
        return f"{self.mm}_cmp_{ps}({x}, {y}, SIMDE_CMP_UNORD_Q)" if self.bytes > 16 else f"{self.mm}_cmpunord_{ps}({x}, {y})"

    def choose(self, ps: str, lanes: str, there: str, elsewhere: str) -> str:
        """One operand in the lanes that a comparison found, another elsewhere."""
        return f"{self.mm}_blendv_{ps}({elsewhere}, {there}, {lanes})"

    def set_all_bits(self, ps: str, lanes: str, x: str) -> str:
        """x, with all bits set in the lanes that a comparison found."""
        return f"{self.mm}_or_{ps}({x}, {lanes})"

    def where_greater(self, x: str, y: str, there: str) -> str:
        """`there` in the lanes of 32 bits where x is greater than y, both signed; 0 elsewhere."""
        return f"{self.mm}_and_{self.si}({self.mm}_cmpgt_epi32({x}, {y}), {there})"

    def odd_words(self, odd: str, even: str) -> str:
        """Lanes of 16 bits, the odd ones from one register and the even ones from another."""
        return f"{self.mm}_blend_epi16({even}, {odd}, 0xaa)"

    def parts(self, ps: str, x: str, y: str) -> Tuple[str, str, str]:
        """Of complex numbers: x's real parts twice each, its imaginary parts twice each, and y with both parts swapped."""
        if ps == "ps":
            return f"{self.mm}_moveldup_ps({x})", f"{self.mm}_movehdup_ps({x})", f"{self.mm}_permute_ps({y}, 0xb1)"
        patterns = (0, 15, 5) if self.bytes > 16 else (0, 3, 1)
        return tuple(f"{self.mm}_permute_pd({operand}, {pattern})" for operand, pattern in zip((x, x, y), patterns))

    def subtract_add(self, ps: str, x: str, y: str) -> str:
        """The difference in even lanes, the sum in odd ones."""
        return f"{self.mm}_addsub_{ps}({x}, {y})"


GUARD = "defined(__x86_64__) || defined(_M_X64)"
PROCESSORS = ("x86_64", "AMD64", "amd64")

YMM = Register(32, "simde__m256i", "simde_mm256", "si256")
XMM = Register(16, "simde__m128i", "simde_mm", "si128")


LARGEST_OF_FOUR = (
    "const simde__m128i pairs = simde_mm_max_epu32(slice_indices, simde_mm_shuffle_epi32(slice_indices, 0x4e));",
    "return (uint32_t)simde_mm_cvtsi128_si32(simde_mm_max_epu32(pairs, simde_mm_shuffle_epi32(pairs, 0xb1)));",
)


def packs(*registers: Register) -> Tuple[Pack, ...]:
    """From whole registers, the largest first, down to a byte in the smallest."""
    smallest = registers[-1]
    sizes = [(register.bytes, register) for register in registers] + [(bytes_, smallest) for bytes_ in (8, 4, 2, 1)]
    return tuple(Pack(bytes_, register.bytes, register.type, f"load_{bytes_}", f"store_{bytes_}") for bytes_, register in sizes)


def memory(*registers: Register):
    for register in registers:
        mm, si, bytes_ = register.mm, register.si, register.bytes
        yield Word(f"load_{bytes_}", register.type, "const void *from", (f"return {mm}_loadu_{si}(from);",))
        yield Word(f"store_{bytes_}", "void", f"void *to, {register.type} value", (f"{mm}_storeu_{si}(to, value);",))
    # Narrower packs fill the low end of a 16-byte register, with anything above; what a word computes from that is not stored.
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
    """Of 8, 16 and 32 bits."""
    mm, si = r.mm, r.si
    for bytes_ in (1, 2, 4):
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
        else:
            yield word("mul", "i", f"return {mm}_mullo_epi{bits}(a, b);")
        for sign in "iu":
            for reduction in ("min", "max"):
                yield word(reduction, sign, f"return {mm}_{reduction}_ep{sign}{bits}(a, b);")


def int64(r: Register):
    """Of 64 bits, for which AVX2 has no multiply, no minimum or maximum, and one comparison."""
    mm, si = r.mm, r.si

    def word(reduction, sign, *body, why=""):
        return reducer(reduction, f"{sign}64", r.bytes // 8, r.bytes, r.type, *body, why=why)

    yield word("add", "i", f"return {mm}_add_epi64(a, b);")
    yield word("sub", "i", f"return {mm}_sub_epi64(a, b);")
    yield word(
        "mul",
        "i",
        f"const {r.type} crossed = {mm}_mullo_epi32(a, {mm}_shuffle_epi32(b, 0xb1));",
        f"const {r.type} high = {mm}_slli_epi64({mm}_add_epi32(crossed, {mm}_srli_epi64(crossed, 32)), 32);",
        f"return {mm}_add_epi64({mm}_mul_epu32(a, b), high);",
        why="low * low + ((low * high + high * low) << 32), modulo 2^64.",
    )
    for sign in "iu":
        flip = "" if sign == "i" else f"const {r.type} flip = {mm}_set1_epi64x(INT64_MIN);"
        greater = "a, b" if sign == "i" else f"{mm}_xor_{si}(a, flip), {mm}_xor_{si}(b, flip)"
        for reduction, chosen in (("min", "a, b"), ("max", "b, a")):
            yield word(
                reduction,
                sign,
                *([flip] if flip else []),
                f"return {mm}_blendv_epi8({chosen}, {mm}_cmpgt_epi64({greater}));",
                why="Flipping the sign bit turns unsigned order into the signed order that the comparison knows." if flip else "",
            )


def floats(r: Register):
    for ctype, bytes_, ps in (("f32", 4, "ps"), ("f64", 8, "pd")):
        mm, lanes = r.mm, r.bytes // bytes_
        float_type = r.float_type(ps)
        to, back = f"{mm}_cast{r.si}_{ps}", f"{mm}_cast{ps}_{r.si}"

        def word(reduction, *body, why=""):
            return reducer(reduction, ctype, lanes, r.bytes, r.type, *body, why=why)

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
        yield word(
            "max",
            operands,
            f"const {float_type} greater = {mm}_and_{ps}({mm}_max_{ps}(x, y), {mm}_max_{ps}(y, x));",
            f"return {back}({r.set_all_bits(ps, r.unordered(ps, 'x', 'y'), 'greater')});",
            why="As min, with AND for the zeros; AND can clear a NaN, so all bits are set where one is.",
        )
        yield Word(
            f"{ctype}x{lanes}_or",
            r.type,
            f"{r.type} a, {r.type} b",
            (
                f"const {float_type} x = {to}(a);",
                f"return {back}({r.choose(ps, r.unordered(ps, 'x', 'x'), f'{to}(b)', 'x')});",
            ),
            why="a, or b where a is NaN.",
        )
        for reduction in ("min", "max"):
            yield number(reduction, ctype, lanes, r.bytes, r.type, f"{ctype}x{lanes}_or(a, b)", f"{ctype}x{lanes}_or(b, a)")


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
    """The odd lanes of bfloat16 already are the high halves of float32 lanes; the even ones need a shift."""
    mm, si, lanes = r.mm, r.si, r.bytes // 2
    wide = r.bytes // 4
    yield Word(f"even_bf16x{lanes}", r.type, f"{r.type} a", (f"return {mm}_slli_epi32(a, 16);",))
    yield Word(f"odd_bf16x{lanes}", r.type, f"{r.type} a", (f"return {mm}_and_{si}(a, {mm}_set1_epi32(-0x10000));",))
    yield Word(
        f"join_bf16x{lanes}",
        r.type,
        f"{r.type} even, {r.type} odd",
        (f"return {r.odd_words('odd', f'{mm}_srli_epi32(even, 16)')};",),
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
    yield from by_parts("bf16", lanes, r.bytes, r.type, ("even", "odd"), rounds=True)


def small_float(f: SmallFloat, r: Register):
    """Lanes of one or two bytes to lanes of float32 and back. The word widen_bytes or widen_words fills `r`."""
    mm, si, ps, lanes = r.mm, r.si, r.float_type("ps"), r.bytes // 4
    widened = f"widen_{'bytes' if f.bytes == 1 else 'words'}(a)"
    to, back = f"{mm}_cast{si}_ps", f"{mm}_castps_{si}"

    def all_(number) -> str:
        return f"{mm}_set1_epi32({number})"

    infinity = f"const {r.type} infinity = {all_('0x7f800000')};"
    yield Word(
        f"widen_{f.ctype}x{lanes}",
        r.type,
        f"{XMM.type} a",
        (
            infinity,
            f"const {r.type} bits = {widened}, sign = {mm}_and_{si}(bits, {all_('INT32_MIN')});",
            f"const {r.type} magnitude = {mm}_slli_epi32({mm}_and_{si}(bits, {all_(f'{f.sign - 1:#x}')}), {f.shift});",
            f"const {ps} number = {mm}_mul_ps({to}(magnitude), {mm}_set1_ps({f.rebias}));",
            f"const {r.type} largest = {all_(f'{f.special - (1 << f.shift):#x}')};",
            f"const {r.type} special = {r.where_greater('magnitude', 'largest', 'infinity')};",
            f"return {mm}_or_{si}({mm}_or_{si}({back}(number), special), sign);",
        ),
        why="A product rebiases a number; infinity and NaN get all bits of the exponent.",
    )
    nan = (
        infinity,
        f"const {r.type} nan = {r.where_greater('magnitude', 'infinity', all_(f'{f.quiet:#x}'))};",
    )
    yield Word(
        f"round_{f.ctype}x{lanes}",
        r.type,
        f"{r.type} a",
        (
            f"const {ps} magic = {mm}_set1_ps({f.magic});",
            f"const {r.type} magnitude = {mm}_and_{si}(a, {all_('0x7fffffff')});",
            f"const {r.type} minimum = {mm}_max_epi32(magnitude, {back}({mm}_set1_ps({f.min_normal})));",
            f"const {r.type} last = {mm}_and_{si}({mm}_srli_epi32(minimum, {f.shift}), {all_(1)});",
            f"const {r.type} half = {mm}_add_epi32(last, {all_(f'{f.half:#x} - {f.exponents:#x}')});",
            f"const {r.type} normal = {mm}_srli_epi32({mm}_add_epi32(minimum, half), {f.shift});",
            f"const {ps} sum = {mm}_add_ps({to}(magnitude), magic);",
            f"const {r.type} subnormal = {mm}_sub_epi32({back}(sum), {back}(magic));",
            f"const {r.type} rounded = {mm}_min_epi32({mm}_min_epi32(normal, subnormal), {all_(f'{f.overflow:#x}')});",
            f"const {r.type} sign = {mm}_and_{si}({mm}_srli_epi32(a, {32 - 8 * f.bytes}), {all_(f'{f.sign:#x}')});",
            *(nan if f.quiet else ()),
            f"return {mm}_or_{si}({f'{mm}_or_{si}(rounded, nan)' if f.quiet else 'rounded'}, sign);",
        ),
        why=SmallFloat.NARROW,
    )


def narrow_two_to_bytes(name: str):
    return Word(
        name,
        XMM.type,
        f"{YMM.type} low, {YMM.type} high",
        (
            "const simde__m256i words = simde_mm256_permute4x64_epi64(simde_mm256_packus_epi32(low, high), 0xd8);",
            "return simde_mm_packus_epi16(simde_mm256_castsi256_si128(words), simde_mm256_extracti128_si256(words, 1));",
        ),
        why="Lanes of 32 bits that are less than 256. The first step takes turns between its operands, half a register of each.",
    )


def booleans(r: Register):
    mm, si = r.mm, r.si
    one = f"{mm}_set1_epi8(1)"
    truth = [f"{mm}_min_epu8({operand}, {one})" for operand in "ab"]
    for reduction, expression in (
        ("add", f"{mm}_min_epu8({mm}_or_{si}(a, b), {one})"),
        ("sub", f"{mm}_xor_{si}({truth[0]}, {truth[1]})"),
        ("mul", f"{mm}_and_{si}({truth[0]}, {truth[1]})"),
    ):
        yield reducer(reduction, "bool", r.bytes, r.bytes, r.type, f"return {expression};")


def complexes(r: Register):
    mm = r.mm
    for ctype, bytes_, ps in (("c64", 8, "ps"), ("c128", 16, "pd")):
        float_type = r.float_type(ps)
        to, back = f"{mm}_cast{r.si}_{ps}", f"{mm}_cast{ps}_{r.si}"
        real, imaginary, swapped = r.parts(ps, "x", "y")
        yield reducer(
            "mul",
            ctype,
            r.bytes // bytes_,
            r.bytes,
            r.type,
            f"const {float_type} x = {to}(a), y = {to}(b);",
            f"const {float_type} by_real = {mm}_mul_{ps}({real}, y);",
            f"const {float_type} by_imaginary = {mm}_mul_{ps}({imaginary}, {swapped});",
            f"return {back}({r.subtract_add(ps, 'by_real', 'by_imaginary')});",
        )


def slice_indices(r: Register, mask: str):
    """The words for selections of slice indices, made from are_greater and are_equal."""
    mm, v = r.mm, r.type
    yield Word("every_slice_index", v, "uint32_t slice_index", (f"return {mm}_set1_epi32((int32_t)slice_index);",))
    yield Word("add_base", v, f"{v} slice_indices, {v} base", (f"return {mm}_add_epi32(slice_indices, base);",))
    yield Word(
        "are_own",
        mask,
        f"{v} slice_indices, {v} lead, {v} shift, {v} scattering, {v} low, {v} width",
        (
            f"const {v} sign = {mm}_set1_epi32(INT32_MIN), group = {mm}_srlv_epi32({mm}_add_epi32(slice_indices, lead), shift);",
            f"const {v} distance = {mm}_sub_epi32({mm}_mullo_epi32(group, scattering), low);",
            f"return are_greater({mm}_xor_{r.si}(width, sign), {mm}_xor_{r.si}(distance, sign));",
        ),
        why="strew_is_in_selection for several slice indices. Unsigned numbers compare like signed ones with the highest bit flipped.",
    )
    yield Word("are_in_bounds", mask, f"{v} slice_indices", (f"return ({mask})~are_equal(slice_indices, every_slice_index(UINT32_MAX));",))
    yield Word(
        "count_own",
        "size_t",
        f"{mask} own",
        ("size_t n = 0;", "for (uint32_t left = own; left != 0; left &= left - 1) n++;", "return n;"),
        why="Compilers turn the loop into one instruction if there is one.",
    )
