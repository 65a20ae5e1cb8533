"""What the tool finds in small texts, and what it makes of them."""

import contextlib
import io
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests.mutants import __main__ as command_line
from tests.mutants import suite
from tests.mutants.mutant import all_mutants, files, mutants_in
from tests.mutants.operators import changes_in
from tests.mutants.suite import run_test
from tests.mutants.trial import KILLED, NO_C, REJECTED, SAME_CODE, SURVIVED, TIMED_OUT, Verdict, mentions, plant, words_in


def results(path, source):
    """operator -> the texts that it makes."""
    found = {}
    for change in changes_in(path, source):
        found.setdefault(change.operator, []).append(source[: change.start] + change.text + source[change.end :])
    return found


STATEMENTS = "{ int a = 2 * b; f(a); a += b; *p = a; p->q[a].r = b; for (;;) continue; (void)a; return a; }"

# By title: a file, its text, and what becomes of it, by operator. Each "old -> new" is a mutant.
FOUND = {
    "comparisons are moved and turned": ("a.c", "x = a < b;", {"lt-to-le": ["< -> <="], "lt-to-ge": ["< -> >="]}),
    "numbers keep their base and suffix": (
        "a.c", "m = 0x10u;", {"plus-one": ["0x10u -> 0x11u"], "minus-one": ["0x10u -> 0xfu"], "zero": ["0x10u -> 0u"]},
    ),
    "zero only grows": ("a.c", "x = 0;", {"plus-one": ["0 -> 1"]}),
    "floating-point numbers are left alone": ("a.c", "x = 1.5f + 0x1p3f;", {"plus-to-minus": ["+ -> -"]}),
    "a condition is made constant": ("a.c", "{ if (f(a)) return b; }", {"if-true": ["f(a) -> 1"], "if-false": ["f(a) -> 0"]}),
    "statements are deleted and declarations are not": (
        "a.c",
        STATEMENTS,
        {
            **{"times-to-over": ["* -> /"], "plus-to-minus": ["+= -> -="]},
            **{"plus-one": ["2 -> 3"], "minus-one": ["2 -> 1"], "zero": ["2 -> 0"]},
            "deleted": ["f(a) -> ", "a += b -> ", "*p = a -> ", "p->q[a].r = b -> ", "continue -> "],
        },
    ),
    "a not is dropped": ("a.c", "x = !y != z;", {"no-not": ["!y -> y"], "ne-to-eq": ["!= -> =="]}),
    "pointers, addresses and signs are left alone": ("a.c", "const char *a = &b, *c = -d; (size_t)-e;", {}),
    "comments, strings and includes are left alone": (
        "a.c", '/* 1 < 2 */ // 3\n#include <a-1.h>\n#if A && 1\n#endif\nf = "1 < 2" \'3\';', {},
    ),
    "hints are left alone": ("a.c", "{ STREW_PREFETCH_READ(a + 64); }", {}),
    "control lines and holes are expressions": (
        "a.c.j2",
        "//# 1 < 2\n//% if a == b and not c\nx = ${ d * 2 } + y;\n//% endif\n",
        {
            **{"eq-to-ne": ["== -> !="], "and-to-or": ["and -> or"], "no-not": ["not -> "], "times-to-over": ["* -> /"]},
            **{"plus-one": ["* 2 -> * 3"], "minus-one": ["* 2 -> * 1"], "zero": ["* 2 -> * 0"], "plus-to-minus": ["+ -> -"]},
        },
    ),
    "a format is no remainder": ("a.c.j2", '${ "x + 1" % a }', {}),
    "strings are C and holes are Python": (
        "a.py",
        'yield Word("a", f"return a & {mask - n:#x}u;", why="1 < 2")  # 3\n',
        {"band-to-bor": ["& -> |"], "minus-to-plus": ["- -> +"]},
    ),
    "holes nest, and braces that are doubled make none": (
        "a.py", """x = f"{{{a + b}}} {c(f'{d - 1:#x}')} {{e - f}}";""", {"plus-to-minus": ["+ -> -"], "minus-to-plus": ["e - f -> e + f"]},
    ),
    "records and prose are left alone": (
        "gen/isa/a.py", '"""1 < 2"""\nfrom a import (\n    b,\n)\nx(why=("1 < 2"\n"3"))\nISA = Isa(number=3, rank=2)\n', {},
    ),
}  # fmt: skip


class Operators(unittest.TestCase):
    def test_small_texts(self):
        for title, (path, source, changes) in FOUND.items():
            with self.subTest(title):
                expected = {operator: [source.replace(*each.split(" -> "), 1) for each in edits] for operator, edits in changes.items()}
                self.assertEqual(results(path, source), expected)

    def test_changed_words_are_found_by_name(self):
        words = words_in("#include <a.h>\n\nstatic inline int b(int c)\n{\n    return d(c);\n}\n")
        self.assertEqual(set(words), {"", "b"})
        self.assertTrue(mentions(words["b"], {"d"}))
        self.assertFalse(mentions(words["b"], {"e"}))


class Trees(unittest.TestCase):
    def test_what_differs_from_the_repository_in_the_tree_of_a_mutant(self):
        for path, operator, line, changed in (
            ("runtime/copy.c", "ge-to-gt", "n_bytes", "runtime/copy.c"),
            ("include/strew/pthreadpool.h", "deleted", "pthreadpool_parallelize_1d", "include/strew/pthreadpool.h"),
            ("templates/indices_scalar.c.j2", "lt-to-le", "i < n_tuples", "generated/scalar/indices.c"),
            ("gen/isa/scalar_indices.h", "lt-to-le", "index < 0 ? 0", "generated/scalar/vocabulary.h"),
        ):
            mutants = (mutant for mutant in all_mutants([path]) if mutant.change.operator == operator and line in mutant.source_line)
            with self.subTest(path), tempfile.TemporaryDirectory() as folder:
                self.assertEqual(plant(next(mutants), Path(folder) / "tree"), {changed})


class Names(unittest.TestCase):
    def test_every_mutant_has_a_name_of_its_own(self):
        names = [mutant.name for mutant in all_mutants(files())]
        self.assertGreater(len(names), 1000)
        self.assertEqual(len(names), len(set(names)))


class Drawing(unittest.TestCase):
    SOURCE = "int a;\n" + "".join(f"x = y{i} + {i};\n" for i in range(2, 50))

    def drawn(self, source, n, seed=1):
        return [(mutant.source_line, mutant.mutated_line) for mutant in command_line.draw(mutants_in("a.c", source), n, seed)]

    def test_a_seed_draws_the_same_again(self):
        self.assertEqual(len(set(self.drawn(self.SOURCE, 20))), 20)
        self.assertEqual(self.drawn(self.SOURCE, 20), self.drawn(self.SOURCE, 20))
        self.assertNotEqual(self.drawn(self.SOURCE, 20), self.drawn(self.SOURCE, 20, seed=2))

    def test_a_change_elsewhere_and_another_file_draw_no_others(self):
        drawn = self.drawn(self.SOURCE, 20)
        longer = self.drawn(self.SOURCE.replace("int a;", "int a; f(a);"), 21)
        self.assertEqual([lines for lines in longer if "f(a)" not in lines[0]][:20], drawn)


class Build(unittest.TestCase):
    """A library of one file, and tests that include it, or a header of its, or neither."""

    FILES = {
        "a.h": "enum { ANSWER = 42 };\nint answer(void);\nint other(void);\n",
        "a.c": '#include "a.h"\nint answer(void) { return ANSWER; }\n',
        "b.c": '#include "a.h"\nint other(void) { return answer() + 1; }\n',
        "test_plain.c": '#include "a.h"\nint main(void) { return other() != 43; }\n',
        "test_header.c": '#include "a.h"\nint main(void) { return other() != ANSWER + 1; }\n',
        "test_source.c": '#include "a.c"\nint main(void) { return other() != 43; }\n',
    }

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "root"
        self.built = self.root / "build"
        (self.root / "runtime").mkdir(parents=True)
        for name, text in self.FILES.items():
            (self.root / "runtime" / name).write_text(text)
        patch = mock.patch.object(suite, "ROOT", self.root)
        patch.start()
        self.addCleanup(patch.stop)
        self.suite = suite.Suite("built")
        self.suite.folder = self.built
        (self.built / "tests").mkdir(parents=True)
        for name in ("a", "b"):
            self.compile(name, self.built / f"CMakeFiles/strew.dir/runtime/{name}.c.o")
        objects = [str(unit.object) for unit in self.suite.units]
        subprocess.run(["ar", "qcs", self.built / "libstrew.a", *objects], check=True)
        for name in ("test_plain", "test_header", "test_source"):
            self.compile(name, self.built / f"tests/CMakeFiles/{name}.dir/{name}.c.o")
            script = self.built / f"tests/CMakeFiles/{name}.dir/link.txt"
            script.write_text(f"cc CMakeFiles/{name}.dir/{name}.c.o -o {name} ../libstrew.a\n")
            program = self.built / "tests" / name
            self.suite.tests.append(suite.Test(name, (str(program),), self.built / "tests", program))

    def compile(self, name, made):
        made.parent.mkdir(parents=True, exist_ok=True)
        runtime = self.root / "runtime"
        command = ("cc", f"-I{runtime}", "-o", str(made), "-c", str(runtime / f"{name}.c"))
        subprocess.run([*command, "-MD", "-MF", f"{made}.d"], check=True)
        unit = suite.Unit(made, self.built, command, frozenset(suite.read_depends(Path(f"{made}.d"), self.built)))
        self.suite.units.append(unit)

    def killers(self, name, old, new):
        """The tests that fail when `old` becomes `new` in a file."""
        tree = self.root / "tree"
        shutil.copytree(self.root / "runtime", tree / "runtime", dirs_exist_ok=True)
        path = tree / "runtime" / name
        path.write_text(path.read_text().replace(old, new))
        changed = {f"runtime/{name}"}
        objects = {unit: self.suite.compile(unit, tree, tree, changed) for unit in self.suite.readers(changed)}
        return [test.name for test in self.suite.tests if run_test(test, self.suite.link(test, tree, objects), 10)]

    def test_every_test_sees_what_the_library_sees(self):
        self.assertEqual(self.killers("a.c", "ANSWER;", "ANSWER - 1;"), ["test_plain", "test_header", "test_source"])
        self.assertEqual(self.killers("a.h", "42", "41"), ["test_plain", "test_source"])

    def test_a_program_ends_with_its_first_failure_or_when_it_takes_too_long(self):
        for script, timeout, expected in (
            ("exit 0", 10, None),
            ("exit 1", 10, KILLED),
            ("kill -9 $$", 10, KILLED),
            ("echo '[  FAILED  ] a'; sleep 60", 10, KILLED),
            ("sleep 60", 0.2, TIMED_OUT),
            ("sleep 60 & exit 0", 0.2, TIMED_OUT),
        ):
            with self.subTest(script):
                test = suite.Test("shell", ("sh", "-c", script), self.root, Path("sh"))
                self.assertEqual(run_test(test, Path("sh"), timeout), expected)

    def test_a_program_that_cannot_be_linked_is_an_error(self):
        with self.assertRaises(suite.SuiteError):
            self.killers("b.c", "int other", "int main(void) { return 0; }\nint other")
        with self.assertRaises(suite.Unresolved):
            self.killers("b.c", "int other", "int others")


class Report(unittest.TestCase):
    def setUp(self):
        self.mutants = all_mutants(["runtime/plan.c"])[:120]

    def report(self, n, *kinds):
        """Of n mutants; the first are of these kinds, and the others are killed."""
        verdicts = dict(zip(self.mutants[:n], map(Verdict, [*kinds, *[KILLED] * n])))
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            is_right = command_line.report(verdicts)
        return is_right, out.getvalue()

    def test_survivors_are_listed(self):
        is_right, said = self.report(21, SURVIVED)
        self.assertTrue(is_right)
        self.assertIn(f"{self.mutants[0].name}: ", said)
        self.assertNotIn(f"{self.mutants[1].name}: ", said)
        self.assertNotIn("Survivors", self.report(21)[1])

    def test_nothing_killed_is_an_error(self):
        for kind in (SAME_CODE, NO_C, REJECTED):
            is_right, said = self.report(21, *[kind] * 21)
            self.assertFalse(is_right)
            self.assertIn("No mutant in hand-written C is killed", said)
            self.assertNotIn("100.0%", said)
        self.assertFalse(self.report(0)[0])

    def test_the_bars_are_for_samples_too_that_are_large_enough(self):
        self.assertTrue(self.report(120, *[SURVIVED] * 12)[0])
        is_right, said = self.report(120, *[SURVIVED] * 13)
        self.assertFalse(is_right)
        self.assertIn("should be", said)
        self.assertTrue(self.report(99, *[SURVIVED] * 13)[0])

    def test_a_comment_at_its_line_excuses_a_mutant(self):
        source = "int f(int y)\n{\n    x = y + 1; /* equivalent: only speed differs */\n    z = y + 1;\n\n    z = y + 1;\n}\n"
        with mock.patch("tests.mutants.mutant.source_of", return_value=source):
            excuses = {mutant.line: mutant.excuse for mutant in mutants_in("a.c", source)}
        self.assertEqual(excuses, {3: "only speed differs", 4: "only speed differs", 6: ""})
