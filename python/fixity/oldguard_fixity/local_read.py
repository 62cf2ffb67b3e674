# SPDX-License-Identifier: MIT
"""Reads the files of a tree: a shard by the native command, a huge file or a second read by this process."""

import dataclasses
import errno
import os
import re
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
from .observed import SEEN, Progress, Seen, to_table

PIECE = 1 << 20

# Names that a manifest can have and that are not of a file below the source.
_OUTSIDE = re.compile(r"^/|(^|/)\.\.(/|$)|\0")


def _any_outside(keys: pa.ChunkedArray) -> bool:
    return bool(pc.any(pc.match_substring_regex(keys, r"^/|(^|/)\.\.(/|$)|\x00")).as_py())


def _inodes(tags: pa.ChunkedArray) -> pa.ChunkedArray:
    return pc.replace_substring_regex(tags, "^.*-", "")


def _silent(objects: int, size: int) -> None:
    pass


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
        seen = None
        if not (fresh or huge or native.command() is None or _any_outside(rows["key"])):
            seen = native.read(rows, self._root, self._algorithm, self._detect)
        if seen is None:
            seen = to_table([self._one(row, progress, fresh) for row in rows.to_pylist()])
        else:
            progress(len(seen), pc.sum(rows["size"]).as_py() or 0)
            seen = self._without_links(rows, seen)
        self._check_root()
        return seen

    def _without_links(self, rows: pa.Table, seen: pa.Table) -> pa.Table:
        """Reads the files with another inode than in the plan again: the command follows symbolic links."""
        same = pc.equal(_inodes(rows["tag"]), _inodes(seen["tag"]))
        other = pc.and_(pc.is_valid(seen["tag"]), pc.invert(pc.fill_null(same, False)))
        indices = pc.indices_nonzero(other).to_pylist()
        if not indices:
            return seen
        found = seen.to_pylist()
        for at, row in zip(indices, rows.take(pa.array(indices, pa.int64())).to_pylist(), strict=True):
            found[at] = dataclasses.asdict(self._one(row, _silent, fresh=False))
        return pa.Table.from_pylist(found, schema=SEEN)

    def _open(self, name: str) -> int:
        """Opens a file below the root without following a symbolic link on the way.

        Raises OSError, with ELOOP for a link in the place of the file.
        """
        if _OUTSIDE.search(name):
            raise OSError(errno.EXDEV, "not a name below the source")
        *folders, last = [part for part in raw(name).split(b"/") if part] or [b"."]
        at = os.open(self._root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            for folder in folders:
                flags = os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW
                inner = os.open(folder, flags, dir_fd=at)
                os.close(at)
                at = inner
            return os.open(last, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=at)
        finally:
            os.close(at)

    def _check_root(self) -> None:
        if not self._root.is_dir():
            raise Stopped(f"{self._root}: the folder of the source is gone")

    def _one(self, row: dict[str, Any], progress: Progress, fresh: bool) -> Seen:
        name = from_columns(row["key"], row["key_b64"])
        try:
            fd = self._open(name)
            try:
                seen = self._stream(fd, name, progress, fresh)
            finally:
                os.close(fd)
        except OSError as error:
            gone = error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
            reason = "a symbolic link is in its place" if error.errno == errno.ELOOP else error.strerror
            seen = Seen(problem="missing" if gone else "unreadable", error=reason)
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
