# SPDX-License-Identifier: MIT
"""Writes the report as one HTML page, which loads nothing from elsewhere."""

import html
from typing import Any

from .names import from_columns
from .page_style import STYLE
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


def _e(text: object) -> str:
    return html.escape(str(text))


def _tiles(summary: Summary, octets: int) -> str:
    percent = 100 * summary.done // max(1, summary.total)
    tiles = [
        ("objects checked", number(summary.done), f"{percent} % of {number(summary.total)}"),
        ("bytes of them", size(octets), ""),
        ("need attention", number(summary.wake), "corrupt, missing, unreadable or attacked"),
    ]
    cells = []
    for label, value, note in tiles:
        alarm = " alarm" if label == "need attention" and summary.wake else ""
        cells.append(
            f'<div class="tile{alarm}"><b>{_e(value)}</b><span>{_e(label)}</span><i>{_e(note)}</i></div>'
        )
    return f'<div class="tiles">{"".join(cells)}</div>'


def _counts(summary: Summary) -> str:
    rows = []
    for status, (objects, octets) in summary.statuses.items():
        share = 100 * objects / max(1, summary.done)
        rows.append(
            f'<tr><td class="s {status}">{status}</td><td class="n">{number(objects)}</td>'
            f'<td class="n">{_e(size(octets))}</td><td class="bar"><span class="{status}" '
            f'style="width:{max(share, 0.5):.1f}%"></span></td><td class="m">{MEANING[status]}</td></tr>'
        )
    return (
        '<table class="counts"><thead><tr><th>status</th><th class="n">objects</th><th class="n">bytes</th>'
        f'<th class="bar">share</th><th class="m"></th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def _timeline(report: Report, summary: Summary) -> str:
    rows = report.db.execute(
        f"""WITH t AS (SELECT epoch(checked_at) AS moment, {WAKE} AS wake FROM final WHERE source <> 'carried'),
        span AS (SELECT min(moment) AS low, greatest(max(moment) - min(moment), 0.001) AS width FROM t)
        SELECT least(cast(floor((moment - low) / width * {BUCKETS}) AS INTEGER), {BUCKETS - 1}) AS bucket, count(*),
            count(*) FILTER (WHERE wake) FROM t, span GROUP BY 1 ORDER BY 1"""
    ).fetchall()
    if not rows:
        return "<p>No object was read.</p>"
    highest = max(count for _, count, _ in rows)
    bars = []
    for bucket, count, wake in rows:
        high, alarm = 96 * count / highest, 96 * wake / highest
        title = f"<title>{number(count)} objects, {number(wake)} need attention</title>"
        bars.append(
            f'<rect class="ok" x="{bucket * 10}" y="{100 - high:.1f}" width="9" height="{high:.1f}">{title}</rect>'
        )
        if wake:
            alarm = max(alarm, 2)
            bars.append(
                f'<rect class="corrupt" x="{bucket * 10}" y="{100 - alarm:.1f}" width="9" height="{alarm:.1f}"/>'
            )
    return (
        f'<svg viewBox="0 0 {BUCKETS * 10} 100" preserveAspectRatio="none" role="img" '
        f'aria-label="objects checked over time">{"".join(bars)}</svg>'
        f'<p class="ends"><span>{_e(summary.first)}</span><span>{_e(summary.last)} UTC</span></p>'
    )


def _row(row: dict[str, Any]) -> str:
    name, status = printable(name_of(row)), row["status"]
    if row["moved_from"] is not None:
        name = f"{printable(from_columns(row['moved_from'], row['moved_from_b64']))} → {name}"
    mark = ' <b class="attacked">attacked</b>' if row["attacked"] else ""
    digests = "".join(
        f"<div><i>{label}</i> <code>{_e(row[column])}</code></div>"
        for label, column in (("was", "expected"), ("is", "digest"), ("first read", "first_digest"))
        if row[column] and row["status"] in ("corrupt", "changed")
    )
    detail = f"<div>{_e(row['error'])}</div>" if row["error"] else ""
    octets = "" if row["size"] is None else size(row["size"])
    return (
        f'<tr><td class="s {status}">{status}{mark}</td>'
        f'<td class="name"><span>{_e(name)}</span>{digests}{detail}</td><td class="n">{_e(octets)}</td></tr>'
    )


def _table(report: Report, condition: str, empty: str) -> str:
    count: int = report.one(f"SELECT count(*) FROM final WHERE {condition}")
    if not count:
        return f"<p>{_e(empty)}</p>"
    rows = "".join(map(_row, report.rows(condition, LISTED)))
    more = f"<p>{number(count - LISTED)} more are in the Parquet report.</p>" if count > LISTED else ""
    return (
        f'<table class="rows"><thead><tr><th>status</th><th>object</th><th class="n">size</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>{more}"
    )


def as_page(report: Report, summary: Summary) -> str:
    """Returns the page."""
    about = report.job.about
    octets = sum(size for _, size in summary.statuses.values())
    state = "complete" if summary.complete else "not complete"
    detects = ", with detection of collision attacks" if about.detect and about.algorithm == "sha1" else ""
    planned = about.planned_at[:19].replace("T", " ")
    other = f"{NOTABLE} AND NOT {WAKE}" + ("" if about.expectations else " AND status <> 'new'")
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fixity of {_e(printable(about.source))}</title><style>{STYLE}</style></head><body><main>
<h1>Fixity of <span>{_e(printable(about.source))}</span></h1>
<p class="about">{NAMES[about.algorithm]}{detects}. Planned {planned} UTC.
The job is <b>{state}</b>.</p>
{_tiles(summary, octets)}
<h2>Objects by status</h2>{_counts(summary)}
<h2>Objects over time</h2>{_timeline(report, summary)}
<h2>Needs attention</h2>{_table(report, WAKE, "Nothing.")}
<h2>Other differences</h2>{_table(report, other, "None.")}
</main></body></html>
"""
