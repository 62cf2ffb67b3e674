# SPDX-License-Identifier: MIT
"""The tables of README.md and docs/results/, from the results that are committed there."""

import json
import os
import re
import sys

from . import figures, report_text, results
from .build import ROOT

FOLDER = os.path.join(ROOT, "docs", "results")
README = os.path.join(ROOT, "README.md")
CHOICE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "readme.json")
SAMPLES = ("cycles", "rejected")    # of a row; the tables need none of them
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"


def keep(path, name):
    """Put results into docs/results/ as name.json: without samples, a row a line."""
    doc = results.read(path)
    rows = [json.dumps({k: v for k, v in row.items() if k not in SAMPLES}, separators=(",", ":"))
            for row in doc["rows"]]
    head = json.dumps({**doc, "rows": []}, indent=1)
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, name + ".json"), "w", encoding="utf-8") as file:
        file.write(head.replace('"rows": []', '"rows": [\n' + ",\n".join(rows) + "\n]") + "\n")


def update(check):
    """Write them, or with `check` only tell which are not what the results say; the exit status."""
    stale = [(path, content) for path, content in _files() if _read(path) != content]
    for path, content in stale:
        if check:
            print(f"oldguard-lab: {os.path.relpath(path, ROOT)} is not what docs/results says: run "
                  "`oldguard-lab docs`", file=sys.stderr)
            continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
    return 1 if check and stale else 0


def _files():
    """(path, what it should hold); nothing before the first results are there."""
    if not os.path.isdir(FOLDER):
        return
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(".json"):
            doc = results.read(os.path.join(FOLDER, name))
            yield os.path.join(FOLDER, name.replace(".json", ".md")), report_text.markdown(doc)
    with open(CHOICE, encoding="utf-8") as file:
        choice = json.load(file)
    doc = results.read(os.path.join(FOLDER, choice["results"]))
    yield README, _between(_read(README), readme_table(doc, choice))


def readme_table(doc, choice):
    bench = doc["provenance"]["bench"]
    lines = [f"{choice['title']}, {bench['date'][:10]}, clock: {bench['clock_description']}.", "",
             "| operation | oldguard | | OpenSSL | the best rival | |", "|---|---:|---|---:|---:|---|"]
    for row in choice["rows"]:
        ours = _find(doc, row, row["name"])
        rivals = [r for r in doc["rows"] if r["kind"] == "peer" and _same(r, row)]
        best = min(rivals, key=lambda r: r["cycles_per_call"], default=None)
        openssl = min((r for r in rivals if r["name"].startswith("openssl")),
                      key=lambda r: r["cycles_per_call"], default=None)
        lines.append(f"| {row['what']} | {_figure(ours)} | `{row['name']}` | {_figure(openssl)} | "
                     f"{_figure(best)} | {best['name'] if best else ''} |")
    return "\n".join(lines)


def _same(row, wanted):
    return all(row[key] == wanted[key] for key in ("op", "bits", "size"))


def _find(doc, wanted, name):
    for row in doc["rows"]:
        if row["name"] == name and _same(row, wanted):
            return row
    raise results.ResultError(f"{CHOICE}: {name} in {wanted['op']} at {wanted['size']} bytes is not in "
                              "the results")


def _figure(row):
    return figures.number(figures.figure(row)[0]) if row else ""


def _between(text, table):
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.S)
    return pattern.sub(lambda _: f"{BEGIN}\n{table}\n{END}", text)


def _read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""
