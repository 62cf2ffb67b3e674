# SPDX-License-Identifier: MIT
"""Reads a large object of a store in ranges: in order, some in flight, all of one version of the object."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from . import hashing
from .checkpoint import Checkpoints
from .job import Limits
from .observed import Progress, Seen
from .s3_client import Answer, Replaced

# Reads the bytes from start to end of the version with the ETag. Raises Replaced for another version.
ReadRange = Callable[[int, int, str | None], Awaitable[Answer]]


class RangedObject:
    """One object, hashed as its ranges arrive."""

    def __init__(
        self, read: ReadRange, algorithm: str, detect: bool, limits: Limits, checkpoints: Checkpoints | None
    ) -> None:
        self._read = read
        self._algorithm = algorithm
        self._detect = detect
        self._limits = limits
        self._checkpoints = checkpoints  # none for an object that is not huge

    async def read(self, first: Answer, progress: Progress) -> Seen:
        """Hashes the object whose first range is `first`."""
        running, offset, saved = self._start(first)
        progress(0, offset)
        flying: deque[asyncio.Task[Answer]] = deque()
        following = offset
        try:
            while offset < first.size:
                while following < first.size and len(flying) < self._limits.ranges:
                    end = min(first.size, following + self._limits.range_bytes)
                    flying.append(asyncio.ensure_future(self._read(following, end, first.etag)))
                    following = end
                answer = await flying.popleft()
                if answer.size != first.size:
                    raise Replaced("another size than that of the first range")
                await asyncio.to_thread(running.update, answer.body)
                offset += len(answer.body)
                progress(0, len(answer.body))
                if offset - saved >= self._limits.checkpoint_bytes:
                    self._save(first, offset, running)
                    saved = offset
        except Replaced:
            return Seen(problem="changed", error="replaced while it was read")
        finally:
            for task in flying:
                task.cancel()
            await asyncio.gather(*flying, return_exceptions=True)
        self._save(first, offset, running)
        digest = running.finish()
        return Seen(digest.hex, first.size, first.etag, attacked=digest.attacked)

    def _start(self, first: Answer) -> tuple[hashing.Hash, int, int]:
        running = hashing.Hash(self._algorithm, self._detect)
        if self._checkpoints:
            running, offset = self._checkpoints.load(running, first.etag, first.size)
            if offset:
                return running, offset, offset
        running.update(first.body)
        return running, len(first.body), 0

    def _save(self, first: Answer, offset: int, running: hashing.Hash) -> None:
        if self._checkpoints is not None:
            self._checkpoints.save(running, first.etag, first.size, offset)
