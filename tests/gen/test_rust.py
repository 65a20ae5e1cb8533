"""gen/rust.py: what it reads of the headers, and what it does not understand; the versions of the crates."""

import re
import unittest

from gen import header, rust
from gen.checks import GeneratorError
from tests.processes import ROOT


def read(text):
    return rust.Reader(text, {"strew_task": "strew_task"}).items()


class Declarations(unittest.TestCase):
    def test_every_declaration_of_the_headers_is_read(self):
        axes = (ROOT / "generated/strew/axes.h").read_text()
        items = {item.name: item for item in rust.read_items(axes)}
        self.assertEqual(len(items), len(rust.read_items(axes)))
        text = axes + "".join((header.INCLUDE / name).read_text() for name in rust.HEADERS)
        self.assertEqual({name for name, item in items.items() if item.kind in ("enum", "struct")}, set(re.findall(r"(?m)^typedef \w+ (strew_\w+) \{", text)))
        self.assertEqual({name for name, item in items.items() if item.kind == "function"}, set(re.findall(r"(?m)^STREW_API [^(]*?(strew_\w+)\(", text)))
        others = {path.name for path in header.INCLUDE.glob("*.h")} - set(rust.HEADERS)
        self.assertEqual(others, {"onetbb.h", "openmp.h", "pthreadpool.h", "std_thread.h"})  # of other libraries

    def test_types(self):
        (struct,) = read("typedef struct s {\n    const void *const *p; /**< P. */\n    uint64_t r[N / 8];\n    strew_task *f;\n    int32_t in;\n} s;\n")
        self.assertEqual([member.text for member in struct.members], ["*const *const c_void", "[u64; N / 8]", "Option<strew_task>", "i32"])
        self.assertEqual([member.name for member in struct.members], ["p", "r", "f", "r#in"])
        self.assertEqual(struct.members[0].doc, "P.")

    def test_comments(self):
        one, two = read("/** Of a macro. */\n#define M 1\nSTREW_API int f(void);\n/** A.\n *\n *     b\n */\nSTREW_API char *g(int a); /**< C. */\n")
        self.assertEqual((one.doc, one.members, one.result), ("", [], "c_int"))
        self.assertEqual((two.doc, two.result), ("A.\n\n    b", "*mut c_char"))

    def test_what_is_not_understood_is_an_error(self):
        for text, sentence in {
            "int x;\n": "does not know what to do with 'int'",
            "typedef struct s {\n    int a;\n} t;\n": "expects 's'",
            "STREW_API void f(strew_task **t);\n": "only pointers to strew_task",
            "STREW_API void f(int volatile x);\n": "'volatile'",
        }.items():
            with self.subTest(text), self.assertRaisesRegex(GeneratorError, sentence):
                read(text)


class Crates(unittest.TestCase):
    def test_versions_are_those_of_the_header(self):
        version = header.read_version(header.read_headers())
        for name in ("strew-sys", "strew"):
            text = (ROOT / f"packaging/rust/{name}/Cargo.toml").read_text()
            self.assertEqual(set(re.findall(r'(?<!rust-)version = "=?([\d.]+)"', text)), {version}, name)
            self.assertIn('rust-version = "1.63"', text)


if __name__ == "__main__":
    unittest.main()
