# SPDX-License-Identifier: MIT
"""Takes a loop out of an assembly file of another implementation, as llvm-objdump prints it.

A place is written FILE[:LOOP[,INNER*TIMES...]][@UNITS]. LOOP is the label at which the loop begins. Without it
the file has one loop, or none and is taken up to its first `ret`. An inner loop is written out TIMES times.
Branches forward are not taken. UNITS is the work of an iteration, in bytes for hashes and ciphers.
"""

import re
from dataclasses import dataclass, field

PLACE = re.compile(r"(?P<file>[^:@]+)(?::(?P<loops>[^@]+))?(?:@(?P<units>\d+))?")
LABEL = re.compile(r"([0-9a-f]+) <(.+)>:")
INSTRUCTION = re.compile(r"\s*([0-9a-f]+):\s+(\S.*)")
REFERENCE = re.compile(r"0x([0-9a-f]+) <([^>+]+)[^>]*>")
BRANCH = re.compile(r"(b|b\.\w+|cbn?z|tbn?z) ")


class SourceError(Exception):
    """The place is not in the form above, or not in the file."""


@dataclass(frozen=True)
class Place:
    file: str
    loop: str  # or ""
    inner: dict  # label -> times
    units: int  # or 0


@dataclass
class Listing:
    lines: list = field(default_factory=list)  # the text of each instruction
    labels: dict = field(default_factory=dict)  # label -> index in the lines
    loops: dict = field(
        default_factory=dict
    )  # index of the first instruction -> index after the last branch to it


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


def listing(text):
    """Reads the code of one section."""
    made, indices = Listing(), {}
    for line in text.splitlines():
        label = LABEL.fullmatch(line)
        instruction = INSTRUCTION.match(line.partition("//")[0])
        if label:
            made.labels[label[2]] = len(made.lines)
        elif instruction:
            indices[instruction[1]] = len(made.lines)
            code = " ".join(instruction[2].split())
            target = REFERENCE.search(code)
            if target and target[1] in indices and BRANCH.match(code):
                made.loops[indices[target[1]]] = len(made.lines) + 1
            made.lines.append(REFERENCE.sub(r"\2", code))
    return made


def body(code, loop="", inner=()):
    """Returns the instructions of an iteration of a loop in a Listing, and whether there is a loop. inner: {label:
    times} of the loops in it."""
    for label in filter(None, (loop, *inner)):
        if code.labels.get(label) not in code.loops:
            raise SourceError(f"no loop begins at {label}; loops: {_shown(code)}")
    first, end = (code.labels[loop], code.loops[code.labels[loop]]) if loop else _only(code)
    times = {code.labels[label]: dict(inner)[label] for label in inner}
    return tuple(_written_out(code, first, end, times)), code.loops.get(first) == end


def _only(code):
    """Returns the only outermost loop, or without one the code up to the first `ret`."""
    outermost = [
        (first, end)
        for first, end in code.loops.items()
        if not any(a < first and end <= b for a, b in code.loops.items())
    ]
    if len(outermost) > 1:
        raise SourceError(f"name one of the loops: {_shown(code)}")
    if outermost:
        return outermost[0]
    return 0, next((i for i, line in enumerate(code.lines) if line.startswith("ret")), len(code.lines))


def _written_out(code, first, end, inner):
    """Returns the instructions from `first` to `end`. inner: {index: times} of loops, which may contain others."""
    lines, i = [], first
    while i < end:
        times = inner.get(i)
        if times and (i, code.loops[i]) != (first, end):
            lines += times * _written_out(code, i, code.loops[i], inner)
            i = code.loops[i]
        else:
            lines.append(code.lines[i])
            i += 1
    return lines


def _shown(code):
    names = {index: label for label, index in code.labels.items()}
    shown = [f"{names.get(a, f'instruction {a}')} ({b - a} instructions)" for a, b in code.loops.items()]
    return ", ".join(shown) or "none"
