"""Random scatters and gathers in random chunks: the bits, and the errors, of one machine."""

import random
import tempfile
import unittest
from typing import Any, Dict, Tuple
from unittest import mock

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import strew
from strew.dask import _arrays, _shuffle
from tests.dask import JOINED_BYTES
from tests.dask.support import SCATTERS, chunked, computed, difference, outcome
from tests.python.support import DTYPES, Shape, arrays, values

SETTINGS = settings(derandomize=True, deadline=None, max_examples=400, database=None)
WIDE = {"float16": "float32", "bfloat16": "float32", "float8_e4m3fn": "float32", "float8_e5m2": "float32", "float32": "float64"}
INDEX_TYPES = (np.int8, np.int32, np.int64, np.uint8, np.uint64)


@st.composite
def scatters(draw: st.DrawFn) -> Tuple[str, Tuple[np.ndarray, ...], Dict[str, Any], random.Random]:
    operator = draw(st.sampled_from(SCATTERS))
    shape: Shape = tuple(draw(st.lists(st.integers(1, 7), min_size=1, max_size=4)))
    axis = draw(st.integers(-len(shape), len(shape) - 1))
    leading: Shape = tuple(draw(st.lists(st.integers(0, 6), max_size=3)))
    if operator == "scatter_nd":
        counts: Shape = (*leading, draw(st.integers(0, len(shape))))
    elif operator == "scatter_update":
        counts = leading
    else:
        counts = tuple(draw(st.integers(0, 9 if d == axis % len(shape) else size)) for d, size in enumerate(shape))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    data, indices, updates = arrays(rng, operator, shape, counts, draw(st.sampled_from(DTYPES)), draw(st.sampled_from(INDEX_TYPES)), axis)
    words: Dict[str, Any] = {
        "reduction": draw(st.sampled_from(tuple(strew.REDUCTIONS))),
        "policy": draw(st.sampled_from(("error", "skip", "clamp"))),
        "negative_wrap": draw(st.booleans()),
        "include_self": draw(st.sampled_from((True, True, False))),
        "ignore_index": draw(st.sampled_from((None, None, 0, -1))),
    }
    words["nan"] = draw(st.sampled_from(("wins", "loses"))) if words["reduction"] != "none" else "wins"
    wide = "int64" if data.dtype.kind in "iu" and data.dtype.itemsize < 8 else WIDE.get(data.dtype.name)
    if wide is not None and draw(st.booleans()):
        words.update(accumulate=wide, overflow=draw(st.sampled_from(("wraps", "saturates"))))
    if operator != "scatter_nd":
        words["axis"] = axis
    return operator, (data, indices, updates), words, random.Random(draw(st.integers(0, 2**32)))


class Chunkings(unittest.TestCase):
    @SETTINGS
    @given(scatters(), st.booleans(), st.sampled_from((2, 32)), st.sampled_from((-1, 100, JOINED_BYTES)), st.booleans())
    def test_scatter(self, made: Any, indices_are_there: bool, fan: int, joined_bytes: int, has_scratch: bool) -> None:
        operator, (data, indices, updates), words, rng = made
        expected = outcome(lambda: getattr(strew, operator)(data, indices, updates, **words))
        of_indices = indices if indices_are_there else chunked(rng, indices)
        joined = mock.patch.object(_arrays, "JOINED_BYTES", joined_bytes)
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(_shuffle, "FAN", fan), joined:
            scratch = {"scratch": folder} if has_scratch else {}
            found = computed(operator, chunked(rng, data), of_indices, chunked(rng, updates), **words, **scratch)
        self.assertEqual(difference(found, expected), "")

    @SETTINGS
    @given(st.data(), st.sampled_from((2, 32)))
    def test_gather_nd(self, draws: Any, fan: int) -> None:
        draw = draws.draw
        shape: Shape = tuple(draw(st.lists(st.integers(1, 7), max_size=4)))
        k = draw(st.integers(0, len(shape)))
        counts: Shape = (*draw(st.lists(st.integers(0, 6), max_size=3)), k)
        numbers = np.random.default_rng(draw(st.integers(0, 2**32)))
        data = values(numbers, shape, draw(st.sampled_from(DTYPES)))
        sizes = np.array(shape[:k], np.int64) + draw(st.sampled_from((0, 0, 1)))
        indices = numbers.integers(-sizes, sizes, counts).astype(draw(st.sampled_from(INDEX_TYPES)))
        words = {
            "policy": draw(st.sampled_from(("error", "skip", "clamp"))),
            "fill": draw(st.sampled_from((None, 1))),
            "negative_wrap": draw(st.booleans()),
            "ignore_index": draw(st.sampled_from((None, None, 0))),
        }
        rng = random.Random(draw(st.integers(0, 2**32)))
        expected = outcome(lambda: strew.gather_nd(data, indices, **words))
        with mock.patch.object(_shuffle, "FAN", fan):
            for of_indices in (indices, chunked(rng, indices)):
                self.assertEqual(difference(computed("gather_nd", chunked(rng, data), of_indices, **words), expected), "")

    def test_wide_opaque_and_string_elements(self) -> None:
        rng, numbers = random.Random(1), np.random.default_rng(1)
        for dtype in (strew.STRING, np.dtype("V3"), np.dtype("V64")):
            data, updates = values(numbers, (9, 4), dtype), values(numbers, (30, 4), dtype)
            indices = numbers.integers(-9, 9, (30, 1))
            found = computed("scatter_nd", chunked(rng, data), chunked(rng, indices), chunked(rng, updates))
            self.assertEqual(found.tobytes(), strew.scatter_nd(data, indices, updates).tobytes())
            self.assertEqual(computed("gather_nd", chunked(rng, data), indices).tobytes(), strew.gather_nd(data, indices).tobytes())
