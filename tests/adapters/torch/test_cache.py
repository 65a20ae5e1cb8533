"""strew_torch.store_cache against PyTorch's own division, rounding and index_put_."""

from __future__ import annotations

import itertools
import unittest
from typing import Callable, Dict, Optional, Tuple

import torch
from torch import Tensor

import strew_torch
from strew_torch._library import ops

BLOCKS, BLOCK, HEADS, SIZE = 5, 4, 2, 24
PLACES = torch.tensor([7, -1, 19, 0, 7, -1, 12])
Caches = Tuple[Tensor, Tensor]

# Where servers of language models have their caches: in two tensors, in the halves of one, and with keys and values of a block side by side.
LAYOUTS: Dict[str, Callable[[torch.dtype], Caches]] = {
    "two tensors": lambda dtype: (zeros(BLOCKS, BLOCK, HEADS, SIZE, dtype=dtype), zeros(BLOCKS, BLOCK, HEADS, SIZE, dtype=dtype)),
    "halves": lambda dtype: halves(zeros(2, BLOCKS, BLOCK, HEADS, SIZE, dtype=dtype), 0),
    "blocks of both": lambda dtype: halves(zeros(BLOCKS, 2, BLOCK, HEADS, SIZE, dtype=dtype), 1),
    "places": lambda dtype: (zeros(BLOCKS * BLOCK, HEADS, SIZE, dtype=dtype), zeros(BLOCKS * BLOCK, HEADS, SIZE, dtype=dtype)),
}
SCALES: Dict[str, Optional[Tensor]] = {"none": None, "one": torch.tensor(0.037), "heads": torch.tensor([[0.011], [0.5]])}
NARROW = (torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2, torch.int8)


def zeros(*shape: int, dtype: torch.dtype) -> Tensor:
    return torch.zeros(shape).to(dtype)


def halves(both: Tensor, dim: int) -> Caches:
    return both.select(dim, 0), both.select(dim, 1)


def tokens(dtype: torch.dtype, seed: int) -> Tensor:
    """Some are too large for float8 and int8, and one is NaN."""
    numbers = torch.randn(len(PLACES), HEADS, SIZE, generator=torch.Generator().manual_seed(seed)) * 30
    numbers[0, 0, 0], numbers[2, 1, 3] = float("nan"), -6e4
    return numbers.to(dtype)


def rounded(numbers: Tensor, scale: Optional[Tensor], dtype: torch.dtype) -> Tensor:
    quotients = numbers.float() if scale is None else numbers.float() / scale
    if dtype == torch.int8:
        return quotients.nan_to_num(0, 127, -128).round().clamp(-128, 127).to(dtype)
    limits = torch.finfo(dtype)
    return quotients.clamp(limits.min, limits.max).to(dtype)


def bits(cache: Tensor) -> Tensor:
    """A NaN is a NaN."""
    numbers = cache.float()
    return torch.where(numbers.isnan(), torch.tensor(float("nan")), numbers)


class StoreCache(unittest.TestCase):
    def assert_stored(self, cache: Tensor, numbers: Tensor, scale: Optional[Tensor]) -> None:
        expected = zeros(BLOCKS * BLOCK, HEADS, SIZE, dtype=cache.dtype)
        stored = rounded(numbers, scale, cache.dtype)
        for t, place in enumerate(PLACES.tolist()):
            if place >= 0:
                expected[place] = stored[t]
        torch.testing.assert_close(bits(cache).reshape(expected.shape), bits(expected), rtol=0, atol=0, equal_nan=True)

    def test_every_type_and_layout(self) -> None:
        for dtype, of_tokens, layout, name, index in itertools.product(
            NARROW, (torch.float32, torch.float16, torch.bfloat16), LAYOUTS, SCALES, (torch.int64, torch.int32)
        ):
            if (dtype == torch.int8) and SCALES[name] is None:
                continue  # is rejected
            with self.subTest(dtype=dtype, tokens=of_tokens, layout=layout, scale=name):
                k_cache, v_cache = LAYOUTS[layout](dtype)
                k, v = tokens(of_tokens, 1), tokens(of_tokens, 2)
                before = ops.n_calls()
                strew_torch.store_cache(k, v, PLACES.to(index), k_cache, v_cache, SCALES[name], SCALES[name])
                self.assertEqual(ops.n_calls(), before + 2)
                self.assert_stored(k_cache, k, SCALES[name])
                self.assert_stored(v_cache, v, SCALES[name])

    def test_values_of_another_width_and_scale(self) -> None:
        k_cache, v_cache = LAYOUTS["two tensors"](torch.float8_e4m3fn)[0], zeros(BLOCKS, BLOCK, HEADS, 8, dtype=torch.bfloat16)
        k, v = tokens(torch.float32, 3), torch.randn(len(PLACES), HEADS, 8)
        strew_torch.store_cache(k, v, PLACES, k_cache, v_cache, 0.25)
        self.assert_stored(k_cache, k, torch.tensor(0.25))
        torch.testing.assert_close(v_cache.reshape(-1, HEADS, 8)[7], v[4].bfloat16(), rtol=0, atol=0)

    def test_values_of_the_other_sign_than_in_memory(self) -> None:
        k_cache, v_cache = LAYOUTS["two tensors"](torch.bfloat16)
        k = torch.complex(tokens(torch.float32, 1), tokens(torch.float32, 2)).conj().imag
        strew_torch.store_cache(k, k, PLACES, k_cache, v_cache)
        self.assert_stored(v_cache, -tokens(torch.float32, 2), None)

    def test_a_wrong_place_leaves_both_caches(self) -> None:
        for layout in LAYOUTS:
            for place in (BLOCKS * BLOCK, -2):
                with self.subTest(layout=layout, place=place):
                    k_cache, v_cache = LAYOUTS[layout](torch.float8_e4m3fn)
                    places = PLACES.clone()
                    places[-1] = place
                    with self.assertRaisesRegex(IndexError, r"indices\[6\]|components?\[?.*6"):
                        strew_torch.store_cache(tokens(torch.float32, 1), tokens(torch.float32, 2), places, k_cache, v_cache, 1.0, 1.0)
                    self.assertEqual(bits(k_cache).count_nonzero() + bits(v_cache).count_nonzero(), 0)

    def test_what_is_rejected(self) -> None:
        k_cache, v_cache = LAYOUTS["two tensors"](torch.float16)
        k, v = tokens(torch.float16, 1), tokens(torch.float16, 2)
        pages = torch.zeros(BLOCKS * BLOCK, HEADS, SIZE)
        for reason, call in (
            ("same blocks and places", lambda: strew_torch.store_cache(k, v, PLACES, k_cache, v_cache[1:])),
            ("vector of int64", lambda: strew_torch.store_cache(k, v, PLACES.float(), k_cache, v_cache)),
            ("k_cache has the shape", lambda: strew_torch.store_cache(k, v, PLACES, k_cache[0, 0], v_cache[0, 0])),
            ("scale", lambda: strew_torch.store_cache(k, v, PLACES, k_cache, v_cache, torch.ones(5), None)),
            ("scale", lambda: strew_torch.store_cache(k, v, PLACES, k_cache, v_cache, torch.ones((), dtype=torch.float64))),
            ("overlaps", lambda: strew_torch.store_cache(pages[:7], pages[7:14], PLACES, torch.zeros_like(pages), pages)),
            ("no gradient", lambda: strew_torch.store_cache(k.float().requires_grad_(), v, PLACES, k_cache, v_cache)),
        ):
            with self.subTest(reason), self.assertRaisesRegex((RuntimeError, NotImplementedError), reason):
                call()
        self.assertEqual(k_cache.count_nonzero() + v_cache.count_nonzero() + pages.count_nonzero(), 0)

    def test_compiled(self) -> None:
        def step(k: Tensor, v: Tensor, places: Tensor, k_cache: Tensor, v_cache: Tensor) -> Tensor:
            ops.store_cache(k * 2, v, places, k_cache, v_cache, SCALES["one"], None)
            return k_cache.float().sum()

        k_cache, v_cache = LAYOUTS["two tensors"](torch.bfloat16)
        k, v = torch.ones(len(PLACES), HEADS, SIZE), torch.ones(len(PLACES), HEADS, SIZE)
        total = torch.compile(step, backend="aot_eager", fullgraph=True)(k, v, PLACES, k_cache, v_cache)
        self.assertEqual(total, k_cache.float().sum())
        self.assert_stored(k_cache, k * 2, SCALES["one"])
        torch.library.opcheck(ops.store_cache.default, (k, v, PLACES, *LAYOUTS["two tensors"](torch.float16)))


if __name__ == "__main__":
    unittest.main()
