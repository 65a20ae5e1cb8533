"""Segments, and softmax, log_softmax, logsumexp and standard deviation by index, of strew_torch.torch_scatter, against loops."""

from __future__ import annotations

import math
import unittest
from typing import Callable, Dict, List, Tuple

import torch
from torch import Tensor
from torch.testing import assert_close

import strew_torch  # noqa: F401
from strew_torch import torch_scatter as s
from strew_torch._library import ops

FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
REDUCTIONS = ("sum", "add", "mean", "min", "max")
INDPTR = torch.tensor([0, 2, 2, 5, 6])
INDEX = torch.tensor([0, 0, 2, 2, 2, 3])
Reduce = Callable[[Tensor], Tensor]
BY_NAME: Dict[str, Reduce] = {
    "sum": lambda rows: rows.sum(0),
    "add": lambda rows: rows.sum(0),
    "mean": lambda rows: rows.mean(0) if rows.is_floating_point() else torch.div(rows.sum(0), len(rows), rounding_mode="floor").to(rows.dtype),
    "min": lambda rows: rows.min(0)[0],
    "max": lambda rows: rows.max(0)[0],
}


def numbers(*shape: int, dtype: torch.dtype = torch.float64) -> Tensor:
    """Integers that all differ, so that every sum is exact and every extreme is at one place."""
    n = torch.Size(shape).numel()
    return (torch.randperm(n, generator=torch.Generator().manual_seed(n)) - n // 2).reshape(shape).to(dtype)


def by_loop(src: Tensor, indptr: Tensor, reduce: str) -> Tuple[Tensor, Tensor]:
    """Along the last dimension of indptr, whose others are those of src or expand to them. And where an extreme is."""
    dim = indptr.dim() - 1
    indptr = indptr.expand(*src.shape[:dim], -1)
    if dim > 0:
        both = [by_loop(src[i], indptr[i], reduce) for i in range(src.shape[0])]
        return torch.stack([one[0] for one in both]), torch.stack([one[1] for one in both])
    values, places = [], []
    for begin, end in zip(indptr.tolist(), indptr[1:].tolist()):
        rows = src[begin:end]
        values.append(BY_NAME[reduce](rows).to(src.dtype) if end > begin else torch.zeros(src.shape[1:], dtype=src.dtype))
        arg = {"min": torch.argmin, "max": torch.argmax}.get(reduce)
        none = torch.full(src.shape[1:], src.shape[0])
        places.append(begin + arg(rows, 0) if arg is not None and end > begin else none)
    return torch.stack(values), torch.stack(places)


class Segments(unittest.TestCase):
    def test_every_reduction_type_and_shape(self) -> None:
        batches = torch.stack([INDPTR, torch.tensor([1, 1, 3, 3, 5])])
        for dtype in (*FLOATS, torch.int32, torch.int64):
            for shape, indptr in (((6,), INDPTR), ((6, 3), INDPTR.int()), ((6, 2, 5), INDPTR), ((2, 6, 3), batches), ((2, 6), batches[:1])):
                src = numbers(*shape, dtype=dtype)
                for reduce in REDUCTIONS:
                    with self.subTest(dtype=dtype, shape=shape, reduce=reduce):
                        values, places = by_loop(src, indptr, reduce)
                        assert_close(s.segment_csr(src, indptr, reduce=reduce), values)
                        out = torch.full_like(values, 7)
                        self.assertIs(s.segment_csr(src, indptr, out, reduce), out)
                        assert_close(out, values)
                        function = getattr(s, f"segment_{reduce}_csr")
                        if reduce in ("min", "max"):
                            assert_close(function(src, indptr), (values, places))
                        else:
                            assert_close(function(src, indptr), values)

    def test_an_index_for_each_slice(self) -> None:
        for shape, index, dim in (((6,), INDEX, 0), ((6, 3), INDEX, 0), ((2, 6, 3), INDEX[None], 1), ((2, 6), torch.stack([INDEX, INDEX.flip(0)]), 1)):
            src = numbers(*shape)
            for reduce in REDUCTIONS:
                with self.subTest(shape=shape, reduce=reduce):
                    whole = index.expand(*src.shape[:dim], -1)
                    whole = whole.reshape(list(whole.shape) + [1] * (src.dim() - whole.dim())).expand(src.shape)
                    expected = s.scatter(src, whole, dim, dim_size=5, reduce=reduce)
                    assert_close(s.segment_coo(src, index, dim_size=5, reduce=reduce), expected)
                    assert_close(s.segment_coo(src, index, reduce=reduce), expected.narrow(dim, 0, 4))
                    out, other = torch.full_like(expected, 7), torch.full_like(expected, 7)
                    self.assertIs(s.segment_coo(src, index, out, reduce=reduce), out)
                    assert_close(out, s.scatter(src, whole, dim, other, reduce=reduce))
        values, places = s.segment_max_coo(numbers(6), INDEX, dim_size=5)
        assert_close((values[:4], places[:4]), by_loop(numbers(6), INDPTR, "max"))
        self.assertEqual((values[4].item(), places[4].item()), (0, 6))
        self.assertEqual(s.segment_min_coo(numbers(6), INDEX)[1].tolist(), by_loop(numbers(6), INDPTR, "min")[1].tolist())

    def test_the_other_way_round(self) -> None:
        for shape, indptr, index in (
            ((4,), INDPTR, INDEX),
            ((4, 3), INDPTR.int(), INDEX.int()),
            ((4, 5, 7), INDPTR, INDEX),
            ((2, 4, 3), INDPTR[None], INDEX[None]),
            ((2, 4), torch.stack([INDPTR, torch.tensor([0, 0, 1, 1, 6])]), torch.stack([INDEX, torch.tensor([1, 3, 3, 3, 3, 3])])),
        ):
            src, dim = numbers(*shape), indptr.dim() - 1
            with self.subTest(shape=shape):
                whole = index.expand(*src.shape[:dim], -1).long()
                whole = whole.reshape(list(whole.shape) + [1] * (src.dim() - whole.dim())).expand(*whole.shape, *src.shape[dim + 1 :])
                expected = torch.gather(src, dim, whole)
                for call in (lambda out: s.gather_csr(src, indptr, out), lambda out: s.gather_coo(src, index, out)):
                    assert_close(call(None), expected)
                    out = torch.zeros_like(expected)
                    self.assertIs(call(out), out)
                    assert_close(out, expected)

    def test_gradients_of_any_order(self) -> None:
        for shape, indptr in (((6, 2), INDPTR), ((2, 6), torch.stack([INDPTR, torch.tensor([1, 1, 3, 3, 5])]))):
            src = numbers(*shape).requires_grad_()
            of_segments = numbers(*src.shape[: indptr.dim() - 1], 4, *src.shape[indptr.dim() :]).requires_grad_()
            for reduce in REDUCTIONS:
                with self.subTest(shape=shape, reduce=reduce):
                    for call in (
                        lambda src: s.segment_csr(src, indptr, reduce=reduce),
                        lambda src: s.segment_coo(src, INDEX if indptr.dim() == 1 else INDEX[None], dim_size=5, reduce=reduce),
                    ):
                        self.assertTrue(torch.autograd.gradcheck(call, (src,), check_forward_ad=True, fast_mode=True))
                        self.assertTrue(torch.autograd.gradgradcheck(call, (src,), fast_mode=True))
            if indptr.dim() == 1:
                for call in (lambda src: s.gather_csr(src, indptr), lambda src: s.gather_coo(src, INDEX)):
                    self.assertTrue(torch.autograd.gradcheck(call, (of_segments,), check_forward_ad=True, fast_mode=True))
                    self.assertTrue(torch.autograd.gradgradcheck(call, (of_segments,), fast_mode=True))

    def test_compiled(self) -> None:
        def step(src: Tensor, indptr: Tensor) -> Tensor:
            return torch.stack([s.segment_csr(src, indptr, reduce=reduce) for reduce in ("mean", "max")]).square().sum()

        for shape, indptr in (((6, 2), INDPTR), ((2, 6), INDPTR[None])):
            src = numbers(*shape).requires_grad_()
            compiled = torch.compile(step, backend="aot_eager", fullgraph=True)
            assert_close(torch.autograd.grad(compiled(src, indptr), src), torch.autograd.grad(step(src, indptr), src))

    def test_nothing(self) -> None:
        for reduce in REDUCTIONS:
            self.assertEqual(s.segment_csr(torch.zeros(0, 2), torch.tensor([0, 0]), reduce=reduce).tolist(), [[0, 0]])
            self.assertEqual(s.segment_csr(torch.ones(3, 2), torch.tensor([1]), reduce=reduce).shape, (0, 2))

    def test_what_is_rejected(self) -> None:
        src = torch.ones(6, 2)
        for kind, sentence, call in (
            (IndexError, r"offsets\[2\] is 1, outside \[2, 6\]", lambda: s.segment_csr(src, torch.tensor([0, 2, 1]))),
            (IndexError, r"offsets\[1\] is 7, outside \[0, 6\]", lambda: s.segment_csr(src, torch.tensor([0, 7]))),
            (IndexError, r"indptr\[1, 2\] is 1, outside \[2, 6\]", lambda: s.segment_csr(src.t(), torch.tensor([[0, 2, 2], [0, 2, 1]]))),
            (IndexError, r"indptr\[0, 0\] is -1, outside \[0, 6\]", lambda: s.segment_csr(src.t(), torch.tensor([[-1, 2]]))),
            (IndexError, "indptr has 3 dimensions, and src 2", lambda: s.segment_csr(src, INDPTR[None, None])),
            (IndexError, "index has 0 dimensions, and src 2", lambda: s.segment_coo(src, INDEX[0])),
            (IndexError, r"indices\[5\] component 0 is 3, outside", lambda: s.segment_coo(src, INDEX, dim_size=3)),
            (ValueError, 'reduce is "mul"; segment_csr has', lambda: s.segment_csr(src, INDPTR, reduce="mul")),
            (ValueError, 'reduce is "mul"; segment_coo has', lambda: s.segment_coo(src, INDEX, reduce="mul")),
            (ValueError, "indptr has 5 offsets, and src 6 slices", lambda: s.gather_csr(src, INDPTR)),
            (IndexError, "outside", lambda: s.gather_csr(src[:1], torch.tensor([1, 2]))),
        ):
            with self.subTest(sentence), self.assertRaisesRegex(kind, sentence):
                call()


ANY_ORDER = torch.tensor([2, 0, 2, 2, 4, 0])
FUNCTIONS = ("softmax", "log_softmax", "logsumexp")


def exact(function: str, src: Tensor, index: Tensor, n: int) -> Tensor:
    """Along dimension 0, in float64. logsumexp of nothing is 0, as in pytorch_scatter."""
    src = src.double()
    of_rows, sums = torch.zeros_like(src), torch.zeros(n, *src.shape[1:], dtype=torch.float64)
    for group in range(n):
        at = torch.nonzero(index == group).squeeze(1)
        if at.numel() > 0:
            of_rows[at] = torch.softmax(src[at], 0) if function == "softmax" else torch.log_softmax(src[at], 0)
            sums[group] = torch.logsumexp(src[at], 0)
    return sums if function == "logsumexp" else of_rows


class Statistics(unittest.TestCase):
    def shapes(self) -> List[Tuple[Tensor, Tensor, int]]:
        """src, its index, and the dimension: an index for each slice, and for each element."""
        src = torch.randn(6, 3, generator=torch.Generator().manual_seed(4), dtype=torch.float64) * 4
        whole = ANY_ORDER[:, None].expand(6, 3)
        return [(src, ANY_ORDER, 0), (src[:, 0], ANY_ORDER, -1), (src.t(), ANY_ORDER, 1), (src, whole.contiguous(), 0), (src.t(), whole.t(), -1)]

    def test_softmax_log_softmax_and_logsumexp(self) -> None:
        for dtype in FLOATS:
            for src, index, dim in self.shapes():
                for function in FUNCTIONS:
                    with self.subTest(dtype=dtype, shape=src.shape, index=index.shape, function=function):
                        values = src.to(dtype)
                        found = getattr(s, f"scatter_{function}")(values, index, dim, dim_size=6)
                        expected = exact(function, values.movedim(dim, 0), ANY_ORDER, 6).movedim(0, dim)
                        assert_close(found, expected.to(dtype))

    def test_logsumexp_with_out(self) -> None:
        for src, index, dim in self.shapes():
            size = list(src.shape)
            size[dim] = 6
            out = torch.linspace(-3, 3, torch.Size(size).numel(), dtype=torch.float64).reshape(size)
            alone = exact("logsumexp", src.movedim(dim, 0), ANY_ORDER, 6).movedim(0, dim)
            occurs = torch.zeros(6, dtype=torch.bool).index_fill(0, ANY_ORDER, True)
            occurs = occurs.reshape([-1 if d == dim % src.dim() else 1 for d in range(src.dim())])
            expected = torch.where(occurs, torch.logaddexp(out, alone), out)
            self.assertIs(s.scatter_logsumexp(src, index, dim, out), out)
            assert_close(out, expected)

    def test_infinities_and_nan(self) -> None:
        inf, nan = math.inf, math.nan
        src, index = torch.tensor([inf, 1.0, nan, 2.0, -inf, -inf, 5.0, -inf]), torch.tensor([0, 0, 1, 1, 2, 2, 3, 3])
        for at in (index, index[:, None]):
            values = src if at.dim() == 1 else src[:, None]
            softmax = s.scatter_softmax(values, at, 0).flatten()
            assert_close(softmax[2:], torch.tensor([nan, nan, nan, nan, 1, 0]), equal_nan=True)
            self.assertTrue(softmax[0].isnan())
            self.assertEqual(s.scatter_logsumexp(values, at, 0)[3:].flatten().tolist(), [5.0])

    def test_standard_deviation(self) -> None:
        for dtype in (torch.float32, torch.float64):
            for src, index, dim in self.shapes():
                values, rows = src.to(dtype), src.to(dtype).movedim(dim, 0)
                for unbiased in (True, False):
                    expected = torch.zeros(6, *rows.shape[1:], dtype=dtype)
                    for group in range(6):
                        at = torch.nonzero(ANY_ORDER == group).squeeze(1)
                        n = at.numel() - unbiased
                        if n > 0:
                            expected[group] = rows[at].std(0, unbiased=unbiased) * math.sqrt(n / (n + 1e-6))
                    with self.subTest(dtype=dtype, shape=src.shape, unbiased=unbiased):
                        found = s.scatter_std(values, index, dim, dim_size=6, unbiased=unbiased)
                        assert_close(found, expected.movedim(0, dim))
                        out = torch.zeros_like(found)
                        self.assertIs(s.scatter_std(values, index, dim, out, unbiased=unbiased), out)
                        assert_close(out, found)

    def test_gradients_of_any_order(self) -> None:
        for src, index, dim in self.shapes():
            for function in (s.scatter_softmax, s.scatter_log_softmax, s.scatter_logsumexp):

                def call(src: Tensor) -> Tensor:
                    return function(src, index, dim)  # type: ignore[operator]

                with self.subTest(function=function, shape=src.shape, index=index.shape):
                    inputs = (src.clone().requires_grad_(),)
                    self.assertTrue(torch.autograd.gradcheck(call, inputs, check_forward_ad=True, fast_mode=True))
                    self.assertTrue(torch.autograd.gradgradcheck(call, inputs, fast_mode=True))
        src = torch.randn(6, 2, dtype=torch.float64, requires_grad=True)
        index = torch.tensor([0, 0, 1, 1, 1, 0])  # the root of nothing has no gradient
        self.assertTrue(torch.autograd.gradcheck(lambda src: s.scatter_std(src, index, 0), (src,)))
        self.assertTrue(torch.autograd.gradgradcheck(lambda src: s.scatter_std(src, index, 0), (src,)))

    def test_opcheck(self) -> None:
        src = torch.randn(6, 3, requires_grad=True)
        for function in FUNCTIONS:
            torch.library.opcheck(ops.softmax.default, (src, ANY_ORDER, 5, function))

    def test_vmap(self) -> None:
        src = torch.randn(4, 6, 3, dtype=torch.float64)
        for function in FUNCTIONS:
            call: Callable[[Tensor], Tensor] = lambda x, f=function: ops.softmax(x, ANY_ORDER, 5, f)  # noqa: E731
            assert_close(torch.vmap(call)(src), torch.stack([call(x) for x in src]))

    def test_what_is_rejected(self) -> None:
        integers, src = torch.arange(6), torch.ones(6)
        for name in ("softmax", "log_softmax", "logsumexp"):
            with self.assertRaisesRegex(ValueError, f"scatter_{name} takes floating point numbers only"):
                getattr(s, f"scatter_{name}")(integers, ANY_ORDER)
            with self.assertRaisesRegex(IndexError, r"indices\[4\] is 4, outside \[0, 3\]"):
                getattr(s, f"scatter_{name}")(src, ANY_ORDER, dim_size=4)
        with self.assertRaisesRegex(RuntimeError, 'there is no function "softmin" of segments'):
            ops.softmax(src, ANY_ORDER, 5, "softmin")


if __name__ == "__main__":
    unittest.main()
