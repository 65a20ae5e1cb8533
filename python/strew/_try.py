"""`python -m strew try`: a scatter or a gather of one's own arrays beside NumPy, PyTorch and ONNX Runtime, in time and in bits.

Every result is compared with strew's before anything is measured. All calls take turns: first on one thread by its CPU time, then with
threads by the clock on the wall.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from functools import partial
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np

import strew

from . import _bench, _threads
from ._arguments import Parser
from ._clock import Rounds, rounds, text_of
from ._files import is_raw, load, path_of, view_as
from ._operators import GATHERS, SCATTERS
from ._rejection import Rejection, one_line
from ._tables import NUMPY_DTYPES, REDUCTIONS, best_isa, version
from ._try_bits import Difference, difference, has_wide_sums, names_twice, reason
from ._try_calls import Call, Library, as_array, compiled, libraries, strew_line, with_words
from ._try_operator import Candidate, Problem, candidates, example, nearest

_DESCRIPTION = """Compares a scatter, or without updates a gather, with NumPy, PyTorch and ONNX Runtime where they are installed: how long it takes, and
whether the result has the same bits. It prints the call of strew that replaces each. Without arrays it makes an example."""


def add_to(commands: Any) -> None:
    """Adds the command to the parser's commands."""
    parser = commands.add_parser("try", help="compare NumPy, PyTorch and ONNX Runtime with strew on your arrays", description=_DESCRIPTION)
    for name, text in (("data", "what is written to or read"), ("indices", "integers"), ("updates", "what is written; without it, a gather")):
        parser.add_argument(name, type=path_of, nargs="?", metavar=f"{name}.npy", help=text)
    words = "scatter_update and gather take rows along an axis, put and take elements by their numbers in row-major order"
    choices = [*SCATTERS, *GATHERS]
    parser.add_argument("--operator", choices=choices, metavar="NAME", help=f"{', '.join(choices)} (default: a guess from the shapes); {words}")
    parser.add_argument("--axis", type=int, metavar="N", help="of rows, or of elements (default: the first that fits)")
    parser.add_argument("--reduction", choices=list(REDUCTIONS), help="how updates are combined with elements (default: add; none for what has no sum)")
    parser.add_argument("--threads", type=_bench.threads, metavar="N", help="of the second time of each call (default: all cores)")
    parser.add_argument("--seconds", type=_bench.seconds, default=1.0, metavar="S", help="for each call, and again with threads (default: 1)")
    parser.add_argument("--dtype", choices=list(NUMPY_DTYPES), metavar="NAME", help="what raw elements of data and updates are, as in run")
    parser.set_defaults(call=partial(_try, parser))


# ---- What is compared -----------------------------------------------------------------------------------------------

def _check_words(parser: Parser, options: argparse.Namespace) -> None:
    """What makes no sense, before a file is read."""
    operator, has_data, has_updates = options.operator, options.data is not None, options.updates is not None
    if has_data and options.indices is None:
        parser.error(f"there is {options.data} for data, but nothing for indices")
    if operator in GATHERS and has_updates:
        parser.error(f"{operator} takes no updates")
    if operator in SCATTERS and has_data and not has_updates:
        parser.error(f"{operator} needs updates.npy")
    if options.reduction is not None and (operator in GATHERS or (has_data and not has_updates)):
        parser.error("a gather has no reduction")
    if options.dtype is not None and not has_data:
        parser.error("--dtype is for raw elements of data.npy, and there is none")
    if options.axis is not None and operator is not None and "axis" not in {**SCATTERS, **GATHERS}[operator]:
        parser.error(f"{operator} has no axis")


def _problem(options: argparse.Namespace) -> Tuple[Problem, str]:
    """The call, and how it was found."""
    if options.data is None:
        found = example(options.operator or "scatter_update", options.axis, options.reduction or "add")
        return found, "an example of random numbers: `try data.npy indices.npy updates.npy` takes yours"
    data, indices = view_as(options.dtype, load(options.data), options.data), load(options.indices)
    updates = None if options.updates is None else view_as(options.dtype, load(options.updates), options.updates)
    default = "none" if is_raw(data.dtype) or data.dtype not in NUMPY_DTYPES.values() else "add"
    shapes = (data.shape, indices.shape, None if updates is None else updates.shape)
    fitting = list(candidates(*shapes, options.axis))
    if options.operator is not None:
        fits = [each for each in fitting if each.operator == options.operator]
        axis = options.axis if options.axis is not None else next(iter(fits), Candidate("", 0)).axis
        chosen, how = Candidate(options.operator, axis), ""
    elif fitting:
        others = ", ".join(each.operator for each in fitting[1:])
        chosen, how = fitting[0], "guessed from the shapes" + (f", which also fit {others}: --operator says which" if others else "")
    else:
        likely = "scatter_update" if options.axis is not None else nearest(data.shape, indices.shape)
        chosen, how = Candidate("gather" if updates is None else likely, options.axis or 0), ""
    axis = chosen.axis % data.ndim if -data.ndim <= chosen.axis < data.ndim else chosen.axis
    return Problem(chosen.operator, axis, options.reduction or default, data, indices, updates), how


_PRODUCTS_AT_ONCE = 8  # by which a float32 does not yet become subnormal, if it is no small one and updates are near 1
_IN_FLOAT32 = 'accumulate="float32"'


class _Timed(NamedTuple):
    """A row of the table: a call, its result beside strew's on one thread and on several, and what it needs to be timed."""

    title: str
    call: Call
    functions: List[Callable[[], Any]]  # on one thread and on several, or on one alone
    differences: List[Optional[Difference]]
    is_wide: bool  # they are none beside sums in float32 that are rounded once


def _expected(problem: Problem, more: str = "") -> np.ndarray:
    """strew's result, or its sentence."""
    names = {"strew": strew, "data": problem.data.copy(), "indices": problem.indices, "updates": problem.updates}
    try:
        returned = compiled(with_words(strew_line(problem), more), names)()
    except (TypeError, ValueError) as error:
        raise Rejection(one_line(error)) from error
    return np.asarray(names["data"] if returned is None else returned)


class _Trial:
    """All calls of a problem, over one array that they write to."""

    def __init__(self, problem: Problem, n_threads: int) -> None:
        self.problem, self.n_threads = problem, n_threads
        self.expected = _expected(problem)
        self.in_float32 = _expected(problem, _IN_FLOAT32) if has_wide_sums(problem) else None
        self.written = problem.data.copy()
        self.rows: List[_Timed] = []
        self.rejected: List[str] = []
        self.others, self.missing = libraries(problem)

    def restore(self) -> None:
        np.copyto(self.written, self.problem.data)

    @property
    def is_product(self) -> bool:
        """Numbers that are multiplied by updates again and again become subnormal or infinite, at which CPUs have other speeds. Sums do no harm."""
        return self.problem.reduction == "mul"

    def _compared(self, call: Call, function: Callable[[], Any]) -> Tuple[Optional[Difference], bool]:
        """How the result differs, and whether it is that of sums in float32."""
        self.restore()
        returned = function()
        found = as_array(returned, self.expected.dtype) if call.is_new else self.written
        return difference(found, self.expected), self.in_float32 is not None and difference(found, self.in_float32) is None

    def add(self, call: Call, names_for: Callable[[np.ndarray, int], Dict[str, Any]], library: Library) -> None:
        title = f"{call.library} {call.name}".rstrip()
        _tell(f"comparing {title}")
        functions: List[Callable[[], Any]] = []
        differences: List[Optional[Difference]] = []
        is_wide = True
        for n in dict.fromkeys((1, self.n_threads)):
            library.start(n)
            line = with_words(call.line, f"threads={n}" if call.library == "strew" and n > 1 else "")
            function = compiled(line, names_for(self.written, n))
            found, is_found_wide = self._compared(call, function)
            differences.append(found)
            is_wide = is_wide and is_found_wide
            functions.append(function)
        if any(differences) and is_wide:
            call = call._replace(replaced_by=with_words(call.replaced_by, _IN_FLOAT32))
        self.rows.append(_Timed(title, call, functions, differences, is_wide))

    def add_all(self) -> None:
        """strew first, and into a new array too where another makes one. What a library rejects has no row."""
        is_scatter = self.problem.updates is not None
        names = {"strew": strew, "data": self.written, "indices": self.problem.indices, "updates": self.problem.updates}
        ours = Library([], lambda written, n: names)
        self.add(Call("strew", "", strew_line(self.problem), "", not is_scatter), ours.names, ours)
        if is_scatter and any(call.is_new for library in self.others.values() for call in library.calls):
            self.add(Call("strew", "new array", strew_line(self.problem, True), "", True), lambda written, n: {**names, "data": self.problem.data}, ours)
        for library in self.others.values():
            for call in library.calls:
                try:
                    self.add(call, library.names, library)
                except Exception as error:  # of any type: a library rejects what it likes
                    self.rejected.append(f"{call.library} {call.name} rejects this: {one_line(error)[:120]}")

    def ours_of(self, row: _Timed) -> str:
        """The row of strew that does the same as this one."""
        ours = [each.title for each in self.rows if each.call.library == "strew" and each.call.is_new is row.call.is_new]
        return ours[0] if ours else "strew"

    def measure(self, seconds: float) -> List[Dict[str, Rounds]]:
        found = []
        for k, n in enumerate(dict.fromkeys((1, self.n_threads))):
            for library in self.others.values():
                library.start(n)
            clock = time.thread_time if n == 1 else time.perf_counter
            told = partial(_tell_round, f"measuring {len(self.rows)} calls, {n} thread{'s' * (n > 1)}")
            calls = {row.title: row.functions[k] for row in self.rows}
            restore, max_at_once = (self.restore, _PRODUCTS_AT_ONCE) if self.is_product else (lambda: None, sys.maxsize)
            found.append(rounds(calls, seconds, clock, restore, max_at_once, told))
        _tell("")
        return found


def _tell(what: str) -> None:
    """A line of progress where somebody looks, which the next one overwrites."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)


def _tell_round(what: str, i: int, n: int) -> None:
    _tell(f"{what}, round {i} of {n}")


# ---- What is said ---------------------------------------------------------------------------------------------------

def _bits_of(row: _Timed, n_threads: int) -> str:
    if not any(row.differences):
        return "same"
    if all(row.differences):
        return "differ"
    return f"differ on {1 if row.differences[0] else n_threads} thread{'' if row.differences[0] else 's'}"


def _cells(trial: _Trial, row: _Timed, measured: List[Dict[str, Rounds]]) -> Iterator[str]:
    yield row.title
    for times in measured:
        mine = times[row.title]
        low, high = mine.quarters
        yield from (text_of(mine.median), f"{text_of(low)} to {text_of(high)}")
        yield "" if row.call.library == "strew" else f"{mine.over(times[trial.ours_of(row)]):.2f}"
    yield _bits_of(row, trial.n_threads)


def _print_table(trial: _Trial, measured: List[Dict[str, Rounds]]) -> None:
    heads = ["", "1 thread", "its quarters", "over strew"]
    if len(measured) > 1:
        heads += [f"{trial.n_threads} threads", "its quarters", "over strew"]
    table = [[*heads, "bits"], *([*_cells(trial, row, measured)] for row in trial.rows)]
    widths = [max(len(cells[j]) for cells in table) for j in range(len(table[0]))]
    for cells in table:
        last = len(cells) - 1
        text = "  ".join(cell.ljust(width) if j in (0, last) else cell.rjust(width) for j, (cell, width) in enumerate(zip(cells, widths)))
        print(text.rstrip())


def _print_differences(trial: _Trial) -> None:
    differing = [(row, next(each for each in row.differences if each)) for row in trial.rows if any(row.differences)]
    if not differing:
        return
    print()
    for row, found in differing:
        print(f"{row.title} differs in {found}" + (f"; strew has the same bits with {_IN_FLOAT32}" if row.is_wide else ""))
    is_repeated = trial.problem.updates is not None and names_twice(trial.problem)
    print(f"why they may: {reason(trial.problem, is_repeated)}")


def _print_calls(trial: _Trial) -> None:
    replaced: Dict[str, List[str]] = {}
    for row in trial.rows:
        if row.call.library != "strew":
            replaced.setdefault(row.call.replaced_by, []).append(f"{row.call.library}: {row.call.line}")
    if replaced:
        print("\nthe calls of strew, each with those that it replaces; threads=None uses all cores:")
    for ours, lines in replaced.items():
        print("\n".join([f"  {ours}", *(f"    {line}" for line in lines)]))


def _print_load(n_threads: int) -> None:
    """One program of one's own is a load of one."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if n_threads > 1 and load > (os.cpu_count() or 1) + 0.5:
        print(f"other programs used the cores meanwhile (the load was {load:.1f}): times with threads may be far too long")


def _try(parser: Parser, options: argparse.Namespace) -> int:
    _check_words(parser, options)
    n_threads = options.threads or _threads.count(None)
    problem, how = _problem(options)
    trial = _Trial(problem, n_threads)
    arrays = (("data", problem.data), ("indices", problem.indices), ("updates", problem.updates))
    print(f"strew {version()}, {best_isa()}: {problem.described()}" + (f" ({how})" if how else ""))
    print(", ".join(f"{name} {array.dtype} {list(array.shape)}" for name, array in arrays if array is not None), flush=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as that a function is new, or that there is a NaN
        trial.add_all()
        measured = trial.measure(options.seconds)
    print(f"medians of {len(next(iter(measured[0].values())).times)} rounds in turns, CPU time on one thread\n")
    _print_table(trial, measured)
    _print_load(n_threads)
    _print_differences(trial)
    _print_calls(trial)
    if trial.rejected or trial.missing:
        print()
    for sentence in trial.rejected:
        print(sentence)
    if trial.missing:
        print(f"not installed, so not compared: {', '.join(trial.missing)}")
    return 0
