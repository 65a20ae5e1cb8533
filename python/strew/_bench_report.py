"""The page of `python -m strew bench --report`: what was measured and on what, for somebody who was not there."""

from __future__ import annotations

import platform
from importlib import metadata
from typing import Dict, Iterable, Iterator, List, Mapping, NamedTuple, Sequence, Tuple

from ._clock import text_of
from ._info import cpu
from ._tables import best_isa, version

Rows = Sequence[Tuple[str, Dict[str, float]]]

_FASTER, _SLOWER = 1.1, 0.9  # times as fast, as docs/for-me.md has them
_PACKAGES = {"numpy": "numpy", "torch": "torch", "jax": "jax", "fast_histogram": "fast-histogram", "boost_histogram": "boost-histogram"}


class _Ratio(NamedTuple):
    """How many times as fast strew is at a work, on one thread."""

    work: str
    other: str
    times_as_fast: float


def _ratios(rows: Rows) -> Iterator[_Ratio]:
    for work, times in rows:
        yield from (_Ratio(work, name, times[name] / times["strew"]) for name in times if name in _PACKAGES)


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *lines))


def _about(libraries: Iterable[str], n_threads: int, seconds: float) -> str:
    versions = ", ".join(f"{name} {metadata.version(_PACKAGES[name])}" for name in libraries)
    return _table(
        ("", ""),
        (
            ("strew", f"{version()}, {best_isa()}"),
            ("CPU", cpu()),
            ("system", platform.platform()),
            ("Python", f"{platform.python_version()}; {versions}"),
            ("command", f"`python -m strew bench --threads {n_threads} --seconds {seconds:g} --report`"),
        ),
    )


def _verdict(ratios: List[_Ratio]) -> str:
    """How many rows are faster, the same and slower, and the slower ones by name."""
    slower = sorted((ratio for ratio in ratios if ratio.times_as_fast < _SLOWER), key=lambda ratio: ratio.times_as_fast)
    n_faster = sum(ratio.times_as_fast >= _FASTER for ratio in ratios)
    said = (
        f"Of {len(ratios)} comparisons on one thread, strew is faster in {n_faster}, by {_FASTER} or more, about as fast in "
        f"{len(ratios) - n_faster - len(slower)}, and slower in {len(slower)}, by less than {_SLOWER}."
    )
    if not slower:
        return said
    lines = ((ratio.work, ratio.other, f"{ratio.times_as_fast:.2f}") for ratio in slower)
    return f"{said} The slower ones:\n\n" + _table(("work", "beside", "times as fast"), lines)


def _measured(rows: Rows) -> str:
    names = [*dict.fromkeys(name for _, times in rows for name in times)]
    others = [name for name in names if name in _PACKAGES]
    heads = ("work", *names, *(f"times as fast as {name}" for name in others))
    lines = (
        (work, *(text_of(times[name]) if name in times else "" for name in names), *(f"{times[name] / times['strew']:.2f}" if name in times else "" for name in others))
        for work, times in rows
    )
    return _table(heads, lines)


def page(tables: Mapping[str, Rows], gains: Dict[str, float], n_threads: int, seconds: float) -> str:
    """In Markdown. `tables` has the times of each library for each work, in seconds, by a sentence on how they were measured, and `gains` how
    many times as fast threads are."""
    ratios = [ratio for rows in tables.values() for ratio in _ratios(rows)]
    parts = [f"# strew {version()} on this machine", _about(dict.fromkeys(ratio.other for ratio in ratios), n_threads, seconds), _verdict(ratios)]
    for title, rows in tables.items():
        parts += [f"## {title}", _measured(rows)]
    if gains:
        lines = ((work, f"{gain:.2f}") for work, gain in gains.items())
        parts += [f"## {n_threads} threads beside one", _table(("work", "times as fast"), lines)]
    return "\n\n".join(parts) + "\n"
