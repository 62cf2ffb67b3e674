# SPDX-License-Identifier: MIT
"""Pages made from Markdown of the repository: the manual, lab notes."""

from markupsafe import Markup

from . import markdown, notes
from .book import title_of
from .paths import read


def add(site, book):
    _listed(
        site,
        book,
        "ways",
        "Ways in",
        "One page for each task: what to type, and what it prints",
        "One page for each task: what to type, and what it prints. Tests run every command.",
        "how to tutorial example",
    )
    _listed(
        site,
        book,
        "then",
        "Then and now",
        "Four programs of 1996 to 2012, with their figures beside those of today",
        "Four programs of 1996 to 2012, faster than compiled code, with their figures beside those of today.",
        "history nayuki libdes mono story",
    )
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


def _listed(site, book, key, title, description, lead, words):
    """Adds the pages of a list of pages.json, and the page KEY.html that lists them."""
    entries = book.documents[key]
    for entry in entries:
        document(site, book, entry["file"], entry["url"], (f"{key}.html", title), entry["text"])
    site.page(
        f"{key}.html",
        "list.html",
        title,
        description,
        words=words,
        heading=title,
        lead=lead,
        groups=[("", [(entry["url"], title_of(entry["file"]), entry["text"]) for entry in entries])],
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
        words=" ".join(text for _, _, text in headings).lower() + " " + book.words.of(file),
        crumb=crumb,
        source=file,
        html=Markup(html),
        contents=[(level, ident, text) for level, ident, text in headings if level in (2, 3)],
    )
