"""strew.dask.histogram against strew.histogram of the whole array."""

import random
import unittest
from typing import Any, Dict

import dask.array as da
import numpy as np

import strew.dask
from tests.dask.support import chunked, difference, outcome


class Histogram(unittest.TestCase):
    def both(self, a: np.ndarray, edges: Any, name: str, **weights: np.ndarray) -> None:
        rng = random.Random(name)
        lazy: Dict[str, Any] = {key: chunked(rng, array) if rng.random() < 0.7 else array for key, array in weights.items()}
        expected, edges_now = strew.histogram(a, edges, **weights)
        found, found_edges = strew.dask.histogram(chunked(rng, a), edges, **lazy)
        with self.subTest(name):
            self.assertEqual(found.chunks, ((len(edges) - 1,),))
            for scheduler in ("sync", "threads"):
                computed = np.asarray(found.compute(scheduler=scheduler))
                self.assertEqual((computed.dtype, found.dtype), (expected.dtype, expected.dtype))
                self.assertEqual(difference(computed, expected), "")
            self.assertEqual(difference(found_edges, edges_now), "")

    def test_counts_and_weights(self) -> None:
        rng = np.random.default_rng(1)
        for dtype in (np.float32, np.float64, np.int32, np.uint8, np.int64):
            for shape in ((500,), (20, 30), (3, 0, 4), ()):
                a = (rng.random(shape) * 50).astype(dtype)
                for edges in (np.array([0, 1, 5.5, 30, 50]), [0, 10, 20], np.linspace(-3, 60, 200)):
                    name = f"{np.dtype(dtype)} {shape} {len(edges)}"
                    self.both(a, edges, name)
                    for of_weights in (np.float32, np.float64, np.int16, np.int64, np.complex64):
                        weights = (rng.normal(size=shape) * 9).astype(of_weights)
                        self.both(a, edges, f"{name} {np.dtype(of_weights)}", weights=weights)
        a = rng.normal(size=400)
        a[::7] = np.nan
        self.both(a, [-1, 0, 1], "nan", weights=rng.normal(size=400))

    def test_many_blocks(self) -> None:
        a = np.arange(3000) % 17
        found, _ = strew.dask.histogram(da.from_array(a, chunks=1), np.arange(18))
        np.testing.assert_array_equal(found.compute(scheduler="sync"), np.histogram(a, np.arange(18))[0])

    def test_rejections(self) -> None:
        a = da.arange(10, chunks=3)
        for call, kind, sentence in (
            (lambda: strew.dask.histogram(a, 10), ValueError, "bins has 0 dimensions, and the edges are needed, because a is not known yet"),
            (lambda: strew.dask.histogram(a, [0, 5, 3]), ValueError, ".*monotonically"),
            (lambda: strew.dask.histogram(a, [0, 5], np.ones(3)), ValueError, r"weights has the shape \(3,\), and a has \(10,\)"),
            (lambda: strew.dask.histogram(a.astype("f2"), [0, 5], np.ones(10)), TypeError, "a is float16, and edges are int64: of these NumPy"),
            (lambda: strew.dask.histogram(a, [0, 5], update_indices=a), TypeError, ".*unexpected keyword argument 'update_indices'"),  # type: ignore[call-arg]
            (lambda: strew.dask.histogram(a, [0, 5], density=True), TypeError, ".*unexpected keyword argument 'density'"),  # type: ignore[call-arg]
        ):
            with self.subTest(sentence):
                found = outcome(call)
                self.assertIsInstance(found, kind)
                self.assertRegex(str(found), f"^{sentence}")


if __name__ == "__main__":
    unittest.main()
