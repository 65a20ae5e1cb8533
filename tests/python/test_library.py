"""The mirror of the public header, and where the library is looked for."""

import os
import re
import shutil
import subprocess
import sys
import unittest

import strew
from strew import _enums, _errors, _library, _tables

from tests.processes import ROOT, temporary_folder

_STRUCTS = {
    "strew_fault": _library.Fault,
    "strew_tensor": _library.Tensor,
    "strew_options": _library.Options,
    "strew_call": _library.Call,
    "strew_buffers": _library.Buffers,
    "strew_resources": _library.Resources,
    "strew_kernel": _library.KernelRecord,
    "strew_chunk_grid": _library.ChunkGrid,
    "strew_gradient_buffers": _library.GradientBuffers,
    "strew_softmax": _library.Softmax,
}
SHARED = f"build/shared/{_library.FILE_NAME}"
# How `python -m strew` begins to say that there is no library. Python 3.9 puts words of its own before it.
_COMMAND_SAYS = "^strew: " if sys.version_info >= (3, 10) else "ImportError: "


class Mirror(unittest.TestCase):
    def compile(self, body: str) -> subprocess.CompletedProcess:
        compiler = os.environ.get("CC", "cc").split()
        folders = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'generated'}"]
        source = f"#include <strew/gradient.h>\n#include <strew/group.h>\n#include <strew/inspect.h>\n#include <strew/softmax.h>\n{body}\n"
        arguments = [*compiler, "-std=c11", "-Werror", "-fsyntax-only", *folders, "-xc", "-"]
        return subprocess.run(arguments, input=source, capture_output=True, text=True)

    def assert_compiles(self, body: str) -> None:
        run = self.compile(body)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_the_compiler_is_asked(self) -> None:
        self.assertNotEqual(self.compile('_Static_assert(STREW_OK == 1, "");').returncode, 0)

    def test_structs(self) -> None:
        for name, struct in _STRUCTS.items():
            lines = [f'_Static_assert(sizeof({name}) == {_library.ctypes.sizeof(struct)}, "");']
            for member, _ in struct._fields_:
                field = getattr(struct, member)
                lines.append(f'_Static_assert(offsetof({name}, {member}) == {field.offset}, "{member}");')
                lines.append(f'_Static_assert(sizeof((({name} *)0)->{member}) == {field.size}, "{member}");')
            self.assert_compiles("\n".join(lines))

    def test_the_plan_has_the_size_that_the_library_names(self) -> None:
        self.assert_compiles(f'_Static_assert(sizeof(strew_plan) == {_library.lib.strew_plan_size()}, "");')

    def test_names_and_numbers_come_from_the_library(self) -> None:
        rows = []
        for prefix, numbers in {
            "STREW_DTYPE_": strew.DTYPES,
            "STREW_REDUCTION_": strew.REDUCTIONS,
            "STREW_ISA_": strew.ISAS,
            "STREW_PROFILE_": strew.PROFILES,
        }.items():
            for name, number in numbers.items():
                enumerator = prefix + re.sub("[ -]", "_", name).upper()
                rows.append(f'_Static_assert({enumerator} == {number}, "{name}");')
        self.assert_compiles("\n".join(rows))

    def test_no_name_is_left_out(self) -> None:
        for c_type, prefix, numbers in (
            ("strew_reduction", "STREW_REDUCTION_", strew.REDUCTIONS),
            ("strew_isa", "STREW_ISA_", strew.ISAS),
            ("strew_profile", "STREW_PROFILE_", strew.PROFILES),
            ("strew_dtype", "STREW_DTYPE_", {**strew.DTYPES, **dict.fromkeys((*_enums.BLOCK_FORMATS, *_enums.PACKED_DTYPES), 0), "OPAQUE_0": 0, "OPAQUE_LAST": 0}),
        ):
            cases = " ".join(f"case {prefix}{re.sub('[ -]', '_', name).upper()}:" for name in numbers)
            self.assert_compiles(
                '#pragma GCC diagnostic error "-Wswitch-enum"\n'
                f"void f({c_type} x); void f({c_type} x) {{ switch (x) {{ {cases} break; }} }}"
            )

    def test_opaque_elements(self) -> None:
        self.assertEqual(len(_tables.OPAQUE_DTYPES), 512)
        rows = [f'_Static_assert(STREW_DTYPE_OPAQUE({dtype.itemsize}) == {number}, "");' for dtype, number in _tables.OPAQUE_DTYPES.items()]
        self.assert_compiles("\n".join([*rows, '_Static_assert(STREW_DTYPE_OPAQUE_LAST == STREW_DTYPE_OPAQUE(512), "");']))

    def test_a_status_of_a_later_library_is_a_number(self) -> None:
        with self.assertRaises(strew.ScatterError) as raised:
            _errors.check(_library.Fault(status=9999))
        self.assertEqual(raised.exception.status, 9999)


class Version(unittest.TestCase):
    """The header states it, and everything else follows."""

    def test_the_library(self) -> None:
        self.assertEqual(strew.__version__, _enums.VERSION)

    def test_a_name_that_it_does_not_have(self) -> None:
        with self.assertRaisesRegex(ValueError, "isa 'z80' is none of 'best', 'scalar', "):
            strew.isa_state("z80")


class Finding(unittest.TestCase):
    """The package, copied into a checkout without anything else."""

    def setUp(self) -> None:
        self.root = temporary_folder(self)
        self.package = self.root / "python" / "strew"
        shutil.copytree(ROOT / "python" / "strew", self.package, ignore=shutil.ignore_patterns("__pycache__", "lib"))

    def run_python(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
        clean = {key: value for key, value in os.environ.items() if key != "STREW_LIBRARY"}
        env = {**clean, "PYTHONPATH": str(self.root / "python"), **environment}
        return subprocess.run([sys.executable, *arguments], env=env, cwd=self.root, capture_output=True, text=True)

    def found(self, **environment: str) -> str:
        run = self.run_python("-c", "import strew; print(strew.LIBRARY)", **environment)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout.strip()

    def put(self, name: str) -> str:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return str(shutil.copy(strew.LIBRARY, path))

    def test_order(self) -> None:
        for name in (SHARED, f"python/strew/lib/{_library.FILE_NAME}"):  # each is preferred to the one before
            path = self.put(name)
            self.assertEqual(self.found(), path)
        path = self.put("named.so")
        self.assertEqual(self.found(STREW_LIBRARY=path), path)

    def test_no_other_build_is_used(self) -> None:
        # A test's own library, which may be trimmed of what Python asks for.
        self.put(f"build/native/tests/package/shared/{_library.FILE_NAME}")
        self.put(f"build/{_library.FILE_NAME}")
        if not _library.ctypes.util.find_library("strew"):
            self.assertNotEqual(self.run_python("-c", "import strew").returncode, 0)
        shared = self.put(SHARED)
        os.utime(shared, (0, 0))
        self.assertEqual(self.found(), shared)

    def test_a_library_of_another_machine_is_passed_over(self) -> None:
        good = self.put(SHARED)
        (self.package / "lib").mkdir()
        (self.package / "lib" / _library.FILE_NAME).write_text("not a library")
        self.assertEqual(self.found(), good)

    def test_a_relative_name_is_a_path(self) -> None:
        self.put("named.so")
        self.assertEqual(self.found(STREW_LIBRARY="named.so"), "named.so")

    def test_a_named_library_that_is_missing_is_never_replaced(self) -> None:
        self.put(SHARED)
        run = self.run_python("-c", "import strew", STREW_LIBRARY="/nowhere/libstrew.so")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("ImportError: STREW_LIBRARY=/nowhere/libstrew.so cannot be used", run.stderr.splitlines()[-1])
        run = self.run_python("-m", "strew", "info", STREW_LIBRARY="/nowhere/libstrew.so")
        self.assertEqual((run.returncode, run.stdout, len(run.stderr.splitlines())), (1, "", 1), run.stderr)
        self.assertRegex(run.stderr, f"{_COMMAND_SAYS}STREW_LIBRARY=/nowhere/libstrew.so cannot be used: ")

    def test_a_program_may_do_without(self) -> None:
        # Also one that `python -m` is still looking for when it imports strew.
        program = self.root / "python" / "program"
        program.mkdir()
        (program / "__init__.py").write_text("try:\n    import strew\nexcept ImportError:\n    strew = None\n")
        (program / "__main__.py").write_text("from program import strew\nprint(strew)\n")
        run = self.run_python("-m", "program", "strew", STREW_LIBRARY="/nowhere/libstrew.so")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "None\n", ""))

    def test_no_library_names_the_command_that_builds_it(self) -> None:
        if _library.ctypes.util.find_library("strew"):
            self.skipTest("the system has a strew of its own")
        for arguments, start in ((["-c", "import strew"], "^ImportError: "), (["-m", "strew", "info"], _COMMAND_SAYS)):
            run = self.run_python(*arguments)
            self.assertNotEqual(run.returncode, 0)
            last = run.stderr.splitlines()[-1]
            self.assertRegex(last, f"{start}{_library.FILE_NAME} was not found; ")
            self.assertIn("cmake -S . -B build/shared -DBUILD_SHARED_LIBS=ON -DSTREW_TESTS=OFF -DSTREW_PYTHON=ON", last)
            self.assertIn("&& cmake --build build/shared", last)
            self.assertIn("STREW_LIBRARY", last)
        self.assertEqual(len(run.stderr.splitlines()), 1, "the command line shows no traceback")
        self.assertEqual(run.returncode, 1)
