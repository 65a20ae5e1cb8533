"""Plain C, for every platform and as the fallback: one lane at a time, one set of words per kind of lane.

"Scalar" is what the source says. The compiler may still turn its loops into vectors of whatever the target has by default.
"""

from gen.axes import DTYPES, MOVE_BYTES, Dtype, Kind, is_combined_alone
from gen.isa import Isa, Word
from gen.isa.shared import REDUCERS, WRAP

C_TYPES = {
    "f32": "float",
    "f64": "double",
    "c64": "complex64",
    "c128": "complex128",
    "bool": "uint8_t",
}
OPERATORS = {"add": "+", "sub": "-", "mul": "*"}


def c_type(dtype: Dtype) -> str:
    if dtype.ctype in C_TYPES:
        return C_TYPES[dtype.ctype]
    signed = dtype.kind == Kind.SIGNED
    return f"{'' if signed else 'u'}int{8 * dtype.bytes}_t"


def memory(ctype: str, type_: str):
    """Loads and stores go through memcpy: buffers have any alignment."""
    yield Word(f"load_{ctype}", type_, "const void *from", (f"{type_} value;", "memcpy(&value, from, sizeof value);", "return value;"))
    yield Word(f"store_{ctype}", "void", f"void *to, {type_} value", ("memcpy(to, &value, sizeof value);",))


def reducer(dtype: Dtype, reduction: str, *body: str, why: str = "") -> Word:
    type_ = c_type(dtype)
    return Word(f"{reduction}_{dtype.ctype}", type_, f"{type_} a, {type_} b", body, why, reduction, dtype.ctype, dtype.bytes)


def integer(dtype: Dtype):
    type_ = c_type(dtype)
    if dtype.kind == Kind.SIGNED:
        # Unsigned arithmetic wraps; 32 bits at least, because narrower operands are promoted to int, whose product can overflow.
        wide = f"uint{max(32, 8 * dtype.bytes)}_t"
        for name, operator in OPERATORS.items():
            yield reducer(dtype, name, f"return ({type_})(({wide})a {operator} ({wide})b);")
    yield reducer(dtype, "min", "return b < a ? b : a;")
    yield reducer(dtype, "max", "return b > a ? b : a;")


def floating(dtype: Dtype):
    ctype = dtype.ctype
    for name, operator in OPERATORS.items():
        yield reducer(dtype, name, f"return a {operator} b;")
    for name, before, join, why in (
        ("min", "<", "|", "Equal numbers are the same bits, or two zeros whose signs are joined: -0 < +0. A NaN equals nothing, and a + b keeps it."),
        ("max", ">", "&", ""),
    ):
        yield reducer(
            dtype,
            name,
            f"if (a == b) return from_bits_{ctype}(to_bits_{ctype}(a) {join} to_bits_{ctype}(b));",
            "if (a != a || b != b) return a + b;",
            f"return a {before} b ? a : b;",
            why=why,
        )
    for name in ("min", "max"):
        yield reducer(
            dtype,
            f"{name}_number",
            "if (a != a) return b;",
            f"return b != b ? a : {name}_{ctype}(a, b);",
        )


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
    overflow, nan = layout.overflow, layout.nan
    sign = 1 << (e + m)
    rebias = f"0x1p{127 - bias:+d}f"
    min_normal = f"0x1p{1 - bias:+d}f"
    # Adding this to a number below the least normal leaves the mantissa, rounded to nearest even, in the low bits: its unit in the last
    # place is the least subnormal, 2^(1 - bias - m).
    magic = f"0x1p{1 - bias - m + 23:+d}f"
    yield Word(
        f"widen_{ctype}",
        "float",
        f"{type_} value",
        (
            f"const uint32_t magnitude = (uint32_t)(value & {sign - 1:#x}u) << {shift};",
            f"const uint32_t negative = (uint32_t)(value & {sign:#x}u) << {31 - e - m};",
            f"if (magnitude >= {overflow << shift:#x}u) return from_bits_f32(negative | 0x7f800000u | magnitude);",
            f"return from_bits_f32(negative | to_bits_f32(from_bits_f32(magnitude) * {rebias}));",
        ),
        why=f"The bits of a number, read as a float, are it times 2^-{127 - bias}; that holds for subnormals too."
        if bias != 127
        else "The exponent is float's own: only the mantissa is shorter.",
    )
    yield Word(
        f"narrow_{ctype}",
        type_,
        "float value",
        (
            "const uint32_t bits = to_bits_f32(value), magnitude = bits & 0x7fffffffu;",
            f"const {type_} negative = ({type_})(bits >> 31 << {e + m});",
            f"if (magnitude > 0x7f800000u) return ({type_})(negative | {nan:#x}u);",
            f"if (magnitude < to_bits_f32({min_normal})) {{",
            f"    const uint32_t rounded = to_bits_f32(from_bits_f32(magnitude) + {magic}) - to_bits_f32({magic});",
            f"    return ({type_})(negative | rounded);",
            "}",
            f"const uint32_t rebiased = magnitude - {(127 - bias) << 23:#x}u;" if bias != 127 else "const uint32_t rebiased = magnitude;",
            f"const uint32_t rounded = (rebiased + {(1 << (shift - 1)) - 1:#x}u + ((rebiased >> {shift}) & 1u)) >> {shift};",
            f"return ({type_})(negative | (rounded < {overflow:#x}u ? rounded : {overflow:#x}u));",
        ),
        why="To nearest even. Below the minimum normal number float's own adder rounds; above it half a unit less one, plus the last bit kept, does.",
    )
    for name in REDUCERS:
        yield reducer(dtype, name, f"return narrow_{ctype}({name}_f32(widen_{ctype}(a), widen_{ctype}(b)));")


def boolean(dtype: Dtype):
    for name, operator in (("add", "|"), ("sub", "^"), ("mul", "&"), ("min", "&"), ("max", "|")):
        yield reducer(dtype, name, f"return (uint8_t)((a != 0) {operator} (b != 0));")


def complexes(dtype: Dtype):
    type_ = c_type(dtype)
    yield reducer(
        dtype,
        "mul",
        f"const {type_} product = {{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}};",
        "return product;",
    )
    yield Word(f"is_nan_{dtype.ctype}", "int", f"{type_} a", ("return a.re != a.re || a.im != a.im;",))
    yield Word(f"is_less_{dtype.ctype}", "int", f"{type_} a, {type_} b", ("return a.re < b.re || (a.re == b.re && a.im < b.im);",))
    for name, less in (("min", "b, a"), ("max", "a, b")):
        yield reducer(
            dtype,
            name,
            f"if (is_nan_{dtype.ctype}(a)) return a;",
            f"return is_nan_{dtype.ctype}(b) || is_less_{dtype.ctype}({less}) ? b : a;",
        )
    for name in ("min", "max"):
        yield reducer(
            dtype,
            f"{name}_number",
            f"if (is_nan_{dtype.ctype}(a)) return b;",
            f"return is_nan_{dtype.ctype}(b) ? a : {name}_{dtype.ctype}(a, b);",
        )


KINDS = {
    Kind.FLOAT: floating,
    Kind.NARROW: narrow,
    Kind.SIGNED: integer,
    Kind.UNSIGNED: integer,
    Kind.BOOL: boolean,
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


def elements():
    for dtype in (dtype for dtype in DTYPES if dtype.kind in KINDS):
        words = [word for word in KINDS[dtype.kind](dtype) if is_combined_alone(dtype, word.reduction)]
        if words:
            yield from memory(dtype.ctype, c_type(dtype))
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
    words=tuple(vocabulary()),
    elements=tuple(elements()),
)
