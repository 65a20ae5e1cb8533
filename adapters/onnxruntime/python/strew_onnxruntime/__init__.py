"""strew inside ONNX Runtime: the scatters of unmodified models run in strew's kernels.

    >>> import onnxruntime, strew_onnxruntime
    >>> options = strew_onnxruntime.session_options(threads=8)
    >>> session = onnxruntime.InferenceSession("model.onnx", options)

Everything else of a model stays with the CPU provider. The runtime must be 1.24 or newer; for older ones
`python -m strew_onnxruntime convert` moves the scatters of a model to custom operators, which `custom_ops_options` knows.
"""

from __future__ import annotations

from typing import Any, List, Optional

import onnxruntime

from ._library import library_path, require_version

__all__ = ["PROVIDER", "custom_ops_options", "devices", "library_path", "register", "session_options"]

PROVIDER = "StrewExecutionProvider"
"""The name of the execution provider, as `InferenceSession.get_providers` lists it."""

_REGISTERED_AS = "strew"


def devices() -> List[Any]:
    """The devices of the execution provider, for `SessionOptions.add_provider_for_devices`. Empty before `register`."""
    return [device for device in onnxruntime.get_ep_devices() if device.ep_name == PROVIDER]


def register() -> None:
    """Loads the execution provider into the runtime of this process. It may be called again."""
    require_version(24, "the execution provider")
    if not devices():
        onnxruntime.register_execution_provider_library(_REGISTERED_AS, library_path())


def session_options(
    threads: Optional[int] = None, gather: bool = False, options: Optional[onnxruntime.SessionOptions] = None
) -> onnxruntime.SessionOptions:
    """Options of a session whose scatters run in strew.

    `threads` are those of the session's own pool, on which strew runs too. Without it the pool has as many as the runtime
    chooses or as `options` say, and strew counts them in the first run. With `gather`, the operators Gather, GatherND and
    GatherElements run in strew as well. `options` are changed and returned if they are given.
    """
    if threads is not None and threads < 1:
        raise ValueError(f"threads is {threads}, and must be 1 or more")
    register()
    if options is None:
        options = onnxruntime.SessionOptions()
    chosen = {"gather": "1" if gather else "0"}
    if threads is not None:
        options.intra_op_num_threads = threads
        chosen["threads"] = str(threads)
    options.add_provider_for_devices(devices(), chosen)
    return options


def custom_ops_options(options: Optional[onnxruntime.SessionOptions] = None) -> onnxruntime.SessionOptions:
    """Options of a session that knows the custom operators of the domain `strew`, for a model that `convert` has made."""
    require_version(14, "the custom operators")
    if options is None:
        options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(library_path())
    return options
