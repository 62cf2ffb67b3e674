# SPDX-License-Identifier: MIT
"""The limits that a processor sets to a kernel, beside what was measured."""

import json
import os
import re

from . import figures

TIE = 0.02  # of a figure: a smaller difference says nothing
FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "limits.json")


def known():
    """Returns all limits, dictionaries as in limits.json."""
    with open(FILE, encoding="utf-8") as file:
        return json.load(file)["limits"]


def rows(doc):
    """Returns the limits of this processor whose kernel was measured.

    Each is a dictionary as in limits.json, with "measured": the least figure over all sizes, and its "unit".
    """
    here = doc["provenance"]["bench"].get("cpu_id") or ""
    found = []
    for limit in known():
        measured = [
            row for row in doc["rows"] if all(row[key] == limit[key] for key in ("op", "name", "bits"))
        ]
        if measured and re.match(limit["cpu"], here + " "):
            best = min(measured, key=figures.figure)
            found.append(dict(limit, measured=figures.figure(best), unit=figures.unit(best)[0]))
    return found
