"""Plain C, for every platform and as the fallback: one element at a time, one set of words per kind of compute type.

"Scalar" describes the source. The compiler may still vectorize its loops with what the target has by default.
"""

from dataclasses import dataclass
from string import Template
from typing import Dict, Tuple

from gen.axes import DTYPES, MOVE_BYTES, Dtype, Kind, is_combined_alone
from gen.isa import Isa, Word, available
from gen.isa.shared import REDUCERS, WRAP

C_TYPES = {
    "f32": "float",
    "f64": "double",
    "c64": "complex64",
    "c128": "complex128",
    "bool": "uint8_t",
}


def c_type(dtype: Dtype) -> str:
    if dtype.ctype in C_TYPES:
        return C_TYPES[dtype.ctype]
    signed = dtype.kind == Kind.SIGNED
    return f"{'' if signed else 'u'}int{8 * dtype.bytes}_t"


def memory(ctype: str, type_: str):
    """Loads and stores go through memcpy: buffers have any alignment."""
    yield Word(f"load_{ctype}", type_, "const void *from", (f"{type_} value;", "memcpy(&value, from, sizeof value);", "return value;"))
    yield Word(f"store_{ctype}", "void", f"void *to, {type_} value", ("memcpy(to, &value, sizeof value);",))


@dataclass(frozen=True)
class Body:
    """The C of a word of a and b, for every compute type of a kind. $type is its type in C, $ctype its name, and $wide an unsigned integer at
    least as wide as int and the operands: unsigned arithmetic wraps, but narrower operands are promoted to int, whose product can overflow."""

    lines: Tuple[str, ...]
    why: str = ""


def body(*lines: str, why: str = "") -> Body:
    return Body(lines, why)


def arithmetic(operator: str, on_bool: str) -> Dict[Kind, Body]:
    return {
        Kind.FLOAT: body(f"return a {operator} b;"),
        Kind.SIGNED: body(f"return ($type)(($wide)a {operator} ($wide)b);"),
        Kind.BOOL: body(f"return (uint8_t)((a != 0) {on_bool} (b != 0));"),
    }


def order(name: str, before: str, join: str, why: str = "") -> Dict[Kind, Body]:
    first = body(f"return b {before} a ? b : a;")
    return {
        Kind.FLOAT: body(
            f"if (a == b) return from_bits_$ctype(to_bits_$ctype(a) {join} to_bits_$ctype(b));",
            "if (a != a || b != b) return a + b;",
            f"return a {before} b ? a : b;",
            why=why,
        ),
        Kind.SIGNED: first,
        Kind.UNSIGNED: first,
        Kind.COMPLEX: body(
            "if (is_nan_$ctype(a)) return a;",
            f"return is_nan_$ctype(b) || is_less_$ctype({'b, a' if name == 'min' else 'a, b'}) ? b : a;",
        ),
    }


def number(name: str) -> Dict[Kind, Body]:
    return {
        Kind.FLOAT: body("if (a != a) return b;", f"return b != b ? a : {name}_$ctype(a, b);"),
        Kind.COMPLEX: body("if (is_nan_$ctype(a)) return b;", f"return is_nan_$ctype(b) ? a : {name}_$ctype(a, b);"),
    }


PRODUCT = body("const $type product = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};", "return product;")
ZEROS = "Equal numbers are the same bits, or two zeros whose signs are joined: -0 < +0. A NaN equals nothing, and a + b keeps it."

# How each reduction computes, by kind of compute type. UNSIGNED is left out if it shares with SIGNED (wraps), COMPLEX if it shares with its parts
# (by_parts), BOOL if another reduction is the same there (on_bool), and NARROW always.
BODIES = {
    "add": arithmetic("+", "|"),
    "sub": arithmetic("-", "^"),
    "mul": {**arithmetic("*", "&"), Kind.COMPLEX: PRODUCT},
    "min": order("min", "<", "|", why=ZEROS),
    "max": order("max", ">", "&"),
    "min_number": number("min"),
    "max_number": number("max"),
}


def combine(dtype: Dtype):
    """Every reduction that has a body for the kind."""
    type_, ctype = c_type(dtype), dtype.ctype
    for reduction in REDUCERS:
        found = BODIES.get(reduction.name, {}).get(dtype.kind)
        if found:
            names = {"type": type_, "ctype": ctype, "wide": f"uint{max(32, 8 * dtype.bytes)}_t"}
            lines = tuple(Template(line).substitute(names) for line in found.lines)
            yield Word(f"{reduction.name}_{ctype}", type_, f"{type_} a, {type_} b", lines, found.why, "", reduction.name, ctype, dtype.bytes)


def float_bits(ctype: str, type_: str, bytes_: int):
    bits = f"uint{8 * bytes_}_t"
    yield Word(f"to_bits_{ctype}", bits, f"{type_} value", (f"{bits} bits;", "memcpy(&bits, &value, sizeof bits);", "return bits;"))
    yield Word(f"from_bits_{ctype}", type_, f"{bits} bits", (f"{type_} value;", "memcpy(&value, &bits, sizeof value);", "return value;"))


def narrow(dtype: Dtype):
    """Words of a small float, from its format alone."""
    ctype, type_, layout = dtype.ctype, c_type(dtype), dtype.format
    e, m = layout.exponent_bits, layout.mantissa_bits
    bias = layout.bias
    shift = 23 - m
    half = (1 << (shift - 1)) - 1
    overflow, nan = layout.overflow, layout.nan
    sign = 1 << (e + m)
    rebias = f"0x1p{127 - bias:+d}f"
    min_normal = f"0x1p{1 - bias:+d}f"
    # Adding this to a number below the least normal leaves the mantissa, rounded to nearest even, in the low bits: its unit in the last
    # place is the least subnormal, 2^(1 - bias - m).
    magic = f"0x1p{1 - bias - m + 23:+d}f"
    if layout.exponent_bits == 8:
        yield Word(
            f"widen_{ctype}",
            "float",
            f"{type_} value",
            (f"return from_bits_f32((uint32_t)value << {shift});",),
            why="The exponent is float's own: only the mantissa is shorter.",
        )
        yield Word(
            f"narrow_{ctype}",
            type_,
            "float value",
            (
                f"const uint32_t bits = to_bits_f32(value), rounded = (bits + {half:#x}u + ((bits >> {shift}) & 1u)) >> {shift};",
                f"return ({type_})(value != value ? bits >> {shift} | {nan:#x}u : rounded);",
            ),
            why="To nearest even: half a unit less one, plus the last bit kept, is added.",
        )
    else:
        yield Word(
            f"widen_{ctype}",
            "float",
            f"{type_} value",
            (
                f"const uint32_t magnitude = (uint32_t)(value & {sign - 1:#x}u) << {shift};",
                f"const uint32_t negative = (uint32_t)(value & {sign:#x}u) << {31 - e - m};",
                f"const uint32_t rebiased = to_bits_f32(from_bits_f32(magnitude) * {rebias});",
                f"return from_bits_f32(negative | (magnitude >= {overflow << shift:#x}u ? 0x7f800000u | magnitude : rebiased));",
            ),
            why=f"The bits of a number, read as a float, are it times 2^-{127 - bias}; that holds for subnormals too.",
        )
        yield Word(
            f"narrow_{ctype}",
            type_,
            "float value",
            (
                "const uint32_t bits = to_bits_f32(value), magnitude = bits & 0x7fffffffu, negative = bits >> 31 << %d;" % (e + m),
                f"const uint32_t small = to_bits_f32(from_bits_f32(magnitude) + {magic}) - to_bits_f32({magic});",
                f"const uint32_t large = (magnitude - {(127 - bias) << 23:#x}u + {half:#x}u + ((magnitude >> {shift}) & 1u)) >> {shift};",
                f"const uint32_t rounded = magnitude < to_bits_f32({min_normal}) ? small : large;",
                f"const uint32_t number = rounded < {overflow:#x}u ? rounded : {overflow:#x}u;",
                f"return ({type_})(negative | (magnitude > 0x7f800000u ? {nan:#x}u : number));",
            ),
            why="To nearest even. Below the minimum normal number float's own adder rounds; above it half a unit less one, plus the last bit kept, does.",
        )
    for reduction in REDUCERS:
        word = f"{reduction.name}_f32"
        lines = (f"return narrow_{ctype}({word}(widen_{ctype}(a), widen_{ctype}(b)));",)
        yield Word(f"{reduction.name}_{ctype}", type_, f"{type_} a, {type_} b", lines, "", word, reduction.name, ctype, dtype.bytes)


def complexes(dtype: Dtype):
    type_ = c_type(dtype)
    yield Word(f"is_nan_{dtype.ctype}", "int", f"{type_} a", ("return a.re != a.re || a.im != a.im;",))
    yield Word(f"is_less_{dtype.ctype}", "int", f"{type_} a, {type_} b", ("return a.re < b.re || (a.re == b.re && a.im < b.im);",))
    yield from combine(dtype)


KINDS = {
    Kind.FLOAT: combine,
    Kind.NARROW: narrow,
    Kind.SIGNED: combine,
    Kind.UNSIGNED: combine,
    Kind.BOOL: combine,
    Kind.COMPLEX: complexes,
}


def indices():
    yield Word(
        "wrap",
        "uint64_t",
        "int64_t index, int64_t low",
        ("return (uint64_t)index - (index < 0 ? (uint64_t)low : 0);",),
        why=WRAP,
    )
    yield Word(
        "clamp",
        "uint64_t",
        "uint64_t wrapped, int64_t size",
        (
            "const int64_t index = (int64_t)wrapped;",
            "return index < 0 ? 0 : (uint64_t)(index < size ? index : size - 1);",
        ),
    )


FLOAT = next(dtype for dtype in DTYPES if dtype.ctype == "f32")  # small floats use its words


def elements():
    for dtype in (dtype for dtype in DTYPES if dtype.kind in KINDS):
        alone = {reduction.name for reduction in REDUCERS if is_combined_alone(dtype, reduction)}
        words = [word for word in KINDS[dtype.kind](dtype) if word.reduction in alone]
        if words:
            yield from memory(dtype.ctype, c_type(dtype))
            if dtype.kind == Kind.NARROW:
                yield from float_bits(FLOAT.ctype, c_type(FLOAT), FLOAT.bytes)
                yield from (word for word in combine(FLOAT) if word.reduction in alone)
                yield from (word for word in narrow(dtype) if not word.reduction)
            yield from words


def vocabulary():
    for bytes_ in MOVE_BYTES:
        yield from memory(f"b{8 * bytes_}", "bits128" if bytes_ == 16 else f"uint{8 * bytes_}_t")
    computed = [dtype for dtype in DTYPES if dtype.kind in KINDS]
    for dtype in computed:
        yield from memory(dtype.ctype, c_type(dtype))
    for dtype in computed:
        if dtype.kind == Kind.FLOAT:
            yield from float_bits(dtype.ctype, c_type(dtype), dtype.bytes)
    for dtype in sorted(computed, key=lambda dtype: dtype.kind == Kind.NARROW):  # small floats use float32's words
        yield from KINDS[dtype.kind](dtype)
    yield from indices()


ISA = Isa(
    name="scalar",
    title="plain C",
    number=1,
    rank=0,
    guard="1",
    processors=(),
    # GCC's vectoriser of straight code fuses the products of complex numbers with their sums, whatever -ffp-contract says (GCC 12, where the
    # target has FMA).
    flags=("-fno-tree-slp-vectorize",),
    features=(),
    includes=(),
    words=available(vocabulary()),
    elements=tuple(elements()),
)
