"""The README's examples, compiled and run as they stand. STREW_LIBRARY names the shared library to link."""

import os
import re
import subprocess
import sys
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
                ["cc", "-std=c11", "-fopenmp", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{ROOT}/include", f"-I{ROOT}/generated"]
                + [str(source), str(library), f"-Wl,-rpath,{library.parent}", "-o", str(binary)],
                check=True,
            )
            return subprocess.run([str(binary)], env={**os.environ, **environment}, capture_output=True, text=True)

    def test_one_call_prints_what_its_comment_says(self):
        done = self.run_example("one_call.c")
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "1 13 3 14 14 6 7 20"))

    def test_plan_runs_and_names_its_kernel(self):
        done = self.run_example("plan.c", STREW_ISA="scalar")
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "strew_max_f16_wn__scalar"))

    def test_elements_prints_what_its_comments_say(self):
        done = self.run_example("elements.c")
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "7 2 3 4 9 6 ONNX ScatterElements-18 has no reduction sub"))

    def test_threads_prints_what_its_comment_says(self):
        done = self.run_example("threads.c")
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "4000"))

    def test_python_prints_what_its_comments_say(self):
        block = next(block for block in re.findall(r"```python\n(.*?)```", README, re.S) if "import strew" in block)
        expected = re.findall(r"(?m)^ *print\(.*\)  # (.*)$", block)
        self.assertEqual(len(expected), 3)
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
        done = subprocess.run([sys.executable, "-c", block], env=environment, capture_output=True, text=True)
        self.assertEqual((done.stdout.splitlines(), done.stderr, done.returncode), (expected, "", 0))


class Links(unittest.TestCase):
    def test_what_the_pages_link_to_exists(self):
        for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
            text = page.read_text()
            for target, heading in re.findall(r"\]\(([^)#:]*)(#[^):]*)?\)", text):
                self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")
                if heading and not target:
                    self.assertIn(heading[1:], [title.lower().replace(" ", "-") for title in re.findall(r"(?m)^#+ (.*)$", text)])

    def test_the_row_that_adds_a_type_is_the_one_of_its_page(self):
        (row,) = re.findall(r"(?m)^ *(Dtype\(.*)$", README)
        self.assertIn(f"    {row}\n", (ROOT / "docs" / "adding-a-type.md").read_text())


if __name__ == "__main__":
    unittest.main()
