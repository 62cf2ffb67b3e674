# SPDX-License-Identifier: MIT
"""Traces of bit slices: the blocks of a batch, the names of slices, and the two rounds that are shown.

A vector holds one bit of every block. Its name is found by comparing all of its bits. The trace keeps bit 0,
that of the first block.
"""

import functools
import random
import re

from ..errors import KernelError
from . import des

ROUNDS = 2  # rounds that a trace shows
NAMED = re.compile(r"\bR\[(\d+)\]")


def blocks(count):
    """Returns the blocks of a batch. The first is that of the other DES traces, the others are random."""
    chance = random.Random(1)
    return [des.BLOCK] + [chance.randbytes(8) for _ in range(count - 1)]


@functools.cache
def _values(count):
    """Returns the Values of the blocks of a batch."""
    return [des.Values(block) for block in blocks(count)]


def window(steps):
    """Returns the first step of the rounds that are shown and the step after the last."""
    wanted = {(number, 1) for number in range(1, ROUNDS + 1)}
    found = [n for n, step in enumerate(steps) if step.rounds in wanted]
    last = next(n for n in range(found[0], len(steps)) if steps[n].rounds not in wanted)
    return found[0], last


def order(f, steps, count):
    """Returns for each bit of a vector the number of the block to which it belongs.

    The kernel's notes say which slice R[i] of round 1 a vector in memory is. The 32 bits at one place of
    these slices are the right half of one block.
    """
    instructions, slices = f.instructions(), {}
    for step in steps:
        named = NAMED.search(instructions[step.number].note)
        vectors = [number for *_, size, number in step.loads if 8 * size == count]
        if step.rounds == (1, 1) and named and len(vectors) == 1:
            slices.setdefault(int(named[1]), vectors[0])
    blocks_of = {tuple(v.right[0]): n for n, v in enumerate(_values(count))}
    try:
        return [blocks_of[tuple(slices[i] >> at & 1 for i in range(1, 33))] for at in range(count)]
    except KeyError:
        raise KernelError(
            "the notes of round 1 do not name the slices R[1] to R[32]", instructions[-1].where
        ) from None


def names(order):
    """Returns a function of a vector that returns its name in the standard, or an empty text.

    Slices of half blocks, of the inputs of S-boxes and of f(R, K) have names, complemented ones too.
    """
    batch = _values(len(order))
    values = [batch[number] for number in order]
    ones = (1 << len(order)) - 1
    known = {}

    def note(name, bits):
        vector = sum(bit << at for at, bit in enumerate(bits))
        known.setdefault(vector, name)
        known.setdefault(vector ^ ones, f"~{name}")

    for number in range(ROUNDS + 1):
        for bit in range(32):
            note(f"R{number}[{bit + 1}]", (v.right[number][bit] for v in values))
            note(f"L{number}[{bit + 1}]", (v.left[number][bit] for v in values))
    for number in range(ROUNDS):
        for bit in range(48):
            box, place = divmod(bit, 6)
            note(f"x{place} of S{box + 1}, round {number + 1}", (v.inputs[number][bit] for v in values))
        for bit in range(32):
            note(f"f{number + 1}[{bit + 1}]", (v.sums[number][bit] for v in values))
    return lambda vector: known.get(vector, "")
