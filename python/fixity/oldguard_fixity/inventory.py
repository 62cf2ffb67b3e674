# SPDX-License-Identifier: MIT
"""Reads the files of an S3 Inventory as a listing: Parquet, or CSV with the columns of its manifest.json."""

import csv
import gzip
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .errors import Usage
from .listing import Listed

# The fields of a CSV inventory that has no header, as S3 writes them by default with versions.
CSV_FIELDS = (
    "Bucket",
    "Key",
    "VersionId",
    "IsLatest",
    "IsDeleteMarker",
    "Size",
    "LastModifiedDate",
    "ETag",
    "StorageClass",
)


def _parquet_rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=10000):
                yield from batch.to_pylist()
    except pa.ArrowException as error:
        raise Usage(f"{path}: {error}") from error


def _csv_rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", newline="") if path.suffix == ".gz" else path.open(newline="") as file:
        for row in csv.reader(file):
            if len(row) != len(CSV_FIELDS):
                raise Usage(f"{path}: a line of {len(row)} fields instead of {len(CSV_FIELDS)}")
            fields: dict[str, Any] = dict(zip(CSV_FIELDS, row, strict=True))
            fields["Key"] = urllib.parse.unquote_plus(fields["Key"])
            yield fields


def _truth(value: Any) -> bool:
    return value is True or str(value).lower() == "true"


def _one(fields: dict[str, Any], bucket: str, prefix: str) -> Listed | None:
    row = {name.lower().replace("_", ""): value for name, value in fields.items()}
    key = row["key"]
    if row.get("bucket", bucket) != bucket or not key.startswith(prefix) or _truth(row.get("isdeletemarker")):
        return None
    if "islatest" in row and not _truth(row["islatest"]):
        return None
    etag = (row.get("etag") or "").strip('"') or None
    version = row.get("versionid") or None
    return Listed(key[len(prefix) :], int(row["size"]), etag, version, row.get("storageclass"))


def read(path: Path, bucket: str, prefix: str) -> Iterator[Listed]:
    """Yields the current objects of a bucket below a prefix. Raises Usage if the file cannot be read."""
    try:
        for fields in _parquet_rows(path) if path.suffix == ".parquet" else _csv_rows(path):
            found = _one(fields, bucket, prefix)
            if found is not None:
                yield found
    except (OSError, KeyError, ValueError) as error:
        raise Usage(f"{path}: no S3 Inventory: {error}") from error
