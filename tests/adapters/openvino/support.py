"""Models of one node, compiled with and without strew, and what a scatter must give: plain loops that share nothing with the kernels."""

from __future__ import annotations

from typing import Any, Dict, Sequence

import numpy as np
import openvino
from openvino import Model, opset3, opset4, opset12, opset15

import strew_openvino

VERSION = tuple(int(part) for part in openvino.get_version().split(".")[:2])
OPERATORS = ("ScatterNDUpdate-3", "ScatterNDUpdate-15", "ScatterElementsUpdate-3", "ScatterElementsUpdate-12", "ScatterUpdate-3")

# OpenVINO's names of reductions. strew calls them otherwise, and so does NumPy.
REDUCTIONS = {
    "ScatterNDUpdate-15": ("none", "sum", "sub", "prod", "min", "max"),
    "ScatterElementsUpdate-12": ("none", "sum", "prod", "min", "max", "mean"),
}


def has_axis(operator: str) -> bool:
    return not operator.startswith("ScatterND")


def node(operator: str, inputs: Sequence[Any], **attributes: Any) -> Any:
    make = {
        "ScatterNDUpdate-3": opset4.scatter_nd_update,
        "ScatterNDUpdate-15": opset15.scatter_nd_update,
        "ScatterElementsUpdate-3": opset3.scatter_elements_update,
        "ScatterElementsUpdate-12": opset12.scatter_elements_update,
        "ScatterUpdate-3": opset3.scatter_update,
        "Gather-8": opset15.gather,
        "GatherND-8": opset15.gather_nd,
        "GatherElements-6": opset15.gather_elements,
    }[operator]
    return make(*inputs, **attributes)


def model(
    operator: str, inputs: Dict[str, np.ndarray], constants: Sequence[str] = (), are_known: bool = True, **attributes: Any
) -> Model:
    """A model of one node over arrays by name. If their shapes are not known, their ranks are."""
    nodes, parameters = [], []
    for name, array in inputs.items():
        if name in constants:
            nodes.append(opset15.constant(array))
            continue
        parameter = opset15.parameter(list(array.shape) if are_known else [-1] * array.ndim, array.dtype, name=name)
        parameter.output(0).set_names({name})
        nodes.append(parameter)
        parameters.append(parameter)
    return Model([node(operator, nodes, **attributes)], parameters, "scatter")


def names(loaded: Model) -> list[str]:
    return [op.get_type_name() for op in loaded.get_ordered_ops()]


def settings(threads: int) -> Dict[str, Any]:
    return {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32"}


def strew(loaded: Any, threads: int = 2, gather: bool = False) -> openvino.CompiledModel:
    """With all scatters in strew, which are too small to be there otherwise."""
    return strew_openvino.core(gather, "all").compile_model(loaded, "CPU", settings(threads))


def convert(loaded: Model, gather: bool = False) -> Model:
    return strew_openvino.convert(loaded, gather, "all")


def extended_core() -> openvino.Core:
    """As programs in C++ have it."""
    core = openvino.Core()
    core.add_extension(strew_openvino.library_path())
    return core


def built_in(loaded: Any, threads: int = 2) -> openvino.CompiledModel:
    return openvino.Core().compile_model(loaded, "CPU", settings(threads))


def run(compiled: openvino.CompiledModel, inputs: Dict[str, np.ndarray], constants: Sequence[str] = ()) -> np.ndarray:
    request = compiled.create_infer_request()
    # On one thread OpenVINO forgets the errors of other requests.
    request.start_async([array for name, array in inputs.items() if name not in constants])
    request.wait()
    return request.results[0].copy()


def run_strew(operator: str, inputs: Dict[str, np.ndarray], **attributes: Any) -> np.ndarray:
    """A run of one node, after a look that it is strew's."""
    loaded = convert(model(operator, inputs, **attributes))
    name = operator.split("-")[0]
    assert f"Strew{name}" in names(loaded) and name not in names(loaded), names(loaded)
    return run(built_in(loaded), inputs)


# ---- What must come out ----------------------------------------------------------------------------------------------------------------


def combine(old: Any, new: Any, reduction: str) -> Any:
    if reduction == "none":
        return new
    if isinstance(old, np.bool_):
        return {"sum": old | new, "sub": old ^ new, "prod": old & new, "min": old & new, "max": old | new}[reduction]
    with np.errstate(over="ignore"):
        function = {"sum": np.add, "mean": np.add, "sub": np.subtract, "prod": np.multiply, "min": np.minimum, "max": np.maximum}[reduction]
        return function(old, new)


class Elements:
    """Elements of data while updates come in, one after the other."""

    def __init__(self, data: np.ndarray, reduction: str, use_init_val: bool) -> None:
        self.output, self.reduction = data.copy(), reduction
        self.n = np.full(data.shape, int(use_init_val))

    def update(self, place: Any, value: Any) -> None:
        self.output[place] = combine(self.output[place], value, self.reduction) if self.n[place] else value
        self.n[place] += 1

    def result(self) -> np.ndarray:
        if self.reduction != "mean":
            return self.output
        divide = np.floor_divide if self.output.dtype.kind in "iu" else np.true_divide
        return divide(self.output, np.maximum(self.n, 1)).astype(self.output.dtype)


def scatter_nd(data: np.ndarray, indices: np.ndarray, updates: np.ndarray, reduction: str = "none") -> np.ndarray:
    elements = Elements(data, reduction, True)
    for place in np.ndindex(*indices.shape[:-1]):
        start = tuple(int(i) for i in indices[place])
        for rest in np.ndindex(*data.shape[len(start) :]):
            elements.update(start + rest, updates[place + rest])
    return elements.result()


def scatter_elements(
    data: np.ndarray, indices: np.ndarray, updates: np.ndarray, axis: Any = 0, reduction: str = "none", use_init_val: bool = True
) -> np.ndarray:
    elements = Elements(data, reduction, use_init_val or reduction == "none")
    for place in np.ndindex(*indices.shape):
        at = list(place)
        at[int(np.ravel(axis)[0])] = int(indices[place])
        elements.update(tuple(at), updates[place])
    return elements.result()


def scatter_update(data: np.ndarray, indices: np.ndarray, updates: np.ndarray, axis: Any = 0) -> np.ndarray:
    output = data.copy()
    before = int(np.ravel(axis)[0]) % data.ndim
    for place in np.ndindex(*indices.shape):
        whole = (slice(None),) * before
        output[whole + (int(indices[place]),)] = updates[whole + place]
    return output


def expected(operator: str, inputs: Dict[str, np.ndarray], **attributes: Any) -> np.ndarray:
    loops = {"ScatterNDUpdate": scatter_nd, "ScatterElementsUpdate": scatter_elements, "ScatterUpdate": scatter_update}
    return loops[operator.split("-")[0]](**inputs, **attributes)
