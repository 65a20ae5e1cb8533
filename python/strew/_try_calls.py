"""What NumPy, PyTorch, ONNX Runtime and strew write for one operator, for `python -m strew try`.

A call is its line of Python: the line that is printed is the one that is compiled and measured.
"""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Tuple

import numpy as np

from ._tables import NUMPY_DTYPES
from ._try_operator import Problem

_Names = Dict[str, Any]


class Call(NamedTuple):
    """A line of a library, and the line of strew that replaces it. `is_new` says that it makes an array, where others write into data."""

    library: str
    name: str
    line: str
    replaced_by: str
    is_new: bool = False


class Library(NamedTuple):
    """The calls of a library, and what their lines know by which name, where data is what they write into."""

    calls: List[Call]
    names: Callable[[np.ndarray, int], _Names]
    start: Callable[[int], None] = lambda n_threads: None


def compiled(line: str, names: _Names) -> Callable[[], Any]:
    """A function of no arguments. An assignment is no expression, and returns nothing."""
    try:
        ast.parse(line, mode="eval")
        body = f"return {line}"
    except SyntaxError:
        body = line
    names = dict(names)
    exec(f"def call():\n    {body}\n", names)
    call: Callable[[], Any] = names["call"]
    return call


def as_array(value: Any, dtype: np.dtype) -> np.ndarray:
    """What a call returned. PyTorch hands out no bfloat16."""
    if hasattr(value, "detach") and dtype == NUMPY_DTYPES.get("bfloat16"):
        value = value.detach().view(import_module("torch").int16)
    array = np.asarray(value)
    return array.view(dtype) if array.dtype != dtype and array.dtype.itemsize == dtype.itemsize else array


# ---- strew ----------------------------------------------------------------------------------------------------------

def strew_line(problem: Problem, is_new: bool = False) -> str:
    """The call of the operator by its name."""
    axis = f", {problem.axis}" if problem.has_axis else ""
    if problem.updates is None:
        return f"strew.{problem.operator}(data, indices{axis})"
    if problem.operator == "put":
        return f'strew.put(data, indices, updates, reduction="{problem.reduction}")'
    return f'strew.{problem.operator}(data, indices, updates{axis}, "{problem.reduction}"{"" if is_new else ", out=data"})'


def with_words(line: str, words: str) -> str:
    """The call with more arguments by name."""
    return f"{line[:-1]}, {words})" if words else line


# ---- NumPy ----------------------------------------------------------------------------------------------------------

_UFUNCS = {"add": "add", "sub": "subtract", "mul": "multiply", "min": "minimum", "max": "maximum"}


def _places(problem: Problem) -> str:
    """The index of data in NumPy's way, as it stands between brackets."""
    indices, axis = problem.indices, problem.axis
    if problem.operator in ("scatter_update", "gather"):
        return ":, " * axis + "indices"
    if problem.operator in ("scatter_nd", "gather_nd"):
        if indices.shape[-1] == 1:
            return "indices[..., 0]"
        return "tuple(indices.T)" if indices.ndim == 2 else "tuple(np.moveaxis(indices, -1, 0))"
    last = indices.ndim - 1
    each = [f"np.arange(indices.shape[{d}])" + (f"[:{', None' * (last - d)}]" if d < last else "") for d in range(indices.ndim)]
    each[axis] = "indices"
    return ", ".join(each)


def _is_whole(problem: Problem) -> bool:
    """Whether NumPy's functions along an axis take these indices, which they broadcast where strew's may be smaller than data."""
    sizes = [(i, d) for k, (i, d) in enumerate(zip(problem.indices.shape, problem.data.shape)) if k != problem.axis]
    return all(i == d for i, d in sizes)


def _numpy_gathers(problem: Problem) -> Iterator[Call]:
    places, ours, axis = _places(problem), strew_line(problem), problem.axis
    if problem.operator == "take":
        yield Call("numpy", "take", "np.take(data, indices)", "strew.take(data, indices)", True)
        return
    if problem.operator == "gather_elements" and _is_whole(problem):
        line = f"take_along_axis(data, indices, {axis})"
        yield Call("numpy", "take_along_axis", f"np.{line}", f"strew.{line}", True)
    else:
        yield Call("numpy", "data[...]", f"data[{places}]", ours, True)
    if problem.operator == "gather":
        yield Call("numpy", "take", f"np.take(data, indices, {axis})", f"strew.take(data, indices, {axis})", True)


def _numpy_calls(problem: Problem) -> Iterator[Call]:
    if problem.updates is None:
        yield from _numpy_gathers(problem)
        return
    ours, axis, reduction = strew_line(problem), problem.axis, problem.reduction
    if problem.operator == "put" and reduction == "none":
        yield Call("numpy", "put", "np.put(data, indices, updates)", "strew.put(data, indices, updates)")
        return
    places = "indices" if problem.operator == "put" else _places(problem)
    flat = "data.reshape(-1)" if problem.operator == "put" else "data"
    if reduction in _UFUNCS:
        ufunc = _UFUNCS[reduction]
        has_slices = problem.operator == "scatter_update" and axis > 0
        index = f"np.s_[{places}]" if has_slices else f"({places})" if problem.operator == "scatter_elements" else places
        is_sibling = problem.operator == "scatter_nd" or (problem.operator == "scatter_update" and axis == 0)
        replaced_by = f"strew.{ufunc}_at(data, {index}, updates)" if is_sibling else ours
        yield Call("numpy", f"{ufunc}.at", f"np.{ufunc}.at({flat}, {index}, updates)", replaced_by)
    elif reduction == "none":
        if problem.operator == "scatter_elements" and _is_whole(problem):
            line = f"put_along_axis(data, indices, updates, {axis})"
            yield Call("numpy", "put_along_axis", f"np.{line}", f"strew.{line}")
        else:
            yield Call("numpy", "data[...] =", f"data[{places}] = updates", ours)


def numpy_library(problem: Problem) -> Library:
    def names(written: np.ndarray, _: int) -> _Names:
        return {"np": np, "data": written, "indices": problem.indices, "updates": problem.updates}

    return Library(list(_numpy_calls(problem)), names)


# ---- PyTorch --------------------------------------------------------------------------------------------------------

_WORDS_OF_TORCH = {"mul": "prod", "min": "amin", "max": "amax", "mean": "mean"}


def _torch_rows(axis: int, reduction: str, places: str, rows: str) -> Iterator[Tuple[str, str]]:
    """Rows along an axis, by one index each."""
    if reduction in ("add", "sub"):
        factor = ", alpha=-1" if reduction == "sub" else ""
        yield "index_add_", f"data.index_add_({axis}, {places}, {rows}{factor})"
    elif reduction == "none":
        yield "index_copy_", f"data.index_copy_({axis}, {places}, {rows})"
    else:
        yield "index_reduce_", f'data.index_reduce_({axis}, {places}, {rows}, "{_WORDS_OF_TORCH[reduction]}")'


def _torch_elements(axis: int, reduction: str, places: str) -> Tuple[str, str]:
    """Elements along an axis, each by an index of its own."""
    if reduction == "none":
        return "scatter_", f"data.scatter_({axis}, {places}, updates)"
    if reduction in ("add", "sub"):
        return "scatter_add_", f"data.scatter_add_({axis}, {places}, {'-' * (reduction == 'sub')}updates)"
    return "scatter_reduce_", f'data.scatter_reduce_({axis}, {places}, updates, "{_WORDS_OF_TORCH[reduction]}")'


def _torch_scatters(problem: Problem) -> Iterator[Tuple[str, str]]:
    axis, reduction, n = problem.axis, problem.reduction, problem.indices.ndim
    accumulate = f", accumulate={reduction == 'add'}" if reduction in ("add", "none") else None
    if problem.operator == "scatter_elements":
        yield _torch_elements(axis, reduction, "indices")
    elif problem.operator == "put":
        if accumulate:
            yield "put_", f"data.put_(indices, updates{accumulate})"
        else:
            flat = _torch_rows(0, reduction, "indices.reshape(-1)", "updates.reshape(-1)")
            yield from ((name, line.replace("data.", "data.view(-1).", 1)) for name, line in flat)
    elif problem.operator == "scatter_nd":
        if problem.indices.shape[-1] == 1 and n == 2:
            yield from _torch_rows(0, reduction, "indices[:, 0]", "updates")
        if accumulate:
            yield "index_put_", f"data.index_put_(indices.unbind(-1), updates{accumulate})"
    elif n == 1:
        yield from _torch_rows(axis, reduction, "indices", "updates")
        behind = problem.data.ndim - 1 - axis
        expanded = f"indices[{'None, ' * axis}:{', None' * behind}].expand_as(updates)" if axis + behind else "indices"
        if reduction != "none":
            yield _torch_elements(axis, reduction, expanded)
    else:
        rows = f"updates.flatten({axis}, {axis + n - 1})" if n else f"updates.unsqueeze({axis})"
        yield from _torch_rows(axis, reduction, "indices.reshape(-1)", rows)
    if problem.operator == "scatter_update" and axis == 0 and accumulate:
        yield "index_put_", f"data.index_put_((indices,), updates{accumulate})"


def _torch_gathers(problem: Problem) -> Iterator[Tuple[str, str]]:
    axis = problem.axis
    if problem.operator == "gather":
        if problem.indices.ndim == 1:
            yield "index_select", f"data.index_select({axis}, indices)"
        yield "data[...]", f"data[{':, ' * axis}indices]"
    elif problem.operator == "gather_nd":
        yield "data[...]", "data[indices.unbind(-1)]"
    elif problem.operator == "gather_elements":
        yield "gather", f"data.gather({axis}, indices)"
    else:
        yield "take", "data.take(indices)"


def _tensor(torch: Any, array: np.ndarray) -> Any:
    """Over the memory of an array. torch.from_numpy knows no bfloat16."""
    is_brain = array.dtype == NUMPY_DTYPES.get("bfloat16")
    return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16) if is_brain else torch.from_numpy(array)


def torch_library(problem: Problem) -> Library:
    torch = import_module("torch")
    is_gather = problem.updates is None
    lines = (_torch_gathers if is_gather else _torch_scatters)(problem)
    calls = [Call("torch", name, line, strew_line(problem), is_gather) for name, line in lines]

    def names(written: np.ndarray, _: int) -> _Names:
        updates = None if problem.updates is None else _tensor(torch, problem.updates)
        return {"torch": torch, "data": _tensor(torch, written), "indices": _tensor(torch, problem.indices).long(), "updates": updates}

    return Library(calls, names, torch.set_num_threads)


# ---- ONNX Runtime ---------------------------------------------------------------------------------------------------

_NODES = {
    "scatter_nd": "ScatterND",
    "scatter_update": "ScatterND",
    "scatter_elements": "ScatterElements",
    "gather_nd": "GatherND",
    "gather_elements": "GatherElements",
    "gather": "Gather",
}
_OPSET, _IR_VERSION = 18, 8  # the first that have all reductions


def _model(problem: Problem) -> bytes:
    onnx = import_module("onnx")
    names = ["data", "indices"] if problem.updates is None else ["data", "indices", "updates"]
    words: Dict[str, Any] = {} if problem.updates is None else {"reduction": problem.reduction}
    if problem.operator in ("scatter_elements", "gather_elements", "gather"):
        words["axis"] = problem.axis
    node = onnx.helper.make_node(_NODES[problem.operator], names, ["output"], **words)
    element = onnx.helper.np_dtype_to_tensor_dtype(problem.data.dtype)
    types = {"data": element, "indices": onnx.TensorProto.INT64, "updates": element}
    inputs = [onnx.helper.make_tensor_value_info(name, types[name], None) for name in names]
    output = onnx.helper.make_tensor_value_info("output", element, None)
    graph = onnx.helper.make_graph([node], "try", inputs, [output])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", _OPSET)])
    model.ir_version = _IR_VERSION
    content: bytes = model.SerializeToString()
    return content


def onnxruntime_library(problem: Problem) -> Library:
    """One node in a session. Its threads do not spin between runs, where they would keep the others' from the cores."""
    runtime = import_module("onnxruntime")
    is_rows = problem.operator == "scatter_update"
    if problem.operator not in _NODES or (is_rows and problem.axis != 0) or problem.reduction in ("sub", "mean"):
        return Library([], lambda written, n_threads: {})
    indices = "indices[..., np.newaxis]" if is_rows else "indices"
    fed = f'"data": data, "indices": {indices}' + ("" if problem.updates is None else ', "updates": updates')
    line = f'session.run(None, {{{fed}}})[0]'
    call = Call("onnxruntime", _NODES[problem.operator], line, strew_line(problem, True), True)

    def names(_: np.ndarray, n_threads: int) -> _Names:
        options = runtime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads, options.log_severity_level = n_threads, 1, 4
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        session = runtime.InferenceSession(_model(problem), options, providers=["CPUExecutionProvider"])
        arrays = {"data": problem.data, "indices": problem.indices.astype(np.int64), "updates": problem.updates}
        return {"np": np, "session": session, **arrays}

    return Library([call], names)


_LIBRARIES: Dict[str, Tuple[Callable[[Problem], Library], Tuple[str, ...]]] = {
    "numpy": (numpy_library, ("numpy",)),
    "torch": (torch_library, ("torch",)),
    "onnxruntime": (onnxruntime_library, ("onnxruntime", "onnx")),
}


def libraries(problem: Problem) -> Tuple[Dict[str, Library], List[str]]:
    """Those that are installed, and what is missing for the others."""
    found: Dict[str, Library] = {}
    missing: List[str] = []
    if problem.operator in ("scatter_nd", "gather_nd") and problem.indices.shape[-1] == 0:
        return found, missing  # each tuple names all of data, for which the others have no index
    for name, (make, needed) in _LIBRARIES.items():
        lacking = [each for each in needed if find_spec(each) is None]
        if lacking:
            missing.append(" and ".join(lacking))
            continue
        try:
            found[name] = make(problem)
        except ImportError:
            missing.append(name)
    return found, missing
