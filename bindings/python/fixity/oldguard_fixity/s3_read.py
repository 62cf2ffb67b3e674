# SPDX-License-Identifier: MIT
"""Reads the objects of a shard from an S3-compatible store."""

import asyncio
import functools
from pathlib import Path
from typing import Any

import pyarrow as pa

from . import hashing
from .checkpoint import Checkpoints
from .errors import Stopped
from .job import Job
from .names import from_columns
from .observed import Progress, Seen, failed, to_table
from .ranges import RangedObject
from .retry import with_retries
from .s3_client import Answer, Archived, Client, Missing, Refused, Replaced, TooLong, Transient
from .s3_url import split_url

BATCH_BYTES = 8 << 20  # of small objects that are hashed in one call
BATCH_OBJECTS = 256
FLYING_BYTES = 64 << 20


class Streak:
    """Counts failed objects in a row, in one process, and stops the run at a limit."""

    def __init__(self) -> None:
        self.length = 0

    def failed(self, error: Exception, limit: int) -> None:
        """Counts a failure. Raises Stopped at the limit: a wrong key must not fill the job with errors."""
        self.length += 1
        if self.length >= limit:
            raise Stopped(f"{self.length} objects in a row could not be read, the last one: {error}")

    def succeeded(self) -> None:
        """Ends the row."""
        self.length = 0


@functools.cache
def streak_of(job: Path) -> Streak:
    """Returns the streak of a job in this process."""
    return Streak()


class S3Reader:
    """Reads objects of the bucket of a job's source."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._about = job.about
        self._limits = job.about.limits
        self._bucket, self._prefix = split_url(job.about.source)

    def versions(self, tags: pa.ChunkedArray) -> pa.ChunkedArray:
        """Returns the ETags."""
        return tags

    def read(self, rows: pa.Table, progress: Progress, fresh: bool = False) -> pa.Table:
        """Reads the objects of plan rows."""
        try:
            return to_table(asyncio.run(self._read(rows, progress, fresh)))
        except ExceptionGroup as group:
            raise group.exceptions[0] from None

    async def _read(self, rows: pa.Table, progress: Progress, fresh: bool) -> list[Seen]:
        connections = max(self._limits.requests, self._limits.ranges)
        async with Client(self._bucket, self._about.store, self._limits.timeout, connections) as client:
            return await ShardRead(self._job, client, self._prefix, progress, fresh).run(rows)


class ShardRead:
    """One pass over the rows of a shard."""

    def __init__(self, job: Job, client: Client, prefix: str, progress: Progress, fresh: bool) -> None:
        self._job = job
        self._about = job.about
        self._limits = job.about.limits
        self._client = client
        self._prefix = prefix
        self._progress = progress
        self._fresh = fresh
        self._streak = streak_of(job.path)
        self._seen: list[Seen] = []
        self._whole: list[tuple[int, Answer]] = []  # small objects that are not hashed yet
        self._flying = 0
        self._landed = asyncio.Condition()

    async def run(self, rows: pa.Table) -> list[Seen]:
        """Returns what was seen of each row."""
        self._seen = [Seen()] * len(rows)
        todo = iter(list(enumerate(rows.to_pylist())))

        async def worker() -> None:
            for at, row in todo:
                await self._row(at, row)

        async with asyncio.TaskGroup() as group:
            for _ in range(min(self._limits.requests, max(1, len(rows)))):
                group.create_task(worker())
        self._hash_whole()
        return self._seen

    async def _row(self, at: int, row: dict[str, Any]) -> None:
        name = from_columns(row["key"], row["key_b64"])
        version: str | None = row["version"]
        tag: str | None = row["tag"]
        size: int | None = row["size"]
        weight = min(
            FLYING_BYTES, self._limits.range_bytes if size is None else size, self._limits.range_bytes
        )
        async with self._landed:
            await self._landed.wait_for(lambda: self._flying + weight <= FLYING_BYTES)
            self._flying += weight
        try:
            await self._object(at, name, size, tag, version)
            self._streak.succeeded()
        except Missing as error:
            self._seen[at] = Seen(problem="missing", error=str(error))
        except Archived as error:
            self._seen[at] = Seen(problem="skipped", error=str(error), source="listing")
        except Replaced:
            self._seen[at] = Seen(problem="changed", error="replaced while it was read")
        except Stopped:
            raise
        except Exception as error:  # whatever it is, the other objects are read
            self._seen[at] = failed(error)
            self._streak.failed(error, self._limits.denied)
        finally:
            async with self._landed:
                self._flying -= weight
                self._landed.notify_all()
        self._progress(1, 0)

    async def _retried(
        self,
        name: str,
        start: int,
        end: int | None,
        etag: str | None,
        version: str | None,
        listed: tuple[str | None, int | None] = (None, None),
    ) -> Answer:
        """Reads a range. An answer that is not of the listed object is repeated, unless its ETag is new."""

        async def request() -> Answer:
            answer = await self._client.read(self._prefix + name, start, end, etag, version, self._fresh)
            tag, size = listed
            if tag and not answer.etag:
                raise Transient("an answer without the ETag that the listing has")
            if size is not None and answer.etag == (tag or "") and answer.size != size:
                raise Transient(f"an object of {answer.size} bytes, and of {size} in the listing")
            return answer

        return await with_retries(request, self._limits.retries, self._limits.backoff)

    async def _object(
        self, at: int, name: str, size: int | None, tag: str | None, version: str | None
    ) -> None:
        first = await self._first(name, size, tag, version)
        if len(first.body) == first.size:
            self._progress(0, first.size)
            self._whole.append((at, first))
            if len(self._whole) >= BATCH_OBJECTS or sum(a.size for _, a in self._whole) >= BATCH_BYTES:
                self._hash_whole()
            return
        if not first.etag:
            raise Refused("no ETag, without which ranges may be of two versions")
        checkpoints = None
        if first.size > self._limits.shard_bytes:
            checkpoints = Checkpoints(self._job.path / "state", name, self._fresh)

        async def read(start: int, end: int, etag: str | None) -> Answer:
            return await self._retried(name, start, end, etag, version)

        large = RangedObject(read, self._about.algorithm, self._about.detect, self._limits, checkpoints)
        self._seen[at] = await large.read(first, self._progress)

    async def _first(self, name: str, size: int | None, tag: str | None, version: str | None) -> Answer:
        """Reads the first range. An empty object has no range, so it is read whole, if it is still empty."""
        if size == 0:
            try:
                return await self._retried(name, 0, None, tag, version, (tag, size))
            except (Replaced, TooLong):
                pass
        try:
            return await self._retried(name, 0, self._limits.range_bytes, None, version, (tag, size))
        except Refused as error:
            if "HTTP 416" not in str(error):
                raise
            return await self._retried(name, 0, None, None, version, (tag, size))

    def _hash_whole(self) -> None:
        bodies = [answer.body for _, answer in self._whole]
        digests = hashing.many(self._about.algorithm, self._about.detect, bodies)
        for (at, answer), digest in zip(self._whole, digests, strict=True):
            self._seen[at] = Seen(digest.hex, answer.size, answer.etag, attacked=digest.attacked)
        self._whole.clear()
