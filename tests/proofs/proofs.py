"""What is proved: a function for each contract, and how each of its bounds is broken; and the lemmas that contracts rest on."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, Tuple

from tests.scripts import ROOT

FOLDER = Path(__file__).resolve().parent
GENERATED = ROOT / "generated"
LEMMAS = {path.stem: path for path in sorted((FOLDER / "lemmas").glob("*.smt2"))}

# What a mutant changes, wherever it stands in the function, and what then goes wrong.
BOUNDS: Tuple[Tuple[str, str, str], ...] = (
    (r"i < n_tuples", "i <= n_tuples", "one tuple too many"),
    (r"c < (components->k|\d+)", r"c <= \1", "one component too many"),
    (r"i \* (\d+);", r"i * (\1 + 1);", "tuples too far apart"),
    (r"c \* (\d+)\)", r"c * (\1 + 1))", "components too far apart"),
    (r"(?<=is_out_of_bounds )\|= wrapped >=", "|= wrapped >", "an index that equals the size"),
    (r"is_out_of_bounds \? UINT32_MAX : \(uint32_t\)", "(uint32_t)", "no sentinel"),
    (r"clamp\(wrapped, components->size\[c\]\)", "wrapped", "an index that is not clamped"),
    (r"positions\[i\](?=;)", "positions[i + 1]", "the position of another tuple"),
)  # fmt: skip
# What breaks nothing: what a kernel of `check` answers is no address, and the first component is the only one of k1.
HARMLESS = {"_check_": "an index that equals the size", "_k1": "components too far apart"}


@dataclass(frozen=True)
class Proof:
    name: str
    source: str  # in generated/
    contract: str
    harness: str
    replaced: Tuple[str, ...]  # functions of which only the contract counts

    @property
    def text(self) -> str:
        return f'#include "proof.h"\n#include "{self.source}"\n\n{self.contract};\n{self.harness}\n'

    def mutants(self, text: str) -> Iterator[Tuple[str, str]]:
        """The source with one bound of the function broken, and which."""
        match = re.search(rf"^\w+\({self.name}\)\n{{\n.*?^}}$", text, re.M | re.S)
        assert match, f"{self.source} has no {self.name}"
        for pattern, broken, what in BOUNDS:
            for place in re.finditer(pattern, match[0]):
                if any(part in self.name and what == harmless for part, harmless in HARMLESS.items()):
                    continue
                changed = match[0][: place.start()] + place.expand(broken) + match[0][place.end():]
                yield what, text[: match.start()] + changed + text[match.end():]


def of_indices() -> Iterator[Proof]:
    source = "scalar/indices.c"
    for name, step, bits, k, p in re.findall(r"(?m)^STREW_INDICES\((strew_([a-z]+)_i(\d+)_k(.)(p?)__scalar)\)", (GENERATED / source).read_text()):
        bytes_ = int(bits) // 8
        n, total = ("components->k", "strew_any_bytes") if k == "n" else (k, f"n_tuples * {int(k) * bytes_}")
        contract = f"STREW_INDICES({name})\n    STREW_{'INDICES' if step == 'check' else 'LOCATES'}_CONTRACT({n}, {total})"
        contract += f"\n    STREW_REQUIRES(n_tuples == 0 || {total} >= {n} * {bytes_})" if k == "n" else ""
        contract += "\n    STREW_REQUIRES_BYTES(positions, n_tuples * sizeof *positions)" if p else ""
        replaced = (f"load_i{bits}", *(("strew_move_by",) if step != "check" else ()), *(("strew_tuple_at",) if k == "n" else ()))
        yield Proof(name, source, contract, f"STREW_PROVES_INDICES({name})", replaced)


def all_proofs() -> Dict[str, Proof]:
    return {proof.name: proof for proof in of_indices()}
