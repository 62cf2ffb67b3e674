# SPDX-License-Identifier: MIT
"""The facts about collision attacks on SHA-1, read from sha1dc_facts.json."""

import json
import os

with open(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "sha1dc_facts.json"), encoding="utf-8"
) as _file:
    _FACTS = json.load(_file)
# [{"type", "K", "b"}]: the disturbance vectors I(K,b) and II(K,b).
VECTORS = _FACTS["vectors"]
# [(i, bi, j, bj, want, numbers of vectors)]: the unavoidable bit conditions. If the sum of bit bi of W[i]
# and bit bj of W[j] is not `want`, the block belongs to no attack with one of these vectors.
CONDITIONS = _FACTS["conditions"]
