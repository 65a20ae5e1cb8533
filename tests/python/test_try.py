"""`python -m strew try`: what it takes arrays for, what it says of bits, and the calls that it prints."""

import re
import unittest
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple
from unittest import mock

import numpy as np

import strew
from strew import __main__, _try
from strew._try_calls import Call, Library, compiled

from tests import processes

from .support import command, same

ROWS = np.array([1, 4, 1, 0])


def floats(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).random(shape).astype(np.float32)


class Try(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = processes.temporary_folder(self)

    def save(self, *arrays: Optional[np.ndarray]) -> List[Path]:
        paths = []
        for name, array in zip(("data", "indices", "updates"), arrays):
            if array is not None:
                paths.append(self.folder / f"{name}.npy")
                np.save(paths[-1], array)
        return paths

    def said(self, *words: object) -> str:
        run = command("try", *words, "--seconds", "0.001", "--threads", "1")
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stderr)
        return run.stdout

    def of(self, data: np.ndarray, indices: np.ndarray, updates: Optional[np.ndarray], *words: object) -> str:
        return self.said(*self.save(data, indices, updates), *words)

    def fails(self, code: int, text: str, *words: object) -> None:
        run = command("try", *words)
        self.assertEqual((run.returncode, run.stdout, len(run.stderr.splitlines())), (code, "", 1), run.stderr)
        self.assertIn(text, run.stderr)


class Operator(Try):
    def test_the_operator_that_the_shapes_say_is_named(self) -> None:
        words = np.array([[0, 1], [4, 4]])
        for data, indices, updates, expected in (
            (floats(5), ROWS, floats(4), "scatter_update along axis 0, add (guessed from the shapes, which also fit put: --operator says which)"),
            (floats(5, 3), ROWS, floats(4, 3), "scatter_update along axis 0, add (guessed from the shapes)"),
            (floats(3, 5), ROWS, floats(3, 4), "scatter_update along axis 1, add (guessed from the shapes)"),
            (floats(5, 3), words, floats(2, 2, 3), "scatter_update along axis 0, add (guessed from the shapes)"),
            (floats(5, 3), ROWS[:, None], floats(4, 3), "scatter_nd, add (guessed from the shapes)"),
            (floats(5, 5), words, floats(2), "scatter_nd, add (guessed from the shapes)"),
            (floats(5, 5), words, floats(2, 2), "scatter_elements along axis 0, add (guessed from the shapes, which also fit put: --operator says which)"),
            (floats(2, 5), words, floats(2, 2), "scatter_elements along axis 0, add (guessed"),
            (floats(5, 3), ROWS, floats(4), "put, add (guessed from the shapes)"),
            (floats(5, 3), ROWS, None, "gather along axis 0 (guessed from the shapes, which also fit take: --operator says which)"),
            (floats(5, 3), words, None, "gather_nd (guessed from the shapes, which also fit gather, take: --operator says which)"),
            (floats(5, 2), words, None, "gather_elements along axis 0 (guessed from the shapes, which also fit gather_nd, gather, take: --operator"),
        ):
            with self.subTest(expected):
                if expected.startswith(("scatter_elements", "gather_nd")):
                    indices = np.minimum(indices, min(data.shape) - 1)
                self.assertIn(expected, self.of(data, indices, updates).splitlines()[0])

    def test_what_is_asked_for(self) -> None:
        words = ["--operator", "put", "--reduction", "max"]
        self.assertRegex(self.of(floats(5), ROWS, floats(4), *words), r"\Astrew [\w.]+, \w+: put, max\n")
        self.assertIn(": scatter_update along axis 1, none (", self.of(floats(5, 5), ROWS, floats(5, 4), "--axis", "-1", "--reduction", "none"))
        self.assertIn(": gather along axis 1\n", self.of(floats(3, 5), ROWS, None, "--axis", "1", "--operator", "gather"))
        raw = np.zeros(5, "V2")
        self.assertIn(", none (", self.of(raw, ROWS, raw[:4]))
        self.assertIn("data bfloat16 [5]", self.of(raw, ROWS, raw[:4], "--dtype", "bfloat16"))

    def test_an_example_without_files(self) -> None:
        said = self.said()
        self.assertIn(": scatter_update along axis 0, add (an example of random numbers: `try data.npy indices.npy updates.npy` takes yours)\n", said)
        self.assertIn("data float32 [20000, 32], indices int64 [100000], updates float32 [100000, 32]\n", said)
        self.assertRegex(said, r"(?m)^strew +\S+ \ws +\S+ \ws to \S+ \ws +same$")
        self.assertRegex(said, r"(?m)^numpy add.at +\S+ \ws +\S+ \ws to \S+ \ws +\d+\.\d\d +same$")
        for operator in ("scatter_elements", "gather_nd", "take"):
            self.assertIn(f": {operator}", self.said("--operator", operator))


class Lines(Try):
    def lines(self, said: str) -> List[Tuple[str, str, str]]:
        """(line of strew, library, the line that it replaces)"""
        found, ours = [], ""
        for each in said.partition("the calls of strew, ")[2].splitlines()[1:]:
            if re.match(r"  strew\.", each):
                ours = each.strip()
            elif each.startswith("    "):
                library, line = each.strip().split(": ", 1)
                found.append((ours, library, line))
        return found

    def test_every_line_can_be_pasted_and_has_the_same_bits(self) -> None:
        elements, several = np.array([[1, 0, 1], [2, 2, 0]]), np.array([[1, 0], [4, 2], [1, 0]])
        for operator, data, indices, updates in (
            ("scatter_update", floats(5), ROWS, floats(4)),
            ("scatter_update", floats(5, 3), ROWS.astype(np.int32), floats(4, 3)),
            ("scatter_update", floats(5, 3), ROWS.reshape(2, 2), floats(2, 2, 3)),
            ("scatter_update", floats(3, 5, 2), ROWS, floats(3, 4, 2)),
            ("scatter_nd", floats(5, 3), ROWS[:, None], floats(4, 3)),
            ("scatter_nd", floats(5, 3), several, floats(3)),
            ("scatter_nd", floats(5, 3), several[None], floats(1, 3)),
            ("scatter_elements", floats(5, 3), elements, floats(2, 3)),
            ("scatter_elements", floats(2, 5), elements, floats(2, 3)),
            ("scatter_elements", floats(3, 4), elements, floats(2, 3)),
            ("put", floats(5, 3), ROWS, floats(4)),
            ("gather", floats(5, 3), ROWS, None),
            ("gather", floats(3, 5), ROWS, None),
            ("gather_nd", floats(5, 3), several, None),
            ("gather_elements", floats(5, 3), elements, None),
            ("take", floats(5, 3), ROWS, None),
        ):
            axis = ["--axis", "1"] if data.shape[0] in (2, 3) and operator not in ("take", "put") else []
            reductions = [None] if updates is None else ["add", "none", "sub", "mul", "min", "max", "mean"]
            for reduction in reductions:
                with self.subTest(operator, reduction=reduction, shape=data.shape):
                    words = ["--operator", operator, *axis, *(["--reduction", reduction] if reduction else [])]
                    said = self.of(data, indices, updates, *words)
                    arrays = [data, indices] if updates is None else [data, indices, updates]
                    options: Dict[str, Any] = {"axis": 1} if axis else {}
                    if reduction:
                        options["reduction"] = reduction
                    function = strew._scatter.put if operator == "put" else strew.take if operator == "take" else getattr(strew, operator)
                    expected = function(*arrays, **options)
                    lines = self.lines(said)
                    self.assertTrue(lines or reduction == "mean", said)  # of which NumPy has none
                    self.assertNotIn("numpy rejects", said)
                    for ours, library, theirs in lines:
                        for line in [ours, theirs] if library == "numpy" else [ours]:
                            names = {"np": np, "strew": strew, "data": data.copy(), "indices": indices, "updates": updates}
                            returned = compiled(line, names)()
                            self.assertTrue(same(np.asarray(names["data"] if returned is None else returned), expected), line)

    @unittest.skipUnless(find_spec("torch"), "PyTorch is not installed")
    def test_lines_of_torch(self) -> None:
        said = self.of(floats(5, 3), ROWS, floats(4, 3))
        self.assertEqual(re.findall(r"(?m)^torch (\w+) .* same$", said), ["index_add_", "scatter_add_", "index_put_"])
        halves, hundreds = np.zeros((5, 3), np.float16), np.random.default_rng(1).random((400, 3)).astype(np.float16)
        rounded_once = self.of(halves, np.tile(ROWS, 100), hundreds)
        self.assertRegex(rounded_once, r'torch scatter_add_ differs in .*; strew has the same bits with accumulate="float32"\n')
        self.assertIn('\n  strew.scatter_update(data, indices, updates, 0, "add", out=data, accumulate="float32")\n    torch: data.', rounded_once)
        negative = self.of(floats(5, 3), -1 - ROWS, floats(4, 3))
        self.assertRegex(negative, r"(?m)^torch index_add_ rejects this: \w+")

    @unittest.skipUnless(find_spec("onnxruntime") and find_spec("onnx"), "ONNX Runtime or onnx is not installed")
    def test_lines_of_onnxruntime(self) -> None:
        said = self.of(floats(5, 3), ROWS, floats(4, 3))
        self.assertRegex(said, r"(?m)^strew new array .* same$")
        self.assertRegex(said, r"(?m)^onnxruntime ScatterND .* same$")


class Bits(Try):
    def beside(self, line: str, data: np.ndarray, updates: np.ndarray, *words: object, indices: np.ndarray = ROWS) -> str:
        """What is said beside a library whose one call is this line."""
        library = Library([Call("other", "call", line, "strew.add_at(data)")], lambda written, n: {"np": np, "data": written, "indices": indices, "updates": updates})
        with mock.patch.object(_try, "libraries", lambda problem: ({"other": library}, ["torch"])):
            return self.of(data, indices, updates, *words)

    def test_another_order_of_additions(self) -> None:
        updates = np.array([1, 1, 2**24, 1], np.float32)  # 2**24 + 1 is none of float32
        said = self.beside("np.add.at(data, indices[::-1], updates[::-1])", floats(5) * 0, updates, indices=np.array([1, 1, 1, 0]))
        self.assertRegex(said, r"(?m)^other call .* differ$")
        self.assertIn("other call differs in 1 of 5 elements, by 2 at most\n", said)
        self.assertIn("why they may: indices are repeated: updates are combined in another order, where strew takes them in theirs\n", said)
        self.assertIn("not installed, so not compared: torch\n", said)

    def test_sums_that_are_rounded_once(self) -> None:
        """As PyTorch has them for halves."""
        updates = np.array([2048, 1, 1, 7], np.float16)
        line = "data.__setitem__(1, np.float16(2050)), data.__setitem__(0, 7)"
        said = self.beside(line, np.zeros(5, np.float16), updates, "--operator", "scatter_update", indices=np.array([1, 1, 1, 0]))
        self.assertIn('other call differs in 1 of 5 elements, by 2 at most; strew has the same bits with accumulate="float32"\n', said)
        self.assertIn('  strew.add_at(data, accumulate="float32")\n    other: ', said)

    def test_another_last_writer(self) -> None:
        said = self.beside("data[indices[::-1]] = updates[::-1]", floats(5), np.arange(4, dtype=np.float32), "--reduction", "none")
        self.assertIn("other call differs in 1 of 5 elements, by 2 at most\n", said)
        self.assertIn("indices are repeated: strew keeps the last update, and the other promises none\n", said)

    def test_zeros_and_nans(self) -> None:
        zeros = np.array([0, 0, 1], np.float32)
        said = self.beside("data.__setitem__(0, -0.0)", zeros, -zeros[:2], "--reduction", "max", indices=np.array([0, 1]))
        self.assertIn("other call differs in 1 of 3 elements, in the sign of zeros alone\n", said)
        self.assertIn("no index is repeated: a zero may have another sign, or a NaN another rule", said)
        said = self.beside("data.__setitem__(0, 1)", zeros, zeros[:2] + np.float32("nan"), "--reduction", "max", indices=np.array([0, 2]))
        self.assertRegex(said, r"other call differs in [12] of 3 elements\n")

    def test_no_index_twice(self) -> None:
        said = self.beside("np.add.at(data, indices, updates * 2)", floats(5), floats(3), indices=np.array([0, 1, 4]))
        self.assertIn("no index is repeated, so its numbers are rounded in another way", said)

    def test_a_library_that_rejects(self) -> None:
        said = self.beside("data.add_at(indices)", floats(5), floats(4))
        self.assertIn("other call rejects this: 'numpy.ndarray' object has no attribute 'add_at'\n", said)

    def test_each_call_is_compared_with_the_arrays_as_they_were(self) -> None:
        paths = self.save(floats(5), ROWS, floats(4))
        before = [path.read_bytes() for path in paths]
        self.assertNotIn("differ", self.said(*paths, "--reduction", "mul"))
        self.assertEqual([path.read_bytes() for path in paths], before)

    def test_products_neither_vanish_nor_overflow(self) -> None:
        seen: List[float] = []
        with mock.patch.object(np, "seen", seen, create=True):
            self.beside("(np.seen.append(float(data[0])), data.__imul__(2))[1]", np.ones(5, np.float32), floats(4), "--reduction", "mul")
        self.assertEqual(min(seen), 1)
        self.assertGreater(seen.count(1), 3)
        self.assertLessEqual(max(seen), 2**8)

    def test_threads_have_columns_of_their_own(self) -> None:
        if strew._library.native is None:
            self.skipTest("this strew has no threads")
        run = command("try", *self.save(floats(5), ROWS, floats(4)), "--seconds", "0.001", "--threads", "2")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertRegex(run.stdout, r"(?m)^ +1 thread +its quarters +over strew +2 threads +its quarters +over strew +bits$")


class Pages(unittest.TestCase):
    def test_the_command_takes_what_the_pages_say(self) -> None:
        found = []
        for page in sorted((processes.ROOT / "docs").glob("*.md")):
            for line in re.findall(r"(?m)^(?:python -m )?strew (try\b.*)$", page.read_text()):
                found.append(__main__._parser().parse_args(line.split("#")[0].split()))
        self.assertGreaterEqual(len(found), 4)
        self.assertEqual({each.command for each in found}, {"try"})


class Wrong(Try):
    def test_arguments(self) -> None:
        data, indices, updates = self.save(floats(5), ROWS, floats(4))
        for words, text in (
            ([data], "data.npy for data, but nothing for indices"),
            ([data, indices, updates, data], "unrecognized arguments"),
            ([data, indices, updates, "--operator", "gather"], "gather takes no updates"),
            ([data, indices, "--operator", "put"], "put needs updates.npy"),
            ([data, indices, "--reduction", "add"], "a gather has no reduction"),
            (["--operator", "scatter_nd", "--axis", "1"], "scatter_nd has no axis"),
            (["--dtype", "float16"], "--dtype is for raw elements of data.npy, and there is none"),
            (["--operator", "index_add"], "argument --operator: invalid choice: 'index_add'"),
            (["--threads", "0"], "argument --threads: '0' is not a whole number of 1 or more"),
            (["--seconds", "soon"], "argument --seconds: 'soon' is no positive number of seconds"),
        ):
            self.fails(2, text, *words)

    def test_files(self) -> None:
        data, indices, updates = self.save(floats(5), ROWS, floats(4))
        self.fails(1, "missing.npy: No such file or directory", data, self.folder / "missing.npy", updates)
        (self.folder / "text.npy").write_text("hello\n")
        self.fails(1, "text.npy is not a readable .npy file", self.folder / "text.npy", indices, updates)

    def test_arrays_that_do_not_fit(self) -> None:
        self.fails(1, "indices[1] component 0 is 4, outside [-3, 2] of data dimension 0", *self.save(floats(3), ROWS, floats(4)))
        self.fails(1, "updates", *self.save(floats(5, 3), ROWS, floats(4, 2)))
        self.fails(1, "axis", *self.save(floats(5, 3), ROWS, floats(4, 3)), "--axis", "7")
        self.fails(1, "float64", *self.save(floats(5, 3), ROWS.astype(float), floats(4, 3)))
        self.fails(1, "indices has rank 1, but data has rank 2", *self.save(floats(5, 3), ROWS, floats(4, 3)), "--operator", "scatter_elements")
