"""The old name of onnxruntime_ep_strew, which the next version no longer has."""

import warnings

from onnxruntime_ep_strew import custom_ops_options, devices, get_ep_name, register, session_options
from onnxruntime_ep_strew import get_library_path as library_path

__all__ = ["PROVIDER", "custom_ops_options", "devices", "library_path", "register", "session_options"]

PROVIDER = get_ep_name()

_RENAMED = "strew_onnxruntime is now called onnxruntime_ep_strew, and the next version has no other name for it"

warnings.warn(_RENAMED, DeprecationWarning, stacklevel=2)
