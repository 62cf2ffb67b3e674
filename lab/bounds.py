# SPDX-License-Identifier: MIT
"""How far kernels are from what their instructions allow."""

import json
import os
import re

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bounds.json")


def rows(doc):
    """The bounds whose kernel was measured, with the figure at the largest size that was timed."""
    with open(FILE, encoding="utf-8") as file:
        known = json.load(file)["bounds"]
    here = doc["provenance"]["bench"].get("cpu_id") or ""
    found = []
    for bound in known:
        if not re.match(bound["cpu"], here + " "):
            continue
        measured = [r for r in doc["rows"]
                    if all(r[key] == bound[key] for key in ("op", "name", "bits"))]
        if measured:
            best = min(row["cpb_min"] for row in measured)
            found.append(dict(bound, measured=best, distance=best / bound["bound"]))
    return found
