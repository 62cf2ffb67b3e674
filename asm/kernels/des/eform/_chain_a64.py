# SPDX-License-Identifier: MIT
"""CBC encryption of des_a64_eform: one chain of rounds, with everything else beside it."""

from asmgen.a64.registers import *  # noqa: F403
from asmgen.frame import IN_MEMORY

from .._spec import BLOCK, KEY, ROUNDS
from ._eform_a64 import BASES, from_eform, key_slots, tables, to_eform
from ._form import slots_area, slots_size
from ._round_a64 import lookup_round

WORK = (x7, x8, x9, x10, x11, x12, x13)


def next_halves(f, block, halves, t, keys):
    """halves := IP and E of the block, with the keys between two blocks. The first may be block. t is overwritten.

    keys: for each half the memory operands of two keys.
    """
    to_eform(f, block, *halves, t)
    for half, slots in zip(halves, keys):
        for slot in slots:
            f.ldr(t, slot)
            f.eor(half, half, t)


def cbc_enc(f, passes):
    size = slots_size(passes)
    r = f.frame(
        arguments={"out": x0, "in": x1, "nblocks": x2, "ks": x3, "iv": IN_MEMORY},
        registers={
            "field": x4,
            "x": x5,
            "y": x6,
            "block": x14,
            "key": x15,
            "next_key": x16,
            "kept": x17,
            "next_right": x27,
            **{str(reg): reg for reg in (*BASES, *WORK)},
        },
        scratch=size,
    )
    f.frame_map(r.scratch.base, [slots_area(passes)])
    source, left, right = getattr(r, "in"), r.ks, r.kept  # left replaces ks
    following, (t, *work) = (r.block, r.next_right), WORK  # the left half of the next block replaces it
    next_block, last, done = f.label("next_block"), f.label("last_block"), f.label("done")
    x, y = r.x, r.y
    last_keys = ROUNDS * passes  # the slot of K(15) of the last pass, before K(16)

    def slot(number):
        return at[r.scratch + KEY * number]

    f.cbz(r.nblocks, done)
    f.add(r.block, r.scratch.base, r.scratch.disp)
    key_slots(f, passes, r.block, r.ks, (x5, x6), (x7, x8), x9, x10)
    tables(f)
    f.phase("the first block: P ^ IV", round=0)
    f.ldr(r.block, at.post(source, BLOCK))
    f.ldr(r.kept, r.iv)
    f.ldr(r.kept, at[r.kept])
    f.eor(r.block, r.block, r.kept)
    to_eform(f, r.block, y, x, t)
    f.ldp(r.key, r.next_key, slot(0), note="K(2), K(1)")
    f.eor(y, y, r.key)
    f.eor(x, x, r.next_key)
    f.phase("round 1", round=1)
    lookup_round(f, x, y, work, following=r.field)

    f.here(next_block)
    f.phase("load the next block; after the last one its value does not matter")
    f.sub(r.nblocks, r.nblocks, 1)
    f.cbz(r.nblocks, last)
    f.ldr(r.block, at.post(source, BLOCK))
    f.here(last)

    def rounds():
        x, y = r.x, r.y
        for number in range(2, last_keys + 1):
            first, last = number % ROUNDS == 1, number % ROUNDS == 0  # of its pass
            f.phase(f"round {number}", round=number)
            if first:
                f.eor(x, x, r.next_key, note=f"the half that round {number - 1} reads, with another key")
            else:
                x, y = y, x
                if number % 2 == 0 and number < last_keys:
                    f.ldp(r.key, r.next_key, slot(number))
                if number < last_keys:
                    f.eor(y, y, r.next_key if number % 2 else r.key, note=f"y ^= keys[{number}]")
            lookup_round(
                f,
                x,
                y,
                work,
                odd=number % 2,
                first=None if first else r.field,
                following=None if last else r.field,
                to=left if number == last_keys else None,
            )
        assert (x, y) == (r.y, r.x)

    keys = [(slot(i), slot(last_keys + i)) for i in range(2)]
    f.interleave(f.record(rounds), f.record(next_halves, f, r.block, following, t, keys))
    f.phase("round 1 of the next block, beside the round before")
    f.mov(right, r.y)
    f.eor(r.x, r.y, r.next_right)
    f.eor(r.y, left, r.block)
    lookup_round(f, r.x, r.y, work, following=r.field)

    f.phase("FP of this block")
    f.ldp(r.key, r.next_key, slot(last_keys), note="K(15), K(16)")
    f.eor(left, left, r.key)
    f.eor(right, right, r.next_key)
    from_eform(f, left, right, t)
    f.str(left, at.post(r.out, BLOCK))
    f.cbnz(r.nblocks, next_block)
    f.ldr(t, r.iv)
    f.str(left, at[t])
    f.here(done)
    f.leave()
