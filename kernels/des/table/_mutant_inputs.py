# SPDX-License-Identifier: MIT
"""Inputs for mutants of fields that are taken by shifts: in every round all bits of right ^ key are
ones. What is added to such a word in a copy's place carries into every field; on random words it
does so once in hundreds of rounds and may go unnoticed."""

import struct

from .._spec import BLOCK, ROUNDS
from .._tables import SP

ONES = 0xFFFFFFFF
UP, DOWN = 1, -1


def _schedules(ways):
    """The schedules of passes in their order, for a block of ones."""
    made, left, right, word = [], ONES, ONES, 0
    for box in struct.iter_unpack("<64I", SP):
        word ^= box[-1]
    for way in ways:
        keys = []
        for _ in range(ROUNDS):
            keys.append(struct.pack("<2I", right ^ ONES, right ^ ONES))
            left, right = right, left ^ word
        left, right = right, left
        made.append(b"".join(keys[::way]))
    return made


def inputs(_chance):
    """Both directions of DES and of Triple DES, one block."""
    for way in (UP, DOWN):
        for ways in ([way], [way, -way, way]):
            keys = _schedules(ways)[::way]
            keys += keys[-1:] * (3 - len(keys))
            ones = b"\xff" * BLOCK
            yield (
                {"nblocks": 1, "encrypt": int(way == UP)},
                {
                    "data": ones,
                    "in": ones,
                    "out": bytes(BLOCK),
                    "iv": bytes(BLOCK),
                    "ks": b"".join(keys),
                    **dict(zip(("k1", "k2", "k3"), keys)),
                },
            )
