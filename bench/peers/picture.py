"""The README's figure: the time of other libraries over strew's on one thread. One file for light pages, one for dark ones."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import geometric_mean

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot as plt  # noqa: E402
from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: E402

from .plot import FARTHEST, MARKS  # noqa: E402

TITLES = {
    "onnxruntime": "ONNX Runtime",
    "openvino": "OpenVINO",
    "torch": "PyTorch",
    "numpy": "NumPy",
    "jax": "JAX",
    "tensorflow": "TensorFlow",
}

# The colours of text, grid lines and strew.
THEMES = {"light": ("#1f2328", "#d8dee4", "#0b6e4f"), "dark": ("#e6edf3", "#3d444d", "#3fb98a")}


def _label(entry: dict) -> str:
    return f"{entry['workload']}  ({entry['dtype']} {entry['reduction']})"


def _draw(entries: list[dict], path: Path, text: str, line: str, green: str) -> None:
    plt.rcParams.update({"font.family": "DejaVu Sans", "font.size": 9, "svg.hashsalt": "strew", "text.color": text})
    figure, axes = plt.subplots(figsize=(7.6, 1.3 + 0.27 * len(entries)), layout="constrained")
    for name, (marker, colour) in MARKS.items():
        every = [(entry["peers"].get(name, {}).get("1t_over_strew_1t"), y) for y, entry in enumerate(entries)]
        found = [(ratio, y) for ratio, y in every if ratio]
        if not found:
            continue
        ratios, rows = zip(*found)
        version = next(e["peers"][name]["version"] for e in entries if name in e["peers"]).split("+")[0]
        label = f"{TITLES[name]} {version}: {geometric_mean(ratios):.1f}×"
        axes.scatter([min(r, FARTHEST) for r in ratios], rows, marker=marker, s=40, color=colour, label=label, zorder=3, clip_on=False)
        for ratio, y in found:
            if ratio > FARTHEST:
                axes.annotate(f"{ratio:.0f}×", (FARTHEST, y), (-7, -3), textcoords="offset points", ha="right", fontsize=8)
    axes.axvline(1, color=green, linewidth=2.2, label="strew: 1×", zorder=2)
    axes.set_xscale("log")
    axes.set_xticks([0.5, 1, 2, 5, 10, 20, 50, 100])
    axes.set_xlim(0.5, FARTHEST)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}×"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.tick_params(which="both", length=0, colors=text)
    axes.set_yticks(range(len(entries)), [_label(entry) for entry in entries])
    axes.set_ylim(len(entries) - 0.5, -0.5)  # the first on top
    axes.grid(axis="x", color=line, linewidth=0.8)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xlabel("time over strew's, one thread: right of the line is slower than strew", color=text)
    figure.legend(loc="outside upper center", ncols=4, frameon=False, fontsize=9, handletextpad=0.4, columnspacing=1.4, labelcolor=text)
    figure.savefig(path, format="svg", transparent=True, metadata={"Date": None})
    plt.close(figure)


def draw(entries: list[dict], folder: Path) -> None:
    """Draws the workloads that were measured with other libraries, in the order of the measurements."""
    beside = [entry for entry in entries if entry["floor_ns"] and "peers" in entry]
    if not beside:
        print("bench: --picture needs --peers and a workload of more than a few nanoseconds", file=sys.stderr)
        return
    folder.mkdir(parents=True, exist_ok=True)
    for theme, colours in THEMES.items():
        _draw(beside, folder / f"peers-{theme}.svg", *colours)
