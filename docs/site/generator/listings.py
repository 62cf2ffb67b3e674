# SPDX-License-Identifier: MIT
"""The printed assembly of a kernel in all its dialects, as one script for the browser.

    OG_ASM({"stem": ..., "words": text, "lines": text, "dialects": [...], "files": {name: runs}})

Dialects share most lines, and of the others most comments and operands. `lines` has every different line once, in
which n blanks are DEL and the character 32 + n, and a word is the character 256 + its line in `words`. A text is a
list of runs: each is the index of its first line, less the index after the run before it, and its number of lines.
A dialect is [name, extension, summary, size, runs, build], where build is the runs of the Makefile of an exported
folder, or null where the operation has no export. `files` are the other files of that folder.
"""

import collections
import itertools
import json
import re
from dataclasses import dataclass

from asmgen.dialects import DIALECTS
from asmgen.errors import TooNewError, UsageError
from asmgen.exporting import files as exported_files

# A comment, or a mnemonic or operand with the punctuation beside it.
_WORDS = re.compile(r"(?<=/\* ).+?(?= \*/)|(?<=(?:; |# )).+|(?<=// ).+|[%$\[(-]*[^\W_][\w.+]+[)\]]*(?:, )?")
_LAST = 0xD7FF - 256  # the characters before the surrogates, of two or three bytes


@dataclass
class Listing:
    name: str
    summary: str
    extension: str
    text: str
    exported: dict  # the other files of the exported folder, or empty


@dataclass
class Listings:
    found: list
    refused: list  # of (dialect, reason): dialects of this architecture that the kernel cannot have
    no_export: str  # why there is no exported folder, or ""

    def of(self, name):
        return next((listing for listing in self.found if listing.name == name), None)


class _Printed:
    """A dialect whose text for a kernel is known already."""

    def __init__(self, dialect, text):
        self.dialect, self.text = dialect, text

    def __getattr__(self, name):
        return getattr(self.dialect, name)

    def print(self, unit):
        return self.text


def of(kernel):
    """Prints a kernel in every dialect of its architecture."""
    found, refused, no_export = [], [], ""
    for dialect in DIALECTS.values():
        abi = dialect.abis.get(kernel.arch.name)
        if abi is None:
            continue
        abi = getattr(abi, "name", abi)
        try:
            text = dialect.print(kernel.units[abi])
        except TooNewError as error:
            refused.append((dialect.name, str(error)))
            continue
        exported = {}
        if dialect.language == "C":  # whose dialects share their files
            try:
                exported = exported_files(kernel.source, _Printed(dialect, text), kernel.units[abi])
            except UsageError as error:
                no_export = str(error)
        exported.pop(kernel.stem + dialect.extension, None)
        found.append(Listing(dialect.name, dialect.summary, dialect.extension, text, exported))
    return Listings(found, refused, no_export)


def script(kernel, listings):
    """Returns the text of the script asm/STEM.js."""
    index = {}
    dialects, shared = [], {}
    for each in listings.found:
        runs = _runs(each.text, index)
        makefile = each.exported.get("Makefile")
        build = None if makefile is None else _runs(makefile, index)
        shared |= {name: text for name, text in each.exported.items() if name != "Makefile"}
        dialects.append([each.name, each.extension, each.summary, len(each.text), runs, build])
    files = {name: _runs(text, index) for name, text in sorted(shared.items())}
    words, lines = _words("\n".join(index))
    lines = re.sub(" {3,90}", lambda blanks: "\x7f" + chr(32 + len(blanks[0])), lines)
    data = {
        "stem": kernel.stem,
        "words": "\n".join(words),
        "lines": lines,
        "dialects": dialects,
        "files": files,
    }
    return f"OG_ASM({json.dumps(data, separators=(',', ':'), ensure_ascii=False)});\n"


def _words(text):
    """Returns the words that cost less as a line of `words` and characters of two bytes, and the text with these."""
    count = collections.Counter(_WORDS.findall(text))
    paying = [word for word, n in count.items() if (n - 1) * (len(word) - 2) > 4]
    words = sorted(paying, key=lambda word: (-count[word], word))[:_LAST]
    codes = {word: chr(256 + i) for i, word in enumerate(words)}
    return words, _WORDS.sub(lambda word: codes.get(word[0], word[0]), text)


def _runs(text, index):
    """Returns the runs of a text, and adds its new lines to the index {line: number}."""
    numbers = [index.setdefault(line, len(index)) for line in text.split("\n")]
    runs, expected = [], 0
    for _, group in itertools.groupby(enumerate(numbers), lambda item: item[1] - item[0]):
        members = [number for _, number in group]
        runs += [members[0] - expected, len(members)]
        expected = members[-1] + 1
    return runs
