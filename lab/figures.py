# SPDX-License-Identifier: MIT
"""How figures are written: in every report alike."""


def number(value, digits=2):
    """Three or four digits that mean something: 0.68, 12.3, 1,234."""
    if value is None:
        return "-"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else digits}f}"


def span(values):
    return " to ".join(number(v) for v in values) if values else "-"


def size(n):
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if n >= unit and n % unit == 0:
            return f"{n // unit} {name}"
    return f"{n} B"


def figure(row):
    """(value, unit) of a row."""
    if "cycles_per_iteration_and_block" in row:
        return row["cycles_per_iteration_and_block"], "cycles/iteration"
    if row["op"].partition(".")[2].startswith(("encrypt", "decrypt", "key", "crypt")):
        return row["cycles_per_call"], "cycles/call"
    return row["cpb_min"], "cycles/byte"


def unit(lines):
    """Of all rows of an operation's table."""
    return next(figure(row)[1] for line in lines for row in line["cells"].values())


def spread(row):
    """How far the samples lie apart: the median over the least."""
    return row["cycles_per_call_median"] / row["cycles_per_call"] if row["cycles_per_call"] else 1.0


def label(line):
    """A line's name for people: the stem, its compiler and flags; the rival."""
    if line["kind"] == "compiled":
        return f"{line['stem']}, {line['compiler']} {line['flags']}"
    return line["name"]
