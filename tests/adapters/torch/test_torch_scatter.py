"""strew_torch.torch_scatter and strew_torch.pyg against loops in Python that follow the documentation of pytorch_scatter."""

from __future__ import annotations

import functools
import math
import operator
import unittest
import warnings
from typing import Callable, Dict, List

import torch
from torch.testing import assert_close

import strew_torch
from strew_torch import pyg
from strew_torch import torch_scatter as s

INDEX = [2, 0, 2, 1, 2, 4]
VALUES = [3.0, -1.0, -4.0, 2.0, 3.0, 0.5]


def groups(n: int) -> List[List[float]]:
    return [[value for at, value in zip(INDEX, VALUES) if at == i] for i in range(n)]


REFERENCES: Dict[str, Callable[[List[float]], float]] = {
    "sum": sum,
    "add": sum,
    "mul": math.prod,
    "mean": lambda group: sum(group) / len(group) if group else 0,
    "min": lambda group: min(group, default=0),
    "max": lambda group: max(group, default=0),
}


class Names(unittest.TestCase):
    def test_those_that_torch_lacks_are_also_in_the_package(self) -> None:
        """scatter and scatter_add have PyTorch's arguments there."""
        for name in set(s.__all__) - {"broadcast"}:
            is_torchs = hasattr(torch, name)
            self.assertEqual(is_torchs, name in ("scatter", "scatter_add"), name)
            self.assertEqual(getattr(strew_torch, name) is getattr(s, name), not is_torchs, name)
            self.assertIn(name, strew_torch.__all__)


class Scatter(unittest.TestCase):
    def test_a_vector_of_indices_counts_along_any_dimension(self) -> None:
        for dim in (0, 1, -1):
            for reduce, reference in REFERENCES.items():
                with self.subTest(dim=dim, reduce=reduce):
                    column = torch.tensor(VALUES)
                    src = torch.stack([column, 2 * column, -column], dim=1 if dim == 0 else 0)
                    result = s.scatter(src, torch.tensor(INDEX), dim, reduce=reduce)
                    rows = [[float(reference([k * value for value in group])) for group in groups(5)] for k in (1, 2, -1)]
                    assert_close(result.t() if dim == 0 else result, torch.tensor(rows))

    def test_out_is_where_it_starts(self) -> None:
        index, src = torch.tensor([0, 0, 2]), torch.tensor([1.0, 2, 3])
        expected: Dict[str, List[float]] = {
            "sum": [13, 20, 33],
            "mul": [20, 20, 90],
            "mean": [6.5, 20, 33],
            "min": [1, 20, 3],
            "max": [10, 20, 30],
        }
        for reduce, values in expected.items():
            with self.subTest(reduce=reduce):
                out = torch.tensor([10.0, 20, 30])
                result = s.scatter(src, index, out=out, reduce=reduce)
                self.assertEqual(out.tolist(), values)
                self.assertEqual(result.tolist(), values)

    def test_extremes_say_where_they_are(self) -> None:
        values, where = s.scatter_max(torch.tensor(VALUES), torch.tensor(INDEX))
        self.assertEqual(where.tolist(), [1, 3, 0, 6, 5])  # the first of two, and 6 for none
        self.assertEqual(values.tolist(), [-1, 2, 3, 0, 0.5])
        self.assertEqual(s.scatter_min(torch.tensor(VALUES), torch.tensor(INDEX))[1].tolist(), [1, 3, 2, 6, 5])

    def test_extremes_pass_over_nan(self) -> None:
        nan, inf = math.nan, math.inf
        for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
            src = torch.tensor([nan, 2, 1, nan, -inf, inf], dtype=dtype)
            index = torch.tensor([0, 0, 0, 1, 2, 3])
            with self.subTest(dtype=dtype):
                values, where = s.scatter_max(src, index, dim_size=5)
                self.assertEqual((values.tolist(), where.tolist()), ([2, 0, -inf, inf, 0], [1, 6, 4, 5, 6]))
                values, where = s.scatter_min(src, index, dim_size=5)
                self.assertEqual((values.tolist(), where.tolist()), ([1, 0, -inf, inf, 0], [2, 6, 4, 5, 6]))
                # Also where only the values are asked for.
                self.assertEqual(s.scatter(src, index, dim_size=5, reduce="min").tolist(), values.tolist())
                self.assertEqual(s.segment_coo(src, index, dim_size=5, reduce="min").tolist(), values.tolist())
                indptr = torch.tensor([0, 3, 4, 5, 6, 6])
                self.assertEqual(s.segment_csr(src, indptr, reduce="min").tolist(), values.tolist())
                assert_close(s.segment_min_csr(src, indptr), (values, where), rtol=0, atol=0)
        out = torch.tensor([1.0, nan])
        values, where = s.scatter_max(torch.tensor([1.0, 3.0]), torch.tensor([0, 1]), out=out)
        assert_close(values, torch.tensor([1, nan]), equal_nan=True)
        self.assertEqual(where.tolist(), [2, 2])  # what is there stays, unless it is exceeded

    def test_extremes_of_every_type_and_shape(self) -> None:
        """Against a loop, with indices for slices and for elements, int32 and int64, and with as many slices as threads share."""
        generator = torch.Generator().manual_seed(0)
        integers = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
        dtypes = (*integers, torch.float16, torch.bfloat16, torch.float32, torch.float64)
        for i, dtype in enumerate(dtypes):
            for shape, dim in (((6,), 0), ((5, 3), 0), ((5, 3), 1), ((2, 7, 130), 1), ((3, 4, 2), -1)):
                for is_vector in (True, False):
                    with self.subTest(dtype=dtype, shape=shape, dim=dim, is_vector=is_vector):
                        src = torch.randint(0, 5, shape, generator=generator).to(dtype)
                        n = shape[dim]
                        index = torch.randint(0, 4, (n,) if is_vector else shape, generator=generator)
                        index = index.to((torch.int32, torch.int64)[i % 2])
                        values, where = s.scatter_max(src, index, dim, dim_size=5)
                        flat = src.movedim(dim, 0).reshape(n, -1)
                        at = s.broadcast(index, src, dim % len(shape)).movedim(dim, 0).reshape(n, -1)
                        places = torch.full((5, flat.shape[1]), n)
                        for t in range(n):
                            for k in range(flat.shape[1]):
                                old = int(places[at[t, k], k])
                                if old == n or flat[t, k] > flat[old, k]:
                                    places[at[t, k], k] = t
                        padded = torch.cat([flat, flat.new_zeros(1, flat.shape[1])])
                        self.assertEqual(where.movedim(dim, 0).reshape(5, -1).tolist(), places.tolist())
                        self.assertEqual(values.movedim(dim, 0).reshape(5, -1).tolist(), padded.gather(0, places).tolist())

    def test_only_the_element_that_was_taken_has_a_gradient(self) -> None:
        src = torch.tensor(VALUES, requires_grad=True)
        s.scatter_max(src, torch.tensor(INDEX))[0].sum().backward()
        self.assertEqual(src.grad.tolist() if src.grad is not None else None, [1, 1, 0, 1, 0, 1])

    def test_softmax(self) -> None:
        result = s.scatter_softmax(torch.tensor(VALUES), torch.tensor(INDEX)).tolist()
        for at, value, probability in zip(INDEX, VALUES, result):
            total = sum(math.exp(other) for i, other in zip(INDEX, VALUES) if i == at)
            self.assertAlmostEqual(probability, math.exp(value) / total, places=6)

    def test_halves(self) -> None:
        """Sums as PyTorch's scatter_add_ makes them, which pytorch_scatter calls: in float32. Its own product rounds after every factor."""
        index = torch.zeros(5000, dtype=torch.int64)
        for dtype in (torch.float16, torch.bfloat16):
            for at in (index, index[:, None].expand(5000, 3).contiguous()):
                src = torch.linspace(0.9, 1.1, 5000).to(dtype)
                src = src if at.dim() == 1 else src[:, None].expand(5000, 3)
                with self.subTest(dtype=dtype, rank=at.dim()):
                    self.assertEqual(s.scatter_sum(torch.ones_like(src[:4096]), at[:4096], 0).unique().tolist(), [4096])
                    column = src.flatten()[:: src[0].numel()]
                    self.assertEqual(s.scatter_mul(src, at, 0).unique().tolist(), [functools.reduce(operator.mul, column)])
                    softmax = s.scatter_softmax(src, at, 0)
                    self.assertEqual(softmax.tolist(), s.scatter_softmax(src.float(), at, 0).to(dtype).tolist())
                    zeros = s.scatter_softmax(torch.zeros_like(src), at, 0).float().sum(0)
                    assert_close(zeros, torch.ones_like(zeros), atol=2e-3, rtol=0)
            product = functools.reduce(operator.mul, torch.linspace(0.9, 1.1, 5000).to(dtype).float()).to(dtype)
            self.assertEqual(pyg.scatter(torch.linspace(0.9, 1.1, 5000).to(dtype), index, reduce="mul").tolist(), [product])

    def test_nothing(self) -> None:
        for dim_size in (None, 3):
            for reduce in REFERENCES:
                src = torch.zeros(0, 2, requires_grad=True)
                result = s.scatter(src, torch.zeros(0, dtype=torch.int64), 0, dim_size=dim_size, reduce=reduce)
                self.assertEqual(result.tolist(), [[0, 0]] * (dim_size or 0))
                self.assertTrue(result.requires_grad)

    def test_an_eps_that_would_be_seen_is_rejected(self) -> None:
        src, index = torch.tensor(VALUES), torch.tensor(INDEX)
        for call in (s.scatter_log_softmax, s.scatter_logsumexp):
            assert_close(call(src, index, eps=1e-7), call(src, index))
            for eps in (0.5, 1e-5, -1.0, math.nan):
                with self.assertRaisesRegex(NotImplementedError, f"eps is {eps}"):
                    call(src, index, eps=eps)

    def test_what_is_rejected(self) -> None:
        src, index = torch.ones(2), torch.tensor([0, 5])
        with self.assertRaisesRegex(IndexError, r"indices\[1\] component 0 is 5, outside \[0, 2\]"):
            s.scatter(src, index, dim_size=3)
        with self.assertRaisesRegex(ValueError, 'reduce is "median"'):
            s.scatter(src, index, reduce="median")
        with self.assertRaises(IndexError):
            s.scatter(src, index, dim=1)


class TorchsOwnScatter(unittest.TestCase):
    def test_it_is_torch_scatter(self) -> None:
        base, index, src = torch.ones(3, 4), torch.tensor([[0, 1, 2, 0], [2, 2, 0, 1]]), torch.arange(8.0).reshape(2, 4)
        for value in (src, 2.5):
            for reduce in (None, "add", "multiply"):
                options = {} if reduce is None else {"reduce": reduce}
                with self.subTest(value=value, reduce=reduce):
                    with warnings.catch_warnings():  # that a reduction is deprecated
                        warnings.simplefilter("ignore")
                        expected = torch.scatter(base, 0, index, value, **options)  # type: ignore[call-overload]
                    assert_close(strew_torch.scatter(base, 0, index, value, **options), expected)
                    written = base.clone()
                    self.assertIs(strew_torch.scatter_(written, 0, index, value, **options), written)
                    assert_close(written, expected)
        with self.assertRaisesRegex(RuntimeError, "reduce argument must be either add or multiply"):
            strew_torch.scatter(base, 0, index, src, reduce="amax")


class Geometric(unittest.TestCase):
    def test_the_same_along_the_first_dimension(self) -> None:
        src = torch.tensor(VALUES)[:, None] * torch.tensor([1.0, 2.0])
        for reduce, reference in REFERENCES.items():
            with self.subTest(reduce=reduce):
                result = pyg.scatter(src, torch.tensor(INDEX), reduce=reduce)
                rows = [[float(reference([k * value for value in group])) for k in (1, 2)] for group in groups(5)]
                assert_close(result, torch.tensor(rows))

    def test_what_is_rejected(self) -> None:
        with self.assertRaises(ValueError):
            pyg.scatter(torch.ones(2, 2), torch.zeros(2, 2, dtype=torch.int64))
        with self.assertRaises(ValueError):
            pyg.scatter(torch.ones(2), torch.tensor([0, 1]), reduce="any")
