# SPDX-License-Identifier: MIT
"""Reads the files of an S3 Inventory as a listing: Parquet, CSV, or the manifest.json that names them.

A CSV file has no header. Its columns are those that manifest.json names, or one of two usual sets.
"""

import json
import os
import re
import urllib.parse
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .csv_rows import csv_rows
from .errors import Usage
from .files import read_whole
from .listing import Listed, listed

CURRENT = ("Bucket", "Key", "Size", "LastModifiedDate", "ETag", "StorageClass")
VERSIONS = ("Bucket", "Key", "VersionId", "IsLatest", "IsDeleteMarker", *CURRENT[2:])
USUAL = {len(columns): columns for columns in (CURRENT, VERSIONS)}

# The columns that are used, in the spelling of _plain. Others may have any type.
USED = {"bucket", "key", "versionid", "islatest", "isdeletemarker", "size", "etag", "storageclass"}

Rows = Iterator[tuple[str, dict[str, Any]]]


def _plain(name: str) -> str:
    return name.lower().replace("_", "")


def _parquet_rows(path: Path) -> Rows:
    number = 0
    try:
        with pq.ParquetFile(path) as file:
            names = [name for name in file.schema_arrow.names if _plain(name) in USED]
            for batch in file.iter_batches(batch_size=10000, columns=names):
                for row in batch.to_pylist():
                    number += 1
                    yield f"{path}: row {number}", row
    except (pa.ArrowException, OSError, ValueError) as error:
        raise Usage(f"{path}: row {number + 1}: {error}") from error


def _csv_rows(path: Path, columns: Sequence[str] | None) -> Rows:
    for where, row in csv_rows(path):
        names = columns or USUAL.get(len(row))
        if names is None or len(row) != len(names):
            wanted = len(names) if names else " or ".join(map(str, USUAL))
            more = "" if columns else "; --inventory manifest.json reads files with other columns"
            raise Usage(f"{where}: {len(row)} fields instead of {wanted}{more}")
        fields: dict[str, Any] = dict(zip(names, row, strict=True))
        fields["Key"] = urllib.parse.unquote_plus(fields["Key"], errors="surrogateescape")
        yield where, fields


def _rows(path: Path, columns: Sequence[str] | None) -> Rows:
    """Returns the rows of a file. A regular file is recognised by its first bytes."""
    start = b""
    try:
        if os.path.isfile(path):
            with path.open("rb") as file:
                start = file.read(4)
    except OSError as error:
        raise Usage(f"{path}: {error.strerror}") from error
    if start.startswith(b"ORC"):
        raise Usage(f"{path}: an ORC file, which is not read: let S3 write Parquet or CSV")
    is_parquet = start == b"PAR1" or (path.suffix == ".parquet" and not start.startswith(b'"'))
    return _parquet_rows(path) if is_parquet else _csv_rows(path, columns)


def _manifest(path: Path) -> tuple[list[Path], list[str] | None]:
    """Returns the files and the columns that a manifest.json names.

    A file is looked up by the last part of its key, beside the manifest and in data/ there or one folder up.
    """
    try:
        fields = json.loads(read_whole(path))
        form, schema, files = fields["fileFormat"], fields["fileSchema"], fields["files"]
        names = [PurePosixPath(file["key"]).name for file in files]
        columns = [re.sub(r"[^A-Za-z0-9]", "", name) for name in schema.split(",")] if form == "CSV" else None
    except OSError as error:
        raise Usage(f"{path}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Usage(f"{path}: no manifest.json of an S3 Inventory: {error}") from error
    if form not in ("CSV", "Parquet") or (
        columns and ("Key" not in columns or len(set(columns)) < len(columns))
    ):
        raise Usage(f"{path}: an inventory of {form!r} with the columns {schema!r} is not read")
    folders = (path.parent, path.parent / "data", path.parent.parent / "data")
    found = []
    for name in names:
        there = [folder / name for folder in folders if name and os.path.isfile(folder / name)]
        if not there:
            raise Usage(f"{path}: the file {name!r} is neither there nor in data/")
        found.append(there[0])
    return found, columns


def _truth(value: Any) -> bool:
    return value is True or str(value).lower() == "true"


def _one(fields: dict[str, Any], bucket: str, prefix: str) -> Listed | None:
    row = {_plain(name): value for name, value in fields.items()}
    key = row["key"]
    if not isinstance(key, str):
        raise ValueError("no text in the column key")
    if row.get("bucket", bucket) != bucket or not key.startswith(prefix) or _truth(row.get("isdeletemarker")):
        return None
    if "islatest" in row and not _truth(row["islatest"]):
        return None
    size = row.get("size")
    return listed(
        key[len(prefix) :],
        None if size is None else str(size),
        row.get("etag") or "",
        row.get("versionid") or "",
        row.get("storageclass") or "",
    )


def read(path: Path, bucket: str, prefix: str) -> Iterator[Listed]:
    """Yields the current objects of a bucket below a prefix. Raises Usage if the file cannot be read."""
    files, columns = _manifest(path) if path.suffix == ".json" else ([path], None)
    for file in files:
        for where, fields in _rows(file, columns):
            try:
                found = _one(fields, bucket, prefix)
            except (KeyError, ValueError) as error:
                raise Usage(f"{where}: no S3 Inventory: {error}") from error
            if found is not None:
                yield found
