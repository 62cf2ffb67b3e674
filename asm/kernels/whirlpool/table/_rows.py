# SPDX-License-Identifier: MIT
"""The block function by table lookups, with a register for each of the eight rows of a round's result.

The rows are in mm0-7 in 32-bit code and in r8-r15 in 64-bit code. State and key fill xmm0-7, so that
AddRoundKey takes 128 bits at a time. Kernels differ in how they extract a byte from an xmm register:
take_bytes(f, x, lookup) emits the 16 lookups of a register. lookup(byte, index) adds the table entry
of a byte, given its number and the general register that holds it.
"""

from asmgen.frame import IN_MEMORY
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._tables import CONSTANTS, CONTENT, ENTRY, NOTE, TABLE

STATE, KEY = (xmm0, xmm1, xmm2, xmm3), (xmm4, xmm5, xmm6, xmm7)
END = CONSTANTS + ROUNDS * ENTRY
# `Kernel.equivalents` of 64-bit code.
EQUIVALENTS = {
    f"mov rdi, [rsp +96] -> {mutant}": "before the first block rdi still holds the argument"
    for mutant in ("dropped", "mov rdx, [rsp +96]")
}


class Mmx:
    """The registers of 32-bit code."""

    sums, base, constant = (mm0, mm1, mm2, mm3, mm4, mm5, mm6, mm7), ebp, edi
    through_memory = range(8)  # rows that reach the xmm registers by a store and a load

    def __init__(self, f):
        self.f, self.move, self.add = f, f.movq, f.pxor

    def leave(self):
        self.f.emms()


class General:
    """The registers of 64-bit code."""

    sums, base, constant = (r8, r9, r10, r11, r12, r13, r14, r15), rbp, rdi
    through_memory = range(1, 8, 2)

    def __init__(self, f):
        self.f, self.move, self.add = f, f.mov, f.xor

    def leave(self):
        pass


def gather(m, registers, spill):
    """Moves the rows to xmm registers, two in each. The second row of a register is stored and loaded
    by movhps, because punpcklqdq would take a port that additions and byte extraction need."""
    f = m.f
    places = {row: qword[spill + ENTRY * n] for n, row in enumerate(m.through_memory)}
    for row, place in places.items():
        m.move(place, m.sums[row])
    for pair, x in enumerate(registers):
        row = 2 * pair
        f.movq(x, places.get(row, m.sums[row]))
        f.movhps(x, places[row + 1])


def transform(m, registers, take_bytes):
    """Emits rows := MixRows(ShiftColumns(SubBytes(the matrix in four registers)))."""
    begun = set()
    for pair, x in enumerate(registers):

        def lookup(byte, index, pair=pair):
            column = byte % 8
            row = (2 * pair + byte // 8 + column) % 8
            add = m.add if row in begun else m.move
            place = qword[m.base + index * ENTRY + TABLE * column]
            sign = "+=" if row in begun else "="
            add(m.sums[row], place, note=f"row {row} {sign} T{column}[byte {16 * pair + byte}]")
            begun.add(row)

        take_bytes(m.f, x, lookup)


def blocks(f, words, take_bytes):
    """Emits whirlpool.blocks. words: the general registers that take_bytes needs."""
    m = (Mmx if f.bits == 32 else General)(f)
    used = {str(reg): reg for reg in (m.base, m.constant, *words, *STATE, *KEY)}
    if f.bits == 64:
        used |= {str(reg): reg for reg in m.sums}
    r = f.frame(
        arguments={"cv": IN_MEMORY, "blocks": IN_MEMORY, "nblocks": IN_MEMORY},
        registers=used,
        scratch=BLOCK + ENTRY * len(m.through_memory),
    )
    first, spill = r.scratch, r.scratch + BLOCK
    next_block, next_round, done = f.label("next_block"), f.label("next_round"), f.label("done")
    pointer = m.constant  # outside the rounds
    f.cmp(r.nblocks, 0)
    f.je(done)
    f.table(m.base, "tables", CONTENT, NOTE)
    f.mov(pointer, r.cv)  # the end of each block leaves cv there, too

    f.align(32)
    f.here(next_block)
    f.phase("key = chaining value, state = key ^ block, kept for the feed forward", round=0)
    for i, x in enumerate(KEY):
        f.movups(x, xmmword[pointer + 16 * i])
    f.mov(pointer, r.blocks)
    for i, (x, key) in enumerate(zip(STATE, KEY)):
        f.movups(x, xmmword[pointer + 16 * i])
        f.pxor(x, key)
        f.movups(xmmword[first + 16 * i], x)
    f.add(pointer, BLOCK)
    f.mov(r.blocks, pointer)
    f.mov(m.constant.view(32), CONSTANTS)

    f.align(32)
    f.here(next_round)
    one = {"round": 1, "times": ROUNDS}
    f.phase("key schedule: SubBytes, ShiftColumns, MixRows of the key, and the round constant", **one)
    transform(m, KEY, take_bytes)
    m.add(m.sums[0], qword[m.base + m.constant])
    gather(m, KEY, spill)
    f.phase("SubBytes, ShiftColumns, MixRows of the state; AddRoundKey", **one)
    transform(m, STATE, take_bytes)
    gather(m, STATE, spill)
    for x, key in zip(STATE, KEY):
        f.pxor(x, key)
    f.add(m.constant, ENTRY)
    f.cmp(m.constant, END)
    f.jne(next_round)

    f.phase("feed forward: add chaining value and block")
    f.mov(pointer, r.cv)
    for i, x in enumerate(STATE):
        f.movups(KEY[0], xmmword[first + 16 * i])
        f.pxor(x, KEY[0])
        f.movups(xmmword[pointer + 16 * i], x)
    f.dec(r.nblocks)
    f.jne(next_block)
    m.leave()
    f.here(done)
    f.leave()


def by_pextrb(f, indices):
    """Emits whirlpool.blocks with one PEXTRB per byte. indices: the registers, used in turn."""

    def take_bytes(f, x, lookup):
        for byte in range(16):
            index = indices[byte % len(indices)]
            f.pextrb(index.view(32), x, byte)
            lookup(byte, index)

    blocks(f, indices, take_bytes)
