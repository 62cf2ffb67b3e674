# SPDX-License-Identifier: MIT
"""H := W[H](m) ^ H ^ m for each 64-byte block m in turn

Inputs     cv: 64 bytes; blocks: 64 * nblocks bytes, any alignment; nblocks: may be 0
Output     cv
Approach   Eight tables of rows (_tables.py): SubBytes, ShiftColumns and MixRows are 64 lookups. The
           eight rows of the result grow in the eight MMX registers, state and key fill the eight
           XMM registers, so that AddRoundKey takes 128 bits at a time. A byte leaves its register
           with its neighbour by PEXTRW and is told apart in a general register.
Registers  mm0-7                rows of the result
           xmm0-3 xmm4-7        state, key: two rows each
           eax ebx              two bytes, then the second one, the index of a lookup
           ecx edx              the first one, the index of a lookup
           ebp                  the tables
           edi                  offset of the round constant; outside the rounds cv, block
           esp                  chaining value ^ message, rows on their way; wiped on return
Lab notes  docs/kernels/whirlpool_tables.md
"""

from asmgen.kernel import Kernel
from asmgen.registers import *  # noqa: F403

from ._rows import blocks

KERNEL = Kernel(
    stem="whirlpool_x86_mmx",
    bits=32,
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
