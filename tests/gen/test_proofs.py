"""Every kernel in plain C is proved, or docs/soundness.md names its kind among those that are not; and every proof can fail."""

import re
import unittest

from tests.proofs.changed import seen
from tests.proofs.proofs import BOUNDS, ROOMS, ROOT, all_proofs, declared, read, sources

# Kinds of kernels that are not proved, as their declarations name them, and what docs/soundness.md calls them.
UNPROVED = {"SCALE": "scales", "AFFINE": "affine", "WRITE_BLOCKS": "blocks", "READ_BLOCKS": "blocks"}

# Functions whose contracts are taken as they are: those of the standard library and of tables, those that report, and a lemma's.
ASSUMED = {"memcpy", "memmove", "memset", "strew_dtype_block", "strew_dtype_size", "strew_find_dtype", "strew_find_profile", "strew_hints_bytes",
           "strew_is_packed", "strew_report_members", "strew_times_size"}  # fmt: skip


class Proofs(unittest.TestCase):
    def setUp(self) -> None:
        self.proofs = all_proofs()

    def test_every_kernel_has_a_proof_or_is_named(self) -> None:
        proved = {name for proof in self.proofs.values() for name in (proof.name, *proof.others)}
        page = (ROOT / "docs" / "soundness.md").read_text().split("## What is proved, and what is not")[1]
        (row,) = re.findall(r"(?m)^\| other kernels in plain C, which read no indices: (.*?) \| not yet", page)
        found = [kernel for source in sources() for kernel in re.findall(r"(?m)^(?:STREW_OWN_FRAME )?STREW_([A-Z_]+)\((\w+)\)$", read(source))]
        self.assertGreater(len(found), 500)
        self.assertEqual([name for kind, name in found if kind not in UNPROVED and name not in proved], [])
        for kind in {kind for kind, _ in found} & set(UNPROVED):
            self.assertIn(UNPROVED[kind], row)

    def test_every_bound_is_one_of_a_proof(self) -> None:
        bodies = "\n".join(proof.body for proof in self.proofs.values())
        self.assertEqual([pattern for pattern, _, _ in BOUNDS if not re.search(pattern, bodies)], [])

    def test_every_contract_that_counts_is_proved_or_assumed(self) -> None:
        proved = {name for proof in self.proofs.values() for name in (proof.name, *proof.others)}
        assumed = {name for names in ROOMS.values() for name in names}
        self.assertEqual(declared() - proved - assumed, ASSUMED)

    def test_something_of_every_proof_can_be_broken(self) -> None:
        for proof in self.proofs.values():
            if proof.has_contract:
                self.assertTrue(list(proof.mutants(read(proof.source))), proof.name)

    def test_functions_of_one_proof_differ_in_words_alone(self) -> None:
        by_name = {name: proof for proof in self.proofs.values() for name in (proof.name, *proof.others)}
        for one, other in (("strew_add_f32_w4__scalar", "strew_max_i32_w4__scalar"), ("strew_move_b32_w3__scalar", "strew_move_b32_w3__scalar")):
            self.assertIs(by_name[one], by_name[other])
        for one, other in (("strew_add_f32_w4__scalar", "strew_add_f64_w4__scalar"), ("strew_add_f32_w4__scalar", "strew_add_f32_w3__scalar"),
                           ("take_b32_i32_plain", "take_b32_i64_plain"), ("strew_move_bf16_f32_wn__scalar", "strew_move_i16_i64_wn__scalar")):  # fmt: skip
            self.assertIsNot(by_name[one], by_name[other])

    def test_a_proof_changes_with_what_it_sees(self) -> None:
        program = """typedef struct pair { int a, b; } pair;
static inline int near(pair p) { return p.a; }
static inline int far(pair p) assigns() { return p.b; }
static inline int other(int a) { return a; }
int kernel(pair p) { return near(p) + far(p); }
int kernel(pair p) requires(p.a > 0);
void prove(void) { pair p; kernel(p); }
"""
        before = seen(program, {"far"})
        for old, new, is_seen in (("return p.a", "return -p.a", True), ("return p.b", "return -p.b", False), ("assigns()", "assigns(p)", True),
                                  ("return a", "return -a", False), ("p.a > 0", "p.a > 1", True), ("int a, b", "int b, a", True)):  # fmt: skip
            self.assertIn(old, program)
            self.assertEqual(seen(program.replace(old, new), {"far"}) != before, is_seen, old)
