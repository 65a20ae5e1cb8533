"""Versions of operators: what each specification allows. A profile is one row; the header, the library and docs/dtypes-and-profiles.md
follow.

What they have in common is not here: shapes, order and arithmetic are the same in all of them (include/strew/strew.h).
"""

from dataclasses import dataclass
from typing import Tuple


@dataclass(frozen=True)
class Names:
    """Some dtypes, index types or reductions, and what the set is called."""

    name: str
    members: Tuple[str, ...]


@dataclass(frozen=True)
class Profile:
    family: str  # ONNX, OpenVINO or PyTorch
    operator_name: str  # the specification's, with the version
    operator: str  # strew's
    dtypes: Names
    indices: Names
    reductions: Names
    wraps: bool  # whether negative indices count from the end; otherwise they are out of bounds
    any_single_update: bool = False  # if updates of rank 0 are expected, one element of any rank is accepted
    has_batch_dims: bool = False  # of a gather; otherwise batch_dims must be 0
    has_small_floats: bool = False  # those of one byte for which callers use the opaque type of one byte
    may_exclude_self: bool = False  # options.excludes_self is allowed
    may_truncate: bool = False  # options.mean_rounding may be STREW_MEAN_ROUNDING_TRUNCATES
    fills: bool = False  # a gather gives zeros where an index is out of bounds, unless a policy says otherwise

    @property
    def title(self) -> str:
        return f"{self.family} {self.operator_name}"

    @property
    def enumerator(self) -> str:
        return self.title.replace(" ", "_").replace("-", "_").upper()


FLOATS = ("float32", "float64", "float16", "bfloat16")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
OTHERS = ("bool", "complex64", "complex128", "string")

NUMERIC = Names("NUMERIC", FLOATS + INTEGERS)
NUMERIC_AND_BOOL = Names("NUMERIC_AND_BOOL", FLOATS + INTEGERS + ("bool",))
TORCH_INDEX_REDUCE = Names("TORCH_INDEX_REDUCE", FLOATS + ("int8", "int16", "int32", "int64", "uint8"))
TORCH_SCATTER_REDUCE = Names(
    "TORCH_SCATTER_REDUCE", TORCH_INDEX_REDUCE.members + ("uint16", "uint32", "uint64", "bool", "complex64", "complex128")
)
TORCH_INDEX_SELECT = Names("TORCH_INDEX_SELECT", TORCH_SCATTER_REDUCE.members + ("float8e4m3fn", "float8e5m2"))
ALL_16 = Names("ALL_16", FLOATS + INTEGERS + OTHERS)
ALL_16_AND_FLOAT8 = Names("ALL_16_AND_FLOAT8", ALL_16.members + ("float8e4m3fn", "float8e5m2"))
ALL_15 = Names("ALL_15", tuple(name for name in ALL_16.members if name != "bfloat16"))  # bfloat16 came with version 13

INT64 = Names("INT64_ONLY", ("int64",))
BOTH = Names("BOTH", ("int32", "int64"))

NONE = Names("MOVES", ("none",))
ADD_MUL = Names("ADD_MUL", ("none", "add", "mul"))
ADD_MUL_MIN_MAX = Names("ADD_MUL_MIN_MAX", ("none", "add", "mul", "min", "max"))
ADD_MUL_MIN_MAX_MEAN = Names("ADD_MUL_MIN_MAX_MEAN", ("none", "add", "mul", "min", "max", "mean"))
REDUCE = Names("REDUCE", ("add", "mul", "min", "max", "mean"))
REDUCE_BUT_ADD = Names("REDUCE_BUT_ADD", ("mul", "min", "max", "mean"))
ALL_SIX = Names("ALL_SIX", ("none", "add", "sub", "mul", "min", "max"))

SETS = (NUMERIC, NUMERIC_AND_BOOL, TORCH_INDEX_REDUCE, TORCH_SCATTER_REDUCE, TORCH_INDEX_SELECT, ALL_16, ALL_16_AND_FLOAT8, ALL_15, INT64,
        BOTH, NONE, ADD_MUL, ADD_MUL_MIN_MAX, ADD_MUL_MIN_MAX_MEAN, REDUCE, REDUCE_BUT_ADD, ALL_SIX)

# The order is the order of the public enumeration: append, never insert.
PROFILES = (
    Profile("ONNX", "Scatter-9", "scatter_elements", ALL_15, BOTH, NONE, wraps=False),
    Profile("ONNX", "Scatter-11", "scatter_elements", ALL_15, BOTH, NONE, wraps=True),
    Profile("ONNX", "ScatterElements-11", "scatter_elements", ALL_15, BOTH, NONE, wraps=True),
    Profile("ONNX", "ScatterElements-13", "scatter_elements", ALL_16, BOTH, NONE, wraps=True),
    Profile("ONNX", "ScatterElements-16", "scatter_elements", ALL_16, BOTH, ADD_MUL, wraps=True),
    Profile("ONNX", "ScatterElements-18", "scatter_elements", ALL_16, BOTH, ADD_MUL_MIN_MAX, wraps=True),
    Profile("ONNX", "ScatterND-11", "scatter_nd", ALL_15, INT64, NONE, wraps=True),
    Profile("ONNX", "ScatterND-13", "scatter_nd", ALL_16, INT64, NONE, wraps=True),
    Profile("ONNX", "ScatterND-16", "scatter_nd", ALL_16, INT64, ADD_MUL, wraps=True),
    Profile("ONNX", "ScatterND-18", "scatter_nd", ALL_16, INT64, ADD_MUL_MIN_MAX, wraps=True),
    Profile("OpenVINO", "ScatterNDUpdate-3", "scatter_nd", NUMERIC, BOTH, NONE, wraps=False, any_single_update=True),
    Profile("OpenVINO", "ScatterNDUpdate-15", "scatter_nd", NUMERIC_AND_BOOL, BOTH, ALL_SIX, wraps=True, any_single_update=True),
    Profile("OpenVINO", "ScatterElementsUpdate-3", "scatter_elements", NUMERIC, BOTH, NONE, wraps=False),
    Profile("OpenVINO", "ScatterElementsUpdate-12", "scatter_elements", NUMERIC_AND_BOOL, BOTH, ADD_MUL_MIN_MAX_MEAN, wraps=True,
            may_exclude_self=True, may_truncate=True),
    Profile("OpenVINO", "ScatterUpdate-3", "scatter_update", NUMERIC, BOTH, NONE, wraps=False),
    Profile("ONNX", "Gather-1", "gather", ALL_15, BOTH, NONE, wraps=False),
    Profile("ONNX", "Gather-11", "gather", ALL_15, BOTH, NONE, wraps=True),
    Profile("ONNX", "Gather-13", "gather", ALL_16, BOTH, NONE, wraps=True),
    Profile("ONNX", "GatherElements-11", "gather_elements", ALL_15, BOTH, NONE, wraps=True),
    Profile("ONNX", "GatherElements-13", "gather_elements", ALL_16, BOTH, NONE, wraps=True),
    Profile("ONNX", "GatherND-11", "gather_nd", ALL_15, INT64, NONE, wraps=True),
    Profile("ONNX", "GatherND-12", "gather_nd", ALL_15, INT64, NONE, wraps=True, has_batch_dims=True),
    Profile("ONNX", "GatherND-13", "gather_nd", ALL_16, INT64, NONE, wraps=True, has_batch_dims=True),
    Profile("OpenVINO", "Gather-8", "gather", ALL_16, BOTH, NONE, wraps=True, has_batch_dims=True, fills=True),
    Profile("ONNX", "TensorScatter-24", "tensor_scatter", ALL_16_AND_FLOAT8, INT64, NONE, wraps=False, has_small_floats=True),
    Profile("PyTorch", "scatter_reduce-2", "scatter_elements", TORCH_SCATTER_REDUCE, BOTH, REDUCE, wraps=False, may_exclude_self=True),
    Profile("PyTorch", "index_reduce-2", "scatter_update", TORCH_INDEX_REDUCE, BOTH, REDUCE_BUT_ADD, wraps=False, may_exclude_self=True),
    Profile("PyTorch", "index_select-2", "gather", TORCH_INDEX_SELECT, BOTH, NONE, wraps=False, has_small_floats=True),
)
