"""Errors under the patch: what PyTorch rejects is rejected, with PyTorch's type and words; what it accepts is accepted; nothing is written to
a tensor that a bad index would have been written to, and nothing reaches the terminal."""

from __future__ import annotations

import itertools
import os
import tempfile
import unittest
import warnings
from typing import Any, Callable, Dict, Iterator, List, Tuple

import torch
from torch import Tensor

import strew_torch

Call = Callable[[Tensor, Tensor, Tensor], Tensor]

DTYPES = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
OTHERS = (torch.uint16, torch.uint32, torch.uint64, torch.bool, torch.complex64, torch.complex128, torch.complex32, torch.float8_e4m3fn)
REDUCTIONS = ("sum", "prod", "mean", "amin", "amax")
NOT_REDUCTIONS = ("add", "none", "mul", "sub", "min", "max", "median", "")


def calls(dim: int = 0, reductions: Tuple[str, ...] = REDUCTIONS) -> Dict[str, Call]:
    """What the patch routes. A name that ends in _ writes to its first argument."""
    result: Dict[str, Call] = {
        "scatter_add": lambda x, i, y: x.scatter_add(dim, i, y),
        "scatter_add_": lambda x, i, y: x.scatter_add_(dim, i, y),
        "index_add": lambda x, i, y: x.index_add(dim, i, y),
        "index_add alpha": lambda x, i, y: x.index_add(dim, i, y, alpha=2),
        "index_add_": lambda x, i, y: x.index_add_(dim, i, y),
        "index_copy": lambda x, i, y: x.index_copy(dim, i, y),
        "index_copy_": lambda x, i, y: x.index_copy_(dim, i, y),
        "index_put": lambda x, i, y: x.index_put((i,), y, accumulate=True),
        "index_put_": lambda x, i, y: x.index_put_((i,), y),
        "gather": lambda x, i, y: x.gather(dim, i),
        "index_select": lambda x, i, y: x.index_select(dim, i),
        "embedding_dense_backward": lambda x, i, y: torch.ops.aten.embedding_dense_backward(y, i, 3, -1, False),
        "embedding_dense_backward scaled": lambda x, i, y: torch.ops.aten.embedding_dense_backward(y, i, 3, 1, True),
    }
    for reduce, include in itertools.product(reductions, (True, False)):
        options = {"reduce": reduce, "include_self": include}
        result[f"scatter_reduce {reduce} {include}"] = lambda x, i, y, o=options: x.scatter_reduce(dim, i, y, **o)
        result[f"index_reduce {reduce} {include}"] = lambda x, i, y, o=options: x.index_reduce(dim, i, y, **o)
        result[f"{reduce} {include} scatter_reduce_"] = lambda x, i, y, o=options: x.scatter_reduce_(dim, i, y, **o)
        result[f"{reduce} {include} index_reduce_"] = lambda x, i, y, o=options: x.index_reduce_(dim, i, y, **o)
    return result


def outcome(call: Call, *arguments: Tensor) -> Any:
    """The type and the words of an error, or what a result is like; results are compared in the other tests."""
    try:
        result = call(*arguments)
        return result.dtype, result.shape
    except Exception as error:
        return type(error), str(error)


class Errors(unittest.TestCase):
    def setUp(self) -> None:
        warnings.simplefilter("ignore")  # of index_reduce and complex32, which are in beta
        self.terminal = tempfile.TemporaryFile()
        self.stderr = os.dup(2)
        os.dup2(self.terminal.fileno(), 2)
        self.n_rejected = 0

    def tearDown(self) -> None:
        os.dup2(self.stderr, 2)
        os.close(self.stderr)
        self.terminal.seek(0)
        said = self.terminal.read().decode()
        self.terminal.close()
        self.assertEqual(said, "")

    def compare(self, which: Dict[str, Call], case: object, x: Tensor, index: Tensor, y: Tensor) -> None:
        for name, call in which.items():
            mine, theirs = (x.clone(), x.clone()) if name.endswith("_") else (x, x)
            expected = outcome(call, theirs, index, y)
            with strew_torch.patch():
                actual = outcome(call, mine, index, y)
            if actual != expected:  # a subTest for each would take longer than the calls
                self.fail(f"{name} of {case}: {actual} instead of {expected}")
            self.n_rejected += isinstance(expected[1], str)

    def test_types(self) -> None:
        base, index, values = torch.arange(1, 4), torch.tensor([0, 2, 2]), torch.arange(1, 4)

        def cast(tensor: Tensor, dtype: torch.dtype) -> Tensor:
            return tensor.float().to(dtype)

        for dtype in DTYPES + OTHERS:
            self.compare(calls(), ("data and updates of", dtype), cast(base, dtype), index, cast(values, dtype))
            self.compare(calls(), ("updates of", dtype), base.float(), index, cast(values, dtype))
            self.compare(calls(), ("indices of", dtype), base.float(), cast(index, dtype), values.float())
            self.compare(calls(), ("no indices, of", dtype), base.float(), cast(index[:0], dtype), values.float()[:0])
            rows = torch.ones(3, 2)
            self.compare(calls(), ("gradients of rows, indices of", dtype), rows, cast(index, dtype), rows)
        self.assertGreater(self.n_rejected, 1000)

    def test_names_of_reductions(self) -> None:
        base, index = torch.ones(3), torch.tensor([0, 2, 2])
        self.compare(calls(reductions=NOT_REDUCTIONS), "a name", base, index, base)
        self.compare(calls(reductions=NOT_REDUCTIONS), "a name, nothing to do", base, index[:0], base[:0])
        self.assertGreater(self.n_rejected, 60)

    def test_shapes(self) -> None:
        shapes = [(), (0,), (1,), (2,), (3,), (1, 1), (2, 3), (3, 2), (3, 3), (0, 3), (1, 3, 1)]
        few = {name: call for name, call in calls(reductions=("amax",)).items() if "False" not in name}
        for a, b, c in itertools.product(shapes, repeat=3):
            self.compare(few, (a, b, c), torch.ones(a), torch.zeros(b, dtype=torch.int64), torch.ones(c))
        for dim in (1, -1, 2, -3):
            self.compare(calls(dim), ("dim", dim), torch.ones(2, 3), torch.zeros(2, dtype=torch.int64), torch.ones(2, 3))
            self.compare(calls(dim), ("dim", dim), torch.ones(2, 3), torch.zeros(2, 3, dtype=torch.int64), torch.ones(2, 3))
        self.assertGreater(self.n_rejected, 10_000)

    def indices_out_of_bounds(self) -> Iterator[Tuple[int, Tensor, Tensor, Tensor]]:
        for bad in (4, -1, -5, 1 << 40, -(1 << 63)):
            for dtype in (torch.int64, torch.int32) if abs(bad) < 1 << 31 else (torch.int64,):
                vector, rows = torch.tensor([0, bad, 1], dtype=dtype), torch.ones(3, 4)
                yield 0, torch.full((4,), 7.0), vector, torch.ones(3)
                yield 0, torch.full((4, 4), 7.0), vector, rows
                yield 1, torch.full((4, 4), 7.0), vector, rows.t()
                yield 0, torch.full((4, 4), 7.0), vector[:, None].expand(3, 4), rows
                yield 0, torch.full((4, 4), 7.0), vector[:, None].expand(3, 4).contiguous(), rows
                yield 1, torch.full((4, 4), 7.0).t(), vector.expand(4, 3).contiguous(), rows.t()
                yield 0, torch.full((0, 4), 7.0), vector[:, None].expand(3, 4), rows

    def test_indices_out_of_bounds(self) -> None:
        """The gradient of an embedding is left out: PyTorch does not check its indices."""
        for dim, x, index, y in self.indices_out_of_bounds():
            which = {name: call for name, call in calls(dim).items() if not name.startswith("embedding")}
            before = x.clone()
            self.compare(which, (dim, x.shape, index.tolist(), index.stride()), x, index, y)
            with strew_torch.patch():
                for name, call in which.items():
                    if name.endswith("_") and isinstance(outcome(call, x, index, y)[1], str):
                        self.assertTrue(torch.equal(x, before), name)
                    x.copy_(before)
        self.assertGreater(self.n_rejected, 2000)

    def test_the_gradient_of_an_embedding_checks_its_indices(self) -> None:
        with strew_torch.patch(), self.assertRaisesRegex(IndexError, r"indices\[1\] component 0 is 3, outside \[0, 2\]"):
            torch.ops.aten.embedding_dense_backward(torch.ones(2, 4), torch.tensor([0, 3]), 3, -1, False)

    def test_shared_memory(self) -> None:
        numbers = torch.arange(12).reshape(3, 4) % 3
        cases: List[Tuple[str, Callable[[], Tuple[Tensor, Tensor, Tensor]]]] = [
            ("updates are data", lambda: (x := numbers.clone(), numbers[:, :], x)),
            ("indices are data", lambda: (x := numbers.clone(), x, numbers)),
            ("updates overlap data", lambda: (x := numbers.clone(), numbers[:2], x[1:])[0:0] or (x[:2], numbers[:2], x[1:])),
            ("elements of data overlap", lambda: (numbers[:1].clone().expand(3, 4), numbers, numbers)),
            ("elements of data may overlap", lambda: (torch.arange(9).as_strided((3, 4), (2, 1)), numbers, numbers)),
            ("rows: updates are data", lambda: (x := numbers.clone(), torch.tensor([0, 1, 1]), x)),
            ("rows: elements of data overlap", lambda: (numbers[:1].clone().expand(3, 4), torch.tensor([0, 1, 1]), numbers)),
            ("numbers: indices are data", lambda: (x := torch.tensor([0, 1, 1]), x, torch.tensor([0, 1, 1]))),
        ]
        for case, make in cases:
            for name, call in calls().items():
                expected = outcome(call, *make())
                with strew_torch.patch():
                    actual = outcome(call, *make())
                self.assertEqual(actual, expected, (case, name))
                self.n_rejected += isinstance(expected[1], str)
        self.assertGreater(self.n_rejected, 50)

    def test_other_devices_and_layouts(self) -> None:
        base, index, values = torch.ones(3, 2), torch.tensor([[0, 2], [1, 1]]), torch.ones(2, 2)
        for x, i, y in (
            (base, index.to("meta"), values),
            (base, index, values.to("meta")),
            (base, index, values.to_sparse()),
            (base, index.to_sparse(), values),
            (base, index[:, 0], values.to("meta")),
            (base, index[:, 0].to("meta"), values),
        ):
            self.compare(calls(), (i.device, i.layout, y.device, y.layout), x, i, y)

    @unittest.skipIf(torch.__version__ < "2.13", "before 2.13 PyTorch's stable ABI itself writes its errors to the terminal")
    def test_no_memory(self) -> None:
        index = torch.zeros(1, 1, dtype=torch.int64).expand(1 << 30, 1 << 20)
        self.compare({"gather": calls()["gather"]}, "petabytes", torch.ones(1, 1), index, index)
        with self.assertRaisesRegex(RuntimeError, "memory|failed"):
            strew_torch.gather(torch.ones(1, 1), 0, index)
        with self.assertRaisesRegex(RuntimeError, "updates are float64, but data is float32"):
            strew_torch.scatter_add(torch.zeros(4), 0, torch.tensor([0, 1]), torch.ones(2, dtype=torch.float64))

    def test_gradients(self) -> None:
        """A call whose gradient is strew's is rejected as the others are."""
        for dim, x, index, y in self.indices_out_of_bounds():
            which = {name: call for name, call in calls(dim).items() if "scatter_" in name and not name.endswith("_")}
            which["scatter_add_"] = lambda x, i, y: (x * 1).scatter_add_(dim, i, y)
            self.compare(which, (dim, x.shape, index.tolist()), x.requires_grad_(), index, y.requires_grad_())
