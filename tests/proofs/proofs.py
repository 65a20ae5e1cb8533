"""What is proved: a function for each contract, and how each of its bounds is broken; and the lemmas that contracts rest on.

A kernel reads and writes elements by words, whose contracts say where, and a word that combines elements has no address. So kernels whose texts are
the same but for such words have one proof, which is that of the first of them.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Dict, Iterator, List, Set, Tuple

from tests.scripts import ROOT

FOLDER = Path(__file__).resolve().parent
GENERATED = ROOT / "generated"
LEMMAS = {path.stem: path for path in sorted((FOLDER / "lemmas").glob("*.smt2"))}

# What a mutant changes, wherever it stands in the function, and what then goes wrong.
BOUNDS: Tuple[Tuple[str, str, str], ...] = (
    (r"i < (n_tuples|end)(?=; i)", r"i <= \1", "one tuple too many"),
    (r"\bt < n_tuples(?=; )", "t <= n_tuples", "one tuple too many"),
    (r"\(size_t\)c \* sizeof index", "(size_t)(c + 1) * sizeof index", "another component"),
    (r"\bi < n(?=; )", "i <= n", "one element too many"),
    (r"(?<=n_tuples - t < )STREW_CONVERTED \? n_tuples - t : ", "1 ? 1 : ", "more than are left"),
    (r"\{n \* (\d+)", r"{(n + 1) * \1", "one element too many"),
    (r"at < end(?= \* \d+; )", "at <= end", "one tuple too many"),
    (r"end - i >= (\d+)(?=;)", r"end - i + 1 >= \1", "one tuple too many"),
    (r"n_tuples - i < (\d+) \? n_tuples : i \+ \1", r"i + \1", "an end beyond the last tuple"),
    (r"c < (components->k|\d+)", r"c <= \1", "one component too many"),
    (r"j < (slice_bytes|\d+)(?=;)", r"j <= \1", "one element too many"),
    (r"(?<!\] )\bi \* (\d+)(?=;)", r"i * (\1 + 1)", "tuples too far apart"),
    (r"c \* (\d+)\)", r"c * (\1 + 1))", "components too far apart"),
    (r"(slice_indices|tuples)\[i\] \* (\d+)(?=;)", r"\1[i] * (\2 + 1)", "slices too far apart"),
    (r"(?<=is_out_of_bounds )\|= wrapped >=", "|= wrapped >", "an index that equals the size"),
    (r"index >= size", "index > size", "an index that equals the size"),
    (r"is_out_of_bounds \? UINT32_MAX : \(uint32_t\)", "(uint32_t)", "no sentinel"),
    (r"clamp\(wrapped, components->size\[c\]\)", "wrapped", "an index that is not clamped"),
    (r"positions\[i\](?=;)", "positions[i + 1]", "the position of another tuple"),
    (r"n_tuples - i < row \? n_tuples : i \+ row", "i + row", "a row beyond the last tuple"),
    (r"(?<=row_end - i < )STREW_WRAPPED_ELEMENTS \? row_end : (?=i)", "1 ? row_end : ", "an end beyond that of the row"),
    (r"(?<= - )(16|8|4|2)(?=, \1\);)", r"(\1 - 1)", "a copy that ends too late"),
    (r"n_begun < of->n(?= &&)", "n_begun <= of->n", "one offset too many"),
    (r"i < of->n_given(?=; )", "i <= of->n_given", "one offset too many"),
    (r"low \+ \(high - low\) / 2", "high", "a middle that is not between"),
    (r"offset < tuple \? 0 : ", "", "an offset below the tuples"),
    (r"t < stop(?=; )", "t <= stop", "one tuple too many"),
    (r"strew_min\(n - done, GROUP\)", "GROUP", "more than are left"),
    (r"offset > of->n_tuples \? of->n_tuples : ", "", "an offset above the tuples"),
    (r"\bi \* sizeof", "(i + 1) * sizeof", "the place of another one"),
    (r"i < size(?=; )", "i <= size", "one byte too many"),
    (r"strew_min\(size, what->bytes\)", "size", "all that a caller has"),
    (r"at \+ n <= n_all", "at <= n_all", "positions behind the last one"),
    (r"max / layout->inner(?=; )", "2 * max / layout->inner", "a block that is too large"),
    (r"max / layout->inner(?=\);)", "max", "a span that is too large"),
    (r"(?<=layout, )max(?=\);)", "2 * max", "a block that is too large"),
    (r"(?<=d = )((?:layout->)?n_dims) - 1(?=; )", r"\1", "one dimension too many"),
    (r"(?<=d = layout->split) - 1(?=; )", "", "one dimension too many"),
    (r"layout->n_dims(?=, layout->split)", "layout->n_dims + 1", "one dimension too many"),
    (r"(?<=d < )innermost(?=; )", "innermost + 99", "dimensions behind the last one"),
    (r"\bi < CHUNK(?=; )", "i <= CHUNK", "one index too many"),
    (r"n - i >= CHUNK", "n - i > 0", "more indices than are left"),
    (r"\b(find_costs|count_applied|find_offsets|strew_(?:needs_touched|moved_bytes|moves_rows|m?a[kp]\w+_ns|reduces_by_lengths))\(plan\)", r"\1(plan + 9)", "no plan"),
    (r"n_tuples > SIZE_MAX / 64", "n_tuples > SIZE_MAX / 4", "sizes that are too large"),
    (r"(?<=[cd] < )(?!innermost)([\w>-]+)(?=;| &&)", r"\1 + 1", "one dimension too many"),
    (r"d >= n(?=;)", "d > n", "one dimension too many"),
    (r"distance / step_bytes \+ 1", "distance + 2", "a stride that no int64 has"),
    (r"while \(b != 0\)", "while (a != 0)", "a division by 0"),
    (r"divisor == 0 \|\| divisor % slice_bytes == 0", "divisor != 0", "a unit of 0"),
    (r"\bd < end(?=; )", "d <= end", "one dimension too many"),
    (r"positions.n < max", "positions.n <= STREW_MAX_RANK", "a grid of too many dimensions"),
    (r"(?<=batch_dims, )n_dims(?=\))", "n_dims + 1", "one dimension too many"),
    (r"(?<== )data->rank - 1(?=; )", "data->rank", "one dimension too many"),
    (r"(?<=c = )k - 1(?=; )", "k", "one component too many"),
    (r"found > data->rank - batch(?=\))", "found > data->rank", "a tuple that is too long"),
    (r"rank < axis \? rank : ", "", "more batch dimensions than there are"),
    (r"request->data->shape\[axis\]", "request->data->shape[axis + 1]", "the size of another dimension"),
    (r"(?<=dims->)end(?=, (?:stride|plan))", "end + 1", "one dimension too many"),
    (r"indices->rank(?=\);)", "indices->rank + 1", "one dimension too many"),
    (r"d <= last(?=; )", "d <= last + 1", "one dimension too many"),
    (r"rank > STREW_MAX_BLOCK_RANK", "rank > STREW_MAX_BLOCK_RANK + 1", "one dimension too many"),
    (r"axis >= rank", "axis > rank", "an axis that equals the rank"),
    (r"axis > last", "axis > last + 1", "an axis that equals the rank"),
    (r"\b(vector|indices)->rank != 1", r"\1->rank < 0", "a tensor of any rank"),
    (r"request->offsets != NULL && ", "", "offsets that are not there"),
    (r"(?<== )(tensor|arg)->rank - 1(?=; )", r"\1->rank", "one dimension too many"),
    (r"(?<=REJECT\(fault, )STREW_STATUS_STRIDES_TOO_MANY", "STREW_OK", "a call that is not rejected"),
    (r"sizeof value(?=\))", "sizeof value + 1", "a byte too many"),
    (r"\(out, in, (\d+|slice_bytes)\);", r"(out, in, \1 + 1);", "a copy of too much"),
)  # fmt: skip
# What breaks nothing: what a kernel of `check` answers is no address, and the first component is the only one of k1.
HARMLESS = {"_check_": "an index that equals the size", "_k1": "components too far apart"}

# Functions of kernels.h with contracts, which rest on lemmas or say what a caller knows; and memcpy, of which it counts where it writes.
WITH_CONTRACTS = ("strew_tuple_at", "strew_move_by", "strew_slice_at", "strew_slice_of", "strew_nth_slice", "strew_nth_update")
# Rooms with contracts, and functions there of which it is assumed that planning makes them right.
ROOMS: Dict[str, Tuple[str, ...]] = {"offsets.c": ("read",), "sized_struct.c": (), "dims.c": ("step_of",), "plan_pool.c": (), "flat_indices.c": (),
                                     "layout.h": (), "layout.c": ("choose_spans",), "validate.c": ("multiply",),
                                     "estimate.c": (), "prepare.c": (), "views.c": (), "arg.c": (), "plan.c": (), "index_view.c": (), "blocks.c": ()}
DEFINED = r"(?m)^(?!typedef)\w[\w *]*?\b(\w+)\(([^()]*)\)\n((?: +STREW_.*\n)*){\n(?:.*\n)*?}$"
DECLARED = r"(?m)^\w[\w *]*?\b(\w+)\([^()]*\)(?:\n? +STREW_.*)+;$"
KINDS = {"float": 4, "double": 8, "bits128": 16, "complex64": 8, "complex128": 16}  # and their bytes

# The parts of a kernel that reads indices row by row, and what they are called with behind output and updates.
PARTS = {"PLAIN": "indices, i, end, size, prefetch_bytes", "WRAPPED": "indices, i, end, low, size, prefetch_bytes"}


@dataclass(frozen=True)
class Proof:
    name: str
    source: str  # in generated/ or runtime/
    contract: str  # a declaration with it, or nothing if it stands where the function is
    harness: str
    replaced: Tuple[str, ...]  # functions of which only the contract counts
    body: str = ""  # the text of the function
    others: Tuple[str, ...] = ()  # functions with the same text but for words

    @property
    def text(self) -> str:
        return "\n".join(["#include \"proof.h\"", f'#include "{self.source}"', "", *([f"{self.contract};"] if self.contract else []), self.harness, ""])

    @property
    def has_contract(self) -> bool:
        return self.name != "words"

    @property
    def shape(self) -> Tuple[str, ...]:
        """The same for functions that differ in words alone."""

        def sized(match: "re.Match[str]") -> str:
            return f"bytes{KINDS.get(match[1]) or int(match[2]) // 8}"

        def general(text: str) -> str:
            text = text.replace(self.name, "kernel")
            text = re.sub(r"\b(load|store)_(\w+)", lambda match: f"{match[1]}_{bytes_of()[match[2]]}" if match[2] in bytes_of() else match[0], text)
            text = re.sub(r"\b(\w+)(?=\()", lambda match: "word" if match[1] in words() else match[0], text)
            text = re.sub(r"\b\w+_(plain|wrapped|stage|combine)\b", r"\1", text)
            return re.sub(rf"\b({'|'.join(KINDS)}|u?int(\d+)_t)\b", sized, text) if self.name.startswith(("load_", "store_")) else text

        return tuple(map(general, (self.body, self.contract, self.harness)))

    def mutants(self, text: str) -> Iterator[Tuple[str, str]]:
        """The source with one bound of the function broken, and which."""
        begin = text.index(self.body)
        for pattern, broken, what in BOUNDS:
            for place in re.finditer(pattern, self.body):
                if any(part in self.name and what == harmless for part, harmless in HARMLESS.items()):
                    continue
                changed = self.body[: place.start()] + place.expand(broken) + self.body[place.end():]
                yield what, text[:begin] + changed + text[begin + len(self.body):]


@lru_cache(maxsize=None)
def read(source: str) -> str:
    """A file that was rendered, or a room."""
    return next(folder / source for folder in (GENERATED, ROOT / "runtime") if (folder / source).exists()).read_text()


@lru_cache(maxsize=None)
def vocabulary() -> str:
    return read("elements.h") + read("scalar/vocabulary.h")


@lru_cache(maxsize=None)
def bytes_of() -> Dict[str, int]:
    """The bytes of an element of each type that has words to load and to store it."""
    types = re.findall(r"(?m)^static inline (\w+) load_(\w+)\(", vocabulary())
    return {name: KINDS.get(type_) or int(re.sub(r"\D", "", type_)) // 8 for type_, name in types}


@lru_cache(maxsize=None)
def words() -> Dict[str, Tuple[str, ...]]:
    """The words that combine or convert elements, with the types of what they take. Those of indices are proved with the kernels that call them."""
    found = re.findall(r"(?m)^static inline \w+ (\w+)\(([^*\n]*)\)$", vocabulary())
    return {name: tuple(of.rsplit(" ", 1)[0] for of in taken.split(", ")) for name, taken in found if name not in ("wrap", "clamp")}


def called(body: str, *others: str) -> Tuple[str, ...]:
    """The functions that a kernel calls and of which only the contract counts."""
    pattern = "|".join(("(?:load|store)_\\w+", *WITH_CONTRACTS, *others))
    return tuple(sorted(set(re.findall(rf"\b({pattern})\(", body.split("{", 1)[1]))))


def functions(text: str, kind: str) -> Iterator[Tuple[str, str]]:
    """The names of functions whose declarations begin so, and their texts."""
    for match in re.finditer(rf"(?m)^{kind}(\w+)\([^{{}};]*\n{{\n(?:.*\n)*?}}$", text):
        yield match[1], match[0]


def kernels(source: str, macro: str) -> Iterator[Tuple[str, str]]:
    for match in re.finditer(rf"(?m)^(?:STREW_OWN_FRAME )?STREW_{macro}\((\w+)\)\n(?: .*\n)*{{\n(?:.*\n)*?}}$", read(source)):
        yield match[1], match[0]


def sources() -> List[str]:
    return [f"scalar/{path.name}" for path in sorted((GENERATED / "scalar").glob("*.c"))]


def of_words() -> Iterator[Proof]:
    """Words that read or write an element, and in one program those that combine and convert them: for no values is their arithmetic undefined."""
    for source in ("elements.h", "scalar/vocabulary.h"):
        for name, body in functions(read(source), r"static inline \w+ (?=load_|store_)"):
            element = re.search(r"STREW_(?:LOADS|STORES)\(\w+, (\w+)\)", body)[1]
            yield Proof(name, source, "", f"STREW_PROVES_{'LOAD' if name[0] == 'l' else 'STORE'}({name}, {element})", (), body)
    any_of = "\n".join(f"    {type_} any_{type_};" for type_ in sorted(set(chain(*words().values()))))
    calls = "\n".join(f"    {name}({', '.join(f'any_{type_}' for type_ in types)});" for name, types in words().items())
    yield Proof("words", source, "", f"void prove(void)\n{{\n{any_of}\n{calls}\n}}", (), "", tuple(words()))


def of_indices() -> Iterator[Proof]:
    source = "scalar/indices.c"
    for name, body in kernels(source, "INDICES"):
        step, bits, k, p = re.match(r"strew_([a-z]+)_i(\d+)_k(.)(p?)__scalar", name).groups()
        bytes_ = int(bits) // 8
        n, total = ("components->k", "strew_any_bytes") if k == "n" else (k, f"n_tuples * {int(k) * bytes_}")
        contract = f"STREW_INDICES({name})\n    STREW_{'INDICES' if step == 'check' else 'LOCATES'}_CONTRACT({n}, {total})"
        contract += f"\n    STREW_REQUIRES(n_tuples == 0 || {total} >= {n} * {bytes_})" if k == "n" else ""
        contract += "\n    STREW_REQUIRES_BYTES(positions, n_tuples * sizeof *positions)" if p else ""
        yield Proof(name, source, contract, f"STREW_PROVES_INDICES({name})", called(body), body)


def of_gathers() -> Iterator[Proof]:
    source = "scalar/gather.c"
    for name, body in kernels(source, "GATHER"):
        width = re.search(r"output \+ i \* (\d+);", body)
        bytes_, total = (width[1], f"n_tuples * {width[1]}") if width else ("slice_bytes", "strew_any_bytes")
        contract = f"STREW_GATHER({name})\n    STREW_GATHER_CONTRACT({bytes_}, {total})"
        yield Proof(name, source, contract, f"STREW_PROVES_GATHER({name})", called(body, "copy_slice"), body)
    for name, body in functions(read(source), r"static STREW_INLINE void (?=copy_slice)"):
        yield Proof(name, source, "", f"STREW_PROVES_COPY({name})", (), body)


def of_applies() -> Iterator[Proof]:
    for source in sources():
        if "templates/apply.c.j2" not in read(source):
            continue
        for name, body in kernels(source, "APPLY"):
            width = re.search(r"slice_indices\[i\] \* (\d+);", body)
            bytes_ = width[1] if width else "slices->slice_bytes"
            total = f"n_tuples * {bytes_}" if f"updates + i * {bytes_};" in body else "strew_any_bytes"
            contract = f"STREW_APPLY({name})\n    STREW_APPLY_CONTRACT({bytes_}, {total})"
            contract += "" if width else f"\n    STREW_REQUIRES(slices->slice_bytes % {re.search(r'j [+]= (?!64)([0-9]+)', body)[1]} == 0)"
            yield Proof(name, source, contract, f"STREW_PROVES_APPLY({name})", called(body, "memcpy"), body)


def of_conversions() -> Iterator[Proof]:
    """Kernels whose updates have another type than output, and the parts of those of one element."""
    for source in sources():
        if "templates/convert.c.j2" not in read(source):
            continue
        moved = "".join(body for name, body in kernels(source, "APPLY") if name.startswith("strew_move_"))
        for name, body in kernels(source, "APPLY"):
            own = name.replace("strew_", "").replace("__scalar", "")
            wide = re.search(r"slices->slice_bytes / (\d+), out_bytes = n \* (\d+);", body)
            if wide:
                taken, given = wide.groups()
                contract = f"STREW_APPLY({name})\n    STREW_APPLY_CONTRACT(slices->slice_bytes, strew_any_bytes)"
                contract += f"\n    STREW_REQUIRES(slices->slice_bytes % {taken} == 0 && slices->slice_bytes / {taken} * {given} <= strew_any_bytes)"
            else:
                taken, given = re.search(r"updates \+ t \* (\d+)", body)[1], re.search(r"STREW_CONVERTED \* (\d+)", body)[1]
                contract = f"STREW_APPLY({name})\n    STREW_APPLY_CONTRACT({given}, n_tuples * {taken})"
            yield Proof(name, source, contract, f"STREW_PROVES_APPLY({name})", called(body, rf"{own}_\w+"), body)
        for kind, calls in (("STAGE", moved), ("COMBINE", "")):
            for name, body in kernels(source, kind):
                yield Proof(name, source, "", f"STREW_PROVES_{kind}({name})", called(body + calls), body)


def of_rows() -> Iterator[Proof]:
    """Kernels that read indices row by row, and their parts, whose contracts stand where they are."""
    for source in sources():
        for macro, given in (("TAKE", "in"), ("PUT", "updates, step")):
            for name, body in kernels(source, macro):
                own = name.replace("strew_", "").replace("__scalar", "")
                sizes = [int(bits) // 8 for bits in re.findall(r"_[bi](\d+)(?=_|$)", own)]
                contract = f"STREW_{macro}({name})\n    STREW_{macro}_CONTRACT({', '.join(map(str, sizes[::-1] if macro == 'TAKE' else sizes[-1:]))})"
                yield Proof(name, source, contract, f"STREW_PROVES_{macro}({name})", (f"{own}_plain", f"{own}_wrapped"), body)
            for kind, taken in PARTS.items():
                for name, body in kernels(source, f"{macro}_{kind}"):
                    yield Proof(name, source, "", f"STREW_PROVES_PART({name}, output, {given}, {taken})", called(body, "memcpy"), body)


@lru_cache(maxsize=None)
def headers() -> str:
    return "".join(path.read_text() for path in (*sorted((ROOT / "runtime").glob("*.h")), FOLDER / "proof.h"))


@lru_cache(maxsize=None)
def declared() -> Tuple[str, ...]:
    """Functions with contracts in headers, which rooms share."""
    return (*re.findall(DECLARED, headers()), *(match[1] for match in re.finditer(DEFINED, headers()) if match[3]))


@lru_cache(maxsize=None)
def texts(source: str) -> Dict[str, str]:
    """What functions and macros do that a room may call."""
    text = headers() + read(source)
    macros = re.findall(r"(?m)^#define (\w+)\(((?:.*\\\n)*.*)$", text)
    return {**dict(macros), **{match[1]: match[0].split("{", 1)[1] for match in re.finditer(DEFINED, text)}}


def reached(source: str, name: str, contracted: Set[str]) -> Tuple[str, ...]:
    """The functions with contracts that a function calls, itself or by others."""
    seen, todo = {name}, [texts(source)[name]]
    while todo:
        new = set(re.findall(r"\b\w+(?=\()", todo.pop())) - seen
        seen |= new
        todo += [texts(source)[other] for other in new - contracted if other in texts(source)]
    return tuple(sorted(seen & contracted - {name}))


def of_rooms() -> Iterator[Proof]:
    """Functions by hand, whose contracts stand where they are."""
    for source, assumed in ROOMS.items():
        defined = {match[1]: match for match in re.finditer(DEFINED, read(source))}
        found = {name: match for name, match in defined.items() if match[3] or name in declared()}
        for name, match in found.items():
            if name in assumed:
                continue
            parameters = [" ".join(parameter.split()) for parameter in match[2].split(",")]
            arguments = ", ".join(re.search(r"\w+$", parameter)[0] for parameter in parameters)
            local = "".join(f"    {parameter};\n" for parameter in parameters)
            harness = f"void prove(void)\n{{\n{local}    choose_any();\n    {name}({arguments});\n}}"
            yield Proof(name, source, "", harness, reached(source, name, {*found, *declared()}), match[0])


def all_proofs() -> Dict[str, Proof]:
    by_shape: Dict[Tuple[str, ...], Proof] = {}
    for proof in chain(of_words(), of_indices(), of_gathers(), of_applies(), of_conversions(), of_rows(), of_rooms()):
        first = by_shape.get(proof.shape)
        by_shape[proof.shape] = replace(first, others=(*first.others, proof.name)) if first else proof
    return {proof.name: proof for proof in by_shape.values()}
