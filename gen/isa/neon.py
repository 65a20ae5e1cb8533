"""NEON as every AArch64 has it: registers of 16 bytes; narrower packs use their low end. A word of one expression is made here; the C of
the others is in gen/isa/neon.h.j2 and neon_indices.h."""

from typing import Iterator

from gen.axes import Kind
from gen.isa import Hwcap, IndexVector, Isa, Pack, Word, available
from gen.isa.shared import (
    BFLOAT,
    FLOAT,
    HALF,
    REDUCERS,
    ROUND_TO_BFLOAT16,
    SmallFloat,
    by_parts,
    byte_floats,
    dtypes,
    number,
    own_reductions,
    reducer,
    scaled_integers,
    scaled_vectors,
    vector,
)
from gen.words import rendered, written

TEMPLATE = "neon.h.j2"
BYTES = 16
V = "simde_uint8x16_t"


def read(lanes: str, *operands: str) -> str:
    """Registers, read as vectors of NEON's lanes (s64, f32, ...)."""
    return ", ".join(operand if lanes == "u8" else f"simde_vreinterpretq_{lanes}_u8({operand})" for operand in operands)


def call(word: str, lanes: str, *operands: str, result: str = "") -> str:
    """An intrinsic from registers to a register, perhaps with a result of other lanes."""
    expression, result = f"simde_v{word}q_{lanes}({read(lanes, *operands)})", result or lanes
    return expression if result == "u8" else f"simde_vreinterpretq_u8_{result}({expression})"


def memory() -> Iterator[Word]:
    yield Word("load_16", V, "const void *from", ("return simde_vld1q_u8(from);",))
    yield Word("store_16", "void", f"void *to, {V} value", ("simde_vst1q_u8(to, value);",))
    # Narrower packs have zeros above; what a word computes from those is not stored.
    for bytes_ in (8, 4, 2, 1):
        yield from rendered(TEMPLATE, "memory", bits=8 * bytes_, type=V)


def integers() -> Iterator[Word]:
    for bytes_ in (1, 2, 4, 8):
        bits, lanes = 8 * bytes_, BYTES // bytes_
        for dtype in dtypes(Kind.SIGNED, Kind.UNSIGNED, bytes=bytes_):
            ctype, sign = dtype.ctype, "s" if dtype.kind == Kind.SIGNED else "u"
            for reduction in own_reductions(dtype):
                if reduction == "mul" and bytes_ == 4:
                    yield from rendered(TEMPLATE, "mul_int32", ctype=ctype)
                elif reduction == "mul" and bytes_ == 8:
                    int32 = next((other.ctype for other in dtypes(Kind.SIGNED, Kind.UNSIGNED, bytes=4) if not other.shares), "")
                    yield from rendered(TEMPLATE, "mul_int64", needs=f"mul_{int32}x4", ctype=ctype, int32=int32)
                elif reduction in ("add", "sub", "mul"):
                    yield reducer(reduction, ctype, lanes, BYTES, V, call(reduction, f"u{bits}", "a", "b"))
                elif reduction in ("min", "max") and bytes_ < 8:
                    yield reducer(reduction, ctype, lanes, BYTES, V, call(reduction, f"{sign}{bits}", "a", "b"))
                elif reduction in ("min", "max"):
                    greater, chosen = call("cgt", f"{sign}{bits}", "a", "b", result="u64"), "b, a" if reduction == "min" else "a, b"
                    yield reducer(reduction, ctype, lanes, BYTES, V, f"simde_vbslq_u8({greater}, {chosen})")


def floats() -> Iterator[Word]:
    for dtype in dtypes(Kind.FLOAT):
        ctype, bits, lanes = dtype.ctype, 8 * dtype.bytes, BYTES // dtype.bytes
        for reduction in ("add", "sub", "mul"):
            yield reducer(reduction, ctype, lanes, BYTES, V, call(reduction, f"f{bits}", "a", "b"))
        number_type = "float" if dtype.bytes == 4 else "double"
        body = f"return simde_vreinterpretq_u8_f{bits}(simde_vdupq_n_f{bits}(a));"
        yield Word(f"every_{ctype}x{lanes}", V, f"{number_type} a", (body,))
        yield from rendered(TEMPLATE, "order_floats", ctype=ctype, lanes=lanes, bits=bits)
        for reduction in ("min", "max"):
            yield from number(reduction, ctype, lanes, V, f"{ctype}x{lanes}_or(a, b)", f"{ctype}x{lanes}_or(b, a)")


HALVES, EVEN_AND_ODD, QUARTERS = ("low", "high"), ("even", "odd"), ("first", "second", "third", "fourth")


def float16() -> Iterator[Word]:
    for dtype in dtypes(Kind.NARROW, format=HALF):
        yield from rendered(TEMPLATE, "float16", ctype=dtype.ctype)
        yield from by_parts(dtype.ctype, 8, V, HALVES)


def bfloat16() -> Iterator[Word]:
    for dtype in dtypes(Kind.NARROW, format=BFLOAT):
        yield from rendered(TEMPLATE, "bfloat16", ctype=dtype.ctype, why=ROUND_TO_BFLOAT16)
        yield from by_parts(dtype.ctype, 8, V, EVEN_AND_ODD, rounds=True)


def float8() -> Iterator[Word]:
    """Sixteen bytes widen to four registers of float32. Four bytes or fewer need only one of them."""
    for f in byte_floats():
        yield from rendered(TEMPLATE, "float8", f=f, why=SmallFloat.NARROW)
        yield from rendered(TEMPLATE, "quarters", ctype=f.ctype, parts=QUARTERS, joins=True)
        yield from by_parts(f.ctype, 16, V, QUARTERS)
        for reduction in REDUCERS:
            word = f"{reduction.name}_{FLOAT}x4"
            yield from rendered(TEMPLATE, "first_of_float8", needs=word, reduction=reduction.name, ctype=f.ctype)


def scaled() -> Iterator[Word]:
    yield from rendered(TEMPLATE, "scaled")
    for dtype in dtypes(Kind.NARROW, format=BFLOAT):
        yield from rendered(TEMPLATE, "scaled_bfloat16", ctype=dtype.ctype)
    for ctype, is_signed in scaled_integers():
        yield from rendered(TEMPLATE, "scaled_bytes", ctype=ctype, is_signed=is_signed)
        yield from rendered(TEMPLATE, "quarters", ctype=ctype, parts=QUARTERS, joins=is_signed)


def order() -> Iterator[Word]:
    """Which of two elements wins, by their keys: see templates/arg.c.j2."""
    for bytes_ in (1, 2, 4, 8):
        bits, lanes = 8 * bytes_, BYTES // bytes_
        suffix = f"b{bits}x{lanes}"
        body = f"simde_vdupq_n_s{bits}(a)"
        yield Word(f"every_{suffix}", V, f"int{bits}_t a", (f"return simde_vreinterpretq_u8_s{bits}({body});",))
        yield Word(f"beats_{suffix}", V, f"{V} a, {V} b", (f"return {call('cgt', f's{bits}', 'a', 'b', result=f'u{bits}')};",))
        yield Word(f"pick_{suffix}", V, f"{V} lanes, {V} there, {V} elsewhere", ("return simde_vbslq_u8(lanes, there, elsewhere);",))
        yield from rendered(TEMPLATE, "key", bits=bits, lanes=lanes)
        if bytes_ == 1:
            yield Word(f"limit_{suffix}", V, f"{V} a, {V} b", ("return simde_vminq_u8(a, b);",))


def booleans() -> Iterator[Word]:
    one = "simde_vdupq_n_u8(1)"
    truth = ", ".join(f"simde_vminq_u8({operand}, {one})" for operand in "ab")
    for dtype in dtypes(Kind.BOOL):
        for reduction, expression in (
            ("add", f"simde_vminq_u8(simde_vorrq_u8(a, b), {one})"),
            ("sub", f"simde_veorq_u8({truth})"),
            ("mul", f"simde_vandq_u8({truth})"),
        ):
            yield reducer(reduction, dtype.ctype, BYTES, BYTES, V, expression)


def complexes() -> Iterator[Word]:
    for dtype in dtypes(Kind.COMPLEX):
        bits = 8 * dtype.bytes // 2
        first_sign, swapped = {
            32: ("simde_vdupq_n_u64(UINT64_C(1) << 31)", "simde_vrev64q_f32(y)"),
            64: ("simde_vcombine_u64(simde_vdup_n_u64(UINT64_C(1) << 63), simde_vdup_n_u64(0))", "simde_vextq_f64(y, y, 1)"),
        }[bits]
        holes = {"lanes": BYTES // dtype.bytes, "first_sign": first_sign, "swapped": swapped}
        yield from rendered(TEMPLATE, "mul_complex", ctype=dtype.ctype, bits=bits, **holes)


def vocabulary() -> Iterator[Word]:
    yield from memory()
    yield from integers()
    yield from floats()
    yield from booleans()
    yield from order()
    yield from complexes()
    yield from float16()
    yield from bfloat16()
    yield from float8()
    yield from scaled()
    yield from written("neon_indices.h")


ISA = Isa(
    name="neon",
    title="NEON (AArch64)",
    number=3,
    rank=20,
    guard="defined(__aarch64__) || defined(_M_ARM64)",
    processors=("aarch64", "arm64", "ARM64"),
    flags=(),
    native_macro="SIMDE_ARM_NEON_A64V8_NATIVE",
    header="arm_neon.h",
    features=(Hwcap(1),),  # ASIMD
    includes=("simde/arm/neon.h",),
    words=available(vocabulary()),
    conversions=(
        *(vector(dtype, 8, V, HALVES) for dtype in dtypes(Kind.NARROW, format=HALF)),
        *(vector(dtype, 8, V, EVEN_AND_ODD) for dtype in dtypes(Kind.NARROW, format=BFLOAT)),
        *(vector(dtype, 16, V, QUARTERS) for dtype in dtypes(Kind.NARROW, bytes=1)),
    ),
    scaled=scaled_vectors(V, BYTES, of_two_bytes=HALVES, of_a_byte=QUARTERS),
    vector_packs=tuple(Pack(bytes_, BYTES, V, f"load_{bytes_}", f"store_{bytes_}") for bytes_ in (16, 8, 4, 2, 1)),
    registers=32,
    indices=IndexVector(lanes=2, type="simde_uint64x2_t", slice_indices_type="simde_uint32x2_t"),
)
