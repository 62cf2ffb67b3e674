# SPDX-License-Identifier: MIT
"""The figures that the authors of the originals published (bench/lab/published.json), beside those of every machine."""

from html import escape

from lab import figures, published

from .tables import html

BLOCK = 8  # bytes of DES


def tables(machines, stems):
    """Returns {name: function that returns the HTML}, for tables.py. stems: the kernels that have pages."""
    return {
        f"then {table['id']}": lambda up, t=table: _Table(t, machines, stems, up).html()
        for table in published.tables()
    }


class _Table:
    """The table of an original: published figures, ratios, and the fastest of today."""

    def __init__(self, table, machines, stems, up):
        self.table, self.stems, self.up = table, stems, up
        self.machines = [m for m in machines if _is_measured(m.doc, table)]

    def html(self):
        then, docs = self.table, [m.doc for m in self.machines]
        rows = [
            [self._what(row, row["at"]), figures.span(row["published"])]
            + [figures.span(published.measured(doc, then, row)) for doc in docs]
            for row in then["rows"]
        ]
        rows += [
            [self._what(row, row["of"]), figures.times(row["published"])]
            + [figures.times(published.ratio(doc, then, row)) for doc in docs]
            for row in then["ratios"]
        ]
        rows += [
            [self._what(row), "", *(self._today(m, row) for m in self.machines)] for row in then["today"]
        ]
        heads = ["code", escape(f"then: {then['machine']}"), *(escape(m.title) for m in self.machines)]
        days = ", ".join(f"{m.title} {m.date}" for m in self.machines)
        unit = f"{then['unit']}; × is the quotient of two speeds. Measured: {days}."
        return html(heads, rows) + f'<p class="key">{escape(unit)}</p>\n'

    def _what(self, row, at=None):
        """Returns the cell that describes a row, with its kernel."""
        name = (at or {}).get("name") or (at or {}).get("stem") or ""
        return f"{escape(row['what'])}, {row['bits']}-bit<small>{self._linked(name)}</small>"

    def _linked(self, stem):
        name = f"<code>{escape(stem)}</code>" if stem else ""
        return f'<a href="{self.up}kernels/{stem}.html">{name}</a>' if stem in self.stems else name

    def _today(self, machine, row):
        """Returns the cell of the fastest kernel of an operation: its figure in the table's unit, and its name."""
        found = [
            r
            for r in machine.rows.get((row["op"], row["bits"]), [])
            if r["kind"] == "kernel" and r["size"] == row["size"]
        ]
        if not found:
            return "-"
        best = min(found, key=figures.figure)
        if self.table["unit"] == "MiB/s":
            value = figures.mib_s(best)
        else:
            value = figures.figure(best) * (BLOCK if figures.unit(best)[0] == "cycles/byte" else 1)
        return f"{figures.number(value)}<small>{self._linked(best['stem'])}</small>"


def _is_measured(doc, table):
    rows = any(published.measured(doc, table, row) for row in table["rows"])
    return rows or any(published.ratio(doc, table, row) for row in table["ratios"])
