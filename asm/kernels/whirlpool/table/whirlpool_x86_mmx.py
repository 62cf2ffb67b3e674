# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   Eight tables of 256 rows do SubBytes, ShiftColumns and MixRows in one lookup per byte, 64 a
           round: row i of the result is the sum over k of table k (T0 to T7) at byte k of row i - k.
           The eight rows of the result are summed in mm0-7, state and key fill eight XMM registers,
           so that AddRoundKey takes 128 bits at a time. PEXTRW extracts two bytes,
           which movzx and a shift separate.
Loop       Per block ten rounds. Per round: 64 lookups for the key, which moves to xmm4-7 with the
           round constant, then 64 for the state, which moves to xmm0-3 and gets the key.
Registers  mm0-7                rows of the result
           xmm0-3 xmm4-7        state, key: two rows each
           eax ebx              two bytes, then the second one, the index of a lookup
           ecx edx              the first one, the index of a lookup
           ebp                  the tables
           edi                  offset of the round constant; outside the rounds cv, block
Frame      esp+0 +64            chaining value ^ message, rows 0 to 7, 64 bytes each; wiped on return
Lab notes  2026-11-22, Intel Sapphire Rapids, 16 KiB: 16.50 cycles/byte. What was tried is in the
           oldguard repository, docs/kernels/whirlpool_tables.md.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from ._rows import blocks

KERNEL = Kernel(
    stem="whirlpool_x86_mmx",
    arch="x86",
    isa=("mmx", "sse2"),
    constant_time=False,
    summary="rows of the result in the MMX registers, state and key in XMM; bytes by PEXTRW",
    refs=("ISO/IEC 10118-3:2004 clause 13", "Barreto and Rijmen 2003"),
)
WORDS = ((eax, al, ecx), (ebx, bl, edx))


def take_bytes(f, x, lookup):
    for number in range(8):
        pair, low, index = WORDS[number % 2]
        f.pextrw(pair, x, number)
        f.movzx(index, low)
        f.shr(pair, 8)
        lookup(2 * number, index)
        lookup(2 * number + 1, pair)


@KERNEL.function("whirlpool.blocks")
def whirlpool(f):
    blocks(f, (eax, ebx, ecx, edx), take_bytes)
