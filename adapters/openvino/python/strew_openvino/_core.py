"""A Core whose models have strew's operators, of whatever format they are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Optional, Union

import openvino
from openvino import CompiledModel, Model, Node, opset15
from openvino.frontend.onnx import ConversionExtension

from ._convert import Claim, Shapes, checked, checked_flag, convert
from ._library import library_path


_ONNX_REDUCTIONS = {"add": "sum", "mul": "prod"}


def _scatter_nd(context: Any) -> list[Node]:
    """ONNX's ScatterND, of which OpenVINO 2026.0 reads no reduction."""
    reduction = context.get_attribute("reduction", "none")
    inputs = [context.get_input(i) for i in range(3)]
    node = opset15.scatter_nd_update(*inputs, reduction=_ONNX_REDUCTIONS.get(reduction, reduction))
    return list(node.outputs())


# Devices that only pass a model on.
_VIRTUAL = ("AUTO", "BATCH", "HETERO", "MULTI")


def _require_cpu(device_name: str) -> None:
    others = [name for name in re.findall(r"[A-Za-z]+", re.sub(r"\(.*?\)", "", device_name)) if name not in ("CPU", *_VIRTUAL)]
    if others:
        raise ValueError(f"strew's operators are for the CPU; device_name is {device_name!r}")


class Core(openvino.Core):  # type: ignore[misc] # OpenVINO says no types
    """OpenVINO's Core. What it reads or compiles has strew's operators; a model that is handed over stays as it is.

    `gather` and `claim` are those of convert, and `claims` is the list of what became of the model that was read or compiled last.
    """

    def __init__(self, gather: bool = False, xml_config_file: str = "", claim: str = "auto") -> None:
        super().__init__(xml_config_file)
        self._gather, self._claim = checked_flag(gather), checked(claim)
        self.claims: list[Claim] = []
        self.add_extension(library_path())
        self.add_extension(ConversionExtension("ScatterND", _scatter_nd))

    def _convert(self, model: Model, shapes: Optional[Shapes] = None) -> Model:
        report: list[Claim] = []
        convert(model, self._gather, self._claim, shapes, report)
        self.claims = report
        return model

    def read_model(self, *arguments: Any, **options: Any) -> Model:
        return self._convert(super().read_model(*arguments, **options))

    def compile_model(
        self,
        model: Union[Model, str, Path, bytes],
        device_name: Optional[str] = None,
        config: Optional[dict[str, Any]] = None,
        *,
        weights: Optional[bytes] = None,
        shapes: Optional[Shapes] = None,
    ) -> CompiledModel:
        """As openvino.Core has it; `shapes` are those of convert."""
        _require_cpu(device_name or "CPU")
        if isinstance(model, Model):
            if weights is not None:
                raise ValueError("weights are for a model that is read, and this one is")
            model = model.clone()
        else:
            model = super().read_model(model) if weights is None else super().read_model(model, weights)
        self._convert(model, shapes)
        return super().compile_model(model, device_name or "CPU", config)


def core(gather: bool = False, claim: str = "auto") -> Core:
    """A Core whose scatters run in strew where that pays; with `gather`, Gather, GatherND and GatherElements too. See convert."""
    return Core(gather, claim=claim)


def compile_model(
    model: Union[Model, str, Path],
    device_name: str = "CPU",
    config: Optional[dict[str, Any]] = None,
    gather: bool = False,
    claim: str = "auto",
    shapes: Optional[Shapes] = None,
) -> CompiledModel:
    """openvino.compile_model, with strew's scatters. See convert."""
    return core(gather, claim).compile_model(model, device_name, config, shapes=shapes)
