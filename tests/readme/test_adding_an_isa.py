"""docs/adding-an-isa.md, followed on a copy of the repository."""

from .guide import Guide


class AddingAnIsa(Guide):
    page = "adding-an-isa.md"

    def test_its_steps_work(self):
        folder = self.copy()
        self.follow(folder)
        kernels = (folder / "generated" / "kernels.inc").read_text()
        for ctype in ("f32", "f64", "i8", "i16", "i32", "i64"):
            self.assertIn(f"(strew_add_{ctype}_wn__sse2,", kernels)
            self.assertIn(f"(strew_sub_{ctype}_wn__sse2,", kernels)
            self.assertNotIn(f"strew_max_{ctype}_wn__sse2", kernels)
        for isa in ("scalar", "sse2", "sse41", "simd128", "avx2", "avx512", "neon"):
            self.assertIn(f"(strew_move_b32_w5__{isa},", kernels)
        for isa in ("sse2", "sse41", "simd128", "avx2", "avx512", "neon"):
            self.assertIn(f"(strew_add_f32_w5__{isa},", kernels)
