# SPDX-License-Identifier: MIT
"""Writes the report as one HTML page, which loads nothing from elsewhere: templates/page.html."""

from typing import Any

import jinja2

from .names import from_columns
from .report import NOTABLE, WAKE, Report, Summary, name_of
from .text import number, printable, size

LISTED = 1000  # rows of a table; the others are only counted
BUCKETS = 60  # columns of the time line

NAMES = {"sha1": "SHA-1", "whirlpool": "Whirlpool"}
MEANING = {
    "ok": "as listed",
    "skipped": "not read: unchanged, or in an archive",
    "new": "there, not listed",
    "moved": "listed elsewhere with the same content",
    "duplicate": "not listed, the same content as a listed object",
    "changed": "another digest, and the object was written",
    "missing": "listed, not there",
    "unreadable": "could not be read",
    "corrupt": "another digest, though nobody wrote the object",
}
TIMES = f"""
WITH t AS (SELECT epoch(checked_at) AS moment, {WAKE} AS wake FROM final WHERE source <> 'carried'),
span AS (SELECT min(moment) AS low, greatest(max(moment) - min(moment), 0.001) AS width FROM t)
SELECT least(cast(floor((moment - low) / width * {BUCKETS}) AS INTEGER), {BUCKETS - 1}) AS bucket, count(*),
    count(*) FILTER (WHERE wake) FROM t, span GROUP BY 1 ORDER BY 1
"""


def _bars(report: Report) -> list[tuple[str, int, float, str]]:
    """Returns the bars of the time line: the class, the column, the height in percent and the title."""
    rows = report.db.execute(TIMES).fetchall()
    highest = max((count for _, count, _ in rows), default=1)
    bars = []
    for bucket, count, wake in rows:
        title = f"{number(count)} objects, {number(wake)} need attention"
        bars.append(("ok", bucket, 96 * count / highest, title))
        if wake:
            bars.append(("corrupt", bucket, max(96 * wake / highest, 2), title))
    return bars


def _row(row: dict[str, Any]) -> dict[str, Any]:
    name = printable(name_of(row))
    if row["moved_from"] is not None:
        name = f"{printable(from_columns(row['moved_from'], row['moved_from_b64']))} → {name}"
    digests = (("was", "expected"), ("is", "digest"), ("first read", "first_digest"))
    differs = row["status"] in ("corrupt", "changed")
    return {
        "status": row["status"],
        "attacked": row["attacked"],
        "name": name,
        "digests": [(label, printable(row[one])) for label, one in digests if row[one] and differs],
        "error": printable(row["error"] or ""),
        "size": "" if row["size"] is None else size(row["size"]),
    }


def as_page(report: Report, summary: Summary) -> str:
    """Returns the page."""
    about = report.job.about
    other = f"{NOTABLE} AND NOT {WAKE}" + ("" if about.expectations else " AND status <> 'new'")
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
    environment.filters.update(number=number, size=size)
    return environment.get_template("page.html").render(
        summary=summary,
        source=printable(about.source),
        algorithm=NAMES[about.algorithm],
        detects=about.detect and about.algorithm == "sha1",
        planned=printable(about.planned_at[:19].replace("T", " ")),
        octets=sum(octets for _, octets in summary.statuses.values()),
        meaning=MEANING,
        buckets=BUCKETS,
        bars=_bars(report),
        urgent=[*map(_row, report.rows(WAKE, LISTED))],
        urgent_count=report.one(f"SELECT count(*) FROM final WHERE {WAKE}"),
        others=[*map(_row, report.rows(other, LISTED))],
        others_count=report.one(f"SELECT count(*) FROM final WHERE {other}"),
    )
