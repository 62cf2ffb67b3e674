# SPDX-License-Identifier: MIT
"""Parses a page of a listing as its bytes arrive, and keeps its objects and folders alone."""

import urllib.parse
from xml.parsers import expat

from .listing import Listed, listed

DEEPEST = 16  # elements in each other
MOST_ELEMENTS = 300_000  # a store lists 1000 objects, each with less than 30 elements
MOST_ROWS = 10_000
MOST_TEXT = 16 << 10  # characters of a value: a key has up to 1024 bytes, encoded three times as many
MOST_SILENT = 1 << 20  # bytes without an element or text
OF_PAGE = {"IsTruncated", "NextContinuationToken", "EncodingType"}
OF_OBJECT = {"Key", "Size", "ETag", "StorageClass"}


class BadPage(Exception):
    """Reports a page that is no listing."""


class Page:
    """One page. Its values are complete after finish()."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._path: list[str] = []
        self._text: list[str] = []
        self._elements = self._length = self._silent = 0
        self._values: dict[str, str] = {}
        self._object: dict[str, str] = {}
        self._objects: list[dict[str, str]] = []
        self._folders: list[str] = []
        self._parser = expat.ParserCreate(namespace_separator="}")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._take
        self._parser.StartDoctypeDeclHandler = self._doctype

    def feed(self, data: bytes, last: bool = False) -> None:
        """Takes the next bytes. Raises BadPage if they are no listing."""
        try:
            self._silent += len(data)
            self._parser.Parse(data, last)
        except expat.ExpatError as error:
            raise BadPage(str(error)) from error
        if self._silent > MOST_SILENT:
            raise BadPage(f"{self._silent} bytes without an element")

    def finish(self) -> None:
        """Ends the page. Raises BadPage if it is not complete."""
        self.feed(b"", last=True)

    def _doctype(self, *_: object) -> None:
        raise BadPage("a document type")  # its entities can expand to any size

    def _start(self, name: str, _: object) -> None:
        self._silent = 0
        self._elements += 1
        self._path.append(name.rpartition("}")[2])
        self._text.clear()
        self._length = 0
        if len(self._path) > DEEPEST or self._elements > MOST_ELEMENTS:
            raise BadPage("too many elements")
        if len(self._path) == 1 and self._path[0] != "ListBucketResult":
            raise BadPage(f"the element {self._path[0][:40]!r} is no listing")

    def _take(self, text: str) -> None:
        self._silent = 0
        self._length += len(text)
        if self._length > MOST_TEXT:
            raise BadPage(f"a value of more than {MOST_TEXT} characters")
        self._text.append(text)

    def _end(self, _: str) -> None:
        self._silent = 0
        path, value = self._path[1:], "".join(self._text)
        self._path.pop()
        self._text.clear()
        if len(path) == 1 and path[0] in OF_PAGE:
            self._values[path[0]] = value
        elif path == ["Contents"]:
            self._objects.append(self._object)
            self._object = {}
        elif path == ["CommonPrefixes", "Prefix"]:
            self._folders.append(value)
        elif len(path) == 2 and path[0] == "Contents" and path[1] in OF_OBJECT:
            self._object[path[1]] = value
        if len(self._objects) + len(self._folders) > MOST_ROWS:
            raise BadPage(f"more than {MOST_ROWS} objects")

    def _key(self, text: str) -> str:
        """Returns a key. Raises BadPage if it is not below the prefix."""
        encoding = self._values.get("EncodingType", "")
        if encoding not in ("", "url"):
            raise BadPage(f"keys in the encoding {encoding[:40]!r}")
        key = urllib.parse.unquote_plus(text, errors="surrogateescape") if encoding else text
        if not key.startswith(self._prefix):
            raise BadPage(f"the key {key!r} is not below the prefix")
        return key

    def rows(self) -> list[Listed]:
        """Returns the objects."""
        try:
            return [
                listed(
                    self._key(one.get("Key", "")).removeprefix(self._prefix),
                    one.get("Size", ""),
                    one.get("ETag", ""),
                    "",
                    one.get("StorageClass", ""),
                )
                for one in self._objects
            ]
        except ValueError as error:
            raise BadPage(str(error)) from error

    def folders(self) -> list[str]:
        """Returns the common prefixes."""
        return [*map(self._key, self._folders)]

    def token(self) -> str | None:
        """Returns what continues the listing, or None at its end. It is empty if the store names none."""
        return (
            self._values.get("NextContinuationToken", "")
            if self._values.get("IsTruncated") == "true"
            else None
        )
