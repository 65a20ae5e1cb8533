"""`python -m strew_onnxruntime` is `python -m onnxruntime_ep_strew`."""

import sys

from onnxruntime_ep_strew.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
