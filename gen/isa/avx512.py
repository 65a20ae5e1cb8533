"""AVX-512 as every CPU of the level x86-64-v4 has it (F, BW, CD, DQ, VL): registers of 64 bytes, and of 32 and 16 for what is narrower."""

from dataclasses import replace
from typing import Iterator, Tuple

from gen.axes import Kind
from gen.isa import Cpuid, IndexVector, Isa, SliceIndexVector, Word, Xcr0, available, avx2, x86
from gen.isa.shared import HALF, byte_floats, dtypes, scaled_integers, scaled_vectors, small_float_vectors, through_float32
from gen.isa.x86 import bfloat16, booleans, complexes, floats, integers, memory, narrow_two_to_bytes, order, packs, small_float, suffix
from gen.words import rendered, written

TEMPLATE = "avx512.h.j2"


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

    def set_where_greater(self, bits: str, x: str, y: str, there: str) -> str:
        return f"{self.mm}_mask_or_epi32({bits}, {self.mm}_cmpgt_epi32_mask({x}, {y}), {bits}, {there})"

    def select(self, mask: str, x: str, y: str) -> str:
        return f"{self.mm}_ternarylogic_epi32({mask}, {x}, {y}, 0xca)"

    def lanes_type(self, bits: int) -> str:
        return f"simde__mmask{8 * self.bytes // bits}"

    def greater(self, bits: int, x: str, y: str) -> str:
        if bits == 16:  # SIMDe has no version of the other
            return f"({self.lanes_type(bits)})~{self.mm}_cmple_epi16_mask({x}, {y})"
        return f"{self.mm}_cmpgt_epi{bits}_mask({x}, {y})"

    def pick(self, bits: int, lanes: str, there: str, elsewhere: str) -> str:
        return f"{self.mm}_mask_mov_epi{bits}({elsewhere}, {lanes}, {there})"

    def keep(self, bits: int, lanes: str, x: str) -> str:
        return f"{self.mm}_maskz_mov_epi{bits}({lanes}, {x})"

    def odd_words(self, odd: str, even: str) -> str:
        return f"{self.mm}_mask_mov_epi16({even}, 0xaaaaaaaa, {odd})"

    def across(self, x: str) -> str:
        return f"spread_quarters({x})"

    def high_words(self, low: str, high: str) -> str:
        return f"join_high_words({low}, {high})"

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


def int64(r: Register) -> Iterator[Word]:
    """Every size has every instruction; SIMDe has them only for the largest."""
    for dtype in dtypes(Kind.SIGNED, Kind.UNSIGNED, bytes=8):
        sign = "i" if dtype.kind == Kind.SIGNED else "u"
        for word in x86.int64(r):
            if word.ctype != dtype.ctype:
                continue
            instruction = "mullo_epi64" if word.reduction == "mul" else f"{word.reduction}_ep{sign}64"
            if word.reduction in ("add", "sub"):
                yield word
            elif r is ZMM:
                yield replace(word, body=(f"return {r.mm}_{instruction}(a, b);",), why="")
            else:
                call = f"{r.mm.replace('simde', '')}_{instruction}"
                yield from rendered(TEMPLATE, "instruction_or", call=call, word=word)


def join_halves() -> Iterator[Word]:
    """For what SIMDe has only for registers of 32 bytes."""
    joined = "simde_mm512_inserti64x4(simde_mm512_castsi256_si512(low), high, 1)"
    yield Word("join_halves", ZMM.type, f"{YMM.type} low, {YMM.type} high", (f"return {joined};",))


def float16() -> Iterator[Word]:
    """In registers of 32 bytes at most, which widen to one of 64: a larger one would have to be split and joined."""
    yield from x86.float16()
    for dtype in dtypes(Kind.NARROW, format=HALF):
        yield from rendered(TEMPLATE, "float16", ctype=dtype.ctype, ymm=YMM.type, zmm=ZMM.type)
        yield from through_float32(dtype.ctype, 16, YMM.bytes, YMM.type)


def float8() -> Iterator[Word]:
    """In registers of 16 bytes, which widen to one of 64."""
    yield from rendered(TEMPLATE, "widen_bytes")
    yield from narrow_two_to_bytes("narrow_halves")
    yield from rendered(TEMPLATE, "narrow_bytes")
    for f in byte_floats():
        has_table = len(f.adders) <= 16
        if has_table:
            yield from rendered(TEMPLATE, "adder", f=f)
        yield from small_float(f, ZMM, adder=f"adder_{f.ctype}x16" if has_table else "")
        yield Word(f"narrow_{f.ctype}x16", XMM.type, f"{ZMM.type} a", (f"return narrow_bytes(round_{f.ctype}x16(a));",))
        within = f"narrow_bytes(round_within_{f.ctype}x16(a, bound_{f.ctype}x16(largest)))"
        yield Word(f"narrow_within_{f.ctype}x16", XMM.type, f"{ZMM.type} a, {ZMM.type} largest", (f"return {within};",))
        yield from through_float32(f.ctype, 16, XMM.bytes, XMM.type)


def scaled() -> Iterator[Word]:
    yield from rendered(TEMPLATE, "orders_of_words")
    yield from x86.scaled(ZMM)
    for ctype in (ctype for ctype, is_signed in scaled_integers() if is_signed):
        yield Word(f"narrow_{ctype}x16", XMM.type, f"{ZMM.type} a", (f"return narrow_bytes(round_{ctype}x16(a));",))


def complex_order(r: Register) -> Iterator[Word]:
    for dtype in dtypes(Kind.COMPLEX):
        ctype, lanes, ps = dtype.ctype, r.bytes // dtype.bytes, suffix(dtype)
        holes = {"r": r, "ctype": ctype, "lanes": lanes, "ps": ps, "mask": r.mask(ps)}
        is_nan, is_less = f"is_nan_{ctype}x{lanes}", f"is_less_{ctype}x{lanes}"
        yield from rendered(TEMPLATE, "compare_complex", float_type=r.float_type(ps), **holes)
        for reduction, before in (("min", "b, a"), ("max", "a, b")):
            for name, takes_b in (
                (reduction, f"~{is_nan}(a) & ({is_nan}(b) | {is_less}({before}))"),
                (f"{reduction}_number", f"{is_nan}(a) | (~{is_nan}(b) & {is_less}({before}))"),
            ):
                yield from rendered(TEMPLATE, "choose_complex", reduction=name, takes_b=takes_b, **holes)


def winners() -> Iterator[Word]:
    """Stores a number in the lanes that win, as one of 4 or of 8 bytes."""
    for r in (ZMM, YMM, XMM):
        for bits in (8, 16, 32, 64):
            for number_bits in (32, 64):
                holes = {"bits": bits, "lanes": 8 * r.bytes // bits, "number_bits": number_bits, "type": r.lanes_type(bits)}
                yield from rendered(TEMPLATE, "put_numbers", r=r, **holes)


def selection() -> Iterator[Word]:
    mask = "simde__mmask16"
    for name, instruction in (("are_greater", "cmpgt"), ("are_equal", "cmpeq")):
        yield Word(name, mask, f"{ZMM.type} a, {ZMM.type} b", (f"return simde_mm512_{instruction}_epi32_mask(a, b);",))
    yield from x86.slice_indices(ZMM, mask)
    yield from written("avx512_selection.h")


def vocabulary() -> Iterator[Word]:
    yield from memory(ZMM, YMM, XMM)
    for register in (ZMM, YMM, XMM):
        yield from integers(register)
        yield from int64(register)
        yield from floats(register)
        yield from booleans(register)
        yield from complexes(register)
        yield from complex_order(register)
        yield from bfloat16(register)
        yield from order(register)
    yield from winners()
    yield from join_halves()
    yield from float16()
    yield from float8()
    yield from scaled()
    yield from written("avx512_indices.h")
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
    target=f"{avx2.ISA.target},avx512f,avx512bw,avx512cd,avx512dq,avx512vl",
    header="immintrin.h",
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
    conversions=small_float_vectors(16, ZMM.type),
    scaled=scaled_vectors(ZMM.type, 64, of_two_bytes=("widen",), of_a_byte=("widen",)),
    vector_packs=packs(ZMM, YMM, XMM),
    registers=32,
    indices=IndexVector(lanes=8, type=ZMM.type, slice_indices_type=YMM.type),
    slice_indices=SliceIndexVector(lanes=16, type=ZMM.type, mask="simde__mmask16", is_quick=True),
)
