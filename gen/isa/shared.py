"""What the vocabularies of vector instruction sets have in common."""

from dataclasses import dataclass
from typing import Iterator, Optional, Tuple

from gen.axes import DTYPES, REDUCTIONS, Dtype, Format, Kind, is_shared
from gen.isa import Vector, Word
from gen.words import REDUCERS, rendered

HALF, BFLOAT = Format(5, 10), Format(8, 7)  # formats for which CPUs have conversions, or of which they need none
FLOAT = "f32"  # the compute type in which small floats are computed


def dtypes(*kinds: Kind, bytes: Optional[int] = None, format: Optional[Format] = None) -> Tuple[Dtype, ...]:
    """The data types for which a word is written, by what they are: so a new row has it at once."""
    there = (dtype for dtype in DTYPES if dtype.kind in kinds and dtype.bytes)
    return tuple(dtype for dtype in there if bytes in (None, dtype.bytes) and format in (None, dtype.format))


def own_reductions(dtype: Dtype) -> Tuple[str, ...]:
    """The reductions of a data type that no shared compute type does."""
    return tuple(reduction.name for reduction in REDUCERS if not is_shared(dtype, reduction))


def reducer(reduction: str, ctype: str, lanes: int, register_bytes: int, type_: str, expression: str, needs: str = "") -> Word:
    """A word that combines two registers lane by lane, in one expression."""
    body = (f"return {expression};",)
    return Word(f"{reduction}_{ctype}x{lanes}", type_, f"{type_} a, {type_} b", body, "", needs, reduction, ctype, register_bytes)


def through_float32(ctype: str, lanes: int, register_bytes: int, type_: str) -> Iterator[Word]:
    """Reductions of a small float whose `lanes` widen into one register of float32: all for which float32 has a word."""
    widened = ", ".join(f"widen_{ctype}x{lanes}({operand})" for operand in "ab")
    for reduction in REDUCERS:
        word = f"{reduction.name}_{FLOAT}x{lanes}"
        yield reducer(reduction.name, ctype, lanes, register_bytes, type_, f"narrow_{ctype}x{lanes}({word}({widened}))", needs=word)


@dataclass(frozen=True)
class SmallFloat:
    """The constants in the words of a small float. A scalar word chooses between cases; a vector computes all of them.

    To widen: the bits of a number, moved to their place in a float32 and read as float32, are the number times 1 / rebias, also for
    subnormals.
    """

    ctype: str
    bytes: int
    shift: int  # float32 has that many more bits of mantissa
    log2_rebias: int
    rebias: str  # as a float
    special: int  # the smallest magnitude that is not a number, moved in this way
    largest: int  # the largest one that is a number
    min_normal: str  # as a float
    bound: int  # what overflows, in float32's bits: all that is larger becomes this
    adder: int  # what is added to a power of two and its exponent's place in the small float: see NARROW
    half: int  # half a unit in the last place, minus one, in float32's bits
    exponents: int  # the difference of float32's exponents and its own, also in float32's bits
    magic: str  # as a float: added to a number below the smallest normal one, it leaves its bits, rounded to nearest even, in the low bits
    overflow: int
    nan: int
    quiet: int  # OR with infinity makes a NaN; 0 if overflow is a NaN

    @property
    def sign(self) -> int:
        return 1 << (8 * self.bytes - 1)

    @property
    def adders(self) -> Tuple[str, ...]:
        """What is added for each exponent from that of the smallest normal number to that of the bound, by the exponent's low bits."""
        first, last = (self.exponents >> 23) + 1, self.bound >> 23
        n = 1 << (last - first).bit_length()
        by_bits = {e % n: (e << 23) + self.adder + (e << 23 >> self.shift) for e in range(first, last + 1)}
        return tuple(f"{by_bits.get(bits, 0):#010x}" for bits in range(n))

    NARROW = (
        "To nearest even, in the low end of each lane, by float's own adder. The power of two of a number, or that of the smallest normal "
        "one, is multiplied until its last bit is a unit of the small float; the sum with it has the rounded mantissa there. The small "
        "float's exponent, less one because a mantissa has its first bit, is added before: it is even, as units, and changes no rounding."
    )


def small_float(dtype: Dtype) -> SmallFloat:
    layout = dtype.format
    m, bias = layout.mantissa_bits, layout.bias
    shift = 23 - m
    return SmallFloat(
        ctype=dtype.ctype,
        bytes=dtype.bytes,
        shift=shift,
        log2_rebias=127 - bias,
        rebias=f"0x1p{127 - bias:+d}f",
        special=layout.overflow << shift,
        largest=(layout.overflow - 1) << shift,
        min_normal=f"0x1p{1 - bias:+d}f",
        bound=(layout.overflow << shift) + ((127 - bias) << 23),
        adder=(shift << 23) - ((128 - bias) << m),
        half=(1 << (shift - 1)) - 1,
        exponents=(127 - bias) << 23,
        # The mantissa's unit in the last place is the least subnormal, 2^(1 - bias - m).
        magic=f"0x1p{1 - bias - m + 23:+d}f",
        overflow=layout.overflow,
        nan=layout.nan,
        quiet=layout.nan - layout.overflow,
    )


def byte_floats() -> Iterator[SmallFloat]:
    return map(small_float, dtypes(Kind.NARROW, bytes=1))


def vector(dtype: Dtype, lanes: int, type_: str, parts: Tuple[str, ...]) -> Vector:
    """So many lanes of a small float, of which each word of some parts widens an equal share to a register of float32."""
    ctype, is_bfloat = dtype.ctype, dtype.format == BFLOAT
    words = tuple(f"{part}_{ctype}x{lanes}" for part in parts)
    join, in_a_part = "narrow" if len(parts) == 1 else "join", lanes // len(parts)
    round_ = f"round_{ctype}x{in_a_part}" if is_bfloat else ""
    suffix = f"{ctype}x{lanes}"
    return Vector(
        ctype, lanes * dtype.bytes, type_, 4 * in_a_part, words, f"{join}_{suffix}", round_, not is_bfloat, f"{join}_within_{suffix}"
    )


def scaled_vectors(type_: str, register_bytes: int, of_two_bytes: Tuple[str, ...], of_a_byte: Tuple[str, ...]) -> Tuple[Vector, ...]:
    """Those of narrow types in order, of which each word of some parts widens as many lanes as a register of float32 has. A bfloat16 is
    packed from any float32; it is joined only from those that were made of bfloat16."""
    vectors = []
    for dtype in (dtype for dtype in DTYPES if dtype.is_scaled):
        is_bfloat = dtype.format == BFLOAT
        parts = ("low", "high") if is_bfloat else of_two_bytes if dtype.bytes == 2 else of_a_byte
        suffix = f"{dtype.ctype}x{len(parts) * register_bytes // 4}"
        join = "pack" if is_bfloat else "narrow" if len(parts) == 1 else "join"
        back = "" if dtype.kind == Kind.UNSIGNED else f"{join}_{suffix}"
        bytes_, words = len(parts) * register_bytes // 4 * dtype.bytes, tuple(f"{part}_{suffix}" for part in parts)
        vectors.append(Vector(dtype.ctype, bytes_, type_, register_bytes, words, back, within=f"{join}_within_{suffix}"))
    return tuple(vectors)


def scaled_integers() -> Iterator[Tuple[str, bool]]:
    """The integers of one byte, each with whether it is signed."""
    return ((dtype.ctype, dtype.kind == Kind.SIGNED) for dtype in DTYPES if dtype.is_scaled and dtype.is_integer)


def small_float_vectors(lanes: int, type_: str) -> Tuple[Vector, ...]:
    """Those of registers of so many lanes of float32 that one word widens, and of bfloat16 the even and the odd lanes."""
    return tuple(
        vector(dtype, 2 * lanes, type_, ("even", "odd")) if dtype.format == BFLOAT else vector(dtype, lanes, type_, ("widen",))
        for dtype in dtypes(Kind.NARROW)
    )


def number(reduction: str, ctype: str, lanes: int, type_: str, a: str, b: str) -> Iterator[Word]:
    """min_number or max_number from min or max: in `a` and `b`, a NaN is replaced by the other operand."""
    return rendered(
        "shared.h.j2", "number", needs=f"{reduction}_{ctype}x{lanes}", reduction=reduction, ctype=ctype, lanes=lanes, type=type_, a=a, b=b
    )


# Why rounding float32 to bfloat16 needs no test for NaN.
ROUND_TO_BFLOAT16 = (
    "To nearest even, in the high half: half a unit minus one is added, plus the last bit that is kept. A NaN made from bfloat16 has an "
    "empty low half, so nothing carries out of it and it stays a NaN."
)


def by_parts(ctype: str, lanes: int, type_: str, parts: Tuple[str, ...], rounds: bool = False, part_type: str = "") -> Iterator[Word]:
    """Reductions of a small float whose lanes widen in parts, each a register of float32, and are joined again: all for which float32 has a
    word.

    If it `rounds`, a word rounds each part if the reduction needs it; otherwise joining rounds.
    """
    for reduction in REDUCERS:
        yield from rendered(
            "shared.h.j2",
            "by_parts",
            needs=f"{reduction.name}_{FLOAT}x{lanes // len(parts)}",
            reduction=reduction.name,
            ctype=ctype,
            lanes=lanes,
            type=type_,
            part_type=part_type or type_,
            parts=parts,
            rounds=rounds and not reduction.is_exact,
        )
