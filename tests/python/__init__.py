"""Tests of the Python front, run from the top of the checkout:

    .venv/bin/python -m unittest discover -s tests/python -t .

They need the shared library: the one that STREW_LIBRARY names, or the one in build/shared.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
