# SPDX-License-Identifier: MIT
"""One round of the serial chain in E-form (see _eform.py): des_x64_eform and des_x64_crypt.

The order of a round was searched: docs/kernels/des_x64.md.
"""

from asmgen.registers import *  # noqa: F403

from ._eform import TABLE

# Where a round's lookups are added up, and how many may wait for their turn
FREE = (r8, r9, rsi, rdi, rcx, rdx)
SUM = r11
HIGH = {rax: ah, rbx: bh}
# The bytes of a state in the order in which they are taken out, and whether the entry goes to the
# other half or to the second sum
ORDER = ((0, SUM), (4, SUM), (7, SUM), (3, None), (6, SUM), (5, None), (2, None), (1, SUM))
WAITING = 3

DISJOINT = "no two tables have a bit in common, so entries may be joined by or"
CARRY = (
    "the register held a table offset, at most 252: a carry from there to the byte that is "
    "used takes ones all the way"
)
# What `Kernel` takes as equivalents, with the tables at rbp
EQUIVALENTS = {
    **{
        f"xor {SUM}, [rbp {reg} +{at}] -> or {SUM}, [rbp {reg} +{at}]": DISJOINT
        for reg in FREE
        for at in range(TABLE, 8 * TABLE, TABLE)
    },
    **{
        f"mov {to.view(n)}, {x.view(n)} -> add {to.view(n)}, {x.view(n)}": CARRY
        for to in FREE
        for x in HIGH
        for n in (32, 64)
    },
}


def lookup_round(f, x, y, table, key=None):
    """y ^= F(x) ^ key. Byte 0 costs nothing to take out, byte 1 comes from the high byte and byte 3
    from a bswap, because shifts have two ports only."""
    free, waiting, begun = list(FREE), [], False

    def take(number):
        low, place = free.pop(0), None
        if number == 0:
            f.movzx(low.view(32), x.view(8))
            return low
        if number == 1:
            free.insert(0, low)
            low = next(reg for reg in free if reg.number < 8)
            free.remove(low)
            f.movzx(low.view(32), HIGH[x])
            return low
        place = low
        if number == 3:
            f.mov(place.view(32), x.view(32))
            f.bswap(place.view(32))
        else:
            f.mov(place, x)
            f.shr(place, 8 * number)
        if number == 7:
            return place
        low = free.pop(0)
        f.movzx(low.view(32), place.view(8))
        free.append(place)
        return low

    def look_up():
        nonlocal begun
        number, total, offset = waiting.pop(0)
        entry = qword[table + offset * 2 + TABLE * number]
        if total is None:
            f.xor(y, entry)
        elif begun:
            f.xor(SUM, entry)
        else:
            f.mov(SUM, entry)
            begun = True
        free.append(offset)

    for i, (number, total) in enumerate(ORDER):
        if key is not None and i == len(ORDER) // 2:
            f.xor(y, key)
        while len(waiting) > WAITING or len(free) < 2:
            look_up()
        waiting.append((number, total, take(number)))
    while waiting:
        look_up()
    f.xor(y, SUM)
