"""PyTorch's own samples of the operators, from the tables that its tests use: patched, each must give what PyTorch gives."""

from __future__ import annotations

import re
import unittest
import warnings
from typing import Any, Iterator, List, Tuple

import torch
from torch.testing import assert_close
from torch.testing._internal.common_methods_invocations import op_db

import strew_torch

NAMES = (
    "scatter",
    "scatter_add",
    "scatter_reduce",
    "masked_scatter",
    "index_add",
    "index_reduce",
    "index_copy",
    "index_fill",
    "index_put",
    "put",
    "take",
    "gather",
    "index_select",
    "take_along_dim",
    "__getitem__",
    "nn.functional.embedding",
    "nn.functional.embedding_bag",
)
OPERATORS = [operator for operator in op_db if operator.name in NAMES]


def clone(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.detach().clone(memory_format=torch.preserve_format).requires_grad_(value.requires_grad)
    return type(value)(map(clone, value)) if isinstance(value, (tuple, list)) else value


def samples(operator: Any, dtype: torch.dtype, requires_grad: bool = False) -> Iterator[Tuple[Any, Tuple[Any, ...], Any]]:
    torch.manual_seed(7)
    for sample in operator.sample_inputs("cpu", dtype, requires_grad=requires_grad):
        yield sample.input, sample.args, sample.kwargs


def leaves(value: Any) -> List[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value] if value.requires_grad else []
    return [leaf for member in value for leaf in leaves(member)] if isinstance(value, (tuple, list)) else []


class OpInfo(unittest.TestCase):
    def setUp(self) -> None:
        warnings.simplefilter("ignore")  # about operators in beta and experimental types

    def compare(self, dtype: torch.dtype, expected: Any, actual: Any) -> None:
        if dtype in (torch.float16, torch.bfloat16):  # strew rounds after every sum, PyTorch only sometimes
            assert_close(actual, expected, rtol=2e-2, atol=2e-2, equal_nan=True)
        elif dtype.is_floating_point or dtype.is_complex:
            assert_close(actual, expected, equal_nan=True)
        else:
            assert_close(actual, expected, rtol=0, atol=0)

    def test_every_operator_is_in_the_tables(self) -> None:
        self.assertEqual({operator.name for operator in OPERATORS}, set(NAMES))

    def test_results(self) -> None:
        n_samples = 0
        for operator in OPERATORS:
            for dtype in sorted(operator.supported_dtypes("cpu"), key=str):
                for self_, arguments, options in samples(operator, dtype):
                    with self.subTest(operator=operator.formatted_name, dtype=dtype):
                        expected = operator(clone(self_), *clone(arguments), **options)
                        with strew_torch.patch():
                            actual = operator(clone(self_), *clone(arguments), **options)
                        self.compare(dtype, expected, actual)
                        n_samples += 1
        self.assertGreater(n_samples, 1000)

    def test_results_in_place(self) -> None:
        for operator in OPERATORS:
            in_place = operator.inplace_variant
            for dtype in sorted(operator.supported_dtypes("cpu"), key=str) if in_place is not None else ():
                for self_, arguments, options in samples(operator, dtype):
                    with self.subTest(operator=operator.formatted_name, dtype=dtype):
                        expected, actual = clone(self_), clone(self_)
                        try:
                            in_place(expected, *clone(arguments), **options)
                        except RuntimeError as error:  # a result that is larger than self
                            with strew_torch.patch(), self.assertRaisesRegex(type(error), "^" + re.escape(str(error))):
                                in_place(actual, *clone(arguments), **options)
                            continue
                        with strew_torch.patch():
                            result = in_place(actual, *clone(arguments), **options)
                        self.assertIs(result, actual)
                        self.compare(dtype, expected, actual)

    def test_gradients(self) -> None:
        for operator in OPERATORS:
            if not operator.supports_autograd:
                continue
            for self_, arguments, options in samples(operator, torch.float64, requires_grad=True):
                with self.subTest(operator=operator.formatted_name):
                    expected = self.gradients(operator, self_, arguments, options)
                    with strew_torch.patch():
                        actual = self.gradients(operator, self_, arguments, options)
                    assert_close(actual, expected, equal_nan=True)

    def gradients(self, operator: Any, self_: Any, arguments: Any, options: Any) -> Any:
        """Those of the sum of squares. PyTorch has a sample whose gradient it fails to compute: then it is no number."""
        inputs = clone((self_, arguments))
        result = operator(inputs[0], *inputs[1], **options)
        if result.requires_grad:
            try:
                result.square().sum().backward()
            except RuntimeError as error:
                self.assertIn("INTERNAL ASSERT FAILED", str(error))
                return None
        return [leaf.grad for leaf in leaves(inputs)]

    def test_what_pytorch_rejects_is_rejected(self) -> None:
        for operator in OPERATORS:
            if operator.error_inputs_func is None:
                continue
            for case in operator.error_inputs("cpu"):
                sample = case.sample_input
                with self.subTest(operator=operator.formatted_name, error=case.error_regex):
                    with strew_torch.patch(), self.assertRaises((RuntimeError, IndexError, TypeError, ValueError)):
                        operator(sample.input, *sample.args, **sample.kwargs)
