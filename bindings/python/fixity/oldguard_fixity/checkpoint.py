# SPDX-License-Identifier: MIT
"""Saves the state of the hash of a huge object in the job's folder, so that another process can go on."""

import hashlib
import json
import sys
from pathlib import Path

from .files import read_whole, write_whole
from .hashing import Hash
from .names import raw


class Checkpoints:
    """The saved state of one read of an object, in a file. An object can be read twice, with two files."""

    def __init__(self, folder: Path, name: str, fresh: bool) -> None:
        identity = raw(name) + (b"\0read again" if fresh else b"\0read")
        self._file = folder / (hashlib.sha256(identity).hexdigest()[:40] + ".ckpt")

    def save(self, running: Hash, tag: str, size: int, offset: int) -> None:
        """Writes the state after the first `offset` bytes of one version of the object.

        Raises Stopped if the disk is full.
        """
        fields = {"tag": tag, "size": size, "offset": offset, "state": running.export().hex()}
        text = json.dumps(fields)
        write_whole(self._file, f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}\n".encode())

    def load(self, new: Hash, tag: str, size: int) -> tuple[Hash, int]:
        """Returns the hash and the number of bytes in it. They are `new` and 0 without a checkpoint.

        A checkpoint of another version is not used. One that is damaged, or of another algorithm, detection or
        offset than it says, is reported and not used.
        """
        try:
            digest, text, _ = read_whole(self._file).decode().split("\n")
            if hashlib.sha256(text.encode()).hexdigest() != digest:
                raise ValueError
            fields = json.loads(text)
            if (fields["tag"], fields["size"]) != (tag, size):
                return new, 0
            running = new.restored(bytes.fromhex(fields["state"]))
            if not 0 <= fields["offset"] == running.length() <= size:
                raise ValueError
            return running, running.length()
        except FileNotFoundError:
            return new, 0
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            print(
                f"fixity: damaged checkpoint {self._file.name}: the object is read from its start",
                file=sys.stderr,
            )
            return new, 0

    def remove(self) -> None:
        """Removes the checkpoint."""
        self._file.unlink(missing_ok=True)


def remove_of(folder: Path, name: str) -> None:
    """Removes the checkpoints of an object whose result is written."""
    for fresh in (False, True):
        Checkpoints(folder, name, fresh).remove()
