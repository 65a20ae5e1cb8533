"""The old name of onnxruntime_ep_strew.convert."""

from onnxruntime_ep_strew.convert import *  # noqa: F401,F403
