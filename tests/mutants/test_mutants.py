"""What the tool finds in small texts, and what it makes of them."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests.mutants import __main__ as command_line
from tests.mutants import known
from tests.mutants.mutant import all_mutants, files, mutants_in
from tests.mutants.operators import changes_in
from tests.mutants.trial import KILLED, SAME_CODE, SURVIVED, Verdict, mentions, plant, words_in


def results(path, source):
    """operator -> the texts that it makes."""
    found = {}
    for change in changes_in(path, source):
        found.setdefault(change.operator, []).append(source[: change.start] + change.text + source[change.end :])
    return found


class C(unittest.TestCase):
    def made(self, source):
        return results("a.c", source)

    def test_comparisons_are_moved_and_turned(self):
        self.assertEqual(
            self.made("x = a < b;"),
            {"lt-to-le": ["x = a <= b;"], "lt-to-ge": ["x = a >= b;"]},
        )

    def test_numbers_keep_their_base_and_suffix(self):
        self.assertEqual(self.made("m = 0x10u;"), {"plus-one": ["m = 0x11u;"], "minus-one": ["m = 0xfu;"], "zero": ["m = 0u;"]})
        self.assertEqual(self.made("x = 0;"), {"plus-one": ["x = 1;"]})
        self.assertEqual(self.made("x = 1.5f + 0x1p3f;"), {"plus-to-minus": ["x = 1.5f - 0x1p3f;"]})

    def test_a_condition_is_made_constant(self):
        made = self.made("{ if (f(a)) return b; }")
        self.assertEqual(made, {"if-true": ["{ if (1) return b; }"], "if-false": ["{ if (0) return b; }"]})

    def test_statements_are_deleted_and_declarations_are_not(self):
        source = "{ int a = 2 * b; f(a); a += b; *p = a; p->q[a].r = b; for (;;) continue; (void)a; return a; }"
        made = self.made(source)["deleted"]
        self.assertEqual(
            [source.replace(statement, ";", 1) for statement in ("f(a);", "a += b;", "*p = a;", "p->q[a].r = b;", "continue;")], made
        )

    def test_a_not_is_dropped(self):
        self.assertEqual(self.made("x = !y != z;"), {"no-not": ["x = y != z;"], "ne-to-eq": ["x = !y == z;"]})

    def test_pointers_addresses_and_signs_are_left_alone(self):
        self.assertEqual(self.made("const char *a = &b, *c = -d; (size_t)-e;"), {})

    def test_comments_strings_and_includes_are_left_alone(self):
        self.assertEqual(self.made('/* 1 < 2 */ // 3\n#include <a-1.h>\n#if A && 1\n#endif\nf = "1 < 2" \'3\';'), {})

    def test_hints_are_left_alone(self):
        self.assertEqual(self.made("{ STREW_PREFETCH_READ(a + 64); }"), {})


class Template(unittest.TestCase):
    def test_control_lines_and_holes_are_expressions(self):
        made = results("a.c.j2", "//# 1 < 2\n//% if a == b and not c\nx = ${ d * 2 } + y;\n//% endif\n")
        self.assertEqual(
            {operator: [text.splitlines()[1:3] for text in texts] for operator, texts in made.items()},
            {
                "eq-to-ne": [["//% if a != b and not c", "x = ${ d * 2 } + y;"]],
                "and-to-or": [["//% if a == b or not c", "x = ${ d * 2 } + y;"]],
                "no-not": [["//% if a == b and  c", "x = ${ d * 2 } + y;"]],
                "times-to-over": [["//% if a == b and not c", "x = ${ d / 2 } + y;"]],
                "plus-one": [["//% if a == b and not c", "x = ${ d * 3 } + y;"]],
                "minus-one": [["//% if a == b and not c", "x = ${ d * 1 } + y;"]],
                "zero": [["//% if a == b and not c", "x = ${ d * 0 } + y;"]],
                "plus-to-minus": [["//% if a == b and not c", "x = ${ d * 2 } - y;"]],
            },
        )

    def test_a_format_is_no_remainder(self):
        self.assertEqual(results("a.c.j2", '${ "x + 1" % a }'), {})


class Vocabulary(unittest.TestCase):
    def test_strings_are_c_and_holes_are_python(self):
        source = 'yield Word("a", f"return a & {mask - n:#x}u;", why="1 < 2")  # 3\n'
        made = results("a.py", source)
        self.assertEqual(
            made,
            {"band-to-bor": [source.replace("&", "|")], "minus-to-plus": [source.replace("mask - n", "mask + n")]},
        )

    def test_records_and_prose_are_left_alone(self):
        source = '"""1 < 2"""\nfrom a import (\n    b,\n)\nx(why=("1 < 2"\n"3"))\nISA = Isa(number=3, rank=2)\n'
        self.assertEqual(results("gen/isa/a.py", source), {})

    def test_changed_words_are_found_by_name(self):
        words = words_in("#include <a.h>\n\nstatic inline int b(int c)\n{\n    return d(c);\n}\n")
        self.assertEqual(set(words), {"", "b"})
        self.assertTrue(mentions(words["b"], {"d"}))
        self.assertFalse(mentions(words["b"], {"e"}))


class Trees(unittest.TestCase):
    """What differs from the repository in the tree of a mutant."""

    def changed(self, path, operator, line):
        mutants = [mutant for mutant in all_mutants([path]) if mutant.change.operator == operator and line in mutant.source_line]
        with tempfile.TemporaryDirectory() as folder:
            return plant(mutants[0], Path(folder) / "tree")

    def test_of_hand_written_c_it_is_the_file(self):
        self.assertEqual(self.changed("runtime/copy.c", "ge-to-gt", "n_bytes"), {"runtime/copy.c"})

    def test_of_a_template_it_is_what_is_rendered_from_it(self):
        changed = self.changed("templates/indices_scalar.c.j2", "lt-to-le", "i < n_tuples")
        self.assertEqual(changed, {"generated/scalar/indices.c"})

    def test_of_a_vocabulary_it_is_what_is_rendered_from_it(self):
        self.assertEqual(self.changed("gen/isa/scalar.py", "lt-to-le", "index < 0 ? 0"), {"generated/scalar/vocabulary.h"})


class Names(unittest.TestCase):
    def test_every_mutant_has_a_name_of_its_own(self):
        names = [mutant.name for mutant in all_mutants(files())]
        self.assertGreater(len(names), 1000)
        self.assertEqual(len(names), len(set(names)))

    def test_a_name_is_the_place_and_the_operator(self):
        mutant = mutants_in("a.c", "\n  x = y + z; // why\n")[0]
        self.assertEqual(mutant.name, "a.c:2:9:plus-to-minus")
        self.assertEqual(mutant.source_line, "x = y + z; // why")


class Resuming(unittest.TestCase):
    def test_what_was_killed_is_not_tried_again_and_a_survivor_is(self):
        killed, survived, new = all_mutants(["runtime/copy.c"])[:3]
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(command_line, "VERDICTS", Path(folder) / "verdicts.jsonl"):
            self.assertEqual(command_line.earlier([killed]), {})
            command_line.remember(killed, Verdict(KILLED, "copy"))
            command_line.remember(survived, Verdict(SURVIVED))
            self.assertEqual(command_line.earlier([killed, survived, new]), {killed: Verdict(KILLED, "copy")})


class Report(unittest.TestCase):
    def test_survivors_without_a_reason_are_an_error(self):
        mutant = all_mutants(["runtime/copy.c"])[0]
        for kind, is_right, said in ((SURVIVED, False, "NEW SURVIVORS"), (KILLED, True, "100.0%"), (SAME_CODE, True, "same code")):
            out = io.StringIO()
            with mock.patch.object(known, "load", return_value=[]), contextlib.redirect_stdout(out):
                self.assertEqual(command_line.report({mutant: Verdict(kind)}, False), is_right)
            self.assertIn(said, out.getvalue())

    def verdict_on(self, reason, is_whole):
        mutant = all_mutants(["runtime/copy.c"])[0]
        entry = known.Entry(mutant.path, ("*",), mutant.source_line, reason)
        with mock.patch.object(known, "load", return_value=[entry]), contextlib.redirect_stdout(io.StringIO()):
            return command_line.report({mutant: Verdict(SURVIVED)}, is_whole)

    def test_the_bars_are_for_whole_runs(self):
        self.assertTrue(self.verdict_on("Not on this machine.", False))
        self.assertFalse(self.verdict_on("Not on this machine.", True))

    def test_equivalent_mutants_do_not_count(self):
        self.assertTrue(self.verdict_on("Equivalent: only speed differs.", True))


class Known(unittest.TestCase):
    def test_a_survivor_is_known_by_its_line(self):
        entries = known.parse("# how\nOnly speed.\n    a.c: plus-to-minus, zero: x = y + z;\n")
        mutant = mutants_in("a.c", "\n\n  x = y + z;\n")[0]
        self.assertEqual(known.entry_for(entries, mutant).reason, "Only speed.")
        self.assertIsNone(known.entry_for(entries, mutants_in("b.c", "x = y + z;")[0]))
        self.assertIsNone(known.entry_for(entries, mutants_in("a.c", "x = y - z;")[0]))

    def test_a_line_without_a_reason_is_refused(self):
        with self.assertRaises(ValueError):
            known.parse("    a.c: zero: x = 1;\n")

    def test_the_file_can_be_read_and_its_lines_are_there(self):
        lines = {(mutant.path, mutant.source_line) for mutant in all_mutants(files())}
        gone = [f"{entry.path}: {entry.source_line}" for entry in known.load() if (entry.path, entry.source_line) not in lines]
        self.assertEqual(gone, [])


if __name__ == "__main__":
    unittest.main()
