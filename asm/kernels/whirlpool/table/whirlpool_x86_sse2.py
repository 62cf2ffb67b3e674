# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   Eight tables of 256 rows do SubBytes, ShiftColumns and MixRows in one lookup per byte, 64 a
           round: row i of the result is the sum over k of table k (T0 to T7) at byte k of row i - k.
           State and key are on the stack and are read four bytes at a time. Seven rows of the result
           are summed in XMM registers: that takes a load and an addition per lookup, but additions
           have three ports there and two in MMX registers. The eighth row is in mm0.
Loop       Per block ten rounds. Per round: the round constant and 64 lookups for the key, which is
           stored; then 64 lookups for the state, added to the rows of the key that are still in
           their registers, which is AddRoundKey.
Registers  mm0                  row 0 of the result
           xmm0-6               rows 1 to 7
           xmm7                 the entry that was looked up
           eax ebx              four bytes being taken apart; at last the last one, an index
           ecx edx              one byte each, the index of a lookup
           ebp                  the tables
           edi                  offset of the round constant; outside the rounds cv, block
Frame      esp+0 +64 +128       chaining value ^ message, key, state, 64 bytes each; wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 16 KiB: 12.66 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_tables.md.
"""

from asmgen.frame import IN_MEMORY
from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK, ROUNDS
from ._tables import CONSTANTS, CONTENT, ENTRY, NOTE, TABLE

KERNEL = Kernel(
    stem="whirlpool_x86_sse2",
    arch="x86",
    isa=("mmx", "sse2"),
    constant_time=False,
    summary="seven rows of the result in XMM registers, one in mm0; bytes from the stack",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003"),
)
ROWS = (mm0, xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6)
FOUND = xmm7
WORDS = ((eax, al, ah), (ebx, bl, bh))
BASE, CONSTANT = ebp, edi
END = CONSTANTS + ROUNDS * ENTRY


def add(f, row, source, note=""):
    if row is mm0:
        f.pxor(row, source, note=note)
    else:
        f.movq(FOUND, source, note=note)
        f.pxor(row, FOUND)


def transform(f, matrix, begun):
    """Emits ROWS := MixRows(ShiftColumns(SubBytes(the matrix in memory))). begun: numbers of the rows
    that hold something to which the result is added."""
    begun = set(begun)

    def lookup(byte, index):
        column = byte % 8
        number = (byte // 8 + column) % 8
        entry = qword[BASE + index * ENTRY + TABLE * column]
        if number in begun:
            add(f, ROWS[number], entry, f"row {number} += T{column}[byte {byte}]")
        else:
            f.movq(ROWS[number], entry, note=f"row {number} = T{column}[byte {byte}]")
            begun.add(number)

    for byte in range(0, BLOCK, 4):
        word, low, high = WORDS[byte // 4 % 2]
        f.mov(word, dword[matrix + byte])
        f.movzx(ecx, low)
        f.movzx(edx, high)
        f.shr(word, 16)
        lookup(byte, ecx)
        lookup(byte + 1, edx)
        f.movzx(ecx, low)
        f.shr(word, 8)
        lookup(byte + 2, ecx)
        lookup(byte + 3, word)


def rows(matrix):
    return [qword[matrix + ENTRY * number] for number in range(len(ROWS))]


@KERNEL.function("whirlpool.blocks")
def whirlpool(f):
    r = f.frame(
        arguments={"cv": IN_MEMORY, "blocks": IN_MEMORY, "nblocks": IN_MEMORY},
        registers={str(reg): reg for reg in (BASE, CONSTANT, eax, ebx, ecx, edx, *ROWS[1:], FOUND)},
        scratch=3 * BLOCK,
    )
    first, key, state = (r.scratch + BLOCK * i for i in range(3))
    next_block, next_round, done = f.label("next_block"), f.label("next_round"), f.label("done")
    pointer = CONSTANT  # outside the rounds
    f.cmp(r.nblocks, 0)
    f.je(done)
    f.table(BASE, "tables", CONTENT, NOTE)

    f.align(32)
    f.here(next_block)
    f.phase("key = chaining value, state = key ^ block, kept for the feed forward", round=0)
    f.mov(eax, r.cv)
    f.mov(pointer, r.blocks)
    for at in range(0, BLOCK, 16):
        f.movups(xmm0, xmmword[eax + at])
        f.movups(xmmword[key + at], xmm0)
        f.movups(xmm1, xmmword[pointer + at])
        f.pxor(xmm0, xmm1)
        f.movups(xmmword[first + at], xmm0)
        f.movups(xmmword[state + at], xmm0)
    f.add(pointer, BLOCK)
    f.mov(r.blocks, pointer)
    f.mov(CONSTANT, CONSTANTS)

    f.align(32)
    f.here(next_round)
    one = {"round": 1, "times": ROUNDS}
    f.phase("key schedule: SubBytes, ShiftColumns, MixRows of the key, and the round constant", **one)
    f.movq(ROWS[0], qword[BASE + CONSTANT])
    transform(f, key, [0])
    for place, row in zip(rows(key), ROWS):
        f.movq(place, row)
    f.phase("SubBytes, ShiftColumns, MixRows of the state; AddRoundKey: the rows still hold the key", **one)
    transform(f, state, range(len(ROWS)))
    for place, row in zip(rows(state), ROWS):
        f.movq(place, row)
    f.add(CONSTANT, ENTRY)
    f.cmp(CONSTANT, END)
    f.jne(next_round)

    f.phase("feed forward: add chaining value and block")
    f.mov(pointer, r.cv)
    for place, row, start in zip(rows(pointer), ROWS, rows(first)):
        add(f, row, start)
        f.movq(place, row)
    f.dec(r.nblocks)
    f.jne(next_block)
    f.emms()
    f.here(done)
    f.leave()
