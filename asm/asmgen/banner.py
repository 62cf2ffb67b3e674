# SPDX-License-Identifier: MIT
"""The banner of a kernel, its file's docstring, as data.

cv := SHA-1 compression of ...              the equation, up to an empty line

Inputs     cv: 5 words; ...                 a section: a title and, from column 11 on, its text
           further lines of it
Registers  eax ebx r8d          a b c       registers, two spaces or more, their use
           xmm0-3 xmm8 to xmm9  vectors     a range of registers in either form
                                more of it  a use goes on after two spaces or more
"""

import re
from dataclasses import dataclass

from .errors import KernelError, short_path

TEXT = 11  # column
TITLE = re.compile(r"([A-Z][a-z]*(?: [A-Za-z]+)*) +")
LINE = re.compile(r"(\S+(?: \S+)*) {2,}(\S.*)")
RANGE = re.compile(r"([a-z]+)(\d+)(?:-| to \1)(\d+)(?!\w)")


@dataclass(frozen=True)
class Row:
    """A line of the register map."""

    names: str  # as written
    registers: tuple  # the name of each register
    use: str


@dataclass(frozen=True)
class Banner:
    equation: str
    sections: dict  # title -> text
    registers: tuple  # of Row


def banner(kernel):
    """Parses the banner of a kernel. Raises KernelError with the line that does not fit."""
    lines = kernel.banner()
    start = _first_line(kernel.source)
    equation, sections, title, rows = [], {}, None, []
    for number, line in enumerate(lines, start):
        where = (short_path(kernel.source), number)
        if title is None and line and not sections and (not equation or equation[-1]):
            equation.append(line)
            continue
        if not line:
            equation.append("")
            continue
        found = TITLE.fullmatch(line[:TEXT])
        if found:
            title = found[1]
            if title in sections:
                raise KernelError(f"the banner has two sections '{title}'", where)
            sections[title] = []
        elif title is None or line[:TEXT].strip():
            raise KernelError(f"neither a section of the banner nor text from column {TEXT} on", where)
        text = line[TEXT:]
        sections[title].append(text.strip())
        if title == "Registers":
            _register_line(kernel.arch, text, rows, where)
    if not rows:
        raise KernelError("the banner has no section 'Registers'", (short_path(kernel.source), start))
    return Banner(
        " ".join(filter(None, equation)),
        {title: " ".join(texts) for title, texts in sections.items()},
        tuple(Row(names, registers, " ".join(use)) for names, registers, use in rows),
    )


def _first_line(source):
    """Returns the number of the line on which the docstring of a file begins."""
    with open(source, encoding="utf-8") as file:
        return next(number for number, line in enumerate(file, 1) if line.startswith('"""'))


def _register_line(arch, text, rows, where):
    """Adds a line of the section Registers to the rows."""
    if rows and text.startswith("  "):
        rows[-1][2].append(text.strip())
        return
    found = LINE.fullmatch(text)
    if not found:
        raise KernelError("expected registers, two spaces and their use", where)
    rows.append((found[1], tuple(_names(arch, found[1], where)), [found[2]]))


def _names(arch, text, where):
    """Yields the name of each register in the left column."""
    spread = RANGE.sub(
        lambda m: " ".join(f"{m[1]}{n}" for n in range(int(m[2]), int(m[3]) + 1)), text.replace(",", "")
    )
    for name in spread.split():
        if name not in arch.register_names:
            raise KernelError(f"'{name}' is no register of {arch.name}", where)
        yield name
