"""Instruction sets: one module each, found by being in this folder.

A module sets ISA to one record: how the dispatcher recognises the instruction set, how its files are compiled, and its vocabulary, the few
words in which templates are written. If a word is absent, the kernels that need it do not exist; only scalar must have every word.
"""

import importlib
import pkgutil
from dataclasses import dataclass, replace
from typing import Iterable, List, Optional, Tuple, Union


@dataclass(frozen=True)
class Cpuid:
    """One bit that x86's cpuid instruction must report."""

    leaf: int
    subleaf: int
    register: str  # eax, ebx, ecx or edx
    bit: int


@dataclass(frozen=True)
class Hwcap:
    """One bit that Linux must report in getauxval(AT_HWCAP)."""

    bit: int


@dataclass(frozen=True)
class Xcr0:
    """One bit of the register state that the operating system must save for x86's vector registers."""

    bit: int


@dataclass(frozen=True)
class Word:
    """One function of a vocabulary, rendered as `static inline`."""

    name: str
    result: str
    parameters: str
    body: Tuple[str, ...]
    why: str = ""
    needs: str = ""  # a word that it calls: if that is missing, this one is left out
    # For words that reduce: what the templates look up.
    reduction: str = ""
    ctype: str = ""
    register_bytes: int = 0  # less than the register has if only its low end is computed: the word then serves the packs that fit


def available(words: Iterable[Word]) -> Tuple[Word, ...]:
    """Words without those that need a missing word. A word comes after the words that it calls, as in C."""
    there: List[Word] = []
    for word in words:
        if not word.needs or any(word.needs == other.name for other in there):
            there.append(word)
    return tuple(there)


@dataclass(frozen=True)
class Pack:
    """What one load and one store move: `bytes` of memory in a register of `register_bytes`."""

    bytes: int
    register_bytes: int
    type: str  # of the register
    load: str
    store: str


@dataclass(frozen=True)
class IndexVector:
    """The vector that check and linearise kernels work in: `lanes` int64 at once."""

    lanes: int
    type: str
    slice_indices_type: str


@dataclass(frozen=True)
class SliceIndexVector:
    """The vector that kernels which select tuples work in: `lanes` slice indices at once."""

    lanes: int
    type: str
    mask: str  # a bit for every lane
    is_quick: bool  # selecting is worth it even if slices are in the caches: see ways/selections.c


@dataclass(frozen=True)
class Vector:
    """Some lanes of a small float as registers of the type that it is computed in: each word of `parts` widens some of them to one
    register, and `join` makes the lanes of them all again."""

    ctype: str
    bytes: int  # of the lanes in memory
    type: str  # of a register
    register_bytes: int
    parts: Tuple[str, ...]
    join: str  # empty: nothing is converted back
    round: str = ""  # a word that rounds each part, if `join` does not
    is_in_order: bool = True  # the parts are lanes after each other
    within: str = ""  # a word that joins them within a largest magnitude, where there is a better way than to clamp them before

    @property
    def load(self) -> str:
        return f"load_{self.bytes}"

    @property
    def store(self) -> str:
        return f"store_{self.bytes}"

    @property
    def lanes(self) -> int:
        """Those of all parts, which are four bytes wide."""
        return len(self.parts) * self.register_bytes // 4

    @property
    def words(self) -> Tuple[str, ...]:
        return (*self.parts, *filter(None, [self.join, self.round]))


@dataclass(frozen=True)
class Isa:
    name: str
    title: str
    number: int  # in the public enumeration, 1 to 15; never changed and never reused
    rank: int  # higher is better; scalar is 0
    guard: str  # preprocessor condition under which the instruction set is native
    processors: Tuple[str, ...]  # the same for CMake: values of CMAKE_SYSTEM_PROCESSOR; empty: every one
    flags: Tuple[str, ...]
    features: Tuple[Union[Cpuid, Hwcap, Xcr0], ...]
    includes: Tuple[str, ...]
    words: Tuple[Word, ...]
    elements: Tuple[Word, ...] = ()  # scalar's words that vector kernels use too, for one element in a general register
    vector_packs: Tuple[Pack, ...] = ()  # largest first; empty: one element at a time
    any_width_only: Tuple[str, ...] = ()  # compute types without kernels for fixed widths: with much arithmetic, those gain little
    min_bytes: int = 0  # of slices that it combines. If any, what is moved, or converted without a word for rows, is the next one's
    conversions: Tuple[Vector, ...] = ()  # of small floats, one for each; of others a compiler makes vectors
    scaled: Tuple[Vector, ...] = ()  # of narrow types, in order, for float32 of any value
    indices: Optional[IndexVector] = None  # None: one tuple at a time
    slice_indices: Optional[SliceIndexVector] = None  # None: it selects no tuples
    registers: int = 16  # of the largest pack
    alone_bytes: int = 16  # single elements of at most so many may be combined in general registers: see gen.axes.is_combined_alone
    copies: bool = False  # bytes of any address in vectors, where a compiler copies them one by one
    msvc_flags: Tuple[str, ...] = ()  # for a compiler that does not know `flags`
    native_macro: str = ""  # of SIMDe, defined if the compiler has the instructions with these flags; scalar has none
    target: str = ""  # what `flags` give, for an attribute of functions; empty: what the processor always has
    header: str = ""  # of the compiler, with the intrinsics that SIMDe calls

    @property
    def is_portable(self) -> bool:
        """Whether its words are those of SIMDe, which are portable C where a CPU lacks the instructions."""
        return all(include.startswith("simde/") for include in self.includes)

    @property
    def is_proved(self) -> bool:
        """Whether its kernels have contracts: a model checker knows plain C."""
        return not self.includes

    @property
    def largest_register_bytes(self) -> int:
        return max((pack.register_bytes for pack in self.vector_packs), default=0)

    def packs(self, ctype) -> Tuple[Pack, ...]:
        """The packs that hold whole lanes, largest first."""
        if not self.vector_packs:
            return (Pack(ctype.bytes, ctype.bytes, "", f"load_{ctype.name}", f"store_{ctype.name}"),)
        return tuple(pack for pack in self.vector_packs if pack.bytes >= ctype.bytes)

    def vector(self, ctype: str) -> Optional[Vector]:
        """The lanes of a small float that it converts at once, if it has the words for that."""
        return self._find(self.conversions, ctype)

    def scales(self, ctype: str) -> Optional[Vector]:
        """The lanes of a narrow type that it scales at once, if it has the words for that."""
        return self._find(self.scaled, ctype)

    def _find(self, vectors: Tuple[Vector, ...], ctype: str) -> Optional[Vector]:
        there = {word.name for word in self.words}
        found = next((vector for vector in vectors if vector.ctype == ctype and there.issuperset(vector.words)), None)
        return found and replace(found, within=found.within if found.within in there else "")

    def has_word(self, name: str) -> bool:
        return any(word.name == name for word in self.words)

    def keeps(self, ctype) -> bool:
        """Whether updates of a compute type can be selected."""
        return self.has_word(f"keep_{ctype.name}")

    def compares(self, ctype) -> bool:
        """Whether elements of a compute type are compared by their keys."""
        return any(word.name.startswith(f"beats_{ctype.name}x") for word in self.words)

    def word(self, reduction: str, ctype: str, pack: Pack) -> Optional[str]:
        """The name of the word that reduces this pack and computes the fewest other lanes, or None."""
        words = [word for word in self.words if (word.reduction, word.ctype) == (reduction, ctype)]
        fitting = [word for word in words if pack.bytes <= word.register_bytes <= pack.register_bytes]
        return min(fitting, key=lambda word: word.register_bytes).name if fitting else None


def load_all() -> Tuple[Isa, ...]:
    """Every instruction set, in order of rank: scalar first."""
    modules = [importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__)]
    return tuple(sorted((module.ISA for module in modules if hasattr(module, "ISA")), key=lambda isa: isa.rank))
