# SPDX-License-Identifier: MIT
"""Prints the measured ratios beside their targets."""

import measure


def cell(value, what):
    return f"{value:.1f} MiB" if what == "memory" else f"{value:.2f} s"


def line(row, group, usages, failures):
    """Returns the cells of one row: label, ours, other, ratio, target, result."""
    target = f"<= {row.target:g}" if row.target else ""
    names = [name for name in (row.ours, row.other) if name]
    for name in names:
        if name in failures:
            return [row.label, "", "", "", target, f"{name}: {failures[name]}"]
    ours = measure.median(usages[row.ours], row.measure)
    if not row.other:
        result = "met" if ours <= row.target else "missed"
        return [row.label, cell(ours, row.measure), "", "", f"{target} MiB", result]
    other = measure.median(usages[row.other], row.measure) * row.scale
    if other == 0:
        return [row.label, cell(ours, row.measure), cell(other, row.measure), "", target, "too short"]
    ratio = ours / other
    result = "" if not row.target else "met" if ratio <= row.target else "missed"
    return [row.label, cell(ours, row.measure), cell(other, row.measure), f"{ratio:.2f}", target, result]


HEADING = ["", "oldguard", "the other", "ratio", "target", ""]


def markdown(title, lines):
    """Returns a Markdown table of one group."""
    rows = [[title, *HEADING[1:]], *lines]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADING))]

    def text(row):
        cells = [row[0].ljust(widths[0]), *(row[i].rjust(widths[i]) for i in range(1, 5)), row[5]]
        return "| " + " | ".join(cells) + " |"

    rule = "|---|" + "---:|" * 4 + "---|"
    return "\n".join([text(rows[0]), rule, *map(text, rows[1:])])
