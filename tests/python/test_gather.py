"""The three gathers, their plans and prepared indices, against NumPy."""

import pickle
import unittest

import numpy as np

import strew
from tests.python.support import DTYPES, ISAS


def draw(dtype: np.dtype, shape: tuple, seed: int = 1) -> np.ndarray:
    """Any bytes: a gather only moves them."""
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return np.random.default_rng(seed).integers(0, 256, count).astype(np.uint8).view(dtype).reshape(shape)


def same(a: np.ndarray, b: np.ndarray) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


class Gathers(unittest.TestCase):
    def test_take_of_every_dtype(self) -> None:
        indices = np.random.default_rng(2).integers(-5, 5, (3, 4))
        for dtype in [*DTYPES, np.dtype("V3"), np.dtype("V64")]:
            data = draw(dtype, (2, 5, 3))
            for axis, size in ((0, 2), (1, 5), (-1, 3)):
                for index_dtype in (np.int32, np.int64):
                    found = strew.gather(data, (indices % size).astype(index_dtype), axis)
                    self.assertTrue(same(found, data.take(indices % size, axis)))
            self.assertTrue(same(strew.gather(data, indices, 1), data.take(indices, 1)))

    def test_every_instruction_set(self) -> None:
        data, indices = draw(np.dtype(np.float32), (300, 7)), np.random.default_rng(3).integers(0, 300, 2000)
        for isa in ISAS:
            self.assertTrue(same(strew.gather(data, indices, isa=isa), data[indices]))

    def test_along_an_axis(self) -> None:
        data = draw(np.dtype(np.int16), (6, 5, 4))
        for axis in (0, 1, 2, -2):
            indices = np.random.default_rng(4).integers(-data.shape[axis], data.shape[axis], (6, 5, 4))
            self.assertTrue(same(strew.gather_elements(data, indices, axis), np.take_along_axis(data, indices, axis)))
        self.assertEqual(strew.gather_elements(data, np.zeros((2, 9, 3), np.int64), 1).shape, (2, 9, 3))

    def test_nd(self) -> None:
        data = draw(np.dtype(np.float64), (4, 5, 6))
        for k in range(4):
            indices = np.random.default_rng(k).integers(0, 4, (7, 2, k))
            self.assertTrue(same(strew.gather_nd(data, indices), data[tuple(np.moveaxis(indices, -1, 0))] if k else np.broadcast_to(data, (7, 2, 4, 5, 6))))

    def test_batches(self) -> None:
        data = draw(np.dtype(np.uint8), (3, 5, 6))
        indices = np.random.default_rng(6).integers(0, 5, (3, 4, 2))
        expected = np.stack([data[b][tuple(indices[b].T)] for b in range(3)])
        self.assertTrue(same(strew.gather_nd(data, indices, 1), expected))
        rows = indices[:, :, 0].copy()
        expected = np.stack([data[b].take(rows[b], 1) for b in range(3)])
        for batch_dims in (1, -1):
            self.assertTrue(same(strew.gather(data, rows, 2, batch_dims), expected))

    def test_policies(self) -> None:
        data, indices = np.arange(8, dtype=np.float32).reshape(4, 2), np.array([3, 4, -5, -1])
        self.assertEqual(strew.gather(data, indices, policy="skip").tolist(), [[6, 7], [0, 0], [0, 0], [6, 7]])
        self.assertEqual(strew.gather(data, indices, policy="skip", fill=-1).tolist(), [[6, 7], [-1, -1], [-1, -1], [6, 7]])
        self.assertEqual(strew.gather(data, indices, policy="clamp").tolist(), [[6, 7], [6, 7], [0, 1], [6, 7]])
        self.assertEqual(strew.gather(data, indices, policy="skip", negative_wrap=False, fill=9).tolist(), [[6, 7], [9, 9], [9, 9], [9, 9]])
        out = np.full((4, 2), 5, np.float32)
        with self.assertRaisesRegex(strew.IndexOutOfBoundsError, r"indices\[1\] component 0 is 4"):
            strew.gather(data, indices, out=out)
        self.assertTrue((out == 5).all())

    def test_out(self) -> None:
        data, indices = np.arange(8), np.array([3, 1])
        out = np.zeros(2, np.int64)
        self.assertIs(strew.gather(data, indices, out=out), out)
        self.assertEqual(out.tolist(), [3, 1])
        for wrong in (np.zeros(3, np.int64), np.zeros(2, np.int32)):
            with self.assertRaisesRegex(ValueError, "out is .* was planned"):
                strew.gather(data, indices, out=wrong)
        with self.assertRaisesRegex(strew.ScatterError, "output overlaps data in 16 bytes"):
            strew.gather(data, indices, out=data[2:4])
        out.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            strew.gather(data, indices, out=out)

    def test_rejections(self) -> None:
        data, indices = np.zeros((2, 3)), np.zeros((2, 2), np.int64)
        for call, sentence in (
            (lambda: strew.gather_nd(data, indices, 2), "batch_dims is 2, outside"),
            (lambda: strew.gather(data, indices[:1].copy(), 1, 1), "batch dimension 0 of indices is 1, but 2 in data"),
            (lambda: strew.gather(data, indices, 2), "axis is 2, outside"),
            (lambda: strew.gather_elements(data, indices[0].copy()), "indices has rank 1, but data has rank 2"),
        ):
            with self.assertRaisesRegex(strew.ScatterError, sentence):
                call()
        with self.assertRaisesRegex(TypeError, "axis is a float"):
            strew.gather(data, indices, 0.0)
        with self.assertRaisesRegex(ValueError, "fill has shape"):
            strew.gather(data, indices, fill=[1, 2])
        with self.assertRaisesRegex(TypeError, "fill is a str, and data of int32 needs an integer"):
            strew.gather(data.astype(np.int32), indices, fill="1")
        with self.assertRaisesRegex(ValueError, "fill is 300, which int8 cannot hold"):
            strew.gather(data.astype(np.int8), indices, fill=300)
        with self.assertRaisesRegex(ValueError, "policy 'any' is none of"):
            strew.gather(data, indices, policy="any")


class Plans(unittest.TestCase):
    def test_calls_and_prepared_indices(self) -> None:
        data, indices = draw(np.dtype(np.float32), (1000, 16)), np.random.default_rng(7).integers(-1000, 1000, 50000)
        plan = strew.plan_gather(data.shape, data.dtype, indices.shape)
        self.assertEqual(plan.shape, (50000, 16))
        self.assertIn("gather", plan.kernel)
        self.assertIn(plan.kernel, plan.explain(plan.isa))
        prepared = plan.prepare(indices)
        for threads in (1, 2, None):
            self.assertTrue(same(plan(data, indices, threads=threads), data[indices]))
            self.assertTrue(same(prepared(data, threads=threads), data[indices]))
        self.assertTrue(same(pickle.loads(pickle.dumps(plan))(data, indices), data[indices]))
        with self.assertRaises(TypeError):
            pickle.dumps(prepared)
        with self.assertRaisesRegex(ValueError, "was planned"):
            plan(data, indices[:5].copy())

    def test_siblings(self) -> None:
        data, indices = draw(np.dtype(np.int32), (4, 5)), np.array([[1, 2], [3, 4]])
        self.assertTrue(same(strew.plan_gather_nd((4, 5), "int32", (2, 2))(data, indices), data[[1, 3], [2, 4]]))
        planned = strew.plan_gather_elements((4, 5), "int32", (2, 2), 1, policy="skip", fill=3)
        self.assertEqual(planned(data, np.array([[0, 5], [1, -9]])).tolist(), [[data[0, 0], 3], [data[1, 1], 3]])


if __name__ == "__main__":
    unittest.main()
