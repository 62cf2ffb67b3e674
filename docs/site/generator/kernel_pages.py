# SPDX-License-Identifier: MIT
"""The pages of the kernels, with the scripts of their listings."""

import re

from markupsafe import Markup

from lab import figures, limits

from . import listings, markdown, notes
from .paths import read

FIRST_DIALECTS = ("gas-intel", "elf-a64", "gas-elf")  # the one that a page shows first
PREVIEW = 60  # lines of code in the page itself
FIRST_CODE = re.compile(r"\s*(\.text|\.globl|\.section|\.intel_syntax|\.arch|section|global)\b")
UP = "../"


def add(site, book):
    """Adds the page and the listing of every kernel."""
    for kernel in book.kernels:
        _add(site, book, kernel)


def _add(site, book, kernel):
    stem = kernel.stem
    printed = listings.of(kernel)
    site.add(f"asm/{stem}.js", listings.script(kernel, printed))
    first = next(filter(None, map(printed.of, FIRST_DIALECTS)), printed.found[0])
    lines = first.text.split("\n")
    charts, table = _speed(book, kernel)
    proofs = book.proofs.of(kernel)
    shown, more = notes.about(stem, book.sections)
    values = {
        "kernel": kernel,
        "source_lines": read(kernel.file).count("\n"),
        "family": book.names["families"][kernel.family],
        "badges": _badges(book, kernel, proofs),
        "idea": [(label, _text(book, text)) for label, text in kernel.idea],
        "registers": [(row.names, _text(book, row.use)) for row in kernel.banner.registers],
        "frame": _text(book, kernel.banner.sections.get("Frame", "")),
        "inputs": _text(book, _sentence(kernel.banner.sections["Inputs"])),
        "outputs": _text(book, _sentence(kernel.banner.sections["Output"])),
        "drawing": book.drawing(kernel),
        "charts": charts,
        "limited": any(chart.has_limits for _, found in charts for chart in found),
        "table": table,
        "bounds": [_text(book, text) for text in _bounds(book, kernel)],
        "proofs": proofs,
        "constant_time_proved": bool(proofs) and all(row.proved for row in proofs),
        "listings": printed,
        "first": first,
        "lines": len(lines),
        "preview": "\n".join(_preview(lines)),
        "lab_notes": _text(book, kernel.banner.sections["Lab notes"]),
        "notes": [_note(book, section) for section in shown],
        "more_notes": more,
        "watch": stem in book.traces,
        "siblings": [k.stem for k in book.kernels if k.folder == kernel.folder and k is not kernel],
    }
    values["contents"] = _contents(values)
    site.page(
        f"kernels/{stem}.html",
        "kernel.html",
        stem,
        f"{kernel.summary[0].upper()}{kernel.summary[1:]}",
        words=_words(kernel, shown, book),
        **values,
    )


def _text(book, text):
    return Markup(markdown.inline(text, book.links, UP))


def _sentence(text):
    return text if text.endswith(".") else text + "."


def _preview(lines):
    """Returns the first lines of code. The page itself says what the comment at the head of the file says."""
    start = next((i for i, line in enumerate(lines) if FIRST_CODE.match(line)), 0)
    return lines[start : start + PREVIEW]


def _badges(book, kernel, proofs):
    found = [("", book.names["architectures"][kernel.arch.name])]
    found += [("", name) for name in kernel.isa_names]
    if not kernel.isa:
        found.append(("", book.names["baselines"][kernel.arch.name]))
    if kernel.lanes > 1:
        found.append(("", f"{kernel.lanes} messages at once"))
    elif kernel.blocks_per_iteration > 1:
        found.append(("", f"{kernel.blocks_per_iteration} blocks at once"))
    found.append(("good", "constant time") if kernel.constant_time else ("warn", "not constant time"))
    if proofs and all(row.proved for row in proofs):
        found.append(("good", "proved equal to the standard"))
    return found


def _speed(book, kernel):
    """Returns ([(machine, charts of the first operation)], rows of a table of the others)."""
    ops = [op for op, _ in kernel.operations]
    measured = [
        (machine, {op: book.charts.chart(machine, op, kernel.bits) for op in ops})
        for machine in book.machines_for(kernel)
    ]
    measured = [
        (machine, {op: chart for op, chart in found.items() if chart and chart.of(kernel.stem)})
        for machine, found in measured
    ]
    measured = [(machine, found) for machine, found in measured if found]
    if not measured:
        return [], []
    main = next(op for op in ops if any(op in found for _, found in measured))
    charts = [(machine, [found[main]]) for machine, found in measured if main in found]
    rows = []
    for op in ops:
        cells = [_cell(found.get(op), kernel.stem) for machine, found in measured if main in found]
        if op != main and any(cell["text"] for cell in cells):
            unit = next(found[op].caption for _, found in measured if op in found)
            rows.append(
                {"op": op, "title": book.names["operations"][op]["title"], "unit": unit, "cells": cells}
            )
    return charts, rows


def _cell(chart, stem):
    if chart is None:
        return {"text": "", "peer": ""}
    peer = chart.best_peer
    return {"text": chart.of(stem).text, "peer": f"{peer.name} {peer.text}" if peer else ""}


def _bounds(book, kernel):
    """Returns sentences about the limits of bench/lab/limits.json, with the distance that was reached."""
    return [
        f"{machine.title}: {bound(entry, book.names['operations'][entry['op']]['title'])}"
        for machine in book.machines
        for entry in machine.limits
        if entry["name"] == kernel.stem
    ]


def bound(entry, title):
    """Returns a sentence about a limit. A figure that is a tie with the limit has reached it, and the limit itself
    is not shown beside it."""
    unit, over = entry["unit"].replace("/", " per "), entry["measured"] / entry["limit"] - 1
    measured = figures.number(entry["measured"])
    if over < limits.TIE:
        return f"{title} takes {measured} {unit}, the limit by {entry['why']}."
    return (
        f"{title} takes at least {figures.number(entry['limit'])} {unit}, by {entry['why']}. "
        f"Measured: {measured}, {100 * over:.0f} % above."
    )


def _note(book, section):
    html, _ = markdown.render(section.text, book.links, section.file, UP, lowered=2)
    return {
        "heading": section.heading,
        "page_title": book.note_titles[section.page],
        "text": section.text,
        "html": Markup(html),
    }


def _contents(values):
    """Returns the identifiers and titles of the sections that the page has."""
    found = [("idea", "The idea")]
    if values["drawing"]:
        found.append(("layout", "Where the data are"))
    found += [("registers", "Registers and frame"), ("speed", "Speed")]
    if values["bounds"]:
        found.append(("bound", "What bounds it"))
    return found + [
        ("time", "Constant time"),
        ("proof", "Proof"),
        ("code", "The code"),
        ("notes", "Lab notes"),
        ("sources", "Sources"),
    ]


def _words(kernel, shown, book):
    """Returns the words that the search finds a kernel by, beside its stem and summary."""
    parts = [*kernel.isa_names, *(op for op, _ in kernel.operations)]
    parts += [name for name, _ in kernel.facts.mix]
    parts += [word for row in kernel.banner.registers for word in row.registers]
    parts += [section.heading for section in shown]
    parts.append("constant time" if kernel.constant_time else "tables")
    return " ".join(dict.fromkeys(" ".join(parts).lower().split()))
