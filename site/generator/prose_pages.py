# SPDX-License-Identifier: MIT
"""Pages made from Markdown of the repository: the manual, lab notes."""

from markupsafe import Markup

from . import markdown, notes
from .book import title_of
from .paths import read


def add(site, book):
    for entry in book.documents["pages"]:
        document(site, book, entry["file"], entry["url"], ("ref.html", "Reference"), entry["text"])
    for page, title in book.note_titles.items():
        file = f"{notes.FOLDER}/{page}.md"
        document(site, book, file, f"notes/{page}.html", ("notes.html", "Lab notes"), f"Lab notes: {title}")
    site.page(
        "notes.html",
        "list.html",
        "Lab notes",
        "What was measured, what helped and what did not, by family",
        heading="Lab notes",
        lead="One page for each family of kernels: what was measured, what helped and what did not.",
        groups=[("", [(f"notes/{p}.html", title, _about(book, p)) for p, title in book.note_titles.items()])],
    )


def _about(book, page):
    """Returns the names of the kernels that a page of notes describes."""
    headings = [s.heading for s in book.sections if s.page == page]
    return f"{len(headings)} sections"


def document(site, book, file, url, crumb, description):
    """Adds the page of a Markdown file."""
    up = "../" * url.count("/")
    html, headings = markdown.render(read(file), book.links, file, up)
    site.page(
        url,
        "prose.html",
        title_of(file),
        description,
        words=" ".join(text for _, _, text in headings).lower(),
        crumb=crumb,
        source=file,
        html=Markup(html),
        contents=[(level, ident, text) for level, ident, text in headings if level in (2, 3)],
    )
