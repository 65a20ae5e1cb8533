"""masked_scatter against numpy.place, which reads its values in the same order."""

import unittest

import numpy as np

import strew

from .test_gather import draw, same


def by_numpy(data: np.ndarray, mask: np.ndarray, updates: np.ndarray) -> np.ndarray:
    """What a boolean index of NumPy writes."""
    result = data.copy()
    chosen = np.broadcast_to(mask, data.shape)
    result[chosen] = updates.ravel()[: np.count_nonzero(chosen)]
    return result


class MaskedScatter(unittest.TestCase):
    def test_strides_and_masks_that_broadcast(self) -> None:
        rng = np.random.default_rng(28)
        whole = draw(np.dtype(np.int16), (12, 10, 8))
        updates = draw(np.dtype(np.int16), (960,), 3)
        for data in (whole, whole.T, whole[::-2, 1:], whole[:, ::3, ::-1], whole[:0]):
            for shape in (data.shape, data.shape[1:], (data.shape[0], 1, 1), (1, data.shape[1], 1), ()):
                mask = rng.random(shape) < 0.5
                for chosen in (mask, np.asfortranarray(mask)):
                    out = np.zeros((24, *data.shape[1:]), np.int16)[: 2 * data.shape[0] : 2]
                    self.assertIs(strew.masked_scatter(data, chosen, updates, out), out)
                    self.assertTrue(same(np.ascontiguousarray(out), by_numpy(data, mask, updates)))

    def test_threads(self) -> None:
        rng = np.random.default_rng(29)
        data, mask = draw(np.dtype(np.float32), (1000, 700)), rng.random((1000, 700)) < 0.3
        updates = draw(np.dtype(np.float32), (np.count_nonzero(mask),), 3)
        for threads in (1, 2, 7, None):
            self.assertTrue(same(strew.masked_scatter(data, mask, updates, threads=threads), by_numpy(data, mask, updates)))

    def test_rejections(self) -> None:
        data, mask, out = np.zeros(10), np.arange(10) < 7, np.full(10, 9.0)
        with self.assertRaisesRegex(strew.ScatterError, "updates has 5 of the 7 elements that mask takes") as raised:
            strew.masked_scatter(data, mask, np.ones(5), out)
        self.assertEqual((raised.exception.status, raised.exception.value, raised.exception.low), (strew.Status.TOO_FEW_UPDATES, 5, 7))
        self.assertTrue((out == 9).all())
        with self.assertRaisesRegex(strew.ScatterError, "mask is uint8, but must be bool"):
            strew.masked_scatter(data, mask.view(np.uint8), np.ones(10))
        with self.assertRaisesRegex(ValueError, r"mask has the shape \(3,\), which cannot be broadcast to the \(10,\) of data"):
            strew.masked_scatter(data, mask[:3], np.ones(10))
        with self.assertRaisesRegex(ValueError, "updates is not contiguous"):
            strew.masked_scatter(data, mask, np.ones(20)[::2])
        with self.assertRaisesRegex(strew.ScatterError, "updates are complex64, but data is float64"):
            strew.masked_scatter(data, mask, np.ones(10, np.complex64))
        with self.assertRaisesRegex(strew.ScatterError, "^out overlaps updates"):
            strew.masked_scatter(data, mask, out[:7], out)
        with self.assertRaisesRegex(ValueError, "out is read-only"):
            strew.masked_scatter(data, mask, np.ones(10), np.broadcast_to(0.0, 10))
