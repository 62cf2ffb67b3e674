# SPDX-License-Identifier: MIT
"""The schemas of plan and result shards, and their Parquet files.

Shards are compressed with zstd. Each page has a checksum, which the reader verifies.
"""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from .errors import Damaged
from .files import read_whole, write_whole

TIME = pa.timestamp("us", "UTC")

# What to do with one object, and what was known of it before.
PLAN = pa.schema(
    [
        pa.field("key", pa.string(), nullable=False),
        ("key_b64", pa.string()),
        ("version", pa.string()),  # of a bucket with versions
        ("size", pa.int64()),  # null: not in the listing
        ("tag", pa.string()),  # ETag, or mtime-inode
        pa.field("action", pa.string(), nullable=False),  # read, carry, skip or unreadable
        ("reason", pa.string()),  # of skip and unreadable
        ("expected", pa.string()),  # the digest in the manifest or in the previous job
        ("tag_then", pa.string()),  # the tag when `expected` was recorded
        ("size_then", pa.int64()),
        ("checked_then", TIME),
        ("attacked_then", pa.bool_()),
    ]
)

# What was found.
RESULT = pa.schema(
    [
        pa.field("key", pa.string(), nullable=False),
        ("key_b64", pa.string()),
        ("version", pa.string()),
        ("size", pa.int64()),
        ("tag", pa.string()),
        ("digest", pa.string()),
        pa.field("status", pa.string(), nullable=False),
        ("error", pa.string()),
        ("attacked", pa.bool_()),
        ("checked_at", TIME),
        ("expected", pa.string()),
        ("tag_then", pa.string()),
        ("size_then", pa.int64()),
        ("first_digest", pa.string()),  # of the first read, if the second gave another digest
        ("source", pa.string()),  # read, store, carried or listing
    ]
)


def encode(table: pa.Table) -> bytes:
    """Returns the Parquet file of a table."""
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        compression="zstd",
        write_page_checksum=True,
        store_schema=False,
        use_dictionary=["status"],
    )
    return bytes(sink.getvalue())


def write(path: Path, table: pa.Table) -> None:
    """Writes a shard. Raises Stopped if the disk is full."""
    write_whole(path, encode(table))


def read(path: Path, schema: pa.Schema, rows: int | None = None) -> pa.Table:
    """Reads a shard. Raises Damaged if it is damaged or has another number of rows.

    Raises FileNotFoundError if there is no such file.
    """
    try:
        data = read_whole(path)
        table = pq.read_table(
            pa.BufferReader(data), use_threads=False, page_checksum_verification=True, pre_buffer=False
        ).cast(schema)
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError, ValueError) as error:
        raise Damaged(f"{path.name}: {str(error).splitlines()[0]}") from error
    if rows is not None and table.num_rows != rows:
        raise Damaged(f"{path.name}: {table.num_rows} rows instead of {rows}")
    return table
