# SPDX-License-Identifier: MIT
"""One HTML file that needs nothing else."""

import os

import jinja2

from . import bounds, charts, figures, heritage, report_text, results

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")


def html(doc):
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True,
                                     trim_blocks=True, lstrip_blocks=True)
    environment.filters.update(number=figures.number, span=figures.span, size=figures.size)
    return environment.get_template("page.html").render(
        doc=doc, header=report_text.header(doc), heritage=heritage.tables(doc),
        operations=[_operation(*table) for table in results.tables(doc)], bounds=bounds.rows(doc),
        version=doc["provenance"]["bench"].get("oldguard", ""))


def _operation(op, bits, sizes, lines):
    rows = []
    for line in lines:
        cells = [line["cells"].get(size) for size in sizes]
        rows.append({"label": figures.label(line), "kind": line["kind"],
                     "path": next((c["path"] for c in cells if c and "path" in c), ""),
                     "values": [figures.figure(c)[0] if c else None for c in cells],
                     "noisy": [bool(c and c["noisy"]) for c in cells],
                     "spread": figures.spread(line["main"]),
                     "mib": line["main"].get("mib_s")})
    main = results.main_size([row for line in lines for row in line["cells"].values()])
    return {"id": f"{op}-{bits}".replace(".", "-"), "op": op, "bits": bits, "sizes": sizes,
            "unit": figures.unit(lines), "rows": rows, "main": sizes.index(main), "bars": charts.bars(lines),
            "curves": charts.curves(lines, sizes)}
