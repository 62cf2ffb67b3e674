# SPDX-License-Identifier: MIT
"""Formats the record of the model for a terminal and as docs/model.md."""

import textwrap

from .. import figures
from ..report_text import aligned, piped
from ..tables import HERE, Table
from ..tables import Row as Cells
from .record import figure

WIDTH = 105
TITLE = "# Speed of the AArch64 kernels: a model"
INTRODUCTION = """\
No figure on this page is a measurement. Each is a **model**: what llvm-mca of LLVM {llvm} computes for the \
instructions of the main loop, repeated without end, with loads that hit the first cache, without branches that \
are mispredicted and without the cost of a call. `make model` makes this page and `model.json`; [lab.md](lab.md) \
describes how.

For the SHA-1 code of OpenSSL the model gives 2.56 cycles/byte on Cortex-A53 and 2.22 on Cyclone. The table in \
OpenSSL's own source says 2.24 and 2.31, measured. The models do not know whether a scheduler takes the oldest \
instruction first, on which the order of `sha1_a64_ce` relies, which copies a core executes at renaming, how \
quickly a load gets what a store has just written, or what the front end fetches of long unrolled code.

**instructions** counts those of an iteration, in which inner loops are written out, and the column after it \
the work of an iteration. Where the chaining value is in memory (a call for each block), loads wait for earlier \
stores. Other implementations are in *italics*, with their versions."""
UNITS = {"byte": "bytes", "iteration": "iterations", "call": "calls"}


def made(doc):
    """Returns a table for each operation."""
    found = []
    for op in dict.fromkeys(row["op"] for row in doc["rows"]):
        rows = [row for row in doc["rows"] if row["op"] == op]
        unit = rows[0]["unit"]
        found.append(
            Table(
                op,
                HERE,
                note=f"model, cycles/{unit}",
                columns=["code", "instructions", UNITS[unit], *(core["name"] for core in doc["cores"])],
                rows=[Cells(_cells(doc, row), row["kind"]) for row in rows],
            )
        )
    return found


def _cells(doc, row):
    numbers = [figure(row, core["mcpu"]) for core in doc["cores"]]
    return [row["name"], f"{row['instructions']:,}", f"{row['units']:,}", *map(figures.number, numbers)]


def text(doc):
    lines = [
        f"A model, not a measurement: llvm-mca of LLVM {doc['llvm']}, the main loop repeated without end."
    ]
    for table in made(doc):
        lines += ["", *aligned(table, table.rows)]
    lines += ["", *(f"{core['name']}: -mcpu={core['mcpu']}. {core['about']}." for core in doc["cores"])]
    return "\n".join(lines) + "\n"


def markdown(doc):
    paragraphs = INTRODUCTION.format(llvm=doc["llvm"]).split("\n\n")
    out = ["<!-- made by `oldguard-lab model --docs` -->", TITLE]
    out += [
        "",
        *"\n\n".join(
            textwrap.fill(p, WIDTH, break_on_hyphens=False, break_long_words=False) for p in paragraphs
        ).split("\n"),
    ]
    out += ["", "| column | `-mcpu` | what it is |", "|---|---|---|"]
    out += [piped([core["name"], f"`{core['mcpu']}`", core["about"]]) for core in doc["cores"]]
    for table in made(doc):
        out += ["", f"## {table.title}", "", f"{table.note.capitalize()}.", "", piped(table.columns)]
        out.append("|---|" + "---:|" * (len(table.columns) - 1))
        for row in table.rows:
            name, *numbers = row.cells
            out.append(piped([f"`{name}`" if row.kind == "kernel" else f"*{name}*", *numbers]))
    return "\n".join(out) + "\n"
