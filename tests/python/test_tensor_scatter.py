"""tensor_scatter and its plans against ONNX's reference evaluator, and ignore_index in every operator."""

import pickle
import unittest
from typing import Optional

import ml_dtypes
import numpy as np
from onnx.reference.ops.op_tensor_scatter import TensorScatter

import strew

from .test_gather import draw, same


def by_onnx(past_cache: np.ndarray, update: np.ndarray, write_indices: Optional[np.ndarray], axis: int, mode: str) -> np.ndarray:
    """What the reference evaluator's class computes."""
    return TensorScatter._run(None, past_cache, update, write_indices, mode, axis)[0]


class Tokens(unittest.TestCase):
    def test_plans(self) -> None:
        cache, update, indices = draw(np.dtype(np.float32), (2, 9, 3)), draw(np.dtype(np.float32), (2, 4, 3)), np.array([5, 0])
        plan = strew.plan_tensor_scatter(cache.shape, "float32", 4, 1)
        for made in (plan, pickle.loads(pickle.dumps(plan))):
            self.assertTrue(same(made(cache, update, indices), by_onnx(cache, update, indices, 1, "linear")))
        from_0 = strew.plan_tensor_scatter(cache.shape, "float32", 4, 1, index_dtype=None)
        self.assertTrue(same(from_0(cache, update), by_onnx(cache, update, None, 1, "linear")))
        with self.assertRaisesRegex(ValueError, "no write_indices were planned"):
            from_0(cache, update, indices)
        with self.assertRaisesRegex(ValueError, "write_indices were planned"):
            plan(cache, update)
        with self.assertRaisesRegex(ValueError, "update is .* was planned"):
            plan(cache, update[:, :3].copy(), indices)

    def test_no_write_indices_are_zeros(self) -> None:
        """Under every option: where ignore_index passes zeros over, nothing is written."""
        cache, update, zeros = draw(np.dtype(np.float32), (2, 9, 3)), draw(np.dtype(np.float32), (2, 4, 3)), np.zeros(2, np.int64)
        for mode in ("linear", "circular"):
            for policy in ("error", "skip", "clamp", "trusted"):
                for profile in (None, "ONNX TensorScatter-24"):
                    for ignored in (None, 0, 1, -9):
                        words = {"mode": mode, "policy": policy, "profile": profile, "ignore_index": ignored}
                        with self.subTest(**words):
                            expected = cache if ignored == 0 else by_onnx(cache, update, None, 1, mode)
                            plan = strew.plan_tensor_scatter(cache.shape, "float32", 4, 1, index_dtype=None, **words)
                            self.assertTrue(same(strew.tensor_scatter(cache, update, zeros, 1, **words), expected))
                            self.assertTrue(same(strew.tensor_scatter(cache, update, None, 1, **words), expected))
                            self.assertTrue(same(plan(cache, update), expected))

    def test_policies_and_rejections(self) -> None:
        cache, update = np.zeros((2, 3), np.int32), np.array([[1, 2], [3, 4]], np.int32)
        out = np.full((2, 3), 9, np.int32)
        with self.assertRaisesRegex(strew.IndexOutOfBoundsError, r"^write_indices\[1\] component 0 is 2, outside \[-3, 1\] of past_cache dimension 1$"):
            strew.tensor_scatter(cache, update, np.array([0, 2]), 1, out=out)
        self.assertTrue((out == 9).all())
        self.assertEqual(strew.tensor_scatter(cache, update, np.array([0, 2]), 1, policy="skip").tolist(), [[1, 2, 0], [0, 0, 3]])
        self.assertEqual(strew.tensor_scatter(cache, update, np.array([0, 2]), 1, policy="clamp").tolist(), [[1, 2, 0], [0, 0, 4]])
        self.assertEqual(strew.tensor_scatter(cache, update, np.array([-1, 0]), 1).tolist(), [[2, 0, 1], [3, 4, 0]])
        self.assertEqual(strew.tensor_scatter(cache, update, np.array([-1, 0]), 1, ignore_index=-1).tolist(), [[0, 0, 0], [3, 4, 0]])
        for words, sentence in (
            ({"negative_wrap": False}, r"outside \[0, 1\]"),
            ({"profile": "ONNX TensorScatter-24"}, "has no negative indices"),
            ({"profile": "ONNX TensorScatter-24", "mode": "circular"}, "has no negative indices"),
        ):
            with self.assertRaisesRegex(strew.IndexOutOfBoundsError, sentence):
                strew.tensor_scatter(cache, update, np.array([-1, 0]), 1, **words)
        with self.assertRaisesRegex(ValueError, "mode 'round' is none of 'linear', 'circular'"):
            strew.tensor_scatter(cache, update, None, 1, "round")
        with self.assertRaisesRegex(strew.ScatterError, "axis is 0, but 1 is needed"):
            strew.tensor_scatter(cache, update, None, 0)
        with self.assertRaisesRegex(strew.ScatterError, "^dimension 1 of update is 2, more than the 1 of past_cache$"):
            strew.tensor_scatter(cache[:, :1].copy(), update, None, 1)
        for call, sentence in (
            (lambda: strew.tensor_scatter(cache, update.astype(np.float32), None, 1), "update is float32, but past_cache is int32"),
            (lambda: strew.tensor_scatter(cache, update[:1].copy(), None, 1), "dimension 0 of update is 1, but the other tensors ask for 2"),
            (lambda: strew.tensor_scatter(cache, update, np.zeros(2), 1), "write_indices are float64, but must be integers of 8 to 64 bits"),
            (lambda: strew.tensor_scatter(cache, update, None, 1, out=cache[::-1]), "out is not contiguous in row-major order: hand over numpy"),
            (lambda: strew.tensor_scatter(cache, update, None, 1, out=out[:, :2].copy()), r"out is int32 of shape \(2, 2\), but past_cache is int32"),
            (lambda: strew.plan_tensor_scatter((2, 3), "int32", 2, negative_wrap=0), "negative_wrap is an int, and True or False is needed"),
        ):
            with self.assertRaisesRegex((TypeError, ValueError), sentence):
                call()
        with self.assertRaisesRegex(TypeError, "int4"):
            strew.tensor_scatter(cache.astype(ml_dtypes.int4), update.astype(ml_dtypes.int4), None, 1)


class IgnoreIndex(unittest.TestCase):
    def test_plans_and_prepared_indices(self) -> None:
        data, updates, places = np.zeros((6, 2), np.float32), np.ones((3, 2), np.float32), np.array([[4], [-1], [0]])
        plan = strew.plan_scatter_nd(data.shape, "float32", places.shape, ignore_index=-1)
        expected = np.zeros((6, 2), np.float32)
        expected[[4, 0]] = 1
        for made in (plan, pickle.loads(pickle.dumps(plan))):
            self.assertTrue(same(made(data, places, updates), expected))
            self.assertTrue(same(made.prepare(places)(data, updates), expected))
