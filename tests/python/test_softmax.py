"""segment_softmax, segment_log_softmax and segment_logsumexp against exp and log of NumPy's longest float."""

import unittest
from itertools import product

import ml_dtypes
import numpy as np

import strew

FUNCTIONS = {"softmax": strew.segment_softmax, "log_softmax": strew.segment_log_softmax, "logsumexp": strew.segment_logsumexp}
DTYPES = [np.dtype(dtype) for dtype in (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)]


def exact(name, values, segment_of, n_segments):
    """What a loop over segments finds in long doubles; a segment of None has no result, which is zero."""
    wide = values.astype(np.longdouble)
    of_rows, of_segments = np.zeros_like(wide), np.full((n_segments, *wide.shape[1:]), -np.inf, wide.dtype)
    with np.errstate(all="ignore"):
        for segment in range(n_segments):
            at = np.flatnonzero(segment_of == segment)
            if not at.size:
                continue
            rows = wide[at]
            largest = rows.max(axis=0)
            total = np.exp(rows - largest).sum(axis=0)
            of_segments[segment] = np.where(np.isinf(largest), largest, largest + np.log(total))
            of_rows[at] = np.exp(rows - largest) / total if name == "softmax" else rows - largest - np.log(total)
    return of_segments if name == "logsumexp" else of_rows


class SoftmaxTest(unittest.TestCase):
    def assert_close(self, name, found, expected, dtype):
        """Within the units in the last place that the header promises, and half a unit of the conversion of what is expected."""
        self.assertEqual((found.dtype, found.shape), (dtype, expected.shape))
        info = ml_dtypes.finfo(dtype)
        wide = found.astype(np.longdouble)
        is_number = np.isfinite(expected)
        np.testing.assert_array_equal(wide[~is_number], expected[~is_number])
        magnitude = np.abs(expected) if name == "softmax" else np.maximum(np.abs(expected), 1)
        at = np.where(is_number & (magnitude >= info.smallest_normal), magnitude, np.longdouble(info.smallest_normal))
        unit = np.exp2(np.floor(np.log2(at))) * np.longdouble(info.eps)
        limit = 1 if dtype.itemsize == 2 else 3
        errors = np.abs(wide[is_number] - expected[is_number]) / unit[is_number]
        self.assertLessEqual(float(np.max(errors, initial=0)), limit + 0.5)

    def assert_softmax(self, values, offsets=None, **words):
        end = [len(values)] if words.get("end_is_implied") else []
        if offsets is not None:
            edges = [*np.asarray(offsets).tolist(), *end]
            n, segment_of = len(edges) - 1, np.full(len(values), -1)
            for segment, (begin, stop) in enumerate(zip(edges, edges[1:])):
                segment_of[begin:stop] = segment
        else:
            segment_of = words["indices"]
            n = words.get("n_segments") or (int(segment_of.max()) + 1 if segment_of.size else 0)
        results = []
        for name, function in FUNCTIONS.items():
            found = function(values, offsets, **words)
            self.assert_close(name, found, exact(name, values, segment_of, n), values.dtype)
            for threads in (2, 5):
                shared = function(values, offsets, threads=threads, **words)
                self.assertEqual(shared.tobytes(), found.tobytes(), (name, threads))
            results.append(found)
        return results

    def test_every_dtype_by_offsets_and_by_indices(self):
        random = np.random.default_rng(47)
        for dtype, shape in product(DTYPES, ((0,), (1,), (300,), (300, 1), (200, 3), (70, 4, 20), (40, 0))):
            with self.subTest(dtype=dtype, shape=shape):
                values = (random.standard_normal(shape) * 4).astype(dtype)
                n = shape[0]
                offsets = np.sort(random.integers(0, n + 1, 12))
                self.assert_softmax(values, offsets.astype(np.uint16))
                self.assert_softmax(values, np.array([0, n]))
                self.assert_softmax(values, offsets[:5], end_is_implied=True)
                self.assert_softmax(values, indices=random.integers(0, 9, n).astype(np.int8), n_segments=11)
                self.assert_softmax(values, indices=random.integers(0, 9, n).astype(np.uint64))

    def test_many_rows_keep_what_a_sum_rounds_off(self):
        for dtype in DTYPES:
            values = np.linspace(-3, 3, 30_000).astype(dtype)
            self.assert_softmax(values, np.array([0, 29_000, 30_000]))
            self.assert_softmax(values, indices=np.arange(30_000) % 3)

    def test_strides_of_integers(self):
        values = np.arange(6, dtype=np.float32)
        for integers in (np.array([0, 9, 2, 9, 6])[::2], np.array([6, 2, 0])[::-1]):
            self.assert_softmax(values, integers)
        self.assert_softmax(values, indices=np.broadcast_to(np.int16(1), 6))

    def test_what_is_no_number(self):
        values = np.array([1, np.nan, 2, np.inf, 0, -np.inf, -np.inf, 3], np.float32)
        softmax, log_softmax, sums = self.assert_softmax(values, np.array([0, 3, 5, 7, 8, 8]))
        np.testing.assert_array_equal(softmax, [np.nan] * 7 + [1])
        np.testing.assert_array_equal(log_softmax, [np.nan] * 7 + [0])
        np.testing.assert_array_equal(sums, [np.nan, np.inf, -np.inf, 3, -np.inf])

    def test_a_row_in_no_segment_is_zero_or_stays(self):
        values, offsets = np.ones(5, np.float32), np.array([1, 3])
        np.testing.assert_array_equal(strew.segment_softmax(values, offsets), [0, 0.5, 0.5, 0, 0])
        out = np.full(5, 7, np.float32)
        self.assertIs(strew.segment_softmax(values, offsets, out=out), out)
        np.testing.assert_array_equal(out, [7, 0.5, 0.5, 7, 7])

    def test_in_place(self):
        for words in ({"offsets": np.array([0, 2, 6])}, {"indices": np.array([1, 0, 1, 0, 1, 1])}):
            for function in (strew.segment_softmax, strew.segment_log_softmax):
                values = np.random.default_rng(1).standard_normal((6, 40))
                expected = function(values, **words)
                self.assertIs(function(values, out=values, **words), values)
                np.testing.assert_array_equal(values, expected)
            with self.assertRaisesRegex(strew.ScatterError, "out overlaps values"):
                strew.segment_logsumexp(values, out=values[:2], **words)

    def test_a_wrong_offset_or_index_is_named_and_nothing_is_written(self):
        values, out = np.ones((4, 2), np.float32), np.full((4, 2), 7, np.float32)
        for words, number, value, low, high, sentence in (
            ({"offsets": np.array([0, 3, 2])}, 2, 2, 3, 4, r"offsets\[2\] is 2, outside \[3, 4\]"),
            ({"offsets": np.array([-1, 3])}, 0, -1, 0, 4, r"offsets\[0\] is -1, outside \[0, 4\]"),
            ({"offsets": np.array([0, 5])}, 1, 5, 0, 4, r"offsets\[1\] is 5, outside \[0, 4\]"),
            ({"indices": np.array([0, 1, 2, 0]), "n_segments": 2}, 2, 2, 0, 1, r"indices\[2\] is 2, outside \[0, 1\]"),
            ({"indices": np.array([0, -1, 2, 0])}, 1, -1, 0, 2, r"indices\[1\] is -1, outside \[0, 2\]"),
        ):
            for function in (strew.segment_softmax, strew.segment_log_softmax):
                with self.assertRaisesRegex(strew.IndexOutOfBoundsError, sentence) as caught:
                    function(values, out=out, **words)
                error = caught.exception
                self.assertEqual((error.tuple, error.value, error.low, error.high), (number, value, low, high))
        self.assertTrue((out == 7).all())

    def test_what_is_rejected(self):
        values, offsets, indices = np.ones((4, 2), np.float32), np.array([0, 4]), np.zeros(4, int)
        read_only = np.ones((4, 2), np.float32)
        read_only.flags.writeable = False
        for kind, sentence, words in (
            (TypeError, "segment_softmax has neither offsets nor indices", {}),
            (TypeError, "segment_softmax has both offsets and indices", {"offsets": offsets, "indices": indices}),
            (TypeError, "n_segments is for indices", {"offsets": offsets, "n_segments": 1}),
            (TypeError, "end_is_implied is for offsets", {"indices": indices, "end_is_implied": True}),
            (TypeError, "end_is_implied is an int, and True or False", {"offsets": offsets, "end_is_implied": 1}),
            (TypeError, "n_segments is a str, and an integer", {"indices": indices, "n_segments": "1"}),
            (TypeError, "offsets is a list", {"offsets": [0, 4]}),
            (ValueError, "n_segments is -1, a negative number", {"indices": indices, "n_segments": -1}),
            (ValueError, "offsets has no elements, and at least 1", {"offsets": offsets[:0]}),
            (ValueError, "values is not contiguous in row-major order: hand over", {"values": values.T, "offsets": offsets}),
            (ValueError, "out is not contiguous in row-major order$", {"offsets": offsets, "out": np.ones((4, 3), np.float32)[:, :2]}),
            (ValueError, r"out is float64 of shape \(4, 2\), but the result is float32 of", {"offsets": offsets, "out": np.ones((4, 2))}),
            (ValueError, "out is read-only", {"offsets": offsets, "out": read_only}),
            (TypeError, "out is a NumPy scalar", {"offsets": offsets, "out": np.float32(1)}),
            (strew.ScatterError, "values are int64, but must be float16,", {"values": np.ones(4, int), "offsets": offsets}),
            (strew.ScatterError, "values has rank 0", {"values": np.float32(1), "offsets": offsets}),
            (strew.ScatterError, "offsets are float64, but must be integers", {"offsets": np.ones(2)}),
            (strew.ScatterError, "offsets has rank 2", {"offsets": offsets[None]}),
            (strew.ScatterError, "dimension 0 of values is 4, but the other tensors ask for 3", {"indices": indices[:3]}),
            (ValueError, "threads is 0", {"offsets": offsets, "threads": 0}),
        ):
            with self.subTest(sentence), self.assertRaisesRegex(kind, sentence):
                strew.segment_softmax(**{"values": values, **words})
