# SPDX-License-Identifier: MIT
"""Reads the files of a tree: a shard by the native command, a huge file or a second read by this process."""

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from . import hashing, native
from .checkpoint import Checkpoint, Checkpoints, method_of
from .errors import Stopped
from .job import Job
from .local_listing import tag_of
from .names import from_columns, raw
from .observed import Progress, Seen, to_table

PIECE = 1 << 20


class LocalReader:
    """Reads files below the folder of a job's source."""

    def __init__(self, job: Job) -> None:
        self._root = Path(job.about.source)
        self._algorithm = job.about.algorithm
        self._detect = job.about.detect
        self._limits = job.about.limits
        self._state = job.path / "state"

    def versions(self, tags: pa.ChunkedArray) -> pa.ChunkedArray:
        """Returns the modification times. A restored file has another inode but is the same version."""
        return pc.replace_substring_regex(tags, "-[0-9]*$", "")

    def read(self, rows: pa.Table, progress: Progress, fresh: bool = False) -> pa.Table:
        """Reads the files of plan rows. Raises Stopped if the folder of the source is gone."""
        self._check_root()
        huge = (pc.max(rows["size"]).as_py() or 0) > self._limits.shard_bytes
        if fresh or huge or native.command() is None:
            seen = to_table([self._one(row, progress, fresh) for row in rows.to_pylist()])
        else:
            seen = native.read(rows, self._root, self._algorithm, self._detect)
            progress(len(seen), pc.sum(rows["size"]).as_py() or 0)
        self._check_root()
        return seen

    def _check_root(self) -> None:
        if not self._root.is_dir():
            raise Stopped(f"{self._root}: the folder of the source is gone")

    def _one(self, row: dict[str, Any], progress: Progress, fresh: bool) -> Seen:
        name = from_columns(row["key"], row["key_b64"])
        try:
            flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            fd = os.open(os.path.join(os.fsencode(self._root), raw(name)), flags)
            try:
                seen = self._stream(fd, name, progress, fresh)
            finally:
                os.close(fd)
        except OSError as error:
            gone = error.errno in (errno.ENOENT, errno.ENOTDIR)
            seen = Seen(problem="missing" if gone else "unreadable", error=error.strerror)
        progress(1, 0)
        return seen

    def _stream(self, fd: int, name: str, progress: Progress, fresh: bool) -> Seen:
        before = os.fstat(fd)
        if not stat.S_ISREG(before.st_mode):
            return Seen(problem="missing", error="no regular file any more")
        if fresh:
            os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
        tag, size = tag_of(before), before.st_size
        checkpoints = Checkpoints(self._state, name, method_of(fresh))
        huge = size > self._limits.shard_bytes
        running, offset = hashing.Hash(self._algorithm, self._detect), 0
        point = checkpoints.load() if huge else None
        if point is not None and (point.tag, point.size) == (tag, size):
            running, offset = hashing.Hash(self._algorithm, self._detect, point.state), point.offset
            os.lseek(fd, offset, os.SEEK_SET)
            progress(0, offset)
        saved = offset
        while piece := os.read(fd, PIECE):
            running.update(piece)
            offset += len(piece)
            progress(0, len(piece))
            if huge and offset - saved >= self._limits.checkpoint_bytes:
                if tag_of(os.fstat(fd)) != tag:
                    break
                checkpoints.save(Checkpoint(tag, size, offset, running.export()))
                os.posix_fadvise(fd, saved, offset - saved, os.POSIX_FADV_DONTNEED)
                saved = offset
        after = os.fstat(fd)
        if tag_of(after) != tag or offset != size:
            return Seen(
                size=after.st_size, tag=tag_of(after), problem="changed", error="changed while it was read"
            )
        if huge:
            checkpoints.save(Checkpoint(tag, size, offset, running.export()))
        digest = running.finish()
        return Seen(digest.hex, size, tag, attacked=digest.attacked)
