# SPDX-License-Identifier: MIT
"""Finds what a kernel of the generator executes in one iteration of its main loop.

The interpreter runs the kernel on some iterations' work. The main loop is the outermost loop with the longest
iteration. Inner loops appear as often as they are executed, so that an iteration has no loop left.
"""

import math
import random
from dataclasses import dataclass

from asmgen.call import call
from asmgen.dialects import find
from asmgen.errors import KernelError

ITERATIONS = 4  # of the main loop: the last two are compared
DIALECT = find("elf-a64")


@dataclass(frozen=True)
class Body:
    """Instructions as text, which are executed without end, and the work that they do."""

    lines: tuple
    unit: str  # "byte", "iteration" (of PBKDF2 and crypt) or "call"
    units: int  # of which the instructions do
    chained: bool = False  # whether the next execution takes its state from memory that this one writes


def body(kernel, f):
    """Returns the Body of a function of a kernel: an iteration of the main loop, or a whole call of an operation
    that has no number of blocks. Raises KernelError if the iterations differ."""
    counted = bool(f.op.counts())
    # CBC encryption is a chain, of one block an iteration whatever the kernel's other functions process
    blocks = 1 if f.op.name.endswith("cbc_enc") else kernel.blocks_per_iteration
    path = _path(kernel, f, ITERATIONS * blocks if counted else 1)
    if counted:
        path = _iteration(f, path)
    unit, units = work(f.op, kernel.lanes, blocks)
    return Body(tuple(_text(f, item) for item in path), unit, units, not counted)


def work(op, lanes, amount):
    """Returns the unit of an operation's figures, and the number of them in `amount` blocks of each lane."""
    if not op.counts():
        return "call", 1
    counts = {name: amount for name in op.counts()} | {"lanes": lanes}
    for argument in op.arguments:
        if not argument.writable and hasattr(argument.size, "factors"):
            if set(argument.size.factors) & set(op.counts()):
                return "byte", argument.size(counts) * (lanes if argument.per_lane else 1)
    return "iteration", math.prod(counts.values())


def _path(kernel, f, amount):
    """Returns the instructions that a call with `amount` units of work executes, in order."""
    counts = list(f.op.inputs(amount))[-1]  # the last sets every flag
    path = []
    call(f, f.op.random_buffers(random.Random(1), counts, kernel.lanes), counts, visit=path.append)
    return path


def _iteration(f, path):
    """Returns the part of a path that is the last complete iteration of the main loop."""
    places = {id(item): place for place, item in enumerate(f.stream)}
    path_places = [places[id(item)] for item in path]
    loops = {}  # place of the first instruction -> place of the last branch back to it
    for here, following in zip(path_places, path_places[1:]):
        if following <= here:
            loops[following] = max(here, loops.get(following, here))
    best = []
    for head, end in loops.items():
        if any(other < head and end <= loops[other] for other in loops):
            continue
        starts = [i for i, place in enumerate(path_places) if place == head]
        if len(starts) < 3:
            continue
        *_, first, second, third = starts
        if path_places[first:second] == path_places[second:third] and third - second > len(best):
            best = path[second:third]
    if not best:
        raise KernelError(
            f"{f.symbol} has no loop whose iterations are equal for {ITERATIONS} times "
            f"{f.kernel.blocks_per_iteration} blocks (blocks_per_iteration)",
            f.kernel.where,
        )
    return best


def _text(f, item):
    operands = ", ".join(DIALECT.operands(f, item))
    return f"{DIALECT.mnemonic(item)} {operands}".rstrip()
