"""strew_torch.scatter and strew_torch.pyg against loops in Python that follow the documentation of pytorch_scatter."""

from __future__ import annotations

import math
import unittest
from typing import Callable, Dict, List

import torch
from torch import Tensor
from torch.testing import assert_close

from strew_torch import pyg
from strew_torch import scatter as s

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


class Scatter(unittest.TestCase):
    def test_a_vector(self) -> None:
        for reduce, reference in REFERENCES.items():
            for dim_size, n in ((None, 5), (7, 7)):
                with self.subTest(reduce=reduce, dim_size=dim_size):
                    result = s.scatter(torch.tensor(VALUES), torch.tensor(INDEX), dim_size=dim_size, reduce=reduce)
                    assert_close(result, torch.tensor([float(reference(group)) for group in groups(n)]))

    def test_a_vector_of_indices_counts_along_any_dimension(self) -> None:
        for dim in (0, 1, -1):
            for reduce, reference in REFERENCES.items():
                with self.subTest(dim=dim, reduce=reduce):
                    column = torch.tensor(VALUES)
                    src = torch.stack([column, 2 * column, -column], dim=1 if dim == 0 else 0)
                    result = s.scatter(src, torch.tensor(INDEX), dim, reduce=reduce)
                    rows = [[float(reference([k * value for value in group])) for group in groups(5)] for k in (1, 2, -1)]
                    assert_close(result.t() if dim == 0 else result, torch.tensor(rows))

    def test_an_index_for_each_element(self) -> None:
        src = torch.tensor([[1.0, 2, 3], [4, 5, 6]])
        index = torch.tensor([[0, 1, 0], [1, 1, 1]])
        assert_close(s.scatter_sum(src, index), torch.tensor([[4.0, 2], [0, 15]]))
        assert_close(s.scatter_sum(src, index, 0), torch.tensor([[1.0, 0, 3], [4, 7, 6]]))

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

    def test_gradients(self) -> None:
        index = torch.tensor(INDEX)
        src = torch.tensor(VALUES, dtype=torch.float64) + torch.arange(6) / 10
        for reduce in REFERENCES:
            with self.subTest(reduce=reduce):
                call: Callable[[Tensor], Tensor] = lambda x: s.scatter(x, index, reduce=reduce)  # noqa: E731
                self.assertTrue(torch.autograd.gradcheck(call, src.clone().requires_grad_()))
        self.assertTrue(torch.autograd.gradcheck(lambda x: s.scatter_softmax(x, index), src.clone().requires_grad_()))

    def test_only_the_element_that_was_taken_has_a_gradient(self) -> None:
        src = torch.tensor(VALUES, requires_grad=True)
        s.scatter_max(src, torch.tensor(INDEX))[0].sum().backward()
        self.assertEqual(src.grad.tolist() if src.grad is not None else None, [1, 1, 0, 1, 0, 1])

    def test_softmax(self) -> None:
        result = s.scatter_softmax(torch.tensor(VALUES), torch.tensor(INDEX)).tolist()
        for at, value, probability in zip(INDEX, VALUES, result):
            total = sum(math.exp(other) for i, other in zip(INDEX, VALUES) if i == at)
            self.assertAlmostEqual(probability, math.exp(value) / total, places=6)

    def test_nothing(self) -> None:
        for dim_size in (None, 3):
            result = s.scatter(torch.zeros(0, 2), torch.zeros(0, dtype=torch.int64), 0, dim_size=dim_size, reduce="max")
            self.assertEqual(result.tolist(), [[0, 0]] * (dim_size or 0))

    def test_what_is_rejected(self) -> None:
        src, index = torch.ones(2), torch.tensor([0, 5])
        with self.assertRaisesRegex(IndexError, r"indices\[1\] component 0 is 5, outside \[0, 2\]"):
            s.scatter(src, index, dim_size=3)
        with self.assertRaisesRegex(ValueError, 'reduce is "median"'):
            s.scatter(src, index, reduce="median")
        with self.assertRaises(IndexError):
            s.scatter(src, index, dim=1)


class Geometric(unittest.TestCase):
    def test_the_same_along_the_first_dimension(self) -> None:
        src = torch.tensor(VALUES)[:, None] * torch.tensor([1.0, 2.0])
        for reduce, reference in REFERENCES.items():
            with self.subTest(reduce=reduce):
                result = pyg.scatter(src, torch.tensor(INDEX), reduce=reduce)
                rows = [[float(reference([k * value for value in group])) for k in (1, 2)] for group in groups(5)]
                assert_close(result, torch.tensor(rows))

    def test_ties_share_a_gradient(self) -> None:
        src = torch.tensor(VALUES, requires_grad=True)
        pyg.scatter(src, torch.tensor(INDEX), reduce="max").sum().backward()
        self.assertEqual(src.grad.tolist() if src.grad is not None else None, [0.5, 1, 0, 1, 0.5, 1])

    def test_what_is_rejected(self) -> None:
        with self.assertRaises(ValueError):
            pyg.scatter(torch.ones(2, 2), torch.zeros(2, 2, dtype=torch.int64))
        with self.assertRaises(ValueError):
            pyg.scatter(torch.ones(2), torch.tensor([0, 1]), reduce="any")


if __name__ == "__main__":
    unittest.main()
