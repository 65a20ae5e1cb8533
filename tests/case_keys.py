"""The keys of case files (tests/support/cases.c) that the runners in Python read. A case with another one is skipped by name."""

import unittest
from typing import Any, Dict

SHARED = ("policy", "negative_wrap", "profile", "ignore_index")
SCATTER_WORDS = ("nan", "include_self", "mean_rounding")

# What is read of a case, and of the objects in it, and by which operators.
SCATTERS, GATHERS = ("scatter_nd", "scatter_elements", "scatter_update"), ("gather_nd", "gather_elements", "gather")
WITH_INDICES = (*SCATTERS, *GATHERS, "tensor_scatter")
EVERY = (*WITH_INDICES, "masked_scatter")
WITHOUT_AXIS = ("scatter_nd", "gather_nd", "masked_scatter")
KEYS = {
    **dict.fromkeys(("source", "note", "bytes_data", "id", "op", "dtype", "data", "expect", "shape_only", "large"), EVERY),  # the first three are for people
    **dict.fromkeys((*SHARED, "indices"), WITH_INDICES),
    **dict.fromkeys(("reduction", "alpha", *SCATTER_WORDS), SCATTERS),
    "updates": (*SCATTERS, "tensor_scatter", "masked_scatter"),
    "axis": tuple(name for name in EVERY if name not in WITHOUT_AXIS),
    "batch_dims": ("gather_nd", "gather"),
    "fill": GATHERS,
    "flat_indices": ("scatter_nd", "gather_nd"),
    "mask": ("masked_scatter",),
    "mode": ("tensor_scatter",),
}
TENSOR_KEYS = {"shape", "values", "fill", "strides", "offset"}
INNER_KEYS = {
    **dict.fromkeys(("data", "updates", "mask"), TENSOR_KEYS),
    "indices": TENSOR_KEYS | {"dtype"},
    "expect": {"values", "fill", "sparse", "error", "status"},
}


def skip_unknown(case: Dict[str, Any]) -> None:
    """A key that is not read would say something else than what is run, so the case is skipped, never passed."""
    operator = case["op"]
    if operator not in EVERY:
        raise unittest.SkipTest(f"this runner does not know the operator {operator}")
    for key, value in case.items():
        inner = INNER_KEYS.get(key, set()) | ({"shape"} if key == "expect" and operator in GATHERS else set())
        unknown = [] if operator in KEYS.get(key, ()) else [key]
        unknown += [f"{key}.{name}" for name in (value if isinstance(value, dict) else ()) if name not in inner]
        for name in unknown:
            raise unittest.SkipTest(f"this runner does not know the key {name} of {operator}")
