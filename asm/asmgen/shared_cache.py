# SPDX-License-Identifier: MIT
"""The folder in which builds and tests keep what they have computed from the sources of the generator.

OLDGUARD_CACHE names it. Without the variable it is `oldguard` in XDG_CACHE_HOME or in ~/.cache. If the
variable is empty, nothing is kept. The name of an entry is a digest of all that its content depends on, so
an entry is never out of date. An entry that nothing has used for 30 days is removed.
"""

import functools
import hashlib
import os
import sys
import tempfile
import time

from .sources import HOME

UNUSED = 30 * 86400  # seconds


@functools.cache
def folder():
    """Returns the path of the folder, or None if nothing is kept."""
    path = os.environ.get("OLDGUARD_CACHE")
    if path is None:
        home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        path = os.path.join(home, "oldguard")
    return path if os.path.isabs(path) else None


@functools.cache
def sources(*folders):
    """Returns a digest of this Python and of the files below the folders of the project."""
    digest = hashlib.sha256(sys.version.encode())
    for top in folders:
        for path, below, names in os.walk(os.path.join(HOME, top)):
            below[:] = sorted(set(below) - {"__pycache__"})
            for name in sorted(names):
                with open(os.path.join(path, name), "rb") as source:
                    content = source.read()
                place = os.path.relpath(os.path.join(path, name), HOME)
                digest.update(f"{place} {len(content)}\n".encode())
                digest.update(content)
    return digest.hexdigest()


def _user():
    return os.geteuid() if hasattr(os, "geteuid") else 0  # Windows gives each file the owner 0


def _place(kind, name):
    return os.path.join(folder(), kind, name)


def get(kind, name):
    """Returns the content of an entry, or None. An entry of another user is not believed."""
    if folder() is None:
        return None
    try:
        with open(_place(kind, name), "rb") as entry:
            status = os.fstat(entry.fileno())
            if status.st_uid != _user():
                return None
            content = entry.read()
            if time.time() - status.st_mtime > UNUSED / 30:
                os.utime(entry.fileno())
            return content
    except OSError:
        return None


def put(kind, name, content=b""):
    """Keeps an entry. Without a writable folder nothing happens."""
    if folder() is None:
        return
    try:
        os.makedirs(os.path.join(folder(), kind), mode=0o700, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=os.path.join(folder(), kind))
        with os.fdopen(handle, "wb") as entry:
            entry.write(content)
        os.replace(temporary, _place(kind, name))
        _remove_unused(kind)
    except OSError:
        pass


@functools.cache
def _remove_unused(kind):
    """Removes the entries of a kind that nothing has used, once a process."""
    for entry in os.scandir(os.path.join(folder(), kind)):
        if time.time() - entry.stat().st_mtime > UNUSED:
            os.unlink(entry.path)
