# SPDX-License-Identifier: MIT
"""Writes the results as one self-contained HTML file."""

import itertools
import os
import re

import jinja2
from markupsafe import Markup

from . import charts, report_text, tables

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")


def html(doc, made):
    """Returns the page. made: tables.every(doc). If a chart cannot be drawn, its table shows the reason."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    for table in made:
        if table.operation:
            _draw(table)
    first, *others = made
    return environment.get_template("page.html").render(
        doc=doc,
        header=report_text.header(doc),
        first=first,
        groups=[
            (name, list(members)) for name, members in itertools.groupby(others, lambda table: table.group)
        ],
        problems=report_text.problems(doc, made),
        about=tables.ABOUT,
        noisy=report_text.NOISY,
        identifier=_identifier,
    )


def _draw(table):
    try:
        table.charts = [Markup(chart(table.operation)) for chart in (charts.bars, charts.curves)]
    except Exception as error:  # the table itself and the rest of the page are written
        table.failed = f"its charts: {type(error).__name__}: {error}"


def _identifier(title):
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
