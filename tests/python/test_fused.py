"""Tables of updates, weights and spmm, against a loop over the tuples."""

import importlib
import pickle
import unittest
from types import SimpleNamespace
from typing import Any, Callable, Dict, Optional, Tuple, Type

import ml_dtypes
import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, Status, _scatter

try:
    sparse: Any = importlib.import_module("scipy.sparse")
except ImportError:
    sparse = None

DTYPES = (np.float16, ml_dtypes.bfloat16, np.float32, np.float64, np.int32, np.int8)
STEPS: Dict[str, Callable[[Any, Any], Any]] = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum, "none": lambda old, new: new}


def loop(
    out: np.ndarray, rows: Any, updates: np.ndarray, columns: Any, weights: Optional[np.ndarray], reduction: str, include_self: bool = True
) -> np.ndarray:
    """out[row] = out[row] + weight * updates[column] along the first dimension, each step rounded to its own type."""
    out, written = out.copy(), np.zeros(len(out), bool)
    counts = np.ones(len(out)) if include_self else np.zeros(len(out))
    for t, (row, column) in enumerate(zip(rows, columns)):
        new = updates[column] if weights is None else weights[t] * updates[column]
        is_first = not include_self and not written[row]
        step = STEPS["add" if reduction == "mean" else reduction]
        out[row] = new if is_first else step(out[row], new)
        written[row] = True
        counts[row] += 1
    if reduction == "mean":
        for row in np.flatnonzero(written):
            out[row] = out[row] / out.dtype.type(counts[row])
    return out


def numbers(rng: np.random.Generator, dtype: Any, *shape: int) -> np.ndarray:
    return rng.integers(-4, 5, shape).astype(dtype) if np.dtype(dtype).kind == "i" else rng.normal(size=shape).astype(dtype)


def edges(seed: int, n_rows: int = 7, n_columns: int = 9, n: int = 60) -> Tuple[np.random.Generator, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng, rng.integers(0, n_rows, n), rng.integers(0, n_columns, n)


class Tables(unittest.TestCase):
    def test_plain_planned_and_prepared_calls(self) -> None:
        for dtype, reduction, has_weights in ((d, r, w) for d in DTYPES for r in STEPS for w in (False, True)):
            rng, rows, columns = edges(1)
            data, table = numbers(rng, dtype, 7, 3), numbers(rng, dtype, 9, 3)
            weights = numbers(rng, dtype, 60, 1) if has_weights else None
            with self.subTest(str(np.dtype(dtype)), reduction=reduction, weighted=has_weights), np.errstate(over="ignore", invalid="ignore"):
                expected = loop(data, rows, table, columns, weights, reduction)
                beside: Dict[str, Any] = {"update_indices": columns, **({"weights": weights} if has_weights else {})}
                weighed: Dict[str, Any] = {"weights_shape": (60, 1)} if has_weights else {}
                plan = strew.plan_scatter_update((7, 3), dtype, 60, 0, reduction, update_rows=9, **weighed)
                for found in (
                    strew.scatter_update(data, rows, table, 0, reduction, **beside),
                    strew.scatter_nd(data, rows[:, None], table, reduction, **beside, threads=2),
                    plan(data, rows, table, **beside),
                    pickle.loads(pickle.dumps(plan))(data, rows, table, **beside, threads=None),
                    plan.prepare(rows)(data, table, **beside),
                ):
                    np.testing.assert_array_equal(found, expected)

    def test_each_operator(self) -> None:
        rng = np.random.default_rng(2)
        data, table, weights = rng.normal(size=(4, 5)), rng.normal(size=6), rng.normal(size=(4, 8))
        places, rows = rng.integers(-5, 5, (4, 8)), rng.integers(-6, 6, (4, 8))
        chosen = weights * table[rows]
        for name, plan, given in (
            ("scatter_elements", strew.plan_scatter_elements((4, 5), "f8", (4, 8), 1, "add", update_rows=6, weights_shape=(4, 8)), (1, "add")),
            ("put", strew.plan_put((4, 5), "f8", (4, 8), "add", update_rows=6, weights_shape=(4, 8)), ("add",)),
        ):
            function = getattr(_scatter, name)
            expected = function(data, places, chosen, *given)
            for found in (
                function(data, places, table, *given, update_indices=rows, weights=weights),
                plan(data, places, table, update_indices=rows, weights=weights),
            ):
                np.testing.assert_array_equal(found, expected)
        # On an axis behind others, and tuples in components.
        slices = rng.normal(size=(4, 6, 2))
        target, which, at = rng.normal(size=(4, 5, 2)), rng.integers(0, 6, 8), rng.integers(0, 5, 8)
        expected = strew.scatter_update(target, at, slices[:, which], 1, "add")
        np.testing.assert_array_equal(strew.scatter_update(target, at, slices, 1, "add", update_indices=which), expected)
        planned = strew.plan_scatter_update((4, 5, 2), "f8", 8, 1, "add", update_rows=6, update_index_dtype="i2")
        np.testing.assert_array_equal(planned(target, at, slices, update_indices=which.astype("i2")), expected)
        i, j = rng.integers(0, 4, 8), rng.integers(0, 5, 8)
        expected = strew.scatter_nd(target, (i, j), slices[0][which], "add")
        np.testing.assert_array_equal(strew.scatter_nd(target, (i, j), slices[0], "add", update_indices=which), expected)

    def test_functions_of_numpy(self) -> None:
        rng = np.random.default_rng(9)
        a, table, weights = rng.normal(size=(5, 4, 3)), rng.normal(size=(6, 3)), rng.normal(size=(7, 8, 1))
        i, j, rows = rng.integers(-5, 5, (7, 1)), rng.integers(-4, 4, 8), rng.integers(-6, 6, 8)
        for function, ufunc in ((strew.add_at, np.add), (strew.subtract_at, np.subtract), (strew.maximum_at, np.maximum)):
            expected, found, unweighted = a.copy(), a.copy(), a.copy()
            ufunc.at(expected, (i, j), weights * table[rows])
            function(found, (i, j), table, update_indices=rows, weights=weights, threads=2)
            np.testing.assert_array_equal(found, expected)
            function(unweighted, (i, j), table[rows], weights=weights)
            np.testing.assert_array_equal(unweighted, expected)
        square = rng.normal(size=(4, 4))
        expected = square.copy()
        np.add.at(expected, [0, 1], square[[2, 3], :1] * square[[1, 0]])
        strew.add_at(square, [0, 1], square, update_indices=[1, 0], weights=square[2:, 0])
        np.testing.assert_array_equal(square, expected)
        with self.assertRaisesRegex(IndexOutOfBoundsError, r"^update_indices\[1\] is 6, outside \[-6, 5\] of the rows of b$"):
            strew.add_at(a, (i, j), table, update_indices=np.array(rows.clip(0, 5).tolist()[:1] + [6] * 7))
        with self.assertRaisesRegex(ValueError, r"^update_indices has the shape \(3,\), and \(7, 8\) is indexed$"):
            strew.add_at(a, (i, j), table, update_indices=[0, 1, 2])

    def test_put(self) -> None:
        rng = np.random.default_rng(10)
        for reduction, ufunc in (("add", np.add), ("max", np.maximum), ("none", None)):
            a, table, weights = rng.normal(size=(4, 5)), rng.normal(size=(2, 3)), rng.normal(size=(3, 4))
            ind, rows = rng.integers(-20, 20, (3, 4)), rng.integers(-6, 6, 4)
            for given, beside in (
                (table, {"update_indices": rows}), (table, {"update_indices": rows, "weights": weights}), (table, {"weights": weights}),
                (table[::-1, ::2], {"weights": weights[0]}),
            ):  # fmt: skip
                updates = given.ravel()[beside["update_indices"]] if "update_indices" in beside else np.resize(given, (3, 4))
                updates = np.broadcast_to(updates * np.broadcast_to(beside.get("weights", 1), (3, 4)), (3, 4))
                expected, found = a.ravel().copy(), a.copy()
                if ufunc is None:
                    np.put(expected, ind, updates)
                else:
                    ufunc.at(expected, ind, updates)
                strew.put(found, ind, given, reduction=reduction, threads=2, **beside)  # type: ignore[arg-type]
                np.testing.assert_array_equal(found.ravel(), expected)
        a, ind = np.arange(6.0), np.array([0, 5, 0])
        strew.put(a, ind, a, reduction="add", update_indices=[1, 2, 3], weights=a[3:])
        self.assertEqual(a.tolist(), [3 + 15, 1, 2, 3, 4, 5 + 8])
        strew.put(a, ind, [], reduction="add", weights=[1.0, 2, 3])
        for words, kind, sentence in (
            ({"update_indices": [0, 1, 9]}, IndexOutOfBoundsError, r"update_indices\[2\] is 9, outside \[-2, 1\] of the rows of v$"),
            ({"update_indices": [0, 1]}, ValueError, r"update_indices has the shape \(2,\), which cannot be broadcast to the \(3,\) of ind$"),
            ({"weights": [1, 2, 3]}, ScatterError, "v of float64 cannot have weights of int64$"),
            ({"weights": [1.0, 2, 3], "alpha": 2, "reduction": "add"}, ScatterError, "weights and alpha exclude each other$"),
            ({"weights": [1.0, 2, 3], "mode": "clip"}, ValueError, "mode is 'clip'"),
            ({"weights": [1.0, 2, 3], "nan": "loses"}, ScatterError, "put with the reduction none has no use for nan='loses'$"),
        ):
            before = a.copy()
            with self.subTest(sentence), self.assertRaisesRegex(kind, f"^{sentence}"):
                strew.put(a, ind, [10.0, 20], **words)  # type: ignore[arg-type]
            np.testing.assert_array_equal(a, before)

    def test_accumulate_of_functions_of_numpy(self) -> None:
        ones, zeros = np.ones(4096, "f2"), np.zeros(4096, int)
        for function, expected in ((strew.add_at, 4096), (strew.subtract_at, -4096)):
            rounded, wide, weighed = np.zeros(2, "f2"), np.zeros(2, "f2"), np.zeros(2, "f2")
            for _ in range(2):  # the second one is known
                function(rounded, zeros, ones)
                wide[:] = 0
                function(wide, zeros, ones, accumulate="float32")
            function(weighed, zeros, ones, weights=ones, accumulate="float32")
            self.assertEqual((rounded[0], wide[0], weighed[0]), (np.sign(expected) * 2048, expected, expected))
        put = np.zeros(2, "f2")
        strew.put(put, zeros, ones, reduction="add", accumulate="float32", weights=ones)
        self.assertEqual(put[0], 4096)
        with self.assertRaisesRegex(ScatterError, "^a of float64 cannot be accumulated in float32"):
            strew.add_at(np.zeros(2), [0], 1, accumulate="float32")
        with self.assertRaisesRegex(ValueError, "^accumulate 'float16' is none of 'float32', 'float64', 'int64'$"):
            strew.maximum_at(np.zeros(2), [0], 1, accumulate="float16")

    def test_policies_of_update_indices(self) -> None:
        data, table, rows = np.zeros(4), np.array([1.0, 2, 3]), np.arange(4)
        cases: Tuple[Tuple[Any, Dict[str, Any], Any], ...] = (
            ([0, 5, -1, 2], {"update_policy": "skip"}, [1, 0, 3, 3]),
            ([0, 5, -1, 2], {"update_policy": "clamp", "update_negative_wrap": False}, [1, 3, 1, 3]),
            ([0, 7, -1, 2], {"update_ignore_index": 7}, [1, 0, 3, 3]),
        )
        for columns, words, expected in cases:
            for dtype in ("i1", "i8"):
                found = strew.scatter_update(data, rows, table, 0, "add", update_indices=np.array(columns, dtype), **words)
                np.testing.assert_array_equal(found, expected)

    def test_rejections_are_in_words_of_python(self) -> None:
        data, rows, table = np.zeros(4), np.arange(4), np.ones(3)
        fine = np.array([0, 1, 2, 0])
        rejected: Tuple[Tuple[Dict[str, Any], str], ...] = (
            ({"update_policy": "skip"}, "scatter_update has no use for update_policy"),
            ({"update_negative_wrap": False}, "scatter_update has no use for update_negative_wrap=False"),
            ({"update_ignore_index": 1}, "scatter_update has no use for update_ignore_index"),
            ({"update_indices": fine, "weights": np.ones(4, "f4")}, "updates of float64 cannot have weights of float32"),
            ({"update_indices": fine, "weights": np.ones(4), "alpha": 2}, "weights and alpha exclude each other"),
            ({"update_indices": fine[:2]}, "update_indices has size 2 in dimension 0, but the tuples have 4"),
            ({"update_indices": fine + 1}, r"update_indices\[2\] is 3, outside \[-3, 2\] of the rows of updates"),
        )
        for words, sentence in rejected:
            with self.assertRaisesRegex(ScatterError, f"^{sentence}$"):
                strew.scatter_update(data, rows, table, 0, "add", **words)
        of_words: Tuple[Tuple[str, Any, Type[Exception]], ...] = (
            ("update_policy", 1, TypeError), ("update_negative_wrap", 1, TypeError), ("update_ignore_index", 2**70, ValueError),
        )  # fmt: skip
        for name, value, kind in of_words:
            word: Dict[str, Any] = {name: value}
            with self.assertRaisesRegex(kind, f"^{name}"):
                strew.scatter_update(data, rows, table, 0, "add", update_indices=fine, **word)
        plan = strew.plan_scatter_update(4, "f8", 4, 0, "add", update_rows=3)
        with self.assertRaisesRegex(ValueError, "^update_indices is missing, but int64 of shape .4,. was planned$"):
            plan(data, rows, table)
        with self.assertRaisesRegex(ValueError, "^weights is float64 of shape .4,., but none was planned$"):
            plan.prepare(rows)(data, table, update_indices=fine, weights=np.ones(4))


class Spmm(unittest.TestCase):
    def test_pairs(self) -> None:
        for dtype, reduction, has_weights in ((d, r, w) for d in DTYPES for r in STEPS for w in (False, True)):
            rng, rows, columns = edges(3)
            table, weights = numbers(rng, dtype, 9, 4), numbers(rng, dtype, 60) if has_weights else None
            with self.subTest(str(np.dtype(dtype)), reduction=reduction, weighted=has_weights), np.errstate(over="ignore", invalid="ignore"):
                column_of = None if weights is None else weights[:, None]
                expected = loop(np.zeros((8, 4), dtype), rows, table, columns, column_of, reduction, reduction in ("add", "sub", "none"))
                for threads in (1, 2):
                    found = strew.spmm((rows, columns), table, weights=weights, n_rows=8, reduction=reduction, threads=threads)
                    self.assertEqual(found.dtype, dtype)
                    np.testing.assert_array_equal(found, expected)
                out = np.full((8, 4), 3, dtype)
                self.assertIs(strew.spmm((rows, columns), table, weights=weights, reduction=reduction, out=out), out)
                np.testing.assert_array_equal(out, expected)

    def test_means_heads_and_vectors(self) -> None:
        rng, rows, columns = edges(4)
        table, heads = rng.normal(size=(9, 2, 3)), rng.normal(size=(60, 2, 1))
        expected = loop(np.zeros((7, 2, 3)), rows, table, columns, heads, "mean", False)
        np.testing.assert_array_equal(strew.spmm((rows, columns), table, weights=heads, reduction="mean"), expected)
        vector = strew.spmm((rows.astype("u1"), columns - 9), table[:, 0, 0].copy())
        np.testing.assert_array_equal(vector, loop(np.zeros(7), rows, table[:, 0, 0], columns, None, "add"))
        half = table.astype("f2")
        weights = rng.normal(size=60).astype("f4")
        found = strew.spmm((rows, columns), half, weights=weights)
        products = weights[:, None, None] * half[columns].astype("f4")
        np.testing.assert_array_equal(found, strew.scatter_update(np.zeros((7, 2, 3), "f2"), rows, products, 0, "add"))
        empty = np.zeros(0, np.int64)
        self.assertEqual(strew.spmm((empty, empty), table).shape, (0, 2, 3))

    def matrix(self, form: str, rng: np.random.Generator, dtype: Any) -> Tuple[Any, np.ndarray, np.ndarray, np.ndarray]:
        """What scipy's arrays have, and the entries in their order. The pointers begin above 0, as those of a part of a matrix do."""
        _, rows, columns = edges(5)
        lines = rows if form == "csr" else columns
        if form != "coo":
            order = np.argsort(lines, kind="stable")
            rows, columns, lines = rows[order], columns[order], lines[order]
        values = numbers(rng, dtype, 60)
        parts: Dict[str, Any] = {"format": form, "shape": (7, 9), "data": values}
        if form == "coo":
            return SimpleNamespace(**parts, row=rows.astype("i4"), col=columns.astype("i4")), rows, columns, values
        pointers = np.searchsorted(lines, np.arange(8 if form == "csr" else 10)).astype("i4")
        begin = int(np.searchsorted(lines, 1))
        pointers[0] = begin
        parts.update(indptr=np.maximum(pointers, begin), indices=(columns if form == "csr" else rows).astype("i4"))
        return SimpleNamespace(**parts), rows[begin:], columns[begin:], values[begin:]

    def test_what_scipy_has(self) -> None:
        for form, dtype in ((form, dtype) for form in ("csr", "csc", "coo") for dtype in DTYPES):
            with self.subTest(form, dtype=np.dtype(dtype)):
                rng = np.random.default_rng(6)
                a, rows, columns, values = self.matrix(form, rng, dtype)
                table = numbers(rng, dtype, 9, 5)
                expected = loop(np.zeros((7, 5), dtype), rows, table, columns, values[:, None], "add")
                np.testing.assert_array_equal(strew.spmm(a, table), expected)

    def test_accumulate(self) -> None:
        for form in ("csr", "csc", "coo"):
            a, rows, columns, values = self.matrix(form, np.random.default_rng(11), "f2")
            table = numbers(np.random.default_rng(12), "f2", 9, 5)
            wide = loop(np.zeros((7, 5), "f4"), rows, table.astype("f4"), columns, values[:, None].astype("f4"), "add")
            np.testing.assert_array_equal(strew.spmm(a, table, accumulate="float32"), wide.astype("f2"))
            with self.assertRaisesRegex(ScatterError, "^table of float16 cannot be accumulated in int64|^out of float16 cannot be accumulated in int64"):
                strew.spmm(a, table, accumulate="int64")

    @unittest.skipIf(sparse is None, "scipy is not installed")
    def test_scipy(self) -> None:
        rng = np.random.default_rng(7)
        a, table = sparse.random(50, 40, 0.2, "csr", rng=rng), rng.normal(size=(40, 6))
        np.testing.assert_array_equal(strew.spmm(a, table), a @ table)
        for other in (a.tocsc(), a.tocoo(), sparse.csr_array(a), sparse.coo_array(a)):
            np.testing.assert_allclose(strew.spmm(other, table), a @ table, rtol=1e-12)

    def test_rejections(self) -> None:
        rng = np.random.default_rng(8)
        table, pair, eye = np.ones((9, 2)), (np.array([0, 1]), np.array([3, 4])), np.eye(3)
        csr = self.matrix("csr", rng, "f8")[0]

        def changed(**parts: Any) -> Any:
            return SimpleNamespace(**{**vars(csr), **parts})

        falling = csr.indptr.copy()
        falling[2] = 0
        cases: Tuple[Tuple[Any, Dict[str, Any], Type[Exception], str], ...] = (
            (eye, {}, TypeError, "a is a ndarray, and a sparse array of scipy's in the format csr, csc, coo, or a pair"),
            (SimpleNamespace(format="bsr", data=eye), {}, TypeError, "a is a sparse bsr array, and"),
            ((*pair, pair), {}, TypeError, "a has 3 elements"),
            (csr, {"weights": np.ones(60)}, TypeError, "weights are for a pair"),
            (csr, {"n_rows": 8}, ValueError, "n_rows is 8, but a has 7 rows"),
            (changed(shape=(7, 8)), {}, ValueError, "table has 9 rows, but a has 8 columns"),
            (changed(shape=(6, 9)), {}, ValueError, r"a.indptr has the shape \(8,\), and \(7,\) is needed"),
            (changed(indptr=falling), {}, IndexOutOfBoundsError, r"a.indptr\[2\] is 0, outside \[\d+, 60\]"),
            (changed(indptr=falling), {"reduction": "sub"}, ValueError, r"a.indptr\[2\] is 0, less than a.indptr\[1\]"),
            (changed(indptr=csr.indptr - 99), {}, ValueError, r"a.indptr\[0\] is -"),
            (changed(indptr=csr.indptr * 1.0), {}, TypeError, "a.indptr is float64"),
            (changed(indices=csr.indices[:-1]), {}, ValueError, "a.indptr ends at 60, but a.indices has 59 and a.data 60"),
            (changed(indices=csr.indices - 9), {}, IndexOutOfBoundsError, r"columns\[11\] is -\d, outside \[0, 8\] of the rows of table"),
            (changed(data=csr.data.astype("f4")), {}, ScatterError, "table of float64 cannot have weights of float32"),
            (pair, {"n_rows": 1}, IndexOutOfBoundsError, r"rows\[1\] is 1, outside \[-1, 0\] of out dimension 0"),
            (pair, {"n_rows": -1}, ValueError, "n_rows is -1"),
            (pair, {"n_rows": 2, "out": np.zeros((3, 2))}, ValueError, r"out has the shape \(3, 2\), but the result has \(2, 2\)"),
            ((pair[0], pair[1][:1]), {}, ScatterError, "columns has size 1 in dimension 0, but the tuples have 2"),
            (pair, {"reduction": "xor"}, ValueError, "reduction 'xor' is none of"),
            (pair, {"out": table[:2]}, ScatterError, "out overlaps table in 32 bytes"),
        )
        for a, words, kind, sentence in cases:
            with self.subTest(sentence), self.assertRaisesRegex(kind, f"^{sentence}"):
                strew.spmm(a, table, **words)
        out = np.full((1, 2), 5.0)
        with self.assertRaises(IndexOutOfBoundsError) as caught:
            strew.spmm(pair, table, out=out)
        self.assertIs(caught.exception.status, Status.INDEX_OUT_OF_BOUNDS)
        np.testing.assert_array_equal(out, 5)
        with self.assertRaisesRegex(ValueError, "^table has no dimensions"):
            strew.spmm(pair, np.array(1.0))


if __name__ == "__main__":
    unittest.main()
