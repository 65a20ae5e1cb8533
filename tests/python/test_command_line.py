"""`python -m strew info` and `run`."""

import contextlib
import inspect
import io
import os
import re
import subprocess
import unittest
from pathlib import Path
from typing import Any, List, Optional
from unittest import mock

import ml_dtypes
import numpy as np

import strew
from gen import axes
from strew import __main__, _gather, _library, _run, _scatter
from strew._operators import GATHERS

from tests import processes

from .support import OPERATORS, command
# Parameters that no option of the command stands for: a file has no place for them.
WITHOUT_FILE = {
    "out", "threads", "scale", "scale_rule", "zero_points",
    "update_indices", "update_policy", "update_negative_wrap", "update_ignore_index", "weights",
    "arg", "arg_rule", "arg_counts", "arg_fill",
}  # fmt: skip


class Info(unittest.TestCase):
    def test_the_table(self) -> None:
        run = command("info")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        words = run.stdout.replace(",", "").split()
        for word in (strew.__version__, strew.best_isa(), *strew.DTYPES, *strew.REDUCTIONS, *OPERATORS, "tensor_scatter", "masked_scatter", "put", "gather_nd", "take", "clamp"):
            self.assertIn(word, words)
        self.assertRegex(run.stdout, r"(?m)^threads +up to \d+, of the extension module$")
        for profile in strew.PROFILES:
            self.assertRegex(run.stdout, f"(?m)^.{{12}}{profile}$")
        for isa, number in strew.ISAS.items():
            if number:
                count = sum(kernel.isa == isa for kernel in strew.kernels())
                self.assertRegex(run.stdout, rf"(?m)^{isa} +{count} +\w")

    def test_a_cap_is_shown(self) -> None:
        run = command("info", STREW_ISA="scalar")
        self.assertRegex(run.stdout, r"(?m)^best ISA +scalar$")
        if strew.best_isa() != "scalar":
            self.assertIn("excluded by STREW_ISA", run.stdout)

    @unittest.skipUnless(os.environ.get("STREW_TEST_FULL"), "a library is built for it")
    def test_what_the_build_left_out(self) -> None:
        self.assertRegex(command("info").stdout, r"(?m)^left out +nothing$")
        build = processes.temporary_folder(self)
        options = {
            "BUILD_SHARED_LIBS": "ON",
            "CMAKE_C_FLAGS": "-O0",
            "STREW_TESTS": "OFF",
            "STREW_EXAMPLES": "OFF",
            "STREW_ISAS": "scalar",
            "STREW_DTYPES": "float64;int32",
            "STREW_REDUCTIONS": "none;mul",
            "STREW_INDEX_DTYPES": "int64;uint8",
            "STREW_FEATURES": "gather",
        }
        configure = ["cmake", "-S", str(processes.ROOT), "-B", str(build), *(f"-D{name}={value}" for name, value in options.items())]
        for step in (configure, ["cmake", "--build", str(build), "--parallel", "2"]):
            subprocess.run(step, check=True, stdout=subprocess.DEVNULL)
        run = command("info", STREW_LIBRARY=str(build / _library.FILE_NAME))
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertRegex(run.stdout, r"(?m)^best ISA +scalar$")
        lines = run.stdout.splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith("left out "))
        found = dict(line[12:].split(": ") for line in lines[first : first + 4])
        self.assertEqual(set(found["features"].split()), set(axes.FEATURES) - {"gather"})
        self.assertEqual(found["index dtypes"].split(), ["int8", "int16", "int32", "uint16", "uint32", "uint64"])
        self.assertEqual(found["reductions"].split(), ["add", "sub", "min", "max", "mean"])
        self.assertEqual(set(found["dtypes"].split()), set(strew.DTYPES) - {"float64", "int32"})

    def test_every_kernel_is_listed(self) -> None:
        run = command("info", "--kernels")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(run.stdout.split(), [kernel.name for kernel in strew.kernels()])


class Stdout(processes.Stdout, unittest.TestCase):
    program, arguments = "strew", (["info"], ["info", "--kernels"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full here")
    def test_help_into_a_full_one(self) -> None:
        with open("/dev/full", "wb") as full:
            run = command("--help", stdout=full.fileno(), PYTHONUNBUFFERED="")
        self.assertEqual((run.returncode, run.stderr), (1, "strew: cannot write to stdout: No space left on device\n"))


class Sentences(unittest.TestCase):
    def fails(self, code: int, text: str, *arguments: object, **environment: str) -> None:
        """In one sentence."""
        run = command(*arguments, **environment)
        self.assertEqual((run.returncode, run.stdout, len(run.stderr.splitlines())), (code, "", 1), run.stderr)
        self.assertIn(text, run.stderr)


class Arguments(Sentences):
    def rejects(self, text: str, *words: str) -> None:
        self.fails(2, f"{text}; --help says what it takes", *words)

    def test_every_command_has_help_and_rejects_what_it_does_not_know(self) -> None:
        commands = re.findall(r"(?m)^    ([a-z-]+)", command("--help").stdout)
        self.assertLessEqual({"info", "selftest", "bench", "run", "run-onnx", "export-onnx-tests"}, {*commands})
        for words in ([], *([name] for name in commands), *(["run", name] for name in OPERATORS)):
            for word in ("--help", "-h"):
                run = command(*words, word)
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                self.assertTrue(run.stdout.startswith(f"usage: {' '.join(['strew', *words])} "), run.stdout)
            self.rejects("unrecognized arguments: --nonsense", *words, "--nonsense")
        ended = processes.run_module("strew", "info", "--nonsense")
        self.assertEqual((ended.returncode, ended.stderr), (2, "strew: unrecognized arguments: --nonsense; --help says what it takes\n"))

    def test_numbers_of_bench(self) -> None:
        for words, text in (
            (["--threads", "-1"], "argument --threads: '-1' is not a whole number of 1 or more"),
            (["--threads", "0"], "argument --threads: '0' is not a whole number of 1 or more"),
            (["--threads", "two"], "argument --threads: 'two' is not a whole number of 1 or more"),
            (["--seconds", "-1"], "argument --seconds: '-1' is no positive number of seconds"),
            (["--seconds", "nan"], "argument --seconds: 'nan' is no positive number of seconds"),
            (["--seconds", "soon"], "argument --seconds: 'soon' is no positive number of seconds"),
        ):
            self.rejects(text, "bench", *words)

    def test_without_onnx(self) -> None:
        folder = processes.temporary_folder(self)
        (folder / "onnx.py").write_text("raise ImportError('No module named onnx')\n")
        path = os.pathsep.join([str(folder), str(processes.ROOT / "python")])
        for words in (["run-onnx", folder], ["export-onnx-tests", folder]):
            self.fails(1, "needs the package onnx, which `pip install onnx` installs", *words, PYTHONPATH=path)

    def test_an_interrupt_is_no_traceback(self) -> None:
        with mock.patch("strew._info.info", side_effect=KeyboardInterrupt), contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(__main__.main(["info"]), 130)
        self.assertEqual(said.getvalue(), "strew: interrupted\n")

    def test_the_console_command_is_the_module(self) -> None:
        (entry,) = re.findall(r'(?m)^\[project\.scripts\]\nstrew = "(.*)"$', (processes.ROOT / "pyproject.toml").read_text())
        self.assertEqual(entry, f"{__main__.main.__module__}:{__main__.main.__name__}")


class Run(Sentences):
    def setUp(self) -> None:
        self.folder = processes.temporary_folder(self)
        self.output = self.folder / "output.npy"
        self.data = self.save("data", np.arange(12, dtype=np.float32).reshape(3, 4))
        self.indices = self.save("indices", np.array([[2], [0], [2]]))
        self.updates = self.save("updates", np.ones((3, 4), np.float32))

    def save(self, name: str, array: np.ndarray) -> Path:
        path = self.folder / f"{name}.npy"
        np.save(path, array)
        return path

    def words(self, operator: str = "scatter_nd", **files: Path) -> List[object]:
        files = {"data": self.data, "indices": self.indices, "updates": self.updates, "output": self.output, **files}
        return ["run", operator, *(word for name, path in files.items() for word in (f"--{name}", path))]

    def done(self, *more: object, stdout: Optional[int] = subprocess.PIPE, **files: Path) -> str:
        """What a run says that ends well."""
        run = command(*self.words(**files), *more, stdout=stdout)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def job(self, *more: object, expected: Any, operator: str = "scatter_nd", **arrays: np.ndarray) -> str:
        """What a run says that makes this of the arrays."""
        for name, array in arrays.items():
            self.save(name, array)
        said = self.done(*more, operator=operator)
        np.testing.assert_array_equal(np.load(self.output), expected)
        return said

    def rejected(self, code: int, text: str, *more: object, **files: Path) -> None:
        before = set(self.folder.iterdir())
        self.fails(code, text, *self.words(**files), *more)
        self.assertEqual(set(self.folder.iterdir()), before)

    def test_the_job(self) -> None:
        said = self.job("--reduction", "add", expected=np.arange(12).reshape(3, 4) + [[1], [0], [2]])
        self.assertEqual(np.load(self.output).dtype, np.float32)
        self.assertRegex(said, r"\Ascatter_nd add: float32 \[3, 4\], \w+, strew_\w+, \d+\.\d{3} ms\n\Z")

    def test_the_job_is_done_where_nothing_can_be_said(self) -> None:
        self.done(stdout=None)
        np.testing.assert_array_equal(np.load(self.output)[[0, 2]], np.ones((2, 4)))

    def test_options(self) -> None:
        self.assertIn(" scalar, ", self.done("--isa", "scalar", "--policy", "trusted"))

    def test_siblings(self) -> None:
        grid, ones = np.array([[1, 0, 2, 2], [0, 2, 1, 2]]), np.ones((2, 4), np.float32)
        self.rejected(1, "", operator="scatter_elements", indices=self.save("indices", grid))
        expected = [[1, 2, 2, 3], [5, 5, 7, 7], [8, 10, 11, 13]]
        for axis in (["--axis", "0"], []):  # without --axis it is the first
            said = self.job(*axis, "--reduction", "add", operator="scatter_elements", indices=grid, updates=ones, expected=expected)
            self.assertRegex(said, r"\Ascatter_elements add: float32 \[3, 4\], ")
        expected = np.arange(12).reshape(3, 4) + [0, 0, 0, 2]
        files = {"indices": np.array([3, 3]), "updates": np.ones((3, 2), np.float32)}
        said = self.job("--axis", "-1", "--reduction", "add", operator="scatter_update", **files, expected=expected)
        self.assertRegex(said, r"\Ascatter_update add: float32 \[3, 4\], ")

    def test_every_operator(self) -> None:
        data, rows, grid = np.arange(12, dtype=np.float32).reshape(3, 4), np.array([2, -1]), np.array([[1, 0, 2, 2]])
        cache, tokens, mask = np.zeros((2, 3, 1)), np.ones((2, 1, 1)), data % 5 == 1
        for operator, arrays, options in (
            ("scatter_nd", (data, rows[:, None], data[:2]), {"reduction": "add", "alpha": 2.5}),
            ("scatter_nd", (data, rows[:, None], data[:2]), {"reduction": "mul", "include_self": False}),
            ("scatter_elements", (data, grid, data[:1]), {"axis": 1, "reduction": "max"}),
            ("scatter_update", (data.astype(int), rows, -data[:2].astype(int)), {"reduction": "mean", "mean_rounding": "truncates"}),
            ("scatter_nd", (data, np.array([[[1]], [[3]], [[-1]]]), data[:, :1]), {"reduction": "add", "batch_dims": 1}),
            ("scatter_update", (data, np.array([[1], [3], [-1]]), data[:, :1]), {"axis": 1, "batch_dims": 1}),
            ("put", (data, np.array([11, -9]), data[0, :2]), {"ignore_index": -9}),
            ("masked_scatter", (data, mask, -data), {}),
            ("tensor_scatter", (cache, tokens, rows), {"axis": 1, "mode": "circular", "policy": "skip", "negative_wrap": True}),
            ("tensor_scatter", (cache, tokens), {}),
            ("gather_nd", (data, grid[:, None, :1]), {"batch_dims": 0, "negative_wrap": False}),
            ("gather_elements", (data, grid), {"axis": -1}),
            ("gather", (data, rows + 1), {"axis": 1, "policy": "skip", "fill": 7}),
            ("gather", (data[:2], np.array([[1], [3]])), {"axis": 1, "batch_dims": 1, "isa": "scalar"}),
            ("take", (data, rows), {"ignore_index": 2, "fill": -0.5}),
        ):
            with self.subTest(operator, options=options):
                function = {"put": _scatter.put, "take": _gather.take}.get(operator) or getattr(strew, operator)
                names = list(inspect.signature(function).parameters)[: len(arrays)]
                words = [word for name, array in zip(names, arrays) for word in (f"--{name.replace('_', '-')}", self.save(name, array))]
                for name, value in options.items():
                    is_flag = isinstance(value, bool)
                    words += [f"--no-{name}".replace("_", "-")] * (value is False) if is_flag else [f"--{name}".replace("_", "-") + f"={value}"]
                run = command("run", operator, *words, "--output", self.output)
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                expected, found = function(*arrays, **options), np.load(self.output)
                self.assertEqual((found.dtype, found.tolist()), (expected.dtype, expected.tolist()))
                self.assertRegex(run.stdout, rf"\A{operator}.*: {found.dtype} {re.escape(str(list(found.shape)))}, .*\d ms\n\Z")

    def test_an_operator_has_the_options_of_its_function(self) -> None:
        for name, operator in _run._OPERATORS.items():
            parameters = {*inspect.signature(operator.function).parameters} - WITHOUT_FILE
            if name in GATHERS:
                parameters.remove("overflow")  # which is about an out of another dtype
            self.assertEqual({*operator.files, *operator.options}, parameters, name)

    def test_an_option_that_the_reduction_would_ignore(self) -> None:
        self.rejected(1, "scatter_nd with the reduction none has no use for nan='loses'", "--nan", "loses")
        self.rejected(1, "tuple 1 names slice 0, after slice 2 of the tuple before", "--sorted", "checked")
        self.rejected(1, "scatter_nd with the reduction max has no use for alpha", "--reduction", "max", "--alpha", "2")
        self.rejected(1, "scatter_nd with the reduction add has no use for mean_rounding", "--reduction", "add", "--mean-rounding", "truncates")

    def test_help_of_an_operator_has_its_options_and_no_others(self) -> None:
        said = " ".join(command("run", "tensor_scatter", "--help").stdout.split())
        for word in ("--past-cache", "--write-indices", "--mode", "(default: -2)", "ONNX TensorScatter"):
            self.assertIn(word, said)
        for word in ("--reduction", "--indices", "--isa"):
            self.assertNotIn(word, said)
        words = ["--data", self.data, "--mask", self.indices, "--updates", self.updates, "--output", self.output]
        self.fails(2, "unrecognized arguments: --reduction add", "run", "masked_scatter", *words, "--reduction", "add")

    def test_names_are_those_of_the_operator(self) -> None:
        words = ["--past-cache", self.data, "--update", self.updates, "--write-indices", self.indices, "--output", self.output]
        self.fails(1, "write_indices has rank 2, but 1 is needed", "run", "tensor_scatter", *words, "--axis", "1")

    def test_the_output_has_exactly_the_name_that_was_given(self) -> None:
        self.done(output=self.folder / "without")
        self.assertTrue((self.folder / "without").is_file())
        self.assertFalse((self.folder / "without.npy").exists())

    def test_the_output_may_be_the_data(self) -> None:
        self.done(output=self.data)
        np.testing.assert_array_equal(np.load(self.data)[[0, 2]], np.ones((2, 4)))

    def test_bfloat16(self) -> None:
        self.save("data", np.arange(12).astype(ml_dtypes.bfloat16).reshape(3, 4))
        self.save("updates", np.ones((3, 4), ml_dtypes.bfloat16))
        self.assertIn(" bfloat16 ", self.done("--dtype", "bfloat16", "--reduction", "add"))
        found = np.load(self.output).view(ml_dtypes.bfloat16).astype(np.float32)
        np.testing.assert_array_equal(found, np.arange(12).reshape(3, 4) + [[1], [0], [2]])
        self.output.unlink()
        hint = "data.npy holds raw elements of 2 bytes, and --dtype says what they are"
        self.rejected(1, hint, "--reduction", "add")
        self.rejected(1, hint, "--profile", "ONNX ScatterND-18")
        self.rejected(1, "data.npy is |V2, neither float32 nor raw elements of 4 bytes", "--dtype", "float32")

    def test_raw_elements_are_moved(self) -> None:
        data, updates = np.zeros((3, 4, 7), np.uint8), np.arange(84, dtype=np.uint8).reshape(3, 4, 7)
        self.save("data", data.view("V7")[..., 0])
        self.save("updates", updates.view("V7")[..., 0])
        self.done()
        found = np.load(self.output)
        self.assertEqual(found.dtype, np.dtype("V7"))
        self.assertEqual(found[0].tobytes(), updates[1].tobytes())
        self.assertEqual(found[2].tobytes(), updates[2].tobytes())

    def test_files_that_are_none(self) -> None:
        missing = self.folder / "missing.npy"
        for name in ("data", "indices", "updates"):
            self.rejected(1, "missing.npy: No such file or directory", **{name: missing})
        self.rejected(1, "Is a directory", data=self.folder)
        good = self.data.read_bytes()
        large_offset = good.replace(b"(3, 4), }" + 20 * b" ", b"(3, 4000000000000000), }     ")
        self.assertNotEqual(large_offset, good)
        for name, content in {
            "text": b"hello\n",
            "empty": b"",
            "short": good[:-1],
            "header": good[:20],
            "large_offset": large_offset,
            "garbage": good[:10] + b"\xff" * 118,
            "nested": good[:10] + b"(" * 118,
        }.items():
            path = self.folder / f"{name}.npy"
            path.write_bytes(content)
            self.rejected(1, f"{name}.npy is not a readable .npy file", data=path)
        np.savez(self.folder / "zip.npz", a=np.zeros(3))
        self.rejected(1, "zip.npz is not a readable .npy file", data=self.folder / "zip.npz")
        self.rejected(1, "Object arrays cannot be loaded", data=self.save("pickle", np.array([{}], object)))

    def test_arrays_that_do_not_fit(self) -> None:
        out_of_bounds = self.save("out_of_bounds", np.array([[0], [3], [1]]))
        self.rejected(1, "indices[1] component 0 is 3, outside [-3, 2] of data dimension 0", indices=out_of_bounds)
        self.rejected(1, "", "--no-negative-wrap", indices=self.save("n", np.array([[0], [-1], [1]])))
        self.rejected(1, "int", indices=self.save("f", np.array([[0.0], [1.0], [2.0]])))
        self.rejected(1, "", updates=self.save("short", np.ones((2, 4), np.float32)))
        self.rejected(1, "complex64", updates=self.save("c64", np.ones((3, 4), np.complex64)))
        self.rejected(1, "datetime64", data=self.save("when", np.zeros((3, 4), "datetime64[s]")))
        self.rejected(1, "which is none of float32", data=self.save("words", np.full((3, 4), "a")))
        self.rejected(1, "data.npy is float32, neither bfloat16", "--dtype", "bfloat16")

    def test_an_old_output_survives_a_rejection(self) -> None:
        self.output.write_bytes(b"precious")
        self.rejected(1, "outside [-3, 2]", indices=self.save("i", np.array([[0], [3], [1]])))
        self.assertEqual(self.output.read_bytes(), b"precious")

    def test_an_output_that_cannot_be_written(self) -> None:
        self.rejected(1, "No such file or directory", output=self.folder / "nowhere" / "o.npy")
        self.rejected(1, "Is a directory", output=self.folder)
        self.rejected(1, "ooo: File name too long", output=self.folder / ("o" * 300))
        if os.path.exists("/dev/full"):
            self.rejected(1, "cannot write /dev/full: No space left on device", output=Path("/dev/full"))
            self.assertTrue(os.path.exists("/dev/full"))

    def test_odd_names(self) -> None:
        odd = self.folder / "a\nb\x1b.npy"
        said = r"a\nb\x1b.npy"
        self.rejected(1, f"{said}: No such file or directory", data=odd)
        odd.write_bytes(b"hello")
        self.rejected(1, f"{said} is not a readable .npy file", indices=odd)
        np.save(odd, np.zeros((3, 4)))
        self.rejected(1, f"{said} is float64, neither float32", "--dtype", "float32", updates=odd)
        self.rejected(1, f"cannot write {self.folder}/a\\nb/o.npy: No such", output=self.folder / "a\nb" / "o.npy")
        self.rejected(2, r"unrecognized arguments: a\nb", "a\nb")
        self.fails(1, r"STREW_LIBRARY=/nowhere/a\nb.so cannot be used", "info", STREW_LIBRARY="/nowhere/a\nb.so")
        library = self.folder / "a\nb.so"
        library.symlink_to(Path(strew.LIBRARY).resolve())
        self.assertIn(rf"{self.folder}/a\nb.so", command("info", STREW_LIBRARY=str(library)).stdout.splitlines()[0])
        for name in ("--data", "--indices", "--updates", "--output"):
            self.rejected(2, f"argument {name}: '' is no name of a file or folder", f"{name}=")

    def test_words(self) -> None:
        self.rejected(2, "argument --reduction: invalid choice: 'median'", "--reduction", "median")
        self.rejected(2, "argument --isa: invalid choice: 'z80'", "--isa", "z80")
        self.rejected(2, "argument --policy: invalid choice: 'lenient'", "--policy", "lenient")
        self.rejected(2, "argument --dtype: invalid choice: 'float7'", "--dtype", "float7")
        self.rejected(2, "argument --nan: invalid choice: 'draws'", "--nan", "draws")
        self.rejected(2, "argument --axis: invalid int value: '0.5'", "--axis", "0.5", operator="scatter_update")
        self.rejected(2, "unrecognized arguments: --axis 0", "--axis", "0")
        self.rejected(1, "axis is 7, outside [-2, 1]", "--axis", "7", operator="scatter_elements")
        self.rejected(1, "axis is 18446744073709551616, outside [-9223372036854775808", "--axis", 2**64, operator="scatter_update")
        self.rejected(2, "argument operator: invalid choice: 'unique'", operator="unique")
        self.rejected(2, "argument --alpha: invalid number value: 'two'", "--alpha", "two")
        self.rejected(2, "--loud", "--loud")
        for arguments in ((), ("jump",), ("run",), ("run", "scatter_nd", "--data", self.data), ("run-onnx",)):
            self.fails(2, "", *arguments)

    def test_a_cap_that_does_not_exist(self) -> None:
        self.fails(1, "STREW_ISA", *self.words(), STREW_ISA="z80")
        self.assertFalse(self.output.exists())
