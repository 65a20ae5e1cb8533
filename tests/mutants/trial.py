"""One mutant put to the test."""

import re
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Optional, Set

from tests.mutants.mutant import HAND_WRITTEN, ROOT, TEMPLATES, Mutant, group_of
from tests.mutants.suite import FOLDERS, KILLED, TIMED_OUT, WRITTEN, Suite, SuiteError, Test, Unit, Unresolved, run_test

SURVIVED = "survived"
# Not counted: the generator says in a sentence why it renders no such thing, it does not compile, or it compiles to the same.
REJECTED, NO_C, SAME_CODE = "rejected", "no C", "same code"


@dataclass(frozen=True)
class Verdict:
    kind: str
    by: str = ""


class Settled(Exception):
    """There is a verdict, and no more to do."""

    @property
    def verdict(self) -> Verdict:
        return Verdict(*self.args)


# ---- The tree of a mutant --------------------------------------------------------------------------------------------------------------


def plant(mutant: Mutant, tree: Path) -> Set[str]:
    """Makes a tree with the C of a mutant, and returns which of its files are others than the repository's."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    if group_of(mutant.path) == HAND_WRITTEN:
        folder = mutant.path.split("/")[0]
        lay(tree, mutant, copied=(folder,), linked=set(FOLDERS) - {folder})
        return {mutant.path}
    lay(tree, mutant, copied=("gen", "templates"), linked=WRITTEN)
    # Into what the generator takes for its own folder it would render the tables of docs/, too.
    command = [sys.executable, "-B", "-m", "gen", "--out", str(tree / "rendered")]
    try:
        done = subprocess.run(command, cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        raise Settled(TIMED_OUT, "the generator") from None
    if done.returncode:
        # A sentence is a rejection; where it breaks down, whoever renders notices.
        if done.stderr.startswith("gen: ") and len(done.stderr.splitlines()) == 1:
            raise Settled(REJECTED, done.stderr.strip())
        raise Settled(KILLED, "the generator, which breaks down")
    (tree / "rendered").rename(tree / "generated")
    return {f"generated/{path}" for path in differing(contents_of(ROOT / "generated"), contents_of(tree / "generated"))}


def lay(tree: Path, mutant: Mutant, copied: Iterable[str], linked: Iterable[str]) -> None:
    for name in copied:
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in linked:
        (tree / name).symlink_to(ROOT / name)
    (tree / mutant.path).write_text(mutant.text())


def contents_of(folder: Path) -> Dict[str, str]:
    paths = (path for path in folder.rglob("*") if path.suffix in (".c", ".h", ".inc"))
    return {path.relative_to(folder).as_posix(): without_comments(path.read_text()) for path in paths}


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


# ---- Words -----------------------------------------------------------------------------------------------------------------------------

WORD = re.compile(r"^static inline .*?\b(\w+)\((?:.*?)\)\n\{\n(?:.*?)^\}\n", re.S | re.M)


def words_in(text: str) -> Dict[str, str]:
    """The functions of a vocabulary, and what is around them under no name."""
    words = {match.group(1): match.group() for match in WORD.finditer(text)}
    words[""] = WORD.sub("", text)
    return words


def changed_words(vocabulary: str, tree: Path) -> Optional[Set[str]]:
    """The words that are not what they were, and those that call them; None where that is not all that has changed."""
    old, new = (words_in(without_comments((folder / vocabulary).read_text())) for folder in (ROOT, tree))
    changed = differing(old, new)
    if changed & {""}:
        return None
    callers = changed
    while callers:
        callers = {name for name, text in new.items() if name and name not in changed and mentions(text, changed)}
        changed |= callers
    return changed


def differing(old: Dict[str, str], new: Dict[str, str]) -> Set[str]:
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def mentions(text: str, names: Set[str]) -> bool:
    return not names.isdisjoint(re.findall(r"\w+", text))


def is_vocabulary(path: str) -> bool:
    return path.endswith("/vocabulary.h")


def readers(suite: Suite, changed: Set[str], tree: Path) -> List[Unit]:
    """The units whose objects a mutant may change: of those that read a vocabulary only, the ones that use a word of it that has changed."""
    vocabularies = {path for path in changed if is_vocabulary(path)}
    found = suite.readers(changed - vocabularies)
    for path in vocabularies:
        words = changed_words(path, tree)
        others = (unit for unit in suite.readers({path}) if unit not in found)
        found += [unit for unit in others if words is None or not unit.is_library or mentions(unit.source.read_text(), words)]
    return found


# ---- The trial -------------------------------------------------------------------------------------------------------------------------


# An error in a template is put into a few kernels first: the others take a minute. Not so one in a header, which all must agree on.
KERNELS = "runtime/kernels.h"
FIRST = {"indices", "b8", "b32", "f32", "i8", "f16"}

# Tests that take most of a suite's time and are about kernels: of mutants of hand-written C they look last, and only where it is news that one
# survives.
EXPENSIVE = {"kernels", "indices", "stack"}


class Bench:
    """Tries mutants in one suite after another, until a test fails. What killed a mutant of a file is the first to look at the next one."""

    def __init__(self, suites: List[Suite], jobs: int):
        self.suites, self.jobs = suites, jobs
        self.last: Dict[str, str] = {}
        self.lock = threading.Lock()

    def try_mutant(self, mutant: Mutant, tree: Path) -> Verdict:
        try:
            changed = plant(mutant, tree)
            late = EXPENSIVE if group_of(mutant.path) == HAND_WRITTEN else set()
            looks = [(suite, lambda test: test not in late, None) for suite in self.suites]
            if late:
                looks.append((self.suites[0], lambda test: test in late, None))
            if mutant.path.startswith("templates/") and all(path.endswith(".c") for path in changed):
                looks.insert(0, (self.suites[0], lambda test: True, FIRST))
            has_survived = False
            for suite, is_asked, lanes in looks:
                if suite is not self.suites[0] and mutant.path.startswith("gen/") and self.runs_all(changed):
                    break  # emulated are only those that the machine cannot run itself
                is_other_code = self.try_in(suite, mutant, changed, tree, is_asked, lanes)
                if not is_other_code and group_of(mutant.path) == HAND_WRITTEN:
                    break  # a sanitizer's objects know the name of the tree and are never the same
                has_survived = has_survived or is_other_code
            return Verdict(SURVIVED if has_survived else SAME_CODE)
        except Settled as settled:
            return settled.verdict
        finally:
            shutil.rmtree(tree, ignore_errors=True)

    def runs_all(self, changed: Set[str]) -> bool:
        """Whether the first suite compiles whatever has changed, and this machine runs it."""
        whole = self.suites[0]
        whole.build(self.jobs)
        isas = {path.split("/")[1] for path in changed if is_vocabulary(path)}
        return all(whole.readers({path}) for path in changed) and isas <= whole.isas

    def try_in(
        self, suite: Suite, mutant: Mutant, changed: Set[str], tree: Path, is_asked: Callable[[str], bool], lanes: Optional[Set[str]]
    ) -> bool:
        """With those of the tests only that are asked, and of the kernels' files those of some lanes, or of all. False if the code is the
        same."""
        suite.build(self.jobs)
        units = readers(suite, changed, tree)
        if lanes is not None:
            units = [unit for unit in units if not unit.is_library or unit.is_runtime or unit.source.stem in lanes]
        # Where words alone have changed, the test of the words looks at them before all of the library is compiled.
        words = [unit for unit in units if unit.is_words and all(is_vocabulary(path) for path in changed)]
        objects = self.compiled(suite, words, changed, tree)
        of_words = [test for test in suite.tests if any(suite.owns(test, unit) for unit in objects)]
        for test in of_words:
            self.run(suite, test, mutant, tree, objects)
        objects.update(self.compiled(suite, [unit for unit in units if unit not in words], changed, tree))
        has_library = any(unit.is_library for unit in objects)
        for test in self.in_order(suite.tests, mutant.path):
            is_affected = has_library or any(suite.owns(test, unit) for unit in objects)
            if is_affected and is_asked(test.name) and test not in of_words:
                self.run(suite, test, mutant, tree, objects)
        return bool(objects)

    @staticmethod
    def compiled(suite: Suite, units: List[Unit], changed: Set[str], tree: Path) -> Dict[Unit, Path]:
        """The objects that are not what they were."""
        objects = {}
        for unit in units:
            made = suite.compile(unit, tree, tree, changed)
            if made is None:
                raise Settled(NO_C)
            if made.read_bytes() != suite.original(unit).read_bytes():
                objects[unit] = made
        return objects

    def run(self, suite: Suite, test: Test, mutant: Mutant, tree: Path, objects: Dict[Unit, Path]) -> None:
        try:
            program = suite.link(test, tree, objects)
        except Unresolved as unresolved:
            # A template may leave out what another one lists. Hand-written C that compiles calls what there is.
            if group_of(mutant.path) == HAND_WRITTEN:
                raise SuiteError(f"{mutant.name} cannot be linked: {unresolved}") from None
            raise Settled(NO_C, "the linker") from None
        failure = run_test(test, program, test.timeout)
        program.unlink()
        if failure:
            with self.lock:
                test.kills[mutant.path] += 1
                self.last[mutant.path] = test.name
            raise Settled(failure, f"{test.name} ({suite.name})")

    def in_order(self, tests: List[Test], path: str) -> List[Test]:
        """The last killer first; then by what a kill has cost so far: what kills elsewhere is likely to kill here. A link takes time, too."""

        def cost(test: Test) -> float:
            return (test.seconds + 0.05) / (1 + test.kills[path] + 0.1 * sum(test.kills.values()))

        with self.lock:
            return sorted(tests, key=lambda test: (test.name != self.last.get(path), cost(test)))


def suites() -> Dict[str, Suite]:
    """What is built: the library as it is; as script/test has it for its sanitizers, with runs shared, copies streamed and data taken for far
    however small they are; and with other processors' kernels, and AVX-512's, which not every machine has."""
    whole = Suite("whole")
    flags = ("-include", str(ROOT / "tests" / "small.h"), "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    return {
        "whole": whole,
        # These flags enlarge frames, and one test is about numbers that they change.
        "sanitized": Suite("sanitized", like=whole, flags=flags, without=("stack", "accumulators")),
        "emulated": Suite("emulated", ("-DSTREW_EMULATE=all;avx512",)),
    }


def suites_for(path: str, known: Dict[str, Suite]) -> List[Suite]:
    if path.startswith("gen/"):
        return [known["whole"], known["emulated"]]
    if group_of(path) == TEMPLATES or path == KERNELS:
        return [known["whole"]]
    return [known["whole"], known["sanitized"]]
