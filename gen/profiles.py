"""Versions of operators: what each specification allows. A profile is one row; the header, the library and the README follow.

What they have in common is not here: shapes, order and arithmetic are the same in all of them (include/strew/strew.h).
"""

from dataclasses import dataclass
from typing import Tuple

from gen.axes import DTYPES, INDEX_TYPES, Dtype, Kind


@dataclass(frozen=True)
class Profile:
    family: str  # ONNX or OpenVINO
    operator_name: str  # the specification's, with the version
    operator: str  # strew's
    dtypes: Tuple[Dtype, ...]
    indices: Tuple[str, ...]
    reductions: Tuple[str, ...]
    wraps: bool  # whether negative indices count from the end; otherwise they are outside
    any_single_update: bool = False  # where updates of rank 0 are expected, one element of any rank will do

    @property
    def title(self) -> str:
        return f"{self.family} {self.operator_name}"

    @property
    def enumerator(self) -> str:
        return self.title.replace(" ", "_").replace("-", "_").upper()


def named(*names: str) -> Tuple[Dtype, ...]:
    return tuple(dtype for dtype in DTYPES if dtype.name in names)


def of_kinds(*kinds: Kind) -> Tuple[Dtype, ...]:
    return tuple(dtype for dtype in DTYPES if dtype.kind in kinds and dtype not in FLOAT8)


FLOAT8 = named("float8e4m3fn", "float8e5m2")  # in no version of any of them
ALL_16 = tuple(dtype for dtype in DTYPES if dtype not in FLOAT8)
ALL_15 = tuple(dtype for dtype in ALL_16 if dtype.name != "bfloat16")
NUMERIC = of_kinds(Kind.FLOAT, Kind.NARROW, Kind.SIGNED, Kind.UNSIGNED)
NUMERIC_AND_BOOL = of_kinds(Kind.FLOAT, Kind.NARROW, Kind.SIGNED, Kind.UNSIGNED, Kind.BOOL)

INT64 = ("int64",)
BOTH = tuple(index_type.name for index_type in INDEX_TYPES)

NONE = ("none",)
ADD_MUL = ("none", "add", "mul")
ADD_MUL_MIN_MAX = ("none", "add", "mul", "min", "max")
ALL_SIX = ("none", "add", "sub", "mul", "min", "max")

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
    Profile("OpenVINO", "ScatterElementsUpdate-12", "scatter_elements", NUMERIC_AND_BOOL, BOTH, ADD_MUL_MIN_MAX, wraps=True),
    Profile("OpenVINO", "ScatterUpdate-3", "scatter_update", NUMERIC, BOTH, NONE, wraps=False),
)
