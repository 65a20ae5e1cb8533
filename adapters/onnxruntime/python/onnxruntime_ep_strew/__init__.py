"""strew inside ONNX Runtime: the scatters of unmodified models run in strew's kernels.

    >>> import onnxruntime, onnxruntime_ep_strew
    >>> options = onnxruntime_ep_strew.session_options(threads=8)
    >>> session = onnxruntime.InferenceSession("model.onnx", options)

Everything else of a model stays with the CPU provider. The runtime must be 1.24 or newer; for older ones
`python -m onnxruntime_ep_strew convert` moves the scatters of a model to custom operators, which `custom_ops_options` knows.

`get_library_path`, `get_ep_name` and `get_ep_names` are those that ONNX Runtime asks of every package of a provider. The package
neither contains nor requires a runtime: any one that the program has will do.
"""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, List, Optional
from weakref import WeakSet

from ._library import get_library_path, require_version

if TYPE_CHECKING:
    import onnxruntime

__all__ = ["custom_ops_options", "devices", "get_ep_name", "get_ep_names", "get_library_path", "register", "session_options"]

_EP_NAME = "StrewExecutionProvider"
_REGISTERED_AS = "strew"
_OPTION = "ep.strewexecutionprovider."

_with_provider: "WeakSet[onnxruntime.SessionOptions]" = WeakSet()  # a session accepts a provider once
_with_custom_ops: "WeakSet[onnxruntime.SessionOptions]" = WeakSet()


def get_ep_name() -> str:
    """The name of the execution provider, as `InferenceSession.get_providers` lists it."""
    return _EP_NAME


def get_ep_names() -> List[str]:
    """The names of all execution providers of the library, of which there is one."""
    return [_EP_NAME]


def devices() -> List[Any]:
    """The devices of the execution provider, for `SessionOptions.add_provider_for_devices`. Empty before `register`."""
    require_version(24, "the execution provider")
    import onnxruntime

    return [device for device in onnxruntime.get_ep_devices() if device.ep_name == _EP_NAME]


def register() -> None:
    """Loads the execution provider into the runtime of this process. It may be called again."""
    if not devices():
        import onnxruntime

        onnxruntime.register_execution_provider_library(_REGISTERED_AS, get_library_path())


def _number(name: str, value: Any) -> int:
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}, and must be an integer")
    return int(value)


def _flag(name: str, value: Any) -> str:
    if not isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}, and must be True or False")
    return str(int(value))


def _options(options: Optional[onnxruntime.SessionOptions]) -> onnxruntime.SessionOptions:
    import onnxruntime

    if options is None:
        return onnxruntime.SessionOptions()
    if not isinstance(options, onnxruntime.SessionOptions):
        raise TypeError(f"options are {options!r}, and must be an onnxruntime.SessionOptions")
    return options


def session_options(
    threads: Optional[int] = None,
    gather: bool = False,
    options: Optional[onnxruntime.SessionOptions] = None,
    *,
    every_node: bool = False,
    fuse: bool = True,
    accumulate: Optional[str] = None,
) -> onnxruntime.SessionOptions:
    """Options of a session whose scatters run in strew.

    `threads` are those of the session's own pool, on which strew runs too. Without it the pool has as many as `options` say
    or as the runtime chooses, and then strew counts them. With `gather`, the operators Gather, GatherND and GatherElements
    run in strew as well. strew leaves nodes to the runtime that would gain nothing; `every_node` runs those in strew too.
    A gather and the scatter that alone reads its rows are one node, which makes no rows; without `fuse` they are two.
    Sums and products of float16, bfloat16 and float8 are rounded after every update, as in ONNX's reference; with "float32",
    `accumulate` computes them in float32 and rounds once.

    `options` are changed and returned if they are given. A later call for the same options replaces what an earlier one chose.
    The argument `providers` of `InferenceSession` would replace the provider that this adds, so leave it out, or name strew in it.
    """
    chosen = {"gather": _flag("gather", gather), "every_node": _flag("every_node", every_node), "fuse": _flag("fuse", fuse)}
    if accumulate not in (None, "float32"):
        raise ValueError(f"accumulate is {accumulate!r}, and must be None or 'float32'")
    chosen["accumulate"] = accumulate or "none"
    if threads is not None and _number("threads", threads) < 1:
        raise ValueError(f"threads is {threads}, and must be 1 or more")
    options = _options(options)
    register()
    if threads is not None and not options.use_per_session_threads:
        raise ValueError(f"threads is {threads}, but the options say that all sessions share one pool")
    if threads is not None:
        options.intra_op_num_threads = int(threads)
    chosen["threads"] = str(options.intra_op_num_threads if options.use_per_session_threads else 0)
    if options in _with_provider:
        for name, value in chosen.items():
            options.add_session_config_entry(_OPTION + name, value)
    else:
        options.add_provider_for_devices(devices(), chosen)
        _with_provider.add(options)
    return options


def custom_ops_options(options: Optional[onnxruntime.SessionOptions] = None) -> onnxruntime.SessionOptions:
    """Options of a session that knows the custom operators of the domain `strew`, for a model that `convert` has made.

    `options` are changed and returned if they are given. Further calls for the same options change nothing.
    """
    require_version(14, "the custom operators")
    options = _options(options)
    if options not in _with_custom_ops:
        options.register_custom_ops_library(get_library_path())
        _with_custom_ops.add(options)
    return options
