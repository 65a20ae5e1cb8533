"""What the library says to runtimes that it was not written for. They are played here: a table of functions, of which one may be called."""

import ctypes
import subprocess
import sys
import unittest

import onnxruntime_ep_strew

CREATE_STATUS = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)
GET_API = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)
GET_VERSION = ctypes.CFUNCTYPE(ctypes.c_void_p)
A_STATUS = 0x1000


class Base(ctypes.Structure):
    _fields_ = [("get_api", GET_API), ("get_version", GET_VERSION)]


def play(version, function):
    """A runtime of this version loads the library in one of the two ways, and prints the error. The library is new in this process."""

    def create_status(_code, sentence):
        print(sentence.decode())
        return A_STATUS

    create = CREATE_STATUS(create_status)
    table = (ctypes.c_void_p * 600)()
    table[0] = ctypes.cast(create, ctypes.c_void_p).value
    text = ctypes.create_string_buffer(version.encode())
    base = Base(GET_API(lambda asked: ctypes.addressof(table)), GET_VERSION(lambda: ctypes.addressof(text)))
    library = ctypes.CDLL(onnxruntime_ep_strew.get_library_path())
    getattr(library, function).restype = ctypes.c_void_p
    if function == "RegisterCustomOps":
        assert library.RegisterCustomOps(None, ctypes.byref(base)) == A_STATUS
        return
    factories, n = (ctypes.c_void_p * 4)(), ctypes.c_size_t(9)
    status = library.CreateEpFactories(b"strew", ctypes.byref(base), None, factories, ctypes.c_size_t(4), ctypes.byref(n))
    assert (status, n.value) == (A_STATUS, 0)


class Runtimes(unittest.TestCase):
    def error_of(self, version, function):
        command = (sys.executable, "-m", "tests.adapters.onnxruntime.test_versions", version, function)
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_provider_names_both_versions(self):
        for version in ("1.23.2", "1.9.0", "2.0.0", "a branch"):
            with self.subTest(version=version):
                said = self.error_of(version, "CreateEpFactories")
                self.assertEqual(said, f"strew's kernels need ONNX Runtime 1.24 or a newer 1.x, and this is {version}\n")

    def test_the_custom_operators_name_both_versions(self):
        said = self.error_of("1.13.1", "RegisterCustomOps")
        self.assertEqual(said, "strew's custom operators need ONNX Runtime 1.14 or a newer 1.x, and this is 1.13.1\n")

    def test_a_very_long_version_is_cut(self):
        self.assertLess(len(self.error_of("9" * 5000, "CreateEpFactories")), 120)


if __name__ == "__main__":
    play(*sys.argv[1:])
