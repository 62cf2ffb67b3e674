# SPDX-License-Identifier: MIT
"""Cuts the rows of a plan into shards: by a number of objects and of bytes, a huge object alone."""

from collections.abc import Iterable, Iterator

import pyarrow as pa

from .job import Limits


def _cost(table: pa.Table) -> list[int]:
    sizes = table["size"].to_pylist()
    actions = table["action"].to_pylist()
    return [(size or 0) if action == "read" else 0 for size, action in zip(sizes, actions, strict=True)]


def cut(tables: Iterable[pa.Table], limits: Limits) -> Iterator[tuple[pa.Table, int]]:
    """Yields the shards and the bytes to read of each. The rows of a shard are in the order of the plan."""
    waiting: list[pa.Table] = []
    objects = size = 0
    for table in tables:
        start = 0
        for at, cost in enumerate(_cost(table)):
            huge = cost > limits.shard_bytes
            if huge or objects == limits.shard_objects or size + cost > limits.shard_bytes:
                waiting.append(table.slice(start, at - start))
                start = at
                if objects and not huge:
                    yield pa.concat_tables(waiting), size
                    waiting, objects, size = [], 0, 0
            if huge:
                yield table.slice(at, 1), cost
                start = at + 1
            else:
                objects += 1
                size += cost
        waiting.append(table.slice(start))
    if objects:
        yield pa.concat_tables(waiting), size
