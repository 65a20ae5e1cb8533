"""strew as a backend of ONNX, for models made of these nodes: ScatterND, ScatterElements, Scatter, TensorScatter, GatherND,
GatherElements and Gather.

    >>> from strew import onnx_backend
    >>> prepared = onnx_backend.prepare(model)
    >>> (output,) = prepared.run([data, indices, updates])

Every node follows the version of its operator in the model's opset, by strew's profile of that name. Any other
node raises onnx's BackendIsNotSupposedToImplementIt, and `is_compatible` is False.
"""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import onnx
import onnx.checker
import onnx.defs
from onnx.backend.base import Backend, BackendRep, namedtupledict
from onnx.backend.test.runner import BackendIsNotSupposedToImplementIt

from ._arrays import has_whole_strides
from ._onnx_model import Model, read_model, read_node
from ._rejection import Rejection


class StrewRep(BackendRep):
    """A model that is ready to run."""

    def __init__(self, model: Model, isa: Optional[str] = None) -> None:
        self._model = model
        self._isa = isa

    def run(self, inputs: Union[Sequence[Any], Mapping[str, Any]], **_: Any) -> Tuple[np.ndarray, ...]:
        """Runs the model over arrays: one per input of the graph, in its order, or by name.

        Inputs with a value in the model may be left out, in a sequence all of them together. Returns the outputs by
        number and name. Raises what strew raises (ScatterError, TypeError, ValueError).
        """
        model = self._model
        if not isinstance(inputs, Mapping):
            needed = [name for name in model.inputs if name not in model.constants]
            names = model.inputs if len(inputs) == len(model.inputs) else needed
            if len(inputs) != len(names):
                raise ValueError(f"{len(inputs)} inputs were handed over, and the model takes {len(names)}")
            inputs = dict(zip(names, inputs))
        for name in model.inputs:
            if name not in inputs and name not in model.constants:
                raise ValueError(f"the model's input {name!r} was not handed over")
        outputs, _kernels = model.run({name: _as_specified(value) for name, value in inputs.items()}, self._isa)
        return namedtupledict("Outputs", model.outputs)(*outputs)


def _as_specified(value: Any) -> np.ndarray:
    """An array as it lies, copied only if it has strides that no specification knows: negative ones, or parts of elements."""
    array: np.ndarray = np.asarray(value)
    is_known = has_whole_strides(array) and all(step >= 0 for step in array.strides)
    return array if is_known else np.asarray(array, order="C")


def _check_device(device: str) -> None:
    if not StrewBackend.supports_device(device):
        raise ValueError(f"strew runs on the CPU and not on {device}")


class StrewBackend(Backend):
    """onnx.backend.base.Backend over strew."""

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """CPU only."""
        return device.split(":")[0] == "CPU"

    @classmethod
    def is_compatible(cls, model: onnx.ModelProto, device: str = "CPU", **_: Any) -> bool:
        """Whether `prepare` takes the model."""
        try:
            read_model(model)
        except Rejection:
            return False
        return cls.supports_device(device)

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", *, isa: Optional[str] = None, **_: Any) -> StrewRep:
        """Reads the model once for any number of runs. `isa` is that of strew.scatter_nd."""
        _check_device(device)
        try:
            found = read_model(model)
        except Rejection as rejection:
            raise BackendIsNotSupposedToImplementIt(str(rejection)) from rejection
        # From opset 11 on Scatter is deprecated: onnx's checker rejects it, and strew runs it as it is specified.
        if not any(node.deprecated for node in found.nodes):
            onnx.checker.check_model(model)
        return StrewRep(found, isa)

    @classmethod
    def run_node(  # type: ignore[override]
        cls,
        node: onnx.NodeProto,
        inputs: Sequence[Any],
        device: str = "CPU",
        outputs_info: Optional[Sequence[Tuple[np.dtype, Tuple[int, ...]]]] = None,
        *,
        opset_version: Optional[int] = None,
        isa: Optional[str] = None,
        **_: Any,
    ) -> Tuple[np.ndarray, ...]:
        """Runs one node, in the newest opset if no other is named."""
        _check_device(device)
        opset = onnx.defs.onnx_opset_version() if opset_version is None else opset_version
        try:
            found = read_node(node, opset, "the node")
        except Rejection as rejection:
            raise BackendIsNotSupposedToImplementIt(str(rejection)) from rejection
        model = Model((found,), found.inputs, (found.output,), {})
        return StrewRep(model, isa).run(inputs)


is_compatible = StrewBackend.is_compatible
prepare = StrewBackend.prepare
run_model = StrewBackend.run_model
run_node = StrewBackend.run_node
supports_device = StrewBackend.supports_device
