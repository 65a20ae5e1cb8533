"""alpha: updates are multiplied before they are added or subtracted."""

import pickle
import unittest
from typing import Any

import ml_dtypes
import numpy as np

import strew
from strew._tables import NUMPY_DTYPES

INDEX = np.array([2, 0, 2, 1])


def expected(data: np.ndarray, indices: np.ndarray, updates: np.ndarray, reduction: str, alpha: Any) -> np.ndarray:
    """Row by row, each product and each sum rounded by NumPy to the type of data."""
    output, factor = data.copy(), np.array(alpha, data.dtype)
    for index, row in zip(indices, updates):
        product = (row * factor).astype(data.dtype)
        output[index] = (output[index] + product if reduction == "add" else output[index] - product).astype(data.dtype)
    return output


class Alpha(unittest.TestCase):
    def test_is_a_number_of_any_kind(self) -> None:
        rng = np.random.default_rng(4)
        for dtype in (np.float32, np.float64, np.float16, ml_dtypes.bfloat16, np.int8, np.uint16, np.int64, np.complex64):
            data, updates = (rng.integers(1, 9, (n, 3)).astype(dtype) for n in (3, 4))
            for alpha in (3, np.int16(2), np.array(5), 0.75, np.float32(1.1), True):
                if np.dtype(dtype).kind in "iu" and isinstance(alpha, (float, np.floating)):
                    continue
                for reduction in ("add", "sub"):
                    with self.subTest(dtype=dtype, alpha=alpha, reduction=reduction):
                        found = strew.scatter_update(data, INDEX, updates, 0, reduction, alpha=alpha)
                        np.testing.assert_array_equal(found, expected(data, INDEX, updates, reduction, alpha), strict=True)
                        found = strew.scatter_nd(data, INDEX[:, None], updates, reduction, alpha=alpha)
                        np.testing.assert_array_equal(found, expected(data, INDEX, updates, reduction, alpha), strict=True)

    def test_of_plans_views_and_threads(self) -> None:
        rng = np.random.default_rng(5)
        data, updates = rng.standard_normal((3, 40)), rng.standard_normal((40, 4)).T
        wanted = expected(data, INDEX, updates, "add", -2.5)
        plan = strew.plan_scatter_update((3, 40), np.float64, (4,), 0, "add", updates_strides=(1, 4), alpha=-2.5)
        for call in (plan, pickle.loads(pickle.dumps(plan))):
            np.testing.assert_array_equal(call(data, INDEX, updates, threads=2), wanted)
        np.testing.assert_array_equal(plan.prepare(INDEX)(data, updates), wanted)
        out = data.copy()
        strew.scatter_update(out, INDEX, updates, 0, "add", out, alpha=-2.5)
        np.testing.assert_array_equal(out, wanted)

    def test_with_components(self) -> None:
        found = strew.scatter_nd(np.zeros((2, 2)), (np.array([0, 1]), np.array([1, 1])), np.array([2.0, 3.0]), "sub", alpha=0.5)
        np.testing.assert_array_equal(found, [[0, -1], [0, -1.5]])

    def test_what_is_no_alpha(self) -> None:
        data, updates = np.zeros((3, 2), np.int32), np.ones((4, 2), np.int32)

        def call(reduction: str = "add", **words: Any) -> Any:
            return strew.scatter_update(data, INDEX, updates, 0, reduction, **words)

        for alpha, error, sentence in (
            (2.5, TypeError, "alpha is a float, and data of int32 needs an integer"),
            ([1, 2], TypeError, "alpha is a list, and data of int32 needs an integer"),
            (2**31, ValueError, "alpha is 2147483648, which int32 cannot hold: its numbers are -2147483648 to 2147483647"),
        ):
            with self.assertRaises(error) as caught:
                call(alpha=alpha)
            self.assertEqual(str(caught.exception), sentence)
        for dtype, alpha, error, sentence in (
            ("float32", "1.5", TypeError, "alpha is a str, and data of float32 needs a real number"),
            ("float16", 1 + 2j, TypeError, "alpha is a complex, and data of float16 needs a real number"),
            ("bfloat16", np.complex64(3), TypeError, "alpha is a complex64, and data of bfloat16 needs a real number"),
            ("complex64", b"2", TypeError, "alpha is a bytes, and data of complex64 needs a number"),
            ("float64", {}, TypeError, "alpha is {}, which float64 cannot hold"),
            ("int16", float("nan"), TypeError, "alpha is a float, and data of int16 needs an integer"),
            ("uint8", -1, ValueError, "alpha is -1, which uint8 cannot hold: its numbers are 0 to 255"),
            ("bool", 0.5, TypeError, "alpha is a float, and data of bool needs a bool"),
            ("float32", 1e300, ValueError, "alpha is 1e+300, which float32 cannot hold: its largest number is 3.4028235e+38"),
            ("float16", -65520, ValueError, "alpha is -65520, which float16 cannot hold: its largest number is 65504"),
            ("bfloat16", np.float64(1e39), ValueError, "alpha is 1e+39, which bfloat16 cannot hold: its largest number is 3.3895314e+38"),
            ("float8e4m3fn", 500.0, ValueError, "alpha is 500.0, which float8_e4m3fn cannot hold: its largest number is 448"),
            ("float64", 10**400, ValueError, "alpha is an integer of 1329 bits, which float64 cannot hold: its largest number is 1.7976931e+308"),
            ("complex64", 1e300j, ValueError, "alpha is 1e+300j, which complex64 cannot hold: its largest number is 3.4028235e+38"),
            ("uint8", 10**5000, ValueError, "alpha is an integer of 16610 bits, which uint8 cannot hold: its numbers are 0 to 255"),
            ("bool", 2, ValueError, "alpha is 2, which bool cannot hold: its numbers are 0 to 1"),
        ):
            zeros = np.zeros(3, NUMPY_DTYPES[dtype])
            for plan_or_call in (
                lambda: strew.scatter_elements(zeros, INDEX[:3], zeros, 0, "add", alpha=alpha),
                lambda: strew.plan_put(3, dtype, 3, "add", alpha=alpha),
            ):
                with self.subTest(dtype=dtype, alpha=alpha), self.assertRaises(error) as caught:
                    plan_or_call()
                self.assertEqual(str(caught.exception), sentence)
        with self.assertRaisesRegex(ValueError, r"alpha has shape \(2,\), and one element is needed"):
            strew.scatter_update(data.astype("f4"), INDEX, updates.astype("f4"), 0, "add", alpha=[1.5, 2])
        with self.assertRaisesRegex(strew.ScatterError, "^alpha and include_self=False exclude each other$") as rejected:
            call(alpha=2, include_self=False)
        self.assertEqual(rejected.exception.status.name, "CONFLICT")
        with self.assertRaises(strew.ScatterError) as rejected:
            strew.scatter_nd(data, INDEX[:, None], updates, "add", alpha=2, profile="ONNX ScatterND-18")
        self.assertEqual(rejected.exception.status.name, "PROFILE_LACKS_OPTION")
        np.testing.assert_array_equal(data, 0)
