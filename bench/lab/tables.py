# SPDX-License-Identifier: MIT
"""Makes every table of the results as cells of text, for the terminal, Markdown and HTML."""

import dataclasses

from . import figures, findings, limits, published, results, same_set

FOUND, THEN, HERE = "Summary", "Published and measured", "Operations"
MANAGED, ABOUT = "SHA-1 in C#", "Provenance"


@dataclasses.dataclass
class Row:
    cells: list
    kind: str = ""  # of a row of an operation: kernel, compiled, peer, managed


@dataclasses.dataclass
class Table:
    title: str
    group: str = ""
    note: str = ""
    columns: list = dataclasses.field(default_factory=list)
    rows: list = dataclasses.field(default_factory=list)
    failed: str = ""  # why the table could not be made


def attempted(title, group, make):
    """Returns the table that `make` returns. If it fails, returns a table with the reason, so that one invalid figure
    does not prevent the whole report."""
    try:
        return dataclasses.replace(make(), title=title, group=group)
    except Exception as error:  # the other tables must still be made
        return Table(title, group, failed=f"{type(error).__name__}: {error}")


def every(doc):
    """Returns all tables, in the order of the page. The first is a paragraph without rows."""
    found = [attempted(FOUND, FOUND, lambda: Table("", note=findings.sentences(doc)))]
    found += [
        attempted(table["title"], THEN, lambda t=table: _published(doc, t)) for table in published.tables()
    ]
    found.append(attempted("Distance to the limit", THEN, lambda: _limits(doc)))
    found.append(attempted("Assembly and C of the same instruction set", THEN, lambda: _same_set(doc)))
    found += [
        attempted(f"{op}, {bits}-bit", HERE, lambda r=rows: _operation(results.operation(r)))
        for (op, bits), rows in results.groups(doc).items()
    ]
    found += [
        attempted("Size of the classes", MANAGED, lambda: _sizes(doc.get("managed", {}))),
        attempted("Compilers and flags", ABOUT, lambda: _variants(doc)),
        attempted("Peers", ABOUT, lambda: _peers(doc)),
    ]
    return [table for table in found if table.rows or table.failed or table.group == FOUND]


def _published(doc, then):
    table = Table(
        "",
        note=f"Published: {then['machine']}. Unit: {then['unit']}.",
        columns=["code", "here", "published", "bits"],
    )
    for row in then["rows"]:
        table.rows.append(
            Row(
                [
                    row["what"],
                    figures.span(published.measured(doc, then, row)),
                    figures.span(row["published"]),
                    str(row["bits"]),
                ]
            )
        )
    for ratio in then["ratios"]:
        table.rows.append(
            Row(
                [
                    ratio["what"],
                    figures.times(published.ratio(doc, then, ratio)),
                    figures.times(ratio["published"]),
                    str(ratio["bits"]),
                ]
            )
        )
    return table


def _limits(doc):
    return Table(
        "",
        columns=["kernel", "operation", "unit", "here", "limit", "here / limit", "what sets the limit"],
        rows=[
            Row(
                [
                    b["name"],
                    b["op"],
                    b["unit"],
                    figures.number(b["measured"]),
                    figures.number(b["limit"]),
                    figures.number(b["measured"] / b["limit"]),
                    b["why"],
                ]
            )
            for b in limits.rows(doc)
        ],
    )


def _same_set(doc):
    """Returns a row for each operation and instruction set."""
    return Table(
        "",
        note=(
            "baseline: without -march, and kernels that need no CPU feature beyond it. native: -O3 "
            "-march=native, and every kernel that can run here."
        ),
        columns=["operation", "bits", "instructions", "assembly", "", "best C", "", "C / assembly"],
        rows=[
            Row(
                [
                    pair.op,
                    str(pair.bits),
                    pair.set_name,
                    pair.assembly["name"],
                    figures.marked(pair.assembly["main"]),
                    figures.label(pair.compiled),
                    figures.marked(pair.compiled["main"]),
                    figures.times(pair.ratio) + (": C is faster" if pair.compiled_wins else ""),
                ]
            )
            for pair in same_set.pairs(doc)
        ],
    )


def _operation(operation):
    table = Table(
        "", note=operation.unit, columns=["code", *map(figures.size, operation.sizes), "MiB/s", "spread"]
    )
    for line in operation.lines:
        main = line["main"]
        path = next((f" ({row['path']})" for row in line["cells"].values() if row.get("path")), "")
        table.rows.append(
            Row(
                [
                    figures.label(line) + path,
                    *(figures.marked(line["cells"].get(size)) for size in operation.sizes),
                    figures.number(figures.mib_s(main)),
                    figures.number(figures.middle(main)),
                ],
                line["kind"],
            )
        )
    return table


def _sizes(managed):
    sizes = managed.get("sizes", [])
    return Table(
        "",
        rows=[
            Row([name, str(count), str(instructions), figures.times(count / sizes[0][1])])
            for name, count, instructions in sizes
        ],
        columns=["class, with its bases", "bytes of IL", "instructions", "bytes over the first"],
    )


def _variants(doc):
    return Table(
        "",
        columns=["compiler, flags", "bits", "version", "state"],
        rows=[
            Row([f"{v['compiler']} {v['flags']}", str(v["bits"]), v["version"], v["problem"] or "checked"])
            for v in doc["variants"]
        ],
    )


def _peers(doc):
    return Table(
        "",
        columns=["library", "bits", "version"],
        rows=[
            Row(
                [
                    p["library"],
                    str(p["bits"]),
                    p["version"] if p["found"] else f"not found: {p.get('why', '')}",
                ]
            )
            for p in doc["peers"]
        ],
    )
