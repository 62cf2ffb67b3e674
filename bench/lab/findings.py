# SPDX-License-Identifier: MIT
"""Summarises results: the best kernels beside the best peers, and the effect of compilers."""

import dataclasses
import json
import os

from . import figures, results, same_set

CHOICE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "readme.json")
PLACE = ("op", "bits", "size")  # what rows have in common that are compared
OPTIMISED = ("-O2", "-O3")


@dataclasses.dataclass
class Comparison:
    what: str
    ours: dict  # the best row of oldguard, or None
    peer: dict  # the best row of the peers, or None
    peer_name: str

    @property
    def ratio(self):
        """Returns the speed of oldguard divided by that of the peer."""
        return self.peer["cycles_per_call"] / self.ours["cycles_per_call"]


def choice():
    """Returns readme.json: the rows that README.md shows, and their machines."""
    with open(CHOICE, encoding="utf-8") as file:
        return json.load(file)


def compared(doc, row, chosen):
    """Returns the Comparison of one row of README.md. Without "kernels" any kernel counts, without "peers" any
    peer."""
    ours = _best(doc, row, "kernel", row.get("kernels"))
    peer = _best(doc, row, "peer", row.get("peers"))
    return Comparison(row["what"], ours, peer, _shown(peer["name"], chosen) if peer else "")


def headlines(doc):
    """Returns the Comparisons of the rows that have a bar in the picture and were measured on both sides, the
    greatest ratio first."""
    chosen = choice()
    found = [
        compared(doc, {"what": row["chart"], **{key: row[key] for key in PLACE}}, chosen)
        for row in chosen["rows"]
        if "chart" in row
    ]
    return sorted(
        (comparison for comparison in found if comparison.ours and comparison.peer),
        key=lambda comparison: -comparison.ratio,
    )


def sentences(doc):
    """Returns the summary paragraph of a report."""
    return " ".join(filter(None, (_extent(doc), _faster(doc), _assembly(doc), _compilers(doc))))


def _best(doc, wanted, kind, names):
    rows = [
        row
        for row in doc["rows"]
        if all(row[key] == wanted[key] for key in PLACE)
        and row["kind"] == kind
        and (names is None or row["name"] in names)
    ]
    return min(rows, key=lambda row: row["cycles_per_call"], default=None)


def _shown(name, chosen):
    library = name.partition(".")[0]
    return chosen["names"].get(name) or chosen["names"].get(library, library)


def _extent(doc):
    def counted(kind, field):
        return len({row[field] for row in doc["rows"] if row["kind"] == kind})

    bench = doc["provenance"]["bench"]
    ways = sum(not variant["problem"] for variant in doc["variants"])
    compiled = (
        f" and {_many(counted('compiled', 'stem'), 'C kernel')} by "
        f"{_many(counted('compiled', 'compiler'), 'compiler')} in {_many(ways, 'way')}"
        if counted("compiled", "stem")
        else ""
    )
    libraries = len({peer["library"] for peer in doc["peers"] if peer["found"]})
    return (
        f"{_many(counted('kernel', 'name'), 'kernel')} of oldguard{compiled} were timed beside "
        f"{_many(libraries, 'other library', 'other libraries')} on "
        f"{bench.get('cpu') or 'an unknown processor'}, {bench.get('cpu_id') or 'no identity'}."
    )


def _many(count, one, several=None):
    return f"{count} {one if count == 1 else several or one + 's'}"


def _faster(doc):
    """Returns the sentences with the speed of each operation's best kernel divided by that of the best peer."""
    found = headlines(doc)
    faster, others = (
        "; ".join(
            f"{figures.number(c.ratio)} in {c.what}" for c in found if (c.ratio > 1 + same_set.TIE) == wanted
        )
        for wanted in (True, False)
    )
    return " ".join(
        (
            f"Times as fast as the best peer: {faster}." if faster else "",
            f"No faster than the best peer: {others}." if others else "",
        )
    ).strip()


def _assembly(doc):
    """Returns a sentence with the operations in which compiled C is faster than assembly of its instruction set."""
    found = same_set.pairs(doc)
    if not found:
        return ""
    lost = [
        f"{pair.op}, {pair.bits}-bit, {pair.set_name} ({figures.label(pair.compiled)} "
        f"{_figure(pair.compiled)}, {pair.assembly['name']} {_figure(pair.assembly)} {figures.unit(pair.assembly['main'])[0]})"
        for pair in found
        if pair.compiled_wins
    ]
    start = f"Of {_many(len(found), 'comparison')} of assembly with C compiled for the same instruction set,"
    return f"{start} C is faster in {len(lost)}" + (f": {'; '.join(lost)}." if lost else ".")


def _compilers(doc):
    """Returns a sentence with the best and the worst figure of each C kernel over the compilers, at the first of
    its 64-bit operations. tcc is excluded from the optimised figures: it ignores the optimisation flags. The
    variants of -march=native have figures of their own."""
    found, done = [], set()
    for operation in map(results.operation, results.groups(doc).values()):
        compiled = [line for line in operation.lines if line["kind"] == "compiled"]
        for stem in sorted({line["stem"] for line in compiled} - done):
            same = [line for line in compiled if line["stem"] == stem]
            size = results.main_size([line["main"] for line in same])
            same = [line for line in same if line["main"]["size"] == size]
            native = [line for line in same if same_set.is_native(line)]
            optimised = [
                line
                for line in same
                if line["flags"].startswith(OPTIMISED) and line["compiler"] != "tcc" and line not in native
            ]
            if operation.bits == 64 and optimised:
                done.add(stem)
                here = (
                    f"{_figure(native[0])} to {_figure(native[-1])} at -O3 -march=native, " if native else ""
                )
                found.append(
                    f"{stem} {_figure(optimised[0])} to {_figure(optimised[-1])} "
                    f"{operation.unit} at -O2 and -O3, {here}{_figure(same[-1])} by "
                    f"{same[-1]['compiler']} {same[-1]['flags']}"
                )
    return f"The C kernels by compiler: {'; '.join(found)}." if found else ""


def _figure(line):
    return figures.marked(line["main"])
