"""What script/amalgamate writes compiles without a flag and without a warning, and computes what the case files expect."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.processes import ROOT

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion")
SUPPORT = [file for file in sorted((ROOT / "tests/support").glob("*.c")) if file.stem not in ("list_isas", "main", "pthreadpool_waits", "test_reference")]
FEW = ("--isas", "scalar", "--dtypes", "float32", "--reductions", "add", "--index-dtypes", "int64", "--features", "none")
FUSED = re.compile(r"\tvfn?m(?:add|sub)\w*")


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

    def run_cases(self, isas, *flags, compiler="gcc", runner=()):
        """The case files, by the instruction sets that STREW_ISA names; the empty one stands for the best."""
        program = self.folder / f"cases-{compiler}"
        folders = [f"-I{ROOT / name}" for name in ("include", "generated", "tests/support")]
        libraries = ("-lcmocka", "-ljansson", "-lm", "-o", program)
        strew = self.compile("all", compiler=compiler)
        self.run_command(compiler, "-std=gnu11", "-pthread", "-w", *SUPPORT, *folders, strew, *flags, *libraries)
        for isa in isas:
            wanted = f"STREW_ISA={isa}" if isa else "-uSTREW_ISA"
            said = self.run_command("env", wanted, *runner, program, *sorted((ROOT / "tests/cases").glob("*.json")))
            self.assertRegex(said, r"\n[12][0-9]{3} passed, 0 failed, \d+ skipped\n\Z")

    def test_case_files_without_a_flag(self):
        self.run_cases(("", "scalar"))

    def test_case_files_on_aarch64(self):
        sysroot = ROOT / "build/sysroots/aarch64"
        flags = ("-I", sysroot / "include", "-L", sysroot / "lib", f"-Wl,-rpath,{sysroot / 'lib'}")
        self.run_cases(("neon",), *flags, compiler="aarch64-linux-gnu-gcc", runner=("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"))

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

    def test_wide_registers_are_clean_where_plain_c_is_called(self):
        """Otherwise each instruction after it waits for their upper halves."""
        options = ("--isas", "avx2", "--dtypes", "float32", "--reductions", "add", "--index-dtypes", "int64", "--features", "strides")
        self.run_command(ROOT / "script/amalgamate", "clean", *options, cwd=self.folder)
        said = self.run_command("objdump", "-dr", "--no-show-raw-insn", self.compile("clean", "-O2"))
        functions = [text for text in re.split(r"\n\n", said) if re.match(r"\w+ <strew_\w+__avx2>", text) and "ymm" in text]
        calls = [before for text in functions for before in re.findall(r"(?s)(.*)\bcall +.*?\tstrew_\w+__scalar", text)]
        self.assertGreater(len(calls), 5)
        for before in calls:
            self.assertIn("vzeroupper", before)

    def test_fast_math_is_an_error(self):
        said = self.run_command("gcc", "-ffast-math", "-fsyntax-only", self.folder / "all/strew.c", code=1)
        self.assertIn("without -ffast-math", said)

    def test_a_shared_library_exports_the_header(self):
        self.run_command(ROOT / "script/amalgamate", "shared", *FEW, cwd=self.folder)
        declared = re.findall(r"(?m)^STREW_API [^(]*?(strew_\w+)\(", (self.folder / "shared/strew.h").read_text())
        self.assertGreater(len(declared), 30)
        for flags, names in (((), declared), (("-DSTREW_EMBED",), [])):
            self.run_command("gcc", "-fPIC", "-shared", *flags, "strew.c", "-lm", "-o", "lib.so", cwd=self.folder / "shared")
            exported = self.run_command("nm", "-D", "--defined-only", "lib.so", cwd=self.folder / "shared")
            self.assertEqual(sorted(line.split()[-1] for line in exported.splitlines()), sorted(names), flags)

    def test_the_first_line_says_how_it_was_written(self):
        for options, said in ((FEW, " ".join(FEW)), ((*FEW[:-2], "--no-threads"), f"{' '.join(FEW[:-2])} --features strides,")):
            self.run_command(ROOT / "script/amalgamate", "said", *options, cwd=self.folder)
            text = (self.folder / "said/strew.c").read_text()
            self.assertIn(f"in one file, written by `script/amalgamate {said}", text.split("\n")[0])
            self.assertIn("#define STREW_BUILD_FEATURE_THREADS 0\n", text)
            self.assertEqual("#define STREW_BUILD_FEATURE_GATHER 0\n" in text, options is FEW)

    def test_a_small_one(self):
        said = self.run_command(ROOT / "script/amalgamate", "small", *FEW, cwd=self.folder)
        self.assertRegex(said, r"strew\.c has 0\.[56]\d MB")
        program = (ROOT / "tests/package/main.c").read_text()
        program = re.sub(r"#include <strew/\w+.h>\n", "", program).replace("\n#include", '\n#include "strew.h"\n#include', 1)
        (self.folder / "small/main.c").write_text(program)
        # Words are inlined: GCC does not do that where two functions are compiled with other options.
        symbols = self.run_command("nm", self.compile("small", "-O2"))
        self.assertEqual(re.findall(r" t ((?:load|store|add)_[a-z]+\d+)\n", symbols), [])
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

    def test_a_folder_that_cannot_be_written(self):
        (self.folder / "file").touch()
        said = self.run_command(ROOT / "script/amalgamate", "file/inside", *FEW, cwd=self.folder, code=1)
        self.assertEqual(said, f"amalgamate: cannot write to {self.folder / 'file/inside'}: Not a directory\n")


if __name__ == "__main__":
    unittest.main()
