# SPDX-License-Identifier: MIT
"""Computes the figures of a row and formats them for all reports."""

MIB = 1 << 20
PASSWORD = 8  # bytes of a row's size for each password


def number(value):
    """Formats a number: 0.68, 12.3, 123, 1,234. Returns "-" for None."""
    if value is None:
        return "-"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f}"


def span(values):
    return " to ".join(number(v) for v in values) if values else "-"


def times(ratio):
    return "-" if ratio is None else f"{number(ratio)} ×"


def size(n):
    for unit, name in ((MIB, "MiB"), (1 << 10, "KiB")):
        if n >= unit and n % unit == 0:
            return f"{n // unit} {name}"
    return f"{n} B"


def unit(row):
    """Returns the unit of a row's figure, and the number of units in one call."""
    if row.get("iterations"):
        return "cycles/iteration", row["iterations"] * row["blocks"]
    name = row["op"].partition(".")[2]
    if name in ("crypt_lanes", "one_salt_lanes", "bsdi_lanes"):
        return "cycles/password", row["size"] // PASSWORD
    if name.startswith(("encrypt", "decrypt", "key", "crypt")):
        return "cycles/call", 1
    return "cycles/byte", row["size"]


def figure(row):
    """Returns the minimum of the samples in the row's unit."""
    return row["cycles_per_call"] / unit(row)[1]


def mib_s(row):
    """Returns the speed of the fastest sample, None if the core clock was not measured."""
    clock = row.get("core_mhz")
    return row["size"] * clock * 1e6 / row["cycles_per_call"] / MIB if clock else None


def middle(row):
    """Returns the median sample divided by the minimum, None if there is no median."""
    median = row.get("cycles_per_call_median")
    return median / row["cycles_per_call"] if median else None


def marked(row):
    """Formats the figure of a row. Appends "~" if the row is noisy. Returns "-" for no row."""
    return number(figure(row)) + "~" * bool(row.get("noisy")) if row else "-"


def label(line):
    """Returns the displayed name of a line: the stem with its compiler and flags, or the name of the row."""
    if line["kind"] == "compiled":
        return f"{line['stem']}, {line['compiler']} {line['flags']}"
    return line["name"]
