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
# What a part of a list's name tells about its digests without a tag. The first part decides.
_BY_NAME = {
    40: {"sha1": "", "sha-1": "", "rmd160": "RIPEMD-160", "ripemd": "RIPEMD-160", "has160": "HAS-160"},
    128: {
        "whirlpool": "",
        "sha3": "SHA3-512",
        "sha512": "SHA-512",
        "sha-512": "SHA-512",
        "b2sum": "BLAKE2b",
        "blake2": "BLAKE2b",
    },
}
_TAGS = {b"sha1": "sha1", b"sha-1": "sha1", b"whirlpool": "whirlpool"}
_TAGGED = re.compile(rb"(?s)[ \t]*(\\?)([\w/-]+)[ \t]*\((.*)\)[ \t]*=[ \t]*([0-9A-Za-z+/]+=*)")
_HEX = re.compile(rb"[0-9A-Fa-f]+")
_PLAIN = re.compile(rb"(?s)[ \t]*(\\?)([0-9A-Fa-f]+)([ \t])(.+)")
_MIDDLE_TAG = re.compile(rb"(?i)[ \t]*\((?:sha-?1|whirlpool)\):")

_DIGEST = "(?:" + "|".join(f"[0-9a-f]{{{size}}}" for size in sorted([*SIZES, *OTHERS])) + ")"

# What a line is that is no entry of any algorithm. The line has no blanks at its ends.
_INSTEAD = [
    (
        r"[0-9a-f]{40}|[0-9a-f]{128}",
        "this is a digest without a name: oldguard sum --expect DIGEST FILE compares a file with it",
    ),
    (
        r"(?:sha|md).*:|certutil:.*",
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
    (r"[\[{].*", "this is JSON of another program: oldguard reads the lines of oldguard sum --format=jsonl"),
    (
        r"[0-7]{6}[ \t]+(?:blob[ \t]+)?[0-9a-f]{40}(?:[ \t].*)?",
        "this is what git ls-tree and git ls-files -s print: their ids are not digests of the files alone",
    ),
    (r".*:(?:\s+[0-9a-f]{4}){8,}", "this is what gpg --print-md prints, in groups of digits"),
    (r"(?:ed2k://|magnet:).*", "this is a link"),
    (
        r"[0-9]+[ \t]+[0-9a-f]{40,}(?:[ \t].*)?",
        "a size comes before the digest, as hashdeep -z and sha1deep -z print it",
    ),
    (
        rf"(?=.*[,;])(?:.*[,;])?\"?(?:{_DIGEST}|sha-?1|whirlpool)\"?(?:[,;].*)?",
        "this is CSV: write lines of a digest, two blanks and the name",
    ),
    (
        r".*=[ \t]*[0-9a-f]{2}(?::[0-9a-f]{2}){15,63}",
        "this is a digest with colons, as openssl dgst -c prints it: run openssl dgst without -c",
    ),
    (
        r"(?:[0-9a-z+/]{27}=|[0-9a-z+/]{86}==)[ \t].*",
        "this is a digest in base64: write it in hexadecimal, or in the form SHA1 (NAME) = DIGEST",
    ),
    (r".*\0.*", "the line contains a NUL"),
    (
        rf"(?!\\?(?:sha-?1|whirlpool)[ \t]*\().*[ \t=:]{_DIGEST}",
        "this is a line with the digest after the name, as in the SFV lists of RHash: write lines of a digest, "
        "two blanks and the name",
    ),
    (r"[0-9a-f]{8,}[ \t].*", "this is no digest of SHA-1 (40 digits) or Whirlpool (128 digits)"),
    (r".*[ \t][0-9a-f]{8}", "this is a line of CRC-32 (an SFV file), which oldguard does not compute"),
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

    def __init__(self, algorithm: str, has_escapes: bool, list_name: str) -> None:
        self._algorithm = algorithm
        lower = list_name.lower()
        found = {
            size: next((tells for part, tells in parts.items() if part in lower), "")
            for size, parts in _BY_NAME.items()
        }
        self._others = OTHERS | {size: other for size, other in found.items() if other}
        self._has_escapes = has_escapes
        self._form: str | None = None

    def entry(self, line: bytes) -> tuple[bytes, bytes]:
        """Returns name and digest of a line.

        Raises Other for a line of another algorithm, and BadLine for one that is no entry.
        """
        match = _PLAIN.fullmatch(line)
        other = self._others.get(len(match[2])) if match else None
        if match and len(match[2]) in SIZES and not other:
            return self._found(SIZES[len(match[2])], match[1], self._named(match[4], line), match[2])
        if tagged := _TAGGED.fullmatch(line):
            tag, digest = _TAGS.get(tagged[2].lower()), _digits(tagged[4])
            if tag is None and digest == tagged[4] and len(digest) >= 8:
                raise Other(tagged[2].decode("ascii", "replace"))
            if tag is not None and SIZES.get(len(digest)) == tag:
                return self._found(tag, tagged[1], tagged[3], digest)
        if other and b"\0" not in line:
            raise Other(other)
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
            if pattern.fullmatch(line.strip(b" \t")):
                return BadLine(why)
        return BadLine(f"improperly formatted {self._algorithm.upper()} checksum line")
