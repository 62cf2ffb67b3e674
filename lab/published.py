# SPDX-License-Identifier: MIT
"""What the authors of the originals published, and what the same kind of code does here."""

import json
import os

from . import figures

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "published.json")


def tables():
    with open(FILE, encoding="utf-8") as file:
        return json.load(file)["tables"]


def measured(doc, table, row):
    """Returns the least and the greatest figure of the rows that answer to a published one; one
    figure where there is one or the best is asked for; an empty list where there is none."""
    found = _figures(doc, table, row["bits"], row["at"])
    return sorted({found[0], found[-1]} if not row.get("best") else {found[-1]}) if found else []


def ratio(doc, table, row):
    """Returns how many times as fast as "over" the code "of" is, None where either is missing."""
    over, of = (_figures(doc, table, row["bits"], row[key]) for key in ("over", "of"))
    return of[-1] / over[-1] if over and of else None


def _figures(doc, table, bits, at):
    """Returns, in order, the figure of every row that is selected, at the table's size or at the
    largest size below it."""
    best = {}
    for row in doc["rows"]:
        if (
            row["op"] == table["op"]
            and row["bits"] == bits
            and row["size"] <= table["size"]
            and all(row.get(key) == value for key, value in at.items())
            and row["size"] >= best.get(row["name"], row)["size"]
        ):
            best[row["name"]] = row
    figure = figures.mib_s if table["unit"] == "MiB/s" else figures.figure
    return sorted(value for value in map(figure, best.values()) if value)
