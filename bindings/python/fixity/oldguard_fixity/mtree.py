# SPDX-License-Identifier: MIT
"""Entries of mtree(5), as FreeBSD, NetBSD and bsdtar write them. Patterns of names are not read."""

import dataclasses
import re

from .lines import LONGEST, BadLine

DEEPEST = 4095  # bytes of a path: folders nest without naming those above
_LETTERS = {b"\\": b"\\", b"#": b"#", b"s": b" ", b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n"}
_LETTERS |= {b"v": b"\v", b"f": b"\f", b"r": b"\r"}
_KINDS = ("sha1", "md5", "rmd160", "sha256", "sha384", "sha512")  # of digests
_ALIASES = {f"{kind}digest": kind for kind in _KINDS} | dict.fromkeys(
    ("ripemd160", "ripemd160digest"), "rmd160"
)
_ESCAPE = re.compile(rb"(?s)\\(?:([0-3][0-7]{2})|M-(.)|M\^(.)|\^(.)|(.?))")


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """An entry of a file."""

    name: bytes
    digests: dict[str, str]
    size: int | None
    optional: bool


def _control(c: bytes) -> int:
    return 0x7F if c == b"?" else c[0] & 0x1F


def _unvis(match: re.Match[bytes]) -> bytes:
    octal, meta, meta_control, control, letter = match.groups()
    if octal:
        return bytes([int(octal, 8)])
    if meta:
        return bytes([meta[0] | 0x80])
    if meta_control:
        return bytes([_control(meta_control) | 0x80])
    if control:
        return bytes([_control(control)])
    if letter not in _LETTERS:
        raise BadLine("unknown escape in a name")
    return _LETTERS[letter]


class Mtree:
    """The entries of one manifest."""

    def __init__(self) -> None:
        self._defaults: dict[str, str] = {}
        self._folders: list[int] = []  # the sizes of the paths around
        self._path = b""
        self._joined = b""

    @staticmethod
    def begins(line: bytes) -> bool:
        """Returns whether a manifest of this format may begin so."""
        return line.startswith((b"#mtree", b"/set ", b"/unset ")) or (
            line.startswith((b". ", b"./")) and b" type=dir" in line
        )

    def entry(self, line: bytes) -> Found | None:
        """Returns the file of a line, or None. A backslash at the end of a line continues it."""
        if len(self._joined) + len(line) > LONGEST:
            raise BadLine("the line and its continuations are too long")
        line, self._joined = self._joined + line, b""
        if line.endswith(b"\\"):
            self._joined = line[:-1] + b" "
            return None
        word, *words = re.findall(rb"[^ \t]+", line) or [b"#"]
        if word.startswith(b"#"):
            return None
        if word in (b"/set", b"/unset"):
            self._set(words, word == b"/unset")
        elif word.startswith(b"/"):
            raise BadLine("an unknown command")
        elif word == b"..":
            if not self._folders:
                raise BadLine('".." leaves the folder of the manifest')
            self._path = self._path[: self._folders.pop()]
        else:
            return self._of(word, {**self._defaults, **self._keywords(words)})
        return None

    def _keywords(self, words: list[bytes]) -> dict[str, str]:
        keywords: dict[str, str] = {}
        for word in words:
            key, _, value = word.decode("ascii", "replace").partition("=")
            key = _ALIASES.get(key, key)
            if key == "size" and not re.fullmatch("[0-9]{1,18}", value):
                raise BadLine("no size in size")
            if key == "sha1" and not re.fullmatch("[0-9A-Fa-f]{40}", value):
                raise BadLine("no sha1 digest")
            keywords[key] = value
        return keywords

    def _set(self, words: list[bytes], unset: bool) -> None:
        if not unset:
            self._defaults.update(self._keywords(words))
            return
        gone = {word.decode("ascii", "replace").partition("=")[0] for word in words}
        for key in [*self._defaults] if "all" in gone else gone:
            self._defaults.pop(_ALIASES.get(key, key), None)

    def _of(self, word: bytes, keywords: dict[str, str]) -> Found | None:
        if re.search(rb"[*?[]", word) or {"ignore", "nochange"} & set(keywords):
            raise BadLine("patterns, ignore and nochange are not read here: `oldguard audit` reads them")
        name = _ESCAPE.sub(_unvis, word)
        is_path = b"/" in word
        if not is_path and b"/" in name:
            raise BadLine("an escaped slash in a name")
        path = name if is_path else self._path + name
        if len(path) > DEEPEST:
            raise BadLine(f"the path of this entry is longer than {DEEPEST} bytes")
        if keywords.get("type") == "dir":
            if not is_path:
                self._folders.append(len(self._path))
                self._path = self._path if name == b"." else path + b"/"
            return None
        if keywords.get("type", "file") != "file":
            return None
        size = keywords.get("size")
        digests = {key: value for key, value in keywords.items() if key in _KINDS}
        return Found(path, digests, int(size) if size else None, "optional" in keywords)
