"""strew_torch.patch: what changes, what does not, and that it ends."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
import time
import unittest
import warnings
from typing import Callable, Dict, Iterator, List, Tuple

import torch
from torch import Tensor
from torch.testing import assert_close

import strew_torch
from strew_torch._library import ops

OLD = tuple(map(int, torch.__version__.split(".")[:2])) < (2, 14)
INDEX = torch.tensor([2, 0, 2, 1, 2])
# A sum that depends on the order and on where it is rounded: strew adds in the order of the tuples.
TINY = torch.tensor([1.0, 0.0, 2.0**-24, 0.0, 2.0**-24])


def events(call: Callable[[], object]) -> str:
    """Whether strew or aten does a call."""
    before = ops.n_calls()
    call()
    return "strew" if ops.n_calls() > before else "aten"


class Patch(unittest.TestCase):
    def setUp(self) -> None:
        self.assertFalse(strew_torch.is_patched())

    def calls(self) -> Dict[str, Callable[[], object]]:
        at, ones = torch.tensor([0, 2]), torch.ones(2)
        return {
            "scatter_add": lambda: torch.zeros(4).scatter_add(0, at, ones),
            "scatter_add_": lambda: torch.zeros(4).scatter_add_(0, at, ones),
            "scatter_reduce": lambda: torch.zeros(4).scatter_reduce(0, at, ones, "amax"),
            "scatter_reduce_": lambda: torch.zeros(4).scatter_reduce_(0, at, ones, "mean", include_self=False),
            "index_add": lambda: torch.zeros(4).index_add(0, at, ones),
            "index_add_": lambda: torch.zeros(4).index_add_(0, at, ones, alpha=-1),
            "index_add with alpha": lambda: torch.zeros(4).index_add(0, at, ones, alpha=2.5),
            "index_add_ with alpha": lambda: torch.zeros(4, dtype=torch.int32).index_add_(0, at, ones.int(), alpha=-3),
            "index_reduce": lambda: torch.zeros(4).index_reduce(0, at, ones, "prod"),
            "index_reduce_": lambda: torch.zeros(4).index_reduce_(0, at, ones, "amin"),
            "index_copy": lambda: torch.zeros(4).index_copy(0, at, ones),
            "index_copy_": lambda: torch.zeros(4).index_copy_(0, at, ones),
            "index_put": lambda: torch.zeros(4).index_put((at,), ones, accumulate=True),
            "index_put_": lambda: torch.zeros(4).index_put_((at,), ones),
            "gather": lambda: torch.zeros(4).gather(0, at),
            "index_select": lambda: torch.zeros(4).index_select(0, at),
            "scatter": lambda: torch.zeros(4).scatter(0, at, ones),
            "scatter_": lambda: torch.zeros(4).scatter_(0, at, ones),
            "scatter of a number": lambda: torch.zeros(4).scatter(0, at, 2.5),
            "scatter_ of a number": lambda: torch.zeros(4, dtype=torch.int8).scatter_(0, at, -3),
            "scatter that adds": lambda: torch.zeros(4).scatter(0, at, ones, reduce="add"),
            "scatter_ that multiplies": lambda: torch.zeros(4).scatter_(0, at, ones, reduce="multiply"),
            "scatter of a number that adds, with alpha": lambda: torch.zeros(4).scatter(0, at, 2, reduce="add"),
            "scatter_ of a number that adds, with alpha": lambda: torch.zeros(4).scatter_(0, at, 2, reduce="add"),
            "masked_scatter": lambda: torch.zeros(4).masked_scatter(torch.tensor([True, False, True, False]), ones),
            "masked_scatter_": lambda: torch.zeros(2, 4).masked_scatter_(torch.tensor([True, False, False, False]), ones),
            "index_fill": lambda: torch.zeros(4).index_fill(0, at, 2.5),
            "index_fill_": lambda: torch.zeros(4, dtype=torch.bool).index_fill_(0, at, True),
            "index_fill_ with a tensor": lambda: torch.zeros(4).index_fill_(0, at, ones[0]),
            "take": lambda: torch.zeros(2, 2).t().take(at),
            "put_": lambda: torch.zeros(2, 2).put_(at, ones),
            "put": lambda: torch.zeros(2, 2).put(at[:, None] - 4, ones, accumulate=True),
            "_embedding_bag": lambda: torch.ops.aten._embedding_bag(torch.ones(3, 2), at, at, False, 0, False, None, False, 1),
            "_embedding_bag_forward_only": lambda: torch.nn.functional.embedding_bag(at, torch.ones(3, 2), at, mode="sum", padding_idx=1),
            "_embedding_bag_dense_backward": lambda: torch.ops.aten._embedding_bag_dense_backward(
                torch.ones(2, 3), at, at // 2, ones.long(), ones.long(), 4, False, 0, None
            ),
            "_embedding_bag_per_sample_weights_backward": lambda: torch.ops.aten._embedding_bag_per_sample_weights_backward(
                torch.ones(2, 3), torch.ones(4, 3), at, at, at // 2, 0
            ),
            "embedding_dense_backward": lambda: torch.ops.aten.embedding_dense_backward(torch.ones(2, 3), at, 4, -1, False),
        }

    def test_every_operator_is_routed_and_given_back(self) -> None:
        for name, call in self.calls().items():
            with self.subTest(name=name):
                self.assertEqual(events(call), "aten")
                with strew_torch.patch():
                    self.assertEqual(events(call), "strew")
                self.assertEqual(events(call), "aten")

    @unittest.skipIf(OLD, "PyTorch before 2.14 has no way to read objects of Python")
    def test_a_call_that_strew_does_runs_no_line_of_python(self) -> None:
        lines: List[str] = []
        for name, call in self.calls().items():
            if not name.endswith("with alpha"):  # and other numbers beside a reduction
                with self.subTest(name=name), strew_torch.patch():
                    sys.setprofile(lambda frame, event, _: lines.append(frame.f_code.co_filename) if event == "call" else None)
                    try:
                        call()
                    finally:
                        sys.setprofile(None)
        self.assertIn(__file__, lines)
        self.assertEqual([file for file in lines if file.startswith(os.path.dirname(strew_torch.__file__))], [])

    def test_a_switch_that_counts(self) -> None:
        call = self.calls()["scatter_add"]
        strew_torch.patch()
        with strew_torch.patch():
            self.assertTrue(strew_torch.is_patched())
        self.assertEqual(events(call), "strew")
        strew_torch.unpatch()
        self.assertEqual(events(call), "aten")
        with self.assertRaises(RuntimeError):
            strew_torch.unpatch()

    def test_an_error_within_ends_it(self) -> None:
        with self.assertRaises(ZeroDivisionError), strew_torch.patch():
            raise ZeroDivisionError
        self.assertFalse(strew_torch.is_patched())

    def test_it_warns_of_nothing(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with strew_torch.patch():
                torch.zeros(4).scatter_add_(0, INDEX, TINY)

    def test_what_strew_does_not_have_stays_with_aten(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            values = torch.tensor([1 + 2j, 3 - 1j, 2j, 1, 1], dtype=torch.complex32)
            expected = torch.zeros(3, dtype=torch.complex32).index_add_(0, INDEX, values)
            tenths = torch.zeros(3).index_add(0, INDEX, torch.ones(5), alpha=0.1)
            with strew_torch.patch():
                self.assertEqual(torch.zeros(3, dtype=torch.complex32).index_add_(0, INDEX, values).tolist(), expected.tolist())
                assert_close(torch.zeros(3).index_add(0, INDEX, torch.ones(5), alpha=0.1), tenths)

    def test_numbers_of_every_kind(self) -> None:
        """As an element of every type: what PyTorch makes of it, and its error if it rejects it."""
        at = torch.tensor([2, 0])
        calls: Dict[str, Callable[[Tensor, object], Tensor]] = {
            "scatter": lambda x, number: x.scatter(0, at, number),  # type: ignore[call-overload]
            "scatter_": lambda x, number: x.scatter_(0, at, number),  # type: ignore[call-overload]
            "index_fill_": lambda x, number: x.index_fill_(0, at, number),  # type: ignore[call-overload]
            "scatter of a sum": lambda x, number: x.scatter(0, at, number, reduce="add"),  # type: ignore[call-overload]
        }
        types = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.int32, torch.int64, torch.uint8)
        numbers = (0, 1, -1, 300, 2**24 + 1, 2**53 + 1, 2**63, 0.1, 2.5, -0.0, 1e5, 1e300, float("inf"), float("-inf"), float("nan"), True, False)
        for dtype in (*types, torch.bool, torch.complex64):
            for number in (*numbers, 2 - 1j):
                for name, call in calls.items():
                    results: List[object] = []
                    for patched in (False, True):
                        x = torch.ones(3).to(dtype)
                        try:
                            with strew_torch.patch() if patched else contextlib.nullcontext():
                                results.append(call(x, number))
                        except (RuntimeError, OverflowError, TypeError) as error:
                            results.append(str(error).splitlines()[0])
                    with self.subTest(dtype=dtype, number=number, name=name):
                        if isinstance(results[0], Tensor):
                            assert_close(results[1], results[0], rtol=0, atol=0, equal_nan=True)
                        else:
                            self.assertEqual(results[1], results[0])

    def test_a_bad_index_or_too_few_elements_leave_self_as_it_was(self) -> None:
        at = torch.tensor([1, 0, 9])
        for call in (
            lambda x: x.scatter_(0, at, torch.ones(3)),
            lambda x: x.scatter_(0, at, 1.0),
            lambda x: x.index_fill_(0, at, 1.0),
            lambda x: x.index_fill_(0, at, torch.tensor(1.0)),
            lambda x: x.put_(at, torch.ones(3)),
            lambda x: x.masked_scatter_(x == 0, torch.ones(2)),
        ):
            x = torch.zeros(4)
            with strew_torch.patch(), self.assertRaises((RuntimeError, IndexError)):
                call(x)
            self.assertEqual(x.tolist(), [0, 0, 0, 0])
        with strew_torch.patch(), self.assertRaises((RuntimeError, IndexError)):
            torch.zeros(4).take(at)

    def test_deterministic_algorithms(self) -> None:
        x = torch.zeros(3, requires_grad=True)
        torch.use_deterministic_algorithms(True)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                with strew_torch.patch():
                    y = x.scatter_add(0, INDEX, TINY).index_add(0, INDEX, TINY).index_put((INDEX,), TINY, accumulate=True)
                    y.scatter_reduce(0, INDEX, TINY, "amax").index_select(0, INDEX).sum().backward()
        finally:
            torch.use_deterministic_algorithms(False)
        self.assertIsNotNone(x.grad)

    def test_forward_gradients_stay_with_aten(self) -> None:
        def call(x: Tensor) -> Tensor:
            return torch.zeros(3).scatter_reduce(0, INDEX, x, "mean")

        x, tangent = torch.randn(5), torch.randn(5)
        expected = torch.func.jvp(call, (x,), (tangent,))[1]
        with strew_torch.patch():
            assert_close(torch.func.jvp(call, (x,), (tangent,))[1], expected)

    def test_embeddings(self) -> None:
        """scale_grad_by_freq divides by how often an index occurs; padding_idx has no gradient."""
        tokens = torch.tensor([[1, 4, 1], [0, 4, 1]])
        for padding, scales in ((None, False), (4, False), (0, True), (None, True)):
            grads = []
            for is_patched in (False, True):
                table = torch.nn.Embedding(5, 3, padding_idx=padding, scale_grad_by_freq=scales, dtype=torch.float64)
                loss = (table(tokens) * torch.arange(18.0).reshape(2, 3, 3)).sum()
                if is_patched:
                    with strew_torch.patch():
                        loss.backward()
                else:
                    loss.backward()
                grads.append(table.weight.grad)
            with self.subTest(padding=padding, scales=scales):
                assert_close(grads[1], grads[0])


Reduction = Callable[[Tensor, int, Tensor, Tensor], Tensor]


def expanded(index: Tensor, src: Tensor, dim: int) -> Tensor:
    return index.view([-1 if d == dim % src.dim() else 1 for d in range(src.dim())]).expand(src.shape)


def gradient(call: Callable[[Tensor], Tensor], self: Tensor, grad: Tensor) -> Tensor:
    x = self.clone().requires_grad_()
    return torch.autograd.grad(call(x), x, grad)[0]


class Halves(unittest.TestCase):
    """Where PyTorch's own kernels add float16 and bfloat16 in float32, and where they round after every update, which not all do."""

    # Of which PyTorch's own answer on one thread is a loop's. All begin with self, whose dimension `dim` the index is for.
    REDUCTIONS: Dict[str, Reduction] = {
        "scatter_add": lambda x, dim, i, src: x.scatter_add(dim, expanded(i, src, dim), src),
        "scatter_add_": lambda x, dim, i, src: x.clone().scatter_add_(dim, expanded(i, src, dim).contiguous(), src),
        "scatter_reduce sum": lambda x, dim, i, src: x.scatter_reduce(dim, expanded(i, src, dim), src, "sum", include_self=False),
        "scatter_reduce prod": lambda x, dim, i, src: x.scatter_reduce(dim, expanded(i, src, dim), src, "prod", include_self=False),
        "scatter_reduce_ prod": lambda x, dim, i, src: x.clone().scatter_reduce_(dim, expanded(i, src, dim), src, "prod"),
        "scatter_reduce amax": lambda x, dim, i, src: x.scatter_reduce(dim, expanded(i, src, dim), src, "amax"),
        "index_add": lambda x, dim, i, src: x.index_add(dim, i, src),
        "index_add_": lambda x, dim, i, src: x.clone().index_add_(dim, i, src, alpha=1.0),
        "index_add of int32": lambda x, dim, i, src: x.index_add(dim, i.int(), src),
        "index_add - ": lambda x, dim, i, src: x.index_add(dim, i, src, alpha=-1),
        "index_add_ * 0.5": lambda x, dim, i, src: x.clone().index_add_(dim, i, src, alpha=0.5),
        "index_reduce prod": lambda x, dim, i, src: x.index_reduce(dim, i, src, "prod"),
        "index_put": lambda x, dim, i, src: x.movedim(dim, 0).index_put((i,), src.movedim(dim, 0), accumulate=True),
        "gradient of gather": lambda x, dim, i, src: gradient(lambda x: x.gather(dim, expanded(i, src, dim)), x, src),
        "gradient of index_select": lambda x, dim, i, src: gradient(lambda x: x.index_select(dim, i), x, src),
        "gradient of an indexing": lambda x, dim, i, src: gradient(lambda x: x.movedim(dim, 0)[i], x, src.movedim(dim, 0)),
        "gradient of an embedding": lambda x, dim, i, src: torch.ops.aten.embedding_dense_backward(src, i, x.shape[0], -1, False),
    }

    def setUp(self) -> None:
        n_threads = torch.get_num_threads()
        self.addCleanup(torch.set_num_threads, n_threads)
        torch.set_num_threads(1)
        warnings_off = warnings.catch_warnings()
        warnings_off.__enter__()
        self.addCleanup(warnings_off.__exit__, None, None, None)
        warnings.simplefilter("ignore")  # of index_reduce, which is in beta

    def cases(self, name: str) -> Iterator[Tuple[Tensor, int, Tensor, Tensor]]:
        """4,096 ones for one element or slice, and random numbers that meet."""
        generator = torch.Generator().manual_seed(0)
        for dtype in (torch.float16, torch.bfloat16):
            for shape, dim in (((3,), 0), ((3, 5), 0), ((5, 3), -1), ((2, 3, 5), 1)):
                if name.endswith("embedding") and (len(shape) != 2 or dim != 0):
                    continue
                for n, is_random in ((4096, False), (200, True)):
                    src_shape = [n if d == dim % len(shape) else size for d, size in enumerate(shape)]
                    self_, src = torch.zeros(shape), torch.ones(src_shape)
                    if is_random:
                        self_, src = (torch.randn(size, generator=generator) for size in (shape, src_shape))
                    index = torch.randint(0, 3 if is_random else 1, (n,), generator=generator)
                    yield self_.to(dtype), dim, index, src.to(dtype)

    def test_they_have_the_bits_of_pytorchs_own(self) -> None:
        for name, call in self.REDUCTIONS.items():
            for case in self.cases(name):
                with self.subTest(name=name, dtype=case[0].dtype, shape=case[0].shape, dim=case[1]):
                    right = call(*case)
                    for n_threads in (1, 2):
                        torch.set_num_threads(n_threads)
                        before = ops.n_calls()
                        with strew_torch.patch():
                            found = call(*case)
                        self.assertGreater(ops.n_calls(), before)
                        self.assertTrue(torch.equal(found.view(torch.int16), right.view(torch.int16)))
                    torch.set_num_threads(1)

    def test_a_mean_is_rounded_once(self) -> None:
        """PyTorch's own rounds the sum, in index_reduce after every update, their number, and the quotient."""
        means: Dict[str, Reduction] = {
            "scatter_reduce": lambda x, dim, i, src: x.scatter_reduce(dim, expanded(i, src, dim), src, "mean"),
            "index_reduce": lambda x, dim, i, src: x.index_reduce(dim, i, src, "mean", include_self=False),
        }
        for name, call in means.items():
            for x, dim, index, src in self.cases(name):
                with self.subTest(name=name, dtype=x.dtype, shape=x.shape, dim=dim):
                    right = call(x.float(), dim, index, src.float()).to(x.dtype)
                    with strew_torch.patch():
                        self.assertEqual(call(x, dim, index, src).tolist(), right.tolist())

    def test_the_functions_have_pytorchs_arithmetic_by_pytorchs_names(self) -> None:
        """strew's own names of reductions are for a sum and a product that are rounded after every update."""
        for name, call in (("scatter_add", torch.scatter_add), ("index_add", torch.index_add)):
            for x, dim, index, src in self.cases(name):
                at = index if name == "index_add" else expanded(index, src, dim)
                self.assertEqual(getattr(strew_torch, name)(x, dim, at, src).tolist(), call(x, dim, at, src).tolist())
        for dtype, largest in ((torch.float16, 2048), (torch.bfloat16, 256)):
            zero, index, ones = torch.zeros(1, dtype=dtype), torch.zeros(4096, dtype=torch.int64), torch.ones(4096, dtype=dtype)
            self.assertEqual(strew_torch.scatter_reduce(zero, 0, index, ones, "sum").tolist(), [4096])
            self.assertEqual(strew_torch.scatter_reduce(zero, 0, index, ones, "add").tolist(), [largest])
            factors, at = torch.tensor([1.125, 0.9], dtype=dtype).repeat(100), index[:200]
            rounded = functools.reduce(lambda product, factor: product * factor, factors)
            self.assertEqual(strew_torch.scatter_reduce(zero + 1, 0, at, factors, "mul").tolist(), [rounded])
            once = functools.reduce(lambda product, factor: product * factor, factors.float()).to(dtype)
            self.assertEqual(strew_torch.scatter_reduce(zero + 1, 0, at, factors, "prod").tolist(), [once])
            self.assertNotEqual(rounded, once)


class Threads(unittest.TestCase):
    """Programs are patched and given back while other threads compute. STREW_TORCH_STRESS_SECONDS is how long; a default run is short."""

    def works(self) -> List[Callable[[], Tensor]]:
        """Sums of small integers, which strew and PyTorch round alike."""
        generator = torch.Generator().manual_seed(1)
        names = torch.randint(0, 40, (300,), generator=generator)
        rows = torch.randint(-9, 9, (300, 4), generator=generator).float()
        wide, table, base = names[:, None].expand(300, 4), torch.arange(160.0).reshape(40, 4), torch.ones(40, 4)
        turn = torch.randperm(40, generator=generator)
        turned = turn[:, None].expand(40, 4).contiguous()

        def gradient(call: Callable[[Tensor], Tensor]) -> Tensor:
            x = rows.clone().requires_grad_()
            return torch.autograd.grad(call(x).sum(), x)[0]

        def chain() -> Tensor:
            """A gradient of many operators, which PyTorch runs one after another without Python's lock."""
            x = table.clone().requires_grad_()
            y = x
            for _ in range(40):
                y = y.index_select(0, turn).gather(0, turned)[turn]
            return torch.autograd.grad((y * table).sum(), x)[0]

        def put() -> Tensor:
            out = base.clone()
            out[names[:7], 1:] = 5.0
            return out

        def reject() -> Tensor:
            for call in (lambda: base.gather(0, wide + 40), lambda: base.clone().index_add_(0, names + 40, rows)):
                try:
                    call()
                except (IndexError, RuntimeError) as error:
                    assert "out of" in str(error), error
                else:
                    raise AssertionError("a bad index was accepted")
            return base

        others: List[Callable[[], Tensor]] = [
            lambda: base.scatter_add(0, wide, rows),
            lambda: base.clone().scatter_add_(0, wide, rows),
            lambda: base.scatter_reduce(0, wide, rows, "amax"),
            lambda: base.clone().scatter_reduce_(0, wide, rows, "amin", include_self=False),
            lambda: base.index_add(0, names, rows, alpha=2),
            lambda: base.clone().index_add_(0, names, rows),
            lambda: base.index_reduce(0, names, rows, "amax"),
            lambda: base.clone().index_reduce_(0, names, rows, "amin"),
            lambda: base.index_copy(0, names[:1], rows[:1]),
            lambda: base.clone().index_copy_(0, names[:1], rows[:1]),
            lambda: base.index_put((names,), rows, accumulate=True),
            lambda: table.gather(0, wide),
            lambda: table.index_select(0, names),
            lambda: gradient(lambda x: x.new_zeros(40, 4).scatter_reduce(0, wide, x, "amax")),
            lambda: gradient(lambda x: x.new_zeros(40, 4).scatter_add(0, wide, x)),
            lambda: gradient(lambda x: x[names]),
            lambda: torch.ops.aten.embedding_dense_backward(rows, names, 40, -1, False),
            put,
            reject,
        ]
        return [work for other in others for work in (other, chain)]

    def test_patched_while_others_compute(self) -> None:
        works = self.works()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of index_reduce, which is in beta
            expected = [work() for work in works]
        end = time.monotonic() + float(os.environ.get("STREW_TORCH_STRESS_SECONDS", "2"))
        failures: List[str] = []
        routed, n_switched = [0] * 8, 0

        def compute(i: int) -> None:
            n = i
            while time.monotonic() < end and not failures:
                before = ops.n_calls()
                try:
                    result = works[n % len(works)]()
                    if not torch.equal(result, expected[n % len(works)]):
                        failures.append(f"call {n % len(works)} gives another result")
                except Exception as error:
                    failures.append(f"call {n % len(works)}: {error!r}")
                routed[i] += ops.n_calls() > before
                n += 1

        def switch(i: int) -> None:
            nonlocal n_switched
            while time.monotonic() < end and not failures:
                if i == 6:
                    with strew_torch.patch():
                        n_switched += 1
                else:
                    strew_torch.patch()
                    works[0]()
                    strew_torch.unpatch()

        threads = [threading.Thread(target=compute if i < 6 else switch, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertFalse(strew_torch.is_patched())
        self.assertGreater(min(routed[:6]), 0)
        self.assertGreater(n_switched, 100)
