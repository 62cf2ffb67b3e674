# SPDX-License-Identifier: MIT
"""The hashes of oldguard, as this package uses them. No other module calls the library."""

import dataclasses
from collections.abc import Sequence

import oldguard
from oldguard import sha1dc

ALGORITHMS = ("sha1", "whirlpool")


@dataclasses.dataclass(frozen=True, slots=True)
class Digest:
    """A digest in hexadecimal, and whether the message is half of a collision attack."""

    hex: str
    attacked: bool = False


class Hash:
    """A running hash, which can be saved and restored."""

    def __init__(self, algorithm: str, detect: bool, state: bytes | None = None) -> None:
        """Starts a hash, or restores the one of a saved state. Raises ValueError for a damaged state."""
        if state is not None:
            self._hash = oldguard.import_state(state)
        elif algorithm == "whirlpool":
            self._hash = oldguard.whirlpool()
        else:
            self._hash = sha1dc.sha1() if detect else oldguard.sha1()

    def update(self, data: bytes) -> None:
        """Appends data to the message."""
        self._hash.update(data)

    def export(self) -> bytes:
        """Returns the saved state."""
        return self._hash.export_state()

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
