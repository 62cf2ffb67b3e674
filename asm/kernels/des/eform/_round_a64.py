# SPDX-License-Identifier: MIT
"""One round in E-form (_form.py) on AArch64, for _chain_a64 and _blocks_a64."""

from asmgen.a64.registers import *  # noqa: F403

from ._eform_a64 import BASES
from ._tables import BOXES

FIELD_BITS = 6
FIELD_AT = 2  # of a byte
AHEAD = 2  # groups whose fields wait for their loads
# The bytes of a state in the order of their look-ups, in odd rounds and in even ones. The entries of a group are
# added to each other before they are added to the half. The last two S-boxes have no output in the first byte of
# the other order, so the next round can look that byte up before they are added.
ORDERS = (((4,), (0,), (1, 5), (6, 7), (2, 3)), ((2,), (0,), (1, 3), (6, 7), (4, 5)))


def extract(f, field, x, number):
    """field := the number of the entry for byte `number` of x."""
    note, bit = f"byte {number}: S{BOXES[number] + 1}", 8 * number + FIELD_AT
    if bit + FIELD_BITS == x.width:
        f.lsr(field, x, bit, note=note)
    else:
        f.ubfx(field, x, bit, FIELD_BITS, note=note)


def lookup_round(f, x, y, work, odd=1, first=None, following=None, to=None):
    """to := y ^ F(x), or y ^= F(x).

    work: two or more registers, which are overwritten. With more of them extraction, load and addition of an entry
    are farther apart. odd: whether the round has an odd number. first: a register that holds the first field of
    x. following: a register for the first field of the round that reads y.
    """
    order, other = ORDERS[1 - odd], ORDERS[odd]
    free, waiting, extracted, loaded = list(work), list(order), [], []
    if first is not None:
        extracted.append((waiting.pop(0), [first]))

    def load():
        group, registers = extracted.pop(0)
        for number, register in zip(group, registers):
            f.ldr(register, at[BASES[number] + register * 8], note=f"S{BOXES[number] + 1}")
        loaded.append((group, registers))

    def add():
        group, registers = loaded.pop(0)
        names, last = " ^ ".join(f"S{BOXES[number] + 1}" for number in group), group == order[-1]
        if len(registers) == 2:
            f.eor(*registers[:1], *registers, note=names)
        if last and following is not None:
            extract(f, following, y, other[0][0])
        f.eor(to if last and to is not None else y, y, registers[0], note=f"y ^= {names}")
        free.extend(register for register in registers if register is not first)

    while waiting or extracted or loaded:
        if waiting and len(free) >= len(waiting[0]) and len(extracted) < AHEAD:
            group = waiting.pop(0)
            registers = [free.pop(0) for _ in group]
            for number, register in zip(group, registers):
                extract(f, register, x, number)
            extracted.append((group, registers))
        elif extracted:
            load()
        else:
            add()
