"""What somebody who regenerates strew relies on."""

import re
import shutil
import subprocess
import unittest

from gen.render import ELSEWHERE
from tests import processes
from tests.processes import ROOT

# A data type of each kind, by its one row, and whether vector instruction sets have words for it: they have them for what they know of a kind.
MADE_UP_DTYPES = {
    "mufloat": ('Dtype("madeup_float", "mufloat", 4, Kind.FLOAT)', True),
    "mu16": ('Dtype("madeup16", "mu16", 2, Kind.NARROW, format=Format(6, 9))', False),
    "mu8": ('Dtype("madeup8", "mu8", 1, Kind.NARROW, format=Format(2, 5))', True),
    "mui16": ('Dtype("madeup_int16", "mui16", 2, Kind.SIGNED)', True),
    "muu64": ('Dtype("madeup_uint64", "muu64", 8, Kind.UNSIGNED)', True),
    "mubool": ('Dtype("madeup_bool", "mubool", 1, Kind.BOOL)', True),
    "mucomplex": ('Dtype("madeup_complex", "mucomplex", 8, Kind.COMPLEX, shares="mufloat")', True),
    "mubits": ('Dtype("madeup_bits", "mubits", 4, Kind.BITS)', False),
}
# What they can be accumulated in: files that convert to it and back; those of integers are scalar.
MADE_UP_WIDE = {"mufloat": "f64", "mu16": "f32", "mu8": "f32", "mui16": "i64"}
# What every instruction set computes in its own registers.
WITHOUT_HOLES = {
    *("float32", "float64", "float16", "bfloat16", "bool"),
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
}
ONLY_COMBINE = {"sve"}  # moves are another's, and so are conversions but of rows that they have words for


def undue_holes(tables):
    cells = ((isa, dtype, cell) for isa, rows in tables.items() for dtype in WITHOUT_HOLES for cell in rows[dtype].items())
    holes = {(isa, dtype, reduction) for isa, dtype, (reduction, cell) in cells if cell.startswith("(") and (dtype, reduction) != ("bool", "mean")}
    return holes - {(isa, dtype, "none") for isa in ONLY_COMBINE for dtype in WITHOUT_HOLES}


def texts(folder):
    """The files of a folder, by their paths in it."""
    return {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


class Stdout(processes.Stdout, unittest.TestCase):
    program, arguments = "gen", (["--list"],)


class Scratch(unittest.TestCase):
    """A copy of the generator that a test may change, and a folder to render into."""

    def setUp(self):
        self.root = processes.temporary_folder(self)
        for name in ("gen", "templates", "include"):
            shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        (self.root / "docs").mkdir()
        shutil.copy(ROOT / "docs" / "dtypes-and-profiles.md", self.root / "docs")

    def gen(self, *arguments, expect=0, **environment):
        done = processes.run_module("gen", *arguments, cwd=self.root, **environment)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def render(self, name, **environment):
        self.gen("--out", str(self.root / name), **environment)
        return texts(self.root / name)

    def edit(self, path, old, new):
        file = self.root / path
        text = file.read_text()
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1))

    def tables(self):
        """Those of --list, as {instruction set: {dtype: {reduction: cell}}}."""
        found = {}
        for section in re.split(r"(?m)^(?=\w+: .* kernels$)", self.gen("--list").split("A cell names")[0])[1:]:
            title, _, head, *rows = section.rstrip().splitlines()
            reductions = head.split()
            table = found[title.split(":")[0]] = {}
            for dtype, *cells in map(str.split, rows):
                self.assertEqual(len(cells), len(reductions), f"{dtype} in {title}")
                table[dtype] = dict(zip(reductions, cells))
        return found

    def assert_only_adds(self, before, after):
        """Files and lines are added; no file goes, and no line goes or changes."""
        self.assertLessEqual(set(before), set(after))
        for path in before:
            if path == "grid.md":  # the table of kernels, in which a row or a column grows
                continue
            following = iter(after[path].splitlines())
            lost = next((line for line in before[path].splitlines() if line not in following), None)
            self.assertIsNone(lost, f"{path} lost a line, or has it elsewhere")


class Rendering(Scratch):
    def test_the_committed_files_are_what_the_generator_renders(self):
        committed = texts(ROOT / "generated")
        committed.update({path: file.read_text() for path, file in ELSEWHERE.items()})
        self.assertEqual(self.render("out"), committed)

    def test_the_page_of_tables_shows_those_that_are_rendered(self):
        page = (ROOT / "docs" / "dtypes-and-profiles.md").read_text()
        for name in ("grid", "profiles"):
            table = (ROOT / "generated" / f"{name}.md").read_text().split("\n\n", 1)[1]
            self.assertIn(f"<!-- {name}: generated/{name}.md -->\n\n{table}\n<!-- end of {name} -->\n", page)

    def test_the_bytes_do_not_depend_on_the_process(self):
        one = self.render("one", PYTHONHASHSEED="1", LC_ALL="C")
        two = self.render("two", PYTHONHASHSEED="2", LC_ALL="C.UTF-8", TZ="Asia/Tokyo")
        self.assertEqual(one, two)

    def test_no_file_carries_a_date_a_path_or_trailing_space(self):
        for path, text in self.render("out").items():
            self.assertNotRegex(text, r"\b20[2-9]\d-\d\d", path)
            self.assertNotIn(str(self.root), text, path)
            self.assertNotRegex(text, r"(?m)[ \t]+$", path)
            self.assertTrue(text.endswith("\n") and not text.endswith("\n\n"), path)

    def test_every_file_says_where_it_comes_from(self):
        for path, text in self.render("out").items():
            template = re.search(r"Rendered from (templates/\S+) by `python -m gen`. Do not edit", text.splitlines()[0])
            self.assertIsNotNone(template, path)
            self.assertTrue((self.root / template.group(1)).is_file(), path)

    def test_names_follow_the_pattern(self):
        kernels = re.findall(r"STREW_APPLY_KERNEL\((\w+),", self.render("out")["kernels.inc"])
        self.assertGreater(len(kernels), 1000)
        self.assertEqual(len(kernels), len(set(kernels)))
        for name in kernels:
            self.assertRegex(name, r"^strew_(move|add|sub|mul|min|max|minnum|maxnum)(_[a-z][a-z0-9]*){1,2}_w(\d+|n)__[a-z]\w*$")

    def test_no_isa_is_named_in_a_template(self):
        modules = (ROOT / "gen" / "isa").glob("*.py")
        names = [path.stem for path in modules if re.search(r"(?m)^ISA = ", path.read_text()) and path.stem != "scalar"]
        self.assertTrue(names)
        for template in (ROOT / "templates").iterdir():
            for name in names:
                self.assertNotIn(name, template.read_text().lower(), template.name)


class Check(Scratch):
    def setUp(self):
        super().setUp()
        self.gen()

    def test_a_fresh_tree_passes(self):
        self.assertIn("up to date", self.gen("--check"))

    def test_changed_missing_and_orphaned_files_are_named_with_the_command_that_mends_them(self):
        generated = self.root / "generated"
        (generated / "scalar" / "f32.c").write_text("int changed;\n")
        (generated / "scalar" / "f64.c").unlink()
        (generated / "scalar" / "extra.c").write_text("int extra;\n")
        self.edit("docs/dtypes-and-profiles.md", "| float32 |", "| float33 |")
        said = self.gen("--check", expect=1)
        self.assertIn("scalar/f32.c differs", said)
        self.assertIn("scalar/f64.c is missing", said)
        self.assertIn("scalar/extra.c is an orphan", said)
        self.assertIn("dtypes-and-profiles.md has other tables", said)
        self.assertIn("python -m gen", said)
        self.gen()
        self.gen("--check")
        self.assertFalse((generated / "scalar" / "extra.c").exists())

    def test_rendering_again_changes_nothing(self):
        times = {path: path.stat().st_mtime_ns for path in (self.root / "generated").rglob("*")}
        self.gen()
        self.assertEqual(times, {path: path.stat().st_mtime_ns for path in (self.root / "generated").rglob("*")})

    def test_a_folder_of_somebody_else_is_left_alone(self):
        other = self.root / "other"
        other.mkdir()
        (other / "thesis.txt").write_text("irreplaceable\n")
        self.assertIn("not the generator's", self.gen("--out", str(other), expect=1))
        self.assertEqual((other / "thesis.txt").read_text(), "irreplaceable\n")


class List(Scratch):
    def test_every_hole_has_a_reason(self):
        said = self.gen("--list")
        numbers = set(re.findall(r"\((\d+)\)", said.split("Holes,")[0]))
        self.assertTrue(numbers)  # a string has no sum
        reasons = dict(re.findall(r"(?m)^  \((\d+)\) (.+)$", said.split("Holes,")[1]))
        self.assertEqual(numbers, set(reasons))
        for reason in reasons.values():
            self.assertGreater(len(reason.split()), 4)

    def test_what_must_not_have_holes_has_none(self):
        tables = self.tables()
        self.assertLessEqual({"avx512", "avx2", "neon", "scalar", "sse41"}, set(tables))
        for isa, rows in tables.items():
            self.assertLessEqual(WITHOUT_HOLES, set(rows), isa)
            for dtype, cells in rows.items():
                self.assertLessEqual({"none", "add", "sub", "mul", "min", "max", "mean"}, set(cells), isa)
                self.assertEqual(cells["none"] == "moves", isa not in ONLY_COMBINE, f"{dtype} of {isa}")
        self.assertEqual(undue_holes(tables), set())


class AddingThings(Scratch):
    """To add a thing, edit one place."""

    def add_dtypes(self):
        last = '    Dtype("float8e5m2", "f8e5m2", 1, Kind.NARROW, format=Format(5, 2)),\n'
        self.edit("gen/axes.py", last, last + "".join(f"    {row},\n" for row, _ in MADE_UP_DTYPES.values()))

    def test_a_dtype_is_one_row_whatever_its_kind(self):
        self.assertEqual(
            {row.split("Kind.")[1].split(",")[0].strip(")") for row, _ in MADE_UP_DTYPES.values()},
            set(re.findall(r"(?m)^    ([A-Z]+) = ", (ROOT / "gen" / "axes.py").read_text().partition("@dataclass")[0])),
        )
        before = self.render("before")
        self.add_dtypes()
        after = self.render("after")
        self.assert_only_adds(before, after)
        isas = {path.split("/")[0] for path in before if path.endswith("/vocabulary.h")}
        is_there = {isa: isa in ("scalar", "rvv") for isa in isas}  # these have words for small floats of any format
        files = {f"{isa}/{ctype}.c" for isa in isas for ctype, (_, has_vectors) in MADE_UP_DTYPES.items() if has_vectors or is_there[isa]}
        files -= {f"{isa}/mubits.c" for isa in isas}  # it is only moved, by its size
        for ctype, wide in MADE_UP_WIDE.items():
            converting = {"scalar"} if wide == "i64" else isas if ctype == "mu8" else isas - ONLY_COMBINE
            files |= {f"{isa}/{name}.c" for isa in converting for name in (f"{ctype}_{wide}", f"{wide}_{ctype}")}
        self.assertEqual(set(after) - set(before), files)
        for row, _ in MADE_UP_DTYPES.values():
            self.assertIn(f"STREW_DTYPE_{row.split(chr(34))[1].upper()},", after["strew/axes.h"])
        for ctype in MADE_UP_DTYPES:
            for reduction in {"mubits": (), "mucomplex": ("mul", "min", "max"), "mubool": ("add", "sub", "mul")}.get(
                ctype, ("add", "sub", "mul", "min", "max")
            ):
                self.assertIn(f"STREW_APPLY_KERNEL(strew_{reduction}_{ctype}_wn__scalar,", after["kernels.inc"])
        for kernel in ("add_mufloat_w4__avx2", "maxnum_mufloat_wn__neon", "mul_mucomplex_w2__sse41", "min_muu64_w2__avx512"):
            self.assertIn(f"STREW_APPLY_KERNEL(strew_{kernel},", after["kernels.inc"])
        for kernel in ("mufloat_s32", "mui16_s64", "muu64_s128"):
            self.assertIn(f"STREW_MEAN_KERNEL(strew_mean_{kernel}__scalar,", after["kernels.inc"])
        for name, type_ in (("INT16", "int16_t"), ("UINT64", "uint64_t")):  # integers can be indices
            row = f"STREW_INDEX_DTYPE(STREW_DTYPE_MADEUP_{name}, STREW_BUILD_INDEX_DTYPE_MADEUP_{name}, {type_})"
            self.assertIn(row, after["axes.inc"])
        self.assertIn("has no word for add on mu16", self.gen("--list"))

    def add_isa(self, of, number, rank):
        """An instruction set with the words of another."""
        text = (self.root / f"gen/isa/{of}.py").read_text()
        for old, new in ((f'name="{of}"', 'name="madeup"'), (f"number={number}", "number=9"), (f"rank={rank}", f"rank={rank + 1}")):
            self.assertIn(old, text)
            text = text.replace(old, new)
        (self.root / "gen/isa/madeup.py").write_text(text)

    def test_new_dtypes_and_a_new_isa_compile(self):
        self.add_dtypes()
        self.add_isa("scalar", number=1, rank=0)
        self.render("out")
        sources = [*(self.root / "out/madeup").glob("*.c"), *(self.root / "out/scalar").glob("mu*.c"), *(ROOT / "runtime").rglob("*.c")]
        options = ["-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Werror"]
        options += [f"-I{folder}" for folder in (ROOT / "include", self.root / "out", ROOT / "runtime")]
        done = subprocess.run(["cc", *options, *map(str, sources)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_an_isa_is_one_file(self):
        before = self.render("before")
        self.add_isa("avx2", number=2, rank=30)
        after = self.render("after")
        self.assert_only_adds(before, after)
        added = set(after) - set(before)
        self.assertTrue(added and all(path.startswith("madeup/") for path in added), added)
        self.assertIn("STREW_ISA_MADEUP = 9", after["strew/axes.h"])
        self.assertIn("strew_add_f32_w4__madeup", after["kernels.inc"])
        self.assertIn("STREW_CPUID(STREW_ISA_MADEUP,", after["isas.inc"])

    def test_a_width_is_one_number(self):
        before = self.render("before")
        self.edit("gen/axes.py", "(1, 2, 3, 4, 8, 16, 32, 64, 0)", "(1, 2, 3, 4, 5, 8, 16, 32, 64, 0)")
        after = self.render("after")
        for tree in (before, after):  # how many lines further the kernel for any width is
            tree["kernels.inc"] = re.sub(r"(STREW_APPLY_KERNEL\(.*), \d+(, STREW_ISA_\w+\))", r"\1\2", tree["kernels.inc"])
        self.assert_only_adds(before, after)
        self.assertIn("strew_add_f32_w5__neon", after["kernels.inc"])
        self.assertIn("strew_move_b32_w5__scalar", after["kernels.inc"])

    def rejects(self, path, old, new, said):
        """The change is there only for one run of the generator."""
        with self.subTest(said):
            self.edit(path, old, new)
            answer = self.gen(expect=1)
            self.edit(path, new, old)
            self.assertIn(said, answer)
            self.assertEqual(answer.count("\n"), 1, answer)

    def test_a_small_float_whose_layout_is_wrong_is_rejected_in_one_sentence(self):
        last = '    Dtype("float8e5m2", "f8e5m2", 1, Kind.NARROW, format=Format(5, 2)),\n'
        for row, said in (
            ("1, Kind.NARROW, format=Format(5, 3)", "madeup has a sign, 5 bits of exponent and 3 of mantissa: 9 bits, which are not its 8"),
            ("2, Kind.NARROW, format=Format(5, 2)", "madeup has a sign, 5 bits of exponent and 2 of mantissa: 8 bits, which are not its 16"),
            ("1, Kind.NARROW, format=Format(7, 0)", "madeup has 0 bits of mantissa: it must be at least 1"),
            ("1, Kind.NARROW, format=Format(1, 6)", "madeup has 1 bits of exponent: it must be 2 to 8"),
            ("2, Kind.NARROW, format=Format(9, 6)", "madeup has 9 bits of exponent: it must be 2 to 8"),
            ("2, Kind.NARROW, format=Format(8, 7, has_infinity=False)", "madeup has 8 bits of exponent: it must be 2 to 8, or to 7 without infinities"),
            ("4, Kind.NARROW, format=Format(8, 23)", "madeup has 4 bytes: NARROW has 1 or 2"),
            ("1, Kind.NARROW", "madeup is a small float, which has a Format"),
            ("1, Kind.BOOL, format=Format(5, 2)", "madeup has a Format, which only small floats have"),
            ("16, Kind.FLOAT", "madeup has 16 bytes: FLOAT has 4 or 8"),
            ("16, Kind.COMPLEX", "madeup is complex, and must share the ctype of its parts"),
        ):
            self.rejects("gen/axes.py", last, f'{last}    Dtype("madeup", "mu", {row}),\n', f"gen: gen/axes.py: {said}")

    def test_a_row_that_makes_no_library_is_rejected_in_one_sentence(self):
        for path, old, new, said in (
            ("gen/axes.py", "MOVE_BYTES = (1, 2, 4, 8, 16)", "MOVE_BYTES = (1, 2, 4, 16)", "gen/axes.py: MOVE_BYTES must be (1, 2, 4, 8, 16)"),
            ("gen/axes.py", '"uint16", "u16", 2', '"uint16", "mu16", 128', "uint16 has 128 bytes: UNSIGNED has 1, 2, 4 or 8"),
            ("gen/axes.py", '"uint16", "u16", 2', '"uint16", "u16", "2"', "gen/axes.py: uint16: bytes must be "),
            ("gen/axes.py", "COMPONENTS = (1, 2, 3, 4, 0)", 'COMPONENTS = (1, "2", 0)', "gen/axes.py: COMPONENTS must be Tuple[int, ...]"),
            ("gen/axes.py", 'Reduction("sub", "sub", "difference; XOR on bool", wraps=True, by_parts=True)', "12345", "gen/axes.py: REDUCTIONS must be Tuple[gen.axes.Reduction, ...]"),
            ("gen/axes.py", '"float64", "f64", 8', '"float64", "double", 8', "complex128 shares ctype f64, which no other dtype has"),
            ("gen/axes.py", '"string", None, Kind.BITS', '"string", None, Kind.COMPLEX', "string has no bytes: COMPLEX has 8 or 16"),
            ("gen/axes.py", '"f32", 4, Kind.FLOAT', '"f32", 4, Kind.SIGNED', "float16 is computed in float32, and no FLOAT of 4 bytes has ctype f32"),
            ("gen/axes.py", '"f32", 4, Kind.FLOAT', '"f32x", 4, Kind.FLOAT', "float16 is computed in float32, and no FLOAT of 4 bytes has ctype f32"),
            ("gen/axes.py", '"i32", 4, Kind.SIGNED', '"i33", 4, Kind.SIGNED', "uint32 shares ctype i32, which no other dtype has"),
            ("gen/axes.py", '"int64", "i64", 8, Kind.SIGNED', '"int64", "i64", 4, Kind.SIGNED', "uint64 shares ctype i64, whose elements, or pairs of them, have not its 8 bytes"),
            ("gen/axes.py", '    Dtype("int64", "i64", 8', '    Dtype("int46", "i64", 8', "there is no SIGNED dtype int64 of ctype i64 and 8 bytes, which indices have"),
            ("gen/isa/avx2_indices.h", "(void)\n{", "(void) {", 'gen/isa/avx2_indices.h: "static inline simde__m256i no_out_of_bounds(void) {" is no part of a word'),
            ("gen/isa/neon.h.j2", "inline simde_uint8x16_t max_", "simde_uint8x16_t max_", "gen/isa/neon.h.j2: "),
            ("gen/axes.py", 'shares="i16"', 'shares="i17"', "uint16 shares ctype i17, which no other dtype has"),
            ("gen/axes.py", 'COMPLEX, shares="f32"', 'COMPLEX, shares="i64"', "complex64 shares ctype i64: unsigned dtypes can share a signed one, and complex dtypes"),
            ("gen/axes.py", '"u32", 4, Kind.UNSIGNED, shares="i32"', '"u32", 4, Kind.UNSIGNED, shares="i64"', "uint32 shares ctype i64, whose elements, or pairs of them, have not its 4 bytes"),
            ("gen/isa/sse41.py", "any_width_only=tuple(", "any_width_only=(\"f17\",) + tuple(", "has f17 among any_width_only, and no dtype has such a ctype"),
            ("gen/isa/x86.py", '            ("mul", f"{mm}_and', '            ("mull", f"{mm}_and', "has mull_boolx16 for mull, which is no reduction of gen/axes.py"),
            ("gen/axes.py", '"bool", "bool"', '"bool", "i8"', "i8 stands twice among the names of compute types"),
            ("gen/axes.py", '"uint16", "u16"', '"uint16", "none"', "uint16 has ctype none, a name that strew has given to something else"),
            ("gen/axes.py", '"uint16", "u16"', '"mul", "u16"', "mul is a dtype and a reduction, and gen/profiles.py could mean either"),
            ("gen/axes.py", "8, 16, 32, 64, 0)", "8, 16, 32, 64)", "WIDTHS must have 0, which stands for any"),
            ("gen/axes.py", 'number_of="max"', 'number_of="maximum"', 'max_number takes over from "maximum", which is no reduction'),
            ("gen/axes.py", 'number_of="max"', 'number_of="mul"', "min_number from min and max_number from max must take over, and nothing else"),
            ("gen/axes.py", 'on_bool="add"', 'on_bool="adds"', 'max is done on bool by "adds", which is no reduction with kernels of its own there'),
            ("gen/axes.py", 'on_bool="mul"', 'on_bool="max"', 'min is done on bool by "max", which is no reduction with kernels of its own there'),
            ("gen/profiles.py", '("int32", "int64")', '("int32", "int65")', "has int65 among its indices, which gen/axes.py does not have"),
            ("gen/isa/neon.py", "(16, 8, 4, 2, 1)", "(16, 8, 4, 2)", "gen/isa/neon.py: vector_packs has none of 1 bytes"),
            ("gen/isa/scalar.py", "rank=0", "rank=5", "gen/isa/scalar.py must be there, with rank 0"),
            ("gen/isa/scalar.py", 'guard="1"', 'guard="a/b"', 'gen/isa/scalar.py: guard has "a/b", and must be 1, or defined(NAME)'),
            ("gen/isa/neon.py", "_M_ARM64)", "_M_ARM64) ||", '_M_ARM64) ||", and must be 1, or defined(NAME) and more of them, joined by'),
            ("gen/isa/neon.py", "NEON (AArch64)", "NEON */", 'gen/isa/neon.py: title has "NEON */", and must be words without quotes'),
            ("gen/isa/neon.py", '"arm64"', '"arm 64"', 'gen/isa/neon.py: processors has "arm 64", and must be one word each'),
            ("gen/isa/avx2.py", '"-march=x86-64-v3"', '"march=x86-64-v3"', "and must be options of the compiler, which begin with -"),
            ("gen/isa/avx2.py", 'native_macro="SIMDE_X86_AVX2_NATIVE"', 'native_macro=""', "gen/isa/avx2.py: native_macro must be SIMDe's macro for these instructions"),
            ("gen/isa/avx2.py", '"simde/x86/avx2.h"', '"simde/x86/avx2"', 'includes has "simde/x86/avx2", and must be names of headers'),
            ("gen/isa/avx2.py", '7, 0, "ebx", 3', '7, 0, "rbx", 3', 'a Cpuid has register "rbx", and must have one of eax, ebx, ecx, edx'),
            ("gen/isa/avx2.py", '7, 0, "ebx", 3', '7, 0, "ebx", 32', "gen/isa/avx2.py: a Cpuid has bit 32: it must be from 0 to 31"),
            ("gen/isa/avx2.py", '7, 0, "ebx", 3', '7, -1, "ebx", 3', "gen/isa/avx2.py: a Cpuid has leaf 7, -1: neither can be negative"),
            ("gen/isa/neon.py", "Hwcap(1)", "Hwcap(64)", "gen/isa/neon.py: a Hwcap has bit 64: it must be from 0 to 63"),
            ("gen/isa/scalar.py", "tuple(elements())", '(Word("more", "int", "void", ()),)', "has more among its elements, and not among its words"),
            ("gen/isa/scalar.py", "Kind.COMPLEX: complexes", "# Kind.COMPLEX: complexes", "complex64 needs a scalar word for mul"),
            ("gen/isa/neon.py", '("simde/arm/neon.h",)', "(4,)", "gen: gen/isa/neon.py: includes must be Tuple[str, ...]\n"),
            ("gen/isa/neon.py", 'indices=IndexVector(lanes=2, type="simde_uint64x2_t", slice_indices_type="simde_uint32x2_t")', "indices=2", "gen/isa/neon.py: indices must be Optional["),
            ("gen/isa/avx2.py", "number=2", "number=1", "it must be from 1 to 15 and its own"),
            ("gen/isa/scalar.py", "tuple(elements())", "2 * tuple(elements())", "gen/isa/scalar.py has one word twice among its elements"),
        ):
            self.rejects(path, old, new, said)

    def test_a_float_of_one_byte_has_vector_words_whatever_its_layout(self):
        last = '    Dtype("float8e5m2", "f8e5m2", 1, Kind.NARROW, format=Format(5, 2)),\n'
        layouts = [(e, 7 - e, has_infinity) for e in range(2, 7) for has_infinity in (True, False)]
        rows = [
            f'    Dtype("madeup{n}", "mu{n}", 1, Kind.NARROW, format=Format({e}, {m}, has_infinity={has_infinity})),\n'
            for n, (e, m, has_infinity) in enumerate(layouts)
        ]
        self.edit("gen/axes.py", last, last + "".join(rows))
        listed = self.gen("--list")
        for n in range(len(layouts)):
            self.assertEqual(len(re.findall(rf"(?m)^ +madeup{n} +(?:moves|\(\d+\))" + rf" +mu{n}" * 8 + "$", listed)), listed.count(" kernels\n"))

    def test_a_missing_vector_word_is_a_hole(self):
        self.edit("gen/isa/avx2.py", "yield from booleans(register)", "pass")
        tree = self.render("out")
        self.assertNotIn("avx2/bool.c", tree)
        self.assertIn("scalar/bool.c", tree)
        self.assertIn("avx2 has no word for add on bool", self.gen("--list"))
        every = ("add", "sub", "mul", "min", "max", "min_number", "max_number")
        self.assertEqual(undue_holes(self.tables()), {("avx2", "bool", reduction) for reduction in every})

    def test_tuples_that_an_isa_cannot_keep_are_selected_by_scalar(self):
        before = self.render("before")["kernels.inc"]
        self.edit("gen/isa/avx512_selection.h", "keep_b64", "hold_b64")
        after = self.render("after")["kernels.inc"]
        kernel = "STREW_SELECT_KERNEL(strew_select_b64__avx512, 8, 1, STREW_ISA_AVX512)"
        self.assertIn(kernel, before)
        self.assertNotIn(kernel, after)
        for ctype in ("b32", "b64"):
            self.assertIn(f"STREW_SELECT_KERNEL(strew_select_{ctype}__scalar,", after)

    def test_a_template_that_is_missing_is_named(self):
        (self.root / "templates" / "select.c.j2").unlink()
        self.assertIn("'select.c.j2' not found", self.gen("--out", str(self.root / "out"), expect=1))
