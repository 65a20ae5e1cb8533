"""One module for each library, in the order of the tables: work.Library says what is in it."""

from __future__ import annotations

from importlib import import_module, invalidate_caches

from ..work import Library

# What pip installs for it.
REQUIREMENTS = {
    "onnxruntime": ("onnxruntime", "onnx"),
    "openvino": ("openvino",),
    "torch": ("torch",),
    "numpy": ("numpy",),
    "jax": ("jax",),
    "tensorflow": (
        'tensorflow-cpu; platform_machine == "x86_64"',
        'tensorflow; platform_machine != "x86_64"',
    ),
}

NAMES = tuple(REQUIREMENTS)


def find(name: str) -> Library:
    """ImportError where the library is not installed."""
    invalidate_caches()
    return import_module(f"{__name__}.{name}")  # type: ignore[return-value]
