"""scatter_nd and plans on NumPy arrays: what works, what is refused, and that nothing is copied or half written."""

from __future__ import annotations

import pickle
import threading
import tracemalloc
import unittest
from typing import Any, Callable

import ml_dtypes
import numpy as np

import strew
from strew import IndexOutsideError, ScatterError, Status, plan_scatter_nd, scatter_nd

from .support import DTYPES, ISAS, is_float, plain_loop, same, values


def f32(*numbers: float) -> np.ndarray:
    return np.array(numbers, np.float32)


class Results(unittest.TestCase):
    def test_the_example(self) -> None:
        found = scatter_nd(np.zeros(8, np.float32), np.array([[4], [3], [4]]), f32(1, 2, 3), "add")
        np.testing.assert_array_equal(found, f32(0, 0, 0, 2, 4, 0, 0, 0))

    def test_none_is_the_default_and_the_last_tuple_wins(self) -> None:
        np.testing.assert_array_equal(scatter_nd(f32(1, 2, 3), np.array([[1], [1], [-1]]), f32(7, 8, 9)), f32(1, 8, 9))

    def test_bfloat16(self) -> None:
        ones = np.ones(4096, ml_dtypes.bfloat16)
        found = scatter_nd(np.zeros(1, ml_dtypes.bfloat16), np.zeros((4096, 1), np.int32), ones, "add")
        self.assertEqual(found.dtype, ml_dtypes.bfloat16)
        self.assertEqual(float(found[0]), 256.0)  # 8 significant bits: 256 + 1 rounds back to 256, to even

    def test_float16_rounds_after_every_update(self) -> None:
        found = scatter_nd(np.zeros(1, np.float16), np.zeros((4096, 1), np.int64), np.ones(4096, np.float16), "add")
        self.assertEqual(float(found[0]), 2048.0)

    def test_rank_0_updates(self) -> None:
        for update in (np.float32(5), np.array(5, np.float32)):
            arrays = f32(1, 2), np.array([1]), update
            np.testing.assert_array_equal(scatter_nd(*arrays), f32(1, 5))
            np.testing.assert_array_equal(plan_scatter_nd(*arrays).run(*arrays), f32(1, 5))

    def test_an_empty_tuple_names_the_whole_tensor(self) -> None:
        data, updates = np.ones((2, 3), np.int8), np.arange(12, dtype=np.int8).reshape(2, 2, 3)
        np.testing.assert_array_equal(
            scatter_nd(data, np.zeros((2, 0), np.int64), updates, "add"), 1 + updates[0] + updates[1]
        )

    def test_nothing_to_do(self) -> None:
        for shape, indices, updates in [
            ((3, 2), (0, 1), (0, 2)),  # no tuple
            ((3, 0), (2, 1), (2, 0)),  # no element in a slice
            ((0, 3), (0, 1), (0, 3)),  # no slice
            ((0,), (5, 0, 1), (5, 0)),
        ]:
            data = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
            index = np.zeros(indices, np.int64)
            found = scatter_nd(data, index, np.zeros(updates, np.float32), "add")
            np.testing.assert_array_equal(found, data)
            self.assertFalse(np.shares_memory(found, data))
            scatter_nd(data, index, np.zeros(updates, np.float32), "add", out=data)

    def test_unaligned_memory(self) -> None:
        def odd(array: np.ndarray) -> np.ndarray:
            view = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
            view[...] = array
            return view

        data, indices, updates = odd(np.arange(6.0).reshape(3, 2)), odd(np.array([[2], [0]])), odd(np.ones((2, 2)))
        self.assertFalse(data.flags.aligned)
        expected = plain_loop(data, indices, updates, "add")
        np.testing.assert_array_equal(scatter_nd(data, indices, updates, "add", out=odd(np.zeros((3, 2)))), expected)

    def test_every_cap_gives_the_same_bits(self) -> None:
        rng = np.random.default_rng(7)
        data, indices = values(rng, (50, 24), np.dtype(np.float32), False), rng.integers(0, 50, (200, 1))
        updates = values(rng, (200, 24), np.dtype(np.float32), False)
        for isa in ISAS:
            found = scatter_nd(data, indices, updates, "add", isa=isa)
            self.assertTrue(same(found, plain_loop(data, indices, updates, "add")), isa)

    def test_negative_indices_and_trust(self) -> None:
        np.testing.assert_array_equal(
            scatter_nd(f32(1, 2, 3), np.array([[-3]]), f32(9), policy="trusted"), f32(9, 2, 3)
        )
        with self.assertRaises(IndexOutsideError) as caught:
            scatter_nd(f32(1, 2, 3), np.array([[-3]]), f32(9), negative_wrap=False)
        self.assertEqual((caught.exception.low, caught.exception.high), (0, 2))

    def test_threads(self) -> None:
        data, indices, updates = (
            np.zeros((64, 16), np.float64),
            np.arange(6400).reshape(-1, 1) % 64,
            np.ones((6400, 16)),
        )
        results = [np.empty_like(data) for _ in range(8)]
        threads = [threading.Thread(target=scatter_nd, args=(data, indices, updates, "add", out)) for out in results]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for out in results:
            np.testing.assert_array_equal(out, np.full((64, 16), 100.0))


class Agreement(unittest.TestCase):
    """Every data type, reduction, index type and instruction set against a plain loop, bit for bit."""

    # shape of data, k, shape of the tuples
    SHAPES = [
        ((7,), 1, (5,)),
        ((6,), 1, (40,)),
        ((5, 3), 1, (9,)),
        ((2, 3), 0, (3,)),
        ((4, 3, 2, 5), 2, (3, 4)),
        ((3, 2, 2), 3, (17,)),
        ((3, 33), 1, (6,)),
        ((4, 64), 1, (7,)),
        ((2, 2, 2, 2, 2), 5, (20,)),
        ((9, 4), 1, ()),
    ]

    def test_agreement(self) -> None:
        for dtype in DTYPES:
            for reduction in strew.REDUCTIONS:
                with self.subTest(dtype=dtype.name, reduction=reduction):
                    self.agree(dtype, reduction)

    def agree(self, dtype: np.dtype, reduction: str) -> None:
        rng = np.random.default_rng([DTYPES.index(dtype), strew.REDUCTIONS[reduction]])
        ordered = reduction in ("min", "max")
        for shape, k, tuples in self.SHAPES:
            sizes = np.array(shape[:k], np.int64)
            data, updates = values(rng, shape, dtype, ordered), values(rng, (*tuples, *shape[k:]), dtype, ordered)
            index = rng.integers(-sizes, sizes, (*tuples, k))
            expected = plain_loop(data, index, updates, reduction)
            for index_dtype in (np.int32, np.int64):
                indices = index.astype(index_dtype)
                for isa in ISAS:
                    found = scatter_nd(data, indices, updates, reduction, isa=isa)
                    self.assertTrue(same(found, expected), (shape, k, tuples, index_dtype, isa))
                in_place = data.copy()
                scatter_nd(in_place, indices, updates, reduction, out=in_place)
                self.assertTrue(same(in_place, expected), (shape, k, tuples, index_dtype, "in place"))

    def test_the_extremes_are_among_the_values(self) -> None:
        for dtype in filter(is_float, DTYPES):
            sample = values(np.random.default_rng(0), (1000,), dtype, False)
            extremes = np.isnan(sample), np.isinf(sample), np.signbit(sample[sample == 0])
            self.assertTrue(all(extreme.any() for extreme in extremes), dtype)


class NoCopy(unittest.TestCase):
    def setUp(self) -> None:
        self.data, self.updates = np.ones((1000, 1000)), np.ones((1000, 1000))
        self.indices = np.arange(1000).reshape(-1, 1)

    def test_out_is_returned(self) -> None:
        out = np.zeros((1000, 1000))
        address = out.ctypes.data
        found = scatter_nd(self.data, self.indices, self.updates, "add", out)
        self.assertIs(found, out)
        self.assertEqual(found.ctypes.data, address)
        self.assertTrue((found == 2).all() and (self.data == 1).all())

    def test_in_place(self) -> None:
        address = self.data.ctypes.data
        found = scatter_nd(self.data, self.indices, self.updates, "add", out=self.data)
        self.assertIs(found, self.data)
        self.assertEqual(found.ctypes.data, address)
        self.assertTrue((found == 2).all())

    def test_a_new_array_shares_nothing(self) -> None:
        found = scatter_nd(self.data, self.indices, self.updates)
        self.assertFalse(np.shares_memory(found, self.data) or np.shares_memory(found, self.updates))

    def test_no_memory_is_taken(self) -> None:
        plan = plan_scatter_nd(self.data, self.indices, self.updates, "add")
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        scatter_nd(self.data, self.indices, self.updates, "add", out=self.data)
        plan.run(self.data, self.indices, self.updates, self.data)
        _, peak = tracemalloc.get_traced_memory()
        self.assertLess(peak, 100_000)  # the arrays have 8 MB each

    def test_a_view_into_a_larger_array(self) -> None:
        whole = np.zeros((5, 4), np.int32)
        scatter_nd(whole[1:3], np.array([[1]]), np.full((1, 4), 7, np.int32), out=whole[1:3])
        np.testing.assert_array_equal(whole.sum(axis=1), [0, 0, 28, 0, 0])


class Refusals(unittest.TestCase):
    """Each with the output as it was before, byte for byte."""

    def refused(self, kind: type, text: str, call: Callable[..., Any] = scatter_nd, **changed: Any) -> BaseException:
        arguments = {
            "data": np.arange(12, dtype=np.float32).reshape(3, 4),
            "indices": np.array([[0], [2]]),
            "updates": np.ones((2, 4), np.float32),
            "out": np.full((3, 4), -7, np.float32),
            **changed,
        }
        arrays = [array for array in arguments.values() if isinstance(array, np.ndarray)]
        before = [array.tobytes() for array in arrays]
        with self.assertRaises(kind) as caught:
            call(**arguments)
        self.assertEqual([array.tobytes() for array in arrays], before)
        self.assertIn(text, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))
        return caught.exception

    def test_an_index_outside(self) -> None:
        data, indices = np.zeros((3, 4)), np.array([[0, 0], [1, -4], [2, 3], [0, 7]])
        for out in (data, np.ones((3, 4))):
            error = self.refused(
                IndexOutsideError,
                "indices[3] component 1 is 7, outside [-4, 3] of data dimension 1",
                data=data,
                indices=indices,
                updates=np.ones(4),
                out=out,
            )
            self.assertIsInstance(error, IndexError)
            self.assertIsInstance(error, ScatterError)
            self.assertIs(error.status, Status.INDEX_OUTSIDE)
            self.assertEqual((error.tuple, error.dimension, error.value, error.low, error.high), (3, 1, 7, -4, 3))

    def test_an_error_survives_pickling(self) -> None:
        error = self.refused(IndexOutsideError, "", indices=np.array([[0], [9]]))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual(
            (type(again), str(again), again.status, again.value), (type(error), str(error), error.status, 9)
        )

    def test_faults_of_the_library(self) -> None:
        one = np.ones(1, np.float32)
        for status, changed in [
            (Status.RANK_OUTSIDE, {"data": np.array(1, np.float32), "out": np.array(1, np.float32)}),
            (Status.RANK_OUTSIDE, {"indices": np.array(1)}),
            (Status.TUPLE_TOO_LONG, {"indices": np.zeros((2, 3), np.int64)}),
            (Status.UPDATES_RANK, {"updates": np.ones(2, np.float32)}),
            (Status.UPDATES_SHAPE, {"updates": np.ones((2, 3), np.float32)}),
            (Status.UPDATES_SHAPE, {"updates": np.ones((1, 4), np.float32)}),
            (Status.INDEX_DTYPE, {"indices": np.array([[0.0], [2.0]])}),
            (Status.INDEX_DTYPE, {"indices": np.array([[0], [2]], np.uint64)}),
            (Status.DTYPE_MISMATCH, {"updates": np.ones((2, 4))}),
            (Status.UPDATES_RANK, {"updates": one[0], "indices": np.array([[0, 0]])}),
        ]:
            with self.subTest(status=status.name, changed=list(changed)):
                error = self.refused(ScatterError, "", **changed)
                self.assertIs(error.status, status)
                self.assertTrue(str(error))
                self.assertNotIsInstance(error, IndexError)

    def test_overlap(self) -> None:
        memory = np.zeros((6, 4), np.float32)
        for name, changed in [
            ("data", {"data": memory[:3], "out": memory[1:4]}),
            ("updates", {"updates": memory[:2], "out": memory[1:4]}),
            ("indices", {"indices": memory[2].view(np.int64).reshape(2, 1), "out": memory[:3]}),
        ]:
            error = self.refused(ScatterError, name, **changed)
            self.assertIs(error.status, Status.OVERLAP)
            self.assertEqual(error.subject, name)

    def test_nothing_is_copied_in_silence(self) -> None:
        for name, array in [
            ("data", np.zeros((4, 3), np.float32).T),
            ("data", np.zeros((3, 8), np.float32)[:, ::2]),
            ("indices", np.array([[0, 9], [2, 9]])[:, :1]),
            ("updates", np.ones((2, 4), np.float32)[::-1]),
            ("out", np.zeros((4, 3), np.float32).T),
        ]:
            self.refused(ValueError, f"{name} is not contiguous in row-major order: hand over", **{name: array})
        swapped = np.dtype(np.float32).newbyteorder()
        for name, array in [
            ("data", np.zeros((3, 4), swapped)),
            ("indices", np.array([[0], [2]], np.dtype(np.int64).newbyteorder())),
            ("updates", np.zeros((2, 4), swapped)),
            ("out", np.zeros((3, 4), swapped)),
        ]:
            self.refused(ValueError, f"{name} is byte-swapped", **{name: array})

    def test_what_is_advised_works(self) -> None:
        data = np.arange(12, dtype=np.dtype(np.float32).newbyteorder()).reshape(4, 3)
        native = data.astype(data.dtype.newbyteorder("="))
        found = scatter_nd(np.ascontiguousarray(native.T), np.array([[1]]), np.ones((1, 4), np.float32))
        np.testing.assert_array_equal(found[1], np.ones(4))

    def test_no_array(self) -> None:
        for name, value in [("data", [[1.0]]), ("indices", [[0]]), ("updates", 1.0), ("out", [1.0]), ("data", None)]:
            self.refused(TypeError, f"{name} is a {type(value).__name__}", **{name: value})
        self.refused(TypeError, "updates is a MaskedArray", updates=np.ma.ones((2, 4), np.float32))
        self.refused(TypeError, "out", out=np.float32(1))

    def test_types_that_numpy_has_and_strew_has_not(self) -> None:
        for dtype in ("datetime64[s]", "S4", "U4", "V2", object, np.longdouble):
            self.refused(TypeError, "which is none of float32, float64", data=np.zeros((3, 4), dtype))

    def test_strings(self) -> None:
        words = {"data": np.full((3, 4), "a"), "updates": np.full((2, 4), "b")}
        self.refused(TypeError, "string is not offered in Python", **words)

    def test_out_does_not_fit(self) -> None:
        turned = np.zeros((4, 3), np.float32)
        self.refused(ValueError, "out is float32 of shape (4, 3), but data is float32 of shape (3, 4)", out=turned)
        self.refused(ValueError, "out is float64", out=np.zeros((3, 4)))
        frozen = np.zeros((3, 4), np.float32)
        frozen.flags.writeable = False
        self.refused(ValueError, "out is read-only", out=frozen)
        self.refused(ValueError, "out is read-only", data=frozen, out=frozen)

    def test_words(self) -> None:
        self.refused(ValueError, "reduction 'mean' is none of none, add, sub, mul, min, max", reduction="mean")
        self.refused(ValueError, "policy 'lenient' is none of error, trusted", policy="lenient")
        self.refused(ValueError, "isa 'z80' is none of", isa="z80")

    def test_an_isa_that_cannot_run_here(self) -> None:
        for isa in strew.ISAS:
            if strew.isa_state(isa) in (strew.IsaState.NOT_BUILT, strew.IsaState.CPU_LACKS):
                self.assertIs(self.refused(ScatterError, "", isa=isa).status, Status.ISA_UNUSABLE)


class Plans(unittest.TestCase):
    def setUp(self) -> None:
        self.arrays = np.zeros((3, 4), np.float32), np.array([[2], [0]], np.int32), np.ones((2, 4), np.float32)

    def test_run(self) -> None:
        plan = plan_scatter_nd(*self.arrays, "add")
        expected = plain_loop(*self.arrays, "add")
        for _ in range(2):
            np.testing.assert_array_equal(plan.run(*self.arrays), expected)
        data, indices, updates = self.arrays
        self.assertIs(plan.run(data, indices, updates, data), data)
        np.testing.assert_array_equal(data, expected)

    def test_what_it_tells(self) -> None:
        names = {kernel.name for kernel in strew.kernels()}
        for isa in ISAS:
            plan = plan_scatter_nd(*self.arrays, "add", isa=isa)
            self.assertIn(plan.kernel, names)
            self.assertIn(plan.isa, strew.ISAS)
        self.assertEqual(plan_scatter_nd(*self.arrays, "add", isa="scalar").isa, "scalar")
        for isa in strew.ISAS:
            self.assertTrue(plan_scatter_nd(*self.arrays).explain(isa))
        with self.assertRaisesRegex(ValueError, "isa 'z80' is none of"):
            plan_scatter_nd(*self.arrays).explain("z80")

    def test_nothing_to_write(self) -> None:
        plan = plan_scatter_nd(np.zeros((3, 0), np.float32), np.array([[2]]), np.zeros((1, 0), np.float32))
        self.assertIsNone(plan.kernel)

    def test_other_arrays_than_planned(self) -> None:
        plan = plan_scatter_nd(*self.arrays)
        data, indices, updates = self.arrays
        for arrays, text in [
            ((data[:2], indices, updates), "data is float32 of shape (2, 4), but float32 of shape (3, 4) was planned"),
            ((data, indices.astype(np.int64), updates), "indices is int64"),
            ((data, indices, updates[:1]), "updates is"),
            ((data.astype(np.float64), indices, updates), "data is float64"),
        ]:
            with self.assertRaises(ValueError) as caught:
                plan.run(*arrays)
            self.assertIn(text, str(caught.exception))

    def test_refusals(self) -> None:
        data, indices, updates = self.arrays
        with self.assertRaises(ScatterError):
            plan_scatter_nd(data, indices, updates[:, :2].copy())
        before = data.tobytes()
        with self.assertRaises(IndexOutsideError):
            plan_scatter_nd(*self.arrays).run(data, indices + np.int32(1), updates, data)
        self.assertEqual(data.tobytes(), before)
