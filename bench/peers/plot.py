"""Two figures for each mode: time over the floor, and other libraries' time over strew's."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import geometric_mean

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot as plt  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: E402
from matplotlib.transforms import ScaledTranslation  # noqa: E402

STREW, PLAIN, FLOOR, GRID = "#0b6e4f", "#b8b8b8", "#444444", "#e4e4e4"

# One shape and colour for each library, whichever are measured: colours that differ in lightness too (Okabe and Ito).
MARKS = {
    "onnxruntime": ("o", "#0072b2"),
    "openvino": ("s", "#d55e00"),
    "torch": ("^", "#cc79a7"),
    "numpy": ("D", "#999999"),
    "jax": ("v", "#e69f00"),
    "tensorflow": ("P", "#56b4e9"),
}

# A time longer than this many times strew's is only marked at the edge.
FARTHEST = 100.0


def _times(value: float, _: object = None) -> str:
    return f"{value:g}×"


def _prepare(axes: Axes, names: list[str], title: str, ticks: list[float]) -> None:
    axes.set_xscale("log")
    axes.set_xticks(ticks)
    axes.xaxis.set_major_formatter(FuncFormatter(_times))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.tick_params(which="minor", bottom=False)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)  # the first on top
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold")
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)


def _over_floor(axes: Axes, entries: list[dict], place: str) -> None:
    names = [entry["workload"] for entry in entries]
    strew = [entry["strew_over_floor"] for entry in entries]
    plain = [entry["plain_over_floor"] for entry in entries]
    maximum = max(*strew, *plain, 2.0)
    _prepare(
        axes, names, f"Time over the floor, {place}", [t for t in (1, 1.5, 2, 3, 5, 10, 20, 50) if t <= maximum * 1.1]
    )
    for y, (ours, theirs) in enumerate(zip(strew, plain)):
        axes.plot([ours, theirs], [y, y], color=PLAIN, linewidth=1.6, zorder=1)
        axes.annotate(
            f"{ours:.2f}", (ours, y), (0, 6), textcoords="offset points", ha="center", fontsize=7, color=STREW
        )
    axes.scatter(
        plain,
        range(len(names)),
        s=34,
        color="white",
        edgecolor="#8a8a8a",
        linewidth=1.4,
        label=f"plain C loop: {geometric_mean(plain):.2f}×",
        zorder=2,
    )
    axes.scatter(strew, range(len(names)), s=46, color=STREW, label=f"strew: {geometric_mean(strew):.2f}×", zorder=3)
    axes.axvline(1, color=FLOOR, linewidth=1.4)
    axes.set_xlim(min(0.9, *(value * 0.93 for value in strew + plain)), maximum * 1.12)
    axes.set_xlabel("1× is what the machine allows · one thread\n", fontsize=9)
    _legend(axes)


def _better(entry: dict, name: str) -> tuple[float, bool] | None:
    """A library's time over strew's, with its better number of threads, and whether its result has strew's bits."""
    peer = entry.get("peers", {}).get(name, {})
    found = [(peer[f"{t}t_over_strew_1t"], peer[f"same_result_{t}t"]) for t in (1, 2) if f"{t}t_over_strew_1t" in peer]
    return min(found, default=None)


def _over_strew(axes: Axes, entries: list[dict], place: str) -> None:
    title = f"Other libraries' time over strew's, {place}"
    _prepare(axes, [entry["workload"] for entry in entries], title, [0.5, 1, 2, 5, 10, 20, 50, 100])
    is_end, all_same, minimum = False, True, 0.8
    for name, (marker, colour) in MARKS.items():
        found = [(y, *better) for y, better in enumerate(_better(entry, name) for entry in entries) if better]
        if not found:
            continue
        rows, ratios, same = zip(*found)
        minimum = min(minimum, *(ratio * 0.9 for ratio in ratios))
        version = next(e["peers"][name]["version"] for e in entries if name in e.get("peers", {}))
        axes.scatter(
            [min(ratio, FARTHEST) for ratio in ratios],
            rows,
            marker=marker,
            s=36,
            facecolor=[colour if is_same else "white" for is_same in same],
            edgecolor=colour,
            linewidth=1.3,
            zorder=2,
            clip_on=False,
        )
        label = f"{name} {version}: {geometric_mean(ratios):.1f}×"
        axes.scatter([], [], marker=marker, s=36, color=colour, linewidth=1.3, label=label)
        is_end |= max(ratios) > FARTHEST
        all_same &= all(same)
    notes = [*(["hollow: not strew's bits"] if not all_same else []), *(["at the edge: farther"] if is_end else [])]
    axes.axvline(1, color=STREW, linewidth=1.8)
    axes.set_xlim(minimum, FARTHEST)
    axes.set_xlabel(
        f"1× is strew on one thread · libraries at their better of one and two threads\n{' · '.join(notes)}", fontsize=9
    )
    _legend(axes)


def _legend(axes: Axes) -> None:
    below_the_label = ScaledTranslation(0, -48 / 72, axes.figure.dpi_scale_trans)  # inches
    axes.legend(
        title="geometric means",
        title_fontsize=9,
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        bbox_transform=axes.transAxes + below_the_label,
        ncols=3,
        frameon=False,
        fontsize=9,
        handletextpad=0.3,
    )


def draw(entries: list[dict], path: Path) -> None:
    """Draws the workloads that have a floor."""
    large = [entry for entry in entries if entry["floor_ns"]]
    if not large:
        print("bench: there is nothing to draw: calls of a few nanoseconds have no floor", file=sys.stderr)
        return
    modes = list(dict.fromkeys(entry["mode"] for entry in large))
    figures = (_over_floor, _over_strew) if any("peers" in entry for entry in large) else (_over_floor,)
    rows = max(sum(entry["mode"] == mode for entry in large) for mode in modes)
    plt.rcParams.update({"font.family": "DejaVu Sans", "font.size": 9, "svg.hashsalt": "strew"})
    figure, grid = plt.subplots(
        len(modes),
        len(figures),
        figsize=(7.2 * len(figures), (1.7 + 0.36 * rows) * len(modes)),
        squeeze=False,
        layout="constrained",
    )
    for mode, line in zip(modes, grid):
        of_mode = [entry for entry in large if entry["mode"] == mode]
        for axes, draw_one in zip(line, figures):
            draw_one(axes, of_mode, mode.replace("_", " "))
    figure.savefig(path, format="svg", metadata={"Date": None})
    plt.close(figure)
