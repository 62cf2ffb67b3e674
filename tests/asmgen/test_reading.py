# SPDX-License-Identifier: MIT
"""The instructions that docs/reading-a-kernel.md quotes are those of the printed kernels."""

import re
from pathlib import Path

import built
import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "reading-a-kernel.md").read_text(encoding="utf-8")
SECTIONS = {m[1]: m[2] for m in re.finditer(r"^## [^`\n]*`(\w+)`\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)}
NOTE_COLUMN = 42
WINDOW = 60  # lines


def plain(line):
    """Returns an instruction with single spaces and decimal numbers."""
    line = re.sub(r"0x[0-9a-f]+", lambda m: str(int(m[0], 16)), line)
    return " ".join(line.split())


def blocks(section):
    """Returns the lists of instructions that a section quotes side by side."""
    for paragraph in re.findall(r"(?:^    .*\n)+", section, re.M):
        lines = [plain(line[4:NOTE_COLUMN]) for line in paragraph.splitlines()]
        lines = [line for line in lines if re.match(r"[a-z]\w* \S*[%$(]", line)]
        if lines:
            yield lines


def follow(lines, printed):
    """Returns whether the lines are printed in their order, not far apart."""

    def at(start):
        rest = iter(printed[start : start + WINDOW])
        return all(line in rest for line in lines)

    return any(at(i) for i, line in enumerate(printed) if line == lines[0])


@pytest.mark.parametrize("stem", SECTIONS)
def test_quotes_the_printed_kernel(stem):
    text = built.text(stem, "gas-elf").replace(f".L{stem}_", "")
    printed = [plain(line.split("/*")[0]) for line in text.splitlines()]
    quoted = list(blocks(SECTIONS[stem]))
    assert quoted
    assert [lines for lines in quoted if not follow(lines, printed)] == []
