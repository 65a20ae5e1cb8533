"""SIMD128 of WebAssembly: registers of 16 bytes. A word of one expression is made here; the C of the others is in gen/isa/simd128.h.j2 and
simd128_indices.h.

A module has an instruction only if it was compiled with it, and an engine that lacks the instruction rejects the whole module. So there is
nothing to ask the CPU: where these kernels are built, they can run.
"""

from typing import Iterator

from gen.axes import Kind
from gen.isa import IndexVector, Isa, Pack, Word, available
from gen.isa.shared import (
    BFLOAT,
    HALF,
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
    small_float,
    small_float_vectors,
    through_float32,
)
from gen.words import rendered, written

TEMPLATE = "simd128.h.j2"
BYTES = 16
V = "simde_v128_t"

HALVES = tuple(map(small_float, dtypes(Kind.NARROW, format=HALF)))
BYTE_FLOATS = tuple(byte_floats())


def call(word: str, shape: str, *operands: object) -> str:
    """An instruction. A register has no type: the instruction's shape (i8x16, f32x4, v128, ...) says how it reads the lanes."""
    return f"simde_wasm_{shape}_{word}({', '.join(map(str, operands))})"


def memory() -> Iterator[Word]:
    """Narrower packs fill the low end, with anything above; what a word computes from that is not stored."""
    for bytes_, load in ((16, "load"), (8, "load64_zero"), (4, "load32_zero"), (2, "load16_splat"), (1, "load8_splat")):
        yield Word(f"load_{bytes_}", V, "const void *from", (f"return {call(load, 'v128', 'from')};",))
        if bytes_ == BYTES:
            yield Word("store_16", "void", f"void *to, {V} value", (f"{call('store', 'v128', 'to', 'value')};",))
        else:
            yield from rendered(TEMPLATE, "store", bits=8 * bytes_, lanes=BYTES // bytes_)


def integers() -> Iterator[Word]:
    for bytes_ in (1, 2, 4, 8):
        bits, lanes = 8 * bytes_, BYTES // bytes_
        for dtype in dtypes(Kind.SIGNED, Kind.UNSIGNED, bytes=bytes_):
            ctype, sign = dtype.ctype, "i" if dtype.kind == Kind.SIGNED else "u"
            for reduction in own_reductions(dtype):
                if reduction == "mul" and bytes_ == 1:
                    yield from rendered(TEMPLATE, "mul_bytes", ctype=ctype)
                elif reduction in ("add", "sub", "mul"):
                    yield reducer(reduction, ctype, lanes, BYTES, V, call(reduction, f"i{bits}x{lanes}", "a", "b"))
                elif reduction in ("min", "max") and bytes_ < 8:
                    yield reducer(reduction, ctype, lanes, BYTES, V, call(reduction, f"{sign}{bits}x{lanes}", "a", "b"))
                elif reduction in ("min", "max"):
                    chosen = ("b", "a") if reduction == "min" else ("a", "b")
                    flipped = (call("xor", "v128", operand, call("splat", "i64x2", "INT64_MIN")) for operand in "ab")
                    greater = call("gt", "i64x2", *("ab" if dtype.kind == Kind.SIGNED else flipped))
                    yield reducer(reduction, ctype, lanes, BYTES, V, call("bitselect", "v128", *chosen, greater))


def floats() -> Iterator[Word]:
    for dtype in dtypes(Kind.FLOAT):
        ctype, lanes = dtype.ctype, BYTES // dtype.bytes
        shape = f"f{8 * dtype.bytes}x{lanes}"
        for reduction in ("add", "sub", "mul"):
            yield reducer(reduction, ctype, lanes, BYTES, V, call(reduction, shape, "a", "b"))
        number_type = "float" if dtype.bytes == 4 else "double"
        yield Word(f"every_{ctype}x{lanes}", V, f"{number_type} a", (f"return {call('splat', shape, 'a')};",))
        yield from rendered(TEMPLATE, "order_floats", ctype=ctype, lanes=lanes, shape=shape)
        for reduction in ("min", "max"):
            yield from number(reduction, ctype, lanes, V, f"{ctype}x{lanes}_or(a, b)", f"{ctype}x{lanes}_or(b, a)")


def float16() -> Iterator[Word]:
    """Each half of a full register widens to one of float32."""
    for f in HALVES:
        yield from rendered(TEMPLATE, "small_float", f=f, why=SmallFloat.NARROW)
        yield from rendered(TEMPLATE, "float16", ctype=f.ctype)
        yield from through_float32(f.ctype, 4, 8, V)
        yield from by_parts(f.ctype, 8, V, ("low", "high"))


def bfloat16() -> Iterator[Word]:
    for dtype in dtypes(Kind.NARROW, format=BFLOAT):
        yield from rendered(TEMPLATE, "bfloat16", ctype=dtype.ctype, why=ROUND_TO_BFLOAT16)
        yield from by_parts(dtype.ctype, 8, V, ("even", "odd"), rounds=True)


def float8() -> Iterator[Word]:
    """Four bytes at a time: sixteen would take the same work, in kernels three times as large."""
    yield from rendered(TEMPLATE, "pack_bytes")
    for f in BYTE_FLOATS:
        yield from rendered(TEMPLATE, "small_float", f=f, why=SmallFloat.NARROW)
        yield from rendered(TEMPLATE, "float8", ctype=f.ctype)
        yield from through_float32(f.ctype, 4, 4, V)


def scaled() -> Iterator[Word]:
    yield from rendered(TEMPLATE, "scaled")
    for dtype in dtypes(Kind.NARROW, format=BFLOAT):
        yield from rendered(TEMPLATE, "scaled_bfloat16", ctype=dtype.ctype)
    for ctype, is_signed in scaled_integers():
        yield from rendered(TEMPLATE, "scaled_bytes", ctype=ctype, is_signed=is_signed)


def order() -> Iterator[Word]:
    """Which of two elements wins, by their keys: see templates/arg.c.j2."""
    for bytes_ in (1, 2, 4, 8):
        bits, lanes = 8 * bytes_, BYTES // bytes_
        suffix, shape = f"b{bits}x{lanes}", f"i{bits}x{lanes}"
        picked = call("bitselect", "v128", "there", "elsewhere", "lanes")
        yield Word(f"every_{suffix}", V, f"int{bits}_t a", (f"return {call('splat', shape, 'a')};",))
        yield Word(f"beats_{suffix}", V, f"{V} a, {V} b", (f"return {call('gt', shape, 'a', 'b')};",))
        yield Word(f"pick_{suffix}", V, f"{V} lanes, {V} there, {V} elsewhere", (f"return {picked};",))
        yield from rendered(TEMPLATE, "key", bits=bits, lanes=lanes)
        if bytes_ == 1:
            yield Word(f"limit_{suffix}", V, f"{V} a, {V} b", (f"return {call('min', 'u8x16', 'a', 'b')};",))


def booleans() -> Iterator[Word]:
    one = call("splat", "i8x16", 1)
    truth = [call("min", "u8x16", operand, one) for operand in "ab"]
    for dtype in dtypes(Kind.BOOL):
        for reduction, expression in (
            ("add", call("min", "u8x16", call("or", "v128", "a", "b"), one)),
            ("sub", call("xor", "v128", *truth)),
            ("mul", call("and", "v128", *truth)),
        ):
            yield reducer(reduction, dtype.ctype, BYTES, BYTES, V, expression)


def complexes() -> Iterator[Word]:
    for dtype in dtypes(Kind.COMPLEX):
        bits = 8 * dtype.bytes // 2
        yield from rendered(TEMPLATE, "mul_complex", ctype=dtype.ctype, bits=bits, lanes=BYTES // dtype.bytes)


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
    yield from written("simd128_indices.h")


ISA = Isa(
    name="simd128",
    title="SIMD128 (WebAssembly)",
    number=6,
    rank=15,
    guard="defined(__wasm__)",
    processors=("wasm32",),
    flags=("-msimd128",),
    native_macro="SIMDE_WASM_SIMD128_NATIVE",
    features=(),
    includes=("simde/wasm/simd128.h",),
    words=available(vocabulary()),
    conversions=small_float_vectors(4, V),
    scaled=scaled_vectors(V, BYTES, of_two_bytes=("low", "high"), of_a_byte=("widen",)),
    vector_packs=tuple(Pack(bytes_, BYTES, V, f"load_{bytes_}", f"store_{bytes_}") for bytes_ in (16, 8, 4, 2, 1)),
    # Converting these takes dozens of instructions: kernels for their fixed widths would be a tenth of the library.
    any_width_only=tuple(f.ctype for f in (*HALVES, *BYTE_FLOATS)),
    indices=IndexVector(lanes=2, type=V, slice_indices_type=V),
)
