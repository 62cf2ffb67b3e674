# SPDX-License-Identifier: MIT
"""One file of results as a page of its own: the charts of the front page, and every table of the lab."""

from types import SimpleNamespace

from markupsafe import Markup

from lab import report_text, results, tables

from . import chart_pages
from .charts import Charts
from .output import Site
from .paths import read, read_json


def page(path):
    """Returns the page, which loads nothing. path: results of the lab or of `oldguard bench --json`. Raises
    results.ResultError."""
    doc = results.read(path)
    names = read_json("docs/site/names.json")
    book = SimpleNamespace(names=names, charts=Charts(names, ()))
    found, *others = tables.every(doc)
    failed = {table.title for table in others if table.failed}
    groups = results.groups(doc).items()
    rows = {(op, bits): rows for (op, bits), rows in groups if f"{op}, {bits}-bit" not in failed}
    machine = SimpleNamespace(rows=rows, limits=())
    template = Site().environment.get_template("results.html")
    return template.render(
        style=Markup(read("docs/site/static/style.css")),
        header=report_text.header(doc),
        noisy=report_text.NOISY,
        found=found,
        families=[
            (family["title"], chart_pages.charts(book, machine, key))
            for key, family in names["families"].items()
        ],
        tables=others,
        provenance=(doc["provenance"] | doc["provenance"]["bench"]).items(),
        problems=report_text.problems(doc, [found, *others]),
    )
