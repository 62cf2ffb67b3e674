# SPDX-License-Identifier: MIT
"""Formats the results for a terminal and as Markdown."""

import textwrap

from . import tables

TOP = 25  # compiled variants of one operation that the terminal shows
NOISY = "~ marks a noisy figure: too few of its samples were undisturbed."


def header(doc):
    bench, here = doc["provenance"]["bench"], doc["provenance"]
    lines = [
        f"{bench.get('cpu', '?')} ({bench.get('cpu_id', '')}), {here.get('system', '')}, "
        f"Linux {here.get('kernel', '')}; {bench.get('date', '')}",
        f"clock: {bench.get('clock_description', '?')}; oldguard {bench.get('oldguard', '?')} "
        f"{here.get('commit', '')}",
    ]
    if not doc["complete"]:
        lines.append("INCOMPLETE: not measured: " + ", ".join(doc["missing"]))
    return lines


def text(doc, made):
    """Returns the report for a terminal. made: tables.every(doc). The summary is last, so that it stays visible."""
    out = [*header(doc), NOISY]
    for table in made:
        if table.group == tables.HERE:
            out += ["", *aligned(table, _shown(table.rows))]
    for table in made:
        if table.group == tables.THEN:
            out += ["", *aligned(table, table.rows)]
    found = textwrap.wrap(made[0].failed or made[0].note, 100, break_on_hyphens=False)
    out += ["", *found, "", *problems(doc, made)]
    return "\n".join(out).rstrip() + "\n"


def markdown(doc, made):
    out = ["# Results of the lab", "", *(line + "  " for line in header(doc)), NOISY]
    for table in made:
        out += ["", f"## {table.title}", "", table.failed or table.note]
        if table.rows:
            out += [
                "",
                piped(table.columns),
                "|---" * len(table.columns) + "|",
                *(piped(row.cells) for row in table.rows),
            ]
    out += ["", *problems(doc, made)]
    return "\n".join(out).rstrip() + "\n"


def problems(doc, made):
    return (
        [f"note: {note}" for note in doc["notes"]]
        + [f"problem: {v['name']}, {v['bits']}-bit: {v['problem']}" for v in doc["variants"] if v["problem"]]
        + [f"problem: {p}" for p in doc["problems"]]
        + [
            f'problem: the table "{table.title}" could not be made: {table.failed}'
            for table in made
            if table.failed
        ]
        + [
            f"not found: {p['library']}, {p['bits']}-bit: {p.get('why', '')}"
            for p in doc["peers"]
            if not p["found"]
        ]
    )


def _shown(rows):
    """Returns all rows except the compiled ones, and the TOP best of the compiled ones."""
    compiled = [row for row in rows if row.kind == "compiled"][:TOP]
    return [row for row in rows if row.kind != "compiled" or row in compiled]


def aligned(table, rows):
    """Returns the lines of a table for a terminal: its title, and its rows in columns."""
    if not table.rows:
        return [f"{table.title}: could not be made: {table.failed}"]
    fewer = f": the best {len(rows)} of {len(table.rows)}" if len(rows) < len(table.rows) else ""
    lines = [table.columns, *(row.cells for row in rows)]
    widths = [max(map(len, cells)) for cells in zip(*lines)]
    note = f"{', ' if table.group == tables.HERE else '. '}{table.note}" if table.note else ""
    return [f"{table.title}{note}{fewer}"] + [
        "  ".join(
            [f"{cells[0]:<{widths[0]}}"] + [f"{cell:>{width}}" for cell, width in zip(cells[1:], widths[1:])]
        )
        for cells in lines
    ]


def piped(cells):
    """Returns a row of a table in Markdown."""
    return "| " + " | ".join(cells) + " |"
