"""Sums, products and means in a wider type, and tensors of another dtype than data, each rounded once: accumulate and overflow."""

import ctypes
import itertools
import pickle
import unittest
from typing import Any, Callable, List, Tuple

import ml_dtypes
import numpy as np

import strew
from strew import _scales
from strew._arrays import Kind
from strew._known import KNOWN
from strew._library import native

ONES = [("float16", 4096, 2048), ("bfloat16", 1000, 256), ("float8_e4m3fn", 100, 16)]


class Wide(unittest.TestCase):
    def test_ones_are_counted(self) -> None:
        for name, n, stops_at in ONES:
            dtype = np.dtype(getattr(ml_dtypes, name, name))
            zero, indices, ones = np.zeros(1, dtype), np.zeros(n, np.int64), np.ones(n, dtype)
            calls: List[Callable[..., Any]] = [
                lambda **words: strew.scatter_update(zero, indices, ones, 0, "add", **words),
                lambda **words: strew.scatter_nd(zero, indices[:, None], ones, "add", **words),
                lambda **words: strew.scatter_elements(zero, indices, ones, 0, "add", **words),
                lambda **words: strew.plan_scatter_update((1,), dtype, (n,), 0, "add", **words)(zero, indices, ones),
                lambda **words: strew.plan_scatter_update((1,), dtype, (n,), 0, "add", **words).prepare(indices)(zero, ones),
                lambda **words: strew.plan_put((1,), dtype, (n,), "add", **words)(zero, indices, ones),
            ]
            for call in calls:
                with self.subTest(name, call=calls.index(call)):
                    self.assertEqual(float(call()[0]), stops_at)
                    self.assertEqual(float(call(accumulate="float32")[0]), float(np.array(n, dtype)))

    def test_a_combine_of_experts_is_the_exact_sum_rounded_once(self) -> None:
        """64 tokens, each of 4 rows, as PyTorch's index_add has them: rounded after every row, a third of the elements differ."""
        rng = np.random.default_rng(64)
        tokens = np.repeat(np.arange(64), 4)
        for name in ("bfloat16", "float16"):
            dtype = np.dtype(getattr(ml_dtypes, name, name))
            rows = rng.standard_normal((256, 128)).astype(np.float32).astype(dtype)
            exact = rows.astype(np.float64).reshape(64, 4, 128).sum(axis=1).astype(dtype)
            zeros = np.zeros((64, 128), dtype)
            wide = strew.scatter_update(zeros, tokens, rows, 0, "add", accumulate="float32")
            stepwise = strew.scatter_update(zeros, tokens, rows, 0, "add")
            with self.subTest(name):
                self.assertEqual(int((wide != exact).sum()), 0)
                self.assertGreater(float((stepwise != exact).mean()), 0.2)

    def test_sums_are_the_exact_ones_rounded_once(self) -> None:
        """In orders that lose the most if each sum is rounded. The wider type holds every sum of these exactly."""
        rng = np.random.default_rng(46)
        for name, wide, large in (
            ("float8_e4m3fn", "float32", 16), ("float8_e5m2", "float32", 8), ("bfloat16", "float32", 256), ("float16", "float32", 2048),
            ("float32", "float64", 2**24), ("int8", "int64", 127), ("uint16", "int64", 65535), ("int32", "int64", 2**31 - 1),
        ):  # fmt: skip
            dtype = np.dtype(getattr(ml_dtypes, name, name))
            is_integer, is_signed = dtype.kind in "iu", dtype.kind != "u"
            first, ones = np.array([large]), np.ones(300, "int64")
            orders = {f"2^{k} ones": np.ones(2**k, "int64") for k in range(0, 17, 4)}
            orders.update({"large, then small": np.concatenate((first, ones)), "small, then large": np.concatenate((ones, first))})
            orders["random"] = rng.integers(-8 if is_signed else 0, 8, 999)
            if is_signed:
                orders["alternating"] = np.tile([large, -1, -large, 1, 1], 60)
            for (order, numbers), reduction, overflow in itertools.product(orders.items(), ("add", "sub") if is_signed else ("add",), ("wraps", "saturates")):
                with self.subTest(name, order=order, reduction=reduction, overflow=overflow):
                    exact = 3 + sum(map(int, numbers)) * (1 if reduction == "add" else -1)
                    limits: Any = np.iinfo(dtype) if is_integer else ml_dtypes.finfo(dtype)
                    low, high = (int(limits.min), int(limits.max)) if is_integer else (float(limits.min), float(limits.max))
                    is_held = low <= exact <= high
                    if overflow == "saturates":
                        exact = max(low, min(high, exact))
                    elif is_integer and not is_held:
                        exact = (exact - low) % (high - low + 1) + low
                    with np.errstate(over="ignore"):
                        expected = np.array([exact], "int64" if is_integer else "float64").astype(dtype)
                    words = {"accumulate": wide, "overflow": overflow}
                    data, updates = np.full(1, 3, dtype), numbers.astype(dtype)
                    found = strew.scatter_update(data, np.zeros(len(numbers), "int8"), updates, 0, reduction, **words)
                    self.assertEqual(found.tobytes(), expected.tobytes(), (found, expected))

    def test_a_mean_of_many_ones(self) -> None:
        indices, ones = np.broadcast_to(np.zeros(1, "int8"), 2**25), np.broadcast_to(np.ones(1, "float32"), 2**25)
        for words, expected in (({}, 0.5), ({"accumulate": "float64"}, 1)):
            mean = strew.scatter_update(np.zeros(1, "float32"), indices, ones, 0, "mean", include_self=False, **words)
            self.assertEqual(mean.tolist(), [expected])

    def test_put(self) -> None:
        sums = np.zeros(1, np.float16)
        strew.put(sums, np.zeros(4096, np.int64), np.ones(4096, np.float16), reduction="add", accumulate="float32")
        self.assertEqual(sums[0], 4096)

    def test_what_is_too_large(self) -> None:
        rows: List[Tuple[str, str, List[int], float, float]] = [
            ("uint8", "int64", [250, 3, 30], 27, 255),
            ("int8", "int64", [-100, -100], 56, -128),
            ("float16", "float32", [60000, 60000], float("inf"), 65504),
        ]
        for dtype, wide, updates, wraps, saturates in rows:
            for overflow, expected in (("wraps", wraps), ("saturates", saturates)):
                with self.subTest(dtype, overflow=overflow):
                    at, given = np.zeros(len(updates), np.int64), np.array(updates).astype(dtype)
                    found = strew.scatter_update(np.zeros(1, dtype), at, given, 0, "add", accumulate=wide, overflow=overflow)
                    self.assertEqual(found[0], expected)

    def test_what_is_rejected(self) -> None:
        zeros, at = np.zeros(3, np.int32), np.zeros(2, np.int64)
        with self.assertRaisesRegex(strew.ScatterError, "data of int32 cannot be accumulated in float32"):
            strew.scatter_update(zeros, at, zeros[:2], 0, "add", accumulate="float32")
        with self.assertRaisesRegex(strew.ScatterError, "overflow='saturates' without accumulate"):
            strew.scatter_update(zeros, at, zeros[:2], 0, "add", overflow="saturates")
        with self.assertRaisesRegex(ValueError, "accumulate 'float16' is none of 'float32', 'float64', 'int64'"):
            strew.scatter_update(zeros, at, zeros[:2], 0, "add", accumulate="float16")


def converted(values: np.ndarray, dtype: np.dtype, saturates: bool = False) -> np.ndarray:
    """By NumPy. What is to saturate is brought into the dtype first: integers as those of Python, floats up to float32 as float64."""
    if saturates and dtype.kind in "iu":
        low, high = (int(limit) for limit in (np.iinfo(dtype).min, np.iinfo(dtype).max))
        return np.array([min(max(int(value), low), high) for value in values.flat], dtype).reshape(values.shape)
    if saturates and values.dtype.kind not in "biu":
        limits = ml_dtypes.finfo(dtype)
        values = np.clip(values.astype(np.float64), float(limits.min), float(limits.max)).astype(values.dtype if dtype == np.float64 else np.float32)
    with np.errstate(over="ignore"):
        return values.astype(dtype)


FLOATS: List[Any] = [ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, ml_dtypes.bfloat16, np.float16, np.float32, np.float64]
INTEGERS: List[Any] = [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64]
# Not from float64 to what ml_dtypes rounds by way of float32, twice.
PAIRS = [(np.dtype(a), np.dtype(b)) for a in FLOATS[:-1] for b in FLOATS if a is not b]
PAIRS += [(np.dtype(a), np.dtype(b)) for a in INTEGERS for b in (*INTEGERS, np.float32, np.float64) if a is not b]
PAIRS += [(np.dtype(bool), np.dtype(b)) for b in (np.int32, np.float16, np.float64)]


class OfAnotherDtype(unittest.TestCase):
    INDICES = np.array([4, 0, 2, 4])

    def drawn(self, dtype: np.dtype) -> np.ndarray:
        """Rows of ordinary numbers, and of the largest ones."""
        rng = np.random.default_rng(46)
        if dtype.kind not in "biu":
            limits = ml_dtypes.finfo(dtype)
            return np.concatenate([rng.normal(0, 30, (3, 3)).astype(dtype), np.array([[limits.max, limits.min, limits.smallest_normal]], dtype)])
        low, high = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        return rng.integers(low, high, (4, 3), dtype=dtype, endpoint=True)

    def assert_same(self, found: Any, expected: np.ndarray) -> None:
        self.assertEqual((found.dtype, found.shape, found.tobytes()), (expected.dtype, expected.shape, expected.tobytes()))

    def test_updates(self) -> None:
        for updates_dtype, dtype in PAIRS:
            for overflow in ("wraps", "saturates"):
                with self.subTest(f"{updates_dtype} into {dtype}", overflow=overflow):
                    given = self.drawn(updates_dtype)
                    rows = converted(given, dtype, overflow == "saturates")
                    data = np.ones((5, 3), dtype)
                    words: Any = {"overflow": overflow}
                    expected = strew.scatter_update(data, self.INDICES, rows)
                    plan = strew.plan_scatter_update((5, 3), dtype, 4, update_dtype=updates_dtype, **words)
                    for call in (
                        lambda: strew.scatter_update(data, self.INDICES, given, **words),
                        lambda: strew.scatter_nd(data, self.INDICES[:, None], given, **words),
                        lambda: strew.scatter_elements(data, np.repeat(self.INDICES[:, None], 3, 1), given, **words),
                        lambda: strew.scatter_update(data, self.INDICES, np.asfortranarray(given), **words),
                        lambda: plan(data, self.INDICES, given),
                        lambda: plan.prepare(self.INDICES)(data, given),
                    ):
                        for _ in range(2):  # the second time by the fast way
                            self.assert_same(call(), expected)

    def test_gathers(self) -> None:
        for dtype, out_dtype in PAIRS:
            with self.subTest(f"{dtype} as {out_dtype}"):
                data = np.ascontiguousarray(self.drawn(dtype).T)  # of 3 rows, and 4 columns
                at, whole = np.array([2, 0, 2]), converted(data, out_dtype)
                n_taken = KNOWN["gather"].taken()
                plan = strew.plan_gather((3, 4), dtype, 3, out_dtype=out_dtype)
                for _ in range(2):
                    out, turned = np.zeros((3, 4), out_dtype), np.zeros((4, 3), out_dtype).T
                    self.assertIs(strew.gather(data, at, out=out), out)
                    self.assert_same(out, whole[at])
                    self.assert_same(strew.gather(data, at, out=turned), whole[at])
                    self.assert_same(strew.gather_nd(data, at[:, None], out=np.zeros((3, 4), out_dtype)), whole[at])
                    self.assert_same(strew.gather_nd(data, (at, at), out=np.zeros(3, out_dtype)), whole[at, at])
                    self.assert_same(strew.gather_elements(data, at[:, None], out=np.zeros((3, 1), out_dtype)), whole[at, :1])
                    self.assert_same(plan(data, at), whole[at])
                    self.assert_same(plan.prepare(at)(data), whole[at])
                # Of another size, planned by the extension module from the call before.
                self.assert_same(strew.gather(data[:2], at[1:2], out=np.zeros((1, 4), out_dtype)), whole[:1])
                if native is not None:
                    self.assertEqual(KNOWN["gather"].taken() - n_taken, 3)
                self.assert_same(strew.gather(data, at), data[at])

    def test_a_gather_that_is_too_large(self) -> None:
        data, at, out = np.array([300, -5, 7]), np.array([0, 1, 2, 9]), np.zeros(4, np.uint8)
        for _ in range(2):
            strew.gather(data, at, out=out, policy="skip", fill=-1, overflow="saturates")
            self.assertEqual(out.tolist(), [255, 0, 7, 0])
            strew.take(data, at, out=out, policy="skip", fill=-1)
            self.assertEqual(out.tolist(), [44, 251, 7, 255])

    def test_reductions(self) -> None:
        for updates_dtype, dtype, reductions in (
            (np.float16, np.float32, ("add", "sub", "mul", "min", "max", "mean")),
            (ml_dtypes.bfloat16, np.float64, ("add", "max", "mean")),
            (np.int8, np.int64, ("add", "sub", "mul", "min", "max", "mean")),
            (np.int64, np.int16, ("add", "sub", "mul")),
            (np.bool_, np.int32, ("add", "mean")),
            (np.int64, np.float32, ("add", "mean")),
        ):
            given, data = self.drawn(np.dtype(updates_dtype)), np.full((5, 3), 3, dtype)
            for reduction in reductions:
                with self.subTest(reduction, dtype=dtype, updates=updates_dtype):
                    expected = strew.scatter_update(data, self.INDICES, given.astype(dtype), 0, reduction)
                    for _ in range(2):
                        self.assert_same(strew.scatter_update(data, self.INDICES, given, 0, reduction), expected)

    def test_put(self) -> None:
        for v in (np.array([300, -300]), [300, -300]):
            for _ in range(2):
                data = np.zeros(3, np.int8)
                strew.put(data, [2, 0], v, overflow="saturates")
                self.assertEqual(data.tolist(), [-128, 0, 127])

    def test_numpys_take_casts_by_its_own_rules(self) -> None:
        data, at = np.array([300.5, 0.25, -7.75]), np.array([2, 0])
        for dtype in (np.int8, np.int32, np.float32):
            found, expected = np.zeros(2, dtype), np.zeros(2, dtype)
            self.assertIs(strew.take(data, at, out=found), found)
            np.take(data, at, out=expected)
            self.assert_same(found, expected)

    def test_put_saturates_in_the_end(self) -> None:
        for reduction in ("none", "add"):
            data = np.array([100], np.int8)
            strew.put(data, [0], np.array([1000], np.int32), reduction=reduction, accumulate="int64", overflow="saturates")
            self.assertEqual(data.tolist(), [127])

    def test_a_cache_of_another_dtype(self) -> None:
        cache, keys, at = np.zeros((1, 4, 2), ml_dtypes.float8_e4m3fn), np.array([[[0.3, 1000]]], "float32"), np.array([2])
        plan = strew.plan_tensor_scatter((1, 4, 2), cache.dtype, 1, 1, update_dtype="float32", overflow="saturates")
        for found in (strew.tensor_scatter(cache, keys, at, 1, overflow="saturates"), plan(cache, keys, at)):
            self.assertEqual(found[0, 2].astype(float).tolist(), [0.3125, 448])
        masked = strew.masked_scatter(np.zeros(3, ml_dtypes.bfloat16), np.array([True, False, True]), np.array([1, 1e39]), overflow="saturates")
        self.assertEqual(masked.astype(float).tolist(), [1, 0, float(ml_dtypes.finfo(ml_dtypes.bfloat16).max)])

    def test_products_and_missing_values_of_another_dtype(self) -> None:
        data, at, updates = np.ones(1, ml_dtypes.bfloat16), np.zeros(3, np.int64), np.array([1.5, np.nan, 2**-9], "float32")
        for words, expected in (
            ({"nan": "loses"}, 2.5), ({"nan": "loses", "alpha": 2}, 4), ({"nan": "loses", "accumulate": "float32", "include_self": False}, 1.5),
            ({"nan": "loses", "accumulate": "float32", "alpha": 2}, 4),
        ):  # fmt: skip
            with self.subTest(words):
                self.assertEqual(float(strew.scatter_update(data, at, updates, 0, "add", **words)[0]), expected)

    def test_scales(self) -> None:
        rng = np.random.default_rng(46)
        keys, at = rng.standard_normal((5, 64)).astype("float32"), np.array([3, 1, 0, 8, 5])
        blocks = (np.abs(keys.reshape(5, 2, 32)).max(2) / 127).astype("float32")
        expected = np.rint((keys.reshape(5, 2, 32) / blocks[:, :, None]).reshape(5, 64)) + 0.0  # no -0
        cache, of_cache = np.zeros((9, 64), "int8"), np.ones((9, 2), "float32")
        of_cache[at] = blocks
        read = (expected.reshape(5, 2, 32).astype("float32") * blocks[:, :, None]).reshape(5, 64)
        plan = strew.plan_scatter_update((9, 64), "int8", (5,), update_dtype="float32", scale_shape=(5, 2))
        written = plan(cache, at, keys, scale=blocks)
        for found in (
            strew.scatter_update(cache, at, keys, scale=blocks), strew.scatter_nd(cache, at[:, None], keys, scale=blocks), written,
            plan.prepare(at)(cache, keys, scale=blocks), pickle.loads(pickle.dumps(plan))(cache, at, keys, scale=blocks),
        ):  # fmt: skip
            self.assertEqual(found[at].tolist(), expected.tolist())
        back = strew.plan_gather((9, 64), "int8", (5,), scale_shape=(9, 2))
        for found in (
            strew.gather(written, at, scale=of_cache), back(written, at, scale=of_cache), back.prepare(at)(written, scale=of_cache),
            strew.gather_nd(written, at[:, None], scale=of_cache),
        ):  # fmt: skip
            self.assertEqual((found.dtype, found.tolist()), (np.dtype("float32"), read.tolist()))
        half = strew.gather(written, at, scale=of_cache, out=np.empty((5, 64), ml_dtypes.bfloat16))
        self.assertEqual(half.tobytes(), read.astype(ml_dtypes.bfloat16).tobytes())
        products = strew.scatter_update(np.zeros((9, 64), ml_dtypes.float8_e5m2), at, keys, scale=0.1, scale_rule="multiplies")
        self.assertEqual(products[at].tobytes(), (keys * np.float32(0.1)).astype(ml_dtypes.float8_e5m2).tobytes())
        for text, call in (
            ("scale is missing, but float32 of shape .5, 2. was planned", lambda: plan(cache, at, keys)),
            ("scale is float32 of shape .*, but none was planned", lambda: strew.plan_gather((9, 64), "int8", (5,))(cache, at, scale=1.0)),
            ("the reduction add has no use for scale", lambda: strew.scatter_update(cache, at, keys, 0, "add", scale=1.0)),
            ("scale_rule='multiplies' without scale", lambda: strew.scatter_update(cache, at, keys, scale_rule="multiplies")),
            ("scale is float64, but must be float32", lambda: strew.scatter_update(cache, at, keys, scale=blocks.astype("f8"))),
            ("dimension 0 of scale is 3, .* the 64 of data", lambda: strew.gather(cache, at, scale=np.ones(3, "f4"))),
            ("scale_rule 'adds' is none of", lambda: strew.scatter_update(cache, at, keys, scale=1.0, scale_rule="adds")),
        ):
            with self.subTest(text), self.assertRaisesRegex(ValueError, text):
                call()

    def test_zero_points(self) -> None:
        rng, at = np.random.default_rng(23), np.array([3, -4, 0])
        scale = rng.standard_normal((4, 3)).astype("float32")
        for name in ("uint8", "int8", "uint4", "int4"):
            is_packed = name.endswith("4")
            dtype = np.dtype(getattr(ml_dtypes, name) if is_packed else name)
            low, high = (int(limit) for limit in (ml_dtypes.iinfo(dtype).min, ml_dtypes.iinfo(dtype).max))
            codes, zeros = rng.integers(low, high + 1, (4, 96)), rng.integers(low, high + 1, (4, 3))
            of_each, of_scale = np.repeat(zeros, 32, 1), np.repeat(scale, 32, 1)
            low_bits = (codes & 15).astype(np.uint8)
            data: Any = strew.Blocks(low_bits[:, 0::2] | low_bits[:, 1::2] << 4, name) if is_packed else codes.astype(dtype)
            points, stepped = zeros.astype(dtype), np.repeat(zeros, 2, 1).astype(dtype)[:, ::2]
            plan = strew.plan_gather((4, 96), name, 3, scale_shape=(4, 3), zero_points_shape=(4, 3))
            expected = ((codes - of_each).astype("float32") * of_scale)[at]
            for k, found in enumerate((
                strew.gather(data, at, scale=scale, zero_points=points), strew.gather_nd(data, at[:, None], scale=scale, zero_points=stepped),
                plan(data, at, scale=scale, zero_points=points), plan.prepare(at)(data, scale=scale, zero_points=points),
                pickle.loads(pickle.dumps(plan))(data, at, scale=scale, zero_points=points, threads=2),
            )):  # fmt: skip
                with self.subTest(name, k=k):
                    self.assertEqual((found.dtype, found.tobytes()), (np.dtype("float32"), expected.tobytes()))
            with self.subTest(name):
                half = strew.gather(data, at, scale=0.5, zero_points=low, out=np.empty((3, 96), "float16"))
                self.assertEqual(half.tobytes(), ((codes - low)[at] * 0.5).astype("float16").tobytes())
                for text, call in (
                    ("zero_points is missing, but .* was planned", lambda: plan(data, at, scale=scale)),
                    ("zero_points is .*, but none was planned", lambda: strew.plan_gather((4, 96), name, 3, scale_shape=1)(data, at, scale=scale[0, :1], zero_points=0)),
                    ("gather has no use for zero_points without scale", lambda: strew.gather(data, at, zero_points=points)),
                    (f"zero_points is {high + 1}, which {name} cannot hold", lambda: strew.gather(data, at, scale=0.5, zero_points=high + 1)),
                    ("zero_points is int16, but data is", lambda: strew.gather(data, at, scale=0.5, zero_points=np.zeros(1, "i2"))),
                ):
                    with self.assertRaisesRegex(ValueError, text):
                        call()
        blocks = strew.Blocks(np.full((2, 4), 0x31, "uint8"), "uint4")
        same = strew.gather(blocks, np.array([1]), scale=1.0, zero_points=strew.Blocks(np.full((2, 1), 0x21, "uint8"), "uint4"))
        self.assertEqual(same.tolist(), [[0, 2, 0, 2, -1, 1, -1, 1]])
        for other in (strew.Blocks(np.zeros((2, 34), "uint8"), "q8_0"), np.zeros((2, 3), "f4")):
            with self.assertRaisesRegex(strew.ScatterError, "cannot be converted with a scale"):
                strew.gather(other, np.array([1]), scale=1.0, zero_points=3)

    def test_a_number_is_held_as_long_as_a_call_reads_it(self) -> None:
        for held, expected, kind in (
            (_scales.planned_scale(0.25, Kind(np.dtype("f4"), ())), 0.25, ctypes.c_float),
            (_scales.planned_zeros(5, Kind(np.dtype("u1"), ()), np.dtype("u1")), 5, ctypes.c_uint8),
        ):
            others = [np.full((), 7, dtype) for dtype in ("f4", "u1") for _ in range(16)]  # where NumPy has memory of this size left
            self.assertEqual([kind.from_address(address).value for address in held.values()], [expected], len(others))

    def test_pairs_without_a_rule(self) -> None:
        at = np.zeros(1, np.int64)
        for text, call in (
            ("updates are float32, but data is int32: hand over updates.astype", lambda: strew.scatter_update(np.zeros(1, "i4"), at, np.ones(1, "f4"))),
            ("updates are float64, but data is float32, and mean combines no such pair", lambda: strew.scatter_update(np.zeros(1, "f4"), at, np.ones(1), 0, "mean")),
            ("updates are uint64, but data is int64, and add combines no such pair: hand over updates.astype", lambda: strew.scatter_update(np.zeros(1, "i8"), at, np.ones(1, "u8"), 0, "add")),
            ("out is int32, but data is float32", lambda: strew.gather(np.zeros(1, "f4"), at, out=np.zeros(1, "i4"))),
            ("v are float64, but a is int8", lambda: strew.put(np.zeros(1, "i1"), at, [0.5], overflow="saturates")),
        ):
            with self.subTest(text), self.assertRaisesRegex(strew.ScatterError, text) as caught:
                call()
            self.assertIs(caught.exception.status, strew.Status.DTYPE_MISMATCH)


if __name__ == "__main__":
    unittest.main()
