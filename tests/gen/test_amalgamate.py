"""script/amalgamate: strew.c compiles without a flag and without a warning, and computes what the case files expect."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from gen.amalgamate.conditions import evaluate, folded
from gen.amalgamate.names import macros_of, names_of, pasted, renamed
from gen.amalgamate.native import native_name
from gen.amalgamate.tokens import lines_of, without_guard
from gen.amalgamate.unused import without_unused
from tests.processes import ROOT

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion")
SUPPORT = [file for file in sorted((ROOT / "tests/support").glob("*.c")) if file.stem not in ("list_isas", "main", "pthreadpool_waits", "test_reference")]
FUSED = re.compile(r"\tvfn?m(?:add|sub)\w*")


def text_of(lines):
    return "".join(line.text for line in lines)


class Text(unittest.TestCase):
    def test_tokens_are_joined_to_the_same_text(self):
        for path in ("runtime/check.c", "runtime/message.c", "generated/avx2/f32.c", "extra/gradient_loops.h"):
            text = (ROOT / path).read_text()
            self.assertEqual(text_of(lines_of(text)), text)

    def test_a_comment_or_a_string_is_no_name(self):
        lines = renamed(lines_of('run(); /* run */ puts("run"); x.run = y->run; run##_a; // run\n'), {"run": "sorted_run"})
        self.assertEqual(text_of(lines), 'sorted_run(); /* run */ puts("run"); x.run = y->run; run##_a; // run\n')

    def test_a_member_keeps_its_name(self):
        text = "struct work {\n    tuples tuples;\n    tuples *of_rows;\n};\nstatic tuples make(void)\n{\n    return (tuples){0};\n}\n"
        self.assertEqual(
            text_of(renamed(lines_of(text), {"tuples": "gradient_tuples"})),
            text.replace("tuples", "gradient_tuples").replace("gradient_tuples;", "tuples;", 1),
        )

    def test_names_of_a_file(self):
        text = (
            "#define SIZE 4\ntypedef struct pair { int run; } pair_t;\nenum { FIRST, LAST = FIRST + SIZE };\n"
            "#if A\nstatic int run(int x)\n{\n#else\nstatic int run(long x)\n{\n#endif\n    int local = x;\n    return local;\n}\n"
            "static const int (*list)[2];\nint strew_open(void)\n{\n    return 0;\n}\nSTEP(made, int)\nstatic int after;\n"
        )
        self.assertEqual(names_of(lines_of(text)), {"pair", "pair_t", "FIRST", "LAST", "run", "list", "made", "after"})
        self.assertEqual(macros_of(lines_of(text + "#undef SIZE\n#define B\n")), ["B"])

    def test_what_macros_make_of_names(self):
        lines = lines_of("#define OF(name) name##_f32\n")
        self.assertEqual(pasted(lines, {"read": "softmax_read"}), {"read": "softmax_read", "read_f32": "softmax_read_f32"})

    def test_conditions(self):
        known = {"A": "1", "B": "0", "C": "(A && !B)", "NO": None}
        for text, value in {
            "A": 1, "A && B": 0, "B && X": 0, "A || X": 1, "X": None, "!X || B": None, "C": 1, "defined(NO)": 0, "defined A": 1, "defined(X)": None,
            "A == 1 && 2 < 3": 1, "X + 1 || A": None, "F(A)": None,
        }.items():  # fmt: skip
            with self.subTest(text):
                self.assertEqual(evaluate(text, known), value)
        chain = "#if B\nb\n#elif X\nx\n#elif A\na\n#else\nc\n#endif\n#ifdef NO\nn\n#endif\n"
        self.assertEqual(text_of(folded(lines_of(chain), known)), "#if X\nx\n#else\na\n#endif\n")

    def test_guards(self):
        lines, is_guarded = without_guard(lines_of("/* A. */\n#ifndef A_H\n#define A_H\nint a;\n#endif /* A_H */\n"))
        self.assertEqual((text_of(lines), is_guarded), ("/* A. */\nint a;\n", True))

    def test_functions_that_nothing_calls(self):
        text = "".join(
            f"/* {name} */\nstatic inline int {name}(void)\n{{\n    return {called};\n}}\n" for name, called in (("a", "0"), ("b", "a()"), ("c", "1"))
        )
        self.assertEqual(text_of(without_unused([lines_of(text), lines_of("int d = c();\n")])[0]), text[text.index("/* c") :])

    def test_intrinsics(self):
        for simde, native in {
            "simde_mm256_add_ps": "_mm256_add_ps", "simde__m256i": "__m256i", "simde_vaddq_u8": "vaddq_u8", "simde_uint8x16_t": "uint8x16_t",
            "SIMDE_CMP_LT_OQ": "_CMP_LT_OQ", "load_16": "load_16",
        }.items():  # fmt: skip
            self.assertEqual(native_name(simde), native)


@unittest.skipUnless(shutil.which("cmake") and shutil.which("gcc"), "needs CMake and GCC")
class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.said = cls.run_command(ROOT / "script/amalgamate", "all", cwd=cls.folder)

    @classmethod
    def run_command(cls, *command, cwd=ROOT, code=0):
        done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
        if done.returncode != code:
            raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}"[:4000])
        return done.stdout + done.stderr

    def compile(self, folder, *flags, compiler="gcc"):
        self.assertEqual(self.run_command(compiler, *flags, *WARNINGS, "-c", "strew.c", "-o", "strew.o", cwd=self.folder / folder), "")
        return self.folder / folder / "strew.o"

    def test_it_says_how_to_compile(self):
        self.assertRegex(self.said, r"\Astrew\.c has 7\.\d\d MB and strew\.h has 0\.\d\d MB: cc -O2 -c all/strew\.c\n\Z")

    def test_the_header_is_for_c_and_for_c_plus_plus(self):
        for language, warnings in (("c", WARNINGS), ("c++", WARNINGS[:3])):
            self.assertEqual(self.run_command("gcc", "-x", language, *warnings, "-fsyntax-only", self.folder / "all/strew.h"), "")

    def test_case_files_without_a_flag(self):
        program = self.folder / "cases"
        folders = [f"-I{ROOT / name}" for name in ("include", "generated", "tests/support")]
        self.run_command("gcc", "-std=gnu11", "-pthread", "-w", *SUPPORT, *folders, self.compile("all"), "-lcmocka", "-ljansson", "-lm", "-o", program)
        for isa in ("", "scalar"):
            said = self.run_command("env", f"STREW_ISA={isa}" if isa else "-uSTREW_ISA", program, *sorted((ROOT / "tests/cases").glob("*.json")))
            self.assertRegex(said, r"\n1[0-9]{3} passed, 0 failed, \d+ skipped\n\Z")

    def test_no_product_is_fused_with_a_sum(self):
        options = ("--isas", "avx512", "--dtypes", "float32,complex64", "--reductions", "add,mul", "--features", "strides,conversions,fused,accumulate")
        self.run_command(ROOT / "script/amalgamate", "few", *options, "--index-dtypes", "int64", cwd=self.folder)
        flags = ("-O3", "-march=x86-64-v4", "-ffp-contract=fast")
        compiled = self.compile("few", *flags)
        self.assertEqual(FUSED.findall(self.run_command("objdump", "-d", compiled)), [])
        text = (self.folder / "few/strew.c").read_text()
        (self.folder / "few/strew.c").write_text(re.sub(r"#pragma GCC optimize.*\n", "", text))
        compiled = self.compile("few", *flags)
        self.assertGreater(len(FUSED.findall(self.run_command("objdump", "-d", compiled))), 10)

    def test_fast_math_is_an_error(self):
        said = self.run_command("gcc", "-ffast-math", "-fsyntax-only", self.folder / "all/strew.c", code=1)
        self.assertIn("without -ffast-math", said)

    def test_a_small_one(self):
        options = ("--isas", "scalar", "--dtypes", "float32", "--reductions", "add", "--features", "none", "--index-dtypes", "int64")
        said = self.run_command(ROOT / "script/amalgamate", "small", *options, cwd=self.folder)
        self.assertRegex(said, r"strew\.c has 0\.[56]\d MB")
        program = (ROOT / "tests/package/main.c").read_text()
        program = re.sub(r"#include <strew/\w+.h>\n", "", program).replace("\n#include", '\n#include "strew.h"\n#include', 1)
        (self.folder / "small/main.c").write_text(program)
        self.compile("small", "-O2")
        self.run_command("gcc", "main.c", "strew.o", "-o", "main", cwd=self.folder / "small")
        self.run_command("./main", cwd=self.folder / "small")

    def test_the_page_on_vendoring(self):
        page = (ROOT / "docs/howto/vendor.md").read_text()
        first, second = (block.replace("~/strew", str(ROOT)) for block in re.findall(r"(?ms)^```sh\n(.*?)^```", page))
        folder = self.folder / "vendored"
        folder.mkdir()
        (expected,) = re.findall(r"(?m)^\./main # (.*)$", first)
        said = self.run_command("sh", "-ec", first.replace("-O2", "-O0"), cwd=folder)
        self.assertEqual(said.splitlines()[-1], expected)
        small = self.run_command("sh", "-ec", second, cwd=folder)
        self.assertRegex(small, r"strew\.c has [12]\.\d\d MB")
        self.compile("vendored", "-O0", compiler="clang" if shutil.which("clang") else "gcc")

    def test_unknown_names(self):
        for options, sentence in {
            ("--isas", "avx3"): r"amalgamate: --isas names avx3, which strew does not know; the names are all, scalar, sse41, neon, avx2, avx512;",
            ("--dtypes", "float32,real"): "amalgamate: --dtypes names real, .* the names are all, float32, ",
            ("--conversions", "float32"): "amalgamate: --conversions names float32, which is no pair such as float32:bfloat16 ",
            ("--no-threads", "--features", "gather"): "amalgamate: --no-threads and --features exclude each other",
        }.items():
            with self.subTest(options):
                said = self.run_command(ROOT / "script/amalgamate", "none", *options, cwd=self.folder, code=2)
                self.assertRegex(said, rf"\A{sentence}.*--help says what it takes\n\Z")
                self.assertFalse((self.folder / "none").exists())


if __name__ == "__main__":
    unittest.main()
