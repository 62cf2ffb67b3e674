# SPDX-License-Identifier: MIT
"""Gives each row of a shard its status, from the plan and from what was seen.

ok          the digest is as expected
new         nothing was expected
corrupt     the digest differs, and nobody wrote the object: size and version of the tag are as recorded
changed     the digest differs, and the object was written or its earlier tag is unknown
missing, unreadable, skipped, changed     what the reader found instead of a digest
"""

from collections.abc import Callable

import pyarrow as pa
import pyarrow.compute as pc


def differing(plan: pa.Table, seen: pa.Table) -> pa.ChunkedArray:
    """Returns which digests differ from the expected ones."""
    return pc.fill_null(pc.not_equal(seen["digest"], plan["expected"]), False)


def statuses(
    plan: pa.Table, seen: pa.Table, versions: Callable[[pa.ChunkedArray], pa.ChunkedArray]
) -> pa.ChunkedArray:
    """Returns the statuses."""
    same_version = pc.fill_null(pc.equal(versions(seen["tag"]), versions(plan["tag_then"])), False)
    same_size = pc.fill_null(pc.equal(seen["size"], plan["size_then"]), True)
    differs = pc.if_else(pc.and_(same_version, same_size), "corrupt", "changed")
    read = pc.if_else(
        pc.is_null(plan["expected"]),
        "new",
        pc.if_else(pc.equal(seen["digest"], plan["expected"]), "ok", differs),
    )
    return pc.if_else(pc.is_valid(seen["problem"]), seen["problem"], read)
