# SPDX-License-Identifier: MIT
"""The conditions that clear a block of disturbance vectors (src/sha1/sha1dc_facts.json), in rows for
vectors of words: conditions that differ by nothing but the step, one step a lane.
"""

import json
import os
from collections import namedtuple

FIRST, LAST = 32, 67            # the words that rows may look at: whole groups of four
FACTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..",
                     "src", "sha1", "sha1dc_facts.json")

# Lane l is for step t = i + l: bit bi of W[t] and bit bj of W[t + distance], which must sum to want
# or else the block is none of the vectors masks[l].
Row = namedtuple("Row", "i bi distance bj want masks")


def conditions():
    with open(FACTS, encoding="utf-8") as file:
        return json.load(file)["conditions"]


def rows(lanes):
    kinds = {}
    for i, bi, j, bj, want, vectors in conditions():
        kinds.setdefault((bi, j - i, bj, want), {})[i] = sum(1 << v for v in vectors)
    made = []
    for (bi, distance, bj, want), masks in sorted(kinds.items()):
        left = sorted(masks)
        while left:
            first = min(left[0], LAST - distance - (lanes - 1))
            assert first >= FIRST
            made.append(Row(first, bi, distance, bj, want,
                            [masks.get(first + lane, 0) for lane in range(lanes)]))
            left = [i for i in left if i >= first + lanes]
    return made
