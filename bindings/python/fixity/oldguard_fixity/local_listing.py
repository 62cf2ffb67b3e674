# SPDX-License-Identifier: MIT
"""Lists the regular files of a tree."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from .exclusions import Exclusions
from .listing import Listed
from .names import text


def tag_of(status: os.stat_result) -> str:
    """Returns the tag of a file: its modification time in nanoseconds, and its inode."""
    return f"{status.st_mtime_ns}-{status.st_ino}"


class LocalListing:
    """The files below a folder. Symbolic links are not followed. `passed_over` counts what is no file."""

    def __init__(self, root: Path, except_for: Path, exclusions: Exclusions) -> None:
        self.root = root
        self.except_for = except_for
        self.exclusions = exclusions
        self.passed_over = 0

    def __iter__(self) -> Iterator[Listed]:
        root, except_for = os.fsencode(self.root), os.fsencode(self.except_for)
        folders = [b""]
        while folders:
            folder = folders.pop()
            try:
                with os.scandir(os.path.join(root, folder) if folder else root) as entries:
                    for entry in entries:
                        name = folder + b"/" + entry.name if folder else entry.name
                        if entry.is_dir(follow_symlinks=False):
                            if entry.path != except_for and not self.exclusions.leaves_out(name, True):
                                folders.append(name)
                            continue
                        try:
                            status = entry.stat(follow_symlinks=False)
                        except OSError as error:
                            yield Listed(text(name), None, None, problem=error.strerror)
                            continue
                        if stat.S_ISREG(status.st_mode):
                            yield Listed(text(name), status.st_size, tag_of(status))
                        else:
                            self.passed_over += 1
            except OSError as error:
                yield Listed(text(folder) + "/", None, None, problem=error.strerror)
