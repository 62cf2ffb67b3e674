# SPDX-License-Identifier: MIT
"""The front page: the charts of one machine. Every other machine has a page of the same form."""

from .book import title_of


def urls(book):
    """Returns {key of a machine: URL of its charts}. The first machine has the front page."""
    return {
        machine.key: f"speed/{machine.key}.html" if number else "index.html"
        for number, machine in enumerate(book.machines)
    }


def add(site, book):
    for machine in book.machines:
        path = urls(book)[machine.key]
        front = path == "index.html"
        families = _families(book, machine)
        site.page(
            path,
            "index.html",
            "oldguard: kernels for SHA-1, Whirlpool and DES" if front else f"Speed on {machine.title}",
            "SHA-1, Whirlpool and DES in assembly, beside other libraries"
            if front
            else f"Kernels and other libraries measured on {machine.title}",
            words="chart speed benchmark performance " + machine.title.lower(),
            machine=machine,
            machines=book.machines,
            machine_urls=urls(book),
            kernels=book.kernels,
            families=families,
            ways=[(entry["url"], title_of(entry["file"])) for entry in book.documents["ways"]],
            limited=any(chart.has_limits for family in families for chart in family["charts"]),
            features={kernel.stem: _features(book, kernel) for kernel in book.kernels},
        )


def _features(book, kernel):
    """Returns the processor features that a bar names."""
    return " ".join(kernel.isa_names) + ("" if kernel.constant_time else " tables") or ""


def _families(book, machine):
    found = []
    for key, family in book.names["families"].items():
        members = [kernel for kernel in book.kernels if kernel.family == key]
        found_charts = charts(book, machine, key)
        barred = {bar.stem for chart in found_charts for bar in chart.bars}
        measured = {row["stem"] for rows in machine.rows.values() for row in rows if row["kind"] == "kernel"}
        others = [kernel.stem for kernel in members if kernel.stem not in barred]
        found.append(
            {
                "key": key,
                "title": family["title"],
                "links": book.family_links.get(key, []),
                "charts": found_charts,
                "uncharted": [stem for stem in others if stem in measured],
                "unmeasured": [stem for stem in others if stem not in measured],
            }
        )
    return found


def charts(book, machine, family):
    """Returns the charts of a family in the order of names.json, 64-bit code first."""
    ops = [
        (description["chart"], op)
        for op, description in book.names["operations"].items()
        if description["family"] == family and description["chart"]
    ]
    found = [
        book.charts.chart(machine, op, bits, size)
        for _, op in sorted(ops)
        for bits in (64, 32)
        for size in book.names["operations"][op].get("sizes", [None])
    ]
    return [chart for chart in found if chart and _compares(chart)]


def _compares(chart):
    """Returns whether a chart has a kernel and something to compare it with."""
    kernels = [bar for bar in chart.bars if bar.kind == "kernel"]
    return bool(kernels) and (len(kernels) > 1 or chart.best_peer is not None)
