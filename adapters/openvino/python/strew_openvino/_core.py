"""A Core whose models have strew's operators, of whatever format they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Optional, Union

import openvino
from openvino import CompiledModel, Model

from ._convert import convert
from ._library import library_path


class Core(openvino.Core):
    """OpenVINO's Core. What it reads or compiles has strew's operators; a model that is handed over stays as it is."""

    def __init__(self, gather: bool = False, xml_config_file: str = "") -> None:
        super().__init__(xml_config_file)
        self._gather = gather
        self.add_extension(library_path())

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
