# SPDX-License-Identifier: MIT
"""The exit statuses of `fixity`, and the two errors that end a command."""

OK = 0  # every object is as listed
DIFFERENT = 1  # a difference, an attack or an unreadable object
USAGE = 2  # bad usage, or an input that cannot be read
STOPPED = 3  # stopped before the end: the same command goes on


class Usage(Exception):
    """Ends the command with status 2: bad usage, or a manifest or job that cannot be read."""


class Stopped(Exception):
    """Ends the run with status 3: a full disk, an unreachable store, or a refused key."""


class Damaged(Exception):
    """Reports a shard file that is not what was written."""
