"""index_put with several index tensors: each is read where it is, whatever its strides and its type."""

from __future__ import annotations

import os
import random
import unittest
from typing import Callable, List, Optional, Tuple

import torch
from torch import Tensor
from torch.profiler import ProfilerActivity, profile

import strew_torch

os.environ.setdefault("KINETO_LOG_LEVEL", "99")  # the profiler would write that there is no GPU
Index = Tuple[Optional[Tensor], ...]
INTEGERS = (torch.int8, torch.int16, torch.int32, torch.int64)


def of_aten(base: Tensor, index: Index, values: Tensor, accumulate: bool) -> Tensor:
    """PyTorch's own result. It takes no indices of int8 and int16."""
    wide = [i.long() if i is not None and i.dtype in INTEGERS else i for i in index]
    result: Tensor = torch.ops.aten.index_put(base, wide, values, accumulate)
    return result


def laid_out(rng: random.Random, tensor: Tensor) -> Tensor:
    """The same elements in memory of another layout."""
    form = rng.choice(("dense", "permuted", "every other", "inside", "expanded"))
    if form == "permuted":
        order = rng.sample(range(tensor.dim()), tensor.dim())
        back = [order.index(d) for d in range(tensor.dim())]
        return tensor.permute(order).contiguous().permute(back)
    if form == "every other":
        return torch.stack([tensor, torch.full_like(tensor, 99)], -1)[..., 0]
    if form == "inside" and tensor.dim() > 0:
        return torch.nn.functional.pad(tensor, (2, 1), value=99)[..., 2 : 2 + tensor.shape[-1]]
    if form == "expanded" and tensor.dim() > 0 and tensor.shape[0] > 0:
        return tensor[:1].expand(tensor.shape)
    return tensor


class Random(unittest.TestCase):
    """Integers are summed, so that results are equal whatever the order."""

    def draw(self, rng: random.Random) -> Tuple[Tensor, Index, Tensor]:
        torch.manual_seed(rng.randrange(1 << 30))
        shape = [rng.randint(1, 5) for _ in range(rng.randint(2, 5))]
        common = [rng.choice((0, 1, 2, 3, 3, 4)) for _ in range(rng.randint(0, 3))]
        dtypes = INTEGERS if rng.random() < 0.3 else (rng.choice(INTEGERS),)
        mask_at = rng.randrange(len(shape) - 1) if rng.random() < 0.3 else len(shape)
        mask = torch.rand(shape[mask_at : mask_at + 2]) < 0.5
        if mask_at < len(shape):
            common[-1:] = [int(mask.sum())]
        index: List[Optional[Tensor]] = []
        for d, size in enumerate(shape):
            if d == mask_at:
                index.append(mask)
            elif d != mask_at + 1 and rng.random() < 0.25:
                index.append(None)
            elif d != mask_at + 1:
                own = [n if rng.random() < 0.7 else 1 for n in common[rng.randint(0, len(common)) :]]
                index.append(laid_out(rng, torch.randint(-size, size, own, dtype=rng.choice(dtypes))))
        if all(i is None for i in index):
            index[0] = torch.tensor([0, -1])
        base = laid_out(rng, torch.randint(-9, 9, shape))
        return base, tuple(index), self.values(rng, base, tuple(index))

    def values(self, rng: random.Random, base: Tensor, index: Index) -> Tensor:
        wide = [i.long() if i is not None and i.dtype in INTEGERS else i for i in index]
        shape = torch.ops.aten.index(base, wide).shape
        own = [n if rng.random() < 0.8 else 1 for n in shape[rng.choice((0, 0, rng.randint(0, len(shape)))) :]]
        return laid_out(rng, torch.randint(-9, 9, own))

    def test_results_are_those_of_aten(self) -> None:
        rng = random.Random(1)
        n_apart = 0
        for i in range(600):
            base, index, values = self.draw(rng)
            with self.subTest(i=i, base=base.shape, index=[i if i is None else (i.dtype, i.shape, i.stride()) for i in index]):
                expected = of_aten(base, index, values, True)
                out = base.clone() if 0 in base.stride() else base
                self.assertEqual(strew_torch.index_put(base, index, values, True).tolist(), expected.tolist())
                self.assertEqual(strew_torch.index_put_(out, index, values, True).tolist(), expected.tolist())
                n_apart += sum(i is not None for i in index) > 1 and expected.numel() > 0 and values.numel() > 0
        self.assertGreater(n_apart, 200)

    def test_any_number_of_threads_gives_the_same_bits(self) -> None:
        self.addCleanup(torch.set_num_threads, torch.get_num_threads())
        rows, columns = torch.randint(0, 500, (2, 1 << 18), generator=torch.Generator().manual_seed(3), dtype=torch.int32)
        values = torch.randn(1 << 18, generator=torch.Generator().manual_seed(4))
        results = []
        for n_threads in (1, 2, 3):
            torch.set_num_threads(n_threads)
            results.append(strew_torch.index_put(torch.zeros(500, 500), (rows, columns), values, True))
        expected = torch.zeros(250_000).index_add(0, rows.long() * 500 + columns, values)
        torch.testing.assert_close(results[0].flatten(), expected)
        for result in results[1:]:
            self.assertTrue(torch.equal(result, results[0]))


class Many(unittest.TestCase):
    """More index tensors, or more dimensions, than strew reads apart: k times the dimensions is at most 32."""

    def test_index_tensors(self) -> None:
        for k in (31, 32, 33, 40):
            base = torch.zeros([1] * (k - 2) + [3, 4], dtype=torch.int64)
            index = [torch.zeros(5, dtype=torch.int64)] * (k - 2) + [torch.tensor([0, 2, 1, 2, -1]), torch.tensor([3, 1, 0, 1, -4])]
            with self.subTest(k=k):
                result = strew_torch.index_put(base, index, torch.arange(1, 6), True)
                self.assertEqual(result.flatten().tolist(), [0, 0, 0, 1, 3, 0, 0, 0, 5, 6, 0, 0])

    def test_dimensions(self) -> None:
        """No two of them follow each other: of one index the odd ones are broadcast, of the other the even ones."""
        for n, dtypes in ((9, (torch.int64, torch.int64)), (17, (torch.int64, torch.int64)), (17, (torch.int32, torch.int16))):
            even = torch.arange(1 << (n + 1) // 2).reshape([1 if d % 2 else 2 for d in range(n)]) % 5
            odd = torch.arange(1 << n // 2).reshape([2 if d % 2 else 1 for d in range(n)]) % -7
            index, values = (even.to(dtypes[0]), odd.to(dtypes[1])), torch.arange(1 << n).reshape([2] * n)
            with self.subTest(n=n, dtypes=dtypes):
                expected = of_aten(torch.zeros(5, 7, dtype=torch.int64), index, values, True)
                self.assertEqual(strew_torch.index_put(torch.zeros_like(expected), index, values, True).tolist(), expected.tolist())


class Faults(unittest.TestCase):
    def test_a_bad_index_has_its_tuple_and_its_component(self) -> None:
        rows, columns = torch.tensor([[0], [1], [2]]), torch.tensor([[3, -4]])
        for bad, sentence in (
            ((rows + torch.tensor([[0], [2], [0]]), columns), r"^indices\[2\] component 0 is 3, outside \[-3, 2\] of data dimension 0$"),
            ((rows, columns + torch.tensor([[0, -1]])), r"^indices\[1\] component 1 is -5, outside \[-4, 3\] of data dimension 1$"),
            ((rows.int() - 9, columns.short()), r"^indices\[0\] component 0 is -9, outside \[-3, 2\] of data dimension 0$"),
        ):
            out = torch.full((3, 4), 7.0)
            for accumulate in (False, True):
                with self.subTest(sentence=sentence, accumulate=accumulate), self.assertRaisesRegex(IndexError, sentence):
                    strew_torch.index_put_(out, bad, torch.ones(3, 2), accumulate)
            self.assertEqual(out.tolist(), [[7.0] * 4] * 3)

    def test_shapes_that_cannot_be_broadcast(self) -> None:
        for dtype in (torch.int64, torch.int32):
            index = (torch.tensor([0, 1]), torch.tensor([0, 1, 2], dtype=dtype))
            with self.assertRaisesRegex(IndexError, r"could not be broadcast together with shapes \[2\] and \[3\]"):
                strew_torch.index_put(torch.zeros(4, 4), index, torch.ones(()))

    def test_a_mask_without_dimensions_selects_all_or_nothing(self) -> None:
        for dtype in (torch.bool, torch.uint8):
            for index in ((1,), (0,), (1, 0), (None, 0)):
                masks = [None if i is None else torch.tensor(i, dtype=dtype) for i in index]
                base, nine = torch.arange(6).reshape(2, 3), torch.tensor(9)
                expected = base if 0 in index else torch.full_like(base, 9)
                self.assertTrue(torch.equal(strew_torch.index_put(base, masks, nine), expected), index)
                strew_torch.index_put_(base, masks, nine)
                self.assertTrue(torch.equal(base, expected), index)

    def test_of_an_empty_dimension_there_is_no_index(self) -> None:
        base, none = torch.zeros(0, 3), torch.zeros(0, dtype=torch.int64)
        self.assertEqual(strew_torch.index_put(base, (none, none), torch.ones(())).shape, (0, 3))
        self.assertEqual(strew_torch.index_put(base, (none[:, None].int(), torch.arange(3)), torch.ones(())).shape, (0, 3))
        with self.assertRaisesRegex(IndexError, "component 0 is 0"):
            strew_torch.index_put(base, (torch.tensor([0]), torch.tensor([0])), torch.ones(()))


class SharedMemory(unittest.TestCase):
    """Index tensors that are views of what is written count as they were before the call."""

    def test_rows_that_are_written(self) -> None:
        """PyTorch rejects these."""
        for rows in (slice(0, 2), slice(2, 4)):
            out = torch.arange(16).reshape(4, 4) % 4
            index = out.clone()[rows]
            expected = out.index_put((index[0], index[1]), torch.tensor(7), accumulate=True)
            strew_torch.index_put_(out, tuple(out[rows]), torch.tensor(7), accumulate=True)
            self.assertEqual(out.tolist(), expected.tolist())


def allocated(call: Callable[[], object]) -> int:
    """All bytes that PyTorch's allocator gives during a call."""
    call()  # what is made once is there
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True, acc_events=True) as profiler:
        call()
    events = profiler.profiler.kineto_results.events()
    return sum(max(event.nbytes(), 0) for event in events if event.name() == "[memory]")


class Memory(unittest.TestCase):
    """How much a call allocates besides the workspace of one thread, which has room for a copy of data and for its alignment."""

    N = 1 << 16

    def setUp(self) -> None:
        self.addCleanup(torch.set_num_threads, torch.get_num_threads())
        torch.set_num_threads(1)

    def per_tuple(self, index: Index, n: int, size: int = 128) -> float:
        out, one = torch.zeros(size, size), torch.ones(())
        workspace = 4 * size * size + 63
        return (allocated(lambda: strew_torch.index_put_(out, index, one, accumulate=True)) - workspace) / n

    def test_what_is_allocated_is_seen(self) -> None:
        self.assertEqual(allocated(lambda: torch.empty(self.N)), 4 * self.N)

    def test_index_tensors_of_one_type_are_not_copied(self) -> None:
        for dtype in INTEGERS:
            pair = torch.randint(0, 128, (2, self.N), dtype=dtype)
            forms: List[Tuple[Tensor, Tensor]] = [
                (pair[0], pair[1]),
                tuple(pair.t().contiguous().t()),
                (pair[0, :256, None], pair[1, :256]),
                (pair[0].reshape(256, 256).t(), pair[1, :1].expand(256, 256)),
            ]
            for i, index in enumerate(forms):
                with self.subTest(dtype=dtype, i=i):
                    self.assertLess(self.per_tuple(index, self.N), 1)

    def test_of_two_types_only_what_is_not_int64_is_copied(self) -> None:
        rows, columns = torch.randint(0, 128, (2, self.N))
        for dtype in (torch.int8, torch.int16, torch.int32):
            self.assertLess(self.per_tuple((rows, columns.to(dtype)), self.N), 9)
            self.assertLess(self.per_tuple((rows[:256], columns[:256, None].to(dtype)), self.N), 1)

    def test_of_a_mask_only_the_list_of_its_elements_is_made(self) -> None:
        self.assertLess(self.per_tuple((torch.ones(256, 256, dtype=torch.bool),), self.N, 256), 17)
