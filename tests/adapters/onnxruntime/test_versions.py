"""What the library says to runtimes that it was not written for. They are played here: a table of functions, of which one may be called."""

import ctypes
import unittest

import strew_onnxruntime

CREATE_STATUS = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)
GET_API = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)
GET_VERSION = ctypes.CFUNCTYPE(ctypes.c_void_p)
A_STATUS = 0x1000


class Base(ctypes.Structure):
    _fields_ = [("get_api", GET_API), ("get_version", GET_VERSION)]


class Runtimes(unittest.TestCase):
    def errors_of(self, version, newest_api=100):
        """The sentences with which a runtime's two ways to load the library fail."""
        said = []

        def create_status(_code, sentence):
            said.append(sentence.decode())
            return A_STATUS

        create = CREATE_STATUS(create_status)
        table = (ctypes.c_void_p * 600)()
        table[0] = ctypes.cast(create, ctypes.c_void_p).value
        text = ctypes.create_string_buffer(version.encode())
        get_api = GET_API(lambda asked: ctypes.addressof(table) if asked <= newest_api else None)
        base = Base(get_api, GET_VERSION(lambda: ctypes.addressof(text)))
        library = ctypes.CDLL(strew_onnxruntime.library_path())
        for name in ("CreateEpFactories", "RegisterCustomOps"):
            getattr(library, name).restype = ctypes.c_void_p
        factories, n = (ctypes.c_void_p * 4)(), ctypes.c_size_t(9)
        status = library.CreateEpFactories(b"strew", ctypes.byref(base), None, factories, ctypes.c_size_t(4), ctypes.byref(n))
        self.assertEqual((status, n.value), (A_STATUS, 0))
        return said, (library, base)

    def test_the_provider_names_both_versions(self):
        for version in ("1.23.2", "1.9.0", "2.0.0", "0.5.0", "a branch"):
            with self.subTest(version=version):
                said, _ = self.errors_of(version)
                self.assertEqual(said, [f"strew's kernels need ONNX Runtime 1.24 or a newer 1.x, and this is {version}"])

    def test_the_custom_operators_name_both_versions(self):
        said, (library, base) = self.errors_of("1.13.1", newest_api=13)
        self.assertEqual(library.RegisterCustomOps(None, ctypes.byref(base)), A_STATUS)
        self.assertEqual(said[1:], ["strew's custom operators need ONNX Runtime 1.14 or a newer 1.x, and this is 1.13.1"])

    def test_a_very_long_version_is_cut(self):
        said, _ = self.errors_of("9" * 5000)
        self.assertLess(len(said[0]), 120)


if __name__ == "__main__":
    unittest.main()
