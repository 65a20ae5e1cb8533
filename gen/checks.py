"""Checks the tables before anything is rendered. A sentence says what is wrong with a row."""

import re
from collections import abc
from dataclasses import is_dataclass
from functools import lru_cache
from typing import Iterable, Optional, Tuple, Union, get_args, get_origin, get_type_hints

from gen import axes, profiles
from gen.axes import Dtype, IndexType, Kind, Reduction, Width
from gen.isa import Cpuid, Isa

# How many bytes a compute type of a kind can have: C has such a type, or a rule makes the words.
BYTES = {
    Kind.FLOAT: (4, 8),
    Kind.NARROW: (1, 2),
    Kind.SIGNED: (1, 2, 4, 8),
    Kind.UNSIGNED: (1, 2, 4, 8),
    Kind.BOOL: (1,),
    Kind.COMPLEX: (8, 16),
}
COMPUTED_IN = ("f32", Kind.FLOAT, 4)  # small floats, by gen/isa/shared.py
MAX_DTYPES = 63  # profiles are sets of 64 bits, and no dtype is 0
MAX_OPAQUE_BYTES = 512  # the public enumeration ends there
NAME = r"[a-z][a-z0-9_]*"
# An enumerator, and files in the folder of the compute types' files.
CTYPES_TAKEN = ("none", "indices", "select", "gather", "mean", "scale", "blocks", "affine", "arg")
STEPS = ("check", "linearise", "clamp")  # templates/indices.c.j2 knows these
NUMBERS = {"min": "min_number", "max": "max_number"}  # runtime/dispatch.c knows these
TABLES = {
    "KINDS_WITH_NAN": Tuple[Kind, ...],
    "DTYPES": Tuple[Dtype, ...],
    "LARGEST_OPAQUE_BYTES": int,
    "BLOCK_FORMATS": Tuple[axes.BlockFormat, ...],
    "BLOCK_FORMATS_BEGIN": int,
    "PACKED_DTYPES": Tuple[axes.PackedDtype, ...],
    "PACKED_DTYPES_BEGIN": int,
    "REDUCTIONS": Tuple[Reduction, ...],
    "WIDTHS": Tuple[Width, ...],
    "LARGEST_FIXED_BYTES": int,
    "LARGEST_FIXED_SCALAR_LANES": int,
    "MOVE_BYTES": Tuple[int, ...],
    "SELECTED_BYTES": Tuple[int, ...],
    "INDEX_TYPES": Tuple[IndexType, ...],
    "INDEX_STEPS": Tuple[str, ...],
    "COMPONENTS": Tuple[int, ...],
}
# Texts of an instruction set that are not C, and are rendered as they are into preprocessor lines, comments and CMake's lists.
TEXTS = {
    "title": (r"[\w .,()-]+", "words without quotes"),
    "guard": (r"1|defined\(\w+\)( (&&|\|\|) defined\(\w+\))*", "1, or defined(NAME) and more of them, joined by && or ||"),
    "processors": (r"\w+", "one word each"),
    "flags": (r"-[\w=.+-]+", "options of the compiler, which begin with -"),
    "includes": (r"[\w/.-]+\.h", "names of headers"),
}
REGISTERS = ("eax", "ebx", "ecx", "edx")  # which cpuid reports in


class GeneratorError(Exception):
    """The axes and vocabularies do not make a library; the text says why."""


def require(condition: object, sentence: str) -> None:
    if not condition:
        raise GeneratorError(sentence)


hints_of = lru_cache(maxsize=None)(get_type_hints)  # a vocabulary has hundreds of words, all of one type


def words_for(hint: object) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint).replace("typing.", "")


def fits(value: object, hint: object) -> bool:
    """Whether a value is of the type that a record of the tables gives it: a class, a tuple of any length, a mapping, a record, or
    one of several."""
    if get_origin(hint) is Union:
        return any(fits(value, one) for one in get_args(hint))
    if get_origin(hint) is abc.Mapping:
        return isinstance(value, abc.Mapping)
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(fits(item, get_args(hint)[0]) for item in value)
    return isinstance(value, hint) and (not is_dataclass(hint) or misfit(value) is None)


def misfit(record: object) -> Optional[str]:
    """The first field of a record that is not of its type, and that type; or None."""
    for name, hint in hints_of(type(record)).items():
        if not fits(getattr(record, name), hint):
            return f"{name} must be {words_for(hint)}"
    return None


def check_record(row: str, record: object) -> None:
    wrong = misfit(record)
    require(wrong is None, f"{row}: {wrong}")


def check_types() -> None:
    for table, hint in TABLES.items():
        value = getattr(axes, table)
        for row in filter(is_dataclass, value if isinstance(value, tuple) else ()):
            check_record(f"gen/axes.py: {row.name}", row)
        require(fits(value, hint), f"gen/axes.py: {table} must be {words_for(hint)}")


def check_names(what: str, names: Iterable[str]) -> None:
    """Names become those of files, functions and enumerators."""
    seen = set()
    for name in names:
        require(re.fullmatch(NAME, name), f'gen/axes.py: "{name}" is no name for {what}: small letters, digits and _ make one')
        require(name not in seen, f"gen/axes.py: {name} stands twice among the names of {what}")
        seen.add(name)


def check_numbers(what: str, numbers: Tuple[int, ...]) -> None:
    require(0 in numbers, f"gen/axes.py: {what} must have 0, which stands for any")
    require(min(numbers) == 0 and len(set(numbers)) == len(numbers), f"gen/axes.py: {what} must not be negative, nor stand twice")


def check_format(dtype: Dtype) -> None:
    layout, row = dtype.format, f"gen/axes.py: {dtype.name}"
    require(layout, f"{row} is a small float, which has a Format")
    e, m = layout.exponent_bits, layout.mantissa_bits
    maximum = 8 if layout.has_infinity else 7  # float32 has infinities in the last exponent of 8 bits
    require(2 <= e <= maximum, f"{row} has {e} bits of exponent: it must be 2 to 8, or to 7 without infinities")
    require(m >= 1, f"{row} has {m} bits of mantissa: it must be at least 1, because NaN is told from infinity by one")
    bits, has = 1 + e + m, f"a sign, {e} bits of exponent and {m} of mantissa"
    require(bits == 8 * dtype.bytes, f"{row} has {has}: {bits} bits, which are not its {8 * dtype.bytes}")


def check_kind(dtype: Dtype) -> None:
    row, has = f"gen/axes.py: {dtype.name}", f"{dtype.bytes or 'no'} bytes"
    if dtype.kind == Kind.BITS:
        require((dtype.bytes or 8) in axes.MOVE_BYTES, f"{row} has {has}, and nothing moves elements of so many")
    else:
        sizes = " or ".join(filter(None, (", ".join(map(str, BYTES[dtype.kind][:-1])), str(BYTES[dtype.kind][-1]))))
        require(dtype.bytes in BYTES[dtype.kind], f"{row} has {has}: {dtype.kind.name} has {sizes}")
    require(not dtype.format or dtype.kind == Kind.NARROW, f"{row} has a Format, which only small floats have")
    if dtype.kind == Kind.NARROW:
        check_format(dtype)
        is_computed = any((other.ctype, other.kind, other.bytes) == COMPUTED_IN for other in axes.DTYPES)
        require(is_computed, f"{row} is computed in float32, and no FLOAT of 4 bytes has ctype f32")


def check_shares(dtype: Dtype) -> None:
    computed = {other.ctype: other for other in axes.DTYPES if other.kind != Kind.BITS and other is not dtype}
    row, ctype = f"gen/axes.py: {dtype.name}", dtype.shares
    if not ctype:
        require(dtype.kind != Kind.COMPLEX, f"{row} is complex, and must share the ctype of its parts")
        return
    require(ctype in computed, f"{row} shares ctype {ctype}, which no other dtype has")
    other, shares = computed[ctype], {Kind.UNSIGNED: Kind.SIGNED, Kind.COMPLEX: Kind.FLOAT}
    can = "unsigned dtypes can share a signed one, and complex dtypes that of their parts"
    require(shares.get(dtype.kind) == other.kind, f"{row} shares ctype {ctype}: {can}")
    size = other.bytes * (2 if dtype.kind == Kind.COMPLEX else 1)
    require(size == dtype.bytes, f"{row} shares ctype {ctype}, whose elements, or pairs of them, have not its {dtype.bytes} bytes")


def check_dtypes() -> None:
    require(0 < len(axes.DTYPES) <= MAX_DTYPES, f"gen/axes.py: there are {len(axes.DTYPES)} dtypes, and must be 1 to {MAX_DTYPES}")
    check_names("dtypes", (dtype.name for dtype in axes.DTYPES))
    check_names("compute types", [f"b{8 * bytes_}" for bytes_ in axes.MOVE_BYTES] + [dtype.ctype for dtype in axes.DTYPES])
    names = {dtype.name for dtype in axes.DTYPES}
    for reduction in axes.REDUCTIONS:
        either = "is a dtype and a reduction, and gen/profiles.py could mean either"
        require(reduction.name not in names, f"gen/axes.py: {reduction.name} {either}")
    for dtype in axes.DTYPES:
        is_free = dtype.ctype not in CTYPES_TAKEN
        require(is_free, f"gen/axes.py: {dtype.name} has ctype {dtype.ctype}, a name that strew has given to something else")
    for dtype in axes.DTYPES:
        check_kind(dtype)
        check_shares(dtype)


def check_reductions() -> None:
    check_names("reductions", (reduction.name for reduction in axes.REDUCTIONS))
    check_names("kernels", (reduction.kernel for reduction in axes.REDUCTIONS))
    first = axes.REDUCTIONS[0].name if axes.REDUCTIONS else "missing"
    require(first == "none", f"gen/axes.py: the first reduction is {first}, and must be none: it is 0 for callers")
    named = [reduction.name for reduction in axes.REDUCTIONS if not reduction.number_of]
    for reduction in axes.REDUCTIONS:
        known = not reduction.number_of or (reduction.number_of in named and reduction.number_of != "none")
        require(known, f'gen/axes.py: {reduction.name} takes over from "{reduction.number_of}", which is no reduction that callers name')
        on_bool = reduction.on_bool
        known = not on_bool or any(other.name == on_bool and not other.on_bool and not other.counts for other in axes.REDUCTIONS[1:])
        require(known, f'gen/axes.py: {reduction.name} is done on bool by "{on_bool}", which is no reduction with kernels of its own there')
    numbers = {reduction.number_of: reduction.name for reduction in axes.REDUCTIONS if reduction.number_of}
    required = " and ".join(f"{name} from {number_of}" for number_of, name in NUMBERS.items())
    only = f"{required} must take over, and nothing else: runtime/dispatch.c knows these"
    require(numbers == NUMBERS, f"gen/axes.py: among the reductions {only}")


def check_profiles() -> None:
    known = {
        "dtypes": {dtype.name for dtype in axes.DTYPES},
        "indices": {index_type.name for index_type in axes.INDEX_TYPES},
        "reductions": {reduction.name for reduction in axes.REDUCTIONS if not reduction.number_of},
    }
    for profile in profiles.PROFILES:
        for column, names in known.items():
            unknown = ", ".join(sorted(set(getattr(profile, column).members) - names))
            row = f"gen/profiles.py: {profile.title}"
            require(not unknown, f"{row} has {unknown} among its {column}, which gen/axes.py does not have")


def check_axes() -> None:
    """Vocabularies are made from the axes, so this runs before any of them is loaded."""
    check_types()
    moves = tuple(2**n for n in range(5))
    require(axes.MOVE_BYTES == moves, f"gen/axes.py: MOVE_BYTES must be {moves}: every vocabulary has loads and stores for these")
    check_reductions()
    check_dtypes()
    check_numbers("WIDTHS", tuple(width.lanes for width in axes.WIDTHS))
    check_numbers("COMPONENTS", axes.COMPONENTS)
    fixed = axes.LARGEST_FIXED_BYTES
    require(max(axes.MOVE_BYTES) <= fixed, f"gen/axes.py: LARGEST_FIXED_BYTES is {fixed}, less than a lane may have")
    selected = axes.SELECTED_BYTES
    is_some = selected and len(selected) == len(set(selected) & set(moves))
    require(is_some, f"gen/axes.py: SELECTED_BYTES is {selected}, and must be some of MOVE_BYTES, each once")
    opaque = axes.LARGEST_OPAQUE_BYTES
    require(1 <= opaque <= MAX_OPAQUE_BYTES, f"gen/axes.py: LARGEST_OPAQUE_BYTES is {opaque}, and must be 1 to {MAX_OPAQUE_BYTES}")
    require(sorted(axes.INDEX_STEPS) == sorted(STEPS), f"gen/axes.py: INDEX_STEPS must be {', '.join(STEPS)} in any order")
    types = {(type_.name, type_.ctype, type_.bytes) for type_ in axes.INDEX_TYPES}
    is_known = types == {("int32", "i32", 4), ("int64", "i64", 8)} and len(axes.INDEX_TYPES) == 2
    require(is_known, "gen/axes.py: INDEX_TYPES must be int32 and int64")
    signed = {(dtype.name, dtype.ctype, dtype.bytes) for dtype in axes.DTYPES if dtype.kind == Kind.SIGNED}
    for name, ctype, bytes_ in sorted(types - signed):
        require(False, f"gen/axes.py: there is no SIGNED dtype {name} of ctype {ctype} and {bytes_} bytes, which indices have")
    check_profiles()


def check_texts(isa: Isa) -> None:
    for field, (pattern, form) in TEXTS.items():
        value = getattr(isa, field)
        for text in (value,) if isinstance(value, str) else value:
            require(re.fullmatch(pattern, text, re.ASCII), f'gen/isa/{isa.name}.py: {field} has "{text}", and must be {form}')
    has_macro = re.fullmatch(r"\w+", isa.native_macro, re.ASCII) or not isa.vector_packs
    require(has_macro, f"gen/isa/{isa.name}.py: native_macro must be SIMDe's macro for these instructions")


def check_features(isa: Isa) -> None:
    for feature in isa.features:
        row, bits = f"gen/isa/{isa.name}.py: a {type(feature).__name__}", 32 if isinstance(feature, Cpuid) else 64
        require(0 <= feature.bit < bits, f"{row} has bit {feature.bit}: it must be from 0 to {bits - 1}")
        if isinstance(feature, Cpuid):
            leaf, subleaf = feature.leaf, feature.subleaf
            require(leaf >= 0 and subleaf >= 0, f"{row} has leaf {leaf}, {subleaf}: neither can be negative")
            registers = ", ".join(REGISTERS)
            require(feature.register in REGISTERS, f'{row} has register "{feature.register}", and must have one of {registers}')


def check_isas(known: Tuple[Isa, ...]) -> None:
    for isa in known:
        check_record(f"gen/isa/{isa.name}.py", isa)
        check_texts(isa)
        check_features(isa)
    numbers = [isa.number for isa in known]
    has_scalar = known and known[0].name == "scalar" and known[0].rank == 0
    require(has_scalar, "gen/isa/scalar.py must be there, with rank 0: it is what all fall back on")
    for isa in known:
        row = f"gen/isa/{isa.name}.py"
        require(re.fullmatch(NAME, isa.name), f'{row}: "{isa.name}" is no name: small letters, digits and _ make one')
        require(
            1 <= isa.number <= 15 and numbers.count(isa.number) == 1, f"{row} has number {isa.number}: it must be from 1 to 15 and its own"
        )
        require([other.name for other in known].count(isa.name) == 1, f"{row} is there twice")
        require((isa.rank == 0) == (isa is known[0]), f"{row} has rank {isa.rank}: it must be more than 0, which is scalar's")
        require(isa is not known[0] or not isa.vector_packs, f"{row} has packs of a vector, and is what takes one lane at a time")
        sizes = [pack.bytes for pack in isa.vector_packs]
        require(sizes == sorted(set(sizes), reverse=True), f"{row}: vector_packs must stand from the largest to the smallest, each once")
        missing = [str(bytes_) for bytes_ in axes.MOVE_BYTES if bytes_ not in sizes]
        require(not sizes or isa.min_bytes or not missing, f"{row}: vector_packs has none of {', '.join(missing)} bytes, which lanes have")
        names = [word.name for word in isa.words]
        twice = sorted({name for name in names if names.count(name) > 1})
        require(not twice, f"{row} has two words of the name {', '.join(twice)}")
        unknown = sorted(set(isa.any_width_only) - {dtype.ctype for dtype in axes.DTYPES})
        require(not unknown, f"{row} has {', '.join(unknown)} among any_width_only, and no dtype has such a ctype")
        reductions = {reduction.name for reduction in axes.REDUCTIONS}
        for word in isa.words:
            is_known = not word.reduction or word.reduction in reductions
            require(is_known, f"{row} has {word.name} for {word.reduction}, which is no reduction of gen/axes.py")
        for word in isa.elements:
            require(word in isa.words, f"{row} has {word.name} among its elements, and not among its words")
        require(len(isa.elements) == len(set(isa.elements)), f"{row} has one word twice among its elements")
