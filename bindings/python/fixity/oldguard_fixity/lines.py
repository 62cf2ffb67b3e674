# SPDX-License-Identifier: MIT
"""Divides a text into lines, in constant memory and as UTF-8."""

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

LONGEST = 1 << 20  # the most bytes of a line: names have no limit on the way
BLOCK = 1 << 16
ENCODINGS = ("utf-8", "utf-16", "utf-16le", "utf-16be", "iso-8859-1", "cp1252")

# How an entry of sha1sum or of the BSD tools begins.
_ENTRY = re.compile(rb"[ \t]*\\?(?:[0-9A-Fa-f]{32,}[ \t]|[^ \t(]{1,15}[ \t]*\()")


class BadLine(Exception):
    """Reports a line that is no entry, or a text that cannot be read."""


def _zeros_end_lines(text: bytes) -> bool:
    """Returns whether NUL ends the lines of a text that begins so, as sha1sum -z writes them.

    What is between two NULs must be an entry, and a line that LF ends within it must not: a stray NUL in a
    list of lines does not make it another list.
    """
    first, zero, after = text.partition(b"\0")
    begins = [_ENTRY.match(line) for line in first.split(b"\n")]
    return bool(zero and begins[0] and not any(begins[1:]) and (not after or _ENTRY.match(after)))


def _returns_end_lines(text: bytes) -> bool:
    """Returns whether CR alone ends the lines of a text that begins so, as on old Macs.

    A name may have a CR, so an entry must follow one of them.
    """
    return b"\n" not in text and any(map(_ENTRY.match, text.split(b"\r")[1:]))


def _with_feeds(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yields a text in which LF ends the lines that CR or CRLF ended."""
    after_return = False
    for block in blocks:
        block = block.removeprefix(b"\n") if after_return else block
        after_return = block.endswith(b"\r")
        yield block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _decoded(blocks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for block in blocks:
            yield decoder.decode(block).encode()
        yield decoder.decode(b"", True).encode()
    except UnicodeError as error:
        raise BadLine(f"the text is no {encoding.upper()}: {error}") from error


def _encoding(start: bytes, encoding: str | None) -> str:
    """Returns the encoding of a text that begins so, and None for UTF-8."""
    if encoding in (None, "utf-16") and start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    if encoding is None:
        for order, at in (("LE", 1), ("BE", 0)):
            if len(start) >= 16 and not any(start[at:16:2]) and all(start[1 - at : 16 : 2]):
                raise BadLine(
                    f"this is UTF-16 without a byte order mark: --encoding=utf-16{order.lower()} reads it"
                )
    return {None: "utf-8", "utf-16": "utf-16be"}.get(encoding, encoding or "utf-8")


class Lines:
    """The lines of a file without their ends (LF or CRLF, CR, or NUL). `number` is that of the last line."""

    def __init__(self, file: BinaryIO, encoding: str | None = None) -> None:
        self.number = 0
        start = file.read(BLOCK)
        coding = _encoding(start, encoding)
        blocks = self._blocks(file, start)
        self._text = blocks if coding == "utf-8" else _decoded(blocks, coding)
        start = start.removeprefix(codecs.BOM_UTF8)
        self.has_zeros = coding == "utf-8" and _zeros_end_lines(start)
        if coding == "utf-8" and not self.has_zeros and _returns_end_lines(start):
            self._text = _with_feeds(blocks)

    def _blocks(self, file: BinaryIO, start: bytes) -> Iterator[bytes]:
        yield start.removeprefix(codecs.BOM_UTF8)
        while block := file.read(BLOCK):
            yield block

    def __iter__(self) -> Iterator[bytes]:
        end, rest = b"\0" if self.has_zeros else b"\n", b""
        for block in self._text:
            *whole, rest = (rest + block).split(end)
            for line in whole:
                yield self._line(line)
            if len(rest) > LONGEST:
                yield self._line(rest)
        if rest:
            yield self._line(rest)

    def _line(self, line: bytes) -> bytes:
        self.number += 1
        if len(line) > LONGEST:
            raise BadLine(f"the line is longer than {LONGEST} bytes")
        return line if self.has_zeros else line.removesuffix(b"\r")
