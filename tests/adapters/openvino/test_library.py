"""The library: when it is not loaded, what it says of bad input, calls from several threads, and what it leaves behind."""

import concurrent.futures
import gc
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import openvino

import strew_openvino
from tests.adapters.openvino import support


def run(code, status, **environment):
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == status, done
    return done.stdout + done.stderr


class Loading(unittest.TestCase):
    def test_other_versions_are_named(self):
        for version in ("2025.4.1-20426-82bbf0292c5", "2026.5.0-1-a", "2027.0.0", "a branch"):
            with self.subTest(version=version):
                said = run(f"import openvino; openvino.get_version = lambda: {version!r}; import strew_openvino", 1)
                self.assertIn(f"ImportError: strew_openvino needs OpenVINO 2026.0 to 2026.4; this is {version.split('-')[0]}\n", said)

    def test_a_missing_library_is_named(self):
        said = run("import strew_openvino; strew_openvino.core()", 1, STREW_OPENVINO_LIBRARY="/nowhere/library.so")
        self.assertIn("ImportError: strew_openvino: /nowhere/library.so is missing", said)

    def test_the_library_itself_names_other_versions(self):
        """Another library answers in OpenVINO's place when ours asks for the version."""
        source = """struct version { const char *number, *description; };
                    struct version get_openvino_version(void) { return (struct version){"2025.4.1-20426", ""}; }"""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "version.so"
            compiler = shutil.which("cc") or "gcc"
            subprocess.run([compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", path], input=source, text=True, check=True)
            code = f"import ctypes, openvino; ctypes.CDLL({str(path)!r}, ctypes.RTLD_GLOBAL); import strew_openvino; strew_openvino.core()"
            said = run(code, 1)
        self.assertIn("strew's operators need OpenVINO 2026.0 to 2026.4; this is 2025.4.1\n", said)

    def test_it_exports_what_openvino_asks_for_and_nothing_else(self):
        done = subprocess.run(["nm", "-DC", "--defined-only", strew_openvino.library_path()], capture_output=True, text=True, check=True)
        own = [line.split(maxsplit=2)[2] for line in done.stdout.splitlines() if " T " in line]
        self.assertEqual(own, ["create_extensions"])


INPUTS = {"data": np.zeros((4, 3), np.float32), "indices": np.array([[1], [7]]), "updates": np.ones((2, 3), np.float32)}
RIGHT = {**INPUTS, "indices": np.array([[1], [3]])}
SENTENCE = r"indices\[1\] component 0 is 7, outside \[-4, 3\] of data dimension 0"


class Errors(unittest.TestCase):
    def test_an_index_out_of_bounds_is_the_requests_error_and_the_next_request_runs(self):
        for dtype in (np.float32, np.int64):
            wrong, right = ({n: a if n == "indices" else a.astype(dtype) for n, a in i.items()} for i in (INPUTS, RIGHT))
            compiled = support.strew(support.model("ScatterNDUpdate-15", wrong, reduction="sum"))
            for _ in range(3):
                with self.assertRaisesRegex(RuntimeError, SENTENCE):
                    support.run(compiled, wrong)
                expected = support.expected("ScatterNDUpdate-15", right, reduction="sum")
                np.testing.assert_array_equal(support.run(compiled, right), expected)

    def test_constant_indices_that_are_wrong_are_an_error_of_the_request(self):
        compiled = support.strew(support.model("ScatterNDUpdate-15", INPUTS, constants=("indices",)))
        for _ in range(2):
            with self.assertRaisesRegex(RuntimeError, SENTENCE):
                support.run(compiled, INPUTS, ("indices",))

    def test_nothing_is_written_when_a_request_is_rejected(self):
        request = support.strew(support.model("ScatterNDUpdate-15", INPUTS)).create_infer_request()
        output = np.full((4, 3), 9, np.float32)
        for i, array in enumerate(INPUTS.values()):
            request.set_input_tensor(i, openvino.Tensor(array))
        request.set_output_tensor(openvino.Tensor(output, shared_memory=True))
        with self.assertRaisesRegex(RuntimeError, SENTENCE):
            request.infer()
        np.testing.assert_array_equal(output, 9)

    def test_on_one_thread_openvino_tells_of_errors_only_in_asynchronous_requests(self):
        """Of all nodes, its own included. If a version tells of them always, docs/openvino.md must say so."""
        model = support.model("ScatterNDUpdate-15", INPUTS)
        for compiled in (support.strew(model, 1), support.built_in(model, 1)):
            compiled(list(INPUTS.values()))
            request = compiled.create_infer_request()
            request.start_async(list(INPUTS.values()))
            with self.assertRaises(RuntimeError):
                request.wait()

    def test_shapes_that_do_not_fit(self):
        wrong = {**RIGHT, "updates": np.ones((2, 2), np.float32)}
        compiled = support.strew(support.model("ScatterNDUpdate-15", RIGHT, are_known=False))
        with self.assertRaisesRegex(RuntimeError, "updates"):
            support.run(compiled, wrong)
        np.testing.assert_array_equal(support.run(compiled, RIGHT), support.expected("ScatterNDUpdate-15", RIGHT))

    def test_an_axis_out_of_range(self):
        inputs = {"data": np.zeros(3, np.float32), "indices": np.array([0]), "updates": np.ones(1, np.float32), "axis": np.array(1)}
        compiled = support.strew(support.model("ScatterElementsUpdate-12", inputs))
        with self.assertRaisesRegex(RuntimeError, "axis is 1"):
            support.run(compiled, inputs)


class Threads(unittest.TestCase):
    def inputs(self, n=100_000, rows=3000, seed=3):
        random = np.random.default_rng(seed)
        return {
            "data": np.zeros((rows, 4), np.float32),
            "indices": random.integers(0, rows, (n, 1)),
            "updates": random.random((n, 4), np.float32),
        }

    def expected(self, inputs):
        output = inputs["data"].copy()
        np.add.at(output, inputs["indices"][:, 0], inputs["updates"])
        return output

    def test_the_same_bits_on_any_number_of_threads(self):
        inputs = self.inputs()
        expected = self.expected(inputs)
        model = support.model("ScatterNDUpdate-15", inputs, reduction="sum")
        constant = support.model("ScatterNDUpdate-15", inputs, ("indices",), reduction="sum")
        for threads in (1, 2, 3, 8):
            with self.subTest(threads=threads):
                np.testing.assert_array_equal(support.run(support.strew(model, threads), inputs), expected)
                compiled = support.strew(constant, threads)
                for _ in range(3):
                    np.testing.assert_array_equal(support.run(compiled, inputs, ("indices",)), expected)

    def test_the_last_of_repeated_updates_wins(self):
        """On two threads of the built-in operator any may win. If a version no longer does that, docs/openvino.md must say so."""
        inputs = self.inputs(rows=30_000)  # most rows have updates early and late
        expected = inputs["data"].copy()
        for index, update in zip(inputs["indices"][:, 0], inputs["updates"]):
            expected[index] = update
        model = support.model("ScatterNDUpdate-15", inputs)
        compiled = support.strew(model, 2)
        for _ in range(20):
            np.testing.assert_array_equal(support.run(compiled, inputs), expected)
        compiled = support.built_in(model, 2)
        self.assertTrue(any((support.run(compiled, inputs) != expected).any() for _ in range(500)))

    def test_many_requests_of_one_model_at_the_same_time(self):
        many = [self.inputs(n=3000 + 500 * (i % 3), rows=64 + i % 2, seed=i) for i in range(8)]  # more shapes than a node has plans
        expected = [self.expected(inputs) for inputs in many]
        model = support.model("ScatterNDUpdate-15", many[0], are_known=False, reduction="sum")
        for streams in (1, 3):
            settings = {**support.settings(4), "NUM_STREAMS": streams}
            compiled = strew_openvino.core().compile_model(model, "CPU", settings)
            support.run(compiled, many[0])  # the first arrays of a program on two threads stop OpenVINO 2026.0's Python module

            def run_often(i):
                request = compiled.create_infer_request()
                return all(np.array_equal(request.infer(list(many[i].values()))[0], expected[i]) for _ in range(40))

            with self.subTest(streams=streams), concurrent.futures.ThreadPoolExecutor(8) as pool:
                self.assertEqual(list(pool.map(run_often, range(8))), [True] * 8)


class Memory(unittest.TestCase):
    def test_neither_results_nor_errors_nor_models_leak(self):
        """20 requests would keep 80 MB, 20 models' prepared indices 60."""
        n = 200_000
        inputs = {"data": np.zeros(1_000_000, np.float32), "indices": np.arange(n)[:, None], "updates": np.ones(n, np.float32)}
        wrong = {**inputs, "indices": inputs["indices"] + 900_000}
        compiled = support.strew(support.model("ScatterNDUpdate-15", inputs, reduction="sum"))
        request = compiled.create_infer_request()

        def infer(arrays):
            request.infer(list(arrays.values()), share_outputs=True)

        def fail():
            with self.assertRaisesRegex(RuntimeError, "outside"):
                infer(wrong)

        constant = support.model("ScatterNDUpdate-15", inputs, ("indices",), reduction="sum")

        def load():
            support.run(support.strew(constant), inputs, ("indices",))

        for name, call in (("results", lambda: infer(inputs)), ("errors", fail), ("models", load)):
            with self.subTest(name):
                for times in (10, 20):
                    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                    for _ in range(times):
                        call()
                    gc.collect()
                self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 30_000)
