"""`python -m strew run-onnx` and `export-onnx-tests`: the official node tests of ONNX.

A test is a folder:

    model.onnx              a graph of one node (a graph of several, if they all are strew's, will do)
    test_data_set_0/        any number of these
        input_0.pb ...      a tensor per input of the graph
        output_0.pb         what must come out
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from dataclasses import dataclass, fields
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence

import numpy as np

from ._rejection import Rejection, one_line, printable

if TYPE_CHECKING:
    from ._onnx_model import Model

SET_PREFIX = "test_data_set_"


@dataclass(frozen=True)
class _Row:
    """One line of the table: a test set and what came of it."""

    name: str
    set: str
    profile: str
    dtype: str
    shape: str
    reduction: str
    kernel: str
    result: str


def _onnx_model() -> ModuleType:
    """The module that needs the onnx package."""
    try:
        from . import _onnx_model
    except ImportError as reason:
        raise Rejection(f"this needs the package onnx, which `pip install onnx` installs: {one_line(reason)}") from reason
    return _onnx_model


def _tests(folder: Path) -> List[Path]:
    """The folder itself if it is a test, else every test below it."""
    if not os.path.isdir(folder):  # a Path would raise here without permission
        raise Rejection(f"{folder} is not a folder")
    if os.path.isfile(folder / "model.onnx"):
        return [folder]
    models = sorted(folder.glob("**/model.onnx"))
    if not models:
        raise Rejection(f"{folder} holds no ONNX test: there is no model.onnx in it or below it")
    return [model.parent for model in models]


def _parse(message: Any, path: Path) -> Any:
    """Fills a protobuf message from a file."""
    try:
        message.ParseFromString(path.read_bytes())
    except OSError as reason:
        raise Rejection(f"cannot read {path}: {one_line(reason)}") from reason
    except Exception as reason:  # protobuf's own DecodeError, which lives in a package that onnx chooses
        raise Rejection(f"{path} is not an ONNX file: {one_line(reason)}") from reason
    return message


def _same(found: np.ndarray, expected: np.ndarray) -> bool:
    """Bit for bit, except that any NaN equals any NaN."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    if found.dtype == object:  # texts
        return bool(np.all(found == expected))
    if found.tobytes() == expected.tobytes():
        return True
    if found.dtype.kind == "c":
        parts = found.real.dtype
        found, expected = found.ravel().view(parts), expected.ravel().view(parts)
    bits = f"u{found.itemsize}"
    same = found.view(bits) == expected.view(bits)
    return bool(np.all(same | ((found != found) & (expected != expected))))


def _read_tensor(path: Path) -> np.ndarray:
    module = _onnx_model()
    array: np.ndarray = module.read_array(_parse(module.onnx.TensorProto(), path), path)
    return array


def _read_inputs(model: Model, folder: Path) -> Dict[str, np.ndarray]:
    """The values of one test set. Values in the model itself need no file."""
    paths = {name: folder / f"input_{i}.pb" for i, name in enumerate(model.inputs)}
    return {name: _read_tensor(path) for name, path in paths.items() if name not in model.constants or path.exists()}


def _run_set(model: Model, folder: Path, isa: Optional[str]) -> _Row:
    given = _read_inputs(model, folder)
    expected = [_read_tensor(folder / f"output_{i}.pb") for i in range(len(model.outputs))]
    try:
        found, kernels = model.run(given, isa)
    except (TypeError, ValueError) as reason:
        raise Rejection(f"{folder} is rejected: {one_line(reason)}") from reason
    return _Row(
        name=printable(folder.parent.name),
        set=printable(folder.name[len(SET_PREFIX) :]),
        profile=", ".join(node.profile for node in model.nodes),
        dtype=str(found[0].dtype),
        shape=str(list(found[0].shape)),
        reduction=", ".join(node.reduction for node in model.nodes),
        kernel=", ".join(kernels),
        result="passed" if all(map(_same, found, expected)) else "FAILED",
    )


def _run_test(folder: Path, isa: Optional[str]) -> Iterator[_Row]:
    module, path = _onnx_model(), folder / "model.onnx"
    model = module.read_model(_parse(module.onnx.ModelProto(), path), path)
    sets = sorted(path for path in folder.glob(f"{SET_PREFIX}*") if path.is_dir())
    if not sets:
        raise Rejection(f"{folder} has a model.onnx but no folder {SET_PREFIX}0")
    for path in sets:
        yield _run_set(model, path, isa)


def _print_table(rows: List[_Row], without: Sequence[str]) -> None:
    names = [field.name for field in fields(_Row) if field.name not in without]
    lines = [names, *([getattr(row, name) for name in names] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths)).rstrip())


def run(options: argparse.Namespace) -> int:
    """Runs every test of the folders.

    What cannot be run is a failure, said in one sentence; in a folder of many tests, those of other operators are only
    counted.
    """
    module = _onnx_model()
    rows: List[_Row] = []
    rejected, others = 0, 0
    for folder in options.folders:
        try:
            tests = _tests(folder)
        except Rejection as rejection:
            print(f"strew: {rejection}", file=sys.stderr)
            rejected += 1
            continue
        for test in tests:
            try:
                rows.extend(_run_test(test, options.isa))
            except Rejection as rejection:
                if isinstance(rejection, module.OtherOperator) and test != folder:
                    others += 1
                    continue
                print(f"strew: {rejection}", file=sys.stderr)
                rejected += 1
    if rows:
        _print_table(rows, without=("set", "profile", "shape") if options.brief else ())
        print()
    if others:
        print(f"{others} tests of other operators were passed over")
    passed = sum(row.result == "passed" for row in rows)
    failed = len(rows) - passed + rejected
    print(f"{passed} passed, {failed} failed")
    if not passed and not failed:
        raise Rejection(f"there is no test of {', '.join(module.ONNX_OPERATORS)}")
    return 1 if failed else 0


def export(options: argparse.Namespace) -> int:
    """Writes the official tests. Newer onnx packages carry them as code that makes them, not as files."""
    module = _onnx_model()
    with warnings.catch_warnings():
        # This makes the tests of all operators, and some of them divide by zero.
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases

        every: List[Any] = collect_testcases(None)
        cases = [
            case
            for case in every
            if case.model.graph.node and all(node.op_type in module.ONNX_OPERATORS for node in case.model.graph.node)
        ]
    to_tensor = module.onnx.numpy_helper.from_array
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
        raise Rejection(f"cannot write into {options.folder}: {one_line(reason)}") from reason
    print(f"{len(cases)} tests of {', '.join(module.ONNX_OPERATORS)} written to {printable(options.folder)}")
    return 0
