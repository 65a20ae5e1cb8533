"""What the vocabularies of vector instruction sets have in common."""

from dataclasses import dataclass
from typing import Iterator, Tuple

from gen.axes import DTYPES, REDUCTIONS, Dtype, Kind
from gen.isa import Word

REDUCERS = tuple(reduction for reduction in REDUCTIONS if reduction.name != "none" and not reduction.counts)


def reducer(reduction: str, ctype: str, lanes: int, register_bytes: int, type_: str, *body: str, why: str = "", needs: str = "") -> Word:
    """A word that combines two registers lane by lane."""
    return Word(f"{reduction}_{ctype}x{lanes}", type_, f"{type_} a, {type_} b", body, why, needs, reduction, ctype, register_bytes)


def through_float32(ctype: str, lanes: int, register_bytes: int, type_: str) -> Iterator[Word]:
    """Reductions of a small float whose `lanes` widen into one register of float32: all for which float32 has a word."""
    widened = ", ".join(f"widen_{ctype}x{lanes}({operand})" for operand in "ab")
    for reduction in REDUCERS:
        word = f"{reduction.name}_f32x{lanes}"
        body = f"return narrow_{ctype}x{lanes}({word}({widened}));"
        yield reducer(reduction.name, ctype, lanes, register_bytes, type_, body, needs=word)


@dataclass(frozen=True)
class SmallFloat:
    """The constants in the words of a small float. A scalar word chooses between cases; a vector computes all of them.

    To widen: the bits of a number, moved to their place in a float32 and read as float32, are the number times 1 / rebias, also for subnormals.
    """

    ctype: str
    bytes: int
    shift: int  # float32 has that many more bits of mantissa
    rebias: str  # as a float
    special: int  # the smallest magnitude that is not a number, moved in this way
    min_normal: str  # as a float
    half: int  # half a unit in the last place, minus one, in float32's bits
    exponents: int  # the difference of float32's exponents and its own, also in float32's bits
    magic: str  # as a float: added to a number below the smallest normal one, it leaves its bits, rounded to nearest even, in the low bits
    overflow: int
    quiet: int  # OR with infinity makes a NaN; 0 if overflow is a NaN

    @property
    def sign(self) -> int:
        return 1 << (8 * self.bytes - 1)

    NARROW = (
        "To nearest even, in the low end of each lane. As a normal number: half a unit less one is added, plus the last bit kept. As a "
        "subnormal one: float's own adder rounds. Right is the lesser of the two, because units grow with normal numbers and not with "
        "subnormal ones."
    )


def small_float(dtype: Dtype) -> SmallFloat:
    layout = dtype.format
    m, bias = layout.mantissa_bits, layout.bias
    shift = 23 - m
    return SmallFloat(
        ctype=dtype.ctype,
        bytes=dtype.bytes,
        shift=shift,
        rebias=f"0x1p{127 - bias:+d}f",
        special=layout.overflow << shift,
        min_normal=f"0x1p{1 - bias:+d}f",
        half=(1 << (shift - 1)) - 1,
        exponents=(127 - bias) << 23,
        magic=f"0x1p{1 - bias - m + 23:+d}f",
        overflow=layout.overflow,
        quiet=layout.nan - layout.overflow,
    )


def byte_floats() -> Iterator[SmallFloat]:
    return (small_float(dtype) for dtype in DTYPES if dtype.kind == Kind.NARROW and dtype.bytes == 1)


def if_native(macro: str, body: Tuple[str, ...], otherwise: Tuple[str, ...]) -> Tuple[str, ...]:
    """The body of a word that is one CPU instruction for which SIMDe has nothing good enough. The macro is SIMDe's."""
    return (f"#if defined({macro})", *body, "#else", *otherwise, "#endif")


def number(reduction: str, ctype: str, lanes: int, register_bytes: int, type_: str, a: str, b: str) -> Word:
    """min_number or max_number from min or max: in `a` and `b`, a NaN is replaced by the other operand."""
    return reducer(
        f"{reduction}_number", ctype, lanes, register_bytes, type_, f"const {type_} one = {a}, other = {b};",
        f"return {reduction}_{ctype}x{lanes}(one, other);", needs=f"{reduction}_{ctype}x{lanes}",
    )


# What the words for indices do in every instruction set.
WRAP = "low is -size if negative indices count from the end, and 0 if they do not."
FLAG = (
    "The slice index, or 2^32 if the sign of the wrapped index or of its distance from the highest one is set. A sum of slice indices in bounds is "
    "below 2^32; a sum with one out of bounds is not."
)
TO_FLAGGED_SLICE_INDICES = "Sums with a flagged part become UINT32_MAX, which is not a slice index."


# Why rounding float32 to bfloat16 needs no test for NaN.
ROUND_TO_BFLOAT16 = (
    "To nearest even, in the high half: half a unit minus one is added, plus the last bit that is kept. A NaN made from bfloat16 has an empty "
    "low half, so nothing carries out of it and it stays a NaN."
)


def by_parts(
    ctype: str, lanes: int, register_bytes: int, type_: str, parts: Tuple[str, ...], rounds: bool = False, part_type: str = ""
) -> Iterator[Word]:
    """Reductions of a small float whose lanes widen in parts, each a register of float32, and are joined again: all for which float32 has a word.

    If it `rounds`, a word rounds each part if the reduction needs it; otherwise joining rounds.
    """
    wide = lanes // len(parts)
    for reduction in REDUCERS:
        name, word = reduction.name, f"{reduction.name}_f32x{wide}"
        combined = [f"{word}({part}_{ctype}x{lanes}(a), {part}_{ctype}x{lanes}(b))" for part in parts]
        if rounds and not reduction.is_exact:
            combined = [f"round_{ctype}x{wide}({part})" for part in combined]
        yield reducer(
            name,
            ctype,
            lanes,
            register_bytes,
            type_,
            *(f"const {part_type or type_} {part} = {expression};" for part, expression in zip(parts, combined)),
            f"return join_{ctype}x{lanes}({', '.join(parts)});",
            needs=word,
        )
