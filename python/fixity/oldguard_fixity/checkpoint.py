# SPDX-License-Identifier: MIT
"""Saves the state of the hash of a huge object in the job's folder, so that another process can go on."""

import dataclasses
import hashlib
import json
import sys
from pathlib import Path

from .files import write_whole
from .names import raw


@dataclasses.dataclass(frozen=True)
class Checkpoint:
    """The state of the hash after the first `offset` bytes of one version of an object."""

    tag: str
    size: int
    offset: int
    state: bytes


class Checkpoints:
    """The checkpoint of one object and one way to hash it, in a file of its own."""

    def __init__(self, folder: Path, name: str, method: str) -> None:
        identity = raw(name) + b"\0" + method.encode()
        self._file = folder / (hashlib.sha256(identity).hexdigest()[:40] + ".ckpt")

    def save(self, point: Checkpoint) -> None:
        """Writes a checkpoint. Raises Stopped if the disk is full."""
        text = json.dumps({**dataclasses.asdict(point), "state": point.state.hex()})
        write_whole(self._file, f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}\n".encode())

    def load(self) -> Checkpoint | None:
        """Returns the checkpoint, or None if there is none. Reports a damaged one."""
        try:
            digest, text, _ = self._file.read_text().split("\n")
            if hashlib.sha256(text.encode()).hexdigest() != digest:
                raise ValueError
            fields = json.loads(text)
            return Checkpoint(**{**fields, "state": bytes.fromhex(fields["state"])})
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError):
            print(
                f"fixity: damaged checkpoint {self._file.name}: the object is read from its start",
                file=sys.stderr,
            )
            return None

    def remove(self) -> None:
        """Removes the checkpoint."""
        self._file.unlink(missing_ok=True)


def remove_of(folder: Path, name: str) -> None:
    """Removes the checkpoints of an object whose result is written."""
    for method in METHODS:
        Checkpoints(folder, name, method).remove()


METHODS = ("read", "read again")


def method_of(fresh: bool) -> str:
    """Returns the method of the first or of the second read of an object."""
    return METHODS[fresh]
