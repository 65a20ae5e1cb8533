"""How a case file is written: a line for each case, no key that has its default, and no case twice."""

import itertools
import json
import re
from pathlib import Path
from typing import Any, Dict, Iterable, List, Set

Case = Dict[str, Any]
DEFAULTS = {"include_self": True, "mean_rounding": "floors", "mode": "linear", "batch_dims": 0}
TENSORS = ("data", "indices", "updates")
# What names of cases have in common: types and reductions.
COMMON = r"(b?float|u?int|complex|opaque)\w+|\b(bool|string|none|add|sub|mul|min|max|mean|sum|prod|amin|amax|without|self)\b|[-_\d]"


def trimmed(case: Case) -> Case:
    """Without the keys that say what is so anyway. Under a profile, whose defaults may be others, options stay."""
    case = {key: {**value} if key in TENSORS else value for key, value in case.items()}
    defaults = {} if "profile" in case else DEFAULTS
    defaults = {**defaults, **({} if case["op"] == "tensor_scatter" else {"axis": 0})}
    for tensor in (case[name] for name in TENSORS if name in case):
        if tensor.get("offset") == 0:
            del tensor["offset"]
    return {key: value for key, value in case.items() if key not in defaults or value != defaults[key]}


def features(case: Case) -> Set[Any]:
    """What a case shows: every pair of its words, types, ranks and kind of outcome, and what it is about, by its name."""
    numbers = ("id", "source", "note", "expect", "mask", *TENSORS)
    words = {key: key if key in ("fill", "alpha", "ignore_index") else json.dumps(value) for key, value in case.items() if key not in numbers}
    for name in TENSORS:
        tensor = case.get(name, {})
        words[f"{name} of"] = f"{tensor.get('dtype')} {len(tensor.get('shape', ())) if name != 'updates' else ''} {'strides' in tensor}"
    words["source"] = re.sub(r"[\d.]+", "", case.get("source", ""))
    words["expect"] = case["expect"].get("status", "error" if "error" in case["expect"] else "values")
    return {re.sub(COMMON, "", case["id"]), *itertools.combinations(sorted(words.items()), 2)}


def thinned(cases: Iterable[Case], named: Set[str]) -> List[Case]:
    """Those that are named elsewhere, and of the others as few as show all that they do together."""
    cases = list(cases)
    shown = [features(case) for case in cases]
    chosen = {number for number, case in enumerate(cases) if case["id"] in named}
    missing = set().union(*shown).difference(*(shown[number] for number in chosen))
    while missing:
        best = max(range(len(cases)), key=lambda number: len(shown[number] & missing))
        missing -= shown[best]
        chosen.add(best)
    return [cases[number] for number in sorted(chosen)]


def text_of(cases: Iterable[Case]) -> str:
    """Of cases that differ in what they are called only, the first."""
    lines: Dict[str, str] = {}
    for case in map(trimmed, cases):
        call = {key: value for key, value in case.items() if key not in ("id", "source", "note")}
        lines.setdefault(json.dumps(call, sort_keys=True), json.dumps(case, ensure_ascii=False))
    return "[\n" + ",\n".join(lines.values()) + "\n]\n"


def write(file: Path, cases: Iterable[Case]) -> None:
    """What another library has computed: it can compute more than anybody reads."""
    page = (file.parents[2] / "docs" / "specifications.md").read_text()
    file.write_text(text_of(thinned(cases, set(re.findall(rf"`{file.stem}/([^`: ]+)`", page)))))
    print(f"{len(json.loads(file.read_text()))} cases in {file.name}")
