"""What the vocabularies of x86 have in common: registers of 16 and 32 bytes, and words that are the same for larger ones. A word of one
expression is made here; the C of the others is in gen/isa/x86.h.j2."""

from dataclasses import dataclass
from typing import Iterator, Tuple

from gen.axes import Dtype, Kind
from gen.isa import Pack, Word
from gen.isa.shared import (
    BFLOAT,
    HALF,
    ROUND_TO_BFLOAT16,
    SmallFloat,
    by_parts,
    dtypes,
    number,
    own_reductions,
    reducer,
    scaled_integers,
    through_float32,
)
from gen.words import rendered


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

    def set_where_greater(self, bits: str, x: str, y: str, there: str) -> str:
        """Bits with those of `there`, too, in the lanes of 32 bits where x is greater than y."""
        return f"{self.mm}_or_{self.si}({bits}, {self.where_greater(x, y, there)})"

    def select(self, mask: str, x: str, y: str) -> str:
        """The bits of x where the mask has them, those of y elsewhere."""
        return f"{self.mm}_or_{self.si}({self.mm}_and_{self.si}({mask}, {x}), {self.mm}_andnot_{self.si}({mask}, {y}))"

    def lanes_type(self, bits: int) -> str:
        """Of what a comparison of integers finds."""
        return self.type

    def greater(self, bits: int, x: str, y: str) -> str:
        """The lanes of so many bits where x is greater than y, both signed."""
        return f"{self.mm}_cmpgt_epi{bits}({x}, {y})"

    def pick(self, bits: int, lanes: str, there: str, elsewhere: str) -> str:
        """One operand in the lanes that `greater` found, another elsewhere."""
        return f"{self.mm}_blendv_epi8({elsewhere}, {there}, {lanes})"

    def keep(self, bits: int, lanes: str, x: str) -> str:
        """x in the lanes that `greater` found, 0 elsewhere."""
        return f"{self.mm}_and_{self.si}({lanes}, {x})"

    def odd_words(self, odd: str, even: str) -> str:
        """Lanes of 16 bits, the odd ones from one register and the even ones from another."""
        return f"{self.mm}_blend_epi16({even}, {odd}, 0xaa)"

    def across(self, x: str) -> str:
        """The quarters of the register in the order in which instructions that work within 16 bytes put them in order again."""
        return f"{self.mm}_permute4x64_epi64({x}, 0xd8)" if self.bytes > 16 else x

    def high_words(self, low: str, high: str) -> str:
        """The high halves of the lanes of 32 bits of two registers, in one."""
        return self.across(f"{self.mm}_packus_epi32({self.mm}_srli_epi32({low}, 16), {self.mm}_srli_epi32({high}, 16))")

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

TEMPLATE = "x86.h.j2"


def packs(*registers: Register) -> Tuple[Pack, ...]:
    """From whole registers, the largest first, down to a byte in the smallest."""
    smallest = registers[-1]
    sizes = [(register.bytes, register) for register in registers] + [(bytes_, smallest) for bytes_ in (8, 4, 2, 1)]
    return tuple(Pack(bytes_, register.bytes, register.type, f"load_{bytes_}", f"store_{bytes_}") for bytes_, register in sizes)


def memory(*registers: Register) -> Iterator[Word]:
    for register in registers:
        mm, si, bytes_ = register.mm, register.si, register.bytes
        yield Word(f"load_{bytes_}", register.type, "const void *from", (f"return {mm}_loadu_{si}(from);",))
        yield Word(f"store_{bytes_}", "void", f"void *to, {register.type} value", (f"{mm}_storeu_{si}(to, value);",))
    # Narrower packs fill the low end of a 16-byte register, with anything above; what a word computes from that is not stored.
    yield Word("load_8", XMM.type, "const void *from", ("return simde_mm_loadl_epi64(from);",))
    yield Word("store_8", "void", f"void *to, {XMM.type} value", ("simde_mm_storel_epi64(to, value);",))
    for bytes_ in (4, 2, 1):
        yield from rendered(TEMPLATE, "memory", bytes=bytes_, type=XMM.type)


def integers(r: Register) -> Iterator[Word]:
    """Of 8, 16 and 32 bits."""
    for bytes_ in (1, 2, 4):
        bits, lanes = 8 * bytes_, r.bytes // bytes_
        for dtype in dtypes(Kind.SIGNED, Kind.UNSIGNED, bytes=bytes_):
            sign = "i" if dtype.kind == Kind.SIGNED else "u"
            instructions = {"mul": f"mullo_epi{bits}", "min": f"min_ep{sign}{bits}", "max": f"max_ep{sign}{bits}"}
            for reduction in own_reductions(dtype):
                if reduction == "mul" and bytes_ == 1:
                    yield from rendered(TEMPLATE, "mul_bytes", r=r, ctype=dtype.ctype, lanes=lanes)
                elif reduction in ("add", "sub", "mul", "min", "max"):
                    instruction = instructions.get(reduction, f"{reduction}_epi{bits}")
                    yield reducer(reduction, dtype.ctype, lanes, r.bytes, r.type, f"{r.mm}_{instruction}(a, b)")


def int64(r: Register) -> Iterator[Word]:
    """Of 64 bits, for which AVX2 has no multiply, no minimum or maximum, and one comparison."""
    lanes = r.bytes // 8
    for dtype in dtypes(Kind.SIGNED, Kind.UNSIGNED, bytes=8):
        holes = {"r": r, "ctype": dtype.ctype, "lanes": lanes}
        for reduction in own_reductions(dtype):
            if reduction in ("add", "sub"):
                yield reducer(reduction, dtype.ctype, lanes, r.bytes, r.type, f"{r.mm}_{reduction}_epi64(a, b)")
            elif reduction == "mul":
                yield from rendered(TEMPLATE, "mul_int64", **holes)
            elif reduction in ("min", "max"):
                chosen = "a, b" if reduction == "min" else "b, a"
                if dtype.kind == Kind.UNSIGNED:
                    yield from rendered(TEMPLATE, "order_uint64", reduction=reduction, chosen=chosen, **holes)
                else:
                    where = f"{r.mm}_cmpgt_epi64(a, b)"
                    yield reducer(reduction, dtype.ctype, lanes, r.bytes, r.type, f"{r.mm}_blendv_epi8({chosen}, {where})")


def suffix(dtype: Dtype) -> str:
    """Of the intrinsics for a float, or for the parts of a complex number."""
    return "ps" if dtype.bytes == 4 * dtype.n_parts else "pd"


def floats(r: Register) -> Iterator[Word]:
    for dtype in dtypes(Kind.FLOAT):
        ctype, lanes, ps = dtype.ctype, r.bytes // dtype.bytes, suffix(dtype)
        to, back = f"{r.mm}_cast{r.si}_{ps}", f"{r.mm}_cast{ps}_{r.si}"
        for reduction in ("add", "sub", "mul"):
            yield reducer(reduction, ctype, lanes, r.bytes, r.type, f"{back}({r.mm}_{reduction}_{ps}({to}(a), {to}(b)))")
        number_type = "float" if dtype.bytes == 4 else "double"
        yield Word(f"every_{ctype}x{lanes}", r.type, f"{number_type} a", (f"return {back}({r.mm}_set1_{ps}(a));",))
        yield from rendered(TEMPLATE, "order_floats", r=r, ctype=ctype, lanes=lanes, ps=ps, float_type=r.float_type(ps))
        for reduction in ("min", "max"):
            yield from number(reduction, ctype, lanes, r.type, f"{ctype}x{lanes}_or(a, b)", f"{ctype}x{lanes}_or(b, a)")


def float16() -> Iterator[Word]:
    """Only in registers of 16 bytes: conversions to and from memory of 8 lanes need no shuffle, those of a register's halves do."""
    for dtype in dtypes(Kind.NARROW, format=HALF):
        ctype, rounding = dtype.ctype, "SIMDE_MM_FROUND_TO_NEAREST_INT"
        widened = "simde_mm256_castps_si256(simde_mm256_cvtph_ps(a))"
        narrowed = f"simde_mm256_cvtps_ph(simde_mm256_castsi256_ps(a), {rounding})"
        yield Word(f"widen_{ctype}x8", YMM.type, f"{XMM.type} a", (f"return {widened};",))
        yield Word(f"narrow_{ctype}x8", XMM.type, f"{YMM.type} a", (f"return {narrowed};",))
        yield from through_float32(ctype, 8, XMM.bytes, XMM.type)


def bfloat16(r: Register) -> Iterator[Word]:
    """The odd lanes of bfloat16 already are the high halves of float32 lanes; the even ones need a shift."""
    mm, si, lanes = r.mm, r.si, r.bytes // 2
    for dtype in dtypes(Kind.NARROW, format=BFLOAT):
        ctype, joined = dtype.ctype, r.odd_words("odd", f"{mm}_srli_epi32(even, 16)")
        yield Word(f"even_{ctype}x{lanes}", r.type, f"{r.type} a", (f"return {mm}_slli_epi32(a, 16);",))
        yield Word(f"odd_{ctype}x{lanes}", r.type, f"{r.type} a", (f"return {mm}_and_{si}(a, {mm}_set1_epi32(-0x10000));",))
        yield Word(f"join_{ctype}x{lanes}", r.type, f"{r.type} even, {r.type} odd", (f"return {joined};",))
        yield from rendered(TEMPLATE, "round_bfloat16", r=r, ctype=ctype, lanes=lanes // 2, why=ROUND_TO_BFLOAT16)
        yield from by_parts(ctype, lanes, r.type, ("even", "odd"), rounds=True)


def scaled(r: Register) -> Iterator[Word]:
    """What float32 is scaled with and limited to, and the conversions of narrow types that no reduction needs. The word widen_bytes fills
    `r`."""
    yield from rendered(TEMPLATE, "scaled", r=r, lanes=r.bytes // 4, ps=r.float_type("ps"))
    for dtype in dtypes(Kind.NARROW, format=BFLOAT):
        yield from rendered(TEMPLATE, "scaled_bfloat16", r=r, ctype=dtype.ctype, lanes=r.bytes // 2)
    for ctype, is_signed in scaled_integers():
        yield from rendered(TEMPLATE, "scaled_bytes", r=r, ctype=ctype, is_signed=is_signed, lanes=r.bytes // 4, ps=r.float_type("ps"))


def small_float(f: SmallFloat, r: Register, adder: str = "") -> Iterator[Word]:
    """Lanes of one or two bytes to lanes of float32 and back. The word widen_bytes or widen_words fills `r`."""
    holes = {"f": f, "r": r, "lanes": r.bytes // 4, "ps": r.float_type("ps")}
    yield from rendered(TEMPLATE, "widen_small_float", narrow=XMM.type, **holes)
    yield from rendered(TEMPLATE, "round_small_float", why=SmallFloat.NARROW, adder=adder, **holes)


def narrow(ctype: str, lanes: int, wide: str, packed: str) -> Iterator[Word]:
    """Lanes of float32, rounded, and packed by an expression."""
    return rendered(TEMPLATE, "narrow", ctype=ctype, lanes=lanes, type=XMM.type, wide=wide, packed=packed)


def narrow_two_to_bytes(name: str) -> Iterator[Word]:
    return rendered(TEMPLATE, "narrow_two_to_bytes", name=name)


def order(r: Register) -> Iterator[Word]:
    """Which of two elements wins, by their keys: see templates/arg.c.j2."""
    for bytes_ in (1, 2, 4, 8):
        bits, lanes = 8 * bytes_, r.bytes // bytes_
        suffix, every, found = f"b{bits}x{lanes}", f"{r.mm}_set1_epi{bits}", r.lanes_type(bits)
        every += "x" if bytes_ == 8 and r.bytes < 64 else ""
        yield Word(f"every_{suffix}", r.type, f"int{bits}_t a", (f"return {every}(a);",))
        yield Word(f"beats_{suffix}", found, f"{r.type} a, {r.type} b", (f"return {r.greater(bits, 'a', 'b')};",))
        body = (f"return {r.pick(bits, 'lanes', 'there', 'elsewhere')};",)
        yield Word(f"pick_{suffix}", r.type, f"{found} lanes, {r.type} there, {r.type} elsewhere", body)
        yield from rendered(TEMPLATE, "key", r=r, bits=bits, lanes=lanes)
        if bytes_ == 1:
            yield Word(f"limit_{suffix}", r.type, f"{r.type} a, {r.type} b", (f"return {r.mm}_min_epu8(a, b);",))


def winners(*registers: Register) -> Iterator[Word]:
    """Stores a number in the lanes that win, as one of 4 or of 8 bytes."""
    for r in registers:
        for bits in (8, 16, 32, 64):
            for number_bits in (32, 64):
                yield from rendered(TEMPLATE, "put_numbers", r=r, bits=bits, lanes=8 * r.bytes // bits, number_bits=number_bits)


def booleans(r: Register) -> Iterator[Word]:
    mm, si = r.mm, r.si
    one = f"{mm}_set1_epi8(1)"
    truth = ", ".join(f"{mm}_min_epu8({operand}, {one})" for operand in "ab")
    for dtype in dtypes(Kind.BOOL):
        for reduction, expression in (
            ("add", f"{mm}_min_epu8({mm}_or_{si}(a, b), {one})"),
            ("sub", f"{mm}_xor_{si}({truth})"),
            ("mul", f"{mm}_and_{si}({truth})"),
        ):
            yield reducer(reduction, dtype.ctype, r.bytes, r.bytes, r.type, expression)


def complexes(r: Register) -> Iterator[Word]:
    for dtype in dtypes(Kind.COMPLEX):
        if dtype.bytes <= r.bytes:
            ps = suffix(dtype)
            holes = {"lanes": r.bytes // dtype.bytes, "ps": ps, "float_type": r.float_type(ps)}
            yield from rendered(TEMPLATE, "mul_complex", r=r, ctype=dtype.ctype, **holes)


def slice_indices(r: Register, mask: str) -> Iterator[Word]:
    """The words for selections of slice indices, made from are_greater and are_equal."""
    return rendered(TEMPLATE, "slice_indices", r=r, mask=mask)
