"""Data in blocks. The bits of every format are those of tests/cases/blocks.json (test_cases.py), and partly gguf's."""

import doctest
import pickle
import unittest
from typing import Any, Tuple

import ml_dtypes
import numpy as np

import strew
from strew import Blocks, IndexOutOfBoundsError, ScatterError, Status, _blocks, _enums
from strew._known import KNOWN
from strew._library import native

Q8_0_BYTES = 34


def q8_0_numbers(rows: np.ndarray) -> np.ndarray:
    """What rows of q8_0 are read as."""
    blocks = rows.reshape(*rows.shape[:-1], -1, Q8_0_BYTES)
    scales, codes = blocks[..., :2].copy().view("<f2").astype(np.float32), blocks[..., 2:].view(np.int8).astype(np.float32)
    return (scales * codes).reshape(*rows.shape[:-1], -1)


def q8_0_rows(rng: np.random.Generator, n_rows: int, n_blocks: int = 2) -> np.ndarray:
    """Random rows, all of whose scales are numbers."""
    rows = rng.integers(0, 256, (n_rows, n_blocks, Q8_0_BYTES), np.uint8)
    rows[..., :2] = rng.random((n_rows, n_blocks, 1)).astype("<f2").view(np.uint8)
    return rows.reshape(n_rows, -1)


class Arrays(unittest.TestCase):
    def test_formats_are_those_of_the_library(self) -> None:
        self.assertEqual(tuple(strew.BLOCK_FORMATS), _enums.BLOCK_FORMATS)
        self.assertEqual(min(strew.BLOCK_FORMATS.values()), _enums.BLOCK_0)
        for block_format in strew.BLOCK_FORMATS:
            blocks = Blocks.zeros((2, 256), block_format)
            self.assertEqual((blocks.shape, blocks.ndim, blocks.block_format), ((2, 256), 2, block_format))
            self.assertEqual(str(blocks), f"Blocks({block_format} of shape (2, 256))")
            self.assertEqual(strew.gather(blocks, np.array([1])).tolist(), [[0] * 256])

    def test_examples(self) -> None:
        found = doctest.DocTestFinder().find(_blocks, extraglobs={"strew": strew, "numpy": np})
        for test in found:
            self.assertEqual(doctest.DocTestRunner().run(test).failed, 0, test.name)
        self.assertTrue(any(test.examples for test in found))

    def test_bytes_are_used_where_they_lie(self) -> None:
        rows = q8_0_rows(np.random.default_rng(1), 5)
        blocks = Blocks(rows, "q8_0")
        self.assertIs(blocks.array, rows)
        self.assertIs(strew.scatter_update(blocks, np.array([3]), np.ones((1, 64), np.float32), out=blocks), blocks)
        self.assertTrue((np.abs(q8_0_numbers(rows)[3] - 1) < 1e-3).all())

    def test_a_tensor_of_another_library(self) -> None:
        rows = np.zeros((3, 68), np.uint8)

        class Tensor:
            __dlpack__, __dlpack_device__ = rows.__dlpack__, rows.__dlpack_device__

        strew.scatter_nd(blocks := Blocks(Tensor(), "q8_0"), np.array([[1]]), np.ones((1, 64), np.float32), out=blocks)
        self.assertEqual(rows.any(-1).tolist(), [False, True, False])

    def test_what_holds_no_blocks_is_rejected(self) -> None:
        rows = np.zeros((4, 68), np.uint8)
        for array, block_format, kind, sentence in (
            (rows, "q8", ValueError, "block_format 'q8' is none of 'q8_0', "),
            (rows, 64, TypeError, "block_format is an int, and one of 'q8_0', "),
            (rows.view(np.int8), "q8_0", TypeError, "array is of int8, and a plain NumPy array or a DLPack tensor of uint8 is needed"),
            (rows.tolist(), "q8_0", TypeError, "array is a list, and a plain"),
            (np.ma.masked_array(rows), "q8_0", TypeError, "array is a MaskedArray, and a plain"),
            (np.uint8(3), "q8_0", TypeError, "array is an uint8, and a plain"),
            (np.array(3, np.uint8), "q8_0", ValueError, "array has no dimensions, and whole blocks of 34 bytes are needed"),
            (rows[:, :67], "q8_0", ValueError, "array has 67 bytes in its last dimension, and whole blocks of 34 bytes are needed"),
            (rows[:, ::-1], "q8_0", ValueError, r"array has strides of \(68, -1\) bytes, which split blocks: hand over numpy.ascont"),
            (np.zeros((4, 35), np.uint8)[:, :34], "q8_0", ValueError, r"array has strides of \(35, 1\) bytes, which split blocks"),
        ):
            with self.subTest(sentence), self.assertRaisesRegex(kind, f"^{sentence}"):
                Blocks(array, block_format)
        for shape in (40, (), (3, 40)):
            with self.assertRaisesRegex(ValueError, "no multiple of a block of 32 elements$"):
                Blocks.zeros(shape, "q8_0")
        with self.assertRaisesRegex(ValueError, "block_format 'q8' is none of"):
            Blocks.zeros(32, "q8")

    def test_numpy_makes_no_array_of_them(self) -> None:
        blocks, floats, at = Blocks.zeros((4, 64), "q8_0"), np.zeros((4, 64), np.float32), np.array([1])
        for call in (
            lambda: np.asarray(blocks),
            lambda: strew.take(blocks, at),
            lambda: strew.take(blocks, at, 0),
            lambda: strew.take_along_axis(blocks, at[None], 0),
            lambda: strew.put(blocks, at, 1.0),
            lambda: strew.put(floats, at, blocks),
            lambda: strew.put_along_axis(blocks, at[None], 1.0, 0),
            lambda: strew.add_at(blocks, at, 1.0),
            lambda: strew.add_at(floats, at, blocks),
            lambda: strew.histogram(blocks),
            lambda: strew.gather(floats, blocks),
            lambda: strew.gather_nd(floats, (at, blocks)),
            lambda: strew.gather(floats, at, scale=blocks),
            lambda: strew.masked_scatter(floats, blocks, floats),
            lambda: strew.gather(blocks.array.view(blocks.dtype), at),
        ):
            with self.assertRaises(TypeError):
                call()


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        rng = np.random.default_rng(2)
        self.rows = q8_0_rows(rng, 50)
        self.blocks = Blocks(self.rows, "q8_0")
        self.at = rng.integers(-50, 50, 30)

    def test_gathers_read_floats(self) -> None:
        expected = q8_0_numbers(self.rows[self.at])
        for dtype in (np.float32, np.float16, ml_dtypes.bfloat16):
            out = np.zeros((30, 64), dtype)
            self.assertIs(strew.gather(self.blocks, self.at, out=out), out)
            self.assertEqual(out.tobytes(), expected.astype(dtype).tobytes())
        for found in (strew.gather(self.blocks, self.at), strew.gather_nd(self.blocks, (self.at,)), strew.gather_nd(self.blocks, self.at[:, None])):
            self.assertEqual((found.dtype, found.tobytes()), (np.float32, expected.tobytes()))
        view = np.zeros((30, 128), np.float32)[:, 64:]
        self.assertEqual(strew.gather(self.blocks, self.at, out=view).tobytes(), expected.tobytes())
        self.assertEqual(strew.gather(self.blocks, self.at[:0]).shape, (0, 64))

    def test_blocks_are_moved_to_blocks(self) -> None:
        taken = strew.gather(self.blocks, self.at, out=Blocks.zeros((30, 64), "q8_0"))
        self.assertEqual(taken.array.tobytes(), self.rows[self.at].tobytes())
        updated = strew.scatter_update(Blocks.zeros((50, 64), "q8_0"), np.arange(30), taken)
        self.assertEqual(updated.array[:30].tobytes(), taken.array.tobytes())
        self.assertFalse(updated.array[30:].any())

    def test_scatters_write_floats(self) -> None:
        """Of blocks that are written twice, the last counts, and the others stay."""
        rng, before = np.random.default_rng(3), self.rows.copy()
        updates = rng.standard_normal((30, 64)).astype(np.float32)
        largest = np.abs(updates.reshape(30, 2, 32)).max(-1, keepdims=True)
        expected = before.copy()
        for row, tuple_of in zip(self.at, range(30)):
            expected[row] = 0
            blocks = expected[row].reshape(2, Q8_0_BYTES)
            scale = largest[tuple_of] / np.float32(127)
            scaled = updates[tuple_of].reshape(2, 32) * (np.float32(1) / scale)
            blocks[:, 2:] = (np.sign(scaled) * np.floor(np.abs(scaled) + np.float32(0.5))).astype(np.int8).view(np.uint8)
            blocks[:, :2] = scale.astype("<f2").view(np.uint8)
        for call in (
            lambda: strew.scatter_update(self.blocks, self.at, updates),
            lambda: strew.scatter_nd(self.blocks, self.at[:, None], updates, threads=2),
            lambda: strew.scatter_nd(self.blocks, (self.at,), updates, out=Blocks.zeros((50, 64), "q8_0")),
        ):
            found = call()
            self.assertEqual((found.block_format, found.array.tobytes()), ("q8_0", expected.tobytes()))
        self.assertEqual(self.rows.tobytes(), before.tobytes())

    def test_plans_and_prepared_indices(self) -> None:
        expected = q8_0_numbers(self.rows[self.at])
        gather = strew.plan_gather((50, 64), "q8_0", 30)
        scatter = strew.plan_scatter_update((50, 64), "q8_0", 30)
        for threads in (1, 2):
            for plan in (gather, pickle.loads(pickle.dumps(gather)), strew.plan_gather((50, 64), "q8_0", 30, out_dtype="float32")):
                self.assertEqual(plan(self.blocks, self.at, threads=threads).tobytes(), expected.tobytes())
                self.assertEqual(plan.prepare(self.at)(self.blocks, threads=threads).tobytes(), expected.tobytes())
            for update in (scatter, pickle.loads(pickle.dumps(scatter))):
                right = strew.scatter_update(self.blocks, self.at, expected).array.tobytes()
                self.assertEqual(update(self.blocks, self.at, expected, threads=threads).array.tobytes(), right)
                self.assertEqual(update.prepare(self.at)(self.blocks, expected, threads=threads).array.tobytes(), right)
        moved = strew.plan_gather((50, 64), "q8_0", 30, out_dtype="q8_0")(self.blocks, self.at)
        self.assertEqual(moved.array.tobytes(), self.rows[self.at].tobytes())
        again = strew.plan_scatter_update((50, 64), "q8_0", 30, update_dtype="q8_0")(self.blocks, self.at, moved)
        self.assertEqual(again.array.tobytes(), self.rows.tobytes())
        halves = strew.plan_scatter_update((50, 64), "q8_0", 30, update_dtype="float16")
        self.assertEqual(halves(self.blocks, self.at, np.zeros((30, 64), np.float16)).shape, (50, 64))
        with self.assertRaisesRegex(ValueError, r"^data is mxfp4 of shape \(50, 64\), but q8_0 of shape \(50, 64\) was planned$"):
            gather(Blocks.zeros((50, 64), "mxfp4"), self.at)

    def test_calls_are_remembered(self) -> None:
        """Each by its sizes, and by what is new."""
        cache, tokens = Blocks.zeros((2, 5, 64), "q8_0"), np.ones((2, 2, 64), np.float32)
        gather, scatter = strew.plan_gather((50, 64), "q8_0", 30), strew.plan_scatter_update((50, 64), "q8_0", 30)
        prepared, prepared_scatter, planned = gather.prepare(self.at), scatter.prepare(self.at), strew.plan_tensor_scatter((2, 5, 64), "q8_0", 2)
        updates, out = np.ones((30, 64), np.float32), np.zeros((30, 64), np.float16)
        written, taken, wide = Blocks.zeros((50, 64), "q8_0"), Blocks.zeros((30, 64), "q8_0"), Blocks.zeros((50, 96), "q8_0")
        calls: Tuple[Any, ...] = (
            (KNOWN["gather"], None, lambda: strew.gather(self.blocks, self.at)),
            (KNOWN["gather"], None, lambda: strew.gather(self.blocks, self.at[:20])),
            (KNOWN["gather"], None, lambda: strew.gather(wide, self.at)),
            (KNOWN["gather"], out, lambda: strew.gather(self.blocks, self.at, out=out)),
            (KNOWN["gather"], taken, lambda: strew.gather(self.blocks, self.at, out=taken)),
            (KNOWN["gather_nd"], None, lambda: strew.gather_nd(self.blocks, (self.at,))),
            (KNOWN["scatter_update"], None, lambda: strew.scatter_update(self.blocks, self.at, updates)),
            (KNOWN["scatter_update"], written, lambda: strew.scatter_update(self.blocks, self.at, updates, out=written)),
            (KNOWN["scatter_update"], written, lambda: strew.scatter_update(written, self.at, updates, out=written)),
            (KNOWN["scatter_update"], None, lambda: strew.scatter_update(self.blocks, self.at, taken)),
            (KNOWN["tensor_scatter"], None, lambda: strew.tensor_scatter(cache, tokens, np.array([3, 1]))),
            (gather._known, None, lambda: gather(self.blocks, self.at)),
            (scatter._known, written, lambda: scatter(self.blocks, self.at, updates, written)),
            (planned._known, None, lambda: planned(cache, tokens, np.array([3, 1]))),
            (prepared._known, None, lambda: prepared(self.blocks)),
            (prepared_scatter._known, None, lambda: prepared_scatter(self.blocks, updates)),
        )
        for i, (known, given, call) in enumerate(calls):
            with self.subTest(i):
                first = call()
                before = known.taken()
                right, n_taken = getattr(first, "array", first).tobytes(), 0 if native is None else 1
                again = call()
                self.assertEqual(known.taken() - before, n_taken)
                self.assertEqual((type(again), again.shape), (type(first), first.shape))
                self.assertEqual(getattr(again, "array", again).tobytes(), right)
                self.assertTrue(again is (first if given is None else given) or given is None and again is not first)
        moved = strew.plan_gather((50, 64), "q8_0", 30, out_dtype="q8_0")
        for _ in range(2):
            self.assertEqual(moved(self.blocks, self.at).array.tobytes(), self.rows[self.at].tobytes())
        self.rows.flags.writeable = False
        for _ in range(2):
            with self.assertRaisesRegex(ValueError, "^out is read-only$"):
                strew.scatter_update(written, self.at, updates, out=self.blocks)
            with self.assertRaises(IndexOutOfBoundsError):
                strew.gather(self.blocks, self.at + 50)

    def test_many_rows_on_threads(self) -> None:
        rng = np.random.default_rng(4)
        rows, at = q8_0_rows(rng, 2000, 8), rng.integers(0, 2000, 5000)
        expected = q8_0_numbers(rows[at])
        for threads in (1, 2, None):
            self.assertEqual(strew.gather(Blocks(rows, "q8_0"), at, threads=threads).tobytes(), expected.tobytes())
            right = strew.scatter_update(Blocks(rows, "q8_0"), at, expected)
            found = strew.scatter_update(Blocks(rows, "q8_0"), at, expected, threads=threads)
            self.assertEqual(found.array.tobytes(), right.array.tobytes())

    def test_views(self) -> None:
        """Of a wider array, from the back, and of every second row."""
        wide = np.zeros((100, 4 * Q8_0_BYTES), np.uint8)
        view = wide[::-2, Q8_0_BYTES : 3 * Q8_0_BYTES]
        view[...] = self.rows
        blocks = Blocks(view, "q8_0")
        self.assertEqual(blocks.strides, (-256, 1))
        self.assertEqual(strew.gather(blocks, self.at).tobytes(), q8_0_numbers(self.rows[self.at]).tobytes())
        plan = strew.plan_gather((50, 64), "q8_0", 30, data_strides=(-256, 1))
        self.assertEqual(plan(blocks, self.at).tobytes(), q8_0_numbers(self.rows[self.at]).tobytes())
        updates = np.ones((30, 64), np.float32)
        self.assertIs(strew.scatter_update(blocks, self.at, updates, out=blocks), blocks)
        self.assertEqual(view.tobytes(), strew.scatter_update(self.blocks, self.at, updates).array.tobytes())
        self.assertFalse(wide[:, :Q8_0_BYTES].any() or wide[::2].any() or wide[:, 3 * Q8_0_BYTES :].any())
        one = Blocks(wide[:1, :Q8_0_BYTES], "q8_0")  # the stride of a single row is any
        self.assertEqual(strew.gather(one, np.array([0])).shape, (1, 32))

    def test_caches(self) -> None:
        cache, tokens, at = Blocks.zeros((2, 5, 64), "q8_0"), np.ones((2, 2, 64), np.float32), np.array([3, 1])
        for threads in (1, 2):
            found = strew.tensor_scatter(cache, tokens, at, threads=threads)
            numbers = q8_0_numbers(found.array)
            self.assertEqual((np.abs(numbers) > 0.99).all(-1).tolist(), [[0, 0, 0, 1, 1], [0, 1, 1, 0, 0]])
            planned = strew.plan_tensor_scatter((2, 5, 64), "q8_0", 2)
            self.assertEqual(planned(cache, tokens, at).array.tobytes(), found.array.tobytes())
        self.assertIs(strew.tensor_scatter(cache, found, out=cache), cache)
        self.assertEqual(cache.array.tobytes(), found.array.tobytes())

    def test_a_block_fills(self) -> None:
        at = np.array([0, 50])
        for fill in (self.rows[7, :Q8_0_BYTES], self.rows[7, :Q8_0_BYTES].tobytes()):
            found = strew.gather(self.blocks, at, policy="skip", fill=fill)
            self.assertEqual(found[0].tobytes(), q8_0_numbers(self.rows[0]).tobytes())
            self.assertEqual(found[1].tobytes(), np.tile(q8_0_numbers(self.rows[7])[:32], 2).tobytes())
        with self.assertRaisesRegex(TypeError, "^fill is a float, and the 34 bytes of a block of q8_0 are needed$"):
            strew.gather(self.blocks, at, policy="skip", fill=0.0)
        with self.assertRaisesRegex(ValueError, "^fill has 33 bytes, and a block of q8_0 has 34$"):
            strew.gather(self.blocks, at, policy="skip", fill=bytes(33))

    def test_all_else_is_rejected_as_in_c(self) -> None:
        """And nothing is written."""
        data, before = self.blocks, self.rows.tobytes()
        floats, at, one = np.ones((1, 64), np.float32), np.array([1]), np.zeros((1, 64), np.int64)
        split, mismatch = Status.SPLIT_BLOCK, Status.DTYPE_MISMATCH
        slices = "a slice of 1 element would split a block of 32 elements"
        into: Tuple[Any, ...] = (data, at)
        for status, sentence, call in (
            (mismatch, "updates are float64, but data is q8_0: hand over updates.astype('float32')", lambda: strew.scatter_update(*into, floats * np.float64(1), out=data)),
            (mismatch, "updates are mxfp4, but data is q8_0", lambda: strew.scatter_update(*into, Blocks.zeros((1, 64), "mxfp4"), out=data)),
            (mismatch, "updates are q8_0, but data is float32", lambda: strew.scatter_update(floats, at * 0, Blocks.zeros((1, 64), "q8_0"))),
            (mismatch, "updates are float32, but data is q8_0", lambda: strew.scatter_update(*into, floats, out=data, profile="OpenVINO ScatterUpdate-3")),
            (Status.UNSUPPORTED_REDUCTION, "add has no meaning for q8_0", lambda: strew.scatter_update(*into, floats, 0, "add", data)),
            (Status.UNSUPPORTED_SCALE, "float32 and data of q8_0 cannot be converted with a scale", lambda: strew.scatter_update(*into, floats, out=data, scale=2.0)),
            (split, slices, lambda: strew.scatter_elements(data, one, floats, out=data)),
            (split, slices, lambda: strew.gather(data, np.arange(32), 1)),
            (split, "the 2 in dimension 1 of the strides of out would split a block of 32 elements", lambda: strew.gather(*into, out=np.ones((1, 128), np.float32)[:, ::2])),
            (split, "the 48 in dimension 1 of the shape of updates would split a block of 32 elements", lambda: strew.scatter_update(*into, floats[:, :48], out=data)),
            (split, slices, lambda: strew.masked_scatter(data, np.ones((50, 64), bool), np.ones((50, 64), np.float32), data)),
            (split, slices, lambda: strew.gather_elements(data, one)),
            (split, slices, lambda: strew.plan_take((4, 64), "q8_0", 3)),
            (split, slices, lambda: strew.plan_put((4, 64), "q8_0", 3)),
            (split, "the 40 in dimension 1 of the shape of data would split a block of 32 elements", lambda: strew.plan_gather((4, 40), "q8_0", 3)),
            (mismatch, "out is float64, but data is q8_0", lambda: strew.gather(*into, out=np.zeros((1, 64)))),
            (mismatch, "out is q8_0, but data is float32", lambda: strew.gather(floats, at * 0, out=Blocks.zeros((1, 64), "q8_0"))),
            (Status.UNSUPPORTED_INDEX_DTYPE, "indices are q8_0, but must be integers of 8 to 64 bits", lambda: strew.plan_gather((4, 64), "q8_0", 3, index_dtype="q8_0")),
            (Status.INDEX_OUT_OF_BOUNDS, "indices[0] component 0 is 50, outside [-50, 49] of data dimension 0", lambda: strew.scatter_update(data, at + 49, floats, out=data)),
            (mismatch, "update is float64, but past_cache is q8_0: hand over update.astype('float32')", lambda: strew.tensor_scatter(Blocks.zeros((2, 5, 64), "q8_0"), np.ones((2, 2, 64)))),
        ):
            with self.subTest(sentence), self.assertRaises(ScatterError) as caught:
                call()
            self.assertEqual((caught.exception.status, str(caught.exception)), (status, sentence))
        with self.assertRaises(IndexOutOfBoundsError):
            strew.gather(data, at + 49)
        with self.assertRaisesRegex(ValueError, r"^out is uint8 of shape \(50, 68\), but data is q8_0 of shape \(50, 64\)$"):
            strew.scatter_update(data, at, floats, out=self.rows)
        with self.assertRaisesRegex(ValueError, "^out is read-only$"):
            frozen = self.rows.copy()
            frozen.flags.writeable = False
            strew.scatter_update(data, at, floats, out=Blocks(frozen, "q8_0"))
        with self.assertRaisesRegex(TypeError, "^dtype is 'q9_0', which is none of float32, .*, q8_0, q4_0, "):
            strew.plan_gather((4, 64), "q9_0", 3)
        self.assertEqual(self.rows.tobytes(), before)
