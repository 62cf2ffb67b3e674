# SPDX-License-Identifier: MIT
"""Files: the functions of the extension, and file_digest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import sha1
from ._oldguard import files, sha1_file, sha1dc, whirlpool, whirlpool_file

__all__ = ["file_digest", "files", "sha1_file", "whirlpool_file"]

_MAKERS: dict[str, Callable[[], Any]] = {"sha1": sha1, "sha1dc": sha1dc, "whirlpool": whirlpool}


def file_digest(
    fileobj: Any,
    digest: str | Callable[[], Any],
    /,
    *,
    progress: Callable[[int, int], object] | None = None,
    _bufsize: int = 2**18,
) -> Any:
    """Hashes a file object to its end and returns the hash object, as hashlib.file_digest does.

    fileobj is opened for reading in binary mode, or an io.BytesIO. It needs getbuffer or readinto. digest
    is "sha1", "sha1dc", "whirlpool" or a function that returns a hash object. progress(bytes, files) is
    called every 16 MiB and at the end. ValueError for another name, for a text file and for one that is not
    readable, BlockingIOError if a non-blocking file has no data.
    """
    if isinstance(digest, str):
        if digest not in _MAKERS:
            raise ValueError("digest is 'sha1', 'sha1dc', 'whirlpool' or callable, not %r" % digest)
        running = _MAKERS[digest]()
    else:
        running = digest()
    done = 0
    if hasattr(fileobj, "getbuffer"):
        with fileobj.getbuffer() as data:
            running.update(data)
            done = len(data)
    elif hasattr(fileobj, "readinto") and hasattr(fileobj, "readable") and fileobj.readable():
        done = _read_all(fileobj, running, progress, _bufsize)
    else:
        raise ValueError("%r is not a file-like object in binary reading mode" % (fileobj,))
    if progress is not None:
        progress(done, 1)
    return running


def _read_all(fileobj: Any, running: Any, progress: Callable[[int, int], object] | None, bufsize: int) -> int:
    buffer = bytearray(bufsize)
    view = memoryview(buffer)
    done, report = 0, 1 << 24
    while size := fileobj.readinto(buffer):
        running.update(view[:size])
        done += size
        if progress is not None and done >= report:
            report = done + (1 << 24)
            progress(done, 0)
    if size is None:
        raise BlockingIOError("the file has no data yet")
    return done
