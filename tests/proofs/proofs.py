"""What is proved: a function for each contract, and how each of its bounds is broken; and the lemmas that contracts rest on.

A kernel reads and writes elements by words, whose contracts say where, and a word that combines elements has no address. So kernels whose texts are
the same but for such words have one proof, which is that of the first of them.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Dict, FrozenSet, Iterator, List, Tuple

from tests.scripts import ROOT

FOLDER = Path(__file__).resolve().parent
GENERATED = ROOT / "generated"
LEMMAS = {path.stem: path for path in sorted((FOLDER / "lemmas").glob("*.smt2"))}

# What a mutant changes, wherever it stands in the function, and what then goes wrong.
BOUNDS: Tuple[Tuple[str, str, str], ...] = (
    (r"i < (n_tuples|end)(?=; i)", r"i <= \1", "one tuple too many"),
    (r"\b(t|first) < (n_tuples|end|tuples->n)(?=; | &&)", r"\1 <= \2", "one tuple too many"),
    (r"\bs < (n|bags->n|lists->n)(?=; )", r"s <= \1", "one slice too many"),
    (r"\b([ij]) < n(?=; | &&)", r"\1 <= n", "one element too many"),
    (r"(?<=n_tuples - t < )STREW_CONVERTED \? n_tuples - t : ", "1 ? 1 : ", "more than are left"),
    (r"\{n \* (\d+)", r"{(n + 1) * \1", "one element too many"),
    (r"at < end(?= \* \d+; )", "at <= end", "one tuple too many"),
    (r"end - i >= (\d+)(?=;)", r"end - i + 1 >= \1", "one tuple too many"),
    (r"n_tuples - i < (\d+) \? n_tuples : i \+ \1", r"i + \1", "an end beyond the last tuple"),
    (r"c < (components->k|\d+)", r"c <= \1", "one component too many"),
    (r"\b([ij]) < (slice_bytes|\d+)(?=;)", r"\1 <= \2", "one element too many"),
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
    (r"(?<=, )sizeof (value|wide|narrow|chosen)(?=\))", r"sizeof \1 + 1", "a byte too many"),
    (r"load_(c\d+)\((out|in)\)", r"load_\1(\2 + 1)", "the place of another one"),
    (r"row < bags->n_rows", "row <= bags->n_rows", "an index that equals the size"),
    (r"n_elements == 1", "n_elements != 1", "slices of another width"),
    (r"within >> bins->fine_shift\[coarse\]", "within", "a bin too far"),
    (r"(?<=1 << log2 )< n", "<= n", "a power too large"),
    (r"strew_min\(bins->shift, wanted\)", "wanted", "more cuts than slices"),
    (r"!= UINT32_MAX\) counts", "!= 0) counts", "the bin of a sentinel"),
    (r"== UINT32_MAX\) continue", "== 0) continue", "the bin of a sentinel"),
    (r"== STREW_UNEVEN\)", "!= STREW_UNEVEN)", "bins of another kind"),
    (r"place, moved->update_bytes\)", "place, moved->update_bytes + 1)", "updates of another width"),
    (r"j \+= STREW_LINE_BYTES", "j += STREW_LINE_BYTES - 1", "another step"),
    (r"/ count", "/ (count - 1)", "another divisor"),
    (r"\(out, in, (\d+|slice_bytes)\);", r"(out, in, \1 + 1);", "a copy of too much"),
    (r"\(size_t\)c \* sizeof index", "(size_t)(c + 1) * sizeof index", "another component"),
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
    (r"from_indices < dims->end", "from_indices <= dims->end", "one dimension too many"),
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
)  # fmt: skip
# What breaks nothing: what a kernel of `check` answers is no address, and the first component is the only one of k1.
HARMLESS = {"_check_": "an index that equals the size", "_k1": "components too far apart"}

# Files by hand with contracts, and functions there that are not proved: planning makes them right, or lemmas do.
ROOMS: Dict[str, Tuple[str, ...]] = {
    "kernels.h": ("strew_tuple_at", "strew_move_by", "strew_slice_at", "strew_slice_of", "strew_row_at", "strew_nth_slice", "strew_nth_update"),
    "quotients.h": (),
    "bins.h": (),
    "bins.c": (),
    "offsets.c": ("read",),
    "sized_struct.c": (),
    "dims.c": ("step_of",),
    "plan_pool.c": (),
    "flat_indices.c": (),
    "layout.h": (),
    "layout.c": ("choose_spans",),
    "validate.c": ("multiply",),
    "estimate.c": (),
    "prepare.c": (),
    "views.c": (),
    "arg.c": (),
    "plan.c": (),
    "index_view.c": (),
    "blocks.c": (),
}
KINDS = {"float": 4, "double": 8, "bits128": 16, "complex64": 8, "complex128": 16}  # and their bytes

# A function, whose name and parameters stand there or, of a kernel, in the macro of its kind; and its contract, if it stands there.
FUNCTION = (
    r"(?m)^(?!typedef)(?:STREW_OWN_FRAME )?(?:STREW_(?P<kind>[A-Z_]+)\((?P<kernel>\w+)\)|[A-Za-z][\w *]*?\b(?P<name>\w+)\((?P<taken>[^()]*)\))\n"
    r"(?P<contract>(?: +STREW_.*\n)*){\n(?:.*\n)*?}$"
)
DECLARED = r"(?m)^\w[\w *]*?\b(\w+)\([^()]*\)(?:\n? +STREW_.*)+;$"  # one whose contract stands there


@dataclass(frozen=True)
class Proof:
    name: str
    source: str  # in generated/ or runtime/, where its contract stands
    harness: str
    replaced: Tuple[str, ...]  # functions of which only the contract counts
    body: str = ""  # the text of the function
    others: Tuple[str, ...] = ()  # functions with the same text but for words

    @property
    def text(self) -> str:
        return f'#include "proof.h"\n#include "{self.source}"\n\n{self.harness}\n'

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
            text = re.sub(r"\b\w+_(plain|wrapped|stage|combine|row|column|columns|weight)\b", r"\1", text)
            return re.sub(rf"\b({'|'.join(KINDS)}|u?int(\d+)_t)\b", sized, text) if self.name.startswith(("load_", "store_")) else text

        return tuple(map(general, (self.body, self.harness)))

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


@lru_cache(maxsize=None)
def signature(kind: str) -> str:
    """What kernels of a kind take."""
    declared = re.search(rf"#define STREW_{kind}\(name\)((?:.*\\\n)*.*)", read("kernels.h"))[1].replace("\\\n", " ")
    return re.search(r"\bname\((.*)\)$", declared)[1]


def harness(name: str, taken: str) -> str:
    """A call with any arguments."""
    parameters = [" ".join(parameter.replace("restrict", "").split()) for parameter in taken.split(",")]
    arguments = ", ".join(re.search(r"\w+$", parameter)[0] for parameter in parameters)
    local = "".join(f"    {parameter};\n" for parameter in parameters)
    return f"void prove(void)\n{{\n{local}    choose_any();\n    {name}({arguments});\n}}"


@dataclass(frozen=True)
class Function:
    taken: str
    body: str
    has_contract: bool
    counts: bool  # its contract does, for those that call it: that of a kernel is about whole buffers


@lru_cache(maxsize=None)
def headers() -> str:
    return "".join(path.read_text() for path in (*sorted((ROOT / "runtime").glob("*.h")), FOLDER / "proof.h")) + vocabulary()


@lru_cache(maxsize=None)
def declared() -> FrozenSet[str]:
    """Functions with contracts in headers, which others share."""
    inline = (match["name"] for match in re.finditer(FUNCTION, headers()) if match["contract"] and match["name"])
    return frozenset((*re.findall(DECLARED, headers()), *inline))


@lru_cache(maxsize=None)
def functions(source: str) -> Dict[str, Function]:
    found = {}
    for match in re.finditer(FUNCTION, read(source)):
        name, taken = match["kernel"] or match["name"], match["taken"] or signature(match["kind"])
        has_contract = bool(match["contract"]) or name in declared()
        found[name] = Function(taken, match[0], has_contract, has_contract and not name.endswith("__scalar"))
    return found


@lru_cache(maxsize=None)
def bodies(text: str) -> Dict[str, str]:
    """What functions and macros do."""
    macros = re.findall(r"(?m)^#define (\w+)\(((?:.*\\\n)*.*)$", text)
    return {**dict(macros), **{match["kernel"] or match["name"]: match[0].split("{", 1)[1] for match in re.finditer(FUNCTION, text)}}


def callees(source: str, name: str) -> Tuple[str, ...]:
    """The functions of which only the contract counts: those that a function calls, itself or by others of which it does not."""
    contracted = declared().union(other for other, of in functions(source).items() if of.counts)
    of = {**bodies(headers()), **bodies(read(source))}
    seen, text, todo = {name}, "", [of[name]]
    while todo:
        here = todo.pop()
        text += here
        new = set(re.findall(r"\b\w+(?=\()", here)) - seen
        seen |= new
        todo += [of[other] for other in new - contracted if other in of]
    copies = set(re.findall(r"\b(mem\w+)\((?![^;]*, (?:\d+|sizeof \*?\w+)\);)", text))  # of any size; a prover knows others
    return tuple(sorted((seen & contracted) - {name} - ({"memcpy", "memset", "memmove"} - copies)))


def sources() -> List[str]:
    return [f"scalar/{path.name}" for path in sorted((GENERATED / "scalar").glob("*.c"))]


def of_words() -> Iterator[Proof]:
    """In one program the words that combine and convert elements, which have no contract: for no values is their arithmetic undefined."""
    any_of = "\n".join(f"    {type_} any_{type_};" for type_ in sorted(set(chain(*words().values()))))
    calls = "\n".join(f"    {name}({', '.join(f'any_{type_}' for type_ in types)});" for name, types in words().items())
    yield Proof("words", "scalar/vocabulary.h", f"void prove(void)\n{{\n{any_of}\n{calls}\n}}", (), "", tuple(words()))


def of_contracts() -> Iterator[Proof]:
    for source in ("elements.h", "scalar/vocabulary.h", *sources(), *ROOMS):
        for name, of in functions(source).items():
            if of.has_contract and name not in ROOMS.get(source, ()):
                yield Proof(name, source, harness(name, of.taken), callees(source, name), of.body)


def all_proofs() -> Dict[str, Proof]:
    by_shape: Dict[Tuple[str, ...], Proof] = {}
    for proof in chain(of_words(), of_contracts()):
        first = by_shape.get(proof.shape)
        by_shape[proof.shape] = replace(first, others=(*first.others, proof.name)) if first else proof
    return {proof.name: proof for proof in by_shape.values()}
