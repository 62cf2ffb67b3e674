# SPDX-License-Identifier: MIT
"""Reads the files of a tree: many at a time by the library, a huge file or a second read in pieces."""

import errno
import os
import resource
import stat
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from . import hashing
from .below import Below
from .checkpoint import Checkpoints
from .errors import Stopped
from .hashing import Digest
from .job import Job
from .local_listing import tag_of
from .names import from_columns, raw
from .observed import Progress, Seen, failed, to_table

PIECE = 1 << 20
TOGETHER = 256  # the most files of one call of the library, which are open at that time
SHORT = 1 << 16  # bytes of a file that is read at once
GONE = {
    errno.ENOENT: None,
    errno.ENOTDIR: None,
    errno.ELOOP: "a symbolic link is in its place",
    errno.ENXIO: "no regular file any more",  # a socket
}


class _Grown(Exception):
    """Ends the reading of files that have more bytes than they had when they were opened."""


class _File(NamedTuple):
    """A regular file that is open, and the index of its row."""

    at: int
    name: str
    fd: int
    before: os.stat_result


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
        names = [*map(from_columns, rows["key"].to_pylist(), rows["key_b64"].to_pylist())]
        seen: list[Seen] = []
        together = max(1, min(TOGETHER, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 4))
        with self._below() as below:
            for start in range(0, len(names), together):
                seen += self._some(below, names[start : start + together], progress, fresh)
        with self._below():
            return to_table(seen)

    def _below(self) -> Below:
        try:
            return Below(self._root)
        except OSError as error:
            raise Stopped(f"{self._root}: the folder of the source is gone: {error.strerror}") from error

    def _some(self, below: Below, names: list[str], progress: Progress, fresh: bool) -> list[Seen]:
        """Reads some files. Whatever happens to a file is in its row."""
        seen = [Seen()] * len(names)
        files: list[_File] = []
        try:
            for at, name in enumerate(names):
                try:
                    files.append(_opened(below, at, name))
                except OSError as error:
                    seen[at] = _unopened(error)
            digests = {} if fresh else self._together(files, progress)
            for file in files:
                seen[file.at] = self._one(file, digests.get(file.at), progress, fresh)
        finally:
            for file in files:
                os.close(file.fd)
        progress(len(names), 0)
        return seen

    def _together(self, files: list[_File], progress: Progress) -> dict[int, Digest]:
        """Returns the digests of those files that are not huge, by index.

        A file without a digest is read alone: it has more or fewer bytes than when it was opened, or could not
        be read.
        """
        short: list[int] = []
        texts: list[bytes] = []
        long: list[_File] = []
        for file in files:
            size = file.before.st_size
            if not stat.S_ISREG(file.before.st_mode) or size > self._limits.shard_bytes:
                continue
            if size > SHORT:
                long.append(file)
                continue
            try:
                data = os.read(file.fd, size + 1)
            except OSError:
                continue
            if len(data) == size:
                short.append(file.at)
                texts.append(data)
        found = dict(zip(short, hashing.many(self._algorithm, self._detect, texts)))
        progress(0, sum(map(len, texts)))
        return found | (self._of_long(long, progress) if long else {})

    def _of_long(self, files: list[_File], progress: Progress) -> dict[int, Digest]:
        """Returns the digests of files, or none unless all of them had their sizes."""
        size, done = sum(file.before.st_size for file in files), 0

        def told(octets: int, _: int) -> None:
            nonlocal done
            if octets > size:
                raise _Grown
            progress(0, octets - done)
            done = octets

        try:
            # The descriptor names the file that was opened, whatever has its name now.
            paths = [f"/proc/self/fd/{file.fd}" for file in files]
            found = hashing.files(self._algorithm, self._detect, paths, told)
        except _Grown:
            found = []
        digests = {f.at: one for f, one in zip(files, found) if isinstance(one, Digest)}
        if done == size and len(digests) == len(files):
            return digests
        progress(0, -done)
        return {}

    def _one(self, file: _File, digest: Digest | None, progress: Progress, fresh: bool) -> Seen:
        if not stat.S_ISREG(file.before.st_mode):
            return Seen(problem="missing", error="no regular file any more")
        try:
            if digest is None:
                digest = self._stream(file, progress, fresh)
            after = os.fstat(file.fd)
        except Stopped:
            raise
        except Exception as error:
            return failed(error)
        before, tag = file.before, tag_of(after)
        if digest is None or (after.st_mtime_ns, after.st_size) != (before.st_mtime_ns, before.st_size):
            why = "changed while it was read"
            return Seen(size=after.st_size, tag=tag, problem="changed", error=why)
        return Seen(digest.hex, after.st_size, tag, attacked=digest.attacked)

    def _stream(self, file: _File, progress: Progress, fresh: bool) -> Digest | None:
        """Reads a file in pieces. Returns None if it does not have as many bytes as when it was opened."""
        fd, tag, size = file.fd, tag_of(file.before), file.before.st_size
        if fresh:
            os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
        running, saved, checkpoints = hashing.Hash(self._algorithm, self._detect), 0, None
        if size > self._limits.shard_bytes:
            checkpoints = Checkpoints(self._state, file.name, fresh)
            running, saved = checkpoints.load(running, tag, size)
            progress(0, saved)
        os.lseek(fd, saved, os.SEEK_SET)
        offset = saved
        while offset <= size and (piece := os.read(fd, PIECE)):
            running.update(piece)
            offset += len(piece)
            progress(0, len(piece))
            if checkpoints and offset - saved >= self._limits.checkpoint_bytes:
                if tag_of(os.fstat(fd)) != tag:
                    break
                checkpoints.save(running, tag, size, offset)
                os.posix_fadvise(fd, saved, offset - saved, os.POSIX_FADV_DONTNEED)
                saved = offset
        if offset != size:
            return None
        if checkpoints:
            checkpoints.save(running, tag, size, offset)
        return running.finish()


def _opened(below: Below, at: int, name: str) -> _File:
    fd = below.open(raw(name))
    try:
        return _File(at, name, fd, os.fstat(fd))
    except OSError:
        os.close(fd)
        raise


def _unopened(error: OSError) -> Seen:
    if error.errno in GONE:
        return Seen(problem="missing", error=GONE[error.errno] or error.strerror)
    return failed(error)
