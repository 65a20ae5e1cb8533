"""The axes of the grid: every data type, reduction, width and index type, on one screen.

A *dtype* is what a caller names: float32, uint8, string. A *compute type* is what a kernel computes with. Most dtypes have their own, but a
kernel is written only once for all dtypes that can share it: int32 and uint32 share add, sub and mul; the parts of complex64 are added as
float32; and `none` only moves bytes, so its compute types are plain sizes.

To add a dtype, add a row to DTYPES. It then has scalar kernels for every reduction and index type, and vector kernels for each instruction
set whose vocabulary (gen/isa/) has words for what the row says: its kind, bytes and format. Only small floats of two bytes may lack them.
"""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Optional, Tuple


class Kind(Enum):
    """How a compute type computes; the scalar vocabulary has one set of words per kind."""

    BITS = "moved, never computed with"
    FLOAT = "an IEEE 754 type of C"
    NARROW = "a small float, computed in float32 and rounded to nearest even after every update"
    SIGNED = "two's complement, wraps around"
    UNSIGNED = "wraps around"
    BOOL = "a byte, non-zero is true"
    COMPLEX = "two floats"


@dataclass(frozen=True)
class Format:
    """The layout of a small float: a sign, then the exponent, then the mantissa.

    With infinities, a value whose exponent bits are all set is infinity or NaN, as in IEEE 754. Without them (types whose ONNX names end in
    "fn"), only a value whose bits are all set is NaN, and numbers that are too large become NaN.
    """

    exponent_bits: int
    mantissa_bits: int
    has_infinity: bool = True

    @property
    def bias(self) -> int:
        return 2 ** (self.exponent_bits - 1) - 1

    @property
    def overflow(self) -> int:
        """The magnitude that replaces what is too large: infinity, or NaN if there is no infinity."""
        every_bit = 2 ** (self.exponent_bits + self.mantissa_bits) - 1
        return (2**self.exponent_bits - 1) << self.mantissa_bits if self.has_infinity else every_bit

    @property
    def nan(self) -> int:
        return self.overflow | 1 << (self.mantissa_bits - 1)

    @property
    def largest(self) -> int:
        """The largest magnitude that is no NaN: infinity, or the largest number."""
        return self.overflow - (0 if self.has_infinity else 1)


C_FORMATS = {4: Format(8, 23), 8: Format(11, 52)}  # of C's floats, by their bytes


@dataclass(frozen=True)
class Dtype:
    name: str  # ONNX's
    ctype: str  # the short name in the names of kernels
    bytes: Optional[int]  # None: two pointers
    kind: Kind
    shares: str = ""  # the compute type of another dtype, whose kernels do the reductions that allow it: see Reduction
    format: Optional[Format] = None

    @property
    def is_integer(self) -> bool:
        return self.kind in (Kind.SIGNED, Kind.UNSIGNED)

    @property
    def index_bytes(self) -> int:
        """Of the index type that holds every index of this integer dtype."""
        return 4 if self.bytes < 4 or (self.bytes, self.kind) == (4, Kind.SIGNED) else 8

    @property
    def largest(self) -> str:
        """The largest finite number, as a constant of C: of an integer, or of a float."""
        if self.is_integer:
            return f"INT64_C({2 ** (8 * self.bytes - (self.kind == Kind.SIGNED)) - 1})"
        layout = self.format or C_FORMATS[self.bytes]
        mantissa = 2 ** (layout.mantissa_bits + 1) - (1 if layout.has_infinity else 2)
        exponent = 2**layout.exponent_bits - (2 if layout.has_infinity else 1) - layout.bias
        return f"{float(mantissa * 2.0 ** (exponent - layout.mantissa_bits)).hex()}"

    @property
    def lowest(self) -> str:
        return f"-{self.largest}" if not self.is_integer else f"-INT64_C({2 ** (8 * self.bytes - 1)})" if self.kind == Kind.SIGNED else "0"

    @property
    def value_bits(self) -> int:
        """Of the digits of a number, without its sign: of a float, those of the mantissa and the one before it. 0 of all other types."""
        if self.kind == Kind.BOOL:
            return 1
        if self.is_integer:
            return 8 * self.bytes - (self.kind == Kind.SIGNED)
        return (self.format or C_FORMATS[self.bytes]).mantissa_bits + 1 if self.kind in (Kind.FLOAT, Kind.NARROW) else 0

    @property
    def is_scaled(self) -> bool:
        """Whether kernels convert it to and from float32 with a scale: a caller's data may be that narrow. float32 is never rounded to an
        unsigned integer, which would need a zero point."""
        return self.kind == Kind.NARROW or (self.is_integer and self.bytes == 1)

    @property
    def n_parts(self) -> int:
        return 2 if self.kind == Kind.COMPLEX else 1

    @property
    def format_of_parts(self) -> Optional[Format]:
        """None if there is no NaN."""
        return (self.format or C_FORMATS[self.bytes // self.n_parts]) if self.kind in KINDS_WITH_NAN else None


@dataclass(frozen=True)
class Reduction:
    """What a kernel does. A variant that an option selects belongs to the reduction that the caller names.

    The properties here say which kernels can be shared. Its arithmetic is a macro in gen/isa/reductions.h.j2, with
    plain C for each kind of compute type that is not shared; small floats do what float32 does. Vector words are optional.
    """

    name: str  # ONNX's
    kernel: str  # its name in the names of kernels
    meaning: str
    wraps: bool = False  # the bits of an integer's result do not depend on its sign: unsigned dtypes share the kernels of signed ones
    by_parts: bool = False  # works on each part of a complex number: complex types share the kernels of their parts
    is_exact: bool = False  # of two small floats, computed in float32: the result is such a small float, and needs no rounding
    on_bool: str = ""  # the reduction that is the same on bool, whose kernels do it there
    counts: bool = False  # divides by the number of updates: made of sums in a workspace (templates/mean.c.j2), by no kernels that apply
    number_of: str = ""  # the reduction that this one replaces, for types that have NaN, if the option says that a NaN loses

    @property
    def accumulates(self) -> bool:
        return self.name in ACCUMULATED

    @property
    def asked_as(self) -> str:
        """The name for callers, and for trimming a build."""
        return self.number_of or self.name


@dataclass(frozen=True)
class Width:
    lanes: int  # 0: any

    @property
    def name(self) -> str:
        return f"w{self.lanes or 'n'}"


@dataclass(frozen=True)
class IndexType:
    name: str
    ctype: str
    bytes: int


KINDS_WITH_NAN = (Kind.FLOAT, Kind.NARROW, Kind.COMPLEX)


def done_by(reduction: Reduction, kind: Kind) -> Reduction:
    """The reduction whose kernels do this one on compute types of a kind."""
    other = (reduction.number_of if kind not in KINDS_WITH_NAN else "") or (reduction.on_bool if kind == Kind.BOOL else "")
    return done_by(next(row for row in REDUCTIONS if row.name == other), kind) if other else reduction


def is_shared(dtype: Dtype, reduction: Reduction) -> bool:
    """Whether the dtype uses the kernels of the compute type that it shares, for this reduction."""
    return bool(dtype.shares) and (reduction.by_parts if dtype.kind == Kind.COMPLEX else reduction.wraps)


def is_combined_alone(dtype: Dtype, reduction: Reduction) -> bool:
    """Whether one element is combined in a general register, for every instruction set. Measured for each: in a vector register it took 1.0
    to 1.9 times as long, but 0.5 to 0.9 times for min and max of 4 or 8 bytes, which compare, and even less for floats. Sums of bfloat16, a
    shorter float32 that a shift widens, were measured with AVX2 alone, where they took 1.12 times as long."""
    if dtype.format and dtype.format.exponent_bits == 8:
        return reduction.name == "add"
    return dtype.kind == Kind.BOOL or (dtype.is_integer and (reduction.wraps or dtype.bytes <= 2))


# The order is the order of the public enumerations: append, never insert.
DTYPES = (
    Dtype("float32", "f32", 4, Kind.FLOAT),
    Dtype("float64", "f64", 8, Kind.FLOAT),
    Dtype("float16", "f16", 2, Kind.NARROW, format=Format(5, 10)),
    Dtype("bfloat16", "bf16", 2, Kind.NARROW, format=Format(8, 7)),
    Dtype("int8", "i8", 1, Kind.SIGNED),
    Dtype("int16", "i16", 2, Kind.SIGNED),
    Dtype("int32", "i32", 4, Kind.SIGNED),
    Dtype("int64", "i64", 8, Kind.SIGNED),
    Dtype("uint8", "u8", 1, Kind.UNSIGNED, shares="i8"),
    Dtype("uint16", "u16", 2, Kind.UNSIGNED, shares="i16"),
    Dtype("uint32", "u32", 4, Kind.UNSIGNED, shares="i32"),
    Dtype("uint64", "u64", 8, Kind.UNSIGNED, shares="i64"),
    Dtype("bool", "bool", 1, Kind.BOOL),
    Dtype("complex64", "c64", 8, Kind.COMPLEX, shares="f32"),
    Dtype("complex128", "c128", 16, Kind.COMPLEX, shares="f64"),
    Dtype("string", "string", None, Kind.BITS),
    Dtype("float8e4m3fn", "f8e4m3fn", 1, Kind.NARROW, format=Format(4, 3, has_infinity=False)),
    Dtype("float8e5m2", "f8e5m2", 1, Kind.NARROW, format=Format(5, 2)),
)


class BlockRule(Enum):
    """How the scale of a block follows from its elements x, and what is stored of each. All is float32, and each step is rounded."""

    RECIPROCAL = "scale = max abs(x) / the largest element; x * (1 / scale), or 0 if the scale is 0, halves away from zero"
    SIGNED = "scale = the first x with the largest abs(x), / -8; x * (1 / scale) + 8.5, truncated"
    POWER = "scale = the power of two that gives max abs(x) the exponent of the largest element; x / scale"
    QUOTIENT = "scale = max abs(x) / the largest element; x / scale, or 0 if the scale is 0, to nearest even"


@dataclass(frozen=True)
class BlockFormat:
    """A dtype whose elements are stored in blocks that have a scale. An element is read as scale * element."""

    name: str
    elements: int  # of a block: 16 or a multiple, up to 128
    scale: str  # float16, float32, or e8m0: the exponent of a power of two
    scale_first: bool  # before the elements, or behind them
    element: str  # int8, a float8, uint4 from -8 on, or float4e2m1; a byte has two of four bits, those of j and j + elements / 2
    rule: BlockRule

    @property
    def scale_bytes(self) -> int:
        return {"float16": 2, "float32": 4, "e8m0": 1}[self.scale]

    @property
    def packed_bytes(self) -> int:
        return self.elements // (2 if self.element in ("uint4", "float4e2m1") else 1)

    @property
    def bytes(self) -> int:
        return self.scale_bytes + self.packed_bytes

    @property
    def largest(self) -> str:
        """The largest element, as a constant of C."""
        return {"int8": "127.0", "uint4": "7.0", "float8e4m3fn": "448.0", "float8e5m2": "57344.0", "float4e2m1": "6.0"}[self.element]

    @property
    def exponent(self) -> int:
        """That of the largest element."""
        return int(math.log2(float(self.largest)))


# ggml's blocks, those of the OCP Microscaling formats, and those of caches, whose scales are written beside the elements. Append, never
# insert: the order is that of the public enumeration. A row is all that a format of these words needs.
BLOCK_FORMATS = (
    BlockFormat("q8_0", 32, "float16", True, "int8", BlockRule.RECIPROCAL),
    BlockFormat("q4_0", 32, "float16", True, "uint4", BlockRule.SIGNED),
    BlockFormat("mxfp8_e4m3", 32, "e8m0", True, "float8e4m3fn", BlockRule.POWER),
    BlockFormat("mxfp8_e5m2", 32, "e8m0", True, "float8e5m2", BlockRule.POWER),
    BlockFormat("mxfp4", 32, "e8m0", True, "float4e2m1", BlockRule.POWER),
    *(BlockFormat(f"int8_block{n}", n, "float32", False, "int8", BlockRule.QUOTIENT) for n in (16, 32, 64, 128)),
    *(BlockFormat(f"float8e4m3fn_block{n}", n, "float32", False, "float8e4m3fn", BlockRule.QUOTIENT) for n in (16, 32, 64, 128)),
)
BLOCK_FORMATS_BEGIN = 0x40  # their numbers begin here, above those that sets of dtypes have bits for


@dataclass(frozen=True)
class PackedDtype:
    """Integers of four bits, two in a byte: of neighbours in the last dimension, the first one is in the low bits. Scales are beside them,
    and zero points."""

    name: str  # ONNX's
    is_signed: bool


# Append, never insert, as above.
PACKED_DTYPES = (PackedDtype("uint4", False), PackedDtype("int4", True))
PACKED_DTYPES_BEGIN = 0x80  # their numbers begin here

# Opaque elements can be moved, up to this many bytes each.
LARGEST_OPAQUE_BYTES = 512
OPAQUE_0 = 0x100  # the numbers of their dtypes begin here

# `none` comes first: it is 0 in the public enumeration, and the only reduction without arithmetic. The order is that of the enumeration,
# except for those that callers do not name: append, never insert.
REDUCTIONS = (
    Reduction("none", "move", "the last tuple wins"),
    Reduction("add", "add", "sum; OR on bool", wraps=True, by_parts=True),
    Reduction("sub", "sub", "difference; XOR on bool", wraps=True, by_parts=True),
    Reduction("mul", "mul", "product; AND on bool", wraps=True),
    Reduction("min", "min", "the lesser, a NaN wins; AND on bool", is_exact=True, on_bool="mul"),
    Reduction("max", "max", "the greater, a NaN wins; OR on bool", is_exact=True, on_bool="add"),
    Reduction("min_number", "minnum", "the lesser, a NaN loses", is_exact=True, number_of="min"),
    Reduction("max_number", "maxnum", "the greater, a NaN loses", is_exact=True, number_of="max"),
    Reduction("mean", "mean", "the mean of the old element and its updates, divided once; not on bool", by_parts=True, counts=True),
)

# Widths in elements, for slices of at most LARGEST_FIXED_BYTES. Compared with each of them, the kernel for any width (AVX2, data in the
# second-level cache) took 1.0 to 2.3 times as long up to 128 bytes, and 0.85 to 1.07 times from 256 bytes on. The variants that an option
# selects (min_number, max_number) have only the kernel for any width: the others would be a tenth of a library for one data type.
WIDTHS = tuple(Width(lanes) for lanes in (1, 2, 3, 4, 8, 16, 32, 64, 0))
LARGEST_FIXED_BYTES = 128

# An instruction set without vectors computes with fixed widths of at most so many elements: the kernel for any width took 1.1 to 4.5 times
# as long there, but from 8 elements on as little as 0.2 to 1.1 times, because a compiler vectorizes its loop. Small floats have no fixed
# widths: rounding is most of their work; a fixed width of one gains a tenth, wider ones nothing.
LARGEST_FIXED_SCALAR_LANES = 4

# Moves by size. A slice is moved in the largest compute type that divides it, so two elements of b8 are one of b16: an even width is left
# to the next size, and only b128 has even widths.
MOVE_BYTES = (1, 2, 4, 8, 16)

# A thread that selects its own tuples copies the updates of slices of so many bytes with them. These need no more space than the numbers of
# tuples, by which the updates of all other slices are found.
SELECTED_BYTES = (4, 8)

# Slices of so many bytes have a kernel of their own that gathers them; 0: any. They are scalar unless an instruction set `copies`: for the
# others a compiler copies 16 bytes at once. With the 32 bytes of AVX2 and data in the second-level cache, slices of 32 bytes took 0.2 ns
# longer, those of 64 and 128 bytes 0.2 ns less, of 2 and 4; wider ones took as long as with memcpy.
GATHERED_BYTES = (1, 2, 4, 8, 12, 16, 32, 64, 128, 0)

# Single elements of so many bytes are taken by indices as they are stored, without slice indices, unless data is large. These kernels are
# scalar too: with AVX2's gathers of 4 bytes they took between 3% less and 3% more time on Zen 3, and on other CPUs microcode makes such
# gathers slow.
TAKEN_BYTES = (4, 8)

# Single elements of these compute types are combined with output in the same way by these reductions: hist took 1.93 ns an element by slice
# indices, and 1.67 without; a mask of 128 lists of 2048, which are written, takes 0.72 times as long.
PUT_CTYPES = {"add": ("f32", "f64", "i32", "i64"), "none": ("b32", "b64")}

# What can be accumulated in a wider type and rounded once: these reductions, of dtypes by their kind and bytes, in that compute type.
ACCUMULATED = ("add", "sub", "mul", "mean")
WIDE_CTYPES = {
    (Kind.NARROW, 1): "f32",
    (Kind.NARROW, 2): "f32",
    (Kind.FLOAT, 4): "f64",
    **{(kind, bytes_): "i64" for kind in (Kind.SIGNED, Kind.UNSIGNED) for bytes_ in (1, 2, 4)},
}

# Slices of small floats are summed up in registers by these reductions. Those that are rarer would be as much code again.
SUMMED = ("add",)

# Rows of a table, or their products with weights, are combined in registers with the slices that they belong to: of these compute types,
# by these reductions. Small floats are added in the wider type, or in their own. What is said to be of another reduction is done by its
# kernels, of numbers with the other sign: the greatest of numbers is the least of these.
FUSED_CTYPES = {"add": ("f32", "f64", "f16_f32", "bf16_f32", "f16", "bf16"), "min": ("f32", "f64")}
FUSED_AS = {"max": "min"}

# Segments of narrow slices whose updates follow each other are reduced by kernels of their own: of these compute types, by these
# reductions. Registers of 16 bytes are enough, unless numbers of several segments can be gathered, or scalar loads are of bytes.
REDUCED_CTYPES = {"add": ("f32", "f64", "i32", "i64"), "min": ("f32", "f64", "i32", "i64"), "max": ("f32", "f64", "i32", "i64")}
REDUCED_REGISTER_BYTES = 16

# Segments of rows are reduced in registers: of these compute types, by these reductions. Small floats are added in the wider type. The
# smallest and the largest of them need no other, but products would, so there are none.
BAG_CTYPES = {
    "add": ("f32", "f64", "f16_f32", "bf16_f32"),
    "min": ("f32", "f64", "f16", "bf16"),
    "max": ("f32", "f64", "f16", "bf16"),
}

# Elements of these compute types are compared with the update that may win, and the tuple that won is stored: those that are only moved as
# the bits of any real number. Complex numbers, and all types if the last of equal updates wins, have scalar kernels.
COMPARED_CTYPES = ("b8", "b16", "b32", "b64", "c64", "c128")

# What a build can leave out of the library besides values of the axes; runtime/rooms.txt has the files of each.
FEATURES = (
    "threads", "strides", "gather", "tensor_scatter", "masked_scatter", "group", "excludes_self", "prepare", "nan", "accumulate",
    "conversions", "fused", "softmax", "gradient", "segment", "hints", "arg",
)  # fmt: skip

# What kernels read; indices of other types are widened.
INDEX_TYPES = (IndexType("int32", "i32", 4), IndexType("int64", "i64", 8))

# What is done with tuples. `check` only checks whether they are in bounds. The others turn them into slice indices: `linearise` flags one
# that is out of bounds, and `clamp` clamps it.
INDEX_STEPS = ("check", "linearise", "clamp")

# Components of a tuple. 0: any.
COMPONENTS = (1, 2, 3, 4, 0)
