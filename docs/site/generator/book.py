# SPDX-License-Identifier: MIT
"""Everything that pages are made from, gathered once."""

import re

import drawings
from drawings.svg import Drawing
from markupsafe import Markup

from . import kernels, machines, notes, tables, then, traces
from .charts import Charts
from .errors import SiteError
from .markdown import Links
from .paths import listed, read, read_json
from .proofs import Proofs
from .words import Words

FOLDERS = ("docs", "docs/ways", "docs/then")  # every Markdown file of these has a page


class Book:
    def __init__(self, only=()):
        self.names = kernels.names()
        self.kernels = kernels.gather(only)
        self.stems = {kernel.stem for kernel in self.kernels}
        self.by_stem = {kernel.stem: kernel for kernel in self.kernels}
        self.machines = machines.gather()
        if not only:
            machines.check_limits({kernel.stem: dict(kernel.operations) for kernel in self.kernels})
        self.charts = Charts(self.names, self.stems)
        self.proofs = Proofs()
        self.sections = notes.sections()
        self.note_titles = {page: title_of(f"{notes.FOLDER}/{page}.md") for page in notes.pages()}
        self.documents = read_json("docs/site/pages.json")
        made = tables.tables(self.kernels, self.names) | then.tables(self.machines, self.stems)
        self.links = Links(self._pages(), self.stems, made)
        self.check_documents()
        self.words = Words({file: read(file) for file in self.links.pages if file.endswith(".md")})
        self.traces = traces.gather(self.kernels)
        self.version = re.search(r"project\(oldguard VERSION ([0-9.]+)", read("CMakeLists.txt"))[1]

    def check_documents(self):
        """Refuses a file of the manual without a page."""
        for folder in FOLDERS:
            for name in listed(folder, ".md"):
                file = f"{folder}/{name}"
                if name != "README.md" and file not in self.links.pages:
                    raise SiteError(file, 1, "no page is made from this file: add it to docs/site/pages.json")

    def _pages(self):
        """Returns {file of the repository: URL of the page made from it}."""
        entries = [entry for key in ("pages", "then", "ways") for entry in self.documents[key]]
        found = {"README.md": "get.html"} | {entry["file"]: entry["url"] for entry in entries}
        found |= {f"{notes.FOLDER}/{page}.md": f"notes/{page}.html" for page in notes.pages()}
        manual = [name.removesuffix(".md") for name in listed("docs/man", ".md") if name != "README.md"]
        found |= {f"docs/man/{name}.md": f"ref/{name}.html" for name in manual}
        found |= {kernel.file: f"kernels/{kernel.stem}.html" for kernel in self.kernels}
        return found | {
            "docs/kernels": "notes.html",
            "docs/man": "ref/command.html",
            "docs/ways": "ways.html",
            "docs/then": "then.html",
            "include/oldguard": "ref/c.html",
        }

    def machines_for(self, kernel):
        """Returns the machines that measured kernels of an architecture."""
        return [m for m in self.machines if m.doc["provenance"].get("machine", "x86_64") in _names_of(kernel)]

    @staticmethod
    def drawing(kernel):
        """Returns the drawing of a kernel's layout. Refuses a kernel whose folder has none."""
        draw = drawings.layout(kernel.stem, kernel.folder)
        if draw is None:
            raise SiteError(
                kernel.file,
                1,
                f"no drawing of its layout: add {kernel.folder} to docs/site/drawings/__init__.py",
            )
        found = draw(kernel)
        return Drawing(Markup(found.svg), found.caption)


def _names_of(kernel):
    return ("aarch64", "arm64") if kernel.arch.name == "a64" else ("x86_64",)


def title_of(file):
    """Returns the first heading of a Markdown file."""
    return re.search(r"(?m)^# (.*)$", read(file))[1].replace("`", "")
