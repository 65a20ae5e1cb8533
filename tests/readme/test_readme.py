"""The README's C examples, compiled and run as they stand. STREW_LIBRARY names the shared library to link."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
README = (ROOT / "README.md").read_text()


def example(name: str) -> str:
    return next(block for block in re.findall(r"```c\n(.*?)```", README, re.S) if block.startswith(f"/* {name} */"))


class Examples(unittest.TestCase):
    def run_example(self, name, **environment):
        library = Path(os.environ["STREW_LIBRARY"]).resolve()
        with tempfile.TemporaryDirectory() as folder:
            source, binary = Path(folder, name), Path(folder, "example")
            source.write_text(example(name))
            subprocess.run(
                ["cc", "-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{ROOT}/include", f"-I{ROOT}/generated"]
                + [str(source), str(library), f"-Wl,-rpath,{library.parent}", "-o", str(binary)],
                check=True,
            )
            return subprocess.run([str(binary)], env={**os.environ, **environment}, capture_output=True, text=True)

    def test_one_call_prints_what_its_comment_says(self):
        done = self.run_example("one_call.c")
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "1 13 3 14 14 6 7 20"))

    def test_plan_runs_and_names_its_kernel(self):
        done = self.run_example("plan.c", STREW_ISA="scalar")
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "strew_max_f16_w64__scalar"))

    def test_files_it_links_to_exist(self):
        for target in re.findall(r"\]\(([^)#:]+)\)", README):
            self.assertTrue((ROOT / target).exists(), target)

    def test_the_row_that_adds_a_type_is_one_the_generator_takes(self):
        row = re.search(r"```python\n(Dtype\(.*?\)),\n```", README).group(1)
        from gen.axes import Dtype, Format, Kind

        self.assertIsInstance(eval(row, {"Dtype": Dtype, "Format": Format, "Kind": Kind}), Dtype)


if __name__ == "__main__":
    unittest.main()
