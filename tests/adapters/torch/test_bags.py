"""Bags of embeddings, by strew_torch.embedding_bag and patched, against PyTorch's own embedding_bag."""

from __future__ import annotations

import itertools
import unittest
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import torch
from torch import Tensor
from torch.nn import functional
from torch.testing import assert_close

import strew_torch
from strew_torch._library import ops

N_WORDS, N_INDICES, WIDTH = 20, 30, 6
OFFSETS = torch.tensor([0, 3, 3, 17, 29])
TYPES = (torch.float32, torch.float64, torch.float16, torch.bfloat16)


def words(*shape: int) -> Tensor:
    return torch.randint(0, N_WORDS, shape, generator=torch.Generator().manual_seed(1))


def table(dtype: torch.dtype = torch.float64) -> Tensor:
    """Numbers that all differ, so that a maximum is at one place."""
    permutation = torch.randperm(N_WORDS * WIDTH, generator=torch.Generator().manual_seed(2))
    return (permutation.reshape(N_WORDS, WIDTH) / 50 - 1).to(dtype)


def calls() -> Iterator[Tuple[str, Tensor, Optional[Tensor], Dict[str, Any]]]:
    """Every mode, with indices in one dimension or two, of int64 and int32, with padding and factors."""
    flat, square = words(N_INDICES), words(5, 6)
    factors = torch.randn(N_INDICES, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
    for mode, padding, is_int32 in itertools.product(("sum", "mean", "max"), (None, 4, -16), (False, True)):
        options: Dict[str, Any] = {"mode": mode, "padding_idx": padding}
        index = torch.int32 if is_int32 else torch.int64
        yield "offsets", flat.to(index), OFFSETS.to(index), options
        ends = torch.cat([OFFSETS, torch.tensor([N_INDICES])]).to(index)
        yield "all offsets", flat.to(index), ends, {**options, "include_last_offset": True}
        yield "square", square.to(index), None, options
        if mode == "sum":
            yield "factors", flat.to(index), OFFSETS.to(index), {**options, "per_sample_weights": factors}
            yield "factors of a square", square.to(index), None, {**options, "per_sample_weights": factors.reshape(5, 6)}


def outcome(function: Callable[..., Tensor], dtype: torch.dtype, input: Tensor, offsets: Optional[Tensor], options: Dict[str, Any]) -> List[Tensor]:
    """The result, and the gradients of its product with different numbers."""
    weight = table(dtype).requires_grad_()
    factors = options.get("per_sample_weights")
    if factors is not None:
        factors = factors.detach().clone().to(dtype).requires_grad_()
        options = {**options, "per_sample_weights": factors}
    result = function(input, weight, offsets, **options)
    (result * torch.arange(result.numel()).reshape(result.shape).to(dtype) / 7).sum().backward()
    return [result.detach(), *(leaf.grad for leaf in (weight, factors) if leaf is not None and leaf.grad is not None)]


class Bags(unittest.TestCase):
    def test_results_and_gradients(self) -> None:
        for dtype in TYPES:
            tolerance = {"rtol": 0.05, "atol": 0.2} if dtype.itemsize == 2 else {}
            for name, input, offsets, options in calls():
                with self.subTest(name=name, dtype=dtype, index=input.dtype, **options):
                    expected = outcome(functional.embedding_bag, dtype, input, offsets, options)
                    assert_close(outcome(strew_torch.embedding_bag, dtype, input, offsets, options), expected, **tolerance)
                    with strew_torch.patch():
                        assert_close(outcome(functional.embedding_bag, dtype, input, offsets, options), expected, **tolerance)

    def test_modules_are_routed(self) -> None:
        """All gradients are; forward, what PyTorch has no fast kernel for."""
        large = (1 << 23) // WIDTH + 1
        for options, dtype, n_words, is_fast in (
            ({"mode": "sum"}, torch.float32, N_WORDS, True),
            ({"mode": "sum"}, torch.float32, large, False),
            ({"mode": "mean"}, torch.float32, large, False),
            ({"mode": "sum"}, torch.float16, large, True),
            ({"mode": "sum", "padding_idx": 2}, torch.float32, N_WORDS, False),
            ({"mode": "mean", "padding_idx": 2}, torch.float32, N_WORDS, False),
            ({"mode": "mean"}, torch.float64, N_WORDS, False),
            ({"mode": "max"}, torch.float32, N_WORDS, False),
            ({"mode": "max", "padding_idx": 2}, torch.float16, N_WORDS, False),
        ):
            weight = torch.zeros(n_words, WIDTH, dtype=dtype)
            module = torch.nn.EmbeddingBag(n_words, WIDTH, dtype=dtype, _weight=weight, **options)
            with self.subTest(dtype=dtype, n_words=n_words, **options), strew_torch.patch():
                before = ops.n_calls()
                result = module(words(N_INDICES), OFFSETS)
                between = ops.n_calls()
                result.sum().backward()
                self.assertEqual((between == before, ops.n_calls() == between), (is_fast, False))

    def test_sums_of_halves_are_rounded_once(self) -> None:
        ones = torch.ones(1, 40)
        input, offsets = torch.zeros(5000, dtype=torch.int64), torch.tensor([0])
        for dtype in (torch.float16, torch.bfloat16):
            weight = (ones + 0.25).to(dtype)
            self.assertEqual(strew_torch.embedding_bag(input, weight, offsets, mode="sum").unique().tolist(), [torch.tensor(6250.0).to(dtype).item()])

    def test_infinities_that_are_padding(self) -> None:
        weight = torch.zeros(3, 2)
        weight[1] = torch.inf
        input, offsets = torch.tensor([1, 0, 1]), torch.tensor([0, 2])
        for mode in ("sum", "mean", "max"):
            self.assertEqual(strew_torch.embedding_bag(input, weight, offsets, mode=mode, padding_idx=1).tolist(), [[0, 0]] * 2)

    def test_gradients_of_factors_where_the_last_offset_is_given_or_not(self) -> None:
        """PyTorch passes the offsets to this gradient as the caller gave them."""
        ends, factors = torch.cat([OFFSETS, torch.tensor([N_INDICES])]), torch.randn(N_INDICES, dtype=torch.float64)
        for offsets, options in ((OFFSETS, {}), (ends, {"include_last_offset": True})):
            with self.subTest(**options):
                before = ops.n_calls()
                given: Dict[str, Any] = {"mode": "sum", "per_sample_weights": factors, **options}
                expected = outcome(functional.embedding_bag, torch.float64, words(N_INDICES), offsets, given)
                with strew_torch.patch():
                    assert_close(outcome(functional.embedding_bag, torch.float64, words(N_INDICES), offsets, given), expected)
                self.assertGreaterEqual(ops.n_calls() - before, 3)  # forward, and a gradient of each

    def test_maxima_of_empty_bags_and_of_nan(self) -> None:
        weight = torch.tensor([[1.0, torch.nan], [2.0, 3.0]], requires_grad=True)
        with strew_torch.patch():
            result = functional.embedding_bag(torch.tensor([1, 0]), weight, torch.tensor([0, 0, 2]), mode="max")
        assert_close(result, torch.tensor([[0, 0], [2, torch.nan], [0, 0]]), equal_nan=True)
        result.backward(torch.tensor([[torch.nan, 5.0], [6.0, 7.0], [8.0, 9.0]]))
        self.assertEqual(weight.grad.tolist() if weight.grad is not None else None, [[0, 7], [6, 0]])

    def test_what_is_left_to_pytorch(self) -> None:
        input = words(5, 6)
        for options in ({"max_norm": 1.0}, {"scale_grad_by_freq": True}, {"sparse": True}):
            with self.subTest(**options):
                grads = []
                for function in (functional.embedding_bag, strew_torch.embedding_bag):
                    weight = table().requires_grad_()
                    function(input, weight, mode="sum", **options).square().sum().backward()  # type: ignore[operator]
                    assert weight.grad is not None
                    grads.append(weight.grad.to_dense())
                assert_close(grads[1], grads[0])

    def test_gradients_of_any_order(self) -> None:
        factors = torch.rand(N_INDICES, dtype=torch.float64, requires_grad=True)
        for mode, given in itertools.product(("sum", "mean", "max"), (None, factors)):
            if given is not None and mode != "sum":
                continue

            def call(weight: Tensor, factors: Optional[Tensor] = given) -> Tensor:
                return strew_torch.embedding_bag(words(N_INDICES), weight, OFFSETS, mode=mode, per_sample_weights=factors, padding_idx=4)

            inputs = (table().requires_grad_(),) if given is None else (table().requires_grad_(), given)
            with self.subTest(mode=mode, has_factors=given is not None):
                self.assertTrue(torch.autograd.gradcheck(call, inputs, fast_mode=True))
                self.assertTrue(torch.autograd.gradgradcheck(call, inputs, fast_mode=True))

    def test_compiled(self) -> None:
        def step(input: Tensor, weight: Tensor, offsets: Tensor) -> Tensor:
            results = [strew_torch.embedding_bag(input, weight, offsets, mode=mode, padding_idx=4) for mode in ("sum", "mean", "max")]
            return torch.stack(results).square().sum()

        weight = table().requires_grad_()
        expected = torch.autograd.grad(step(words(N_INDICES), weight, OFFSETS), weight)
        compiled = torch.compile(step, backend="aot_eager", fullgraph=True)
        assert_close(torch.autograd.grad(compiled(words(N_INDICES), weight, OFFSETS), weight), expected)

    def test_what_is_rejected(self) -> None:
        weight, flat, square = table(), words(N_INDICES), words(5, 6)
        bag = strew_torch.embedding_bag
        cases: List[Tuple[Any, str, Callable[[], object]]] = [
            (IndexError, r"update_indices\[0\] is 20, outside \[0, 19\]", lambda: bag(torch.full((2,), 20), weight, torch.tensor([0]))),
            (IndexError, r"offsets\[1\] is 2, outside \[3, 30\]", lambda: bag(flat, weight, torch.tensor([3, 2]))),
            (IndexError, r"offsets\[0\] is -1, outside \[0, 30\]", lambda: bag(flat, weight, torch.tensor([-1, 2]))),
            (IndexError, r"offsets\[1\] is 31, outside \[0, 30\]", lambda: bag(flat, weight, torch.tensor([0, 31]), include_last_offset=True)),
            (ValueError, 'mode is "min"', lambda: bag(flat, weight, OFFSETS, mode="min")),
            (ValueError, "weight has 1 dimensions", lambda: bag(flat, weight[0], OFFSETS)),
            (ValueError, "input has 3 dimensions", lambda: bag(square[None], weight)),
            (ValueError, "offsets are for an input of one dimension", lambda: bag(flat, weight)),
            (ValueError, "offsets are for an input of one dimension", lambda: bag(square, weight, OFFSETS)),
            (ValueError, "per_sample_weights has the shape", lambda: bag(square, weight, mode="sum", per_sample_weights=torch.ones(30))),
            (NotImplementedError, 'for the mode "sum", not "mean"', lambda: bag(square, weight, per_sample_weights=torch.ones(5, 6))),
            (ValueError, r"padding_idx is 20, outside \[-20, 19\]", lambda: bag(square, weight, padding_idx=20)),
            (RuntimeError, "offsets has no elements", lambda: bag(flat, weight, OFFSETS[:0], include_last_offset=True)),
        ]
        for kind, sentence, call in cases:
            with self.subTest(sentence), self.assertRaisesRegex(kind, sentence):
                call()

    def test_patched_errors_are_pytorchs(self) -> None:
        weight = table()
        for input, offsets, options in (
            (torch.full((2,), 20), torch.tensor([0]), {}),
            (words(4), torch.tensor([1, 2]), {}),
            (words(4), torch.tensor([0, 9]), {"padding_idx": 2}),
        ):
            errors = []
            for patched in (False, True):
                with self.subTest(offsets=offsets.tolist()), self.assertRaises(RuntimeError) as caught:
                    if patched:
                        with strew_torch.patch():
                            functional.embedding_bag(input, weight, offsets, mode="sum", **options)
                    else:
                        functional.embedding_bag(input, weight, offsets, mode="sum", **options)
                errors.append(str(caught.exception).splitlines()[0])
            self.assertEqual(errors[1], errors[0])


if __name__ == "__main__":
    unittest.main()
