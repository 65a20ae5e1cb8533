"""RISC-V's vectors, RVV 1.0: registers of any length from 16 bytes, in groups of up to eight. A pack is as much of a group as the shortest
registers hold, and every word says how many lanes it takes, so one program is right on all of them: where registers are longer, a group is
done in fewer steps. Rows have words of their own, which fill the largest groups, however long they are.

The words call the compiler's own intrinsics. There is no portable form of them: this instruction set runs on RISC-V, or under an emulator.
Every load and store of elements is of bytes, because CPUs may not have others at any address.
"""

from dataclasses import dataclass
from typing import Iterator

from gen.axes import ACCUMULATED, WIDE_CTYPES, Dtype, Kind
from gen.isa import Hwcap, IndexVector, Isa, Pack, Vector, Word, available
from gen.isa.shared import BFLOAT, FLOAT, HALF, REDUCERS, SmallFloat, dtypes, own_reductions, scaled_integers, small_float
from gen.words import rendered, written

TEMPLATE = "rvv.h.j2"
BYTES = 16  # of a register, at least


@dataclass(frozen=True)
class Group:
    """So many registers at once."""

    registers: int

    @property
    def bytes(self) -> int:
        return BYTES * self.registers

    @property
    def type(self) -> str:
        return f"vuint8m{self.registers}_t"

    @property
    def half(self) -> str:
        """The suffix of types for a group that is half as large."""
        return f"m{self.registers // 2}" if self.registers > 1 else "mf2"

    def mask(self, bits: int) -> str:
        """The suffix of masks for lanes of so many bits."""
        return f"b{bits // self.registers}"

    def read(self, lanes: str, operand: str) -> str:
        """The group as lanes such as i32 or f64."""
        m, kind = f"m{self.registers}", lanes[0]
        if lanes == "u8":
            return operand
        through = {"u": "", "i": f"i8{m}", "f": f"u{lanes[1:]}{m}"}[kind]
        inner = f"__riscv_vreinterpret_{through}({operand})" if through else operand
        return inner if lanes == "i8" else f"__riscv_vreinterpret_{lanes}{m}({inner})"

    def back(self, lanes: str, expression: str) -> str:
        """Lanes as a group."""
        m, kind = f"m{self.registers}", lanes[0]
        if lanes == "u8":
            return expression
        unsigned = f"__riscv_vreinterpret_u{lanes[1:]}{m}({expression})" if kind in "if" and lanes != "i8" else expression
        return f"__riscv_vreinterpret_u8{m}({unsigned})"

    def call(self, instruction: str, lanes: str, *operands: str) -> str:
        """An intrinsic on n lanes of groups."""
        read = ", ".join(self.read(lanes, operand) for operand in operands)
        return self.back(lanes, f"__riscv_v{instruction}({read}, n)")


GROUPS = tuple(map(Group, (8, 4, 2, 1)))
LARGEST, WIDE, NARROW, SMALLEST = GROUPS
FLOATS_AT_ONCE = WIDE.bytes // 4  # of what is converted: a group of four leaves room for the steps between


def memory() -> Iterator[Word]:
    sizes = [(group.bytes, group) for group in GROUPS] + [(bytes_, SMALLEST) for bytes_ in (8, 4, 2, 1)]
    for bytes_, group in sizes:
        body = f"return __riscv_vle8_v_u8m{group.registers}(from, {bytes_});"
        yield Word(f"load_{bytes_}", group.type, "const void *from", (body,))
        yield Word(f"store_{bytes_}", "void", f"void *to, {group.type} value", (f"__riscv_vse8(to, value, {bytes_});",))


def combine(reduction: str, dtype: Dtype, group: Group) -> Iterator[Word]:
    """What the word of n lanes makes of as many as are in the shortest registers."""
    of_n = f"{reduction}_{dtype.ctype}m{group.registers}"
    lanes = group.bytes // dtype.bytes
    body = (f"return {of_n}(a, b, {lanes});",)
    parameters = f"{group.type} a, {group.type} b"
    yield Word(f"{reduction}_{dtype.ctype}x{lanes}", group.type, parameters, body, "", of_n, reduction, dtype.ctype, group.bytes)


def row(reduction: str, dtype: Dtype, group: Group) -> Iterator[Word]:
    of_n = f"{reduction}_{dtype.ctype}m{group.registers}"
    holes = {"reduction": reduction, "ctype": dtype.ctype, "bits": 8 * dtype.bytes, "group": group, "bytes": dtype.bytes}
    return rendered(TEMPLATE, "row", needs=of_n, **holes)


def simple(reduction: str, dtype: Dtype, group: Group, expression: str) -> Iterator[Word]:
    """A word of n lanes in one expression, and what is made of it."""
    name = f"{reduction}_{dtype.ctype}m{group.registers}"
    yield Word(name, group.type, f"{group.type} a, {group.type} b, size_t n", (f"return {expression};",))
    yield from combine(reduction, dtype, group)


def integers(group: Group) -> Iterator[Word]:
    for dtype in dtypes(Kind.SIGNED, Kind.UNSIGNED):
        bits = 8 * dtype.bytes
        unsigned = dtype.kind == Kind.UNSIGNED
        for reduction in own_reductions(dtype):
            if reduction in ("add", "sub", "mul"):
                yield from simple(reduction, dtype, group, group.call(reduction, f"u{bits}", "a", "b"))
            elif reduction in ("min", "max"):
                instruction, lanes = (f"{reduction}u", f"u{bits}") if unsigned else (reduction, f"i{bits}")
                yield from simple(reduction, dtype, group, group.call(instruction, lanes, "a", "b"))


def floats(group: Group) -> Iterator[Word]:
    for dtype in dtypes(Kind.FLOAT):
        bits, ctype = 8 * dtype.bytes, dtype.ctype
        lanes, number = f"f{bits}", "float" if bits == 32 else "double"
        every = group.back(lanes, f"__riscv_vfmv_v_f_{lanes}m{group.registers}(a, {group.bytes // dtype.bytes})")
        yield Word(f"every_{ctype}x{group.bytes // dtype.bytes}", group.type, f"{number} a", (f"return {every};",))
        for reduction in ("add", "sub", "mul"):
            yield from simple(reduction, dtype, group, group.call(f"f{reduction}", lanes, "a", "b"))
        for reduction in ("min", "max"):
            yield from rendered(TEMPLATE, "order_floats", reduction=reduction, ctype=ctype, bits=bits, group=group)
            yield from combine(reduction, dtype, group)
            # The instruction is IEEE 754-2019's minimumNumber: of a number and a NaN, it is the number.
            yield from simple(f"{reduction}_number", dtype, group, group.call(f"f{reduction}", lanes, "a", "b"))


def booleans(group: Group) -> Iterator[Word]:
    one = "__riscv_vminu({}, 1, n)".format
    truth = f"{one('a')}, {one('b')}"
    for dtype in dtypes(Kind.BOOL):
        for reduction, expression in (
            ("add", one("__riscv_vor(a, b, n)")),
            ("sub", f"__riscv_vxor({truth}, n)"),
            ("mul", f"__riscv_vand({truth}, n)"),
        ):
            yield from simple(reduction, dtype, group, expression)


def complexes(group: Group) -> Iterator[Word]:
    for dtype in dtypes(Kind.COMPLEX):
        yield from rendered(TEMPLATE, "mul_complex_of_floats" if dtype.bytes == 8 else "mul_complex", ctype=dtype.ctype, group=group)
        yield from combine("mul", dtype, group)


def small_floats(group: Group, bytes_: int) -> Iterator[Word]:
    """Those of so many bytes, whose lanes widen into a group of float32."""
    for dtype in dtypes(Kind.NARROW, bytes=bytes_):
        holes = {"group": group, "narrow": Group(group.registers * dtype.bytes // 4), "lanes": group.bytes // 4, "ctype": dtype.ctype}
        if dtype.format == BFLOAT:
            yield from rendered(TEMPLATE, "bfloat16", **holes)
        else:
            yield from rendered(TEMPLATE, "small_float", f=small_float(dtype), why=SmallFloat.NARROW, **holes)
        for reduction in REDUCERS:
            needs = f"{reduction.name}_{FLOAT}m{group.registers}"
            yield from rendered(TEMPLATE, "through_float32", needs=needs, reduction=reduction.name, **holes)
            yield from combine(reduction.name, dtype, holes["narrow"])


def halves() -> Iterator[Word]:
    """A small float of two bytes in all lanes."""
    for group in (NARROW, SMALLEST):
        m = f"m{group.registers}"
        every = group.back("i16", f"__riscv_vmv_v_x_i16{m}(a, {group.bytes // 2})")
        yield Word(f"every_b16x{group.bytes // 2}", group.type, "int16_t a", (f"return {every};",))


def scaled() -> Iterator[Word]:
    yield from rendered(TEMPLATE, "scaled", group=WIDE, lanes=FLOATS_AT_ONCE)
    for ctype, is_signed in scaled_integers():
        yield from rendered(TEMPLATE, "scaled_bytes", group=WIDE, narrow=SMALLEST, lanes=FLOATS_AT_ONCE, ctype=ctype, is_signed=is_signed)


def rows() -> Iterator[Word]:
    """Of the largest groups that have the word."""
    for dtype in dtypes(*(kind for kind in Kind if kind != Kind.BITS)):
        group = Group(WIDE.registers * dtype.bytes // 4) if dtype.kind == Kind.NARROW else LARGEST
        for reduction in own_reductions(dtype):
            yield from row(reduction, dtype, group)
    yield from rendered(TEMPLATE, "move_row", group=LARGEST)


def converted_rows() -> Iterator[Word]:
    """Of floats from one type to another, each of which is half as wide or a fourth."""
    yield from rendered(TEMPLATE, "convert_doubles", group=LARGEST, narrow=WIDE)
    for dtype in dtypes(Kind.NARROW, Kind.FLOAT):
        name = WIDE_CTYPES.get((dtype.kind, dtype.bytes))
        for wide in dtypes(Kind.FLOAT):
            if wide.ctype != name:
                continue
            group = WIDE if wide.ctype == FLOAT else LARGEST
            holes = {"narrow": dtype, "wide": wide, "group": group, "narrow_group": Group(group.registers * dtype.bytes // wide.bytes)}
            yield from rendered(TEMPLATE, "narrow_row", saturates=dtype.kind == Kind.NARROW, **holes)
            for reduction in ("move", *(name for name in ACCUMULATED if name != "mean")):
                yield from rendered(TEMPLATE, "widen_row", reduction=reduction, **holes)


def vocabulary() -> Iterator[Word]:
    yield from memory()
    for group in GROUPS:
        yield from integers(group)
        yield from floats(group)
        yield from booleans(group)
        yield from complexes(group)
    for group, bytes_ in ((WIDE, 1), (WIDE, 2), (NARROW, 2)):
        yield from small_floats(group, bytes_)
    yield from halves()
    yield from scaled()
    yield from rows()
    yield from converted_rows()
    yield from written("rvv_indices.h")


def converted(ctype: str, bytes_: int, back: bool = True) -> Vector:
    suffix = f"{ctype}x{FLOATS_AT_ONCE}"
    return Vector(ctype, bytes_ * FLOATS_AT_ONCE, WIDE.type, WIDE.bytes, (f"widen_{suffix}",), f"narrow_{suffix}" if back else "")


CONVERSIONS = tuple(converted(dtype.ctype, dtype.bytes) for dtype in dtypes(Kind.NARROW))

ISA = Isa(
    name="rvv",
    title="RVV 1.0 (RISC-V)",
    number=7,
    rank=25,
    guard="defined(__riscv)",
    processors=("riscv64",),
    flags=("-march=rv64gcv",),
    native_macro="__riscv_v_intrinsic",
    features=(Hwcap(21),),  # V, the 22nd letter
    includes=("riscv_vector.h",),
    words=available(vocabulary()),
    conversions=CONVERSIONS,
    scaled=(*CONVERSIONS, *(converted(ctype, 1, is_signed) for ctype, is_signed in scaled_integers())),
    vector_packs=tuple(
        Pack(bytes_, group.bytes, group.type, f"load_{bytes_}", f"store_{bytes_}")
        for group in GROUPS
        for bytes_ in ((16, 8, 4, 2, 1) if group is SMALLEST else (group.bytes,))
    ),
    # Converting these takes a dozen instructions and more.
    any_width_only=tuple(dtype.ctype for dtype in (*dtypes(Kind.NARROW, format=HALF), *dtypes(Kind.NARROW, bytes=1))),
    alone_bytes=1,
    copies=True,
    registers=32 // LARGEST.registers,
    indices=IndexVector(lanes=8, type="vuint64m4_t", slice_indices_type="vuint32m2_t"),
)
