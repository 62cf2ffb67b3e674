# SPDX-License-Identifier: MIT
"""Runs the kernel on 0 to 3 units of work, and on one more than an iteration of its main loop takes, with
taint tracking of secrets (`Tainted`).

Detects accesses outside the declared buffers, reads of uninitialised memory, secret-dependent addresses
and branches in a kernel that claims constant time, secrets left on the stack, and instructions that are
never executed. In a constant-time kernel the path depends on the counts alone, so one run covers all
data of these counts. Larger counts are not covered.
"""

import itertools
import random

from ..call import call, stack_places
from ..errors import KernelError
from ..operands import Mem, Reg
from ..words import Tainted

COUNTS = (0, 1, 2, 3)
MANY_LANES = 64  # lanes from which on one unit of work takes the interpreter seconds


def check(kernel, f):
    seen = set()
    wanted = sorted({*COUNTS, kernel.blocks_per_iteration, kernel.blocks_per_iteration + 1})
    runs = [(count, None) for count in (wanted if f.op.counts() else COUNTS[1:2])]
    # a kernel that aligns an area in its frame must wipe all of it for every stack alignment
    runs += [(1, place) for place in range(stack_places(f.abi))] if _stack_place_matters(f) else []
    if kernel.lanes >= MANY_LANES:
        runs = [(0, None), (1, 0), (2, stack_places(f.abi) - 1)]
    for count, place in runs:
        for counts in itertools.islice(f.op.inputs(count), None if place is None else 1):
            chance = random.Random(count)
            buffers = f.op.random_buffers(chance, counts, kernel.lanes)
            call(
                f,
                buffers,
                counts,
                Tainted(strict=kernel.constant_time),
                seed=count,
                visit=lambda item: seen.add(id(item)),
                stack_place=place,
            )
    for item in f.instructions():
        if id(item) not in seen:
            raise KernelError(
                f"{item.form.mnemonic}: never executed for {wanted[-1]} or fewer " "units of work", item.where
            )


def _stack_place_matters(f):
    """Returns whether the code uses the value of the stack pointer other than in its pushes, pops and plain
    accesses."""
    sp = f.abi.sp.family
    for item in f.instructions():
        if item.form.mnemonic in ("add", "sub") and isinstance(item.operands[-1], int):
            continue
        for value in item.operands:
            if isinstance(value, Reg) and value.family == sp:
                return True
            if (
                isinstance(value, Mem)
                and any(r.family == sp for r in value.address.registers())
                and (item.form.aligned or not value.width)
            ):
                return True
    return False
