"""What an array must be like, and what a plan knows of it."""

from __future__ import annotations

import array
import operator as python_operator
from ctypes import addressof, c_int64, c_void_p
from typing import Any, Callable, Collection, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import ml_dtypes
import numpy as np

from . import _dlpack
from ._blocks import Blocks
from ._enums import Status
from ._errors import ScatterError
from ._library import Tensor
from ._operators import OPERATORS
from ._rejection import described, shown
from ._tables import (
    BLOCK_DTYPES,
    DTYPE_NUMBERS,
    NUMPY_DTYPES,
    OPAQUE_DTYPES,
    TENSOR_NUMBERS,
    is_in_blocks,
    name_of,
)

_MIN_INDEX, _MAX_INDEX = (int(limit) for limit in (np.iinfo(np.int64).min, np.iinfo(np.int64).max))


def _these_dtypes() -> str:
    opaque = [dtype.str[1:] for dtype in OPAQUE_DTYPES]
    return ", ".join([*(name for name in NUMPY_DTYPES if name != "string"), f"{opaque[0]} to {opaque[-1]}"])


# ---- Arrays ---------------------------------------------------------------------------------------------------------


def _array(value: Any, name: str) -> np.ndarray:
    """`value` as an array that the library can read where it lies. Only NumPy's scalars, which have no memory, are copied."""
    if isinstance(value, (np.generic, array.array, memoryview)):
        value = np.asarray(value)
    elif not isinstance(value, np.ndarray) and _dlpack.is_tensor(value):
        value = _dlpack.view(value, name)
    if not isinstance(value, np.ndarray) or isinstance(value, np.ma.MaskedArray):
        what = f"{name} is {described(value)}, and a plain NumPy array or a DLPack tensor is needed"
        is_plain = isinstance(value, (list, tuple, bool, int, float, complex))
        raise TypeError(f"{what}: hand over numpy.asarray({name})" if is_plain else what)
    if not value.dtype.isnative:
        native = f"{name}.astype({name}.dtype.newbyteorder('='))"
        raise ValueError(f"{name} is byte-swapped ({value.dtype.str}): hand over {native}")
    if value.dtype not in DTYPE_NUMBERS:
        raise TypeError(f"{name} is {value.dtype}, which is none of {_these_dtypes()}; strings go as strew.STRING")
    if not has_whole_strides(value):
        strides = f"strides of {value.strides} bytes, which are no multiples of {value.itemsize}"
        raise ValueError(f"{name} has {strides}: hand over numpy.ascontiguousarray({name})")
    return value


_Elements = Union[np.ndarray, Blocks]


def _elements(value: Any, name: str) -> _Elements:
    """`value` as what the library can read or write where it lies: as an array, or as blocks, which have their dtype, shape and address."""
    return value if isinstance(value, Blocks) else _array(value, name)


def _dense_elements(value: Any, name: str) -> _Elements:
    array = _elements(value, name)
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} is not contiguous in row-major order: hand over numpy.ascontiguousarray({name})")
    return array


def has_whole_strides(array: np.ndarray) -> bool:
    """Whether they are whole elements, as the library counts them. A field of a record may have others."""
    return bool(array.flags.c_contiguous) or not any(step % array.itemsize for step in array.strides)


_Strides = Tuple[int, ...]


class Kind(NamedTuple):
    """What a plan needs to know of an array, or of components that are arrays of their own."""

    dtype: np.dtype
    shape: Tuple[int, ...]
    strides: Optional[_Strides] = None  # in elements; None for an array that is contiguous in row-major order
    components: Optional[Tuple[Optional[_Strides], ...]] = None  # the strides of each, along shape[:-1]

    def __str__(self) -> str:
        strides = "" if self.strides is None else f" and strides {self.strides}"
        components = "" if self.components is None else f" in components of strides {self.components}"
        return f"{name_of(self.dtype)} of shape {self.shape}{strides}{components}"

    @property
    def is_dense(self) -> bool:
        return self.strides is None and self.components is None


def _kind(array: Union[_Elements, Components]) -> Kind:
    if isinstance(array, Components):
        return array.kind
    if isinstance(array, Blocks):
        return Kind(array.dtype, array.shape, array.strides)
    if array.flags.c_contiguous:
        return Kind(array.dtype, array.shape)
    # Nothing depends on the stride of a single index, and NumPy leaves it open.
    strides = (step // array.itemsize if size != 1 else 0 for step, size in zip(array.strides, array.shape))
    return Kind(array.dtype, array.shape, tuple(strides))


def _tensor(kind: Kind, name: str) -> Tensor:
    if kind.dtype not in TENSOR_NUMBERS:
        raise TypeError(f"{name} is {kind.dtype}, which is none of {_these_dtypes()}; strings go as strew.STRING")
    return Tensor(TENSOR_NUMBERS[kind.dtype], len(kind.shape), (c_int64 * len(kind.shape))(*kind.shape), None, _steps(kind.strides))


def component_tensors(kind: Kind) -> Any:
    """Those of indices whose components are arrays of their own."""
    tensors = (_tensor(Kind(kind.dtype, kind.shape[:-1], strides), "indices") for strides in kind.components or ())
    return (Tensor * kind.shape[-1])(*tensors)


def buffer_of_indices(array: Union[np.ndarray, Components]) -> Dict[str, int]:
    """Where they are, by the member of strew_buffers. The caller holds the array as long as it is read."""
    if isinstance(array, Components):
        return {"components": addressof(array.addresses)}
    return {"indices": array.ctypes.data}


def new_output(kind: Kind) -> Any:
    if kind.strides is not None:
        raise ValueError(f"out is None, but {kind} was planned")
    return Blocks.zeros(kind.shape, name_of(kind.dtype)) if is_in_blocks(kind.dtype) else np.empty(kind.shape, kind.dtype)


def _steps(strides: Optional[_Strides]) -> Any:
    """As the library takes them: None stands for dense."""
    return None if strides is None else (c_int64 * len(strides))(*strides)


# ---- Components -----------------------------------------------------------------------------------------------------


class Components:
    """Arrays that are the components of tuples. They are broadcast together, and read where they lie.

    Those of different dtypes count as int64. An index that int64 does not have becomes its largest, as in the library.
    """

    def __init__(self, values: Sequence[Any]) -> None:
        arrays = [_array(value, f"indices[{c}]") for c, value in enumerate(values)]
        for c, found in enumerate(arrays):
            if found.dtype.kind not in "iu":
                raise TypeError(f"indices[{c}] is {found.dtype}, and integers are needed")
        self.arrays = _of_one_dtype(arrays)
        self.kind = _broadcast(np.dtype(np.int64) if not arrays else self.arrays[0].dtype, [_kind(found) for found in self.arrays])
        self.addresses = (c_void_p * len(arrays))(*(found.ctypes.data for found in self.arrays))


def _of_one_dtype(arrays: List[np.ndarray]) -> List[np.ndarray]:
    if len({found.dtype for found in arrays}) <= 1:
        return arrays
    small = (np.minimum(found, _MAX_INDEX) if found.dtype == np.uint64 else found for found in arrays)
    return [found.astype(np.int64, copy=False) for found in small]


def side_by_side(arrays: List[np.ndarray], shape: Tuple[int, ...]) -> np.ndarray:
    """A copy of components, broadcast to a shape, as one array of tuples. A single array is not copied."""
    if len(arrays) == 1:
        return arrays[0][..., np.newaxis]
    arrays = _of_one_dtype(arrays)
    tuples = np.empty((*shape, len(arrays)), arrays[0].dtype if arrays else np.int64)
    for c, found in enumerate(arrays):
        tuples[..., c] = found
    return tuples


def _broadcast(dtype: np.dtype, kinds: Sequence[Kind]) -> Kind:
    """That of arrays of these kinds as components."""
    shapes = [kind.shape for kind in kinds]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(f"indices has the shapes {', '.join(map(str, shapes))}, which cannot be broadcast together") from None
    return Kind(dtype, (*shape, len(kinds)), None, tuple(_broadcast_strides(kind, shape) for kind in kinds))


def _broadcast_strides(kind: Kind, shape: Tuple[int, ...]) -> Optional[_Strides]:
    if kind.shape == shape:
        return kind.strides
    steps: List[int] = list(_dense(kind.shape) if kind.strides is None else kind.strides)
    steps = [0 if size == 1 else step for size, step in zip(kind.shape, steps)]
    return _unless_dense(shape, (*(0,) * (len(shape) - len(steps)), *steps))


def _indices(operator: str, value: Any) -> Union[np.ndarray, Components]:
    """`value` as indices: a tuple is one of components, and everything else is one array."""
    if isinstance(value, Components):
        return value
    return Components(value) if isinstance(value, tuple) and OPERATORS[operator].takes_components else _array(value, "indices")


def as_read(indices: Union[np.ndarray, Components], kind: Kind) -> Union[np.ndarray, Components]:
    """The indices as a plan reads them, whose kind plan_with returned."""
    if isinstance(indices, Components) and kind.components is None:
        return side_by_side(indices.arrays, kind.shape[:-1])
    return indices


def plan_with(make: Callable[[Kind], None], indices: Kind) -> Kind:
    """Plans for indices, or, where the library cannot read so many components apart, or there is none, for a copy side by side."""
    copy = Kind(indices.dtype, indices.shape)
    if indices.components != ():
        try:
            make(indices)
            return indices
        except ScatterError as error:
            if indices.components is None or error.status not in (Status.STRIDES_TOO_MANY, Status.NOT_BUILT):
                raise
    make(copy)
    return copy


# ---- Shapes and dtypes ----------------------------------------------------------------------------------------------


def element_bytes(value: Any, dtype: np.dtype, name: str) -> Optional[bytes]:
    """One element as it is stored, which can be compared and hashed; None for None."""
    return None if value is None else element_of(value, dtype, name).tobytes()


def element_of(value: Any, dtype: np.dtype, name: str, of: str = "data") -> np.ndarray:
    """An array of one element, for an array that messages call `of`.

    A number may be rounded, but it loses no fraction to an integer, and no imaginary part, and it does not become infinite. Bytes are as
    many as an element has.
    """
    if is_in_blocks(dtype):
        return _block_of(value, dtype, name)
    is_inexact = dtype.kind not in "biu" and dtype.type is not np.void
    if dtype.kind in "biu":
        value = _whole(value, dtype, name, of)
    elif is_inexact:
        what, others = ("a number", "USMm") if dtype.kind == "c" else ("a real number", "USMmc")
        if np.asarray(value).dtype.kind in others:
            raise TypeError(f"{name} is {described(value)}, and {of} of {dtype} needs {what}")
    elif dtype.names is None:
        n_bytes = len(value) if isinstance(value, bytes) else np.asarray(value).dtype.itemsize
        if isinstance(value, (bytes, np.void, np.ndarray)) and n_bytes != dtype.itemsize:
            raise ValueError(f"{name} has {n_bytes} bytes, and an element of {of} has {dtype.itemsize}")
    try:
        with np.errstate(over="ignore"):
            # An integer goes through a float: ml_dtypes takes none of more than 64 bits.
            element = np.asarray(float(value) if is_inexact and isinstance(value, int) else value, dtype)
    except OverflowError:
        raise ValueError(_too_large(value, dtype, name)) from None
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}, which {dtype} cannot hold") from None
    if element.shape != ():
        raise ValueError(f"{name} has shape {element.shape}, and one element is needed")
    if is_inexact and not np.isfinite(element) and _is_finite(value):
        raise ValueError(_too_large(value, dtype, name))
    return element


def _block_of(value: Any, dtype: np.dtype, name: str) -> np.ndarray:
    """A block for an element, of which the bytes are given."""
    block = np.frombuffer(value, np.uint8) if isinstance(value, bytes) else value
    if not isinstance(block, np.ndarray) or block.dtype != np.uint8 or block.ndim != 1:
        raise TypeError(f"{name} is {described(value)}, and the {dtype.itemsize} bytes of a block of {name_of(dtype)} are needed")
    if block.size != dtype.itemsize:
        raise ValueError(f"{name} has {block.size} bytes, and a block of {name_of(dtype)} has {dtype.itemsize}")
    return np.ascontiguousarray(block).view(dtype).reshape(())


def _is_finite(value: Any) -> bool:
    array = np.asarray(value)
    return bool(np.isfinite(array.astype(np.complex128) if array.dtype == object else array))


def _too_large(value: Any, dtype: np.dtype, name: str) -> str:
    largest = float(ml_dtypes.finfo(dtype).max)  # type: ignore[no-untyped-call]
    return f"{name} is {shown(value)}, which {dtype} cannot hold: its largest number is {largest:.8g}"


def _whole(value: Any, dtype: np.dtype, name: str, of: str) -> int:
    """A number that integers or bools of the dtype hold."""
    try:
        number = bool(value) if np.asarray(value).dtype == np.bool_ else python_operator.index(value)
    except TypeError:
        kind = "a bool" if dtype.kind == "b" else "an integer"
        raise TypeError(f"{name} is {described(value)}, and {of} of {dtype} needs {kind}") from None
    low, high = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    if not low <= number <= high:
        raise ValueError(f"{name} is {shown(number)}, which {dtype} cannot hold: its numbers are {low} to {high}")
    return number


def check_names(operator: str, options: Collection[str], names: Sequence[str]) -> None:
    """Rejects options that the function that plans an operator does not have, as Python does."""
    for name in options:
        if name not in names:
            raise TypeError(f"plan_{operator}() got an unexpected keyword argument {name!r}")


def index_of(value: Any) -> int:
    """An integer of Python's or NumPy's. A bool would be 0 or 1, and is a TypeError like everything else."""
    if isinstance(value, bool):
        raise TypeError
    return python_operator.index(value)


def integer(value: Any, name: str) -> int:
    try:
        number = index_of(value)
    except TypeError:
        raise TypeError(f"{name} is {described(value)}, and an integer is needed") from None
    if not _MIN_INDEX <= number <= _MAX_INDEX:
        raise ValueError(f"{name} is {shown(number)}, outside [{_MIN_INDEX}, {_MAX_INDEX}], the integers of 64 bits")
    return number


_Shape = Union[int, Sequence[int]]
_Shapes = Union[_Shape, Tuple[_Shape, ...]]  # of indices, or of each component
_StridesOf = Union[_Shape, Tuple[Optional[_Shape], ...], None]


def _shape(shape: Any, name: str) -> Tuple[int, ...]:
    sizes = shape if isinstance(shape, (tuple, list)) else (shape,)
    return tuple(integer(size, f"a size in {name}") for size in sizes)


def _dense(shape: Tuple[int, ...]) -> _Strides:
    steps: List[int] = []
    n_elements = 1
    for size in reversed(shape):
        steps.append(n_elements)
        n_elements *= size
    return tuple(reversed(steps))


def _unless_dense(shape: Tuple[int, ...], steps: _Strides) -> Optional[_Strides]:
    """The strides as _kind has them."""
    steps = tuple(step if size != 1 else 0 for size, step in zip(shape, steps))
    is_dense = all(size == 1 or step == dense for size, step, dense in zip(shape, steps, _dense(shape)))
    return None if is_dense or 0 in shape else steps


def _kind_of(dtype: np.dtype, shape: Tuple[int, ...], strides: Any, name: str) -> Kind:
    """That of an array with these strides, as _kind has it."""
    if strides is None:
        return Kind(dtype, shape)
    steps = tuple(integer(step, f"a stride in {name}_strides") for step in (strides if isinstance(strides, (tuple, list)) else (strides,)))
    if len(steps) != len(shape):
        raise ValueError(f"{name}_strides has {len(steps)} strides, but {name} has {len(shape)} dimensions")
    return Kind(dtype, shape, _unless_dense(shape, steps))


def _kind_of_indices(operator: str, dtype: np.dtype, shape: _Shapes, strides: _StridesOf) -> Kind:
    """That of indices of this shape, or of components, if it is a tuple of shapes."""
    if not OPERATORS[operator].takes_components or not isinstance(shape, tuple) or not any(isinstance(each, (tuple, list)) for each in shape):
        return _kind_of(dtype, _shape(shape, "indices_shape"), strides, "indices")
    shapes = [_shape(each, f"indices_shape[{c}]") for c, each in enumerate(shape)]
    of_each: Any = (None,) * len(shapes) if strides is None else strides
    if not isinstance(of_each, tuple) or len(of_each) != len(shapes):
        raise ValueError(f"indices_strides is {strides}, and a tuple of the strides of each of {len(shapes)} components is needed")
    return _broadcast(dtype, [_kind_of(dtype, each, steps, f"indices[{c}]") for c, (each, steps) in enumerate(zip(shapes, of_each))])


_NAMED_DTYPES = {**NUMPY_DTYPES, **BLOCK_DTYPES}


def _dtype(dtype: Any, name: str) -> np.dtype:
    """NumPy's dtype, or the library's word for it, such as "float8e4m3fn" or "q8_0"."""
    if isinstance(dtype, str) and dtype in _NAMED_DTYPES:
        return _NAMED_DTYPES[dtype]
    try:
        found: np.dtype = np.dtype(dtype)
        return found
    except TypeError:
        raise TypeError(f"{name} is {dtype!r}, which is none of {_these_dtypes()}, {', '.join(BLOCK_DTYPES)}") from None
