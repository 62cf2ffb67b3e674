# SPDX-License-Identifier: MIT
"""The figures that the authors of the originals published, and the figures of the same code here."""

import json
import os

from . import figures, same_set

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "published.json")


def tables():
    with open(FILE, encoding="utf-8") as file:
        return json.load(file)["tables"]


def measured(doc, table, row):
    """Returns the least and the greatest figure of the rows that correspond to a published one.

    Returns one figure if there is only one or if the row asks for the best, and an empty list if there is none.
    """
    found = _figures(doc, table, row["bits"], row["at"])
    return sorted({found[0], found[-1]} if not row.get("best") else {found[-1]}) if found else []


def ratio(doc, table, row):
    """Returns the speed of the code "of" divided by that of "over", None if either is missing."""
    over, of = (_figures(doc, table, row["bits"], row[key]) for key in ("over", "of"))
    return of[-1] / over[-1] if over and of else None


def _field(row, key):
    return same_set.is_native(row) if key == "native" else row.get(key)


def _figures(doc, table, bits, at):
    """Returns the sorted figures of the selected rows, each at the table's size or at the largest size below it."""
    best = {}
    for row in doc["rows"]:
        if (
            row["op"] == table["op"]
            and row["bits"] == bits
            and row["size"] <= table["size"]
            and all(_field(row, key) == value for key, value in at.items())
            and row["size"] >= best.get(row["name"], row)["size"]
        ):
            best[row["name"]] = row
    figure = figures.mib_s if table["unit"] == "MiB/s" else figures.figure
    return sorted(value for value in map(figure, best.values()) if value)
