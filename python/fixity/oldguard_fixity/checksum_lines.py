# SPDX-License-Identifier: MIT
"""Lines of a digest and a name, by the rules of `oldguard sum --check`: those of sha1sum, openssl and BSD.

    DIGEST SP (SP | '*') NAME     sha1sum; '*' means that the file was read in binary mode
    DIGEST (SP | TAB) NAME        the reversed form of BSD; not in one list with lines of sha1sum
    TAG [SP] '(' NAME ')' [SP] '=' [SP] DIGEST     hexadecimal or base64

Blanks may come first, and a backslash before an escaped name.
"""

import binascii
import re

from .lines import BadLine

SIZES = {40: "sha1", 128: "whirlpool"}  # hexadecimal digits
OTHERS = {32: "MD5", 56: "SHA-224", 64: "SHA-256", 96: "SHA-384"}
_TAGS = {b"sha1": "sha1", b"sha-1": "sha1", b"whirlpool": "whirlpool"}
_TAGGED = re.compile(rb"(?s)[ \t]*(\\?)([\w/-]+)[ \t]*\((.*)\)[ \t]*=[ \t]*([0-9A-Za-z+/]+=*)")
_HEX = re.compile(rb"[0-9A-Fa-f]+")
_PLAIN = re.compile(rb"(?s)[ \t]*(\\?)([0-9A-Fa-f]+)([ \t])(.+)")
_MIDDLE_TAG = re.compile(rb"(?i)[ \t]*\((?:sha-?1|whirlpool)\):")

# What a line is that is no entry of any algorithm.
_INSTEAD = [
    (
        r"(?:[0-9a-f]{40}|[0-9a-f]{128})\s*",
        "this is a digest without a name: oldguard sum --expect DIGEST FILE compares a file with it",
    ),
    (
        r"(?:sha|md).*:\s*|certutil:.*",
        "this is what certutil prints: oldguard sum --expect DIGEST FILE compares a file with its digest",
    ),
    (
        r"algorithm\s*(?::|hash).*|\"algorithm\".*",
        "this is what Get-FileHash prints, in which no program finds the name: write lines of a digest, two "
        "blanks and the name",
    ),
    (r"<!doctype html.*|<html.*", "this is a page in HTML"),
    (
        r"-----begin pgp signed message-----.*",
        "this list is signed: gpg --decrypt checks the signature and prints the list",
    ),
    (r"<\?xml.*", "this is XML, such as hashdeep -d writes"),
    (r"(?:\x1f\x8b|BZh|\xfd7zXZ|PK\x03\x04|\(\xb5/\xfd).*", "this is a compressed file"),
    (r".*:(?:\s+[0-9a-f]{4}){8,}\s*", "this is what gpg --print-md prints, in groups of digits"),
    (r"(?:ed2k://|magnet:).*", "this is a link"),
    (
        r"[0-9]+[ \t]+[0-9a-f]{40,}(?:[ \t].*)?",
        "a size comes before the digest, as hashdeep -z and sha1deep -z print it",
    ),
    (r".*\0.*", "the line contains a NUL"),
    (r".*[ \t][0-9a-f]{8}\s*", "this is a line of CRC-32 (an SFV file), which oldguard does not compute"),
]
_REASONS = [(re.compile(pattern.encode("latin-1"), re.I | re.S), why) for pattern, why in _INSTEAD]


def _digits(text: bytes) -> bytes:
    """Returns a digest in hexadecimal, also from base64, as cksum --base64 writes it. Returns "" if it is none."""
    if _HEX.fullmatch(text):
        return text
    try:
        return binascii.hexlify(binascii.a2b_base64(text, strict_mode=True))
    except binascii.Error:
        return b""


class Other(Exception):
    """Reports a line of another algorithm, by its name."""


def unescaped(name: bytes) -> bytes:
    """Returns the name that was escaped. Raises BadLine for an escape that is none."""
    pairs = {b"\\\\": b"\\", b"\\n": b"\n", b"\\r": b"\r"}

    def one(match: re.Match[bytes]) -> bytes:
        if match[0] not in pairs:
            raise BadLine("unknown escape in a name")
        return pairs[match[0]]

    return re.sub(rb"\\.?", one, name, flags=re.DOTALL)


class ChecksumLines:
    """The lines of one list, whose first untagged line decides the form of the others."""

    def __init__(self, algorithm: str, has_escapes: bool) -> None:
        self._algorithm = algorithm
        self._has_escapes = has_escapes
        self._form: str | None = None

    def entry(self, line: bytes) -> tuple[bytes, bytes]:
        """Returns name and digest of a line.

        Raises Other for a line of another algorithm, and BadLine for one that is no entry.
        """
        if (match := _PLAIN.fullmatch(line)) and len(match[2]) in SIZES:
            return self._found(SIZES[len(match[2])], match[1], self._named(match[4], line), match[2])
        if tagged := _TAGGED.fullmatch(line):
            tag, digest = _TAGS.get(tagged[2].lower()), _digits(tagged[4])
            if tag is None and digest == tagged[4] and len(digest) >= 8:
                raise Other(tagged[2].decode("ascii", "replace"))
            if tag is not None and SIZES.get(len(digest)) == tag:
                return self._found(tag, tagged[1], tagged[3], digest)
        if match and len(match[2]) in OTHERS and b"\0" not in line:
            raise Other(OTHERS[len(match[2])])
        raise self._bad(line)

    def _named(self, rest: bytes, line: bytes) -> bytes:
        """Returns the name after a digest and one blank.

        What looks like a line of sha1sum may be a reversed one whose name begins with a blank. The first line
        decides for the whole list, so that a crafted line cannot name two different files.
        """
        if len(rest) < 2 or rest[:1] not in b" *":
            if self._form == "gnu" or _MIDDLE_TAG.match(rest):
                raise self._bad(line)
            self._form = "reversed"
        elif self._form != "reversed":
            self._form = "gnu"
            return rest[1:]
        return rest

    def _found(self, algorithm: str, mark: bytes, name: bytes, digest: bytes) -> tuple[bytes, bytes]:
        if b"\0" in name:
            raise BadLine("the line contains a NUL")
        if mark and not self._has_escapes:
            raise BadLine("a list whose lines end with NUL has no escapes")
        if algorithm != self._algorithm:
            raise Other(algorithm.upper())
        return unescaped(name) if mark else name, digest

    def _bad(self, line: bytes) -> BadLine:
        if (match := _PLAIN.fullmatch(line)) and _MIDDLE_TAG.match(match[4]):
            return BadLine("a tag such as (SHA1): comes between the digest and the name: remove it")
        for pattern, why in _REASONS:
            if pattern.fullmatch(line.lstrip(b" \t")):
                return BadLine(why)
        return BadLine(f"improperly formatted {self._algorithm.upper()} checksum line")
