"""docs/adding-a-reduction.md, followed on a copy of the repository."""

from .guide import Guide

# What the page leaves to the generator, by the kernels of a build: of every compute type, and in vectors those of floats.
SCALAR = ("f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f8e4m3fn", "f8e5m2")
VECTORS = ("f32", "f64", "f16", "bf16", "f8e4m3fn", "f8e5m2")


class AddingAReduction(Guide):
    page = "adding-a-reduction.md"

    def test_its_steps_work(self):
        folder = self.copy()
        self.follow(folder)
        kernels = (folder / "generated" / "kernels.inc").read_text()
        for ctype in SCALAR:
            self.assertIn(f"(strew_absmax_{ctype}_wn__scalar,", kernels)
        for isa in ("sse41", "avx2", "avx512"):
            for ctype in VECTORS:
                self.assertIn(f"(strew_absmax_{ctype}_wn__{isa},", kernels)
            self.assertNotIn(f"strew_absmax_i32_wn__{isa}", kernels)
        self.assertNotIn("strew_absmax_f32_wn__neon", kernels)  # which has no word for it
        self.assertNotIn("strew_absmax_c64", kernels)  # part by part
        self.assertNotIn("strew_absmax_bool", kernels)  # add is the same there

    def test_without_a_part_of_it_the_generator_says_so_in_one_sentence(self):
        folder = self.copy()
        self.apply_all_to(folder, "gen/axes.py")
        said = self.run_in(folder, ".venv/bin/python", "-m", "gen", code=1)
        self.assertEqual(said, "gen: float32 needs a scalar word for absmax: gen/isa/reductions.h.j2 has none for ctype f32\n")
        self.apply_all_to(folder, "gen/isa/reductions.h.j2")
        axes = folder / "gen" / "axes.py"
        row = 'NaN wins; OR on bool", by_parts=True'
        self.assertEqual(axes.read_text().count(row), 1)
        axes.write_text(axes.read_text().replace(row, row.removesuffix(", by_parts=True")))
        said = self.run_in(folder, ".venv/bin/python", "-m", "gen", code=1)
        self.assertEqual(said, "gen: complex64 needs a scalar word for absmax: gen/isa/reductions.h.j2 has none for ctype c64\n")

    def test_what_one_instruction_set_has_no_words_for_it_leaves_to_scalar(self):
        """Every step but the vectors."""
        folder = self.copy()
        for file in ("gen/axes.py", "gen/isa/reductions.h.j2"):
            self.apply_all_to(folder, file)
        self.run_in(folder, ".venv/bin/python", "-m", "gen")
        kernels = (folder / "generated" / "kernels.inc").read_text()
        self.assertEqual({line.split(",")[0].rpartition("__")[2] for line in kernels.splitlines() if "(strew_absmax_" in line}, {"scalar"})
