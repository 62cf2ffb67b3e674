# SPDX-License-Identifier: MIT
"""Reads an assembly file of another implementation and takes a loop out of it.

A place is written FILE[:LOOP[,INNER*TIMES...]][@UNITS]. LOOP is the label at which the loop begins. Without it
the file has one loop, or none and is taken up to its first `ret`. An inner loop is written out TIMES times.
Branches forward are not taken. UNITS is the work of an iteration, in bytes for hashes and ciphers.
"""

import re
from dataclasses import dataclass

PLACE = re.compile(r"(?P<file>[^:@]+)(?::(?P<loops>[^@]+))?(?:@(?P<units>\d+))?")
LABEL = re.compile(r"([\w.$]+):$")
TARGET = re.compile(r"(?:b|b\.\w+|cbn?z|tbn?z)\s(?:.*[\s,])?([\w.$]+)$")


class SourceError(Exception):
    """The place is not in the form above, or not in the file."""


@dataclass(frozen=True)
class Place:
    file: str
    loop: str  # or ""
    inner: dict  # label -> times
    units: int  # or 0


def place(text):
    """Reads a place from its text."""
    found = PLACE.fullmatch(text)
    if not found:
        raise SourceError(f"'{text}' is not FILE[:LOOP[,INNER*TIMES...]][@UNITS]")
    loop, *inner = (found["loops"] or "").split(",")
    times = {}
    for each in inner:
        label, _, number = each.partition("*")
        if not number.isdecimal() or not int(number):
            raise SourceError(f"'{each}' is not INNER*TIMES")
        times[label] = int(number)
    return Place(found["file"], loop, times, int(found["units"] or 0))


def statements(text):
    """Returns the labels, as "name:", and the instructions of assembly as llvm-mc prints it."""
    found = []
    for line in text.splitlines():
        line = " ".join(line.partition("//")[0].split())
        if line and (not line.startswith(".") or line.endswith(":")):
            found.append(line)
    return found


def loops(listing):
    """Returns {label: (index of the label, index after the last branch back to it)}."""
    labels, found = {}, {}
    for i, line in enumerate(listing):
        label, branch = LABEL.match(line), TARGET.match(line)
        if label:
            labels[label[1]] = i
        elif branch and branch[1] in labels:
            found[branch[1]] = (labels[branch[1]], i + 1)
    return found


def body(listing, loop="", inner=()):
    """Returns the instructions of an iteration of a loop, and whether there is one. inner: {label: times} of
    the loops in it."""
    found, inner = loops(listing), dict(inner)
    for label in filter(None, (loop, *inner)):
        if label not in found:
            raise SourceError(f"no loop begins at {label}; loops: {_shown(listing, found)}")
    first, end = found[loop] if loop else _only(listing, found)
    times = {found[label]: number for label, number in inner.items()}
    return _written_out(listing, first, end, times), (first, end) in found.values()


def _only(listing, found):
    """Returns the only outermost loop, or without one the code up to the first `ret`."""
    outermost = [
        (first, end)
        for first, end in found.values()
        if not any(a <= first and end <= b and (a, b) != (first, end) for a, b in found.values())
    ]
    if len(outermost) > 1:
        raise SourceError(f"name one of the loops: {_shown(listing, found)}")
    if outermost:
        return outermost[0]
    return 0, next((i for i, line in enumerate(listing) if line.split()[0] == "ret"), len(listing))


def _written_out(listing, first, end, inner):
    """Returns the instructions from `first` to `end`. inner: {(first, end): times} of loops, which may contain others."""
    lines, i = [], first
    while i < end:
        here = [(b, times) for (a, b), times in inner.items() if a == i and (a, b) != (first, end)]
        if here:
            after, times = max(here)
            lines += times * _written_out(listing, i, after, inner)
            i = after
            continue
        if not LABEL.match(listing[i]):
            lines.append(listing[i])
        i += 1
    return tuple(lines)


def _shown(listing, found):
    count = {label: sum(not LABEL.match(line) for line in listing[a:b]) for label, (a, b) in found.items()}
    return ", ".join(f"{label} ({n} instructions)" for label, n in count.items()) or "none"
