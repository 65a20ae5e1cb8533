"""`python -m strew run-onnx` and `export-onnx-tests`: the official node tests of ONNX.

A test is a folder:

    model.onnx              a graph of one node
    test_data_set_0/        any number of these
        input_0.pb ...      a tensor per input of the graph
        output_0.pb         what must come out
"""

from __future__ import annotations

import argparse
import sys
import warnings
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from types import ModuleType
from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

from ._refusal import Refusal, one_line
from ._scatter import plan_scatter_nd

OPERATOR = "ScatterND"
SET_PREFIX = "test_data_set_"


class _OtherOperator(Refusal):
    """A test, but not one for strew."""


@dataclass(frozen=True)
class _Row:
    """One line of the table: a test set and what came of it."""

    name: str
    set: str
    opset: str
    dtype: str
    shape: str
    reduction: str
    kernel: str
    result: str


def _onnx() -> ModuleType:
    try:
        import onnx
        import onnx.numpy_helper
    except ImportError as reason:
        raise Refusal(
            f"this needs the onnx package, which is in python/requirements.txt: {one_line(reason)}"
        ) from reason
    return onnx


def _tests(folder: Path) -> List[Path]:
    """The folder itself if it is a test, else every test below it."""
    if not folder.is_dir():
        raise Refusal(f"{folder} is not a folder")
    if (folder / "model.onnx").is_file():
        return [folder]
    models = sorted(folder.glob("**/model.onnx"))
    if not models:
        raise Refusal(f"{folder} holds no ONNX test: there is no model.onnx in it or below it")
    return [model.parent for model in models]


def _parse(message: Any, path: Path) -> Any:
    """Fills a protobuf message from a file."""
    try:
        message.ParseFromString(path.read_bytes())
    except OSError as reason:
        raise Refusal(f"cannot read {path}: {one_line(reason)}") from reason
    except Exception as reason:  # protobuf's own DecodeError, which lives in a package that onnx chooses
        raise Refusal(f"{path} is not an ONNX file: {one_line(reason)}") from reason
    return message


def _array(tensor: Any, path: Path) -> np.ndarray:
    try:
        # What onnx hands out may be a view that is not in row-major order; it is ours, so it may be put in order.
        return np.asarray(_onnx().numpy_helper.to_array(tensor), order="C")
    except Exception as reason:  # onnx raises TypeError, ValueError, KeyError or its own
        raise Refusal(f"{path} is not a tensor that can be read: {one_line(reason)}") from reason


def _same(found: np.ndarray, expected: np.ndarray) -> bool:
    """Bit for bit, save that any NaN equals any NaN."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    if found.tobytes() == expected.tobytes():
        return True
    if found.dtype.kind == "c":
        parts = found.real.dtype
        found, expected = found.ravel().view(parts), expected.ravel().view(parts)
    bits = f"u{found.itemsize}"
    same = found.view(bits) == expected.view(bits)
    return bool(np.all(same | ((found != found) & (expected != expected))))


@dataclass(frozen=True)
class _Model:
    """What the run needs of model.onnx."""

    graph: Any
    inputs: Tuple[str, str, str]  # data, indices, updates
    opset: int
    reduction: str


def _read_model(path: Path) -> _Model:
    onnx = _onnx()
    model = _parse(onnx.ModelProto(), path)
    graph = model.graph
    operators = [node.op_type for node in graph.node]
    if operators != [OPERATOR] or graph.node[0].domain not in ("", "ai.onnx"):
        what = ", ".join(operators[:3]) + (", ..." if len(operators) > 3 else "")
        raise _OtherOperator(f"{path} is not a single {OPERATOR} node but {what or 'an empty graph'}")
    node = graph.node[0]
    if len(node.input) != 3 or len(node.output) != 1 or len(graph.output) != 1:
        counts = f"{len(node.input)} inputs and {len(node.output)} outputs"
        raise Refusal(f"{path} has {counts}, not the 3 and 1 of {OPERATOR}")
    opsets = [opset.version for opset in model.opset_import if opset.domain in ("", "ai.onnx")]
    if len(opsets) != 1:
        raise Refusal(f"{path} does not name the one opset that it is written for")
    reduction = "none"
    for attribute in node.attribute:
        if attribute.name != "reduction" or attribute.type != onnx.AttributeProto.STRING:
            raise Refusal(f"{path} has the attribute {attribute.name!r}, which is none of {OPERATOR}")
        reduction = attribute.s.decode(errors="replace")
    return _Model(graph, tuple(node.input), opsets[0], reduction)


def _read_inputs(model: _Model, folder: Path) -> List[np.ndarray]:
    """data, indices and updates of one test set."""
    onnx = _onnx()
    values: Dict[str, np.ndarray] = {value.name: _array(value, folder) for value in model.graph.initializer}
    for i, value in enumerate(model.graph.input):
        path = folder / f"input_{i}.pb"
        if value.name not in values or path.exists():
            values[value.name] = _array(_parse(onnx.TensorProto(), path), path)
    for name in model.inputs:
        if name not in values:
            raise Refusal(f"{folder.parent / 'model.onnx'} has no input named {name!r}")
    return [values[name] for name in model.inputs]


def _run_set(model: _Model, folder: Path, isa: Optional[str]) -> _Row:
    data, indices, updates = _read_inputs(model, folder)
    path = folder / "output_0.pb"
    expected = _array(_parse(_onnx().TensorProto(), path), path)
    try:
        plan = plan_scatter_nd(data, indices, updates, model.reduction, isa=isa)
        found = plan.run(data, indices, updates)
    except (TypeError, ValueError) as reason:
        raise Refusal(f"{folder} is refused: {one_line(reason)}") from reason
    return _Row(
        name=folder.parent.name,
        set=folder.name[len(SET_PREFIX) :],
        opset=str(model.opset),
        dtype=str(found.dtype),
        shape=str(list(found.shape)),
        reduction=model.reduction,
        kernel=plan.kernel or "nothing to write",
        result="passed" if _same(found, expected) else "FAILED",
    )


def _run_test(folder: Path, isa: Optional[str]) -> Iterator[_Row]:
    model = _read_model(folder / "model.onnx")
    sets = sorted(path for path in folder.glob(f"{SET_PREFIX}*") if path.is_dir())
    if not sets:
        raise Refusal(f"{folder} has a model.onnx but no folder {SET_PREFIX}0")
    for path in sets:
        yield _run_set(model, path, isa)


def _print_table(rows: List[_Row]) -> None:
    lines = [tuple(field.name for field in fields(_Row)), *map(astuple, rows)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths)).rstrip())


def run(options: argparse.Namespace) -> int:
    """Runs every test of the folders.

    What cannot be run is a failure, said in one sentence; in a folder of many tests, those of other operators are only
    counted.
    """
    _onnx()
    rows: List[_Row] = []
    refused, others = 0, 0
    for folder in options.folders:
        try:
            tests = _tests(folder)
        except Refusal as refusal:
            print(f"strew: {refusal}", file=sys.stderr)
            refused += 1
            continue
        for test in tests:
            try:
                rows.extend(_run_test(test, options.isa))
            except Refusal as refusal:
                if isinstance(refusal, _OtherOperator) and test != folder:
                    others += 1
                    continue
                print(f"strew: {refusal}", file=sys.stderr)
                refused += 1
    if rows:
        _print_table(rows)
        print()
    if others:
        print(f"{others} tests of other operators were passed over")
    passed = sum(row.result == "passed" for row in rows)
    failed = len(rows) - passed + refused
    print(f"{passed} passed, {failed} failed")
    if not passed and not failed:
        raise Refusal(f"there is no test of {OPERATOR}")
    return 1 if failed else 0


def export(options: argparse.Namespace) -> int:
    """Writes the official ScatterND tests. Newer onnx packages carry them as code that makes them, not as files."""
    onnx = _onnx()
    with warnings.catch_warnings():
        # The tests of all operators are made on the way, some of which divide by zero.
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases

        cases = collect_testcases(OPERATOR)
    to_tensor = onnx.numpy_helper.from_array
    try:
        for case in cases:
            graph = case.model.graph
            for i, (inputs, outputs) in enumerate(case.data_sets):
                folder = options.folder / case.name / f"{SET_PREFIX}{i}"
                folder.mkdir(parents=True, exist_ok=True)
                for kind, values, infos in (("input", inputs, graph.input), ("output", outputs, graph.output)):
                    for j, (value, info) in enumerate(zip(values, infos)):
                        (folder / f"{kind}_{j}.pb").write_bytes(to_tensor(value, info.name).SerializeToString())
            (options.folder / case.name / "model.onnx").write_bytes(case.model.SerializeToString())
    except OSError as reason:
        raise Refusal(f"cannot write into {options.folder}: {one_line(reason)}") from reason
    print(f"{len(cases)} tests of {OPERATOR} written to {options.folder}")
    return 0
