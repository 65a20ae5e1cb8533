"""The graph: from grouped blocks to chunks of output."""

from __future__ import annotations

from functools import partial
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._parts import Step, apply, cut_part, merge

Key = Tuple[Any, ...]
Graph = Dict[Key, Any]

# Into how many ranges of chunks one task cuts, and how many parts one task merges. With fewer chunks than this
# on either side each block is cut for each chunk at once.
FAN = 32


class Source(NamedTuple):
    """What a stage cuts from: blocks at first, then what was merged from them, in the order of their tuples."""

    key: Key  # of a part
    low: int
    high: int
    is_wanted: Optional[np.ndarray] = None  # for each chunk of data, whether there are tuples for it; None if that is not known

    def wants(self, low: int, high: int) -> bool:
        return self.is_wanted is None or bool(self.is_wanted[low:high].any())


def _ranges(low: int, high: int, n: int) -> List[Tuple[int, int]]:
    """At most n neighbouring ranges."""
    n = min(n, high - low)
    ends = [low + (high - low) * i // n for i in range(n + 1)]
    return list(zip(ends, ends[1:]))


def _groups(values: Sequence[Any], n: int) -> List[Sequence[Any]]:
    return [values[i : i + n] for i in range(0, len(values), n)]


def shuffle_by_tasks(graph: Graph, token: str, slab: int, sources: Sequence[Source], n_parts: int, step: Step) -> List[List[Key]]:
    """Adds the tasks that bring the updates of each part together. Returns for each part the keys of what to apply, in order.

    As long as there are many parts, sources are cut into ranges of parts, and those of neighbouring sources are merged: so the
    number of tasks grows with chunks times FAN, and not with pairs of chunks.
    """
    sources = [source for source in sources if source.wants(0, n_parts)]
    ranges: List[Tuple[int, int, List[Source]]] = [(0, n_parts, sources)]
    n_pairs = sum(n_parts if source.is_wanted is None else int(np.count_nonzero(source.is_wanted)) for source in sources)
    is_direct = n_pairs <= FAN * (len(sources) + n_parts)
    stage, fan = 0, n_parts if is_direct else FAN
    while any(high - low > 1 for low, high, _ in ranges):
        found = []
        for low, high, sources in ranges:
            for below, above in _ranges(low, high, fan):
                cuts = [_cut(graph, token, slab, stage, number, source, below, above)
                        for number, source in enumerate(sources) if source.wants(below, above)]  # fmt: skip
                if above - below > 1:
                    cuts = [_merge(graph, token, slab, stage, number, group, step) for number, group in enumerate(_groups(cuts, FAN))]
                found.append((below, above, cuts))
        ranges, stage = found, stage + 1
    for number, (low, high, sources) in enumerate(ranges):
        while step.combines and len(sources) > FAN:
            sources = [_merge(graph, token, slab, stage, number, group, step) for number, group in enumerate(_groups(sources, FAN))]
            stage += 1
        ranges[number] = low, high, list(sources)
    return [[source.key for source in sources] for _, _, sources in ranges]


def _cut(graph: Graph, token: str, slab: int, stage: int, number: int, source: Source, low: int, high: int) -> Source:
    key = f"strew-part-{token}", slab, stage, number, low
    graph[key] = partial(cut_part, low - source.low, high - source.low), source.key
    return Source(key, low, high, source.is_wanted)


def _merge(graph: Graph, token: str, slab: int, stage: int, number: int, sources: Sequence[Source], step: Step) -> Source:
    low, high = sources[0].low, sources[0].high
    key = f"strew-merge-{token}", slab, stage, number, low
    graph[key] = partial(merge, step), [source.key for source in sources]
    wanted = [source.is_wanted for source in sources]
    known = [each for each in wanted if each is not None]
    return Source(key, low, high, np.any(known, axis=0) if len(known) == len(wanted) else None)


def add_apply(graph: Graph, token: str, output: Key, chunk: Key, parts: Sequence[Key], step: Step, check: Optional[Key]) -> None:
    """Adds the tasks that make a chunk of output. With many parts it is made in steps, so that they need not all be in memory."""
    checks = [] if check is None else [check]
    groups = [list(parts)] if step.needs_all or not parts else [list(group) for group in _groups(parts, FAN)]
    for number, group in enumerate(groups[:-1]):
        key = (f"strew-apply-some-{token}", *output[1:], number)
        graph[key] = (partial(apply, step), chunk, group, *checks)
        chunk = key
    graph[output] = (partial(apply, step), chunk, groups[-1], *checks)
