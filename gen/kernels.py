"""The kinds of kernels: what the name, the file and the loops of one follow from. Pure functions of gen/axes.py and gen/isa/."""

from dataclasses import dataclass
from math import gcd
from typing import Iterator, List, Optional, Tuple, Union

from gen import axes
from gen.axes import Dtype, IndexType, Kind, Reduction, Width
from gen.isa import Isa, Pack, Vector, Word


@dataclass(frozen=True)
class CType:
    name: str
    bytes: int
    dtype: Optional[Dtype]  # None: only moved
    to: Optional["CType"] = None  # of updates that are read as this type, and combined with output of another one: that

    @property
    def macro(self) -> str:
        return self.name.upper()

    @property
    def kind(self) -> Kind:
        return self.dtype.kind if self.dtype else Kind.BITS

    @property
    def adds_means(self) -> bool:
        """Whether kernels of the reduction add make the sums of means, because these have the type of the elements."""
        return self.kind == Kind.FLOAT and not self.to

    @property
    def is_of_means(self) -> bool:
        """Whether a mean needs this conversion: those of integers write their quotients themselves."""
        return bool(self.small_float) or self.kind in (Kind.SIGNED, Kind.UNSIGNED) and self.bytes < self.to.bytes

    @property
    def small_float(self) -> Optional[Dtype]:
        """The one that is converted, or converted to."""
        ends = (self, self.to) if self.to else ()
        return next((end.dtype for end in ends if end.kind == Kind.NARROW), None)


@dataclass(frozen=True)
class Cover:
    """A slice of fixed width: one pack, `count` times from its start, and once more flush with its end if something is left."""

    pack: Pack
    count: int
    last: Optional[int]  # the offset of the last pack, which overlaps the one before


@dataclass(frozen=True)
class ApplyKernel:
    reduction: Reduction
    ctype: CType
    width: Width
    isa: Isa
    words_of: Isa  # the instruction set whose words it uses

    @property
    def name(self) -> str:
        return f"strew_{self.reduction.kernel}_{self.ctype.name}_{self.width.name}__{self.isa.name}"

    @property
    def slice_bytes(self) -> int:
        return self.width.lanes * self.ctype.bytes

    @property
    def lines(self) -> List[int]:
        """Offsets that touch every cache line of 64 bytes that a slice may be on: a slice wider than 16 bytes may cross into one more."""
        return [*range(0, self.slice_bytes, 64)] + ([self.slice_bytes - 1] if self.slice_bytes > 16 else [])

    @property
    def tuples_of_a_line(self) -> int:
        """How many whole slices of a fixed width fit a cache line of 64 bytes; 0 for any width."""
        return 64 // self.slice_bytes if self.slice_bytes else 0

    @property
    def moves(self) -> bool:
        return self.ctype.dtype is None

    def word(self, pack: Pack) -> str:
        return self.words_of.word(self.reduction.name, self.ctype.name, pack)

    @property
    def row_word(self) -> str:
        """The word that does whole rows; empty if they are done pack after pack."""
        name = "move_row" if self.moves else f"{self.reduction.name}_{self.ctype.name}_row"
        return name if not self.width.lanes and self.words_of.has_word(name) else ""

    @property
    def packs(self) -> Tuple[Pack, ...]:
        return tuple(pack for pack in self.words_of.packs(self.ctype) if self.moves or self.word(pack))

    @property
    def cover(self) -> Cover:
        """The largest pack that a slice of the kernel's width holds."""
        pack = next(pack for pack in self.packs if pack.bytes <= self.slice_bytes)
        count, rest = divmod(self.slice_bytes, pack.bytes)
        return Cover(pack, count, self.slice_bytes - pack.bytes if rest else None)

    @property
    def is_straight(self) -> bool:
        """Whether the packs of a slice are unrolled. One pack of small floats takes a hundred instructions or more."""
        return self.cover.count <= (1 if self.ctype.kind == Kind.NARROW else 4)


def in_order(isa: Isa, dtype: Dtype) -> Optional[Vector]:
    """The lanes of a small float that an instruction set converts at once, after each other."""
    vector = isa.vector(dtype.ctype)
    return vector if vector and vector.is_in_order else isa.scales(dtype.ctype)


@dataclass(frozen=True)
class ConvertKernel:
    """Writes or combines updates of one compute type to output of another one, which is wider, or to which they are rounded."""

    reduction: Reduction
    ctype: CType
    width: Width  # 1, or 0 for any
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_{self.reduction.kernel}_{self.ctype.name}_{self.width.name}__{self.isa.name}"

    @property
    def vector(self) -> Optional[Vector]:
        """Lanes that are converted at once, in the order of memory; None if the compiler's own vectors do, or none."""
        if not self.ctype.small_float:
            return None
        return in_order(self.isa, self.ctype.small_float)

    @property
    def row_word(self) -> str:
        """The word that does whole rows; empty if there is none."""
        name = f"{self.reduction.kernel}_{self.ctype.name}_row"
        return name if self.isa.has_word(name) else ""

    @property
    def saturates(self) -> bool:
        """Whether it can be told to limit magnitudes to the largest number of output's type."""
        return self.ctype.to.kind == Kind.NARROW

    def word(self, lanes: Optional[int] = None) -> str:
        """The word that combines elements of output's type."""
        return f"{self.reduction.name}_{self.ctype.to.name}" + (f"x{lanes}" if lanes else "")


@dataclass(frozen=True)
class SumKernel:
    """Combines slices with their updates, which are listed, in registers of a wider type, and rounds each element once."""

    reduction: Reduction
    ctype: CType  # from output's to the wider one
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_sum_{self.reduction.name}_{self.ctype.name}__{self.isa.name}"

    @property
    def vector(self) -> Optional[Vector]:
        """None of the scalar kernel, of which a compiler makes vectors."""
        return self.isa.vector(self.ctype.dtype.ctype)

    @property
    def word(self) -> str:
        return f"{self.reduction.name}_{self.ctype.to.name}"

    @property
    def vectors_at_once(self) -> List[int]:
        """Sums of 64 elements, if half of the registers hold as many; half of that; and one vector, which is enough where conversions are
        most of the work."""
        if not self.vector:
            return []
        if self.ctype.bytes == 1 or self.ctype.dtype.ctype in self.isa.any_width_only:
            return [1]
        registers = min(64 * self.ctype.to.bytes // self.vector.register_bytes, 8)
        n = registers // len(self.vector.parts)
        return [count for count in (n, n // 2) if count > 1] + [1]


def kept_at_once(isa: Isa, reduction: Reduction) -> Tuple[int, ...]:
    """How many of the largest registers hold what is combined until another slice is named: half of them at most, and of minima half of
    that, which take as long."""
    maximum = isa.registers // (2 if reduction.name == "add" else 4)
    return tuple(n for n in (8, 4, 2, 1) if n <= min(maximum, 8 if reduction.name == "add" else 4))


@dataclass(frozen=True)
class FuseKernel:
    """Combines rows of a table, which may have weights, with slices that are kept in registers as long as the same is named."""

    reduction: Reduction
    ctype: CType
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_fuse_{self.reduction.name}_{self.ctype.name}__{self.isa.name}"

    @property
    def packs(self) -> Tuple[Pack, ...]:
        """Those that it has the words for; none of the scalar kernel."""
        there = {word.name for word in self.isa.words}
        packs = self.isa.packs(self.ctype) if self.isa.vector_packs else ()
        return tuple(pack for pack in packs if there.issuperset((self.word("mul", pack), self.word(self.reduction.name, pack))))

    @property
    def is_narrow(self) -> bool:
        """Whether its numbers are small floats, which are rounded to their own type each time."""
        return self.ctype.kind == Kind.NARROW and not self.ctype.to

    @property
    def number(self) -> str:
        """The type of a number that is combined, in C."""
        return "uint16_t" if self.is_narrow else "float" if (self.ctype.to or self.ctype).bytes == 4 else "double"

    @property
    def one(self) -> str:
        """The number 1, in C."""
        form = self.ctype.dtype.format
        return f"0x{form.bias << form.mantissa_bits:04x}" if self.is_narrow else "1"

    @property
    def vector(self) -> Optional[Vector]:
        """The lanes of a small float that are converted at once; None of the scalar kernel."""
        return in_order(self.isa, self.ctype.dtype)

    @property
    def vectors_at_once(self) -> Tuple[int, ...]:
        """Of the sums of small floats."""
        return (4, 1) if self.vector else ()

    @property
    def has_loop_without_weights(self) -> bool:
        return self.reduction.name == "add" and not self.is_narrow

    @property
    def may_negate(self) -> bool:
        """Whether it does another reduction, of numbers with the other sign."""
        return self.reduction.name in axes.FUSED_AS.values()

    def word(self, name: str, pack: Pack) -> str:
        return f"{name}_{self.ctype.name}x{pack.register_bytes // self.ctype.bytes}"

    def every(self, pack: Pack, number: str) -> str:
        """The word for a number in all lanes."""
        if not self.is_narrow:
            return f"{self.word('every', pack)}({number})"
        bits = 8 * self.ctype.bytes
        return f"every_b{bits}x{pack.register_bytes // self.ctype.bytes}((int{bits}_t){number})"

    @property
    def registers(self) -> Iterator[Tuple[Pack, int]]:
        """What is kept at once, as much as there is room for first: half of the registers of the largest size at most, and of minima half
        of that, which take as long. Small floats are converted most of the time, and need few."""
        counts = (2, 1) if self.is_narrow else kept_at_once(self.isa, self.reduction)
        for pack in self.packs:
            yield from ((pack, n) for n in (counts if pack is self.packs[0] else (1,)))


@dataclass(frozen=True)
class ReduceKernel:
    """Reduces segments of narrow slices, whose updates follow each other."""

    GATHERED_BYTES = 4

    reduction: Reduction
    ctype: CType
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_reduce_{self.reduction.name}_{self.ctype.name}__{self.isa.name}"

    @property
    def packs(self) -> Tuple[Pack, ...]:
        """None of the scalar kernel."""
        return self.isa.packs(self.ctype) if self.isa.vector_packs else ()

    @property
    def number(self) -> str:
        """The type of an element, in C."""
        if self.ctype.kind == Kind.FLOAT:
            return "float" if self.ctype.bytes == 4 else "double"
        return f"int{8 * self.ctype.bytes}_t"

    @property
    def lanes(self) -> int:
        """How many numbers a word gathers; 0 if there is none."""
        lanes = self.isa.largest_register_bytes // self.GATHERED_BYTES
        has_word = any(word.name == f"gather_b{8 * self.GATHERED_BYTES}x{lanes}" for word in self.isa.words)
        return lanes if has_word and self.ctype.bytes == self.GATHERED_BYTES else 0

    def word(self, pack: Pack) -> str:
        return f"{self.reduction.name}_{self.ctype.name}x{pack.register_bytes // self.ctype.bytes}"


@dataclass(frozen=True)
class Block:
    """Columns of a row that are in registers at once."""

    bytes: int
    type: str  # of a register, in C
    lanes: int
    loads: Tuple[str, ...]  # what each register has of `row`
    stores: Tuple[str, ...]  # of `value_0` and so on

    @property
    def olds(self) -> Tuple[str, ...]:
        """What each register has of the slice."""
        return tuple(load.replace("(row", "(out") for load in self.loads)


def after(name: str, offset: int) -> str:
    """The address of so many bytes after another one, in C."""
    return f"{name} + {offset}" if offset else name


@dataclass(frozen=True)
class BagKernel:
    """Reduces segments of rows in registers, small floats in those of the wider type."""

    NARROW_BYTES = 16  # of a slice that is narrower than the largest registers

    reduction: Reduction
    ctype: CType
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_bag_{self.reduction.name}_{self.ctype.name}__{self.isa.name}"

    @property
    def is_wide(self) -> bool:
        return self.ctype.kind == Kind.NARROW

    @property
    def vector(self) -> Optional[Vector]:
        """The lanes of a small float that are converted at once; none of others, and of the scalar kernel."""
        return self.isa.vector(self.ctype.dtype.ctype) if self.is_wide else None

    @property
    def number_ctype(self) -> str:
        return "f32" if self.is_wide else self.ctype.name

    @property
    def number(self) -> str:
        """The type of a number in C."""
        return {"f32": "float", "f64": "double"}[self.number_ctype]

    @property
    def loops(self) -> Tuple[bool, ...]:
        """Which loops it has: with weights, and without. Products of small floats would be rounded before the least of them is found."""
        if self.reduction.name != "add":
            return (not self.is_wide,)
        return (True, False) if self.number_ctype == "f32" else (True,)

    def word(self, name: str, block: Block) -> str:
        return f"{name}_{self.number_ctype}" + (f"x{block.lanes}" if block.lanes > 1 else "")

    def every(self, block: Block, number: str) -> str:
        return f"{self.word('every', block)}({number})" if block.lanes > 1 else number

    def quotient(self, block: Block, value: str) -> str:
        return f"{self.word('div', block)}({value}, count)" if block.lanes > 1 else f"{value} / count"

    def weight_at(self, t: str) -> str:
        narrow = self.ctype.dtype.ctype
        wide = f"load_{self.number_ctype}(weights + {t} * weight_bytes)"
        if not self.is_wide:
            return wide
        return f"weight_bytes == {self.ctype.bytes} ? widen_{narrow}(load_{narrow}(weights + {t} * {self.ctype.bytes})) : {wide}"

    @property
    def blocks(self) -> Tuple[Tuple[Block, ...], ...]:
        """The largest registers, as many as half of them at most, and of minima half of that, which take as long; then what is narrower. Of
        float64, which rows seldom have, there are fewer."""
        counts = tuple(n for n in kept_at_once(self.isa, self.reduction) if n in (4, 1) or self.number_ctype != "f64")
        if not self.isa.vector_packs:
            return ((Block(self.ctype.bytes, self.number, 1, (), ()),),)  # templates/bag.j2 has a loop of its own
        if self.is_wide:
            return (tuple(self._converted(n) for n in (4, 1)),)
        largest, *others = self.isa.packs(self.ctype)
        narrow = [pack for pack in others if pack.bytes == self.NARROW_BYTES or pack is others[-1]]
        return (tuple(self._packed(largest, n) for n in counts), *((self._packed(pack, 1),) for pack in narrow))

    def _packed(self, pack: Pack, n: int) -> Block:
        loads = tuple(f"{pack.load}({after('row', k * pack.bytes)})" for k in range(n))
        stores = tuple(f"{pack.store}({after('out', k * pack.bytes)}, value_{k})" for k in range(n))
        return Block(n * pack.bytes, pack.type, pack.register_bytes // self.ctype.bytes, loads, stores)

    def _converted(self, n: int) -> Block:
        v, n_parts = self.vector, len(self.vector.parts)
        loads = tuple(f"{part}({v.load}({after('row', k * v.bytes)}))" for k in range(n) for part in v.parts)
        # A NaN may have any bits: weights of float32 have them, and the largest of two has all set. Exact reductions need no rounding.
        word = v.round.replace("round_", "round_any_") if not self.reduction.is_exact else ""
        rounded = [f"{word}(value_{k})" if word else f"value_{k}" for k in range(n * n_parts)]
        joined = (f"{v.join}({', '.join(rounded[k * n_parts : (k + 1) * n_parts])})" for k in range(n))
        stores = tuple(f"{v.store}({after('out', k * v.bytes)}, {value})" for k, value in enumerate(joined))
        return Block(n * v.bytes, v.type, v.register_bytes // 4, loads, stores)

    @property
    def whole_bytes(self) -> int:
        """What a slice has behind a multiple of these is combined with columns before it, once more, as only what is replaced may be."""
        return self.blocks[0][-1].bytes

    @property
    def min_bytes(self) -> int:
        """Of a slice."""
        return self.blocks[-1][-1].bytes


class WithScalar:
    """A kernel that leaves what does not fill a vector to the scalar one."""

    @property
    def scalar_name(self) -> str:
        return self.name.replace(f"__{self.isa.name}", "__scalar")


@dataclass(frozen=True)
class IndicesKernel(WithScalar):
    """Checks tuples, or turns them into slice indices: `step` says what happens to an index out of bounds."""

    step: str
    type: IndexType
    k: int  # 0: any
    position_dependent: bool  # positions are added to slice indices; only with one component
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_{self.step}_{self.type.ctype}_k{self.k or 'n'}{'p' if self.position_dependent else ''}__{self.isa.name}"

    @property
    def run(self) -> tuple[str, int, int]:
        """What the kernels have in common of which one is chosen."""
        return self.step, self.type.bytes, int(self.position_dependent)

    @property
    def period(self) -> int:
        """Vectors after which the components repeat in the lanes."""
        return self.k // gcd(self.k, self.isa.indices.lanes)


@dataclass(frozen=True)
class SelectKernel(WithScalar):
    """Copies the tuples of one selection, with their updates of one element each."""

    ctype: CType
    isa: Isa

    @property
    def is_quick(self) -> bool:
        return self.isa.slice_indices is not None and self.isa.slice_indices.is_quick

    @property
    def name(self) -> str:
        return f"strew_select_{self.ctype.name}__{self.isa.name}"


@dataclass(frozen=True)
class GatherKernel:
    """Copies slices of so many bytes from where the tuples name them; 0: any number."""

    bytes: int
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_gather_b{8 * self.bytes or 'n'}__{self.isa.name}"

    @property
    def packs(self) -> Iterator[Tuple[int, Pack]]:
        """What a slice is copied in, each with where it begins; nothing if a compiler knows better."""
        at = 0 if self.isa.copies and self.bytes > 1 else self.bytes
        while at < self.bytes:
            pack = next(pack for pack in self.isa.vector_packs if pack.bytes <= self.bytes - at)
            yield at, pack
            at += pack.bytes

    @property
    def lines(self) -> List[int]:
        """Offsets that touch every cache line of 64 bytes that a slice may be on."""
        return [*range(0, self.bytes, 64)] + ([self.bytes - 1] if self.bytes > 16 else [])


@dataclass(frozen=True)
class TakeKernel:
    """Copies elements of so many bytes from where indices name them as they are stored."""

    bytes: int
    type: IndexType
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_take_b{8 * self.bytes}_{self.type.ctype}__{self.isa.name}"


@dataclass(frozen=True)
class PutKernel:
    """Combines elements with those of output that indices name as they are stored."""

    reduction: Reduction
    ctype: CType
    type: IndexType
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_put_{self.reduction.name}_{self.ctype.name}_{self.type.ctype}__{self.isa.name}"

    @property
    def moves(self) -> bool:
        return self.reduction.name == "none"

    @property
    def word(self) -> str:
        return f"{self.reduction.name}_{self.ctype.name}"


@dataclass(frozen=True)
class MeanKernel:
    """Adds up elements in sums of so many bytes, and divides them."""

    ctype: CType
    sum_bytes: int
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_mean_{self.ctype.name}_s{8 * self.sum_bytes}__{self.isa.name}"

    @property
    def is_in_place(self) -> bool:
        """Whether the sums are divided where they are, because they have the type of a float."""
        return self.ctype.adds_means

    @property
    def adds(self) -> bool:
        """Whether it makes its sums, which no other kernel can: those of 128 bits."""
        return self.sum_bytes > 8


@dataclass(frozen=True)
class ScaleKernel:
    """Converts float32 with a scale to elements of a narrow dtype, and back."""

    dtype: Dtype
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_scale_{self.dtype.ctype}__{self.isa.name}"

    @property
    def vector(self) -> Optional[Vector]:
        """Lanes that are converted at once; None of the scalar kernel."""
        return self.isa.scales(self.dtype.ctype)

    @property
    def quantizes(self) -> bool:
        """Whether it has the way from float32, too."""
        return self.dtype.kind != Kind.UNSIGNED


@dataclass(frozen=True)
class BlockKernel:
    """Converts between float32 and blocks."""

    format: axes.BlockFormat
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_blocks_{self.format.name}__{self.isa.name}"


@dataclass(frozen=True)
class AffineKernel:
    """Converts integers of at most one byte, which have zero points and scales, to float32."""

    dtype: Union[Dtype, axes.PackedDtype]
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_affine_{self.dtype.name}__{self.isa.name}"

    @property
    def is_packed(self) -> bool:
        return isinstance(self.dtype, axes.PackedDtype)

    @property
    def is_signed(self) -> bool:
        return self.dtype.is_signed if self.is_packed else self.dtype.kind == Kind.SIGNED


def is_compared_by_key(dtype: Dtype, ctype: CType) -> bool:
    """Whether the elements of a dtype are compared as bits of a compute type that is only moved."""
    return dtype.kind not in (Kind.BITS, Kind.COMPLEX) and dtype.bytes == ctype.bytes


@dataclass(frozen=True)
class ArgKernel:
    """Compares elements with updates, and stores the updates that win and the numbers of their tuples."""

    ctype: CType
    isa: Isa

    @property
    def name(self) -> str:
        return f"strew_arg_{self.ctype.name}__{self.isa.name}"

    @property
    def registers(self) -> Tuple[Pack, ...]:
        """Whole ones; the elements that are left are compared one by one. None of the scalar kernel."""
        return tuple(pack for pack in self.isa.vector_packs if pack.bytes == pack.register_bytes)

    def at_once(self, pack: Pack) -> Tuple[int, ...]:
        """How many registers of elements are kept, each with one of keys and one of places: where there are 16 of them, two at most."""
        return (4 if self.isa.registers > 16 else 2, 1) if pack is self.registers[0] else (1,)

    def _word(self, name: str, pack: Pack) -> Optional[Word]:
        named = f"{name}_{self.ctype.name}x{pack.bytes // self.ctype.bytes}"
        return next((word for word in self.isa.words if word.name in (named, f"{named}_i64")), None)

    def lanes_type(self, pack: Pack) -> str:
        """Of what wins: a register, or a bit for each lane."""
        return self._word("beats", pack).result

    def puts(self, pack: Pack) -> bool:
        """Whether a word stores numbers where elements win."""
        return self._word("put", pack) is not None

    @property
    def condition(self) -> str:
        """Whether a build has a type that the kernel is for."""
        return f"STREW_BUILD_COMPARED_{self.ctype.macro}"
