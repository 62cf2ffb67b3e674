# SPDX-License-Identifier: MIT
"""The exceptions of the generator."""

import functools
import os


class UsageError(Exception):
    """A request that cannot be met: an unknown stem, dialect or ABI, or two that do not fit."""


class KernelError(Exception):
    """A wrong kernel. The message begins with its file and line; `bare` is the message without them."""

    def __init__(self, message, where=None):
        self.where = where
        self.bare = message
        super().__init__(f"{where[0]}:{where[1]}: {message}" if where else message)


class Fault(Exception):
    """An error of one instruction in the interpreter, for example an access outside every buffer."""


class TooNewError(KernelError):
    """A correct kernel with an instruction that the assemblers of a dialect do not know."""


def short_path(path):
    """Returns the path relative to the working directory if it is below it, else the path."""
    return _short_from(path, os.getcwd())


@functools.cache
def _short_from(path, folder):
    relative = os.path.relpath(path, folder)
    return path if relative.startswith("..") else relative
