"""How a case file is written: a line for each case, no key that has its default, and no case twice.

    python -m tests.cases.layout FILE...    writes case files anew
"""

import json
import sys
from pathlib import Path
from typing import Any, Dict, Iterable

Case = Dict[str, Any]
DEFAULTS = {"include_self": True, "mean_rounding": "floors", "mode": "linear", "batch_dims": 0}
TENSORS = ("data", "indices", "updates")


def trimmed(case: Case) -> Case:
    """Without the keys that say what is so anyway. Under a profile, whose defaults may be others, options stay."""
    case = {key: {**value} if key in TENSORS else value for key, value in case.items()}
    defaults = {} if "profile" in case else DEFAULTS
    defaults = {**defaults, **({} if case["op"] == "tensor_scatter" else {"axis": 0})}
    for tensor in (case[name] for name in TENSORS if name in case):
        if tensor.get("offset") == 0:
            del tensor["offset"]
    return {key: value for key, value in case.items() if key not in defaults or value != defaults[key]}


def text_of(cases: Iterable[Case]) -> str:
    """Of cases that differ in what they are called only, the first."""
    lines: Dict[str, str] = {}
    for case in map(trimmed, cases):
        call = {key: value for key, value in case.items() if key not in ("id", "source", "note")}
        lines.setdefault(json.dumps(call, sort_keys=True), json.dumps(case, ensure_ascii=False))
    return "[\n" + ",\n".join(lines.values()) + "\n]\n"


def write(file: Path, cases: Iterable[Case]) -> None:
    file.write_text(text_of(cases))
    print(f"{len(json.loads(file.read_text()))} cases in {file.name}")


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        write(path, json.loads(path.read_text()))
