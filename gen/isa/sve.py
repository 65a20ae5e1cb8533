"""Arm's SVE, in registers of any length from 32 bytes: where they have 16, NEON takes no more instructions. It combines slices of 32 bytes
and more, in registers of which it uses as much, and whole rows in registers as long as there are; it converts rows of small floats; and it
reads indices. All else is left to NEON, which takes as few instructions (docs/platforms.md has the counts).

The words call the compiler's own intrinsics. There is no portable form of them: this instruction set runs on AArch64, or under an emulator.
Of a slice, what words compute in the lanes above 32 bytes is not stored.
"""

from typing import Iterator

from gen.axes import ACCUMULATED, Dtype, Kind
from gen.isa import Hwcap, IndexVector, Isa, Pack, Word, available
from gen.isa.shared import (
    BFLOAT,
    FLOAT,
    HALF,
    ROUND_TO_BFLOAT16,
    SmallFloat,
    by_parts,
    byte_floats,
    dtypes,
    number,
    own_reductions,
    reducer,
)
from gen.words import rendered, written

TEMPLATE = "sve.h.j2"
BYTES = 32  # of a register, at least
V = "svuint8_t"
EVEN_AND_ODD = ("even", "odd")


def call(instruction: str, lanes: str) -> str:
    """An intrinsic on all lanes of two registers, such as those of s32 or f64."""
    a, b = (f"svreinterpret_{lanes}_u8({operand})" if lanes != "u8" else operand for operand in "ab")
    expression = f"sv{instruction}_{lanes}_x(svptrue_b{lanes[1:]}(), {a}, {b})"
    return f"svreinterpret_u8_{lanes}({expression})" if lanes != "u8" else expression


def simple(reduction: str, dtype: Dtype, expression: str) -> Word:
    return reducer(reduction, dtype.ctype, BYTES // dtype.bytes, BYTES, V, expression)


def memory() -> Iterator[Word]:
    lanes = f"svptrue_pat_b8(SV_VL{BYTES})"
    yield Word(f"load_{BYTES}", V, "const void *from", (f"return svld1_u8({lanes}, from);",))
    yield Word(f"store_{BYTES}", "void", f"void *to, {V} value", (f"svst1_u8({lanes}, to, value);",))


def integers() -> Iterator[Word]:
    for dtype in dtypes(Kind.SIGNED, Kind.UNSIGNED):
        sign = "s" if dtype.kind == Kind.SIGNED else "u"
        for reduction in own_reductions(dtype):
            if reduction in ("add", "sub", "mul", "min", "max"):
                lanes = f"{sign if reduction in ('min', 'max') else 'u'}{8 * dtype.bytes}"
                yield simple(reduction, dtype, call(reduction, lanes))


def floats() -> Iterator[Word]:
    for dtype in dtypes(Kind.FLOAT):
        ctype, bits, lanes = dtype.ctype, 8 * dtype.bytes, BYTES // dtype.bytes
        for reduction in ("add", "sub", "mul", "min", "max"):  # the last two are IEEE 754-2019's minimum and maximum
            yield simple(reduction, dtype, call(reduction, f"f{bits}"))
        yield from rendered(TEMPLATE, "or", ctype=ctype, lanes=lanes, bits=bits)
        for reduction in ("min", "max"):
            yield from number(reduction, ctype, lanes, V, f"{ctype}x{lanes}_or(a, b)", f"{ctype}x{lanes}_or(b, a)")


def booleans() -> Iterator[Word]:
    one = "svmin_n_u8_x(svptrue_b8(), {}, 1)".format
    truth = f"{one('a')}, {one('b')}"
    for dtype in dtypes(Kind.BOOL):
        yield simple("add", dtype, one("svorr_u8_x(svptrue_b8(), a, b)"))
        yield simple("sub", dtype, f"sveor_u8_x(svptrue_b8(), {truth})")
        yield simple("mul", dtype, f"svand_u8_x(svptrue_b8(), {truth})")


def complexes() -> Iterator[Word]:
    for dtype in dtypes(Kind.COMPLEX):
        yield from rendered(TEMPLATE, "mul_complex", ctype=dtype.ctype, bits=4 * dtype.bytes, lanes=BYTES // dtype.bytes)


def floats_of_two_bytes() -> Iterator[Word]:
    for dtype in dtypes(Kind.NARROW, format=HALF):
        yield from rendered(TEMPLATE, "float16", ctype=dtype.ctype)
        yield from by_parts(dtype.ctype, BYTES // 2, V, EVEN_AND_ODD)
    for dtype in dtypes(Kind.NARROW, format=BFLOAT):
        yield from rendered(TEMPLATE, "bfloat16", ctype=dtype.ctype, why=ROUND_TO_BFLOAT16)
        yield from by_parts(dtype.ctype, BYTES // 2, V, EVEN_AND_ODD, rounds=True)


def rows() -> Iterator[Word]:
    for dtype in dtypes(*(kind for kind in Kind if kind != Kind.BITS)):
        for reduction in own_reductions(dtype):
            word = f"{reduction}_{dtype.ctype}x{BYTES // dtype.bytes}"
            yield from rendered(TEMPLATE, "row", needs=word, reduction=reduction, ctype=dtype.ctype, word=word)
    for f in byte_floats():
        yield from rendered(TEMPLATE, "float8", f=f, why=SmallFloat.NARROW)
        for reduction in own_reductions(next(dtype for dtype in dtypes(Kind.NARROW) if dtype.ctype == f.ctype)):
            yield from rendered(TEMPLATE, "row_of_float8", needs=f"{reduction}_{FLOAT}x8", reduction=reduction, ctype=f.ctype)


def converted_rows() -> Iterator[Word]:
    """Those of small floats. To read bfloat16 is a shift, and float64 is left to a compiler: NEON takes as few instructions for these."""
    for dtype in dtypes(Kind.NARROW):
        holes = {"ctype": dtype.ctype, "bytes": dtype.bytes}
        yield from rendered(TEMPLATE, "narrow_row", needs=f"pack_{dtype.ctype}", **holes)
        for reduction in ("move", *(name for name in ACCUMULATED if name != "mean")):
            if dtype.format != BFLOAT:
                yield from rendered(TEMPLATE, "widen_row", needs=f"unpack_{dtype.ctype}", reduction=reduction, **holes)


def vocabulary() -> Iterator[Word]:
    yield from memory()
    yield from integers()
    yield from floats()
    yield from booleans()
    yield from complexes()
    yield from floats_of_two_bytes()
    yield from rows()
    yield from converted_rows()
    yield from written("sve_indices.h")


ISA = Isa(
    name="sve",
    title="SVE (AArch64, registers of 32 bytes or more)",
    number=8,
    rank=22,
    guard="defined(__aarch64__) && defined(__linux__)",
    processors=("aarch64",),
    flags=("-march=armv8.2-a+sve",),
    native_macro="__ARM_FEATURE_SVE",
    features=(Hwcap(22),),
    includes=("arm_sve.h",),
    words=available(vocabulary()),
    vector_packs=(Pack(BYTES, BYTES, V, f"load_{BYTES}", f"store_{BYTES}"),),
    min_bytes=BYTES,
    any_width_only=tuple(dtype.ctype for dtype in dtypes(Kind.NARROW)),  # their rows are converted as they are loaded
    registers=32,
    indices=IndexVector(lanes=4, type="svuint64_t", slice_indices_type="svuint64_t"),
)
