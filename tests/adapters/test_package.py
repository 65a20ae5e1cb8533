"""An adapter, once its wheel is installed: what it has, what it says, and its example. Of the adapters one is on the path."""

import re
import subprocess
import sys
import unittest
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from tests.sbom import parts_of, version_of_simde

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = {
    "onnxruntime": "libstrew_onnxruntime.so",
    "torch": "_strew_torch.so",
    "jax": "_strew_jax.so",
    "openvino": "libstrew_openvino.so",
}
# What pip installs, and what a program imports, where they are not called strew.
NAMES = {"onnxruntime": ("onnxruntime-ep-strew", "onnxruntime_ep_strew")}
OLD_NAMES = {"onnxruntime": "strew_onnxruntime"}
HEADERS = {"torch": ["torch (headers)"], "jax": ["jaxlib (headers)"], "openvino": ["openvino (headers)"]}
LAST_LINES = {
    "onnxruntime": r"strew: \d+\.\d ms, 1 different result in 10 runs",
    "torch": r"epoch 60  loss 0\.\d+  accuracy (?:0\.9\d|1\.00)",
    "jax": r"epoch 120  loss 0\.\d+  accuracy (?:0\.9\d|1\.00)",
    "openvino": r"strew: \[1099511627779 +10\]",
}


class Package(unittest.TestCase):
    def setUp(self):
        (self.name,) = [name for name in LIBRARIES if find_spec(f"strew_{name}")]
        self.distribution_name, self.package = NAMES.get(self.name, (f"strew-{self.name}", f"strew_{self.name}"))
        self.distribution = distribution(self.distribution_name)

    def test_it_has_the_modules_the_library_and_the_licence_and_nothing_else(self):
        package, python = self.package, ROOT / "adapters" / self.name / "python"
        sources = {path.name for path in (python / package).iterdir() if path.is_file()}
        old = OLD_NAMES.get(self.name)
        of_old = {f"{old}/{path.name}" for path in (python / old).iterdir() if path.is_file()} if old else set()
        files = {str(path) for path in self.distribution.files if "__pycache__" not in path.parts and ".dist-info" not in path.parts[0]}
        self.assertEqual(files, {f"{package}/{name}" for name in sources | {LIBRARIES[self.name], "LICENSE"}} | of_old)
        licence = Path(self.distribution.locate_file(f"{package}/LICENSE"))
        self.assertEqual(licence.read_text(), (ROOT / "LICENSE").read_text())

    def test_it_lists_what_is_inside(self):
        (file,) = [path for path in self.distribution.files if "sboms" in path.parts]
        self.assertEqual((file.parent.name, file.name), ("sboms", "strew.cdx.json"))
        parts = parts_of(file.read_text(), self.distribution_name, self.distribution.version)
        self.assertEqual(set(parts), {"strew (C library)", "SIMDe", *HEADERS.get(self.name, [])})
        self.assertEqual(parts["SIMDe"]["version"], version_of_simde())
        for name in HEADERS.get(self.name, []):
            self.assertRegex(parts[name]["version"], r"^\d+\.\d+")

    def test_it_does_not_tell_where_it_was_built(self):
        library = Path(self.distribution.locate_file(f"{self.package}/{LIBRARIES[self.name]}"))
        self.assertNotIn(str(ROOT).encode(), library.read_bytes())

    def test_what_it_says_of_itself(self):
        said = self.distribution.metadata
        version = re.search(r'VERSION = "([^"]+)"', (ROOT / "python/strew/_enums.py").read_text())[1]
        self.assertEqual((said["Name"], said["Version"]), (self.distribution_name, version))
        requires = [line for line in self.distribution.requires or () if "extra ==" not in line]
        if self.name in NAMES:  # a provider is for the runtime that a program has
            self.assertEqual(requires, [])
        else:
            self.assertTrue(any(line.startswith(self.name) for line in requires))
        self.assertIn(f"docs/{self.name}.md", said.get_payload())

    def test_its_example_runs_and_ends_as_it_should(self):
        done = subprocess.run([sys.executable, ROOT / "adapters" / self.name / "example.py"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout.splitlines()[-1], rf"\A{LAST_LINES[self.name]}\Z")
