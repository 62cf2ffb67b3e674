# SPDX-License-Identifier: MIT
"""The hashes of oldguard, as this package uses them. No other module calls the library."""

import copy
from collections.abc import Callable, Sequence
from typing import NamedTuple

import oldguard
from oldguard import sha1dc
from oldguard._oldguard import sha1  # oldguard.sha1 may be hashlib's, whose state cannot be saved

ALGORITHMS = ("sha1", "whirlpool")
NAME = 4  # the bytes of a saved state (oldguard/state.h) that name the algorithm and the detection


class Digest(NamedTuple):
    """A digest in hexadecimal, and whether the message is half of a collision attack."""

    hex: str
    attacked: bool = False


class Hash:
    """A running hash, which can be saved and restored."""

    def __init__(self, algorithm: str, detect: bool) -> None:
        """Starts a hash."""
        self._hash: oldguard.Hash
        if algorithm == "whirlpool":
            self._hash = oldguard.whirlpool()
        else:
            self._hash = sha1dc.sha1() if detect else sha1()

    def update(self, data: bytes) -> None:
        """Appends data to the message."""
        self._hash.update(data)

    def export(self) -> bytes:
        """Returns the saved state."""
        return self._hash.export_state()

    def restored(self, state: bytes) -> "Hash":
        """Returns the hash of a saved state.

        Raises ValueError for a damaged state, and for one of another algorithm or with other detection.
        """
        if state[:NAME] != self.export()[:NAME]:
            raise ValueError("a state of another hash")
        found = copy.copy(self)
        found._hash = oldguard.import_state(state)
        return found

    def length(self) -> int:
        """Returns the number of bytes so far."""
        state = self.export()
        if self._hash.name == "whirlpool":
            return int.from_bytes(state[72:104]) // 8
        return int.from_bytes(state[28:36])

    def finish(self) -> Digest:
        """Returns the digest."""
        collision: sha1dc.Collision | None = getattr(self._hash, "collision", None)  # a plain hash has none
        return (
            Digest(self._hash.hexdigest())
            if collision is None
            else Digest(collision.hexdigest, attacked=True)
        )


def _digest(found: bytes | sha1dc.Collision) -> Digest:
    return Digest(found.hex()) if isinstance(found, bytes) else Digest(found.hexdigest, attacked=True)


def many(algorithm: str, detect: bool, messages: Sequence[bytes]) -> list[Digest]:
    """Returns the digests of whole messages, hashed several at a time."""
    if algorithm == "whirlpool":
        return [*map(_digest, oldguard.whirlpool_many(messages))]
    if detect:
        return [*map(_digest, sha1dc.many(messages, errors="return"))]
    return [*map(_digest, oldguard.sha1_many(messages))]


def files(
    algorithm: str, detect: bool, paths: Sequence[str], progress: Callable[[int, int], object]
) -> list[Digest | OSError]:
    """Returns the digests of files, hashed several at a time, or the errors of reading them.

    progress is called with the bytes and files so far. An exception that it raises ends the call.
    """
    found: Sequence[bytes | sha1dc.Collision | OSError]
    if algorithm == "whirlpool":
        found = oldguard.files(paths, "whirlpool", threads=1, errors="return", progress=progress)
    elif detect:
        found = oldguard.files(paths, "sha1dc", threads=1, errors="return", progress=progress)
    else:
        found = oldguard.files(paths, "sha1", threads=1, errors="return", progress=progress)
    return [one if isinstance(one, OSError) else _digest(one) for one in found]
