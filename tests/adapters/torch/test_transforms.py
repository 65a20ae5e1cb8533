"""Every operator in every transform: torch.func's, activation checkpoints, compilers and export. Patched, PyTorch's operators give what
they give without the patch; strew_torch's functions give what PyTorch's operators of the same meaning give."""

from __future__ import annotations

import contextlib
import itertools
import unittest
import warnings
from typing import Any, Callable, ContextManager, Dict, List, Tuple

import torch
from torch import Tensor
from torch.func import grad, jacfwd, jacrev, jvp, vjp, vmap
from torch.testing import assert_close
from torch.utils.checkpoint import checkpoint

import strew_torch
from strew_torch import torch_scatter as s
from strew_torch._library import ops

Call = Callable[..., Any]

ROWS = torch.tensor([2, 0, 2, 3, 0])
ELEMENTS = torch.tensor([[0, 2, 2], [3, 2, 0], [0, 0, 3], [2, 2, 2], [0, 3, 0]])
WHOLE = ROWS[:, None].expand(5, 3)
COLUMNS = torch.tensor([0, 1, 2, 1, 0])
DISTINCT = torch.tensor([3, 0])
REDUCTIONS = ("sum", "prod", "mean", "amin", "amax")


def inputs() -> Tuple[Tensor, Tensor]:
    """self and src, of different numbers that are not 0."""
    numbers = torch.randperm(27, generator=torch.Generator().manual_seed(1)).double()
    return (numbers[:12].reshape(4, 3) + 1) / 9, (numbers[12:].reshape(5, 3) + 1) / 9


def aten() -> Dict[str, Call]:
    """What the patch routes, by self and src."""
    calls: Dict[str, Call] = {
        "scatter_add": lambda a, b: a.scatter_add(0, ELEMENTS, b),
        "scatter_add_": lambda a, b: (a * 1).scatter_add_(0, WHOLE, b),
        "index_add": lambda a, b: a.index_add(0, ROWS, b, alpha=-2.5),
        "index_add_": lambda a, b: (a * 1).index_add_(0, ROWS, b),
        "index_copy": lambda a, b: a.index_copy(0, DISTINCT, b[:2]),
        "index_copy_": lambda a, b: (a * 1).index_copy_(0, DISTINCT, b[:2]),
        "index_put": lambda a, b: a.index_put((ROWS, COLUMNS), b[:, 0], accumulate=True),
        "index_put_": lambda a, b: (a * 1).index_put_((DISTINCT,), b[:2]),
        "gather": lambda a, b: a.gather(0, ELEMENTS) * b,
        "index_select": lambda a, b: a.index_select(0, ROWS) * b,
        "[]": lambda a, b: a[ROWS, COLUMNS] * b[:, 0],
        "embedding": lambda a, b: torch.nn.functional.embedding(ROWS, a) * b,
    }
    for include in (True, False):
        for reduce in REDUCTIONS:
            calls[f"scatter_reduce {reduce} {include}"] = lambda a, b, r=reduce, i=include: a.scatter_reduce(
                0, ELEMENTS, b, r, include_self=i
            )
        for reduce in REDUCTIONS[1:]:
            calls[f"index_reduce {reduce} {include}"] = lambda a, b, r=reduce, i=include: a.index_reduce(0, ROWS, b, r, include_self=i)
    calls["scatter_reduce_ amax"] = lambda a, b: (a * 1).scatter_reduce_(0, WHOLE, b, "amax")
    calls["scatter_reduce_ mean"] = lambda a, b: (a * 1).scatter_reduce_(0, WHOLE, b, "mean", include_self=False)
    return calls


def own(a: Tensor, b: Tensor) -> Tensor:
    """A copy of a to write to. It is a batch where b is: under vmap that is PyTorch's rule for what is written in place."""
    return a + 0 * b[0, 0]


def strew() -> Dict[str, Tuple[Call, Call]]:
    """strew's functions, each with what PyTorch has for the same."""
    calls: Dict[str, Tuple[Call, Call]] = {
        "scatter_add_": (lambda a, b: strew_torch.scatter_add_(own(a, b), 0, ELEMENTS, b), lambda a, b: a.scatter_add(0, ELEMENTS, b)),
        "scatter_": (
            lambda a, b: strew_torch.scatter_(own(a, b), 0, DISTINCT[:, None].expand(2, 3), b[:2]),
            lambda a, b: a.index_copy(0, DISTINCT, b[:2]),
        ),
        "index_add": (lambda a, b: strew_torch.index_add(a, 0, ROWS, b), lambda a, b: a.index_add(0, ROWS, b)),
        "index_add alpha": (
            lambda a, b: strew_torch.index_add(a, 0, ROWS, b, alpha=1.5),
            lambda a, b: a.index_add(0, ROWS, b, alpha=1.5),
        ),
        "index_add_ alpha": (
            lambda a, b: strew_torch.index_add_(own(a, b), 0, ROWS, b, alpha=-3),
            lambda a, b: a.index_add(0, ROWS, b, alpha=-3),
        ),
        "sub": (lambda a, b: ops.scatter_reduce(a, 0, ELEMENTS, b, "sub"), lambda a, b: a.scatter_add(0, ELEMENTS, -b)),
        "index_copy": (lambda a, b: strew_torch.index_copy(a, 0, DISTINCT, b[:2]), lambda a, b: a.index_copy(0, DISTINCT, b[:2])),
        "index_put": (
            lambda a, b: strew_torch.index_put(a, (ROWS.short(), None), b, accumulate=True),
            lambda a, b: a.index_put((ROWS,), b, accumulate=True),
        ),
        "index_put_": (
            lambda a, b: strew_torch.index_put_(own(a, b), (None, DISTINCT % 2), b[:4, :2]),
            lambda a, b: a.index_copy(1, DISTINCT % 2, b[:4, :2]),
        ),
        "gather": (lambda a, b: strew_torch.gather(a, 0, ELEMENTS) * b, lambda a, b: a.gather(0, ELEMENTS) * b),
        "index_select": (lambda a, b: strew_torch.index_select(a, 0, ROWS) * b, lambda a, b: a.index_select(0, ROWS) * b),
        "scatter_sum": (lambda a, b: s.scatter_sum(b, ROWS, 0, dim_size=4) * a, lambda a, b: torch.zeros_like(a).index_add(0, ROWS, b) * a),
        "scatter_mul": (
            lambda a, b: s.scatter_mul(b, ROWS, 0, dim_size=4) * a,
            lambda a, b: torch.ones_like(a).scatter_reduce(0, WHOLE, b, "prod") * a,
        ),
    }
    for reduce in ("sum", "mean", "amin", "amax"):
        calls[f"spmm {reduce}"] = (
            lambda a, b, r=reduce: strew_torch.spmm((ROWS, ROWS.flip(0)), b, r, weights=a[ROWS, 0], n_rows=4) * a,
            lambda a, b, r=reduce: torch.zeros_like(a).scatter_reduce(0, WHOLE, b[ROWS.flip(0)] * a[ROWS, :1], r, include_self=False) * a,
        )
    for include in (True, False):
        for reduce in REDUCTIONS:
            reference: Call = lambda a, b, r=reduce, i=include: a.scatter_reduce(0, ELEMENTS, b, r, include_self=i)  # noqa: E731
            rows: Call = lambda a, b, r=reduce, i=include: a.scatter_reduce(0, WHOLE, b, r, include_self=i)  # noqa: E731
            calls[f"scatter_reduce {reduce} {include}"] = (
                lambda a, b, r=reduce, i=include: strew_torch.scatter_reduce(a, 0, ELEMENTS, b, r, include_self=i),
                reference,
            )
            calls[f"index_reduce {reduce} {include}"] = (
                lambda a, b, r=reduce, i=include: strew_torch.index_reduce(a, 0, ROWS, b, r, include_self=i),
                rows,
            )
    for name, reduce in (("scatter_max", "amax"), ("scatter_min", "amin")):
        calls[name] = (
            lambda a, b, f=getattr(s, name): f(b, ROWS, 0, dim_size=4)[0] * a,
            lambda a, b, r=reduce: torch.zeros_like(a).scatter_reduce(0, WHOLE, b, r, include_self=False) * a,
        )
    calls["scatter_mean"] = (
        lambda a, b: s.scatter_mean(b, ROWS, 0, dim_size=4) * a,
        lambda a, b: torch.zeros_like(a).scatter_reduce(0, WHOLE, b, "mean", include_self=False) * a,
    )
    return calls


def loss(call: Call) -> Call:
    return lambda *arguments: (call(*arguments) * 3).square().sum()


def backward(call: Call) -> Any:
    leaves = [x.requires_grad_() for x in inputs()]
    loss(call)(*leaves).backward()
    return [leaf.grad for leaf in leaves]


def second_gradients(call: Call) -> Any:
    leaves = [x.requires_grad_() for x in inputs()]
    first = torch.autograd.grad(loss(call)(*leaves), leaves, create_graph=True)
    return torch.autograd.grad(sum((x**2).sum() for x in first), leaves)


def product_with_tangents(call: Call) -> Any:
    return jvp(call, inputs(), tuple(x.flip(0) for x in inputs()))[1]


def vector_jacobian(call: Call) -> Any:
    result, pull = vjp(call, *inputs())
    return result, pull(result.cos())


def batched(call: Call) -> Any:
    a, b = inputs()
    return [
        vmap(call, (0, 0))(torch.stack([a, a / 2]), torch.stack([b, b * 3])),
        vmap(call, (None, 1))(a, torch.stack([b, b * 3], 1)),
        vmap(call, (-1, None))(torch.stack([a, a / 2], -1), b),
    ]


def batched_gradients(call: Call) -> Any:
    a, b = inputs()
    return vmap(grad(loss(call), (0, 1)), (0, None))(torch.stack([a, a / 2]), b)


def gradients_apart(call: Call) -> Any:
    """The same without vmap, which PyTorch's own gradient of a product does not take."""
    a, b = inputs()
    return tuple(map(torch.stack, zip(*(grad(loss(call), (0, 1))(x, b) for x in (a, a / 2)))))


TRANSFORMS: Dict[str, Callable[[Call], Any]] = {
    "backward": backward,
    "second gradients": second_gradients,
    "checkpoint": lambda call: backward(lambda *arguments: checkpoint(call, *arguments, use_reentrant=False)),
    "grad": lambda call: grad(loss(call), (0, 1))(*inputs()),
    "grad of grad": lambda call: grad(lambda *x: grad(loss(call))(*x).square().sum(), (0, 1))(*inputs()),
    "vjp": vector_jacobian,
    "jvp": product_with_tangents,
    "jacrev": lambda call: jacrev(call, (0, 1))(*inputs()),
    "jacfwd": lambda call: jacfwd(call, (0, 1))(*inputs()),
    "vmap": batched,
    "vmap of grad": batched_gradients,
}


def outcome(transform: Callable[[Call], Any], call: Call) -> Any:
    try:
        return transform(call)
    except (RuntimeError, NotImplementedError) as error:
        return type(error), str(error).split("\n")[0]


class Module(torch.nn.Module):
    def __init__(self, calls: List[Call]) -> None:
        super().__init__()
        self.calls = calls

    def forward(self, a: Tensor, b: Tensor) -> List[Tensor]:
        return [call(a, b) for call in self.calls]


class Transforms(unittest.TestCase):
    def setUp(self) -> None:
        warnings.simplefilter("ignore")  # of index_reduce, which is in beta, and of vmap's loops

    def test_patched(self) -> None:
        """What PyTorch cannot do is rejected as it rejects it."""
        n = 0
        for name, call in aten().items():
            for kind, transform in TRANSFORMS.items():
                with self.subTest(call=name, transform=kind):
                    expected = outcome(transform, call)
                    before = ops.n_calls()
                    with strew_torch.patch():
                        actual = outcome(transform, call)
                    if isinstance(expected, tuple) and isinstance(expected[0], type):
                        self.assertEqual(actual, expected)
                    else:
                        assert_close(actual, expected)
                        n += ops.n_calls() > before
        self.assertGreater(n, 300)  # transforms may make other operators of a few

    def test_functions(self) -> None:
        for name, (call, reference) in strew().items():
            for kind, transform in TRANSFORMS.items():
                with self.subTest(call=name, transform=kind):
                    if kind == "jvp":  # PyTorch's tangent of a product is not that of its Jacobian
                        jacobians = jacrev(reference, (0, 1))(*inputs())
                        expected = sum((j * x.flip(0)).sum((-2, -1)) for j, x in zip(jacobians, inputs()))
                    elif kind == "jacfwd":
                        expected = jacrev(reference, (0, 1))(*inputs())
                    elif kind == "vmap of grad":
                        expected = gradients_apart(reference)
                    else:
                        expected = transform(reference)
                    assert_close(transform(call), expected)

    def test_what_has_no_gradient_says_so(self) -> None:
        a, b = (x.requires_grad_() for x in inputs())
        writes: List[Callable[[Tensor], object]] = [
            lambda x: ops.scatter_reduce_(x, 0, ELEMENTS, b, "sum"),
            lambda x: ops.index_reduce_(x, 0, ROWS, b, "sum"),
            lambda x: ops.index_add_times_(x, 0, ROWS, b, torch.ones((), dtype=torch.float64)),
            lambda x: ops.index_put_(x, [ROWS], b, True),
        ]
        for write in writes:
            with self.assertRaisesRegex(NotImplementedError, r"torch.ops.strew.\w+_ has no gradient; strew_torch's functions .* have one"):
                write(a * 1)

    def test_second_gradients_of_products_of_zeros(self) -> None:
        """With one zero at a position they are right, with more they are rejected."""
        index, base = torch.tensor([0, 0, 1, 1]), torch.tensor([2.0, 3.0], dtype=torch.float64)
        call: Call = lambda x: strew_torch.scatter_reduce(base, 0, index, x, "prod")  # noqa: E731
        one, two = (torch.tensor([0.0, z, 5.0, 7.0], dtype=torch.float64, requires_grad=True) for z in (3.0, 0.0))
        self.assertTrue(torch.autograd.gradgradcheck(call, one))
        self.assertTrue(torch.autograd.gradcheck(call, two))
        (first,) = torch.autograd.grad(call(two).sum(), two, create_graph=True)
        with self.assertRaisesRegex(NotImplementedError, "no second gradient where several zeros"):
            first.sum().backward()

    def programs(self, patch: ContextManager[Any], calls: List[Call], references: List[Call]) -> None:
        """One program of all operators, compiled with its gradients, and exported."""
        expected = [backward(lambda *x: sum(y.square().sum() for y in Module(references)(*x))), Module(references)(*inputs())]
        with patch:
            compiled = torch.compile(Module(calls), backend="aot_eager", fullgraph=True)
            assert_close(backward(lambda *x: sum(y.square().sum() for y in compiled(*x))), expected[0])
            for decompose in (False, True):
                program = torch.export.export(Module(calls), inputs())
                program = program.run_decompositions() if decompose else program
                assert_close(list(program.module()(*inputs())), expected[1])

    def test_programs_patched(self) -> None:
        calls = list(aten().values())
        self.programs(strew_torch.patch(), calls, calls)

    def test_programs_of_functions(self) -> None:
        calls, references = zip(*strew().values())
        self.programs(contextlib.nullcontext(), list(calls), list(references))


class SmallerIndices(unittest.TestCase):
    """PyTorch reads the beginning of a src that is larger than its index, and has no gradient then. Patched, what is read has its gradient,
    and what is not read has none."""

    def calls(self) -> Dict[str, Callable[[Tensor, Tensor, Tensor], Tensor]]:
        calls: Dict[str, Callable[[Tensor, Tensor, Tensor], Tensor]] = {
            "scatter_add": lambda a, i, b: a.scatter_add(0, i, b),
            "scatter_add_": lambda a, i, b: (a * 1).scatter_add_(0, i, b),
            "strew_torch.scatter_add": lambda a, i, b: strew_torch.scatter_add(a, 0, i, b),
            "strew_torch.scatter_": lambda a, i, b: strew_torch.scatter_(a * 1, 0, i, b),
        }
        for reduce in REDUCTIONS:
            for include in (True, False):
                options = {"reduce": reduce, "include_self": include}
                calls[f"scatter_reduce {options}"] = lambda a, i, b, o=options: a.scatter_reduce(0, i, b, **o)  # type: ignore[misc]
                calls[f"scatter_reduce_ {options}"] = lambda a, i, b, o=options: (a * 1).scatter_reduce_(0, i, b, **o)  # type: ignore[misc]
        return calls

    def test_an_example(self) -> None:
        src = torch.ones(2, 3, requires_grad=True)
        with strew_torch.patch():
            torch.zeros(2, 3).scatter_add(0, torch.tensor([[1, 0]]), src).sum().backward()
        assert src.grad is not None
        self.assertEqual(src.grad.tolist(), [[1, 1, 0], [0, 0, 0]])

    def test_every_reduction(self) -> None:
        """Against the gradient of the part that is read, in every transform."""
        for (n, m), (name, call) in itertools.product(((1, 2), (5, 1), (2, 3), (0, 3), (0, 0)), self.calls().items()):
            index = DISTINCT.new_tensor([[3, 0, 1], [0, 3, 2], [3, 3, 0], [1, 1, 1], [0, 2, 2]])[:n, :m]
            if name == "strew_torch.scatter_":
                index = index[:1]  # which of two that are put in one place has the gradient is not promised
            for kind in ("backward", "checkpoint", "grad", "vjp", "vmap of grad"):
                with self.subTest(call=name, shape=(n, m), transform=kind):
                    reference = gradients_apart if kind == "vmap of grad" else TRANSFORMS[kind]
                    expected = reference(lambda a, b: call(a, index, b[: len(index), :m] + 0) if index.numel() > 0 else a + 0 * b.sum())
                    with strew_torch.patch():
                        actual = TRANSFORMS[kind](lambda a, b: call(a, index, b))
                    assert_close(actual, expected)
