"""The table of `python -m strew bench` for histograms: strew beside NumPy and, where they are installed, fast_histogram and boost-histogram."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

import numpy as np

from ._clock import medians
from ._histogram import histogram, histogram2d

_Call = Callable[[], Any]


class _Workload(NamedTuple):
    """Random numbers between 0 and 1, or of a byte, and bins of equal width, or of random edges."""

    name: str
    n_values: int
    dtype: str
    n_bins: int
    has_weights: bool = False
    has_edges: bool = False
    n_dimensions: int = 1


_WORKLOADS = (
    *(
        _Workload(f"{n:.0e} {dtype}{', weights' if has_weights else ''}".replace("e+0", "e"), n, dtype, 100, has_weights)
        for n in (1_000_000, 10_000_000)
        for dtype in ("float64", "float32")
        for has_weights in (False, True)
    ),
    _Workload("1e6 of a byte", 1_000_000, "uint8", 256),
    _Workload("1e6, 1000 edges", 1_000_000, "float64", 1000, has_edges=True),
    _Workload("1e6, edges, weights", 1_000_000, "float64", 1000, True, has_edges=True),
    _Workload("1e6, 100 by 100", 1_000_000, "float64", 100, n_dimensions=2),
    _Workload("1000 numbers", 1000, "float64", 100),
)


def _boost(values: Any, n_bins: int, extent: Tuple[int, int], edges: Any, weights: Any) -> _Call:
    boost = import_module("boost_histogram")
    axis = boost.axis.Regular(n_bins, *extent) if edges is None else boost.axis.Variable(edges)
    storage = boost.storage.Int64 if weights is None else boost.storage.Double
    return lambda: boost.Histogram(*[axis] * len(values), storage=storage()).fill(*values, weight=weights)


def _calls(workload: _Workload) -> Dict[str, _Call]:
    rng = np.random.default_rng(1)
    is_byte = workload.dtype == "uint8"
    extent = (0, 256) if is_byte else (0, 1)
    values = [
        rng.integers(0, 256, workload.n_values, np.uint8) if is_byte else rng.random(workload.n_values).astype(workload.dtype)
        for _ in range(workload.n_dimensions)
    ]
    weights = rng.random(workload.n_values).astype(workload.dtype) if workload.has_weights else None
    edges = np.sort(rng.random(workload.n_bins + 1)) if workload.has_edges else None
    calls: Dict[str, _Call] = {}
    if workload.n_dimensions == 2:
        x, y = values
        calls["strew"] = lambda: histogram2d(x, y, workload.n_bins, (extent, extent))
        calls["numpy"] = lambda: np.histogram2d(x, y, workload.n_bins, (extent, extent))
    else:
        bins: Any = workload.n_bins if edges is None else edges
        calls["strew"] = lambda: histogram(values[0], bins, extent, weights=weights)
        calls["numpy"] = lambda: np.histogram(values[0], bins, extent, weights=weights)
    try:
        fast = import_module("fast_histogram")
        if workload.n_dimensions == 2:
            calls["fast_histogram"] = lambda: fast.histogram2d(*values, workload.n_bins, (extent, extent))
        elif edges is None:
            calls["fast_histogram"] = lambda: fast.histogram1d(values[0], workload.n_bins, extent, weights=weights)
    except ImportError:
        pass
    try:
        calls["boost_histogram"] = _boost(values, workload.n_bins, extent, edges, weights)
    except ImportError:
        pass
    return calls


def measure(seconds: float, progress: Callable[[List[Any]], Any]) -> List[Tuple[str, Dict[str, float]]]:
    """For each workload, the CPU time of each library."""
    return [(workload.name, medians(_calls(workload), seconds)) for workload in progress(list(_WORKLOADS))]
