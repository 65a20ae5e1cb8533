"""A Core whose models have strew's operators, of whatever format they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Optional, Union

import openvino
from openvino import CompiledModel, Model, Node, opset15
from openvino.frontend.onnx import ConversionExtension

from ._convert import convert
from ._library import library_path


_ONNX_REDUCTIONS = {"add": "sum", "mul": "prod"}


def _scatter_nd(context: Any) -> list[Node]:
    """ONNX's ScatterND, of which OpenVINO 2026.0 reads no reduction."""
    reduction = context.get_attribute("reduction", "none")
    inputs = [context.get_input(i) for i in range(3)]
    node = opset15.scatter_nd_update(*inputs, reduction=_ONNX_REDUCTIONS.get(reduction, reduction))
    return list(node.outputs())


class Core(openvino.Core):  # type: ignore[misc] # OpenVINO says no types
    """OpenVINO's Core. What it reads or compiles has strew's operators; a model that is handed over stays as it is."""

    def __init__(self, gather: bool = False, xml_config_file: str = "") -> None:
        super().__init__(xml_config_file)
        self._gather = gather
        self.add_extension(library_path())
        self.add_extension(ConversionExtension("ScatterND", _scatter_nd))

    def read_model(self, *arguments: Any, **options: Any) -> Model:
        return convert(super().read_model(*arguments, **options), self._gather)

    def compile_model(
        self,
        model: Union[Model, str, Path, bytes],
        device_name: Optional[str] = None,
        config: Optional[dict[str, Any]] = None,
        *,
        weights: Optional[bytes] = None,
    ) -> CompiledModel:
        if isinstance(model, Model):
            model = convert(model.clone(), self._gather)
        else:
            model = self.read_model(model) if weights is None else self.read_model(model, weights)
        return super().compile_model(model, device_name or "CPU", config)


def core(gather: bool = False) -> Core:
    """A Core whose scatters run in strew; with `gather`, Gather, GatherND and GatherElements too."""
    return Core(gather)


def compile_model(model: Union[Model, str, Path], device_name: str = "CPU", config: Optional[dict[str, Any]] = None) -> CompiledModel:
    """openvino.compile_model, with strew's scatters."""
    return core().compile_model(model, device_name, config)
