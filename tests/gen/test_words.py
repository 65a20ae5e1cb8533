"""gen/words.py, and the C from which it reads words."""

import ast
import re
import shutil
import subprocess
import unittest

from gen.checks import GeneratorError
from gen.words import FUNCTION, read_words, written
from tests.processes import ROOT

FILES = sorted((ROOT / "gen" / "isa").glob("*.h"))
COMPILE = ["cc", "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-x", "c"]


def has_simde():
    done = subprocess.run([*COMPILE, "-"], input="#include <simde/x86/sse2.h>\n", capture_output=True, text=True)
    return done.returncode == 0


def bodies(tree):
    """The bodies of words that are made in Python."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Word" and len(node.args) > 3:
            yield node.args[3]


class Words(unittest.TestCase):
    def test_what_is_read(self):
        text = "/* Why,\n * and why not. */\nstatic inline int min_number_i32x4(int a,\n                                   int b)\n{\n#if A\n    return a;\n#endif\n}\n"
        (word,) = read_words("a.h", text)
        self.assertEqual((word.name, word.result, word.why), ("min_number_i32x4", "int", "Why,\nand why not."))
        self.assertEqual(re.sub(r"\s+", " ", word.parameters), "int a, int b")
        self.assertEqual(word.body, ("#if A", "return a;", "#endif"))
        self.assertEqual((word.reduction, word.ctype, word.register_bytes), ("min_number", "i32", 16))

    def test_only_names_of_reductions_reduce(self):
        for name in ("sum_k2", "wrap", "min", "min_i33x4", "mean_f32x4", "f32x4_or"):
            (word,) = read_words("a.h", f"static inline int {name}(int a)\n{{\n    return a;\n}}\n")
            self.assertEqual((word.name, word.reduction), (name, ""))

    def test_what_is_not_read_is_an_error(self):
        for text in ("int a;\n", "static int a(void)\n{\n    return 0;\n}\n", "static inline int a(void) { return 0; }\n"):
            with self.assertRaisesRegex(GeneratorError, r'^a\.h: ".*" is no part of a word'):
                read_words("a.h", text)

    def test_every_function_of_a_file_is_a_word(self):
        self.assertGreater(len(FILES), 5)
        for file in FILES:
            names = [word.name for word in written(file.name)]
            self.assertEqual(names, re.findall(r"(?m)^static inline .*?(\w+)\(", file.read_text()), file.name)
            self.assertTrue(names, file.name)

    def test_the_files_are_c(self):
        if not has_simde():
            self.skipTest("no SIMDe where the compiler looks")
        for file in FILES:
            if re.search("<(riscv_vector|arm_sve).h>", file.read_text()):
                continue  # only compilers for their processors have these
            done = subprocess.run([*COMPILE, str(file)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr[:2000])

    @unittest.skipUnless(shutil.which("clang-format"), "no clang-format")
    def test_the_files_have_clang_formats_layout(self):
        done = subprocess.run(["clang-format", "--dry-run", "--Werror", *map(str, FILES)], capture_output=True, text=True, cwd=ROOT)
        self.assertEqual(done.returncode, 0, done.stderr[:2000])

    def test_python_has_c_of_one_statement_at_most(self):
        """More of it stands in a C file or in a template."""
        seen = 0
        for file in sorted((ROOT / "gen").rglob("*.py")):
            for body in bodies(ast.parse(file.read_text())):
                seen += 1
                where = f"{file.relative_to(ROOT)}:{body.lineno}"
                statements = body.elts if isinstance(body, ast.Tuple) else []
                self.assertLessEqual(len(statements), 1, where)
                self.assertLessEqual(ast.unparse(body).count(";"), 1, where)
            self.assertIsNone(FUNCTION.search(file.read_text()), file)
        self.assertGreater(seen, 10)
