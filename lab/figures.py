# SPDX-License-Identifier: MIT
"""What the figures of a row are, and how every report writes them."""

MIB = 1 << 20


def number(value):
    """Returns three or four significant digits (0.68, 12.3, 1,234), "-" for None."""
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
    """Returns (the unit of a row's figure, how many of them one call is)."""
    if row.get("iterations"):
        return "cycles/iteration", row["iterations"] * row["blocks"]
    if row["op"].partition(".")[2].startswith(("encrypt", "decrypt", "key", "crypt")):
        return "cycles/call", 1
    return "cycles/byte", row["size"]


def figure(row):
    """Returns the least sample in the row's unit."""
    return row["cycles_per_call"] / unit(row)[1]


def mib_s(row):
    """Returns the speed of the least sample, None where the core's clock was not measured."""
    clock = row.get("core_mhz")
    return row["size"] * clock * 1e6 / row["cycles_per_call"] / MIB if clock else None


def middle(row):
    """Returns the median sample over the least, None where samples were not kept."""
    median = row.get("cycles_per_call_median")
    return median / row["cycles_per_call"] if median else None


def marked(row):
    """Returns the figure as text, with "~" where too few samples were undisturbed."""
    return number(figure(row)) + "~" * bool(row.get("noisy")) if row else "-"


def label(line):
    """Returns a line's name for people: the stem, its compiler and flags, or the row's own name."""
    if line["kind"] == "compiled":
        return f"{line['stem']}, {line['compiler']} {line['flags']}"
    return line["name"]
