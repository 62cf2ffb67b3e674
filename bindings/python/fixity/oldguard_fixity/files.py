# SPDX-License-Identifier: MIT
"""Writes the files of a job: whole, then renamed, so that a file with its final name is complete."""

import errno
import functools
import itertools
import os
import socket
import stat
from pathlib import Path

from .errors import Stopped

_numbers = itertools.count()


@functools.cache
def _host() -> str:
    """Returns the name of this machine, without dots."""
    return socket.gethostname().replace(".", "-").replace("/", "-")


def read_whole(path: Path) -> bytes:
    """Returns the bytes of a regular file. Raises OSError for any other kind, which a read may wait for."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    with open(fd, "rb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        return file.read()


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file under a temporary name, syncs it and renames it. Raises Stopped if that fails.

    The last writer wins if two write the same file at a time. Both files are complete.
    """
    temporary = path.with_name(f".{path.name}.{_host()}.{os.getpid()}.{next(_numbers)}.tmp")
    try:
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(fd, left) :]
            os.fsync(fd)
        finally:
            os.close(fd)
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise Stopped(f"{path}: {error.strerror}") from error


def remove_leftovers(folder: Path) -> None:
    """Removes temporary files of processes of this machine that ended in the middle of a write."""
    for file in folder.glob(".*.tmp"):
        host, process = file.name.split(".")[-4:-2]
        if host == _host() and not Path("/proc", process).exists():
            file.unlink(missing_ok=True)
