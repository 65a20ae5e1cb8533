"""Arrays of numbers that are stored in blocks, each with a scale."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np

from . import _dlpack
from ._rejection import described
from ._tables import BLOCK_DTYPES, TENSOR_NUMBERS, elements_of, name_of, number_of


def _steps_of(array: np.ndarray) -> Tuple[int, ...]:
    """Its strides. Nothing depends on that of a single index, and NumPy leaves it open."""
    return tuple(step if size != 1 else 0 for step, size in zip(array.strides, array.shape))


# As records of their bytes, blocks are known to the extension module (_known.py). No array of a user's has these very dtypes.
_FORMATS = {name: TENSOR_NUMBERS[dtype] for name, dtype in BLOCK_DTYPES.items()}
_RECORDS = {name: np.dtype(dtype.descr) for name, dtype in BLOCK_DTYPES.items()}


class Blocks:
    """Numbers that are stored in blocks along the last dimension, each with a scale: an array of bytes, and the format that they have.

    The operators take it where they take data, and as the out of a scatter. Updates of float32, float16 or bfloat16 are then written
    with the reduction "none", and a gather reads such floats, by default float32. Updates in blocks of the same format, and the blocks of
    a gather's out, are moved as they are. What would split a block is rejected, and so is everything else.

    array: of uint8, or a DLPack tensor of such, which is used where it lies. Its last dimension has the bytes of a row, which follow each
        other; the others may have any strides that are whole blocks.
    block_format: one of BLOCK_FORMATS, or "uint4" or "int4": two numbers in a byte, the first in its low bits, which gathers read with a scale
        and zero points.

    >>> cache = strew.Blocks(numpy.zeros((4, 66), numpy.uint8), "mxfp8_e4m3")
    >>> cache.shape
    (4, 64)
    >>> strew.scatter_update(cache, numpy.array([2]), numpy.full((1, 64), 0.5, numpy.float32), out=cache)
    Blocks(mxfp8_e4m3 of shape (4, 64))
    >>> strew.gather(cache, numpy.array([2, 0]))[:, 0]
    array([0.5, 0. ], dtype=float32)
    """

    def __init__(self, array: Any, block_format: str) -> None:
        number_of(_FORMATS, block_format, "block_format")
        if not isinstance(array, np.ndarray) and _dlpack.is_tensor(array):
            array = _dlpack.view(array, "array")
        if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray) or array.dtype != np.uint8:
            found = f"of {array.dtype}" if isinstance(array, np.ndarray) and array.dtype != np.uint8 else described(array)
            raise TypeError(f"array is {found}, and a plain NumPy array or a DLPack tensor of uint8 is needed")
        dtype = BLOCK_DTYPES[block_format]
        if array.ndim == 0 or array.shape[-1] % dtype.itemsize != 0:
            what = f"{array.shape[-1]} bytes in its last dimension" if array.ndim else "no dimensions"
            raise ValueError(f"array has {what}, and whole blocks of {dtype.itemsize} bytes are needed")
        if not array.flags.c_contiguous and (array.strides[-1] != 1 or any(step % dtype.itemsize for step in _steps_of(array)[:-1])):
            raise ValueError(f"array has strides of {array.strides} bytes, which split blocks: hand over numpy.ascontiguousarray(array)")
        self._array = array
        self._dtype = dtype
        self._record = _RECORDS[block_format]

    @classmethod
    def zeros(cls, shape: Union[int, Sequence[int]], block_format: str) -> Blocks:
        """New blocks of a shape that counts elements, all of whose bytes are 0: they are read as zeros."""
        number_of(_FORMATS, block_format, "block_format")
        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        n, dtype = elements_of(BLOCK_DTYPES[block_format]), BLOCK_DTYPES[block_format]
        if not sizes or sizes[-1] % n != 0:
            raise ValueError(f"shape is {sizes}, whose last dimension is no multiple of a block of {n} elements")
        return cls(np.zeros((*sizes[:-1], sizes[-1] // n * dtype.itemsize), np.uint8), block_format)

    @property
    def array(self) -> np.ndarray:
        """The bytes."""
        return self._array

    @property
    def block_format(self) -> str:
        return name_of(self._dtype)

    @property
    def shape(self) -> Tuple[int, ...]:
        """That of the numbers: the last dimension of array has bytes instead."""
        n_blocks = self._array.shape[-1] // self._dtype.itemsize
        return (*self._array.shape[:-1], n_blocks * elements_of(self._dtype))

    def __repr__(self) -> str:
        return f"Blocks({self.block_format} of shape {self.shape})"

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        raise TypeError(f"{self} has no dtype of NumPy's: strew.gather reads its numbers, and array has its bytes")

    # What follows is for the package, which asks the same of NumPy's arrays.

    @property
    def dtype(self) -> np.dtype:
        """A record of the bytes of a block, whose only field is the format."""
        return self._dtype

    @property
    def records(self) -> np.ndarray:
        """The same memory as records of a block each."""
        return self._array.view(self._record)

    @property
    def ndim(self) -> int:
        return self._array.ndim

    @property
    def flags(self) -> Any:
        return self._array.flags

    @property
    def ctypes(self) -> Any:
        return self._array.ctypes

    @property
    def strides(self) -> Optional[Tuple[int, ...]]:
        """In elements; None for blocks that are contiguous in row-major order."""
        if self._array.flags.c_contiguous:
            return None
        steps = [step // self._dtype.itemsize * elements_of(self._dtype) for step in _steps_of(self._array)[:-1]]
        return (*steps, 1)
