# SPDX-License-Identifier: MIT
"""Times the older code of other libraries, which they choose if features of the processor are hidden from them."""

import json
import os

from . import results
from .bench import BenchError

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "masked.json")
BEST = "SHA-NI"  # the path that every run hides
PART = 4  # of the budget of a part that each run gets


def rows(bench, peers, sizes, budget, quick):
    """Returns (rows, problems) of one run of the bench for each set of hidden features.

    A row is called `library.features`, such as openssl.avx2. A library that used the SHA instructions all the same is
    a problem.
    """
    with open(FILE, encoding="utf-8") as file:
        described = json.load(file)
    found, problems = [], []
    for run in described["runs"]:
        try:
            report = bench.run(
                64, peers, described["peers"], sizes, budget / PART, quick, environment=run["hide"]
            )
        except BenchError as error:
            problems.append(f"{run['path']} of other libraries: {error}")
            continue
        problems += [line for line in report["problems"] if line not in problems]
        of_operation = [row for row in report["rows"] if row["op"] in described["operations"] and row["peer"]]
        for row in of_operation:
            if row.get("path") == BEST:
                problems.append(f"{row['kernel']} used {BEST} although it was hidden")
        report["rows"] = [_named(row, run) for row in of_operation if row.get("path") != BEST]
        found += results.merged([report], [], {})["rows"]
    return found, problems


def _named(row, run):
    library = row["kernel"].partition(".")[0]
    return row | {"kernel": f"{library}.{run['features']}", "path": f"{run['path']}, better ones masked"}
