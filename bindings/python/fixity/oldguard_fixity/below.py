# SPDX-License-Identifier: MIT
"""Opens files below a folder without following a symbolic link on the way."""

import errno
import os
from pathlib import Path
from types import TracebackType

FOLDER = os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC


def _is_outside(name: bytes) -> bool:
    """Returns whether a name, which a list can have, is not of a file below the folder."""
    return name.startswith(b"/") or b"\0" in name or b".." in name and b".." in name.split(b"/")


class Below:
    """A folder. The folder of the last name stays open: names come sorted."""

    def __init__(self, root: Path) -> None:
        """Opens the folder. Raises OSError if it cannot be opened."""
        self._root = os.open(root, FOLDER)
        self._name = b""
        self._folder = os.dup(self._root)

    def __enter__(self) -> "Below":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._folder)
        os.close(self._root)

    def _enter(self, name: bytes) -> None:
        at = os.dup(self._root)
        try:
            for part in name.split(b"/"):
                inner = os.open(part, FOLDER | os.O_NOFOLLOW, dir_fd=at) if part else os.dup(at)
                os.close(at)
                at = inner
        except OSError:
            os.close(at)
            raise
        os.close(self._folder)
        self._folder, self._name = at, name

    def open(self, name: bytes) -> int:
        """Opens a file for reading and waits for nothing, whatever is in its place.

        Raises OSError, with ELOOP for a link in the place of the file.
        """
        if _is_outside(name):
            raise OSError(errno.EXDEV, "not a name below the source")
        folder, _, last = name.rpartition(b"/")
        if folder != self._name:
            self._enter(folder)
        flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY
        return os.open(last or b".", flags, dir_fd=self._folder)
