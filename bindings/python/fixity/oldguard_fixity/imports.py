# SPDX-License-Identifier: MIT
"""Imports digests that the store computed: the completion report of an S3 Batch Operations job.

A composite checksum is a checksum of checksums of parts, and never comparable with a digest: it is refused.
"""

import json
import urllib.parse
from pathlib import Path
from typing import Any

import pyarrow as pa

from . import shard_files
from .csv_rows import csv_rows
from .errors import Damaged, Usage
from .job import Job
from .listing import is_header
from .names import from_columns, to_columns
from .observed import Seen
from .s3_url import split_url

IMPORTED = pa.schema(
    [("key", pa.string()), ("key_b64", pa.string()), ("digest", pa.string()), ("tag", pa.string())]
)
COLUMNS = ("Bucket", "Key", "VersionId", "TaskStatus", "ErrorCode", "HTTPStatusCode", "ResultMessage")


def _digest(message: dict[str, Any], where: str) -> tuple[str, str]:
    fields = {name.lower().replace("_", ""): value for name, value in message.items()}
    if str(fields.get("checksumalgorithm", "")).upper() != "SHA1":
        raise Usage(f"{where}: the checksum is not SHA1 but {fields.get('checksumalgorithm')}")
    digest = str(fields.get("checksumhex", "")).lower()
    if str(fields.get("checksumtype", "")).upper() != "FULL_OBJECT" or "-" in str(
        fields.get("checksumbase64", "")
    ):
        raise Usage(f"{where}: a composite checksum, which is no digest of the object")
    if len(digest) != 40 or set(digest) - set("0123456789abcdef"):
        raise Usage(f"{where}: no SHA-1 digest in checksum_hex")
    etag = str(fields.get("etag", "")).strip('"')
    if not is_header(etag):
        raise Usage(f"{where}: an ETag that is not printable ASCII")
    return digest, etag


def read_report(path: Path, source: str) -> dict[str, tuple[str, str]]:
    """Returns digest and ETag by name. Failed tasks are left out.

    Raises Usage for a file that is no report, and for a composite checksum.
    """
    bucket, prefix = split_url(source)
    found: dict[str, tuple[str, str]] = {}
    for where, line in csv_rows(path):
        if len(line) != len(COLUMNS):
            raise Usage(f"{where}: {len(line)} fields instead of {len(COLUMNS)}")
        row = dict(zip(COLUMNS, line, strict=True))
        key = urllib.parse.unquote_plus(row["Key"], errors="surrogateescape")
        if row["Bucket"] != bucket or not key.startswith(prefix) or row["TaskStatus"] != "succeeded":
            continue
        try:
            message = json.loads(row["ResultMessage"])
        except (ValueError, RecursionError) as error:
            raise Usage(f"{where}: no completion report: no JSON in ResultMessage: {error}") from error
        if not isinstance(message, dict):
            raise Usage(f"{where}: no JSON object in ResultMessage")
        found[key[len(prefix) :]] = _digest(message, where)
    return found


def import_report(job: Job, path: Path) -> int:
    """Stores the digests of a report beside the plan shards. Returns the number of objects they cover."""
    if not job.about.source.startswith("s3://") or job.about.algorithm != "sha1":
        raise Usage("only a SHA-1 job of a bucket takes the digests of the store")
    found = read_report(path, job.about.source)
    covered = 0
    for shard in job.shard_numbers():
        plan = job.read_plan(shard)
        names = [*map(from_columns, plan["key"].to_pylist(), plan["key_b64"].to_pylist())]
        rows = [(*to_columns(name), *found[name]) for name in names if name in found]
        if rows:
            covered += len(rows)
            columns = [pa.array(column, pa.string()) for column in zip(*rows)]
            shard_files.write(job.import_file(shard), pa.Table.from_arrays(columns, schema=IMPORTED))
    return covered


def merge(job: Job, shard: int, plan: pa.Table, known: list[Seen | None]) -> list[Seen | None]:
    """Adds the imported digests of a shard. An object that is not the version of the report is read."""
    try:
        table = shard_files.read(job.import_file(shard), IMPORTED)
    except (FileNotFoundError, Damaged):
        return known
    imported = {
        from_columns(row["key"], row["key_b64"]): (row["digest"], row["tag"]) for row in table.to_pylist()
    }
    out: list[Seen | None] = []
    for row, seen in zip(plan.to_pylist(), known, strict=True):
        digest, tag = imported.get(from_columns(row["key"], row["key_b64"]), (None, None))
        if seen is None and digest is not None and tag == row["tag"]:
            seen = Seen(digest, row["size"], tag, source="store")
        out.append(seen)
    return out
