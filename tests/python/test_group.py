"""strew.group against NumPy's sort and unique; strew.group_by_chunk: parts against a loop in Python, scatters chunk by chunk against a whole one, and what is rejected."""

from __future__ import annotations

import unittest
from itertools import accumulate, product

import numpy as np

import strew


def naive(shape, indices, chunks, policy="error", negative_wrap=True, ignore_index=None):
    """The parts, each a list of tuples with their local indices."""
    ends = [list(accumulate(sizes)) for sizes in chunks]
    parts = {number: [] for number in product(*map(range, map(len, chunks)))}
    for t, at in enumerate(indices.reshape(-1, indices.shape[-1]).tolist()):
        if ignore_index in at:
            continue
        wrapped = [i + size if i < 0 and negative_wrap else i for i, size in zip(at, shape)]
        if policy == "clamp":
            wrapped = [min(max(i, 0), size - 1) for i, size in zip(wrapped, shape)]
        if all(0 <= i < size for i, size in zip(wrapped, shape)):
            number = tuple(next(j for j, end in enumerate(of) if i < end) for i, of in zip(wrapped, ends))
            parts[number].append((t, [i - (of[j - 1] if j else 0) for i, j, of in zip(wrapped, number, ends)]))
    return list(parts.values())


class GroupTest(unittest.TestCase):
    def assert_groups(self, indices, n_groups=None, **words):
        """Beside numpy.unique and a stable numpy.argsort."""
        flat = indices.ravel()
        groups = flat if n_groups is None else np.where(flat < 0, flat.astype(np.int64) + n_groups, flat.astype(np.int64))
        order, starts, unique = strew.group(indices, n_groups, **words)
        np.testing.assert_array_equal(order, np.argsort(groups, kind="stable"))
        values, first = np.unique(groups[order], return_index=True)
        np.testing.assert_array_equal(unique, values)
        if n_groups is None:
            np.testing.assert_array_equal(starts, [*first, flat.size])
        else:
            np.testing.assert_array_equal(starts, [0, *np.cumsum(np.bincount(groups.astype(np.int64), minlength=n_groups))])
        self.assertEqual((starts.dtype, unique.dtype), (np.int64, np.int64 if n_groups is not None else indices.dtype))
        return order

    def test_groups_are_those_of_numpy(self):
        random = np.random.default_rng(5)
        for dtype, size, threads in product((np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64), (0, 1, 1000, 70_000), (1, 3)):
            with self.subTest(dtype=dtype, size=size, threads=threads):
                low = 0 if np.dtype(dtype).kind == "u" else -100
                indices = random.integers(low, 100, size).astype(dtype)
                for n_groups in (None, 100, 120):
                    self.assert_groups(indices, n_groups, threads=threads)
                    self.assert_groups(indices[::-3], n_groups, threads=threads, dtype=np.int32)
                self.assert_groups(random.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, size, dtype, True), threads=threads)

    def test_any_shape_and_dtype_of_order(self):
        indices = np.array([[3, 1], [3, 0]])
        for dtype in (np.int64, np.int32):
            order = self.assert_groups(indices.T, 4, dtype=dtype)
            self.assertEqual(order.dtype, dtype)
        self.assertEqual([part.tolist() for part in strew.group(np.array(7))], [[0], [0, 1], [7]])

    def test_what_is_passed_over_is_in_no_group(self):
        indices = np.array([1, -1, 5, 0, 9, 1])
        expected = {
            "skip": ([3, 0, 5, 1], [0, 1, 3, 4]),
            "trusted": ([3, 0, 5, 1], [0, 1, 3, 4]),
            "clamp": ([3, 0, 5, 1, 2], [0, 1, 3, 5]),
        }
        for policy, (order, starts) in expected.items():
            found = strew.group(indices, 3, policy=policy, ignore_index=9)
            self.assertEqual([part.tolist() for part in found], [order, starts, [0, 1, 2]])
        order, starts, unique = strew.group(indices, ignore_index=1)
        self.assertEqual([order.tolist(), starts.tolist(), unique.tolist()], [[1, 3, 2, 4], [0, 1, 2, 3, 4], [-1, 0, 5, 9]])

    def test_rejections(self):
        indices = np.array([0, 7, 1])
        with self.assertRaisesRegex(strew.IndexOutOfBoundsError, r"indices\[1\] .*is 7, outside \[-3, 2\]"):
            strew.group(indices, 3)
        with self.assertRaisesRegex(strew.ScatterError, "no use for policy"):
            strew.group(indices, policy="skip")
        with self.assertRaisesRegex(strew.ScatterError, "no use for negative_wrap=False"):
            strew.group(indices, negative_wrap=False)
        for words, error in (({"n_groups": -1}, ValueError), ({"n_groups": 2.5}, TypeError), ({"dtype": np.uint8}, TypeError)):
            with self.assertRaises(error):
                strew.group(indices, **words)
        with self.assertRaises(strew.ScatterError):
            strew.group(indices.astype(float), 3)


class PartitionTest(unittest.TestCase):
    def assert_parts(self, shape, indices, chunks, **words):
        starts, order, local = strew.group_by_chunk(shape, indices, chunks, **words)
        expected = naive(shape, indices, chunks, **words)
        self.assertEqual([array.dtype for array in (starts, order, local)], [np.int64] * 3)
        self.assertEqual((len(starts), len(order)), (len(expected) + 1, starts[-1]))
        self.assertEqual(local.shape, (starts[-1], indices.shape[-1]))
        for part, begin, end in zip(expected, starts, starts[1:]):
            self.assertEqual(list(zip(order[begin:end].tolist(), local[begin:end].tolist())), part)

    def test_parts_are_those_of_a_loop(self):
        random = np.random.default_rng(24)
        shape, chunks = (50, 20, 9), ((16, 16, 16, 2), (7, 0, 13), (9,))
        for k, dtype in product(range(1, 4), (np.int8, np.uint16, np.int32, np.int64, np.uint64)):
            with self.subTest(k=k, dtype=dtype):
                low = 0 if np.dtype(dtype).kind == "u" else -9
                indices = random.integers(low, 9, (30, 40, k)).astype(dtype)
                self.assert_parts(shape, indices, chunks[:k])
                self.assert_parts(shape, indices[::-1, ::3], chunks[:k])
                self.assert_parts(shape, indices.transpose(1, 0, 2), chunks[:k], negative_wrap=False, policy="skip")
                self.assert_parts(shape, indices, chunks[:k], ignore_index=3)

    def test_policies(self):
        indices = np.random.default_rng(1).integers(-30, 30, (500, 1))
        for policy in ("skip", "trusted", "clamp"):
            with self.subTest(policy=policy):
                self.assert_parts((10, 3), indices, [(4, 4, 2)], policy=policy)
                self.assert_parts((10, 3), indices, [(4, 4, 2)], policy=policy, negative_wrap=False, ignore_index=-7)

    def test_a_scatter_by_chunks_is_the_whole_scatter(self):
        random = np.random.default_rng(7)
        data, updates = random.normal(size=(30, 11, 4)).astype(np.float32), random.normal(size=(4000, 4)).astype(np.float32)
        indices = np.stack([random.integers(-30, 30, 4000), random.integers(0, 11, 4000)], -1)
        chunks = (8, 8, 8, 6), (3, 8)
        starts, order, local = strew.group_by_chunk(data.shape, indices, chunks)
        whole = data.copy()
        corners = product(*([0, *accumulate(sizes)][:-1] for sizes in chunks))
        for p, ((row, column), (rows, columns)) in enumerate(zip(corners, product(*chunks))):
            part, chunk = slice(starts[p], starts[p + 1]), data[row : row + rows, column : column + columns]
            whole[row : row + rows, column : column + columns] = strew.scatter_nd(chunk, local[part], updates[order[part]], "add")
        np.testing.assert_array_equal(whole.view(np.uint32), strew.scatter_nd(data, indices, updates, "add").view(np.uint32))

    def test_data_may_be_larger_than_memory(self):
        size = 1 << 62
        starts, order, local = strew.group_by_chunk((size,), np.array([[size - 1], [0], [-size]]), [(1 << 61, 1 << 61)])
        self.assertEqual((starts.tolist(), order.tolist()), ([0, 2, 3], [1, 2, 0]))
        self.assertEqual(local.tolist(), [[0], [0], [(1 << 61) - 1]])

    def test_without_components_there_is_one_part(self):
        starts, order, local = strew.group_by_chunk((3,), np.empty((2, 2, 0), np.int64), ())
        self.assertEqual((starts.tolist(), order.tolist(), local.shape), ([0, 4], [0, 1, 2, 3], (4, 0)))

    def test_an_index_out_of_bounds_is_named(self):
        with self.assertRaises(strew.IndexOutOfBoundsError) as caught:
            strew.group_by_chunk((10, 5), np.array([[0, 0], [9, 5], [10, 0]]), [(10,), (5,)])
        error = caught.exception
        self.assertEqual((error.tuple, error.component, error.value, error.low, error.high), (1, 1, 5, -5, 4))

    def test_chunks_must_fill_the_dimensions(self):
        indices = np.zeros((3, 1), np.int64)
        for sizes, value in (((4, 4), 8), ((4, 4, 3), 11)):
            with self.assertRaises(strew.ScatterError) as caught:
                strew.group_by_chunk((10,), indices, [sizes])
            self.assertEqual(caught.exception.status, strew.Status.CHUNK_EDGE_OUT_OF_RANGE)
            self.assertEqual((caught.exception.tuple, caught.exception.value), (len(sizes), value))
        with self.assertRaisesRegex(ValueError, "edge 2 of chunks\\[0\\] is 3, outside"):
            strew.group_by_chunk((10,), indices, [(4, -1, 7)])
        with self.assertRaisesRegex(ValueError, "chunks has 2 dimensions, but tuples have 1 component"):
            strew.group_by_chunk((10, 10), indices, [(10,), (10,)])
        with self.assertRaisesRegex(TypeError, r"chunks\[0\]\[1\] is a float"):
            strew.group_by_chunk((10,), indices, [(4, float("nan"))])
        for chunks, sentence in (
            ((10,), r"chunks\[0\] is an int, and the sizes of its chunks are needed"),
            ([np.int64(10)], r"chunks\[0\] is an int64, and the sizes of its chunks are needed"),
            ([None], r"chunks\[0\] is None, and the sizes of its chunks are needed"),
            ([[None]], r"chunks\[0\]\[0\] is None, and an integer is needed"),
            ([[10, False]], r"chunks\[0\]\[1\] is a bool, and an integer is needed"),
            (None, "chunks is None, and the sizes of the chunks of each dimension are needed"),
            (10, "chunks is an int, and the sizes of the chunks of each dimension are needed"),
        ):
            with self.assertRaisesRegex(TypeError, sentence):
                strew.group_by_chunk((10,), indices, chunks)
        for chunks in ([[np.int64(4), np.uint8(6)]], np.array([[4, 6]]), iter([iter((4, 6))])):
            self.assertEqual(strew.group_by_chunk((10,), indices, chunks)[0].tolist(), [0, 3, 3])
        with self.assertRaisesRegex(strew.ScatterError, "2 components, more than the 1 dimension of data"):
            strew.group_by_chunk((10,), np.zeros((3, 2), np.int64), [(10,), (5,)])
        with self.assertRaisesRegex(strew.ScatterError, "indices has rank 0"):
            strew.group_by_chunk((10,), np.int64(3), [(10,)])

    def test_words_are_checked(self):
        indices = np.zeros((3, 1), np.int64)
        with self.assertRaisesRegex(ValueError, "policy 'wrap' is none of"):
            strew.group_by_chunk((10,), indices, [(10,)], policy="wrap")
        with self.assertRaisesRegex(TypeError, "ignore_index is a str"):
            strew.group_by_chunk((10,), indices, [(10,)], ignore_index="none")
        with self.assertRaisesRegex(TypeError, "negative_wrap is a str, and True or False is needed"):
            strew.group_by_chunk((10,), indices, [(10,)], negative_wrap="no")
        with self.assertRaisesRegex(TypeError, "indices is a list"):
            strew.group_by_chunk((10,), [[0]], [(10,)])
