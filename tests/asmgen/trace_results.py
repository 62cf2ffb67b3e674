# SPDX-License-Identifier: MIT
"""What a trace must end in, by the standard. The tests of the site use it too."""

import re

from asmgen.tracing import des, sha1, slices, whirlpool
from asmgen.tracing.replay import expand


def wanted(kernel, op):
    """Returns {buffer: content} after the call."""
    if op in ("sha1.blocks", "sha1dc.blocks"):
        return {"cv": sha1.state_bytes(sha1.result())}
    if op == "sha1.lanes":
        texts = sha1.TEXTS[: kernel.lanes]
        return {"cv": b"".join(sha1.state_bytes(sha1.result(text)) for text in texts)}
    if op == "whirlpool.blocks":
        return {"cv": bytes(whirlpool.result())}
    if op == "des.key":
        return {"ks": des.KS}
    return {"data" if op == "des.encrypt1" else "out": des.Values().result}


def ends_right(kernel, trace, replay):
    """Returns whether the memory of a replay has the result of the call."""
    if trace["tags"]:
        return ends_in_slices(kernel, trace, replay)
    return all(
        replay.content(name)[: len(data)] == data for name, data in wanted(kernel, trace["op"]).items()
    )


def ends_in_slices(kernel, trace, replay):
    """Returns whether the bits that have the names of R1 and R2 are those of the first block, and memory has
    a vector for each of them that has as many ones as all blocks, as it is or complemented."""
    count = kernel.blocks_per_iteration
    batch, found = [des.Values(block) for block in slices.blocks(count)], set()
    for tag, value in zip(expand(trace["tag"]), trace["v"].split(",")):
        named = re.fullmatch(r"(~?)R([12])\[(\d+)\]", trace["tags"][tag - 1]) if tag else None
        if named:
            number, bit = int(named[2]), int(named[3])
            if int(value) != batch[0].right[number][bit - 1] ^ (named[1] == "~"):
                return False
            found.add((number, bit))
    memory = replay.content("the stack")
    vectors = (memory[at : at + count // 8] for at in range(0, len(memory), count // 8))
    ones = {int.from_bytes(vector, "little").bit_count() for vector in vectors}
    for number, bit in found:
        total = sum(v.right[number][bit - 1] for v in batch)
        if not {total, count - total} & ones:
            return False
    return len(found) == 64
