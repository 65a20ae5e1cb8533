"""strew inside OpenVINO: the scatters of unmodified models run in strew's kernels on the CPU.

    >>> import strew_openvino
    >>> core = strew_openvino.core()
    >>> compiled = core.compile_model("model.xml", "CPU")

Everything else of a model stays with OpenVINO. `convert` changes a model that is loaded already, and `library_path` names the extension for
programs in C++: `core.add_extension(path)`.
"""

from ._core import Core, compile_model, core
from ._convert import convert
from ._library import library_path

__all__ = ["Core", "compile_model", "convert", "core", "library_path"]
