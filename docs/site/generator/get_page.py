# SPDX-License-Identifier: MIT
"""The page that says how to get oldguard, with README.md."""

from markupsafe import Markup

from . import markdown
from .paths import read


def add(site, book):
    text = read("README.md").partition("\n")[2]
    html, headings = markdown.render(text, book.links, "README.md", "")
    site.page(
        "get.html",
        "get.html",
        "Get it: build, install, use",
        "How to get the source, build and install it, and use it from C, Python, git and the command line",
        words=f"download clone release package uninstall license licence {book.words.of('README.md')}",
        html=Markup(html),
        contents=headings,
    )
