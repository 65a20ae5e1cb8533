"""spmm, and the operators spmm and sddmm, against loops over entries and torch.sparse.mm."""

from __future__ import annotations

import math
import unittest
import warnings
from typing import Any, Callable, Dict, List, Optional, Tuple

import torch
from torch import Tensor
from torch.testing import assert_close
from torch.utils._python_dispatch import TorchDispatchMode

import strew_torch
from strew_torch._library import ops

REDUCTIONS = ("sum", "mean", "amin", "amax")
LAYOUTS: Dict[str, Callable[[Tensor], Tensor]] = {"coo": Tensor.to_sparse_coo, "csr": Tensor.to_sparse_csr, "csc": Tensor.to_sparse_csc}
ROWS, COLUMNS = torch.tensor([3, 0, 3, 3, 1, 0, 3]), torch.tensor([1, 4, 0, 1, 2, 4, 4])
OFFSETS = torch.tensor([0, 2, 3, 3, 7])
PLACES = torch.tensor([[1, 5, 1], [4, 4, 4], [-1, -1, -1], [0, 2, 6]])


def setUpModule() -> None:
    warnings.filterwarnings("ignore", "Sparse ")  # is in beta
    warnings.filterwarnings("ignore", ".*torch.jit.trace")


def by_loop(table: Tensor, rows: Tensor, columns: Tensor, weights: Optional[Tensor], n_rows: int, reduce: str) -> Tensor:
    """In the type of the table, entry by entry. Halves are summed up in float32, and rounded once; means of integers have exact sums."""
    is_half, is_extreme = table.dtype in (torch.float16, torch.bfloat16), reduce in ("amin", "amax")
    result = []
    for row in range(n_rows):
        found: Optional[Tensor] = None
        n = 0
        for t in range(rows.numel()):
            if int(rows[t]) != row:
                continue
            each = table[int(columns[t])]
            each = each.float() if is_half and not is_extreme else each
            if weights is not None:
                factor = weights[t].reshape(list(weights[t].shape) + [1] * (each.dim() + 1 - weights.dim()))
                each = (each * (factor.float() if is_half and not is_extreme else factor)).to(each.dtype)
            each = each.long() if reduce == "mean" and not (each.is_floating_point() or each.is_complex()) else each
            n += 1
            if found is None:
                found = 0 + each if reduce in ("sum", "mean") else each
            else:
                found = {"amin": torch.minimum, "amax": torch.maximum}.get(reduce, torch.add)(found, each)
        if found is None:
            found = torch.zeros(table.shape[1:], dtype=table.dtype)
        elif reduce == "mean":
            found = found / n if found.is_floating_point() or found.is_complex() else torch.div(found, n, rounding_mode="floor")
        result.append(found.to(table.dtype))
    return torch.stack(result) if result else table.new_zeros(0, *table.shape[1:])


def numbers(*shape: int, dtype: torch.dtype = torch.float64, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    if dtype.is_complex:
        return torch.complex(*(torch.randn(shape, generator=generator, dtype=torch.float64) for _ in range(2))).to(dtype)
    return torch.randn(shape, generator=generator, dtype=torch.float64).mul_(5).to(dtype)


class Products(unittest.TestCase):
    def test_every_type_reduction_and_shape(self) -> None:
        generator = torch.Generator().manual_seed(1)
        floats = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
        for dtype in (*floats, torch.complex64, torch.complex128, torch.int8, torch.int32, torch.int64, torch.uint8):
            for i, (n, shape) in enumerate(((0, (4, 3)), (9, (4,)), (40, (6, 5)), (80, (30, 2, 33)))):
                rows, columns = (torch.randint(0, end, (n,), generator=generator) for end in (11, shape[0]))
                rows, columns = rows.to((torch.int64, torch.int32)[i % 2]), columns.to((torch.int32, torch.int64)[i // 2])
                table = numbers(*shape, dtype=dtype)
                of_entries = [numbers(n, dtype=dtype, seed=2), numbers(n, *shape[1:2], dtype=dtype, seed=3)]
                if dtype in (torch.float16, torch.bfloat16):
                    of_entries.append(numbers(n, seed=4).float())
                for reduce in ("sum", "mean") if dtype.is_complex else REDUCTIONS:
                    for weights in (None, *of_entries):
                        if weights is not None and weights.dim() < table.dim():
                            weights = weights.reshape(list(weights.shape) + [1] * (table.dim() - weights.dim()))
                        with self.subTest(dtype=dtype, n=n, shape=shape, reduce=reduce, weights=weights is not None and weights.dtype):
                            expected = by_loop(table, rows, columns, weights, 11, reduce)
                            if weights is not None and weights.dtype != dtype and reduce in ("amin", "amax"):
                                expected = by_loop(table.float(), rows, columns, weights, 11, reduce).to(dtype)
                            result = strew_torch.spmm((rows, columns), table, reduce, weights=weights, n_rows=11)
                            exact = {} if dtype.is_complex else {"rtol": 0, "atol": 0}  # PyTorch fuses products of complex numbers
                            assert_close(result, expected, **exact)

    def test_sparse_tensors_of_every_layout(self) -> None:
        dense = numbers(5, 7)
        dense[dense.abs() < 3] = 0
        dense[2] = 0
        table = numbers(7, 3, seed=1)
        for layout, convert in LAYOUTS.items():
            a = convert(dense)
            with self.subTest(layout=layout):
                assert_close(strew_torch.spmm(a, table), dense @ table)
                assert_close(strew_torch.spmm(a, table[:, 0]), dense @ table[:, 0])
                for reduce in ("mean", "amin", "amax"):
                    expected = torch.sparse.mm(dense.to_sparse_csr(), table, reduce)
                    assert_close(strew_torch.spmm(a, table, reduce), expected)
                    assert_close(strew_torch.spmm(a, table, reduce.removeprefix("a")), expected)
        twice = torch.sparse_coo_tensor(torch.tensor([[0, 0], [1, 1]]), torch.tensor([2.0, 3.0]), (1, 2))  # not coalesced
        self.assertEqual(strew_torch.spmm(twice, torch.tensor([[1.0], [10.0]])).tolist(), [[50]])

    def test_pairs(self) -> None:
        table = numbers(5, 3)
        expected = by_loop(table, ROWS, COLUMNS, None, 4, "sum")
        edge_index = torch.stack([COLUMNS, ROWS])
        for pair in ((ROWS, COLUMNS), [ROWS, COLUMNS], torch.stack([ROWS, COLUMNS]), edge_index.flip(0)):
            assert_close(strew_torch.spmm(pair, table), expected, rtol=0, atol=0)
        wide = strew_torch.spmm((ROWS[::2], COLUMNS[::2]), table.t().contiguous().t(), n_rows=6)  # strides of everything
        assert_close(wide, by_loop(table, ROWS[::2], COLUMNS[::2], None, 6, "sum"), rtol=0, atol=0)
        none = torch.zeros(0, dtype=torch.int64)
        self.assertEqual(strew_torch.spmm((none, none), table).shape, (0, 3))
        self.assertEqual(strew_torch.spmm((none, none), table[:0], "max", n_rows=2).tolist(), [[0, 0, 0]] * 2)

    def test_wide_rows_in_order_have_the_bits_of_those_in_any_order(self) -> None:
        """Of each row, the entries are in the same order."""
        rows = torch.arange(20).repeat_interleave(4)
        columns = torch.randint(0, 30, (80,))
        mixed = torch.arange(80).view(20, 4).t().reshape(-1)
        for dtype in (torch.float32, torch.float16, torch.bfloat16):
            table, weights = torch.randn(30, 300).to(dtype), torch.randn(80).to(dtype)
            for reduce in ("sum", "min"):
                with self.subTest(dtype=dtype, reduce=reduce):
                    in_order = strew_torch.spmm((rows, columns), table, reduce, weights=weights, n_rows=21)
                    in_any_order = strew_torch.spmm((rows[mixed], columns[mixed]), table, reduce, weights=weights[mixed], n_rows=21)
                    self.assertTrue(torch.equal(in_order, in_any_order))
                    by_segments = strew_torch.segment_csr((table[columns] * weights[:, None]).float(), torch.arange(0, 81, 4), reduce=reduce)
                    assert_close(in_order[:20].float(), by_segments, rtol=0.05, atol=0.1)

    def test_a_weight_for_each_head_of_a_part_of_a_table(self) -> None:
        """Such calls are one for each head, and their gradients too."""
        for dtype in (torch.float64, torch.bfloat16):
            table = numbers(7, 5, 9, dtype=dtype)[2:, 1:4].requires_grad_()
            weights = numbers(7, 5, 2, dtype=dtype, seed=1)[:, 1:4, 1:].requires_grad_()
            for reduce in ("sum", "mean"):
                with self.subTest(dtype=dtype, reduce=reduce):
                    expected = by_loop(table, ROWS, COLUMNS, weights, 4, reduce)
                    result = strew_torch.spmm((ROWS, COLUMNS), table, reduce, weights=weights)
                    assert_close(result, expected, rtol=0, atol=0)
                    grads = [torch.autograd.grad(one.square().sum(), (table, weights)) for one in (result, expected)]
                    assert_close(*grads, **({} if dtype == torch.float64 else {"rtol": 0.1, "atol": 20}))

    def test_infinities_and_nan(self) -> None:
        table = torch.tensor([-math.inf, math.inf, math.nan, 1.0, -0.0])
        rows, columns = torch.tensor([0, 1, 2, 2, 3]), torch.tensor([0, 1, 3, 2, 4])
        for reduce in ("min", "max"):
            result = strew_torch.spmm((rows, columns), table, reduce, n_rows=5)
            assert_close(result, torch.tensor([-math.inf, math.inf, math.nan, -0.0, 0.0]), equal_nan=True, rtol=0, atol=0)
            self.assertEqual(result.signbit().tolist()[3:], [True, False])

    def test_views_that_stand_for_other_numbers(self) -> None:
        for table in (numbers(5, 3, dtype=torch.complex128).conj(), numbers(5, 3, dtype=torch.complex64).conj().imag):
            weights = table[:, 0].repeat(2)[: len(ROWS)]
            expected = by_loop(table.clone().resolve_conj(), ROWS, COLUMNS, weights.clone().resolve_conj(), 4, "sum")
            assert_close(strew_torch.spmm((ROWS, COLUMNS), table, weights=weights, n_rows=4), expected)

    def test_modes_see_the_operator(self) -> None:
        class Names(TorchDispatchMode):
            def __torch_dispatch__(self, of: Any, types: Any, arguments: Any = (), options: Any = None) -> Any:
                names.append(str(of))
                return of(*arguments, **(options or {}))

        names: List[str] = []
        table = numbers(5, 3)
        with Names():
            found = strew_torch.spmm((ROWS, COLUMNS), table, n_rows=4)
        self.assertEqual(names, ["strew.spmm.default"])
        traced = torch.jit.trace(lambda table: strew_torch.spmm((ROWS, COLUMNS), table, n_rows=4), (table,))
        assert_close(traced(2 * table), 2 * found)

    def test_any_number_of_threads_has_the_same_bits(self) -> None:
        generator = torch.Generator().manual_seed(3)
        rows, columns = (torch.randint(0, 500, (40_000,), generator=generator) for _ in range(2))
        table, weights = numbers(500, 32, dtype=torch.float32), numbers(40_000, dtype=torch.float32)
        before = torch.get_num_threads()
        results = []
        try:
            for n in (1, 2, 3):
                torch.set_num_threads(n)
                results.append([strew_torch.spmm((rows, columns), table, reduce, weights=weights) for reduce in REDUCTIONS])
                results[-1].append(ops.sddmm(table, table, rows, columns, ()))
        finally:
            torch.set_num_threads(before)
        for other in results[1:]:
            assert_close(other, results[0], rtol=0, atol=0)

    def test_what_is_rejected(self) -> None:
        table = torch.ones(5, 3)
        pairs: List[Tuple[Any, str, Callable[[], object]]] = [
            (IndexError, r"indices\[1\] component 0 is 3, outside \[0, 2\]", lambda: strew_torch.spmm((ROWS[1:], COLUMNS[1:]), table, n_rows=3)),
            (IndexError, r"update_indices\[1\] is 4, outside \[0, 3\]", lambda: strew_torch.spmm((ROWS, COLUMNS), table[:4])),
            (IndexError, r"update_indices\[1\] is -4, outside", lambda: strew_torch.spmm((ROWS, -COLUMNS.where(COLUMNS == 4, 0)), table)),
            (ValueError, 'reduce is "prod"; spmm has sum, mean, min and max', lambda: strew_torch.spmm((ROWS, COLUMNS), table, "prod")),
            (ValueError, "table has no dimensions", lambda: strew_torch.spmm((ROWS, COLUMNS), table[0, 0])),
            (ValueError, "a has 5 columns, but table has 4 rows", lambda: strew_torch.spmm(torch.eye(5).to_sparse(), table[:4])),
            (ValueError, "a matrix of numbers is needed", lambda: strew_torch.spmm(torch.ones(2, 2, 5).to_sparse(), table)),
            (TypeError, "takes sparse_coo, sparse_csr and", lambda: strew_torch.spmm(torch.eye(4).to_sparse_bsr((2, 2)), table[:4])),
            (TypeError, "weights and n_rows are for a pair", lambda: strew_torch.spmm(torch.eye(5).to_sparse(), table, n_rows=5)),
            (TypeError, "a has 3 elements, and a pair", lambda: strew_torch.spmm((ROWS, COLUMNS, ROWS), table)),
            (RuntimeError, "rows and columns must be vectors of one size", lambda: strew_torch.spmm((ROWS, COLUMNS[1:]), table)),
            (RuntimeError, "weights", lambda: strew_torch.spmm((ROWS, COLUMNS), table, weights=torch.ones(6))),
            (RuntimeError, "weights", lambda: strew_torch.spmm((ROWS, COLUMNS), table, weights=torch.ones(7).double())),
            (RuntimeError, "n_rows is -1", lambda: strew_torch.spmm((ROWS, COLUMNS), table, n_rows=-1)),
        ]
        for kind, sentence, call in pairs:
            with self.subTest(sentence), self.assertRaisesRegex(kind, sentence):
                call()


class DotProducts(unittest.TestCase):
    def test_every_type_and_shape(self) -> None:
        """Sixteen partial sums by the number of an element modulo 16, folded by halves."""
        for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
            for shape, n_kept in (((5,), 0), ((5, 1), 0), ((5, 16), 0), ((5, 47), 0), ((5, 3, 33), 0), ((5, 3, 33), 1), ((5, 3, 4), 2)):
                a, b = numbers(*shape, dtype=dtype), numbers(*shape, dtype=dtype, seed=1)
                rows = ROWS.to(torch.int32) if n_kept else ROWS
                with self.subTest(dtype=dtype, shape=shape, n_kept=n_kept):
                    wide = torch.float32 if dtype.itemsize == 2 else dtype
                    products = a[ROWS].to(wide) * b[COLUMNS].to(wide)
                    flat = products.reshape(*products.shape[: 1 + n_kept], -1)
                    sums = torch.zeros(*flat.shape[:-1], 16, dtype=wide)
                    for c in range(flat.shape[-1]):
                        sums[..., c % 16] += flat[..., c]
                    for half in (8, 4, 2, 1):
                        sums = sums[..., :half] + sums[..., half:]
                    size = [*shape[1 : 1 + n_kept], *(1 for _ in shape[1 + n_kept :])] if n_kept else ()
                    expected = sums[..., 0].reshape(ROWS.numel(), *size)
                    assert_close(ops.sddmm(a, b, rows, COLUMNS, size), expected.to(dtype), rtol=0, atol=0)
                    assert_close(ops.sddmm(a, b, rows, COLUMNS, size, True), expected, rtol=0, atol=0)

    def test_ignored_entries_and_bad_ones(self) -> None:
        a = torch.ones(5, 2)
        self.assertEqual(ops.sddmm(a, a, ROWS, COLUMNS, (), False, "sum", "index", 3, 4).tolist(), [0, 0, 0, 0, 2, 0, 0])
        self.assertEqual(ops.sddmm(a[:3], a, ROWS, COLUMNS, (), False, "sum", "index", 3).tolist(), [0, 2, 0, 0, 2, 2, 0])
        with self.assertRaisesRegex(IndexError, r"indices\[0\] component 0 is 3, outside \[0, 2\]"):
            ops.sddmm(a[:3], a, ROWS, COLUMNS, ())
        with self.assertRaisesRegex(IndexError, r"update_indices\[1\] is 4, outside \[0, 3\]"):
            ops.sddmm(a, a[:4], ROWS, COLUMNS, ())
        with self.assertRaisesRegex(RuntimeError, "rows of one shape"):
            ops.sddmm(a, a[:, :1], ROWS, COLUMNS, ())
        with self.assertRaisesRegex(RuntimeError, "weights"):
            ops.sddmm(a, a, ROWS, COLUMNS, (3,))


class Gradients(unittest.TestCase):
    def test_of_the_table_and_of_the_weights(self) -> None:
        shapes = (((5, 3), (7,)), ((5,), (7,)), ((4, 2, 8), (7, 2, 1)), ((4, 2, 2), (7, 1, 2)), ((4, 2, 1), (7, 2, 1)))
        for dtype in (torch.float64, torch.complex128):
            for i, (shape, of_weights) in enumerate(shapes[: 3 if dtype.is_complex else 5]):
                for reduce in ("sum", "mean") if dtype.is_complex else REDUCTIONS:
                    table = numbers(*shape, dtype=dtype).requires_grad_()
                    weights = numbers(*of_weights, dtype=dtype, seed=1).requires_grad_()
                    columns = COLUMNS.clamp(max=shape[0] - 1)

                    def call(table: Tensor, weights: Optional[Tensor] = None) -> Tensor:
                        return strew_torch.spmm((ROWS, columns), table, reduce, weights=weights, n_rows=5)

                    with self.subTest(dtype=dtype, shape=shape, of_weights=of_weights, reduce=reduce):
                        for inputs in ((table, weights), (table,), (table.detach(), weights))[: 3 if i == 0 else 1]:
                            self.assertTrue(torch.autograd.gradcheck(call, inputs, check_forward_ad=True, fast_mode=dtype.is_complex))
                            self.assertTrue(torch.autograd.gradgradcheck(call, inputs, fast_mode=i > 0 or dtype.is_complex))

    def test_with_entries_that_are_ignored(self) -> None:
        table, weights = numbers(5, 3).requires_grad_(), numbers(7, seed=1).requires_grad_()
        for ignored in ((3, None), (None, 4), (0, 1)):
            for reduce in ("sum", "mean"):

                def call(table: Tensor, weights: Tensor) -> Tensor:
                    return ops.spmm(table, ROWS, COLUMNS, weights, 5, reduce, "index", *ignored)

                keep = torch.tensor([i for i, at in enumerate(zip(ROWS.tolist(), COLUMNS.tolist())) if ignored[0] != at[0] and ignored[1] != at[1]])
                with self.subTest(ignored=ignored, reduce=reduce):
                    expected = by_loop(table, ROWS[keep], COLUMNS[keep], weights[keep], 5, reduce)
                    assert_close(call(table, weights), expected, rtol=0, atol=0)
                    self.assertTrue(torch.autograd.gradcheck(call, (table, weights)))
                    self.assertTrue(torch.autograd.gradgradcheck(call, (table, weights)))
        whole = numbers(7, 1, 3, seed=1).reshape(7, 3).requires_grad_()
        slices = numbers(5, 2, 3).requires_grad_()

        def of_last(table: Tensor, weights: Tensor) -> Tensor:
            return ops.spmm(table, ROWS, COLUMNS, weights.reshape(7, 1, 3), 5, "sum", "index", 3, 4)

        self.assertTrue(torch.autograd.gradcheck(of_last, (slices, whole)))

    def test_of_sparse_tensors(self) -> None:
        """As that of torch.sparse.mm: sparse, with the same entries."""
        dense = numbers(5, 7)
        dense[dense.abs() < 3] = 0
        table = numbers(7, 3, seed=1)
        for layout in ("coo", "csr"):
            for reduce in REDUCTIONS:
                with self.subTest(layout=layout, reduce=reduce):
                    a = LAYOUTS[layout](dense).requires_grad_()
                    strew_torch.spmm(a, table, reduce).square().sum().backward()
                    assert a.grad is not None
                    self.assertEqual((a.grad.layout, a.grad.shape), (a.layout, a.shape))
                    rows, columns = dense.nonzero().t()
                    values = dense[rows, columns].requires_grad_()
                    by_loop(table, rows, columns, values, 5, reduce).square().sum().backward()
                    assert values.grad is not None
                    assert_close(a.grad.to_dense()[rows, columns], values.grad)

    def test_the_first_of_equals_has_the_gradient(self) -> None:
        table = torch.tensor([2.0, 2.0, 1.0], requires_grad=True)
        strew_torch.spmm((torch.tensor([0, 0, 0]), torch.tensor([2, 1, 0])), table, "max").sum().backward()
        self.assertEqual(table.grad.tolist() if table.grad is not None else None, [0, 1, 0])

    def test_halves(self) -> None:
        for dtype in (torch.float16, torch.bfloat16):
            for of_weights in (dtype, torch.float32):
                table, weights = numbers(5, 40).to(dtype).requires_grad_(), numbers(7, seed=1).to(of_weights).requires_grad_()
                strew_torch.spmm((ROWS, COLUMNS), table, weights=weights).sum().backward()
                assert table.grad is not None and weights.grad is not None
                self.assertEqual((table.grad.dtype, weights.grad.dtype), (dtype, of_weights))
                assert_close(weights.grad.float(), table.float().sum(1)[COLUMNS], atol=0.1, rtol=0.02)

    def test_what_has_none_says_so(self) -> None:
        table = torch.ones(5, 3, requires_grad=True)
        with self.assertRaisesRegex(NotImplementedError, "torch.ops.strew.spmm with amax has no gradient; strew_torch.spmm has one"):
            ops.spmm(table, ROWS, COLUMNS, None, 4, "amax")
        with self.assertRaisesRegex(NotImplementedError, "a tensor of layout sparse_csc has no gradient, .*; to_sparse_csr.. has one"):
            strew_torch.spmm(torch.eye(5).to_sparse_csc().requires_grad_(), table)


class Segments(unittest.TestCase):
    """Rows that are said by offsets, against the same rows by an index."""

    FORMS = (("offsets", OFFSETS), ("starts", OFFSETS[:-1]), ("offsets", OFFSETS.int()))
    ROWS = torch.tensor([0, 0, 1, 3, 3, 3, 3])

    def test_the_same_as_by_an_index(self) -> None:
        for dtype in (torch.float32, torch.float64, torch.bfloat16, torch.complex64, torch.int64):
            for columns in (COLUMNS, None):
                table = numbers(5 if columns is not None else 7, 40, dtype=dtype)
                for weights in (None, numbers(7, dtype=dtype, seed=1), numbers(7, 40, dtype=dtype, seed=2)):
                    for reduce in REDUCTIONS[: 2 if dtype.is_complex else 4]:
                        of_entries = (columns, weights, 4, reduce)
                        expected = ops.spmm(table, self.ROWS, *of_entries)
                        for form, offsets in self.FORMS:
                            with self.subTest(dtype=dtype, form=form, reduce=reduce):
                                exact = {} if dtype.is_complex else {"rtol": 0, "atol": 0}
                                assert_close(ops.spmm(table, offsets, *of_entries, form), expected, **exact)
                                if reduce in ("amin", "amax"):
                                    values, places = ops.spmm_extreme(table, offsets, columns, weights, 4, reduce == "amax", False, form)
                                    assert_close(values, expected, rtol=0, atol=0)
                                    by_index = ops.spmm_extreme(table, self.ROWS, columns, weights, 4, reduce == "amax")
                                    assert_close((values, places), by_index, rtol=0, atol=0)

    def test_gradients_of_any_order(self) -> None:
        for columns, n in ((COLUMNS, 5), (None, 7)):
            for of_weights in ((7,), (7, 2, 1)):
                table, weights = numbers(n, 2, 3).requires_grad_(), numbers(*of_weights, seed=1).requires_grad_()
                for reduce in REDUCTIONS:

                    def call(table: Tensor, weights: Optional[Tensor] = None) -> Tensor:
                        if reduce in ("sum", "mean"):
                            return ops.spmm(table, OFFSETS, columns, weights, 4, reduce, "offsets", None, ignored)
                        return ops.spmm_extreme(table, OFFSETS, columns, weights, 4, reduce == "amax", False, "offsets", None, ignored)[0]

                    for ignored in (None, 4) if columns is not None else (None,):
                        for inputs in ((table, weights), (table,)):
                            with self.subTest(has_columns=columns is not None, of_weights=of_weights, reduce=reduce, ignored=ignored):
                                self.assertTrue(torch.autograd.gradcheck(call, inputs, check_forward_ad=True, fast_mode=True))
                                self.assertTrue(torch.autograd.gradgradcheck(call, inputs, fast_mode=True))

    def test_what_is_rejected(self) -> None:
        table = torch.ones(5, 3)
        for kind, sentence, call in (
            (IndexError, r"offsets\[2\] is 1, outside \[2, 7\]", lambda: ops.spmm(table, torch.tensor([0, 2, 1]), COLUMNS, None, 2, "sum", "offsets")),
            (RuntimeError, "offsets are those of 4 segments, but n_rows is 5", lambda: ops.spmm(table, OFFSETS, COLUMNS, None, 5, "sum", "offsets")),
            (RuntimeError, 'form is "ends"', lambda: ops.spmm(table, OFFSETS, COLUMNS, None, 4, "sum", "ends")),
            (RuntimeError, "offsets has no elements", lambda: ops.spmm(table, OFFSETS[:0], COLUMNS, None, 0, "sum", "offsets")),
        ):
            with self.subTest(sentence), self.assertRaisesRegex(kind, sentence):
                call()


class Programs(unittest.TestCase):
    def test_opcheck(self) -> None:
        table, weights = torch.randn(5, 3, requires_grad=True), torch.randn(7, requires_grad=True)
        for operator, arguments in (
            (ops.spmm.default, (table, ROWS, COLUMNS, weights, 4, "sum")),
            (ops.spmm.default, (table, ROWS, COLUMNS, None, 4, "mean", "index", None, 4)),
            (ops.spmm.default, (table.detach(), ROWS, COLUMNS, None, 4, "amax")),
            (ops.spmm.default, (table, OFFSETS, COLUMNS, weights, 4, "mean", "offsets")),
            (ops.spmm_transposed.default, (torch.randn(4, 3, requires_grad=True), ROWS, COLUMNS, weights, 5, "mean")),
            (ops.spmm_transposed.default, (torch.randn(4, 3, requires_grad=True), OFFSETS, None, None, 7, "sum", "offsets")),
            (ops.sddmm.default, (table, table, ROWS, COLUMNS, ())),
            (ops.sddmm.default, (table.detach().half(), table.detach().half(), ROWS, COLUMNS, (3,), True)),
            (ops.spmm_extreme.default, (table, ROWS, COLUMNS, weights, 4, True, False, "index", None, 4)),
            (ops.spmm_extreme.default, (torch.randn(7, 3, requires_grad=True), OFFSETS[:-1], None, None, 4, False, True, "starts")),
            (ops.spmm_extreme_transposed.default, (torch.randn(4, 3, requires_grad=True), PLACES, ROWS, COLUMNS, weights, 5, True)),
        ):
            with self.subTest(operator=str(operator)):
                torch.library.opcheck(operator, arguments)

    def test_compiled(self) -> None:
        """With its gradients, and of another number of nodes without a break."""

        def step(table: Tensor, weights: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
            n = table.shape[0]
            results = [strew_torch.spmm((rows, columns), table, reduce, weights=weights, n_rows=n) for reduce in REDUCTIONS]
            return torch.stack(results).square().sum()

        compiled = torch.compile(step, backend="aot_eager", fullgraph=True, dynamic=True)
        for n in (5, 8):
            table, weights = numbers(n, 3), numbers(7, seed=1)
            for call in (step, compiled):
                inputs = [table.clone().requires_grad_(), weights.clone().requires_grad_()]
                results = [torch.autograd.grad(call(*inputs, ROWS, COLUMNS), inputs) for call in (step, compiled)]
                assert_close(results[1], results[0])


if __name__ == "__main__":
    unittest.main()
