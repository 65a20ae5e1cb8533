"""strew inside OpenVINO: the scatters of unmodified models run in strew's kernels on the CPU.

    >>> import strew_openvino
    >>> core = strew_openvino.core()
    >>> compiled = core.compile_model("model.xml", "CPU")

Everything else of a model stays with OpenVINO, and so do scatters that would not be faster: `claims` says which and why. `convert` changes
a model that is loaded already, `save_model` saves one for programs in C++, and `library_path` names the extension that they load:
`core.add_extension(path)`.
"""

from ._core import Core, compile_model, core
from ._convert import CLAIMS, Claim, claims, convert, save_model
from ._library import library_path

__all__ = ["CLAIMS", "Claim", "Core", "claims", "compile_model", "convert", "core", "library_path", "save_model"]
