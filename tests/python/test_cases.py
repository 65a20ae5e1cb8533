"""The case files (tests/cases) by the way of a caller of the package: plain and planned calls.

    python -m tests.python.test_cases FILE...

runs other case files, prints each case that fails or is skipped, and ends with one line: N passed, N failed, N skipped. The format is that of
tests/support/cases.c."""

import contextlib
import io
import json
import math
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

from gen.arguments import Parser

if __name__ == "__main__":
    parser = Parser(prog="python -m tests.python.test_cases", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    ARGUMENTS = parser.parse_args()  # before the imports that may be missing

import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402

import strew  # noqa: E402
from strew import _gather, _scatter  # noqa: E402
from strew._tables import NUMPY_DTYPES  # noqa: E402
from tests.case_keys import SCATTER_WORDS, SHARED, SOFTMAX, skip_unknown, skip_unknown_of_group, skip_unknown_of_segment, skip_unknown_of_softmax
from tests.cases.layout import text_of

CASES = Path(__file__).resolve().parents[1] / "cases"
LEFT_OUT = ("large",)  # cases of 4 GB each
FILES = sorted(file.stem for file in CASES.glob("*.json") if file.stem not in LEFT_OUT)
MIN_SHARE = 0.75  # of the cases of each file, which NumPy can say
FAMILIES = {"onnx": "ONNX ", "openvino": "OpenVINO "}
OPERATORS = {
    "scatter_nd": "ScatterND", "scatter_elements": "ScatterElements", "scatter_update": "ScatterUpdate", "gather_nd": "GatherND",
    "gather_elements": "GatherElements", "gather": "Gather", "tensor_scatter": "TensorScatter",
}  # fmt: skip


def dtype_of(name: str) -> np.dtype:
    return np.dtype(f"V{name.removeprefix('opaque')}") if name.startswith("opaque") else NUMPY_DTYPES[name]


def element(value: Any, dtype: np.dtype) -> Any:
    if dtype == strew.STRING and isinstance(value, str):
        return np.frombuffer(bytes.fromhex(value).ljust(dtype.itemsize, b"\0"), dtype)[0].item()
    if dtype.kind == "V" and dtype.names is None and dtype.isbuiltin != 2:
        return bytes.fromhex(value)
    if isinstance(value, str):
        return int(value) if dtype.kind in "iu" else float(value)
    return complex(*map(float, value)) if isinstance(value, list) else value


def read(tensor: Dict[str, Any], dtype: np.dtype) -> np.ndarray:
    """The array, or the view of a buffer, that a case describes."""
    shape = tuple(map(int, tensor["shape"]))  # an integer is a string where 53 bits may not do
    if any(size < 0 for size in shape):
        raise ValueError("a negative size")
    if tensor.get("values") is None:  # one value for all, or the contents do not matter
        return np.broadcast_to(np.array(element(tensor.get("fill", 0), dtype) if "fill" in tensor else 0, dtype), shape)
    flat = np.array([element(value, dtype) for value in tensor["values"]], dtype)
    if "strides" not in tensor:
        return flat.reshape(shape)
    steps = [step * dtype.itemsize for step in tensor["strides"]]
    # Not by as_strided, which does not know every dtype of ml_dtypes.
    return np.ndarray(shape, dtype, flat.view(np.uint8).data, tensor.get("offset", 0) * dtype.itemsize, steps)


def read_blocks(case: Dict[str, Any], tensor: Dict[str, Any]) -> strew.Blocks:
    """The blocks of a case in the shape of its data."""
    rows = np.frombuffer(bytes.fromhex(tensor["bytes"]), np.uint8).reshape(*map(int, case["data"]["shape"][:-1]), -1)
    return strew.Blocks(rows, case["block_format"])


def read_zero_points(case: Dict[str, Any], dtype: np.dtype) -> np.ndarray:
    """Those of a case, of four bits as ml_dtypes has them: one in a byte."""
    tensor = case["zero_points"]
    shape, codes = tuple(tensor["shape"]), np.frombuffer(bytes.fromhex(tensor["bytes"]), np.uint8)
    if "block_format" in case:
        codes = np.stack((codes & 15, codes >> 4), 1).reshape(-1)
        dtype = np.dtype(getattr(ml_dtypes, case["block_format"]))
        codes = codes if dtype == ml_dtypes.uint4 else (codes ^ 8).view(np.int8) - 8
    found = codes.astype(dtype) if "block_format" in case else codes.view(dtype)
    if "strides" not in tensor:
        return found[: math.prod(shape)].reshape(shape)
    return np.ndarray(shape, dtype, found.view(np.uint8).data, 0, tensor["strides"])


def as_expected(found: np.ndarray, expected: np.ndarray) -> bool:
    """Any NaN is any NaN, and a 0 of a case either zero; all else is equal bit for bit."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    if found.tobytes() == expected.tobytes():
        return True
    if found.dtype.kind in "biuV" and found.dtype.isbuiltin != 2:
        return False
    if found.dtype.kind == "c":
        found, expected = (array.view(array.real.dtype) for array in (found, expected))
    is_zero = (expected == 0) & ~np.signbit(expected) & (found == 0)
    return bool(np.all((found == expected) & (np.signbit(found) == np.signbit(expected)) | (np.isnan(found) & np.isnan(expected)) | is_zero))


def profile_of(case: Dict[str, Any]) -> Optional[str]:
    """Of a family the newest profile for the operator, if it has one."""
    word = case.get("profile")
    if word not in FAMILIES:
        return word
    suffix = "Update" if word == "openvino" and case["op"] in ("scatter_nd", "scatter_elements") else ""
    found = [name for name in strew.PROFILES if name.startswith(f"{FAMILIES[word]}{OPERATORS[case['op']]}{suffix}-")]
    return found[-1] if found else None


def call_of(case: Dict[str, Any], dtype: np.dtype) -> Tuple[Any, Tuple[Any, ...], Tuple[Any, ...], Dict[str, Any]]:
    """The function, its arrays, its other positional arguments and its options."""
    skip_unknown(case, has_fused=True)
    data: Any = read_blocks(case, case["data"]) if "block_format" in case else read(case["data"], dtype)
    words = {name: case[name] for name in (*SHARED, "overflow") if name in case}
    if "ignore_index" in case:
        words["ignore_index"] = int(case["ignore_index"])
    if "profile" in case:
        words["profile"] = profile_of(case)
    if "scale" in case:
        words["scale"] = read(case["scale"], dtype_of(case["scale"]["dtype"]))
    if "zero_points" in case:
        words["zero_points"] = read_zero_points(case, dtype)
    if "scale_rule" in case:
        words["scale_rule"] = case["scale_rule"]
    words.update((name, case[name]) for name in ("update_policy", "update_negative_wrap") if name in case)
    if "update_ignore_index" in case:
        words["update_ignore_index"] = int(case["update_ignore_index"])
    for name in ("update_indices", "weights"):
        if name in case:
            words[name] = read(case[name], dtype_of(case[name].get("dtype", case["dtype"])))
    words.update(words_of_arg(case))
    words.update((hint, "checked") for hint in case.get("hints", ()))
    if case["op"] == "masked_scatter":
        return strew.masked_scatter, (data, read(case["mask"], np.dtype(np.bool_)), read(case["updates"], dtype)), (), {}
    indices = read(case["indices"], dtype_of(case["indices"]["dtype"])) if "indices" in case else None
    if case["op"] == "tensor_scatter":
        return strew.tensor_scatter, (data, read(case["updates"], dtype), indices), (int(case.get("axis", -2)), case.get("mode", "linear")), words
    if case["op"].startswith("gather"):
        if "fill" in case:
            words["fill"] = np.array(element(case["fill"], dtype), dtype)
        if case.get("flat_indices"):
            return _gather.take, (data, indices), (), words
        if "dtype" in case["expect"]:
            words["out"] = np.empty(tuple(map(int, case["expect"]["shape"])), dtype_of(case["expect"]["dtype"]))
        elif "block_format" in case and dtype != np.float32:
            words["out"] = np.empty(tuple(map(int, case["expect"]["shape"])), dtype)
        numbers = {"gather_nd": ("batch_dims",), "gather_elements": ("axis",), "gather": ("axis", "batch_dims")}[case["op"]]
        return getattr(strew, case["op"]), (data, indices), tuple(int(case.get(name, 0)) for name in numbers), words
    words.update((name, case[name]) for name in SCATTER_WORDS if name in case)
    if "alpha" in case:
        words["alpha"] = np.array(element(case["alpha"], dtype), dtype)[()]
    if "batch_dims" in case:
        words["batch_dims"] = int(case["batch_dims"])
    words["profile"] = profile_of(case)
    axis = () if case["op"] == "scatter_nd" else (int(case.get("axis", 0)),)
    function = _scatter.put if case.get("flat_indices") else getattr(strew, case["op"])
    updates = read(case["updates"], dtype_of(case["updates"].get("dtype", case["dtype"])))
    return function, (data, indices, updates), (*axis, case["reduction"]), words


def words_of_arg(case: Dict[str, Any]) -> Dict[str, Any]:
    words = {name: case[name] for name in ("arg_rule", "arg_counts", "arg_fill") if name in case}
    return {**words, "arg": True} if "expect_arg" in case else words


def check_arg(case: Dict[str, Any], found: Any) -> Any:
    """The output beside an arg, if the arg is as the case has it."""
    if "expect_arg" not in case:
        return found
    unittest.TestCase().assertEqual(found[1].ravel().tolist(), [*map(int, case["expect_arg"])])
    return found[0]


def planned(function: Any, arrays: Tuple[Any, ...], rest: Tuple[Any, ...], words: Dict[str, Any]) -> np.ndarray:
    """The same by a plan of shapes and strides."""
    data, indices = arrays[:2]
    strides = {
        f"{name}_strides": None if isinstance(array, strew.Blocks) else tuple(step // array.itemsize for step in array.strides)
        for name, array in zip(("data", "indices", "updates"), arrays)
    }
    plan, out = getattr(strew, f"plan_{function.__name__}"), words.get("out")
    beside = {name: words[name] for name in ("scale", "zero_points", "update_indices", "weights") if name in words}
    of_arg = {"arg_dtype": "int64"} if "arg" in words else {}
    words = {**{name: word for name, word in words.items() if name not in ("out", "arg", *beside)}, **of_arg}
    for name, array in beside.items():
        is_copied = array.dtype in (ml_dtypes.uint4, ml_dtypes.int4)
        words[f"{name}_strides"] = None if is_copied else tuple(step // array.itemsize for step in array.strides)
        if name != "update_indices":
            words[f"{name}_shape"] = array.shape
    if "update_indices" in beside:
        axis = int(rest[0]) % max(data.ndim, 1) - int(words.get("batch_dims", 0)) if function.__name__ == "scatter_update" else 0
        words.update(update_rows=arrays[2].shape[axis], update_index_dtype=beside["update_indices"].dtype)
    if "weights" in beside:
        words["weights_dtype"] = beside["weights"].dtype
    if len(arrays) == 3:
        words["update_dtype"] = arrays[2].dtype
    elif out is not None:
        words["out_dtype"] = out.dtype
    dtype = data.block_format if isinstance(data, strew.Blocks) else data.dtype
    result: np.ndarray = plan(data.shape, dtype, indices.shape, *rest, index_dtype=indices.dtype, **strides, **words)(*arrays, **beside)
    return result


def expected_of(case: Dict[str, Any], dtype: np.dtype) -> np.ndarray:
    expect = case["expect"]
    if "bytes" in expect:
        return read_blocks(case, expect).array
    dtype = dtype_of(expect["dtype"]) if "dtype" in expect else dtype
    found = np.array(read({"shape": case["data"]["shape"], **expect}, dtype))
    for offset, value in expect.get("sparse", ()):
        found.reshape(-1)[int(offset)] = element(value, dtype)
    return found


def may_convert_more(case: Dict[str, Any]) -> bool:
    """Whether the format may have a rule that the contract does not have: for reductions that saturate after every step."""
    return case.get("reduction", "none") != "none" and case.get("overflow") == "saturates" and "accumulate" not in case


def run_group(case: Dict[str, Any]) -> None:
    skip_unknown_of_group(case)
    test, expect = unittest.TestCase(), case["expect"]
    indices = read(case["indices"], dtype_of(case["indices"]["dtype"]))
    words = {name: case[name] for name in ("n_groups", "policy", "negative_wrap", "ignore_index") if name in case}
    if "error" not in expect:
        for name, found in zip(("order", "starts", "unique"), strew.group(indices, **words)):
            test.assertEqual(found.tolist(), list(map(int, expect[name])), name)
        return
    with test.assertRaises(ValueError) as caught:
        strew.group(indices, **words)
    if "status" in expect and isinstance(caught.exception, strew.ScatterError):
        test.assertEqual(f"STREW_STATUS_{caught.exception.status.name}", expect["status"])


def is_close(found: np.ndarray, expected: np.ndarray, tolerance: float, is_log: bool) -> bool:
    """Within so many units in the last place of what is expected; those of a logarithm are at 1 at least."""
    if (found.dtype, found.shape) != (expected.dtype, expected.shape):
        return False
    info = ml_dtypes.finfo(expected.dtype)
    found, expected = found.astype(np.longdouble), expected.astype(np.longdouble)
    magnitude = np.maximum(np.abs(expected), 1.0 if is_log else float(info.smallest_normal))
    with np.errstate(invalid="ignore"):
        unit = np.exp2(np.floor(np.log2(magnitude))) * float(info.eps)
        is_within = np.isfinite(expected) & (np.abs(found - expected) <= tolerance * unit)
        return bool(np.all((found == expected) | (np.isnan(found) & np.isnan(expected)) | is_within))


def run_softmax(case: Dict[str, Any]) -> None:
    skip_unknown_of_softmax(case)
    test, expect, dtype = unittest.TestCase(), case["expect"], dtype_of(case["dtype"])
    function, updates = getattr(strew, case["op"]), read(case["updates"], dtype)
    words: Dict[str, Any] = {name: read(case[name], dtype_of(case[name]["dtype"])) for name in ("offsets", "indices") if name in case}
    words["n_segments"], words["end_is_implied"] = case.get("n_segments"), case.get("offsets_end") == "implied"
    if "error" not in expect:
        found = function(updates, **words)
        expected = read({"shape": found.shape, **expect}, dtype)
        test.assertTrue(is_close(found, expected, case["tolerance_ulp"], case["op"] != "segment_softmax"))
        return
    with test.assertRaises(ValueError) as caught:
        function(updates, **words)
    if "status" in expect and isinstance(caught.exception, strew.ScatterError):
        test.assertEqual(f"STREW_STATUS_{caught.exception.status.name}", expect["status"])


def run_segment(case: Dict[str, Any]) -> None:
    """A case of segments: plainly, planned and prepared."""
    skip_unknown_of_segment(case)
    test, expect, dtype = unittest.TestCase(), case["expect"], dtype_of(case["dtype"])
    updates, member = read(case["updates"], dtype), "offsets" if "offsets" in case else "indices"
    arrays = {name: read(case[name], dtype_of(case[name]["dtype"])) for name in (member, "update_indices", "weights") if name in case}
    arrays.update((name, read(case[name], dtype)) for name in ("data",) if name in case)
    words = {name: case[name] for name in ("reduction", "initial", "offsets_end", "nan", "mean_rounding", "accumulate", "update_policy", "update_negative_wrap") if name in case}
    words.update((name, int(case[name])) for name in ("update_ignore_index",) if name in case)
    of_arg = words_of_arg(case)
    words.update((name, word) for name, word in of_arg.items() if name != "arg")
    of_call, of_plan = ({"arg": True}, {"arg_dtype": "int64"}) if "arg" in of_arg else ({}, {})
    n = {"n_segments": case["n_segments"]} if "n_segments" in case else {}
    n_segments = case.get("n_segments", arrays[member].size - (case.get("offsets_end") != "implied"))

    def planned() -> Any:
        shape, n_rows = (n_segments, *updates.shape[1:]), (arrays.get("update_indices", updates)).shape[0]
        steps = {f"{'offsets' if name == member else name}_strides": tuple(step // array.itemsize for step in array.strides) for name, array in arrays.items()}
        steps["updates_strides"] = tuple(step // dtype.itemsize for step in updates.strides)
        if "weights" in arrays:
            steps.update(weights_shape=arrays["weights"].shape, weights_dtype=arrays["weights"].dtype)
        if "update_indices" in arrays:
            steps.update(update_rows=updates.shape[0], update_index_dtype=arrays["update_indices"].dtype)
        return strew.plan_segment(shape, dtype, n_rows, has_indices=member == "indices", index_dtype=arrays[member].dtype, **words, **steps, **of_plan)

    others = {name: array for name, array in arrays.items() if name != member}
    at = {member: arrays[member]}
    calls = (
        lambda: strew.segment(updates, **arrays, **words, **n, **of_call),
        lambda: planned()(updates, **arrays),
        lambda: planned().prepare(**at)(updates, **others),
    )
    for call in calls:
        if "error" not in expect:
            test.assertTrue(as_expected(check_arg(case, call()), read({"shape": [n_segments, *updates.shape[1:]], **expect}, dtype)))
            continue
        with test.assertRaises(ValueError) as caught:
            call()
        if "status" in expect and isinstance(caught.exception, strew.ScatterError):
            test.assertEqual(f"STREW_STATUS_{caught.exception.status.name}", expect["status"])


def run(case: Dict[str, Any]) -> None:
    """An AssertionError if the case fails, and a SkipTest if this runner, or NumPy, cannot say it."""
    if case["op"] == "group":
        return run_group(case)
    if case["op"] in SOFTMAX:
        return run_softmax(case)
    if case["op"] == "segment":
        return run_segment(case)
    skip_unknown(case, has_fused=True)
    test, expect = unittest.TestCase(), case["expect"]
    if case.get("large"):
        raise unittest.SkipTest("large")
    try:
        dtype = dtype_of(case["dtype"])
        function, arrays, rest, words = call_of(case, dtype)
    except (KeyError, OverflowError, TypeError, ValueError) as reason:
        raise unittest.SkipTest(f"NumPy cannot say it: {reason!r}") from reason
    calls = [lambda: function(*arrays, *rest, **words)]
    # There a single update may have another rank than the one that a plan has.
    is_any_rank = (words.get("profile") or "").startswith("OpenVINO ScatterND") and arrays[-1].size == 1
    if case["op"] not in ("tensor_scatter", "masked_scatter") and not is_any_rank:
        calls.append(lambda: planned(function, arrays, rest, words))
    for call in calls:
        if "error" not in expect:
            try:
                found = call()
            except strew.ScatterError as error:
                if error.status is strew.Status.UNUSED_ARGUMENT and may_convert_more(case):
                    raise unittest.SkipTest(f"strew does not convert it: {error}") from None
                raise
            found = check_arg(case, found)
            found = found.array if isinstance(found, strew.Blocks) else found
            test.assertTrue(as_expected(found, expected_of(case, dtype)))
            continue
        with test.assertRaises(ValueError) as caught:  # a ScatterError, or what the package rejects itself
            call()
        if "status" in expect and isinstance(caught.exception, strew.ScatterError):
            test.assertEqual(f"STREW_STATUS_{caught.exception.status.name}", expect["status"])


def cases() -> Iterator[Tuple[str, Dict[str, Any]]]:
    for file in FILES:
        for case in json.loads((CASES / f"{file}.json").read_text()):
            yield f"{file}/{case['id']}", case


class Cases(unittest.TestCase):
    def test_every_case(self) -> None:
        ran, all_of = Counter[str](), Counter(name.split("/")[0] for name, _ in cases())
        for name, case in cases():
            with self.subTest(name):
                try:
                    run(case)
                except unittest.SkipTest as reason:
                    self.assertNotRegex(str(reason), "does not (know|convert)")
                    raise
                ran[name.split("/")[0]] += 1
        self.assertEqual([file for file in FILES if ran[file] < MIN_SHARE * all_of[file]], [])

    def test_files_are_laid_out_by_the_rules(self) -> None:
        for file in CASES.glob("*.json"):
            self.assertEqual(file.read_text(), text_of(json.loads(file.read_text())), file.name)

    def test_a_key_or_word_that_is_not_known_skips_the_case(self) -> None:
        """Though all else of it passes, and by name."""
        case = next(case for name, case in cases() if case["op"] == "scatter_elements" and "values" in case["expect"])
        run(case)
        for changed, named in (
            ({"expect_args": [1]}, "expect_args"),
            ({"arg_rule": "zap"}, "zap"),
            ({"hints": ["zap"]}, "zap"),
            ({"update_policy": "zap"}, "zap"),
            ({"weights": {"shape": [1], "bytes": None}}, "weights.bytes"),
            ({"accumulate": "float16"}, "float16"),
            ({"overflow": "clips"}, "clips"),
            ({"mode": "circular"}, "mode"),
            ({"batch_dims": 0}, "batch_dims"),
            ({"updates": {**case["updates"], "dtype": "int4"}}, "int4"),
            ({"updates": {**case["updates"], "bytes": None}}, "updates.bytes"),
            ({"data": {**case["data"], "bytes": None}}, "data.bytes"),
            ({"block_format": "q8"}, "q8"),
            ({"expect": {**case["expect"], "dtype": "float32"}}, "expect.dtype"),
            ({"op": "segment_sort"}, "segment_sort"),
            ({"policy": "zap"}, "zap"),
            ({"nan": "stays"}, "stays"),
            ({"mean_rounding": "up"}, "up"),
            ({"profile": "ONNX ScatterElements-1"}, "ONNX ScatterElements-1"),
            ({"reduction": "xor"}, "xor"),
            ({"dtype": "int4"}, "int4"),
            ({"indices": {**case["indices"], "dtype": "int4"}}, "int4"),
            ({"expect": {"error": "any", "status": "STREW_STATUS_TIRED"}}, "STREW_STATUS_TIRED"),
        ):
            with self.assertRaisesRegex(unittest.SkipTest, f"does not know the [a-z_]+ {named}"):
                run({**case, **changed})

    def test_such_a_case_is_counted_and_the_others_run(self) -> None:
        case = next(case for name, case in cases() if case["op"] == "scatter_elements" and "values" in case["expect"])
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            path = Path(folder) / "cases.json"
            rejected = {**case, "reduction": "xor", "expect": {"error": "no reduction"}}
            steps = {**case, "id": "steps", "reduction": "add", "overflow": "saturates"}
            steps.pop("accumulate", None)
            path.write_text(json.dumps([{**case, "id": "zapped", "policy": "zap"}, case, rejected, steps]))
            self.assertEqual(main([path]), 0)
        lines = printed.getvalue().splitlines()
        self.assertEqual((lines[0], lines[-1]), ("skipped zapped: this runner does not know the policy zap", "2 passed, 0 failed, 2 skipped"))
        self.assertRegex(lines[1], "^skipped steps: strew does not convert it: ")

    def test_a_wrong_output_is_seen(self) -> None:
        one = np.array([1, 0, np.nan], np.float32)
        for other in (one[:2], one.astype(np.float64), one * -1, one + np.float32(1e-7), np.array([1, 0, 0], np.float32)):
            self.assertFalse(as_expected(other, one) and as_expected(one, other))
        self.assertTrue(as_expected(np.array([1, -0.0, np.nan], np.float32), one))
        self.assertFalse(as_expected(one, np.array([1, -0.0, np.nan], np.float32)))
        self.assertFalse(as_expected(np.array([1, 2]), np.array([1, 3])))
        self.assertTrue(as_expected(np.array([2], ml_dtypes.bfloat16), np.array([2], ml_dtypes.bfloat16)))

    def test_so_is_one_that_is_not_close(self) -> None:
        one = np.array([0.25, np.nan, np.inf], np.float32)
        for dtype in (np.float32, np.float16, ml_dtypes.bfloat16):
            unit = ml_dtypes.finfo(dtype).eps
            for expected, units, is_log in ((1, 2, False), (0.25, 0.5, False), (0.25, 2, True), (0, 0, False)):
                close, apart = (np.array([expected + factor * units * float(unit)]).astype(dtype) for factor in (1, 1.5))
                self.assertTrue(is_close(close, np.array([expected], dtype), 2, is_log))
                self.assertEqual(is_close(apart, np.array([expected], dtype), 2, is_log), units == 0)
        for other in (one[:2], one.astype(np.float64), np.array([0.25, 0, np.inf], np.float32), np.array([0.25, np.nan, 3e38], np.float32)):
            self.assertFalse(is_close(other, one, 2, False))
        self.assertTrue(is_close(one, one, 0, False))


def main(files: List[Path]) -> int:
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for case in (case for file in files for case in json.loads(file.read_text())):
        outcome, reason = "passed", ""
        try:
            run(case)
        except unittest.SkipTest as skipped:
            outcome, reason = "skipped", str(skipped)
        except Exception as failed:  # whatever breaks a case, the others run
            outcome, reason = "failed", repr(failed)
        counts[outcome] += 1
        if reason:
            print(f"{outcome} {case['id']}: {reason}")
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return counts["failed"] != 0


if __name__ == "__main__":
    raise SystemExit(main(ARGUMENTS.files))
