# SPDX-License-Identifier: MIT
"""Inputs that reveal mutants of the field extraction by shifts (mov -> add of the copied word).

In every round all bits of right ^ key are ones. Then an addition in place of the copy carries into
every field. On random words it does so once in hundreds of rounds, and may go unnoticed.
"""

import struct

from .._spec import BLOCK, ROUNDS
from .._tables import SP

ONES = 0xFFFFFFFF
UP, DOWN = 1, -1


def _schedules(directions):
    """Returns a schedule for each pass, in order, for a block of ones."""
    schedules, left, right = [], ONES, ONES
    output = 0  # of all S-boxes for inputs of ones
    for box in struct.iter_unpack("<64I", SP):
        output ^= box[-1]
    for direction in directions:
        keys = []
        for _ in range(ROUNDS):
            keys.append(struct.pack("<2I", right ^ ONES, right ^ ONES))
            left, right = right, left ^ output
        left, right = right, left
        schedules.append(b"".join(keys[::direction]))
    return schedules


def inputs(_chance):
    """Yields arguments for both directions of DES and of Triple DES, with one block."""
    for direction in (UP, DOWN):
        for directions in ([direction], [direction, -direction, direction]):
            keys = _schedules(directions)[::direction]
            keys += keys[-1:] * (3 - len(keys))
            ones = b"\xff" * BLOCK
            yield (
                {"nblocks": 1, "encrypt": int(direction == UP)},
                {
                    "data": ones,
                    "in": ones,
                    "out": bytes(BLOCK),
                    "iv": bytes(BLOCK),
                    "ks": b"".join(keys),
                    **dict(zip(("k1", "k2", "k3"), keys)),
                },
            )
