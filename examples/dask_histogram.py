"""Sums by group over a table that comes in chunks, on all cores: the bits do not depend on the chunks. Needs strew[dask]."""

import sys

if sys.argv[1:] in (["-h"], ["--help"]):
    print(f"usage: dask_histogram.py\n\n{__doc__}")
    sys.exit()
if sys.argv[1:]:
    print(f"dask_histogram: takes no arguments, and is given {sys.argv[1]}; --help says what it takes", file=sys.stderr)
    sys.exit(2)
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
