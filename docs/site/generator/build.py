# SPDX-License-Identifier: MIT
"""Builds the whole site in memory."""

import json
import os

import jinja2
from markupsafe import Markup, escape

from . import (
    chart_pages,
    get_page,
    instruction_pages,
    kernel_pages,
    prose_pages,
    reference_pages,
    watch_pages,
)
from .book import Book, title_of
from .output import Site
from .paths import SITE

# (URL, name, prefixes of the pages of that part)
NAVIGATION = [
    ("index.html", "Kernels", ("kernels/", "speed/")),
    ("get.html", "Get it", ()),
    ("watch.html", "Watch it run", ("watch/",)),
    ("ways.html", "Ways in", ("in/",)),
    ("then.html", "Then and now", ("then/",)),
    ("ref.html", "Reference", ("ref/", "notes")),
]
SECTIONS = [chart_pages, get_page, kernel_pages, watch_pages, instruction_pages, prose_pages, reference_pages]


def build(only=(), source=""):
    """Returns the Site. `only`: the stems of the kernels to contain, none for all. `source`: the address of the
    repository, to which pages link."""
    book, site = Book(only), Site()
    book.reference, book.family_links = [], _family_links(book)
    site.environment.globals |= {"navigation": NAVIGATION, "version": book.version}
    site.environment.globals |= {"repository": source, "ref": _reference(book)}
    for section in SECTIONS:
        section.add(site, book)
    folder = os.path.join(SITE, "static")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            site.add(name, file.read())
    index = json.dumps(site.index, ensure_ascii=False, separators=(",", ":"))
    site.add("search.js", f"OG_INDEX={index};\n")
    site.add("sitemap.txt", "".join(f"{path}\n" for path in sorted(site.files) if path.endswith(".html")))
    return site


def _family_links(book):
    """Returns {family: [(URL, text)]}: the pages that the front page names below a family."""
    found = {}
    for entry in book.documents["then"]:
        for family, about in book.names["families"].items():
            if about["story"] == entry["table"]:
                found.setdefault(family, []).append(
                    (entry["url"], f"Then and now: {title_of(entry['file'])}")
                )
    return found


def _reference(book):
    """Returns the function `ref` of templates: a link to the page of a file, or the text alone if the site has
    no page for it."""

    @jinja2.pass_context
    def ref(context, file, text):
        url = book.links.pages.get(file)
        return Markup(f'<a href="{context["up"]}{url}">{escape(text)}</a>') if url else text

    return ref
