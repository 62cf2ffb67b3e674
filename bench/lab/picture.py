# SPDX-License-Identifier: MIT
"""Draws the picture of README.md as SVG: bars. The same results give the same bytes."""

import html

from . import figures

WIDTH, NAME, PLOT, LINE, TOP = 800, 268, 276, 27, 62
PALETTES = {
    "light": {"ink": "#1f2328", "pale": "#59636e", "bar": "#2f7fd0", "one": "#b35900", "paper": "#ffffff"},
    "dark": {"ink": "#e6edf3", "pale": "#9198a1", "bar": "#58a6ff", "one": "#ffab70", "paper": "#0d1117"},
}


def svg(title, comparisons, palette):
    """Draws the speed of oldguard divided by that of the best peer. A line marks the ratio 1."""
    colours, text = PALETTES[palette], html.escape
    height = TOP + LINE * len(comparisons) + 14
    scale = PLOT / max(comparison.ratio for comparison in comparisons)
    one = NAME + scale
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-labelledby="title desc" '
        f'font-family="system-ui, sans-serif" font-size="14" fill="{colours["ink"]}">',
        f'<title id="title">{text(title)}</title>',
        f'<desc id="desc">{text(words(comparisons))}</desc>',
        f'<rect width="{WIDTH}" height="{height}" rx="6" fill="{colours["paper"]}"/>',
        f'<text x="12" y="24" font-size="16" font-weight="600">{text(title)}</text>',
        f'<text x="{one:.1f}" y="{TOP - 14}" font-size="12" fill="{colours["one"]}">'
        "the best peer = 1</text>",
    ]
    for number, comparison in enumerate(comparisons):
        top = TOP + LINE * number
        ours, peer = (figures.marked(row) for row in (comparison.ours, comparison.peer))
        end = NAME + scale * comparison.ratio
        parts += [
            f'<text x="{NAME - 8}" y="{top + 14}" text-anchor="end">{text(comparison.what)}</text>',
            f'<rect x="{NAME}" y="{top}" width="{end - NAME:.1f}" height="18" ' f'fill="{colours["bar"]}"/>',
            f'<text x="{end + 6:.1f}" y="{top + 14}"><tspan font-weight="600">'
            f'{figures.times(comparison.ratio)}</tspan> '
            f'<tspan font-size="12" fill="{colours["pale"]}">'
            f"{ours} {figures.unit(comparison.ours)[0]}, {text(comparison.peer_name)} {peer}"
            "</tspan></text>",
        ]
    parts.append(
        f'<path d="M{one:.1f} {TOP - 10}V{height - 10}" stroke="{colours["one"]}" ' 'stroke-dasharray="3 3"/>'
    )
    return "\n".join([*parts, "</svg>\n"])


def words(comparisons):
    """Returns a description of the picture."""
    first, last = comparisons[0], comparisons[-1]
    least, most = figures.number(last.ratio), figures.number(first.ratio)
    return (
        f"oldguard is {least} times ({last.what}) to {most} times ({first.what}) as fast as " "the best peer."
    )
