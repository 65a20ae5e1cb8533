"""`python -m strew run-onnx` on the official node tests, and on folders that are none."""

import shutil
import tempfile
import unittest
from pathlib import Path
from typing import Any, Optional

import numpy as np
import onnx
from onnx import helper, numpy_helper

from tests.processes import temporary_folder

from .support import ISAS, command


OPERATORS = "ScatterND, ScatterElements, Scatter, GatherND, GatherElements, Gather, TensorScatter"


def write_test(
    folder: Path,
    operator: str = "ScatterND",
    opset: int = 18,
    *,
    data: np.ndarray = np.zeros(3, np.float32),
    indices: Any = ((1,),),
    updates: Optional[np.ndarray] = np.ones(1, np.float32),
    output: Any = (0, 1, 0),
    **attributes: object,
) -> Path:
    """A node test in ONNX's own format. Without updates the node has two inputs."""
    arrays = {"data": data, "indices": np.asarray(indices), "updates": updates, "y": np.asarray(output, data.dtype)}
    infos = {
        name: helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
        for name, array in arrays.items()
        if array is not None
    }
    *inputs, _ = infos
    node = helper.make_node(operator, inputs, ["y"], **attributes)
    graph = helper.make_graph([node], "test", [infos[name] for name in inputs], [infos["y"]])
    set_0 = folder / "test_data_set_0"
    set_0.mkdir(parents=True)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)]), folder / "model.onnx")
    for file, name in [*((f"input_{i}", name) for i, name in enumerate(inputs)), ("output_0", "y")]:
        (set_0 / f"{file}.pb").write_bytes(numpy_helper.from_array(arrays[name]).SerializeToString())
    return folder


def write_add(folder: Path) -> Path:
    """A test of another operator."""
    one = np.ones(1, np.float32)
    return write_test(folder, "Add", data=one, indices=one, updates=None, output=[2])


class OnnxTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.official = Path(folder.name) / "node"
        cls.export = command("export-onnx-tests", cls.official)

    def setUp(self) -> None:
        self.folder = temporary_folder(self)
        self.small = self.write("small")

    def write(self, name: str, *arguments: Any, **options: Any) -> Path:
        return write_test(self.folder / name, *arguments, **options)

    def passes(self, count: int, *arguments: object) -> str:
        run = command("run-onnx", *arguments)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        self.assertEqual(run.stdout.splitlines()[-1], f"{count} passed, 0 failed")
        return run.stdout

    def rejected(self, text: str, *arguments: object) -> None:
        run = command("run-onnx", *arguments)
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (1, 1), run.stderr)
        self.assertIn(text, run.stderr)
        self.assertEqual(run.stdout.splitlines()[-1], "0 passed, 1 failed")

    def test_export(self) -> None:
        self.assertEqual((self.export.returncode, self.export.stderr), (0, ""))
        names = {path.name for path in self.official.iterdir()}
        expected = {f"test_scatternd{tail}" for tail in ("", "_add", "_multiply", "_max", "_min")}
        expected |= {f"test_scatter_elements_with_{tail}" for tail in ("axis", "negative_indices", "reduction_min")}
        expected |= {"test_scatter_with_axis", "test_scatter_without_axis", "test_gather_negative_indices", "test_gather_elements_1"}
        expected |= {"test_gathernd_example_int32_batch_dim1", "test_tensorscatter_circular", "test_tensorscatter_3d"}
        self.assertLessEqual(expected, names)
        self.assertEqual(self.export.stdout, f"{len(names)} tests of {OPERATORS} written to {self.official}\n")

    def test_export_where_nothing_can_be_written(self) -> None:
        file = self.folder / "file"
        file.touch()
        run = command("export-onnx-tests", file)
        self.assertEqual((run.returncode, run.stdout, len(run.stderr.splitlines())), (1, "", 1), run.stderr)

    def test_the_official_tests(self) -> None:
        count = len(list(self.official.iterdir()))
        for isa in ISAS:
            table = self.passes(count, self.official, "--isa", isa)
            self.assertEqual(table.split()[:8], ["name", "set", "profile", "dtype", "shape", "reduction", "kernel", "result"])
            for row in (
                r"test_scatternd_multiply +0 +ONNX ScatterND-18 +float32 +\[4, 4, 4\] +mul +strew_mul_f32_\w+ +passed",
                r"test_scatter_elements_with_axis +0 +ONNX ScatterElements-18 .* passed",
                r"test_scatter_with_axis +0 +ONNX Scatter-9 .* passed",
                r"test_gather_1 +0 +ONNX Gather-13 +float32 +\[5, 3, 3, 2\] +none +strew_\w+ +passed",
                r"test_gather_elements_0 +0 +ONNX GatherElements-13 .* passed",
                r"test_gathernd_example_int32_batch_dim1 +0 +ONNX GatherND-13 +int32 +\[2, 2\] +none +strew_\w+ +passed",
                r"test_tensorscatter_circular +0 +ONNX TensorScatter-24 +float32 +\[2, 1, 4, 5\] +none +needs none +passed",
            ):
                self.assertRegex(table, f"(?m)^{row}$")

    def test_a_brief_table_fits_100_columns(self) -> None:
        table = self.passes(len(list(self.official.iterdir())), self.official, "--brief").splitlines()
        self.assertEqual(table[0].split(), ["name", "dtype", "reduction", "kernel", "result"])
        self.assertLessEqual(max(map(len, table)), 100)

    def test_any_nan_equals_any_nan(self) -> None:
        for dtype in (np.float32, np.complex64):
            expected = np.array([0, np.nan], dtype)
            expected.view(np.uint32)[-2 if dtype == np.complex64 else -1] = 0xFFC12345
            data, updates = np.zeros(2, dtype), np.array([np.nan], dtype)
            self.passes(1, self.write(data.dtype.name, data=data, updates=updates, output=expected))

    def test_a_difference_of_one_bit(self) -> None:
        test = self.write("zero", data=np.ones(2, np.float32), updates=np.zeros(1, np.float32), output=[1, -0.0])
        run = command("run-onnx", test, self.small)
        self.assertEqual((run.returncode, run.stderr), (1, ""))
        self.assertRegex(run.stdout, r"(?m)^zero .*FAILED$")
        self.assertEqual(run.stdout.splitlines()[-1], "1 passed, 1 failed")

    def test_only_other_operators(self) -> None:
        shutil.rmtree(self.small)
        write_add(self.folder / "add")
        run = command("run-onnx", self.folder)
        self.assertEqual((run.returncode, run.stderr), (1, f"strew: there is no test of {OPERATORS}\n"))

    def test_folders_that_are_none(self) -> None:
        (self.folder / "empty").mkdir()
        self.rejected("nowhere is not a folder", self.folder / "nowhere")
        self.rejected("ooo is not a folder", self.folder / ("o" * 300))
        self.rejected("model.onnx is not a folder", self.small / "model.onnx")
        self.rejected("empty holds no ONNX test", self.folder / "empty")

    def test_a_set_is_missing(self) -> None:
        shutil.rmtree(self.small / "test_data_set_0")
        self.rejected("small has a model.onnx but no folder test_data_set_0", self.small)

    def test_files_are_missing(self) -> None:
        for name in ("output_0.pb", "input_1.pb"):
            (self.small / "test_data_set_0" / name).unlink()
            self.rejected(f"{name}: No such file or directory", self.small)

    def test_files_are_broken(self) -> None:
        for path, text in [
            (self.small / "test_data_set_0" / "output_0.pb", "output_0.pb is not"),
            (self.small / "test_data_set_0" / "input_0.pb", "input_0.pb is not"),
            (self.small / "model.onnx", "model.onnx is not"),
        ]:
            for content in (b"\xff" * 40, path.read_bytes()[:-3], b""):
                path.write_bytes(content)
                self.rejected(text, self.small)

    def test_a_broken_test_does_not_stop_the_others(self) -> None:
        broken = self.folder / "broken"
        broken.mkdir()
        (broken / "model.onnx").touch()
        run = command("run-onnx", broken, self.small)
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (1, 1))
        self.assertEqual(run.stdout.splitlines()[-1], "1 passed, 1 failed")

    def test_the_opset_chooses_the_profile(self) -> None:
        tests, profiles = [], []
        for operator, versions in {
            "Scatter": {9: 9, 10: 9, 11: 11, 18: 11},
            "ScatterElements": {12: 11, 13: 13, 17: 16, 20: 18},
            "ScatterND": {11: 11, 15: 13, 16: 16, 19: 18},
            "GatherND": {11: 11, 12: 12, 20: 13},
            "GatherElements": {12: 11, 13: 13},
            "Gather": {10: 1, 11: 11, 20: 13},
        }.items():
            for opset, version in versions.items():
                words: Any = {"indices": [[1]] if operator.endswith("ND") else [1]}
                if operator.startswith("Gather"):
                    words.update(updates=None, output=[0])
                tests.append(self.write(f"{operator}{opset}", operator, opset, **words))
                profiles.append(f"ONNX {operator}-{version}")
        rows = self.passes(len(tests), *tests).splitlines()[1 : len(tests) + 1]
        self.assertEqual([" ".join(row.split()[2:4]) for row in rows], profiles)

    def test_what_is_rejected(self) -> None:
        # test_onnx_backend.py has the other reasons, which are found by the same reader of models.
        matrix = {"data": np.zeros((2, 2), np.float32), "updates": np.ones((1, 1), np.float32), "output": np.zeros((2, 2))}
        for text, operator, opset, options in (
            ("indices[0] component 0 is 3, outside [-3, 2] of data dimension 0", "ScatterND", 18, {"indices": [[3]]}),
            ("reduction 'median' is none of", "ScatterND", 18, {"reduction": "median"}),
            ("model.onnx is written for opset 10, which has no ScatterND yet", "ScatterND", 10, {}),
            ("axis is 2, outside [-2, 1]", "ScatterElements", 18, {**matrix, "axis": 2}),
            ("has the attribute 'axis', which is none of ScatterElements-18", "ScatterElements", 18, {**matrix, "axis": 0.5}),
            ("has the attribute 'axis', which is none of ScatterND", "ScatterND", 18, {"axis": 1}),
        ):
            with self.subTest(text):
                self.rejected(text, write_test(temporary_folder(self) / "test", operator, opset, **options))
