# SPDX-License-Identifier: MIT
"""The lab's JSON: built from the bench's reports, checked when read back.

    schema, version     "oldguard-lab", 1
    complete            false when the run was interrupted; `missing` names the parts
    provenance          provenance.py, and the bench's own header under "bench"
    variants            compiler, flags, bits; "problem" where it was not built or gave wrong answers
    peers               the rivals, found or not
    rows                op, name, bits, size, kind (kernel, compiled, peer, managed), stem, cpb_min,
                        cpb_median, cycles_per_call, mib_s, cycles (each accepted sample's cycles per
                        call), noisy; compiler and flags where kind is compiled
    managed             of the C# classes: sizes, [name, bytes of IL, instructions]; variants of the
                        compression, a table with its header
    problems, notes     lines
"""

import json
import os

SCHEMA, VERSION = "oldguard-lab", 1
BENCH_FORMAT = 1        # of what `oldguard bench --json` prints
KEPT = ("op", "bits", "size", "cpb_min", "cpb_median", "cycles_per_call", "cycles_per_call_median",
        "cycles_per_iteration", "cycles_per_iteration_and_block", "mib_s", "path", "clock", "samples",
        "rejected", "noisy", "checked", "cycles")


class ResultError(Exception):
    """A file that holds no results of the lab, in one line."""


def merged(parts, variants, provenance, missing=(), problems=(), notes=()):
    """parts: the bench's reports in order; variants: [(Variant, problem or "")]."""
    names = {v.key: v for v, _ in variants}
    doc = {"schema": SCHEMA, "version": VERSION, "complete": not missing, "missing": list(missing),
           "provenance": dict(provenance, bench=_header(parts[0]) if parts else {}),
           "variants": [dict(v.describe(), problem=problem) for v, problem in variants],
           "peers": _peers(parts, {v.name for v, _ in variants}), "rows": [],
           "problems": list(problems), "notes": list(notes)}
    for report in parts:
        doc["rows"] += [_row(row, names) for row in report["rows"]
                        if "skipped" not in row]
        doc["problems"] += [p for p in report["problems"] if p not in doc["problems"]]
        doc["notes"] += [n for n in report["notes"] if n not in doc["notes"]]
    return doc


def _header(report):
    kept = ("oldguard", "date", "cpu", "cpu_id", "system", "compiler", "flags", "clock",
            "clock_description", "core_mhz", "gate_best", "gate_tolerance", "quick", "builds")
    return {name: report.get(name) for name in kept}


def _peers(parts, own):
    seen = {}
    for report in parts:
        for peer in report["peers"]:
            if peer["library"] not in own:
                seen[(peer["library"], peer["bits"])] = peer
    return list(seen.values())


def _row(row, names):
    kept = {key: row[key] for key in KEPT if key in row}
    base, _, stem = row["kernel"].rpartition(".")
    variant = names.get(f"{base}/{row['bits']}") if row["peer"] else None
    if variant:
        return dict(kept, name=row["kernel"], kind="compiled", stem=stem,
                    compiler=variant.compiler.name, flags=" ".join(variant.flags))
    return dict(kept, name=row["kernel"], kind="peer" if row["peer"] else "kernel",
                stem=row["kernel"])


def write(doc, path):
    unfinished = path + ".unfinished"
    with open(unfinished, "w", encoding="utf-8") as file:
        json.dump(doc, file, indent=1)
        file.write("\n")
    os.replace(unfinished, path)


def read(path):
    """Results of the lab, or what `oldguard bench --json` printed as such."""
    try:
        with open(path, encoding="utf-8") as file:
            doc = json.load(file)
    except OSError as error:
        raise ResultError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise ResultError(f"{path}: not JSON: {error}") from None
    if isinstance(doc, dict) and "oldguard" in doc and doc.get("format") == BENCH_FORMAT:
        return merged([doc], [], {})
    if not isinstance(doc, dict) or doc.get("schema") != SCHEMA:
        raise ResultError(f"{path}: no results of the lab")
    if doc.get("version") != VERSION:
        raise ResultError(f"{path}: version {doc.get('version')} of the format, not {VERSION}")
    return doc


def main_size(rows):
    """The size that tables are sorted by: 16 KiB where it was timed, else the largest."""
    sizes = {row["size"] for row in rows}
    return 16384 if 16384 in sizes else max(sizes)


def tables(doc):
    """[(op, bits, sizes, lines)], the lines best first at the main size; a line is a dictionary of
    its name, kind, ... with "cells": {size: row}, and as "main" the row at the main size, or the
    largest of those too slow for it."""
    groups = {}
    for row in doc["rows"]:
        groups.setdefault((row["op"], row["bits"]), []).append(row)
    found = []
    for (op, bits), rows in groups.items():
        best_at = main_size(rows)
        lines = {}
        for row in rows:
            line = lines.setdefault(row["name"], {k: row.get(k) for k in (
                "name", "kind", "stem", "compiler", "flags")} | {"cells": {}})
            line["cells"][row["size"]] = row
        for line in lines.values():
            line["main"] = line["cells"].get(best_at) or line["cells"][max(line["cells"])]
        order = sorted(lines.values(), key=lambda line: line["main"]["cpb_min"])
        found.append((op, bits, sorted({row["size"] for row in rows}), order))
    return found
