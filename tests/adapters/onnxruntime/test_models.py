"""Whole models, which adapters/onnxruntime/models.py measures: with strew they give what they give without."""

import sys
import unittest
from pathlib import Path

import numpy as np
import onnxruntime

import onnxruntime_ep_strew
from tests.adapters.onnxruntime import support

sys.path.append(str(Path(__file__).resolve().parents[3] / "adapters/onnxruntime"))

import models  # noqa: E402


class WholeModels(unittest.TestCase):
    def test_the_same_results_with_and_without_strew(self):
        for name, make in models.MODELS.items():
            if "TensorScatter" in name and support.VERSION < (1, 25):
                continue  # the runtime has no kernel of its own
            source, arrays = make()
            expected = onnxruntime.InferenceSession(source, models.plain(1)).run(None, arrays)
            for every_node in (False, True):
                with self.subTest(name, every_node=every_node):
                    options = onnxruntime_ep_strew.session_options(threads=2, gather=True, every_node=every_node)
                    found = onnxruntime.InferenceSession(source, options).run(None, arrays)
                    for mine, theirs in zip(found, expected):
                        np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-4)
