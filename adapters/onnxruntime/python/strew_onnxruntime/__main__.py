"""`python -m strew_onnxruntime` is `python -m onnxruntime_ep_strew`."""

import sys

from onnxruntime_ep_strew.__main__ import main
from strew_onnxruntime import _RENAMED

if __name__ == "__main__":
    print(_RENAMED, file=sys.stderr)  # Python shows no warning of what it imports for `-m`
    sys.exit(main())
