"""A sparse matrix times a table on dask arrays, against strew.spmm."""

import random
import tempfile
import unittest
from types import SimpleNamespace
from typing import Any, Dict, Iterator, Tuple

import dask.array as da
import numpy as np

import strew
import strew.dask
from tests.dask.support import chunked, difference

N, R, E = 40, 30, 300


def compressed(form: str, rows: np.ndarray, columns: np.ndarray, values: np.ndarray) -> SimpleNamespace:
    """What scipy calls a sparse array, by the attributes that count."""
    if form == "coo":
        return SimpleNamespace(format=form, shape=(N, R), row=rows, col=columns, data=values)
    lines, others, n = (rows, columns, N) if form == "csr" else (columns, rows, R)
    order = np.argsort(lines, kind="stable")
    pointers = np.searchsorted(lines[order], np.arange(n + 1)).astype(np.int32)
    return SimpleNamespace(format=form, shape=(N, R), indptr=pointers, indices=others[order].astype(np.int32), data=values[order])


def arrays(dtype: Any, row: Tuple[int, ...] = (5,)) -> Tuple[np.ndarray, ...]:
    rng = np.random.default_rng(3)
    rows, columns = rng.integers(0, N - 3, E), rng.integers(0, R, E)
    table, weights = (rng.standard_normal(shape) * 4 for shape in ((R, *row), (E,)))
    return rows, columns, table.astype(dtype), weights.astype(dtype)


class Spmm(unittest.TestCase):
    def calls(self) -> Iterator[Tuple[str, Any, np.ndarray, Dict[str, Any]]]:
        for dtype, row in ((np.float32, (5,)), (np.float64, ()), (np.int32, (2, 3))):
            rows, columns, table, weights = arrays(dtype, row)
            for reduction in ("add", "sub", "mul", "max", "mean"):
                yield f"pair {dtype.__name__} {reduction}", (rows, columns - R * (columns % 2)), table, {"reduction": reduction, "n_rows": N}
                yield f"weights {dtype.__name__} {reduction}", (rows, columns), table, {"reduction": reduction, "n_rows": N, "weights": weights}
                for form in ("csr", "csc", "coo"):
                    yield f"{form} {dtype.__name__} {reduction}", compressed(form, rows, columns, weights), table, {"reduction": reduction}

    def test_as_strew(self) -> None:
        for name, a, table, words in self.calls():
            rng = random.Random(name)
            expected = strew.spmm(a, table, **words)
            of_dask = dict(words)
            if "weights" in words and rng.random() < 0.7:
                of_dask["weights"] = chunked(rng, words["weights"])
            pair = tuple(chunked(rng, each) for each in a) if isinstance(a, tuple) and rng.random() < 0.7 else a
            found = strew.dask.spmm(pair, chunked(rng, table), chunk_rows=rng.choice((None, 1, 7, 100)), **of_dask)
            with self.subTest(name):
                self.assertEqual(difference(found.compute(), expected), "")

    def test_wider_sums_zeros_and_chunks(self) -> None:
        ones, rows = da.ones((1, 2), dtype="float16", chunks=1), np.zeros(4096, np.int64)
        self.assertEqual(strew.dask.spmm((rows, rows), ones, accumulate="float32").compute().tolist(), [[4096, 4096]])
        self.assertEqual(strew.dask.spmm((rows, rows), ones).compute().tolist(), [[2048, 2048]])
        found = strew.dask.spmm((rows[:1], rows[:1]), da.ones((5, 4), chunks=(2, 3)), n_rows=5)
        self.assertEqual(found.chunks, ((2, 2, 1), (3, 1)))
        self.assertEqual(strew.dask.spmm((rows[:0], rows[:0]), np.ones((3, 2))).compute().shape, (0, 2))
        minus = compressed("csr", np.array([0]), np.array([0]), np.array([-0.0]))
        self.assertTrue(np.signbit(strew.dask.spmm(minus, np.ones((R, 1))).compute()[0, 0]))  # as strew.spmm
        with tempfile.TemporaryDirectory() as folder:
            rows, columns, table, weights = arrays(np.float32)
            np.save(f"{folder}/out.npy", np.ones((N, 5), np.float32))
            stored = strew.dask.NpyFile(f"{folder}/out.npy")
            result = strew.dask.spmm((rows, columns), table, weights=weights, n_rows=N, out=stored, scratch=folder)
            self.assertIs(result, stored)
            self.assertEqual(difference(np.load(f"{folder}/out.npy"), strew.spmm((rows, columns), table, weights=weights, n_rows=N)), "")

    def test_rejections(self) -> None:
        rows, columns, table, weights = arrays(np.float32)
        matrix, negative = compressed("coo", rows, columns, weights), compressed("coo", rows, columns - 1, weights)
        lazy = da.from_array(rows, chunks=50)
        cases = (
            (ValueError, "n_rows is None, and rows are a dask array", (lazy, columns), {}),
            (TypeError, "a has 1 elements", (rows,), {}),
            (TypeError, "weights are for a pair", matrix, {"weights": weights}),
            (ValueError, "n_rows is 3, but a has 40 rows", matrix, {"n_rows": 3}),
            (ValueError, "n_rows is -1", (rows, columns), {"n_rows": -1}),
            (ValueError, "chunk_rows is 0", (rows, columns), {"chunk_rows": 0}),
            (TypeError, "a is a sparse dia array", SimpleNamespace(format="dia", data=weights, shape=(N, R)), {}),
            (strew.IndexOutOfBoundsError, "", (rows, columns + R), {}),
            (strew.IndexOutOfBoundsError, "", (rows, columns), {"n_rows": 5}),
            (strew.IndexOutOfBoundsError, "", negative, {}),
        )
        for error, sentence, a, words in cases:
            with self.subTest(sentence, words=words), self.assertRaisesRegex(error, f"^{sentence}"):
                strew.dask.spmm(a, da.from_array(table, chunks=7), **words).compute()
        with self.assertRaisesRegex(ValueError, "^table has no dimensions"):
            strew.dask.spmm((rows, columns), da.ones(()))


if __name__ == "__main__":
    unittest.main()
