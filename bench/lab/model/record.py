# SPDX-License-Identifier: MIT
"""Makes the record of the model, reads and writes it, and compares it with the kernels of today.

    schema, version     "oldguard-model", 1
    llvm                the version of LLVM whose models were asked
    cores               name, mcpu, about of each column
    rows                op, name, kind (kernel or rival), unit, units, chained, instructions, sha256,
                        cycles

A row is a body: the instructions of an iteration of the main loop or of a whole call, the SHA-256 of their text,
the units of work that they do, whether state passes through memory, and {mcpu: cycles} of the body.
"""

import fnmatch
import hashlib
import json

from asmgen import kernel
from asmgen.cli import KERNELS
from asmgen.operations import OPERATIONS

from ..results import ResultError, save
from . import steady

SCHEMA, VERSION = "oldguard-model", 1


def kernels(pattern="*"):
    """Yields (operation, stem, Body) of each function of the AArch64 kernels whose stem matches the pattern."""
    for k in kernel.catalogue(KERNELS):
        if k.arch.name == "a64" and fnmatch.fnmatch(k.stem, pattern):
            for f in k.build("aapcs64").functions:
                yield f.op, k.stem, steady.body(k, f)


def row(op, name, kind, body, cycles):
    """Returns a row. cycles: {mcpu: cycles of the body}."""
    return {"op": op.name, "name": name, "kind": kind, **facts(body), "cycles": cycles}


def facts(body):
    """Returns what a row says of a Body, without its cycles."""
    return {
        "unit": body.unit,
        "units": body.units,
        "chained": body.chained,
        "instructions": len(body.lines),
        "sha256": hashlib.sha256("\n".join(body.lines).encode()).hexdigest()[:16],
    }


def document(llvm, cores, rows):
    """Returns the record of rows, sorted by operation and by the figure of the first core."""
    order, first = list(OPERATIONS), cores[0].mcpu
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "llvm": llvm,
        "cores": [{"name": core.name, "mcpu": core.mcpu, "about": core.about} for core in cores],
        "rows": sorted(rows, key=lambda r: (order.index(r["op"]), figure(r, first) or 0, r["name"])),
    }


def figure(row, mcpu):
    """Returns the cycles of one unit of a row's work, None if the core was not asked."""
    cycles = row["cycles"].get(mcpu)
    return None if cycles is None else cycles / row["units"]


def stale(doc):
    """Returns a line for each difference between the kernels in a record and those of today."""
    known = {(r["op"], r["name"]): r for r in doc["rows"] if r["kind"] == "kernel"}
    lines = []
    for op, stem, body in kernels():
        then, now = known.pop((op.name, stem), None), facts(body)
        if then is None:
            lines.append(f"{stem}, {op.name}: not in the record")
        elif any(then[key] != value for key, value in now.items()):
            lines.append(
                f"{stem}, {op.name}: {then['instructions']} instructions are {now['instructions']} now"
            )
    return lines + [f"{stem}, {op}: no such kernel" for op, stem in known]


def text(doc):
    """Returns a record as JSON with one line for each core and row."""
    parts = [
        f'"{key}": '
        + (
            "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"
            if isinstance(value, list)
            else json.dumps(value)
        )
        for key, value in doc.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write(doc, path):
    save(path, text(doc))


def read(path):
    """Reads a record. Raises ResultError."""
    try:
        with open(path, encoding="utf-8") as file:
            doc = json.load(file)
    except OSError as error:
        raise ResultError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise ResultError(f"{path}: not JSON: {error}") from None
    if not isinstance(doc, dict) or (doc.get("schema"), doc.get("version")) != (SCHEMA, VERSION):
        raise ResultError(f"{path}: not a record of the model")
    return doc
