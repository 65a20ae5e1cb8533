"""The three gathers, their plans and prepared indices, against NumPy."""

import pickle
import unittest
from unittest import mock

import numpy as np

import strew
from strew import _call


def draw(dtype: np.dtype, shape: tuple, seed: int = 1) -> np.ndarray:
    """Any bytes: a gather only moves them."""
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return np.random.default_rng(seed).integers(0, 256, count).astype(np.uint8).view(dtype).reshape(shape)


def same(a: np.ndarray, b: np.ndarray) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


class Gathers(unittest.TestCase):
    def test_an_empty_dimension(self) -> None:
        """All its tuples are passed over, and more than a block of them too, whatever strides they have."""
        data, of_two, of_one = np.empty((2, 0), np.float32), np.zeros((513, 2), np.int64).T, np.zeros((513, 1, 2), np.int64).T
        calls = (
            (strew.gather_elements, (data, of_two, 1), (2, 513)),
            (strew.gather, (data, of_two, 1, 1), (2, 513)),
            (strew.gather, (np.empty((2, 0, 3), np.float32), of_two, 1, 1), (2, 513, 3)),
            (strew.gather_nd, (data, of_one.transpose(0, 2, 1), 1), (2, 513)),
            (strew.gather_elements, (np.empty((0, 700), np.float32), np.arange(2100).reshape(3, 700), 0), (3, 700)),
        )
        for function, arguments, shape in calls:
            with self.subTest(f"{function.__name__} {shape}"):
                found = function(*arguments, policy="skip", fill=7)
                self.assertTrue(np.array_equal(found, np.full(shape, 7, np.float32)))
                with self.assertRaisesRegex(strew.ScatterError, "is 0, but data dimension . is empty"):
                    function(*arguments)
        found = strew.gather(data, of_two, 1, 1, profile="OpenVINO Gather-8")
        self.assertTrue(np.array_equal(found, np.zeros((2, 513), np.float32)))

    def test_out(self) -> None:
        data, indices = np.arange(8), np.array([3, 1])
        out = np.zeros(2, np.int64)
        self.assertIs(strew.gather(data, indices, out=out), out)
        self.assertEqual(out.tolist(), [3, 1])
        for wrong in (np.zeros(3, np.int64), np.zeros(3, np.int32)):
            with self.assertRaisesRegex(ValueError, r"out is \S+ of shape \S+, but the result is int64 of shape \(2,\)"):
                strew.gather(data, indices, out=wrong)
        with self.assertRaisesRegex(strew.ScatterError, "out overlaps data in 16 bytes"):
            strew.gather(data, indices, out=data[2:4])
        out.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            strew.gather(data, indices, out=out)

    def test_rejections(self) -> None:
        data, indices = np.zeros((2, 3)), np.zeros((2, 2), np.int64)
        for call, sentence in (
            (lambda: strew.gather_nd(data, indices, 2), "batch_dims is 2, outside"),
            (lambda: strew.gather(data, indices[:1].copy(), 1, 1), "batch dimension 0 of indices is 1, but 2 in data"),
            (lambda: strew.gather(data, indices, 2), "axis is 2, outside"),
            (lambda: strew.gather_elements(data, indices[0].copy()), "indices has rank 1, but data has rank 2"),
        ):
            with self.assertRaisesRegex(strew.ScatterError, sentence):
                call()
        for axis, kind in ((0.0, "a float"), (True, "a bool"), (np.True_, "a bool"), (np.float64(0), "a float64"), (None, "None")):
            with self.assertRaisesRegex(TypeError, f"axis is {kind}, and an integer is needed"):
                strew.gather(data, indices, axis)
        self.assertTrue(same(strew.gather(data, indices, np.uint8(1)), data.take(indices, 1)))
        with self.assertRaisesRegex(ValueError, "fill has shape"):
            strew.gather(data, indices, fill=[1, 2])
        for wrong in (2, -1, np.uint8(2)):
            with self.assertRaisesRegex(ValueError, f"fill is {wrong}, which bool cannot hold: its numbers are 0 to 1"):
                strew.gather(data.astype(bool), indices, fill=wrong)
        for right in (True, 1, np.True_, np.uint8(1)):
            filled = strew.gather(np.zeros(2, bool), np.array([5]), policy="skip", fill=right)
            self.assertEqual(filled.tobytes(), b"\1")

    def test_bytes_that_fill_are_those_of_an_element(self) -> None:
        data, two = np.zeros((2, 2), "V3"), np.array([[5, 5]])
        calls = {
            "gather": lambda fill: strew.gather(data, two, policy="skip", fill=fill),
            "gather_nd": lambda fill: strew.gather_nd(data, two, policy="skip", fill=fill),
            "gather_elements": lambda fill: strew.gather_elements(data, two, policy="skip", fill=fill),
            "take": lambda fill: strew.plan_take((2, 2), "V3", (1, 2), policy="skip", fill=fill)(data, two),
        }
        for name, call in calls.items():
            for right in (b"abc", np.void(b"abc"), np.array(b"abc", "V3"), b"\0\0\0"):
                found = call(right)
                self.assertEqual(found.tobytes(), found.size * bytes(np.asarray(right, "V3")), name)
            for wrong in (b"", b"ab", b"abcd", b"abc\0", np.void(b"ab"), np.array(b"abcd", "V4")):
                n = len(wrong) if isinstance(wrong, bytes) else wrong.itemsize
                with self.assertRaisesRegex(ValueError, f"^fill has {n} bytes, and an element of data has 3$", msg=name):
                    call(wrong)
            for wrong in (5, "abc", 2.5):
                with self.assertRaises(TypeError, msg=name):
                    call(wrong)

    def test_other_rejections(self) -> None:
        data, indices = np.zeros((2, 3)), np.zeros((2, 2), np.int64)
        with self.assertRaisesRegex(TypeError, "fill is a str, and data of int32 needs an integer"):
            strew.gather(data.astype(np.int32), indices, fill="1")
        with self.assertRaisesRegex(ValueError, "fill is 300, which int8 cannot hold: its numbers are -128 to 127"):
            strew.gather(data.astype(np.int8), indices, fill=300)
        with self.assertRaisesRegex(ValueError, r"fill is 1e\+39, which float32 cannot hold: its largest number is 3.4028235e\+38"):
            strew.gather(data.astype(np.float32), indices, fill=1e39)
        with self.assertRaisesRegex(ValueError, "policy 'any' is none of"):
            strew.gather(data, indices, policy="any")


class Plans(unittest.TestCase):
    def test_calls_and_prepared_indices(self) -> None:
        data, indices = draw(np.dtype(np.float32), (1000, 16)), np.random.default_rng(7).integers(-1000, 1000, 50000)
        plan = strew.plan_gather(data.shape, data.dtype, indices.shape)
        self.assertEqual(plan.shape, (50000, 16))
        self.assertIn("gather", plan.kernel)
        self.assertIn(plan.kernel, plan.explain(plan.isa))
        prepared = plan.prepare(indices)
        for threads in (1, 2, None):
            self.assertTrue(same(plan(data, indices, threads=threads), data[indices]))
            self.assertTrue(same(prepared(data, threads=threads), data[indices]))
        for call in (lambda out: plan(data, indices, out), lambda out: prepared(data, out)):
            with self.assertRaisesRegex(ValueError, "out is float64 of shape .*, but the result is float32 of shape"):
                call(np.zeros(plan.shape))
        self.assertTrue(same(pickle.loads(pickle.dumps(plan))(data, indices), data[indices]))
        with self.assertRaises(TypeError):
            pickle.dumps(prepared)
        with self.assertRaisesRegex(ValueError, "was planned"):
            plan(data, indices[:5].copy())

    def test_a_plan_with_strides_is_made_once(self) -> None:
        data, indices = draw(np.dtype(np.float32), (4, 5)), np.array([3, 0])
        with mock.patch.object(_call.lib, "strew_plan_call", wraps=_call.lib.strew_plan_call) as made:
            plan = strew.plan_gather(data.shape, "float32", 2, out_strides=(1, 2))
        self.assertEqual(made.call_count, 1)
        out = np.zeros((5, 2), np.float32).T
        self.assertIs(plan(data, indices, out), out)
        np.testing.assert_array_equal(out, data[indices])
        for call, kind, sentence in (
            (lambda: strew.plan_gather((4, 5), "float32", 2, 7, out_strides=(1,)), strew.ScatterError, r"axis is 7, outside \[-2, 1\]"),
            (lambda: strew.plan_gather((), "float32", 2, out_strides=(1,)), strew.ScatterError, "data has rank 0"),
            (lambda: strew.plan_gather((4, 5), "float32", 2, -9, 7, out_strides=(5, 1)), strew.ScatterError, "axis is -9"),
            (lambda: strew.plan_gather_nd((4, 5), "float32", (), out_strides=(5, 1)), strew.ScatterError, "indices has rank 0"),
            (lambda: strew.plan_gather_nd((4, 5), "float32", (2, 3), out_strides=()), strew.ScatterError, "3 components, more than the 2"),
            (lambda: strew.plan_gather((4, 5), "float32", 2, out_strides=(1,)), ValueError, "out_strides has 1 strides, but out has 2 dim"),
            (lambda: strew.plan_gather((4, 5), "float32", 2, out_strides=(1, 1)), strew.ScatterError, "the stride 1 of out dimension"),
        ):
            with self.assertRaisesRegex(kind, sentence):
                call()

    def test_siblings(self) -> None:
        data, indices = draw(np.dtype(np.int32), (4, 5)), np.array([[1, 2], [3, 4]])
        self.assertTrue(same(strew.plan_gather_nd((4, 5), "int32", (2, 2))(data, indices), data[[1, 3], [2, 4]]))
        planned = strew.plan_gather_elements((4, 5), "int32", (2, 2), 1, policy="skip", fill=3)
        self.assertEqual(planned(data, np.array([[0, 5], [1, -9]])).tolist(), [[data[0, 0], 3], [data[1, 1], 3]])
