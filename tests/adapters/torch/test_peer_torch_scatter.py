"""strew_torch.torch_scatter beside torch_scatter 2.1.2 itself, where `script/setup torch_scatter` has built it: it has no wheel. Shapes,
dimensions and types are those of its own tests.
"""

from __future__ import annotations

import importlib
import unittest
from typing import Any, Dict, Iterator, List, Tuple

import torch
from torch import Tensor
from torch.testing import assert_close

from strew_torch import torch_scatter as s

FLOATS = (torch.float16, torch.float32, torch.float64)
DTYPES = (*FLOATS, torch.bfloat16, torch.int32, torch.int64)
Case = Tuple[Tensor, Tensor, int]


def numbers(*shape: int, dtype: torch.dtype) -> Tensor:
    """Integers with equals among them, so that every sum is exact in every type."""
    generator = torch.Generator().manual_seed(sum(shape))
    return torch.randint(-9, 10, shape, generator=generator).to(dtype)


def of_scatter(dtype: torch.dtype) -> Iterator[Case]:
    one, rows = torch.tensor([0, 1, 1, 3, 0, 3]), torch.tensor([[0, 0, 1, 0, 2, 2], [2, 1, 0, 4, 4, 0]])
    yield numbers(6, dtype=dtype), one, -1
    yield numbers(6, 2, dtype=dtype), one, 0
    yield numbers(2, 6, dtype=dtype), one, 1
    yield numbers(2, 6, dtype=dtype), rows, 1
    yield numbers(2, 6, 2, dtype=dtype), rows, 1
    yield numbers(6, 2, 3, dtype=dtype), one, 0


def of_segments(dtype: torch.dtype) -> Iterator[Tuple[Tensor, Tensor, Tensor]]:
    """With an index and an indptr for the same segments."""
    one, two = [0, 0, 1, 1, 1, 3], [0, 0, 0, 2, 2, 3]
    index, indptr = torch.tensor([one, two]), torch.tensor([[0, 2, 5, 5, 6], [0, 3, 3, 5, 6]])
    yield numbers(6, dtype=dtype), index[0], indptr[0]
    yield numbers(6, 2, dtype=dtype), index[0], indptr[0]
    yield numbers(2, 6, dtype=dtype), index, indptr
    yield numbers(2, 6, 3, dtype=dtype), index, indptr
    yield numbers(2, 6, 3, dtype=dtype), index[:1].expand(2, -1), indptr[:1]  # of an index of one list it has no gradient


class Peer(unittest.TestCase):
    peer: Any

    @classmethod
    def setUpClass(cls) -> None:
        try:
            cls.peer = importlib.import_module("torch_scatter")
        except ImportError as error:
            raise unittest.SkipTest("torch_scatter is not there; script/setup torch_scatter builds it, in some minutes") from error

    def compare(self, name: str, src: Tensor, *arguments: Any, **options: Any) -> None:
        """The result, what `out` becomes, and the gradient."""
        with self.subTest(name=name, dtype=src.dtype, shape=tuple(src.shape), options=tuple(options)):
            found: List[List[Tensor]] = []
            for module in (s, self.peer):
                leaf = src.clone().requires_grad_(src.is_floating_point())
                own: Dict[str, Any] = {key: value.clone() if isinstance(value, Tensor) else value for key, value in options.items()}
                result = getattr(module, name)(leaf, *arguments, **own)
                found.append(list(result) if isinstance(result, tuple) else [result])
                found[-1] += [own["out"]] if "out" in own else []
                if leaf.requires_grad and "out" not in own:
                    weights = torch.arange(1, found[-1][0].numel() + 1).reshape(found[-1][0].shape).to(src.dtype)
                    (found[-1][0] * weights).sum().backward()
                    assert leaf.grad is not None
                    found[-1].append(leaf.grad)
            assert_close([one.detach() for one in found[0]], [one.detach() for one in found[1]], equal_nan=True)

    def test_scatters(self) -> None:
        for dtype in DTYPES:
            for src, index, dim in of_scatter(dtype):
                size = list(src.shape)
                size[dim] = 6
                for name in ("sum", "add", "mul", "mean", "min", "max"):
                    if name == "mul" and dtype in (torch.float16, torch.bfloat16):
                        continue  # its gradient of products of halves overflows
                    values = src.where(src != 0, 3) if name == "mul" else src  # a factor that is 0 has no gradient there
                    self.compare(f"scatter_{name}", values, index, dim)
                    self.compare(f"scatter_{name}", values, index, dim, dim_size=6)
                    self.compare(f"scatter_{name}", values, index, dim, out=torch.full(size, 2, dtype=dtype))

    def test_segments(self) -> None:
        for dtype in DTYPES:
            for src, index, indptr in of_segments(dtype):
                for name in ("sum", "add", "mean", "min", "max"):
                    if name == "mean" and not dtype.is_floating_point:
                        continue  # torch_scatter has none
                    self.compare(f"segment_{name}_csr", src, indptr)
                    self.compare(f"segment_{name}_coo", src, index)
                    self.compare(f"segment_{name}_coo", src, index, dim_size=5)
                of_each = src.narrow(indptr.dim() - 1, 0, 4)
                self.compare("gather_coo", of_each, index)
                self.compare("gather_csr", of_each, indptr)

    def test_statistics(self) -> None:
        for dtype in (torch.float32, torch.float64):
            for src, index, dim in of_scatter(dtype):
                for name in ("softmax", "log_softmax", "logsumexp", "std"):
                    self.compare(f"scatter_{name}", src / 4, index, dim)


if __name__ == "__main__":
    unittest.main()
