# SPDX-License-Identifier: MIT
"""Numbers, sizes, durations and names, as people read them and as they type them."""

import re

LONGEST_AGE = 3e10  # seconds: an age of a thousand years is any age
UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB")


def number(value: int) -> str:
    """Returns a number with commas."""
    return f"{value:,}"


def size(octets: int) -> str:
    """Returns a number of bytes with a binary unit."""
    value, unit = float(octets), 0
    while value >= 1024 and unit < len(UNITS) - 1:
        value, unit = value / 1024, unit + 1
    return f"{octets:,} bytes" if unit == 0 else f"{value:.1f} {UNITS[unit]}"


def duration(seconds: float) -> str:
    """Returns a duration in its two largest units."""
    for unit, length, smaller, part in (("d", 86400, "h", 3600), ("h", 3600, "min", 60), ("min", 60, "s", 1)):
        if seconds >= length:
            return f"{int(seconds // length)} {unit} {int(seconds % length // part)} {smaller}"
    return f"{int(seconds)} s"


def parse_size(text: str) -> int:
    """Returns the bytes of a size such as 64MiB. Raises ValueError for anything else."""
    match = re.fullmatch(r"(\d+)\s*(?:([KMGT])i?B?)?", text)
    if not match or int(match[1]) < 1:
        raise ValueError(f"{text!r} is no size such as 64MiB")
    return int(match[1]) << {None: 0, "K": 10, "M": 20, "G": 30, "T": 40}[match[2]]


def parse_age(text: str) -> float:
    """Returns the seconds of an age such as 90d or 12h. Raises ValueError for anything else."""
    match = re.fullmatch(r"(\d+)([smhdwy])", text)
    if not match or int(match[1]) < 1:
        raise ValueError(f"{text!r} is no age such as 90d")
    unit = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800, "y": 31557600}[match[2]]
    return min(int(match[1]) * unit, LONGEST_AGE)


def parse_fraction(text: str) -> float:
    """Returns the fraction of 5% or 0.05. Raises ValueError unless it is above 0 and at most 1."""
    value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 < value <= 1:
        raise ValueError(f"{text!r} is no part such as 5%")
    return value


def printable(name: str) -> str:
    """Returns a name on one line, with control characters and stray bytes escaped."""
    if name.isprintable():
        return name
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in name
    )
