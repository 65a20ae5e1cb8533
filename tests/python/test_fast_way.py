"""The fast way: calls that were made before. It is taken, and does what the long way does: the same bits, and the same exceptions."""

import contextlib
import ctypes
import gc
import itertools
import sys
import threading
import unittest
import warnings
from functools import partial
from typing import Any, Callable, Iterator, List, NamedTuple, Sequence, Tuple
from unittest import mock

import ml_dtypes
import numpy as np

import strew
from strew import _known, _library
from strew._enums import Status
from strew._operators import FUNCTIONS, OPERATORS
from tests.python.support import DTYPES
from tests.python.test_dlpack import Foreign

_F4 = np.dtype(np.float32)
_put, _take = strew._scatter.put, strew._gather.take  # those of the library, which have plans


class Row(NamedTuple):
    """A call of a row of the table: a function and its arrays."""

    name: str
    call: Callable[..., Any]
    arrays: Tuple[Any, ...]
    takes_out: bool = True


def _rows(n_rows: int = 6, width: int = 4, n: int = 3) -> Iterator[Row]:
    rng = np.random.default_rng(1)
    data, numbers = rng.random((n_rows, width)), rng.integers(-n_rows, n_rows, n)
    tuples, elements = numbers[:, np.newaxis].copy(), rng.integers(0, n_rows, (n, width))
    updates, mask, pair = rng.random((n, width)), data > 0.5, (numbers, rng.integers(0, width, n))
    column = updates[:, 0].copy()
    yield Row("scatter_nd", partial(strew.scatter_nd, reduction="add"), (data, tuples, updates))
    yield Row("scatter_nd", partial(strew.scatter_nd, reduction="mean"), (data, tuples, updates))
    yield Row("scatter_nd", strew.scatter_nd, (data, pair, column))
    yield Row("scatter_elements", partial(strew.scatter_elements, reduction="max"), (data, elements, updates))
    yield Row("scatter_update", partial(strew.scatter_update, reduction="add", alpha=0.5), (data, numbers, updates))
    yield Row("put", _put, (data, numbers, column))
    yield Row("gather_nd", strew.gather_nd, (data, tuples))
    yield Row("gather_nd", strew.gather_nd, (data, (numbers, np.array([[1], [0]]))))
    yield Row("gather_elements", strew.gather_elements, (data, elements))
    yield Row("gather", strew.gather, (data, numbers))
    yield Row("gather", partial(strew.gather, policy="skip", fill=-1.5), (data, numbers * 2))
    yield Row("take", _take, (data, numbers))
    cache, update = rng.random((2, n_rows, width)).astype(_F4), rng.random((2, 1, width)).astype(_F4)
    yield Row("tensor_scatter", strew.tensor_scatter, (cache, update, np.array([n_rows - 1, 0])))
    yield Row("tensor_scatter", strew.tensor_scatter, (cache, update, None))
    yield Row("tensor_scatter", strew.tensor_scatter, tuple(each.astype(ml_dtypes.float8_e5m2fnuz) for each in (cache, update)))
    yield Row("masked_scatter", strew.masked_scatter, (data, mask, data + 1))
    yield Row("masked_scatter", strew.masked_scatter, (data, mask[0], data + 1))
    for function in (strew.add_at, strew.subtract_at, strew.multiply_at, strew.maximum_at, strew.minimum_at):
        yield Row("add_at", function, (data, numbers, updates), False)
    some = [1, 0, 1] * n
    for indices, b in ((some, 1.5), (some, 2), (numbers, rng.random(width)), ((numbers, [1]), 3), (1, list(range(width))), (numbers, np.float32(2))):
        yield Row("add_at", strew.add_at, (data, indices, b), False)
    yield Row("numpy.take", strew.take, (data, numbers))
    yield Row("numpy.take", strew.take, (data, [some, some]))
    yield Row("numpy.take", strew.take, (data, 1))
    yield Row("numpy.take", partial(strew.take, axis=1, mode="clip"), (data, numbers))
    yield Row("gather", partial(strew.take, axis=0, policy="skip", fill=7), (data, numbers * 2))
    yield Row("numpy.put", strew.put, (data, numbers, column), False)
    yield Row("numpy.put", strew.put, (data, some, 7), False)
    yield Row("numpy.put", partial(strew.put, reduction="add"), (data, some, some), False)
    yield Row("take_along_axis", partial(strew.take_along_axis, axis=0), (data, elements), False)
    yield Row("take_along_axis", partial(strew.take_along_axis, axis=0), (data, tuples), False)
    yield Row("put_along_axis", partial(strew.put_along_axis, axis=0), (data, elements, 2.5), False)
    yield Row("put_along_axis", partial(strew.put_along_axis, axis=0), (data, tuples, [list(range(width))]), False)


ROWS = list(_rows())


def fresh(values: Sequence[Any]) -> List[Any]:
    """Copies, each of which lies in memory as its value does."""
    return [_copy(value) for value in values]


def _copy(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_copy, value))
    if isinstance(value, Foreign):
        return Foreign(_copy(value.array))
    if not isinstance(value, np.ndarray) or not value.flags.writeable or not value.size:
        return value
    if value.base is None or value.flags.forc:
        return value.copy(order="K")
    base = value.base
    while isinstance(base.base, np.ndarray):
        base = base.base
    memory = base.copy(order="K")
    offset = value.ctypes.data - base.ctypes.data
    return np.lib.stride_tricks.as_strided(memory.reshape(-1).view(np.uint8)[offset:][: value.itemsize].view(value.dtype), value.shape, value.strides)


def outcome(call: Callable[..., Any], given: List[Any], **words: Any) -> Any:
    """The result, or the exception, and what the first array holds afterwards."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = call(*given, **words)
        except Exception as error:
            return type(error), str(error), _bytes(given[0])
    return type(result), getattr(result, "dtype", None), getattr(result, "shape", None), _bytes(result), _bytes(given[0])


def _bytes(value: Any) -> Any:
    if isinstance(value, Foreign):
        value = value.array
    has_bytes = isinstance(value, (np.ndarray, np.generic)) and value.dtype != object
    return value.tobytes() if has_bytes else type(value) if type(value) is object else repr(value)


@contextlib.contextmanager
def long_way() -> Iterator[None]:
    with mock.patch.dict(_known.KNOWN, dict.fromkeys(_known.KNOWN, _known.NEVER_KNOWN)):
        yield


def taken(name: str) -> int:
    return int(_known.KNOWN[name].taken())


@unittest.skipIf(_library.native is None, "the extension module is not built")
class TheFastWay(unittest.TestCase):
    def test_every_row_has_a_call(self) -> None:
        self.assertEqual({row.name for row in ROWS}, {*OPERATORS, *FUNCTIONS})

    def test_the_second_call_is_known(self) -> None:
        for number, row in enumerate(ROWS):
            with self.subTest(number, name=row.name):
                with long_way():
                    expected = outcome(row.call, fresh(row.arrays))
                self.assertNotIsInstance(expected[1], str, expected)
                self.assertEqual(outcome(row.call, fresh(row.arrays)), expected)
                for _ in range(2):
                    n_taken = taken(row.name)
                    self.assertEqual(outcome(row.call, fresh(row.arrays)), expected)
                    self.assertEqual(taken(row.name), n_taken + 1)

    def test_other_sizes_are_planned_at_once(self) -> None:
        """The first call of a size is known, if there was one of another size; also where a size is 1, but for calls over nothing."""
        sizes = [*itertools.product((2, 7), (2, 1, 5), (1, 4, 2)), (3000, 2, 5000), (17, 9, 33), (5, 4, 0)]
        for size in sizes:
            for number, (row, other) in enumerate(zip(ROWS, _rows(*size))):
                has_form = row.name in OPERATORS or FUNCTIONS[row.name].form is not None
                calls = _known.calls_of(row.name)
                with self.subTest(number, name=row.name, size=size), mock.patch.dict(_known.KNOWN, {row.name: calls}):
                    with long_way():
                        expected = outcome(other.call, fresh(other.arrays))
                    row.call(*fresh(row.arrays))
                    n_taken = calls.taken()
                    self.assertEqual(outcome(other.call, fresh(other.arrays)), expected)
                    if has_form and 0 < size[2] < 1000 and not isinstance(expected[1], str):
                        self.assertEqual(calls.taken(), n_taken + 1)
                    for threads in (1, 2):
                        self.assertEqual(outcome(other.call, fresh(other.arrays), threads=threads), expected)

    def test_with_out_and_threads(self) -> None:
        for number, row in enumerate(ROWS):
            if not row.takes_out:
                continue
            with self.subTest(number, name=row.name):
                expected = np.asarray(row.call(*fresh(row.arrays)))
                is_scatter = "scatter" in row.name or row.name == "put"
                for threads, is_in_place in itertools.product((1, 2), (False, True) if is_scatter else (False,)):
                    for is_known in (False, True, True):
                        given, n_taken = fresh(row.arrays), taken(row.name)
                        out = given[0] if is_in_place else np.zeros_like(expected)
                        self.assertIs(row.call(*given, out=out, threads=threads), out)
                        self.assertEqual(out.tobytes(), expected.tobytes())
                        self.assertGreaterEqual(taken(row.name), n_taken + is_known)

    def test_plans(self) -> None:
        data, indices, updates = np.zeros((6, 4), _F4), np.array([5, 0, 5]), np.ones((3, 4), _F4)
        tuples, cache = indices[:, None], np.zeros((2, 5, 3), _F4)
        plans: List[Tuple[Any, Tuple[Any, ...]]] = [
            (strew.plan_scatter_nd((6, 4), _F4, (3, 1), "add"), (data, tuples, updates)),
            (strew.plan_scatter_update((6, 4), _F4, 3, 0, "mean"), (data, indices, updates)),
            (strew.plan_scatter_elements((6, 4), _F4, (1, 4), 0, "add"), (data, np.array([[1, 2, 3, 5]]), updates[:1].copy())),
            (strew.plan_put((6, 4), _F4, 3, "add"), (data, indices, updates[:, 0].copy())),
            (strew.plan_scatter_nd((6, 4), _F4, ((3,), (3,)), "add"), (data, (indices, indices % 4), updates[:, 0].copy())),
            (strew.plan_scatter_nd((6, 4), _F4, (3, 1), "add").prepare(tuples), (data, updates)),
            (strew.plan_scatter_nd((6, 4), _F4, (3, 1), "mean").prepare(tuples), (data, updates)),
            (strew.plan_gather((6, 4), _F4, 3), (data, indices)),
            (strew.plan_gather_nd((6, 4), _F4, (3, 1)), (data, tuples)),
            (strew.plan_gather_elements((6, 4), _F4, (1, 4)), (data, np.array([[1, 2, 3, 5]]))),
            (strew.plan_take((6, 4), _F4, 3), (data, indices)),
            (strew.plan_gather((6, 4), _F4, 3).prepare(indices), (data,)),
            (strew.plan_tensor_scatter((2, 5, 3), _F4, 1), (cache, np.ones((2, 1, 3), _F4), np.array([4, 0]))),
            (strew.plan_tensor_scatter((2, 5, 3), _F4, 1, index_dtype=None), (cache, np.ones((2, 1, 3), _F4))),
        ]
        for plan, given in plans:
            with self.subTest(plan=plan, n=len(given)):
                first = plan(*given)
                for _ in range(2):
                    n_taken = plan._known.taken()
                    self.assertEqual(plan(*given).tobytes(), first.tobytes())
                    self.assertEqual(plan._known.taken(), n_taken + 1)
                wrong = given[0][..., :-1]
                self.assertRaises(ValueError, plan, wrong, *given[1:])

    def test_numbers_of_every_dtype(self) -> None:
        numbers: Tuple[Any, ...] = (0, 1, -1, True, False, 2, 127, 128, 255, 256, -128, -129, 32768, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63)
        numbers += (2**64, 10**400, 0.5, -0.0, 1e5, 65504.0, 65520.0, 3e38, 3.5e38, 1e300, float("inf"), float("nan"), 1j, 1 + 2j, 1e300j, "1", None)
        for dtype in (*DTYPES, np.dtype("V3")):
            for put in (False, True):
                for number in numbers:
                    if not put and dtype.type is np.void:
                        continue

                    def call(a: np.ndarray, b: Any, function: Any = strew.put if put else strew.maximum_at) -> None:
                        function(a, [1, 2], b)

                    with self.subTest(dtype=str(dtype), number=number, put=put):
                        zeros = np.zeros(3, dtype)
                        with long_way():
                            expected = outcome(call, [zeros.copy(), number])
                        with contextlib.suppress(Exception):
                            call(zeros.copy(), 1)
                        self.assertEqual(outcome(call, [zeros.copy(), number]), expected)

    def test_numbers_and_arrays_of_one_element(self) -> None:
        """In turn, for so few indices that a number is repeated, and for more."""
        for function, dtype, n in itertools.product((strew.add_at, strew.put), (np.float64, ml_dtypes.bfloat16), (1, 2, 64, 65, 256, 257)):
            indices = np.random.default_rng(n).integers(0, 100, n)
            for number, one in enumerate((1.5, np.array(2.5, dtype), np.array([3.5], dtype), 4.5, dtype(5.5), np.array(2.5, dtype))):
                found, expected = np.zeros(100, dtype), np.zeros(100, dtype)
                with self.subTest(function=function.__name__, dtype=dtype, n=n, number=number):
                    with long_way():
                        function(expected, indices, np.full(n, one, dtype))
                    function(found, indices, one)
                    self.assertEqual(found.tobytes(), expected.tobytes())

    def test_odd_arguments(self) -> None:
        """Each in place of one of a call that is known."""
        for number, row in enumerate(ROWS):
            for at, value in enumerate(row.arrays):
                for kind, odd in odd_ones(value):
                    given = list(row.arrays)
                    given[at] = odd
                    with self.subTest(number, name=row.name, at=at, kind=kind):
                        with long_way():
                            expected = outcome(row.call, fresh(tuple(given)))
                        outcome(row.call, fresh(row.arrays))
                        for _ in range(3):
                            self.assertEqual(outcome(row.call, fresh(tuple(given))), expected)

    def test_parts_of_what_is_written(self) -> None:
        def calls(a: np.ndarray, indices: np.ndarray) -> Iterator[Callable[[], Any]]:
            yield lambda: strew.add_at(a, [1, 2, 3, 4], a[:4])
            yield lambda: strew.add_at(a, [1, 2], a[3:4])
            yield lambda: strew.put(a, [1, 2, 3], a[:3])
            yield lambda: strew.put_along_axis(a, np.array([1, 2, 3]), a[:3], 0)
            yield lambda: strew.take(a, [1, 2], None, a[:2])
            yield lambda: strew.add_at(indices, indices, 1)
            yield lambda: strew.put(indices, indices[:3], 2)
            yield lambda: strew.scatter_nd(a, np.array([[1], [2]]), a[1:3], "add", a)
            yield lambda: strew.gather(a, np.array([1, 2]), out=a[:2])

        def run_all(index: int) -> Any:
            a, indices = np.arange(8.0), np.array([3, 1, 0, 2])
            return outcome(lambda *_: list(calls(a, indices))[index](), [a]), indices.tobytes()

        apart = np.arange(8.0), np.arange(8.0), np.array([3, 1, 0, 2])
        strew.add_at(apart[0], [1, 2, 3, 4], apart[1][:4])
        strew.put(apart[0], [1, 2, 3], apart[1][:3])
        strew.put_along_axis(apart[0], np.array([1, 2, 3]), apart[1][:3], 0)
        strew.scatter_nd(apart[0], np.array([[1], [2]]), apart[1][1:3], "add", apart[0])
        strew.add_at(apart[2], apart[2].copy(), 1)
        for index in range(9):
            with long_way():
                expected = run_all(index)
            for _ in range(3):
                self.assertEqual(run_all(index), expected, index)

    def test_words_are_told_apart(self) -> None:
        data, indices, updates = np.arange(6.0).reshape(2, 3), np.zeros((2, 3), np.int64), np.arange(6.0).reshape(2, 3)
        strew.scatter_elements(data, indices, updates, 1, "add", alpha=0.0)
        for axis in (1.0, True, "1", int):
            for _ in range(2):
                self.assertRaises(TypeError, strew.scatter_elements, data, indices, updates, axis, "add", alpha=0.0)
        minus = np.full((2, 3), -0.0)
        for alpha, sign in ((0.0, False), (-0.0, True), (0.0, False), (-0.0, True), (0, False)):
            found = strew.scatter_elements(minus, np.array([[0], [0]]), np.ones((2, 1)), 1, "add", alpha=alpha)
            self.assertEqual(bool(np.signbit(found[0, 0])), sign, alpha)
        gather: Callable[..., Any] = partial(strew.gather, data, np.array([-1]))
        for is_wrapped in (True, False, True):
            with self.subTest(is_wrapped), contextlib.nullcontext() if is_wrapped else self.assertRaises(IndexError):
                gather(negative_wrap=is_wrapped)
            for wrong in (1, 0, "yes", None):
                self.assertRaises(TypeError, gather, negative_wrap=wrong)
            self.assertEqual(gather(negative_wrap=np.bool_(True)).tolist(), [[3, 4, 5]])
        name = "".join(["a", "dd"])
        self.assertIsNot(name, "add")
        strew.scatter_elements(data, indices, updates, 1, "add")
        n_taken = taken("scatter_elements")
        strew.scatter_elements(data, indices, updates, 1, name)
        self.assertEqual(taken("scatter_elements"), n_taken + 1)

    def test_more_calls_than_are_remembered(self) -> None:
        for n in (*range(1, 3 * _known.FUNCTION_ENTRIES), 5, 5):
            data, indices = np.zeros(n), np.arange(n)
            n_taken = taken("add_at")
            strew.add_at(data, indices, 1.0)
            self.assertTrue((data == 1).all())
        self.assertEqual(taken("add_at"), n_taken + 1)

    def test_what_is_used_stays_known(self) -> None:
        calls = _known.calls_of("numpy.take", 4)
        with mock.patch.dict(_known.KNOWN, {"numpy.take": calls}):
            strew.take(np.zeros(1), [0])
            for n in range(2, 40):
                strew.take(np.zeros(n), [0])
                n_taken = calls.taken()
                strew.take(np.zeros(1), [0])
                self.assertEqual(calls.taken(), n_taken + 1)

    def test_dtypes_are_kept(self) -> None:
        """An address of a dtype that is gone may be that of another one."""
        for n in range(1, 60, 6):
            dtype = np.dtype(f"V{n}")
            data = np.zeros(4, dtype)
            data.view(np.uint8)[:] = n
            for _ in range(2):
                self.assertEqual(strew.gather(data, np.array([1, 3])).tobytes(), bytes([n]) * 2 * n)
            del dtype, data
            gc.collect()

    def test_references(self) -> None:
        data, indices, updates = np.zeros((4, 2)), np.array([1, 2]), np.ones((2, 2))
        objects: Tuple[Any, ...] = data, indices, updates, data.dtype, None, 12345678901

        def calls() -> None:
            for _ in range(200):
                strew.scatter_update(data, indices, updates, 0, "add", data)
                strew.scatter_update(data, indices, updates, 0, "add")
                strew.gather(data, indices)
                strew.add_at(data, [1, 2], 1.0)
                strew.add_at(data, (indices, [0, 1]), np.float32(1))
                with contextlib.suppress(IndexError):
                    strew.add_at(data, [1, 9], 1.0)
                strew.take(data, 3)
                strew.put(data, [1, 2], [7, 8])

        counts = []
        for _ in range(2):
            calls()
            gc.collect()  # exceptions hold what they came through
            counts.append([sys.getrefcount(each) for each in objects])
        for each, before, after in zip(objects, *counts):
            self.assertLess(abs(after - before), 50, each)

    def test_references_to_dtypes(self) -> None:
        """A call that is forgotten lets go of them."""
        dtype = np.dtype("V5")
        data = np.zeros(1000, dtype)
        n_before = sys.getrefcount(dtype)
        for n in range(1, 1000):
            strew.gather(data[:n], np.array([0]))
        self.assertLess(sys.getrefcount(dtype) - n_before, 8 * _known.FUNCTION_ENTRIES)

    def test_a_call_that_cannot_be_tried_again(self) -> None:
        """If indices change meanwhile, output may be written, and the long way would write it again."""
        n_calls = []

        def run(plan: int, buffers: int, resources: int, fault: int) -> int:
            n_calls.append(1)
            found = _library.Fault.from_address(fault)
            ctypes.memset(fault, 0, ctypes.sizeof(found))
            found.status = Status.INDICES_CHANGED
            return Status.INDICES_CHANGED

        calls = _known.calls_of("gather", 4)
        callback = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 4)(run)
        address = ctypes.cast(callback, ctypes.c_void_p).value
        planned = _library.native.Planned(None, 0, address, 0, 0, (2,), None, False, False, "f", 8, 0.0, 1, None)
        data, indices = np.zeros(3), np.array([0, 1])
        self.assertTrue(calls.remember(planned, None, (), data, indices))
        with self.assertRaisesRegex(strew.ScatterError, "changed during the call"):
            calls(None, 1, (), data, indices)
        self.assertEqual((len(n_calls), calls.taken()), (1, 0))

    def test_what_native_rejects(self) -> None:
        native = _library.native
        for arguments in ((((),), 4, False, "g", None), ((("data", "array"),), 0, False, "g", None), ((("data", "what"),), 4, False, "g", None), ((("plan", "array"),), 4, False, "g", None)):
            self.assertRaises((TypeError, ValueError), native.Calls, *arguments)
        calls = native.Calls((("data", "array"),), 4, False, "g", None)
        self.assertRaises(TypeError, calls)
        self.assertRaises(TypeError, calls.remember, None, None, (), np.zeros(1))
        self.assertIs(calls(None, 1, (), None), NotImplemented)
        self.assertIs(calls(None, 1, (), [1, 2]), NotImplemented)

    def test_an_interrupt_is_not_swallowed(self) -> None:
        class Interrupting:
            n_calls = 0

            def __array__(self, *_: Any, **__: Any) -> np.ndarray:
                self.n_calls += 1
                if self.n_calls == 1:
                    raise KeyboardInterrupt
                return np.array(1)

        with self.assertRaises(KeyboardInterrupt):
            strew.take(np.zeros(3), [Interrupting()])

    def test_threads_of_pythons(self) -> None:
        """Many at once, over more kinds of calls than are remembered."""
        wrong: List[Any] = []

        def work(seed: int) -> None:
            rng = np.random.default_rng(seed)
            for _ in range(400):
                n = int(rng.integers(1, 300))
                data, indices = rng.random(n), rng.integers(-n, n, 5)
                if not np.array_equal(strew.take(data, indices), data[indices]):
                    wrong.append(n)

        workers = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(wrong, [])


def odd_ones(value: Any) -> Iterator[Tuple[str, Any]]:
    """What may stand for a value, or not."""
    yield "None", None
    yield "number", 1
    yield "float", 1.5
    yield "text", "one"
    yield "object", object()
    if isinstance(value, tuple):
        yield "fewer", value[:1]
        yield "more", (*value, value[0])
        yield "lists", tuple(np.asarray(each).tolist() for each in value)
        yield "other dtypes", (np.asarray(value[0], np.int32), *value[1:])
        yield "an array", np.asarray(value[0])
        yield "nothing", ()
        return
    array: Any = np.asarray(value) if value is not None else np.zeros(2, np.int64)
    yield "in a tuple", (array,)
    yield "list", array.tolist()
    yield "tuple", tuple(array.tolist()) if array.ndim else (array.tolist(),)
    yield "swapped", array.astype(array.dtype.newbyteorder(">"))
    with contextlib.suppress(TypeError):
        yield "another object of the dtype", array.view(np.dtype(array.dtype, copy=True))
    yield "subclass", array.view(np.recarray) if array.ndim else array
    yield "matrix", np.ma.array(array)
    yield "foreign", Foreign(array.copy())
    yield "empty", array[:0] if array.ndim else np.zeros(0, array.dtype)
    yield "of no dimensions", np.array(array.reshape(-1)[0])
    yield "scalar", array.reshape(-1)[0]
    yield "more dimensions", array[np.newaxis]
    yield "wrong", array + 100 if array.dtype.kind == "i" else ~array if array.dtype == bool else array * np.nan
    for dtype in (np.int32, np.uint64, np.float32, np.float16, np.complex128, np.bool_, object, ml_dtypes.bfloat16, "V8"):
        with contextlib.suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield f"as {np.dtype(dtype)}", array.astype(dtype)
    read_only = array.copy()
    read_only.flags.writeable = False
    yield "read-only", read_only
    if array.ndim:
        yield "backwards", array[::-1]
        yield "apart", np.repeat(array, 2, 0)[::2]
        yield "Fortran", np.asfortranarray(array)
        yield "broadcast", np.broadcast_to(array[:1], array.shape)
        yield "longer", np.concatenate([array, array])
        yield "shorter", array[:1].copy()
        yield "unaligned", np.frombuffer(b"x" + array.tobytes(), np.uint8)[1:].view(array.dtype).reshape(array.shape)
        record = np.zeros(array.shape, [("a", "i1"), ("b", array.dtype)])
        record["b"] = array
        yield "field", record["b"]
