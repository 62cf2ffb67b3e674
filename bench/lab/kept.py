# SPDX-License-Identifier: MIT
"""Converts results to and from the form in docs/results/, which has one line per table and nothing that can
be recomputed. Of the compiled variants of a C kernel it has the fastest of each compiler and the slowest of all,
with and without -march=native: README.md, the site and the order of kernels read no others.

    variants    one per compiler and word size, with a list of its sets of flags; "problems" by flags
    core_mhz    the core clock of each family, the part of an operation's name before the dot
    defaults    the most frequent values of some fields
    tables      op, bits, kind, sizes, rows; for pbkdf2 also iterations and digest (bytes of one block)

A row is [name, cell, ..., fields] with a cell for each size. `fields` contains only values that differ from the
defaults. A cell is null or [minimum, median, fields] in the unit that reports show (figures.unit).
"""

import json

from . import figures, same_set

SCHEMA, VERSION = "oldguard-lab-kept", 1
DEFAULTS = ("clock", "samples")
ABOUT = ("path", "clock", "samples", "noisy", "core_mhz")  # the fields of rows and cells
LINE = 100  # characters of a value that needs no lines of its own


def text(doc):
    """Returns results of the lab in this form, as text."""
    doc = dict(doc, rows=_notable(doc["rows"]))
    head = {key: value for key, value in doc.items() if key != "rows"} | {
        "schema": SCHEMA,
        "version": VERSION,
        "variants": _variants(doc),
        "core_mhz": _clocks(doc),
        "defaults": {key: _usual(row.get(key) for row in doc["rows"]) for key in DEFAULTS},
    }
    parts = [f"{_dump(key)}: {_laid_out(value)}" for key, value in head.items()]
    return "{\n" + ",\n".join([*parts, '"tables": ' + _listed(_tables(doc, head))]) + "\n}\n"


def restored(data):
    """Returns the results from which `text` was made, without the samples."""
    doc = {key: data[key] for key in data if key not in ("tables", "core_mhz", "defaults")}
    doc["variants"] = [_variant(entry, flags) for entry in data["variants"] for flags in entry["flags"]]
    built = {(v["name"], v["bits"]): v for v in doc["variants"]}
    doc["rows"] = [
        row for table in data["tables"] for line in table["rows"] for row in _rows(data, table, line, built)
    ]
    return doc


def _notable(rows):
    """Leaves out the compiled variants of a C kernel that are neither the fastest of their compiler nor the slowest
    of all. Variants are compared at the largest size that all of them have."""
    groups = {}
    for row in rows:
        if row["kind"] == "compiled":
            place = (row["op"], row["bits"], row["stem"], same_set.is_native(row))
            groups.setdefault(place, {}).setdefault(row["name"], []).append(row)
    chosen = {place: _extremes(variants) for place, variants in groups.items()}
    return [
        row
        for row in rows
        if row["kind"] != "compiled"
        or row["name"] in chosen[row["op"], row["bits"], row["stem"], same_set.is_native(row)]
    ]


def _extremes(variants):
    """Returns the names of the fastest variant of each compiler and of the slowest variant."""
    shared = set.intersection(*({row["size"] for row in rows} for rows in variants.values()))
    size = max(shared or (row["size"] for rows in variants.values() for row in rows))
    found = [row for rows in variants.values() for row in rows if row["size"] == size]
    found.sort(key=lambda row: (row["cycles_per_call"], row["name"]))
    fastest = {row["compiler"]: row["name"] for row in reversed(found)}
    return {*fastest.values(), found[-1]["name"]}


def _dump(value):
    return json.dumps(value, ensure_ascii=False)


def _laid_out(value):
    """Returns a value as JSON. A long list or dictionary has one line per item."""
    if len(_dump(value)) <= LINE or not isinstance(value, (dict, list)):
        return _dump(value)
    if isinstance(value, list):
        return _listed(map(_dump, value))
    return "{\n" + ",\n".join(f"{_dump(key)}: {_laid_out(item)}" for key, item in value.items()) + "\n}"


def _listed(lines):
    return "[\n" + ",\n".join(lines) + "\n]"


def _usual(values):
    values = [value for value in values if value is not None]
    return max(sorted(set(values)), key=values.count, default=None)


def _family(row):
    return row["op"].partition(".")[0]


def _clocks(doc):
    families = {}
    for row in doc["rows"]:
        families.setdefault(_family(row), []).append(row.get("core_mhz"))
    return {family: _usual(clocks) for family, clocks in families.items()}


def _variants(doc):
    entries = {}
    for v in doc["variants"]:
        entry = entries.setdefault(
            (v["compiler"], v["bits"]),
            {"compiler": v["compiler"], "bits": v["bits"], "version": v["version"], "flags": []},
        )
        entry["flags"].append(v["flags"])
        if v["problem"]:
            entry.setdefault("problems", {})[v["flags"]] = v["problem"]
    return list(entries.values())


def _variant(entry, flags):
    return {
        "name": entry["compiler"] + flags.replace(" ", ""),
        "bits": entry["bits"],
        "compiler": entry["compiler"],
        "version": entry["version"],
        "flags": flags,
        "problem": entry.get("problems", {}).get(flags, ""),
    }


def _tables(doc, head):
    groups = {}
    for row in doc["rows"]:
        groups.setdefault((row["op"], row["bits"], row["kind"]), []).append(row)
    for (op, bits, kind), rows in groups.items():
        table = {"op": op, "bits": bits, "kind": kind, "sizes": sorted({row["size"] for row in rows})}
        if rows[0].get("iterations"):
            table |= {"iterations": rows[0]["iterations"], "digest": rows[0]["size"] // rows[0]["blocks"]}
        lines = {}
        for row in rows:
            lines.setdefault(row["name"], {})[row["size"]] = row
        yield (
            _dump(table)[:-1]
            + ', "rows": '
            + _dump([_line(head, table["sizes"], name, cells) for name, cells in lines.items()])
            + "}"
        )


def _line(head, sizes, name, cells):
    fields = {size: _fields(head, row) for size, row in cells.items()}
    shared = {
        key: value
        for key, value in next(iter(fields.values())).items()
        if all(key in other and other[key] == value for other in fields.values())
    }
    line = [name]
    for size in sizes:
        row = cells.get(size)
        line.append(row and _cell(row, {k: v for k, v in fields[size].items() if k not in shared}))
    return line + [shared] if shared else line


def _cell(row, fields):
    median = row.get("cycles_per_call_median")
    values = [_short(figures.figure(row))]
    if median or fields:
        values.append(median and _short(median / figures.unit(row)[1]))
    return values + [fields] if fields else values


def _short(value):
    """Rounds to five significant digits. The samples of a quiet machine differ by more."""
    value = float(f"{value:.5g}")
    return int(value) if value.is_integer() else value


def _fields(head, row):
    usual = head["defaults"] | {"core_mhz": head["core_mhz"][_family(row)], "noisy": False, "path": None}
    return {key: row.get(key) for key in ABOUT if row.get(key) != usual[key]}


def _rows(data, table, line, built):
    name, shared = line[0], line[-1] if isinstance(line[-1], dict) else {}
    base, _, stem = name.rpartition(".")
    for size, cell in zip(table["sizes"], line[1:]):
        if not cell:
            continue
        row = {
            "op": table["op"],
            "bits": table["bits"],
            "size": size,
            "kind": table["kind"],
            "name": name,
            "stem": name,
            "noisy": False,
            "core_mhz": data["core_mhz"][_family(table)],
        }
        row |= data["defaults"] | shared | (cell[2] if len(cell) > 2 else {})
        if table["kind"] == "compiled":
            variant = built[base, table["bits"]]
            row |= {"stem": stem, "compiler": variant["compiler"], "flags": variant["flags"]}
        if "iterations" in table:
            row |= {"iterations": table["iterations"], "blocks": size // table["digest"]}
        calls = figures.unit(row)[1]
        row["cycles_per_call"] = cell[0] * calls
        row["cycles_per_call_median"] = cell[1] * calls if len(cell) > 1 and cell[1] else None
        yield {key: value for key, value in row.items() if value is not None}
