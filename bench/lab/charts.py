# SPDX-License-Identifier: MIT
"""Draws the charts of the page, in its colours and at any width. Bars are HTML, so their text keeps its size.
Curves are SVG without a view box, with horizontal positions in per cent."""

import html
import math

from . import figures

MOST_BARS, MOST_CURVES = 22, 14
COLOURS = ("#2f7fd0", "#d9822b", "#2e9e6b", "#c44e52", "#8a63c9", "#9b7b3c", "#d068a8", "#5f8f9f")
DASHES = {"kernel": "none", "peer": "7 4", "compiled": "2 4", "managed": "9 3 2 3"}
HEIGHT, TOP, BOTTOM = 260, 14, 26  # pixels
LEFT, RIGHT = 14, 91  # per cent of the width


def bars(operation):
    """Draws a bar for each line at its main size, the fastest first. The pale end of a bar shows the median."""
    others = [line for line in operation.lines if line["kind"] != "compiled"]
    room = max(MOST_BARS - len(others), 4)
    compiled = [line for line in operation.lines if line["kind"] == "compiled"][:room]
    shown = [line for line in operation.lines if line in others or line in compiled]
    most = max(figures.figure(line["main"]) for line in shown)
    return "\n".join(['<div class="bars">', *(_bar(line, most) for line in shown), "</div>"])


def _bar(line, most):
    row = line["main"]
    least = figures.figure(row) / most
    median = min(1, least * (figures.middle(row) or 1))
    return (
        f'<span>{html.escape(figures.label(line))}</span><div class="{line["kind"]}">'
        f'<i style="--part:{median:.4f}"><b style="--part:{least / median:.4f}"></b></i>'
        f"{figures.marked(row)}</div>"
    )


def curves(operation):
    """Draws cost over message size with logarithmic axes: the kernels, the peers and the best variant of each C
    kernel. Returns "" if fewer than two sizes were timed."""
    shown = _curves(operation.lines)[:MOST_CURVES]
    if not shown:
        return ""
    values = [figures.figure(row) for line in shown for row in line["cells"].values()]
    across = _scale(operation.sizes, LEFT, RIGHT)
    down = _scale(values, HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg role="img" aria-label="Cost over message size, {html.escape(operation.unit)}" '
        f'width="100%" height="{HEIGHT}">'
    ]
    for tick in _ticks(min(values), max(values)):
        parts.append(
            f'<line class="grid" x1="{LEFT}%" x2="100%" y1="{down(tick):.1f}" '
            f'y2="{down(tick):.1f}"/><text x="{LEFT - 2}%" y="{down(tick) + 4:.1f}" '
            f'text-anchor="end">{figures.number(tick)}</text>'
        )
    parts += [
        f'<text x="{across(size):.1f}%" y="{HEIGHT - 6}" text-anchor="middle">' f"{figures.size(size)}</text>"
        for size in operation.sizes
    ]
    looks = _looks(shown)
    for line, look in zip(shown, looks):
        places = [(across(size), down(figures.figure(row))) for size, row in sorted(line["cells"].items())]
        parts.append(
            f'<g class="curve" {look}>'
            + "".join(
                f'<line x1="{x:.1f}%" y1="{y:.1f}" x2="{to:.1f}%" y2="{end:.1f}"/>'
                for (x, y), (to, end) in zip(places, places[1:])
            )
            + "".join(f'<circle cx="{x:.1f}%" cy="{y:.1f}" r="3.5"/>' for x, y in places)
            + "</g>"
        )
    key = [
        f'<li><svg width="36" height="12"><g class="curve" {look}>'
        '<line x1="0" y1="6" x2="36" y2="6"/><circle cx="18" cy="6" r="3.5"/></g></svg> '
        f"{html.escape(figures.label(line))}</li>"
        for line, look in zip(shown, looks)
    ]
    return "\n".join([*parts, "</svg>", '<ul class="key">', *key, "</ul>"])


def _curves(lines):
    shown, stems = [], set()
    for line in lines:
        if line["kind"] == "compiled" and line["stem"] in stems:
            continue
        stems.add(line["stem"])
        if len(line["cells"]) > 1:
            shown.append(line)
    return shown


def _looks(lines):
    """Returns attributes for each line that differ from those of every other line. The dashes show the kind. The
    lines of a kind have different colours; when the colours repeat, the points are hollow."""
    counts, looks = {}, []
    for line in lines:
        number = counts[line["kind"]] = counts.get(line["kind"], -1) + 1
        colour = COLOURS[number % len(COLOURS)]
        looks.append(
            f'stroke="{colour}" stroke-dasharray="{DASHES[line["kind"]]}" '
            f'fill="{colour if number < len(COLOURS) else "var(--paper)"}"'
        )
    return looks


def _scale(values, start, end):
    """Returns the function that maps the least value to `start` and the greatest to `end`, logarithmically."""
    low, high = math.log(min(values)), math.log(max(values))
    span = high - low
    return lambda value: start + (end - start) * ((math.log(value) - low) / span if span else 0.5)


def _ticks(low, high):
    """Returns the steps 1, 1.5, 2, 3, 5, 7, 10, ... within the range, or the ends of the range if it contains
    fewer than two steps."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = [lead * 10.0**power for power in powers for lead in (1, 1.5, 2, 3, 5, 7)]
    found = [step for step in steps if low <= step <= high]
    return found if len(found) > 1 else sorted({low, high})
