# SPDX-License-Identifier: MIT
"""Bars and curves as SVG that takes the page's colours."""

import html
import io
import re
import statistics

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402 (the backend has to be chosen first)
from matplotlib.ticker import LogLocator  # noqa: E402

from . import figures  # noqa: E402

INK = "#123457"         # stands for the page's text colour
COLOURS = {"kernel": "#2f7fd0", "compiled": "#8a8f98", "peer": "#d9822b", "managed": "#7b5cc4"}
MOST = 22               # bars of one chart
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "oldguard", "text.color": INK, "axes.edgecolor": INK,
         "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "font.size": 9,
         "font.family": "sans-serif", "axes.spines.top": False, "axes.spines.right": False}


def bars(lines):
    """The lines at their main size, the best on top, a whisker over the middle half of the samples."""
    others = [line for line in lines if line["kind"] != "compiled"]
    room = max(MOST - len(others), 4)
    kept = [line for line in lines if line["kind"] != "compiled"] + [
        line for line in lines if line["kind"] == "compiled"][:room]
    shown = sorted(kept, key=lambda line: line["main"]["cycles_per_call"])
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(7.2, 0.6 + 0.24 * len(shown)))
        for at, line in enumerate(shown):
            value, unit = figures.figure(line["main"])
            axes.barh(at, value, color=COLOURS[line["kind"]], height=0.72)
            low, high = _middle(line["main"], value)
            axes.plot((low, high), (at, at), color=INK, linewidth=1)
            axes.annotate(figures.number(value), (max(value, high), at), xytext=(4, 0),
                          textcoords="offset points", va="center", fontsize=8)
        axes.set_yticks(range(len(shown)), [figures.label(line) for line in shown])
        axes.invert_yaxis()
        axes.set_xlabel(unit)
        return _svg(figure, "Bars, the best on top: " + ", ".join(
            f"{figures.label(line)} {figures.number(figures.figure(line['main'])[0])}"
            for line in shown[:5]))


def curves(lines, sizes):
    """Cost over message size, both on logarithmic axes: kernels, rivals, the best of each C kernel."""
    shown, stems = [], set()
    for line in lines:
        if line["kind"] == "compiled":
            if line["stem"] in stems:
                continue
            stems.add(line["stem"])
        if len(line["cells"]) > 1:
            shown.append(line)
    if not shown or len(sizes) < 2:
        return ""
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(7.2, 3.6))
        for line in shown[:14]:
            points = sorted(line["cells"])
            axes.loglog(points, [figures.figure(line["cells"][s])[0] for s in points], marker=".",
                        label=figures.label(line), linestyle="-" if line["kind"] == "kernel" else "--")
        axes.set_xticks(sizes, [figures.size(s) for s in sizes])
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 1.5, 2, 3, 5, 7)))
        axes.yaxis.set_major_formatter(lambda value, _: figures.number(value))
        axes.minorticks_off()
        axes.set_xlabel("message size")
        axes.set_ylabel(figures.figure(next(iter(shown[0]["cells"].values())))[1])
        axes.legend(fontsize=7, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
        return _svg(figure, "Curves of cost over message size")


def _middle(row, value):
    """The middle half of the samples in the unit of `value`."""
    samples = row.get("cycles", [])
    if len(samples) < 4 or not row["cycles_per_call"]:
        return value, value
    low, _, high = statistics.quantiles(samples, n=4)
    scale = value / row["cycles_per_call"]
    return low * scale, high * scale


def _svg(figure, words):
    out = io.StringIO()
    figure.savefig(out, format="svg", bbox_inches="tight", transparent=True, metadata={"Date": None})
    plt.close(figure)
    svg = out.getvalue()
    svg = svg[svg.index("<svg"):].replace(INK, "currentColor")
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    return svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(words)}"', 1)
