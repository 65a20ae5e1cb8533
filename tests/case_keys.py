"""The keys of case files (tests/support/cases.c) that the runners in Python read, and their words. A case with another one is skipped by name."""

import re
import unittest
from pathlib import Path
from typing import Any, Dict, Iterator, Tuple

from gen.axes import BLOCK_FORMATS, DTYPES, LARGEST_OPAQUE_BYTES, PACKED_DTYPES, REDUCTIONS
from gen.profiles import PROFILES

SHARED = ("policy", "negative_wrap", "profile", "ignore_index")
SCATTER_WORDS = ("nan", "include_self", "mean_rounding", "accumulate")

# What is read of a case, and of the objects in it, and by which operators.
SCATTERS, GATHERS = ("scatter_nd", "scatter_elements", "scatter_update"), ("gather_nd", "gather_elements", "gather")
WITH_INDICES = (*SCATTERS, *GATHERS, "tensor_scatter")
EVERY = (*WITH_INDICES, "masked_scatter")
WITHOUT_AXIS = ("scatter_nd", "gather_nd", "masked_scatter")
KEYS = {
    **dict.fromkeys(("source", "note", "bytes_data", "id", "op", "dtype", "data", "expect", "shape_only", "large"), EVERY),  # the first three are for people
    **dict.fromkeys((*SHARED, "indices"), WITH_INDICES),
    **dict.fromkeys(("reduction", "alpha", *SCATTER_WORDS), SCATTERS),
    **dict.fromkeys(("overflow", "scale"), (*SCATTERS, *GATHERS)),
    "scale_rule": SCATTERS,
    "zero_points": GATHERS,
    "block_format": (*SCATTERS, *GATHERS),
    "updates": (*SCATTERS, "tensor_scatter", "masked_scatter"),
    "axis": tuple(name for name in EVERY if name not in WITHOUT_AXIS),
    "batch_dims": ("scatter_nd", "scatter_update", "gather_nd", "gather"),
    "fill": GATHERS,
    "flat_indices": ("scatter_nd", "gather_nd"),
    "mask": ("masked_scatter",),
    "mode": ("tensor_scatter",),
}
# Those of tables and weights, which a runner says that it reads.
FUSED = ("update_indices", "update_policy", "update_negative_wrap", "update_ignore_index", "weights")
ARGS = ("expect_arg", "arg_rule", "arg_fill")  # and arg_counts, which scatter_elements alone has
HINTS = ("unique", "sorted")
TENSOR_KEYS = {"shape", "values", "fill", "strides", "offset"}
# Of a case of strew_group_by_index, which has neither data nor updates, and of its expect.
GROUP_KEYS = {"source", "note", "id", "op", "dtype", "n_groups", "indices", "policy", "negative_wrap", "ignore_index", "expect"}
GROUP_EXPECTS = {"order", "starts", "unique", "error", "status"}
# Of a case of strew_segment_softmax, which has no data.
SOFTMAX_KEYS = {"source", "note", "id", "op", "dtype", "tolerance_ulp", "updates", "offsets", "offsets_end", "indices", "n_segments", "expect"}
SOFTMAX = ("segment_softmax", "segment_log_softmax", "segment_logsumexp")
# Of a case of segments, whose data is there for some only.
SEGMENT_KEYS = {"source", "note", "id", "op", "dtype", "reduction", "updates", "offsets", "offsets_end", "indices", "n_segments", "initial", "data", "nan"}
SEGMENT_KEYS |= {"expect", "mean_rounding", "accumulate", *FUSED, *ARGS}
INNER_KEYS = {
    **dict.fromkeys(("data", "updates", "mask"), TENSOR_KEYS),
    **dict.fromkeys(("indices", "scale", "update_indices", "weights"), TENSOR_KEYS | {"dtype"}),
    "zero_points": {"shape", "bytes", "strides"},
    "expect": {"values", "fill", "sparse", "error", "status"},
}
# What these objects have beside that, by the operators.
MORE_KEYS = {"expect": {"shape", "dtype"}, "updates": {"dtype"}}
WITH_MORE = {"expect": GATHERS, "updates": SCATTERS}


# The table of words of the runner in C: lines such as {"policy", "skip", ...} and STATUS(...).
_TABLE = (Path(__file__).parent / "support/case_words.c").read_text()
WORDS = {("status", name) for name in re.findall(r"STATUS\((STREW_\w+)\)", _TABLE)} | set(re.findall(r'\{"(\w+)", "(\w+)", STREW_', _TABLE))
WORDS |= {("block_format", each.name) for each in (*BLOCK_FORMATS, *PACKED_DTYPES)}
WORDS |= {("profile", name) for name in ("onnx", "openvino", *(profile.title for profile in PROFILES))}
# A case may have others of these to say that they are rejected.
MAY_BE_REJECTED = {("reduction", each.name) for each in REDUCTIONS if not each.number_of} | {("dtype", each.name) for each in DTYPES}
MAY_BE_REJECTED |= {("dtype", f"opaque{size}") for size in range(1, LARGEST_OPAQUE_BYTES + 1)}


def _words(case: Dict[str, Any]) -> Iterator[Tuple[str, Any]]:
    yield from ((key, case.get(key)) for key in ("policy", "nan", "mode", "mean_rounding", "accumulate", "overflow", "scale_rule", "profile", "block_format", "update_policy", "arg_rule", "arg_counts"))
    yield "status", case["expect"].get("status")
    if "error" not in case["expect"]:
        yield from (("reduction", case.get("reduction")), ("dtype", case["dtype"]))
        yield from (("dtype", case.get(of, {}).get("dtype")) for of in ("indices", "updates", "expect", "update_indices", "weights"))


def skip_unknown_of_group(case: Dict[str, Any]) -> None:
    """The same of a case of group, for the runners that have it."""
    unknown = [*(case.keys() - GROUP_KEYS), *(case["expect"].keys() - GROUP_EXPECTS), *(case["indices"].keys() - INNER_KEYS["indices"])]
    for name in unknown:
        raise unittest.SkipTest(f"this runner does not know the key {name} of group")
    if "policy" in case and ("policy", case["policy"]) not in WORDS:
        raise unittest.SkipTest(f"this runner does not know the policy {case['policy']}")


def skip_unknown_of_softmax(case: Dict[str, Any]) -> None:
    """The same of a case of softmax, log_softmax or logsumexp."""
    unknown = [*(case.keys() - SOFTMAX_KEYS), *(case["updates"].keys() - TENSOR_KEYS), *(case["expect"].keys() - INNER_KEYS["expect"])]
    unknown += [name for of in ("offsets", "indices") for name in case.get(of, {}).keys() - INNER_KEYS["indices"]]
    for name in unknown:
        raise unittest.SkipTest(f"this runner does not know the key {name} of {case['op']}")
    if case.get("offsets_end", "given") not in ("given", "implied"):
        raise unittest.SkipTest(f"this runner does not know the offsets_end {case['offsets_end']}")


def skip_unknown_of_segment(case: Dict[str, Any]) -> None:
    """The same of a case of segments."""
    tensors = {**dict.fromkeys(("updates", "data"), TENSOR_KEYS), **dict.fromkeys(("offsets", "indices", "update_indices", "weights"), TENSOR_KEYS | {"dtype"})}
    unknown = [*(case.keys() - SEGMENT_KEYS), *(case["expect"].keys() - {"values", "error", "status"})]
    unknown += [f"{name}.{key}" for name, known in tensors.items() for key in case.get(name, {}).keys() - known]
    for name in unknown:
        raise unittest.SkipTest(f"this runner does not know the key {name} of segment")
    for key, known in (("initial", ("zero", "identity", "data")), ("offsets_end", ("given", "implied"))):
        if case.get(key, known[0]) not in known:
            raise unittest.SkipTest(f"this runner does not know the {key} {case[key]}")
    _skip_unknown_words(case)


def _skip_unknown_words(case: Dict[str, Any]) -> None:
    for key, word in _words(case):
        if isinstance(word, str) and (key, word) not in WORDS | MAY_BE_REJECTED:
            raise unittest.SkipTest(f"this runner does not know the {key} {word}")
    for word in case.get("hints", ()):
        if word not in HINTS:
            raise unittest.SkipTest(f"this runner does not know the hint {word}")


def skip_unknown(case: Dict[str, Any], has_fused: bool = False) -> None:
    """A key or a word that is not read would say something else than what is run, so the case is skipped, never passed."""
    operator = case["op"]
    if operator not in EVERY:
        raise unittest.SkipTest(f"this runner does not know the operator {operator}")
    for key, value in case.items():
        inner = INNER_KEYS.get(key, set()) | (MORE_KEYS[key] if operator in WITH_MORE.get(key, ()) else set())
        inner |= {"bytes"} if "block_format" in case and key in ("data", "expect") else set()
        is_known = operator in KEYS.get(key, ()) or (has_fused and key in (*FUSED, *ARGS, "hints") and operator in SCATTERS)
        is_known = is_known or (has_fused and key == "arg_counts" and operator == "scatter_elements")
        unknown = [] if is_known else [key]
        unknown += [f"{key}.{name}" for name in (value if isinstance(value, dict) else ()) if name not in inner]
        for name in unknown:
            raise unittest.SkipTest(f"this runner does not know the key {name} of {operator}")
    _skip_unknown_words(case)
