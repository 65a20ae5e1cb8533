"""The README and the pages for users: what they must say; examples that compile, run and print what their comments say.

STREW_LIBRARY names the shared library to link.
"""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from tests.processes import ROOT, temporary_folder
from tests.runner.legs import LEGS

README = (ROOT / "README.md").read_text()
GUIDE_TO_C, GUIDE_TO_PYTHON = ((ROOT / "docs" / f"guide-{language}.md").read_text() for language in ("c", "python"))


def blocks(page: str, language: str) -> list:
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", page)


def example(page: str, name: str) -> str:
    return next(block for block in blocks(page, "c") if block.startswith(f"/* {name}"))


class Language(unittest.TestCase):
    def test_the_readme_fits_on_a_screen(self):
        self.assertLessEqual(len(README.splitlines()), 100)

    def test_the_first_lines_say_for_whom_it_is_what_it_replaces_and_what_to_run(self):
        first = "\n".join(README.splitlines()[:5])
        for word in ("np.add.at", "index_add", "ScatterND", "`./script/demo`", "pip install", "strew is for"):
            self.assertIn(word, first)

    def test_the_page_on_performance_is_short(self):
        self.assertLessEqual(len((ROOT / "docs" / "performance.md").read_text().splitlines()), 200)

    def test_what_was_missed_is_in_the_journal_alone(self):
        for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
            self.assertNotIn("**Missed", page.read_text(), page.name)

    def test_both_commands_say_what_they_install_and_how_long_they_take(self):
        install = README[README.index("## Install") : README.index("## Use it from C")]
        for name in ("demo", "test"):
            (row,) = re.findall(rf"(?m)^\| `\./script/{name}` \|.*$", install)
            self.assertRegex(row, r"\d+ MB.*\| [^|]*\d+ (minutes|s)\b[^|]* \|$")
        self.assertRegex(install, r"python3 -m venv (\S+) && \. \1/bin/activate\npip install \.")


class Examples(unittest.TestCase):
    def run_example(self, page, name, **environment):
        library = Path(os.environ["STREW_LIBRARY"]).resolve()
        folder = temporary_folder(self)
        source, binary = folder / name, folder / "example"
        source.write_text(example(page, name))
        options = ["-std=c11", "-fopenmp", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{ROOT}/include", f"-I{ROOT}/generated"]
        subprocess.run(["cc", *options, source, library, f"-Wl,-rpath,{library.parent}", "-o", binary], check=True)
        return subprocess.run([binary], env={**os.environ, **environment}, capture_output=True, text=True)

    def run_python(self, page, *n_lines):
        found = [block for block in blocks(page, "python") if "import strew" in block]
        self.assertEqual([len(re.findall(r"(?m)^ *print", block)) for block in found], list(n_lines))
        for block in found:
            self.run_block(block)

    def run_block(self, block):
        expected = re.findall(r"(?m)^ *print\(.*\)  # (.*)$", block)
        self.assertEqual(len(expected), len(re.findall(r"(?m)^ *print", block)))
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
        done = subprocess.run([sys.executable, "-c", block], env=environment, capture_output=True, text=True)
        self.assertEqual((done.stdout.splitlines(), done.stderr, done.returncode), (expected, "", 0))

    def test_examples_in_c_print_what_their_comments_say(self):
        for page, name, expected, environment in (
            (README, "one_call.c", "1 2 3 14 25 6 7 20", {}),
            (GUIDE_TO_C, "plan.c", "strew_max_f16_wn__scalar", {"STREW_ISA": "scalar"}),
            (GUIDE_TO_C, "elements.c", "7 2 3 4 9 6 ONNX ScatterElements-18 has no reduction sub", {}),
            (GUIDE_TO_C, "alpha.c", "0 -1\n2 2\n3 3\n3.5 3.5", {}),
            (GUIDE_TO_C, "views.c", "0 1 1\n0 0 0\n0 1 1", {}),
            (GUIDE_TO_C, "components.c", "1 1 0 1\n0 0 0 0\n1 1 0 1", {}),
            (GUIDE_TO_C, "gather.c", "5 6\n1 2\n-1 -1\n5 6", {}),
            (GUIDE_TO_C, "mask.c", "10 20\n3 4\n50 60", {}),
            (GUIDE_TO_C, "flat.c", "0 0 8\n7 0 0\n7 8", {}),
            (GUIDE_TO_C, "segments.c", "31 42 0 0 2.5 3", {}),
            (GUIDE_TO_C, "threads.c", "4000", {}),
        ):
            with self.subTest(name):
                done = self.run_example(page, name, **environment)
                self.assertEqual((done.returncode, done.stdout.strip()), (0, expected))

    def test_one_call_is_the_first_of_the_examples(self):
        self.assertEqual(example(README, "one_call.c"), (ROOT / "examples" / "one_call.c").read_text())

    def test_python_prints_what_its_comments_say(self):
        self.run_python(README, 1)
        self.run_python(GUIDE_TO_PYTHON, 3, 4, 2, 3, 1, 1, 1, 2, 3, 2, 3, 3, 2, 1)
        in_c = {ROOT / "docs" / "howto" / "vendor.md"}  # tests/amalgamation/test_files.py runs its commands
        for page in sorted({*(ROOT / "docs" / "howto").glob("*.md")} - in_c):
            with self.subTest(page.name):
                text = page.read_text()
                found = [block for block in blocks(text, "python") if "import ray" not in block]  # tests/scale/test_ray.py runs those
                self.assertTrue(found)
                self.run_python(text, *(len(re.findall(r"(?m)^ *print", block)) for block in found))


class Links(unittest.TestCase):
    def test_what_the_pages_link_to_exists(self):
        folders = (ROOT, *(ROOT / "docs" / name for name in (".", "howto", "journal")), ROOT / "examples")
        for page in (page for folder in folders for page in folder.glob("*.md")):
            for target, heading in re.findall(r"\]\(([^)#:]*)(#[^):]*)?\)", page.read_text()):
                self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")
                if heading:
                    text = (page.parent / target).read_text() if target else page.read_text()
                    titles = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"(?m)^#+ (.*)$", text)]
                    self.assertIn(heading[1:], titles, f"{page.name}: {target}{heading}")

    def test_the_pictures_of_the_readme_exist(self):
        pictures = re.findall(r'(?:src|srcset)="([^"]*)"', README)
        self.assertEqual(len(pictures), 2)
        for picture in pictures:
            self.assertIn("<svg", (ROOT / picture).read_text())

    def test_every_page_of_docs_is_linked_from_another_page(self):
        pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
        for page in (ROOT / "docs").glob("*.md"):
            others = "".join(other.read_text() for other in pages if other != page)
            self.assertRegex(others, rf"\]\((docs/|)({page.name})[#)]")

    def test_the_index_of_the_journal_and_the_site_list_every_page_of_it(self):
        journal = ROOT / "docs" / "journal"
        index, site = (journal / "README.md").read_text(), (ROOT / "docs" / "site" / "index.md").read_text()
        for page in sorted(journal.glob("*.md")):
            with self.subTest(page.name):
                if page.name != "README.md":
                    self.assertRegex(index, rf"(?m)^- \[[\w ]+\]\({page.name}\): [^?]*\?$")
                self.assertRegex(site, rf"(?m)^journal{'' if page.name == 'README.md' else '/' + page.stem}$")

    def test_the_row_that_adds_a_type_is_the_one_of_its_page(self):
        (row,) = re.findall(r"(?m)^ *(Dtype\(.*)$", (ROOT / "docs" / "dtypes-and-profiles.md").read_text())
        self.assertIn(f"    {row}\n", (ROOT / "docs" / "adding-a-dtype.md").read_text())


class Tools(unittest.TestCase):
    def test_cmake_reads_the_presets(self):
        names = {}
        for kind in ("configure", "build", "test"):
            done = subprocess.run(["cmake", f"--list-presets={kind}"], cwd=ROOT, capture_output=True, text=True)
            names[kind] = {*re.findall(r'(?m)^ +"([\w-]+)"', done.stdout)}
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(names["build"], names["configure"])
        self.assertLessEqual({"dev", "native", "sanitizers", "aarch64", "windows"}, names["test"])
        self.assertLessEqual(names["test"] - {"dev", "native-full"}, {*LEGS} & names["configure"])

    def test_the_workflow_and_the_pages_name_scripts_that_exist(self):
        pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / ".github").glob("**/*.*")]
        named = {name for page in pages for name in re.findall(r"(?<![\w/])(?:\./)?(script/\w+)", page.read_text())}
        self.assertLessEqual({"script/bench", "script/demo", "script/setup", "script/test"}, named)
        for name in named:
            self.assertTrue(os.access(ROOT / name, os.X_OK), name)
