"""DLPack: tensors of other libraries, which here is NumPy's own export and a small library made up for the purpose."""

import ctypes
import gc
import itertools
import unittest
import weakref
from functools import partial
from typing import Any, Callable, Dict, List, Optional, Tuple
from unittest import mock

import ml_dtypes
import numpy as np

import strew
from strew import _dlpack
from strew._tables import NUMPY_DTYPES

from .support import DTYPES, OPERATORS, arrays, plain_loop, same, scatter

_CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
_CPU, _CUDA = 1, 2


def _code(dtype: np.dtype) -> int:
    if dtype == ml_dtypes.bfloat16:
        return 4
    return {"float8_e4m3fn": 10, "float8_e5m2": 12}.get(dtype.name) or _CODES[dtype.kind]


_address, _text = ctypes.c_void_p, ctypes.c_char_p
_new = _dlpack._python_api("PyCapsule_New", ctypes.py_object, _address, _text, _address)
_name = _dlpack._python_api("PyCapsule_GetName", _text, _address)
_pointer = _dlpack._python_api("PyCapsule_GetPointer", _address, _address, _text)
_lent: Dict[int, Any] = {}  # by the address of the tensor in a capsule: what must live as long as it


@ctypes.PYFUNCTYPE(None, _address)
def _destroy(capsule: int) -> None:
    name = _name(capsule)
    if name in (b"dltensor", b"dltensor_versioned"):  # otherwise it is another's now
        del _lent[_pointer(capsule, name)]


class Foreign:
    """A tensor of a library that is not NumPy, over an array's memory."""

    versioned = True
    takes_keywords = True
    device = _CPU
    lanes = 1
    offset = 0
    null_strides = False
    flags = 0
    version = (1, 0)
    bits: Optional[int] = None
    code: Optional[int] = None

    def __init__(self, array: np.ndarray, **changed: Any) -> None:
        self.array = array
        self.asked: List[Dict[str, Any]] = []
        for name, value in changed.items():
            assert hasattr(type(self), name), name
            setattr(self, name, value)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return self.device, 0

    def __dlpack__(self, **keywords: Any) -> object:
        if keywords and not self.takes_keywords:
            raise TypeError("__dlpack__() takes no keyword arguments")
        self.asked.append(keywords)
        array = self.array
        managed = _dlpack._Versioned() if self.versioned else _dlpack._Tensor()
        tensor = managed.tensor if self.versioned else managed
        if self.versioned:
            managed.major, managed.minor = self.version
            managed.flags = self.flags
        tensor.data = array.ctypes.data - self.offset if array.size else None
        tensor.byte_offset = self.offset if array.size else 0
        tensor.device_type = self.device
        tensor.ndim = array.ndim
        tensor.dtype.code = _code(array.dtype) if self.code is None else self.code
        tensor.dtype.bits = 8 * array.itemsize if self.bits is None else self.bits
        tensor.dtype.lanes = self.lanes
        shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        strides = (ctypes.c_int64 * array.ndim)(*(step // array.itemsize for step in array.strides))
        tensor.shape = shape
        if not self.null_strides:
            tensor.strides = strides
        address = ctypes.addressof(managed)
        _lent[address] = (managed, shape, strides, array)
        return _new(address, b"dltensor_versioned" if self.versioned else b"dltensor", _destroy)


class NumPys:
    """NumPy's own tensor, but no ndarray."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **keywords: Any) -> object:
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return self.array.__dlpack_device__()


Wrap = Callable[[np.ndarray], Any]


class Tensors(unittest.TestCase):
    def setUp(self) -> None:
        self.rng = np.random.default_rng(11)

    def tearDown(self) -> None:
        gc.collect()
        self.assertEqual(_lent, {}, "every tensor has been given back")

    def agree(self, wrap: Wrap, dtype: np.dtype, operator: str, reduction: str = "add") -> None:
        counts = {"scatter_nd": (5, 1), "scatter_elements": (7, 3), "scatter_update": (2, 3)}[operator]
        data, indices, updates = arrays(self.rng, operator, (4, 3), counts, dtype, np.int64, 0)
        expected = plain_loop(data, indices, updates, reduction, operator)
        found = scatter(operator, wrap(data), wrap(indices), wrap(updates), reduction=reduction)
        self.assertIs(type(found), np.ndarray)
        self.assertTrue(same(found, expected), (dtype, operator))
        memory = np.zeros_like(data)
        out = wrap(memory)
        self.assertIs(scatter(operator, wrap(data), indices, wrap(updates), reduction=reduction, out=out), out)
        self.assertTrue(same(memory, expected), (dtype, operator))
        # In place, through two views of one tensor.
        memory[...] = data
        self.assertIs(scatter(operator, out, wrap(indices), updates, reduction=reduction, out=out), out)
        self.assertTrue(same(memory, expected), (dtype, operator))

    def test_whose_tensors(self) -> None:
        exported = [dtype for dtype in DTYPES if dtype.isbuiltin == 1]
        self.assertEqual(len(exported), 14)  # all but bfloat16 and the two float8
        before_versions = partial(Foreign, versioned=False, takes_keywords=False)
        for wrap, dtypes in ((NumPys, exported), (Foreign, DTYPES), (before_versions, DTYPES)):
            for dtype, operator in itertools.product(dtypes, OPERATORS):
                self.agree(wrap, dtype, operator)

    def test_versions_and_copies_are_named(self) -> None:
        tensor = Foreign(np.zeros(3, np.float32))
        strew.scatter_nd(tensor, np.array([[0]]), np.ones(1, np.float32))
        self.assertEqual(tensor.asked, [{"max_version": (1, 0), "copy": False}])

    def test_offsets_and_strides(self) -> None:
        for changed in ({"offset": 3}, {"offset": 64, "null_strides": True}, {"null_strides": True}):
            self.agree(partial(Foreign, **changed), np.dtype(np.float32), "scatter_nd")

    def test_strides_of_dimensions_of_one_element_say_nothing(self) -> None:
        memory = np.arange(6, dtype=np.int32)
        odd = np.lib.stride_tricks.as_strided(memory, (1, 6), (4000, 4))
        found = strew.scatter_elements(Foreign(odd), np.array([[0, 0]]), np.array([[7, 8]], np.int32))
        self.assertEqual(found.tolist(), [[7, 8, 2, 3, 4, 5]])

    def test_no_copy(self) -> None:
        memory = np.zeros((3, 4), np.float32)
        view = _dlpack.view(Foreign(memory), "data")
        self.assertEqual(view.ctypes.data, memory.ctypes.data)
        self.assertTrue(np.shares_memory(view, memory) and view.flags.writeable)

    def test_rank_0_and_no_elements(self) -> None:
        data = np.zeros(2, np.float64)
        strew.scatter_nd(data, Foreign(np.array([1])), Foreign(np.array(4.0)), out=data)
        self.assertEqual(data.tolist(), [0, 4])
        empty = Foreign(np.zeros((0, 1), np.int64))
        found = strew.scatter_nd(Foreign(np.ones(3)), empty, Foreign(np.zeros(0)))
        self.assertEqual(found.tolist(), [1, 1, 1])

    def test_the_partition_lives_as_long_as_the_view(self) -> None:
        class Memory(np.ndarray):
            pass

        array = np.arange(4.0).view(Memory)
        alive = weakref.ref(array)
        view = _dlpack.view(Foreign(array), "data")
        del array
        gc.collect()
        self.assertEqual(len(_lent), 1)
        self.assertIsNotNone(alive())
        part = view[2:]
        del view
        gc.collect()
        self.assertEqual(part.tolist(), [2, 3])
        self.assertIsNotNone(alive())
        del part
        gc.collect()
        self.assertIsNone(alive())

    def test_plans(self) -> None:
        data, indices, updates = arrays(self.rng, "scatter_update", (4, 3), (5,), np.dtype(ml_dtypes.bfloat16), np.int32, 0)
        expected = plain_loop(data, indices, updates, "mul", "scatter_update")
        plan = strew.plan_scatter_update((4, 3), "bfloat16", 5, 0, "mul", index_dtype="int32")
        self.assertTrue(same(plan(data, Foreign(indices), updates), expected))
        out = Foreign(data)
        self.assertIs(plan(Foreign(data), indices, Foreign(updates), out), out)
        self.assertTrue(same(data, expected))
        with self.assertRaisesRegex(ValueError, "data is int16 of shape"):
            plan(Foreign(data.view(np.int16)), indices, updates)

    def test_every_operator_with_a_new_output(self) -> None:
        """Whatever the other library's dtypes are: NumPy need not understand them."""

        class Other(Foreign):
            dtype = "other.float32"

        data, update, index = np.arange(6, dtype=np.float32).reshape(1, 6), np.full((1, 2), 9, np.float32), np.array([1])
        expected = np.float32([[0, 9, 9, 3, 4, 5]])
        self.assertTrue(same(strew.tensor_scatter(Other(data), Other(update), index, axis=1), expected))
        self.assertTrue(same(strew.scatter_update(Other(data), np.array([1, 2]), Other(update), axis=1), expected))
        self.assertTrue(same(strew.gather(Other(data), np.array([2]), 1), np.float32([[2]])))


class Rejections(unittest.TestCase):
    def tearDown(self) -> None:
        gc.collect()
        self.assertEqual(_lent, {}, "every tensor has been given back")

    def rejected(self, kind: type, text: str, tensor: Any, names: Tuple[str, ...] = ("data", "updates", "out")) -> None:
        """As any of the arrays, one after another."""
        for name in names:
            good = {**self.good, "out": np.zeros((3, 4), np.float32)}
            with self.assertRaises(kind) as caught:
                strew.scatter_nd(**{**good, name: tensor})
            self.assertIs(type(caught.exception), kind)
            self.assertIn(f"{name} {text}", str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))
            self.assertFalse(good["out"].any())

    def setUp(self) -> None:
        self.array = np.zeros((3, 4), np.float32)
        self.good = {"data": self.array, "indices": np.array([[1]]), "updates": np.ones((1, 4), np.float32)}

    def accepted(self, data: Any) -> None:
        self.assertEqual(strew.scatter_nd(**{**self.good, "data": data}).sum(), 4)

    def test_another_device(self) -> None:
        tensor = Foreign(self.array, device=_CUDA)
        self.rejected(ValueError, "is on a device of DLPack's type 2, and strew works on the CPU (type 1)", tensor)
        self.assertEqual(tensor.asked, [], "nothing is exported from there")

    def test_strides(self) -> None:
        for array in (
            np.zeros((4, 3), np.float32).T,
            np.zeros((3, 8), np.float32)[:, ::2],
            self.array[::-1],
            np.broadcast_to(self.array[0], (3, 4)),
        ):
            self.accepted(Foreign(array))

    def test_types(self) -> None:
        for code, bits, lanes in (
            (3, 64, 1),  # an opaque handle
            (2, 32, 4),  # vectors
            (0, 4, 1),  # packed int4
            (6, 1, 1),  # packed bool
            (2, 24, 1),
            (17, 4, 1),  # float4
            (99, 8, 1),
        ):
            words = f"has elements of DLPack's code {code}, {bits} bits, {lanes} lanes, which is no type that NumPy knows"
            self.rejected(TypeError, words, Foreign(self.array, code=code, bits=bits, lanes=lanes))

    def test_types_that_numpy_has_and_strew_has_not(self) -> None:
        name = "float8_e8m0fnu"
        self.assertNotIn(np.dtype(name), NUMPY_DTYPES.values())
        self.rejected(TypeError, f"is {name}, which is none of", Foreign(self.array.view(np.uint8), code=14))

    def test_arrays_of_libraries_that_never_change_them_are_no_output(self) -> None:
        # A capsule of the time before versions cannot say so.
        Jax = type("Array", (Foreign,), {"__module__": "jaxlib._jax"})
        tensor = Jax(np.ones((3, 4), np.float32), versioned=False)
        self.rejected(ValueError, "is read-only", tensor, names=("out",))
        self.assertEqual(strew.scatter_nd(tensor, self.good["indices"], self.good["updates"]).shape, (3, 4))

    def test_read_only_tensors_are_no_output(self) -> None:
        tensor = Foreign(self.array, flags=1)
        self.rejected(ValueError, "is read-only", tensor, names=("out",))
        self.accepted(tensor)

    def test_copies(self) -> None:
        self.rejected(ValueError, "is a Foreign that hands out a copy of itself only", Foreign(self.array, flags=2))

    def test_a_later_version(self) -> None:
        self.rejected(ValueError, "is a tensor of DLPack 2.0, and strew reads 1", Foreign(self.array, version=(2, 0)))
        self.accepted(Foreign(self.array, version=(1, 9)))

    def test_no_memory(self) -> None:
        class Missing(np.ndarray):
            size = 0

        self.rejected(ValueError, "is a tensor without memory", Foreign(self.array.view(Missing)))

    def test_libraries_that_fail(self) -> None:
        error = BufferError("it requires grad\nand more of the kind")
        for method, does, kind, text in (
            ("__dlpack__", {"side_effect": error}, ValueError, "is a Foreign that cannot be read: it requires grad"),
            ("__dlpack_device__", {"side_effect": RuntimeError("lost")}, ValueError, "is a Foreign that cannot be read: lost"),
            ("__dlpack__", {"return_value": 7}, TypeError, "gives a int that is no fresh DLPack capsule"),
        ):
            with mock.patch.object(Foreign, method, **does):
                self.rejected(kind, text, Foreign(self.array))

    def test_masked_arrays_are_not_taken_for_tensors(self) -> None:
        self.rejected(TypeError, "is a MaskedArray", np.ma.ones((3, 4), np.float32))
