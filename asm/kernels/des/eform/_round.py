# SPDX-License-Identifier: MIT
"""One round of a single chain in E-form (_form.py), for des_x64_eform and des_x64_crypt.

The order of the instructions was found by a search: docs/kernels/des_x64.md.
"""

from asmgen.x86.registers import *  # noqa: F403

from ._tables import BOXES, DISJOINT, TABLE

OFFSETS = (r8, r9, rsi, rdi, rcx, rdx)  # the bytes of a half on the way to their look-up
SUM = r11  # collects entries, and is added to the other half last
HIGH = {rax: ah, rbx: bh}
# The bytes of a state in the order of extraction. The entry goes to SUM, or (None) to the other half.
ORDER = ((0, SUM), (4, SUM), (7, SUM), (3, None), (6, SUM), (5, None), (2, None), (1, SUM))
WAITING = 3  # extracted bytes that wait for their look-up

CARRY = (
    "the register held a table offset, at most 252: a carry from there to the byte that is "
    "used takes ones all the way"
)
# The equivalent mutants of a kernel that has the tables at rbp
EQUIVALENTS = {
    **{
        f"xor {SUM}, [rbp {reg} +{at}] -> or {SUM}, [rbp {reg} +{at}]": DISJOINT
        for reg in OFFSETS
        for at in range(TABLE, 8 * TABLE, TABLE)
    },
    **{
        f"mov {to.view(n)}, {x.view(n)} -> add {to.view(n)}, {x.view(n)}": CARRY
        for to in OFFSETS
        for x in HIGH
        for n in (32, 64)
    },
}


def lookup_round(f, x, y, table, key=None):
    """y ^= F(x) ^ key.

    Shifts have two ports only. So byte 0 is extracted by movzx, byte 1 from the high byte of the
    register, and byte 3 after a bswap.
    """
    free, waiting, sum_begun = list(OFFSETS), [], False

    def extract(number):
        """Returns the register with byte `number` of x, zero-extended."""
        note = f"byte {number}: S{BOXES[number] + 1}"
        offset = free.pop(0)
        if number == 0:
            f.movzx(offset.view(32), x.view(8), note=note)
            return offset
        if number == 1:
            free.insert(0, offset)
            offset = next(reg for reg in free if reg.number < 8)  # a high byte excludes r8 and up
            free.remove(offset)
            f.movzx(offset.view(32), HIGH[x], note=note)
            return offset
        shifted = offset
        if number == 3:
            f.mov(shifted.view(32), x.view(32))
            f.bswap(shifted.view(32))
        else:
            f.mov(shifted, x)
            f.shr(shifted, 8 * number, note=note if number == 7 else "")
        if number == 7:
            return shifted
        offset = free.pop(0)
        f.movzx(offset.view(32), shifted.view(8), note=note)
        free.append(shifted)
        return offset

    def look_up():
        nonlocal sum_begun
        number, total, offset = waiting.pop(0)
        entry, box = qword[table + offset * 2 + TABLE * number], f"S{BOXES[number] + 1}"
        if total is None:
            f.xor(y, entry, note=f"y ^= {box}")
        elif sum_begun:
            f.xor(SUM, entry, note=f"sum ^= {box}")
        else:
            f.mov(SUM, entry, note=f"sum = {box}")
            sum_begun = True
        free.append(offset)

    for i, (number, total) in enumerate(ORDER):
        if key is not None and i == len(ORDER) // 2:
            f.xor(y, key, note=f"y ^= {f.slot_name(key)}")
        while len(waiting) > WAITING or len(free) < 2:
            look_up()
        waiting.append((number, total, extract(number)))
    while waiting:
        look_up()
    f.xor(y, SUM, note="y ^= sum")
