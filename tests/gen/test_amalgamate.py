"""script/amalgamate: C as tokens, names, conditions, and what is left out. tests/amalgamation compiles what it writes."""

import unittest

from gen.amalgamate.conditions import evaluate, folded
from gen.amalgamate.names import macros_of, names_of, pasted, renamed
from gen.amalgamate.native import native_name
from gen.amalgamate.tokens import lines_of, without_guard
from gen.amalgamate.unused import without_unused
from tests.processes import ROOT

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


if __name__ == "__main__":
    unittest.main()
