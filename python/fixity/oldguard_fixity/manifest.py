# SPDX-License-Identifier: MIT
"""Reads manifests: lines of sha1sum and of its BSD form, hashdeep's CSV, and JSON lines.

The first line that is no comment decides the format. A line that does not fit is an error of the file: a
forged line must not pass for a missing one.
"""

import base64
import dataclasses
import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, BinaryIO

from .errors import Usage
from .names import is_plain

DIGITS = {"sha1": 40, "whirlpool": 128}


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """A line of a manifest. The tag of a local file without a known inode ends with a hyphen."""

    name: str
    digest: str
    size: int | None = None
    tag: str | None = None


class BadLine(Exception):
    """Reports a line that is no entry."""


def _text(octets: bytes) -> str:
    return octets.decode("utf-8", "surrogateescape")


def _unescape(name: bytes) -> bytes:
    pairs = {b"\\\\": b"\\", b"\\n": b"\n", b"\\r": b"\r"}

    def one(match: re.Match[bytes]) -> bytes:
        if match[0] not in pairs:
            raise BadLine("unknown escape in a name")
        return pairs[match[0]]

    return re.sub(rb"\\.?", one, name, flags=re.DOTALL)


def _digest(text: bytes, algorithm: str) -> str:
    digest = text.decode("ascii", "replace").lower()
    if not re.fullmatch(f"[0-9a-f]{{{DIGITS[algorithm]}}}", digest):
        raise BadLine(f"no {algorithm} digest")
    return digest


def _gnu(line: bytes, algorithm: str) -> Entry:
    escaped = line.startswith(b"\\")
    digest, separator, name = line[escaped:].partition(b" ")
    if not separator or name[:1] not in (b" ", b"*") or len(name) < 2:
        raise BadLine("no checksum line")
    return Entry(_text(_unescape(name[1:]) if escaped else name[1:]), _digest(digest, algorithm))


def _bsd(line: bytes, algorithm: str) -> Entry:
    escaped = line.startswith(b"\\")
    match = re.fullmatch(rb"(?s)(\w+) \((.*)\) = ([0-9A-Fa-f]+)", line[escaped:])
    if not match or match[1].decode().lower() != algorithm:
        raise BadLine(f"no checksum line of {algorithm}")
    return Entry(_text(_unescape(match[2]) if escaped else match[2]), _digest(match[3], algorithm))


def _nanoseconds(time: str) -> int:
    seconds, _, fraction = time.removesuffix("Z").partition(".")
    whole = int(datetime.fromisoformat(seconds).replace(tzinfo=timezone.utc).timestamp())
    return whole * 10**9 + int(fraction.ljust(9, "0")[:9] or 0)


def _json(line: bytes, algorithm: str) -> Entry | None:
    fields: Any = json.loads(line)
    if not isinstance(fields, dict) or fields.get("v") != 1:
        raise BadLine("no JSON object of version 1")
    if "summary" in fields or algorithm not in fields:
        return None
    name, size, tag = fields.get("name"), fields.get("size"), fields.get("tag")
    if name is None:
        name = _text(base64.b64decode(fields["name_b64"], validate=True))
    if not isinstance(name, str) or any("\ud800" <= c < "\udc80" or "\udcff" < c <= "\udfff" for c in name):
        raise BadLine("no text in name")
    if size is not None and (type(size) is not int or not 0 <= size < 1 << 63):
        raise BadLine("no size in size")
    if tag is None and "mtime" in fields:
        tag = f"{_nanoseconds(fields['mtime'])}-{fields.get('inode', '')}"
    if tag is not None and not (isinstance(tag, str) and is_plain(tag)):
        raise BadLine("no text in tag")
    return Entry(name, _digest(fields[algorithm].encode(), algorithm), size, tag)


class _Hashdeep:
    """The lines of a hashdeep file after its first one."""

    def __init__(self) -> None:
        self.columns: list[str] = []

    def entry(self, line: bytes, algorithm: str) -> Entry | None:
        if line.startswith(b"%%%% ") and not self.columns:
            self.columns = line[5:].decode("ascii", "replace").split(",")
            if self.columns[-1] != "filename" or algorithm not in self.columns:
                raise BadLine(f"no columns {algorithm} and filename")
            return None
        if line.startswith(b"#"):
            return None
        values = line.split(b",", len(self.columns) - 1)
        if not self.columns or len(values) != len(self.columns):
            raise BadLine("no line of hashdeep")
        row = dict(zip(self.columns, values, strict=True))
        size = int(row["size"]) if "size" in row else None
        return Entry(_text(row["filename"]), _digest(row[algorithm], algorithm), size)


def _reader(line: bytes) -> Callable[[bytes, str], Entry | None]:
    if line.startswith(b"%%%%"):
        if line != b"%%%% HASHDEEP-1.0":
            raise BadLine("another version of hashdeep")
        return _Hashdeep().entry
    if line.startswith(b"{"):
        return _json
    return _bsd if re.match(rb"\\?\w+ \(", line) else _gnu


def _entries(file: BinaryIO, algorithm: str, shown: str) -> Iterator[Entry]:
    reader: Callable[[bytes, str], Entry | None] | None = None
    for number, terminated in enumerate(file, 1):
        line = terminated.removesuffix(b"\n").removesuffix(b"\r")
        try:
            if reader is None:
                if not line or line.startswith(b"#"):
                    continue
                reader = _reader(line)
                if line.startswith(b"%%%%"):
                    continue
            entry = reader(line, algorithm) if line else None
        except (BadLine, ValueError, KeyError, TypeError, AttributeError) as error:
            raise Usage(f"{shown}: line {number}: {error}") from error
        if entry is not None:
            yield entry


def read(path: Path, algorithm: str, below: str) -> Iterator[Entry]:
    """Yields the entries of a manifest. A leading `./` and the path of the source are removed from names.

    Raises Usage for a file that cannot be read, for a line that is no entry, and if there is no entry.
    """
    empty = True
    try:
        with path.open("rb") as file:
            for entry in _entries(file, algorithm, str(path)):
                empty = False
                name = entry.name.removeprefix(below) if below else entry.name
                yield dataclasses.replace(entry, name=name.removeprefix("./"))
    except OSError as error:
        raise Usage(f"{path}: {error.strerror}") from error
    if empty:
        raise Usage(f"{path}: no checksum lines of {algorithm}")
