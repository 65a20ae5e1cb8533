"""Sums by group over a table that comes in chunks, on all cores: the bits do not depend on the chunks. Needs strew[dask]."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from gen.arguments import Parser  # noqa: E402

Parser(description=__doc__).parse_args()  # --help, before the imports that take long

try:
    import dask.array as da
    import numpy as np
    from dask.diagnostics import ProgressBar

    import strew.dask
except ImportError as reason:
    sys.exit(f"dask_histogram: {reason}; `pip install '.[dask]'` at the top of the checkout installs what it needs")

ROWS, GROUPS = 2_000_000, 1_000


def sums(chunk: int) -> np.ndarray:
    """One group for each row, and a value; as if each chunk were read from a file."""
    row = da.arange(ROWS, chunks=chunk)
    group, value = row * 7919 % GROUPS, da.sqrt(row)
    totals = strew.dask.add_at(da.zeros(GROUPS, chunks=GROUPS // 4), group, value)
    with ProgressBar():
        return np.asarray(totals.compute(scheduler="threads"))


few, many = sums(ROWS // 4), sums(ROWS // 20)
print(few[:3])
print("the same bits" if few.tobytes() == many.tobytes() else "other bits")
