# SPDX-License-Identifier: MIT
"""Boxes, words and arrows as SVG. All colours are classes of the style sheet, so one drawing suits both themes."""

from dataclasses import dataclass
from html import escape


@dataclass
class Drawing:
    svg: str
    caption: str


class Canvas:
    def __init__(self, width, height, title):
        self.width, self.height, self.title, self.out = width, height, title, []

    def text(self, x, y, text, style="", anchor="start", size=None):
        size = f' font-size="{size}"' if size else ""
        style = f' class="{style}"' if style else ""
        self.out.append(
            f'<text x="{x:g}" y="{y:g}"{style} text-anchor="{anchor}"{size}>{escape(str(text))}</text>'
        )

    def box(self, x, y, w, h, text="", style="", size=None, fill=""):
        """Draws a box with a text in its middle. fill: a class c0 to c6 that colours it."""
        tint = f' class="{fill}" fill-opacity=".75"' if fill else ' class="box"'
        self.out.append(f'<rect{tint} x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="3"/>')
        if text != "":
            self.text(x + w / 2, y + h / 2 + 4.5, text, style, "middle", size)

    def row(self, x, y, name, texts, w, h=26, styles=(), size=None):
        """Draws a register: its name on the left and a box for each element."""
        if name:
            self.text(x - 8, y + h / 2 + 4.5, name, "s", "end", 12)
        for i, text in enumerate(texts):
            self.box(x + i * w, y, w - 1, h, text, styles[i] if i < len(styles) else "", size)

    def arrow(self, x1, y1, x2, y2, hot=False):
        style = "hot" if hot else "ln"
        self.out.append(f'<path class="{style}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}" marker-end="url(#arrow)"/>')

    def drawing(self, caption):
        head = (
            f'<svg viewBox="0 0 {self.width} {self.height}" role="img" aria-label="{escape(self.title)}">'
            '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" '
            'orient="auto"><path d="M0 0L8 4L0 8z" fill="currentColor"/></marker></defs>'
        )
        return Drawing(head + "".join(self.out) + "</svg>", caption)
