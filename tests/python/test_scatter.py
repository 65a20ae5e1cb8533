"""The operators on NumPy arrays: what works, what is rejected, and that nothing is copied or half written."""

import pickle
import tracemalloc
import unittest
from functools import partial
from typing import Any, Callable

import ml_dtypes
import numpy as np

import strew
from strew import IndexOutOfBoundsError, ScatterError, Status, scatter_elements, scatter_nd, scatter_update

from .support import plain_loop, plan_like, scatter, values


def f32(*numbers: float) -> np.ndarray:
    return np.array(numbers, np.float32)


class Results(unittest.TestCase):
    def test_the_example(self) -> None:
        found = scatter_nd(np.zeros(8, np.float32), np.array([[4], [3], [4]]), f32(1, 2, 3), "add")
        np.testing.assert_array_equal(found, f32(0, 0, 0, 2, 4, 0, 0, 0))

    def test_rank_0_updates(self) -> None:
        for update in (np.float32(5), np.array(5, np.float32)):
            arrays = f32(1, 2), np.array([1]), update
            np.testing.assert_array_equal(scatter_nd(*arrays), f32(1, 5))
            np.testing.assert_array_equal(plan_like("scatter_nd", *arrays)(*arrays), f32(1, 5))

    def test_unaligned_memory(self) -> None:
        def odd(array: np.ndarray) -> np.ndarray:
            view = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
            view[...] = array
            return view

        data, indices, updates = odd(np.arange(6.0).reshape(3, 2)), odd(np.array([[2], [0]])), odd(np.ones((2, 2)))
        self.assertFalse(data.flags.aligned)
        expected = plain_loop(data, indices, updates, "add")
        np.testing.assert_array_equal(scatter_nd(data, indices, updates, "add", out=odd(np.zeros((3, 2)))), expected)


class Siblings(unittest.TestCase):
    """scatter_elements and scatter_update: what is theirs alone."""

    def test_a_single_index_of_rank_0(self) -> None:
        data, row = np.zeros((3, 2), np.int8), np.array([4, 5], np.int8)
        for index in (np.array(-1), np.int32(2)):
            np.testing.assert_array_equal(scatter_update(data, index, row), [[0, 0], [0, 0], [4, 5]])

    def test_the_axis_may_be_any_integer_that_python_knows(self) -> None:
        data, indices, updates = np.zeros((1, 2)), np.array([[1]]), np.ones((1, 1))
        for axis in (1, -1, np.int8(1), np.int64(-1)):
            np.testing.assert_array_equal(scatter_elements(data, indices, updates, axis), [[0, 1]])
        for axis, kind in ((1.0, TypeError), ("1", TypeError), (2**64, ValueError), (-(2**64) + 1, ValueError)):
            with self.assertRaises(kind):
                scatter_elements(data, indices, updates, axis)


class Batches(unittest.TestCase):
    """batch_dims: each batch is a call by itself."""

    # operator, shape of data, shape of indices, batch_dims, axis
    SHAPES = (
        ("scatter_nd", (3, 5), (3, 9, 1), 1, 0),
        ("scatter_nd", (3, 5, 4), (3, 2, 6, 1), 1, 0),
        ("scatter_nd", (2, 3, 4, 5), (2, 3, 7, 2), 2, 0),
        ("scatter_nd", (2, 3, 4), (2, 3, 0), 1, 0),
        ("scatter_nd", (2, 3, 40), (2, 3, 1), 1, 0),
        ("scatter_nd", (2, 3), (2, 3, 5, 0), 2, 0),
        ("scatter_update", (3, 5), (3, 9), 1, 1),
        ("scatter_update", (3, 5, 4), (3, 2, 6), 1, 1),
        ("scatter_update", (3, 2, 5, 4), (3, 6), 1, 2),
        ("scatter_update", (2, 3, 4, 33), (2, 3, 7), 2, -2),
        ("scatter_update", (2, 3, 4), (2, 3), 2, 2),
    )

    def three(self, rng: np.random.Generator, row: Any, dtype: np.dtype, index_dtype: Any = np.int64) -> Any:
        operator, shape, counts, n, axis = row
        k = counts[-1] if operator == "scatter_nd" else 0
        of_indices = shape[n : n + k] if operator == "scatter_nd" else shape[axis]
        sizes = np.array(of_indices, np.int64)
        at = axis % len(shape)
        shape_of_updates = counts[:-1] + shape[n + k :] if operator == "scatter_nd" else shape[:at] + counts[n:] + shape[at + 1 :]
        return values(rng, shape, dtype), rng.integers(-sizes, sizes, counts).astype(index_dtype), values(rng, shape_of_updates, dtype)

    def expected(self, row: Any, three: Any, reduction: str, **words: Any) -> np.ndarray:
        operator, shape, _, n, axis = row
        data, indices, updates = three
        output = data.copy()
        for batch in np.ndindex(shape[:n]):
            three = (array[(*batch, ...)] for array in (data, indices, updates))  # arrays, also where a batch is one element
            output[batch] = plain_loop(*three, reduction, operator, axis % len(shape) - n, **words)
        return output

    def test_every_way_to_call(self) -> None:
        for number, row in enumerate(self.SHAPES):
            operator, shape, counts, n, axis = row
            three = self.three(np.random.default_rng(number), row, np.dtype(np.int32))
            expected = self.expected(row, three, "add")
            words = {"batch_dims": n, **({"axis": axis} if operator == "scatter_update" else {})}
            plan = plan_like(operator, *three, reduction="add", **words)
            views = [np.asfortranarray(each) for each in three]
            with self.subTest(row=row):
                for threads in (1, 3):
                    for found in (
                        plan(*three, threads=threads), plan.prepare(three[1])(three[0], three[2], threads=threads),
                        pickle.loads(pickle.dumps(plan))(*three, threads=threads),
                        scatter(operator, *views, reduction="add", threads=threads, **{"axis": axis, **words}),
                    ):  # fmt: skip
                        np.testing.assert_array_equal(found, expected)
                output = np.asfortranarray(three[0])
                scatter(operator, output, *views[1:], reduction="add", out=output, **{"axis": axis, **words})
                np.testing.assert_array_equal(output, expected)

    def test_rejections(self) -> None:
        data, indices, updates = np.zeros((3, 4)), np.zeros((3, 2, 1), int), np.zeros((3, 2))
        for call, sentence in (
            (lambda: scatter_nd(data, indices, updates, batch_dims=-1), r"batch_dims is -1, outside \[0, 2\]"),
            (lambda: scatter_nd(data, indices, updates, batch_dims=3), r"batch_dims is 3, outside \[0, 2\]"),
            (lambda: scatter_nd(data, indices[:2], updates[:2], batch_dims=1), "batch dimension 0 of indices is 2, but 3 in data"),
            (lambda: scatter_nd(data, indices, updates[:2], batch_dims=1), "dimension 0 of updates is 2, but the other tensors ask for 3"),
            (lambda: scatter_update(data, indices[..., 0], updates, 0, batch_dims=1), "batch_dims is 1, outside"),
            (lambda: strew.plan_scatter_nd((3, 4), "f4", (3, 2, 1), batch_dims=1, profile="ONNX ScatterND-18"), "batch_dims is 1, but 0 is needed"),
            (lambda: strew.plan_scatter_update((3, 4), "f4", (3, 2), 1, batch_dims=1, profile="OpenVINO ScatterUpdate-3"), "batch_dims is 1"),
        ):
            with self.assertRaisesRegex(ScatterError, f"^{sentence}"):
                call()
        with self.assertRaisesRegex(TypeError, "batch_dims is a float, and an integer is needed"):
            scatter_nd(data, indices, updates, batch_dims=1.0)
        with self.assertRaisesRegex(TypeError, "batch_dims"):
            scatter_elements(data, indices[..., 0], updates, batch_dims=1)


class NoCopy(unittest.TestCase):
    def setUp(self) -> None:
        self.data, self.updates = np.ones((1000, 1000)), np.ones((1000, 1000))
        self.indices = np.arange(1000).reshape(-1, 1)

    def test_out_is_returned_and_may_be_data(self) -> None:
        for out in (np.zeros((1000, 1000)), self.data):
            self.assertTrue((self.data == 1).all())
            address = out.ctypes.data
            found = scatter_nd(self.data, self.indices, self.updates, "add", out)
            self.assertIs(found, out)
            self.assertEqual(found.ctypes.data, address)
            self.assertTrue((found == 2).all())

    def test_a_new_array_shares_nothing(self) -> None:
        found = scatter_nd(self.data, self.indices, self.updates)
        self.assertFalse(np.shares_memory(found, self.data) or np.shares_memory(found, self.updates))

    def test_no_memory_is_taken(self) -> None:
        plan = plan_like("scatter_nd", self.data, self.indices, self.updates, reduction="add")
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        scatter_nd(self.data, self.indices, self.updates, "add", out=self.data)
        plan(self.data, self.indices, self.updates, self.data)
        _, peak = tracemalloc.get_traced_memory()
        self.assertLess(peak, 100_000)  # the arrays have 8 MB each

    def test_a_view_into_a_larger_array(self) -> None:
        whole = np.zeros((5, 4), np.int32)
        scatter_nd(whole[1:3], np.array([[1]]), np.full((1, 4), 7, np.int32), out=whole[1:3])
        np.testing.assert_array_equal(whole.sum(axis=1), [0, 0, 28, 0, 0])


class Rejections(unittest.TestCase):
    """Each with the output as it was before, byte for byte."""

    def rejected(self, kind: type, text: str, call: Callable[..., Any] = scatter_nd, **changed: Any) -> BaseException:
        arguments = {
            "data": np.arange(12, dtype=np.float32).reshape(3, 4),
            "indices": np.array([[0], [2]]),
            "updates": np.ones((2, 4), np.float32),
            "out": np.full((3, 4), -7, np.float32),
            **changed,
        }
        arrays = [array for array in arguments.values() if isinstance(array, np.ndarray)]
        before = [array.tobytes() for array in arrays]
        with self.assertRaises(kind) as caught:
            call(**arguments)
        self.assertEqual([array.tobytes() for array in arrays], before)
        self.assertIn(text, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))
        self.assertTrue(caught.exception.__context__ is None or caught.exception.__suppress_context__, "it is shown twice")
        return caught.exception

    def test_an_index_out_of_bounds(self) -> None:
        data = np.zeros((3, 4))
        changed = {"data": data, "indices": np.array([[0, 0], [1, -4], [2, 3], [0, 7]]), "updates": np.ones(4)}
        said = "indices[3] component 1 is 7, outside [-4, 3] of data dimension 1"
        for out in (data, np.ones((3, 4))):
            error = self.rejected(IndexOutOfBoundsError, said, **changed, out=out)
            self.assertIsInstance(error, IndexError)
            self.assertIsInstance(error, ScatterError)
            self.assertIs(error.status, Status.INDEX_OUT_OF_BOUNDS)
            found = (error.tuple, error.component, error.dimension, error.value, error.low, error.high, error.profile)
            self.assertEqual(found, (3, 1, 1, 7, -4, 3, None))

    def test_an_error_survives_pickling(self) -> None:
        error = self.rejected(IndexOutOfBoundsError, "", indices=np.array([[0], [9]]))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), str(again), again.status, again.value), (type(error), str(error), error.status, 9))

    def test_faults_of_the_library(self) -> None:
        one = np.ones(1, np.float32)
        for status, changed in [
            (Status.TUPLE_TOO_LONG, {"data": np.array(1, np.float32), "out": np.array(1, np.float32)}),
            (Status.RANK_OUT_OF_RANGE, {"indices": np.array(1)}),
            (Status.TUPLE_TOO_LONG, {"indices": np.zeros((2, 3), np.int64)}),
            (Status.UPDATES_RANK_MISMATCH, {"updates": np.ones(2, np.float32)}),
            (Status.UPDATES_SHAPE_MISMATCH, {"updates": np.ones((2, 3), np.float32)}),
            (Status.UPDATES_SHAPE_MISMATCH, {"updates": np.ones((1, 4), np.float32)}),
            (Status.UNSUPPORTED_INDEX_DTYPE, {"indices": np.array([[0.0], [2.0]])}),
            (Status.UNSUPPORTED_INDEX_DTYPE, {"indices": np.array([[False], [True]])}),
            (Status.DTYPE_MISMATCH, {"updates": np.ones((2, 4), np.complex64)}),
            (Status.UPDATES_RANK_MISMATCH, {"updates": one[0], "indices": np.array([[0, 0]])}),
        ]:
            with self.subTest(status=status.name, changed=list(changed)):
                error = self.rejected(ScatterError, "", **changed)
                self.assertIs(error.status, status)
                self.assertTrue(str(error))
                self.assertNotIsInstance(error, IndexError)

    def test_advice(self) -> None:
        """What newcomers from NumPy hand over, and what they meant."""
        n, ones = np.array([1, 2, 0]), np.ones(3, np.float32)
        single = "; indices of rank 1 are a single tuple, and n tuples of one index are indices[:, None]"
        vector, matrix = np.zeros(5, np.float32), np.zeros((5, 4), np.float32)
        for text, call in (
            (f"has 3 components, more than the 1 dimension of data that it can index{single}", lambda: scatter_nd(vector, n, ones)),
            (f"has rank 1, but the other tensors ask for rank 0{single}", lambda: scatter_nd(vector, n[:1], ones[:1])),
            (f"has rank 2, but the other tensors ask for rank 0{single}", lambda: scatter_nd(matrix, n[:2], matrix[:2])),
            (f"has 3 components, more than the 1 dimension of data that it can index{single}", lambda: strew.gather_nd(vector, n)),
            (f"has 3 components, more than the 1 dimension of data that it can index{single}", lambda: strew.group_by_chunk((5,), n, [(5,)])),
            ("data is a list, and a plain NumPy array or a DLPack tensor is needed: hand over numpy.asarray(data)", lambda: scatter_nd([1, 2], n, ones)),
            ("are float32, but data is int64: hand over updates.astype(data.dtype)", lambda: scatter_nd(n, n[:, None], ones)),
            ("indices are bool, but must be integers of 8 to 64 bits; a mask is for masked_scatter", lambda: scatter_nd(vector, vector[:, None] > 0, vector)),
            ("indices[0] component 0 is 1, but data dimension 0 is empty: it has size 0", lambda: scatter_nd(vector[:0], n[:, None], ones)),
            ("indices[0] component 0 is 1, but dimension 0 of a is empty: it has size 0", lambda: strew.add_at(vector[:0], n, 1)),
            ("indices name dimension 0, which has size 0, so none can be clamped to it", lambda: strew.take(vector[:0], n, policy="clamp")),
            ("ind name dimension 0, which has size 0, so none can be clamped to it", lambda: strew.put(vector[:0], n, 1, policy="clamp")),
            ("indices has rank 1, but data has rank 2; scatter_update and gather take indices of any rank", lambda: strew.gather_elements(matrix, n)),
        ):
            with self.subTest(text), self.assertRaises((ScatterError, TypeError)) as caught:
                call()
            self.assertTrue(str(caught.exception).endswith(text), caught.exception)
            self.assertIsNone(caught.exception.__context__)
        # A tuple of single numbers is one tuple, and says no more.
        with self.assertRaisesRegex(ScatterError, "has 2 components, more than the 1 dimension of data that it can index$"):
            scatter_nd(vector, (np.array(1), np.array(2)), np.array(1, np.float32))

    def test_overlap(self) -> None:
        memory = np.zeros((6, 4), np.float32)
        for name, changed in [
            ("data", {"data": memory[:3], "out": memory[1:4]}),
            ("updates", {"updates": memory[:2], "out": memory[1:4]}),
            ("indices", {"indices": memory[2].view(np.int64).reshape(2, 1), "out": memory[:3]}),
        ]:
            error = self.rejected(ScatterError, name, **changed)
            self.assertIs(error.status, Status.OUTPUT_OVERLAP)
            self.assertEqual(error.subject, name)

    def test_nothing_is_copied_in_silence(self) -> None:
        for name, shape, dtype in [("data", (3, 4), "f4"), ("indices", (2, 1), "i8"), ("updates", (2, 4), "f4"), ("out", (3, 4), "f4")]:
            array = np.zeros(shape, f"i1, {dtype}")["f1"]
            said = f"{name} has strides of {array.strides} bytes, which are no multiples of {array.itemsize}: hand over"
            self.rejected(ValueError, said, **{name: array})
        swapped = np.dtype(np.float32).newbyteorder()
        for name, array in [
            ("data", np.zeros((3, 4), swapped)),
            ("indices", np.array([[0], [2]], np.dtype(np.int64).newbyteorder())),
            ("updates", np.zeros((2, 4), swapped)),
            ("out", np.zeros((3, 4), swapped)),
        ]:
            self.rejected(ValueError, f"{name} is byte-swapped", **{name: array})

    def test_what_is_advised_works(self) -> None:
        data = np.arange(12, dtype=np.dtype(np.float32).newbyteorder()).reshape(4, 3)
        native = data.astype(data.dtype.newbyteorder("="))
        found = scatter_nd(np.ascontiguousarray(native.T), np.array([[1]]), np.ones((1, 4), np.float32))
        np.testing.assert_array_equal(found[1], np.ones(4))

    def test_no_array(self) -> None:
        for name, value in [("data", [[1.0]]), ("indices", [[0]]), ("updates", 1.0), ("out", [1.0])]:
            self.rejected(TypeError, f"{name} is a {type(value).__name__}", **{name: value})
        self.rejected(TypeError, "data is None, and a plain NumPy array", data=None)
        self.rejected(TypeError, "updates is a MaskedArray", updates=np.ma.ones((2, 4), np.float32))
        self.rejected(TypeError, "out", out=np.float32(1))

    def test_types_that_numpy_has_and_strew_has_not(self) -> None:
        record = [("a", np.int32)]
        for dtype in ("datetime64[s]", "S4", "U4", "V513", "V0", record, object, np.longdouble, ml_dtypes.int4):
            self.rejected(TypeError, "which is none of float32, float64", data=np.zeros((3, 4), dtype))

    def test_texts(self) -> None:
        words = {"data": np.full((3, 4), "a"), "updates": np.full((2, 4), "b")}
        self.rejected(TypeError, "float8e5m2, V1 to V512; strings go as strew.STRING", **words)

    def test_out_does_not_fit(self) -> None:
        turned = np.zeros((4, 3), np.float32)
        self.rejected(ValueError, "out is float32 of shape (4, 3), but data is float32 of shape (3, 4)", out=turned)
        self.rejected(ValueError, "out is float64", out=np.zeros((3, 4)))
        frozen = np.zeros((3, 4), np.float32)
        frozen.flags.writeable = False
        self.rejected(ValueError, "out is read-only", out=frozen)
        self.rejected(ValueError, "out is read-only", data=frozen, out=frozen)

    def test_words(self) -> None:
        self.rejected(ValueError, "reduction 'median' is none of 'none', 'add', 'sub', 'mul', 'min', 'max', 'mean'", reduction="median")
        self.rejected(ValueError, "policy 'lenient' is none of 'error', 'trusted', 'skip', 'clamp'", policy="lenient")
        self.rejected(ValueError, "nan 'draws' is none of 'wins', 'loses'", nan="draws")
        self.rejected(ValueError, "profile 'ONNX' is none of 'none', 'ONNX Scatter-9', ", profile="ONNX")
        self.rejected(ValueError, "isa 'z80' is none of", isa="z80")

    def test_words_that_are_none(self) -> None:
        array = np.zeros((3, 4), np.float32)  # as of somebody who took the fourth argument for out
        for kind, given in (("a list", []), ("a dict", {}), ("a bytes", b"add"), ("an int", 1), ("a ndarray", array)):
            self.rejected(TypeError, f"reduction is {kind}, and one of 'none', 'add', ", reduction=given)
            self.rejected(TypeError, f"policy is {kind}, and one of 'error', 'trusted', ", policy=given)
            self.rejected(TypeError, f"nan is {kind}, and one of 'wins', 'loses' is needed", nan=given)
            self.rejected(TypeError, f"profile is {kind}, and one of 'none', 'ONNX Scatter-9', ", profile=given)
            self.rejected(TypeError, f"isa is {kind}, and one of ", isa=given)
        self.rejected(TypeError, "reduction is None, and one of 'none', 'add', ", reduction=None)

    def test_flags_that_are_none(self) -> None:
        for kind, given in (("a str", "no"), ("an int", 0), ("None", None), ("a list", []), ("a float64", np.float64(1))):
            for flag in ("include_self", "negative_wrap"):
                self.rejected(TypeError, f"{flag} is {kind}, and True or False is needed", **{flag: given})
                with self.assertRaisesRegex(TypeError, f"{flag} is {kind}, and True or False is needed"):
                    strew.plan_scatter_nd(3, "float32", (2, 1), "add", **{flag: given})
            with self.assertRaisesRegex(TypeError, f"negative_wrap is {kind}, and True or False is needed"):
                strew.take(np.zeros(3), np.array([1]), negative_wrap=given)
        found = scatter_nd(np.ones(2), np.array([[0], [0]]), np.ones(2), "add", include_self=np.False_, negative_wrap=np.True_)
        np.testing.assert_array_equal(found, [2, 1])

    def test_names_of_arguments_are_those_of_python(self) -> None:
        data, index, updates = np.zeros((3, 4)), np.array([[0]]), np.ones((1, 4))
        for text, words in (
            ("scatter_nd with the reduction max has no use for alpha", {"reduction": "max", "alpha": 2}),
            ("alpha and include_self=False exclude each other", {"reduction": "add", "alpha": 2, "include_self": False}),
            ("ONNX ScatterND-18 has no alpha", {"reduction": "add", "alpha": 2, "profile": "ONNX ScatterND-18"}),
            ("ONNX ScatterND-18 has no include_self=False", {"reduction": "add", "include_self": False, "profile": "ONNX ScatterND-18"}),
            ("out overlaps indices in 8 bytes", {"out": index.view(np.float64)[0, :1], "data": np.zeros(1), "updates": np.ones(1)}),
        ):
            arguments = {"data": data, "indices": index, "updates": updates, **words}
            with self.subTest(text), self.assertRaises(strew.ScatterError) as caught:
                scatter_nd(**arguments)
            self.assertEqual(str(caught.exception), text)
        with self.assertRaisesRegex(strew.ScatterError, "^the stride 0 of out dimension 0 may let elements share an address"):
            scatter_nd(data, index, updates, out=np.lib.stride_tricks.as_strided(data, strides=(0, 8)))
        capped = strew.plan_scatter_nd(3, "float32", (2, 1), isa="scalar")
        better = strew.plan_scatter_nd(3, "float32", (2, 1)).isa
        if better != "scalar":
            self.assertEqual(capped.explain(better), f"{better} is not used: isa caps it")

    def test_an_axis_that_is_none(self) -> None:
        for given in (1.5, 1.0, "1", True, np.True_, [1], np.float32(1), np.zeros((3, 4), np.float32)):
            for call in (scatter_elements, scatter_update):
                said = f"axis is a {type(given).__name__}, and an integer is needed"
                self.rejected(TypeError, said, call, axis=given)

    def test_an_isa_that_cannot_run_here(self) -> None:
        for isa in strew.ISAS:
            if strew.isa_state(isa) in (strew.IsaState.NOT_BUILT, strew.IsaState.UNSUPPORTED):
                self.assertIs(self.rejected(ScatterError, "", isa=isa).status, Status.ISA_UNAVAILABLE)


class SiblingRejections(unittest.TestCase):
    """What scatter_elements and scatter_update reject, in one call and in a plan, with the output as it was."""

    # A plan makes the shape and the type of updates itself, and sees no values.
    _NEED_ARRAYS = (
        Status.INDEX_OUT_OF_BOUNDS,
        Status.OUTPUT_OVERLAP,
        Status.UPDATES_RANK_MISMATCH,
        Status.UPDATES_SHAPE_MISMATCH,
        Status.DTYPE_MISMATCH,
    )

    def rejected(self, status: Status, text: str, operator: str, **changed: Any) -> ScatterError:
        shapes = {"scatter_elements": ((2, 3), (2, 3)), "scatter_update": ((2,), (2, 4))}[operator]
        arguments = {
            "data": np.arange(12, dtype=np.float32).reshape(3, 4),
            "indices": np.ones(shapes[0], np.int64),
            "updates": np.ones(shapes[1], np.float32),
            **changed,
        }
        out = np.full(arguments["data"].shape, -7, arguments["data"].dtype)
        before = out.tobytes()
        calls = [partial(getattr(strew, operator), out=out)]
        if status not in self._NEED_ARRAYS:
            calls.append(partial(plan_like, operator))
        for call in calls:
            with self.assertRaises(ScatterError) as caught:
                call(**arguments)
            self.assertEqual(out.tobytes(), before)
            self.assertIs(caught.exception.status, status)
            self.assertIn(text, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))
        return caught.exception

    def test_axis(self) -> None:
        for operator in ("scatter_elements", "scatter_update"):
            for axis in (2, -3, 2**40, -(2**63)):
                error = self.rejected(Status.AXIS_OUT_OF_RANGE, f"axis is {axis}, outside [-2, 1]", operator, axis=axis)
                self.assertEqual((error.value, error.low, error.high), (axis, -2, 1))

    def test_an_index_out_of_bounds(self) -> None:
        indices = np.array([[0, 1, 2], [0, 9, 0]])
        error = self.rejected(Status.INDEX_OUT_OF_BOUNDS, "9, outside [-3, 2]", "scatter_elements", indices=indices)
        self.assertEqual((error.tuple, error.component, error.dimension), (4, 0, 0))
        indices, updates = np.array([3, -5]), np.ones((3, 2), np.float32)
        error = self.rejected(Status.INDEX_OUT_OF_BOUNDS, "-5, outside [-4, 3]", "scatter_update", indices=indices, updates=updates, axis=1)
        self.assertEqual((error.tuple, error.component, error.dimension), (1, 0, 1))
        self.assertIsInstance(error, IndexOutOfBoundsError)
