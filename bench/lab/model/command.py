# SPDX-License-Identifier: MIT
"""The command `oldguard-lab model`."""

import os
import sys

from asmgen.operations import OPERATIONS

from ..build import ROOT
from ..results import ResultError, save
from . import mca, record, report, source
from .steady import Body, work

RECORD = os.path.join(ROOT, "docs", "model.json")
PAGE = os.path.join(ROOT, "docs", "model.md")


def options(parser):
    """Adds the options of the command to its parser."""
    parser.add_argument("--only", default="*", metavar="GLOB", help="the stems of kernels (all of AArch64)")
    parser.add_argument(
        "--core", metavar="NAME,...", help="the cores: " + ", ".join(c.name for c in mca.CORES)
    )
    parser.add_argument(
        "--rival",
        action="append",
        default=[],
        metavar="OPERATION/NAME=FILE[:LOOP[,INNER*TIMES]][@BYTES]",
        help="an assembly file of another implementation, and the label of its loop",
    )
    parser.add_argument("--format", choices=("text", "markdown", "json"), default="text")
    parser.add_argument(
        "--anew", action="store_true", help="compute also the figures that docs/model.json has"
    )
    parser.add_argument("--docs", action="store_true", help="write docs/model.json and docs/model.md")
    parser.add_argument(
        "--check", action="store_true", help="only report whether docs/model.* agree with the kernels"
    )


def act(chosen):
    """Runs the command. Returns the exit status."""
    if chosen.check:
        return check()
    if chosen.docs and (chosen.only != "*" or chosen.core):
        raise ResultError("--docs is for all kernels and cores: omit --only and --core")
    cores = _cores(chosen.core)
    try:
        llvm = mca.version()
        kept = _kept()
        known = [] if chosen.anew or kept.get("llvm") != llvm else kept["rows"]
        cycles = Cycles(cores, known)
        rows = [
            record.row(op, stem, "kernel", body, cycles.of(body))
            for op, stem, body in record.kernels(chosen.only)
        ]
        rivals = [_rival(text, cycles) for text in chosen.rival]
    except (mca.McaError, source.SourceError) as error:
        raise ResultError(str(error)) from None
    given, ops = {(r["op"], r["name"]) for r in rivals}, {r["op"] for r in rows}
    rivals += [
        r
        for r in kept["rows"]
        if r["kind"] == "rival" and (r["op"], r["name"]) not in given and (chosen.docs or r["op"] in ops)
    ]
    doc = record.document(llvm, cores, rows + rivals)
    if chosen.docs:
        record.write(doc, RECORD)
        save(PAGE, report.markdown(doc))
    sys.stdout.write(
        {"text": report.text, "markdown": report.markdown, "json": record.text}[chosen.format](doc)
    )
    return 0


def check():
    """Reports on standard error what docs/model.* do not agree with. Returns the exit status."""
    doc = record.read(RECORD)
    lines = record.stale(doc)
    with open(PAGE, encoding="utf-8") as file:
        if file.read() != report.markdown(doc):
            lines.append("docs/model.md does not agree with docs/model.json")
    for line in lines:
        print(f"oldguard-lab: {line}: run `make model`", file=sys.stderr)
    return 1 if lines else 0


def _cores(names):
    if not names:
        return mca.CORES
    known = {core.name: core for core in mca.CORES}
    unknown = [name for name in names.split(",") if name not in known]
    if unknown:
        raise ResultError(f"unknown core {', '.join(unknown)}; known: {', '.join(known)}")
    return [known[name] for name in names.split(",")]


class Cycles:
    """The cycles of bodies on some cores. known: rows of a record by the same LLVM, whose bodies need no run."""

    def __init__(self, cores, known):
        self.cores = cores
        self.known = {(r["sha256"], r["chained"]): r["cycles"] for r in known}

    def of(self, body):
        facts = record.facts(body)
        known = self.known.get((facts["sha256"], facts["chained"]), {})
        return {
            core.mcpu: known[core.mcpu] if core.mcpu in known else mca.cycles(body, core)
            for core in self.cores
        }


def _kept():
    """Returns the committed record, or an empty one."""
    return record.read(RECORD) if os.path.exists(RECORD) else {"rows": []}


def _rival(text, cycles):
    """Returns the row of an argument of --rival."""
    said, equals, where = text.partition("=")
    name, slash, title = said.partition("/")
    if not (equals and slash and title and name in OPERATIONS):
        raise source.SourceError(f"--rival {text}: not OPERATION/NAME=FILE")
    op, place = OPERATIONS[name], source.place(where)
    lines, is_loop = source.body(source.listing(mca.disassembled(place.file)), place.loop, place.inner)
    unit, units = work(op, lanes=1, amount=1)
    body = Body(lines, unit, place.units or units, chained=not is_loop)
    return record.row(op, title, "rival", body, cycles.of(body))
