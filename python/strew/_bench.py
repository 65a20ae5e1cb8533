"""`python -m strew bench`: how fast strew is on this machine, beside NumPy and, where they are installed, PyTorch and JAX.

A small version of the project's own benchmark, and a table of what people try first, with strew's losses in red. All libraries take turns.
With threads the fastest of several rounds counts: whatever else the machine does makes a round longer, never shorter. On one thread it is the
median of CPU time.
"""

from __future__ import annotations

import argparse
import ctypes
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _bench_histograms, _bench_numpy, _bench_report, _threads
from ._arguments import count
from ._call import run
from ._clock import medians, text_of
from ._files import save_picture, save_text
from ._rejection import Rejection, one_line
from ._scatter import plan_scatter_nd, scatter_nd
from ._tables import best_isa, version

_Call = Callable[[], Any]
_MIN_GAIN = 1.05  # of threads, that counts as one


class _Workload(NamedTuple):
    """Random indices into rows of data, in place."""

    name: str
    n_rows: int
    width: int
    n_updates: int
    dtype: str
    reduction: str


_WORKLOADS = (
    _Workload("10 numbers", 100, 1, 10, "float32", "add"),
    _Workload("few rows", 20_000, 32, 4000, "float32", "add"),
    _Workload("histogram", 65_536, 1, 2_000_000, "int32", "add"),
    _Workload("sums", 500_000, 1, 1_000_000, "float32", "add"),
    _Workload("sums of rows", 20_000, 32, 100_000, "float32", "add"),
    _Workload("maxima", 500_000, 1, 1_000_000, "float32", "max"),
    _Workload("rows written", 50_000, 64, 50_000, "float32", "none"),
    _Workload("half sums", 500_000, 1, 500_000, "float16", "add"),
)


def _numpy(data: Any, indices: Any, updates: Any, reduction: str) -> _Call:
    places = indices[:, 0]
    if reduction == "none":
        return lambda: data.__setitem__(places, updates)
    function = np.add if reduction == "add" else np.maximum
    return lambda: function.at(data, places, updates)


def _torch(data: Any, indices: Any, updates: Any, reduction: str) -> _Call:
    torch = import_module("torch")
    torch.set_num_threads(1)
    output, places, source = torch.from_numpy(data), torch.from_numpy(indices[:, 0].copy()), torch.from_numpy(updates)
    if reduction == "none":
        return lambda: output.index_copy_(0, places, source)
    if reduction == "add":
        return lambda: output.index_add_(0, places, source)
    return lambda: output.index_reduce_(0, places, source, "amax")


def _jax(data: Any, indices: Any, updates: Any, reduction: str) -> _Call:
    jax = import_module("jax")
    jax.config.update("jax_enable_x64", True)  # the same indices for all
    method = {"none": "set", "add": "add", "max": "max"}[reduction]
    scatter = jax.jit(lambda output, places, source: getattr(output.at[places], method)(source), donate_argnums=0)
    kept = [jax.device_put(data)]
    places, source = jax.device_put(indices[:, 0]), jax.device_put(updates)

    def call() -> None:
        kept[0] = scatter(kept[0], places, source).block_until_ready()

    return call


_OTHERS: Dict[str, Callable[[Any, Any, Any, str], _Call]] = {"numpy": _numpy, "torch": _torch, "jax": _jax}


def _arrays(workload: _Workload) -> Tuple[Any, Any, Any]:
    rng = np.random.default_rng(1)
    shape = (workload.n_rows, workload.width) if workload.width > 1 else (workload.n_rows,)
    indices = rng.integers(0, workload.n_rows, (workload.n_updates, 1))
    updates = rng.integers(0, 3, (workload.n_updates, *shape[1:])).astype(workload.dtype)
    return np.zeros(shape, workload.dtype), indices, updates


def _plan(workload: _Workload) -> Any:
    data, indices, _ = _arrays(workload)
    return plan_scatter_nd(data.shape, workload.dtype, indices.shape, workload.reduction)


def _calls(workload: _Workload, n_threads: int) -> Dict[str, _Call]:
    """What each library does for a workload, each over its own data."""
    data, indices, updates = _arrays(workload)
    plan = _plan(workload)
    calls: Dict[str, _Call] = {"strew": lambda: plan(data, indices, updates, data)}
    if workload.n_updates < 1000:
        calls["strew, no plan"] = lambda: scatter_nd(data, indices, updates, workload.reduction, data)
    if n_threads > 1:
        calls["strew, threads"] = lambda: plan(data, indices, updates, data, threads=n_threads)
    for name, make in _OTHERS.items():
        if find_spec(name):
            try:
                call = make(np.zeros_like(data), indices, updates, workload.reduction)
                call()
            except Exception:  # a library rejects a type or a reduction as it likes
                continue
            calls[name] = call
    return calls


def _seconds(call: _Call, seconds: float) -> float:
    """The time of one call, the fastest of several rounds of about a twentieth of `seconds`."""
    call()
    start = time.perf_counter()
    call()
    once = max(time.perf_counter() - start, 1e-7)
    n_calls = max(1, int(seconds / 20 / once))
    best, end = float("inf"), time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(n_calls):
            call()
        best = min(best, (time.perf_counter() - start) / n_calls)
    return best


def _time_of(seconds: Optional[float]) -> str:
    return "-" if seconds is None else text_of(seconds)


_Row = Tuple[str, Dict[str, float]]


def _progress(steps: List[Any]) -> Iterable[Any]:
    """The steps, with a progress line where tqdm is installed and somebody looks."""
    try:
        bar: Iterable[Any] = import_module("tqdm").tqdm(steps, disable=None, leave=False)
        return bar
    except ImportError:
        return steps


class _Gain(NamedTuple):
    """How many times as fast threads are, from how much work on strew shares it, and why there is no gain, if there is none."""

    workload: str
    gain: float
    shared_from: Optional[float]
    why: str


_Task = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t)
_ParallelFor = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, _Task, ctypes.c_void_p)


def _is_shared(workload: _Workload, n_threads: int) -> bool:
    """Whether a call has loops for several threads."""
    data, indices, updates = _arrays(workload)
    plan = _plan(workload)
    loops: List[int] = []

    def run_all(pool: Any, n: int, task: Any, argument: Any) -> None:
        loops.append(n)
        for i in range(n):
            task(argument, i)

    lent, function = plan._lender(n_threads), _ParallelFor(run_all)
    lent.parallel_for = ctypes.cast(function, ctypes.c_void_p).value
    addresses = {name: array.ctypes.data for name, array in (("output", data), ("data", data), ("indices", indices), ("updates", updates))}
    run("scatter_nd", plan._plan, lent, **addresses)
    return bool(loops)


def _shared_from(workload: _Workload, n_threads: int) -> Optional[float]:
    """The time, by one thread, of the fewest updates of a workload from which on strew shares all."""
    fewest = None
    for n_updates in (workload.n_updates, *(2**exponent for exponent in reversed(range(6, workload.n_updates.bit_length() - 1)))):
        fewer = workload._replace(n_updates=n_updates)
        if not _is_shared(fewer, n_threads):
            break
        fewest = fewer
    return medians({"strew": _calls(fewest, 1)["strew"]}, 0.01)["strew"] if fewest is not None else None


def _gain(workload: _Workload, times: Dict[str, float], n_threads: int) -> _Gain:
    gain, why = times["strew"] / times["strew, threads"], ""
    if gain < _MIN_GAIN:
        is_shared = _is_shared(workload, n_threads)
        reason = "while other programs use the cores, or they share one" if is_shared else "which strew leaves to one thread"
        why = f": work of {_time_of(times['strew'])}, {reason}"
    return _Gain(workload.name, gain, _shared_from(workload, n_threads), why)


def _measure(n_threads: int, seconds: float) -> Tuple[List[_Row], List[_Gain]]:
    best: Dict[str, Dict[str, float]] = {workload.name: {} for workload in _WORKLOADS}
    gains: List[_Gain] = []
    for workload in _progress(list(_WORKLOADS)):
        calls = _calls(workload, n_threads)
        times = best[workload.name]
        for _ in range(3):
            for name, call in calls.items():
                times[name] = min(times.get(name, float("inf")), _seconds(call, seconds / 3))
        if n_threads > 1:
            gains.append(_gain(workload, times, n_threads))
    return list(best.items()), gains


def _print_gains(n_threads: int, gains: List[_Gain]) -> None:
    if n_threads == 1:
        print("threads are not measured: there is one core")
        return
    print(f"{f'{n_threads} threads':<14}{'times as fast':>14}{'shared from':>14}")
    for name, gain, shared_from, why in gains:
        print(f"{name:<14}{gain:>14.2f}{_time_of(shared_from):>14}{why}")


def _figure() -> Any:
    try:
        return import_module("matplotlib.figure").Figure(figsize=(9, 4.5), layout="constrained")
    except ImportError:
        raise Rejection("a picture needs matplotlib: pip install matplotlib") from None


def _draw(rows: List[_Row], figure: Any) -> None:
    """Bars: how many times as long as strew on one thread each other way takes."""
    others = [name for name in dict.fromkeys(name for _, times in rows for name in times) if name != "strew"]
    axes = figure.add_subplot()
    for j, other in enumerate(others):
        at = [i + (j - (len(others) - 1) / 2) * 0.8 / len(others) for i, (_, times) in enumerate(rows) if other in times]
        axes.bar(at, [times[other] / times["strew"] for _, times in rows if other in times], 0.8 / len(others), label=other)
    axes.axhline(1, color="0.4", linewidth=1)
    axes.set_yscale("log")
    axes.set_ylabel("time, in times of strew on one thread")
    axes.set_xticks(range(len(rows)), [name for name, _ in rows])
    axes.legend(frameon=False)


def threads(text: str) -> int:
    """As the parser of arguments reads it."""
    try:
        return _threads.count(count(text))
    except RuntimeError as reason:
        raise argparse.ArgumentTypeError(one_line(reason)) from None


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no positive number of seconds")
    return number


def _print_beside_numpy(seconds: float) -> List[_Row]:
    """Prints each row when it is measured."""
    print(f"\n{'beside NumPy ' + np.__version__:<38}{'strew':>12}{'numpy':>12}{'ratio':>8}")
    rows: List[_Row] = []
    for row in _progress(list(_bench_numpy.rows())):
        times = medians({"strew": row.ours, "numpy": row.theirs}, seconds)
        ratio = times["strew"] / times["numpy"]
        print(_bench_numpy.line_of(row.name, text_of(times["strew"]), text_of(times["numpy"]), ratio), flush=True)
        rows.append((row.name, times))
    return rows


def _print(rows: List[_Row]) -> None:
    names = list(dict.fromkeys(name for _, times in rows for name in times))
    width = max(14, *(len(workload) + 2 for workload, _ in rows))
    print(f"{'workload':<{width}}" + "".join(f"{name:>16}" for name in names))
    for workload, times in rows:
        print(f"{workload:<{width}}" + "".join(f"{_time_of(times.get(name)):>16}" for name in names))
    for name in names[1:]:
        ratios = [times[name] / times["strew"] for _, times in rows if name in times]
        mean = float(np.exp(np.mean(np.log(ratios))))
        if len(ratios) > 1:
            print(f"{name} takes {mean:.2f} times as long as strew on one thread (geometric mean of {len(ratios)} workloads)")


def bench(options: argparse.Namespace) -> int:
    n_threads = options.threads or _threads.count(None)
    figure = _figure() if options.picture is not None else None
    if options.report is not None:
        save_text(options.report, "")  # whether it can be written is known before minutes are spent
    rows, gains = _measure(n_threads, options.seconds)
    print(f"strew {version()}, {best_isa()}, in place; the fastest of several rounds, by random indices")
    _print(rows)
    _print_gains(n_threads, gains)
    beside_numpy = _print_beside_numpy(options.seconds / 4)
    print("\nhistograms of random numbers on one thread, 100 bins unless it says otherwise; medians of CPU time")
    histograms = _bench_histograms.measure(options.seconds / 3, _progress)
    _print(histograms)
    if figure is not None:
        _draw(rows, figure)
        save_picture(figure, options.picture)
        print(f"the picture is in {options.picture}")
    if options.report is not None:
        tables = {
            "Scatters by random indices, in place; the fastest of several rounds": rows,
            "What people try first; medians of CPU time on one thread": beside_numpy,
            "Histograms of random numbers, 100 bins unless it says otherwise; medians of CPU time on one thread": histograms,
        }
        save_text(options.report, _bench_report.page(tables, {gain.workload: gain.gain for gain in gains}, n_threads, options.seconds))
        print(f"the report is in {options.report}")
    return 0
