"""The operators of torch.ops.strew and the functions around them."""

from __future__ import annotations

import itertools
import unittest
import warnings
from typing import Any, Callable, List, Tuple

import torch
from onnx.reference import ReferenceEvaluator
from torch import Tensor
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing import assert_close

import strew_torch
from strew_torch._library import ops

REDUCTIONS = ("sum", "prod", "mean", "amin", "amax")


def double(*shape: int, seed: int = 0) -> Tensor:
    """Different values that are not 0: extremes and quotients have a gradient everywhere."""
    generator = torch.Generator().manual_seed(seed)
    n = torch.Size(shape).numel()
    return ((torch.randperm(n, generator=generator) + 1).double() / (n + 1) + seed / 100).reshape(shape).requires_grad_()


ELEMENTS = torch.tensor([[0, 2, 2], [3, 2, 0]])
SLICES = torch.tensor([2, 0, 2, 3])


class Gradients(unittest.TestCase):
    def check(self, call: Callable[..., Tensor], *inputs: Tensor, twice: bool = True) -> None:
        self.assertTrue(torch.autograd.gradcheck(call, inputs))
        if twice:
            self.assertTrue(torch.autograd.gradgradcheck(call, inputs))

    def test_a_product_with_zeros(self) -> None:
        index = torch.tensor([0, 0, 1, 1, 1, 2])
        source = torch.tensor([0.0, 2, 0, 0, 3, 5], dtype=torch.float64, requires_grad=True)
        base = torch.tensor([1.0, 2, 0, 4], dtype=torch.float64, requires_grad=True)
        self.check(lambda a, b: strew_torch.scatter_reduce(a, 0, index, b, "prod"), base, source, twice=False)

    def test_ties_share_a_gradient(self) -> None:
        base = torch.tensor([3.0, 1.0], requires_grad=True)
        source = torch.tensor([3.0, 3.0, 0.0], requires_grad=True)
        strew_torch.scatter_reduce(base, 0, torch.tensor([0, 0, 1]), source, "amax").sum().backward()
        assert_close(base.grad, torch.tensor([1 / 3, 1.0]))
        assert_close(source.grad, torch.tensor([1 / 3, 1 / 3, 0.0]))


class Versions(unittest.TestCase):
    def test_what_a_gradient_needs_must_not_be_written(self) -> None:
        """PyTorch counts how often each tensor is written. It would compute wrong gradients otherwise."""
        rows = torch.ones(2, 3)
        writes: List[Callable[[Tensor], object]] = [
            lambda t: strew_torch.scatter_add_(t, 0, ELEMENTS, rows),
            lambda t: strew_torch.scatter_(t, 0, ELEMENTS, rows),
            lambda t: strew_torch.index_reduce_(t, 0, torch.tensor([1, 0]), rows, "amax"),
            lambda t: strew_torch.index_put_(t, (torch.tensor([1, 0]),), rows, accumulate=True),
            lambda t: strew_torch.index_add_(t, 0, torch.tensor([1, 0]), rows, alpha=0.5),
            lambda t: ops.scatter_reduce_(t, 0, ELEMENTS, rows, "sum"),
        ]
        for i, write in enumerate(writes):
            with self.subTest(i=i):
                weight, saved = torch.ones(4, 3, requires_grad=True), torch.full((4, 3), 2.0)
                product = (weight * saved).sum()
                write(saved)
                with self.assertRaisesRegex(RuntimeError, "modified by an inplace operation"):
                    product.backward()

    def test_tensors_of_inference_mode_have_no_count(self) -> None:
        with torch.inference_mode():
            base = torch.zeros(4, 3)
            self.assertEqual(strew_torch.scatter_add_(base, 0, ELEMENTS, torch.ones(2, 3)).sum().item(), 6)


class Compilers(unittest.TestCase):
    """torch.compile, functionalisation and vmap."""

    def cases(self) -> List[Tuple[Any, Tuple[Any, ...]]]:
        base, source = torch.randn(4, 3), torch.randn(2, 3)
        rows = torch.randn(4, 3)
        expanded = torch.tensor([3, 0])[:, None].expand(2, 3)
        return [
            (ops.scatter_reduce.default, (base, 0, ELEMENTS, source, "sum", True)),
            (ops.scatter_reduce.default, (base.t(), -1, expanded.t(), source.t(), "mean", False)),
            (ops.scatter_reduce_.default, (base.clone(), 0, ELEMENTS, source, "amax", True)),
            (ops.index_reduce.default, (base, 0, SLICES, rows, "prod", True)),
            (ops.index_reduce_.default, (base.clone(), 0, SLICES, rows, "sum", True)),
            (ops.index_add_times.default, (base, 0, SLICES, rows.clone().requires_grad_(), torch.tensor(0.7))),
            (ops.index_add_times_.default, (base.clone(), 0, SLICES, rows, torch.tensor(-3.0))),
            (ops.index_put.default, (base, [SLICES, None], rows, True)),
            (ops.index_put_.default, (base.clone(), [None, torch.tensor([0, -1])], torch.randn(2), False)),
            (ops.gather.default, (base.clone().requires_grad_(), 0, ELEMENTS)),
            (ops.index_select.default, (base.clone().requires_grad_(), 0, SLICES)),
            (ops.scatter_add.default, (base, 0, ELEMENTS, source.clone().requires_grad_())),
            (ops.index_add.default, (base, 0, SLICES, rows.clone().requires_grad_())),
            (ops.index_copy.default, (base, 0, SLICES, rows)),
        ]

    def test_opcheck(self) -> None:
        for operator, arguments in self.cases():
            with self.subTest(operator=str(operator)):
                torch.library.opcheck(operator, arguments)

    def test_functionalised_by_torch_func(self) -> None:
        """Every function that writes, to a whole tensor and to a view, and aten's own when they are patched. The traced program writes nothing."""
        rows = torch.randn(4, 3)
        writes: List[Callable[[Tensor], object]] = [
            lambda x: strew_torch.scatter_(x, 0, SLICES[:, None], rows),
            lambda x: strew_torch.scatter_add_(x[:, 1:], 0, ELEMENTS[:, :2], rows),
            lambda x: strew_torch.scatter_reduce_(x, 0, ELEMENTS, rows, "amax"),
            lambda x: strew_torch.index_add_(x.t(), 1, SLICES, rows.t(), alpha=2),
            lambda x: strew_torch.index_copy_(x, 0, SLICES, rows),
            lambda x: strew_torch.index_reduce_(x[1:], 0, torch.tensor([2, 0]), rows[:2], "prod"),
            lambda x: strew_torch.index_put_(x, (SLICES,), rows, accumulate=True),
            lambda x: x.scatter_add_(0, ELEMENTS, rows).index_add_(0, SLICES, rows).index_put_((SLICES,), rows, accumulate=True),
        ]
        for i, write in enumerate(writes):

            def step(x: Tensor) -> Tensor:
                x = x + 1
                write(x)
                return x * 2

            x = torch.randn(4, 3)
            with self.subTest(i=i), strew_torch.patch():
                assert_close(torch.func.functionalize(step)(x), step(x), rtol=0, atol=0)
                targets = [node.target for node in make_fx(torch.func.functionalize(step))(x).graph.nodes if node.op == "call_function"]
                self.assertEqual([str(target) for target in targets if target._schema.is_mutable], [])

    def test_functionalize_rejects_operators_that_write(self) -> None:
        call = torch.func.functionalize(lambda x: ops.scatter_reduce_(x, 0, ELEMENTS, torch.ones(2, 3), "sum", True))
        with self.assertRaisesRegex(RuntimeError, "custom .non-ATen. operator .*strew::scatter_reduce_"):
            call(torch.zeros(4, 3))

    def test_exported(self) -> None:
        """An exported program has strew's operators, and only aten's after decompositions."""

        class Model(torch.nn.Module):
            def forward(self, x: Tensor, y: Tensor) -> Tensor:
                x = strew_torch.scatter_reduce(x, 0, ELEMENTS, y, "mean", include_self=False)
                x = strew_torch.index_add(x, 1, torch.tensor([2, 0]), y.repeat(2, 1)[:, :2], alpha=-0.5)
                x = strew_torch.index_reduce(x, 0, SLICES, x * 2, "amax")
                x = strew_torch.scatter_reduce(x, 1, ELEMENTS.clamp(max=2), y, "none")
                x = strew_torch.index_put(x, (None, torch.tensor([0, -1])), torch.tensor(0.5, dtype=torch.float64), True)
                return strew_torch.gather(strew_torch.index_select(x, 0, SLICES), 0, ELEMENTS)

        inputs = (double(4, 3).detach(), double(2, 3, seed=1).detach())
        program = torch.export.export(Model(), inputs)
        self.assertIn("strew.", program.graph_module.code)
        assert_close(program.module()(*inputs), Model()(*inputs), rtol=0, atol=0)
        without = program.run_decompositions(strew_torch.decompositions())
        self.assertNotIn("strew.", without.graph_module.code)
        assert_close(without.module()(*inputs), Model()(*inputs))

    def test_exported_to_onnx(self) -> None:
        """PyTorch's exporter has ONNX's operators for what the decompositions leave."""

        class Model(torch.nn.Module):
            def forward(self, x: Tensor, y: Tensor) -> Tensor:
                x = strew_torch.scatter_add(x, 0, ELEMENTS, y)
                x = strew_torch.scatter_reduce(x, 0, ELEMENTS.flip(0), y, "amax")
                x = strew_torch.index_put(x, (torch.tensor([1]),), torch.full((1, 3), 0.5, dtype=torch.float64))
                return strew_torch.gather(strew_torch.index_select(x, 0, torch.tensor([3, 0, 1, 2])), 0, ELEMENTS)

        inputs = (double(4, 3).detach(), double(2, 3, seed=1).detach())
        program = torch.export.export(Model(), inputs).run_decompositions(strew_torch.decompositions())
        model = torch.onnx.export(program, dynamo=True, verbose=False).model_proto
        self.assertEqual([node.op_type for node in model.graph.node], ["ScatterElements", "ScatterElements", "ScatterND", "Gather", "GatherElements"])
        feeds = {value.name: array.numpy() for value, array in zip(model.graph.input, inputs)}
        assert_close(torch.from_numpy(ReferenceEvaluator(model).run(None, feeds)[0]), Model()(*inputs))

    def test_vmap(self) -> None:
        elements = torch.stack([ELEMENTS, ELEMENTS.flip(0), ELEMENTS.roll(1, 1)])
        slices = torch.stack([SLICES, SLICES.flip(0), SLICES.roll(1)])
        a, b, rows = torch.randn(3, 4, 3), torch.randn(3, 2, 3), torch.randn(3, 4, 3)
        calls: List[Tuple[Callable[..., Tensor], Tuple[Any, ...], Tuple[Any, ...]]] = []
        for at in itertools.product((0, None), repeat=3):
            if at == (None, None, None):
                continue
            pick = [lambda t, d=d: t if d == 0 else t[0] for d in at]
            calls += [
                (lambda x, i, y: ops.scatter_reduce(x, 0, i, y, "amax", True), (pick[0](a), pick[1](elements), pick[2](b)), at),
                (lambda x, i, y: ops.scatter_reduce(x, -2, i, y, "sum", False), (pick[0](a), pick[1](elements), pick[2](b)), at),
                (lambda x, i, y: ops.index_reduce(x, 0, i, y, "mean", True), (pick[0](a), pick[1](slices), pick[2](rows)), at),
                (lambda x, i, y: ops.index_reduce(x, -2, i, y, "sum", True), (pick[0](a), pick[1](slices), pick[2](rows)), at),
                (lambda x, i, y: ops.index_put(x, [i], y, True), (pick[0](a), pick[1](slices), pick[2](rows)), at),
            ]
            if at[2] is None:
                calls += [
                    (lambda x, i: ops.gather(x, 0, i), (pick[0](a), pick[1](elements)), at[:2]),
                    (lambda x, i: ops.index_select(x, 0, i), (pick[0](a), pick[1](slices)), at[:2]),
                    (lambda x, i: ops.index_select(x, -2, i), (pick[0](a), pick[1](slices)), at[:2]),
                ]
        for call, inputs, at in calls:
            with self.subTest(at=at, shapes=[x.shape for x in inputs]):
                expected = torch.stack([call(*(x[i] if d == 0 else x for x, d in zip(inputs, at))) for i in range(3)])
                assert_close(torch.vmap(call, at)(*inputs), expected, rtol=0, atol=0)

    def test_vmap_of_another_dimension_and_of_scalars(self) -> None:
        a, b, index = torch.randn(4, 3, 5), torch.randn(2, 3, 5), ELEMENTS
        call = lambda x, y: ops.scatter_reduce(x, 0, index, y, "sum", True)  # noqa: E731
        expected = torch.stack([call(a[..., i], b[..., i]) for i in range(5)])
        assert_close(torch.vmap(call, -1)(a, b), expected, rtol=0, atol=0)
        numbers, zero = torch.randn(5), torch.tensor(0)
        assert_close(torch.vmap(lambda x: ops.scatter_reduce(x, 0, zero, x, "sum", True))(numbers), 2 * numbers)
        assert_close(torch.vmap(lambda x: ops.gather(x, 0, zero))(numbers), numbers)
        assert_close(torch.vmap(lambda x: ops.index_select(x, 0, zero))(numbers), numbers)
        assert_close(torch.vmap(lambda x: ops.index_reduce(x, 0, zero, x, "sum", True))(numbers), 2 * numbers)


class Faults(unittest.TestCase):
    def test_a_bad_index_is_an_index_error_and_nothing_is_written(self) -> None:
        for index in (torch.tensor([0, 4]), torch.tensor([0, -1])):
            out = torch.full((4,), 7.0)
            with self.assertRaisesRegex(IndexError, r"^indices\[1\] component 0 is (4|-1), outside \[0, 3\] of data dimension 0$"):
                strew_torch.scatter_add_(out, 0, index, torch.ones(2))
            with self.assertRaises(IndexError):
                strew_torch.index_add_(out, 0, index, torch.ones(2))
            with self.assertRaises(IndexError):
                strew_torch.gather(out, 0, index)
            with self.assertRaises(IndexError):
                strew_torch.index_put_(out, (index - 9,), torch.ones(2))
            self.assertEqual(out.tolist(), [7.0] * 4)

    def test_of_a_scalar_one_element_can_be_selected(self) -> None:
        number = torch.tensor(7.0)
        self.assertEqual(strew_torch.index_select(number, 0, torch.tensor([0])).tolist(), 7.0)
        for n in (0, 2, 100_000):
            index = torch.zeros(n, dtype=torch.int64)
            with strew_torch.patch(), self.assertRaises((RuntimeError, IndexError)):
                torch.index_select(number, 0, index)
            with self.assertRaisesRegex(RuntimeError, f"index has {n} elements; of a scalar it can select only one"):
                strew_torch.index_select(number, 0, index)

    def test_more_dimensions_than_64(self) -> None:
        """PyTorch lets a tensor have them, and has few operators for it."""
        sentence = "strew takes tensors of at most 64 dimensions"
        deep, deeper = torch.zeros([1] * 64), torch.zeros([1] * 65)
        index, wide = torch.zeros([1] * 40, dtype=torch.int64), torch.zeros([1] * 64, dtype=torch.int64)
        with self.assertRaisesRegex(RuntimeError, sentence):
            strew_torch.index_select(deeper, 0, torch.tensor([0]))
        for base, indices in ((deep, (index,)), (torch.zeros([1] * 30), (index, index)), (torch.zeros(1, 1), (wide, wide))):
            with self.assertRaisesRegex(RuntimeError, r"index_put needs \d+ dimensions"):
                strew_torch.index_put_(base, indices, torch.ones(()))
        self.assertEqual(strew_torch.index_put_(torch.zeros(1), (wide,), torch.ones(())).tolist(), [1])

    def test_a_tensor_of_another_device_has_no_kernel(self) -> None:
        with self.assertRaises(NotImplementedError):
            ops.scatter_reduce_(torch.zeros(4, device="meta").to_sparse(), 0, torch.tensor([0]), torch.ones(1), "sum")


class Types(unittest.TestCase):
    def test_float8_and_types_without_arithmetic_are_moved(self) -> None:
        for dtype in (torch.float8_e4m3fn, torch.float8_e8m0fnu, torch.complex32):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                values = torch.arange(1, 9, dtype=torch.int8).repeat(4)[: 4 * dtype.itemsize].view(dtype)
                moved = strew_torch.index_select(values, 0, torch.tensor([3, 0]))
            self.assertEqual(moved.view(torch.int8).tolist(), self.bytes(values, [3, 0]))

    def bytes(self, values: Tensor, at: List[int]) -> List[int]:
        size = values.dtype.itemsize
        all_bytes = values.view(torch.int8).tolist()
        return [byte for i in at for byte in all_bytes[i * size : (i + 1) * size]]

    def test_include_self_says_nothing_of_what_replaces(self) -> None:
        base, rows = torch.zeros(4, 3), torch.arange(12.0).reshape(4, 3)
        for include_self in (True, False):
            with self.subTest(include_self=include_self):
                result = strew_torch.index_reduce(base, 0, SLICES, rows, "none", include_self=include_self)
                assert_close(result, torch.stack([rows[1], base[1], rows[2], rows[3]]), rtol=0, atol=0)
                result = strew_torch.scatter_reduce(base, 0, SLICES[:, None], rows, "none", include_self=include_self)
                assert_close(result[:, 0], torch.tensor([3.0, 0.0, 6.0, 9.0]), rtol=0, atol=0)

    def test_strides_are_followed(self) -> None:
        storage = torch.zeros(6, 8)
        out = storage.t()[::2, 1::2]  # shape (4, 3)
        source = torch.arange(12.0).reshape(3, 4).t()[:2]
        index = torch.tensor([3, 1])[:, None].expand(2, 3)
        strew_torch.scatter_add_(out, 0, index, source[:, :3])
        expected = torch.zeros(4, 3)
        for j in range(3):
            expected[3, j] += source[0, j]
            expected[1, j] += source[1, j]
        assert_close(out, expected)
        self.assertEqual(int(storage.count_nonzero()), int(expected.count_nonzero()))

    def test_an_expanded_index_is_not_materialised(self) -> None:
        """An index of 2^40 elements could not be: they would take 8 TiB."""
        index = torch.tensor([[1], [0]]).expand(2, 1 << 40)
        base = torch.zeros(2, 1).expand(2, 1 << 40)
        with self.assertRaises(RuntimeError):  # of the output, whose elements share addresses: the index was never a problem
            strew_torch.scatter_add_(base, 0, index, base)


class Determinism(unittest.TestCase):
    def test_any_number_of_threads_gives_the_same_bits(self) -> None:
        generator = torch.Generator().manual_seed(3)
        index = torch.randint(0, 5000, (200000,), generator=generator)
        source = torch.randn(200000, 8, generator=generator)
        before = torch.get_num_threads()
        results = []
        try:
            for n_threads in (1, 2, 3, 7):
                torch.set_num_threads(n_threads)
                results.append(strew_torch.index_add(torch.zeros(5000, 8), 0, index, source))
        finally:
            torch.set_num_threads(before)
        for result in results[1:]:
            self.assertTrue(torch.equal(result, results[0]))
