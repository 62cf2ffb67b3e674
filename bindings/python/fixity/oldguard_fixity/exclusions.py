# SPDX-License-Identifier: MIT
"""The names that a plan leaves out, by the rules of gitignore(5), as `oldguard sum -r --exclude` has them.

A pattern with a slash, other than one at its end, is compared with the path below the source, and any other
pattern with the name of each file and folder. A slash at the end restricts it to folders. One that begins
with `!` takes in again what an earlier one left out. The last pattern that matches decides. What is in a
folder that is left out is left out.
"""

import dataclasses
import functools
import re
from collections.abc import Iterable
from pathlib import Path

from .errors import Usage
from .lines import BadLine, Lines
from .names import raw, text

# In a pattern: a set, an escaped byte, a globstar component, stars, or another byte.
_PART = re.compile(
    rb"(?s)(\[[!^]?+(?:\\.|[^\\])(?:\\.|[^\]\\])*+\])|\\(.)|(?:(?<=/)|^)\*\*(/|$)|(\*+)|([^\\])"
)
LONGEST_NAME = 8192  # bytes: no store and no system has a longer name, and a test takes time for each folder


@dataclasses.dataclass(frozen=True, slots=True)
class _Pattern:
    expression: re.Pattern[bytes]
    whole_path: bool
    folders_only: bool
    takes_in: bool


def _set(part: bytes) -> bytes:
    """Returns the regular expression of a set of bytes and ranges, each of which a backslash may precede."""
    negated = part[1:2] in (b"!", b"^")
    units, ranges = re.findall(rb"(?s)\\.|.", part[1 + negated : -1]), b""
    while units:
        low = high = units.pop(0)[-1]
        if len(units) > 1 and units[0] == b"-":
            high = units[1][-1]
            del units[:2]
        if low <= high:
            ranges += b"\\x%02x-\\x%02x" % (low, high)
    if not ranges:
        return b"[^/]" if negated else b"(?!)"
    return b"(?!/)[" + (b"^" if negated else b"") + ranges + b"]"


def _pieces(pattern: bytes) -> list[list[bytes]]:
    """Returns what is between the globstars of a pattern, and in each part what is between stars."""
    parts, at = [[b""]], 0
    while at < len(pattern):
        match = _PART.match(pattern, at)
        if match is None:
            raise BadLine("it ends with a backslash")
        at = match.end()
        one_of, escaped, globstar, star, byte = match.groups()
        if globstar is not None:
            parts.append([b"" if globstar else b"(?s:.+)"])
        elif star:
            parts[-1].append(b"")
        elif one_of and b"[:" in one_of:
            raise BadLine("classes such as [:alpha:] are not known")
        elif byte == b"[":
            raise BadLine("a set ([) does not end")
        else:
            parts[-1][-1] += (
                _set(one_of) if one_of else b"[^/]" if byte == b"?" else re.escape(escaped or byte)
            )
    return parts


def _expression(pattern: bytes) -> re.Pattern[bytes]:
    """Returns the regular expression of a pattern.

    After a star the shortest text that lets the next piece match is taken for good, except before the end.
    Nothing is tried twice, so the time is at most proportional to the product of both sizes.
    """
    parts = _pieces(pattern)
    text = b""
    for number, (first, *others) in enumerate(parts):
        is_last = number == len(parts) - 1
        inner = (b"(?:[^/]*+/)*?" if number else b"") + first
        for at, piece in enumerate(others, 1):
            is_end = is_last and at == len(others)
            inner += b"[^/]*?" + piece if is_end else b"(?>[^/]*?" + piece + b")"
        text += inner if is_last else b"(?>" + inner + b")"
    return re.compile(text + rb"\Z")


def _pattern(words: str) -> _Pattern:
    pattern = raw(words)
    takes_in = pattern.startswith(b"!")
    pattern = re.sub(rb"(?<!\\) +\Z", b"", pattern[takes_in:])
    folders_only = pattern.endswith(b"/")
    pattern = pattern[:-1] if folders_only else pattern
    try:
        if not pattern.removeprefix(b"/"):
            raise BadLine("it names nothing")
        expression = _expression(pattern.removeprefix(b"/"))
    except (BadLine, re.error) as error:
        raise Usage(f"the pattern {words!r} is malformed: {error}") from error
    return _Pattern(expression, b"/" in pattern, folders_only, takes_in)


def patterns_of(path: Path) -> list[str]:
    """Returns the patterns of a file. A blank line and one that begins with # are none."""
    try:
        with path.open("rb") as file:
            return [text(line) for line in Lines(file) if line.strip(b" ") and not line.startswith(b"#")]
    except (OSError, BadLine) as error:
        raise Usage(f"{path}: {error.strerror if isinstance(error, OSError) else error}") from error


class Exclusions:
    """Patterns, in their order."""

    def __init__(self, patterns: Iterable[str]) -> None:
        """Raises Usage for a malformed pattern."""
        self._patterns = [*map(_pattern, patterns)][::-1]
        self._folder = functools.lru_cache(maxsize=10000)(functools.partial(self.leaves_out, is_folder=True))

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def leaves_out(self, path: bytes, is_folder: bool) -> bool:
        """Returns whether a file or folder is left out, if the folders above it are not."""
        name = path.rpartition(b"/")[2]
        for one in self._patterns:
            if is_folder >= one.folders_only and one.expression.match(path if one.whole_path else name):
                return not one.takes_in
        return False

    def leaves_out_object(self, name: str) -> bool:
        """Returns whether an object or a folder above it is left out."""
        path = raw(name)
        if not self._patterns or len(path) > LONGEST_NAME:
            return False
        folders = (path[: match.start()] for match in re.finditer(b"/", path))
        return any(map(self._folder, folders)) or self.leaves_out(path, False)
