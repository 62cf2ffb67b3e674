# SPDX-License-Identifier: MIT
"""Checks one shard of a job: the one function that every engine calls.

`work` may run twice, late, or at the same time on two machines. The result is the same.
"""

import dataclasses
from datetime import datetime, timezone
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from . import checkpoint, imports, shard_files
from .errors import Damaged, Stopped
from .job import Job
from .judge import differing, statuses
from .local_read import LocalReader
from .names import from_columns
from .observed import SEEN, Progress, Reader, Seen, to_table


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The number of rows by status, and the number of attacked objects."""

    statuses: dict[str, int]
    attacked: int

    @staticmethod
    def of(table: pa.Table) -> "Outcome":
        """Returns the outcome of a result shard."""
        attacked = pc.sum(pc.fill_null(table["attacked"], False)).as_py() or 0
        return Outcome(
            {row["values"]: row["counts"] for row in table["status"].value_counts().to_pylist()}, attacked
        )


def reader_of(job: Job) -> Reader:
    """Returns the reader of a job's source."""
    if job.about.source.startswith("s3://"):
        from .s3_read import S3Reader  # takes a while to import

        return S3Reader(job)
    return LocalReader(job)


def _silent(objects: int, size: int) -> None:
    pass


def work(job: Job, shard: int, progress: Progress = _silent) -> Outcome:
    """Checks a shard and writes its result. Does nothing if the result is there and undamaged.

    Raises Damaged if the plan shard is damaged, and Stopped if the run cannot go on.
    """
    try:
        done = job.read_done(shard)
    except Damaged:
        done = None
    if done is None:
        plan = job.read_plan(shard)
        done = _check(job, shard, plan, progress)
        shard_files.write(job.done_file(shard), done)
        if len(plan) == 1:  # only a shard of one object can have checkpoints
            checkpoint.remove_of(
                job.path / "state", from_columns(plan["key"][0].as_py(), plan["key_b64"][0].as_py())
            )
    return Outcome.of(done)


def attempt(job: Job, shard: int, progress: Progress = _silent) -> tuple[str, Any]:
    """Calls work and returns what came of it, for engines that cannot pass exceptions on.

    The result is ("done", Outcome), ("damaged", reason) or ("stopped", reason).
    """
    try:
        return "done", work(job, shard, progress)
    except Damaged as error:
        return "damaged", str(error)
    except Stopped as error:
        return "stopped", str(error)
    except Exception as error:
        return "stopped", f"shard {shard}: {type(error).__name__}: {error}"


def _check(job: Job, shard: int, plan: pa.Table, progress: Progress) -> pa.Table:
    reader = reader_of(job)
    seen = _see(job, shard, plan, reader, progress)
    seen, first = _twice(plan, seen, reader)
    carried = pc.equal(plan["action"], "carry")
    checked_at = pa.scalar(datetime.now(timezone.utc), shard_files.TIME)
    return pa.Table.from_arrays(
        [
            plan["key"],
            plan["key_b64"],
            plan["version"],
            pc.coalesce(seen["size"], plan["size"]),
            pc.coalesce(seen["tag"], plan["tag"]),
            seen["digest"],
            statuses(plan, seen, reader.versions),
            seen["error"],
            seen["attacked"],
            pc.if_else(carried, plan["checked_then"], checked_at),
            plan["expected"],
            plan["tag_then"],
            plan["size_then"],
            first,
            seen["source"],
        ],
        schema=shard_files.RESULT,
    )


def _see(job: Job, shard: int, plan: pa.Table, reader: Reader, progress: Progress) -> pa.Table:
    """Returns what was seen of each row: by listing, by the previous job, by the store or by reading."""
    if pc.all(pc.equal(plan["action"], "read")).as_py() and not job.import_file(shard).exists():
        return reader.read(plan, progress)
    known = [_unread(row) for row in plan.to_pylist()]
    known = imports.merge(job, shard, plan, known)
    to_read = [at for at, seen in enumerate(known) if seen is None]
    progress(len(known) - len(to_read), 0)
    read = reader.read(plan.take(pa.array(to_read, pa.int64())), progress).to_pylist()
    for at, row in zip(to_read, read, strict=True):
        known[at] = Seen(**row)
    return to_table([seen or Seen() for seen in known])


def _unread(row: dict[str, Any]) -> Seen | None:
    reason: str | None = row["reason"]
    if row["action"] == "carry":
        attacked = None if row["attacked_then"] is None else bool(row["attacked_then"])
        return Seen(
            str(row["expected"]), problem="skipped", error="unchanged", attacked=attacked, source="carried"
        )
    if row["action"] == "skip":
        return Seen(problem="skipped", error=reason, source="listing")
    if row["action"] == "unreadable":
        return Seen(problem="unreadable", error=reason, source="listing")
    return None


def _twice(plan: pa.Table, seen: pa.Table, reader: Reader) -> tuple[pa.Table, pa.Array]:
    """Reads the objects with an unexpected digest once more. Returns what counts, and the first digests."""
    again = pc.indices_nonzero(differing(plan, seen)).to_pylist()
    first: list[str | None] = [None] * len(seen)
    if not again:
        return seen, pa.array(first, pa.string())
    rows = seen.to_pylist()
    second = reader.read(plan.take(pa.array(again, pa.int64())), _silent, fresh=True).to_pylist()
    for at, row in zip(again, second, strict=True):
        if row["digest"] != rows[at]["digest"]:
            first[at] = rows[at]["digest"]
            row["error"] = row["error"] or "two reads gave two digests"
        rows[at] = row
    return pa.Table.from_pylist(rows, schema=SEEN), pa.array(first, pa.string())
