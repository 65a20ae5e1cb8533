"""What ONNX Runtime asks of the package of a provider, and the package's old name."""

import subprocess
import sys
import unittest
import warnings
from pathlib import Path

import onnxruntime_ep_strew

HIDES_THE_RUNTIME = """
import sys
sys.modules["onnxruntime"] = None  # an import of it is an error
import onnxruntime_ep_strew as strew
print(strew.get_ep_name(), strew.get_ep_names(), strew.get_library_path())
try:
    strew.session_options()
except ImportError as error:
    print(error)
"""


class Names(unittest.TestCase):
    def test_the_three_functions(self):
        self.assertEqual(onnxruntime_ep_strew.get_ep_names(), [onnxruntime_ep_strew.get_ep_name()])
        self.assertEqual(onnxruntime_ep_strew.get_ep_name(), "StrewExecutionProvider")
        self.assertTrue(Path(onnxruntime_ep_strew.get_library_path()).is_absolute())
        onnxruntime_ep_strew.register()
        self.assertEqual({device.ep_name for device in onnxruntime_ep_strew.devices()}, set(onnxruntime_ep_strew.get_ep_names()))

    def test_they_need_no_runtime(self):
        done = subprocess.run((sys.executable, "-c", HIDES_THE_RUNTIME), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = done.stdout.splitlines()
        self.assertEqual(first, f"StrewExecutionProvider ['StrewExecutionProvider'] {onnxruntime_ep_strew.get_library_path()}")
        self.assertIn("onnxruntime", second)

    def test_the_old_name_warns_and_has_the_old_functions(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            import strew_onnxruntime
        (said,) = [warning for warning in caught if "strew_onnxruntime" in str(warning.message)]
        self.assertEqual((said.category, said.filename), (DeprecationWarning, __file__))
        self.assertRegex(str(said.message), "is now called onnxruntime_ep_strew")
        self.assertEqual(strew_onnxruntime.PROVIDER, onnxruntime_ep_strew.get_ep_name())
        self.assertIs(strew_onnxruntime.library_path, onnxruntime_ep_strew.get_library_path)
        for name in ("custom_ops_options", "devices", "register", "session_options"):
            self.assertIs(getattr(strew_onnxruntime, name), getattr(onnxruntime_ep_strew, name))
        done = subprocess.run((sys.executable, "-m", "strew_onnxruntime", "path"), capture_output=True, text=True)
        self.assertEqual(done.stdout.strip(), onnxruntime_ep_strew.get_library_path())
        self.assertEqual(done.stderr.strip(), str(said.message))
        from strew_onnxruntime import convert

        self.assertEqual(convert.DOMAIN, "strew")
