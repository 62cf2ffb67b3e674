# SPDX-License-Identifier: MIT
"""What a reader saw of the objects of a shard, row by row in the order of the plan."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

import pyarrow as pa

from .text import printable

WORDS = 1000  # the most characters of a reason

SEEN = pa.schema(
    [
        ("digest", pa.string()),
        ("size", pa.int64()),
        ("tag", pa.string()),
        ("problem", pa.string()),  # a status that needs no digest: missing, unreadable, changed, skipped
        ("error", pa.string()),
        ("attacked", pa.bool_()),
        ("source", pa.string()),
    ]
)


class Seen(NamedTuple):
    """One row, with the columns of SEEN."""

    digest: str | None = None
    size: int | None = None
    tag: str | None = None
    problem: str | None = None
    error: str | None = None
    attacked: bool | None = None
    source: str = "read"


def failed(error: Exception) -> Seen:
    """Returns the row of an object that an error keeps from being read."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Seen(problem="unreadable", error=printable(words or type(error).__name__)[:WORDS])


def to_table(rows: list[Seen]) -> pa.Table:
    """Returns the rows as a table."""
    columns = zip(*rows) if rows else [()] * len(SEEN)
    return pa.Table.from_arrays([pa.array(one, field.type) for one, field in zip(columns, SEEN)], schema=SEEN)


# Reports a number of objects and of bytes as read.
Progress = Callable[[int, int], None]


class Reader(Protocol):
    """Reads the objects of a source."""

    def read(self, rows: pa.Table, progress: Progress, fresh: bool = False) -> pa.Table:
        """Reads the objects of plan rows. fresh reads past caches.

        Raises Stopped if the source is gone, or if it refuses too many objects in a row.
        """

    def versions(self, tags: pa.ChunkedArray) -> pa.ChunkedArray:
        """Returns the part of tags that changes only if somebody writes the object."""
