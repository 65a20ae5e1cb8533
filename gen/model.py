"""Combines the axes into kernels: which exist, in which order, and why the others do not. Pure functions of gen/axes.py and gen/isa/."""

from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Tuple, Union

from gen import axes, isa as isas
from gen.axes import Dtype, Kind, Reduction, Width
from gen.checks import GeneratorError, check_axes, check_isas
from gen.isa import Isa
from gen.kernels import (
    AffineKernel, ApplyKernel, ArgKernel, BagKernel, BlockKernel, ConvertKernel, CType, FuseKernel, GatherKernel,
    in_order, IndicesKernel, is_compared_by_key, MeanKernel, PutKernel, ReduceKernel, ScaleKernel, SelectKernel, SumKernel,
    TakeKernel,
)


@dataclass(frozen=True)
class Hole:
    isa: Isa
    reduction: Reduction
    ctype: CType
    reason: str


@dataclass(frozen=True)
class Grid:
    isas: Tuple[Isa, ...]  # scalar first
    ctypes: Tuple[CType, ...]
    apply: Tuple[Union[ApplyKernel, ConvertKernel], ...]  # in the dispatcher's order
    indices: Tuple[IndicesKernel, ...]
    select: Tuple[SelectKernel, ...]
    gather: Tuple[GatherKernel, ...]  # those for any width last
    take: Tuple[TakeKernel, ...]
    put: Tuple[PutKernel, ...]
    sums: Tuple[SumKernel, ...]
    fused: Tuple[FuseKernel, ...]
    reduced: Tuple[ReduceKernel, ...]
    bags: Tuple[BagKernel, ...]
    mean: Tuple[MeanKernel, ...]  # of a compute type, the one with the smallest sums first
    scale: Tuple[ScaleKernel, ...]
    blocks: Tuple[BlockKernel, ...]
    affine: Tuple[AffineKernel, ...]
    arg: Tuple[ArgKernel, ...]  # of a compute type, best first
    holes: Tuple[Hole, ...]
    operations: Tuple[Reduction, ...]  # first those that callers name, in the order of the public enumeration, whose numbers they share
    largest_opaque_bytes: int = axes.LARGEST_OPAQUE_BYTES
    dtypes: Tuple[Dtype, ...] = axes.DTYPES

    @property
    def index_dtypes(self) -> Tuple[Dtype, ...]:
        """What indices may be."""
        return tuple(dtype for dtype in self.dtypes if dtype.is_integer)

    @property
    def reductions(self) -> Tuple[Reduction, ...]:
        """What callers name."""
        return tuple(reduction for reduction in self.operations if not reduction.number_of)

    def ctype_of(self, dtype: Dtype, reduction: Reduction) -> Optional[CType]:
        """The compute type whose kernels do the reduction for the dtype; None for a move, which depends on the size, and if there is
        none."""
        if reduction.name == "none" or dtype.kind == Kind.BITS or (reduction.counts and dtype.kind == Kind.BOOL):
            return None
        name = dtype.shares if axes.is_shared(dtype, reduction) else dtype.ctype
        return next(ctype for ctype in self.ctypes if ctype.name == name)

    def ctypes_of(self, dtype: Dtype, reduction: Reduction) -> List[CType]:
        """Every compute type that a reduction of a dtype needs, for all options. A slice moves in the largest that fits, up to 16 bytes."""
        if reduction.name == "none":
            return [ctype for ctype in self.ctypes if ctype.dtype is None and ctype.bytes >= (dtype.bytes or 8)]
        computes = {self.ctype_of(dtype, operation) for operation in self.operations if operation.asked_as == reduction.name}
        return [ctype for ctype in self.ctypes if ctype in computes]

    def conversions_of(self, dtype: Dtype) -> List[CType]:
        """From a dtype to the wider type that it can be accumulated in, and back; none if there is no wider one."""
        return [ctype for ctype in self.ctypes if ctype.to and dtype.ctype == min(ctype, ctype.to, key=lambda end: end.bytes).dtype.ctype]

    def wide_ctypes_of(self, dtype: Dtype) -> List[CType]:
        """What accumulating a dtype in a wider type needs: that type, and the conversions; none if there is no wider one."""
        conversions = self.conversions_of(dtype)
        return [ctype for ctype in self.ctypes if ctype in conversions or (conversions and ctype == conversions[0].to)]

    def condition_of(self, reduction: Reduction, ctype: CType) -> str:
        """When a build has the kernels of a reduction on a compute type. Means of all but wider floats are accumulated in a wider type."""
        if not ctype.to:
            condition = " || ".join(f"STREW_BUILD_REDUCTION_{name.upper()}" for name in self.callers_of(reduction, ctype))
            own = self.own_condition_of(ctype)
            return condition if reduction.accumulates or not own else f"({condition}) && ({own} || STREW_BUILD_FEATURE_CONVERSIONS)"
        if reduction.name in ("none", "add"):
            converts = " || STREW_BUILD_CONVERSIONS" if reduction.name == "none" else ""
            return "STREW_BUILD_ACCUMULATE" + converts + (" || STREW_BUILD_REDUCTION_MEAN" if ctype.is_of_means else "")
        return f"STREW_BUILD_ACCUMULATE && STREW_BUILD_REDUCTION_{reduction.name.upper()}"

    def own_condition_of(self, ctype: CType) -> str:
        """When a build has kernels of a compute type that others are accumulated in besides those that they need, which combine slices of
        any width, by reductions that accumulate; and if updates are converted, by all. Empty for all other compute types."""
        return f"STREW_BUILD_OWN_CTYPE_{ctype.macro}" if ctype.name in axes.WIDE_CTYPES.values() and not ctype.to else ""

    def callers_of(self, reduction: Reduction, ctype: CType) -> List[str]:
        """The reductions, as callers name them, that need the kernels of one on a compute type. Those that add also make the sums of
        means of floats."""
        sums = reduction.name == "add" and ctype.adds_means
        needs = [other.asked_as for other in self.operations if axes.done_by(other, ctype.kind) is reduction or (other.counts and sums)]
        return list(dict.fromkeys(needs))

    def select_kernels(self, isa: Isa) -> List[SelectKernel]:
        """The kernels that select tuples under an instruction set; it may have none."""
        return [kernel for kernel in self.select if kernel.isa is isa]

    def gather_kernels(self, isa: Isa) -> List[GatherKernel]:
        """The kernels that gather under an instruction set; it may have none."""
        return [kernel for kernel in self.gather if kernel.isa is isa]

    def take_kernels(self, isa: Isa) -> List[TakeKernel]:
        """The kernels that take single elements under an instruction set; it may have none."""
        return [kernel for kernel in self.take if kernel.isa is isa]

    def put_kernels(self, isa: Isa, ctype: CType, reduction: Reduction) -> List[PutKernel]:
        """The kernels that combine single elements in one file; it may have none."""
        return [kernel for kernel in self.put if (kernel.isa, kernel.ctype, kernel.reduction) == (isa, ctype, reduction)]

    def sum_kernels(self, isa: Isa, ctype: CType, reduction: Reduction) -> List[SumKernel]:
        """The kernels that sum up slices in registers in one file; it may have none."""
        return [kernel for kernel in self.sums if (kernel.isa, kernel.ctype, kernel.reduction) == (isa, ctype, reduction)]

    def fuse_kernels(self, isa: Isa, ctype: CType) -> List[FuseKernel]:
        """The kernels that combine rows of a table in one file; it may have none."""
        return [kernel for kernel in self.fused if (kernel.isa, kernel.ctype) == (isa, ctype)]

    def reduce_kernels(self, isa: Isa, ctype: CType) -> List[ReduceKernel]:
        """The kernels that reduce segments in one file; it may have none."""
        return [kernel for kernel in self.reduced if (kernel.isa, kernel.ctype) == (isa, ctype)]

    def bag_kernels(self, isa: Isa, ctype: CType) -> List[BagKernel]:
        """The kernels that reduce segments of rows in one file; it may have none."""
        return [kernel for kernel in self.bags if (kernel.isa, kernel.ctype) == (isa, ctype)]

    def bag_condition_of(self, kernel: BagKernel) -> str:
        """When a build has the kernel."""
        own = self.own_condition_of(kernel.ctype) or f"STREW_BUILD_CTYPE_{kernel.ctype.macro}"
        return f"({self.condition_of(kernel.reduction, kernel.ctype)}) && {own}"

    def fused_condition_of(self, kernel: FuseKernel) -> str:
        """When a build has the kernel: with any of the reductions that it does."""
        does = [row for row in self.operations if row is kernel.reduction or axes.FUSED_AS.get(row.name) == kernel.reduction.name]
        own = self.own_condition_of(kernel.ctype) or f"STREW_BUILD_CTYPE_{kernel.ctype.macro}"
        return f"({' || '.join(f'({self.condition_of(row, kernel.ctype)})' for row in does)}) && {own}"

    def mean_kernels(self, isa: Isa) -> List[MeanKernel]:
        """The kernels of means under an instruction set; it may have none."""
        return [kernel for kernel in self.mean if kernel.isa is isa]

    def scale_kernels(self, isa: Isa) -> List[ScaleKernel]:
        """The kernels that convert with a scale under an instruction set; it may have none."""
        return [kernel for kernel in self.scale if kernel.isa is isa]

    def block_kernels(self, isa: Isa) -> List[BlockKernel]:
        """The kernels of blocks under an instruction set; it may have none."""
        return [kernel for kernel in self.blocks if kernel.isa is isa]

    def affine_kernels(self, isa: Isa) -> List[AffineKernel]:
        """The kernels of zero points under an instruction set; it may have none."""
        return [kernel for kernel in self.affine if kernel.isa is isa]

    def compared_ctypes(self) -> List[str]:
        """The compute types of the kernels that store which tuple won."""
        return [ctype.name for ctype in self.ctypes if any(kernel.ctype == ctype for kernel in self.arg)]

    def compared_dtypes(self, ctype: CType) -> List[Dtype]:
        """The dtypes that are compared in it."""
        return [row for row in axes.DTYPES if (row.ctype == ctype.name if ctype.dtype else is_compared_by_key(row, ctype))]

    def arg_kernels(self, isa: Isa) -> List[ArgKernel]:
        """The kernels that store which tuple won under an instruction set; it may have none."""
        return [kernel for kernel in self.arg if kernel.isa is isa]

    def groups(self, isa: Isa, ctype: CType) -> List[Tuple[Reduction, List[Union[ApplyKernel, ConvertKernel]]]]:
        """The kernels of one file, by reduction."""
        mine = [kernel for kernel in self.apply if kernel.isa is isa and kernel.ctype == ctype]
        return [
            (reduction, kernels)
            for reduction in self.operations
            for kernels in [[kernel for kernel in mine if kernel.reduction is reduction]]
            if kernels
        ]


def make_ctypes() -> Tuple[CType, ...]:
    moved = [CType(f"b{8 * bytes_}", bytes_, None) for bytes_ in axes.MOVE_BYTES]
    computed = [CType(dtype.ctype, dtype.bytes, dtype) for dtype in axes.DTYPES if dtype.kind != Kind.BITS]
    return (*moved, *computed, *make_conversions(computed))


def make_conversions(computed: List[CType]) -> Iterator[CType]:
    """From every compute type to the wider one that it can be accumulated in, and back."""
    for ctype in computed:
        name = axes.WIDE_CTYPES.get((ctype.kind, ctype.bytes))
        for wide in (other for other in computed if other.name == name):
            yield CType(f"{ctype.name}_{wide.name}", ctype.bytes, ctype.dtype, wide)
            yield CType(f"{wide.name}_{ctype.name}", wide.bytes, wide.dtype, ctype)


def reductions_of(ctype: CType) -> Iterator[Reduction]:
    """The reductions of a compute type: moves for plain sizes; for others all arithmetic that no shared compute type does. What converts
    moves too, and computes in the wider type."""
    if ctype.to:
        widens = ctype.to.bytes > ctype.bytes
        yield from (row for row in axes.REDUCTIONS if row.name == "none" or (widens and row.accumulates and not row.counts))
        return
    for reduction in axes.REDUCTIONS:
        if reduction.counts or (reduction.name == "none") != (ctype.dtype is None):
            continue
        if ctype.dtype and axes.is_shared(ctype.dtype, reduction):
            continue
        if axes.done_by(reduction, ctype.kind) is reduction:
            yield reduction


def max_fixed_lanes(isa: Isa, reduction: Reduction, ctype: CType) -> int:
    """The widest slice that has a kernel of its own."""
    maximum = axes.LARGEST_FIXED_BYTES // ctype.bytes
    if reduction.number_of or ctype.name in isa.any_width_only:
        return 0
    if isa.vector_packs or ctype.dtype is None:
        return maximum
    return 0 if ctype.kind == Kind.NARROW else min(maximum, axes.LARGEST_FIXED_SCALAR_LANES)


def widths_of(isa: Isa, reduction: Reduction, ctype: CType) -> Iterator[Width]:
    """Two elements of b8 are one of b16, so below the largest size an even width of moves belongs to the next one."""
    for width in axes.WIDTHS:
        is_own = ctype.dtype or ctype.bytes == max(axes.MOVE_BYTES) or width.lanes % 2 or width.lanes == 0
        is_wide = width.lanes == 0 or width.lanes * ctype.bytes >= isa.min_bytes
        if is_own and is_wide and width.lanes <= max_fixed_lanes(isa, reduction, ctype):
            yield width


def missing_word(isa: Isa, reduction: Reduction, ctype: CType) -> Optional[str]:
    """Why an instruction set cannot reduce a compute type. Its largest registers may lack the word; the smallest pack must have it."""
    if ctype.dtype is None:
        return f"{isa.name} combines slices, and leaves moves to the next instruction set" if isa.min_bytes else None
    pack = isa.packs(ctype)[-1]
    if isa.word(reduction.name, ctype.name, pack) or isa.has_word(f"{reduction.name}_{ctype.name}_row"):
        return None
    return f"{isa.name} has no word for {reduction.name} on {ctype.name} in registers of {pack.register_bytes} bytes"


def sum_bytes_of(ctype: CType) -> Tuple[int, ...]:
    """The sums of a mean, in bytes; none if a compute type has no mean of its own, as small floats, which are accumulated in float32. Sums
    of integers cannot overflow: those of 8 bytes have room for 2^32 integers of 4 bytes, and those of 16 bytes for more."""
    if ctype.to:
        return ()
    if ctype.kind in (Kind.SIGNED, Kind.UNSIGNED):
        return {4: (8, 16), 8: (16,)}.get(ctype.bytes, (8,))
    return (ctype.bytes,) if ctype.kind == Kind.FLOAT else ()


def fuses(isa: Isa, reduction: Reduction, ctype: CType) -> bool:
    """Whether an instruction set combines rows of the type. Small floats gain nothing without vectors."""
    if not ctype.to:
        return bool(FuseKernel(reduction, ctype, isa).packs) if isa.rank else ctype.kind != Kind.NARROW
    return isa.rank == 0 or bool(in_order(isa, ctype.dtype))


def weighs(isa: Isa, reduction: Reduction, ctype: CType) -> bool:
    """Whether an instruction set reduces segments of rows of the type, which may have weights."""
    if isa.rank == 0 or ctype.kind == Kind.NARROW:
        return isa.rank == 0 or isa.vector(ctype.dtype.ctype) is not None
    lanes = isa.largest_register_bytes // ctype.bytes
    return not missing_word(isa, reduction, ctype) and isa.has_word(f"every_{ctype.name}x{lanes}")


def is_scaling(isa: Isa, dtype: Dtype) -> bool:
    """Whether an instruction set has kernels that convert a narrow dtype with a scale; scalar always has."""
    return isa.rank == 0 or isa.scales(dtype.ctype) is not None


def make_grid() -> Grid:
    check_axes()
    known = isas.load_all()
    check_isas(known)
    ctypes = make_ctypes()
    best_first = list(reversed(known))
    whole = [isa for isa in best_first if not isa.min_bytes]
    kernels, holes = [], []
    for reduction in axes.REDUCTIONS:
        for ctype in ctypes:
            if reduction not in list(reductions_of(ctype)):
                continue
            for isa in best_first:
                if ctype.to:
                    largest = -1 if isa.rank and ctype.dtype.is_integer else 0 if reduction.name == "none" else 1
                    own = [ConvertKernel(reduction, ctype, width, isa) for width in axes.WIDTHS if width.lanes <= largest]
                    kernels += [kernel for kernel in own if isa in whole or (kernel.row_word and not kernel.width.lanes)]
                    continue
                missing = missing_word(isa, reduction, ctype)
                if missing and isa.rank == 0:
                    place = "gen/isa/reductions.h.j2 has none"
                    raise GeneratorError(f"{ctype.dtype.name} needs a scalar word for {reduction.name}: {place} for ctype {ctype.name}")
                if missing:
                    holes.append(Hole(isa, reduction, ctype, missing))
                    continue
                for width in widths_of(isa, reduction, ctype):
                    may_be_alone = width.lanes == 1 and ctype.bytes <= isa.alone_bytes and ctype.dtype
                    is_alone = may_be_alone and axes.is_combined_alone(ctype.dtype, reduction)
                    kernels.append(ApplyKernel(reduction, ctype, width, isa, words_of=known[0] if is_alone else isa))
    operations = sorted(axes.REDUCTIONS, key=lambda reduction: bool(reduction.number_of))
    indices = [
        IndicesKernel(step, index_type, k, position_dependent, isa)
        for step in axes.INDEX_STEPS
        for index_type in axes.INDEX_TYPES
        for position_dependent in (False, True)
        for isa in best_first
        for k in axes.COMPONENTS
        if (isa.rank == 0 or (isa.indices and k)) and (not position_dependent or (k == 1 and step != "check"))
    ]
    selected = [ctype for ctype in ctypes if ctype.dtype is None and ctype.bytes in axes.SELECTED_BYTES]
    select = [
        SelectKernel(ctype, isa)
        for ctype in selected
        for isa in best_first
        if isa.rank == 0 or (isa.slice_indices and isa.keeps(ctype))
    ]
    gather = [GatherKernel(bytes_, isa) for bytes_ in axes.GATHERED_BYTES for isa in whole if isa.rank == 0 or isa.copies]
    take = [TakeKernel(bytes_, index_type, known[0]) for index_type in axes.INDEX_TYPES for bytes_ in axes.TAKEN_BYTES]
    put = [
        PutKernel(reduction, ctype, index_type, known[0])
        for reduction in operations
        for ctype in ctypes
        for index_type in axes.INDEX_TYPES
        if ctype.name in axes.PUT_CTYPES.get(reduction.name, ())
    ]
    sums = [
        SumKernel(reduction, ctype, isa)
        for reduction in operations
        for ctype in ctypes
        for isa in whole
        if reduction.name in axes.SUMMED and ctype.to and ctype.kind == Kind.NARROW and (isa.rank == 0 or isa.vector(ctype.dtype.ctype))
    ]
    fused = [
        FuseKernel(reduction, ctype, isa)
        for reduction in operations
        for ctype in ctypes
        for isa in whole
        if ctype.name in axes.FUSED_CTYPES.get(reduction.name, ()) and fuses(isa, reduction, ctype)
    ]
    reduce_rows = (ReduceKernel(reduction, ctype, isa) for reduction in operations for ctype in ctypes for isa in whole)
    reduced = [
        kernel
        for kernel in reduce_rows
        if kernel.ctype.name in axes.REDUCED_CTYPES.get(kernel.reduction.name, ())
        and not missing_word(kernel.isa, kernel.reduction, kernel.ctype)
        and (kernel.lanes or kernel.isa.copies or kernel.isa.largest_register_bytes <= axes.REDUCED_REGISTER_BYTES)
    ]
    bags = [
        BagKernel(reduction, ctype, isa)
        for reduction in operations
        for ctype in ctypes
        for isa in whole
        if ctype.name in axes.BAG_CTYPES.get(reduction.name, ())
        and weighs(isa, reduction, ctype)
    ]
    mean = [MeanKernel(ctype, bytes_, known[0]) for ctype in ctypes for bytes_ in sum_bytes_of(ctype)]
    scale = [ScaleKernel(dtype, isa) for dtype in axes.DTYPES if dtype.is_scaled for isa in whole if is_scaling(isa, dtype)]
    # Plain C, of which a compiler makes wider vectors with the flags of an instruction set that has them.
    compiled = [isa for isa in whole if isa.rank == 0 or (isa.flags and isa.largest_register_bytes > 16)]
    blocks = [BlockKernel(row, isa) for row in axes.BLOCK_FORMATS for isa in compiled]
    integers = [dtype for dtype in axes.DTYPES if dtype.is_integer and dtype.bytes == 1]
    affine = [AffineKernel(row, isa) for row in (*axes.PACKED_DTYPES, *integers) for isa in compiled]
    compared = [ctype for ctype in ctypes if ctype.name in axes.COMPARED_CTYPES]
    arg = [
        ArgKernel(ctype, isa)
        for ctype in compared
        for isa in whole
        if isa.rank == 0 or isa.compares(ctype)
    ]
    rows = (kernels, indices, select, gather, take, put, sums, fused, reduced, bags, mean, scale, blocks, affine, arg, holes, operations)
    return Grid(known, ctypes, *map(tuple, rows))


def explain_cell(grid: Grid, isa: Isa, dtype: Dtype, reduction: Reduction) -> Tuple[bool, str]:
    """Whether an instruction set has kernels for a reduction of a dtype, and the compute type that does it, or the reason why not."""
    if reduction.name == "none":
        return not isa.min_bytes, next((hole.reason for hole in grid.holes if hole.isa is isa and not hole.ctype.dtype), "moves")
    ctype = grid.ctype_of(dtype, reduction)
    if ctype is None and reduction.counts and dtype.kind == Kind.BOOL:
        return False, "a mean of bool has no meaning"
    if ctype is None:
        return False, f"{dtype.name} is opaque: it can be moved, not computed with"
    operation = axes.done_by(reduction, dtype.kind)
    hole = next((hole for hole in grid.holes if (hole.isa, hole.reduction, hole.ctype) == (isa, operation, ctype)), None)
    if hole:
        return False, hole.reason
    return True, ctype.name if operation is reduction else operation.name


def count_kernels(grid: Grid) -> Dict[str, int]:
    """Kernels by instruction set."""
    applied = (*grid.apply, *grid.put, *grid.sums, *grid.fused, *grid.reduced, *grid.bags, *grid.mean)
    kernels = (*applied, *grid.indices, *grid.select, *grid.gather, *grid.take, *grid.scale, *grid.blocks, *grid.affine, *grid.arg)
    return {isa.name: sum(kernel.isa is isa for kernel in kernels) for isa in grid.isas}
