# SPDX-License-Identifier: MIT
"""The ways in which the generator says no."""

import functools
import os


class UsageError(Exception):
    """A request that cannot be met: unknown stem, dialect or ABI, or a pair that does not fit."""


class KernelError(Exception):
    """A kernel that is wrong; the text opens with the kernel's file and line."""

    def __init__(self, message, where=None):
        self.where = where
        self.bare = message
        super().__init__(f"{where[0]}:{where[1]}: {message}" if where else message)


class Fault(Exception):
    """What a real machine, or a careful reader, would not forgive in one instruction."""


class TooNewError(KernelError):
    """A kernel that is right, but has an instruction that a dialect's assemblers cannot name."""


def short_path(path):
    """The path as a reader would type it: relative to the working directory when below it."""
    return _short_from(path, os.getcwd())


@functools.cache
def _short_from(path, folder):
    relative = os.path.relpath(path, folder)
    return path if relative.startswith("..") else relative
