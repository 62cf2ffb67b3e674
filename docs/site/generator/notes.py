# SPDX-License-Identifier: MIT
"""The sections of docs/kernels/ that describe each kernel.

A section belongs to a kernel if its text or its heading names the stem, or if a comment
<!-- kernel: STEM --> is in it. A heading or a comment counts more than a mention.
"""

import re
from dataclasses import dataclass

from .markdown import slug
from .paths import listed, read

FOLDER = "docs/kernels"
HEADING, MARK = 50, 100  # the weights of a heading and a comment, in mentions
ON_PAGE = 14000  # characters of Markdown that a kernel's page shows, the other sections are links


@dataclass
class Section:
    file: str  # docs/kernels/NAME.md
    page: str  # NAME
    heading: str
    ident: str
    text: str


def pages():
    """Returns the names of the files of docs/kernels/ without the extension."""
    return [name[:-3] for name in listed(FOLDER, ".md") if name != "README.md"]


def sections():
    """Returns all sections of all pages, in their order."""
    found = []
    for page in pages():
        file, seen = f"{FOLDER}/{page}.md", {}
        parts = re.split(r"(?m)^(#{1,4} .*)$", read(file))
        for heading, text in zip(parts[1::2], parts[2::2]):
            title = heading.lstrip("# ")
            ident = slug(title)
            seen[ident] = seen.get(ident, -1) + 1
            ident += f"-{seen[ident]}" if seen[ident] else ""
            found.append(Section(file, page, title.replace("`", ""), ident, text.strip()))
    return found


def about(stem, found):
    """Returns (sections to show, sections to link) of a kernel, those that name it most first."""
    word = re.compile(rf"\b{stem}\b")
    weights = []
    for number, section in enumerate(found):
        weight = len(word.findall(section.text)) + HEADING * len(word.findall(section.heading))
        weight += MARK * len(re.findall(rf"<!-- kernel:[^>]*\b{stem}\b", section.text))
        if weight and section.text:
            weights.append((-weight, number, section))
    shown, linked, length = [], [], 0
    for _, _, section in sorted(weights, key=lambda item: item[:2]):
        if length + len(section.text) <= ON_PAGE:
            shown.append(section)
            length += len(section.text)
        else:
            linked.append(section)
    return shown, linked
