"""Which proofs another commit changes: those of which it changes a function, a contract or a type that the proof sees.

A proof's program is preprocessed and cut into declarations. What it sees is what can be reached from `prove` by names: of a function that is replaced by
its contract, the declaration alone.
"""

import hashlib
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Dict, List, Set

from tests.proofs.proofs import Proof, all_proofs
from tests.scripts import ROOT

KEYWORDS = "char|const|double|enum|extern|float|int|long|return|short|signed|sizeof|static|struct|typedef|union|unsigned|void|volatile|_Atomic|restrict"
NAME = re.compile(rf"\b(?!(?:{KEYWORDS})\b)[A-Za-z_]\w*")


def declarations(text: str) -> List[str]:
    """The declarations of a preprocessed program, each up to its semicolon or its last brace."""
    found, depth, begin = [], 0, 0
    for match in re.finditer(r"[{};]", text):
        depth += {"{": 1, "}": -1, ";": 0}[match[0]]
        is_body = match[0] == "}" and re.match(r"\s*(?:static|void|int|size_t|extern|typedef|struct|enum|union|const|unsigned|[A-Za-z_]\w* |$)", text[match.end():])
        if depth == 0 and (match[0] == ";" or is_body and ")" in text[begin: text.index("{", begin)]):
            found.append(text[begin: match.end()].strip())
            begin = match.end()
    return found


def seen(text: str, replaced: Set[str]) -> str:
    """What a proof sees of its program."""
    by_name: Dict[str, List[str]] = {}
    text = re.sub(r"__attribute__\s*\(\(.*?\)\)", "", text)
    for declaration in declarations(text):
        head, brace, _ = declaration.partition("{")
        function = re.match(r"[^(]*?(\w+)\s*\(", head)
        is_function = function and "typedef" not in head and "=" not in head.split("(")[0]
        kept = head if is_function and brace and function[1] in replaced else declaration
        for name in {function[1]} if is_function else set(NAME.findall(declaration)):
            by_name.setdefault(name, []).append(kept)
    reached, todo, parts = set(), ["prove"], []
    while todo:
        name = todo.pop()
        if name in reached:
            continue
        reached.add(name)
        for declaration in by_name.get(name, ()):
            parts.append(declaration)
            todo += NAME.findall(declaration)
    return "\n".join(sorted(set(parts)))


def digest(root: Path, proof: Proof) -> str:
    folders = [f"-I{root / folder}" for folder in ("include", "runtime", "generated", "generated/scalar", "tests/proofs")]
    done = subprocess.run(["cc", "-E", "-P", "-DSTREW_PROVE", *folders, "-x", "c", "-"], input=proof.text, capture_output=True, text=True, check=True)
    return hashlib.sha256(seen(done.stdout, set(proof.replaced)).encode()).hexdigest()


def digests(root: Path) -> Dict[str, str]:
    proofs = all_proofs()
    with ThreadPoolExecutor() as pool:
        return dict(zip(proofs, pool.map(lambda proof: digest(root, proof), proofs.values())))


def is_commit(name: str) -> bool:
    return subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"], cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode == 0


def changed(commit: str, folder: Path) -> Set[str]:
    """The names of proofs that differ from those of a commit, whose files go into the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    parts = ("include", "runtime", "generated", "gen", "tests")
    archive = subprocess.run(["git", "archive", commit, *parts], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "x"], cwd=folder, input=archive, check=True)
    (folder / "tests" / "proofs" / "changed.py").write_text(Path(__file__).read_text())
    done = subprocess.run([sys.executable, "-c", "from tests.proofs.changed import show; show()"], cwd=folder, capture_output=True, text=True, check=False)
    before = dict(line.split() for line in done.stdout.splitlines()) if done.returncode == 0 else {}
    return {name for name, of in digests(ROOT).items() if before.get(name) != of}


def show() -> None:
    """Prints the digests of this checkout's proofs."""
    for name, of in digests(ROOT).items():
        print(name, of)
