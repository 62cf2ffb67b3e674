# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   Eight tables of 256 rows do SubBytes, ShiftColumns and MixRows in one lookup per byte, 64 a
           round: row i of the result is the sum over k of table k (T0 to T7) at byte k of row i - k.
           The eight rows of the result are summed in r8-r15, state and key fill eight XMM registers,
           so that AddRoundKey takes 128 bits at a time. A row of the state moves to a
           general register whole; movzx takes two bytes at a time from its lowest 16 bits.
Loop       Per block ten rounds. Per round: 64 lookups for the key, which moves to xmm4-7 with the
           round constant, then 64 for the state, which moves to xmm0-3 and gets the key.
Registers  r8-15                rows of the result
           xmm0-3 xmm4-7        state, key: two rows each
           rax rbx              a row being taken apart; at last its last byte, the index of a lookup
           rcx rdx              one byte each, the index of a lookup
           rbp                  the tables
           rdi                  offset of the round constant; outside the rounds cv, block
Frame      rsp+0 +64            chaining value ^ message, 64 bytes; rows 1, 3, 5, 7; wiped on return
           rsp+96               cv, blocks, nblocks
Lab notes  2026-11-22, Intel Sapphire Rapids, 16 KiB: 11.06 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_tables.md.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from ._rows import EQUIVALENTS, blocks

KERNEL = Kernel(
    stem="whirlpool_x64_sse2",
    arch="x64",
    isa=("sse2",),
    constant_time=False,
    summary="rows of the result in r8-r15, state and key in XMM; bytes by shifts of a row",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003"),
    equivalents=EQUIVALENTS,
)
ROWS = ((rax, al, ah), (rbx, bl, bh))


def take_bytes(f, x, lookup):
    for half, (row, low, high) in enumerate(ROWS):
        f.movq(row, x)
        if not half:
            f.psrldq(x, 8)
    for byte in range(0, 8, 2):
        for half, (row, low, high) in enumerate(ROWS):
            first = 8 * half + byte
            f.movzx(ecx, low)
            if byte < 6:
                f.movzx(edx, high)
                f.shr(row, 16)
            else:
                f.shr(row, 8)
            lookup(first, rcx)
            lookup(first + 1, rdx if byte < 6 else row)


@KERNEL.function("whirlpool.blocks")
def whirlpool(f):
    blocks(f, (rax, rbx, rcx, rdx), take_bytes)
