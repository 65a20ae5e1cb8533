"""What is known before anything is computed: dtype, chunks, the tasks and their names; and what is rejected then."""

import pickle
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from typing import Any, Tuple
from unittest import mock

import dask
import dask.array as da
import numpy as np
from dask.utils import key_split

import strew
import strew.dask
from bench.scale import graphs
from strew._errors import IndexOutOfBoundsError
from strew._tables import NUMPY_DTYPES
from strew.dask import _arrays, _scatter
from tests.dask import JOINED_BYTES
from tests.dask.support import computed, difference, outcome


def fail(block: np.ndarray) -> np.ndarray:
    raise AssertionError("a block was computed")


def never(shape: Any, chunks: Any, dtype: Any) -> da.Array:
    return da.zeros(shape, dtype=dtype, chunks=chunks).map_blocks(fail, dtype=dtype, meta=np.empty((0,) * len(shape), dtype))


def tasks(result: da.Array) -> Counter:
    return Counter(key_split(key) for key in result.__dask_graph__() if key_split(key).startswith("strew"))


class Laziness(unittest.TestCase):
    def test_nothing_is_computed_to_make_a_graph(self) -> None:
        data = never((12, 5), (5, 2), np.float16)
        calls = (
            lambda: strew.dask.scatter_nd(data, never((9, 4, 1), 3, np.int32), never((9, 4, 5), 2, np.float16), "add"),
            lambda: strew.dask.scatter_update(data, never((3, 7), 2, np.int32), never((12, 3, 7), 2, np.float16), 1, "max"),
            lambda: strew.dask.scatter_elements(data, never((12, 5), 2, np.int64), never((12, 5), 4, np.float16)),
            lambda: strew.dask.add_at(data, (never((6,), 2, np.int64), 3), never((6,), 2, np.float16)),
        )
        for number, call in enumerate(calls):
            with self.subTest(number):
                result = call()
                self.assertEqual((result.dtype, result.shape, result.chunks), (data.dtype, data.shape, data.chunks))
                self.assertIsInstance(result._meta, np.ndarray)
                with self.assertRaisesRegex(AssertionError, "a block was computed"):
                    result.compute(scheduler="sync")
        gathered = strew.dask.gather_nd(data, never((9, 4, 1), 3, np.int32))
        self.assertEqual((gathered.dtype, gathered.shape), (data.dtype, (9, 4, 5)))
        counted = strew.dask.bincount(never((100,), 30, np.int32), minlength=10, chunks=4)
        self.assertEqual((counted.dtype, counted.chunks), (np.int64, ((4, 4, 2),)))

    def test_results_compose(self) -> None:
        data, indices = da.zeros(100, chunks=30), da.arange(100, chunks=20)[:, None]
        once = strew.dask.scatter_nd(data, indices, da.ones(100, chunks=50), "add")
        twice = strew.dask.scatter_nd(once, indices, once + 1, "add")
        self.assertEqual(twice.sum().compute(scheduler="threads"), 300)


class Tasks(unittest.TestCase):
    def scatter(self, n_data: int, n_tuples: int, **words: Any) -> da.Array:
        data = da.zeros((n_data, 2), dtype=np.float32, chunks=(1, 2))
        indices, updates = da.zeros((n_tuples, 1), dtype=np.int64, chunks=1), da.ones((n_tuples, 2), dtype=np.float32, chunks=(1, 2))
        return strew.dask.scatter_nd(data, indices, updates, "add", **words)

    def test_names_say_what_tasks_do(self) -> None:
        found = tasks(self.scatter(3, 4))
        check = {"strew-grid": 1, "strew-fault": 4, "strew-check": 1}
        self.assertEqual(found, {**check, "strew-group": 4, "strew-part": 12, "strew-apply": 3})
        data, indices, updates = da.zeros((4, 6), chunks=(2, 3)), da.zeros((5, 1), dtype=np.int64, chunks=1), da.ones((5, 6), chunks=(1, 3))
        found = tasks(strew.dask.scatter_nd(data, indices, updates, "add"))  # two slabs share what groups tuples
        check.update({"strew-fault": 5, "strew-partition": 5})
        self.assertEqual(found, {**check, "strew-group": 10, "strew-part": 20, "strew-apply": 4})

    def test_the_number_of_tasks_grows_with_chunks_and_not_with_their_pairs(self) -> None:
        n = [sum(tasks(self.scatter(size, size)).values()) for size in (200, 800)]
        self.assertLess(n[1], 6 * n[0])  # and 16 times as many pairs
        self.assertLess(n[1], 800 * 100)
        with tempfile.TemporaryDirectory() as folder:
            found = tasks(self.scatter(800, 800, scratch=folder))
        self.assertEqual(found, {"strew-grid": 1, "strew-write": 800, "strew-check": 1, "strew-apply": 800})

    def test_the_bytes_of_tasks_grow_with_chunks_and_not_with_their_pairs(self) -> None:
        """As a scheduler sends tasks to workers, each by itself."""
        there = np.arange(800)[:, None] % 100

        def size(n: int, **words: Any) -> int:
            lazy = self.scatter(n, n, **words)
            known = strew.dask.scatter_nd(da.zeros((n, 2), chunks=(1, 2)), there[:n], da.ones((n, 2), chunks=(1, 2)), "add", **words)
            graphs = (dict(each.__dask_graph__()) for each in (lazy, known))
            return sum(len(pickle.dumps(task)) for graph in graphs for key, task in graph.items() if key_split(key).startswith("strew"))

        with tempfile.TemporaryDirectory() as folder:
            self.assertLess(size(800, scratch=folder), 5 * size(200, scratch=folder))
        self.assertLess(size(800), 6 * size(200))

    def test_a_block_is_made_grouped_and_written_by_one_task(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for scratch, after in ((folder, {"strew-write": 6}), (None, {"strew-group": 6, "strew-fault": 6, "strew-part": 24})):
                found = graphs.count_tasks(self.scatter(4, 6, scratch=scratch))
                self.assertEqual(found, {**after, "strew-grid": 1, "strew-check": 1, "strew-apply": 4, "zeros_like": 4})

    def test_small_chunks_of_tuples_are_joined(self) -> None:
        numbers = np.random.default_rng(1)
        data, rows, updates = numbers.random((60, 4)), numbers.integers(0, 60, (1000, 1)), numbers.random((1000, 4))
        others = numbers.integers(0, 60, (1000, 4))
        calls = {
            "scatter_nd": (rows, strew.scatter_nd(data, rows, updates, "add")),
            "scatter_elements": (others, strew.scatter_elements(data, others, updates, reduction="add")),
        }
        for name, (indices, expected) in calls.items():
            lazy = [da.from_array(array, chunks=(size, 4)) for array, size in ((data, 20), (indices, 2), (updates, 5))]
            for scratch, task in ((None, "strew-group"), (self.enterContext(tempfile.TemporaryDirectory()), "strew-write")):
                for limit, n_blocks in ((-1, 500), (100 * (32 + indices[0].nbytes), 10), (JOINED_BYTES, 1)):
                    with mock.patch.object(_arrays, "JOINED_BYTES", limit):
                        result = getattr(strew.dask, name)(*lazy, reduction="add", scratch=scratch)
                        self.assertEqual(result.compute(scheduler="sync").tobytes(), expected.tobytes())
                    self.assertEqual(tasks(result)[task], n_blocks)

    def test_indices_that_are_there_need_tasks_only_for_pairs_with_tuples(self) -> None:
        data = da.zeros(100, chunks=1)
        found = tasks(strew.dask.scatter_nd(data, np.arange(50)[:, None], da.ones(50, chunks=1), "add"))
        self.assertEqual(found["strew-part"], 50)
        found = tasks(strew.dask.gather_nd(data, np.arange(50)[:, None]))
        self.assertEqual((found["strew-take"], found["strew-part"]), (50, 50))

    def test_the_tasks_of_a_gather_grow_with_chunks_too(self) -> None:
        def count(n: int) -> int:
            return sum(tasks(strew.dask.gather_nd(da.zeros(n, chunks=1), da.zeros((n, 1), dtype=np.int64, chunks=1))).values())

        self.assertLess(count(800), 6 * count(200))
        self.assertLess(count(800), 800 * 200)


class Traffic(unittest.TestCase):
    """The bytes of what tasks hand to each other."""

    def bytes_of(self, reduction: str, dtype: Any, **words: Any) -> Tuple[int, bytes]:
        numbers, traffic = np.random.default_rng(3), graphs.Traffic()
        data, indices = np.zeros((100, 8), dtype), numbers.integers(0, 100, (20_000, 1))
        updates = numbers.integers(0, 100, (20_000, 8)).astype(dtype)
        lazy = [da.from_array(array, chunks=(size, -1)) for array, size in ((data, 10), (indices, 400), (updates, 400))]
        result = strew.dask.scatter_nd(*lazy, reduction, **words)
        with traffic:
            found = result.compute(scheduler="sync").tobytes()
        self.assertEqual(found, strew.scatter_nd(data, indices, updates, reduction, **words).tobytes())
        return traffic.bytes, found

    def test_partial_results_are_combined_before_they_travel(self) -> None:
        """50 blocks of 400 updates of 100 rows: at most a quarter of the updates leaves a block, and less each stage after."""
        for reduction, dtype in (("add", np.int32), ("mul", np.uint8), ("min", np.float32), ("max", np.float64), ("none", np.int64)):
            n_bytes, found = self.bytes_of(reduction, dtype)
            with mock.patch.object(_scatter, "_combines", return_value=None):
                n_uncombined, uncombined = self.bytes_of(reduction, dtype)
            self.assertEqual(found, uncombined)
            self.assertLess(3 * n_bytes, n_uncombined, (reduction, dtype))

    def test_updates_of_another_dtype_are_rounded_once(self) -> None:
        rows, given = np.array([[0], [5], [2], [5]]), np.array([[0.3, 400], [-7, 1e6], [2.5, -np.inf], [1, 900]], np.float32)
        for dtype, overflow, reduction in (("float8e4m3fn", "saturates", "none"), ("float8e4m3fn", "wraps", "none"), ("float64", "wraps", "add")):
            array = np.ones((6, 2), NUMPY_DTYPES[dtype])
            lazy = strew.dask.scatter_nd(da.from_array(array, 2), rows, da.from_array(given, (3, 1)), reduction=reduction, overflow=overflow)
            found, expected = lazy.compute(), strew.scatter_nd(array, rows, given, reduction, overflow=overflow)
            self.assertEqual((found.dtype, found.tobytes()), (expected.dtype, expected.tobytes()))

    def test_what_depends_on_order_is_not_combined(self) -> None:
        saturates = {"accumulate": "int64", "overflow": "saturates"}
        for reduction, dtype, words in (
            ("add", np.float32, {}), ("mean", np.int32, {}), ("add", np.int32, {"include_self": False}), ("add", np.int32, saturates),
        ):  # fmt: skip
            n_bytes, _ = self.bytes_of(reduction, dtype, **words)
            self.assertGreaterEqual(n_bytes, 2 * 20_000 * (4 + 8 * 4))


class Rejections(unittest.TestCase):
    def test_indices_that_are_there_are_checked_at_once(self) -> None:
        with self.assertRaisesRegex(IndexOutOfBoundsError, r"^indices\[7\] component 0 is 99, outside \[-20, 19\] of data dimension 0$"):
            strew.dask.scatter_nd(da.zeros(20, chunks=3), np.array([[0]] * 7 + [[99]]), da.ones(8, chunks=2), "add")

    def test_the_first_wrong_index_is_named_wherever_it_is(self) -> None:
        indices = np.zeros((40, 1), np.int64)
        indices[[13, 30], 0] = 50, 60
        result = strew.dask.scatter_nd(da.zeros(20, chunks=3), da.from_array(indices, chunks=(4, 1)), da.ones(40, chunks=7), "add")
        for _ in range(3):
            with self.assertRaisesRegex(IndexOutOfBoundsError, r"^indices\[13\] component 0 is 50") as caught:
                result.compute(scheduler="threads")
            self.assertEqual((caught.exception.tuple, caught.exception.value), (13, 50))

    def test_sentences(self) -> None:
        data, indices, updates = da.zeros(20, chunks=3), da.zeros((5, 1), dtype=np.int64, chunks=2), da.zeros(5, chunks=2)
        unknown, narrow, array = data[data > 1], updates.astype(np.float32), np.zeros(20)
        calls = (
            (ValueError, r"data has chunks of unknown size: call data\.compute", lambda: strew.dask.scatter_nd(unknown, indices, updates)),
            (TypeError, "updates is a list, and a plain NumPy array", lambda: strew.dask.scatter_nd(data, indices, [1.0])),
            (ValueError, "reduction 'plus' is none of 'none', 'add'", lambda: strew.dask.scatter_nd(data, indices, updates, "plus")),
            (strew.ScatterError, "updates are float32, but data is int32", lambda: strew.dask.scatter_nd(data.astype("i4"), indices, narrow)),
            (strew.ScatterError, "updates", lambda: strew.dask.scatter_nd(data, indices, updates[:4])),
            (ValueError, "minlength is 0, and the length of the result is needed", lambda: strew.dask.bincount(indices[:, 0])),
            (TypeError, "b is float64, which does not become int32", lambda: strew.dask.add_at(data.astype("i4"), indices, updates)),
            (ValueError, "b is -1, which uint8 cannot hold: its numbers are 0 to 255", lambda: strew.dask.add_at(data.astype("u1"), 0, -1)),
            (strew.ScatterError, "float64 cannot be accumulated in float32", lambda: strew.dask.scatter_nd(data, indices, updates, "add", accumulate="float32")),
            (TypeError, "include_self is a str, and True or", lambda: strew.dask.scatter_nd(data, indices, updates, "add", include_self="no")),
            (IndexError, "indices is float64, and integers", lambda: strew.dask.add_at(data, updates, updates)),
            (TypeError, "out is a ndarray, and a Zarr array or", lambda: strew.dask.scatter_nd(data, indices, updates, "add", array)),
        )
        for kind, sentence, call in calls:
            with self.subTest(sentence), self.assertRaisesRegex(kind, sentence):
                call()

    def test_without_dask_one_sentence_says_what_to_install(self) -> None:
        code = "import sys; sys.modules['dask'] = None; import strew; assert 'dask.array' not in sys.modules; import strew.dask"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertRegex(done.stderr.splitlines()[-1], r"^ImportError: strew\.dask needs dask \(.*\): pip install strew\[dask\]$")
        done = subprocess.run([sys.executable, "-c", "import sys, strew; sys.exit('dask' in sys.modules)"])
        self.assertEqual(done.returncode, 0)


def declared(array: np.ndarray, chunk: Any, **words: Any) -> da.Array:
    """A dask array of one row of chunks, which says of the chunk at hand what is so of `array`, and other things if `words` say so."""
    return da.from_delayed(dask.delayed(chunk, pure=True), words.get("shape", array.shape), dtype=words.get("dtype", array.dtype))


class Chunks(unittest.TestCase):
    """What a dask array says of its chunks need not be so."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.scratch = ({}, {"scratch": folder.name})
        self.data, self.updates, self.indices = np.zeros((9, 2)), np.ones((6, 2)), np.arange(6)[:, None]
        self.arrays = {"data": self.data, "indices": self.indices, "updates": self.updates}

    def rejected(self, kind: Any, sentence: str, **lies: da.Array) -> None:
        for words in self.scratch:
            lazy = {name: lies.get(name, da.from_array(array, chunks=(6, -1))) for name, array in self.arrays.items()}
            with self.subTest(sentence, **words), self.assertRaisesRegex(kind, sentence):
                strew.dask.scatter_nd(**lazy, reduction="add", **words).compute(scheduler="sync")

    def test_a_chunk_of_another_type_is_rejected(self) -> None:
        for name in ("data", "updates"):
            array = self.arrays[name]
            lie = declared(array, array.astype(np.float32))
            self.rejected(TypeError, f"^a chunk of {name} is float32, but its dask array says float64$", **{name: lie})

    def test_a_chunk_of_another_shape_is_rejected(self) -> None:
        for name in ("indices", "updates"):
            array = self.arrays[name]
            for other in (np.concatenate((array, array)), array[:-1]):
                k = array.shape[1]
                sentence = rf"^a chunk of {name} has the shape \({len(other)}, {k}\), but its dask array says \(6, {k}\)$"
                self.rejected(ValueError, sentence, **{name: declared(array, other)})
        short = declared(self.indices, self.indices[:-1])
        with self.assertRaisesRegex(ValueError, "^a chunk of indices has the shape"):
            strew.dask.gather_nd(da.from_array(self.data, chunks=4), short).compute(scheduler="sync")

    def test_masks_are_not_lost(self) -> None:
        for name, array in self.arrays.items():
            masked = np.ma.masked_array(array, np.arange(array.size).reshape(array.shape) % 2 == 0)
            seen = da.from_array(masked, chunks=(3, -1))
            self.rejected(TypeError, f"^{name} has chunks of MaskedArray, and plain NumPy arrays are needed$", **{name: seen})
            self.rejected(TypeError, f"^a chunk of {name} is a MaskedArray, and a plain NumPy array", **{name: declared(array, masked)})

    def test_numbers_are_chunks_without_dimensions(self) -> None:
        """As dask's own sums have them."""
        ones = da.ones(6, chunks=2)
        found = strew.dask.scatter_update(ones, ones.sum().astype(np.int64) - 1, ones.max(), reduction="add")
        self.assertEqual(found.compute(scheduler="sync").tolist(), [1, 1, 1, 1, 1, 2])
        found = strew.dask.scatter_nd(ones.sum(), da.zeros((3, 0), dtype=np.int64), ones[:3], "add")
        self.assertEqual(found.compute(scheduler="sync"), 9)


class Words(unittest.TestCase):
    def test_words_that_a_reduction_would_ignore(self) -> None:
        """They are rejected at once, by name, and all others give the bits of one machine."""
        rng = np.random.default_rng(3)
        data, indices, updates = rng.integers(-9, 9, (7, 3)), rng.integers(0, 7, (40, 1)), rng.integers(-9, 9, (40, 3))
        lazy = da.from_array(data, chunks=(3, 2)), da.from_array(indices, chunks=(9, 1)), da.from_array(updates, chunks=(7, 3))
        n_rejected = 0
        for reduction in strew.REDUCTIONS:
            for words in ({"nan": "loses"}, {"include_self": False}, {"mean_rounding": "truncates"}):
                with self.subTest(reduction=reduction, words=words):
                    expected = outcome(lambda: strew.scatter_nd(data, indices, updates, reduction, **words))
                    found = computed("scatter_nd", *lazy, reduction, **words)
                    self.assertEqual(difference(found, expected), "")
                    n_rejected += isinstance(expected, Exception)
        self.assertEqual(n_rejected, 8)


class Tokens(unittest.TestCase):
    def test_the_same_call_has_the_same_name_and_no_other_call_has(self) -> None:
        data, indices, updates = da.zeros((6, 6), chunks=3), da.zeros((6, 6), dtype=np.int64, chunks=3), da.ones((6, 6), chunks=3)
        words = (
            {}, {"reduction": "add"}, {"reduction": "max"}, {"reduction": "max", "nan": "loses"}, {"policy": "skip"}, {"policy": "clamp"},
            {"negative_wrap": False}, {"reduction": "max", "include_self": False}, {"ignore_index": 0}, {"ignore_index": 1}, {"axis": 1},
            {"reduction": "mean"}, {"reduction": "mean", "mean_rounding": "truncates"},
        )  # fmt: skip
        names = [strew.dask.scatter_elements(data, indices, updates, **each).name for each in words]
        self.assertEqual(names, [strew.dask.scatter_elements(data, indices, updates, **each).name for each in words])
        self.assertEqual(len(set(names)), len(words))
        fills = [strew.dask.gather_nd(data, indices[:, :1], policy="skip", fill=fill).name for fill in (None, 1, 2, 1)]
        self.assertEqual((len(set(fills)), fills[1]), (3, fills[3]))

    def test_a_graph_survives_what_dask_does_with_it(self) -> None:
        rng = np.random.default_rng(8)
        data, indices, updates = rng.random((50, 3)), rng.integers(0, 50, (90, 1)), rng.random((90, 3))
        expected = strew.scatter_nd(data, indices, updates, "add").tobytes()
        lazy = [da.from_array(array, chunks=(size, -1)) for array, size in ((data, 20), (indices, 30), (updates, 40))]
        with tempfile.TemporaryDirectory() as folder, dask.config.set(scheduler="sync"):
            for scratch in (None, folder):
                result = strew.dask.scatter_nd(*lazy, "add", scratch=scratch)
                with dask.config.set({"optimization.fuse.active": True}):
                    self.assertEqual(result.compute().tobytes(), expected)
                for each in (dask.optimize(result)[0], result.persist(), pickle.loads(pickle.dumps(result)), result.rechunk(7)):
                    self.assertEqual(each.compute().tobytes(), expected)


class Inputs(unittest.TestCase):
    def test_no_input_is_written_to(self) -> None:
        """Neither those in memory nor the results of other tasks, which are read-only here."""
        data, updates = np.zeros(30), np.ones(60)
        indices = np.arange(60)[:, None] % 30
        for array in (data, indices, updates):
            array.flags.writeable = False
        lazy = (da.from_array(array, chunks=(array.shape[0] // 3, *array.shape[1:])) for array in (data, indices, updates))
        frozen = [array.map_blocks(_frozen, dtype=array.dtype) for array in lazy]
        with dask.config.set(scheduler="sync"):
            for reduction in ("add", "mean", "none"):
                for arguments in ((data, indices, updates), frozen):
                    found = strew.dask.scatter_nd(*arguments, reduction).compute()
                    self.assertEqual(found.tobytes(), strew.scatter_nd(data, indices, updates, reduction).tobytes())


def _frozen(block: np.ndarray) -> np.ndarray:
    block = block.copy()
    block.flags.writeable = False
    return block
