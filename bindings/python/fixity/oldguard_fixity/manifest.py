# SPDX-License-Identifier: MIT
"""Reads manifests: lines of digest and name, hashdeep's CSV, mtree's entries, and JSON lines.

The first line that is no comment decides the format. A line that does not fit is an error of the file: a
forged line must not pass for a missing one.
"""

import base64
import dataclasses
import json
import re
import typing
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from .checksum_lines import ChecksumLines, Other
from .errors import Usage
from .lines import BadLine, Lines
from .mtree import Mtree
from .names import is_plain, text
from .text import printable

DIGITS = {"sha1": 40, "whirlpool": 128}
HASHDEEP = b"%%%% HASHDEEP-1.0"
HEX = re.compile("[0-9A-Fa-f]+")
COMMENTS = (b"#", b";", b"//")
# What a distinfo file of a BSD port has beside digests: an RCS id, the time and the sizes.
DISTINFO = re.compile(rb"\$.+\$[ \t]*|TIMESTAMP = \d+[ \t]*|(?i:size) \(.*\) = \d+(?: bytes)?[ \t]*")
NAMED = 8  # the most other algorithms that a message names


class Entry(typing.NamedTuple):
    """A line of a manifest. The tag of a local file without a known inode ends with a hyphen."""

    name: str
    digest: str
    size: int | None = None
    tag: str | None = None
    optional: bool = False  # the object may be absent
    line: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Rules:
    """How the lines and names of manifests are read."""

    roots: tuple[str, ...] = ()  # what is removed from the start of a name: the paths of the source
    is_tree: bool = True  # names are paths, in which ./ and // mean nothing
    strip_prefix: str = ""
    backslashes: bool = False  # a backslash separates folders
    encoding: str | None = None


def _is_comment(line: bytes) -> bool:
    return not line or line.startswith(COMMENTS) or DISTINFO.fullmatch(line) is not None


def _digest(digits: str, algorithm: str) -> str:
    if len(digits) != DIGITS[algorithm] or not HEX.fullmatch(digits):
        raise BadLine(f"no {algorithm} digest")
    return digits.lower()


# A year that does not have four digits has a sign (ISO 8601).
TIME = re.compile(r"(\d{4}|[+-]\d{4,12})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z", re.ASCII)
EPOCH = datetime(1970, 1, 1)
CYCLE = 146097  # the days of 400 years, after which the calendar repeats


def _nanoseconds(time: Any) -> int:
    match = TIME.fullmatch(time) if isinstance(time, str) else None
    if not match or len(match[1]) > 4 and 0 <= int(match[1]) <= 9999:
        raise BadLine("no time in mtime")
    year, month, day, hour, minute, second = (int(match[n]) for n in range(1, 7))
    cycle, year = divmod(year - EPOCH.year, 400)
    since = datetime(EPOCH.year + year, month, day, hour, minute, second) - EPOCH
    seconds = (since.days + cycle * CYCLE) * 86400 + since.seconds
    return seconds * 10**9 + int((match[7] or "").ljust(9, "0"))


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise BadLine("a member is there twice")
    return fields


def _json(line: bytes, algorithm: str) -> Entry | None:
    fields: Any = json.loads(line, object_pairs_hook=_members)
    if not isinstance(fields, dict) or fields.get("v") != 1:
        raise BadLine("no JSON object of version 1")
    if "summary" in fields:
        return None
    if algorithm not in fields:
        if not {"status", "sha1", "whirlpool", "git_blob"} & set(fields):
            raise BadLine("the object has none of sha1, whirlpool and git_blob")
        return None
    name, size, tag = fields.get("name"), fields.get("size"), fields.get("tag")
    if name is None:
        name = text(base64.b64decode(fields["name_b64"], validate=True))
    if not isinstance(name, str) or any("\ud800" <= c < "\udc80" or "\udcff" < c <= "\udfff" for c in name):
        raise BadLine("no text in name")
    if size is not None and (type(size) is not int or not 0 <= size < 1 << 63):
        raise BadLine("no size in size")
    if tag is None and "mtime" in fields:
        tag = f"{_nanoseconds(fields['mtime'])}-{fields.get('inode', '')}"
    if tag is not None and not (isinstance(tag, str) and is_plain(tag)):
        raise BadLine("no text in tag")
    if not isinstance(fields[algorithm], str):
        raise BadLine(f"no text in {algorithm}")
    return Entry(name, _digest(fields[algorithm], algorithm), size, tag)


class _Hashdeep:
    """The lines of one hashdeep file, or of several, one after the other."""

    def __init__(self) -> None:
        self._columns: list[str] | None = []
        self._in_comments = False

    def entry(self, line: bytes, algorithm: str) -> Entry | None:
        if line == HASHDEEP:
            self._columns = None
        elif self._columns is None:
            self._columns = line.removeprefix(b"%%%% ").decode("ascii", "replace").split(",", 64)
            if self._columns[0] != "size" or self._columns[-1] != "filename":
                raise BadLine("the columns do not begin with size and end with filename")
            if len(set(self._columns)) != len(self._columns):
                raise BadLine("two columns have one name")
            self._in_comments = True
        elif not (self._in_comments and line.startswith(b"##")):
            self._in_comments = False
            return self._values(line, algorithm)
        return None

    def _values(self, line: bytes, algorithm: str) -> Entry:
        columns = self._columns or []
        values = line.split(b",", len(columns) - 1)
        row = dict(zip(columns, values))
        digests = [(one, value.decode("ascii", "replace")) for one, value in [*row.items()][1:-1]]
        if (
            len(values) != len(columns)
            or not re.fullmatch(rb"[0-9]{1,18}", row["size"])
            or not all(HEX.fullmatch(digest) for _, digest in digests)
            or not all(len(digest) == DIGITS.get(one, len(digest)) for one, digest in digests)
        ):
            raise BadLine("this is no entry; hashdeep does not escape a line feed in a name")
        size, name = int(row["size"]), row["filename"]
        piece = re.search(rb" offset (\d{1,18})-(\d{1,18})$", name)
        if piece and int(piece[2]) - int(piece[1]) + 1 == size:
            raise BadLine("this list is piecewise (hashdeep -p): its digests are of parts of files")
        if algorithm not in row:
            raise Other(columns[1].upper() if len(columns) > 2 else "no")
        return Entry(text(name), _digest(row[algorithm].decode("ascii", "replace"), algorithm), size)


def _of_others(names: list[str]) -> str:
    shown = [*names[:NAMED], *(["..."] if len(names) > NAMED else [])]
    listed = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
    return f"this is a list of {listed} digests, and oldguard computes SHA-1 and Whirlpool" if names else ""


def _listed_name(name: str, rules: Rules) -> str:
    """Returns the name of an object. Raises BadLine for the name of a folder, and for no name."""
    prefix = rules.strip_prefix
    if rules.backslashes:
        name, prefix = name.replace("\\", "/"), prefix.replace("\\", "/")
    rest = name.removeprefix(prefix)
    if rest != name and (prefix.endswith("/") or rest.startswith("/")):
        name = rest.lstrip("/")
    for root in rules.roots:
        if name.startswith(root):
            name = name[len(root) :].lstrip("/" if rules.is_tree else "")
            break
    if not rules.is_tree:
        name = name.removeprefix("./")
    elif "\0" in name:
        raise BadLine("the name contains a NUL")
    elif not name.startswith("/"):
        if name.endswith(("/", "/.")) or name == ".":
            raise BadLine(f"{name!r}: this is the name of a folder")
        if "//" in name or "./" in name:
            name = "/".join(part for part in name.split("/") if part not in ("", "."))
    if not name:
        raise BadLine("the name is empty")
    return name


class Manifests:
    """The entries of manifests, and what is worth saying about them."""

    def __init__(self, algorithm: str, rules: Rules) -> None:
        self._algorithm = algorithm
        self._rules = rules
        self.others: Counter[str] = Counter()  # skipped lines by algorithm

    def read(self, path: Path) -> Iterator[Entry]:
        """Yields the entries of a manifest.

        Raises Usage for a file that cannot be read, for a line that is no entry, and if there is no entry.
        """
        empty, before = True, set(self.others)
        try:
            with path.open("rb") as file:
                for entry in self._entries(file, str(path)):
                    empty = False
                    yield entry
        except OSError as error:
            raise Usage(f"{path}: {error.strerror}") from error
        if empty:
            others = sorted(set(self.others) - before)
            known = {"SHA1", "WHIRLPOOL"} & set(others)
            why = f"; it has lines of {others[0]}" if known else ""
            shown = "" if known else _of_others(others)
            raise Usage(f"{path}: {shown or f'no checksum lines of {self._algorithm}{why}'}")

    def _entries(self, file: BinaryIO, shown: str) -> Iterator[Entry]:
        take: Callable[[bytes, str], Entry | None] | None = None
        lines: Lines | None = None
        try:
            lines = Lines(file, self._rules.encoding)
            for line in lines:
                if take is None:
                    if not line.strip(b" \t") or _is_comment(line) and not line.startswith(b"#mtree"):
                        continue
                    take = self._reader(line, lines, Path(shown).name)
                try:
                    entry = take(line, self._algorithm)
                except Other as other:
                    entry = None
                    if len(self.others) <= NAMED:
                        self.others[str(other)] += 1
                if entry is not None:
                    name = _listed_name(entry.name, self._rules)
                    yield Entry(name, entry.digest, entry.size, entry.tag, entry.optional, lines.number)
        except (BadLine, ValueError, KeyError, TypeError, RecursionError) as error:
            where = f"line {lines.number}: " if lines and lines.number else ""
            words = "nested too deep" if isinstance(error, RecursionError) else printable(str(error))
            raise Usage(f"{shown}: {where}{words}") from error

    def _reader(self, line: bytes, lines: Lines, name: str) -> Callable[[bytes, str], Entry | None]:
        if line.startswith(b"%%%%"):
            if line != HASHDEEP:
                raise BadLine("the header is not %%%% HASHDEEP-1.0")
            return _Hashdeep().entry
        if line.lstrip(b" \t").startswith(b"{"):
            return lambda line, algorithm: _json(line, algorithm) if line else None
        if Mtree.begins(line):
            return self._of_mtree(Mtree())
        return self._of_checksums(ChecksumLines(self._algorithm, not lines.has_zeros, name))

    def _of_mtree(self, reader: Mtree) -> Callable[[bytes, str], Entry | None]:
        def take(line: bytes, algorithm: str) -> Entry | None:
            found = reader.entry(line)
            if found is None or not found.digests:
                return None
            if algorithm not in found.digests:
                raise Other(next(iter(found.digests)).upper())
            digest = _digest(found.digests[algorithm], algorithm)
            return Entry(text(found.name), digest, found.size, optional=found.optional)

        return take

    def _of_checksums(self, reader: ChecksumLines) -> Callable[[bytes, str], Entry | None]:
        def take(line: bytes, algorithm: str) -> Entry | None:
            if _is_comment(line):
                return None
            name, digest = reader.entry(line)
            return Entry(text(name), digest.decode().lower())

        return take

    def messages(self) -> list[str]:
        """Returns what was left out."""
        lines, names = self.others.total(), sorted(self.others)
        shown = ", ".join([*names[:NAMED], *(["..."] if len(names) > NAMED else [])])
        if lines == 1:
            return [f"1 line of another algorithm is skipped ({shown})"]
        return [f"{lines:,} lines of other algorithms are skipped ({shown})"] if lines else []
