"""Plain C, for every platform and as the fallback: one element at a time, one set of words per kind of compute type. The C is in
gen/isa/: what each reduction computes in reductions.h.j2, the rest in scalar.h.j2.

"Scalar" describes the source. The compiler may still vectorize its loops with what the target has by default.
"""

from typing import Iterator

from gen.axes import DTYPES, MOVE_BYTES, Dtype, Kind, is_combined_alone
from gen.isa import Isa, Word, available
from gen.isa.shared import FLOAT, REDUCERS, own_reductions, small_float
from gen.words import expand, read_body, rendered, written

TEMPLATE = "scalar.h.j2"


def c_type(dtype: Dtype) -> str:
    """A dtype's type in C, from its kind and its bytes."""
    bits = 8 * (dtype.bytes or 0)
    named = {Kind.FLOAT: "float" if bits == 32 else "double", Kind.COMPLEX: f"complex{bits}", Kind.SIGNED: f"int{bits}_t"}
    return named.get(dtype.kind, f"uint{bits}_t")


def memory(ctype: str, type_: str) -> Iterator[Word]:
    return rendered(TEMPLATE, "memory", ctype=ctype, type=type_)


def combine(dtype: Dtype) -> Iterator[Word]:
    """Every reduction of its own that has a body for the kind."""
    type_, ctype, wide = c_type(dtype), dtype.ctype, f"uint{max(32, 8 * dtype.bytes)}_t"
    for reduction in own_reductions(dtype):
        text = expand("reductions.h.j2", reduction, kind=dtype.kind.name, ctype=ctype, type=type_, wide=wide)
        why, body = read_body(text)
        if body:
            yield Word(f"{reduction}_{ctype}", type_, f"{type_} a, {type_} b", body, why, "", reduction, ctype, dtype.bytes)


def float_bits(dtype: Dtype) -> Iterator[Word]:
    return rendered(TEMPLATE, "float_bits", ctype=dtype.ctype, type=c_type(dtype), bits=f"uint{8 * dtype.bytes}_t")


def narrow(dtype: Dtype) -> Iterator[Word]:
    """Words of a small float, from its format alone."""
    ctype, type_ = dtype.ctype, c_type(dtype)
    macro = "narrow_of_8_exponent_bits" if dtype.format.exponent_bits == 8 else "narrow"
    yield from rendered(TEMPLATE, macro, f=small_float(dtype), type=type_)
    for reduction in REDUCERS:
        word = f"{reduction.name}_{FLOAT}"
        body = (f"return narrow_{ctype}({word}(widen_{ctype}(a), widen_{ctype}(b)));",)
        yield Word(f"{reduction.name}_{ctype}", type_, f"{type_} a, {type_} b", body, "", word, reduction.name, ctype, dtype.bytes)


def scaled_bytes() -> Iterator[Word]:
    """Words for the integers that a scale makes of float32."""
    for dtype in (dtype for dtype in DTYPES if dtype.is_scaled and dtype.is_integer):
        yield from rendered(TEMPLATE, "widen_byte", ctype=dtype.ctype, type=c_type(dtype))
        if dtype.kind == Kind.SIGNED:
            yield from rendered(TEMPLATE, "narrow_byte", ctype=dtype.ctype, type=c_type(dtype))


def complexes(dtype: Dtype) -> Iterator[Word]:
    yield from rendered(TEMPLATE, "complex_order", ctype=dtype.ctype, type=c_type(dtype))
    yield from combine(dtype)


KINDS = {
    Kind.FLOAT: combine,
    Kind.NARROW: narrow,
    Kind.SIGNED: combine,
    Kind.UNSIGNED: combine,
    Kind.BOOL: combine,
    Kind.COMPLEX: complexes,
}


def elements() -> Iterator[Word]:
    """The words for elements that are combined alone, or converted; data types may have some of them in common."""
    yield from dict.fromkeys((*elements_of_dtypes(), *conversions()))


def conversions() -> Iterator[Word]:
    """The words for floats that are read and written in another type."""
    for dtype in (dtype for dtype in DTYPES if dtype.kind in (Kind.FLOAT, Kind.NARROW)):
        yield from memory(dtype.ctype, c_type(dtype))
    for dtype in (dtype for dtype in DTYPES if dtype.kind == Kind.FLOAT):
        yield from (word for word in combine(dtype) if word.reduction in ("add", "sub", "mul"))
    for dtype in (dtype for dtype in DTYPES if dtype.kind == Kind.NARROW):
        yield from (word for word in narrow(dtype) if not word.reduction)


def elements_of_dtypes() -> Iterator[Word]:
    for dtype in (dtype for dtype in DTYPES if dtype.kind in KINDS):
        alone = {reduction.name for reduction in REDUCERS if is_combined_alone(dtype, reduction)}
        words = [word for word in KINDS[dtype.kind](dtype) if word.reduction in alone]
        if words:
            yield from memory(dtype.ctype, c_type(dtype))
            if dtype.kind == Kind.NARROW:
                float32 = next(other for other in DTYPES if other.ctype == FLOAT)
                yield from float_bits(float32)
                yield from (word for word in combine(float32) if word.reduction in alone)
                yield from (word for word in narrow(dtype) if not word.reduction)
            yield from words


def vocabulary() -> Iterator[Word]:
    for bytes_ in MOVE_BYTES:
        yield from memory(f"b{8 * bytes_}", "bits128" if bytes_ == 16 else f"uint{8 * bytes_}_t")
    computed = [dtype for dtype in DTYPES if dtype.kind in KINDS]
    for dtype in computed:
        yield from memory(dtype.ctype, c_type(dtype))
    for dtype in computed:
        if dtype.kind == Kind.FLOAT:
            yield from float_bits(dtype)
    for dtype in sorted(computed, key=lambda dtype: dtype.kind == Kind.NARROW):  # small floats use float32's words
        yield from KINDS[dtype.kind](dtype)
    yield from scaled_bytes()
    yield from written("scalar_indices.h")


ISA = Isa(
    name="scalar",
    title="plain C",
    number=1,
    rank=0,
    guard="1",
    processors=(),
    # GCC's vectoriser of straight code fuses the products of complex numbers with their sums, whatever -ffp-contract says (GCC 12, where
    # the target has FMA).
    flags=("-fno-tree-slp-vectorize",),
    features=(),
    includes=(),
    words=available(vocabulary()),
    elements=tuple(elements()),
)
