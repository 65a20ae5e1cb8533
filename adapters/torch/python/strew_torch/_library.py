"""Loads the operators into torch.ops.strew."""

from __future__ import annotations

import os
from pathlib import Path

import torch

OLDEST = (2, 10)
FILE_NAME = "_strew_torch.so"


def _load() -> None:
    version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < OLDEST:
        raise ImportError(f"strew_torch needs PyTorch {'.'.join(map(str, OLDEST))} or newer; this is {torch.__version__}")
    path = os.environ.get("STREW_TORCH_LIBRARY") or str(Path(__file__).parent / FILE_NAME)
    if not os.path.exists(path):
        raise ImportError(f"strew_torch: {path} is missing; build it, or name another file in STREW_TORCH_LIBRARY")
    torch.ops.load_library(path)


_load()
ops = torch.ops.strew
