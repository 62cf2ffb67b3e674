# SPDX-License-Identifier: MIT
"""Makes the lab's JSON from the reports of the bench, and reads it.

    schema, version     "oldguard-lab", 2
    complete            false if a part has no figures; `missing` names these parts
    provenance          of provenance.py, and the header of the bench as "bench"
    variants            compiler, flags, bits; "problem" if it was not built or gave wrong answers
    peers               the peers, found or not
    rows                op, name, bits, size, kind (kernel, compiled, peer, managed), stem,
                        cycles_per_call, cycles_per_call_median, core_mhz (null if it was not
                        measured), cycles (the cycles per call of each accepted sample), noisy;
                        iterations and blocks of pbkdf2; compiler and flags of kind compiled
    managed             the C# classes: sizes, [name, bytes of IL, instructions]
    problems, notes     lines

A row without a figure is omitted. A figure of disturbed samples alone, which `--accept-noise` keeps, has
no sample and is noisy. kept.py describes the form of docs/results/.
"""

import dataclasses
import json
import os

from . import figures, kept

SCHEMA, VERSION = "oldguard-lab", 2
BENCH_FORMAT = 1  # of what `oldguard bench --json` prints
HEADER = (
    *"oldguard date cpu cpu_id system compiler flags clock clock_description core_mhz gate_best".split(),
    *"gate_tolerance quick".split(),
)
BUILD = ("bits", "compiler", "flags", "core_mhz", "gate_best")
FIELDS = (
    *"op bits size cycles_per_call cycles_per_call_median iterations blocks path clock samples".split(),
    *"rejected noisy cycles".split(),
)


class ResultError(Exception):
    """A file contains no results of the lab. The message is one line."""


@dataclasses.dataclass
class Operation:
    """The rows of one operation at one word size.

    A line is a dictionary with name, kind, stem, compiler, flags, "cells" ({size: row}) and "main": the row at the
    main size, or at the largest size that was timed. Lines are sorted, the fastest first.
    """

    op: str
    bits: int
    sizes: list
    lines: list

    @property
    def unit(self):
        return figures.unit(self.lines[0]["main"])[0]


def merged(parts, variants, provenance, missing=(), problems=(), notes=()):
    """Merges reports of the bench. parts: the reports in order. variants: a list of (Variant, problem or "")."""
    names = {v.key: v for v, _ in variants}
    doc = {
        "schema": SCHEMA,
        "version": VERSION,
        "complete": not missing,
        "missing": list(missing),
        "provenance": dict(provenance, bench=_header(parts)),
        "variants": [dict(v.describe(), problem=problem) for v, problem in variants],
        "peers": _peers(parts, {v.name for v, _ in variants}),
        "rows": [],
        "problems": list(problems),
        "notes": list(notes),
    }
    for report in parts:
        doc["rows"] += [
            _row(row, names, report.get("core_mhz") or None) for row in report["rows"] if measured(row)
        ]
        for name in ("problems", "notes"):
            doc[name] += [line for line in report[name] if line not in doc[name]]
    return doc


def measured(row):
    """Returns whether a row of the bench has figures. A row without samples has zeros or nulls."""
    return "skipped" not in row and bool(row.get("cycles_per_call"))


def silent(report):
    """Returns whether rows were timed and none has a figure."""
    return bool(report["rows"]) and not any(map(measured, report["rows"]))


def _header(parts):
    """Returns the header of the first report, with the first clock that was measured, and what each word size has of
    its own as "builds"."""
    if not parts:
        return {}
    clock = next((report["core_mhz"] for report in parts if report.get("core_mhz")), None)
    builds = {report["bits"]: {name: report.get(name) for name in BUILD} for report in reversed(parts)}
    header = {name: parts[0].get(name) for name in HEADER}
    return header | {"core_mhz": clock, "builds": [builds[bits] for bits in sorted(builds, reverse=True)]}


def _peers(parts, own):
    """Returns the peers. Those of the second word size are only the present ones: no packages are looked for."""
    return list(
        {
            (peer["library"], peer["bits"]): peer
            for report in parts
            for peer in report["peers"]
            if peer["library"] not in own and (peer.get("found") or peer["bits"] == parts[0]["bits"])
        }.values()
    )


def _row(row, names, core_mhz):
    base, _, stem = row["kernel"].rpartition(".")
    made = {key: row[key] for key in FIELDS if key in row} | {"name": row["kernel"], "core_mhz": core_mhz}
    variant = names.get(f"{base}/{row['bits']}") if row["peer"] else None
    if variant:
        return made | {
            "kind": "compiled",
            "stem": stem,
            "compiler": variant.compiler.name,
            "flags": " ".join(variant.flags),
        }
    return made | {"kind": "peer" if row["peer"] else "kernel", "stem": row["kernel"]}


def write(doc, path):
    save(path, json.dumps(doc, indent=1) + "\n")


def save(path, text):
    """Writes a file completely or not at all."""
    with open(path + ".unfinished", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".unfinished", path)


def read(path):
    """Reads results of the lab in either form, or the output of `oldguard bench --json`. Raises ResultError."""
    try:
        with open(path, encoding="utf-8") as file:
            doc = json.load(file)
    except OSError as error:
        raise ResultError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise ResultError(f"{path}: not JSON: {error}") from None
    if not isinstance(doc, dict):
        raise ResultError(f"{path}: not results of the lab")
    if "oldguard" in doc and doc.get("format") == BENCH_FORMAT:
        return merged([doc], [], {})
    known = {SCHEMA: VERSION, kept.SCHEMA: kept.VERSION}
    if doc.get("schema") not in known:
        raise ResultError(f"{path}: not results of the lab")
    if doc.get("version") != known[doc["schema"]]:
        raise ResultError(
            f"{path}: version {doc.get('version')} of the format, not " f"{known[doc['schema']]}"
        )
    if doc["schema"] == SCHEMA:
        return doc
    return kept.restored(doc) | {"schema": SCHEMA, "version": VERSION}


def main_size(rows):
    """Returns the size by which tables are sorted: 16 KiB if it was timed, else the largest."""
    sizes = {row["size"] for row in rows}
    return 16384 if 16384 in sizes else max(sizes)


def groups(doc):
    """Groups the rows by operation and word size: {(op, bits): rows}."""
    found = {}
    for row in doc["rows"]:
        found.setdefault((row["op"], row["bits"]), []).append(row)
    return found


def operation(rows):
    """Returns the Operation of a group of rows."""
    lines = {}
    for row in rows:
        line = lines.setdefault(
            row["name"],
            {"cells": {}, **{key: row.get(key) for key in ("name", "kind", "stem", "compiler", "flags")}},
        )
        line["cells"][row["size"]] = row
    best_at = main_size(rows)
    for line in lines.values():
        line["main"] = line["cells"].get(best_at) or line["cells"][max(line["cells"])]
    return Operation(
        rows[0]["op"],
        rows[0]["bits"],
        sorted({row["size"] for row in rows}),
        sorted(lines.values(), key=lambda line: line["main"]["cycles_per_call"] / line["main"]["size"]),
    )
