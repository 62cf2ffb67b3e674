# SPDX-License-Identifier: MIT
"""The tables that the ancestors' authors published, beside what the same kind of code does here."""

import json
import os

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "heritage.json")


def tables(doc):
    """The published tables, each row with "measured": its figures' least and greatest, or one, or
    none; each ratio with "measured": a number or None."""
    with open(FILE, encoding="utf-8") as file:
        published = json.load(file)["tables"]
    for table in published:
        for row in table["rows"]:
            figures = sorted(_figures(doc, table, row))
            if row.get("best") and figures:
                figures = figures[-1:]
            row["measured"] = sorted({figures[0], figures[-1]}) if figures else []
        for ratio in table["ratios"]:
            over = _figures(doc, table, dict(ratio, at=ratio["over"]))
            of = _figures(doc, table, dict(ratio, at=ratio["of"]))
            ratio["measured"] = max(of) / max(over) if over and of else None
    return published


def _figures(doc, table, row):
    """Of every row that is selected, at the table's size or the largest below that was timed."""
    best = {}
    for r in doc["rows"]:
        if (r["op"] == table["op"] and r["bits"] == row["bits"] and r["size"] <= table["size"]
                and all(r.get(key) == value for key, value in row["at"].items())
                and r["size"] >= best.get(r["name"], r)["size"]):
            best[r["name"]] = r
    unit = "mib_s" if table["unit"] == "MiB/s" else "cycles_per_call"
    return [r[unit] for r in best.values()]
