# SPDX-License-Identifier: MIT
"""Lists the regular files of a tree."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from .listing import Listed


def tag_of(status: os.stat_result) -> str:
    """Returns the tag of a file: its modification time in nanoseconds, and its inode."""
    return f"{status.st_mtime_ns}-{status.st_ino}"


class LocalListing:
    """The files below a folder. Symbolic links are not followed. `passed_over` counts what is no file."""

    def __init__(self, root: Path, except_for: Path) -> None:
        self.root = root
        self.except_for = except_for
        self.passed_over = 0

    def __iter__(self) -> Iterator[Listed]:
        folders = [""]
        while folders:
            folder = folders.pop()
            try:
                with os.scandir(os.path.join(self.root, folder) if folder else self.root) as entries:
                    for entry in entries:
                        name = f"{folder}/{entry.name}" if folder else entry.name
                        if entry.is_dir(follow_symlinks=False):
                            if Path(entry.path) != self.except_for:
                                folders.append(name)
                            continue
                        try:
                            status = entry.stat(follow_symlinks=False)
                        except OSError as error:
                            yield Listed(name, None, None, problem=error.strerror)
                            continue
                        if stat.S_ISREG(status.st_mode):
                            yield Listed(name, status.st_size, tag_of(status))
                        else:
                            self.passed_over += 1
            except OSError as error:
                yield Listed(folder + "/", None, None, problem=error.strerror)
